//! A search whose answers are checked before they are returned.
//!
//! It is a search over a search, so those who ask need not know of it. Each solution is held against the
//! definition, the givens and those before it, and that there are no others against a search of another kind.
//! Answers that are found without a search are [vouched for](Doubt::count) where they are found.

use super::report::Subject;
use super::second::{Distinct, Second, allowance};
use crate::solver::Solver;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tilewright_engines::{Ask, Branch, Budget, Count, End, Search, Stats};
use tilewright_model::clock::Instant;
use tilewright_model::{Choice, Model};
use tilewright_puzzles::Puzzle;

/// Questions for at most this many solutions are about these solutions, others about their number.
const FEW: u64 = 2;

/// The doubts about one model, shared by its search and by those who find answers without it.
#[derive(Clone)]
pub(crate) struct Doubt(Arc<Mutex<State>>);

struct State {
    second: Second,
    /// The settings, which limit the cost of a check.
    solver: Solver,
    /// The puzzle that is asked about; none for a model that was made on the way to an answer.
    puzzle: Option<Arc<dyn Puzzle>>,
}

impl State {
    fn parts(&mut self) -> (&mut Second, Subject<'_>, &Solver) {
        let about = match &self.puzzle {
            Some(puzzle) => Subject::Puzzle(&**puzzle),
            None => Subject::Model,
        };
        (&mut self.second, about, &self.solver)
    }
}

impl Doubt {
    /// `None` if answers are not checked.
    pub(crate) fn new(solver: &Solver, model: &Model) -> Option<Self> {
        let state = State {
            second: Second::new(solver, model)?,
            solver: solver.apart(),
            puzzle: None,
        };
        Some(Self(Arc::new(Mutex::new(state))))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The solver asks about the puzzle from now on.
    pub(crate) fn renew(&self, solver: &Solver, puzzle: &dyn Puzzle) {
        let mut state = self.state();
        state.second.asked_by(solver);
        state.solver = solver.apart();
        state.puzzle = Some(puzzle.shared());
    }

    /// Checks a solution that was found without a search.
    pub(crate) fn solution(&self, ask: &Ask, solution: &[Choice]) {
        let mut state = self.state();
        let (second, about, _) = state.parts();
        second.solution(about, ask, solution);
    }

    /// Checks a count of a question that was begun then.
    pub(crate) fn count(&self, ask: &Ask, count: &Count, budget: &Budget, begun: Instant) {
        let mut state = self.state();
        let (second, about, solver) = state.parts();
        let allowance = allowance(solver, budget, begun);
        second.count(about, ask, count, &allowance);
    }

    /// Lets `work` have the second opinion.
    pub(crate) fn with_second<T>(&self, work: impl FnOnce(&mut Second) -> T) -> T {
        work(&mut self.state().second)
    }

    /// Checks the answers to one question.
    pub(crate) fn watch(&self, ask: &Ask) -> Watch {
        Watch {
            doubt: self.clone(),
            is_few: ask.limit.is_some_and(|limit| limit <= FEW),
            is_over: false,
            ask: ask.clone(),
            begun: Instant::now(),
            number: 0,
            distinct: Distinct::default(),
            found: Vec::new(),
        }
    }
}

/// Checks the answers to one question as they come.
pub(crate) struct Watch {
    doubt: Doubt,
    ask: Ask,
    begun: Instant,
    is_few: bool,
    is_over: bool,
    number: u64,
    distinct: Distinct,
    /// The solutions, if few are asked for.
    found: Vec<Vec<Choice>>,
}

impl Watch {
    /// Checks another solution.
    pub(crate) fn solution(&mut self, solution: &[Choice]) {
        let mut state = self.doubt.state();
        let (second, about, _) = state.parts();
        let caps = second.reporter.paranoia.caps;
        self.number += 1;
        if self.number > caps.solutions {
            return;
        }
        second.solution(about, &self.ask, solution);
        if !self.distinct.is_new(solution, caps.count) {
            second.repeated(about, &self.ask, solution);
        }
        if self.is_few {
            self.found.push(solution.to_vec());
        }
    }

    /// Checks a complete end: that there are no other solutions.
    pub(crate) fn end(&mut self, end: End) {
        if std::mem::replace(&mut self.is_over, true) || end != End::Complete {
            return;
        }
        let mut state = self.doubt.state();
        let (second, about, solver) = state.parts();
        let allowance = allowance(solver, &self.ask.budget, self.begun);
        if self.is_few {
            second.no_other(about, &self.ask, &self.found, &allowance);
        } else {
            let count = Count::new(self.number, end);
            second.count(about, &self.ask, &count, &allowance);
        }
    }
}

/// A search that is watched.
pub(crate) struct Doubted {
    inner: Box<dyn Search>,
    watch: Watch,
}

impl Doubted {
    pub(crate) fn new(inner: Box<dyn Search>, doubt: &Doubt) -> Self {
        let watch = doubt.watch(&Ask::default());
        Self { inner, watch }
    }
}

impl Search for Doubted {
    fn start(&mut self, ask: &Ask) {
        self.watch = self.watch.doubt.watch(ask);
        self.inner.start(ask);
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        match self.inner.advance() {
            Ok(solution) => {
                self.watch.solution(solution);
                Ok(solution)
            }
            Err(end) => {
                self.watch.end(end);
                Err(end)
            }
        }
    }

    /// It may be the count of a part, so the whole is checked by those who add up.
    fn count(&mut self) -> Count {
        self.inner.count()
    }

    fn choice_count(&self) -> usize {
        self.inner.choice_count()
    }

    fn stats(&self) -> Stats {
        self.inner.stats()
    }

    fn branches(&mut self) -> Vec<Branch> {
        self.inner.branches()
    }

    fn searches_in_parts(&self, ask: &Ask) -> bool {
        self.inner.searches_in_parts(ask)
    }

    fn counts_in_parts(&self) -> bool {
        self.inner.counts_in_parts()
    }

    fn possible(&mut self) -> Vec<Choice> {
        self.inner.possible()
    }
}
