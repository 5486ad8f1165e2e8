//! How far long work has come, told a few times a second.

use crate::{Desk, News};
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tilewright::Pulse;
use tilewright::engines::notebook::Notebook;
use tilewright::model::clock::Instant;

/// The time between two news of progress.
const EVERY: Duration = Duration::from_millis(250);

impl Desk<'_> {
    /// Tells the nodes of all searches so far, and their solutions.
    pub(crate) fn pulse(&self) -> Pulse {
        let (news, begun) = (self.news.clone(), Instant::now());
        Pulse::new(EVERY, move |stats| {
            let progress = json!({ "nodes": stats.nodes, "found": stats.solutions });
            tell(&news, begun, progress);
        })
    }

    /// Tells which share of a count is done.
    pub(crate) fn share(&self) -> Share {
        let now = Instant::now();
        Share {
            news: self.news.clone(),
            begun: now,
            last: Mutex::new(now),
        }
    }
}

fn tell(news: &News, begun: Instant, mut progress: Value) {
    let milliseconds = begun.elapsed().as_millis();
    progress["seconds"] = json!((milliseconds as f64) / 1000.0);
    news.tell(&json!({ "progress": progress }));
}

/// A notebook in which nothing is written down: a count tells it how much is done.
#[derive(Debug)]
pub(crate) struct Share {
    news: News,
    begun: Instant,
    last: Mutex<Instant>,
}

impl Notebook for Share {
    fn read(&self, _name: &str) -> Option<Vec<u8>> {
        None
    }

    fn is_due(&self) -> bool {
        false
    }

    fn write(&self, _name: &str, _note: Option<Vec<u8>>) {}

    fn progress(&self, share: f64) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() < EVERY {
            return;
        }
        *last = Instant::now();
        drop(last);
        let share = share.clamp(0.0, 1.0);
        tell(&self.news, self.begun, json!({ "share": share }));
    }
}
