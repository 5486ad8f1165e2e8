//! `dance` beside exact cover solvers: every solution visited.
//!
//! | file | what |
//! | --- | --- |
//! | `work.rs` | the instances, all made by program |
//! | `ours.rs` | our side, through the public interface |
//! | `peers/` | the other side, one adapter each |
//! | `measure.rs` | rounds, times, right or wrong |
//! | `report.rs` | the rows of the table |

mod measure;
mod ours;
pub(crate) mod peers;
mod report;
mod work;

use crate::record;
use clap::Args;
use measure::Outcome;
use std::path::PathBuf;
use tilewright_engines::{Engine, engine};

/// The options of the command.
#[derive(Args)]
pub(crate) struct Dance {
    /// Rounds in which every contender runs once; its best time counts.
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

/// Returns true if our engine was right everywhere.
pub(crate) fn run(asked: &Dance) -> Result<bool, String> {
    let engine = our_engine(asked.engine.as_deref())?;
    let instances = work::instances(asked.only.as_deref());
    if instances.is_empty() {
        let only = asked.only.as_deref().unwrap_or_default();
        return Err(format!("no instance has a name that contains {only:?}"));
    }
    let mut lines = Vec::new();
    for instance in &instances {
        eprintln!("{} …", instance.name);
        lines.push(measure::measure(engine, instance, asked.rounds));
    }
    let table = report::table(engine.name(), &lines);
    print!("{table}");
    if let Some(file) = &asked.record {
        let title = format!("{} beside its peers", engine.name());
        let peers = peers::PEERS.each_ref().map(|peer| peer.name);
        record::write(file, &title, &peers, &report::how(asked.rounds), &table)?;
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
