//! `dance` beside exact cover solvers: every solution visited.
//!
//! | file | what |
//! | --- | --- |
//! | `work.rs` | the instances, all made by program |
//! | `ours.rs` | our side, through the public interface |
//! | `peers/` | the other side, one adapter each |

mod ours;
pub(crate) mod peers;
mod work;

use crate::contest::{self, Contender, Line, Outcome};
use crate::{record, table};
use clap::Args;
use cpu_time::ThreadTime;
use ours::Way;
use std::path::PathBuf;
use std::time::Duration;
use tilewright_engines::Engine;
use work::Instance;

/// A contender whose first run took longer than this is not run again.
const ONCE_ABOVE: Duration = Duration::from_secs(4);

/// The options of the command.
#[derive(Args)]
pub(crate) struct Dance {
    /// Rounds in which every contender runs once; its best time counts.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Only instances whose name contains this.
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Our engine.
    #[arg(long, value_name = "NAME", default_value = "dance")]
    engine: String,
    /// Also write the table to this file, with machine, compiler, date and command.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// Returns true if our engine was right everywhere.
pub(crate) fn run(asked: &Dance) -> Result<bool, String> {
    let engine = contest::our_engine(&asked.engine)?;
    let instances = work::instances(asked.only.as_deref());
    if instances.is_empty() {
        let only = asked.only.as_deref().unwrap_or_default();
        return Err(format!("no instance has a name that contains {only:?}"));
    }
    let mut lines = Vec::new();
    for instance in &instances {
        eprintln!("{} …", instance.name);
        lines.push(measure(engine, instance, asked.rounds)?);
    }
    let ours = ["count", "visit"].map(|way| format!("{} {way}", engine.name()));
    let first = ["instance", "solutions", "nodes"];
    let table = contest::table(&first, &ours, &[(0, "count"), (1, "visit")], &lines);
    print!("{table}");
    let record = asked.record.as_deref();
    let title = format!("{} beside its peers", engine.name());
    let peers = peers::PEERS.each_ref().map(|peer| peer.name);
    record::write(record, &title, &peers, &how(asked.rounds), &table)?;
    Ok(lines.iter().all(|(_, line)| line.is_right()))
}

/// Runs every contender on an instance: the first cells of its row, and the outcomes.
fn measure(
    engine: &dyn Engine,
    instance: &Instance,
    rounds: u32,
) -> Result<(Vec<String>, Line), String> {
    let (work, mut nodes) = (&instance.work, 0);
    let line = Line::measure(rounds, 2, ONCE_ABOVE, &mut |contender| {
        let start = ThreadTime::now();
        let found = match contender {
            Contender::Ours(number) => {
                let way = [Way::Count, Way::Visit][number];
                match ours::run(engine, work, way) {
                    Ok((found, stats)) => {
                        nodes = stats.nodes;
                        found
                    }
                    Err(declined) => {
                        eprintln!("{}: {declined}", instance.name);
                        return Ok(Outcome::Unfit);
                    }
                }
            }
            Contender::Peer(peer) if work.has_colours() && !peer.knows_colours => {
                return Ok(Outcome::Unfit);
            }
            Contender::Peer(peer) => work.covers().iter().map(peer.count).sum(),
        };
        let time = start.elapsed();
        Ok(if found == instance.solutions {
            Outcome::Right { time, memory: None }
        } else {
            Outcome::Wrong(table::grouped(found))
        })
    })?;
    let (solutions, nodes) = (table::grouped(instance.solutions), table::grouped(nodes));
    Ok((vec![instance.name.into(), solutions, nodes], line))
}

/// The method of measurement.
fn how(rounds: u32) -> String {
    format!(
        "Seconds of CPU time of one thread, best of {rounds} rounds in which all run in turn (one\n\
         that takes longer than 4 seconds runs once). Each time includes building: the model and\n\
         `prepare` on our side, whatever a peer builds on its own.\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_peer_has_a_version() {
        for peer in &peers::PEERS {
            assert!(record::with_version(peer.name).len() > peer.name.len() + 4);
        }
    }

    #[test]
    fn all_are_right_on_a_small_instance() {
        let engine = contest::our_engine("dance").unwrap();
        let instance = work::instances(Some("pent3x20")).remove(0);
        let (first, line) = measure(engine, &instance, 1).unwrap();
        assert_eq!(first[..2], ["pent3x20", "8"]);
        let outcomes = line.ours.iter().chain(&line.peers);
        assert!(outcomes.clone().all(|outcome| outcome.time().is_some()));
    }
}
