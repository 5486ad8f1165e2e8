//! Unique and avoidable rectangles: four cells in two rows, two columns and two boxes that must not
//! end up with the same two digits crosswise, since those could be exchanged.
//!
//! A corner may lack one of the digits if that has been removed by a step, not by a value. Each
//! rectangle is looked at once, for the digits of the first of its corners that has just two.

use super::sink::{Flow, Sink, digits_of, distinct, in_cell};
use super::{Candidate, HodokuStep, Technique};
use crate::Board9;
use crate::cells::{Cells, PEERS, UNITS, units_of};

/// Two cells in one box, and the two on their lines in another box, in the same order.
type Corners = [usize; 4];

/// True if a corner may lack a digit of the rectangle that no value excludes.
pub(super) type Lenient = bool;

/// Reports the unique rectangles of all types.
pub(super) fn each_unique(board: &Board9, lenient: Lenient, sink: &mut Sink<'_>) -> Flow {
    let allowed = if lenient {
        allowed(board)
    } else {
        std::array::from_fn(|digit| board.places(super::sink::small(digit)))
    };
    let mut seen = Vec::new();
    for start in 0..81 {
        let pair = board.candidates(start);
        if pair.count_ones() != 2 {
            continue;
        }
        let fits = digits_of(pair).fold(Cells::ALL, |cells, digit| {
            cells & allowed[usize::from(digit)]
        });
        for_each_rectangle(start, &mut |corners| {
            let is_open = corners[1..].iter().all(|&corner| fits.has(corner));
            if !is_open || !is_new(&mut seen, corners) {
                return Flow::Continue(());
            }
            Unique::new(board, pair, corners).report(sink)
        })?;
    }
    Flow::Continue(())
}

/// For each digit the cells without a value that see no such value.
fn allowed(board: &Board9) -> [Cells; 9] {
    let mut allowed = [board.open(); 9];
    for cell in !board.open() {
        let value = usize::from(board.value(cell));
        if value > 0 {
            allowed[value - 1] = allowed[value - 1] - PEERS[cell];
        }
    }
    allowed
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
    Flow::Continue(())
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
        match (self.bare.len(), self.extra.first()) {
            (3, Some(corner)) => {
                let gone = self.board.candidates(corner) & self.pair;
                return report(Technique::Uniqueness1, in_cell(corner, gone), sink);
            }
            (1 | 2, Some(_)) => {}
            _ => return Flow::Continue(()),
        }
        self.same_extra(sink)?;
        let mut ends = self.extra.into_iter();
        if let (2, Some(one), Some(two)) = (self.extra.len(), ends.next(), ends.next()) {
            self.subset(one, two, sink)?;
            self.locked_side(one, two, sink)?;
            self.locked_diagonal(one, two, sink)?;
        }
        self.hidden(sink)
    }

    /// Types 2 and 5: the same extra digit everywhere.
    fn same_extra(&self, sink: &mut Sink<'_>) -> Flow {
        let digits = self.extra_digits();
        if digits.count_ones() != 1 {
            return Flow::Continue(());
        }
        let technique = if self.extra.len() == 3 || is_diagonal(self.extra) {
            Technique::Uniqueness5
        } else {
            Technique::Uniqueness2
        };
        let digit = digits.trailing_zeros() as usize;
        let digit = super::sink::small(digit);
        let removed = self.extra.common_peers() & self.board.places(digit);
        report(technique, super::sink::candidates(removed, digit), sink)
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
            let cells: Vec<usize> = (UNITS[unit] - rectangle)
                .into_iter()
                .filter(|&cell| {
                    let digits = self.board.candidates(cell);
                    digits != 0 && digits & self.pair == 0
                })
                .collect();
            self.extend_subset(unit, &cells, self.extra, self.extra_digits(), sink)?;
        }
        Flow::Continue(())
    }

    fn extend_subset(
        &self,
        unit: usize,
        rest: &[usize],
        chosen: Cells,
        digits: u16,
        sink: &mut Sink<'_>,
    ) -> Flow {
        for (at, &cell) in rest.iter().enumerate() {
            let chosen = chosen.with(cell);
            let digits = digits | self.board.candidates(cell);
            let is_lined = unit >= 18 && is_on_one_line(chosen);
            if !is_lined && digits.count_ones() as usize == chosen.len() - 1 {
                self.report_subset(unit, chosen, digits, sink)?;
            }
            self.extend_subset(unit, &rest[at + 1..], chosen, digits, sink)?;
        }
        Flow::Continue(())
    }

    fn report_subset(&self, unit: usize, chosen: Cells, digits: u16, sink: &mut Sink<'_>) -> Flow {
        let removed_from = |cells: Cells| {
            (cells - chosen)
                .into_iter()
                .flat_map(|cell| in_cell(cell, self.board.candidates(cell) & digits))
                .collect::<Vec<Candidate>>()
        };
        let mut removed = removed_from(UNITS[unit]);
        if removed.is_empty() {
            return Flow::Continue(());
        }
        let box_ = chosen.first().map_or(unit, |cell| units_of(cell)[2]);
        if unit < 18 && chosen.is_within(UNITS[box_]) {
            removed.extend(removed_from(UNITS[box_]));
        }
        sink(HodokuStep::of(Technique::Uniqueness3, distinct(removed)))
    }

    /// Type 4: one digit of the pair has no other place where both corners see it.
    fn locked_side(&self, one: usize, two: usize, sink: &mut Sink<'_>) -> Flow {
        if is_diagonal(self.extra) {
            return Flow::Continue(());
        }
        let seen = PEERS[one] & PEERS[two];
        for kept in digits_of(self.pair) {
            if !self.board.places(kept).meets(seen) {
                let gone = self.pair & !(1 << kept);
                return self.report_corners(Technique::Uniqueness4, self.extra, gone, sink);
            }
        }
        Flow::Continue(())
    }

    /// Type 6: one digit of the pair has no other place on the lines of the rectangle.
    fn locked_diagonal(&self, one: usize, two: usize, sink: &mut Sink<'_>) -> Flow {
        if !is_diagonal(self.extra) {
            return Flow::Continue(());
        }
        let lines = [one, two].into_iter().fold(Cells::NONE, |all, corner| {
            let [row, column, _] = units_of(corner);
            all | UNITS[row] | UNITS[column]
        }) - self.bare
            - self.extra;
        for digit in digits_of(self.pair) {
            if !self.board.places(digit).meets(lines) {
                return self.report_corners(Technique::Uniqueness6, self.extra, 1 << digit, sink);
            }
        }
        Flow::Continue(())
    }

    /// Hidden rectangle: seen from a bare corner, the lines through the opposite one have no other
    /// place for a digit of the pair.
    fn hidden(&self, sink: &mut Sink<'_>) -> Flow {
        if self.bare.len() == 2 && !is_diagonal(self.bare) {
            return Flow::Continue(());
        }
        let rectangle = self.bare | self.extra;
        for corner in self.bare {
            let [row, column, _] = units_of(corner);
            let opposite = rectangle - UNITS[row] - UNITS[column];
            let Some(cell) = opposite.first() else {
                continue;
            };
            let [row, column, _] = units_of(cell);
            let lines = (UNITS[row] | UNITS[column]) - rectangle;
            for digit in digits_of(self.pair) {
                if !self.board.places(digit).meets(lines) {
                    let gone = self.pair & !(1 << digit);
                    self.report_corners(Technique::HiddenRectangle, opposite, gone, sink)?;
                }
            }
        }
        Flow::Continue(())
    }

    fn report_corners(
        &self,
        technique: Technique,
        corners: Cells,
        digits: u16,
        sink: &mut Sink<'_>,
    ) -> Flow {
        let removed = corners
            .into_iter()
            .flat_map(|corner| in_cell(corner, self.board.candidates(corner) & digits));
        report(technique, removed, sink)
    }
}

fn report(
    technique: Technique,
    removed: impl Iterator<Item = Candidate>,
    sink: &mut Sink<'_>,
) -> Flow {
    let removed: Vec<Candidate> = removed.collect();
    if removed.is_empty() {
        return Flow::Continue(());
    }
    sink(HodokuStep::of(technique, removed))
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
                return Flow::Continue(());
            }
            let one = board.value(corners[0]) - 1;
            let two = board.value(corners[1]) - 1;
            match avoidable(board, solved, corners, one, two) {
                Avoidable::No => Flow::Continue(()),
                _ if !is_new(&mut seen, corners) => Flow::Continue(()),
                Avoidable::Value(cell, digit) => {
                    let removed = Cells::of(cell);
                    sink(HodokuStep::removing(
                        Technique::AvoidableRectangle1,
                        removed,
                        digit,
                    ))
                }
                Avoidable::Pair => same_other(board, corners, two, sink),
            }
        })?;
    }
    Flow::Continue(())
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
        return Flow::Continue(());
    };
    let removed = PEERS[third] & PEERS[fourth] & board.places(digit);
    if removed.is_empty() {
        return Flow::Continue(());
    }
    sink(HodokuStep::removing(
        Technique::AvoidableRectangle2,
        removed,
        digit,
    ))
}
