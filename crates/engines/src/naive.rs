//! The definition, by trying everything: the oracle of the tests.
//!
//! **Idea.** Go through the tiles in order. At each that no picked choice belongs to, try each of
//! its choices. At the end ask [`Model::is_solution`], which looks for hidden choices itself: they are not tried here.
//! Nothing is pruned but choices of a tile that is taken, so it is only for small models: it declines more than [`MOST_CHOICES`] choices.

use crate::{Ask, Branch, Budget, Declined, End, Engine, Meter, Search, Stats};
use tilewright_model::{Choice, Item, Model};

/// The largest model that the oracle takes.
pub const MOST_CHOICES: usize = 40;

/// The oracle. See the [module](self).
#[derive(Debug)]
pub struct Naive;

impl Engine for Naive {
    fn name(&self) -> &'static str {
        "naive"
    }

    fn about(&self) -> &'static str {
        "the definition, by trying everything (small models only)"
    }

    fn prepare(&self, model: &Model, _: &Budget) -> Result<Box<dyn Search>, Declined> {
        if model.choice_count() > MOST_CHOICES {
            return Err(Declined::new(
                self.name(),
                format!(
                    "it tries everything, so it takes at most {MOST_CHOICES} choices, not {}",
                    model.choice_count()
                ),
            ));
        }
        Ok(Box::new(NaiveSearch {
            tiles: model
                .tiles()
                .iter()
                .copied()
                .filter(|&tile| model.is_own_item(tile))
                .collect(),
            model: model.clone(),
            meter: Meter::default(),
            found: Vec::new(),
            next: 0,
        }))
    }
}

struct NaiveSearch {
    model: Model,
    /// The tiles without hidden choices.
    tiles: Vec<Item>,
    meter: Meter,
    found: Vec<Vec<Choice>>,
    next: usize,
}

impl NaiveSearch {
    /// Tries every way to continue from `picked` at tile number `place`; returns the end if it is
    /// cut off.
    fn explore(&mut self, place: usize, picked: &mut Vec<Choice>, ask: &Ask) -> Option<End> {
        let model = self.model.clone();
        let Some(&tile) = self.tiles.get(place) else {
            let is_asked_for = ask.given.iter().all(|choice| picked.contains(choice))
                && !ask.barred.iter().any(|choice| picked.contains(choice));
            if is_asked_for && self.model.is_solution(picked) {
                let mut solution = picked.clone();
                solution.sort_unstable();
                self.found.push(solution);
            }
            return None;
        };
        let members = model.members(tile);
        if members.iter().any(|(choice, _)| picked.contains(choice)) {
            return self.explore(place + 1, picked, ask);
        }
        for &(choice, _) in members {
            if let Some(end) = self.meter.node() {
                return Some(end);
            }
            picked.push(choice);
            let end = self.explore(place + 1, picked, ask);
            picked.pop();
            if end.is_some() {
                return end;
            }
        }
        None
    }
}

impl Search for NaiveSearch {
    fn start(&mut self, ask: &Ask) {
        self.meter = ask.meter();
        self.found.clear();
        self.next = 0;
        if self.meter.end().is_none() {
            self.explore(0, &mut Vec::new(), ask);
        }
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        // All is tried at the start, so that the nodes may be used up says nothing of the limit.
        if self.meter.wanted() == 0 {
            return Err(End::Limit);
        }
        if self.next == self.found.len() {
            return Err(self.meter.finish(End::Complete));
        }
        self.meter.solution();
        self.next += 1;
        Ok(&self.found[self.next - 1])
    }

    fn choice_count(&self) -> usize {
        self.model.choice_count()
    }

    fn stats(&self) -> Stats {
        self.meter.stats()
    }

    fn branches(&mut self) -> Vec<Branch> {
        Vec::new()
    }

    fn possible(&mut self) -> Vec<Choice> {
        self.model.choices().collect()
    }
}
