//! Whether a board has one solution: search with singles, where there are the fewest ways to go on.

use crate::Board;
use crate::cells::{Cells, PEERS, UNITS};

/// How many solutions a board has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Solutions {
    None,
    One(Box<[u8; 81]>),
    Several,
    /// The search was given up.
    Unknown,
}

/// Where a search is given up: after seconds. Puzzles take a few nodes, or a few hundred.
const MOST_NODES: u32 = 1_000_000;

/// Counts the solutions of a board up to two, within its candidates.
pub(crate) fn solutions(board: &Board) -> Solutions {
    let mut state = State {
        cand: [0; 81],
        place: [0; 9],
        open: 0,
    };
    for (cell, peers) in PEERS.iter().enumerate() {
        let value = board.value(cell);
        if value == 0 {
            state.open |= 1 << cell;
            state.cand[cell] = board.candidates(cell);
            for digit in 0..9 {
                state.place[digit] |= u128::from(state.cand[cell] >> digit & 1) << cell;
            }
        } else if peers.into_iter().any(|peer| board.value(peer) == value) {
            return Solutions::None;
        }
    }
    let values = std::array::from_fn(|cell| board.value(cell));
    let mut found = Solutions::None;
    search(state, &values, &mut found, &mut 0);
    found
}

#[derive(Clone)]
struct State {
    cand: [u16; 81],
    /// For each digit, the open cells that may have it.
    place: [u128; 9],
    open: u128,
}

impl State {
    fn set(&mut self, cell: usize, digit: usize, values: &mut [u8; 81]) {
        values[cell] = digit as u8 + 1;
        self.open &= !(1 << cell);
        self.cand[cell] = 0;
        for places in &mut self.place {
            *places &= !(1 << cell);
        }
        let mut seen = PEERS[cell].bits() & self.place[digit];
        self.place[digit] &= !seen;
        while seen != 0 {
            self.cand[seen.trailing_zeros() as usize] &= !(1 << digit);
            seen &= seen - 1;
        }
    }

    /// The cell with the fewest candidates, or the unit with the fewest places for a digit: cells,
    /// and digits of which one must be in one of the cells.
    fn narrowest(&self) -> (Cells, u16) {
        let (mut best, mut fewest) = ((Cells::NONE, 0), u32::MAX);
        let mut open = self.open;
        while open != 0 && fewest > 2 {
            let cell = open.trailing_zeros() as usize;
            open &= open - 1;
            let count = self.cand[cell].count_ones();
            if count < fewest {
                (best, fewest) = ((Cells::of(cell), self.cand[cell]), count);
            }
        }
        for digit in 0..9 {
            if fewest == 2 {
                break;
            }
            for unit in UNITS {
                let places = unit.bits() & self.place[digit];
                let count = places.count_ones();
                if count != 0 && count < fewest {
                    (best, fewest) = ((Cells::from_bits(places), 1 << digit), count);
                }
            }
        }
        best
    }

    /// Sets all singles; `false` on a contradiction.
    fn singles(&mut self, values: &mut [u8; 81]) -> bool {
        loop {
            let mut changed = false;
            let mut open = self.open;
            while open != 0 {
                let cell = open.trailing_zeros() as usize;
                open &= open - 1;
                match self.cand[cell].count_ones() {
                    0 => return false,
                    1 => {
                        self.set(cell, self.cand[cell].trailing_zeros() as usize, values);
                        changed = true;
                    }
                    _ => {}
                }
            }
            if changed {
                continue;
            }
            match self.hidden(values) {
                None => return false,
                Some(false) => return true,
                Some(true) => {}
            }
        }
    }

    /// Sets the hidden singles; whether there were any, or none on a contradiction.
    fn hidden(&mut self, values: &mut [u8; 81]) -> Option<bool> {
        let mut changed = false;
        for digit in 0..9 {
            for unit in UNITS {
                let places = unit.bits() & self.place[digit];
                if places.count_ones() > 1 {
                    continue;
                }
                if places == 0 {
                    // Lost, unless the digit stands in the unit already.
                    if !unit
                        .into_iter()
                        .any(|cell| usize::from(values[cell]) == digit + 1)
                    {
                        return None;
                    }
                    continue;
                }
                self.set(places.trailing_zeros() as usize, digit, values);
                changed = true;
            }
        }
        Some(changed)
    }
}

/// Searches on; `true` to stop, because there are two or it takes too long.
fn search(mut state: State, values: &[u8; 81], found: &mut Solutions, nodes: &mut u32) -> bool {
    let mut values = *values;
    *nodes += 1;
    if *nodes > MOST_NODES {
        *found = Solutions::Unknown;
        return true;
    }
    if !state.singles(&mut values) {
        return false;
    }
    if state.open == 0 {
        *found = match found {
            Solutions::None => Solutions::One(Box::new(values)),
            _ => Solutions::Several,
        };
        return *found == Solutions::Several;
    }
    let (cells, digits) = state.narrowest();
    for cell in cells {
        for digit in (0..9).filter(|digit| digits >> digit & 1 == 1) {
            let mut next = state.clone();
            let mut tried = values;
            next.set(cell, digit, &mut tried);
            if search(next, &tried, found, nodes) {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_solution_counts() {
        let line =
            "1.298..5.5........8.65..139...1..72.....5.8............78....6..5...3.929.36.....";
        let Solutions::One(solution) = solutions(&Board::read(line).unwrap()) else {
            panic!("one solution");
        };
        assert_eq!(solution[..9], [1, 3, 2, 9, 8, 4, 6, 5, 7]);
        let clash = line.replacen('.', "1", 1);
        assert_eq!(solutions(&Board::read(&clash).unwrap()), Solutions::None);
    }

    #[test]
    fn none_one_and_several_are_told_apart() {
        let of = |line: &str| solutions(&Board::read(line).unwrap());
        assert_eq!(of(&".".repeat(81)), Solutions::Several);
        let one =
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
        let Solutions::One(solution) = of(one) else {
            panic!("one solution");
        };
        let line: String = solution.iter().map(u8::to_string).collect();
        assert_eq!(of(&line), Solutions::One(solution));
        assert_eq!(of(&one.replacen('9', ".", 1)), Solutions::Several);
        assert_eq!(of(&format!("55{}", ".".repeat(79))), Solutions::None);
        assert_eq!(of(&format!("12345678{}9", ".".repeat(72))), Solutions::None);
        // Hopeless, but no cell or unit is empty: searches that look at cells alone take minutes.
        let hard =
            ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
        assert_eq!(of(hard), Solutions::None);
    }
}
