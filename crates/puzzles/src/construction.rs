//! A solution by formula, for boards that are larger than any search is for.
//!
//! An engine sees choices and items; the family knows how to write down a whole board row by row. So a puzzle may
//! have a [`Construction`], which needs no model. It gives one solution, or with a die one of many that look random,
//! though not each as likely as the other.

use std::fmt;
use tilewright_model::Choice;

/// Writes a solution down.
pub trait Construction: fmt::Debug {
    /// The number of choices that a model of the puzzle has.
    fn choices(&self) -> u64;

    /// The number of choices that a solution has.
    fn picked(&self) -> u64;

    /// A solution: always the same one, or one that the die decides on.
    fn build(&self, die: Option<&mut Die>) -> Vec<Choice>;
}

/// Rolls a number below the one that it is given, which is not 0.
pub type Die<'d> = dyn FnMut(usize) -> usize + 'd;
