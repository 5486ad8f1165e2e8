//! A model made ready for logic: rules lowered, and the items sorted into layers.
//!
//! A **layer** is a set of items that take at most one and that share every choice out among them,
//! so that each choice lies in exactly one: the cells of a Sudoku, the symbols of its rows, those of
//! its columns, those of its boxes; the clues of a Shikaku. Covers are looked for within one layer
//! where there are more than two of them, as people do: a base is then simply a set of covers, and
//! *k* bases with few covers between them are quickly found.
//!
//! Which choices conflict is worked out once: a row of bits for each choice in models of up to
//! [`MOST_ROWS`] choices, a list for each in larger ones of up to [`MOST_LISTED`] conflicts, and
//! beyond that the items are asked each time.

use crate::Board;
use crate::bits::{self, Bits};
use crate::items::Lists;
use std::sync::Arc;
use tilewright_model::budget::{Budget, End, Meter};
use tilewright_model::{Choice, Demand, Item, Model};

/// A model made ready: prepared once, used for any number of boards. A handle: a clone shares the prepared data, so a
/// board keeps its logic by cloning it.
#[derive(Clone, Debug)]
pub struct Logic(Arc<Prepared>);

#[derive(Debug)]
struct Prepared {
    model: Model,
    /// For each layer, the item of each choice.
    layers: Vec<Vec<Item>>,
    /// For each choice those that it conflicts with, where the model is small: `words` for each.
    rows: Option<Vec<u64>>,
    words: usize,
    /// For each choice those that it conflicts with, ascending, where the model is not too large.
    lists: Option<Lists<Choice>>,
    /// The most items that a choice lies in.
    most_items: usize,
}

/// The most choices for which conflicts are kept as bits: two megabytes.
const MOST_ROWS: usize = 4096;

/// The most conflicts that are kept in lists: 32 megabytes.
const MOST_LISTED: usize = 1 << 23;

/// The most layers that are looked for: boards of six dimensions have eight.
const MOST_LAYERS: usize = 16;

impl Logic {
    /// Makes the model ready; or the end, where the budget does not allow it.
    pub fn new(model: &Model, budget: &Budget) -> Result<Self, End> {
        let model = model.lower(budget)?;
        let mut meter = budget.building();
        let layers = layers(&model, &mut meter)?;
        let words = model.choice_count().div_ceil(64);
        let items = model.choices().map(|choice| model.touches(choice).len());
        let most_items = items.max().unwrap_or(0);
        let mut logic = Self(Arc::new(Prepared {
            model,
            layers,
            rows: None,
            words,
            lists: None,
            most_items,
        }));
        let is_small = logic.model().choice_count() <= MOST_ROWS;
        let rows = is_small.then(|| logic.conflict_rows());
        let lists = if is_small {
            None
        } else {
            logic.conflict_lists(&mut meter)?
        };
        let prepared = Arc::get_mut(&mut logic.0).expect("no board has it yet");
        (prepared.rows, prepared.lists) = (rows, lists);
        Ok(logic)
    }

    /// The model that steps speak of: that which was given, with items for its rules after all
    /// others.
    pub fn model(&self) -> &Model {
        &self.0.model
    }

    /// The board where these choices are picked and nothing else is known. Givens that exclude
    /// each other leave a board with a [contradiction](Board::contradiction).
    ///
    /// # Panics
    /// If a choice is not in the model.
    pub fn board(&self, given: &[Choice]) -> Board {
        let mut board = Board::new(self);
        for &choice in given {
            board.pick(choice);
        }
        board
    }

    pub(crate) fn layers(&self) -> &[Vec<Item>] {
        &self.0.layers
    }

    /// Returns true if the item takes at most one choice.
    pub(crate) fn is_cover(&self, item: Item) -> bool {
        self.0.model.demand(item) != Demand::OneColour
    }

    /// Returns true if the item needs a choice.
    pub(crate) fn is_base(&self, item: Item) -> bool {
        self.0.model.demand(item) == Demand::ExactlyOne
    }

    fn conflict_rows(&self) -> Vec<u64> {
        let mut rows = vec![0; self.0.words * self.0.model.choice_count()];
        for choice in self.0.model.choices() {
            let row = &mut rows[choice.index() * self.0.words..][..self.0.words];
            self.for_conflicts(choice, |other| bits::set(row, other));
        }
        rows
    }

    /// The conflicts as lists; `None` where there are too many.
    fn conflict_lists(&self, meter: &mut Meter) -> Result<Option<Lists<Choice>>, End> {
        let mut lists = Lists::default();
        let mut list = Vec::new();
        // Each conflict is met once for each item at most, and most only once.
        let mut met = 0;
        for choice in self.0.model.choices() {
            list.clear();
            self.for_conflicts(choice, |other| list.push(other));
            meter.work(list.len())?;
            met += list.len();
            if met > MOST_LISTED {
                return Ok(None);
            }
            list.sort_unstable();
            list.dedup();
            lists.push(list.iter().copied());
        }
        Ok(Some(lists))
    }

    /// The most items that a choice lies in.
    pub(crate) fn most_items(&self) -> usize {
        self.0.most_items
    }

    /// Words of a bit set of choices.
    pub(crate) fn words(&self) -> usize {
        self.0.words
    }

    /// The choices that conflict with this one, where they are kept.
    #[inline]
    pub(crate) fn row(&self, choice: Choice) -> Option<&[u64]> {
        let rows = self.0.rows.as_ref()?;
        Some(&rows[choice.index() * self.0.words..][..self.0.words])
    }

    /// Returns true if two choices cannot be picked together.
    #[inline]
    pub(crate) fn are_in_conflict(&self, a: Choice, b: Choice) -> bool {
        match self.row(a) {
            Some(row) => bits::has(row, b),
            None => match &self.0.lists {
                Some(lists) => lists.get(a.index()).binary_search(&b).is_ok(),
                None => a != b && self.0.model.share_conflict(a, b),
            },
        }
    }

    /// Calls `each` for every choice among `live` that cannot be picked together with `choice`;
    /// in large models for some of them more than once. Says how much work that was.
    #[inline]
    pub(crate) fn for_live_conflicts(
        &self,
        choice: Choice,
        live: &[u64],
        mut each: impl FnMut(Choice),
    ) -> usize {
        let mut work = 1;
        if let Some(row) = self.row(choice) {
            for (at, (&row, &live)) in row.iter().zip(live).enumerate() {
                for bit in Bits(row & live) {
                    work += 1;
                    each(Choice((at * 64 + bit) as u32));
                }
            }
            return work + self.0.words / 4;
        }
        self.for_conflicts(choice, |other| {
            work += 1;
            if bits::has(live, other) {
                each(other);
            }
        });
        work
    }

    /// Calls `each` for every choice that cannot be picked together with `choice`; for some of
    /// them more than once.
    #[inline]
    pub(crate) fn for_conflicts(&self, choice: Choice, mut each: impl FnMut(Choice)) {
        if let Some(lists) = &self.0.lists {
            lists.get(choice.index()).iter().copied().for_each(each);
            return;
        }
        for &(item, colour) in self.0.model.touches(choice) {
            let is_cover = self.is_cover(item);
            for &(other, shown) in self.0.model.members(item) {
                if other != choice && (is_cover || shown != colour) {
                    each(other);
                }
            }
        }
    }
}

/// Puts each item into the first layer that it shares no choice with, and keeps the layers that
/// have all choices.
fn layers(model: &Model, meter: &mut Meter) -> Result<Vec<Vec<Item>>, End> {
    const NONE: Item = Item(u32::MAX);
    let mut layers: Vec<Vec<Item>> = Vec::new();
    for item in model.items() {
        let members = model.members(item);
        if model.demand(item) == Demand::OneColour || members.is_empty() {
            continue;
        }
        meter.work(members.len() * (1 + layers.len()))?;
        let is_free = |layer: &Vec<Item>| members.iter().all(|(c, _)| layer[c.index()] == NONE);
        let at = layers.iter().position(is_free).unwrap_or(layers.len());
        if at == MOST_LAYERS {
            continue;
        }
        if at == layers.len() {
            meter.take((size_of::<Item>() * model.choice_count()) as u64)?;
            layers.push(vec![NONE; model.choice_count()]);
        }
        for &(choice, _) in members {
            layers[at][choice.index()] = item;
        }
    }
    layers.retain(|layer| !layer.contains(&NONE));
    Ok(layers)
}
