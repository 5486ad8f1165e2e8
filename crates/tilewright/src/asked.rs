//! A puzzle with everything that is needed to answer for it.
//!
//! [`Solver::ask`] takes the prepared model from the solver's pool, or prepares it, and an [`Asked`] returns it there
//! when it is dropped. So a plain loop over a million puzzles of one shape prepares their model once. An `Asked` owns
//! all its data: it can be kept, and sent to another thread.

use crate::explain::Manner;
use crate::searches::Prepared;
use crate::solver::{Refusal, Solver};
use std::borrow::BorrowMut;
use std::sync::Arc;
use tilewright_engines::doubt::Subject;
use tilewright_engines::notebook::Notebook;
use tilewright_engines::{Ask, Budget, Count, End, Search, Stats};
use tilewright_logic::Logic;
use tilewright_model::{Choice, Model};
use tilewright_puzzles::Puzzle;

/// A puzzle whose model is prepared, ready to answer. Every question has the whole budget of the solver;
/// time begins when the puzzle is asked about ([`Solver::ask`]).
#[derive(Debug)]
pub struct Asked {
    puzzle: Arc<dyn Puzzle>,
    givens: Vec<Choice>,
    solver: Solver,
    limit: Option<u64>,
    manner: Manner,
    /// Taken out when this is dropped.
    prepared: Option<Prepared>,
    /// The cost of all searches so far.
    stats: Stats,
    /// The puzzle for reports, if answers are checked.
    subject: Option<Arc<dyn Subject>>,
}

/// The first solution, or the end of the search for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    /// A solution. Where the end is not [`End::Complete`] it may not be the one that the family
    /// promises to be first.
    pub solution: Option<Vec<Choice>>,
    /// [`End::Complete`] where the answer is final: this is the first solution, or there is none.
    pub end: End,
}

impl First {
    /// This solution, and it is the first.
    pub(crate) fn of(solution: Vec<Choice>) -> Self {
        Self {
            solution: Some(solution),
            end: End::Complete,
        }
    }

    /// Returns true if it is certain that there is no solution.
    pub fn is_unsolvable(&self) -> bool {
        self.solution.is_none() && self.end == End::Complete
    }
}

impl Solver {
    /// Prepares the model of a puzzle, to answer for it. The solver's time begins now.
    ///
    /// ```
    /// use tilewright::{Solver, read};
    ///
    /// let solver = Solver::new();
    /// for line in ["1234............", "....4321........", "11.............."] {
    ///     let puzzle = read(line, Some("sudoku:line"))?;
    ///     // Prepared once: the three share their model.
    ///     let mut asked = solver.ask(&*puzzle)?;
    ///     assert_eq!(asked.solutions().count().to_string(), asked.count().number.to_string());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ask(&self, puzzle: &dyn Puzzle) -> Result<Asked, Refusal> {
        let solver = self.starting_now();
        let model = solver.model(puzzle)?;
        Asked::new(solver, puzzle, &model)
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        // A search that was left in the middle by a panic is not used again.
        if let Some(prepared) = self.prepared.take()
            && !std::thread::panicking()
        {
            self.solver.pool().put(prepared);
        }
    }
}

impl Asked {
    /// Asks about a puzzle that has this model.
    pub(crate) fn new(solver: Solver, puzzle: &dyn Puzzle, model: &Model) -> Result<Self, Refusal> {
        let prepared = match solver.pool().take(model) {
            Some(prepared) => prepared,
            None => solver.prepare(model)?,
        };
        Ok(Self {
            puzzle: puzzle.shared(),
            givens: puzzle.givens(),
            subject: solver.subject(puzzle),
            solver,
            limit: None,
            manner: Manner::default(),
            prepared: Some(prepared),
            stats: Stats::default(),
        })
    }

    /// Asks about another model that belongs to the puzzle.
    pub(crate) fn beside(&self, model: &Model) -> Result<Self, Refusal> {
        let mut asked = Self::new(self.solver.apart(), &*self.puzzle, model)?;
        // Its choices are not those of the puzzle.
        asked.subject = None;
        Ok(asked)
    }

    fn prepared(&self) -> &Prepared {
        self.prepared.as_ref().expect("taken when dropped")
    }

    fn prepared_mut(&mut self) -> &mut Prepared {
        self.prepared.as_mut().expect("taken when dropped")
    }

    /// The search of the model.
    pub(crate) fn search(&mut self) -> &mut dyn Search {
        &mut *self.prepared_mut().search
    }

    /// The model made ready for logic; or the end, where the budget does not allow it.
    pub(crate) fn logic(&mut self, budget: &Budget) -> Result<&Logic, End> {
        self.prepared_mut().logic(budget)
    }

    /// The choices that its clues pick.
    pub(crate) fn givens(&self) -> &[Choice] {
        &self.givens
    }

    /// All solutions.
    pub(crate) fn whole(&self) -> Ask {
        Ask::given(self.givens())
    }

    /// The puzzle for reports, if answers are checked.
    pub(crate) fn subject(&self) -> Option<Arc<dyn Subject>> {
        self.subject.clone()
    }

    /// Searches in the order of a seed from now on, or in the engine's own.
    pub(crate) fn set_order(&mut self, seed: Option<u64>) {
        self.solver = self.solver.clone().in_order(seed);
    }

    /// Adds the cost of a search.
    pub(crate) fn add(&mut self, stats: Stats) {
        self.stats += stats;
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Arc<dyn Puzzle> {
        &self.puzzle
    }

    /// Its model.
    pub fn model(&self) -> &Model {
        &self.prepared().model
    }

    /// The settings.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// The cost of all searches so far.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// The reason why an answer [failed](End::Failed), if any did.
    pub fn failure(&self) -> Option<&str> {
        self.solver.budget().failure()
    }

    /// Counts resume from the notebook from now on, and are noted there: see [`Solver::notebook`].
    pub fn take_notes(&mut self, notebook: Arc<dyn Notebook>) {
        self.solver = self.solver.clone().notebook(notebook);
    }

    /// Counts and lists stop at this number of solutions from now on; at none with `None`, as at first.
    ///
    /// ```
    /// # use tilewright::{Solver, read};
    /// let puzzle = read("1...............", None)?;
    /// let mut asked = Solver::new().ask(&*puzzle)?;
    /// assert_eq!(asked.limit(5).solutions().count(), 5);
    /// assert_eq!(asked.limit(None).count().number, 72_u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn limit(&mut self, limit: impl Into<Option<u64>>) -> &mut Self {
        self.limit = limit.into();
        self
    }

    /// Explanations and hints are in this manner from now on.
    pub fn manner(&mut self, manner: Manner) -> &mut Self {
        self.manner = manner;
        self
    }

    /// The manner of explanations and hints.
    pub(crate) fn manner_now(&self) -> Manner {
        self.manner
    }

    /// The first solution: the one that the family promises ([`Ranked`](tilewright_puzzles::Ranked)), unless a seed
    /// asks for a random one, or else the first that the engine finds. Where no engine was named
    /// and none finds anything soon, an empty board is written down by its family
    /// ([`EmptyBoards`](tilewright_puzzles::EmptyBoards)).
    pub fn first(&mut self) -> First {
        self.first_within(&self.solver.question())
    }

    /// The solutions one after the other, up to the [limit](Asked::limit). The promised first one comes first; the
    /// others follow in the engine's order, or in a random one where there is a seed.
    pub fn solutions(&mut self) -> Solutions<&mut Self> {
        Solutions::new(self)
    }

    /// The solutions as an iterator that owns its data, to be kept or sent to another thread.
    pub fn into_solutions(self) -> Solutions<Self> {
        Solutions::new(self)
    }

    /// The number of solutions, up to the [limit](Asked::limit). Only a count whose end is
    /// [`End::Complete`] is exact.
    ///
    /// Where no engine was named, all solutions of an empty board are counted by its symmetry if
    /// its family knows it ([`EmptyBoards`](tilewright_puzzles::EmptyBoards)).
    pub fn count(&mut self) -> Count {
        self.count_within(self.limit, &self.solver.question())
    }
}

/// The solutions of a puzzle, pulled one by one; [`Solutions::end`] says how it ended.
#[derive(Debug)]
pub struct Solutions<A: BorrowMut<Asked>> {
    asked: A,
    left: u64,
    /// The promised first solution, until it is given.
    promised: Option<Vec<Choice>>,
    /// The promised first solution, which the search then skips.
    skip: Option<Vec<Choice>>,
    end: Option<End>,
    /// True if a search was started whose cost is not yet added.
    is_open: bool,
}

impl<A: BorrowMut<Asked>> Solutions<A> {
    fn new(mut asked: A) -> Self {
        let searched = asked.borrow_mut();
        let limit = searched.limit;
        let budget = searched.solver.question();
        let (promised, end) = searched.promised_of_several(limit, &budget);
        if end.is_none() {
            let mut ask = searched.whole();
            // The search may give the promised one again, which is then skipped.
            ask.limit = limit.map(|limit| limit.saturating_add(u64::from(promised.is_some())));
            searched.start(ask, &budget);
        }
        Self {
            asked,
            left: limit.unwrap_or(u64::MAX),
            skip: promised.clone(),
            promised,
            end,
            is_open: end.is_none(),
        }
    }

    /// The end of the search, once the iterator has returned `None`.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Its cost so far, with all earlier questions.
    pub fn stats(&self) -> Stats {
        let asked = self.asked.borrow();
        let mut stats = asked.stats;
        if self.is_open {
            stats += asked.prepared().search.stats();
        }
        stats
    }

    fn finish(&mut self, end: End) {
        self.end.get_or_insert(end);
        if std::mem::take(&mut self.is_open) {
            self.asked.borrow_mut().close();
        }
    }
}

impl<A: BorrowMut<Asked>> Iterator for Solutions<A> {
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
            match self.asked.borrow_mut().search().advance() {
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

impl<A: BorrowMut<Asked>> Drop for Solutions<A> {
    fn drop(&mut self) {
        self.finish(End::Limit);
    }
}
