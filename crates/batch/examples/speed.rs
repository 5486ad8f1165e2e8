//! The number of puzzles of a file with one on each line that are answered in a second, in batches
//! of ROWS rows: `cargo run --release -p tilewright-batch --example speed FILE [THREADS [ROWS]]`.
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::time::Instant;
use tilewright_batch::{Operation, Pace, Task, TextColumn, run};

/// Rows of a batch unless told otherwise, as programs that speak Arrow have them.
const ROWS: usize = 1 << 16;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("expected a file of puzzles")?;
    let mut pace = Pace::new();
    if let Some(threads) = arguments.next() {
        pace = pace.threads(threads.parse()?);
    }
    let rows = arguments.next().map_or(Ok(ROWS), |rows| rows.parse())?;
    let text = std::fs::read_to_string(file)?;
    let lines: Vec<&str> = text.lines().collect();
    let batches = lines.chunks(rows);
    let batches = batches.map(|lines| TextColumn::of(lines.iter().copied().map(Some)));
    let batches: Option<Vec<TextColumn>> = batches.collect();
    let batches = batches.ok_or("a batch has more than 2 GiB of puzzles")?;
    let solve = Task::new(Operation::Solve);
    let any = solve.clone().taking_any();
    let check = Task::new(Operation::Check);
    for (name, task) in [("solve, any", any), ("solve", solve), ("check", check)] {
        let start = Instant::now();
        let mut rows = 0;
        for batch in &batches {
            rows += run(&task, batch.texts(), &pace)?.rows();
        }
        let seconds = start.elapsed().as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "a rate needs no such precision")]
        let rate = rows as f64 / seconds;
        println!("{name}: {rows} puzzles in {seconds:.3} s, {rate:.0} a second");
    }
    Ok(())
}
