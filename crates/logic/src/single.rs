//! An item with one choice left: that choice is picked.

use crate::budget::Meter;
use crate::{Board, Reason, Step};
use std::ops::ControlFlow;

/// Finds each, in the order of the items. Several items may say the same.
pub(crate) fn find(
    board: &Board<'_>,
    meter: &mut Meter,
    found: &mut dyn FnMut(Step) -> ControlFlow<()>,
) -> ControlFlow<()> {
    meter.spend(board.logic().model().item_count())?;
    for item in board.open_bases() {
        if board.live_count(item) != 1 {
            continue;
        }
        let only: Vec<_> = board.live(item).collect();
        found(Step {
            reason: Reason::Single { item },
            premises: only.clone(),
            picked: only,
            removed: Vec::new(),
        })?;
    }
    ControlFlow::Continue(())
}
