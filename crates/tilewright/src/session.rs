//! The searches behind the answers: a model that an engine has prepared, and the budget of a question.
//!
//! One question may take several searches: the promised first solution is found by a few, a
//! verdict by one for each clue. They share one budget, so that `time` is the time of the answer
//! and not of each search behind it.

use crate::asked::First;
use crate::paranoid::{Doubt, Doubted};
use crate::solver::Solver;
use std::ops::ControlFlow;
use std::sync::Arc;
use tilewright_census::{Tally, Watch};
use tilewright_engines::notebook::Notebook;
use tilewright_engines::{Ask, Budget, Count, End, Meter, Search, Stats, parallel};
use tilewright_logic::Logic;
use tilewright_model::clock::Instant;
use tilewright_model::{Choice, Model};
use tilewright_puzzles::{Census, Puzzle};

/// Nodes after which a search for a few solutions counts as long.
const A_LITTLE: u64 = 20_000;

/// Nodes after which the search for a board that could be written down has stalled.
const STALLED: u64 = 40_000;

/// Nodes for each choice of the solution: a search that does not go astray takes about one.
const STALLED_FOR_EACH: u64 = 4;

/// A model made ready by an engine, for the puzzles that have it.
pub(crate) struct Session {
    /// The settings, with a pool of their own: one that this session may return to would hold itself.
    solver: Solver,
    model: Model,
    pub(crate) search: Box<dyn Search>,
    stats: Stats,
    /// Made when it is first needed.
    logic: Option<Box<Logic>>,
    /// Checks the answers that are not the search's, if any are checked.
    doubt: Option<Doubt>,
}

impl Session {
    pub(crate) fn new(solver: &Solver, model: &Model, search: Box<dyn Search>) -> Self {
        let doubt = Doubt::new(solver, model);
        let search = match &doubt {
            Some(doubt) => Box::new(Doubted::new(search, doubt)),
            None => search,
        };
        Self {
            solver: solver.apart(),
            model: model.clone(),
            search,
            stats: Stats::default(),
            logic: None,
            doubt,
        }
    }

    /// Begins anew with these settings, for this puzzle.
    pub(crate) fn renew(&mut self, solver: &Solver, puzzle: &dyn Puzzle) {
        self.solver = solver.apart();
        self.stats = Stats::default();
        if let Some(doubt) = &self.doubt {
            doubt.renew(solver, puzzle);
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

    /// The model.
    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    /// The settings.
    pub(crate) fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Counts resume from the notebook from now on, and are noted there.
    pub(crate) fn take_notes(&mut self, notebook: Arc<dyn Notebook>) {
        self.solver = self.solver.clone().notebook(notebook);
    }

    /// The cost of all searches so far.
    pub(crate) fn stats(&self) -> Stats {
        self.stats
    }

    pub(crate) fn first_within(&mut self, puzzle: &dyn Puzzle, budget: &Budget) -> First {
        if let Some(ranking) = self.ranking(puzzle) {
            return self.promised(puzzle, &*ranking, budget);
        }
        let ask = Ask::given(puzzle.givens());
        let Some(construction) = self.solver.construction(puzzle) else {
            return self.any(ask, budget);
        };
        let most = construction.picked().saturating_mul(STALLED_FOR_EACH);
        let part = budget.part(most.min(STALLED));
        let answer = self.any(ask, &part);
        budget.spend(part.spent());
        let has_stalled = match answer.end {
            End::Nodes => budget.nodes_left() != Some(0),
            End::Memory => true,
            _ => false,
        };
        if answer.solution.is_some() || !has_stalled {
            return answer;
        }
        let solution = self.solver.build(&*construction);
        self.vouch_solution(&Ask::given(puzzle.givens()), &solution);
        First::of(solution)
    }

    pub(crate) fn ranking<'p>(
        &self,
        puzzle: &'p dyn Puzzle,
    ) -> Option<Box<dyn tilewright_puzzles::Ranking + 'p>> {
        if self.solver.order().is_some() {
            return None;
        }
        puzzle.ranking()
    }

    /// The promised first of several solutions, and the end where nothing may follow it.
    pub(crate) fn promised_of_several(
        &mut self,
        puzzle: &dyn Puzzle,
        limit: Option<u64>,
        budget: &Budget,
    ) -> (Option<Vec<Choice>>, Option<End>) {
        if limit == Some(0) {
            return (None, Some(End::Limit));
        }
        if self.ranking(puzzle).is_none() {
            return (None, None);
        }
        let First { solution, end } = self.first_within(puzzle, budget);
        let is_over = solution.is_none() || end != End::Complete;
        (solution, is_over.then_some(end))
    }

    pub(crate) fn count_within(
        &mut self,
        puzzle: &dyn Puzzle,
        limit: Option<u64>,
        budget: &Budget,
    ) -> Count {
        let mut ask = self.within(Ask::given(puzzle.givens()), budget);
        ask.limit = limit;
        ask.notebook = self.solver.notes().cloned();
        let may_use_symmetry = limit.is_none() && self.solver.picks_engine();
        match may_use_symmetry.then(|| puzzle.census()).flatten() {
            Some(Census::Whole(tally)) => self.count_whole(tally, &ask),
            Some(Census::Part { given, times }) => {
                ask.given.extend(given);
                let mut count = self.count_by_search(&ask);
                // Of a search that was stopped, too: each solution found stands for as many.
                count.number *= times;
                count
            }
            None => self.count_by_search(&ask),
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
        self.stats += meter.stats();
        match number {
            Some(number) => Count::new(number, End::Complete),
            None => Count::new(0u32, meter.end().unwrap_or(End::Interrupted)),
        }
    }

    fn count_by_search(&mut self, ask: &Ask) -> Count {
        let threads = self.threads_for(ask);
        let engine = self.solver.engine_itself();
        if (threads > 1 || ask.notebook.is_some())
            && let Ok((count, stats)) = parallel::count(engine, &self.model, ask, threads)
        {
            self.stats += stats;
            return count;
        }
        self.search.start(ask);
        let count = self.search.count();
        self.stats += self.search.stats();
        count
    }

    /// Searches in another random order from now on.
    pub(crate) fn reseed(&mut self, seed: u64) {
        self.set_order(Some(seed));
    }

    /// Searches in the order of a seed, or in the engine's own.
    pub(crate) fn set_order(&mut self, seed: Option<u64>) {
        self.solver = self.solver.clone().in_order(seed);
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
    ///
    /// Several threads take part only once the search has turned out to be long: most searches
    /// are over before threads would have been started.
    pub(crate) fn few(&mut self, ask: Ask, most: u64, budget: &Budget) -> (Vec<Vec<Choice>>, End) {
        let ask = ask.limit(most);
        let mut little = self.within(ask.clone(), budget);
        let is_cut = self.threads_for(&little) > 1 && self.search.searches_in_parts(&little);
        if is_cut {
            little.budget = little.budget.part(A_LITTLE);
        }
        self.search.start(&little);
        let mut found = Vec::new();
        let end = loop {
            match self.search.advance() {
                Ok(solution) => found.push(solution.to_vec()),
                Err(end) => break end,
            }
        };
        self.close();
        if end != End::Nodes || !is_cut {
            return (found, end);
        }
        found.clear();
        let end = self.visit(ask, budget, &mut |solution| {
            found.push(solution.to_vec());
            ControlFlow::Continue(())
        });
        (found, end)
    }

    /// Gives each solution to `visit`, on as many threads as the solver has.
    pub(crate) fn visit(
        &mut self,
        ask: Ask,
        budget: &Budget,
        visit: &mut dyn FnMut(&[Choice]) -> ControlFlow<()>,
    ) -> End {
        let ask = self.within(ask, budget);
        let threads = self.threads_for(&ask);
        let mut is_broken_off = false;
        if threads > 1 {
            let engine = self.solver.engine_itself();
            let mut watch = self.doubt.as_ref().map(|doubt| doubt.watch(&ask));
            let outcome = parallel::for_each(engine, &self.model, &ask, threads, |solution| {
                if let Some(watch) = &mut watch {
                    watch.solution(solution);
                }
                let flow = visit(solution);
                is_broken_off |= flow.is_break();
                flow
            });
            if let Ok(outcome) = outcome {
                self.stats += outcome.stats;
                if let Some(watch) = &mut watch {
                    watch.end(outcome.end);
                }
                return if is_broken_off {
                    End::Limit
                } else {
                    outcome.end
                };
            }
        }
        self.search.start(&ask);
        let end = loop {
            match self.search.advance() {
                Ok(solution) if visit(solution).is_break() => break End::Limit,
                Ok(_) => {}
                Err(end) => break end,
            }
        };
        self.close();
        end
    }

    /// The threads for an ask. How far a number of nodes gets depends on how the search is cut into parts, so an ask
    /// that is limited in nodes has one thread: its answer is then the same for any number.
    fn threads_for(&self, ask: &Ask) -> usize {
        match ask.budget.nodes {
            Some(_) => 1,
            None => self.solver.thread_count(),
        }
    }

    /// The ask in the order and with the rest of the budget.
    pub(crate) fn within(&self, mut ask: Ask, budget: &Budget) -> Ask {
        ask.seed = self.solver.order();
        ask.budget = budget.clone().within_heap();
        // The model was made of the same memory.
        let beside_model = self
            .solver
            .memory_in_all()
            .saturating_sub(self.model.bytes());
        ask.budget.memory = ask.budget.memory.map(|memory| memory.min(beside_model));
        ask
    }

    /// Begins a search with the rest of the budget.
    pub(crate) fn start(&mut self, ask: Ask, budget: &Budget) {
        let ask = self.within(ask, budget);
        self.search.start(&ask);
    }

    /// Right after a start: which choices are still possible, by choice.
    pub(crate) fn still_possible(&mut self) -> Vec<bool> {
        let mut is_possible = vec![false; self.model.choice_count()];
        for choice in self.search.possible() {
            is_possible[choice.index()] = true;
        }
        is_possible
    }

    /// The checks of answers that are not the search's, if any are checked.
    pub(crate) fn doubt(&self) -> Option<&Doubt> {
        self.doubt.as_ref()
    }

    /// Checks a solution that came from elsewhere.
    pub(crate) fn vouch_solution(&self, ask: &Ask, solution: &[Choice]) {
        if let Some(doubt) = &self.doubt {
            doubt.solution(ask, solution);
        }
    }

    /// Checks a count that came from elsewhere, for a question begun then.
    pub(crate) fn vouch_count(&self, ask: &Ask, count: &Count, budget: &Budget, begun: Instant) {
        if let Some(doubt) = &self.doubt {
            doubt.count(ask, count, budget, begun);
        }
    }

    /// Adds the cost of another session that worked for this one.
    pub(crate) fn add(&mut self, stats: Stats) {
        self.stats += stats;
    }

    /// Adds the cost of the search.
    pub(crate) fn close(&mut self) {
        self.stats += self.search.stats();
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

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("solver", &self.solver)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}
