//! The solution of a board, if it has exactly one.

use super::sink::digits_of;
use crate::Board;
use crate::cells::{UNITS, units_of};

/// The digits (0 to 8) of the only solution; nothing if there is none, or more than one.
pub(super) fn only(board: &Board) -> Option<[u8; 81]> {
    let mut found = Vec::new();
    search(board.clone(), &mut found);
    match found.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}

/// Adds solutions until there are two.
fn search(mut board: Board, found: &mut Vec<[u8; 81]>) {
    loop {
        if board.is_dead() {
            return;
        }
        let Some(choice) = tightest(&board) else {
            if filled(&board) == [0x1ff; 27] {
                found.push(std::array::from_fn(|cell| board.value(cell) - 1));
            }
            return;
        };
        match choice.as_slice() {
            [] => return,
            &[(cell, digit)] => board.set(cell, digit),
            branches => {
                for &(cell, digit) in branches {
                    let mut next = board.clone();
                    next.set(cell, digit);
                    search(next, found);
                    if found.len() > 1 {
                        return;
                    }
                }
                return;
            }
        }
    }
}

/// The candidates of which one is right, as few as there are: of a cell, or of a digit in a unit.
/// Nothing if the board is full.
fn tightest(board: &Board) -> Option<Vec<(usize, u8)>> {
    let open = board.open();
    let cell = open
        .into_iter()
        .min_by_key(|&cell| board.candidates(cell).count_ones())?;
    let of_cell = digits_of(board.candidates(cell)).map(|digit| (cell, digit));
    let count = board.candidates(cell).count_ones() as usize;
    if count < 2 {
        return Some(of_cell.collect());
    }
    let filled = filled(board);
    let of_unit = (0..27)
        .flat_map(|unit| (0..9).map(move |digit| (unit, digit)))
        .map(|(unit, digit)| (board.places(digit) & UNITS[unit], digit, filled[unit]))
        .filter(|&(_, digit, filled)| filled >> digit & 1 == 0)
        .map(|(places, digit, _)| (places, digit))
        .min_by_key(|(places, _)| places.len());
    match of_unit {
        Some((places, digit)) if places.len() < count => {
            Some(places.into_iter().map(|cell| (cell, digit)).collect())
        }
        _ => Some(of_cell.collect()),
    }
}

/// The digits that each unit has as values.
fn filled(board: &Board) -> [u16; 27] {
    let mut filled = [0; 27];
    for cell in 0..81 {
        let value = board.value(cell);
        if value > 0 {
            for unit in units_of(cell) {
                filled[unit] |= 1 << (value - 1);
            }
        }
    }
    filled
}
