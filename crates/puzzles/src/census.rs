//! Empty boards, counted by their symmetry.
//!
//! An engine sees choices and items; that symbols may be renamed and rows permuted is what the
//! family knows. So a puzzle may have a [`Census`]: either it counts by itself, without a model, or it
//! says how much of the board may be filled in beforehand and by how much the count of the rest is
//! to be multiplied. What it may cost is the caller's business, who is asked after each step.

use num_bigint::BigUint;
use std::fmt;
use tilewright_model::Choice;

/// How the solutions of a puzzle are counted by its symmetry.
#[derive(Debug)]
pub enum Census {
    /// By itself.
    Whole(Box<dyn Tally>),
    /// Symmetry takes every solution to exactly one with these choices, and to each of those as
    /// many: the number of solutions is the number of those with these choices, `times` over.
    Part {
        /// The choices.
        given: Vec<Choice>,
        /// What their solutions are to be multiplied by.
        times: BigUint,
    },
}

/// Counts without a model.
pub trait Tally: fmt::Debug + Send + Sync {
    /// The number of solutions, or `None` where it was told not to go on. At most about so many
    /// bytes of memory are taken.
    fn count(&self, memory: u64, watch: &mut dyn Watch) -> Option<BigUint>;
}

/// Who a [`Tally`] works for: says whether to go on, and keeps what is known, so that another one
/// can go on from there. A function that says whether to go on will do.
pub trait Watch {
    /// Asked after each small step, with the share of the work that is done, from 0 to 1.
    fn go_on(&mut self, done: f64) -> bool;

    /// What was noted for the same board before.
    fn earlier(&mut self) -> Option<Vec<u8>> {
        None
    }

    /// Whether what is known is to be noted now. It is in any case when the work is stopped.
    fn is_due(&mut self) -> bool {
        false
    }

    /// Notes what is known, in place of what was noted before.
    fn note(&mut self, note: Vec<u8>) {
        drop(note);
    }
}

impl<F: FnMut() -> bool> Watch for F {
    fn go_on(&mut self, _done: f64) -> bool {
        self()
    }
}
