//! `nine` beside Sudoku solvers: the first solution, and whether it is the only one.
//!
//! | file | what |
//! | --- | --- |
//! | `sets.rs` | the boards: made here, or files of puzzles |
//! | `contender.rs` | what everybody who is measured has in common |
//! | `ours.rs` | our side, through the public interface |
//! | `peers.rs` | the other side, an adapter each |
//! | `check.rs` | right or wrong |
//! | `measure.rs` | rounds and times |
//! | `callgrind.rs` | instructions instead of times |
//! | `report.rs` | the rows of the tables |

#![expect(
    clippy::cast_precision_loss,
    reason = "figures are shown with a few digits"
)]

mod callgrind;
mod check;
mod contender;
mod measure;
mod ours;
mod peers;
mod report;
mod sets;

use crate::{contest, record};
use clap::Args;
use contender::{Contender, Kind};
use measure::{Figure, Plan};
use ours::Ours;
use report::{Column, Row};
use sets::Set;
use std::fmt::Write as _;
use std::path::PathBuf;
use tilewright_engines::Engine;
use tilewright_engines::bulk::BulkAnswers;
use tilewright_model::Model;
use tilewright_model::budget::Budget;
use tilewright_puzzles::sudoku::Shape;

/// The options of the command.
#[derive(Args)]
pub(crate) struct Nine {
    /// Rounds in which every contender solves everything; its best counts.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Only sets whose name contains this; may be given several times.
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Only up to this many solutions, instead of 1 and 2; may be given several times.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Vec<u32>,
    /// Also the puzzles of this folder: each file *.txt is a set, a puzzle a line.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Boards in a call in bulk; the whole set unless told.
    #[arg(long, value_name = "N", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    batch: Option<usize>,
    /// Threads of the tables for several; as many as the machine has unless told, none with 1.
    #[arg(long, value_name = "N", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    threads: Option<usize>,
    /// Our engine.
    #[arg(long, value_name = "NAME", default_value = "nine")]
    engine: String,
    /// Also `nine` in bulk on every other path that this machine has, such as AVX2 alone.
    #[arg(long)]
    paths: bool,
    /// Count instructions with valgrind instead of measuring times.
    #[arg(long, conflicts_with = "paths")]
    count_instructions: bool,
    /// Also write the tables to this file, with machine, compiler, date and command.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// The options of a run under valgrind.
#[derive(Args)]
pub(crate) struct Sample {
    #[arg(long)]
    file: PathBuf,
    #[arg(long)]
    contender: String,
    #[arg(long)]
    engine: String,
    #[arg(long)]
    limit: u32,
    #[arg(long)]
    boards: usize,
}

/// Returns true if our engine was right everywhere.
pub(crate) fn run(asked: &Nine) -> Result<bool, String> {
    let engine = contest::our_engine(&asked.engine)?;
    let model = classic()?;
    let mut ours = Ours::ways(engine, &model);
    if asked.paths {
        ours.extend(Ours::other_paths());
    }
    let contenders = contender::all(&ours);
    let sets = all_sets(asked)?;
    let mut limits = asked.limit.clone();
    if limits.is_empty() {
        limits = vec![1, 2];
    }
    let (how, tables, is_right) = if asked.count_instructions {
        let tables = instructions(engine, &contenders, &model, &sets, &limits)?;
        (how_counted(), tables, true)
    } else {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let plan = Plan {
            rounds: asked.rounds,
            threads: asked.threads.unwrap_or(cores),
            batch: asked.batch,
        };
        let (tables, is_right) = times(&contenders, &model, &sets, &limits, plan);
        (how_measured(plan), tables, is_right)
    };
    print!("{tables}");
    let record = asked.record.as_deref();
    let title = format!("{} beside its peers", engine.name());
    let peers = peers::PEERS.each_ref().map(|peer| peer.name);
    record::write(record, &title, &peers, &how, &tables)?;
    Ok(is_right)
}

/// One contender on the first boards of a file, without a word: for valgrind.
pub(crate) fn sample(asked: &Sample) -> Result<(), String> {
    let model = classic()?;
    let ours = Ours::ways(contest::our_engine(&asked.engine)?, &model);
    let contenders = contender::all(&ours);
    let named = contenders.iter().find(|c| c.name() == asked.contender);
    let contender = named.ok_or_else(|| format!("there is no contender {:?}", asked.contender))?;
    let set = sets::read("sample", &asked.file)?;
    let boards = set.boards.get(..asked.boards);
    let boards = boards.ok_or("the file has fewer puzzles than that")?;
    let mut session = contender.session(&model).map_err(|d| d.to_string())?;
    session.run(boards, asked.limit, &mut BulkAnswers::default());
    Ok(())
}

fn classic() -> Result<Model, String> {
    let model = Shape::classic().model(&Budget::default());
    model.map_err(|error| error.to_string())
}

fn all_sets(asked: &Nine) -> Result<Vec<Set>, String> {
    let only = &asked.only;
    let is_wanted = |name: &str| only.is_empty() || only.iter().any(|part| name.contains(part));
    let mut sets = sets::made(is_wanted);
    if let Some(folder) = &asked.folder {
        sets.extend(sets::folder(folder, is_wanted)?);
    }
    for set in &sets {
        if set.skipped > 0 {
            eprintln!("{}: {} lines are not puzzles", set.name, set.skipped);
        }
    }
    sets.retain(|set| !set.boards.is_empty());
    if sets.is_empty() {
        return Err("there is no set with puzzles and such a name".into());
    }
    Ok(sets)
}

/// The tables of times, and whether our side was right everywhere.
fn times(
    contenders: &[&dyn Contender],
    model: &Model,
    sets: &[Set],
    limits: &[u32],
    plan: Plan,
) -> (String, bool) {
    let columns = columns(contenders);
    let mut text = String::new();
    let mut is_right = true;
    let mut guesses: Vec<Row<Option<f64>>> = sets.iter().map(|set| row(set, vec![])).collect();
    for &limit in limits {
        let (mut one, mut all) = (Vec::new(), Vec::new());
        for (set, guesses) in sets.iter().zip(&mut guesses) {
            eprintln!("{}, {} …", set.name, report::title(limit));
            let measured = measure::measure(contenders, model, &set.boards, limit, plan);
            let mut figures = columns.iter().zip(&measured.one_thread);
            is_right &= figures.all(|(column, figure)| {
                column.kind == Kind::Peer || !matches!(figure, Figure::Wrong(_))
            });
            one.push(row(set, measured.one_thread));
            all.push(row(set, measured.all_threads));
            guesses.cells.extend(measured.guesses);
        }
        let title = report::title(limit);
        let table = report::rates(&columns, &one);
        let _ = write!(text, "Puzzles a second, {title}, one thread:\n\n{table}\n");
        if plan.threads > 1 {
            let (table, threads) = (report::rates(&columns, &all), plan.threads);
            let _ = write!(
                text,
                "Puzzles a second, {title}, {threads} threads:\n\n{table}\n"
            );
        }
    }
    let table = report::guesses(&columns, limits, &guesses);
    let _ = write!(
        text,
        "Guesses per puzzle, up to the limit of solutions:\n\n{table}"
    );
    (text, is_right)
}

/// The tables of instructions.
fn instructions(
    engine: &dyn Engine,
    contenders: &[&dyn Contender],
    model: &Model,
    sets: &[Set],
    limits: &[u32],
) -> Result<String, String> {
    callgrind::is_there()?;
    let columns = columns(contenders);
    let file = format!("tilewright-bench-{}.txt", std::process::id());
    let file = std::env::temp_dir().join(file);
    let mut text = String::new();
    for &limit in limits {
        let mut rows = Vec::new();
        for set in sets {
            let work = measure::work(&set.boards);
            let lines = work[..callgrind::MANY].iter();
            let lines: Vec<String> = lines.map(tilewright_testkit::sudoku::print).collect();
            std::fs::write(&file, lines.join("\n")).map_err(|error| error.to_string())?;
            let mut cells = Vec::new();
            for entrant in measure::entrants(contenders, model, &work, limit) {
                let fit = entrant.filter(|entrant| !entrant.is_sampled());
                let count = fit.map(|entrant| {
                    let name = entrant.contender.name();
                    eprintln!("{}, {}: {name} …", set.name, report::title(limit));
                    callgrind::per_board(entrant.contender, engine.name(), &file, limit)
                });
                cells.push(count.transpose()?);
            }
            rows.push(row(set, cells));
        }
        let (title, table) = (report::title(limit), report::instructions(&columns, &rows));
        let _ = write!(
            text,
            "Instructions per puzzle, {title}, one thread:\n\n{table}\n"
        );
    }
    let _ = std::fs::remove_file(&file);
    Ok(text)
}

fn columns(contenders: &[&dyn Contender]) -> Vec<Column> {
    let column = |contender: &&dyn Contender| Column {
        name: contender.name(),
        kind: contender.kind(),
    };
    contenders.iter().map(column).collect()
}

fn row<T>(set: &Set, cells: Vec<T>) -> Row<T> {
    Row {
        set: set.name.clone(),
        boards: set.boards.len(),
        cells,
    }
}

fn how_measured(plan: Plan) -> String {
    let batch = plan
        .batch
        .map_or("the whole set".into(), |n| format!("{n} boards"));
    format!(
        "All solve the same boards in turns; the best of {} rounds counts. One thread: its CPU time;\n\
         several: time on the clock. A call in bulk has {batch}. Sets of fewer than {} boards are\n\
         repeated until they have as many. `~` marks who was too slow for all boards and solved a\n\
         sample. docs/bench.md says more.\n",
        plan.rounds,
        measure::LEAST_BOARDS,
    )
}

fn how_counted() -> String {
    format!(
        "Instructions by callgrind: those for the first {} boards less those for the first {}, divided\n\
         by the difference. valgrind shows programs a processor without AVX-512.\n",
        callgrind::MANY,
        callgrind::FEW,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_that_is_not_there_is_named() {
        let error = contest::our_engine("ten").err().unwrap();
        assert!(error.contains("ten"));
        assert!(contest::our_engine("nine").is_ok());
    }

    #[test]
    fn contenders_have_different_names() {
        let model = classic().unwrap();
        let ours = Ours::ways(contest::our_engine("nine").unwrap(), &model);
        let mut names: Vec<String> = contender::all(&ours).iter().map(|c| c.name()).collect();
        let number = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), number);
    }

    #[test]
    fn every_peer_has_a_version() {
        for peer in &peers::PEERS {
            assert_ne!(record::with_version(peer.name), peer.name);
        }
    }

    #[test]
    fn a_sample_runs_the_contender_that_is_named() {
        let file = format!("tilewright-bench-sample-{}.txt", std::process::id());
        let file = std::env::temp_dir().join(file);
        std::fs::write(&file, ".".repeat(81)).unwrap();
        let asked = |contender: &str, boards| Sample {
            file: file.clone(),
            contender: contender.into(),
            engine: "auto".into(),
            limit: 1,
            boards,
        };
        assert_eq!(sample(&asked("sudoku", 1)), Ok(()));
        assert!(sample(&asked("sudoku", 2)).is_err());
        assert!(sample(&asked("nobody", 1)).is_err());
        std::fs::remove_file(&file).unwrap();
    }
}
