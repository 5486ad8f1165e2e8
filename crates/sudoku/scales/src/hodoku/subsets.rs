//! Naked, hidden and locked pairs, triples and quadruples.

use super::sink::{Flow, Sink, count, distinct, in_cell};
use super::{Candidate, HodokuStep, Technique};
use crate::Board9;
use crate::cells::{Cells, UNITS, units_of};

/// The boxes come before the rows and the columns.
const ORDER: [usize; 27] = {
    let mut order = [0; 27];
    let mut at = 0;
    while at < 27 {
        order[at] = (at + 18) % 27;
        at += 1;
    }
    order
};

/// Reports the naked subsets of this technique: those that are locked, or those that are not.
pub(super) fn each_naked(board: &Board9, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    let (size, is_locked) = match technique {
        Technique::LockedPair => (2, true),
        Technique::LockedTriple => (3, true),
        Technique::NakedPair => (2, false),
        Technique::NakedTriple => (3, false),
        _ => (4, false),
    };
    let cells = with_at_most(board, size);
    // A locked subset lies in a box.
    for &unit in &ORDER[..if is_locked { 9 } else { 27 }] {
        let cells = cells & UNITS[unit];
        if cells.len() < size {
            continue;
        }
        let mut search = Naked {
            board,
            size,
            technique,
            is_locked,
            sink,
        };
        search.extend(cells, Cells::NONE, 0)?;
    }
    Flow::Continue(())
}

/// The cells with some candidates, at most `most`.
fn with_at_most(board: &Board9, most: usize) -> Cells {
    // The cells with at least one candidate, two, and so on.
    let mut at_least = [Cells::NONE; 5];
    for digit in 0..9 {
        let places = board.places(digit);
        for count in (1..5).rev() {
            at_least[count] |= at_least[count - 1] & places;
        }
        at_least[0] |= places;
    }
    at_least[0] - at_least[most]
}

struct Naked<'a, 'b> {
    board: &'a Board9,
    size: usize,
    technique: Technique,
    is_locked: bool,
    sink: &'a mut Sink<'b>,
}

impl Naked<'_, '_> {
    fn extend(&mut self, mut rest: Cells, chosen: Cells, digits: u16) -> Flow {
        let missing = self.size - chosen.len();
        while let Some(cell) = rest.first() {
            rest = rest.without(cell);
            let digits = digits | self.board.candidates(cell);
            if count(digits) > self.size {
                continue;
            }
            let chosen = chosen.with(cell);
            if missing > 1 {
                self.extend(rest, chosen, digits)?;
            } else if count(digits) == self.size {
                self.report(chosen, digits)?;
            }
        }
        Flow::Continue(())
    }

    fn report(&mut self, chosen: Cells, digits: u16) -> Flow {
        let shared = common_units(chosen);
        let mut removed = Vec::new();
        for unit in shared.into_iter().flatten() {
            for cell in UNITS[unit] - chosen {
                let gone = self.board.candidates(cell) & digits;
                removed.extend(in_cell(cell, gone));
            }
        }
        let is_locked = self.size < 4 && is_locked(self.board, chosen, digits, shared);
        if removed.is_empty() || is_locked != self.is_locked {
            return Flow::Continue(());
        }
        (self.sink)(HodokuStep::of(self.technique, distinct(removed)))
    }
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
fn is_locked(board: &Board9, cells: Cells, digits: u16, shared: [Option<usize>; 3]) -> bool {
    let (Some(line), Some(box_)) = (shared[0].or(shared[1]), shared[2]) else {
        return false;
    };
    let removes = |area: Cells| {
        (area - cells)
            .into_iter()
            .any(|cell| board.candidates(cell) & digits != 0)
    };
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
    for unit in ORDER {
        if (open & UNITS[unit]).len() <= size {
            continue;
        }
        let mut digits = [(0, Cells::NONE); 9];
        let mut count = 0;
        for digit in 0..9 {
            let cells = board.places(digit) & UNITS[unit];
            if (1..=size).contains(&cells.len()) {
                digits[count] = (digit, cells);
                count += 1;
            }
        }
        let digits = &digits[..count];
        extend_hidden(board, technique, digits, size, (0, Cells::NONE), sink)?;
    }
    Flow::Continue(())
}

fn extend_hidden(
    board: &Board9,
    technique: Technique,
    rest: &[(u8, Cells)],
    missing: usize,
    (digits, cells): (u16, Cells),
    sink: &mut Sink<'_>,
) -> Flow {
    let size = digits.count_ones() as usize + missing;
    for (at, &(digit, places)) in rest.iter().enumerate() {
        if rest.len() - at < missing {
            break;
        }
        let (digits, cells) = (digits | 1 << digit, cells | places);
        if cells.len() > size {
            continue;
        }
        if missing > 1 {
            let rest = &rest[at + 1..];
            extend_hidden(board, technique, rest, missing - 1, (digits, cells), sink)?;
        } else if cells.len() == size {
            let removed: Vec<Candidate> = cells
                .into_iter()
                .flat_map(|cell| in_cell(cell, board.candidates(cell) & !digits))
                .collect();
            if !removed.is_empty() {
                sink(HodokuStep::of(technique, removed))?;
            }
        }
    }
    Flow::Continue(())
}
