//! A 9×9 board with its candidates.
//!
//! **Invariants.** `places[d]` holds the cells whose candidates have the bit of digit `d + 1`. A cell
//! with a value has no candidates, and none of its peers has that value as a candidate.

use crate::cells::{Cells, PEERS, in_at_least};
use std::fmt;
use tilewright_nine::{Uniqueness, uniqueness};

/// The nodes after which a search for solutions gives up: seconds. Puzzles take a few.
const MOST_NODES: u32 = 10_000_000;

/// The values of the cells, and the candidates of those that have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board9 {
    /// 0 for a cell without a value.
    values: [u8; 81],
    /// Bit `d` for digit `d + 1`.
    candidates: [u16; 81],
    /// For each digit, the cells that have it as a candidate.
    places: [Cells; 9],
    /// The cells without a value.
    open: Cells,
    givens: Cells,
}

/// The reason why a text is not a 9×9 puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid(String);

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Invalid {}

impl Board9 {
    /// A board with these givens: 0 for an empty cell. A given may clash with another; then some
    /// cell ends up without candidates, and no rating is defined.
    ///
    /// # Panics
    /// If a given is above 9.
    pub fn new(givens: &[u8; 81]) -> Self {
        let mut board = Self {
            values: [0; 81],
            candidates: [0x1ff; 81],
            places: [Cells::ALL; 9],
            open: Cells::ALL,
            givens: Cells::NONE,
        };
        for (cell, &digit) in givens.iter().enumerate() {
            assert!(digit <= 9, "a given is a digit from 1 to 9, or 0");
            if digit != 0 {
                board.set(cell, digit - 1);
                board.givens = board.givens.with(cell);
            }
        }
        board
    }

    /// A board from a line of 81 characters: a digit, or `.` or `0` for an empty cell.
    ///
    /// ```
    /// use tilewright_scales::Board9;
    /// let line = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    /// assert_eq!(Board9::read(line)?.givens().len(), 17);
    /// # Ok::<(), tilewright_scales::Invalid>(())
    /// ```
    pub fn read(line: &str) -> Result<Self, Invalid> {
        let mut givens = [0; 81];
        let mut count = 0;
        for (at, symbol) in line.chars().enumerate() {
            let digit = match symbol {
                '.' => 0,
                '0'..='9' => symbol as u8 - b'0',
                _ => {
                    let place = at + 1;
                    return Err(Invalid(format!(
                        "column {place}: expected a digit or \".\", found {symbol:?}"
                    )));
                }
            };
            if at < 81 {
                givens[at] = digit;
            }
            count += 1;
        }
        if count != 81 {
            return Err(Invalid(format!("expected 81 cells, found {count}")));
        }
        Ok(Self::new(&givens))
    }

    /// Gives a cell a value (digit `0..9`), and removes the candidates which that excludes.
    pub fn set(&mut self, cell: usize, digit: u8) {
        for gone in 0..9 {
            self.places[gone] = self.places[gone].without(cell);
        }
        self.candidates[cell] = 0;
        self.values[cell] = digit + 1;
        self.open = self.open.without(cell);
        let seen = PEERS[cell] & self.places[usize::from(digit)];
        for peer in seen {
            self.candidates[peer] &= !(1 << digit);
        }
        self.places[usize::from(digit)] = self.places[usize::from(digit)] - seen;
    }

    /// Removes a candidate (digit `0..9`).
    pub fn remove(&mut self, cell: usize, digit: u8) {
        self.candidates[cell] &= !(1 << digit);
        self.places[usize::from(digit)] = self.places[usize::from(digit)].without(cell);
    }

    /// The value of a cell, 1 to 9, or 0 where it has none.
    pub fn value(&self, cell: usize) -> u8 {
        self.values[cell]
    }

    /// The candidates of a cell: bit `d` for digit `d + 1`.
    pub fn candidates(&self, cell: usize) -> u16 {
        self.candidates[cell]
    }

    /// The cells that have this digit (`0..9`) as a candidate.
    pub fn places(&self, digit: u8) -> Cells {
        self.places[usize::from(digit)]
    }

    /// The cells with this number of candidates, up to four.
    pub(crate) fn with_count(&self, count: usize) -> Cells {
        let at_least = in_at_least(&self.places);
        at_least[count] - at_least[count + 1]
    }

    /// The cells with at least this number of candidates, up to five.
    pub(crate) fn with_at_least(&self, count: usize) -> Cells {
        in_at_least(&self.places)[count]
    }

    /// For each digit the cells that have it as their value.
    pub(crate) fn placed(&self) -> [Cells; 9] {
        let mut placed = [Cells::NONE; 9];
        for (cell, &value) in self.values.iter().enumerate() {
            if value > 0 {
                let cells = &mut placed[usize::from(value) - 1];
                *cells = cells.with(cell);
            }
        }
        placed
    }

    /// For each digit the cells without a value that see no such value, whatever candidates steps removed.
    pub(crate) fn allowed(&self) -> [Cells; 9] {
        self.placed().map(|cells| self.open - cells.any_peers())
    }

    /// The cells that were given.
    pub fn givens(&self) -> Cells {
        self.givens
    }

    /// Takes these cells, which have values, for the given ones.
    pub(crate) fn set_givens(&mut self, givens: Cells) {
        self.givens = givens;
    }

    /// Removes all candidates of a cell, which is about to get a value.
    pub(crate) fn clear(&mut self, cell: usize) {
        for places in &mut self.places {
            *places = places.without(cell);
        }
        self.candidates[cell] = 0;
    }

    /// The cells without a value.
    pub fn open(&self) -> Cells {
        self.open
    }

    /// Returns true if every cell has a value.
    pub fn is_solved(&self) -> bool {
        self.open.is_empty()
    }

    /// The number of solutions within the candidates.
    pub(crate) fn uniqueness(&self) -> Uniqueness {
        let possible = |cell| match self.values[cell] {
            0 => self.candidates[cell],
            value => 1 << (value - 1),
        };
        uniqueness(&std::array::from_fn(possible), MOST_NODES)
    }

    /// Returns true if a cell without a value has no candidate left.
    pub fn is_dead(&self) -> bool {
        self.open.into_iter().any(|cell| self.candidates[cell] == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_takes_the_candidates_of_its_peers() {
        let mut board = Board9::new(&[0; 81]);
        board.set(40, 4);
        assert_eq!(board.value(40), 5);
        assert_eq!(board.candidates(40), 0);
        assert_eq!(board.candidates(41), 0x1ff & !(1 << 4));
        assert_eq!(board.places(4).len(), 81 - 21);
        board.remove(0, 4);
        assert!(!board.places(4).has(0));
    }

    #[test]
    fn what_is_wrong_with_a_line_is_said() {
        let says = |line: &str| Board9::read(line).unwrap_err().to_string();
        assert_eq!(says("12"), "expected 81 cells, found 2");
        assert_eq!(
            says("..x"),
            "column 3: expected a digit or \".\", found 'x'"
        );
    }

    #[test]
    fn only_one_solution_counts() {
        let line =
            "1.298..5.5........8.65..139...1..72.....5.8............78....6..5...3.929.36.....";
        let Uniqueness::One(solution) = Board9::read(line).unwrap().uniqueness() else {
            panic!("one solution");
        };
        assert_eq!(solution[..9], [1, 3, 2, 9, 8, 4, 6, 5, 7]);
        let clash = line.replacen('.', "1", 1);
        assert_eq!(Board9::read(&clash).unwrap().uniqueness(), Uniqueness::None);
    }

    #[test]
    fn none_one_and_several_are_told_apart() {
        let of = |line: &str| Board9::read(line).unwrap().uniqueness();
        assert_eq!(of(&".".repeat(81)), Uniqueness::Several);
        let one =
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
        let Uniqueness::One(solution) = of(one) else {
            panic!("one solution");
        };
        let line: String = solution.iter().map(u8::to_string).collect();
        assert_eq!(of(&line), Uniqueness::One(solution));
        assert_eq!(of(&one.replacen('9', ".", 1)), Uniqueness::Several);
        assert_eq!(of(&format!("55{}", ".".repeat(79))), Uniqueness::None);
        assert_eq!(
            of(&format!("12345678{}9", ".".repeat(72))),
            Uniqueness::None
        );
        // Hopeless, but no cell or unit is empty: searches that look at cells alone take minutes.
        let hard =
            ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
        assert_eq!(of(hard), Uniqueness::None);
    }

    /// Only the remaining candidates count, and not those that the values allow.
    #[test]
    fn solutions_are_within_the_candidates() {
        let line =
            "1.298..5.5........8.65..139...1..72.....5.8............78....6..5...3.929.36.....";
        let mut board = Board9::read(line).unwrap();
        board.remove(1, 2);
        assert_eq!(board.uniqueness(), Uniqueness::None);
        let mut empty = Board9::new(&[0; 81]);
        let solved: [u8; 81] = std::array::from_fn(|cell| {
            let (row, column) = (cell / 9, cell % 9);
            ((row * 3 + row / 3 + column) % 9) as u8 + 1
        });
        for (cell, digit) in solved.iter().enumerate() {
            for other in (0..9).filter(|other| other + 1 != *digit) {
                empty.remove(cell, other);
            }
        }
        assert_eq!(empty.uniqueness(), Uniqueness::One(solved));
    }
}
