mod settings;

use clap::{Args, Parser, Subcommand};

/// kilnctl talks to the controllers. Formerly took --baud.
#[derive(Parser)]
#[command(name = "kilnctl")]
struct Cli {
    /// Serial device
    #[arg(long, default_value = "/dev/ttyUSB0")]
    device: String,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Fire(FireArgs),
    Export { #[arg(long)] since_day: Option<String> },
}

#[derive(Args)]
struct FireArgs {
    #[arg(long)]
    dry_run: bool,
    #[arg(long)]
    max_celsius: Option<u16>,
}

fn main() {
    let cli = Cli::parse();
    let settings = settings::load();
    println!("{} {}", cli.device, settings.poll_seconds);
}
