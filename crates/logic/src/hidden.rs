//! Hidden choices: steps are about them as about others, but the end is not.
//!
//! When all that is shown is decided, the hidden choices may still be open, since they may be picked in several ways, and that
//! is not a question of the puzzle. One way is enough, so a plain search looks for it: the item with the fewest choices, each
//! in turn.

use crate::Board;
use std::ops::ControlFlow;
use tilewright_model::budget::Meter;

/// The most choices that are tried.
const MOST_TRIED: usize = 10_000;

/// Whether some hidden choices complete the board; `None` where that took too long to find out.
pub(crate) fn completed(board: &Board, meter: &mut Meter) -> ControlFlow<(), Option<bool>> {
    let mut tried = 0;
    let is_completed = complete(board, &mut tried, meter)?;
    ControlFlow::Continue((is_completed || tried <= MOST_TRIED).then_some(is_completed))
}

fn complete(board: &Board, tried: &mut usize, meter: &mut Meter) -> ControlFlow<(), bool> {
    if board.contradiction().is_some() || *tried > MOST_TRIED {
        return ControlFlow::Continue(false);
    }
    let Some(item) = board
        .open_bases()
        .min_by_key(|&item| board.live_count(item))
    else {
        return ControlFlow::Continue(board.is_solved());
    };
    for choice in board.live(item) {
        *tried += 1;
        meter.spend(board.logic().model().item_count() + 1)?;
        let mut next = board.clone();
        next.pick(choice);
        if complete(&next, tried, meter)? {
            return ControlFlow::Continue(true);
        }
    }
    ControlFlow::Continue(false)
}
