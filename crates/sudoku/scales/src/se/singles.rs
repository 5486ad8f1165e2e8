//! Singles, and steps that make a single at once: pointing, claiming, hidden pairs and triplets.

use super::Technique;
use super::grid::{BOXES, COLUMNS, Grid, ROWS, SET_UNITS, cell_at};
use super::sets::hidden_sets;
use super::step::Step;
use crate::cells::UNITS;
use crate::digits::{count, mask_of, ones, single};

/// Units whose candidates may be confined to a unit that crosses them.
const CROSSINGS: [(usize, usize); 4] = [
    (BOXES, COLUMNS),
    (BOXES, ROWS),
    (COLUMNS, BOXES),
    (ROWS, BOXES),
];

pub(super) fn hidden_single(grid: &Grid) -> Option<Step> {
    [true, false].into_iter().find_map(|last| {
        SET_UNITS
            .into_iter()
            .filter(|&unit| (grid.empty[unit] == 1) == last)
            .find_map(|unit| {
                let (digit, position) =
                    (0..9).find_map(|digit| Some((digit, single(grid.spot[unit][digit])?)))?;
                let rating = match (last, unit) {
                    (true, _) => 10,
                    (false, BOXES..) => 12,
                    (false, _) => 15,
                };
                let cell = cell_at(unit, position);
                Some(Step::set(Technique::HiddenSingle, rating, cell, digit))
            })
    })
}

pub(super) fn naked_single(grid: &Grid) -> Option<Step> {
    (0..81).find_map(|cell| {
        let digit = single(grid.cand[cell])?;
        Some(Step::set(Technique::NakedSingle, 23, cell, digit))
    })
}

/// Every unit with each that crosses it in three cells, and the positions in the first outside the
/// other, in the order in which they are tried.
pub(super) static CROSSED: [(usize, usize, u16); 108] = {
    let mut found = [(0, 0, 0); 108];
    let (mut pair, mut count) = (0, 0);
    while pair < 4 {
        let (own, other) = CROSSINGS[pair];
        let mut at = 0;
        while at < 81 {
            let (unit, crossing) = (own + at / 9, other + at % 9);
            let mut outside = 0u16;
            let mut position = 0;
            while position < 9 {
                if !UNITS[crossing].has(cell_at(unit, position)) {
                    outside |= 1 << position;
                }
                position += 1;
            }
            if outside != 0x1ff {
                found[count] = (unit, crossing, outside);
                count += 1;
            }
            at += 1;
        }
        pair += 1;
    }
    found
};

/// The first answer for a digit of a unit that is confined to where another unit crosses it: the first unit, the
/// other, the digit.
fn confined<T>(grid: &Grid, answer: impl Fn(usize, usize, usize) -> Option<T>) -> Option<T> {
    CROSSED.iter().find_map(|&(unit, crossing, outside)| {
        let spots = &grid.spot[unit];
        let inside = mask_of((0..9).filter(|&digit| spots[digit] & outside == 0));
        let mut digits = ones(inside).filter(|&digit| count(spots[digit]) >= 2);
        digits.find_map(|digit| answer(unit, crossing, digit))
    })
}

/// Pointing or claiming that leaves one place for the digit in a unit of the same kind.
pub(super) fn direct_locking(grid: &Grid) -> Option<Step> {
    confined(grid, |unit, crossing, digit| {
        let kind = unit / 9 * 9;
        let (technique, rating) = if kind == BOXES {
            (Technique::DirectPointing, 17)
        } else {
            (Technique::DirectClaiming, 19)
        };
        let others = (kind..kind + 9).filter(|&next| next != unit);
        let crossed = others.filter(|&next| UNITS[next].meets(UNITS[crossing]));
        let mut left = crossed
            .filter(|&next| count(grid.spot[next][digit]) >= 2)
            .map(|next| (grid.place[digit] & UNITS[next]) - UNITS[crossing]);
        let cell = left.find(|left| left.len() == 1)?.first()?;
        Some(Step::set(technique, rating, cell, digit))
    })
}

pub(super) fn locking(grid: &Grid) -> Option<Step> {
    confined(grid, |unit, crossing, digit| {
        let (technique, rating) = if unit >= BOXES {
            (Technique::Pointing, 26)
        } else {
            (Technique::Claiming, 28)
        };
        let left = (grid.place[digit] & UNITS[crossing]) - UNITS[unit];
        Step::off(technique, rating, grid.among(left, 1 << digit))
    })
}

/// A hidden pair or triplet that leaves one place for another digit of its unit.
pub(super) fn direct_hidden_set(grid: &Grid, many: usize) -> Option<Step> {
    let (technique, rating) = if many == 2 {
        (Technique::DirectHiddenPair, 20)
    } else {
        (Technique::DirectHiddenTriplet, 25)
    };
    let mut units = SET_UNITS
        .into_iter()
        .filter(|&unit| grid.empty[unit] > many);
    units.find_map(|unit| {
        let spots = &grid.spot[unit];
        hidden_sets(grid, unit, many).find_map(|(digits, positions)| {
            let mut others = ones(0x1ff & !digits).filter(|&digit| count(spots[digit]) >= 2);
            let (digit, position) =
                others.find_map(|digit| Some((digit, single(spots[digit] & !positions)?)))?;
            let cell = cell_at(unit, position);
            Some(Step::set(technique, rating, cell, digit))
        })
    })
}
