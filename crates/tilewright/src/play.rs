//! A puzzle that a person is solving: the entries so far, and their faults.
//!
//! Entries are choices of the model besides the puzzle's clues. A hint or an explanation can continue from them;
//! whether they are right is another question, asked first.

#[cfg(feature = "serde")]
pub use crate::game::Written;
pub use crate::game::{Advice, Game, Places, Play, Wrong};

use tilewright_logic::{Board, Logic};
use tilewright_model::{Choice, Model};
use tilewright_puzzles::Puzzle;

/// A player's position: the entries besides the clues, and the choices that steps of logic have struck out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing<'s> {
    /// The choices that were entered.
    pub entries: &'s [Choice],
    /// The choices that are known to go, though clues and entries alone do not rule them out.
    pub struck: &'s [Choice],
}

impl<'s> Standing<'s> {
    /// Entries alone.
    pub fn of(entries: &'s [Choice]) -> Self {
        Self {
            entries,
            struck: &[],
        }
    }

    /// The board with all of that.
    pub(crate) fn board(self, puzzle: &dyn Puzzle, logic: &Logic) -> Board {
        let mut board = logic.board(&with_clues(puzzle, self.entries));
        for &choice in self.struck {
            board.remove(choice);
        }
        board
    }
}

/// Returns true if every tile has one of these choices, right or wrong.
pub fn is_complete(model: &Model, picked: &[Choice]) -> bool {
    let mut is_taken = vec![false; model.item_count()];
    for &choice in picked {
        for &(item, _) in model.touches(choice) {
            is_taken[item.index()] = true;
        }
    }
    model.tiles().iter().all(|tile| is_taken[tile.index()])
}

/// The choices of the clues and the entries, ascending, each once.
pub fn with_clues(puzzle: &dyn Puzzle, entries: &[Choice]) -> Vec<Choice> {
    let mut picked = puzzle.givens();
    picked.extend(entries);
    picked.sort_unstable();
    picked.dedup();
    picked
}
