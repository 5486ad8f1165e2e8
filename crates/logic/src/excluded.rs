//! A choice that conflicts with all choices of an item: whichever of those is picked, it is not.
//!
//! With one cover this is the theorem for *k* = 1; but the conflicts may come from any items, and
//! from colours, so that it is also what people do with edges and rules: a value that leaves a
//! neighbour nothing.

use crate::budget::Meter;
use crate::{Board, Reason, Step};
use std::ops::ControlFlow;
use tilewright_model::Choice;

/// Finds them, in the order of the items: one step for all that an item excludes.
pub(crate) fn find(
    board: &Board<'_>,
    meter: &mut Meter,
    found: &mut dyn FnMut(Step) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let logic = board.logic();
    // The number of the last member, over all items, that a choice was seen to conflict with.
    let mut seen = vec![0u64; logic.model().choice_count()];
    let mut number = 0u64;
    let mut left: Vec<Choice> = Vec::new();
    for item in board.open_bases() {
        left.clear();
        for (nth, member) in board.live(item).enumerate() {
            number += 1;
            let mut work = 1;
            logic.for_conflicts(member, |other| {
                work += 1;
                if board.is_live(other) && seen[other.index()] != number {
                    seen[other.index()] = number;
                    if nth == 0 {
                        left.push(other);
                    }
                }
            });
            meter.spend(work)?;
            left.retain(|choice| seen[choice.index()] == number);
            if left.is_empty() {
                break;
            }
        }
        if left.is_empty() {
            continue;
        }
        left.sort_unstable();
        let mut premises: Vec<_> = board.live(item).collect();
        premises.sort_unstable();
        found(Step {
            reason: Reason::Excluded { item },
            premises,
            picked: Vec::new(),
            removed: left.clone(),
        })?;
    }
    ControlFlow::Continue(())
}
