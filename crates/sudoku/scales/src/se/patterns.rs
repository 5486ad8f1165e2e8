//! The patterns that dynamic chains (+) use when nothing else follows: locked candidates, hidden
//! and naked pairs, X-wings, each of which must rest on something that the chain took off.
//!
//! Only the parts that the chain has touched since the last look for a pattern can have a new one.

use super::branch::{Branch, NodeId, OFF};
use super::grid::{COLUMNS, Grid, ROWS, UNIT, UNIT_BITS, cell_at, cells, ones, size};
use super::singles::{CROSSED, SET_ORDER, choose};

/// For each of the four patterns, how much of what fell it has seen.
#[derive(Clone, Default)]
pub(super) struct Seen([usize; 4]);

/// The candidates that fell since the last look for a pattern.
struct Touched {
    /// For each digit, the units in which it lost a place.
    units: [u32; 9],
    cells: u128,
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
            cells: 0,
        };
        for &id in fallen {
            let node = &branch.nodes[usize::from(id)];
            touched.cells |= 1 << node.cell;
            for unit in UNIT[usize::from(node.cell)] {
                touched.units[usize::from(node.digit)] |= 1 << unit;
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
    for (unit, crossing, outside) in CROSSED {
        let (unit, crossing) = (usize::from(unit), usize::from(crossing));
        if any >> unit & 1 == 0 {
            continue;
        }
        for digit in 0..9 {
            let spots = now.spot[unit][digit];
            if touched.units[digit] >> unit & 1 == 0 || spots & outside != 0 || size(spots) < 2 {
                continue;
            }
            let lost = now.place[digit] & UNIT_BITS[crossing] & !UNIT_BITS[unit];
            let gone = base.spot[unit][digit] & outside;
            added |= sweep(branch, digit, lost, ones(gone).map(|at| cell_at(unit, at)));
        }
    }
    added
}

/// One digit goes from these cells, because it went from those.
fn sweep(branch: &mut Branch, digit: usize, lost: u128, gone: impl Iterator<Item = usize>) -> bool {
    if lost & !branch.sets[OFF][digit] == 0 {
        return false;
    }
    let parents: Vec<NodeId> = gone.map(|cell| branch.node(OFF, cell, digit)).collect();
    if parents.is_empty() {
        return false;
    }
    let off: Vec<_> = cells(lost).map(|cell| (cell as u8, 1 << digit)).collect();
    branch.remove_all(&off, &parents, None)
}

/// Cells lose these digits, because of those that went before.
fn strip(branch: &mut Branch, mut off: Vec<(u8, u16)>, gone: &[(usize, usize)]) -> bool {
    if gone.is_empty() {
        return false;
    }
    let parents: Vec<NodeId> = gone
        .iter()
        .map(|&(cell, digit)| branch.node(OFF, cell, digit))
        .collect();
    off.sort_unstable();
    branch.remove_all(&off, &parents, None)
}

fn hidden_pairs(branch: &mut Branch, base: &Grid, now: &Grid, touched: &Touched) -> bool {
    let mut added = false;
    for kind in SET_ORDER {
        for unit in (kind..kind + 9).filter(|&unit| base.empty[unit] > 4) {
            let spots = &now.spot[unit];
            let twos = with_two(|digit| spots[digit]);
            let fresh = (0..9).fold(0u16, |mask, digit| {
                mask | ((touched.units[digit] >> unit & 1) as u16) << digit
            });
            if twos & fresh == 0 || size(twos) < 2 {
                continue;
            }
            for &pair in choose(2) {
                let (low, high) = ends(pair);
                if pair & !twos != 0 || pair & fresh == 0 || spots[low] != spots[high] {
                    continue;
                }
                let mut gone = Vec::new();
                for at in ones(0x1ff & !spots[low]) {
                    let cell = cell_at(unit, at);
                    gone.extend(
                        ones(base.cand[cell] & !now.cand[cell] & pair).map(|digit| (cell, digit)),
                    );
                }
                let off = ones(spots[low])
                    .map(|at| cell_at(unit, at))
                    .map(|cell| (cell as u8, now.cand[cell] & !pair))
                    .collect();
                added |= strip(branch, off, &gone);
            }
        }
    }
    added
}

fn naked_pairs(branch: &mut Branch, base: &Grid, now: &Grid, touched: &Touched) -> bool {
    let mut added = false;
    for kind in SET_ORDER {
        for unit in (kind..kind + 9).filter(|&unit| base.empty[unit] >= 4) {
            if touched.cells & UNIT_BITS[unit] == 0 {
                continue;
            }
            let cand = |at: usize| now.cand[cell_at(unit, at)];
            let twos = with_two(cand);
            if size(twos) < 2 {
                continue;
            }
            for &pair in choose(2) {
                let (low, high) = ends(pair);
                if pair & !twos != 0 || cand(low) != cand(high) {
                    continue;
                }
                let two = [cell_at(unit, low), cell_at(unit, high)];
                let digits = cand(low);
                let gone: Vec<_> = two
                    .into_iter()
                    .flat_map(|cell| {
                        ones(base.cand[cell] & !digits).map(move |digit| (cell, digit))
                    })
                    .collect();
                let off = ones(0x1ff & !pair)
                    .map(|at| cell_at(unit, at))
                    .map(|cell| (cell as u8, now.cand[cell] & digits))
                    .collect();
                added |= strip(branch, off, &gone);
            }
        }
    }
    added
}

fn x_wings(branch: &mut Branch, base: &Grid, now: &Grid, touched: &Touched) -> bool {
    let mut added = false;
    let set = base.set_counts();
    for (own, cover) in [(COLUMNS, ROWS), (ROWS, COLUMNS)] {
        let twos: [u16; 9] = std::array::from_fn(|digit| {
            if set[digit] + 4 > 9 || touched.units[digit] == 0 {
                return 0;
            }
            with_two(|line| now.spot[own + line][digit])
        });
        if twos.iter().all(|lines| size(*lines) < 2) {
            continue;
        }
        for &pair in choose(2) {
            let (low, high) = ends(pair);
            for digit in 0..9 {
                let covers = now.spot[own + low][digit];
                if pair & !twos[digit] != 0
                    || covers != now.spot[own + high][digit]
                    || touched.units[digit] & (1 << (own + low) | 1 << (own + high)) == 0
                {
                    continue;
                }
                let bases = UNIT_BITS[own + low] | UNIT_BITS[own + high];
                let swept = ones(covers).fold(0, |bits, line| bits | UNIT_BITS[cover + line]);
                let gone = [own + low, own + high].into_iter().flat_map(|line| {
                    ones(base.spot[line][digit] & !covers).map(move |at| cell_at(line, at))
                });
                added |= sweep(branch, digit, now.place[digit] & swept & !bases, gone);
            }
        }
    }
    added
}

/// The numbers of those of nine masks that have two members.
fn with_two(mask: impl Fn(usize) -> u16) -> u16 {
    (0..9).fold(0, |found, at| found | u16::from(size(mask(at)) == 2) << at)
}

/// The two members of a mask.
fn ends(pair: u16) -> (usize, usize) {
    (
        pair.trailing_zeros() as usize,
        15 - pair.leading_zeros() as usize,
    )
}
