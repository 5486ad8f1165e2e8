//! A chain within a chain: the facts about an inner chain that an outer one needs.

use super::branch::{BY_CELL, BY_OTHER, Branch, KEYS, NodeId, OFF, ON, key};
use super::grid::{Grid, cells_at, unit_of};
use crate::digits::ones;

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
    Cell(usize),
    /// A unit and a digit.
    Unit(usize, usize),
}

impl Reason {
    fn new(cause: u8, (cell, digit): (usize, usize)) -> Option<Self> {
        match cause {
            BY_OTHER => None,
            BY_CELL => Some(Self::Cell(cell)),
            kind => Some(Self::Unit(unit_of(cell, usize::from(kind)), digit)),
        }
    }
}

pub(super) struct Proof {
    /// Stands for the candidates of the chain in the order of their ancestry: equal chains within
    /// a chain are counted once. Different ones differ in it, but for one chance in 2^128.
    pub(super) print: u128,
    pub(super) complexity: u32,
    reasons: Vec<Reason>,
}

impl Proof {
    /// A proof without chains; `complexity` counts everything within them.
    pub(super) fn new(complexity: u32) -> Self {
        Self {
            print: 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835,
            complexity,
            reasons: Vec::new(),
        }
    }

    /// The proof of the common consequence of these ends.
    pub(super) fn of(origin: Origin, ends: &[(&Branch, NodeId)], complexity: u32) -> Self {
        let mut proof = Self::new(complexity);
        for &(branch, end) in ends {
            let mut seen = [false; KEYS];
            let mut queue = vec![end];
            let mut next = 0;
            proof.begin_chain();
            while let Some(&id) = queue.get(next) {
                next += 1;
                let node = branch.at(id);
                if std::mem::replace(&mut seen[node.key()], true) {
                    continue;
                }
                let parents = branch.parents(id);
                let cause = match origin {
                    Origin::Cell if parents.is_empty() => BY_CELL,
                    Origin::Unit(kind) if parents.is_empty() => kind as u8,
                    _ => node.cause,
                };
                proof.add(node.candidate(), usize::from(node.side), cause);
                queue.extend_from_slice(parents);
            }
        }
        proof
    }

    pub(super) fn begin_chain(&mut self) {
        self.mix(KEYS);
    }

    /// Adds a candidate of the chain, backwards; a cause counts for those that hold.
    pub(super) fn add(&mut self, candidate: (usize, usize), side: usize, cause: u8) {
        self.mix(key(candidate, side));
        if side == ON {
            self.reasons.extend(Reason::new(cause, candidate));
        }
    }

    fn mix(&mut self, key: usize) {
        let mixed = (self.print ^ (key as u128 + 1))
            .wrapping_mul(0xda94_2042_e4dd_58b5_9e37_79b9_7f4a_7c15);
        self.print = mixed ^ mixed >> 59;
    }

    /// The candidates gone from the board on which the chain rests, as nodes of the branch that has
    /// taken them off.
    pub(super) fn parents(&self, branch: &Branch, base: &Grid, now: &Grid) -> Vec<NodeId> {
        let mut seen = [false; 729];
        let mut found = Vec::new();
        let mut push = |cell: usize, digit: usize| {
            if !std::mem::replace(&mut seen[cell * 9 + digit], true) {
                found.push(branch.node(OFF, cell, digit));
            }
        };
        for &reason in &self.reasons {
            match reason {
                Reason::Cell(cell) => {
                    ones(base.cand[cell] & !now.cand[cell]).for_each(|digit| push(cell, digit));
                }
                Reason::Unit(unit, digit) => {
                    let gone = base.spot[unit][digit] & !now.spot[unit][digit];
                    cells_at(unit, gone)
                        .into_iter()
                        .for_each(|cell| push(cell, digit));
                }
            }
        }
        found
    }
}
