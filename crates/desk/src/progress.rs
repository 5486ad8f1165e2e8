//! The progress of long work, reported a few times a second.

use crate::{Desk, News};
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tilewright::engines::notebook::Notebook;
use tilewright::engines::{Pulse, Stats};
use tilewright::model::clock::Instant;

/// The time between two news of progress.
const EVERY: Duration = Duration::from_millis(250);

/// The state of the work behind one answer.
#[derive(Debug)]
pub(crate) struct Progress {
    news: News,
    begun: Instant,
    known: Mutex<Known>,
}

#[derive(Debug)]
struct Known {
    /// The time of the last report.
    last: Instant,
    /// The cost of all searches.
    stats: Stats,
    /// The share of a count that is done.
    share: Option<f64>,
}

impl Desk<'_> {
    /// Nothing is known yet.
    pub(crate) fn progress(&self) -> Arc<Progress> {
        let now = Instant::now();
        let known = Known {
            last: now,
            stats: Stats::default(),
            share: None,
        };
        Arc::new(Progress {
            news: self.news.clone(),
            begun: now,
            known: Mutex::new(known),
        })
    }
}

impl Progress {
    /// Hears of nodes and solutions.
    pub(crate) fn pulse(self: &Arc<Self>) -> Arc<Pulse> {
        let progress = Arc::clone(self);
        Arc::new(Pulse::new(EVERY, move |stats| {
            progress.learn(|known| known.stats = stats);
        }))
    }

    /// Notes something, and reports all that is known if it is time to.
    fn learn(&self, note: impl FnOnce(&mut Known)) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        note(&mut known);
        if known.last.elapsed() < EVERY {
            return;
        }
        known.last = Instant::now();
        let seconds = (self.begun.elapsed().as_secs_f64() * 100.0).round() / 100.0;
        let mut progress = json!({
            "seconds": seconds,
            "nodes": known.stats.nodes,
            "found": known.stats.solutions,
        });
        if let Some(share) = known.share {
            progress["share"] = json!(share);
        }
        drop(known);
        self.news.tell(&json!({ "progress": progress }));
    }
}

/// A notebook in which nothing is written down: a count reports its progress to it.
impl Notebook for Progress {
    fn read(&self, _name: &str) -> Option<Vec<u8>> {
        None
    }

    fn is_due(&self) -> bool {
        false
    }

    fn write(&self, _name: &str, _note: Option<Vec<u8>>) {}

    fn progress(&self, share: f64) {
        self.learn(|known| known.share = Some(share.clamp(0.0, 1.0)));
    }
}
