//! Ratings of 9×9 Sudokus: milliseconds a puzzle on each scale, beside commands that rate the same
//! file.
//!
//! Other raters are programs, not crates, so the user names their commands; each gets the puzzles
//! on its standard input, and their file as `$1`. Its time is that on the clock, its start
//! included; ours is the CPU time of one thread. The best of all rounds counts.

#![expect(
    clippy::cast_precision_loss,
    reason = "figures are shown with a few digits"
)]

use crate::{record, table};
use clap::Args;
use cpu_time::ThreadTime;
use std::fs::File;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tilewright_logic::{Budget, Logic};
use tilewright_puzzles::Puzzle;
use tilewright_puzzles::sudoku::Sudoku;
use tilewright_scales::{Board9, hodoku, se};

/// The options of the command.
#[derive(Args)]
pub(crate) struct Rate {
    /// The puzzles: the first field of 81 cells on each line counts.
    file: PathBuf,
    /// Rounds; the best counts.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Another rater: its name, `=`, and its command for a shell; may be given several times.
    #[arg(long, value_name = "NAME=COMMAND")]
    peer: Vec<String>,
    /// Also write the table to this file, with machine, compiler and date.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// A name and the best time so far.
struct Row {
    name: String,
    best: Option<Duration>,
}

/// Measures; whether all went well.
pub(crate) fn run(asked: &Rate) -> Result<bool, String> {
    let text = std::fs::read_to_string(&asked.file)
        .map_err(|error| format!("{} cannot be read: {error}", asked.file.display()))?;
    let lines: Vec<&str> = text.lines().filter_map(puzzle_of).collect();
    if lines.is_empty() {
        return Err(format!("{} has no puzzles", asked.file.display()));
    }
    let peers = asked.peer.iter().map(|peer| peer.split_once('='));
    let peers: Option<Vec<(&str, &str)>> = peers.collect();
    let peers = peers.ok_or("a peer is NAME=COMMAND")?;
    let copy = std::env::temp_dir().join(format!("tilewright-rate-{}.txt", std::process::id()));
    std::fs::write(&copy, lines.join("\n") + "\n").map_err(|error| error.to_string())?;
    let rows = measure(asked.rounds, &lines, &peers, &copy);
    drop(std::fs::remove_file(&copy));
    let printed = print(&rows?, lines.len());
    print!("{printed}");
    let record = asked.record.as_deref();
    let how = "Milliseconds for a puzzle, the best round of each. Ours is the CPU time of one \
               thread, a peer's the time on the clock with its start.\n";
    record::write(record, "Ratings of 9×9 Sudokus", &[], how, &printed)?;
    Ok(true)
}

/// The first field with 81 cells.
fn puzzle_of(line: &str) -> Option<&str> {
    let is_cell = |byte: u8| byte == b'.' || byte.is_ascii_digit();
    let mut fields = line.split(['\t', ' ', ',']);
    fields.find(|field| field.len() == 81 && field.bytes().all(is_cell))
}

fn measure(
    rounds: u32,
    lines: &[&str],
    peers: &[(&str, &str)],
    copy: &Path,
) -> Result<Vec<Row>, String> {
    let boards: Vec<Board9> = lines
        .iter()
        .filter_map(|line| Board9::read(line).ok())
        .collect();
    let sudokus: Vec<Sudoku> = lines.iter().filter_map(|line| line.parse().ok()).collect();
    let model = sudokus[0]
        .model(&Budget::default())
        .map_err(|error| error.to_string())?;
    let logic = Logic::new(&model, &Budget::default()).unwrap();
    let ours: [(&str, &dyn Fn()); 4] = [
        ("Sudoku Explainer's scale", &|| rate_se(&boards)),
        ("HoDoKu's scale", &|| rate_hodoku(&boards)),
        ("our own measure", &|| rate_own(&logic, &sudokus)),
        ("all three", &|| {
            rate_se(&boards);
            rate_hodoku(&boards);
            rate_own(&logic, &sudokus);
        }),
    ];
    let names = ours.iter().map(|(name, _)| (*name).to_owned());
    let names = names.chain(peers.iter().map(|(name, _)| (*name).to_owned()));
    let mut rows: Vec<Row> = names.map(|name| Row { name, best: None }).collect();
    for round in 0..rounds {
        eprintln!("round {} of {rounds}", round + 1);
        for (row, (_, work)) in rows.iter_mut().zip(&ours) {
            let start = ThreadTime::now();
            work();
            row.take(start.elapsed());
        }
        for (row, (name, command)) in rows[ours.len()..].iter_mut().zip(peers) {
            row.take(time_of(name, command, copy)?);
        }
    }
    Ok(rows)
}

impl Row {
    fn take(&mut self, time: Duration) {
        self.best = Some(self.best.map_or(time, |best| best.min(time)));
    }
}

fn rate_se(boards: &[Board9]) {
    for board in boards {
        let _ = black_box(se::rate(board, &Budget::default()));
    }
}

fn rate_hodoku(boards: &[Board9]) {
    for board in boards {
        black_box(hodoku::rate(board));
    }
}

fn rate_own(logic: &Logic, sudokus: &[Sudoku]) {
    for sudoku in sudokus {
        let board = logic.board(&sudoku.givens());
        black_box(board.explain(&Budget::default()).difficulty());
    }
}

fn time_of(name: &str, command: &str, copy: &Path) -> Result<Duration, String> {
    let input = File::open(copy).map_err(|error| error.to_string())?;
    let start = Instant::now();
    let status = Command::new("sh")
        .args(["-c", command, "sh"])
        .arg(copy)
        .stdin(input)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|error| error.to_string())?;
    if !status.success() {
        return Err(format!("{name} ended with {status}"));
    }
    Ok(start.elapsed())
}

fn print(rows: &[Row], puzzles: usize) -> String {
    let each = |row: &Row| row.best.unwrap_or_default().as_secs_f64() * 1e3 / puzzles as f64;
    let all = rows
        .iter()
        .find(|row| row.name == "all three")
        .map_or(1.0, each);
    let heading = ["rater", "ms a puzzle", "of all three"].map(str::to_owned);
    let mut printed = vec![heading.to_vec()];
    printed.extend(rows.iter().map(|row| {
        let each = each(row);
        vec![
            row.name.clone(),
            format!("{each:.3}"),
            format!("{:.2}", each / all),
        ]
    }));
    table::print(&printed)
}
