//! Naked, hidden and locked pairs, triples and quadruples.

use super::sets::{CellSet, List, Set, listed};
use super::sink::{Flow, Sink, report};
use super::step::{among, distinct};
use super::{HodokuStep, Technique};
use crate::Board9;
use crate::cells::{Cells, UNITS, units_of};
use crate::digits::count;
use std::ops::ControlFlow::Continue;

/// The boxes come before the rows and the columns.
fn units() -> impl Iterator<Item = usize> {
    (18..27).chain(0..18)
}

/// Reports the naked subsets of this technique: those that are locked, or those that are not.
pub(super) fn each_naked(board: &Board9, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    let (size, is_locked) = match technique {
        Technique::LockedPair => (2, true),
        Technique::LockedTriple => (3, true),
        Technique::NakedPair => (2, false),
        Technique::NakedTriple => (3, false),
        _ => (4, false),
    };
    let cells = board.with_at_least(1) - board.with_at_least(size + 1);
    // A locked subset lies in a box.
    for unit in units().take(if is_locked { 9 } else { 27 }) {
        let cells = cells & UNITS[unit];
        if cells.len() < size {
            continue;
        }
        CellSet::default().each_larger(&listed(board, cells), &mut |set, rest| {
            if set.count == size && count(set.union) == size {
                report_naked(board, technique, &set, is_locked, sink)?;
            }
            let is_enough = set.count + rest.len() >= size;
            Continue(set.count < size && is_enough && count(set.union) <= size)
        })?;
    }
    Continue(())
}

fn report_naked(
    board: &Board9,
    technique: Technique,
    set: &CellSet,
    wants_locked: bool,
    sink: &mut Sink<'_>,
) -> Flow {
    let shared = common_units(set.members);
    if (set.count < 4 && is_locked(board, set, shared)) != wants_locked {
        return Continue(());
    }
    let around = shared
        .into_iter()
        .flatten()
        .map(|unit| UNITS[unit] - set.members);
    let removed = distinct(around.flat_map(|cells| among(board, cells, set.union)));
    report(HodokuStep::of(technique, removed), sink)
}

/// The row, the column and the box that all of these cells share.
fn common_units(cells: Cells) -> [Option<usize>; 3] {
    let Some(first) = cells.first() else {
        return [None; 3];
    };
    units_of(first).map(|unit| cells.is_within(UNITS[unit]).then_some(unit))
}

/// Returns true if the subset removes candidates both from its box and from its line outside the
/// box.
fn is_locked(board: &Board9, set: &CellSet, shared: [Option<usize>; 3]) -> bool {
    let (Some(line), Some(box_)) = (shared[0].or(shared[1]), shared[2]) else {
        return false;
    };
    let removes = |area: Cells| among(board, area - set.members, set.union).next().is_some();
    removes(UNITS[box_]) && removes(UNITS[line] - UNITS[box_])
}

/// Reports the hidden subsets of this technique.
pub(super) fn each_hidden(board: &Board9, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    let size = match technique {
        Technique::HiddenPair => 2,
        Technique::HiddenTriple => 3,
        _ => 4,
    };
    let open = board.open();
    for unit in units() {
        if (open & UNITS[unit]).len() <= size {
            continue;
        }
        let with_cells = |digit: u8| (digit, board.places(digit) & UNITS[unit]);
        let digits: List<(u8, Cells)> = (0..9)
            .map(with_cells)
            .filter(|(_, cells)| (1..=size).contains(&cells.len()))
            .collect();
        Set::<u16, Cells>::default().each_larger(&digits, &mut |set, rest| {
            if set.count == size && set.union.len() == size {
                let removed = among(board, set.union, !set.members).collect();
                report(HodokuStep::of(technique, removed), sink)?;
            }
            let is_enough = set.count + rest.len() >= size;
            Continue(set.count < size && is_enough && set.union.len() <= size)
        })?;
    }
    Continue(())
}
