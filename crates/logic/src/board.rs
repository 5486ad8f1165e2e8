//! The state of a board: the live choices, and the number that each item has.
//!
//! **Invariants.** `live_count` of an item is the number of its members that are live. A picked
//! choice stays live, and nothing that conflicts with it does, unless the board contradicts itself;
//! then some exactly-one item has no live choice, and `empty` is the first that was met.
//!
//! A board also knows what to look at: the items that came down to one choice, and those that
//! changed since they were last marked as looked at. A search for steps that found all there were
//! need look again only at patterns with an item that changed since.

use crate::{Logic, Step, bits};
use std::fmt;
use tilewright_model::{Choice, Item};

/// The choices that are left. A clone copies a few flat arrays.
#[derive(Clone)]
pub struct Board {
    logic: Logic,
    left: Left,
}

/// The part of a board apart from its logic, so that it can change while the logic is walked.
#[derive(Clone)]
struct Left {
    live: Vec<u64>,
    picked: Vec<u64>,
    live_count: Vec<u32>,
    /// True if one of its choices is picked.
    is_settled: Vec<bool>,
    /// The exactly-one items that are not settled.
    open: usize,
    empty: Option<Item>,
    /// The number of choices removed so far.
    clock: u64,
    /// The time at which each item last lost a choice.
    changed_at: Vec<u64>,
    /// Exactly-one items that came down to one choice, and some that were settled since.
    ones: Vec<Item>,
    /// Exactly-one items that changed since they were last taken from here.
    touched: Vec<Item>,
    is_touched: Vec<bool>,
}

impl Left {
    #[inline]
    fn remove(&mut self, logic: &Logic, choice: Choice) -> bool {
        if !bits::has(&self.live, choice) {
            return false;
        }
        bits::clear(&mut self.live, choice);
        self.clock += 1;
        for &(item, _) in logic.model().touches(choice) {
            let at = item.index();
            self.changed_at[at] = self.clock;
            self.live_count[at] -= 1;
            if !logic.is_base(item) {
                continue;
            }
            if !self.is_touched[at] {
                self.is_touched[at] = true;
                self.touched.push(item);
            }
            match self.live_count[at] {
                0 if self.empty.is_none() => self.empty = Some(item),
                1 => self.ones.push(item),
                _ => {}
            }
        }
        true
    }
}

impl Board {
    pub(crate) fn new(logic: &Logic) -> Self {
        let model = logic.model();
        let count = model.choice_count();
        let mut live = vec![u64::MAX; logic.words()];
        if !count.is_multiple_of(64) {
            live[count / 64] = (1 << (count % 64)) - 1;
        }
        let size = |item| model.members(item).len() as u32;
        let bases: Vec<Item> = model.items().filter(|&item| logic.is_base(item)).collect();
        let left = Left {
            picked: vec![0; live.len()],
            live,
            live_count: model.items().map(size).collect(),
            is_settled: vec![false; model.item_count()],
            open: bases.len(),
            empty: bases.iter().copied().find(|&item| size(item) == 0),
            clock: 1,
            changed_at: vec![1; model.item_count()],
            ones: (bases.iter().copied())
                .filter(|&item| size(item) == 1)
                .collect(),
            is_touched: model.items().map(|item| logic.is_base(item)).collect(),
            touched: bases,
        };
        Self {
            logic: logic.clone(),
            left,
        }
    }

    /// The logic of the board.
    pub fn logic(&self) -> &Logic {
        &self.logic
    }

    /// Returns true if the choice can still be picked, or is.
    #[inline]
    pub fn is_live(&self, choice: Choice) -> bool {
        bits::has(&self.left.live, choice)
    }

    /// Returns true if the choice is picked.
    #[inline]
    pub fn is_picked(&self, choice: Choice) -> bool {
        bits::has(&self.left.picked, choice)
    }

    /// Returns true if one of the item's choices is picked.
    #[inline]
    pub fn is_settled(&self, item: Item) -> bool {
        self.left.is_settled[item.index()]
    }

    /// The number of choices that the item has left.
    #[inline]
    pub fn live_count(&self, item: Item) -> usize {
        self.left.live_count[item.index()] as usize
    }

    /// The choices that the item has left, in the order of its members.
    pub fn live(&self, item: Item) -> impl Iterator<Item = Choice> + Clone + '_ {
        let members = self.logic.model().members(item).iter();
        members.map(|&(c, _)| c).filter(|&c| self.is_live(c))
    }

    /// The choices that the item has left, ascending.
    pub(crate) fn sorted(&self, item: Item) -> Vec<Choice> {
        self.live_of([item])
    }

    /// The choices that any of the items has left, ascending.
    pub(crate) fn live_of(&self, items: impl IntoIterator<Item = Item>) -> Vec<Choice> {
        let items = items.into_iter();
        let mut live: Vec<_> = items.flat_map(|item| self.live(item)).collect();
        live.sort_unstable();
        live.dedup();
        live
    }

    /// Everything that is left, picked or not.
    pub(crate) fn live_bits(&self) -> &[u64] {
        &self.left.live
    }

    /// The picked choices, ascending.
    pub fn picked(&self) -> Vec<Choice> {
        bits::choices(&self.left.picked).collect()
    }

    /// The choices that are left, picked or not, ascending.
    pub(crate) fn all_live(&self) -> Vec<Choice> {
        bits::choices(&self.left.live).collect()
    }

    /// The choices that are neither picked nor gone, ascending.
    pub fn undecided(&self) -> Vec<Choice> {
        let live = bits::choices(&self.left.live);
        live.filter(|&c| !self.is_picked(c)).collect()
    }

    /// An exactly-one item without a choice, so that there is no solution: the first that was met.
    pub fn contradiction(&self) -> Option<Item> {
        self.left.empty
    }

    /// Returns true if every exactly-one item has its choice and the rules are kept: the picked choices are then a
    /// solution, with the hidden ones that complete it.
    pub fn is_solved(&self) -> bool {
        self.left.open == 0 && self.left.empty.is_none() && self.logic.keeps_rules(self)
    }

    /// Returns true if nothing is open but hidden choices, and some of those are.
    pub(crate) fn is_open_behind(&self) -> bool {
        let model = self.logic.model();
        model.is_projected()
            && self.left.open > 0
            && self.left.empty.is_none()
            && !self.open_bases().any(|item| model.is_own_item(item))
    }

    /// Picks a choice: whatever conflicts with it goes. A choice that is gone can be picked as
    /// well; as nothing else is left at its tile then, the board has a contradiction.
    pub fn pick(&mut self, choice: Choice) {
        self.pick_and(choice, |_| {});
    }

    /// Picks a choice and passes the removed ones to `gone`.
    #[inline]
    pub(crate) fn pick_and(&mut self, choice: Choice, mut gone: impl FnMut(Choice)) {
        if self.is_picked(choice) {
            return;
        }
        let Self { logic, left } = self;
        if let Some(row) = logic.row(choice) {
            for (at, &row) in row.iter().enumerate() {
                for bit in bits::Bits(row & left.live[at]) {
                    let other = Choice((at * 64 + bit) as u32);
                    left.remove(logic, other);
                    gone(other);
                }
            }
        } else {
            logic.for_conflicts(choice, |other| {
                if left.remove(logic, other) {
                    gone(other);
                }
            });
        }
        if !bits::has(&left.live, choice) {
            return;
        }
        bits::set(&mut left.picked, choice);
        for &(item, _) in logic.model().touches(choice) {
            if logic.is_cover(item) && !left.is_settled[item.index()] {
                left.is_settled[item.index()] = true;
                left.open -= usize::from(logic.is_base(item));
            }
        }
    }

    /// Removes a choice; whether it was there. Where it was picked, the board has a contradiction.
    #[inline]
    pub fn remove(&mut self, choice: Choice) -> bool {
        self.left.remove(&self.logic, choice)
    }

    /// Restores a choice that was removed and not picked. The lists of items to look at are left as
    /// they are.
    pub(crate) fn restore(&mut self, choice: Choice) {
        bits::set(&mut self.left.live, choice);
        for &(item, _) in self.logic.model().touches(choice) {
            self.left.live_count[item.index()] += 1;
        }
        self.left.empty = None;
    }

    /// Takes back a pick; the choices that it removed are to be restored after that.
    pub(crate) fn unpick(&mut self, choice: Choice) {
        bits::clear(&mut self.left.picked, choice);
        let logic = &self.logic;
        for &(item, _) in logic.model().touches(choice) {
            if logic.is_cover(item) {
                self.left.is_settled[item.index()] = false;
                self.left.open += usize::from(logic.is_base(item));
            }
        }
    }

    /// Returns true if the step says anything that the board does not.
    pub fn is_news(&self, step: &Step) -> bool {
        step.picked.iter().any(|&c| !self.is_picked(c))
            || step.removed.iter().any(|&c| self.is_live(c))
    }

    /// Applies the conclusion of the step.
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

    /// The exactly-one items with one choice that is not picked; no item twice, in no order.
    pub(crate) fn ones(&self) -> impl Iterator<Item = Item> + '_ {
        let is_open = |item: &Item| !self.is_settled(*item) && self.live_count(*item) == 1;
        self.left.ones.iter().copied().filter(is_open)
    }

    /// Moves the items that came down to one choice into `to`, and keeps none.
    pub(crate) fn take_ones(&mut self, to: &mut Vec<Item>) {
        to.clear();
        to.append(&mut self.left.ones);
    }

    /// Forgets items that came down to one choice and are settled.
    pub(crate) fn tidy_ones(&mut self) {
        let (is_settled, live_count) = (&self.left.is_settled, &self.left.live_count);
        (self.left.ones).retain(|item| !is_settled[item.index()] && live_count[item.index()] == 1);
    }

    /// The exactly-one items that changed since `forget_touched`, in no order.
    pub(crate) fn touched(&self) -> &[Item] {
        &self.left.touched
    }

    /// Says that all that changed was looked at.
    pub(crate) fn forget_touched(&mut self) {
        for item in self.left.touched.drain(..) {
            self.left.is_touched[item.index()] = false;
        }
    }

    /// The number of choices removed so far: the time by which `changed_since` counts.
    pub(crate) fn clock(&self) -> u64 {
        self.left.clock
    }

    /// Returns true if the item lost a choice after that time.
    #[inline]
    pub(crate) fn changed_since(&self, item: Item, clock: u64) -> bool {
        self.left.changed_at[item.index()] > clock
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Board")
            .field("picked", &self.picked())
            .field("undecided", &self.undecided())
            .field("contradiction", &self.left.empty)
            .finish_non_exhaustive()
    }
}
