//! How fast models with lines and links are searched: the Killer Sudokus, Nonograms, Slitherlinks and Nurikabes of the folder
//! `TILEWRIGHT_DATA`, each checked for a second solution, all in one process.
//!
//!     cargo run --release -p tilewright-engines --example lined -- killers dance
//!
//! A third word is the name of the only board; a number, as in `slitherlinks sat 16`, takes one board of that many.
//! Prints the number of each verdict, the nodes, and the times for building, preparing and searching.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it is a command that reports what it measured"
)]

use std::error::Error;
use std::time::{Duration, Instant};
use std::{env, fs};
use tilewright_engines::{Ask, Budget, End, engine};
use tilewright_model::{Item, Language, Model, ModelBuilder, ModelError};
use tilewright_testkit::areas::Clues;
use tilewright_testkit::killer::{Cage, killer as killer_model};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Nodes after which a puzzle is given up.
const MOST_NODES: u64 = 1_000_000;

fn main() -> Outcome<()> {
    let mut words = env::args().skip(1);
    let kind = words.next().unwrap_or_else(|| "killers".into());
    let name = words.next().unwrap_or_else(|| "dance".into());
    let only = words.next();
    let (file, build): (_, fn(&str) -> Outcome<Model>) = match &*kind {
        "killers" => ("KillerSudoku", killer),
        "nonograms" => ("Nonogram", nonogram),
        "slitherlinks" => ("Slitherlink", |text| of_clues(text, Clues::slitherlink)),
        "nurikabes" => ("Nurikabe", |text| of_clues(text, Clues::nurikabe)),
        other => {
            let kinds = "killers, nonograms, slitherlinks or nurikabes";
            return Err(format!("{kinds}, not {other}").into());
        }
    };
    let every = only.as_ref().and_then(|word| word.parse().ok());
    let only = only.filter(|_| every.is_none());
    let engine = engine(&name).ok_or("there is no such engine")?;
    let folder = env::var("TILEWRIGHT_DATA").unwrap_or_else(|_| "../shared/data".into());
    let text = fs::read_to_string(format!("{folder}/genres/{file}.jsonl"))?;
    let mut runs = Vec::new();
    for line in text.lines().step_by(every.unwrap_or(1)) {
        let title = field(line, "name")?;
        if only.as_ref().is_some_and(|only| *only != title) {
            continue;
        }
        let start = Instant::now();
        let model = match build(&field(line, "problem")?) {
            Ok(model) => model,
            Err(error) => {
                eprintln!("{title}: {error}");
                continue;
            }
        };
        let making = start.elapsed();
        let mut search = engine
            .prepare(&model, &Budget::default())
            .map_err(|declined| declined.to_string())?;
        let ready = start.elapsed();
        let ask = Ask::default()
            .limit(2)
            .budget(Budget::default().nodes(MOST_NODES));
        search.start(&ask);
        let counted = search.count();
        let verdict = match (counted.end, u64::try_from(&counted.number)) {
            (End::Complete, Ok(1)) => "unique",
            (End::Complete, Ok(0)) => "none",
            (End::Limit, _) => "several",
            _ => "given up",
        };
        runs.push(Run {
            title,
            verdict,
            nodes: search.stats().nodes,
            built: making,
            prepared: ready.saturating_sub(making),
            whole: start.elapsed(),
        });
    }
    report(&mut runs);
    Ok(())
}

struct Run {
    title: String,
    verdict: &'static str,
    nodes: u64,
    built: Duration,
    prepared: Duration,
    whole: Duration,
}

fn report(runs: &mut [Run]) {
    runs.sort_by_key(|run| run.whole);
    for verdict in ["unique", "several", "none", "given up"] {
        let number = runs.iter().filter(|run| run.verdict == verdict).count();
        println!("{verdict}: {number}");
    }
    let sum = |of: fn(&Run) -> Duration| runs.iter().map(of).sum::<Duration>();
    let nodes: u64 = runs.iter().map(|run| run.nodes).sum();
    println!(
        "total {:?}: built {:?}, prepared {:?}; {nodes} nodes",
        sum(|run| run.whole),
        sum(|run| run.built),
        sum(|run| run.prepared)
    );
    if let Some(run) = runs.get(runs.len() / 2) {
        println!("median {:?}", run.whole);
    }
    for run in runs.iter().rev().take(6) {
        let Run {
            title,
            nodes,
            whole,
            verdict,
            ..
        } = run;
        println!("{title}: {whole:?}, {nodes} nodes, {verdict}");
    }
}

/// The text of a key in a line of JSON.
fn field(line: &str, key: &str) -> Outcome<String> {
    let key = format!("\"{key}\": \"");
    let from = line.find(&key).ok_or("a line without its keys")? + key.len();
    let to = line[from..].find('"').ok_or("a text without an end")?;
    Ok(line[from..from + to].replace("\\n", "\n"))
}

fn numbers(row: &str) -> Vec<usize> {
    let number = |word: &str| word.parse().unwrap_or(0);
    row.split_whitespace().map(number).collect()
}

/// The header says how many rows and columns; then come rows with sums, and rows with the number of each cell's cage.
fn killer(problem: &str) -> Outcome<Model> {
    let rows: Vec<Vec<usize>> = problem.lines().map(numbers).collect();
    let side = rows[0][0];
    let (tall, wide) = match side {
        4 => (2, 2),
        6 => (2, 3),
        9 => (3, 3),
        other => return Err(format!("a side of {other}").into()),
    };
    let (sums, cages) = (rows[1..=side].concat(), rows[side + 1..].concat());
    let most = cages.iter().copied().max().unwrap_or(0);
    let cage = |number: usize| -> Outcome<Cage> {
        let cells = (0u32..).zip(&cages).filter(|(_, cage)| **cage == number);
        let cells: Vec<u32> = cells.map(|(cell, _)| cell).collect();
        let sum: usize = cells.iter().map(|&cell| sums[cell as usize]).sum();
        Ok((cells, i64::try_from(sum)?))
    };
    let cages: Vec<Cage> = (1..=most).map(cage).collect::<Outcome<_>>()?;
    // Those without a sum are no cages.
    let cages: Vec<Cage> = cages.into_iter().filter(|&(_, sum)| sum > 0).collect();
    Ok(killer_model(tall, wide, &cages)?)
}

/// Some boards of the collection have a heading that disagrees with the grid.
fn of_clues(problem: &str, model: fn(&Clues) -> Result<Model, ModelError>) -> Outcome<Model> {
    let clues = Clues::read(problem).ok_or("the heading disagrees with the grid")?;
    Ok(model(&clues)?)
}

/// The header says how many rows and columns; then come the runs of each column, and of each row.
fn nonogram(problem: &str) -> Outcome<Model> {
    let rows: Vec<Vec<usize>> = problem.lines().map(numbers).collect();
    let (tall, wide) = (rows[0][0], rows[0][1]);
    let mut b = ModelBuilder::new((2 * tall * wide) as u32);
    let mut cells = Vec::new();
    for cell in 0..(tall * wide) as u32 {
        cells.push(b.tile(&[2 * cell, 2 * cell + 1])?);
    }
    for (number, runs) in rows[1..].iter().enumerate() {
        let tiles: Vec<Item> = match number.checked_sub(wide) {
            None => (0..tall).map(|row| cells[row * wide + number]).collect(),
            Some(row) => cells[row * wide..(row + 1) * wide].to_vec(),
        };
        let runs = Language::runs(&[false, true], runs)?;
        b.line(&tiles, runs, |_, choice| choice.0 % 2)?;
    }
    Ok(b.build()?)
}
