//! Makes puzzles of kinds, proves each unique by a second engine, and tells how long it took.
//!
//! `cargo run --release -p tilewright-generate --example kinds -- [-n 20] [--show] [KIND SIZE]…`: without kinds, all of
//! them at their usual sizes.

use std::error::Error;
use std::io::Write;
use std::time::Instant;
use tilewright_engines::{Ask, End, Engine, sat::Sat};
use tilewright_generate::{Budget, Spec, maker, seed_of};
use tilewright_puzzles::{Families, Puzzle};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let mut take = |flag: &str| {
        let at = words.iter().position(|word| word == flag);
        at.map(|at| words.remove(at)).is_some()
    };
    let is_shown = take("--show");
    let mut number = 20;
    if let Some(at) = words.iter().position(|word| word == "-n") {
        number = words
            .drain(at..at + 2)
            .next_back()
            .ok_or("a number")?
            .parse()?;
    }
    let mut kinds: Vec<(String, String)> = words
        .chunks_exact(2)
        .map(|pair| (pair[0].clone(), pair[1].clone()))
        .collect();
    if kinds.is_empty() {
        let families = Families::default();
        let of_kinds = families
            .iter()
            .filter(|family| family.kind_file().is_some());
        let boards = of_kinds.flat_map(|family| family.boards.clone());
        kinds = boards
            .map(|board| (board.name.to_string(), board.example.to_string()))
            .collect();
    }
    let mut out = std::io::stdout().lock();
    for (kind, size) in kinds {
        let line = match report(&kind, &size, number, is_shown, &mut out) {
            Ok(line) => line,
            Err(error) => error.to_string(),
        };
        writeln!(out, "{kind:14} {size:8} {line}")?;
        out.flush()?;
    }
    Ok(())
}

fn report(
    kind: &str,
    size: &str,
    number: u64,
    is_shown: bool,
    out: &mut impl Write,
) -> Result<String, Box<dyn Error>> {
    let maker = maker(kind, size, Spec::default(), false)?;
    let (mut made, mut missed, mut wrong, mut clues) = (0, 0, 0, 0);
    let mut times = Vec::new();
    let mut why = String::new();
    for seed in 0..number {
        let begun = Instant::now();
        let answer = maker.make(seed_of(1, seed), &Budget::default());
        times.push(begun.elapsed().as_secs_f64());
        match answer {
            Ok(puzzle) => {
                made += 1;
                clues += puzzle.puzzle.clue_count().unwrap_or(0);
                if !is_unique(&*puzzle.puzzle)? {
                    wrong += 1;
                }
                if is_shown {
                    writeln!(out, "{}", puzzle.puzzle.write("text")?)?;
                    let solved = puzzle.puzzle.fill(&puzzle.solution);
                    writeln!(out, "{}", solved.write("solution").unwrap_or_default())?;
                }
            }
            Err(error) => {
                missed += 1;
                why = error.to_string();
            }
        }
    }
    times.sort_by(f64::total_cmp);
    let total: f64 = times.iter().sum();
    let last = times.last().copied().unwrap_or(0.0);
    Ok(format!(
        "{made:5} made, {missed} missed, {wrong} wrong, {:6.1} clues, mean {:.3} s, median {:.3} s, most {last:.3} s {why}",
        f64::from(clues as u32) / f64::from(made.max(1)),
        total / f64::from(u32::try_from(number)?),
        times[times.len() / 2],
    ))
}

/// Returns true if another engine than the makers use first finds one solution.
fn is_unique(puzzle: &dyn Puzzle) -> Result<bool, Box<dyn Error>> {
    let model = puzzle.model(&Budget::default())?;
    let mut search = Sat.prepare(&model, &Budget::default())?;
    search.start(&Ask::given(puzzle.givens()).limit(2));
    let mut found = 0;
    loop {
        match search.advance() {
            Ok(_) => found += 1,
            Err(End::Complete) => return Ok(found == 1),
            Err(_) => return Ok(false),
        }
    }
}
