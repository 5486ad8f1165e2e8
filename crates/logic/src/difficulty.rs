//! The difficulty of a puzzle, in a measure for every family.
//!
//! **Formula.** Every round has a weight, that of its level ([`Level::weight`]), and for chains half a point more
//! each time that they are twice as long as the shortest. A round that offers many choices is easier to find than one
//! with a single choice, so the effort of a round is its weight divided by √*n*, where *n* is the number of choices
//! that it decides. Then
//!
//! ```text
//! difficulty = weight of the hardest round + ⅕ · ln (1 + effort of all rounds)
//! ```
//!
//! Everything in it is the same however a board is turned, its symbols are named and its choices
//! are numbered, as rounds are; only which items make a layer (see `logic.rs`) may depend on their
//! order, where a family does not give them kind by kind. On 9×9 Sudoku it goes with the rating of Sudoku Explainer (see the
//! tests for how well).

use crate::{Ending, Explanation, Level, Reason, Round};
use std::fmt;

/// A difficulty in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Singles alone.
    Easy,
    /// Exclusion, lines, links and small sets.
    Medium,
    /// Larger sets and fins.
    Hard,
    /// Chains.
    Expert,
    /// Long chains and forcing.
    Extreme,
}

impl Grade {
    /// The grade of a difficulty.
    pub fn of(difficulty: f64) -> Self {
        match difficulty {
            ..2.0 => Self::Easy,
            ..4.0 => Self::Medium,
            ..5.5 => Self::Hard,
            ..8.0 => Self::Expert,
            _ => Self::Extreme,
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
            Self::Extreme => "extreme",
        })
    }
}

impl Level {
    /// The weight of a round of the level, from 1 up.
    pub fn weight(self) -> f64 {
        match self {
            Self::Single => 1.0,
            Self::Excluded => 2.0,
            Self::Line => 2.3,
            Self::Derived => 2.5,
            Self::Joined => 2.6,
            Self::Parity => 2.8,
            Self::Parted => 2.9,
            Self::Together => 2.95,
            Self::Sets(..=2) => 3.0,
            Self::Sets(3) => 3.6,
            Self::Sets(_) | Self::Unique => 4.5,
            Self::Finned(..=2) => 4.2,
            Self::Finned(_) => 5.0,
            Self::Chain => 5.5,
            Self::Grouped => 6.3,
            Self::Almost => 6.8,
            Self::Contradiction => 8.0,
            Self::Verity => 8.8,
            Self::Nested => 9.5,
        }
    }
}

impl Round {
    /// The weight of the round: from its level, and the length of its chains.
    pub fn weight(&self) -> f64 {
        let links = |reason: &Reason| match reason {
            Reason::Chain { items, .. } => items.len(),
            Reason::Links { links, .. } => links.len(),
            _ => 0,
        };
        let links = self.steps.first().map_or(0, |step| links(&step.reason));
        let times = f64::from(u32::try_from(links.max(2)).unwrap_or(u32::MAX)) / 2.0;
        self.level.weight() + 0.5 * times.log2()
    }

    /// The weight divided among the choices that the round decides.
    fn effort(&self) -> f64 {
        let decided = u32::try_from(self.decided.max(1)).unwrap_or(u32::MAX);
        self.weight() / f64::from(decided).sqrt()
    }
}

impl Explanation {
    /// The difficulty: from 1 (hardly more than one single) to about 10. `None` if the puzzle was not solved, since
    /// the remaining steps are unknown.
    pub fn difficulty(&self) -> Option<f64> {
        let Ending::Solved { .. } = self.end else {
            return None;
        };
        let hardest = self.rounds.iter().map(Round::weight).fold(0.0, f64::max);
        let effort: f64 = self.rounds.iter().map(Round::effort).sum();
        Some(hardest + 0.2 * effort.ln_1p())
    }
}
