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
        self.in_line(surplus, self.line - middle.cells, EMPTY)
    }

    /// How many digits of a set are not in the middle.
    fn extra(&self, set: Set) -> usize {
        (set.digits & !self.middle.digits).count_ones() as usize
    }

    /// What a set uses up: its cells beyond its own extra digits, if it shares any with the middle.
    fn used(&self, set: Set) -> Option<usize> {
        if set.digits & self.middle.digits == 0 {
            return None;
        }
        set.cells.len().checked_sub(self.extra(set))
    }

    /// Whether a set can still use up so much: further cells may add one each.
    fn can_use(&self, set: Set, rest: Cells, wanted: usize) -> bool {
        set.cells.len() + rest.len() >= wanted + self.extra(set)
    }

    fn in_line(&mut self, surplus: usize, mut rest: Cells, set: Set) -> Flow {
        while let Some(cell) = rest.first() {
            rest = rest.without(cell);
            let set = self.with(set, cell);
            if let Some(used) = self.used(set).filter(|used| (1..surplus).contains(used)) {
                // A digit of the middle must not be in both.
                let taken = set.digits & self.middle.digits;
                let fits = |&cell: &usize| self.board.candidates(cell) & taken == 0;
                let open = self.box_ - self.middle.cells - set.cells;
                let rest = open.into_iter().filter(fits).collect();
                self.in_box(surplus - used, rest, set, EMPTY)?;
            }
            if self.can_use(set, rest, 1) {
                self.in_line(surplus, rest, set)?;
            }
        }
        Flow::Continue(())
    }

    fn in_box(&mut self, surplus: usize, mut rest: Cells, line: Set, set: Set) -> Flow {
        while let Some(cell) = rest.first() {
            rest = rest.without(cell);
            let set = self.with(set, cell);
            if self.used(set) == Some(surplus) {
                self.report(line, set)?;
            }
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
        (self.sink)(Step::of(Technique::SueDeCoq, distinct(removed)))
    }
}
