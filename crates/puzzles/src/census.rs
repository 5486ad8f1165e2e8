//! Empty boards, counted by their symmetry.
//!
//! An engine sees choices and items; the family knows that symbols may be renamed and rows permuted. So a puzzle may
//! have a [`Census`]: either it counts by itself, without a model, or it says how much of the board may be filled in
//! beforehand and by which factor the count of the rest is to be multiplied. The caller controls the cost: it is
//! asked after each step.

use num_bigint::BigUint;
use tilewright_census::Tally;
use tilewright_model::Choice;

/// The way to count the solutions of a puzzle by its symmetry.
#[derive(Debug)]
pub enum Census {
    /// By itself.
    Whole(Tally),
    /// Symmetry takes every solution to exactly one with these choices, and to each of those as
    /// many: the number of solutions is the number of those with these choices, `times` over.
    Part {
        /// The choices.
        given: Vec<Choice>,
        /// The factor for the number of their solutions.
        times: BigUint,
    },
}
