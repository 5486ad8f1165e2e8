//! Measures how far logic alone gets on lists of puzzles, one on each line, and how long that takes:
//!
//! ```text
//! cargo run --release -p tilewright-logic --example measure -- list.txt …
//! ```
//!
//! Text after the first tab of a line is skipped. With `profile` as the first word, every puzzle gets a line of its
//! own: the difficulty, and for each round its level, the number of choices it leaves undecided and the number its
//! steps decide. With `files` as the first word, each file is one puzzle, and so is an empty board such as
//! `"roads 20x20"`. With `nested` as the first word, contradictions may be nested; with `unique`, uniqueness may be
//! used.
#![allow(clippy::print_stdout)]

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use tilewright_logic::{Board, Budget, Ending, Explanation, Level, Logic, Round, Settings};
use tilewright_model::Model;
use tilewright_puzzles::{board, read};

fn profile(board: &mut Board, explanation: &Explanation) -> String {
    let mut after = |round: &Round| {
        round.steps.iter().for_each(|step| board.apply(step));
        let decided: BTreeSet<_> = (round.steps.iter())
            .flat_map(|step| step.picked.iter().chain(&step.removed))
            .collect();
        let left = board.undecided().len();
        format!("{:?}:{left}:{}", round.level, decided.len())
    };
    let rounds: Vec<String> = explanation.rounds.iter().map(&mut after).collect();
    rounds.join(" ")
}

/// One puzzle, in a file of its own.
fn measure_file(file: &str) {
    let puzzle = match file.split_once(' ') {
        Some((kind, size)) => board(kind, size),
        None => read(&std::fs::read_to_string(file).expect("a puzzle"), None),
    };
    let Ok(puzzle) = puzzle else {
        println!("{file}: not a puzzle");
        return;
    };
    let model = puzzle.model(1 << 30).expect("a small model");
    let logic = Logic::new(&model);
    let budget = Budget::default().time(Duration::from_secs(20));
    let start = Instant::now();
    let explanation = logic.board(&puzzle.givens()).explain(&budget);
    let took = start.elapsed().as_secs_f64() * 1e3;
    let end = match &explanation.end {
        Ending::Solved { .. } => "solved".to_owned(),
        Ending::Stuck { undecided } => format!("{} choices left", undecided.len()),
        Ending::Contradiction { .. } => "no solution".to_owned(),
        Ending::Stopped(why) => why.to_string(),
    };
    let (hardest, choices) = (explanation.hardest(), model.choice_count());
    println!("{file}: {end}, {hardest:?}, {took:.1} ms, {choices} choices");
}

fn main() {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let word = files.first().cloned().unwrap_or_default();
    let is_word = ["profile", "files", "nested", "unique"].contains(&word.as_str());
    files.drain(..usize::from(is_word));
    for file in files {
        match word.as_str() {
            "files" => measure_file(&file),
            _ => measure(&file, &word),
        }
    }
}

fn measure(file: &str, word: &str) {
    let profiles = word == "profile";
    let settings = Settings {
        hardest: if word == "nested" {
            Level::Nested
        } else {
            Level::Verity
        },
        unique: word == "unique",
    };
    let text = std::fs::read_to_string(file).expect("a list of puzzles");
    let (mut number, mut solved) = (0u32, 0u32);
    let (mut time, mut worst) = (Duration::ZERO, Duration::ZERO);
    let mut hardest: BTreeMap<String, u32> = BTreeMap::new();
    let mut last: Option<(Model, Logic)> = None;
    for line in text.lines() {
        let text = line.split('\t').next().unwrap_or_default();
        let Ok(puzzle) = read(text, None) else {
            continue;
        };
        let model = puzzle.model(1 << 30).expect("a small model");
        if last.as_ref().is_none_or(|(known, _)| *known != model) {
            last = Some((model.clone(), Logic::new(&model)));
        }
        let (_, logic) = last.as_ref().expect("it was just made");
        let mut board = logic.board(&puzzle.givens());
        let start = Instant::now();
        let explanation = board.explain_with(&settings, &Budget::default());
        let took = start.elapsed();
        time += took;
        worst = worst.max(took);
        number += 1;
        solved += u32::from(matches!(explanation.end, Ending::Solved { .. }));
        let level = explanation.hardest();
        *hardest.entry(format!("{level:?}")).or_default() += 1;
        if profiles {
            let difficulty = explanation.difficulty().unwrap_or(f64::NAN);
            let rounds = profile(&mut board, &explanation);
            println!("{text}\t{difficulty:.3}\t{rounds}");
        }
    }
    if !profiles {
        let mean = time.as_secs_f64() * 1e3 / f64::from(number.max(1));
        let worst = worst.as_secs_f64() * 1e3;
        println!("{file}: {solved} of {number} solved, {mean:.3} ms in the mean, {worst:.1} worst");
        println!("  {hardest:?}");
    }
}
