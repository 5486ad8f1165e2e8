//! How many puzzles of a file with one on each line a column of them is answered in a second:
//! `cargo run --release -p tilewright-batch --example speed FILE [THREADS]`.
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::time::Instant;
use tilewright_batch::{Operation, Pace, Task, Text, run};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("expected a file of puzzles")?;
    let mut pace = Pace::new();
    if let Some(threads) = arguments.next() {
        pace = pace.threads(threads.parse()?);
    }
    let text = std::fs::read_to_string(file)?;
    let column = Text::of(text.lines().map(Some)).ok_or("more than 2 GiB of puzzles")?;
    let solve = Task::new(Operation::Solve);
    for task in [
        solve.clone().taking_any(),
        solve,
        Task::new(Operation::Check),
    ] {
        let start = Instant::now();
        let columns = run(&task, column.texts(), &pace)?;
        let seconds = start.elapsed().as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "a rate needs no such precision")]
        let rate = columns.rows() as f64 / seconds;
        let (name, rows) = (task.operation().name(), columns.rows());
        println!("{name}: {rows} puzzles in {seconds:.3} s, {rate:.0} a second");
    }
    Ok(())
}
