//! Chains: either the first choice is picked or the last one is.
//!
//! **Why it holds.** An item with two choices left is a *strong* link: if one is not picked, the other
//! is. Two choices in conflict are a *weak* link: if one is picked, the other is not. A chain begins
//! and ends with a strong link and has them in turn, so that "the first is not picked" leads to
//! "the last is picked":
//!
//! ```text
//! first ══ x ── y ══ … ── z ══ last        ══ strong, ── weak
//! ```
//!
//! So one of both ends is picked, and what conflicts with both can go. Where both ends are the same
//! choice, it is picked.
//!
//! **How it is found.** Breadth first from every choice. Only the shortest chains that conclude
//! anything are given, all of them: how long those are, and between which ends they lead, depends on
//! no numbers. Of several chains of that length between the same ends, the first is given.

use crate::budget::Meter;
use crate::sets::Found;
use crate::{Board, Reason, Step};
use std::ops::ControlFlow;
use tilewright_model::{Choice, Item};

/// Links of the shortest chain that is looked at. A chain of one link is an item with two choices,
/// and what those exclude is found before.
const FEWEST: usize = 3;

/// Finds the shortest, in the order of their first choices.
pub(crate) fn find(board: &Board<'_>, meter: &mut Meter, found: &mut Found<'_>) -> ControlFlow<()> {
    let mut search = Search::new(board);
    let firsts: Vec<Choice> = (board.undecided().into_iter())
        .filter(|c| !search.strong[c.index()].is_empty())
        .collect();
    let mut shortest = usize::MAX;
    for &first in &firsts {
        search.reach(first, shortest - 1, meter)?;
        // Ends are reached in the order of their distance.
        for nth in 0..search.ends.len() {
            let (last, links) = search.ends[nth];
            if last >= first && links >= FEWEST && search.concludes(first, last, meter)? {
                shortest = links;
                break;
            }
        }
        if shortest == FEWEST {
            break;
        }
    }
    if shortest == usize::MAX {
        return ControlFlow::Continue(());
    }
    for &first in &firsts {
        search.reach(first, shortest, meter)?;
        for nth in 0..search.ends.len() {
            let (last, links) = search.ends[nth];
            if last >= first && links == shortest && search.concludes(first, last, meter)? {
                found(search.step(first, last))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// What follows from "the first choice is not picked", by links alone.
struct Search<'b> {
    board: &'b Board<'b>,
    /// For each choice its strong links: the item and its other choice.
    strong: Vec<Vec<(Item, Choice)>>,
    /// How each choice was reached as picked: from which other choice of which item.
    to_on: Vec<Option<(Item, Choice)>>,
    /// How each choice was reached as not picked: from which picked choice. The first choice was
    /// reached from itself.
    to_off: Vec<Option<Choice>>,
    /// The choices reached as picked, each with the number of links; the nearest first.
    ends: Vec<(Choice, usize)>,
    /// Everything reached as not picked.
    offs: Vec<Choice>,
    /// The last first choice that a choice was seen to conflict with.
    sees: Vec<Option<Choice>>,
    /// What the last question to `concludes` found: what conflicts with both ends.
    removed: Vec<Choice>,
}

impl<'b> Search<'b> {
    fn new(board: &'b Board<'b>) -> Self {
        let count = board.logic().model().choice_count();
        let mut strong = vec![Vec::new(); count];
        for item in board.open_bases() {
            if board.live_count(item) == 2 {
                let both: Vec<Choice> = board.live(item).collect();
                strong[both[0].index()].push((item, both[1]));
                strong[both[1].index()].push((item, both[0]));
            }
        }
        Self {
            board,
            strong,
            to_on: vec![None; count],
            to_off: vec![None; count],
            ends: Vec::new(),
            offs: Vec::new(),
            sees: vec![None; count],
            removed: Vec::new(),
        }
    }

    /// Finds all that chains of at most `most` links reach from `first`.
    fn reach(&mut self, first: Choice, most: usize, meter: &mut Meter) -> ControlFlow<()> {
        for (choice, _) in self.ends.drain(..) {
            self.to_on[choice.index()] = None;
        }
        for choice in self.offs.drain(..) {
            self.to_off[choice.index()] = None;
        }
        let logic = self.board.logic();
        let mut work = 1;
        logic.for_conflicts(first, |other| {
            work += 1;
            self.sees[other.index()] = Some(first);
        });
        meter.spend(work)?;
        self.to_off[first.index()] = Some(first);
        self.offs.push(first);
        let (mut next_off, mut next_on) = (0, 0);
        let mut links = 1;
        while next_off < self.offs.len() && links <= most {
            for nth in next_off..self.offs.len() {
                let off = self.offs[nth];
                for &(item, other) in &self.strong[off.index()] {
                    if self.to_on[other.index()].is_none() {
                        self.to_on[other.index()] = Some((item, off));
                        self.ends.push((other, links));
                    }
                }
            }
            next_off = self.offs.len();
            for nth in next_on..self.ends.len() {
                let (on, _) = self.ends[nth];
                let mut work = 1;
                logic.for_conflicts(on, |other| {
                    work += 1;
                    if self.board.is_live(other) && self.to_off[other.index()].is_none() {
                        self.to_off[other.index()] = Some(on);
                        self.offs.push(other);
                    }
                });
                meter.spend(work)?;
            }
            next_on = self.ends.len();
            links += 2;
        }
        ControlFlow::Continue(())
    }

    /// Whether anything follows from "`first`, from which was reached, or `last`". What is to be
    /// removed is left in `removed`.
    fn concludes(
        &mut self,
        first: Choice,
        last: Choice,
        meter: &mut Meter,
    ) -> ControlFlow<(), bool> {
        self.removed.clear();
        if first == last {
            return ControlFlow::Continue(true);
        }
        let mut work = 1;
        self.board.logic().for_conflicts(last, |other| {
            work += 1;
            if self.sees[other.index()] == Some(first) && self.board.is_live(other) {
                self.removed.push(other);
            }
        });
        meter.spend(work)?;
        ControlFlow::Continue(!self.removed.is_empty())
    }

    /// The step that was just found to conclude something.
    fn step(&self, first: Choice, last: Choice) -> Step {
        let mut choices = Vec::new();
        let mut items = Vec::new();
        let mut on = last;
        loop {
            let (item, off) = self.to_on[on.index()].expect("the end was reached");
            items.push(item);
            choices.extend([on, off]);
            if off == first {
                break;
            }
            on = self.to_off[off.index()].expect("what leads on was reached");
        }
        choices.reverse();
        items.reverse();
        let sorted = |mut choices: Vec<Choice>| {
            choices.sort_unstable();
            choices.dedup();
            choices
        };
        Step {
            premises: sorted(choices.clone()),
            reason: Reason::Chain { choices, items },
            picked: (first == last).then_some(first).into_iter().collect(),
            removed: sorted(self.removed.clone()),
        }
    }
}
