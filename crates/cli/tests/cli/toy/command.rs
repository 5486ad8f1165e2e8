//! The `tilewright` command with one more family: what a program of others is that brings its own.

mod latin;

use std::process::ExitCode;
use tilewright::puzzles::Families;

fn main() -> ExitCode {
    let families = Families::default().with(latin::TOY.clone());
    tilewright_cli::run(families, std::env::args_os()).into()
}
