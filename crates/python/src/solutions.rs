//! Solutions one after the other.
//!
//! An iterator owns its search. To pull, it hands the search to a worker thread for a moment, so that the
//! thread of the interpreter stays free to hear signals; between two pulls there is no thread. A pull takes
//! several solutions where they come quickly, so that a million of them do not cost a million threads, and ends
//! early when it takes more than a moment.

use crate::failure::Failure;
use crate::puzzle::Puzzle;
use crate::work::{Stop, Trouble, Waiter};
use pyo3::prelude::*;
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tilewright::{Asked, Choice, End, Solver};

/// The most solutions of one pull.
const MOST: usize = 256;

/// A pull that has taken longer returns the solutions so far.
const MOMENT: Duration = Duration::from_millis(5);

/// The solutions of a puzzle.
#[pyclass(frozen, module = "tilewright._native")]
pub(crate) struct Solutions {
    puzzle: Puzzle,
    stop: Stop,
    state: Mutex<State>,
}

enum State {
    /// Nothing was asked yet.
    Ready {
        solver: Box<Solver>,
        limit: Option<u64>,
    },
    /// A search, to be pulled on.
    Running(Box<Running>),
    /// There is nothing more to come.
    Over,
}

struct Running {
    search: Search,
    /// Solutions that were pulled and not yet given.
    shelf: VecDeque<Vec<Choice>>,
    /// The solutions of the next pull.
    order: usize,
}

type Search = tilewright::Solutions<Asked>;

impl Solutions {
    pub(crate) fn new(puzzle: Puzzle, solver: Solver, stop: Stop, limit: Option<u64>) -> Self {
        Self {
            puzzle,
            stop,
            state: Mutex::new(State::Ready {
                solver: Box::new(solver),
                limit,
            }),
        }
    }

    /// The next solution; without the interpreter's lock.
    fn next(&self) -> Result<Option<Vec<Choice>>, Trouble> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match &mut *state {
                State::Over => return Ok(None),
                State::Ready { .. } => {}
                State::Running(running) => {
                    if let Some(solution) = running.shelf.pop_front() {
                        return Ok(Some(solution));
                    }
                    if let Some(end) = running.search.end() {
                        *state = State::Over;
                        return ended(end);
                    }
                }
            }
            // It stays over where the worker is interrupted or fails.
            let begun = std::mem::replace(&mut *state, State::Over);
            let puzzle = self.puzzle.clone();
            let pull = move || pulled(&puzzle, begun);
            *state = State::Running(Waiter::here().attend(&self.stop, pull)?);
        }
    }
}

/// There are no more solutions, or it is not known.
fn ended(end: End) -> Result<Option<Vec<Choice>>, Trouble> {
    if matches!(end, End::Complete | End::Limit) {
        return Ok(None);
    }
    let message = format!("there may be more solutions ({end})");
    Err(Failure::stopped(message, end).into())
}

/// Begins a search unless there is one, and pulls some solutions.
fn pulled(puzzle: &Puzzle, state: State) -> Result<Box<Running>, Failure> {
    let mut running = match state {
        State::Running(running) => running,
        State::Ready { solver, limit } => {
            let mut asked = solver.ask(&**puzzle.inner())?;
            asked.limit(limit);
            Box::new(Running {
                search: asked.into_solutions(),
                shelf: VecDeque::new(),
                order: 1,
            })
        }
        State::Over => unreachable!("a search that is over is not pulled"),
    };
    let start = Instant::now();
    let mut found = running.search.by_ref().take(running.order);
    while start.elapsed() < MOMENT {
        let Some(solution) = found.next() else {
            break;
        };
        running.shelf.push_back(solution);
    }
    if running.shelf.len() == running.order {
        running.order = (2 * running.order).min(MOST);
    }
    Ok(running)
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Puzzle>> {
        let next = py.detach(|| self.next());
        let next = next.map_err(|trouble| trouble.raised(py))?;
        Ok(next.map(|solution| py.detach(|| self.puzzle.filled(solution))))
    }

    /// Ends the search.
    fn close(&self, py: Python<'_>) {
        self.stop.store(true, Ordering::Relaxed);
        py.detach(|| {
            *self.state.lock().unwrap_or_else(PoisonError::into_inner) = State::Over;
        });
    }
}

impl Drop for Solutions {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
