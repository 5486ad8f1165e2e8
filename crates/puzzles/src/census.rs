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
    /// The number of solutions, or `None` where `go_on`, asked after each small step, said no.
    /// At most about so many bytes of memory are taken.
    fn count(&self, memory: u64, go_on: &mut dyn FnMut() -> bool) -> Option<BigUint>;
}
