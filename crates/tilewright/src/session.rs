//! A prepared model, answering for the puzzles that share it.
//!
//! One question may take several searches: the promised first solution is found by a few, a
//! verdict by one for each clue. They share one budget, so that `time` is the time of the answer
//! and not of each search behind it.

use crate::solver::Solver;
use std::time::Instant;
use tilewright_engines::{Ask, Budget, Count, End, Search, Stats};
use tilewright_model::{Choice, Model};
use tilewright_puzzles::Puzzle;

/// A model made ready by an engine. Each question is about a puzzle of that very model.
pub struct Session<'m> {
    solver: Solver,
    model: &'m Model,
    search: Box<dyn Search + 'm>,
    stats: Stats,
}

/// The first solution, or what is known instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// A solution. Where the end is not [`End::Complete`] it may not be the one that the family
    /// promises to be first.
    pub solution: Option<Vec<Choice>>,
    /// [`End::Complete`] where the answer is final: this is the first solution, or there is none.
    pub end: End,
}

impl Answer {
    /// Whether it is certain that there is no solution.
    pub fn is_unsolvable(&self) -> bool {
        self.solution.is_none() && self.end == End::Complete
    }
}

impl<'m> Session<'m> {
    pub(crate) fn new(solver: Solver, model: &'m Model, search: Box<dyn Search + 'm>) -> Self {
        Self {
            solver,
            model,
            search,
            stats: Stats::default(),
        }
    }

    /// The model.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// The settings.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// What all the searches so far cost.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// The first solution: the one that the family promises ([`Puzzle::ranking`]), unless a seed
    /// asks for a random one, or else the first that the engine finds.
    pub fn first(&mut self, puzzle: &dyn Puzzle) -> Answer {
        let mut purse = Purse::new(&self.solver);
        self.first_within(puzzle, &mut purse)
    }

    fn first_within(&mut self, puzzle: &dyn Puzzle, purse: &mut Purse) -> Answer {
        match self.ranking(puzzle) {
            Some(ranking) => self.promised(&puzzle.givens(), &*ranking, purse),
            None => self.any(Ask::given(puzzle.givens()), purse),
        }
    }

    fn ranking<'p>(
        &self,
        puzzle: &'p dyn Puzzle,
    ) -> Option<Box<dyn tilewright_puzzles::Ranking + 'p>> {
        if self.solver.order().is_some() {
            return None;
        }
        puzzle.ranking()
    }

    /// The solutions one after the other, at most `limit`. The promised first one comes first;
    /// the others follow in the engine's order, or in a random one where there is a seed.
    pub fn solutions(&mut self, puzzle: &dyn Puzzle, limit: Option<u64>) -> Solutions<'_, 'm> {
        let mut purse = Purse::new(&self.solver);
        let promised = if self.ranking(puzzle).is_some() && limit != Some(0) {
            Some(self.first_within(puzzle, &mut purse))
        } else {
            None
        };
        let end = promised.as_ref().and_then(|answer| match answer.end {
            End::Complete if answer.solution.is_some() => None,
            end => Some(end),
        });
        if end.is_none() {
            self.start(Ask::given(puzzle.givens()), &purse);
        }
        let promised = promised.and_then(|answer| answer.solution);
        Solutions {
            session: self,
            left: limit.unwrap_or(u64::MAX),
            skip: promised.clone(),
            promised,
            end,
            is_open: end.is_none(),
        }
    }

    /// The number of solutions, or of the first `limit`. Only a count whose end is
    /// [`End::Complete`] is exact.
    pub fn count(&mut self, puzzle: &dyn Puzzle, limit: Option<u64>) -> Count {
        let purse = Purse::new(&self.solver);
        let mut ask = Ask::given(puzzle.givens());
        ask.limit = limit;
        self.start(ask, &purse);
        let count = self.search.count();
        self.stats += self.search.stats();
        count
    }

    /// Any solution within the rest of the budget.
    pub(crate) fn any(&mut self, ask: Ask, purse: &mut Purse) -> Answer {
        self.start(ask.limit(1), purse);
        self.finish_any(purse)
    }

    /// The solution of the search that was just started.
    pub(crate) fn finish_any(&mut self, purse: &mut Purse) -> Answer {
        let answer = match self.search.advance() {
            Ok(solution) => Answer {
                solution: Some(solution.to_vec()),
                end: End::Complete,
            },
            Err(end) => Answer {
                solution: None,
                end,
            },
        };
        self.close(purse);
        answer
    }

    /// Up to two solutions, and how the search for them ended.
    pub(crate) fn two(&mut self, given: Vec<Choice>, purse: &mut Purse) -> (Vec<Vec<Choice>>, End) {
        self.start(Ask::given(given).limit(2), purse);
        let mut found = Vec::new();
        let end = loop {
            match self.search.advance() {
                Ok(solution) => found.push(solution.to_vec()),
                Err(end) => break end,
            }
        };
        self.close(purse);
        (found, end)
    }

    /// Begins a search with what is left of the budget.
    pub(crate) fn start(&mut self, mut ask: Ask, purse: &Purse) {
        ask.seed = self.solver.order();
        ask.budget = purse.rest();
        self.search.start(&ask);
    }

    /// Right after a start: which choices are still possible, by choice.
    pub(crate) fn possible(&mut self) -> Vec<bool> {
        let mut is_possible = vec![false; self.model.choice_count()];
        for choice in self.search.possible() {
            is_possible[choice.index()] = true;
        }
        is_possible
    }

    /// Adds what another session did for this one.
    pub(crate) fn add(&mut self, stats: Stats) {
        self.stats += stats;
    }

    /// Adds what the search cost.
    pub(crate) fn close(&mut self, purse: &mut Purse) {
        let stats = self.search.stats();
        purse.spend(stats.nodes);
        self.stats += stats;
    }
}

impl std::fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("solver", &self.solver)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

/// The solutions of a puzzle, pulled one by one; [`Solutions::end`] says how it ended.
#[derive(Debug)]
pub struct Solutions<'s, 'm> {
    session: &'s mut Session<'m>,
    left: u64,
    /// The promised first solution, until it is given.
    promised: Option<Vec<Choice>>,
    /// The same, so that the search does not give it again.
    skip: Option<Vec<Choice>>,
    end: Option<End>,
    /// Whether a search was started whose cost is not yet added.
    is_open: bool,
}

impl Solutions<'_, '_> {
    /// How the search ended, once the iterator has given `None`.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// What it cost so far, with all that the session did before.
    pub fn stats(&self) -> Stats {
        let mut stats = self.session.stats;
        if self.is_open {
            stats += self.session.search.stats();
        }
        stats
    }

    fn finish(&mut self, end: End) {
        self.end.get_or_insert(end);
        if std::mem::take(&mut self.is_open) {
            let stats = self.session.search.stats();
            self.session.stats += stats;
        }
    }
}

impl Iterator for Solutions<'_, '_> {
    type Item = Vec<Choice>;

    fn next(&mut self) -> Option<Vec<Choice>> {
        if let Some(solution) = self.promised.take() {
            self.left -= 1;
            return Some(solution);
        }
        if self.end.is_some() {
            return None;
        }
        if self.left == 0 {
            self.finish(End::Limit);
            return None;
        }
        loop {
            match self.session.search.advance() {
                Ok(solution) if self.skip.as_deref() == Some(solution) => self.skip = None,
                Ok(solution) => {
                    self.left -= 1;
                    return Some(solution.to_vec());
                }
                Err(end) => {
                    self.finish(end);
                    return None;
                }
            }
        }
    }
}

impl Drop for Solutions<'_, '_> {
    fn drop(&mut self) {
        self.finish(End::Limit);
    }
}

/// What is left of the budget of one question.
#[derive(Debug)]
pub(crate) struct Purse {
    budget: Budget,
    deadline: Option<Instant>,
}

impl Purse {
    pub(crate) fn new(solver: &Solver) -> Self {
        let budget = solver.budget().clone();
        let deadline = budget
            .time
            .and_then(|time| Instant::now().checked_add(time));
        Self { budget, deadline }
    }

    /// The budget of the next search.
    pub(crate) fn rest(&self) -> Budget {
        let mut rest = self.budget.clone();
        rest.time = self
            .deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()));
        rest
    }

    fn spend(&mut self, nodes: u64) {
        if let Some(left) = &mut self.budget.nodes {
            *left = left.saturating_sub(nodes);
        }
    }
}
