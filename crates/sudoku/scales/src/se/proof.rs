//! A chain within a chain: the facts about an inner chain that an outer one needs.

use super::branch::{BY_CELL, BY_OTHER, Branch, NodeId, ON};
use super::grid::{Grid, cell_at, ones, unit_of};

/// The start of a chain's ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    Other,
    /// The candidates of a cell.
    Cell,
    /// The places of a digit in a unit of this kind.
    Unit(usize),
}

/// The reason why a candidate of an inner chain holds: candidates that are gone from here are
/// parents of all removals of the chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    Cell(u8),
    Unit(u8, u8),
}

impl Reason {
    pub(super) fn new(cause: u8, cell: usize, digit: usize) -> Option<Self> {
        match cause {
            BY_OTHER => None,
            BY_CELL => Some(Self::Cell(cell as u8)),
            kind => Some(Self::Unit(
                unit_of(cell, usize::from(kind)) as u8,
                digit as u8,
            )),
        }
    }
}

pub(super) struct Proof {
    /// Stands for the candidates of the chain in the order of their ancestry: equal chains within
    /// a chain are counted once.
    pub(super) print: u128,
    pub(super) complexity: u32,
    pub(super) reasons: Vec<Reason>,
}

/// Mixes keys into a number that differs whenever they do, but for one chance in 2^128.
#[derive(Clone, Copy)]
pub(super) struct Print(u128);

impl Print {
    pub(super) fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    pub(super) fn add(&mut self, key: usize) {
        let mixed =
            (self.0 ^ (key as u128 + 1)).wrapping_mul(0xda94_2042_e4dd_58b5_9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 59;
    }

    pub(super) fn value(self) -> u128 {
        self.0
    }
}

impl Proof {
    /// The proof of the common consequence of these ends; `complexity` counts everything within it.
    pub(super) fn new(origin: Origin, ends: &[(&Branch, NodeId)], complexity: u32) -> Self {
        let mut print = Print::new();
        let mut reasons = Vec::new();
        for &(branch, end) in ends {
            let mut seen = [false; 1458];
            let mut queue = vec![end];
            let mut next = 0;
            print.add(1458);
            while let Some(&id) = queue.get(next) {
                next += 1;
                let node = &branch.nodes[usize::from(id)];
                if std::mem::replace(&mut seen[node.key()], true) {
                    continue;
                }
                print.add(node.key());
                let parents = branch.parents(id);
                if usize::from(node.side) == ON {
                    let cause = match origin {
                        Origin::Cell if parents.is_empty() => BY_CELL,
                        Origin::Unit(kind) if parents.is_empty() => kind as u8,
                        _ => node.cause,
                    };
                    let (cell, digit) = (usize::from(node.cell), usize::from(node.digit));
                    reasons.extend(Reason::new(cause, cell, digit));
                }
                queue.extend_from_slice(parents);
            }
        }
        Self {
            print: print.value(),
            complexity,
            reasons,
        }
    }

    /// The candidates gone from the board on which the chain rests, as nodes of the branch that has
    /// taken them off.
    pub(super) fn parents(&self, branch: &Branch, base: &Grid, now: &Grid) -> Vec<NodeId> {
        let mut seen = [false; 729];
        let mut found = Vec::new();
        let mut push = |cell: usize, digit: usize| {
            if !std::mem::replace(&mut seen[cell * 9 + digit], true) {
                found.push(branch.node(super::branch::OFF, cell, digit));
            }
        };
        for &reason in &self.reasons {
            match reason {
                Reason::Cell(cell) => {
                    let cell = usize::from(cell);
                    ones(base.cand[cell] & !now.cand[cell]).for_each(|digit| push(cell, digit));
                }
                Reason::Unit(unit, digit) => {
                    let (unit, digit) = (usize::from(unit), usize::from(digit));
                    ones(base.spot[unit][digit] & !now.spot[unit][digit])
                        .for_each(|at| push(cell_at(unit, at), digit));
                }
            }
        }
        found
    }
}
