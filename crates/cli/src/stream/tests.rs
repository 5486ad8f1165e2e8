//! The way in bulk beside the general one: their output must be the same, byte for byte.

use super::{Arrangement, Stream};
use crate::check::Check;
use crate::count::Count;
use crate::exit::Exit;
use crate::input::Rest;
use crate::interrupt::Interrupt;
use crate::run::{Asker, Show, Work};
use crate::solve::Solve;
use crate::talk::Talk;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tilewright::engines::bulk::{Bulk, BulkAnswers, OneByOne};
use tilewright::engines::dance::Dance;
use tilewright::engines::{Declined, End, Engine, Search};
use tilewright::puzzles::Reading;
use tilewright::{Budget, Model, Solver};

const NINE: &str =
    "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3.";

/// `dance`, in bulk or not.
struct Dancing {
    boards: Option<&'static AtomicUsize>,
}

/// Counts the boards that were asked for in bulk, so that a test knows that they were.
struct Counted(OneByOne, &'static AtomicUsize);

impl Engine for Dancing {
    fn name(&self) -> &'static str {
        Dance.name()
    }

    fn about(&self) -> &'static str {
        Dance.about()
    }

    fn prepare(&self, model: &Model, budget: &Budget) -> Result<Box<dyn Search>, Declined> {
        Dance.prepare(model, budget)
    }

    fn bulk(&self, model: &Model) -> Option<Box<dyn Bulk>> {
        let bulk = OneByOne::new(&Dance, model).ok()?;
        Some(Box::new(Counted(bulk, self.boards?)))
    }
}

impl Bulk for Counted {
    fn tiles(&self) -> usize {
        self.0.tiles()
    }

    fn run(&mut self, boards: &[u8], limit: u32, answers: &mut BulkAnswers) -> End {
        self.1
            .fetch_add(boards.len() / self.tiles(), Ordering::Relaxed);
        self.0.run(boards, limit, answers)
    }

    fn within(&mut self, budget: &Budget) {
        self.0.within(budget);
    }

    fn guesses(&self) -> u64 {
        self.0.guesses()
    }
}

/// Makes a work of a solver.
type Make = fn(Solver) -> Arc<dyn Work>;

const WORKS: [(&str, Make); 10] = [
    ("solve", |solver| solve(solver, false, Some(1))),
    ("solve --json", |solver| solve(solver, true, Some(1))),
    ("solve --limit 2", |solver| solve(solver, false, Some(2))),
    ("count", |solver| count(solver, false, None)),
    ("count --json", |solver| count(solver, true, None)),
    ("count --limit 1", |solver| count(solver, false, Some(1))),
    ("count --limit 2 --json", |solver| {
        count(solver, true, Some(2))
    }),
    ("count --limit 2000", |solver| {
        count(solver, false, Some(2000))
    }),
    ("check", |solver| check(solver, false)),
    ("check --json", |solver| check(solver, true)),
];

fn solve(solver: Solver, json: bool, limit: Option<u64>) -> Arc<dyn Work> {
    let asker = Asker::of(solver);
    Arc::new(Solve::of(asker, Show::default(), json, limit))
}

fn count(solver: Solver, json: bool, limit: Option<u64>) -> Arc<dyn Work> {
    Arc::new(Count::of(Asker::of(solver), json, limit))
}

fn check(solver: Solver, json: bool) -> Arc<dyn Work> {
    Arc::new(Check::of(Asker::of(solver), Show::default(), json))
}

/// The kind of a file.
#[derive(Clone, Copy)]
enum Kind {
    Lines,
    Table(usize),
}

/// Runs a stream; returns its output and its exit.
fn run(
    make: Make,
    engine: &'static Dancing,
    threads: usize,
    text: &str,
    kind: Kind,
) -> (String, Exit) {
    let rest = Rest {
        reader: Box::new(std::io::Cursor::new(text.to_owned())),
        is_file: threads != 3,
    };
    let rows = match kind {
        Kind::Lines => Arrangement::Lines(Reading::of(NINE, None).unwrap()),
        Kind::Table(column) => Arrangement::Table(column),
    };
    let stream = Stream {
        file: "a \"file\"".into(),
        length: None,
        wanted: None,
        threads,
        talk: Talk::new(0),
        interrupt: Interrupt::default(),
        work: make(Solver::new().with(engine)),
    };
    let mut out = Vec::new();
    let exit = stream.run(rest, rows, &mut out).unwrap();
    (String::from_utf8(out).unwrap(), exit)
}

/// Compares both ways of all works on a text; the boards that were asked for in bulk.
fn compare(text: &str, kind: Kind) -> usize {
    static BOARDS: AtomicUsize = AtomicUsize::new(0);
    static GENERAL: Dancing = Dancing { boards: None };
    static IN_BULK: Dancing = Dancing {
        boards: Some(&BOARDS),
    };
    for (name, make) in WORKS {
        if matches!(kind, Kind::Table(_)) && name == "solve --limit 2" {
            continue;
        }
        let general = run(make, &GENERAL, 2, text, kind);
        for threads in [1, 2, 3] {
            let in_bulk = run(make, &IN_BULK, threads, text, kind);
            assert_eq!(in_bulk, general, "{name} on {threads} threads");
        }
    }
    BOARDS.load(Ordering::Relaxed)
}

/// Lines of all kinds: plain ones, plain ones in disguise, and others.
fn lines_of_all_kinds() -> Vec<String> {
    let solved =
        "165374829924185367873962514238496751547218693691753482489531276316827945752649138";
    let mut lines: Vec<String> = [
        "# a remark",
        NINE,
        "",
        &NINE.replace('.', "0"),
        &NINE.replace('.', "x"),
        &NINE.replace('.', "_"),
        // Several solutions or none, with and without givens that exclude each other.
        &NINE.replacen("1..3", "...3", 1),
        &NINE.replacen("1..3", "1..1", 1),
        &NINE.replacen("1..3", "12.3", 1),
        &solved.replacen("16", "..", 1),
        solved,
        &solved.replacen("16", "61", 1),
        &solved.replace(['1', '2', '3', '4'], "."),
        // No plain line, but a puzzle nevertheless.
        &format!(" {NINE}"),
        &format!("{NINE} a comment"),
        "1234............",
        "\u{feff}1234............",
    ]
    .map(str::to_owned)
    .into();
    lines.extend(lines.clone().into_iter().rev());
    lines
}

#[test]
fn both_ways_write_the_same_for_lines() {
    let lines = lines_of_all_kinds();
    for end in ["\n", "\r\n"] {
        assert!(compare(&lines.join(end), Kind::Lines) > 0);
        assert!(compare(&(lines.join(end) + end), Kind::Lines) > 0);
    }
    compare(NINE, Kind::Lines);
    compare(&format!("{NINE}\n"), Kind::Lines);
}

#[test]
fn both_ways_write_the_same_for_tables() {
    let lines = lines_of_all_kinds().into_iter();
    let is_cell = |line: &String| line.starts_with(|c: char| c.is_ascii_graphic() && c != '#');
    let records = lines.filter(is_cell).enumerate().map(|(id, line)| {
        let end = ["\n", "\r\n", ",\"a, \"\"b\"\"\"\n"][id % 3];
        format!("{id},{line}{end}")
    });
    let records: Vec<String> = records.collect();
    let text = format!("id,puzzle\n{}", records.concat());
    assert!(compare(&text, Kind::Table(1)) > 0);
}

#[test]
fn long_files_are_cut_anywhere() {
    static BOARDS: AtomicUsize = AtomicUsize::new(0);
    static IN_BULK: Dancing = Dancing {
        boards: Some(&BOARDS),
    };
    // Enough for blocks to grow, with a line now and then that shifts the others.
    let mut text = String::new();
    for number in 0..4000 {
        text += NINE;
        text += "\n";
        if number % 97 == 0 {
            text += &"#".repeat(number / 97);
            text += "\n";
        }
    }
    let general = run(WORKS[0].1, &Dancing { boards: None }, 2, &text, Kind::Lines);
    for threads in 1..=3 {
        let in_bulk = run(WORKS[0].1, &IN_BULK, threads, &text, Kind::Lines);
        assert!(in_bulk == general, "on {threads} threads");
        assert_eq!(BOARDS.swap(0, Ordering::Relaxed), 4000);
    }
}
