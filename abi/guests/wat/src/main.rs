//! Assembles WebAssembly in text form: wat-guests FOLDER FILE.wat…

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some((folder, sources)) = args.split_first() else {
        eprintln!("usage: wat-guests FOLDER FILE.wat…");
        return ExitCode::from(2);
    };
    let mut failed = false;
    for source in sources {
        if let Err(reason) = assemble(Path::new(folder), Path::new(source)) {
            eprintln!("{source}: {reason}");
            failed = true;
        }
    }
    ExitCode::from(failed as u8)
}

/// Writes FOLDER/NAME.wasm. What is wrong in the text is said with line and column.
fn assemble(folder: &Path, source: &Path) -> Result<(), String> {
    let module = wat::parse_file(source).map_err(|e| e.to_string())?;
    let name = source.file_stem().ok_or("the file has no name")?;
    let target = folder.join(name).with_extension("wasm");
    std::fs::write(&target, module).map_err(|e| format!("write {}: {e}", target.display()))
}
