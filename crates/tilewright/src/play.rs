//! A puzzle that a person is solving: the entries so far, and their faults.
//!
//! Entries are choices of the model besides the puzzle's clues. A hint or an explanation can continue from them;
//! whether they are right is another question, asked first.

pub use crate::game::{Advice, Game, Places, Play};

use crate::asked::Asked;
use crate::check::Existence;
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

/// The judgement of a player's entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// True if every tile has a choice, right or wrong.
    pub is_complete: bool,
    /// True if clues and entries together are a solution.
    pub is_solution: bool,
    /// The clues and entries that exclude one another by the rules, ascending.
    pub clashing: Vec<Choice>,
    /// The entries that the only solution does not have; `None` if there is not exactly one solution, or that is
    /// unknown.
    pub mistakes: Option<Vec<Choice>>,
}

impl Asked {
    /// Judges a player's entries.
    ///
    /// ```
    /// use tilewright::{Choice, Solver, read};
    ///
    /// let puzzle = read("1.34341221434321", None)?;
    /// // The choices of a cell come in order: here the second cell gets a 4.
    /// let judgement = Solver::new().ask(&*puzzle)?.judge(&[Choice(7)]);
    /// assert!(judgement.is_complete && !judgement.is_solution);
    /// assert_eq!(judgement.mistakes, Some(vec![Choice(7)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn judge(&mut self, entries: &[Choice]) -> Judgement {
        let model = self.model();
        let picked = with_clues(&**self.puzzle(), entries);
        Judgement {
            is_complete: is_complete(model, &picked),
            is_solution: model.is_solution(&picked),
            clashing: model.clashing(&picked),
            mistakes: self.mistakes(entries),
        }
    }

    /// The entries that the only solution does not have; `None` if there is not exactly one solution, or that is
    /// unknown.
    pub fn mistakes(&mut self, entries: &[Choice]) -> Option<Vec<Choice>> {
        let Existence::Unique(mut solution) = self.existence() else {
            return None;
        };
        solution.sort_unstable();
        let is_wrong = |choice: &Choice| solution.binary_search(choice).is_err();
        let mut wrong: Vec<Choice> = entries.iter().copied().filter(is_wrong).collect();
        wrong.sort_unstable();
        wrong.dedup();
        Some(wrong)
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
