//! A model made ready for logic: rules lowered, and the items sorted into layers.
//!
//! A **layer** is a set of items that take at most one and that share every choice out among them,
//! so that each choice lies in exactly one: the cells of a Sudoku, the symbols of its rows, those of
//! its columns, those of its boxes; the clues of a Shikaku. Covers are looked for within one layer
//! where there are more than two of them, as people do: a base is then simply a set of covers, and
//! *k* bases with few covers between them are quickly found.

use crate::Board;
use std::borrow::Cow;
use tilewright_model::{Choice, Demand, Item, Model};

/// A model made ready: prepared once, used for any number of boards.
#[derive(Debug)]
pub struct Logic<'m> {
    model: Cow<'m, Model>,
    /// For each layer, the item of each choice.
    layers: Vec<Vec<Item>>,
}

/// The most layers that are looked for: boards of six dimensions have eight.
const MOST_LAYERS: usize = 16;

impl<'m> Logic<'m> {
    /// Makes the model ready.
    pub fn new(model: &'m Model) -> Self {
        let model = model.lower();
        let layers = layers(&model);
        Self { model, layers }
    }

    /// The model that steps speak of: that which was given, with items for its rules after all
    /// others.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The board where these choices are picked and nothing else is known. Givens that exclude
    /// each other leave a board with a [contradiction](Board::contradiction).
    ///
    /// # Panics
    /// If a choice is not in the model.
    pub fn board(&self, given: &[Choice]) -> Board<'_> {
        let mut board = Board::new(self);
        for &choice in given {
            board.pick(choice);
        }
        board
    }

    pub(crate) fn layers(&self) -> &[Vec<Item>] {
        &self.layers
    }

    /// Whether the item takes at most one choice.
    pub(crate) fn is_cover(&self, item: Item) -> bool {
        self.model.demand(item) != Demand::OneColour
    }

    /// Whether the item needs a choice.
    pub(crate) fn is_base(&self, item: Item) -> bool {
        self.model.demand(item) == Demand::ExactlyOne
    }

    /// Calls `each` for every choice that cannot be picked together with `choice`; for some of
    /// them more than once.
    #[inline]
    pub(crate) fn for_conflicts(&self, choice: Choice, mut each: impl FnMut(Choice)) {
        for &(item, colour) in self.model.touches(choice) {
            let is_cover = self.is_cover(item);
            for &(other, shown) in self.model.members(item) {
                if other != choice && (is_cover || shown != colour) {
                    each(other);
                }
            }
        }
    }
}

/// Puts each item into the first layer that it shares no choice with, and keeps the layers that
/// have all choices.
fn layers(model: &Model) -> Vec<Vec<Item>> {
    const NONE: Item = Item(u32::MAX);
    let mut layers: Vec<Vec<Item>> = Vec::new();
    for item in model.items() {
        let members = model.members(item);
        if model.demand(item) == Demand::OneColour || members.is_empty() {
            continue;
        }
        let is_free = |layer: &Vec<Item>| members.iter().all(|(c, _)| layer[c.index()] == NONE);
        let at = layers.iter().position(is_free).unwrap_or(layers.len());
        if at == MOST_LAYERS {
            continue;
        }
        if at == layers.len() {
            layers.push(vec![NONE; model.choice_count()]);
        }
        for &(choice, _) in members {
            layers[at][choice.index()] = item;
        }
    }
    layers.retain(|layer| !layer.contains(&NONE));
    layers
}
