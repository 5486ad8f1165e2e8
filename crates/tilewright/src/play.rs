//! A puzzle that somebody is solving: what they have entered so far, and what is wrong with it.
//!
//! Entries are choices of the model besides the puzzle's clues. A hint or an explanation can go on
//! from them; whether they are right is another question, asked first.

use crate::session::Session;
use crate::verdict::Existence;
use tilewright_model::Choice;
use tilewright_puzzles::Puzzle;

/// What is known about a player's entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Whether every tile has a choice, right or wrong.
    pub is_complete: bool,
    /// Whether clues and entries together are a solution.
    pub is_solution: bool,
    /// The clues and entries that exclude one another by the rules, ascending.
    pub clashing: Vec<Choice>,
    /// The entries that the only solution does not have; `None` where there is not exactly one
    /// solution, or that was not found out.
    pub mistakes: Option<Vec<Choice>>,
}

impl Session<'_> {
    /// Judges what a player has entered.
    ///
    /// ```
    /// use tilewright::{Choice, Solver, read};
    ///
    /// let puzzle = read("1.34341221434321", None)?;
    /// // The choices of a cell come in order: here the second cell gets a 4.
    /// let judgement = Solver::new().run(&*puzzle, |session| session.judge(&*puzzle, &[Choice(7)]))?;
    /// assert!(judgement.is_complete && !judgement.is_solution);
    /// assert_eq!(judgement.mistakes, Some(vec![Choice(7)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn judge(&mut self, puzzle: &dyn Puzzle, entries: &[Choice]) -> Judgement {
        let model = self.model();
        let picked = with_clues(puzzle, entries);
        let mut is_taken = vec![false; model.item_count()];
        for &choice in &picked {
            for &(item, _) in model.touches(choice) {
                is_taken[item.index()] = true;
            }
        }
        Judgement {
            is_complete: model.tiles().iter().all(|tile| is_taken[tile.index()]),
            is_solution: model.is_solution(&picked),
            clashing: model.clashing(&picked),
            mistakes: self.mistakes(puzzle, entries),
        }
    }

    /// The entries that the only solution does not have; `None` where there is not exactly one
    /// solution, or that was not found out.
    pub fn mistakes(&mut self, puzzle: &dyn Puzzle, entries: &[Choice]) -> Option<Vec<Choice>> {
        let Existence::Unique(mut solution) = self.existence(puzzle) else {
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

/// The choices of the clues and the entries, ascending, each once.
pub fn with_clues(puzzle: &dyn Puzzle, entries: &[Choice]) -> Vec<Choice> {
    let mut picked = puzzle.givens();
    picked.extend(entries);
    picked.sort_unstable();
    picked.dedup();
    picked
}
