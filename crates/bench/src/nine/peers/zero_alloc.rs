//! `zero-alloc-sudoku`: masks for rows, columns and boxes, the cell with the fewest candidates
//! first. It reads text alone and finds one solution alone.

use tilewright_testkit::sudoku::Board;
use zero_alloc::Sudoku;

pub(super) fn solve(board: &Board, _: u32, first: &mut Board) -> u32 {
    let text = board.map(|symbol| b'0' + symbol);
    // Clues that clash are an error here.
    let text = std::str::from_utf8(&text).unwrap_or_default();
    let Ok(mut sudoku) = text.parse::<Sudoku>() else {
        return 0;
    };
    if !sudoku.solve() {
        return 0;
    }
    *first = *sudoku.cells();
    1
}
