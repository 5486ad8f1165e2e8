//! Forcing: what a choice would lead to.
//!
//! **Why it holds.** A choice that would leave an item without one is in no solution
//! ([`find_contradictions`]). One choice of an exactly-one item is picked; what each of them leads
//! to is so in any case ([`find_verities`]). What follows is told step by step (see `trial.rs`).
//!
//! **How it is found.** Every choice is tried. Of contradictions those are given that are reached
//! in the fewest waves; of verities those that need at most 1, 2, 4, 8, … waves, whichever is the
//! first to have any. Neither depends on numbers.

use crate::budget::Meter;
use crate::common::Common;
use crate::explain::{Finder, Found};
use crate::trial::{Outcome, Trial, contradiction};
use crate::{Board, Branch, Reason, Step};
use std::collections::HashSet;
use std::ops::ControlFlow;
use tilewright_model::{Choice, Item};

/// Finds choices that lead to an item without one, in their order: those that do so soonest.
pub(crate) fn find_contradictions(
    board: &Board<'_>,
    nested: bool,
    finder: &mut Finder,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let Finder { meter, common, .. } = finder;
    let mut trial = Trial::new(board);
    let mut fewest = usize::MAX;
    let mut soonest: Vec<Choice> = Vec::new();
    for choice in board.undecided() {
        let outcome = trial.assume(choice, fewest, nested, common, meter)?;
        trial.take_back();
        if let Outcome::Contradiction(_, waves) = outcome {
            if waves < fewest {
                soonest.clear();
                fewest = waves;
            }
            soonest.push(choice);
        }
    }
    for choice in soonest {
        let outcome = trial.assume(choice, fewest, nested, common, meter)?;
        if let Outcome::Contradiction(item, _) = outcome {
            let steps = trial.to_contradiction(item);
            found(contradiction(choice, steps, item))?;
        }
        trial.take_back();
    }
    ControlFlow::Continue(())
}

/// Finds what follows from each choice of an item, in the order of the items.
pub(crate) fn find_verities(
    board: &Board<'_>,
    finder: &mut Finder,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let Finder { meter, common, .. } = finder;
    let mut search = Verities {
        board,
        trial: Trial::new(board),
        is_said: HashSet::new(),
        common,
    };
    let mut most = 1;
    loop {
        let mut is_whole = true;
        for item in board.open_bases() {
            is_whole &= search.of_item(item, most, meter, found)?;
        }
        if is_whole || !search.is_said.is_empty() {
            return ControlFlow::Continue(());
        }
        most = most.saturating_mul(2);
    }
}

struct Verities<'a, 'l> {
    board: &'a Board<'l>,
    trial: Trial<'l>,
    /// What was concluded so far: the choice, and whether it is picked.
    is_said: HashSet<(Choice, bool)>,
    common: &'a mut Common,
}

impl Verities<'_, '_> {
    /// Finds what all choices of an item lead to within that many waves; whether more waves would
    /// lead no further.
    fn of_item(
        &mut self,
        item: Item,
        most: usize,
        meter: &mut Meter,
        found: &mut Found<'_>,
    ) -> ControlFlow<(), bool> {
        let mut is_whole = true;
        let mut both: Option<Vec<(Choice, bool)>> = None;
        for choice in self.board.live(item) {
            let outcome = self.trial.assume(choice, most, false, self.common, meter)?;
            let removed = self.trial.removed().map(|c| (c, false));
            let picked = self.trial.picked().map(|(c, _)| (c, true));
            let mut here: Vec<(Choice, bool)> = removed.chain(picked).collect();
            let is_at_rest = self.trial.is_at_rest();
            self.trial.take_back();
            meter.spend(here.len())?;
            if let Outcome::Contradiction(..) = outcome {
                // It goes by itself, and the item is looked at when it has gone.
                return ControlFlow::Continue(true);
            }
            is_whole &= is_at_rest;
            here.sort_unstable();
            both = Some(match both {
                None => here,
                Some(mut both) => {
                    both.retain(|what| here.binary_search(what).is_ok());
                    both
                }
            });
        }
        for what in both.unwrap_or_default() {
            if self.is_said.insert(what) {
                let step = self.step(item, what, most, meter)?;
                found(step)?;
            }
        }
        ControlFlow::Continue(is_whole)
    }

    fn step(
        &mut self,
        item: Item,
        (choice, is_picked): (Choice, bool),
        most: usize,
        meter: &mut Meter,
    ) -> ControlFlow<(), Step> {
        let premises = self.board.sorted(item);
        let mut branches = Vec::new();
        for &assumed in &premises {
            self.trial
                .assume(assumed, most, false, self.common, meter)?;
            let steps = self.trial.to_choice(choice);
            self.trial.take_back();
            branches.push(Branch { assumed, steps });
        }
        let one = vec![choice];
        let (picked, removed) = if is_picked {
            (one, Vec::new())
        } else {
            (Vec::new(), one)
        };
        ControlFlow::Continue(Step {
            reason: Reason::Verity { item, branches },
            premises,
            picked,
            removed,
        })
    }
}
