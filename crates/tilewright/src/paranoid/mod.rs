//! Every answer checked by other means.
//!
//! A [paranoid](crate::Solver::paranoid) solver trusts no engine. It checks every answer before it
//! returns it:
//!
//! | what is said | how it is checked |
//! | --- | --- |
//! | a solution | by the definition ([`Model::is_solution`](tilewright_model::Model::is_solution)), the clues and what was barred |
//! | "no solution", "no other solution" | by a search of another kind (`Second`) |
//! | a count up to a million | by visiting all solutions with another engine |
//! | a step of an explanation | against solutions that a search of another kind found |
//!
//! A mismatch is a fault of this program: it is reported as a [`Mismatch`], which holds all that is
//! needed to reproduce it, and then the program stops. Checks have the limits of the question, and
//! if it has none a minute or ten times as long as the answer took. Answers that could not be
//! checked within them, and counts beyond a million, are counted as such in [`SelfChecks`], and the
//! answer is returned.
//!
//! In builds with debug assertions, as those of tests are, every solver does a little of this: the
//! checks that cost hardly anything beside the answer itself.

mod doubted;
mod learner;
mod lines;
mod made;
mod report;
mod second;
mod steps;

pub(crate) use doubted::{Doubt, Doubted};
pub(crate) use lines::Proofreader;
pub use report::Mismatch;

pub(crate) use report::{Subject, Written};
pub(crate) use second::{Second, allowance};
pub(crate) use steps::Witnesses;

use crate::solver::Solver;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The extent of the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Caps {
    /// Solutions of one question that are checked by the definition.
    pub(crate) solutions: u64,
    /// Counts up to this are checked.
    pub(crate) count: u64,
    /// Nodes of the plain algorithm before another search takes over.
    pub(crate) nodes: u64,
    /// Boards of one run in bulk.
    pub(crate) boards: usize,
    /// Models with more choices are left alone.
    pub(crate) choices: usize,
    /// True if there is more than the plain algorithm.
    pub(crate) is_thorough: bool,
}

impl Caps {
    const ALL: Self = Self {
        solutions: u64::MAX,
        count: 1_000_000,
        nodes: 100_000,
        boards: usize::MAX,
        choices: usize::MAX,
        is_thorough: true,
    };

    /// The checks that cost hardly anything.
    const LITTLE: Self = Self {
        solutions: 256,
        count: 256,
        nodes: 500,
        boards: 4,
        choices: 2048,
        is_thorough: false,
    };
}

/// Told of a mismatch before the program goes down.
pub(crate) type Handler = Arc<dyn Fn(&Mismatch) + Send + Sync>;

/// The checks of a solver, and their results so far.
#[derive(Clone)]
pub(crate) struct Paranoia {
    pub(crate) caps: Caps,
    /// Counted on all threads.
    done: Arc<Mutex<SelfChecks>>,
    handler: Option<Handler>,
}

impl fmt::Debug for Paranoia {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Paranoia")
            .field("caps", &self.caps)
            .finish_non_exhaustive()
    }
}

impl Paranoia {
    fn new(caps: Caps) -> Self {
        Self {
            caps,
            done: Arc::default(),
            handler: None,
        }
    }

    /// The default checks: none, or a little if assertions are on.
    pub(crate) fn usual() -> Option<Self> {
        cfg!(debug_assertions).then(|| Self::new(Caps::LITTLE))
    }

    /// Counts a check.
    pub(crate) fn note(&self, check: impl FnOnce(&mut SelfChecks)) {
        check(&mut self.done.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Reports the mismatch and ends.
    pub(crate) fn raise(&self, mismatch: &Mismatch) -> ! {
        if let Some(handler) = &self.handler {
            handler(mismatch);
        }
        panic!("{mismatch}");
    }
}

/// The checks that a [paranoid](Solver::paranoid) solver has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelfChecks {
    /// Solutions, by the definition.
    pub solutions: u64,
    /// Verdicts of no solution, or no other one.
    pub verdicts: u64,
    /// Counts, by visiting all solutions.
    pub counts: u64,
    /// Steps of explanations, against solutions.
    pub steps: u64,
    /// Answers that could not be checked within the limits.
    pub unchecked: u64,
    /// Counts beyond a million, which are not checked.
    pub beyond: u64,
}

/// "self-check: 3 solutions, 2 verdicts; 1 answer not checked within the limits".
impl fmt::Display for SelfChecks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            (self.solutions, "solution"),
            (self.verdicts, "verdict"),
            (self.counts, "count"),
            (self.steps, "step"),
        ];
        let told = parts.iter().filter(|(number, _)| *number > 0);
        let told: Vec<String> = told
            .map(|&(number, thing)| crate::words::number_of(number, thing))
            .collect();
        let answers = |number| crate::words::number_of(number, "answer");
        let mut clauses = Vec::new();
        if !told.is_empty() {
            clauses.push(format!("{}, nothing wrong", told.join(", ")));
        }
        if self.unchecked > 0 {
            let answers = answers(self.unchecked);
            clauses.push(format!("{answers} not checked within the limits"));
        }
        if self.beyond > 0 {
            let answers = answers(self.beyond);
            clauses.push(format!(
                "{answers} not checked: counts beyond a million are not"
            ));
        }
        if clauses.is_empty() {
            clauses.push("nothing to check".to_owned());
        }
        write!(f, "self-check: {}", clauses.join("; "))
    }
}

impl Solver {
    /// Checks every answer by other means before it is returned: solutions by the definition,
    /// "unique" and "no solution" by a search of another kind, counts up to a million by visiting
    /// all solutions, each step of an explanation against solutions. That takes a multiple of the
    /// time. `false` checks nothing at all; in a build with debug assertions the default is to
    /// check a little.
    ///
    /// # Panics
    /// From then on every question panics where two answers disagree. That is a fault of this
    /// library; the text is a [`Mismatch`] and all that is needed to see it again.
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
    pub fn paranoid(mut self, is_paranoid: bool) -> Self {
        self.set_paranoia(is_paranoid.then(|| Paranoia::new(Caps::ALL)));
        self
    }

    /// Passes a mismatch to `tell` first. It may end the process; if it returns, the question
    /// panics as always.
    #[must_use]
    pub fn on_mismatch(mut self, tell: impl Fn(&Mismatch) + Send + Sync + 'static) -> Self {
        if let Some(mut paranoia) = self.paranoia().cloned() {
            paranoia.handler = Some(Arc::new(tell));
            self.set_paranoia(Some(paranoia));
        }
        self
    }

    /// The checks so far by this solver, its clones and their sessions.
    pub fn self_checks(&self) -> SelfChecks {
        let mut checks = SelfChecks::default();
        if let Some(paranoia) = self.paranoia() {
            paranoia.note(|done| checks = *done);
        }
        checks
    }
}
