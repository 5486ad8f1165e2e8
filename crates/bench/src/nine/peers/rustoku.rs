//! `rustoku-lib`: masks for rows, columns and boxes, the cell with the fewest candidates first.

use rustoku_lib::Rustoku;
use tilewright_testkit::sudoku::Board;

pub(super) fn solve(board: &Board, limit: u32, first: &mut Board) -> u32 {
    let board = rustoku_lib::core::Board::try_from(*board);
    // Clues that clash are an error here.
    let Ok(mut rustoku) = board.and_then(Rustoku::new) else {
        return 0;
    };
    if limit > 1 {
        return rustoku.count_solutions_until(limit as usize) as u32;
    }
    let Some(solution) = rustoku.solve_any() else {
        return 0;
    };
    *first = std::array::from_fn(|cell| solution.board.get(cell / 9, cell % 9));
    1
}
