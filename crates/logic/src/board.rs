//! What is still possible: the live choices, and how many each item has.
//!
//! **Invariants.** `live_count` of an item is the number of its members that are live. A picked
//! choice stays live, and nothing that conflicts with it does, unless the board contradicts itself;
//! then some exactly-one item has no live choice, and `empty` is the first that was met.

use crate::{Logic, Step};
use std::fmt;
use tilewright_model::{Choice, Item};

/// The choices that are left. A clone copies a few flat arrays.
#[derive(Clone)]
pub struct Board<'l> {
    logic: &'l Logic<'l>,
    live: Vec<u64>,
    picked: Vec<u64>,
    live_count: Vec<u32>,
    /// Whether one of its choices is picked.
    is_settled: Vec<bool>,
    /// The exactly-one items that are not settled.
    open: usize,
    empty: Option<Item>,
}

fn is_set(bits: &[u64], choice: Choice) -> bool {
    bits[choice.index() / 64] >> (choice.index() % 64) & 1 == 1
}

fn set(bits: &mut [u64], choice: Choice, to: bool) {
    let bit = 1 << (choice.index() % 64);
    let word = &mut bits[choice.index() / 64];
    *word = if to { *word | bit } else { *word & !bit };
}

impl<'l> Board<'l> {
    pub(crate) fn new(logic: &'l Logic<'l>) -> Self {
        let model = logic.model();
        let count = model.choice_count();
        let mut live = vec![u64::MAX; count.div_ceil(64)];
        if !count.is_multiple_of(64) {
            live[count / 64] = (1 << (count % 64)) - 1;
        }
        let size = |item| model.members(item).len() as u32;
        let bases = || model.items().filter(|&item| logic.is_base(item));
        Self {
            logic,
            picked: vec![0; live.len()],
            live,
            live_count: model.items().map(size).collect(),
            is_settled: vec![false; model.item_count()],
            open: bases().count(),
            empty: bases().find(|&item| size(item) == 0),
        }
    }

    /// What the board is about.
    pub fn logic(&self) -> &'l Logic<'l> {
        self.logic
    }

    /// Whether the choice can still be picked, or is.
    #[inline]
    pub fn is_live(&self, choice: Choice) -> bool {
        is_set(&self.live, choice)
    }

    /// Whether the choice is picked.
    #[inline]
    pub fn is_picked(&self, choice: Choice) -> bool {
        is_set(&self.picked, choice)
    }

    /// Whether one of the item's choices is picked.
    #[inline]
    pub fn is_settled(&self, item: Item) -> bool {
        self.is_settled[item.index()]
    }

    /// How many choices the item has left.
    #[inline]
    pub fn live_count(&self, item: Item) -> usize {
        self.live_count[item.index()] as usize
    }

    /// The choices that the item has left, in the order of its members.
    pub fn live(&self, item: Item) -> impl Iterator<Item = Choice> + '_ {
        let members = self.logic.model().members(item).iter();
        members.map(|&(c, _)| c).filter(|&c| self.is_live(c))
    }

    /// The picked choices, ascending.
    pub fn picked(&self) -> Vec<Choice> {
        let choices = self.logic.model().choices();
        choices.filter(|&c| self.is_picked(c)).collect()
    }

    /// The choices that are neither picked nor gone, ascending.
    pub fn undecided(&self) -> Vec<Choice> {
        let is_undecided = |c: &Choice| self.is_live(*c) && !self.is_picked(*c);
        self.logic.model().choices().filter(is_undecided).collect()
    }

    /// An exactly-one item without a choice, so that there is no solution: the first that was met.
    pub fn contradiction(&self) -> Option<Item> {
        self.empty
    }

    /// Whether every exactly-one item has its choice: the picked choices are then a solution.
    pub fn is_solved(&self) -> bool {
        self.open == 0 && self.empty.is_none()
    }

    /// Picks a choice: whatever conflicts with it goes. A choice that is gone can be picked as
    /// well; as nothing else is left at its tile then, the board has a contradiction.
    pub fn pick(&mut self, choice: Choice) {
        if self.is_picked(choice) {
            return;
        }
        let logic = self.logic;
        logic.for_conflicts(choice, |other| {
            self.remove(other);
        });
        if !self.is_live(choice) {
            return;
        }
        set(&mut self.picked, choice, true);
        for &(item, _) in logic.model().touches(choice) {
            if logic.is_cover(item) && !self.is_settled(item) {
                self.is_settled[item.index()] = true;
                self.open -= usize::from(logic.is_base(item));
            }
        }
    }

    /// Removes a choice; whether it was there. Where it was picked, the board has a contradiction.
    pub fn remove(&mut self, choice: Choice) -> bool {
        if !self.is_live(choice) {
            return false;
        }
        set(&mut self.live, choice, false);
        for &(item, _) in self.logic.model().touches(choice) {
            let count = &mut self.live_count[item.index()];
            *count -= 1;
            if *count == 0 && self.empty.is_none() && self.logic.is_base(item) {
                self.empty = Some(item);
            }
        }
        true
    }

    /// Whether the step says anything that the board does not.
    pub fn is_news(&self, step: &Step) -> bool {
        step.picked.iter().any(|&c| !self.is_picked(c))
            || step.removed.iter().any(|&c| self.is_live(c))
    }

    /// Does what the step concludes.
    pub fn apply(&mut self, step: &Step) {
        for &choice in &step.removed {
            self.remove(choice);
        }
        for &choice in &step.picked {
            self.pick(choice);
        }
    }

    /// The exactly-one items that are not settled, in order.
    pub(crate) fn open_bases(&self) -> impl Iterator<Item = Item> + '_ {
        let items = self.logic.model().items();
        items.filter(|&item| !self.is_settled(item) && self.logic.is_base(item))
    }
}

impl fmt::Debug for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Board")
            .field("picked", &self.picked())
            .field("undecided", &self.undecided())
            .field("contradiction", &self.empty)
            .finish_non_exhaustive()
    }
}
