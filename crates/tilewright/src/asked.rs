//! A puzzle with everything that is needed to answer for it.
//!
//! [`Solver::ask`] takes the prepared model from the solver's pool, or prepares it, and an [`Asked`] returns it there
//! when it is dropped. So a plain loop over a million puzzles of one shape prepares their model once. An `Asked` owns
//! all its data: it can be kept, and sent to another thread.

use crate::session::Session;
use crate::solver::{Refusal, Solver};
use std::borrow::BorrowMut;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use tilewright_engines::notebook::Notebook;
use tilewright_engines::{Ask, Count, End, Stats};
use tilewright_model::clock::Instant;
use tilewright_model::{Choice, Model};
use tilewright_puzzles::Puzzle;

/// Sessions that a pool keeps: a file seldom mixes more shapes.
const KEPT: usize = 4;

/// Larger models are not kept: a session holds several times their bytes.
const MOST_BYTES: u64 = 16 << 20;

/// Sessions that were used and can be used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool(Arc<Mutex<Vec<Session>>>);

impl Pool {
    /// A session for this model, if there is one.
    fn take(&self, model: &Model) -> Option<Session> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().rposition(|session| session.model().is(model))?;
        Some(kept.swap_remove(place))
    }

    fn put(&self, session: Session) {
        if session.model().bytes() > MOST_BYTES {
            return;
        }
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push(session);
    }
}

/// A puzzle whose model is prepared, ready to answer. Every question has the whole budget of the solver;
/// time begins when the puzzle is asked about ([`Solver::ask`]).
#[derive(Debug)]
pub struct Asked {
    puzzle: Arc<dyn Puzzle>,
    solver: Solver,
    /// Taken out when this is dropped.
    session: Option<Session>,
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
    ///     assert_eq!(asked.solutions(None).count().to_string(), asked.count(None).number.to_string());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ask(&self, puzzle: &dyn Puzzle) -> Result<Asked, Refusal> {
        let solver = self.starting_now();
        let model = solver.model(puzzle)?;
        let mut session = match self.pool().take(&model) {
            Some(session) => session,
            None => solver.session(&model)?,
        };
        session.renew(&solver, puzzle);
        Ok(Asked {
            puzzle: puzzle.shared(),
            solver,
            session: Some(session),
        })
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        // A session that was left in the middle of a search by a panic is not used again.
        if let Some(session) = self.session.take()
            && !std::thread::panicking()
        {
            self.solver.pool().put(session);
        }
    }
}

impl Asked {
    /// The puzzle, and the session that searches for it.
    pub(crate) fn parts(&mut self) -> (&dyn Puzzle, &mut Session) {
        let session = self.session.as_mut().expect("taken when dropped");
        (&*self.puzzle, session)
    }

    pub(crate) fn session(&self) -> &Session {
        self.session.as_ref().expect("taken when dropped")
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Arc<dyn Puzzle> {
        &self.puzzle
    }

    /// Its model.
    pub fn model(&self) -> &Model {
        self.session().model()
    }

    /// The settings.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// The cost of all searches so far.
    pub fn stats(&self) -> Stats {
        self.session().stats()
    }

    /// The reason why an answer [failed](End::Failed), if any did.
    pub fn failure(&self) -> Option<&str> {
        self.solver.budget().failure()
    }

    /// Counts resume from the notebook from now on, and are noted there: see [`Solver::notebook`].
    pub fn take_notes(&mut self, notebook: Arc<dyn Notebook>) {
        self.parts().1.take_notes(notebook);
    }

    /// The first solution: the one that the family promises ([`Ranked`](tilewright_puzzles::Ranked)), unless a seed
    /// asks for a random one, or else the first that the engine finds. Where no engine was named
    /// and none finds anything soon, an empty board is written down by its family
    /// ([`EmptyBoards`](tilewright_puzzles::EmptyBoards)).
    pub fn first(&mut self) -> First {
        let (puzzle, session) = self.parts();
        let budget = session.solver().question();
        session.first_within(puzzle, &budget)
    }

    /// The solutions one after the other, at most `limit`, on one thread. The promised first one
    /// comes first; the others follow in the engine's order, or in a random one where there is a
    /// seed.
    pub fn solutions(&mut self, limit: Option<u64>) -> Solutions<&mut Self> {
        Solutions::new(self, limit)
    }

    /// The solutions as an iterator that owns its data, to be kept or sent to another thread.
    pub fn into_solutions(self, limit: Option<u64>) -> Solutions<Self> {
        Solutions::new(self, limit)
    }

    /// Gives the solutions of [`Asked::solutions`] to `visit`, in the same order, on as many
    /// threads as the solver has. Where `visit` breaks off the end is [`End::Limit`].
    pub fn each(
        &mut self,
        limit: Option<u64>,
        mut visit: impl FnMut(&[Choice]) -> ControlFlow<()>,
    ) -> End {
        let (puzzle, session) = self.parts();
        let budget = session.solver().question();
        let (mut promised, end) = session.promised_of_several(puzzle, limit, &budget);
        let mut left = limit.unwrap_or(u64::MAX);
        if let Some(first) = &promised {
            left -= 1;
            if visit(first).is_break() {
                return End::Limit;
            }
        }
        if let Some(end) = end {
            return end;
        }
        let mut ask = Ask::given(puzzle.givens());
        // The search may give the promised one again, which is then skipped.
        ask.limit = limit.map(|limit| limit.saturating_add(u64::from(promised.is_some())));
        let end = session.visit(ask, &budget, &mut |solution| {
            if promised.as_deref() == Some(solution) {
                promised = None;
                return ControlFlow::Continue(());
            }
            if left == 0 {
                return ControlFlow::Break(());
            }
            left -= 1;
            visit(solution)
        });
        if left == 0 { End::Limit } else { end }
    }

    /// The number of solutions, or of the first `limit`. Only a count whose end is
    /// [`End::Complete`] is exact.
    ///
    /// Where no engine was named, all solutions of an empty board are counted by its symmetry if
    /// its family knows it ([`EmptyBoards`](tilewright_puzzles::EmptyBoards)).
    pub fn count(&mut self, limit: Option<u64>) -> Count {
        let (puzzle, session) = self.parts();
        let budget = session.solver().question();
        let begun = Instant::now();
        let count = session.count_within(puzzle, limit, &budget);
        session.vouch_count(&Ask::given(puzzle.givens()), &count, &budget, begun);
        count
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
    fn new(mut asked: A, limit: Option<u64>) -> Self {
        let (puzzle, session) = asked.borrow_mut().parts();
        let budget = session.solver().question();
        let (promised, end) = session.promised_of_several(puzzle, limit, &budget);
        if end.is_none() {
            session.start(Ask::given(puzzle.givens()), &budget);
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

    fn session(&mut self) -> &mut Session {
        self.asked.borrow_mut().parts().1
    }

    /// The end of the search, once the iterator has returned `None`.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Its cost so far, with all earlier questions.
    pub fn stats(&self) -> Stats {
        let session = self.asked.borrow().session();
        let mut stats = session.stats();
        if self.is_open {
            stats += session.search.stats();
        }
        stats
    }

    fn finish(&mut self, end: End) {
        self.end.get_or_insert(end);
        if std::mem::take(&mut self.is_open) {
            let session = self.session();
            session.add(session.search.stats());
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
            match self.asked.borrow_mut().parts().1.search.advance() {
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
