//! Kinds of puzzles: published boards solved by the kinds' files, and proved to have one solution.
//!
//! The boards are those of a collection that is not in the repository: a file for each genre, named as the kind or as it is
//! called, too. Each comes with its solution, which has to be found. Times are by the clock of one thread: the text, the
//! model, its preparation, the solution and the proof that there is no other.

use crate::contest::our_engine;
use crate::{record, table};
use clap::Args;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tilewright_engines::{Ask, Budget, End, Engine, solutions};
use tilewright_model::Choice;
use tilewright_puzzles::{Families, Family, Puzzle, Solutions};

/// The options of the command.
#[derive(Args)]
pub(crate) struct Genres {
    /// The kinds, or files of kinds; all that are built in if none is named.
    #[arg(value_name = "KIND")]
    kinds: Vec<String>,
    /// At most this many boards of each, evenly spread over its file.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
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

/// A board of the collection.
pub(crate) struct Board {
    pub(crate) name: String,
    pub(crate) problem: String,
    pub(crate) solution: String,
}

/// The outcome on a board.
pub(crate) struct Outcome {
    time: Duration,
    is_stored: bool,
    is_unique: bool,
    /// Why it is not both.
    pub(crate) miss: Option<String>,
}

/// The tables of results and of missed boards, with their headings alone; `what` is counted in a row.
pub(crate) fn tables(what: &str) -> (Vec<Vec<String>>, Vec<Vec<String>>) {
    let heading = [
        what,
        "boards",
        "as stored",
        "unique",
        "missed",
        "median ms",
        "most ms",
    ];
    let rows = vec![heading.map(String::from).to_vec()];
    (
        rows,
        vec![["board", "why it is missed"].map(String::from).to_vec()],
    )
}

/// Measures; returns true if every board has its stored solution, and that alone.
pub(crate) fn run(asked: &Genres) -> Result<bool, String> {
    let engine = our_engine(&asked.engine)?;
    let (families, kinds) = chosen(&asked.kinds)?;
    let (mut rows, mut misses) = tables("kind");
    for family in &families {
        let is_asked = kinds.is_empty() || kinds.iter().any(|kind| *kind == family.name);
        let boards = if is_asked {
            sampled(boards(family)?, asked.sample)
        } else {
            Vec::new()
        };
        if boards.is_empty() {
            continue;
        }
        let mut outcomes = Vec::new();
        for board in &boards {
            let outcome = outcome(engine, &families, Some(&family.name), board, asked.seconds);
            if let Some(miss) = &outcome.miss {
                let board = format!("{} {}", family.name, board.name);
                eprintln!("{board}: {miss}");
                misses.push(vec![board, miss.clone()]);
            }
            outcomes.push(outcome);
        }
        let row = sum(&family.name, &outcomes);
        eprintln!("{}", row.join("  "));
        rows.push(row);
    }
    let tables = format!("{}\n{}", table::print(&rows), table::print(&misses));
    print!("{tables}");
    let how = "Milliseconds by the clock, one thread: the text, the model, its preparation, the solution and the proof \
               that there is no other.\n";
    record::write(
        asked.record.as_deref(),
        "Kinds of puzzles",
        &[],
        how,
        &tables,
    )?;
    Ok(misses.len() == 1)
}

/// All families, with those of the named files of kinds, and the names of the kinds that were asked for.
pub(crate) fn chosen(names: &[String]) -> Result<(Families, Vec<String>), String> {
    let mut families = Families::default();
    let mut kinds = Vec::new();
    for name in names {
        let is_file = Path::new(name).extension();
        let family = if is_file.is_some_and(|ending| ending == "toml") {
            of_file(name)?
        } else {
            let unknown = || format!("there is no kind {name:?}");
            families.get(name).cloned().ok_or_else(unknown)?
        };
        kinds.push(family.name.to_string());
        families = families.with(family);
    }
    Ok((families, kinds))
}

/// The family of a kind that a file describes.
fn of_file(name: &str) -> Result<Family, String> {
    let text = std::fs::read_to_string(name);
    let text = text.map_err(|error| format!("{name} cannot be read: {error}"))?;
    Family::of_kind(&text).map_err(|error| format!("{name}: {error}"))
}

pub(crate) fn sum(kind: &str, outcomes: &[Outcome]) -> Vec<String> {
    let count = |is: fn(&Outcome) -> bool| outcomes.iter().filter(|it| is(it)).count().to_string();
    let mut times: Vec<Duration> = outcomes.iter().map(|outcome| outcome.time).collect();
    times.sort_unstable();
    let milliseconds = |place: usize| {
        let time = times.get(place).copied().unwrap_or_default();
        format!("{:.1}", time.as_secs_f64() * 1e3)
    };
    vec![
        kind.into(),
        outcomes.len().to_string(),
        count(|it| it.is_stored),
        count(|it| it.is_unique),
        count(|it| it.miss.is_some()),
        milliseconds(times.len() / 2),
        milliseconds(times.len().saturating_sub(1)),
    ]
}

/// The boards of a kind; none where there is no data.
pub(crate) fn boards(family: &Family) -> Result<Vec<Board>, String> {
    let (Some(kind), Some(folder)) = (family.kind_file(), tilewright_testkit::data("genres"))
    else {
        return Ok(Vec::new());
    };
    let unread = |error: std::io::Error| format!("{} cannot be read: {error}", folder.display());
    let mut boards = Vec::new();
    for file in std::fs::read_dir(&folder).map_err(unread)? {
        let path = file.map_err(unread)?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if kind.is_called(&name) {
            let text = std::fs::read_to_string(&path).map_err(unread)?;
            boards.extend(text.lines().filter_map(board));
        }
    }
    Ok(boards)
}

/// So many of the boards, evenly spread over the file.
fn sampled(boards: Vec<Board>, sample: Option<u32>) -> Vec<Board> {
    let most = sample.map_or(boards.len().max(1), |count| count as usize);
    let step = boards.len().div_ceil(most);
    boards.into_iter().step_by(step.max(1)).collect()
}

/// A line of the collection; none where there is no solution.
fn board(line: &str) -> Option<Board> {
    let object: Value = serde_json::from_str(line).ok()?;
    let field = |name: &str| Some(object[name].as_str()?.to_owned());
    let solution = field("solution").filter(|solution| !solution.trim().is_empty())?;
    Some(Board {
        name: field("name")?,
        problem: field("problem")?,
        solution,
    })
}

/// Reads and solves a board; `wanted` is its family or format, where its looks do not tell.
pub(crate) fn outcome(
    engine: &dyn Engine,
    families: &Families,
    wanted: Option<&str>,
    board: &Board,
    seconds: u64,
) -> Outcome {
    let begun = Instant::now();
    let solved = solve(engine, families, wanted, board, seconds);
    let time = begun.elapsed();
    let (is_stored, is_unique, miss) = match solved {
        Ok(Solved {
            stored,
            why_not_unique,
        }) => {
            let is_unique = why_not_unique.is_none();
            (stored.is_ok(), is_unique, why_not_unique.or(stored.err()))
        }
        Err(miss) => (false, false, Some(miss)),
    };
    Outcome {
        time,
        is_stored,
        is_unique,
        miss,
    }
}

/// A board with a solution.
struct Solved {
    /// Why the solution is not the one of the collection.
    stored: Result<(), String>,
    why_not_unique: Option<String>,
}

fn solve(
    engine: &dyn Engine,
    families: &Families,
    wanted: Option<&str>,
    board: &Board,
    seconds: u64,
) -> Result<Solved, String> {
    let puzzle = families.read(&board.problem, wanted);
    let puzzle = puzzle.map_err(|error| format!("not read: {error}"))?;
    let budget = Budget::default().time(Duration::from_secs(seconds));
    let model = puzzle
        .model(&budget)
        .map_err(|error| format!("no model: {error}"))?;
    let prepared = engine.prepare(&model, &budget);
    let mut search = prepared.map_err(|declined| declined.to_string())?;
    let mut found = solutions(
        &mut *search,
        &Ask::given(puzzle.givens()).limit(2).budget(budget),
    );
    let listed: Vec<Vec<Choice>> = found.by_ref().collect();
    let end = found.end();
    if listed.is_empty() {
        return Err(match end {
            Some(End::Complete) => "no solution".to_owned(),
            _ => format!("no answer in {seconds} s"),
        });
    }
    let why_not_unique = match end {
        Some(End::Complete) => None,
        Some(End::Limit) => Some("several solutions".to_owned()),
        _ => Some(format!("not proved in {seconds} s")),
    };
    let compared = listed
        .iter()
        .map(|found| compare(&*puzzle, found, &board.solution));
    Ok(Solved {
        stored: compared.reduce(Result::or).unwrap_or(Ok(())),
        why_not_unique,
    })
}

/// Compares a solution with the written one.
fn compare(puzzle: &dyn Puzzle, solution: &[Choice], written: &str) -> Result<(), String> {
    let solved = puzzle.fill(solution);
    let able = solved
        .can::<dyn Solutions>()
        .ok_or("solutions of it are not read")?;
    let comparison = able.compared(written);
    let comparison = comparison.map_err(|error| format!("its solution is not read: {error}"))?;
    match comparison.differing.first() {
        None if comparison.places == 0 => Err("its solution says nothing".to_owned()),
        None => Ok(()),
        Some(first) => Err(format!(
            "another solution: {} of {} differ, as {first}",
            comparison.differing.len(),
            comparison.places
        )),
    }
}
