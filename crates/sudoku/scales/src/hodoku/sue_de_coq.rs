//! Sue de Coq: two or three cells in a line and a box, whose digits a set of the line and a set of the box use up
//! between them.

use super::sets::{CellSet, listed};
use super::sink::{Flow, Sink, report};
use super::step::{among, distinct};
use super::{HodokuStep, Technique};
use crate::Board9;
use crate::cells::{Cells, UNITS};
use crate::digits::count;
use std::ops::ControlFlow::Continue;

struct Search<'a, 'b> {
    board: &'a Board9,
    line: Cells,
    box_: Cells,
    /// The cells that are in both.
    middle: CellSet,
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
                middle: CellSet::default(),
                sink,
            };
            // Each two cells of the intersection, and all three after the first two.
            let both = listed(board, search.line & search.box_);
            CellSet::default().each_larger(&both, &mut |middle, _| {
                if middle.count > 1 {
                    search.around(middle)?;
                }
                Continue(true)
            })?;
        }
    }
    Continue(())
}

impl Search<'_, '_> {
    fn around(&mut self, middle: CellSet) -> Flow {
        let surplus = count(middle.union).saturating_sub(middle.count);
        if surplus < 2 {
            return Continue(());
        }
        self.middle = middle;
        let rest = listed(self.board, self.line - middle.members);
        CellSet::default().each_larger(&rest, &mut |line, rest| {
            if let Some(used) = self.used(line).filter(|used| (1..surplus).contains(used)) {
                self.in_box(surplus - used, line)?;
            }
            Continue(self.can_use(line, rest.len(), 1))
        })
    }

    /// The number of digits of a set that are not in the middle.
    fn extra(&self, set: CellSet) -> usize {
        count(set.union & !self.middle.union)
    }

    /// The number of digits that a set uses up: its cells beyond its own extra digits, if it shares any with the
    /// middle.
    fn used(&self, set: CellSet) -> Option<usize> {
        if set.union & self.middle.union == 0 {
            return None;
        }
        set.count.checked_sub(self.extra(set))
    }

    /// Returns true if a set can still use up that much: further cells may add one each.
    fn can_use(&self, set: CellSet, further: usize, wanted: usize) -> bool {
        set.count + further >= wanted + self.extra(set)
    }

    fn in_box(&mut self, surplus: usize, line: CellSet) -> Flow {
        // A digit of the middle must not be in both.
        let taken = line.union & self.middle.union;
        let open = self.box_ - self.middle.members - line.members;
        let is_free = |&cell: &usize| self.board.candidates(cell) & taken == 0;
        let rest = listed(self.board, open.into_iter().filter(is_free));
        CellSet::default().each_larger(&rest, &mut |in_box, rest| {
            if self.used(in_box) == Some(surplus) {
                self.report(line, in_box)?;
            }
            Continue(self.can_use(in_box, rest.len(), surplus))
        })
    }

    fn report(&mut self, line: CellSet, in_box: CellSet) -> Flow {
        let shared = line.union & in_box.union;
        let middle = self.middle;
        let box_digits = (middle.union | in_box.union) & !line.union | shared;
        let line_digits = (middle.union | line.union) & !in_box.union | shared;
        let areas = [
            (self.box_ - in_box.members - middle.members, box_digits),
            (self.line - line.members - middle.members, line_digits),
        ];
        let removed = areas
            .into_iter()
            .flat_map(|(cells, digits)| among(self.board, cells, digits));
        report(
            HodokuStep::of(Technique::SueDeCoq, distinct(removed)),
            self.sink,
        )
    }
}
