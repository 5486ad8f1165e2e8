//! Sue de Coq: two or three cells in a line and a box, with so many digits that a set of the line and
//! a set of the box use them up between them.

use super::sink::{Flow, Sink, distinct, in_cell};
use super::{Candidate, Step, Technique};
use crate::Board;
use crate::cells::{Cells, UNITS};

/// Cells, with all their candidates.
#[derive(Clone, Copy)]
struct Set {
    cells: Cells,
    digits: u16,
}

const EMPTY: Set = Set {
    cells: Cells::NONE,
    digits: 0,
};

struct Search<'a, 'b> {
    board: &'a Board,
    line: Cells,
    box_: Cells,
    /// The cells that are in both.
    middle: Set,
    sink: &'a mut Sink<'b>,
}

/// Reports every step.
pub(super) fn each(board: &Board, sink: &mut Sink<'_>) -> Flow {
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
            let both: Vec<usize> = (search.line & search.box_).into_iter().collect();
            search.middles(&both)?;
        }
    }
    Flow::Continue(())
}

impl Search<'_, '_> {
    fn with(&self, set: Set, cell: usize) -> Set {
        Set {
            cells: set.cells.with(cell),
            digits: set.digits | self.board.candidates(cell),
        }
    }

    /// Tries each two cells of the intersection, and all three after the first two.
    fn middles(&mut self, both: &[usize]) -> Flow {
        for (at, &one) in both.iter().enumerate() {
            for (next, &two) in both.iter().enumerate().skip(at + 1) {
                let pair = self.with(self.with(EMPTY, one), two);
                self.around(pair)?;
                for &three in &both[next + 1..] {
                    self.around(self.with(pair, three))?;
                }
            }
        }
        Flow::Continue(())
    }

    fn around(&mut self, middle: Set) -> Flow {
        let digits = middle.digits.count_ones() as usize;
        let surplus = digits.saturating_sub(middle.cells.len());
        if surplus < 2 {
            return Flow::Continue(());
        }
        self.middle = middle;
        let rest: Vec<usize> = (self.line - middle.cells).into_iter().collect();
        self.in_line(surplus, &rest, EMPTY)
    }

    /// What a set uses up: its cells beyond its own extra digits, if it shares any with the middle.
    fn used(&self, set: Set) -> Option<usize> {
        let extra = (set.digits & !self.middle.digits).count_ones() as usize;
        if set.digits & self.middle.digits == 0 {
            return None;
        }
        set.cells.len().checked_sub(extra)
    }

    fn in_line(&mut self, surplus: usize, rest: &[usize], set: Set) -> Flow {
        for (at, &cell) in rest.iter().enumerate() {
            let set = self.with(set, cell);
            if let Some(used) = self.used(set).filter(|used| (1..surplus).contains(used)) {
                let rest: Vec<usize> = (self.box_ - self.middle.cells - set.cells)
                    .into_iter()
                    .collect();
                self.in_box(surplus - used, &rest, set, EMPTY)?;
            }
            self.in_line(surplus, &rest[at + 1..], set)?;
        }
        Flow::Continue(())
    }

    fn in_box(&mut self, surplus: usize, rest: &[usize], line: Set, set: Set) -> Flow {
        for (at, &cell) in rest.iter().enumerate() {
            let set = self.with(set, cell);
            if set.digits & line.digits & self.middle.digits != 0 {
                continue;
            }
            if self.used(set) == Some(surplus) {
                self.report(line, set)?;
            }
            self.in_box(surplus, &rest[at + 1..], line, set)?;
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
        (self.sink)(Step::of(Technique::SueDeCoq, distinct(removed)))
    }
}
