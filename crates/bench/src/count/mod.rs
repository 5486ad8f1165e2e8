//! Counting: our engines beside exact cover solvers that visit each solution, time and memory.
//!
//! | file | what |
//! | --- | --- |
//! | `work.rs` | the instances, all made by program |
//! | `run.rs` | one contender on one instance, in a process of its own |

mod run;
mod work;

use crate::contest::{self, Contender, Line};
use crate::dance::peers::PEERS;
use crate::record;
use clap::Args;
use run::run_apart;
use std::path::PathBuf;
use std::time::Duration;
use tilewright_testkit::instances::Cover;
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

/// A contender whose first run took longer than this is not run again.
const ONCE_ABOVE: Duration = Duration::from_secs(2);

/// Returns true if our engines were right everywhere.
pub(crate) fn run(asked: &Count) -> Result<bool, String> {
    let is_wanted = |name: &str| asked.only.as_deref().is_none_or(|only| name.contains(only));
    let most = Duration::from_secs(asked.most_seconds);
    let mut lines = Vec::new();
    for instance in work::INSTANCES.iter().filter(|i| is_wanted(i.name)) {
        eprintln!("{} …", instance.name);
        let first = vec![instance.name.into(), shortened(instance.solutions)];
        lines.push((first, measure(instance, asked.rounds, most)?));
    }
    if lines.is_empty() {
        let only = asked.only.as_deref().unwrap_or_default();
        return Err(format!("no instance has a name that contains {only:?}"));
    }
    let ours = OURS.map(String::from);
    let table = contest::table(&["instance", "solutions"], &ours, &[(0, OURS[0])], &lines);
    print!("{table}");
    let record = asked.record.as_deref();
    let peers = PEERS.each_ref().map(|peer| peer.name);
    let how = how(asked.rounds, asked.most_seconds);
    record::write(record, "Counting beside its peers", &peers, &how, &table)?;
    Ok(lines.iter().all(|(_, line)| line.is_right()))
}

/// All contenders that an instance suits, each in a process of its own.
fn measure(instance: &'static Instance, rounds: u32, most: Duration) -> Result<Line, String> {
    let cover = instance.make.cover();
    Line::measure(rounds, OURS.len(), ONCE_ABOVE, &mut |contender| {
        let (name, visits, knows_it) = match contender {
            Contender::Ours(number) => (OURS[number], OURS[number] == "dance", true),
            Contender::Peer(peer) => {
                let is_for = |cover: &Cover| peer.knows_colours || !cover.has_colours();
                (peer.name, true, cover.as_ref().is_some_and(is_for))
            }
        };
        if visits && !instance.can_be_visited || !knows_it {
            return Ok(contest::Outcome::Unfit);
        }
        run_apart(name, instance, most)
    })
}

/// The method of measurement.
fn how(rounds: u32, most_seconds: u64) -> String {
    format!(
        "Each runs in a process of its own. Seconds of CPU time of that process, building of models included,\n\
         best of {rounds} rounds in which all run in turn (one that takes longer than 2 seconds runs once), and the\n\
         most memory that the process had. `> {most_seconds} s`: given up. A dash: it does not know colours or links, or the solutions are far\n\
         too many to visit. `auto` is what a user gets, `count` counts without visiting, `dance` and the peers\n\
         visit each solution. The ratio is the time of the fastest peer by that of `auto`; with `>` where no peer ended.\n"
    )
}

/// A number, or its first digits and how many there are.
fn shortened(number: &str) -> String {
    if number.len() <= 12 {
        return number.into();
    }
    format!("{}… ({} digits)", &number[..4], number.len())
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
    fn long_numbers_are_shortened() {
        assert_eq!(shortened("12988816"), "12988816");
        assert_eq!(shortened(&"2444".repeat(8)), "2444… (32 digits)");
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
