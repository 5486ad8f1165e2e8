//! Doubt: an engine over an engine, whose answers are checked by other means before anybody hears them.
//!
//! | answer | check |
//! | --- | --- |
//! | a solution | the definition ([`Model::is_solution`]), the givens, the barred choices, the solutions before it |
//! | "no solution", "no other solution" | a search of another kind ([`Second`]) |
//! | a count up to a million | a visit to all solutions with another engine |
//! | a board in bulk | the same, each board by itself |
//!
//! A mismatch is a fault of this program. The listener hears of it as a [`Mismatch`], which holds all that is needed
//! to reproduce it; then the search ends with [`End::Failed`], and the text of the report is the sentence of its
//! [budget](crate::Budget::failure). So no wrong answer is given.
//!
//! Checks have the limits of the question, and if it has none a minute or ten times as long as the answer took.
//! Answers that could not be checked within them, and counts beyond a million, are counted as such in
//! [`SelfChecks`], and the answer is returned.
//!
//! Answers that are found without a search are held against a [`Second`] where they are found.

mod report;
mod second;

pub use report::{Mismatch, Subject};
pub use second::{Findings, Second, allowance, fault};

use crate::bulk::{self, Bulk, BulkAnswers};
use crate::{Ask, Branch, Budget, Count, Declined, End, Engine, Search, Stats};
use second::Distinct;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use tilewright_model::clock::Instant;
use tilewright_model::{Choice, Model, number_of};

/// Questions for at most this many solutions are about these solutions, others about their number.
const FEW: u64 = 2;

/// The extent of the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Caps {
    /// Solutions of one question that are checked by the definition.
    solutions: u64,
    /// Counts up to this are checked.
    count: u64,
    /// Nodes of the plain algorithm before another search takes over.
    nodes: u64,
    /// Boards of one run in bulk.
    boards: usize,
    /// Models with more choices are left alone.
    choices: usize,
}

impl Caps {
    const ALL: Self = Self {
        solutions: u64::MAX,
        count: 1_000_000,
        nodes: 100_000,
        boards: usize::MAX,
        choices: usize::MAX,
    };

    /// The checks that cost hardly anything.
    const LITTLE: Self = Self {
        solutions: 256,
        count: 256,
        nodes: 500,
        boards: 4,
        choices: 2048,
    };
}

/// The checks that were done so far.
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
            .map(|&(number, thing)| number_of(number, thing))
            .collect();
        let answers = |number| number_of(number, "answer");
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

/// Hears of a mismatch before the search ends.
type Listener = Arc<dyn Fn(&Mismatch) + Send + Sync>;

/// The depth of the doubt, and its results. Clones count their checks together.
#[derive(Clone)]
pub struct Doubts {
    caps: Caps,
    /// Settles what the plain algorithm does not.
    last: Option<Arc<dyn Engine + Send>>,
    /// Counted on all threads.
    done: Arc<Mutex<SelfChecks>>,
    listener: Option<Listener>,
}

impl fmt::Debug for Doubts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Doubts")
            .field("caps", &self.caps)
            .finish_non_exhaustive()
    }
}

impl Doubts {
    /// Doubts about every answer. `last` is a search of yet another kind, for questions that the plain algorithm
    /// does not settle.
    pub fn all(last: impl Engine + Send + 'static) -> Self {
        Self {
            last: Some(Arc::new(last)),
            ..Self::little(Caps::ALL)
        }
    }

    /// The default: none, or a few that cost hardly anything if assertions are on.
    pub fn usual() -> Option<Self> {
        cfg!(debug_assertions).then(|| Self::little(Caps::LITTLE))
    }

    fn little(caps: Caps) -> Self {
        Self {
            caps,
            last: None,
            done: Arc::default(),
            listener: None,
        }
    }

    /// Passes a mismatch to `tell` before the search ends.
    #[must_use]
    pub fn on_mismatch(mut self, tell: impl Fn(&Mismatch) + Send + Sync + 'static) -> Self {
        self.listener = Some(Arc::new(tell));
        self
    }

    /// The most solutions of one question that are checked by the definition.
    pub fn most_solutions(&self) -> u64 {
        self.caps.solutions
    }

    /// The checks so far.
    pub fn checks(&self) -> SelfChecks {
        *self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a check.
    pub fn note(&self, check: impl FnOnce(&mut SelfChecks)) {
        check(&mut self.done.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// An engine over an engine that is doubted.
///
/// ```
/// use tilewright_engines::dance::Dance;
/// use tilewright_engines::doubt::{Doubting, Doubts};
/// use tilewright_engines::{Ask, Budget, Engine, sat::Sat};
/// use tilewright_model::ModelBuilder;
///
/// let mut b = ModelBuilder::new(4);
/// b.tile(&[0, 1])?;
/// b.tile(&[2, 3])?;
/// let doubts = Doubts::all(Sat);
/// let doubting = Doubting::new(Dance, doubts.clone());
/// let mut search = doubting.prepare(&b.build()?, &Budget::default())?;
/// search.start(&Ask::default());
/// assert_eq!(search.count().number, 4u32.into());
/// assert_eq!(doubts.checks().counts, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Doubting {
    engine: Arc<dyn Engine + Send>,
    /// The threads that it searches on, for the report.
    threads: usize,
    doubts: Doubts,
}

impl Doubting {
    /// Doubts an engine.
    pub fn new(engine: impl Engine + Send + 'static, doubts: Doubts) -> Self {
        Self {
            engine: Arc::new(engine),
            threads: 1,
            doubts,
        }
    }

    /// Sets the number of threads of the engine, for reports.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    fn second(&self, model: &Model) -> Option<Second> {
        Second::new(&self.doubts, (self.engine.name(), self.threads), model)
    }
}

impl Engine for Doubting {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn about(&self) -> &'static str {
        self.engine.about()
    }

    fn prepare(&self, model: &Model, budget: &Budget) -> Result<Box<dyn Search>, Declined> {
        let inner = self.engine.prepare(model, budget)?;
        Ok(match self.second(model) {
            Some(second) => Box::new(DoubtingSearch {
                inner,
                watch: Watch::new(&Ask::default()),
                second,
            }),
            None => inner,
        })
    }

    fn bulk(&self, model: &Model) -> Option<Box<dyn Bulk>> {
        let inner = self.engine.bulk(model)?;
        Some(match self.second(model) {
            Some(second) => Box::new(DoubtingBulk {
                inner,
                second,
                budget: Budget::default(),
            }),
            None => inner,
        })
    }
}

struct DoubtingSearch {
    inner: Box<dyn Search>,
    second: Second,
    watch: Watch,
}

/// The answers to one question, checked as they come.
struct Watch {
    ask: Ask,
    begun: Instant,
    is_few: bool,
    /// The end, once it was checked.
    end: Option<End>,
    number: u64,
    distinct: Distinct,
    /// The solutions, if few are asked for.
    found: Vec<Vec<Choice>>,
}

impl Watch {
    fn new(ask: &Ask) -> Self {
        Self {
            is_few: ask.limit.is_some_and(|limit| limit <= FEW),
            ask: ask.clone(),
            begun: Instant::now(),
            end: None,
            number: 0,
            distinct: Distinct::default(),
            found: Vec::new(),
        }
    }

    /// Checks another solution.
    fn solution(&mut self, second: &Second, solution: &[Choice]) -> Result<(), End> {
        let caps = second.doubts().caps;
        self.number += 1;
        if self.number > caps.solutions {
            return Ok(());
        }
        second.solution(&self.ask, solution)?;
        if !self.distinct.is_new(solution, caps.count) {
            return Err(second.repeated(&self.ask, solution));
        }
        if self.is_few {
            self.found.push(solution.to_vec());
        }
        Ok(())
    }

    /// Checks a complete end: that there are no other solutions.
    fn end(&self, second: &mut Second, end: End) -> Result<(), End> {
        // The solutions before a part are not known here.
        if end != End::Complete || self.ask.as_part {
            return Ok(());
        }
        let allowance = allowance(&self.ask.budget, self.begun);
        if self.is_few {
            second.no_other(&self.ask, &self.found, &allowance)
        } else {
            second.count(&self.ask, &Count::new(self.number, end), &allowance)
        }
    }
}

impl Search for DoubtingSearch {
    fn start(&mut self, ask: &Ask) {
        self.watch = Watch::new(ask);
        self.inner.start(ask);
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        let Self {
            inner,
            second,
            watch,
        } = self;
        if let Some(end) = watch.end {
            return Err(end);
        }
        let checked = match inner.advance() {
            Ok(solution) => watch.solution(second, solution).map(|()| solution),
            Err(end) => Err(watch.end(second, end).err().unwrap_or(end)),
        };
        checked.inspect_err(|&end| watch.end = Some(end))
    }

    fn count(&mut self) -> Count {
        if let Some(end) = self.watch.end {
            return Count::new(0u32, end);
        }
        let count = self.inner.count();
        let Self { second, watch, .. } = self;
        watch.end = Some(count.end);
        if watch.ask.as_part {
            return count;
        }
        let whole = Count::new(&count.number + watch.number, count.end);
        let allowance = allowance(&watch.ask.budget, watch.begun);
        match second.count(&watch.ask, &whole, &allowance) {
            Ok(()) => count,
            Err(end) => {
                watch.end = Some(end);
                Count::new(0u32, end)
            }
        }
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

struct DoubtingBulk {
    inner: Box<dyn Bulk>,
    second: Second,
    budget: Budget,
}

impl DoubtingBulk {
    /// Checks the answer for one board.
    fn board(&mut self, board: &[u8], first: &[u8], count: u32, limit: u32) -> Result<(), End> {
        let begun = Instant::now();
        let model = self.second.model();
        let given = bulk::picked(model, board);
        let is_clear = given.is_none();
        let mut ask = Ask::given(given.unwrap_or_default()).budget(self.budget.clone());
        ask.subject = Some(Arc::new(report::Row(board.to_vec())));
        if is_clear {
            // A tile is given an impossible value.
            let said = [
                ("answer", "a solution"),
                ("check", "a clue that cannot hold"),
            ];
            return match count {
                0 => Ok(()),
                _ => Err(self.second.mismatch(&ask, &said)),
            };
        }
        if count > 0 {
            let first = bulk::picked(model, first).unwrap_or_default();
            self.second.solution(&ask, &first)?;
        }
        let end = if count < limit {
            End::Complete
        } else {
            End::Limit
        };
        let allowance = allowance(&self.budget, begun);
        self.second.count(&ask, &Count::new(count, end), &allowance)
    }
}

impl Bulk for DoubtingBulk {
    fn tiles(&self) -> usize {
        self.inner.tiles()
    }

    fn run(&mut self, boards: &[u8], limit: u32, answers: &mut BulkAnswers) -> End {
        let end = self.inner.run(boards, limit, answers);
        if end != End::Complete {
            return end;
        }
        let tiles = self.tiles().max(1);
        let firsts = answers.firsts.chunks_exact(tiles);
        let rows = boards.chunks_exact(tiles).zip(firsts).zip(&answers.counts);
        let most = self.second.doubts().caps.boards;
        for ((board, first), &count) in rows.take(most) {
            if let Err(end) = self.board(board, first, count, limit) {
                return end;
            }
        }
        End::Complete
    }

    fn within(&mut self, budget: &Budget) {
        self.budget = budget.clone();
        self.inner.within(budget);
    }

    fn guesses(&self) -> u64 {
        self.inner.guesses()
    }
}

#[cfg(test)]
mod tests;
