//! Locked candidates: a digit that a box and a line share goes from the rest of one of them.

use super::sink::{Flow, Sink};
use super::{HodokuStep, Technique};
use crate::Board9;
use crate::cells::{UNITS, units_of};

/// Reports the steps of [`Technique::Pointing`] or [`Technique::Claiming`].
pub(super) fn each(board: &Board9, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    let units = if technique == Technique::Pointing {
        18..27
    } else {
        0..18
    };
    for unit in units {
        for digit in 0..9 {
            if let Some(step) = in_unit(board, technique, unit, digit) {
                sink(step)?;
            }
        }
    }
    Flow::Continue(())
}

fn in_unit(board: &Board9, technique: Technique, unit: usize, digit: u8) -> Option<HodokuStep> {
    let cells = board.places(digit) & UNITS[unit];
    if cells.len() != 2 && cells.len() != 3 {
        return None;
    }
    let [row, column, box_] = units_of(cells.first()?);
    let others = if unit >= 18 {
        [row, column]
    } else {
        [box_, box_]
    };
    let other = others.into_iter().find(|&other| {
        cells.is_within(UNITS[other]) && (board.places(digit) & UNITS[other]) != cells
    })?;
    let removed = (board.places(digit) & UNITS[other]) - cells;
    Some(HodokuStep::removing(technique, removed, digit))
}
