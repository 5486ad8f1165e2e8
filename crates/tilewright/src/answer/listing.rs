//! Families as `formats --json` and the page list them.

use serde::{Deserialize, Serialize};
use tilewright_puzzles::{Families, Family};

/// All families, with the version of the keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing {
    /// The version of the keys of answers.
    pub v: u32,
    /// The families.
    pub families: Vec<ListedFamily>,
}

/// A family with its formats and boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedFamily {
    /// The word for it.
    pub name: String,
    /// One line about it.
    pub about: String,
    /// Its formats.
    pub formats: Vec<ListedFormat>,
    /// The kinds of board that a size describes.
    pub boards: Vec<ListedBoard>,
}

/// A format of a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedFormat {
    /// Its name.
    pub name: String,
    /// One line about it.
    pub about: String,
    /// True if it can be read.
    pub reads: bool,
    /// True if it can be written.
    pub writes: bool,
    /// True if a puzzle is one line.
    pub is_line: bool,
}

/// A kind of board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedBoard {
    /// The word before the size.
    pub name: String,
    /// A size.
    pub example: String,
}

impl Listing {
    /// Of these families.
    pub fn of(families: &Families) -> Self {
        Self {
            v: super::VERSION,
            families: families.iter().map(ListedFamily::of).collect(),
        }
    }
}

impl ListedFamily {
    fn of(family: &Family) -> Self {
        let formats = family.formats.iter().map(|format| ListedFormat {
            name: format.name.to_string(),
            about: format.about.to_string(),
            reads: format.is_read(),
            writes: format.is_written(),
            is_line: format.is_line,
        });
        let boards = family.boards.iter().map(|board| ListedBoard {
            name: board.name.to_string(),
            example: board.example.to_string(),
        });
        Self {
            name: family.name.to_string(),
            about: family.about.to_string(),
            formats: formats.collect(),
            boards: boards.collect(),
        }
    }
}
