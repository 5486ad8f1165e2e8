//! A puzzle with everything that is needed to answer for it.
//!
//! [`Solver::ask`] takes the prepared model from the solver's pool, or prepares it, and an [`Asked`] returns it there
//! when it is dropped. So a plain loop over a million puzzles of one shape prepares their model once. An `Asked` owns
//! all its data: it can be kept, and sent to another thread.
//!
//! One question may take several searches: the promised first solution is found by a few, a verdict by one for each
//! clue. They share one budget, so that `time` is the time of the answer and not of each search behind it.

use crate::explain::Manner;
use crate::solver::{Refusal, Solver};
use std::borrow::BorrowMut;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use tilewright_census::{Tally, Watch};
use tilewright_engines::doubt::Subject;
use tilewright_engines::notebook::Notebook;
use tilewright_engines::{Ask, Budget, Count, End, Meter, Search, Stats};
use tilewright_logic::Logic;
use tilewright_model::clock::Instant;
use tilewright_model::{Choice, Model};
use tilewright_puzzles::{Census, Puzzle};

/// Nodes after which the search for a board that could be written down has stalled.
const STALLED: u64 = 40_000;

/// Nodes for each choice of the solution: a search that does not go astray takes about one.
const STALLED_FOR_EACH: u64 = 4;

/// Prepared models that a pool keeps: a file seldom mixes more shapes.
const KEPT: usize = 4;

/// Larger models are not kept: prepared they take several times their bytes.
const MOST_BYTES: u64 = 16 << 20;

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

    /// Prepares a model, to answer for every puzzle that has it.
    pub(crate) fn prepare(&self, model: &Model) -> Result<Prepared, Refusal> {
        let budget = self.question();
        let search = self.whole_engine().prepare(model, &budget);
        let search = search.map_err(|declined| Refusal::of_engine(declined, &budget))?;
        Ok(Prepared::new(model, search))
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

/// A model made ready by an engine, for the puzzles that have it.
pub(crate) struct Prepared {
    pub(crate) model: Model,
    pub(crate) search: Box<dyn Search>,
    /// Made when it is first needed.
    logic: Option<Box<Logic>>,
}

impl Prepared {
    pub(crate) fn new(model: &Model, search: Box<dyn Search>) -> Self {
        Self {
            model: model.clone(),
            search,
            logic: None,
        }
    }

    /// The model made ready for logic, once; or the end, where the budget does not allow it.
    pub(crate) fn logic(&mut self, budget: &Budget) -> Result<&Logic, End> {
        let logic = match self.logic.take() {
            Some(logic) => logic,
            None => Box::new(Logic::new(&self.model, budget)?),
        };
        Ok(self.logic.insert(logic))
    }
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared").finish_non_exhaustive()
    }
}

/// Prepared models that were used and can be used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool(Arc<Mutex<Vec<Prepared>>>);

impl Pool {
    /// A prepared model, if it is there.
    pub(crate) fn take(&self, model: &Model) -> Option<Prepared> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().rposition(|prepared| prepared.model.is(model))?;
        Some(kept.swap_remove(place))
    }

    pub(crate) fn put(&self, prepared: Prepared) {
        if prepared.model.bytes() > MOST_BYTES {
            return;
        }
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push(prepared);
    }
}

/// The searches behind the answers.
impl Asked {
    pub(crate) fn first_within(&mut self, budget: &Budget) -> First {
        let puzzle = Arc::clone(self.puzzle());
        if self.solver().order().is_none()
            && let Some(ranking) = puzzle.ranking()
        {
            return self.promised(&*ranking, budget);
        }
        let ask = self.whole();
        let Some(construction) = self.solver().construction(&*puzzle) else {
            return self.any(ask, budget);
        };
        let most = construction.picked().saturating_mul(STALLED_FOR_EACH);
        let part = budget.part(most.min(STALLED));
        let answer = self.any(ask.clone(), &part);
        budget.spend(part.spent());
        let has_stalled = match answer.end {
            End::Nodes => budget.nodes_left() != Some(0),
            End::Memory => true,
            _ => false,
        };
        if answer.solution.is_some() || !has_stalled {
            return answer;
        }
        let solution = self.solver().build(&*construction);
        match self.vouch_solution(&ask, &solution, budget) {
            Ok(()) => First::of(solution),
            Err(end) => First {
                solution: None,
                end,
            },
        }
    }

    /// The promised first of several solutions, and the end where nothing may follow it.
    pub(crate) fn promised_of_several(
        &mut self,
        limit: Option<u64>,
        budget: &Budget,
    ) -> (Option<Vec<Choice>>, Option<End>) {
        if limit == Some(0) {
            return (None, Some(End::Limit));
        }
        if self.solver().order().is_some() || self.puzzle().ranking().is_none() {
            return (None, None);
        }
        let First { solution, end } = self.first_within(budget);
        let is_over = solution.is_none() || end != End::Complete;
        (solution, is_over.then_some(end))
    }

    pub(crate) fn count_within(&mut self, limit: Option<u64>, budget: &Budget) -> Count {
        let mut ask = self.within(self.whole(), budget);
        ask.limit = limit;
        ask.notebook = self.solver().notes().cloned();
        let begun = Instant::now();
        let may_use_symmetry = limit.is_none() && self.solver().picks_engine();
        let count = match may_use_symmetry.then(|| self.puzzle().census()).flatten() {
            Some(Census::Whole(tally)) => self.count_whole(tally, &ask),
            Some(Census::Part { given, times }) => {
                ask.given.extend(given);
                let mut count = self.count_by_search(&ask);
                // Of a search that was stopped, too: each solution found stands for as many.
                count.number *= times;
                count
            }
            None => return self.count_by_search(&ask),
        };
        match self.vouch_count(&self.whole(), &count, budget, begun) {
            Ok(()) => count,
            Err(end) => Count::new(0u32, end),
        }
    }

    fn count_whole(&mut self, tally: Tally, ask: &Ask) -> Count {
        let mut meter = ask.meter();
        let memory = ask.budget.memory.unwrap_or(u64::MAX);
        let number = if meter.end().is_some() {
            None
        } else {
            let mut watch = Overseer {
                meter: &mut meter,
                notebook: ask.notebook.as_deref(),
            };
            tally.count(memory, &mut watch)
        };
        self.add(meter.stats());
        match number {
            Some(number) => Count::new(number, End::Complete),
            None => Count::new(0u32, meter.end().unwrap_or(End::Interrupted)),
        }
    }

    fn count_by_search(&mut self, ask: &Ask) -> Count {
        let search = self.search();
        search.start(ask);
        let count = search.count();
        self.close();
        count
    }

    /// Any solution within the rest of the budget.
    pub(crate) fn any(&mut self, ask: Ask, budget: &Budget) -> First {
        let (mut found, end) = self.few(ask, 1, budget);
        match found.pop() {
            Some(solution) => First::of(solution),
            None => First {
                solution: None,
                end,
            },
        }
    }

    /// The first few solutions, and how the search for them ended.
    pub(crate) fn few(&mut self, ask: Ask, most: u64, budget: &Budget) -> (Vec<Vec<Choice>>, End) {
        self.start(ask.limit(most), budget);
        let mut found = Vec::new();
        let end = loop {
            match self.search().advance() {
                Ok(solution) => found.push(solution.to_vec()),
                Err(end) => break end,
            }
        };
        self.close();
        (found, end)
    }

    /// The ask in the order and with the rest of the budget.
    pub(crate) fn within(&self, mut ask: Ask, budget: &Budget) -> Ask {
        ask.seed = self.solver().order();
        ask.subject = self.subject();
        ask.budget = budget.clone().within_heap();
        // The model was made of the same memory.
        let in_all = self.solver().memory_in_all();
        let beside_model = in_all.saturating_sub(self.model().bytes());
        ask.budget.memory = ask.budget.memory.map(|memory| memory.min(beside_model));
        ask
    }

    /// Begins a search with the rest of the budget.
    pub(crate) fn start(&mut self, ask: Ask, budget: &Budget) {
        let ask = self.within(ask, budget);
        self.search().start(&ask);
    }

    /// Right after a start: which choices are still possible, by choice.
    pub(crate) fn still_possible(&mut self) -> Vec<bool> {
        let mut is_possible = vec![false; self.model().choice_count()];
        for choice in self.search().possible() {
            is_possible[choice.index()] = true;
        }
        is_possible
    }

    /// Adds the cost of the search.
    pub(crate) fn close(&mut self) {
        let stats = self.search().stats();
        self.add(stats);
    }
}

/// Looks after a census: its budget and its notes.
struct Overseer<'a> {
    meter: &'a mut Meter,
    notebook: Option<&'a dyn Notebook>,
}

impl Overseer<'_> {
    const NAME: &'static str = "census";
}

impl Watch for Overseer<'_> {
    fn go_on(&mut self, done: f64) -> bool {
        if let Some(notebook) = self.notebook {
            notebook.progress(done);
        }
        // A step here may take as long as thousands of nodes of a search.
        self.meter.node().or_else(|| self.meter.poll()).is_none()
    }

    fn earlier(&mut self) -> Option<Vec<u8>> {
        self.notebook?.read(Self::NAME)
    }

    fn is_due(&mut self) -> bool {
        self.notebook.is_some_and(Notebook::is_due)
    }

    fn note(&mut self, note: Vec<u8>) {
        if let Some(notebook) = self.notebook {
            notebook.write(Self::NAME, Some(note));
        }
    }
}
