//! The cost of a question, and how it is measured.

use crate::asked::Asked;
use serde::{Deserialize, Serialize};
use tilewright_model::clock::Instant;

/// The cost of a search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// Nodes of the search.
    pub nodes: u64,
    /// Seconds, to the microsecond.
    pub seconds: f64,
}

impl Cost {
    /// Rounds the seconds to the precision of a clock.
    pub fn new(nodes: u64, seconds: f64) -> Self {
        let seconds = (seconds * 1e6).round() / 1e6;
        Self { nodes, seconds }
    }
}

/// Measures the cost of a question.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    start: Instant,
    nodes: u64,
}

impl Stopwatch {
    /// Begins to measure.
    pub fn start(asked: &Asked) -> Self {
        Self {
            start: Instant::now(),
            nodes: asked.stats().nodes,
        }
    }

    /// The cost since then.
    pub fn cost(&self, asked: &Asked) -> Cost {
        let nodes = asked.stats().nodes - self.nodes;
        Cost::new(nodes, self.start.elapsed().as_secs_f64())
    }
}
