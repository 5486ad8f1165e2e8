//! How far a search has come, told while it runs.
//!
//! A search is pulled, and whoever pulls hears nothing until there is a solution. A [`Pulse`] in the
//! budget is told what all searches with that budget have cost so far, by their meters, which look
//! at the budget every few hundred nodes anyway; it hands that on a few times a second. Nothing
//! else depends on it: answers are the same with and without.

use crate::Stats;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tilewright_model::clock::Instant;

/// Hears how far searches have come.
pub struct Pulse {
    nodes: AtomicU64,
    solutions: AtomicU64,
    every: Duration,
    /// When the listener heard something, or the pulse was made.
    last: Mutex<Instant>,
    listener: Box<dyn Fn(Stats) + Send + Sync>,
}

impl Pulse {
    /// A pulse that tells the listener no more often than `every` so long, from the thread that
    /// searches.
    pub fn new(every: Duration, listener: impl Fn(Stats) + Send + Sync + 'static) -> Self {
        Self {
            nodes: AtomicU64::new(0),
            solutions: AtomicU64::new(0),
            every,
            last: Mutex::new(Instant::now()),
            listener: Box::new(listener),
        }
    }

    /// What all searches have cost so far, give or take what each has not told yet.
    pub fn stats(&self) -> Stats {
        Stats {
            nodes: self.nodes.load(Ordering::Relaxed),
            solutions: self.solutions.load(Ordering::Relaxed),
        }
    }

    /// A search has cost so much more.
    pub(crate) fn add(&self, news: Stats) {
        self.nodes.fetch_add(news.nodes, Ordering::Relaxed);
        self.solutions.fetch_add(news.solutions, Ordering::Relaxed);
        // Whoever finds it taken need not wait: the listener hears of it from another thread.
        let Ok(mut last) = self.last.try_lock() else {
            return;
        };
        if last.elapsed() < self.every {
            return;
        }
        *last = Instant::now();
        (self.listener)(self.stats());
    }
}

impl fmt::Debug for Pulse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pulse")
            .field("stats", &self.stats())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ask, Meter};
    use std::sync::Arc;

    #[test]
    fn a_meter_tells_what_it_has_counted() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let listener = Arc::clone(&heard);
        let pulse = Arc::new(Pulse::new(Duration::ZERO, move |stats| {
            listener.lock().unwrap().push(stats.nodes);
        }));
        let mut ask = Ask::default();
        ask.budget.pulse = Some(Arc::clone(&pulse));
        for _ in 0..2 {
            let mut meter = Meter::start(&ask);
            for _ in 0..1000 {
                assert_eq!(meter.node(), None);
            }
            meter.solution();
            assert_eq!(meter.poll(), None);
        }
        let heard = heard.lock().unwrap();
        assert!(heard.is_sorted());
        assert_eq!(heard.last(), Some(&2000));
        assert_eq!(pulse.stats().solutions, 2);
    }

    #[test]
    fn it_is_not_told_more_often_than_asked() {
        let pulse = Pulse::new(Duration::MAX, |_| panic!("too early"));
        pulse.add(Stats {
            nodes: 5,
            solutions: 0,
        });
        assert_eq!(pulse.stats().nodes, 5);
    }
}
