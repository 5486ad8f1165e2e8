//! Sudoku Explainer's scale: the rating of the hardest step (ER), of the hardest up to the first
//! digit (EP), and of the first step (ED), in tenths.
//!
//! A puzzle is solved step by step. At every step the techniques are tried from the easiest up, and the first that
//! finds something is applied; of the chains of a family the easiest is. The figures are those of version 1.2.1 with
//! the later corrections (patterns within chains in the order of cells, none of them hidden by one that adds nothing,
//! unique loops and BUGs as corrected later); published ratings are of this kind.
//!
//! That rating depends on which of equal steps comes first, so turning or relabelling a puzzle changes it now and
//! then. [`rate`] therefore rates the canonical form of a puzzle, so that all copies get the same rating;
//! [`rate_as_given`] rates the board as given, as Sudoku Explainer does.

#![expect(
    clippy::needless_range_loop,
    reason = "tables of cells, units and digits are indexed side by side"
)]

mod aligned;
mod branch;
mod bug;
mod cycles;
mod dynamic;
mod forcing;
mod grid;
mod links;
mod loops;
mod multiple;
mod nested;
mod nishio;
mod patterns;
mod proof;
mod rank;
mod reach;
mod sets;
mod singles;
mod solver;
mod step;
mod technique;

pub use solver::{Rating, Unrated, rate, rate_as_given};
pub use technique::Technique;
