//! Many 9×9 Sudokus as rows of bytes: hundreds are solved at once. The argument is their number, a million by default.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::time::Instant;
use tilewright::{Solver, puzzles::sudoku::Sudoku};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let number = std::env::args().nth(1);
    let number = number.map_or(Ok(1_000_000), |number| number.parse())?;
    run(number)
}

/// Solves one puzzle that many times.
pub(crate) fn run(number: usize) -> Result<(), Box<dyn Error>> {
    let line = "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3.";
    let row: Vec<u8> = line
        .bytes()
        .map(|sign| if sign == b'.' { 0 } else { sign - b'0' })
        .collect();
    let solver = Solver::new();
    let model = solver.model(&Sudoku::empty(&[3, 3])?)?;
    let mut bulk = solver
        .bulk(&model)
        .ok_or("this engine takes no boards in bulk")?;
    let begun = Instant::now();
    let mut unique = 0;
    // Boards in pieces, so that memory stays small.
    let piece = row.repeat(10_000);
    for first in (0..number).step_by(10_000) {
        let boards = &piece[..81 * (number - first).min(10_000)];
        // Up to two solutions each: that is enough to know which are unique.
        let answers = bulk.run(boards, 2)?;
        unique += answers.counts.iter().filter(|&&count| count == 1).count();
    }
    println!(
        "{unique} of {number} are unique, in {:.2} s",
        begun.elapsed().as_secs_f64()
    );
    Ok(())
}
