//! The limits of a question, and its engine: the keyword arguments that all have.

use crate::failure::Failure;
use crate::work::{Stop, attend};
use pyo3::prelude::*;
use std::num::NonZero;
use std::sync::LazyLock;
use std::time::Duration;
use tilewright::Solver;
use tilewright_batch::Pace;

/// The most threads of one question.
const MOST_THREADS: usize = 256;

/// Keyword arguments, checked by the package.
#[derive(Clone, FromPyObject, Default)]
pub(crate) struct Limits(
    /// Seconds.
    Option<f64>,
    /// Nodes of search.
    Option<u64>,
    /// Bytes.
    Option<u64>,
    /// Threads.
    Option<usize>,
    /// The engine.
    Option<String>,
    /// The seed of a random order.
    Option<u64>,
    /// True if every answer is checked by other means.
    bool,
);

impl Limits {
    /// A solver with these limits, and the flag that interrupts it.
    pub(crate) fn solver(self) -> Result<(Solver, Stop), Failure> {
        let Self(time, nodes, memory, threads, engine, seed, is_paranoid) = self;
        let stop = Stop::default();
        let mut solver = Solver::new().stop(stop.clone()).threads(cores(threads));
        if let Some(time) = time.and_then(duration) {
            solver = solver.time(time);
        }
        if let Some(nodes) = nodes {
            solver = solver.nodes(nodes);
        }
        if let Some(memory) = memory {
            solver = solver.memory(memory);
        }
        if let Some(engine) = engine {
            solver = solver.engine(&engine)?;
        }
        if let Some(seed) = seed {
            solver = solver.seed(seed);
        }
        if is_paranoid {
            // The report is on standard error, and whatever was asked raises.
            solver = solver
                .paranoid(true)
                .on_mismatch(|mismatch| panic!("{mismatch}"));
        }
        Ok((solver, stop))
    }
}

impl Limits {
    /// The number of threads.
    pub(crate) fn threads(&self) -> usize {
        cores(self.3)
    }

    /// The pace of a batch with these limits, of which the time is that of each puzzle, and the flag
    /// that interrupts it.
    pub(crate) fn pace(mut self) -> Result<(Pace, Stop), Failure> {
        let (time, threads) = (self.0.take().and_then(duration), cores(self.3));
        let (solver, stop) = self.solver()?;
        let pace = Pace::new().solver(solver).threads(threads);
        let pace = pace.stop(stop.clone());
        Ok((time.map_or(pace.clone(), |time| pace.time(time)), stop))
    }
}

/// Asks a solver with these limits a question that may take long.
pub(crate) fn ask<A: Send + 'static>(
    py: Python<'_>,
    limits: Limits,
    question: impl FnOnce(Solver) -> Result<A, Failure> + Send + 'static,
) -> PyResult<A> {
    let (solver, stop) = limits.solver().map_err(|failure| failure.raised(py))?;
    attend(py, &stop, move || question(solver))
}

/// Seconds; `None` where they are more than ever pass.
pub(crate) fn duration(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds.max(0.0)).ok()
}

/// `threads` threads, or one for each core.
pub(crate) fn cores(threads: Option<usize>) -> usize {
    // The system is asked once: it reads files to find out.
    static CORES: LazyLock<usize> =
        LazyLock::new(|| std::thread::available_parallelism().map_or(1, NonZero::get));
    threads.unwrap_or(*CORES).clamp(1, MOST_THREADS)
}
