//! Bivalue universal grave with one candidate too many.

use super::sink::{Flow, Sink, digits_of, in_cell, small};
use super::{HodokuStep, Technique};
use crate::Board9;
use crate::cells::{UNITS, units_of};

/// Reports the step, if all cells but one have two candidates and all digits two places in each unit
/// but for one digit of that cell, which has three.
pub(super) fn each(board: &Board9, sink: &mut Sink<'_>) -> Flow {
    match odd_one(board) {
        Some((cell, digit)) => {
            let gone = board.candidates(cell) & !(1 << digit);
            sink(HodokuStep::of(
                Technique::BugPlusOne,
                in_cell(cell, gone).collect(),
            ))
        }
        None => Flow::Continue(()),
    }
}

fn odd_one(board: &Board9) -> Option<(usize, u8)> {
    let mut odd = None;
    for cell in 0..81 {
        match board.candidates(cell).count_ones() {
            0..=2 => {}
            3 if odd.is_none() => odd = Some(cell),
            _ => return None,
        }
    }
    let cell = odd?;
    let mut found = (0, 0);
    for (unit, cells) in UNITS.iter().enumerate() {
        for digit in 0..9 {
            let count = (board.places(small(digit)) & *cells).len();
            if count < 3 {
                continue;
            }
            if count > 3 || !units_of(cell).contains(&unit) {
                return None;
            }
            found = (found.0 + 1, found.1 | 1 << digit);
        }
    }
    let digit = digits_of(found.1).next()?;
    let is_bug = found == (3, 1_u16 << digit) && board.candidates(cell) >> digit & 1 == 1;
    is_bug.then_some((cell, digit))
}
