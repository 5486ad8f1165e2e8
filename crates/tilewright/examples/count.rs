//! Counts without visiting: all road maps of 8×8 places, and a count that was stopped.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use tilewright::{Solver, board};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let roads = board("roads", "8x8")?;
    let count = Solver::new().count(&*roads)?;
    assert!(count.is_exact());
    println!("{} road maps of 8×8 places", count.number);

    // A stopped count is a lower bound, and says so.
    let stopped = Solver::new().nodes(10).count(&*roads)?;
    println!("at least {}: {}", stopped.number, stopped.end);
    assert!(!stopped.is_exact());
    Ok(())
}
