//! Makes a Sudoku of which every clue is needed, the same one for the same seed.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use tilewright::generate::{Minimal, Spec, maker};
use tilewright::{Budget, Existence, Solver};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let spec = Spec {
        minimal: Minimal::Clues,
        ..Spec::default()
    };
    let maker = maker("sudoku", "3,3", spec, false)?;
    let made = maker
        .make(7, &Budget::default())
        .map_err(|missed| missed.to_string())?;
    print!("{}", made.puzzle.write("line")?);
    let verdict = Solver::new().check(&*made.puzzle)?;
    assert!(matches!(verdict.solutions, Existence::Unique(_)));
    assert!(verdict.redundant.clues.is_empty());
    Ok(())
}
