//! An item with one choice left: that choice is picked.

use crate::explain::{Finder, Found};
use crate::{Board, Reason, Step};
use std::ops::ControlFlow;

/// Finds each, in the order of the items. Several items may say the same.
pub(crate) fn find(board: &Board, finder: &mut Finder, found: &mut Found<'_>) -> ControlFlow<()> {
    let mut items: Vec<_> = board.ones().collect();
    items.sort_unstable();
    items.dedup();
    finder.meter.spend(items.len() + 1)?;
    for item in items {
        let only: Vec<_> = board.live(item).collect();
        found(Step::picks(Reason::Single { item }, only.clone(), only))?;
    }
    ControlFlow::Continue(())
}
