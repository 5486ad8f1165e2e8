//! Solves a Sudoku on a line, and draws it.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use tilewright::render::text::Text;
use tilewright::{Solver, read};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let line = "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3.";
    let puzzle = read(line, None)?;
    let answer = Solver::new().first(&*puzzle)?;
    let solution = answer.solution.ok_or("the puzzle has no solution")?;
    let solved = puzzle.fill(&solution);
    println!("{}", Text::default().draw(&solved.picture()));
    print!("{}", solved.write("line")?);
    Ok(())
}
