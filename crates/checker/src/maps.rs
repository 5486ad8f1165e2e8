//! Checks proofs that a tile set has no map of a size.
//!
//! The formula has a variable for each place and kind, counted from 1: places row by row, and the kinds of each place in
//! their order. Its clauses are, in this order:
//!
//! 1. For each place: "not this kind" for each kind that may not stand there, "one of the kinds", and "not these two" for each two kinds.
//! 2. For each place, with the place to its right and then with the one below, if there is one: for each kind of the first "not this
//!    kind, or one that goes with it on the second", then for each kind of the second the same with the first. Where a joined map is one
//!    place wide, the two are one place: "not this kind" for each kind that does not go with itself.
//!
//! A proof is LRAT over these clauses. This module derives them from the pairs and from nothing else, and knows none of
//! the code that makes maps or proofs.

#![expect(
    clippy::cast_possible_wrap,
    reason = "the number of variables is limited"
)]

use crate::lrat::{Checker, Objection};
use std::io::BufRead;
use tilewright_model::budget::{Budget, End};

/// The most clauses of a formula.
pub const MOST_CLAUSES: u64 = 30_000_000;

/// A map that is said not to exist.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// True if the bottom joins the top.
    pub is_joined_down: bool,
    /// True if the right side joins the left one.
    pub is_joined_across: bool,
    /// The number of kinds.
    pub kinds: usize,
    /// Whether the second kind may be to the right of the first.
    pub goes_across: &'a dyn Fn(usize, usize) -> bool,
    /// Whether the second kind may be below the first.
    pub goes_down: &'a dyn Fn(usize, usize) -> bool,
    /// Whether a kind may stand in a row and column.
    pub may_stand: &'a dyn Fn(usize, usize, usize) -> bool,
}

impl Wanted<'_> {
    /// Checks a proof that there is no such map: the number of its steps.
    ///
    /// # Errors
    /// The objection to the proof, or the end of the budget.
    pub fn refute(&self, proof: impl BufRead, budget: &Budget) -> Result<u64, Objection> {
        let places = (self.rows * self.columns) as u64;
        let kinds = self.kinds as u64;
        // Without the clauses of what may not stand, which are fewer than the pairs.
        if places.saturating_mul(kinds * kinds.saturating_sub(1) / 2 + 4 * kinds) > MOST_CLAUSES {
            return Err(End::Memory.into());
        }
        let mut checker = Checker::new(places * kinds, budget)?;
        self.clauses(&mut |clause| checker.add(clause))?;
        checker.check(proof)
    }

    fn variable(&self, row: usize, column: usize, kind: usize) -> i64 {
        ((row * self.columns + column) * self.kinds + kind) as i64 + 1
    }

    fn clauses(&self, add: &mut dyn FnMut(&[i64]) -> Result<(), End>) -> Result<(), End> {
        for row in 0..self.rows {
            for column in 0..self.columns {
                self.place(row, column, add)?;
            }
        }
        for row in 0..self.rows {
            for column in 0..self.columns {
                if column + 1 < self.columns {
                    self.pair((row, column), (row, column + 1), self.goes_across, add)?;
                } else if self.is_joined_across {
                    self.pair((row, column), (row, 0), self.goes_across, add)?;
                }
                if row + 1 < self.rows {
                    self.pair((row, column), (row + 1, column), self.goes_down, add)?;
                } else if self.is_joined_down {
                    self.pair((row, column), (0, column), self.goes_down, add)?;
                }
            }
        }
        Ok(())
    }

    fn place(
        &self,
        row: usize,
        column: usize,
        add: &mut dyn FnMut(&[i64]) -> Result<(), End>,
    ) -> Result<(), End> {
        let all: Vec<i64> = (0..self.kinds)
            .map(|kind| self.variable(row, column, kind))
            .collect();
        for (kind, variable) in all.iter().enumerate() {
            if !(self.may_stand)(row, column, kind) {
                add(&[-variable])?;
            }
        }
        add(&all)?;
        for (at, one) in all.iter().enumerate() {
            for other in &all[at + 1..] {
                add(&[-one, -other])?;
            }
        }
        Ok(())
    }

    fn pair(
        &self,
        first: (usize, usize),
        second: (usize, usize),
        goes: &dyn Fn(usize, usize) -> bool,
        add: &mut dyn FnMut(&[i64]) -> Result<(), End>,
    ) -> Result<(), End> {
        let here = |kind: usize| self.variable(first.0, first.1, kind);
        let there = |kind: usize| self.variable(second.0, second.1, kind);
        if first == second {
            for kind in (0..self.kinds).filter(|&kind| !goes(kind, kind)) {
                add(&[-here(kind)])?;
            }
            return Ok(());
        }
        for kind in 0..self.kinds {
            let mates = (0..self.kinds)
                .filter(|&other| goes(kind, other))
                .map(there);
            add(&std::iter::once(-here(kind))
                .chain(mates)
                .collect::<Vec<_>>())?;
        }
        for kind in 0..self.kinds {
            let mates = (0..self.kinds).filter(|&other| goes(other, kind)).map(here);
            add(&std::iter::once(-there(kind))
                .chain(mates)
                .collect::<Vec<_>>())?;
        }
        Ok(())
    }
}
