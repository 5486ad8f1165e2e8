//! What a setter may put into the cells of a puzzle.

use tilewright_render::Drawing;

/// What a cell may be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Legend {
    /// Nothing: the puzzle is not set cell by cell.
    Nothing,
    /// One of these; the place of an entry is the slot of its mark.
    Values(Vec<Entry>),
    /// A number from 1 on, or `?` where there is a clue of unknown size.
    Numbers {
        /// The largest.
        most: u32,
    },
}

/// One of the values of a [`Legend`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The word that stands for it.
    pub name: String,
    /// How it is drawn, where it has a drawing.
    pub drawing: Option<Drawing>,
}

impl Entry {
    /// A word.
    pub(crate) fn word(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            drawing: None,
        }
    }
}
