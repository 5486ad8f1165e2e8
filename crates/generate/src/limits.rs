//! The limits of making a puzzle, as the makers ask for them.

use crate::Limits;
use std::sync::atomic::Ordering;
use tilewright_engines::Budget;
use tilewright_model::clock::Instant;

/// Looks at a choice that rating one puzzle may take.
const RATING_WORK: u64 = 1 << 31;

impl Limits {
    /// The most puzzles that are tried. The default is the usual number; a deadline, if there is one, is the only
    /// limit.
    pub(crate) fn most_tries(&self, usual: u64) -> u64 {
        let usual = if self.deadline.is_some() {
            u64::MAX
        } else {
            usual
        };
        self.tries.unwrap_or(usual).max(1)
    }

    /// Returns true if it was interrupted.
    pub(crate) fn is_stopped(&self) -> bool {
        let stop = self.stop.as_ref();
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// The reason to give up now, if there is one.
    pub(crate) fn up(&self) -> Option<&'static str> {
        if self.is_stopped() {
            return Some("it was interrupted");
        }
        let is_late = self.deadline.is_some_and(|at| Instant::now() >= at);
        is_late.then_some("the time was up")
    }

    /// Returns true if the time is up or it was interrupted.
    pub(crate) fn is_over(&self) -> bool {
        self.up().is_some()
    }

    /// The reason for the end after that many tries, as the beginning of a sentence.
    pub(crate) fn ending(&self, tries: u64) -> String {
        let (tries, were) = match tries {
            1 => ("1 try".to_owned(), "was"),
            more => (format!("{more} tries"), "were"),
        };
        match self.up() {
            Some(why) => format!("{why} after {tries}"),
            None => format!("{tries} {were} not enough"),
        }
    }

    /// A budget of that many nodes within these limits.
    pub(crate) fn nodes(&self, nodes: u64) -> Budget {
        let mut budget = Budget::default().nodes(nodes);
        budget.deadline = self.deadline;
        budget.stop.clone_from(&self.stop);
        budget.pulse.clone_from(&self.pulse);
        budget
    }

    /// A budget for an explanation within these limits.
    pub(crate) fn work(&self) -> Budget {
        self.nodes(u64::MAX).for_work(RATING_WORK)
    }
}
