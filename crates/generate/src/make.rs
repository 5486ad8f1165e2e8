//! Which maker makes a kind of puzzle.

use crate::{Maker, Unable, Wish, shikaku, sudoku, tiles};
use std::sync::Arc;
use tilewright_puzzles::Puzzle;
use tilewright_puzzles::sudoku::Sudoku;
use tilewright_puzzles::tiles::Tiles;

/// Makes puzzles of a kind and size as [`board`](tilewright_puzzles::board) names them, or Shikaku of
/// so many rows and columns: "10x12".
///
/// ```
/// use tilewright_generate::{Limits, Wish, maker};
///
/// let made = maker("shikaku", "5x6", Wish::default())?.make(1, &Limits::default())?;
/// assert!(made.puzzle.write("grid")?.starts_with("6 5\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn maker(kind: &str, size: &str, wish: Wish) -> Result<Box<dyn Maker>, Unable> {
    if kind == "shikaku" {
        let (rows, columns) = rows_and_columns(size)?;
        return shikaku::shikaku(columns, rows, &wish);
    }
    let board = tilewright_puzzles::board(kind, size);
    maker_on(
        &*board.map_err(|error| Unable(error.message().into()))?,
        wish,
    )
}

/// Makes puzzles on an empty board.
pub fn maker_on(board: &dyn Puzzle, wish: Wish) -> Result<Box<dyn Maker>, Unable> {
    let any = board.as_any();
    if let Some(sudoku) = any.downcast_ref::<Sudoku>() {
        return sudoku::sudoku(Arc::clone(sudoku.shape()), wish);
    }
    if let Some(board) = any.downcast_ref::<Tiles>() {
        return tiles::tiles(board, &wish);
    }
    Err(Unable(format!(
        "{} puzzles cannot be made yet; sudoku, shikaku, roads, loops and tile sets can",
        board.family().name
    )))
}

/// "12x8": 12 rows of 8 places.
fn rows_and_columns(size: &str) -> Result<(usize, usize), Unable> {
    let sides = size.split_once(['x', 'X', '×']);
    let sides = sides.and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    sides
        .filter(|&(rows, columns): &(usize, usize)| rows > 0 && columns > 0)
        .ok_or_else(|| Unable(format!("expected a size such as 10x10, found {size:?}")))
}
