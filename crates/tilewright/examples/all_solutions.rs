//! Pulls the solutions of a puzzle one by one. Dropping the iterator ends the search.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use tilewright::puzzles::Families;
use tilewright::puzzles::sudoku::Sudoku;
use tilewright::{Solver, puzzles::Filled};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let puzzle: Sudoku = Families::default().read_as("12..34..........")?;
    let mut asked = Solver::new().ask(&puzzle)?;
    let mut lines = Vec::new();
    for solution in asked.solutions() {
        lines.push(puzzle.filled(&solution).to_string());
    }
    for line in &lines {
        println!("{line}");
    }
    println!("{} solutions", lines.len());
    Ok(())
}
