//! The settings of a run.
//!
//! A [`Solver`] says which engine runs, on how many threads and at what cost. It answers simple questions
//! itself; [`Solver::ask`] is for several questions about a puzzle, and for solutions one by one.

use crate::asked::{First, Pool};
use crate::check::Verdict;
use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tilewright_engines::auto::Auto;
use tilewright_engines::doubt::{Doubting, Doubts};
use tilewright_engines::notebook::Notebook;
use tilewright_engines::parallel::Parallel;
use tilewright_engines::{Budget, Count, Declined, ENGINES, End, Engine, Pulse, Random, engine};
use tilewright_model::clock::Instant;
use tilewright_model::{Choice, Model};
use tilewright_puzzles::{Asymmetric, Construction, Puzzle, TooLarge, Unbuilt, Unwritable};

/// The memory that a model may take unless more is allowed: 2 GiB.
pub const DEFAULT_MEMORY: u64 = 2 << 30;

/// Boards with more choices are written down and not searched, where their family can.
const MOST_SEARCHED: u64 = 1 << 16;

/// The memory of a tile when a solution is drawn.
const DRAWN_BYTES: u64 = 160;

/// The engine, threads, order and limits of a puzzle's questions.
///
/// ```
/// use std::time::Duration;
/// use tilewright::Solver;
///
/// let solver = Solver::new().engine("reduce")?.threads(2).time(Duration::from_secs(10));
/// assert_eq!(solver.engine_name(), "reduce");
/// assert!(Solver::new().engine("abacus").is_err());
/// # Ok::<(), tilewright::Refusal>(())
/// ```
#[derive(Clone)]
pub struct Solver {
    engine: Arc<dyn Engine + Send>,
    threads: usize,
    seed: Option<u64>,
    budget: Budget,
    /// The time for each question.
    time: Option<Duration>,
    notebook: Option<Arc<dyn Notebook>>,
    /// The doubts about the engine, if its answers are checked.
    doubts: Option<Doubts>,
    pool: Pool,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("engine", &self.engine.name())
            .field("threads", &self.threads)
            .field("seed", &self.seed)
            .field("budget", &self.budget)
            .field("time", &self.time)
            .field("notebook", &self.notebook)
            .field("doubts", &self.doubts)
            .finish_non_exhaustive()
    }
}

impl Solver {
    /// The engine that picks for you, on one thread, in its own order, without limits but
    /// [`DEFAULT_MEMORY`].
    pub fn new() -> Self {
        Self {
            engine: Arc::new(Auto),
            threads: 1,
            seed: None,
            budget: Budget::default().memory(DEFAULT_MEMORY),
            time: None,
            notebook: None,
            doubts: Doubts::usual(),
            pool: Pool::default(),
        }
    }

    /// Uses the engine of that name.
    pub fn engine(self, name: &str) -> Result<Self, Refusal> {
        let engine = engine(name).ok_or_else(|| Refusal::NoSuchEngine(name.to_owned()))?;
        Ok(self.with(engine))
    }

    /// Uses an engine that need not be one of [`ENGINES`].
    #[must_use]
    pub fn with(self, engine: impl Engine + Send + 'static) -> Self {
        Self {
            engine: Arc::new(engine),
            // The preparations of another engine are of no use.
            pool: Pool::default(),
            ..self
        }
    }

    /// The settings with a pool of its own: for a thread, so that it shares no lock.
    #[must_use]
    pub fn apart(&self) -> Self {
        Self {
            pool: Pool::default(),
            ..self.clone()
        }
    }

    pub(crate) fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Uses `threads` threads, at least one; one alone if none can be started (WebAssembly). The answers do not
    /// depend on it.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self {
            threads: tilewright_engines::threads::available(threads),
            // What was prepared is for another number.
            pool: Pool::default(),
            ..self
        }
    }

    /// Searches in a random order, the same for the same seed. The promise which solution comes first is then off.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Searches in the order of a seed, or in the engine's own.
    pub(crate) fn in_order(mut self, seed: Option<u64>) -> Self {
        self.seed = seed;
        self
    }

    /// Limits the time of each question. If a puzzle is handed over ([`Solver::ask`], [`Solver::first`],
    /// [`Solver::list`] …), the time is for all questions about it and begins before its model is made.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Limits all questions to this moment, whatever [`Solver::time`] says. The earliest of several counts.
    #[must_use]
    pub fn by(mut self, moment: Instant) -> Self {
        self.budget = self.budget.by(moment);
        self
    }

    /// The solver with its time running from now on.
    pub(crate) fn starting_now(&self) -> Self {
        Self {
            budget: self.question(),
            ..self.clone()
        }
    }

    /// Limits each question to `nodes` nodes of search.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.budget.nodes = Some(nodes);
        self
    }

    /// Limits the model and the search together to `bytes` bytes.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.budget.memory = Some(bytes);
        self
    }

    /// Interrupts the search when `stop` becomes true.
    #[must_use]
    pub fn stop(mut self, stop: Arc<std::sync::atomic::AtomicBool>) -> Self {
        self.budget.stop = Some(stop);
        self
    }

    /// Reports the progress of the searches to a pulse.
    #[must_use]
    pub fn pulse(mut self, pulse: Arc<Pulse>) -> Self {
        self.budget.pulse = Some(pulse);
        self
    }

    /// Sets the budget of every question. If it has no limit of memory the solver's stays. The budget records
    /// [missing memory](Budget::lacked) and [failures](Budget::failure).
    #[must_use]
    pub fn within(mut self, budget: &Budget) -> Self {
        let memory = budget.memory.or(self.budget.memory);
        self.budget = budget.clone().memory(memory);
        self
    }

    /// Resumes a count from the notebook, and notes its results there. A notebook is for one puzzle.
    #[must_use]
    pub fn notebook(mut self, notebook: Arc<dyn Notebook>) -> Self {
        self.notebook = Some(notebook);
        self
    }

    /// The doubts about the engine, if its answers are checked.
    pub(crate) fn doubts(&self) -> Option<&Doubts> {
        self.doubts.as_ref()
    }

    /// Uses the engine with other doubts.
    pub(crate) fn doubting(self, doubts: Option<Doubts>) -> Self {
        Self {
            doubts,
            pool: Pool::default(),
            ..self
        }
    }

    /// The word for the engine.
    pub fn engine_name(&self) -> &'static str {
        self.engine.name()
    }

    /// The engine on its threads, and under its doubts.
    pub(crate) fn whole_engine(&self) -> Box<dyn Engine> {
        let engine = Parallel::of(Arc::clone(&self.engine), self.threads);
        match &self.doubts {
            Some(doubts) => {
                let doubting = Doubting::new(engine, doubts.clone());
                Box::new(doubting.threads(self.threads))
            }
            None => Box::new(engine),
        }
    }

    /// Returns true if no engine was named, so that a question may be answered in the best way.
    pub(crate) fn picks_engine(&self) -> bool {
        self.engine.name() == Auto.name()
    }

    pub(crate) fn thread_count(&self) -> usize {
        self.threads
    }

    /// The seed of a random order.
    pub(crate) fn order(&self) -> Option<u64> {
        self.seed
    }

    /// The bytes that a model and its search may take.
    pub(crate) fn memory_in_all(&self) -> u64 {
        self.budget.memory.unwrap_or(u64::MAX)
    }

    /// The notebook of a count.
    pub(crate) fn notes(&self) -> Option<&Arc<dyn Notebook>> {
        self.notebook.as_ref()
    }

    /// The budget of a question, its time apart.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The budget of a question that is asked now.
    pub fn question(&self) -> Budget {
        let budget = self.budget.apart();
        match self.time {
            Some(time) => budget.time(time),
            None => budget,
        }
    }

    /// The model of a puzzle, or why it is not built within the limits of a question.
    pub fn model(&self, puzzle: &dyn Puzzle) -> Result<Model, Refusal> {
        Ok(puzzle.model(&self.question())?)
    }

    /// The construction of a solution, if no engine was named.
    pub(crate) fn construction<'p>(
        &self,
        puzzle: &'p dyn Puzzle,
    ) -> Option<Box<dyn Construction + 'p>> {
        self.picks_engine().then(|| puzzle.construction())?
    }

    /// The solution that is written down, in the order of the seed.
    pub(crate) fn build(&self, construction: &dyn Construction) -> Vec<Choice> {
        let Some(seed) = self.seed else {
            return construction.build(None);
        };
        let mut random = Random::new(seed);
        construction.build(Some(&mut |below| random.below(below as u32) as usize))
    }

    /// The first solution of an empty board that is too large to search, written down without a
    /// model. `None` where it is not, or an engine was named, or the memory would not do even to draw
    /// it: then [`Asked::first`](crate::Asked::first) answers.
    ///
    /// ```
    /// use tilewright::{Solver, board};
    ///
    /// let board = board("sudoku", "3,3,3")?;
    /// let solution = Solver::new().built(&*board).expect("a large empty board");
    /// assert_eq!(solution.len(), 27 * 27 * 27);
    /// # Ok::<(), tilewright::ParseError>(())
    /// ```
    pub fn built(&self, puzzle: &dyn Puzzle) -> Option<Vec<Choice>> {
        let construction = self.construction(puzzle)?;
        let is_large = construction.choices() > MOST_SEARCHED;
        let fits = construction.picked().saturating_mul(DRAWN_BYTES) <= self.memory_in_all();
        (is_large && fits).then(|| self.build(&*construction))
    }

    /// The first solution: the promised one where the family promises one. See
    /// [`Asked::first`](crate::Asked::first) and, for large empty boards, [`Solver::built`].
    pub fn first(&self, puzzle: &dyn Puzzle) -> Result<First, Refusal> {
        if let Some(solution) = self.built(puzzle) {
            return Ok(First::of(solution));
        }
        Ok(self.ask(puzzle)?.first())
    }

    /// The number of solutions. See [`Asked::count`](crate::Asked::count).
    pub fn count(&self, puzzle: &dyn Puzzle) -> Result<Count, Refusal> {
        Ok(self.ask(puzzle)?.count())
    }

    /// Checks that a puzzle is valid, solvable and unique, and finds the clues that it could do without. See
    /// [`Asked::check`](crate::Asked::check).
    pub fn check(&self, puzzle: &dyn Puzzle) -> Result<Verdict, Refusal> {
        Ok(self.ask(puzzle)?.check())
    }
}

/// The reason why a puzzle is not run at all.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// There is no engine of that name.
    NoSuchEngine(String),
    /// The model would take more memory than is allowed.
    TooLarge(TooLarge),
    /// The engine cannot run the model.
    Declined(Declined),
    /// The model was not there yet when the time was up, or it was interrupted.
    Stopped(End),
    /// The family knows no symmetry of the puzzle.
    Asymmetric(Asymmetric),
    /// The format cannot say the puzzle.
    Unwritable(Unwritable),
}

impl From<Unbuilt> for Refusal {
    fn from(unbuilt: Unbuilt) -> Self {
        match unbuilt {
            Unbuilt::TooLarge(too_large) => Self::TooLarge(too_large),
            Unbuilt::Unwritable(unwritable) => Self::Unwritable(unwritable),
            Unbuilt::Stopped(end) => Self::Stopped(end),
        }
    }
}

impl Refusal {
    /// An engine did not prepare a model within this budget.
    pub(crate) fn of_engine(declined: Declined, budget: &Budget) -> Self {
        match declined.end() {
            Some(end) => Unbuilt::of_rules(end, budget).into(),
            None => Self::Declined(declined),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchEngine(name) => {
                let known: Vec<&str> = ENGINES.iter().map(Engine::name).collect();
                write!(
                    f,
                    "there is no engine called {name:?}; there are {}",
                    known.join(", ")
                )
            }
            Self::TooLarge(too_large) => too_large.fmt(f),
            Self::Declined(declined) => declined.fmt(f),
            Self::Stopped(end) => end.fmt(f),
            Self::Asymmetric(asymmetric) => asymmetric.fmt(f),
            Self::Unwritable(unwritable) => unwritable.fmt(f),
        }
    }
}

impl Error for Refusal {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::TooLarge(too_large) => Some(too_large),
            Self::Declined(declined) => Some(declined),
            Self::Asymmetric(asymmetric) => Some(asymmetric),
            Self::Unwritable(unwritable) => Some(unwritable),
            Self::NoSuchEngine(_) | Self::Stopped(_) => None,
        }
    }
}
