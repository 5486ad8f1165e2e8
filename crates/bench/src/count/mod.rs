//! Counting: our engines beside exact cover solvers that visit each solution, time and memory.
//!
//! | file | what |
//! | --- | --- |
//! | `work.rs` | the instances, all made by program |
//! | `run.rs` | one contender on one instance, in a process of its own |
//! | `report.rs` | the rows of the table |

mod report;
mod run;
mod work;

use crate::dance::peers::PEERS;
use crate::record;
use clap::Args;
use run::{Outcome, run_apart};
use std::path::PathBuf;
use std::time::Duration;
use work::Instance;

/// Our engines, in the order of their columns: the default, counting alone, visiting alone.
const OURS: [&str; 3] = ["auto", "count", "dance"];

/// The options of the command.
#[derive(Args)]
pub(crate) struct Count {
    /// Rounds in which every contender runs once; its best time counts.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Seconds after which a contender is given up.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..))]
    most_seconds: u64,
    /// Only instances whose name contains this.
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Also write the table to this file, with machine, compiler, date and command.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// One contender on one instance, its answer on stdout: what `count` starts.
#[derive(Args)]
pub(crate) struct Sample {
    contender: String,
    instance: String,
}

/// A row of the table.
struct Line {
    instance: &'static Instance,
    /// In the order of [`OURS`].
    ours: [Outcome; OURS.len()],
    /// In the order of [`PEERS`].
    peers: [Outcome; PEERS.len()],
}

impl Line {
    /// The time of the fastest peer divided by that of our `auto`, and whether it is only a lower
    /// bound: every peer was given up.
    fn ratio(&self) -> Option<(f64, bool)> {
        let ours = self.ours[0].time()?.as_secs_f64();
        let best = self.peers.iter().filter_map(Outcome::time).min();
        if let Some(best) = best {
            return Some((best.as_secs_f64() / ours, false));
        }
        let given_up = self.peers.iter().filter_map(|peer| match peer {
            Outcome::GivenUp(after) => Some(after.as_secs_f64()),
            _ => None,
        });
        let least = given_up.reduce(f64::min)?;
        Some((least / ours, true))
    }
}

/// Returns true if our engines were right everywhere.
pub(crate) fn run(asked: &Count) -> Result<bool, String> {
    let is_wanted = |name: &str| asked.only.as_deref().is_none_or(|only| name.contains(only));
    let most = Duration::from_secs(asked.most_seconds);
    let mut lines = Vec::new();
    for instance in work::INSTANCES.iter().filter(|i| is_wanted(i.name)) {
        eprintln!("{} …", instance.name);
        lines.push(measure(instance, asked.rounds, most)?);
    }
    if lines.is_empty() {
        let only = asked.only.as_deref().unwrap_or_default();
        return Err(format!("no instance has a name that contains {only:?}"));
    }
    let table = report::table(&lines);
    print!("{table}");
    if let Some(file) = &asked.record {
        let peers = PEERS.each_ref().map(|peer| peer.name);
        let how = report::how(asked.rounds, asked.most_seconds);
        record::write(file, "Counting beside its peers", &peers, &how, &table)?;
    }
    let is_right = |line: &Line| !line.ours.iter().any(|o| matches!(o, Outcome::Wrong(_)));
    Ok(lines.iter().all(is_right))
}

/// Every contender on an instance, in rounds. One that was given up or took long is not run again.
fn measure(instance: &'static Instance, rounds: u32, most: Duration) -> Result<Line, String> {
    let mut line = Line {
        instance,
        ours: [const { Outcome::Unfit }; OURS.len()],
        peers: [const { Outcome::Unfit }; PEERS.len()],
    };
    let cover = (instance.make)();
    for round in 0..rounds {
        for (name, outcome) in OURS.iter().zip(&mut line.ours) {
            let is_visitor = *name == "dance";
            if is_visitor && !instance.can_be_visited {
                continue;
            }
            if round == 0 || outcome.is_worth_repeating() {
                let run = run_apart(name, instance, most)?;
                *outcome = std::mem::replace(outcome, Outcome::Unfit).after(run);
            }
        }
        for (peer, outcome) in PEERS.iter().zip(&mut line.peers) {
            let is_fit = instance.can_be_visited && (peer.knows_colours || !cover.has_colours());
            if is_fit && (round == 0 || outcome.is_worth_repeating()) {
                let run = run_apart(peer.name, instance, most)?;
                *outcome = std::mem::replace(outcome, Outcome::Unfit).after(run);
            }
        }
    }
    Ok(line)
}

/// Runs one contender here and prints the outcome.
pub(crate) fn sample(asked: &Sample) -> Result<(), String> {
    let instance = work::INSTANCES.iter().find(|i| i.name == asked.instance);
    let instance = instance.ok_or_else(|| format!("there is no instance {:?}", asked.instance))?;
    println!("{}", run::run_here(&asked.contender, instance)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_to_the_best_peer_or_to_what_none_could_do() {
        let right = |ms| Outcome::Right {
            time: Duration::from_millis(ms),
            memory: 1,
        };
        let mut line = Line {
            instance: &work::INSTANCES[0],
            ours: [right(10), right(1), Outcome::Unfit],
            peers: [const { Outcome::Unfit }; PEERS.len()],
        };
        assert_eq!(line.ratio(), None);
        line.peers[0] = Outcome::GivenUp(Duration::from_secs(30));
        assert_eq!(line.ratio(), Some((3000.0, true)));
        line.peers[1] = right(40);
        line.peers[2] = right(50);
        assert_eq!(line.ratio(), Some((4.0, false)));
        line.peers[1] = Outcome::Wrong("7".into());
        assert_eq!(line.ratio(), Some((5.0, false)));
    }

    #[test]
    fn known_numbers_by_our_side_and_a_peer() {
        for name in ["roads 4×4", "pentominoes 3×20"] {
            let instance = work::INSTANCES.iter().find(|i| i.name == name).unwrap();
            for contender in ["auto", "dlx"] {
                let answer = run::run_here(contender, instance).unwrap();
                assert!(answer.starts_with(instance.solutions), "{answer}");
            }
        }
        assert!(run::run_here("nobody", &work::INSTANCES[0]).is_err());
    }
}
