//! Many boards of one model at once, where the engine can do that.
//!
//! A [`BulkSession`] answers for rows of bytes as a [`Session`](crate::Session) does for puzzles:
//! [`PlainLines`](tilewright_puzzles::PlainLines) makes such rows of the lines of a file and lines
//! of the solutions. What it answers is what a session of the same solver would.

use crate::solver::{Refusal, Solver};
use std::sync::Arc;
use tilewright_engines::End;
use tilewright_engines::bulk::{Answers, Bulk};
use tilewright_model::{Choice, Model};
use tilewright_puzzles::PlainLines;

/// A model made ready for many boards at once. Boards are rows of bytes, one after the other: see
/// [`Bulk`].
///
/// ```
/// use tilewright::{Solver, puzzles::sudoku::SUDOKU};
///
/// let line = SUDOKU.formats.iter().find(|format| format.name == "line").unwrap();
/// let plain = line.plain.unwrap();
/// let solver = Solver::new();
/// let model = solver.plain_model(plain)?;
/// // Not every engine has a way of its own to do this.
/// if let Some(mut bulk) = solver.bulk(&model) {
///     let boards = [0; 3 * 81];
///     let answers = bulk.run(&boards, 2)?;
///     assert_eq!(answers.counts, [2, 2, 2]);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BulkSession<'m> {
    model: &'m Model,
    bulk: Box<dyn Bulk + 'm>,
    answers: Answers,
}

/// A run in bulk was interrupted: nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        End::Interrupted.fmt(f)
    }
}

impl std::error::Error for Interrupted {}

impl Solver {
    /// The model of plain lines, or why there is none: it takes too much memory.
    pub fn plain_model(&self, plain: &dyn PlainLines) -> Result<Arc<Model>, Refusal> {
        plain
            .model(self.memory_of_model())
            .map_err(Refusal::TooLarge)
    }

    /// Prepares a model for many boards at once. `None` where the engine has no way of its own to do
    /// that, and where this solver has an order or a budget for each question by itself.
    pub fn bulk<'m>(&self, model: &'m Model) -> Option<BulkSession<'m>> {
        let budget = self.budget();
        if self.order().is_some() || budget.time.is_some() || budget.nodes.is_some() {
            return None;
        }
        let mut bulk = self.engine_itself().bulk(model)?;
        if let Some(stop) = &budget.stop {
            bulk.stop_at(stop.clone());
        }
        Some(BulkSession {
            model,
            bulk,
            answers: Answers::default(),
        })
    }
}

impl BulkSession<'_> {
    /// The bytes of a board.
    pub fn tiles(&self) -> usize {
        self.bulk.tiles()
    }

    /// Up to `limit` solutions of each board.
    ///
    /// # Panics
    /// Where `boards` does not hold whole boards.
    pub fn run(&mut self, boards: &[u8], limit: u32) -> Result<&Answers, Interrupted> {
        match self.bulk.run(boards, limit, &mut self.answers) {
            End::Complete => Ok(&self.answers),
            _ => Err(Interrupted),
        }
    }

    /// What the last run found.
    pub fn answers(&self) -> &Answers {
        &self.answers
    }

    /// Whether two givens of a board exclude each other, or a tile is given what it cannot be.
    pub fn contradicts_itself(&self, board: &[u8]) -> bool {
        let tiles = self.model.tiles().iter().zip(board);
        let given = tiles
            .filter(|&(_, &value)| value > 0)
            .map(|(&tile, value)| {
                let members = self.model.members(tile);
                members
                    .get(usize::from(*value) - 1)
                    .map(|&(choice, _)| choice)
            });
        let given: Option<Vec<Choice>> = given.collect();
        given.is_none_or(|given| self.model.clash(&given).is_some())
    }
}

impl std::fmt::Debug for BulkSession<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BulkSession").finish_non_exhaustive()
    }
}
