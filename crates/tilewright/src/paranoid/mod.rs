//! Every answer checked by other means: the doubts of [`engines::doubt`](tilewright_engines::doubt), told of puzzles.
//!
//! A [paranoid](crate::Solver::paranoid) solver trusts no engine: it runs its own under
//! [`Doubting`](tilewright_engines::doubt::Doubting), where clause learning of the prover (`learner`) settles what the
//! plain algorithm does not. Answers that no engine gives are checked here: solutions and counts by symmetry, the steps of
//! explanations (`steps`, `reasons`), the lines of lists (`lines`), puzzles that were made and solutions of others (`made`).
//!
//! A [`Mismatch`] is a fault of this program. The answer ends with [`End::Failed`], and the report is the
//! [failure](crate::Asked::failure).
//!
//! In builds with debug assertions, as those of tests are, every solver does a little of this: the
//! checks that cost hardly anything beside the answer itself.

mod adding;
mod crossing;
mod learner;
mod lines;
mod made;
mod reasons;
mod steps;

pub(crate) use lines::Proofreader;
pub(crate) use steps::Witnesses;
pub use tilewright_engines::doubt::{Mismatch, SelfChecks};

use crate::asked::Asked;
use crate::solver::Solver;
use learner::Learner;
use std::sync::Arc;
use tilewright_engines::doubt::{Doubts, Second, Subject, allowance};
use tilewright_engines::{Ask, Budget, Count, End};
use tilewright_model::clock::Instant;
use tilewright_model::{Choice, Model};
use tilewright_puzzles::Puzzle;

impl Solver {
    /// Checks every answer by other means before it is returned: solutions by the definition,
    /// "unique" and "no solution" by a search of another kind, counts up to a million by visiting
    /// all solutions, each step of an explanation against solutions. That takes a multiple of the
    /// time. `false` checks nothing at all; in a build with debug assertions the default is to
    /// check a little.
    ///
    /// From then on every question [fails](End::Failed) where two answers disagree. That is a fault of this
    /// library; [`Asked::failure`](crate::Asked::failure) is the text of a [`Mismatch`] and all that is needed to see
    /// it again.
    ///
    /// ```
    /// use tilewright::{Existence, Solver, read};
    ///
    /// let puzzle = read("1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3.", None)?;
    /// let solver = Solver::new().paranoid(true);
    /// let verdict = solver.check(&*puzzle)?;
    /// assert!(matches!(verdict.solutions, Existence::Unique(_)));
    /// assert!(solver.self_checks().verdicts > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn paranoid(self, is_paranoid: bool) -> Self {
        self.doubting(is_paranoid.then(|| Doubts::all(Learner)))
    }

    /// Passes a mismatch to `tell` before the answer fails.
    #[must_use]
    pub fn on_mismatch(self, tell: impl Fn(&Mismatch) + Send + Sync + 'static) -> Self {
        match self.doubts().cloned() {
            Some(doubts) => self.doubting(Some(doubts.on_mismatch(tell))),
            None => self,
        }
    }

    /// The checks so far by this solver, its clones and their questions.
    pub fn self_checks(&self) -> SelfChecks {
        self.doubts()
            .map_or_else(SelfChecks::default, Doubts::checks)
    }

    /// The puzzle as the subject of questions, if their answers are checked.
    pub(crate) fn subject(&self, puzzle: &dyn Puzzle) -> Option<Arc<dyn Subject>> {
        self.doubts()?;
        Some(Arc::new(About(puzzle.shared())))
    }

    /// A second opinion on answers of that name, if they are checked.
    fn second(&self, asker: &'static str, model: &Model) -> Option<Second> {
        Second::new(self.doubts()?, (asker, self.thread_count()), model)
    }
}

impl Asked {
    fn second(&self) -> Option<Second> {
        let solver = self.solver();
        solver.second(solver.engine_name(), self.model())
    }

    /// Checks a solution that was found without a search.
    pub(crate) fn vouch_solution(
        &self,
        ask: &Ask,
        solution: &[Choice],
        budget: &Budget,
    ) -> Result<(), End> {
        self.second().map_or(Ok(()), |second| {
            second.solution(&self.within(ask.clone(), budget), solution)
        })
    }

    /// Checks a count that was found without a search, for a question begun then.
    pub(crate) fn vouch_count(
        &self,
        ask: &Ask,
        count: &Count,
        budget: &Budget,
        begun: Instant,
    ) -> Result<(), End> {
        self.second().map_or(Ok(()), |mut second| {
            let ask = self.within(ask.clone(), budget);
            second.count(&ask, count, &allowance(budget, begun))
        })
    }
}

/// A puzzle in reports.
#[derive(Debug)]
struct About(Arc<dyn Puzzle>);

impl Subject for About {
    fn names(&self, choices: &[Choice]) -> String {
        let names = choices.iter().map(|&choice| self.0.choice_name(choice));
        names.collect::<Vec<_>>().join(", ")
    }

    /// In the first format that can be read again, as it is named after `--as`.
    fn written(&self) -> (String, String) {
        let family = self.0.family();
        let formats = family.formats.iter();
        let written = formats
            .filter(|format| format.is_read())
            .find_map(|format| {
                let text = format.write(&*self.0).ok()?;
                Some((format!("{}:{}", family.name, format.name), text))
            });
        written.unwrap_or_else(|| (family.name.to_string(), self.0.plain()))
    }
}
