//! Naked and hidden sets, fish, and the two wings.

use super::Technique;
use super::grid::{COLUMNS, Grid, PEER_BITS, ROWS, SEEN, UNIT_BITS, cell_at, cells, ones};
use super::grid::{single, size};
use super::singles::{SET_ORDER, choose, hidden_sets};
use super::step::{Step, digit_off};

pub(super) fn naked_set(grid: &Grid, many: u32) -> Option<Step> {
    let (technique, rating) = match many {
        2 => (Technique::NakedPair, 30),
        3 => (Technique::NakedTriplet, 36),
        _ => (Technique::NakedQuad, 50),
    };
    for kind in SET_ORDER {
        for unit in kind..kind + 9 {
            if u32::from(grid.empty[unit]) < 2 * many {
                continue;
            }
            for (positions, digits) in naked_sets(grid, unit, many) {
                let off = ones(0x1ff & !positions)
                    .map(|position| cell_at(unit, position))
                    .filter(|&cell| grid.cand[cell] & digits != 0)
                    .map(|cell| (cell as u8, grid.cand[cell] & digits))
                    .collect();
                if let Some(step) = Step::off(technique, rating, off) {
                    return Some(step);
                }
            }
        }
    }
    None
}

/// The sets of cells of a unit that have only as many candidates, as positions and digits.
pub(super) fn naked_sets(
    grid: &Grid,
    unit: usize,
    many: u32,
) -> impl Iterator<Item = (u16, u16)> + '_ {
    let usable = (0..9)
        .filter(|&position| (2..=many).contains(&grid.count(cell_at(unit, position))))
        .fold(0u16, |mask, position| mask | 1 << position);
    let sets = if size(usable) < many {
        &[]
    } else {
        choose(many)
    };
    sets.iter().filter_map(move |&positions| {
        if positions & !usable != 0 {
            return None;
        }
        let digits = ones(positions).fold(0, |mask, at| mask | grid.cand[cell_at(unit, at)]);
        (size(digits) == many).then_some((positions, digits))
    })
}

pub(super) fn hidden_set(grid: &Grid, many: u32) -> Option<Step> {
    let (technique, rating) = match many {
        2 => (Technique::HiddenPair, 34),
        3 => (Technique::HiddenTriplet, 40),
        _ => (Technique::HiddenQuad, 54),
    };
    for kind in SET_ORDER {
        for unit in kind..kind + 9 {
            if u32::from(grid.empty[unit]) <= 2 * many {
                continue;
            }
            for (digits, positions) in hidden_sets(grid, unit, many) {
                let off = ones(positions)
                    .map(|position| cell_at(unit, position))
                    .filter(|&cell| grid.cand[cell] & !digits != 0)
                    .map(|cell| (cell as u8, grid.cand[cell] & !digits))
                    .collect();
                if let Some(step) = Step::off(technique, rating, off) {
                    return Some(step);
                }
            }
        }
    }
    None
}

pub(super) fn fish(grid: &Grid, many: u32) -> Option<Step> {
    let (technique, rating) = match many {
        2 => (Technique::XWing, 32),
        3 => (Technique::Swordfish, 38),
        _ => (Technique::Jellyfish, 52),
    };
    let set = grid.set_counts();
    for (base, cover) in [(COLUMNS, ROWS), (ROWS, COLUMNS)] {
        // The lines of each digit that can be part of a fish of this size.
        let usable: [u16; 9] = std::array::from_fn(|digit| {
            if set[digit] + 2 * many > 9 {
                return 0;
            }
            (0..9)
                .filter(|&line| (2..=many).contains(&size(grid.spot[base + line][digit])))
                .fold(0, |mask, line| mask | 1 << line)
        });
        if usable.iter().all(|lines| size(*lines) < many) {
            continue;
        }
        for &lines in choose(many) {
            for digit in 0..9 {
                if lines & !usable[digit] != 0 {
                    continue;
                }
                let covers = ones(lines).fold(0, |mask, line| mask | grid.spot[base + line][digit]);
                if size(covers) != many {
                    continue;
                }
                let swept = ones(covers).fold(0, |bits, line| bits | UNIT_BITS[cover + line]);
                let kept = ones(lines).fold(0, |bits, line| bits | UNIT_BITS[base + line]);
                let off = digit_off(digit, cells(grid.place[digit] & swept & !kept));
                if let Some(step) = Step::off(technique, rating, off) {
                    return Some(step);
                }
            }
        }
    }
    None
}

/// A pivot of two (XY) or three (XYZ) candidates with two wings.
pub(super) fn wing(grid: &Grid, pivot_size: u32) -> Option<Step> {
    let pairs = pair_cells(grid);
    for pivot in 0..81 {
        let own = grid.cand[pivot];
        if size(own) != pivot_size || PEER_BITS[pivot] & pairs == 0 {
            continue;
        }
        let wings = || SEEN[pivot].into_iter().flat_map(|part| cells(part & pairs));
        for first in wings() {
            if size(own & !grid.cand[first]) != 1 {
                continue;
            }
            for second in wings() {
                if let Some(step) = wing_of(grid, pivot, first, second) {
                    return Some(step);
                }
            }
        }
    }
    None
}

fn wing_of(grid: &Grid, pivot: usize, first: usize, second: usize) -> Option<Step> {
    let [own, one, two] = [pivot, first, second].map(|cell| grid.cand[cell]);
    let three = size(own) == 3;
    if size(own | one | two) != 3 || size(own & one & two) != u32::from(three) {
        return None;
    }
    let digit = single(one & two)?;
    let mut seen = PEER_BITS[first] & PEER_BITS[second] & !(1 << pivot);
    if three {
        seen &= PEER_BITS[pivot];
    }
    let (technique, rating) = if three {
        (Technique::XyzWing, 44)
    } else {
        (Technique::XyWing, 42)
    };
    Step::off(
        technique,
        rating,
        digit_off(digit, cells(seen & grid.place[digit])),
    )
}

/// The cells with two candidates.
pub(super) fn pair_cells(grid: &Grid) -> u128 {
    (0..81)
        .filter(|&cell| grid.count(cell) == 2)
        .fold(0, |bits, cell| bits | 1 << cell)
}
