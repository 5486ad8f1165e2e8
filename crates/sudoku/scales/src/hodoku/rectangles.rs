//! Unique and avoidable rectangles: four cells in two rows, two columns and two boxes that must not
//! end up with the same two digits crosswise, since those could be exchanged.
//!
//! A corner may lack one of the digits if that has been removed by a step, not by a value. Each
//! rectangle is looked at once, for the digits of the first of its corners that has just two.

use super::sets::{CellSet, Set, listed};
use super::sink::{Flow, Sink, removal, report};
use super::step::{among, distinct};
use super::{HodokuStep, Technique};
use crate::Board9;
use crate::cells::{Cells, PEERS, UNITS, units_of};
use crate::digits::{digits_of, ones, single};
use std::ops::ControlFlow::Continue;

/// Two cells in one box, and the two on their lines in another box, in the same order.
type Corners = [usize; 4];

/// True if a corner may lack a digit of the rectangle that no value excludes.
pub(super) type Lenient = bool;

/// Reports the unique rectangles of all types.
pub(super) fn each_unique(board: &Board9, lenient: Lenient, sink: &mut Sink<'_>) -> Flow {
    let allowed = if lenient {
        board.allowed()
    } else {
        std::array::from_fn(|digit| board.places(digit as u8))
    };
    let mut seen = Vec::new();
    for start in board.with_count(2) {
        let pair = board.candidates(start);
        let fits = ones(pair).fold(Cells::ALL, |cells, digit| cells & allowed[digit]);
        for_each_rectangle(start, &mut |corners| {
            let is_open = corners[1..].iter().all(|&corner| fits.has(corner));
            if !is_open || !is_new(&mut seen, corners) {
                return Continue(());
            }
            Unique::new(board, pair, corners).report(sink)
        })?;
    }
    Continue(())
}

/// All rectangles with this corner, by the second corner in its box.
fn for_each_rectangle(start: usize, found: &mut dyn FnMut(Corners) -> Flow) -> Flow {
    let [row, column, box_] = units_of(start);
    for second in UNITS[box_].without(start) & (UNITS[row] | UNITS[column]) {
        let step = if units_of(second)[0] == row { 9 } else { 1 };
        for at in 0..9 {
            // The same place on the lines of both corners.
            let opposite = |corner: usize| {
                if step == 9 {
                    9 * at + corner % 9
                } else {
                    corner / 9 * 9 + at
                }
            };
            if !UNITS[box_].has(opposite(start)) {
                found([start, second, opposite(start), opposite(second)])?;
            }
        }
    }
    Continue(())
}

fn is_new(seen: &mut Vec<Cells>, corners: Corners) -> bool {
    let cells = corners.into_iter().collect();
    if seen.contains(&cells) {
        return false;
    }
    seen.push(cells);
    true
}

/// A rectangle on its way through the types.
struct Unique<'a> {
    board: &'a Board9,
    pair: u16,
    /// The corners with no other candidates.
    bare: Cells,
    /// The corners with more.
    extra: Cells,
}

impl<'a> Unique<'a> {
    fn new(board: &'a Board9, pair: u16, corners: Corners) -> Self {
        let all: Cells = corners.into_iter().collect();
        let bare = corners
            .into_iter()
            .filter(|&corner| board.candidates(corner) & !pair == 0)
            .collect();
        Self {
            board,
            pair,
            bare,
            extra: all - bare,
        }
    }

    fn report(&self, sink: &mut Sink<'_>) -> Flow {
        match (self.bare.len(), self.extra.len()) {
            (3, 1) => {
                return self.report_corners(Technique::Uniqueness1, self.extra, self.pair, sink);
            }
            (1 | 2, _) => {}
            _ => return Continue(()),
        }
        self.same_extra(sink)?;
        let mut ends = self.extra.into_iter();
        if let (2, Some(one), Some(two)) = (self.extra.len(), ends.next(), ends.next()) {
            self.subset(one, two, sink)?;
            self.locked(one, two, sink)?;
        }
        self.hidden(sink)
    }

    /// Types 2 and 5: the same extra digit everywhere.
    fn same_extra(&self, sink: &mut Sink<'_>) -> Flow {
        let Some(digit) = single(self.extra_digits()) else {
            return Continue(());
        };
        let technique = if self.extra.len() == 3 || is_diagonal(self.extra) {
            Technique::Uniqueness5
        } else {
            Technique::Uniqueness2
        };
        self.report_corners(technique, self.extra.common_peers(), 1 << digit, sink)
    }

    fn extra_digits(&self) -> u16 {
        self.extra
            .into_iter()
            .fold(0, |all, cell| all | self.board.candidates(cell))
            & !self.pair
    }

    /// Type 3: the extra digits make a naked subset with other cells of a unit.
    fn subset(&self, one: usize, two: usize, sink: &mut Sink<'_>) -> Flow {
        let rectangle = self.bare | self.extra;
        for (unit, other) in units_of(one).into_iter().zip(units_of(two)) {
            if unit != other {
                continue;
            }
            let others = (UNITS[unit] - rectangle).into_iter().filter(|&cell| {
                let digits = self.board.candidates(cell);
                digits != 0 && digits & self.pair == 0
            });
            let others = listed(self.board, others);
            let extra = Set {
                members: self.extra,
                union: self.extra_digits(),
                count: 2,
            };
            extra.each_larger(&others, &mut |set, _| {
                let is_lined = unit >= 18 && is_on_one_line(set.members);
                if !is_lined && set.union.count_ones() as usize == set.count - 1 {
                    self.report_subset(unit, set, sink)?;
                }
                Continue(true)
            })?;
        }
        Continue(())
    }

    fn report_subset(&self, unit: usize, set: CellSet, sink: &mut Sink<'_>) -> Flow {
        let removed_from = |unit: usize| among(self.board, UNITS[unit] - set.members, set.union);
        if removed_from(unit).next().is_none() {
            return Continue(());
        }
        let box_ = set.members.first().map_or(unit, |cell| units_of(cell)[2]);
        let in_box = unit < 18 && set.members.is_within(UNITS[box_]);
        let also = in_box.then(|| removed_from(box_)).into_iter().flatten();
        let removed = distinct(removed_from(unit).chain(also));
        sink(HodokuStep::of(Technique::Uniqueness3, removed))
    }

    /// The digits of the pair that have no place in an area.
    fn absent_from(&self, area: Cells) -> impl Iterator<Item = u8> {
        digits_of(self.pair).filter(move |&digit| !self.board.places(digit).meets(area))
    }

    /// One digit of the pair has no other place where both corners see it (type 4) or, if they are opposite, on the
    /// lines of the rectangle (type 6).
    fn locked(&self, one: usize, two: usize, sink: &mut Sink<'_>) -> Flow {
        let is_diagonal = is_diagonal(self.extra);
        let area = if is_diagonal {
            (lines_through(one) | lines_through(two)) - self.bare - self.extra
        } else {
            PEERS[one] & PEERS[two]
        };
        let Some(digit) = self.absent_from(area).next() else {
            return Continue(());
        };
        let (technique, gone) = if is_diagonal {
            (Technique::Uniqueness6, 1 << digit)
        } else {
            (Technique::Uniqueness4, self.pair & !(1 << digit))
        };
        self.report_corners(technique, self.extra, gone, sink)
    }

    /// Hidden rectangle: seen from a bare corner, the lines through the opposite one have no other
    /// place for a digit of the pair.
    fn hidden(&self, sink: &mut Sink<'_>) -> Flow {
        if self.bare.len() == 2 && !is_diagonal(self.bare) {
            return Continue(());
        }
        let rectangle = self.bare | self.extra;
        for corner in self.bare {
            let opposite = rectangle - lines_through(corner);
            let Some(cell) = opposite.first() else {
                continue;
            };
            for digit in self.absent_from(lines_through(cell) - rectangle) {
                let gone = self.pair & !(1 << digit);
                self.report_corners(Technique::HiddenRectangle, opposite, gone, sink)?;
            }
        }
        Continue(())
    }

    fn report_corners(
        &self,
        technique: Technique,
        corners: Cells,
        digits: u16,
        sink: &mut Sink<'_>,
    ) -> Flow {
        let removed = among(self.board, corners, digits).collect();
        report(HodokuStep::of(technique, removed), sink)
    }
}

/// The row and the column of a cell.
fn lines_through(cell: usize) -> Cells {
    let [row, column, _] = units_of(cell);
    UNITS[row] | UNITS[column]
}

/// Returns true if the first two cells share neither row nor column.
fn is_diagonal(cells: Cells) -> bool {
    let mut cells = cells.into_iter();
    match (cells.next(), cells.next()) {
        (Some(one), Some(two)) => one / 9 != two / 9 && one % 9 != two % 9,
        _ => true,
    }
}

fn is_on_one_line(cells: Cells) -> bool {
    cells.first().is_some_and(|cell| {
        let [row, column, _] = units_of(cell);
        cells.is_within(UNITS[row]) || cells.is_within(UNITS[column])
    })
}

/// Reports the avoidable rectangles of both types: rectangles whose values were not given.
pub(super) fn each_avoidable(board: &Board9, sink: &mut Sink<'_>) -> Flow {
    let solved = !board.open() - board.givens();
    let mut seen = Vec::new();
    for start in solved {
        for_each_rectangle(start, &mut |corners| {
            if !solved.has(corners[1]) {
                return Continue(());
            }
            let one = board.value(corners[0]) - 1;
            let two = board.value(corners[1]) - 1;
            match avoidable(board, solved, corners, one, two) {
                Avoidable::No => Continue(()),
                _ if !is_new(&mut seen, corners) => Continue(()),
                Avoidable::Value(cell, digit) => {
                    removal(Technique::AvoidableRectangle1, Cells::of(cell), digit, sink)
                }
                Avoidable::Pair => same_other(board, corners, two, sink),
            }
        })?;
    }
    Continue(())
}

enum Avoidable {
    No,
    /// The third value is there: the last must not be this one.
    Value(usize, u8),
    /// Two cells have one other candidate each.
    Pair,
}

/// The digits of the cells opposite to two values `one` and `two`.
fn avoidable(board: &Board9, solved: Cells, corners: Corners, one: u8, two: u8) -> Avoidable {
    let [_, _, third, fourth] = corners;
    let is_value = |cell: usize, digit: u8| solved.has(cell) && board.value(cell) == digit + 1;
    let is_pair = |cell: usize, digit: u8| {
        let digits = board.candidates(cell);
        digits.count_ones() == 2 && digits >> digit & 1 == 1
    };
    match (is_pair(third, two), is_pair(fourth, one)) {
        (_, true) if is_value(third, two) => Avoidable::Value(fourth, one),
        (true, _) if is_value(fourth, one) => Avoidable::Value(third, two),
        (true, true) => Avoidable::Pair,
        _ => Avoidable::No,
    }
}

fn same_other(board: &Board9, corners: Corners, two: u8, sink: &mut Sink<'_>) -> Flow {
    let [_, _, third, fourth] = corners;
    let other = board.candidates(third) & !(1 << two);
    let Some(digit) = digits_of(other & board.candidates(fourth)).next() else {
        return Continue(());
    };
    let removed = PEERS[third] & PEERS[fourth] & board.places(digit);
    removal(Technique::AvoidableRectangle2, removed, digit, sink)
}
