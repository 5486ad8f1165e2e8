//! The patterns that dynamic chains (+) use when nothing else follows: locked candidates, hidden
//! and naked pairs, X-wings, each of which must rest on something that the chain took off.
//!
//! Only the parts that the chain has touched since the last look for a pattern can have a new one.

use super::branch::{Branch, NodeId, OFF};
use super::grid::{COLUMNS, Grid, Off, ROWS, SET_UNITS, cell_at, cells_at, units_around};
use super::sets::{cells_of, hidden_sets, line_sets, naked_sets};
use super::singles::CROSSED;
use crate::cells::{Cells, UNITS};
use crate::digits::{count, mask_of, ones};

/// For each of the four patterns, how much of what fell it has seen.
#[derive(Clone, Default)]
pub(super) struct Seen([usize; 4]);

/// The candidates that fell since the last look for a pattern.
struct Touched {
    /// For each digit, the units in which it lost a place.
    units: [u32; 9],
    cells: Cells,
}

impl Seen {
    fn touched(&mut self, pattern: usize, branch: &Branch) -> Option<Touched> {
        let fallen = &branch.order[OFF][self.0[pattern]..];
        if fallen.is_empty() {
            return None;
        }
        self.0[pattern] = branch.order[OFF].len();
        let mut touched = Touched {
            units: [0; 9],
            cells: Cells::NONE,
        };
        for &id in fallen {
            let (cell, digit) = branch.at(id).candidate();
            touched.cells = touched.cells.with(cell);
            for unit in units_around(cell) {
                touched.units[digit] |= 1 << unit;
            }
        }
        Some(touched)
    }
}

/// Looks for the first pattern that adds anything.
pub(super) fn follow(branch: &mut Branch, base: &Grid, now: &Grid, seen: &mut Seen) -> bool {
    let patterns = [locking, hidden_pairs, naked_pairs, x_wings];
    patterns.iter().enumerate().any(|(number, pattern)| {
        seen.touched(number, branch)
            .is_some_and(|touched| pattern(branch, base, now, &touched))
    })
}

fn locking(branch: &mut Branch, base: &Grid, now: &Grid, touched: &Touched) -> bool {
    let mut added = false;
    let any = touched.units.iter().fold(0, |all, units| all | units);
    for &(unit, crossing, outside) in &CROSSED {
        if any >> unit & 1 == 0 {
            continue;
        }
        for digit in 0..9 {
            let spots = now.spot[unit][digit];
            if touched.units[digit] >> unit & 1 == 0 || spots & outside != 0 || count(spots) < 2 {
                continue;
            }
            let gone = cells_at(unit, base.spot[unit][digit] & outside);
            let lost = now.among(UNITS[crossing] - UNITS[unit], 1 << digit);
            added |= fall(branch, &lost, &base.among(gone, 1 << digit));
        }
    }
    added
}

/// Candidates fall, because of those that went before.
fn fall(branch: &mut Branch, lost: &Off, gone: &Off) -> bool {
    let parents: Vec<NodeId> = gone
        .iter()
        .flat_map(|&(cell, digits)| ones(digits).map(move |digit| (cell, digit)))
        .map(|(cell, digit)| branch.node(OFF, cell, digit))
        .collect();
    !parents.is_empty() && branch.remove_all(lost, &parents, None)
}

fn hidden_pairs(branch: &mut Branch, base: &Grid, now: &Grid, touched: &Touched) -> bool {
    let mut added = false;
    for unit in SET_UNITS.into_iter().filter(|&unit| base.empty[unit] > 4) {
        let fresh = mask_of((0..9).filter(|&digit| touched.units[digit] >> unit & 1 == 1));
        if fresh == 0 {
            continue;
        }
        for (pair, positions) in hidden_sets(now, unit, 2).filter(|&(pair, _)| pair & fresh != 0) {
            let others = cells_at(unit, 0x1ff & !positions);
            let lost = now.among(cells_at(unit, positions), !pair);
            added |= fall(branch, &lost, &fallen(base, now, others, pair));
        }
    }
    added
}

/// The candidates among these digits that these cells have lost.
fn fallen(base: &Grid, now: &Grid, cells: Cells, digits: u16) -> Off {
    let gone = |cell: usize| base.cand[cell] & !now.cand[cell] & digits;
    cells.into_iter().map(|cell| (cell, gone(cell))).collect()
}

fn naked_pairs(branch: &mut Branch, base: &Grid, now: &Grid, touched: &Touched) -> bool {
    let mut added = false;
    for unit in SET_UNITS.into_iter().filter(|&unit| base.empty[unit] >= 4) {
        if !touched.cells.meets(UNITS[unit]) {
            continue;
        }
        for (pair, digits) in naked_sets(now, unit, 2) {
            let two = cells_at(unit, pair);
            let lost = now.among(UNITS[unit] - two, digits);
            added |= fall(branch, &lost, &base.among(two, !digits));
        }
    }
    added
}

fn x_wings(branch: &mut Branch, base: &Grid, now: &Grid, touched: &Touched) -> bool {
    let mut added = false;
    let set = base.set_counts();
    for (own, cover) in [(COLUMNS, ROWS), (ROWS, COLUMNS)] {
        let is_open = |digit: usize| set[digit] + 4 <= 9 && touched.units[digit] != 0;
        for (lines, digit, across) in line_sets(now, own, 2, is_open) {
            if touched.units[digit] >> own & u32::from(lines) == 0 {
                continue;
            }
            let (bases, covers) = (cells_of(own, lines), cells_of(cover, across));
            let lost = now.among(covers - bases, 1 << digit);
            let gone = ones(lines).flat_map(|line| {
                let places = base.spot[own + line][digit] & !across;
                ones(places).map(move |at| (cell_at(own + line, at), 1 << digit))
            });
            added |= fall(branch, &lost, &gone.collect());
        }
    }
    added
}
