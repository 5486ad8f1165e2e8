//! The `tilewright` command, with the families that are built in.

use std::process::ExitCode;
use tilewright::puzzles::Families;

fn main() -> ExitCode {
    tilewright_cli::run(Families::default(), std::env::args_os()).into()
}
