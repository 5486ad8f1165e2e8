//! Answers to classic 9×9 Sudoku, by the million: boards as 81 numbers, units as sets of bits.
//!
//! The scores are those of the [`Judge`](super::Judge), without sentences; a test compares them. Only answers that are values and
//! blanks are read here: anything else is for the judge.

use super::{Passage, Score};

/// A board: the values of the cells, 0 for none.
type Cells = [u8; 81];

/// The rows, columns and boxes of a board.
const UNITS: [[usize; 9]; 27] = units();

/// The constraints that the model has: the units, and each cell has one value.
const CONSTRAINTS: usize = 27 + 81;

const fn units() -> [[usize; 9]; 27] {
    let mut units = [[0; 9]; 27];
    let mut number = 0;
    while number < 9 {
        let mut at = 0;
        while at < 9 {
            units[number][at] = 9 * number + at;
            units[9 + number][at] = 9 * at + number;
            units[18 + number][at] = 27 * (number / 3) + 3 * (number % 3) + 9 * (at / 3) + at % 3;
            at += 1;
        }
        number += 1;
    }
    units
}

/// The values in a text that is 81 of them and nothing else but blanks, commas and bars.
pub fn cells(text: &str) -> Option<Cells> {
    let mut cells = [0; 81];
    let mut count = 0;
    for byte in text.bytes() {
        let value = match byte {
            b'1'..=b'9' => byte - b'0',
            b'0' | b'.' | b'_' => 0,
            b' ' | b'\n' | b'\r' | b'\t' | b',' | b'|' => continue,
            _ => return None,
        };
        *cells.get_mut(count)? = value;
        count += 1;
    }
    (count == 81).then_some(cells)
}

/// The score of an answer to a puzzle with these clues. `only` is its only solution; `is_unique` says whether there is one, if
/// that is known.
pub fn score(
    clues: &Cells,
    answer: &Cells,
    is_unique: Option<bool>,
    only: Option<&Cells>,
) -> Score {
    let (mut filled, mut right, mut changed, mut open) = (0, 0, 0, 0);
    for cell in 0..81 {
        let (clue, value) = (clues[cell], answer[cell]);
        if clue == 0 {
            open += 1;
            filled += usize::from(value != 0);
            right += usize::from(value != 0 && only.is_some_and(|only| only[cell] == value));
        } else {
            changed += usize::from(value != 0 && value != clue);
        }
    }
    let mut at_fault = [false; 81];
    let (mut broken, mut kept) = (0, answer.iter().filter(|&&value| value != 0).count());
    for unit in &UNITS {
        let (mut once, mut twice, mut is_full) = (0u16, 0u16, true);
        for &cell in unit {
            let bit = 1u16 << answer[cell];
            twice |= once & bit;
            once |= bit;
            is_full &= answer[cell] != 0;
        }
        // Empty cells have no value in common.
        twice &= !1;
        if twice != 0 {
            broken += 1;
            for &cell in unit {
                at_fault[cell] |= twice & 1 << answer[cell] != 0;
            }
        } else if is_full {
            kept += 1;
        }
    }
    let is_consistent = |&cell: &usize| clues[cell] == 0 && answer[cell] != 0 && !at_fault[cell];
    Score {
        malformed: None,
        is_complete: !answer.contains(&0),
        is_valid: broken == 0 && changed == 0,
        is_unique,
        open,
        filled,
        right: only.map(|_| right),
        consistent: (0..81).filter(is_consistent).count(),
        constraints: CONSTRAINTS,
        kept,
        broken,
        changed,
        reasons: Vec::new(),
        found: Some(Passage {
            place: "text",
            line: 1,
            candidates: 1,
        }),
    }
}
