//! The work on each puzzle, and its pace.

use crate::columns::{Columns, Kind};
use crate::writing::Writing;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;
use tilewright::Solver;
use tilewright::explain::Manner;
use tilewright::puzzles::{Families, Format};

/// The operation on each puzzle of a column, and its columns. Every operation has `status` as its first column and
/// `reason` as its last: the reason for no answer, null if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// `status` (solved, several, unsolvable), `solution`: that of the command `solve`. A puzzle with several is
    /// reported as such.
    Solve,
    /// `status` (unique, several, unsolvable), `solution` and `other`: two that differ, where there
    /// are several.
    Check,
    /// `status` (unique, several, unsolvable), `count`, and `at_least` instead where not all were counted: texts,
    /// since they may be larger than any number of a table.
    Count,
    /// `status` (unique, several, unsolvable), `difficulty`, `grade`, `hardest`, `se`,
    /// `hodoku_level`, `hodoku_score`, `techniques` (how many steps of each, as a JSON object),
    /// `clues`. All but the first are null unless the puzzle is unique and rated to the end. Where logic
    /// does not finish it, there is no difficulty, and `reason` says so.
    Rate,
    /// `status` (canonical), `canonical`, `digest` (32 hexadecimal digits), `automorphisms` (null
    /// where they are 2⁶³ or more).
    Canonical,
    /// Every step to the solution. It has no columns of its own.
    Explain,
    /// The next step. It has no columns of its own.
    Hint,
}

const STATUS: (&str, Kind) = ("status", Kind::Text);
const REASON: (&str, Kind) = ("reason", Kind::Text);

/// The columns of [`Operation::Rate`] between status and reason.
pub(crate) const RATING: [(&str, Kind); 8] = [
    ("difficulty", Kind::Float64),
    ("grade", Kind::Text),
    ("hardest", Kind::Text),
    ("se", Kind::Float64),
    ("hodoku_level", Kind::Text),
    ("hodoku_score", Kind::Int64),
    ("techniques", Kind::Text),
    ("clues", Kind::Int64),
];

impl Operation {
    /// All that have columns of their own.
    pub const ALL: [Self; 5] = [
        Self::Solve,
        Self::Check,
        Self::Count,
        Self::Rate,
        Self::Canonical,
    ];

    /// Its name, which is that of the command.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solve => "solve",
            Self::Check => "check",
            Self::Count => "count",
            Self::Rate => "rate",
            Self::Canonical => "canonical",
            Self::Explain => "explain",
            Self::Hint => "hint",
        }
    }

    /// The names of the columns that come out, in order.
    pub fn columns(self) -> Vec<&'static str> {
        self.layout().into_iter().map(|(name, _)| name).collect()
    }

    pub(crate) fn layout(self) -> Vec<(&'static str, Kind)> {
        let between: &[(&str, Kind)] = match self {
            Self::Solve => &[("solution", Kind::Text)],
            Self::Check => &[("solution", Kind::Text), ("other", Kind::Text)],
            Self::Count => &[("count", Kind::Text), ("at_least", Kind::Text)],
            Self::Rate => &RATING,
            Self::Canonical => &[
                ("canonical", Kind::Text),
                ("digest", Kind::Text),
                ("automorphisms", Kind::Int64),
            ],
            Self::Explain | Self::Hint => &[],
        };
        let mut layout = vec![STATUS];
        layout.extend_from_slice(between);
        layout.push(REASON);
        layout
    }
}

/// The parts of an answer that are wanted: of a verdict about uniqueness, or of a hint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// The word; of a hint, the place to look at.
    Word,
    /// Two solutions, where there are several.
    #[default]
    Solutions,
    /// The clues that could go, too.
    Clues,
}

/// The solutions that `solve` looks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The only one. A puzzle with several is reported as such.
    #[default]
    Only,
    /// Any one.
    Any,
    /// The first ones, up to the limit.
    Listed,
}

/// An operation, and how puzzles are read and written.
///
/// ```
/// use tilewright_batch::{Operation, Task};
///
/// let task = Task::new(Operation::Solve).reading("sudoku").writing("grid");
/// assert_eq!(task.operation(), Operation::Solve);
/// ```
#[derive(Clone, Debug)]
pub struct Task {
    pub(crate) operation: Operation,
    pub(crate) wanted: Option<String>,
    pub(crate) writing: Writing,
    pub(crate) solutions: Wanted,
    /// The most solutions that are counted or listed.
    pub(crate) limit: Option<u64>,
    pub(crate) detail: Detail,
    pub(crate) manner: Manner,
    /// True if answers have their cost.
    pub(crate) is_measured: bool,
    pub(crate) families: Families,
}

impl Task {
    /// The operation on puzzles that are recognised one by one, and are written as they came if possible.
    pub fn new(operation: Operation) -> Self {
        Self {
            operation,
            wanted: None,
            writing: Writing::default(),
            solutions: Wanted::default(),
            limit: None,
            detail: Detail::default(),
            manner: Manner::default(),
            is_measured: false,
            families: Families::default(),
        }
    }

    /// With puzzles of these families.
    #[must_use]
    pub fn of(mut self, families: Families) -> Self {
        self.families = families;
        self
    }

    /// Reads puzzles as this family, format, or `family:format`.
    #[must_use]
    pub fn reading(mut self, wanted: impl Into<String>) -> Self {
        self.wanted = Some(wanted.into());
        self
    }

    /// Writes puzzles in this format of their family.
    #[must_use]
    pub fn writing(mut self, to: impl Into<String>) -> Self {
        self.writing.to = Some(to.into());
        self
    }

    /// Writes puzzles like this.
    #[must_use]
    pub fn written(mut self, writing: Writing) -> Self {
        self.writing = writing;
        self
    }

    /// Makes `solve` content with a solution, without asking whether it is the only one: no row has the status
    /// `several`.
    #[must_use]
    pub fn taking_any(mut self) -> Self {
        self.solutions = Wanted::Any;
        self
    }

    /// Makes `solve` list the first solutions, up to a limit, without asking whether there are more.
    #[must_use]
    pub fn listing(mut self, limit: Option<u64>) -> Self {
        self.solutions = Wanted::Listed;
        self.limit = limit;
        self
    }

    /// Makes `count` stop at a number of solutions.
    #[must_use]
    pub fn counting_to(mut self, limit: Option<u64>) -> Self {
        self.limit = limit;
        self
    }

    /// Makes answers of `check` and `hint` hold this much. (Rows of columns have the solutions.)
    #[must_use]
    pub fn detailed(mut self, detail: Detail) -> Self {
        self.detail = detail;
        self
    }

    /// Explains in this manner.
    #[must_use]
    pub fn in_manner(mut self, manner: Manner) -> Self {
        self.manner = manner;
        self
    }

    /// Adds its cost to each answer. Nothing is done in bulk then: what each of many costs is unknown.
    #[must_use]
    pub fn measured(mut self, is_measured: bool) -> Self {
        self.is_measured = is_measured;
        self
    }

    /// Returns true if plain rows of a format may be answered in bulk.
    pub(crate) fn is_for_bulk(&self, format: &Format) -> bool {
        let is_one = self.solutions != Wanted::Listed || self.limit == Some(1);
        let is_answered = match self.operation {
            Operation::Check if self.detail == Detail::Word => true,
            Operation::Solve | Operation::Check => is_one && self.writing.is_in(format),
            Operation::Count => self.limit != Some(0),
            Operation::Rate | Operation::Canonical | Operation::Explain | Operation::Hint => false,
        };
        is_answered && !self.is_measured
    }

    /// The columns that come out, without a row.
    pub fn no_rows(&self) -> Columns {
        Columns::new(&self.operation.layout(), 0)
    }

    /// The operation.
    pub fn operation(&self) -> Operation {
        self.operation
    }
}

/// The threads, the solver and the stop of a run. The output does not depend on the number of threads.
#[derive(Clone, Debug)]
pub struct Pace {
    threads: usize,
    solver: Solver,
    stop: Option<Arc<AtomicBool>>,
    time: Option<Duration>,
}

/// The most threads that are started.
const MOST_THREADS: usize = 256;

impl Default for Pace {
    fn default() -> Self {
        Self::new()
    }
}

impl Pace {
    /// On all cores, with the usual solver, to the end.
    pub fn new() -> Self {
        Self {
            threads: available_parallelism().map_or(1, NonZero::get),
            solver: Solver::new(),
            stop: None,
            time: None,
        }
    }

    /// Runs on `threads` threads, at least one.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.clamp(1, MOST_THREADS);
        self
    }

    /// Uses this solver: its engine, its memory, its nodes. Settings of the pace override it.
    #[must_use]
    pub fn solver(mut self, solver: Solver) -> Self {
        self.solver = solver;
        self
    }

    /// Interrupts the whole when `stop` becomes true.
    #[must_use]
    pub fn stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Limits the time of each puzzle. Nothing is done in bulk then.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// The number of threads.
    pub fn thread_count(&self) -> usize {
        self.threads.clamp(1, MOST_THREADS)
    }

    pub(crate) fn is_stopped(&self) -> bool {
        let flag = self.stop.as_ref();
        flag.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    pub(crate) fn stop_flag(&self) -> Option<&Arc<AtomicBool>> {
        self.stop.as_ref()
    }

    pub(crate) fn time_each(&self) -> Option<Duration> {
        self.time
    }

    /// A solver for one question, on `threads` threads.
    pub(crate) fn solver_on(&self, threads: usize) -> Solver {
        let mut solver = self.solver.clone().threads(threads);
        if let Some(stop) = &self.stop {
            solver = solver.stop(Arc::clone(stop));
        }
        if let Some(time) = self.time {
            solver = solver.time(time);
        }
        solver
    }
}
