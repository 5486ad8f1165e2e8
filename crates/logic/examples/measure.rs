//! How far logic alone gets on lists of puzzles, one on each line, and how long that takes:
//!
//! ```text
//! cargo run --release -p tilewright-logic --example measure -- list.txt …
//! ```
//!
//! What stands after the first tab of a line is skipped. With `profile` as the first word, every
//! puzzle gets a line of its own: the level of each round and how many choices it leaves.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilewright_logic::{Board, Budget, End, Explanation, Logic, Round};
use tilewright_model::Model;
use tilewright_puzzles::read;

fn profile(board: &mut Board<'_>, explanation: &Explanation) -> String {
    let mut after = |round: &Round| {
        round.steps.iter().for_each(|step| board.apply(step));
        format!("{:?}:{}", round.level, board.undecided().len())
    };
    let rounds: Vec<String> = explanation.rounds.iter().map(&mut after).collect();
    rounds.join(" ")
}

fn main() {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let profiles = files.first().is_some_and(|word| word == "profile");
    files.drain(..usize::from(profiles));
    for file in files {
        measure(&file, profiles);
    }
}

fn measure(file: &str, profiles: bool) {
    let text = std::fs::read_to_string(file).expect("a list of puzzles");
    let (mut number, mut solved) = (0u32, 0u32);
    let (mut time, mut worst) = (Duration::ZERO, Duration::ZERO);
    let mut hardest: BTreeMap<String, u32> = BTreeMap::new();
    let mut last: Option<(Arc<Model>, Logic<'static>)> = None;
    for line in text.lines() {
        let word = line.split('\t').next().unwrap_or_default();
        let Ok(puzzle) = read(word, None) else {
            continue;
        };
        let model = puzzle.model(1 << 30).expect("a small model");
        if last.as_ref().is_none_or(|(known, _)| **known != *model) {
            // A logic for each shape, kept until the end.
            let kept: &'static Model = Box::leak(Box::new((*model).clone()));
            last = Some((Arc::new(kept.clone()), Logic::new(kept)));
        }
        let (_, logic) = last.as_ref().expect("it was just made");
        let mut board = logic.board(&puzzle.givens());
        let start = Instant::now();
        let explanation = board.explain(&Budget::default());
        let took = start.elapsed();
        time += took;
        worst = worst.max(took);
        number += 1;
        solved += u32::from(matches!(explanation.end, End::Solved { .. }));
        let level = explanation.hardest();
        *hardest.entry(format!("{level:?}")).or_default() += 1;
        if profiles {
            println!("{word}\t{}", profile(&mut board, &explanation));
        }
    }
    if !profiles {
        let mean = time.as_secs_f64() * 1e3 / f64::from(number.max(1));
        let worst = worst.as_secs_f64() * 1e3;
        println!("{file}: {solved} of {number} solved, {mean:.3} ms in the mean, {worst:.1} worst");
        println!("  {hardest:?}");
    }
}
