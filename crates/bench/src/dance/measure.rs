//! The measuring: every contender runs in every round, one after the other, so that whatever else
//! the machine does meets all of them alike; the best time of each counts.

use super::ours::{self, Way};
use super::peers::{PEERS, Peer};
use super::work::{Instance, Work};
use cpu_time::ThreadTime;
use std::time::Duration;
use tilewright_engines::Engine;

/// A contender whose first run took longer than this is not run again: it is far from the best,
/// and a second run would change nothing but the wait.
const ONCE_ABOVE: Duration = Duration::from_secs(4);

/// The outcome of a contender on an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The right number of solutions, in this CPU time at best.
    Right(Duration),
    /// Another number of solutions.
    Wrong(u64),
    /// It does not support the instance.
    Unfit,
}

impl Outcome {
    /// The best time, where the answer was right.
    pub(super) fn time(self) -> Option<Duration> {
        match self {
            Self::Right(time) => Some(time),
            Self::Wrong(_) | Self::Unfit => None,
        }
    }

    /// The outcome after one more run.
    fn after(self, run: Self) -> Self {
        match (self, run) {
            (Self::Right(before), Self::Right(now)) => Self::Right(before.min(now)),
            (_, run) => run,
        }
    }

    fn is_worth_repeating(self) -> bool {
        self.time().is_some_and(|time| time <= ONCE_ABOVE)
    }
}

/// A line of the table.
pub(super) struct Line {
    pub(super) name: &'static str,
    pub(super) solutions: u64,
    /// Nodes of our search tree.
    pub(super) nodes: u64,
    /// Our engine: counting and visiting.
    pub(super) ours: [Outcome; 2],
    /// The peers, in the order of [`PEERS`].
    pub(super) peers: [Outcome; PEERS.len()],
}

impl Line {
    /// The time of the fastest right peer divided by that of our engine; `None` if there is no such
    /// peer or our engine is not right.
    pub(super) fn ratios(&self) -> [Option<f64>; 2] {
        let best = self.peers.iter().filter_map(|peer| peer.time()).min();
        let ratio = |ours: Outcome| Some(best?.as_secs_f64() / ours.time()?.as_secs_f64());
        self.ours.map(ratio)
    }
}

/// Runs every contender on `instance`, `rounds` times.
pub(super) fn measure(engine: &dyn Engine, instance: &Instance, rounds: u32) -> Line {
    let mut line = Line {
        name: instance.name,
        solutions: instance.solutions,
        nodes: 0,
        ours: [Outcome::Unfit; 2],
        peers: [Outcome::Unfit; PEERS.len()],
    };
    for round in 0..rounds {
        let again = |outcome: Outcome| round == 0 || outcome.is_worth_repeating();
        for (way, outcome) in [Way::Count, Way::Visit].into_iter().zip(&mut line.ours) {
            if again(*outcome) {
                let (run, nodes) = run_ours(engine, instance, way);
                *outcome = outcome.after(run);
                line.nodes = nodes;
            }
        }
        for (peer, outcome) in PEERS.iter().zip(&mut line.peers) {
            if again(*outcome) {
                *outcome = outcome.after(run_peer(peer, &instance.work, instance.solutions));
            }
        }
    }
    line
}

fn run_ours(engine: &dyn Engine, instance: &Instance, way: Way) -> (Outcome, u64) {
    let start = ThreadTime::now();
    let done = ours::run(engine, &instance.work, way);
    let time = start.elapsed();
    match done {
        Ok((found, stats)) => (judge(found, instance.solutions, time), stats.nodes),
        Err(declined) => {
            eprintln!("{}: {declined}", instance.name);
            (Outcome::Unfit, 0)
        }
    }
}

fn run_peer(peer: &Peer, work: &Work, solutions: u64) -> Outcome {
    if work.has_colours() && !peer.knows_colours {
        return Outcome::Unfit;
    }
    let start = ThreadTime::now();
    let found = work.covers().iter().map(peer.count).sum();
    judge(found, solutions, start.elapsed())
}

fn judge(found: u64, expected: u64, time: Duration) -> Outcome {
    if found == expected {
        Outcome::Right(time)
    } else {
        Outcome::Wrong(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_run_counts_and_a_wrong_one_spoils_it() {
        let seconds = |s| Outcome::Right(Duration::from_secs(s));
        assert_eq!(Outcome::Unfit.after(seconds(3)), seconds(3));
        assert_eq!(seconds(3).after(seconds(2)).after(seconds(4)), seconds(2));
        assert_eq!(seconds(3).after(Outcome::Wrong(7)), Outcome::Wrong(7));
    }

    #[test]
    fn ratios_leave_out_those_who_are_wrong() {
        let millis = |ms| Outcome::Right(Duration::from_millis(ms));
        let mut line = Line {
            name: "x",
            solutions: 1,
            nodes: 1,
            ours: [millis(10), Outcome::Unfit],
            peers: [Outcome::Wrong(0); PEERS.len()],
        };
        assert_eq!(line.ratios(), [None, None]);
        line.peers[1] = millis(40);
        line.peers[2] = millis(30);
        let [count, visit] = line.ratios();
        assert!((count.unwrap() - 3.0).abs() < 1e-9);
        assert_eq!(visit, None);
    }
}
