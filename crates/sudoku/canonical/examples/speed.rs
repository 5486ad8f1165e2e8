//! Microseconds for each board of a file with a board on each line, and their number of classes.
//!
//! ```sh
//! cargo run --release -p tilewright-canonical --example speed -- FILE…
//! cargo run --release -p tilewright-canonical --example speed        # random full boards
//! ```
#![allow(clippy::print_stdout, clippy::cast_precision_loss)]

use std::collections::HashSet;
use std::time::Instant;
use tilewright_canonical::canonical;
use tilewright_testkit::sudoku;

fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        let boards: Vec<[u8; 81]> = (0..5000).map(sudoku::full).collect();
        report("full boards", &boards);
    }
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a file that can be read");
        let boards: Vec<[u8; 81]> = text.lines().filter_map(sudoku::parse).collect();
        report(&file, &boards);
    }
}

fn report(what: &str, boards: &[[u8; 81]]) {
    let mut best = f64::INFINITY;
    let mut classes = 0;
    for _ in 0..3 {
        let start = Instant::now();
        let forms: Vec<[u8; 81]> = boards.iter().map(canonical).collect();
        best = best.min(start.elapsed().as_secs_f64());
        classes = forms.into_iter().collect::<HashSet<_>>().len();
    }
    let each = best * 1e6 / boards.len().max(1) as f64;
    println!(
        "{each:.2} µs each: {what}, {} boards, {classes} classes",
        boards.len()
    );
}
