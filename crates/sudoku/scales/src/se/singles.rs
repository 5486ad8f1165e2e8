//! Singles, and steps that make a single at once: pointing, claiming, hidden pairs and triplets.

use super::Technique;
use super::grid::{BOXES, CELL, COLUMNS, Grid, ROWS, UNIT_BITS, are_many, cell_at, cells, ones};
use super::grid::{single, size};
use super::step::{Step, digit_off};

/// The order in which units are looked at for sets and singles.
pub(super) const SET_ORDER: [usize; 3] = [BOXES, COLUMNS, ROWS];

/// Units whose candidates may be confined to a unit that crosses them.
pub(super) const CROSSINGS: [(usize, usize); 4] = [
    (BOXES, COLUMNS),
    (BOXES, ROWS),
    (COLUMNS, BOXES),
    (ROWS, BOXES),
];

/// All sets of this many of nine, in the order of their masks.
pub(super) fn choose(size: u32) -> &'static [u16] {
    const fn table<const N: usize>(size: u32) -> [u16; N] {
        let mut found = [0; N];
        let (mut mask, mut count) = (0u16, 0);
        while mask < 512 {
            if mask.count_ones() == size {
                found[count] = mask;
                count += 1;
            }
            mask += 1;
        }
        found
    }
    const PAIRS: [u16; 36] = table(2);
    const TRIPLES: [u16; 84] = table(3);
    const QUADS: [u16; 126] = table(4);
    match size {
        2 => &PAIRS,
        3 => &TRIPLES,
        _ => &QUADS,
    }
}

pub(super) fn hidden_single(grid: &Grid) -> Option<Step> {
    for last in [true, false] {
        for kind in SET_ORDER {
            for unit in kind..kind + 9 {
                if (grid.empty[unit] == 1) != last {
                    continue;
                }
                for digit in 0..9 {
                    let Some(position) = single(grid.spot[unit][digit]) else {
                        continue;
                    };
                    let rating = match (last, kind) {
                        (true, _) => 10,
                        (false, BOXES) => 12,
                        (false, _) => 15,
                    };
                    let cell = cell_at(unit, position);
                    return Some(Step::set(Technique::HiddenSingle, rating, cell, digit));
                }
            }
        }
    }
    None
}

pub(super) fn naked_single(grid: &Grid) -> Option<Step> {
    (0..81).find_map(|cell| {
        let digit = single(grid.cand[cell])?;
        Some(Step::set(Technique::NakedSingle, 23, cell, digit))
    })
}

/// Every unit with each that crosses it in three cells, and the positions in the first outside the
/// other, in the order in which they are tried.
pub(super) const CROSSED: [(u8, u8, u16); 108] = {
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
                if UNIT_BITS[crossing] >> CELL[unit][position] & 1 == 0 {
                    outside |= 1 << position;
                }
                position += 1;
            }
            if outside != 0x1ff {
                found[count] = (unit as u8, crossing as u8, outside);
                count += 1;
            }
            at += 1;
        }
        pair += 1;
    }
    found
};

/// Calls back for every digit of a unit that is confined to where another unit crosses it, until
/// there is an answer: the first unit, the other, the digit.
fn confined<T>(grid: &Grid, mut answer: impl FnMut(usize, usize, usize) -> Option<T>) -> Option<T> {
    for (unit, crossing, outside) in CROSSED {
        let spots = &grid.spot[usize::from(unit)];
        let mut inside = 0u16;
        for digit in 0..9 {
            inside |= u16::from(spots[digit] & outside == 0 && spots[digit] != 0) << digit;
        }
        for digit in ones(inside) {
            if size(spots[digit]) >= 2
                && let Some(found) = answer(usize::from(unit), usize::from(crossing), digit)
            {
                return Some(found);
            }
        }
    }
    None
}

/// Pointing or claiming that leaves one place for the digit in a unit of the same kind.
pub(super) fn direct_locking(grid: &Grid) -> Option<Step> {
    confined(grid, |unit, crossing, digit| {
        let kind = unit / 9 * 9;
        for next in (kind..kind + 9).filter(|&next| next != unit) {
            if UNIT_BITS[next] & UNIT_BITS[crossing] == 0 || size(grid.spot[next][digit]) < 2 {
                continue;
            }
            let left = grid.place[digit] & UNIT_BITS[next] & !UNIT_BITS[crossing];
            if left == 0 || are_many(left) {
                continue;
            }
            let (technique, rating) = if kind == BOXES {
                (Technique::DirectPointing, 17)
            } else {
                (Technique::DirectClaiming, 19)
            };
            let cell = left.trailing_zeros() as usize;
            return Some(Step::set(technique, rating, cell, digit));
        }
        None
    })
}

pub(super) fn locking(grid: &Grid) -> Option<Step> {
    confined(grid, |unit, crossing, digit| {
        let left = grid.place[digit] & UNIT_BITS[crossing] & !UNIT_BITS[unit];
        let (technique, rating) = if unit >= BOXES {
            (Technique::Pointing, 26)
        } else {
            (Technique::Claiming, 28)
        };
        Step::off(technique, rating, digit_off(digit, cells(left)))
    })
}

/// A hidden pair or triplet that leaves one place for another digit of its unit.
pub(super) fn direct_hidden_set(grid: &Grid, many: u32) -> Option<Step> {
    let (technique, rating) = if many == 2 {
        (Technique::DirectHiddenPair, 20)
    } else {
        (Technique::DirectHiddenTriplet, 25)
    };
    for kind in SET_ORDER {
        for unit in kind..kind + 9 {
            if u32::from(grid.empty[unit]) <= many {
                continue;
            }
            for (digits, positions) in hidden_sets(grid, unit, many) {
                for digit in ones(0x1ff & !digits) {
                    let spots = grid.spot[unit][digit];
                    if size(spots) < 2 {
                        continue;
                    }
                    if let Some(position) = single(spots & !positions) {
                        let cell = cell_at(unit, position);
                        return Some(Step::set(technique, rating, cell, digit));
                    }
                }
            }
        }
    }
    None
}

/// The sets of digits of a unit that have only as many places, with these places.
pub(super) fn hidden_sets(
    grid: &Grid,
    unit: usize,
    many: u32,
) -> impl Iterator<Item = (u16, u16)> + '_ {
    let spots = &grid.spot[unit];
    let usable = (0..9)
        .filter(|&digit| (2..=many).contains(&size(spots[digit])))
        .fold(0u16, |mask, digit| mask | 1 << digit);
    let sets = if size(usable) < many {
        &[]
    } else {
        choose(many)
    };
    sets.iter().filter_map(move |&digits| {
        if digits & !usable != 0 {
            return None;
        }
        let positions = ones(digits).fold(0, |mask, digit| mask | spots[digit]);
        (size(positions) == many).then_some((digits, positions))
    })
}
