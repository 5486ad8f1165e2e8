//! Solutions one after the other, of a search that goes on only when it is asked to.
//!
//! A search borrows its model and stays on its thread, so it gets one of its own when the first
//! solution is asked for. It waits for **orders**: find so many more. Orders grow while solutions come
//! quickly, so that a million of them do not cost a million changes of threads, and an order ends early when it
//! takes more than a moment. Whoever drops the iterator drops the orders and sets the flag
//! that stops the search.

use crate::failure::Failure;
use crate::puzzle::Puzzle;
use crate::work::{self, Stop};
use pyo3::prelude::*;
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tilewright::{Choice, End, Solver};

/// The most solutions of one order.
const MOST: usize = 256;

/// An order that has taken longer is answered with what there is.
const MOMENT: Duration = Duration::from_millis(5);

/// What an order brought: solutions, and how the search ended if it did.
type Found = Result<(Vec<Vec<Choice>>, Option<End>), Failure>;

/// The solutions of a puzzle.
#[pyclass(frozen, module = "tilewright._native")]
pub(crate) struct Solutions {
    puzzle: Puzzle,
    stop: Stop,
    state: Mutex<State>,
}

enum State {
    /// Nothing was asked yet.
    Ready { solver: Solver, limit: Option<u64> },
    /// A search waits for orders.
    Running(Running),
    /// There is nothing more to come.
    Over,
}

struct Running {
    orders: Sender<usize>,
    found: Receiver<Found>,
    /// Found, and not yet given.
    shelf: VecDeque<Vec<Choice>>,
    end: Option<End>,
    order: usize,
}

/// What comes next.
enum Next {
    Solution(Vec<Choice>),
    End(End),
    Failure(Failure),
    Broken,
}

impl Solutions {
    pub(crate) fn new(puzzle: Puzzle, solver: Solver, stop: Stop, limit: Option<u64>) -> Self {
        Self {
            puzzle,
            stop,
            state: Mutex::new(State::Ready { solver, limit }),
        }
    }

    /// The next solution; without the interpreter's lock.
    fn next(&self) -> PyResult<Option<Next>> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let State::Ready { solver, limit } = &*state {
            let running = start(&self.puzzle, solver.clone(), *limit)?;
            *state = State::Running(running);
        }
        let State::Running(running) = &mut *state else {
            return Ok(None);
        };
        let next = running.next(&self.stop);
        if !matches!(next, Ok(Next::Solution(_))) {
            *state = State::Over;
        }
        next.map(Some)
    }
}

impl Running {
    fn next(&mut self, stop: &Stop) -> PyResult<Next> {
        loop {
            if let Some(solution) = self.shelf.pop_front() {
                return Ok(Next::Solution(solution));
            }
            if let Some(end) = self.end {
                return Ok(Next::End(end));
            }
            if self.orders.send(self.order).is_err() {
                return Ok(Next::Broken);
            }
            match work::wait(stop, &self.found)? {
                Some(Ok((found, end))) => {
                    if found.len() == self.order {
                        self.order = (2 * self.order).min(MOST);
                    }
                    self.shelf.extend(found);
                    self.end = end;
                }
                Some(Err(failure)) => return Ok(Next::Failure(failure)),
                None => return Ok(Next::Broken),
            }
        }
    }
}

fn start(puzzle: &Puzzle, solver: Solver, limit: Option<u64>) -> PyResult<Running> {
    let (orders, ordered) = channel::<usize>();
    let (found, finds) = channel();
    let puzzle = std::sync::Arc::clone(puzzle.inner());
    work::start(move || {
        let served = solver.run(&*puzzle, |session| {
            let mut solutions = session.solutions(&*puzzle, limit);
            for order in ordered {
                let start = Instant::now();
                let mut some = Vec::new();
                while some.len() < order && start.elapsed() < MOMENT {
                    let Some(solution) = solutions.next() else {
                        break;
                    };
                    some.push(solution);
                }
                if found.send(Ok((some, solutions.end()))).is_err() {
                    return;
                }
            }
        });
        if let Err(refusal) = served {
            // Nobody may be waiting any more.
            let _ = found.send(Err(refusal.into()));
        }
    })?;
    Ok(Running {
        orders,
        found: finds,
        shelf: VecDeque::new(),
        end: None,
        order: 1,
    })
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Puzzle>> {
        match py.detach(|| self.next())? {
            None | Some(Next::End(End::Complete | End::Limit)) => Ok(None),
            Some(Next::Solution(solution)) => Ok(Some(py.detach(|| self.puzzle.filled(solution)))),
            Some(Next::End(end)) => {
                let message = format!("there may be more solutions ({end})");
                Err(Failure::stopped(message, end).raised(py))
            }
            Some(Next::Failure(failure)) => Err(failure.raised(py)),
            Some(Next::Broken) => Err(work::broken()),
        }
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
