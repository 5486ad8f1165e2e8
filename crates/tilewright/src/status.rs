//! The words for the verdicts about a puzzle: one for each, in every output. The command, its JSON, tables, Python
//! and the page all take them from here.

use crate::asked::First;
use crate::check::{Existence, Verdict};
use crate::explain::Outcome;
use crate::rating::Rated;
use crate::solver::Refusal;
use tilewright_engines::End;

/// The verdict about a puzzle, or its outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Status {
    /// There is a solution: `solve` and `explain` have found it.
    Solved,
    /// There is one solution.
    Unique,
    /// There are several solutions.
    Several,
    /// There is no solution. If two givens exclude each other that is reported beside it.
    Unsolvable,
    /// There is a canonical form.
    Canonical,
    /// It was made (`generate`).
    Made,
    /// A requirement was not met: see the reason (`generate`).
    Missed,
    /// It is not a puzzle, or null: see the reason.
    Malformed,
    /// It is a puzzle that this cannot be done with: see the reason.
    Unsupported,
    /// A limit was reached before there was an answer: see the reason.
    Stopped,
    /// Logic finds no more (`explain`, `hint`).
    Stuck,
    /// An entry of the player is wrong (the page).
    Wrong,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Solved,
        Self::Unique,
        Self::Several,
        Self::Unsolvable,
        Self::Canonical,
        Self::Made,
        Self::Missed,
        Self::Malformed,
        Self::Unsupported,
        Self::Stopped,
        Self::Stuck,
        Self::Wrong,
    ];

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unique => "unique",
            Self::Several => "several",
            Self::Unsolvable => "unsolvable",
            Self::Canonical => "canonical",
            Self::Made => "made",
            Self::Missed => "missed",
            Self::Malformed => "malformed",
            Self::Unsupported => "unsupported",
            Self::Stopped => "stopped",
            Self::Stuck => "stuck",
            Self::Wrong => "wrong",
        }
    }
}

impl First {
    /// The verdict, in a word.
    pub fn status(&self) -> Status {
        match self.solution {
            Some(_) => Status::Solved,
            None if self.is_unsolvable() => Status::Unsolvable,
            None => Status::Stopped,
        }
    }
}

impl Existence {
    /// The verdict, in a word.
    pub fn status(&self) -> Status {
        match self {
            Self::None => Status::Unsolvable,
            Self::Unique(_) => Status::Unique,
            Self::Several(..) => Status::Several,
            Self::Unknown { .. } => Status::Stopped,
        }
    }
}

impl Verdict {
    /// The verdict, in a word. Two givens that exclude each other leave no solution.
    pub fn status(&self) -> Status {
        self.solutions.status()
    }
}

impl Rated {
    /// The verdict, in a word.
    pub fn status(&self) -> Status {
        match self {
            Self::Unique(_) => Status::Unique,
            Self::Unsolvable => Status::Unsolvable,
            Self::Several => Status::Several,
            Self::Stopped(_) => Status::Stopped,
        }
    }
}

impl Outcome {
    /// The end, in a word.
    pub fn status(&self) -> Status {
        match self {
            Self::Solved { .. } => Status::Solved,
            Self::Stuck => Status::Stuck,
            Self::Contradiction(_) => Status::Unsolvable,
            Self::Stopped(_) => Status::Stopped,
        }
    }
}

impl Refusal {
    /// The verdict, in a word: a limit was reached, or it cannot be done at all.
    pub fn status(&self) -> Status {
        match self {
            Self::TooLarge(_) | Self::Stopped(_) => Status::Stopped,
            Self::NoSuchEngine(_)
            | Self::Declined(_)
            | Self::Asymmetric(_)
            | Self::Unwritable(_) => Status::Unsupported,
        }
    }

    /// The end of the work: a model that is too large would not fit into the memory.
    pub fn end(&self) -> End {
        match self {
            Self::TooLarge(_) => End::Memory,
            Self::Stopped(end) => *end,
            Self::NoSuchEngine(_)
            | Self::Declined(_)
            | Self::Asymmetric(_)
            | Self::Unwritable(_) => End::Complete,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Status;
    use std::collections::HashSet;

    #[test]
    fn no_two_have_the_same_word() {
        let words: HashSet<&str> = Status::ALL.map(Status::word).into();
        assert_eq!(words.len(), Status::ALL.len());
    }
}
