//! A step on the way to a solution.

use super::Technique;
use crate::digits::digits_of;
use crate::{Board9, Cells};

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

impl Candidate {
    pub(super) fn new(cell: usize, digit: u8) -> Self {
        let cell = cell as u8;
        Self { cell, digit }
    }
}

impl HodokuStep {
    /// A step that gives cells a digit.
    pub(super) fn placing(technique: Technique, cells: Cells, digit: u8) -> Self {
        let mut step = Self::of(technique, Vec::new());
        step.placed.extend(candidates(cells, digit));
        step
    }

    /// A step that removes a digit from cells.
    pub(super) fn removing(technique: Technique, cells: Cells, digit: u8) -> Self {
        Self::of(technique, candidates(cells, digit).collect())
    }

    /// A step that removes candidates.
    pub(super) fn of(technique: Technique, removed: Vec<Candidate>) -> Self {
        Self {
            technique,
            placed: Vec::new(),
            removed,
        }
    }
}

/// One digit in several cells, as candidates.
pub(super) fn candidates(cells: Cells, digit: u8) -> impl Iterator<Item = Candidate> {
    let one = move |cell| Candidate::new(cell, digit);
    cells.into_iter().map(one)
}

/// The candidates of these cells that are among these digits.
pub(super) fn among(board: &Board9, cells: Cells, digits: u16) -> impl Iterator<Item = Candidate> {
    cells.into_iter().flat_map(move |cell| {
        digits_of(board.candidates(cell) & digits).map(move |digit| Candidate::new(cell, digit))
    })
}

/// Each candidate once, in the order of its first mention.
pub(super) fn distinct(candidates: impl Iterator<Item = Candidate>) -> Vec<Candidate> {
    let mut seen = [0_u16; 81];
    let is_new = |candidate: &Candidate| {
        let digits = &mut seen[usize::from(candidate.cell)];
        let before = std::mem::replace(digits, *digits | 1 << candidate.digit);
        before != *digits
    };
    candidates.filter(is_new).collect()
}

/// By which `HoDoKu` orders steps that remove as many candidates: each weighs more than the one before it.
pub(super) fn weight(removed: &[Candidate]) -> usize {
    let weigh = |(at, one): (usize, &Candidate)| {
        usize::from(one.cell) * (1 + 80 * at) + usize::from(one.digit) + 1
    };
    removed.iter().enumerate().map(weigh).sum()
}
