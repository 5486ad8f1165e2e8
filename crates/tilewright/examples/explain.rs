//! Explains a Sudoku step by step, as a person would solve it.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use tilewright::explain::Event;
use tilewright::{Solver, read};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let line = "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3.";
    let puzzle = read(line, None)?;
    let mut asked = Solver::new().ask(&*puzzle)?;
    let mut steps = 0;
    for event in asked.explain() {
        if let Event::Step(page) = event {
            steps += 1;
            let telling = &page.telling;
            println!(
                "{steps}. {}: {}, so {}.",
                telling.name, telling.because, telling.therefore
            );
        }
    }
    Ok(())
}
