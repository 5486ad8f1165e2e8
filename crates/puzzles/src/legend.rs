//! The values that a setter may put into the cells of a puzzle.

use crate::ParseError;
use crate::nearest::with_nearest;
use tilewright_render::Drawing;

/// The values of a cell.
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
    /// Its drawing, if it has one.
    pub drawing: Option<Drawing>,
    /// True if it says that nothing is there: a player need not enter it.
    pub is_nothing: bool,
}

impl Entry {
    /// A word.
    pub fn word(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            drawing: None,
            is_nothing: false,
        }
    }
}

impl Legend {
    /// The slot of a word; letters may be small or large where that is clear.
    pub fn slot(&self, word: &str) -> Result<usize, ParseError> {
        let Self::Values(entries) = self else {
            return Err(ParseError::new("the cells of this puzzle take no values"));
        };
        let exact = entries.iter().position(|entry| entry.name == word);
        let alike = || {
            let mut alike = entries.iter().enumerate();
            let is_alike = |entry: &Entry| entry.name.eq_ignore_ascii_case(word);
            alike
                .find(|(_, entry)| is_alike(entry))
                .map(|(slot, _)| slot)
        };
        exact.or_else(alike).ok_or_else(|| {
            let error = ParseError::new(format!("there is no value called {word:?}"));
            let names = entries.iter().map(|entry| entry.name.as_str());
            with_nearest(error, word, names)
        })
    }
}

/// Fails where a board has no such cell.
pub(crate) fn check_cell(cell: usize, cells: usize) -> Result<(), ParseError> {
    if cell < cells {
        return Ok(());
    }
    let message =
        format!("there is no cell {cell}: cells are numbered from 0, and there are {cells}");
    Err(ParseError::new(message))
}
