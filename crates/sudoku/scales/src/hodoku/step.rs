//! A step on the way to a solution.

use super::Technique;

/// A digit in a cell, or one that is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// `9 * row + column`.
    pub cell: u8,
    /// 0 to 8 for the digits 1 to 9.
    pub digit: u8,
}

/// The conclusion of a technique from a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HodokuStep {
    /// The technique.
    pub technique: Technique,
    /// The digits that are placed.
    pub placed: Vec<Candidate>,
    /// The candidates that go.
    pub removed: Vec<Candidate>,
}
