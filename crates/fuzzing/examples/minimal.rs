//! Makes minimal puzzles of all kinds and asks for each of their clues again, by other engines.
//!
//! `cargo run --release -p tilewright-fuzzing --example minimal -- NUMBER SEED` prints a row for each kind: the
//! puzzles made, the requests missed, the clues (or symmetric sets of them) tested, those that can go, and those that
//! were not settled. It fails if any can go.

#![allow(clippy::print_stdout, reason = "it is a command")]

use std::io;
use std::time::Instant;
use tilewright::generate::{Budget, seed_of};
use tilewright_fuzzing::minimal::{Asked, KINDS, Kind, ask_again};

/// The result for a kind.
#[derive(Default)]
struct Sum {
    made: u64,
    missed: u64,
    asked: Asked,
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [number, seed] = &arguments[..] else {
        return Err(io::Error::other("expected: NUMBER SEED"));
    };
    let whole = |text: &str| text.parse::<u64>().map_err(io::Error::other);
    let (number, seed) = (whole(number)?, whole(seed)?);
    println!("| kind | symmetry | made | missed | asked for | redundant | not settled | seconds |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let mut all = Sum::default();
    for (at, kind) in KINDS.iter().enumerate() {
        let begun = Instant::now();
        let count = (number * kind.share).div_ceil(100);
        let sum = run(kind, seed_of(seed, at as u64), count);
        let what = format!("{} {}", kind.what.0, kind.what.1);
        print(&what, &format!("{:?}", kind.symmetry), &sum, begun);
        all.made += sum.made;
        all.missed += sum.missed;
        all.asked.number += sum.asked.number;
        all.asked.unsettled += sum.asked.unsettled;
        all.asked.redundant.extend(sum.asked.redundant);
    }
    print("all", "", &all, Instant::now());
    if all.asked.redundant.is_empty() {
        return Ok(());
    }
    Err(io::Error::other(all.asked.redundant.join("; ")))
}

fn run(kind: &Kind, seed: u64, count: u64) -> Sum {
    let mut sum = Sum::default();
    for number in 0..count {
        match kind.make(seed_of(seed, number), &Budget::default()) {
            Err(_) => sum.missed += 1,
            Ok(made) => {
                let asked = ask_again(&*made.puzzle, kind.symmetry);
                sum.made += 1;
                sum.asked.number += asked.number;
                sum.asked.unsettled += asked.unsettled;
                sum.asked.redundant.extend(asked.redundant);
            }
        }
    }
    sum
}

fn print(what: &str, symmetry: &str, sum: &Sum, begun: Instant) {
    println!(
        "| {what} | {symmetry} | {} | {} | {} | {} | {} | {} |",
        sum.made,
        sum.missed,
        sum.asked.number,
        sum.asked.redundant.len(),
        sum.asked.unsettled,
        begun.elapsed().as_secs()
    );
}
