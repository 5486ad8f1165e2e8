//! The maker of a kind of puzzle, by its name and size or by an empty board.

use crate::{Made, Maker, Missed, Spec, Unable, shikaku, sudoku, tiles};
use std::sync::Arc;
use tilewright_engines::Budget;
use tilewright_model::Choice;
use tilewright_puzzles::sudoku::Sudoku;
use tilewright_puzzles::tiles::Tiles;
use tilewright_puzzles::{Puzzle, board, rows_and_columns};

/// The maker of puzzles of a kind and size, or of full boards and maps where `full`.
///
/// ```
/// use tilewright_generate::{Budget, Spec, maker};
///
/// let maker = maker("shikaku", "6x5", Spec::default(), false)?;
/// let made = maker.make(1, &Budget::default())?;
/// assert_eq!(made.puzzle.family().name, "shikaku");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn maker(kind: &str, size: &str, spec: Spec, full: bool) -> Result<Box<dyn Maker>, Unable> {
    if kind == "shikaku" {
        if full {
            return Err(Unable("shikaku boards are not filled".to_owned()));
        }
        let (height, width) = sides(size)?;
        return shikaku::shikaku(width, height, &spec);
    }
    let board = board(kind, size).map_err(|error| Unable(error.message().to_owned()))?;
    maker_of(&*board, spec, full)
}

/// The maker of puzzles on a board, or of full boards and maps where `full`.
pub fn maker_of(board: &dyn Puzzle, spec: Spec, full: bool) -> Result<Box<dyn Maker>, Unable> {
    if let Some(sudoku) = board.downcast::<Sudoku>() {
        if full {
            return Ok(Box::new(Full::Sudoku(sudoku.clone())));
        }
        return sudoku::sudoku(Arc::clone(sudoku.shape()), spec);
    }
    if let Some(board) = board.downcast::<Tiles>() {
        if full {
            return Ok(Box::new(Full::Tiles(board.clone())));
        }
        return tiles::tiles(board, &spec);
    }
    if full {
        return Err(Unable(format!(
            "solutions of {} are drawn by `sample`, not by `generate --full`",
            board.family().name
        )));
    }
    crate::any::of_board(board.shared(), &spec)
}

/// The maker of puzzles that have some of the clues of this one. It must have that solution and no
/// other: a full board will do.
///
/// ```
/// use tilewright_generate::{Budget, Minimal, Spec, maker_from};
/// use tilewright_puzzles::read;
///
/// let full = read("1234341221434321", Some("sudoku:line"))?;
/// let spec = Spec { minimal: Minimal::Clues, ..Spec::default() };
/// let solution = full.givens();
/// let maker = maker_from(full.into(), solution, spec)?;
/// let made = maker.make(1, &Budget::default())?;
/// assert!(made.puzzle.givens().len() < 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn maker_from(
    puzzle: Arc<dyn Puzzle>,
    solution: Vec<Choice>,
    spec: Spec,
) -> Result<Box<dyn Maker>, Unable> {
    if spec.controlled_bias {
        return Err(Unable(
            "a controlled bias is for puzzles of random boards, not of one that is given"
                .to_owned(),
        ));
    }
    if let Some(given) = puzzle.downcast::<Sudoku>() {
        return sudoku::from(given, &solution, spec);
    }
    if let Some(given) = puzzle.downcast::<Tiles>() {
        return tiles::from(given, &solution, &spec);
    }
    crate::any::from(puzzle, solution, &spec)
}

/// Full boards and maps: solutions of an empty board.
enum Full {
    Sudoku(Sudoku),
    Tiles(Tiles),
}

impl Maker for Full {
    fn make(&self, seed: u64, budget: &Budget) -> Result<Made, Missed> {
        let board: Box<dyn Puzzle> = match self {
            Self::Sudoku(empty) => Box::new(sudoku::full(empty.shape(), seed, budget)?.board),
            Self::Tiles(board) => Box::new(tiles::map(board, seed, budget)?),
        };
        Ok(Made::new(board, Vec::new()))
    }
}

/// "12x8": 12 rows of 8 places.
fn sides(size: &str) -> Result<(usize, usize), Unable> {
    let (rows, columns) =
        rows_and_columns(size).map_err(|error| Unable(error.message().to_owned()))?;
    if rows == 0 || columns == 0 {
        return Err(Unable(format!(
            "a board of {rows}×{columns} has no places; rows and columns are at least 1"
        )));
    }
    Ok((rows, columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_known_by_name_and_others_refused() {
        for (kind, size) in [("sudoku", "2,2"), ("shikaku", "5x5"), ("roads", "4x4")] {
            let maker = maker(kind, size, Spec::default(), false).unwrap();
            assert!(maker.make(1, &Budget::default()).is_ok(), "{kind}");
        }
        let full = maker("sudoku", "2,2", Spec::default(), true).unwrap();
        let made = full.make(1, &Budget::default()).unwrap();
        assert!(!made.puzzle.write("line").unwrap().contains('.'));
        assert!(maker("shikaku", "5x5", Spec::default(), true).is_err());
        for (kind, size) in [("sudoku", "x"), ("shikaku", "0x5"), ("chess", "8x8")] {
            assert!(maker(kind, size, Spec::default(), false).is_err(), "{kind}");
        }
    }
}
