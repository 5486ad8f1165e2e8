//! Naked and hidden sets, fish, and the two wings.

use super::Technique;
use super::grid::{COLUMNS, Grid, ROWS, SET_UNITS, cell_at, cells_at, peers_in_order};
use super::step::Step;
use crate::cells::{Cells, PEERS, UNITS};
use crate::digits::{choose, count, mask_of, ones, single};

/// The sets of `n` of nine masks that have only `n` members together: the numbers of the masks, and these
/// members. Each mask takes one member, so other masks cannot have them: cells with their digits make naked sets,
/// digits with their places hidden ones, lines with the lines across fish.
pub(super) fn closed_sets(
    many: usize,
    mask: impl Fn(usize) -> u16,
) -> impl Iterator<Item = (u16, u16)> {
    let usable = mask_of((0..9).filter(|&at| (2..=many).contains(&count(mask(at)))));
    let sets = if count(usable) < many {
        &[]
    } else {
        choose(many)
    };
    sets.iter().filter_map(move |&set| {
        if set & !usable != 0 {
            return None;
        }
        let members = ones(set).fold(0, |all, at| all | mask(at));
        (count(members) == many).then_some((set, members))
    })
}

/// The sets of digits of a unit that have only as many places, with these places.
pub(super) fn hidden_sets(
    grid: &Grid,
    unit: usize,
    many: usize,
) -> impl Iterator<Item = (u16, u16)> {
    let spots = &grid.spot[unit];
    closed_sets(many, |digit| spots[digit])
}

/// The sets of cells of a unit that have only as many candidates, as positions and digits.
pub(super) fn naked_sets(
    grid: &Grid,
    unit: usize,
    many: usize,
) -> impl Iterator<Item = (u16, u16)> {
    closed_sets(many, move |at| grid.cand[cell_at(unit, at)])
}

/// The lines of a digit that have places in only as many lines across: the lines, the digit, the lines across. By
/// lines, then by digit.
pub(super) fn line_sets(
    grid: &Grid,
    base: usize,
    many: usize,
    is_open: impl Fn(usize) -> bool,
) -> Vec<(u16, usize, u16)> {
    let digits = (0..9).filter(|&digit| is_open(digit));
    let of_digit = |digit: usize| {
        closed_sets(many, move |line| grid.spot[base + line][digit])
            .map(move |(lines, across)| (lines, digit, across))
    };
    let mut found: Vec<_> = digits.flat_map(of_digit).collect();
    found.sort_unstable();
    found
}

/// The cells of these rows or columns.
pub(super) fn cells_of(kind: usize, lines: u16) -> Cells {
    ones(lines).fold(Cells::NONE, |cells, line| cells | UNITS[kind + line])
}

pub(super) fn naked_set(grid: &Grid, many: usize) -> Option<Step> {
    let (technique, rating) = match many {
        2 => (Technique::NakedPair, 30),
        3 => (Technique::NakedTriplet, 36),
        _ => (Technique::NakedQuad, 50),
    };
    let mut units = SET_UNITS
        .into_iter()
        .filter(|&unit| grid.empty[unit] >= 2 * many);
    units.find_map(|unit| {
        naked_sets(grid, unit, many).find_map(|(positions, digits)| {
            let others = cells_at(unit, 0x1ff & !positions);
            Step::off(technique, rating, grid.among(others, digits))
        })
    })
}

pub(super) fn hidden_set(grid: &Grid, many: usize) -> Option<Step> {
    let (technique, rating) = match many {
        2 => (Technique::HiddenPair, 34),
        3 => (Technique::HiddenTriplet, 40),
        _ => (Technique::HiddenQuad, 54),
    };
    let mut units = SET_UNITS
        .into_iter()
        .filter(|&unit| grid.empty[unit] > 2 * many);
    units.find_map(|unit| {
        hidden_sets(grid, unit, many).find_map(|(digits, positions)| {
            let cells = cells_at(unit, positions);
            Step::off(technique, rating, grid.among(cells, !digits))
        })
    })
}

pub(super) fn fish(grid: &Grid, many: usize) -> Option<Step> {
    let (technique, rating) = match many {
        2 => (Technique::XWing, 32),
        3 => (Technique::Swordfish, 38),
        _ => (Technique::Jellyfish, 52),
    };
    let set = grid.set_counts();
    let directions = [(COLUMNS, ROWS), (ROWS, COLUMNS)];
    directions.into_iter().find_map(|(base, cover)| {
        let found = line_sets(grid, base, many, |digit| set[digit] + 2 * many <= 9);
        found.into_iter().find_map(|(lines, digit, across)| {
            let swept = cells_of(cover, across) - cells_of(base, lines);
            Step::off(technique, rating, grid.among(swept, 1 << digit))
        })
    })
}

/// A pivot of two (XY) or three (XYZ) candidates with two wings.
pub(super) fn wing(grid: &Grid, pivot_size: usize) -> Option<Step> {
    let pairs = grid.with_count(2);
    for pivot in grid.with_count(pivot_size) {
        if !pairs.meets(PEERS[pivot]) {
            continue;
        }
        let own = grid.cand[pivot];
        let wings = || peers_in_order(pivot, pairs);
        for first in wings().filter(|&first| count(own & !grid.cand[first]) == 1) {
            let step = wings().find_map(|second| wing_of(grid, pivot, first, second));
            if step.is_some() {
                return step;
            }
        }
    }
    None
}

fn wing_of(grid: &Grid, pivot: usize, first: usize, second: usize) -> Option<Step> {
    let [own, one, two] = [pivot, first, second].map(|cell| grid.cand[cell]);
    let three = count(own) == 3;
    if count(own | one | two) != 3 || count(own & one & two) != usize::from(three) {
        return None;
    }
    let digit = single(one & two)?;
    let seen = (PEERS[first] & PEERS[second] & grid.place[digit]).without(pivot);
    if three {
        let off = grid.among(seen & PEERS[pivot], 1 << digit);
        return Step::off(Technique::XyzWing, 44, off);
    }
    Step::off(Technique::XyWing, 42, grid.among(seen, 1 << digit))
}
