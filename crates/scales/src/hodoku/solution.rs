//! The solution of a board, if it has exactly one.
//!
//! A search with the cell that has the fewest digits left, after all singles; sets of cells say at
//! once which cells have no digit left, one or two.

use super::sink::small;
use crate::Board;
use crate::cells::{Cells, PEERS, UNITS};

/// A hard puzzle takes thousands of branches; this many are tried before a board without a solution
/// is given up.
const MAX_BRANCHES: usize = 1_000_000;

/// The digits (0 to 8) of the only solution; nothing if there is none, or more than one.
pub(super) fn only(board: &Board) -> Option<[u8; 81]> {
    let mut state = State {
        places: std::array::from_fn(|digit| board.places(small(digit))),
        taken: [Cells::NONE; 9],
        open: board.open(),
        digits: [0; 81],
    };
    for cell in !state.open {
        let digit = board.value(cell).checked_sub(1)?;
        if state.taken[usize::from(digit)].meets(PEERS[cell]) {
            return None;
        }
        state.put(cell, usize::from(digit));
    }
    let mut found = Found::default();
    state.search(&mut found);
    match found.solutions.as_slice() {
        [one] if found.branches < MAX_BRANCHES => Some(*one),
        _ => None,
    }
}

#[derive(Default)]
struct Found {
    solutions: Vec<[u8; 81]>,
    branches: usize,
}

#[derive(Clone)]
struct State {
    places: [Cells; 9],
    /// The cells that have each digit.
    taken: [Cells; 9],
    /// The cells without a digit.
    open: Cells,
    digits: [u8; 81],
}

impl State {
    fn put(&mut self, cell: usize, digit: usize) {
        for places in &mut self.places {
            *places = places.without(cell);
        }
        self.places[digit] = self.places[digit] - PEERS[cell];
        self.taken[digit] = self.taken[digit].with(cell);
        self.open = self.open.without(cell);
        self.digits[cell] = small(digit);
    }

    /// Adds solutions until there are two.
    fn search(mut self, found: &mut Found) {
        let Some(cell) = self.settle() else {
            if self.open.is_empty() {
                found.solutions.push(self.digits);
            }
            return;
        };
        for digit in 0..9 {
            let is_enough = found.solutions.len() > 1 || found.branches >= MAX_BRANCHES;
            if self.places[digit].has(cell) && !is_enough {
                found.branches += 1;
                let mut next = self.clone();
                next.put(cell, digit);
                next.search(found);
            }
        }
    }

    /// Fills in all singles; then the cell to branch on, unless there is none or the board is dead.
    fn settle(&mut self) -> Option<usize> {
        loop {
            // The cells with at least one, two and three digits.
            let mut at_least = [Cells::NONE; 3];
            for &places in &self.places {
                at_least[2] |= at_least[1] & places;
                at_least[1] |= at_least[0] & places;
                at_least[0] |= places;
            }
            if !self.open.is_within(at_least[0]) {
                return None;
            }
            let single = at_least[0] - at_least[1];
            if !single.is_empty() {
                self.put_naked(single);
                continue;
            }
            if !self.put_hidden()? {
                let pairs = at_least[1] - at_least[2];
                return pairs.first().or_else(|| self.tightest());
            }
        }
    }

    fn put_naked(&mut self, cells: Cells) {
        for cell in cells {
            // Another single may have taken the digit.
            if let Some(digit) = (0..9).find(|&digit| self.places[digit].has(cell)) {
                self.put(cell, digit);
            }
        }
    }

    /// Fills in the hidden singles; false if there was none, nothing if a digit has no place left.
    fn put_hidden(&mut self) -> Option<bool> {
        let mut is_changed = false;
        for digit in 0..9 {
            for unit in UNITS {
                let places = self.places[digit] & unit;
                if let Some(cell) = places.only() {
                    self.put(cell, digit);
                    is_changed = true;
                } else if places.is_empty() && !self.taken[digit].meets(unit) {
                    return None;
                }
            }
        }
        Some(is_changed)
    }

    fn tightest(&self) -> Option<usize> {
        let count = |cell: &usize| self.places.iter().filter(|set| set.has(*cell)).count();
        self.open.into_iter().min_by_key(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_solution_counts() {
        let line =
            "1.298..5.5........8.65..139...1..72.....5.8............78....6..5...3.929.36.....";
        let solution = only(&Board::read(line).unwrap()).unwrap();
        assert_eq!(solution[..9], [0, 2, 1, 8, 7, 3, 5, 4, 6]);
        assert!(only(&Board::new(&[0; 81])).is_none());
        let clash = line.replacen('.', "1", 1);
        assert!(only(&Board::read(&clash).unwrap()).is_none());
    }
}
