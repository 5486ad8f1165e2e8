//! Sue de Coq: two or three cells in a line and a box, whose digits a set of the line and a set of the box use up
//! between them.

use super::sink::{Flow, Sink, count, distinct, in_cell};
use super::{Candidate, HodokuStep, Technique};
use crate::Board9;
use crate::cells::{Cells, UNITS};

/// Cells, with all their candidates.
#[derive(Clone, Copy)]
struct Set {
    cells: Cells,
    count: usize,
    digits: u16,
}

const EMPTY: Set = Set {
    cells: Cells::NONE,
    count: 0,
    digits: 0,
};

impl Set {
    fn with(self, cell: usize, digits: u16) -> Self {
        Self {
            cells: self.cells.with(cell),
            count: self.count + 1,
            digits: self.digits | digits,
        }
    }
}

struct Search<'a, 'b> {
    board: &'a Board9,
    line: Cells,
    box_: Cells,
    /// The cells that are in both.
    middle: Set,
    sink: &'a mut Sink<'b>,
}

/// Reports every step.
pub(super) fn each(board: &Board9, sink: &mut Sink<'_>) -> Flow {
    let open = board.open();
    for line in &UNITS[..18] {
        for box_ in &UNITS[18..] {
            let mut search = Search {
                board,
                line: *line & open,
                box_: *box_ & open,
                middle: EMPTY,
                sink,
            };
            search.middles()?;
        }
    }
    Flow::Continue(())
}

impl Search<'_, '_> {
    /// Tries each two cells of the intersection, and all three after the first two.
    fn middles(&mut self) -> Flow {
        let mut cells = [(0, 0); 9];
        let both = self.listed(self.line & self.box_, 0, &mut cells);
        for (at, &one) in both.iter().enumerate() {
            for (next, &two) in both.iter().enumerate().skip(at + 1) {
                let pair = EMPTY.with(one.0, one.1).with(two.0, two.1);
                self.around(pair)?;
                for &three in &both[next + 1..] {
                    self.around(pair.with(three.0, three.1))?;
                }
            }
        }
        Flow::Continue(())
    }

    fn around(&mut self, middle: Set) -> Flow {
        let digits = count(middle.digits);
        let surplus = digits.saturating_sub(middle.count);
        if surplus < 2 {
            return Flow::Continue(());
        }
        self.middle = middle;
        let mut cells = [(0, 0); 9];
        let rest = self.listed(self.line - middle.cells, 0, &mut cells);
        self.in_line(surplus, rest, EMPTY)
    }

    /// The number of digits of a set that are not in the middle.
    fn extra(&self, set: Set) -> usize {
        count(set.digits & !self.middle.digits)
    }

    /// The number of digits that a set uses up: its cells beyond its own extra digits, if it shares any with the
    /// middle.
    fn used(&self, set: Set) -> Option<usize> {
        if set.digits & self.middle.digits == 0 {
            return None;
        }
        set.count.checked_sub(self.extra(set))
    }

    /// The cells with their candidates, but for those that have one of these digits.
    fn listed<'c>(
        &self,
        cells: Cells,
        without: u16,
        list: &'c mut [(usize, u16); 9],
    ) -> &'c [(usize, u16)] {
        let mut count = 0;
        for cell in cells {
            let digits = self.board.candidates(cell);
            if digits & without == 0 {
                list[count] = (cell, digits);
                count += 1;
            }
        }
        &list[..count]
    }

    /// Returns true if a set can still use up that much: further cells may add one each.
    fn can_use(&self, set: Set, rest: &[(usize, u16)], wanted: usize) -> bool {
        set.count + rest.len() >= wanted + self.extra(set)
    }

    fn in_line(&mut self, surplus: usize, rest: &[(usize, u16)], set: Set) -> Flow {
        for (at, &(cell, digits)) in rest.iter().enumerate() {
            let set = set.with(cell, digits);
            if let Some(used) = self.used(set).filter(|used| (1..surplus).contains(used)) {
                // A digit of the middle must not be in both.
                let taken = set.digits & self.middle.digits;
                let open = self.box_ - self.middle.cells - set.cells;
                let mut cells = [(0, 0); 9];
                let rest = self.listed(open, taken, &mut cells);
                self.in_box(surplus - used, rest, set, EMPTY)?;
            }
            let rest = &rest[at + 1..];
            if self.can_use(set, rest, 1) {
                self.in_line(surplus, rest, set)?;
            }
        }
        Flow::Continue(())
    }

    fn in_box(&mut self, surplus: usize, rest: &[(usize, u16)], line: Set, set: Set) -> Flow {
        for (at, &(cell, digits)) in rest.iter().enumerate() {
            let set = set.with(cell, digits);
            if self.used(set) == Some(surplus) {
                self.report(line, set)?;
            }
            let rest = &rest[at + 1..];
            if self.can_use(set, rest, surplus) {
                self.in_box(surplus, rest, line, set)?;
            }
        }
        Flow::Continue(())
    }

    fn report(&mut self, line: Set, in_box: Set) -> Flow {
        let shared = line.digits & in_box.digits;
        let middle = self.middle;
        let box_digits = (middle.digits | in_box.digits) & !line.digits | shared;
        let line_digits = (middle.digits | line.digits) & !in_box.digits | shared;
        let areas = [
            (self.box_ - in_box.cells - middle.cells, box_digits),
            (self.line - line.cells - middle.cells, line_digits),
        ];
        let mut removed: Vec<Candidate> = Vec::new();
        for (cells, digits) in areas {
            for cell in cells {
                removed.extend(in_cell(cell, self.board.candidates(cell) & digits));
            }
        }
        if removed.is_empty() {
            return Flow::Continue(());
        }
        (self.sink)(HodokuStep::of(Technique::SueDeCoq, distinct(removed)))
    }
}
