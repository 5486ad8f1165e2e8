//! Proves that a puzzle has no solution, and has the proof checked by code that shares nothing with the search.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::collections::BTreeMap;
use std::error::Error;
use tilewright::Budget;
use tilewright::checker::{folder::Claim, verify};
use tilewright::prover::prove;
use tilewright::puzzles::Families;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = tilewright::read("1.1.............", None)?;
    let mut folder: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    prove(&*puzzle, None, &Budget::default(), &mut folder)?;
    for (name, bytes) in &folder {
        println!("{name}: {} bytes", bytes.len());
    }
    let verified = verify(&folder, &Families::default(), &Budget::default())?;
    assert_eq!(verified.claim, Claim::Unsolvable);
    println!("verified: there is no solution");
    Ok(())
}
