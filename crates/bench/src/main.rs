//! Tilewright's engines beside other people's, in one run on one machine: `docs/bench.md` says
//! how to run it and how to read it.
//!
//! | file | what |
//! | --- | --- |
//! | `work.rs` | the instances, all made by program |
//! | `ours.rs` | our side, through the public interface |
//! | `peers/` | the other side, one adapter each |
//! | `measure.rs` | rounds, times, right or wrong |
//! | `report.rs` | the table and the head of a record |

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a benchmark is a command: its table goes to stdout, its progress to stderr"
)]

mod measure;
mod ours;
mod peers;
mod report;
mod work;

use clap::{Args, Parser, Subcommand};
use measure::Outcome;
use std::path::PathBuf;
use std::process::ExitCode;
use tilewright_engines::{Engine, engine};

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
    Dance(Dance),
}

#[derive(Args)]
struct Dance {
    /// Rounds in which everybody runs once; the best time counts.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Only instances whose name contains this.
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Our engine; `dance` unless told.
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,
    /// Also write the table to this file, with machine, compiler, date and command.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

fn main() -> ExitCode {
    let Command::Dance(asked) = Arguments::parse().command;
    match dance(&asked) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

/// Whether our engine was right everywhere.
fn dance(asked: &Dance) -> Result<bool, String> {
    let engine = our_engine(asked.engine.as_deref())?;
    let instances = work::instances(asked.only.as_deref());
    if instances.is_empty() {
        let only = asked.only.as_deref().unwrap_or_default();
        return Err(format!("no instance has a name that contains {only:?}"));
    }
    if cfg!(debug_assertions) {
        eprintln!("note: this is a debug build; its times mean nothing");
    }
    let mut lines = Vec::new();
    for instance in &instances {
        eprintln!("{} …", instance.name);
        lines.push(measure::measure(engine, instance, asked.rounds));
    }
    let table = report::table(engine.name(), &lines);
    print!("{table}");
    if let Some(file) = &asked.record {
        let text = format!(
            "# {} beside its peers\n\n{}\n{table}",
            engine.name(),
            report::head(asked.rounds)
        );
        std::fs::write(file, text)
            .map_err(|error| format!("{} cannot be written: {error}", file.display()))?;
    }
    let is_right = |line: &measure::Line| {
        let mut ours = line.ours.iter();
        ours.all(|outcome| !matches!(outcome, Outcome::Wrong(_)))
    };
    Ok(lines.iter().all(is_right))
}

/// The engine of that name; without a name `dance`, or the plain one where there is no `dance`.
fn our_engine(name: Option<&str>) -> Result<&'static dyn Engine, String> {
    match name {
        Some(name) => engine(name).ok_or_else(|| format!("there is no engine {name:?}")),
        None => (engine("dance").or_else(|| engine("reduce")))
            .ok_or_else(|| "there is neither the engine dance nor reduce".into()),
    }
}
