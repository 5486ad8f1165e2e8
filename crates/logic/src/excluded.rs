//! A choice that conflicts with all choices of an item: whichever of those is picked, it is not.
//!
//! With one cover this is the theorem for *k* = 1; but the conflicts may come from any items, and
//! from colours, so that it is also what people do with edges and rules: a value that leaves a
//! neighbour nothing.

use crate::explain::{Finder, Found};
use crate::{Board, Reason, Step};
use std::ops::ControlFlow;

/// Finds them, in the order of the items: one step for all that an item excludes. Only items that
/// the board says to be touched are looked at.
pub(crate) fn find(board: &Board, finder: &mut Finder, found: &mut Found<'_>) -> ControlFlow<()> {
    let mut items = board.touched().to_vec();
    items.retain(|&item| !board.is_settled(item));
    items.sort_unstable();
    finder.meter.spend(items.len() + 1)?;
    for item in items {
        let Finder { common, meter, .. } = finder;
        common.find(board, board.live(item), meter)?;
        if common.found.is_empty() {
            continue;
        }
        let reason = Reason::Excluded { item };
        found(Step::removes(
            reason,
            board.sorted(item),
            common.found.clone(),
        ))?;
    }
    ControlFlow::Continue(())
}
