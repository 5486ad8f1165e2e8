//! Slitherlinks and Nurikabes: models with lines and links, proved to have one solution.
//!
//! The boards are those of a collection that is not in the repository; each comes with its solution, which has to be found.
//! A Slitherlink is a model of edges, a Nurikabe one of cells that are sea or belong to an island (`areas.rs` of the
//! testkit). Times are CPU time of the one thread: the model, its preparation and the search.

use crate::contest::our_engine;
use crate::{record, table};
use clap::Args;
use cpu_time::ThreadTime;
use std::path::PathBuf;
use std::time::Duration;
use tilewright_engines::{Ask, Budget, End, Engine, solutions};
use tilewright_model::{Choice, Model, ModelError};
use tilewright_testkit::areas::Clues;

/// The options of the command.
#[derive(Args)]
pub(crate) struct Areas {
    /// Rounds; the best counts.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Every board of that many.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Only boards whose genre and name contain this.
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Our engines.
    #[arg(long, value_name = "NAME", default_values_t = ["auto".to_string(), "sat".into()])]
    engine: Vec<String>,
    /// Seconds on the clock after which a board is given up.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Also print a row for each board.
    #[arg(long)]
    boards: bool,
    /// Also write the tables to this file, with machine, compiler and date.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// A kind of puzzle: the file of the collection, its model, and what of a solution the collection gives.
struct Genre {
    name: &'static str,
    model: fn(&Clues) -> Result<Model, ModelError>,
    marked: fn(&Clues, &[Choice]) -> Vec<bool>,
}

const GENRES: [Genre; 2] = [
    Genre {
        name: "Slitherlink",
        model: Clues::slitherlink,
        marked: Clues::inside,
    },
    Genre {
        name: "Nurikabe",
        model: Clues::nurikabe,
        marked: Clues::sea,
    },
];

struct Board {
    name: String,
    clues: Clues,
    /// The cells that are inside the loop, or sea.
    marked: Vec<bool>,
}

/// The outcome of an engine on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Unique(Duration),
    /// The collection is mistaken: there is another solution.
    Several(Duration),
    GivenUp(Duration),
    Wrong,
}

impl Outcome {
    fn time(self) -> Duration {
        match self {
            Self::Unique(time) | Self::Several(time) | Self::GivenUp(time) => time,
            Self::Wrong => Duration::ZERO,
        }
    }

    fn cell(self) -> String {
        let time = milliseconds(self.time());
        match self {
            Self::Unique(_) => time,
            Self::Several(_) => format!("{time} (several)"),
            Self::GivenUp(_) => format!("> {time}"),
            Self::Wrong => "wrong".into(),
        }
    }
}

/// Measures; returns true if no answer was wrong.
pub(crate) fn run(asked: &Areas) -> Result<bool, String> {
    let names = &asked.engine;
    let engines: Result<Vec<_>, _> = names.iter().map(|name| our_engine(name)).collect();
    let engines = engines?;
    let first = [
        "genre", "boards", "engine", "unique", "several", "given up", "wrong",
    ];
    let times = ["total ms", "median ms", "most ms"];
    let mut sums = vec![first.into_iter().chain(times).map(String::from).collect()];
    let heading = ["board".to_string(), "cells".into()].into_iter();
    let mut rows: Vec<Vec<String>> = vec![heading.chain(names.iter().cloned()).collect()];
    let mut is_right = true;
    for genre in &GENRES {
        let boards = boards(genre, asked)?;
        let mut outcomes = vec![Vec::new(); engines.len()];
        for board in &boards {
            let mut row = vec![board.name.clone(), board.clues.cells.len().to_string()];
            for (engine, outcomes) in engines.iter().zip(&mut outcomes) {
                let outcome = best(*engine, genre, board, asked)?;
                is_right &= outcome != Outcome::Wrong;
                row.push(outcome.cell());
                outcomes.push(outcome);
            }
            eprintln!("{}", row.join("  "));
            rows.push(row);
        }
        for (name, outcomes) in names.iter().zip(&outcomes) {
            sums.push(sum(genre.name, name, outcomes));
        }
    }
    let mut tables = table::print(&sums);
    if asked.boards {
        tables = format!("{tables}\n{}", table::print(&rows));
    }
    print!("{tables}");
    let how = "CPU time of one thread in milliseconds, the best round of each: the model, its preparation, the \
               solution and the proof that there is no other.\n";
    record::write(
        asked.record.as_deref(),
        "Slitherlinks and Nurikabes",
        &[],
        how,
        &tables,
    )?;
    Ok(is_right)
}

fn sum(genre: &str, engine: &str, outcomes: &[Outcome]) -> Vec<String> {
    let count = |is: fn(&Outcome) -> bool| outcomes.iter().filter(|it| is(it)).count().to_string();
    let mut times: Vec<Duration> = outcomes.iter().map(|outcome| outcome.time()).collect();
    times.sort_unstable();
    let at = |place: usize| times.get(place).copied().unwrap_or_default();
    vec![
        genre.into(),
        outcomes.len().to_string(),
        engine.into(),
        count(|it| matches!(it, Outcome::Unique(_))),
        count(|it| matches!(it, Outcome::Several(_))),
        count(|it| matches!(it, Outcome::GivenUp(_))),
        count(|it| matches!(it, Outcome::Wrong)),
        milliseconds(times.iter().sum()),
        milliseconds(at(times.len() / 2)),
        milliseconds(at(times.len().saturating_sub(1))),
    ]
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1e3)
}

/// The boards of a genre that were asked for; none where there is no data.
fn boards(genre: &Genre, asked: &Areas) -> Result<Vec<Board>, String> {
    let Some(file) = tilewright_testkit::data(format!("genres/{}.jsonl", genre.name)) else {
        return Ok(Vec::new());
    };
    let text = std::fs::read_to_string(&file)
        .map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    let lines = text.lines().step_by(asked.every as usize);
    // Some boards of the collection have a heading that disagrees with the grid, or no solution.
    let boards = lines.filter_map(board);
    let is_asked = |board: &Board| {
        let name = format!("{} {}", genre.name, board.name);
        asked.only.as_ref().is_none_or(|only| name.contains(only))
    };
    Ok(boards.filter(is_asked).collect())
}

/// A line of the collection, which is an object of plain strings.
fn board(line: &str) -> Option<Board> {
    let field = |name: &str| {
        let (_, rest) = line.split_once(&format!("\"{name}\": \""))?;
        Some(rest.split_once('"')?.0.replace("\\n", "\n"))
    };
    let clues = Clues::read(&field("problem")?)?;
    let solution = field("solution")?;
    let cells = solution.split_whitespace().skip(2);
    let marked: Vec<bool> = cells.map(|cell| cell == "x").collect();
    (marked.len() == clues.cells.len()).then_some(Board {
        name: field("name")?,
        clues,
        marked,
    })
}

/// The best of all rounds; what was given up is not tried again.
fn best(
    engine: &dyn Engine,
    genre: &Genre,
    board: &Board,
    asked: &Areas,
) -> Result<Outcome, String> {
    let mut best = solve(engine, genre, board, asked.seconds)?;
    for _ in 1..asked.rounds {
        if !matches!(best, Outcome::Unique(_) | Outcome::Several(_)) {
            break;
        }
        let outcome = solve(engine, genre, board, asked.seconds)?;
        if outcome == Outcome::Wrong || outcome.time() < best.time() {
            best = outcome;
        }
    }
    Ok(best)
}

fn solve(
    engine: &dyn Engine,
    genre: &Genre,
    board: &Board,
    seconds: u64,
) -> Result<Outcome, String> {
    let begun = ThreadTime::now();
    let model = (genre.model)(&board.clues).map_err(|error| format!("{}: {error}", board.name))?;
    let budget = Budget::default().time(Duration::from_secs(seconds));
    let prepared = engine.prepare(&model, &budget);
    let mut search = prepared.map_err(|declined| format!("{}: {declined}", board.name))?;
    let mut found = solutions(&mut *search, &Ask::default().limit(2).budget(budget));
    let listed: Vec<_> = found.by_ref().collect();
    let end = found.end();
    let time = begun.elapsed();
    let is_known = |solution: &Vec<Choice>| (genre.marked)(&board.clues, solution) == board.marked;
    Ok(match (listed.len(), end) {
        (1, Some(End::Complete)) if is_known(&listed[0]) => Outcome::Unique(time),
        (_, Some(End::Limit)) if listed.iter().all(|it| model.is_solution(it)) => {
            Outcome::Several(time)
        }
        (0 | 1, Some(End::Complete)) | (_, Some(End::Limit)) => Outcome::Wrong,
        _ => Outcome::GivenUp(time),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked() -> Areas {
        Areas {
            rounds: 2,
            every: 1,
            only: None,
            engine: Vec::new(),
            seconds: 60,
            boards: false,
            record: None,
        }
    }

    #[test]
    fn a_board_is_read_and_its_verdict_compared_with_its_solution() {
        let line = r#"{"name": "a", "problem": "3 3\n- - -\n- 1 -\n- - -", "solution": "3 3\nx x x\nx - x\nx x x"}"#;
        let mut board = board(line).unwrap();
        let engine = our_engine("auto").unwrap();
        let outcome = |board: &Board| best(engine, &GENRES[1], board, &asked()).unwrap();
        assert!(matches!(outcome(&board), Outcome::Unique(_)));
        board.marked[4] = true;
        assert_eq!(outcome(&board), Outcome::Wrong);
        board.clues.cells[4] = Some(2);
        assert!(matches!(outcome(&board), Outcome::Several(_)));
        board.clues.cells[0] = Some(1);
        assert_eq!(outcome(&board), Outcome::Wrong);
    }

    #[test]
    fn boards_without_grid_or_solution_are_left_out() {
        for line in [
            "",
            r#"{"name": "a", "problem": "3 3\n- -", "solution": ""}"#,
            r#"{"name": "a", "problem": "1 1\n-", "solution": ""}"#,
        ] {
            assert!(board(line).is_none(), "{line}");
        }
    }
}
