//! Sudoku variants: published boards with extras, solved and proved to have one solution.
//!
//! The boards are those of two collections that are not in the repository: ISS's constraint strings, and the addresses of
//! Sudoku-Bench. Each has its solution, a sign for each cell. Addresses of many genres have none: these are read, and said to have one
//! solution or not. Times are by the clock of one thread, as for the kinds (`genres`).

use crate::contest::our_engine;
use crate::genres::{Board, outcome, sum, tables};
use crate::{record, table};
use clap::Args;
use serde_json::Value;
use std::path::PathBuf;
use std::time::Duration;
use tilewright_engines::{Ask, Budget, End, Engine, solutions};
use tilewright_puzzles::{Families, Puzzle};

/// The collections: the file, the keys of name and board, and the format, where looks do not tell.
const COLLECTIONS: [(&str, [&str; 2], Option<&str>); 2] = [
    ("iss", ["name", "input"], Some("iss")),
    ("sudoku-bench", ["title", "encoded_puzzle"], None),
];

/// The options of the command.
#[derive(Args)]
pub(crate) struct Variants {
    /// A part of the names of the boards; all if it is left out.
    #[arg(value_name = "NAME", default_value = "")]
    name: String,
    /// Seconds on the clock after which a board is given up.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Our engine.
    #[arg(long, value_name = "NAME", default_value = "auto")]
    engine: String,
    /// Also write the tables to this file, with machine, compiler and date.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// Measures; returns true if every board has its stored solution, and that alone.
pub(crate) fn run(asked: &Variants) -> Result<bool, String> {
    let engine = our_engine(&asked.engine)?;
    let families = Families::default();
    let (mut rows, mut misses) = tables("collection");
    for (name, keys, format) in COLLECTIONS {
        let mut outcomes = Vec::new();
        for board in boards(name, keys)?
            .iter()
            .filter(|board| board.name.contains(&asked.name))
        {
            let outcome = outcome(engine, &families, format, board, asked.seconds);
            if let Some(miss) = &outcome.miss {
                eprintln!("{}: {miss}", board.name);
                misses.push(vec![board.name.clone(), miss.clone()]);
            }
            outcomes.push(outcome);
        }
        if !outcomes.is_empty() {
            rows.push(sum(name, &outcomes));
        }
    }
    let mut tables = format!("{}\n{}", table::print(&rows), table::print(&misses));
    let links = links(engine, &families, asked)?;
    if links.len() > 1 {
        tables = format!("{tables}\n{}", table::print(&links));
    }
    print!("{tables}");
    let how = "Milliseconds by the clock, one thread: the text, the model, its preparation, the solution and the proof \
               that there is no other.\n";
    record::write(
        asked.record.as_deref(),
        "Sudoku variants",
        &[],
        how,
        &tables,
    )?;
    Ok(misses.len() == 1)
}

/// What comes of the addresses: their genre, the family that reads them, and how many solutions there are.
fn links(
    engine: &dyn Engine,
    families: &Families,
    asked: &Variants,
) -> Result<Vec<Vec<String>>, String> {
    let mut rows = vec![["genre", "family", "outcome"].map(String::from).to_vec()];
    let Some(file) = tilewright_testkit::data("variants/links.tsv") else {
        return Ok(rows);
    };
    let text = std::fs::read_to_string(&file);
    let text = text.map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    let known = text.lines().filter_map(|line| line.split_once('\t'));
    for (genre, address) in known.filter(|(genre, _)| genre.contains(&asked.name)) {
        let (family, outcome) = match families.read(address, None) {
            Ok(puzzle) => {
                let outcome = solved(engine, &*puzzle, asked.seconds);
                (puzzle.family().name.to_string(), outcome)
            }
            Err(error) => (String::new(), error.to_string()),
        };
        rows.push(vec![genre.to_owned(), family, outcome]);
    }
    Ok(rows)
}

/// How many solutions a puzzle has, as far as two of them tell.
fn solved(engine: &dyn Engine, puzzle: &dyn Puzzle, seconds: u64) -> String {
    let budget = Budget::default().time(Duration::from_secs(seconds));
    let model = match puzzle.model(&budget) {
        Ok(model) => model,
        Err(error) => return format!("no model: {error}"),
    };
    let mut search = match engine.prepare(&model, &budget) {
        Ok(search) => search,
        Err(declined) => return declined.to_string(),
    };
    let ask = Ask::given(puzzle.givens()).limit(2).budget(budget);
    let mut found = solutions(&mut *search, &ask);
    let count = found.by_ref().count();
    match (count, found.end()) {
        (0, Some(End::Complete)) => "no solution".into(),
        (1, Some(End::Complete)) => "one solution".into(),
        (2, _) => "several solutions".into(),
        _ => format!("not settled in {seconds} s"),
    }
}

/// The boards of a collection that have a solution; none where there is no data.
fn boards(name: &str, [title, text]: [&str; 2]) -> Result<Vec<Board>, String> {
    let Some(folder) = tilewright_testkit::data("variants") else {
        return Ok(Vec::new());
    };
    let file = folder.join(format!("{name}.jsonl"));
    let lines = std::fs::read_to_string(&file);
    let lines = lines.map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    let board = |line: &str| {
        let object: Value = serde_json::from_str(line).ok()?;
        let field = |key: &str| Some(object[key].as_str()?.to_owned());
        let solution = field("solution").filter(|solution| !solution.is_empty())?;
        let problem = field(text)?;
        let columns = columns_of(&problem, solution.len());
        Some(Board {
            name: field(title)?,
            problem,
            solution: rows_of(&solution, columns),
        })
    };
    Ok(lines.lines().filter_map(board).collect())
}

/// The number of columns: as the board says it, or that of a square.
fn columns_of(problem: &str, cells: usize) -> usize {
    let shape = problem
        .split(".Shape~")
        .nth(1)
        .and_then(|shape| shape.split(['~', '.']).next());
    let columns = shape.and_then(|shape| shape.trim().split_once('x')?.1.parse().ok());
    columns.unwrap_or(cells.isqrt())
}

/// The size, and a row of numbers for each of signs. On large boards `A` is 1.
fn rows_of(solution: &str, columns: usize) -> String {
    let number = |sign: char| match sign {
        'A'..='Z' => (u32::from(sign) - u32::from('A') + 1).to_string(),
        sign => sign.to_string(),
    };
    let numbers: Vec<String> = solution.chars().map(number).collect();
    let columns = columns.max(1);
    let size = format!("{} {columns}\n", numbers.len() / columns);
    let rows = numbers.chunks(columns).map(|row| row.join(" ") + "\n");
    std::iter::once(size).chain(rows).collect()
}
