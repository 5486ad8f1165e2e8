//! Locked candidates: a digit that a box and a line share goes from the rest of one of them.

use super::Technique;
use super::sink::{Flow, Sink, removal};
use crate::Board9;
use crate::cells::{Cells, UNITS, units_of};

/// Reports the steps of [`Technique::Pointing`] or [`Technique::Claiming`].
pub(super) fn each(board: &Board9, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    let units = if technique == Technique::Pointing {
        18..27
    } else {
        0..18
    };
    for unit in units {
        for digit in 0..9 {
            let removed = in_unit(board, unit, digit).unwrap_or_default();
            removal(technique, removed, digit, sink)?;
        }
    }
    Flow::Continue(())
}

/// The cells that lose a digit which a unit has in another one alone.
fn in_unit(board: &Board9, unit: usize, digit: u8) -> Option<Cells> {
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
    let rest = |other: usize| (board.places(digit) & UNITS[other]) - cells;
    let other = others
        .into_iter()
        .find(|&other| cells.is_within(UNITS[other]) && !rest(other).is_empty())?;
    Some(rest(other))
}
