//! Singles, in the order in which they come up.
//!
//! `HoDoKu` keeps a queue of the naked and one of the hidden singles, filled as candidates go; which
//! single is taken first decides how many of each kind a path has, so the queues are kept here too.

use super::sink::{Flow, Sink};
use super::{HodokuStep, Technique};
use crate::Board9;
use crate::cells::{Cells, PEERS, UNITS, units_of};
use crate::digits::{digits_of, mask_of, ones, single};
use std::collections::VecDeque;

/// A board with the singles that wait on it.
#[derive(Clone)]
pub(super) struct Singles {
    pub(super) board: Board9,
    /// For each unit and digit, how many cells have it as a candidate.
    pub(super) counts: [[u8; 9]; 27],
    /// Cells with one candidate, as they came up.
    pub(super) naked: VecDeque<(usize, u8)>,
    /// Places where a digit was the only one of a unit, as they came up.
    pub(super) hidden: VecDeque<(usize, u8)>,
}

impl Singles {
    /// A board on which no single waits, whatever candidates it has.
    pub(super) fn none(board: &Board9) -> Self {
        let in_unit = |unit: usize, digit| (board.places(digit) & UNITS[unit]).len() as u8;
        Self {
            board: board.clone(),
            counts: std::array::from_fn(|unit| {
                std::array::from_fn(|digit| in_unit(unit, digit as u8))
            }),
            naked: VecDeque::new(),
            hidden: VecDeque::new(),
        }
    }

    /// Becomes a board on which no single waits.
    pub(super) fn restart(&mut self, other: &Self) {
        self.board.clone_from(&other.board);
        self.counts = other.counts;
        self.naked.clear();
        self.hidden.clear();
    }

    /// The board, reached by placing its values one after the other.
    pub(super) fn new(target: &Board9) -> Self {
        let mut singles = Self::none(&Board9::new(&[0; 81]));
        for cell in 0..81 {
            let value = target.value(cell);
            if value > 0 {
                singles.place(cell, value - 1);
            }
        }
        singles.board.set_givens(target.givens());
        for cell in 0..81 {
            let gone = singles.board.candidates(cell) & !target.candidates(cell);
            for digit in digits_of(gone) {
                singles.remove(cell, digit);
            }
        }
        singles
    }

    /// Gives a cell a value.
    pub(super) fn place(&mut self, cell: usize, digit: u8) {
        let own = self.board.candidates(cell);
        self.board.clear(cell);
        for peer in PEERS[cell] & self.board.places(digit) {
            self.remove(peer, digit);
        }
        self.board.set(cell, digit);
        for gone in digits_of(own) {
            for unit in units_of(cell) {
                if self.count_down(unit, gone) == 1 && gone != digit {
                    self.note_hidden(unit, gone);
                }
            }
        }
    }

    /// Removes a candidate, if the cell has it. With the last one of a cell, as happens to nets alone, the counts
    /// stay.
    pub(super) fn remove(&mut self, cell: usize, digit: u8) {
        if self.board.candidates(cell) >> digit & 1 == 0 {
            return;
        }
        self.board.remove(cell, digit);
        let left = self.board.candidates(cell);
        if left == 0 {
            return;
        }
        if let Some(left) = single(left) {
            self.naked.push_back((cell, left as u8));
        }
        for unit in units_of(cell) {
            match self.count_down(unit, digit) {
                1 => self.note_hidden(unit, digit),
                0 => self.forget_hidden(unit, digit),
                _ => {}
            }
        }
    }

    fn count_down(&mut self, unit: usize, digit: u8) -> u8 {
        let count = &mut self.counts[unit][usize::from(digit)];
        *count = count.wrapping_sub(1);
        *count
    }

    fn note_hidden(&mut self, unit: usize, digit: u8) {
        if let Some(cell) = (self.board.places(digit) & UNITS[unit]).first() {
            self.hidden.push_back((cell, digit));
        }
    }

    fn forget_hidden(&mut self, unit: usize, digit: u8) {
        let of_unit = |&(cell, of): &(usize, u8)| of == digit && UNITS[unit].has(cell);
        if let Some(at) = self.hidden.iter().position(of_unit) {
            self.hidden.remove(at);
        }
    }

    /// Returns true if the digit is alone in one of the units of a cell without a value.
    pub(super) fn is_hidden(&self, cell: usize, digit: u8) -> bool {
        let is_alone = |unit: usize| self.counts[unit][usize::from(digit)] == 1;
        self.board.value(cell) == 0 && units_of(cell).into_iter().any(is_alone)
    }

    /// The next single of this kind.
    pub(super) fn next(&mut self, technique: Technique) -> Option<HodokuStep> {
        let (cell, digit) = match technique {
            Technique::FullHouse => self.next_full_house(),
            Technique::NakedSingle => self.next_naked(),
            _ => self.next_hidden(),
        }?;
        Some(HodokuStep::placing(technique, Cells::of(cell), digit))
    }

    fn next_full_house(&self) -> Option<(usize, u8)> {
        let is_last = |&&(cell, _): &&(usize, u8)| {
            self.board.value(cell) == 0 && is_full_house(&self.board, cell)
        };
        self.naked.iter().find(is_last).copied()
    }

    fn next_naked(&mut self) -> Option<(usize, u8)> {
        let queue = std::iter::from_fn(|| self.naked.pop_front());
        { queue }.find(|&(cell, _)| self.board.value(cell) == 0)
    }

    /// The first that waits for a cell without a value, if it is one still.
    fn next_hidden(&mut self) -> Option<(usize, u8)> {
        let queue = std::iter::from_fn(|| self.hidden.pop_front());
        let next = { queue }.find(|&(cell, _)| self.board.value(cell) == 0);
        next.filter(|&(cell, digit)| self.is_hidden(cell, digit))
    }
}

/// Returns true if some unit has no other cell without a value.
fn is_full_house(board: &Board9, cell: usize) -> bool {
    let open = board.open();
    units_of(cell)
        .into_iter()
        .any(|unit| open & UNITS[unit] == Cells::of(cell))
}

/// Reports every single of this kind on a board, cell by cell.
pub(super) fn each(board: &Board9, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    for cell in board.open() {
        let candidates = board.candidates(cell);
        let is_naked = candidates.is_power_of_two();
        let digits = match technique {
            Technique::FullHouse if is_naked && is_full_house(board, cell) => candidates,
            Technique::NakedSingle if is_naked => candidates,
            Technique::HiddenSingle => hidden_in(board, cell),
            _ => 0,
        };
        for digit in digits_of(digits) {
            sink(HodokuStep::placing(technique, Cells::of(cell), digit))?;
        }
    }
    Flow::Continue(())
}

/// The digits that have no other place in some unit of the cell.
fn hidden_in(board: &Board9, cell: usize) -> u16 {
    let is_hidden = |&digit: &usize| {
        let places = board.places(digit as u8);
        let is_alone = |unit: usize| places & UNITS[unit] == Cells::of(cell);
        units_of(cell).into_iter().any(is_alone)
    };
    mask_of(ones(board.candidates(cell)).filter(is_hidden))
}
