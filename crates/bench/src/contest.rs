//! Contenders on instances whose number of solutions is known: all run in turn in every round, so
//! that whatever else the machine does meets all of them alike, and the best run of each counts.

use crate::dance::peers::{PEERS, Peer};
use crate::table;
use std::time::Duration;
use tilewright_engines::{Engine, engine};

/// Our engine of that name.
pub(crate) fn our_engine(name: &str) -> Result<&'static dyn Engine, String> {
    engine(name).ok_or_else(|| format!("there is no engine {name:?}"))
}

/// The outcome of a contender on an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The right number of solutions, in this CPU time at best and with these bytes at most.
    Right { time: Duration, memory: Option<u64> },
    /// Another number of solutions, or none.
    Wrong(String),
    /// It was given up after that time.
    GivenUp(Duration),
    /// It does not support the instance, or was not asked.
    Unfit,
}

impl Outcome {
    /// The best time, where the answer was right.
    pub(crate) fn time(&self) -> Option<Duration> {
        match self {
            Self::Right { time, .. } => Some(*time),
            _ => None,
        }
    }

    /// The outcome after one more run.
    fn after(&self, run: Self) -> Self {
        match (self, run) {
            (
                Self::Right { time, memory },
                Self::Right {
                    time: now,
                    memory: taken,
                },
            ) => Self::Right {
                time: now.min(*time),
                memory: taken.max(*memory),
            },
            (_, run) => run,
        }
    }

    fn cell(&self) -> String {
        match self {
            Self::Right { time, memory } => {
                let megabytes = memory.map(|bytes| format!(", {} MB", bytes.div_ceil(1 << 20)));
                let megabytes = megabytes.unwrap_or_default();
                format!("{:.4} s{megabytes}", time.as_secs_f64())
            }
            Self::Wrong(number) => format!("wrong ({number})"),
            Self::GivenUp(after) => format!("> {} s", after.as_secs()),
            Self::Unfit => "–".into(),
        }
    }
}

/// A contender: one of ours by its number, or a peer.
#[derive(Clone, Copy)]
pub(crate) enum Contender {
    Ours(usize),
    Peer(&'static Peer),
}

/// The measurements on an instance.
pub(crate) struct Line {
    pub(crate) ours: Vec<Outcome>,
    /// In the order of [`PEERS`].
    pub(crate) peers: Vec<Outcome>,
}

impl Line {
    /// Runs `ours` contenders of ours and all peers. One that took longer than `once_above`, or
    /// failed, runs once: it is far from the best, and another run would change nothing but the
    /// wait.
    pub(crate) fn measure(
        rounds: u32,
        ours: usize,
        once_above: Duration,
        run: &mut dyn FnMut(Contender) -> Result<Outcome, String>,
    ) -> Result<Self, String> {
        let mut line = Self {
            ours: vec![Outcome::Unfit; ours],
            peers: vec![Outcome::Unfit; PEERS.len()],
        };
        for round in 0..rounds {
            let contenders = (0..ours).map(Contender::Ours);
            let contenders = contenders.chain(PEERS.iter().map(Contender::Peer));
            let outcomes = line.ours.iter_mut().chain(&mut line.peers);
            for (contender, outcome) in contenders.zip(outcomes) {
                if round == 0 || outcome.time().is_some_and(|time| time <= once_above) {
                    *outcome = outcome.after(run(contender)?);
                }
            }
        }
        Ok(line)
    }

    /// Returns true if none of ours was wrong.
    pub(crate) fn is_right(&self) -> bool {
        let is_wrong = |outcome: &Outcome| matches!(outcome, Outcome::Wrong(_));
        !self.ours.iter().any(is_wrong)
    }

    /// The time of the fastest right peer divided by that of one of ours; with true if it is only
    /// known to be more, as every peer was given up.
    fn ratio(&self, ours: usize) -> Option<(f64, bool)> {
        let ours = self.ours[ours].time()?.as_secs_f64();
        let best = self.peers.iter().filter_map(Outcome::time).min();
        if let Some(best) = best {
            return Some((best.as_secs_f64() / ours, false));
        }
        let given_up = self.peers.iter().filter_map(|peer| match peer {
            Outcome::GivenUp(after) => Some(after.as_secs_f64()),
            _ => None,
        });
        Some((given_up.reduce(f64::min)? / ours, true))
    }
}

/// The lines as a table, each after the first cells of its row; the last columns are the ratios of
/// the best peer to those of ours that are named.
pub(crate) fn table(
    first: &[&str],
    ours: &[String],
    ratios: &[(usize, &str)],
    lines: &[(Vec<String>, Line)],
) -> String {
    let mut heading: Vec<String> = first.iter().map(|&name| name.into()).collect();
    heading.extend(ours.iter().cloned());
    heading.extend(PEERS.iter().map(|peer| peer.name.into()));
    heading.extend(ratios.iter().map(|(_, name)| format!("best peer / {name}")));
    let mut rows = vec![heading];
    rows.extend(lines.iter().map(|(first, line)| {
        let mut cells = first.clone();
        cells.extend(line.ours.iter().chain(&line.peers).map(Outcome::cell));
        cells.extend(ratios.iter().map(|&(number, _)| match line.ratio(number) {
            Some((ratio, true)) => format!("> {}", table::times(Some(ratio))),
            Some((ratio, false)) => table::times(Some(ratio)),
            None => "–".into(),
        }));
        cells
    }));
    table::print(&rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn right(ms: u64, megabytes: Option<u64>) -> Outcome {
        Outcome::Right {
            time: Duration::from_millis(ms),
            memory: megabytes.map(|number| number << 20),
        }
    }

    #[test]
    fn the_best_time_and_the_most_memory_count_and_a_failure_spoils_it() {
        let run = |ms, memory| right(ms, Some(memory));
        assert_eq!(Outcome::Unfit.after(run(3, 5)), run(3, 5));
        assert_eq!(run(3, 5).after(run(2, 4)), run(2, 5));
        let given_up = Outcome::GivenUp(Duration::from_secs(9));
        for failed in [given_up, Outcome::Wrong("7".into())] {
            assert_eq!(run(3, 5).after(failed.clone()), failed);
        }
    }

    #[test]
    fn who_takes_long_or_fails_runs_once() {
        let mut runs = [0; 3];
        let line = Line::measure(5, 3, Duration::from_millis(4), &mut |who| {
            let Contender::Ours(number) = who else {
                return Ok(Outcome::Unfit);
            };
            runs[number] += 1;
            Ok(match number {
                0 => right(4, None),
                1 => right(5, None),
                _ => Outcome::Wrong("1".into()),
            })
        });
        assert_eq!(runs, [5, 1, 1]);
        assert!(!line.unwrap().is_right());
    }

    #[test]
    fn a_ratio_is_to_the_best_right_peer_or_to_what_none_could_do() {
        let mut line = Line {
            ours: vec![right(10, None), right(1, None), Outcome::Unfit],
            peers: vec![Outcome::Unfit; PEERS.len()],
        };
        assert_eq!(line.ratio(0), None);
        line.peers[0] = Outcome::GivenUp(Duration::from_secs(30));
        assert_eq!(line.ratio(0), Some((3000.0, true)));
        line.peers[1] = right(40, None);
        line.peers[2] = right(50, None);
        assert_eq!(line.ratio(0), Some((4.0, false)));
        assert_eq!(line.ratio(2), None);
        line.peers[1] = Outcome::Wrong("7".into());
        assert_eq!(line.ratio(0), Some((5.0, false)));
    }

    #[test]
    fn every_row_is_as_wide_as_the_heading() {
        let mut peers = vec![Outcome::Unfit; PEERS.len()];
        peers[1] = Outcome::Wrong("7".into());
        peers[2] = Outcome::GivenUp(Duration::from_secs(30));
        let ours = vec![right(15, Some(5)), right(9, None)];
        let ours_names = ["auto", "dance"].map(String::from);
        let lines = [(vec!["roads".into()], Line { ours, peers })];
        let text = table(&["instance"], &ours_names, &[(0, "auto")], &lines);
        let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
        assert!(widths.iter().all(|&width| width == widths[0]), "{text}");
        for part in [
            "0.0150 s, 5 MB",
            "0.0090 s",
            "wrong (7)",
            "> 30 s",
            "> 2000×",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
