//! Minimal 9×9 Sudokus made, beside generators from crates.io.
//!
//! Every contender makes puzzles from nothing, the full board too, on one thread. The output is
//! checked: how many have one solution, and how many are minimal, where with half a turn pairs of
//! clues count together. CPU time counts, the best of some rounds.

mod check;

use crate::{record, table};
use clap::Args;
use cpu_time::ProcessTime;
use std::path::PathBuf;
use std::time::Duration;
use tilewright_generate::{Budget, Made, Maker, Minimal, Spec, Symmetry, seed_of, sudoku::sudoku};
use tilewright_puzzles::sudoku::Shape;
use tilewright_testkit::sudoku::{Board, filled};

/// The crates that are measured.
const PEERS: [&str; 2] = ["rustoku-lib", "sudoku"];

/// The options of the command.
#[derive(Args)]
pub(crate) struct Generate {
    /// Rounds in which every contender makes puzzles; its best counts.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Puzzles in a round.
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(1..))]
    number: u32,
    /// Write a record to this file.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// Makes a number of puzzles, by a seed if it takes one.
type Make = Box<dyn Fn(u32, u64) -> Vec<Board>>;

/// A contender.
struct Contender {
    name: &'static str,
    make: Make,
}

/// Its result.
struct Figure {
    name: &'static str,
    /// Seconds of CPU for a puzzle.
    seconds: f64,
    clues: f64,
    unique: u32,
    minimal: u32,
}

/// Runs it; whether all of ours are as they must be.
pub(crate) fn run(asked: &Generate) -> Result<bool, String> {
    let mut tables = String::new();
    let mut is_right = true;
    for symmetry in [Symmetry::None, Symmetry::HalfTurn] {
        let contenders = contenders(symmetry)?;
        let figures: Vec<Figure> = contenders
            .iter()
            .map(|contender| measure(contender, symmetry, asked))
            .collect();
        let ours = figures
            .iter()
            .filter(|figure| figure.name.starts_with("ours"));
        let is_whole =
            |figure: &Figure| figure.unique == asked.number && figure.minimal == asked.number;
        is_right &= ours.clone().all(is_whole);
        let title = match symmetry {
            Symmetry::None => "minimal",
            _ => "minimal with half a turn",
        };
        let rows = report(&figures, asked.number);
        tables.extend(["\n## ", title, "\n\n", &rows]);
    }
    println!("{tables}");
    let record = asked.record.as_deref();
    let how = "CPU time on one thread, the best of some rounds; the full board is part of it. \
               How many have one solution and are minimal was checked afterwards.\n";
    record::write(record, "Making minimal 9×9 Sudokus", &PEERS, how, &tables)?;
    Ok(is_right)
}

fn measure(contender: &Contender, symmetry: Symmetry, asked: &Generate) -> Figure {
    let mut best = f64::INFINITY;
    let mut boards = Vec::new();
    for round in 0..asked.rounds {
        let start = ProcessTime::now();
        boards = (contender.make)(asked.number, round.into());
        best = best.min(start.elapsed().as_secs_f64());
    }
    eprintln!("{}: done", contender.name);
    let clues: usize = boards.iter().flatten().filter(|&&value| value > 0).count();
    let (unique, minimal) = check::check(&boards, symmetry == Symmetry::HalfTurn);
    Figure {
        name: contender.name,
        seconds: best / f64::from(asked.number),
        clues: f64::from(clues as u32) / f64::from(asked.number),
        unique,
        minimal,
    }
}

fn report(figures: &[Figure], number: u32) -> String {
    let heading = [
        "",
        "puzzles/s",
        "µs each",
        "clues",
        "unique",
        "minimal",
        "ours is",
    ];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    for figure in figures {
        let share = |part: u32| format!("{:.1} %", 100.0 * f64::from(part) / f64::from(number));
        rows.push(vec![
            figure.name.to_owned(),
            table::grouped(a_second(figure.seconds)),
            format!("{:.1}", figure.seconds * 1e6),
            format!("{:.2}", figure.clues),
            share(figure.unique),
            share(figure.minimal),
            table::times(Some(figure.seconds / figures[0].seconds)),
        ]);
    }
    table::print(&rows)
}

/// The number in a second.
fn a_second(seconds: f64) -> u64 {
    let nanoseconds = Duration::from_secs_f64(seconds).as_nanos().max(1);
    1_000_000_000 / nanoseconds as u64
}

fn contenders(symmetry: Symmetry) -> Result<Vec<Contender>, String> {
    let spec = || Spec {
        minimal: Minimal::Sets,
        symmetry,
        ..Spec::default()
    };
    let maker = || sudoku(Shape::classic(), spec()).map_err(|unable| unable.to_string());
    let (many, single) = (maker()?, maker()?);
    Ok(vec![
        Contender {
            name: "ours, many",
            make: Box::new(move |number, seed| ours_many(&*many, number, seed)),
        },
        Contender {
            name: "ours, one by one",
            make: Box::new(move |number, seed| ours_single(&*single, number, seed)),
        },
        Contender {
            name: "sudoku",
            make: Box::new(move |number, _| (0..number).map(|_| by_sudoku(symmetry)).collect()),
        },
        Contender {
            name: "rustoku-lib",
            make: Box::new(move |number, _| (0..number).map(|_| by_rustoku(symmetry)).collect()),
        },
    ])
}

fn ours_many(maker: &dyn Maker, number: u32, seed: u64) -> Vec<Board> {
    let seeds: Vec<u64> = (0..number.into()).map(|at| seed_of(seed, at)).collect();
    let made = maker.make_many(&seeds, &Budget::default());
    made.into_iter()
        .map(|made| row(made.as_ref().ok()))
        .collect()
}

fn ours_single(maker: &dyn Maker, number: u32, seed: u64) -> Vec<Board> {
    let make = |at: u64| maker.make(seed_of(seed, at), &Budget::default());
    (0..number.into())
        .map(|at| row(make(at).as_ref().ok()))
        .collect()
}

/// The clues of a puzzle; an empty board where there is none.
fn row(made: Option<&Made>) -> Board {
    made.map_or([0; 81], |made| filled(&made.puzzle.givens()))
}

fn by_sudoku(symmetry: Symmetry) -> Board {
    let theirs = match symmetry {
        Symmetry::None => ::sudoku::board::Symmetry::None,
        _ => ::sudoku::board::Symmetry::HalfRotation,
    };
    ::sudoku::Sudoku::generate_with_symmetry(theirs).to_bytes()
}

/// 17 asks for as few clues as it can reach.
fn by_rustoku(symmetry: Symmetry) -> Board {
    let theirs = match symmetry {
        Symmetry::None => rustoku_lib::core::Symmetry::None,
        _ => rustoku_lib::core::Symmetry::Rotational180,
    };
    let generator = rustoku_lib::core::BoardGenerator::new();
    let made = generator.clues(17).symmetry(theirs).generate();
    made.map_or([0; 81], |board| {
        std::array::from_fn(|cell| board.get(cell / 9, cell % 9))
    })
}
