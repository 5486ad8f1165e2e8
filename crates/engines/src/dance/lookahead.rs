//! A look one step ahead, for large models: a choice that would leave some item without a choice
//! is taken away before the search begins.
//!
//! **Idea.** Picking a choice takes away all that conflict with it. If those are all that is left
//! of some open item, the choice is in no solution. (In a Sudoku this is "pointing" and
//! "claiming"; in a Shikaku "every rectangle of this clue covers that cell".) Each choice is
//! tried so, and again when something near it changed, until nothing changes.
//!
//! It costs about a visit to every pair of choices in conflict, so it is for models so large that
//! a search that goes astray in one corner would never come back from another.

use super::root::Root;
use crate::{End, Meter};
use tilewright_model::{Choice, Demand, Item};

/// Trials between two looks at the budget.
const POLL_EVERY: u32 = 256;

/// Looking at this many members of items takes about as long as a node of a search in a model with that many, and
/// counts as one: a board of side 144 has a billion of them to look at.
const MEMBERS_A_NODE: usize = 1 << 18;

/// Numbers for each choice and item, each good for one trial only.
struct Trial {
    number: u32,
    /// The members looked at since the last node that was counted for them.
    looked_at: usize,
    /// The last trial that saw the choice in conflict.
    seen: Vec<u32>,
    /// The last trial that touched the item, and how many of its choices went then.
    touched: Vec<u32>,
    gone: Vec<u32>,
}

impl Root {
    /// Takes away every choice that leaves an item without a choice, and all that this forces,
    /// until nothing changes or that is more work than `most`. Whether every item still has a choice.
    pub(super) fn look_ahead(&mut self, most: u64, meter: &mut Meter) -> bool {
        let mut trial = Trial {
            number: 0,
            looked_at: 0,
            seen: vec![0; self.model.choice_count()],
            touched: vec![0; self.model.item_count()],
            gone: vec![0; self.model.item_count()],
        };
        let mut is_near = vec![true; self.model.item_count()];
        loop {
            let mark = self.state.mark();
            for choice in self.model.choices() {
                let touches = self.model.touches(choice);
                let is_due = touches.iter().any(|(item, _)| is_near[item.index()]);
                if !is_due || !self.state.is_live(choice) {
                    continue;
                }
                if trial.number.is_multiple_of(POLL_EVERY) && meter.poll().is_some() {
                    return true;
                }
                let before = trial.looked_at;
                let would_end = self.would_end(choice, &mut trial);
                self.state.looked_at += (trial.looked_at - before) as u64;
                if self.state.work() > most {
                    meter.finish(End::Nodes);
                    return true;
                }
                if trial.looked_at >= MEMBERS_A_NODE {
                    trial.looked_at = 0;
                    if meter.node().is_some() {
                        return true;
                    }
                }
                if !would_end {
                    continue;
                }
                let alive = self.state.remove(&self.order, choice)
                    && self
                        .state
                        .propagate(&self.model, &self.order, || meter.node().is_none());
                if !alive {
                    return false;
                }
                if meter.end().is_some() {
                    return true;
                }
            }
            if !self.mark_near(mark, &mut is_near) {
                return true;
            }
        }
    }

    /// Returns true if picking the choice would leave an open item without a choice.
    fn would_end(&self, choice: Choice, trial: &mut Trial) -> bool {
        trial.number += 1;
        let number = trial.number;
        let touches = self.model.touches(choice);
        // Its own items are met by it: whatever goes there is no loss.
        for &(item, _) in touches {
            trial.touched[item.index()] = number;
            trial.gone[item.index()] = u32::MAX / 2;
        }
        for &(item, colour) in touches {
            let one_colour = self.model.demand(item) == Demand::OneColour;
            let members = self.model.members(item);
            trial.looked_at += members.len();
            for &(other, shown) in members {
                let conflicts = other != choice && !(one_colour && shown == colour);
                if !conflicts || !self.state.is_live(other) || trial.seen[other.index()] == number {
                    continue;
                }
                trial.seen[other.index()] = number;
                for &met in self.state.exact_items(other) {
                    let i = met.index();
                    if trial.touched[i] != number {
                        trial.touched[i] = number;
                        trial.gone[i] = 0;
                    }
                    trial.gone[i] += 1;
                    if self.state.is_open(met) && trial.gone[i] == self.state.size(met) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Marks the items whose choices conflict with choices of an item that changed since `before`.
    /// True if anything changed.
    fn mark_near(&self, before: super::state::Mark, is_near: &mut [bool]) -> bool {
        is_near.fill(false);
        let mut is_done = vec![false; self.model.item_count()];
        let mut has_changed = false;
        for choice in self.state.changed_since(before) {
            has_changed = true;
            for &changed in self.state.exact_items(choice) {
                if std::mem::replace(&mut is_done[changed.index()], true) {
                    continue;
                }
                for &(member, _) in self.model.members(changed) {
                    if self.state.is_live(member) {
                        self.mark_items(member, is_near);
                    }
                }
            }
        }
        has_changed
    }

    fn mark_items(&self, choice: Choice, marks: &mut [bool]) {
        for &(Item(item), _) in self.model.touches(choice) {
            marks[item as usize] = true;
        }
    }
}
