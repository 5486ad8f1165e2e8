//! The budget of an explanation. Work is counted in looks at a choice, the same on every machine;
//! the clock and the stop flag are looked at once in a while.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tilewright_model::clock::Instant;
use tilewright_model::heap;

/// The budget for finding steps. Nothing is limited by default.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Looks at a choice.
    pub work: Option<u64>,
    /// Set from another thread to interrupt.
    pub stop: Option<Arc<AtomicBool>>,
}

/// The reason for a stop before it was known whether there is another step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The time was up.
    Time,
    /// The work was used up.
    Work,
    /// The memory of the process runs short.
    Memory,
    /// It was interrupted.
    Interrupted,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "time is up",
            Self::Work => "work limit reached",
            Self::Memory => "memory limit reached",
            Self::Interrupted => "interrupted",
        })
    }
}

/// Work between two looks at the clock: well below a millisecond's worth.
const LOOK_EVERY: u64 = 1 << 16;

/// Counts work and says when to stop.
#[derive(Debug)]
pub(crate) struct Meter {
    spent: u64,
    next_look: u64,
    most: u64,
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    stopped: Option<Stopped>,
}

impl Meter {
    pub(crate) fn start(budget: &Budget) -> Self {
        Self {
            spent: 0,
            next_look: 0,
            most: budget.work.unwrap_or(u64::MAX),
            deadline: (budget.time).and_then(|time| Instant::now().checked_add(time)),
            stop: budget.stop.clone(),
            stopped: None,
        }
    }

    /// Breaks where the budget is used up; [`Meter::stopped`] says by what.
    #[inline]
    pub(crate) fn spend(&mut self, work: usize) -> ControlFlow<()> {
        self.spent += work as u64;
        if self.spent >= self.next_look {
            self.look();
        }
        if self.stopped.is_some() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    #[cold]
    fn look(&mut self) {
        let is_set = |stop: &Arc<AtomicBool>| stop.load(Ordering::Relaxed);
        self.next_look = (self.spent + LOOK_EVERY).min(self.most);
        if self.spent >= self.most {
            self.stopped = Some(Stopped::Work);
        } else if self.stop.as_ref().is_some_and(is_set) {
            self.stopped = Some(Stopped::Interrupted);
        } else if self.deadline.is_some_and(|at| Instant::now() >= at) {
            self.stopped = Some(Stopped::Time);
        } else if heap::is_short() {
            self.stopped = Some(Stopped::Memory);
        }
    }

    pub(crate) fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }
}
