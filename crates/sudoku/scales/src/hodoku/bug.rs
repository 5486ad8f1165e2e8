//! Bivalue universal grave with one candidate too many.

use super::sink::{Flow, Sink, report};
use super::step::among;
use super::{HodokuStep, Technique};
use crate::Board9;
use crate::cells::{Cells, UNITS};
use crate::digits::single;

/// Reports the step, if all cells but one have two candidates and all digits two places in each unit
/// but for one digit of that cell, which has three.
pub(super) fn each(board: &Board9, sink: &mut Sink<'_>) -> Flow {
    let Some((cell, digit)) = odd_one(board) else {
        return Flow::Continue(());
    };
    let removed = among(board, Cells::of(cell), !(1 << digit)).collect();
    report(HodokuStep::of(Technique::BugPlusOne, removed), sink)
}

fn odd_one(board: &Board9) -> Option<(usize, usize)> {
    let odd = board.with_at_least(3);
    let cell = odd.first()?;
    if odd.are_many() || board.candidates(cell).count_ones() != 3 {
        return None;
    }
    let mut found = (0, 0);
    for unit in UNITS {
        for digit in 0..9 {
            let count = (board.places(digit) & unit).len();
            if count < 3 {
                continue;
            }
            if count > 3 || !unit.has(cell) {
                return None;
            }
            found = (found.0 + 1, found.1 | 1 << digit);
        }
    }
    let digit = single(found.1).filter(|digit| board.candidates(cell) >> digit & 1 == 1)?;
    (found.0 == 3).then_some((cell, digit))
}
