//! The searches behind the answers: a model that an engine has prepared, and the budget of a question.
//!
//! One question may take several searches: the promised first solution is found by a few, a
//! verdict by one for each clue. They share one budget, so that `time` is the time of the answer
//! and not of each search behind it.

use crate::asked::{Asked, First};
use std::sync::{Arc, Mutex, PoisonError};
use tilewright_census::{Tally, Watch};
use tilewright_engines::notebook::Notebook;
use tilewright_engines::{Ask, Budget, Count, End, Meter, Search};
use tilewright_logic::Logic;
use tilewright_model::clock::Instant;
use tilewright_model::{Choice, Model};
use tilewright_puzzles::Census;

/// Prepared models that a pool keeps: a file seldom mixes more shapes.
const KEPT: usize = 4;

/// Larger models are not kept: prepared they take several times their bytes.
const MOST_BYTES: u64 = 16 << 20;

/// Nodes after which the search for a board that could be written down has stalled.
const STALLED: u64 = 40_000;

/// Nodes for each choice of the solution: a search that does not go astray takes about one.
const STALLED_FOR_EACH: u64 = 4;

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

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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
