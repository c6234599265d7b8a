fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("codegen") => println!("codegen"),
        Some("dist") => println!("dist"),
        _ => std::process::exit(2),
    }
}
