//! `msolve`: a mask of candidates for each cell.

use msolve::Sudoku;
use tilewright_testkit::sudoku::Board;

pub(super) fn solve(board: &Board, limit: u32, first: &mut Board) -> u32 {
    let sudoku = Sudoku::from(board);
    if limit > 1 {
        return sudoku.count_solutions(limit as usize) as u32;
    }
    let Some(solution) = sudoku.solve_one() else {
        return 0;
    };
    *first = solution.to_array();
    1
}
