//! The allowance of the work on this thread, for builders of large things.
//!
//! A search has a budget and ends by it. But before there is a search a model is built, and an engine makes it ready,
//! and both can take longer and more than all that comes after: a rule between all pairs of two thousand tiles is two
//! million rules. So the caller of a model *holds* an allowance while it is built, and builders [look] at it now and
//! then, and announce how much they are about to [take]. If that is too much, or the time is up, the work is given up
//! on the spot, and [`Allowance::hold`] returns the reason. No function on the way has to pass that on: it unwinds.
//!
//! If no caller holds one, or nothing can unwind (WebAssembly), nothing is ever given up.

use crate::clock::Instant;
use crate::heap;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The limits of some work.
#[derive(Clone, Debug, Default)]
pub struct Allowance {
    /// When it must have ended.
    pub deadline: Option<Instant>,
    /// Set from another thread to stop it.
    pub stop: Option<Arc<AtomicBool>>,
    /// Bytes of memory for each large thing that is built.
    pub memory: Option<u64>,
}

/// The reason why work was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// The time is up.
    Time,
    /// It was stopped.
    Interrupted,
    /// It would take more memory than is allowed.
    Memory {
        /// The needed bytes, about.
        needed: u64,
        /// The allowed bytes.
        allowed: u64,
    },
}

thread_local! {
    static HELD: RefCell<Option<Allowance>> = const { RefCell::new(None) };
}

/// Restores the allowance held before.
struct Before(Option<Allowance>);

impl Drop for Before {
    fn drop(&mut self) {
        HELD.replace(self.0.take());
    }
}

impl Allowance {
    /// Does some work within this allowance, and within those that are held already.
    pub fn hold<R>(self, work: impl FnOnce() -> R) -> Result<R, Lack> {
        let outer = HELD.with_borrow(Clone::clone);
        let own = match &outer {
            Some(outer) => self.and(outer),
            None => self,
        };
        let before = Before(outer);
        HELD.replace(Some(own));
        let done = catch_unwind(AssertUnwindSafe(work));
        drop(before);
        done.map_err(|thrown| match thrown.downcast::<Lack>() {
            Ok(lack) => *lack,
            Err(panic) => resume_unwind(panic),
        })
    }

    fn and(self, other: &Self) -> Self {
        let least = |one: Option<u64>, other: Option<u64>| one.into_iter().chain(other).min();
        let deadlines = self.deadline.into_iter().chain(other.deadline);
        Self {
            deadline: deadlines.min(),
            stop: self.stop.or_else(|| other.stop.clone()),
            memory: least(self.memory, other.memory),
        }
    }

    fn lack(&self) -> Option<Lack> {
        let is_set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        if self.deadline.is_some_and(|end| Instant::now() >= end) {
            return Some(Lack::Time);
        }
        if self.stop.as_ref().is_some_and(is_set) {
            return Some(Lack::Interrupted);
        }
        let heap = heap::now().filter(|heap| heap.is_short())?;
        Some(Lack::Memory {
            needed: heap.used,
            allowed: heap.allowed,
        })
    }
}

fn give_up(lack: Lack) {
    if cfg!(panic = "unwind") {
        resume_unwind(Box::new(lack));
    }
}

/// Gives the work on this thread up where its time is over. Costs a look at the clock.
pub fn look() {
    let lack = HELD.with_borrow(|held| held.as_ref().and_then(Allowance::lack));
    if let Some(lack) = lack {
        give_up(lack);
    }
}

/// Announces `needed` more bytes: gives the work up if that is too much.
pub fn take(needed: u64) {
    let allowed = HELD.with_borrow(|held| held.as_ref().map(|held| held.memory));
    // Without an allowance there is no caller to inform.
    let Some(allowed) = allowed else { return };
    let allowed = allowed.unwrap_or(u64::MAX);
    let allowed = heap::now().map_or(allowed, |heap| allowed.min(heap.left()));
    if needed > allowed {
        give_up(Lack::Memory { needed, allowed });
    }
}

/// Looks now and then: for loops whose rounds are short.
#[derive(Clone, Debug, Default)]
pub struct Looker {
    spent: usize,
}

/// That is far below a millisecond's work.
const LOOK_EVERY: usize = 1 << 14;

impl Looker {
    /// Counts things that were done.
    #[inline]
    pub fn spend(&mut self, things: usize) {
        self.spent += things;
        if self.spent >= LOOK_EVERY {
            self.spent = 0;
            look();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn work_is_given_up_when_its_time_is_over() {
        let late = Allowance {
            deadline: Some(Instant::now()),
            ..Allowance::default()
        };
        look();
        assert_eq!(late.clone().hold(look), Err(Lack::Time));
        let flag = Arc::new(AtomicBool::new(true));
        let stopped = Allowance {
            stop: Some(flag),
            ..Allowance::default()
        };
        assert_eq!(stopped.hold(look), Err(Lack::Interrupted));
        // An outer allowance counts inside, and nothing stays held.
        let inner = || Allowance::default().hold(look);
        assert_eq!(late.hold(inner), Ok(Err(Lack::Time)));
        look();
        let early = Allowance {
            deadline: Instant::now().checked_add(Duration::from_hours(1)),
            ..Allowance::default()
        };
        assert_eq!(early.hold(|| 7), Ok(7));
    }

    #[test]
    fn what_would_be_too_much_is_not_taken() {
        take(u64::MAX);
        let little = Allowance {
            memory: Some(1000),
            ..Allowance::default()
        };
        assert_eq!(little.clone().hold(|| take(1000)), Ok(()));
        let lack = Lack::Memory {
            needed: 1001,
            allowed: 1000,
        };
        assert_eq!(little.hold(|| take(1001)), Err(lack));
    }

    #[test]
    fn a_panic_stays_a_panic() {
        let panic = catch_unwind(|| Allowance::default().hold(|| panic!("as this test wants it")));
        assert!(panic.is_err());
        look();
    }
}
