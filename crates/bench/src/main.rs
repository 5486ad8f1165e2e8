//! Tilewright's engines beside other people's, in one run on one machine: `docs/bench.md` says
//! how to run it and how to read it.
//!
//! | file | what |
//! | --- | --- |
//! | `dance/` | exact cover: every solution visited |
//! | `count/` | counting without visiting, beside those who visit |
//! | `generate/` | minimal 9×9 Sudokus made |
//! | `nine/` | 9×9 Sudokus: first solution, proof that it is the only one |
//! | `areas.rs` | Slitherlinks and Nurikabes: models with lines and links |
//! | `genres.rs` | kinds of puzzles: published boards solved by the kinds' files |
//! | `explained.rs` | kinds of puzzles: published boards explained to the end by logic alone |
//! | `variants.rs` | Sudoku variants: published boards with extras |
//! | `maps/` | maps of tiles: samples and sets filled, beside wave function collapse |
//! | `rate.rs` | ratings of 9×9 Sudokus, beside commands that rate |
//! | `contest.rs` | rounds, times, right or wrong, for `dance` and `count` |
//! | `table.rs` | rows as an aligned table |
//! | `record.rs` | the head of a record: machine, compiler, date |

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a benchmark is a command: its table goes to stdout, its progress to stderr"
)]

mod areas;
mod contest;
mod count;
mod dance;
mod explained;
mod generate;
mod genres;
mod maps;
mod nine;
mod rate;
mod record;
mod table;
mod variants;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Measures Tilewright's engines beside other people's.
#[derive(Parser)]
#[command(name = "tilewright-bench")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Exact cover: every solution visited, beside solvers from crates.io.
    Dance(dance::Dance),
    /// Counting: time and memory, beside solvers from crates.io that visit each solution.
    Count(count::Count),
    /// One contender on one instance: what `count` starts.
    #[command(hide = true)]
    CountSample(count::Sample),
    /// Minimal 9×9 Sudokus made, beside generators from crates.io.
    Generate(generate::Generate),
    /// 9×9 Sudokus: first solution and uniqueness, beside solvers from crates.io.
    Nine(nine::Nine),
    /// One contender on one file, for a profiler: what `nine --count-instructions` starts.
    #[command(hide = true)]
    NineSample(nine::Sample),
    /// Slitherlinks and Nurikabes proved to have one solution: models with lines and links.
    Areas(areas::Areas),
    /// Kinds of puzzles: published boards solved, and proved to have one solution.
    Genres(genres::Genres),
    /// Kinds of puzzles: published boards explained to the end by logic alone.
    Explained(explained::Explained),
    /// Measure published Sudoku variants: the stored solution, the proof that there is no other, and time.
    Variants(variants::Variants),
    /// Maps of samples and tile sets, beside wave function collapse from crates.io.
    Maps(maps::Maps),
    /// Ratings of 9×9 Sudokus on each scale, beside other raters' commands.
    Rate(rate::Rate),
}

fn main() -> ExitCode {
    if cfg!(debug_assertions) {
        eprintln!("note: this is a debug build; its times mean nothing");
    }
    let is_right = match Arguments::parse().command {
        Command::Dance(asked) => dance::run(&asked),
        Command::Count(asked) => count::run(&asked),
        Command::CountSample(asked) => count::sample(&asked).map(|()| true),
        Command::Generate(asked) => generate::run(&asked),
        Command::Nine(asked) => nine::run(&asked),
        Command::Areas(asked) => areas::run(&asked),
        Command::Genres(asked) => genres::run(&asked),
        Command::Explained(asked) => explained::run(&asked),
        Command::Variants(asked) => variants::run(&asked),
        Command::Maps(asked) => maps::run(&asked),
        Command::Rate(asked) => rate::run(&asked),
        Command::NineSample(asked) => nine::sample(&asked).map(|()| true),
    };
    match is_right {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}
