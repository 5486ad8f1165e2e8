//! Plain lines: puzzles that need no more than a byte for each tile.
//!
//! Most files with a puzzle a line hold millions of the plainest kind: every line as long as the
//! next, a character for each tile. To make a [`Puzzle`](crate::Puzzle) of each, its givens, and a
//! text of its solution costs far more than a search that answers hundreds of them at once. So a
//! format may say how its plain lines become rows of bytes and back: 0 where a tile is open, *v*
//! where it has the *v*-th choice of the tile in the model that they all share.
//!
//! A line that is not plain is read in the general way. A row is the very puzzle that the general
//! way reads in its line, a puzzle that promises nothing about which solution comes
//! [first](crate::Ranked), and a solved row is written as that puzzle would be.

use crate::Unbuilt;
use std::fmt;
use tilewright_model::Model;
use tilewright_model::budget::Budget;

/// The reader and writer of a format's plain lines.
pub trait PlainLines: fmt::Debug + Sync {
    /// The bytes of a row: the tiles of the model.
    fn tiles(&self) -> usize;

    /// The model that they share, or the reason why it is not built within the budget.
    fn model(&self, budget: &Budget) -> Result<Model, Unbuilt>;

    /// Reads the plain lines that `text` begins with, as many as there are up to the first that is
    /// none or ends in another manner. Only a line that has its end is one. Rows are written to
    /// `rows` from its beginning, as far as they have room there.
    fn read_lines(&self, text: &[u8], rows: &mut [u8]) -> Taken;

    /// Reads a plain line without its end, of the kind that is recognised among all formats of all
    /// families; whether it was one.
    fn read(&self, line: &[u8], row: &mut [u8]) -> bool;

    /// Adds a line for each solved row, each with its end.
    fn write_lines(&self, rows: &[u8], text: &mut Vec<u8>);

    /// Adds the same without the ends: each takes as many bytes as there are tiles.
    fn write_texts(&self, rows: &[u8], text: &mut Vec<u8>);

    /// The name of the clue that gives a tile its `value`-th choice, as in
    /// [`Clues::clue_names`](crate::Clues::clue_names).
    fn clue_name(&self, tile: usize, value: u8) -> String;
}

/// The part of a text that was taken as plain lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// The number of lines.
    pub lines: usize,
    /// The bytes of each line, its end included.
    pub line_bytes: usize,
}

impl Taken {
    /// The bytes of all lines.
    pub fn bytes(self) -> usize {
        self.lines * self.line_bytes
    }
}
