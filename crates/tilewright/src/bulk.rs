//! Many boards of one model at once, where the engine can do that.
//!
//! A [`BulkSession`] answers for rows of bytes as an [`Asked`](crate::Asked) does for puzzles:
//! [`PlainLines`] makes such rows of the lines of a file and lines
//! of the solutions. Both give the same answers.

use crate::solver::{Refusal, Solver};
use tilewright_engines::End;
use tilewright_engines::bulk::{Bulk, BulkAnswers, picked};
use tilewright_model::Model;
use tilewright_puzzles::PlainLines;

/// A model made ready for many boards at once. Boards are rows of bytes, one after the other: see
/// [`Bulk`].
///
/// ```
/// use tilewright::{Solver, puzzles::sudoku::SUDOKU};
///
/// let line = SUDOKU.format("line").unwrap();
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
pub struct BulkSession {
    model: Model,
    bulk: Box<dyn Bulk>,
    answers: BulkAnswers,
}

/// A run in bulk was interrupted or failed, as the end says: nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted(pub End);

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Interrupted {}

impl Solver {
    /// The model of plain lines, or why it is not built within the limits of a question.
    pub fn plain_model(&self, plain: &dyn PlainLines) -> Result<Model, Refusal> {
        Ok(plain.model(&self.question())?)
    }

    /// Prepares a model for many boards at once. `None` where the engine has no way of its own to
    /// do that, and where this solver has an order or a budget for each question by itself.
    pub fn bulk(&self, model: &Model) -> Option<BulkSession> {
        let budget = self.question();
        if self.order().is_some() || budget.deadline.is_some() || budget.nodes.is_some() {
            return None;
        }
        let mut bulk = self.whole_engine().bulk(model)?;
        bulk.within(&budget);
        Some(BulkSession {
            model: model.clone(),
            bulk,
            answers: BulkAnswers::default(),
        })
    }
}

impl BulkSession {
    /// The bytes of a board.
    pub fn tiles(&self) -> usize {
        self.bulk.tiles()
    }

    /// Up to `limit` solutions of each board.
    ///
    /// # Panics
    /// If `boards` does not hold whole boards.
    pub fn run(&mut self, boards: &[u8], limit: u32) -> Result<&BulkAnswers, Interrupted> {
        match self.bulk.run(boards, limit, &mut self.answers) {
            End::Complete => Ok(&self.answers),
            end => Err(Interrupted(end)),
        }
    }

    /// The answers of the last run.
    pub fn answers(&self) -> &BulkAnswers {
        &self.answers
    }

    /// Returns true if two givens of a board exclude each other, or a tile is given an impossible
    /// value.
    pub fn contradicts_itself(&self, board: &[u8]) -> bool {
        picked(&self.model, board).is_none_or(|given| self.model.clash(&given).is_some())
    }
}

impl std::fmt::Debug for BulkSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BulkSession").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;
    use tilewright_engines::bulk::OneByOne;
    use tilewright_engines::dance::Dance;
    use tilewright_engines::{Budget, Declined, Engine, Search};
    use tilewright_puzzles::sudoku::SUDOKU;

    /// `dance` with a bulk.
    struct Dancing;

    impl Engine for Dancing {
        fn name(&self) -> &'static str {
            Dance.name()
        }

        fn about(&self) -> &'static str {
            Dance.about()
        }

        fn prepare(&self, model: &Model, budget: &Budget) -> Result<Box<dyn Search>, Declined> {
            Dance.prepare(model, budget)
        }

        fn bulk(&self, model: &Model) -> Option<Box<dyn Bulk>> {
            Some(Box::new(OneByOne::new(&Dance, model).ok()?))
        }
    }

    #[test]
    fn boards_are_answered_and_clashes_known() {
        let line = SUDOKU.format("line");
        let plain = line.and_then(|format| format.plain).unwrap();
        let solver = Solver::new().with(&Dancing);
        let model = solver.plain_model(plain).unwrap();
        assert!(solver.clone().memory(1000).plain_model(plain).is_err());
        let mut bulk = solver.bulk(&model).unwrap();
        let text =
            b"1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3.\n";
        let mut boards = [0; 3 * 81];
        assert_eq!(plain.read_lines(text, &mut boards).lines, 1);
        // No solution: a 2 that is twice in its box, or one that only the solution forbids.
        boards.copy_within(..81, 81);
        boards.copy_within(..81, 162);
        (boards[81 + 1], boards[162 + 2]) = (2, 6);
        let counts = bulk.run(&boards, 2).unwrap().counts.clone();
        assert_eq!(counts, [1, 0, 0]);
        let clashes = boards
            .chunks(81)
            .map(|board| bulk.contradicts_itself(board));
        assert_eq!(clashes.collect::<Vec<_>>(), [false, true, false]);
        boards[0] = 10;
        assert!(bulk.contradicts_itself(&boards[..81]));
    }

    #[test]
    fn what_is_meant_for_each_question_is_not_done_in_bulk() {
        let plain = SUDOKU
            .formats
            .iter()
            .find_map(|format| format.plain)
            .unwrap();
        let solver = Solver::new().with(&Dancing);
        let model = solver.plain_model(plain).unwrap();
        for other in [
            solver.clone().seed(1),
            solver.clone().nodes(1000),
            solver.clone().time(Duration::from_secs(1)),
            Solver::new().engine("reduce").unwrap(),
        ] {
            assert!(other.bulk(&model).is_none(), "{other:?}");
        }
        let stopped = solver.stop(std::sync::Arc::new(AtomicBool::new(true)));
        let mut bulk = stopped.bulk(&model).unwrap();
        assert_eq!(bulk.run(&[0; 81], 1), Err(Interrupted(End::Interrupted)));
    }
}
