//! `sudoku`: bands of one digit as words of 27 bits, after `JCZSolve`.

use sudoku::Sudoku;
use tilewright_testkit::sudoku::Board;

pub(super) fn solve(board: &Board, limit: u32, first: &mut Board) -> u32 {
    let Ok(sudoku) = Sudoku::from_bytes(*board) else {
        return 0;
    };
    if limit > 1 {
        return sudoku.solutions_count_up_to(limit as usize) as u32;
    }
    let Some(solution) = sudoku.some_solution() else {
        return 0;
    };
    *first = solution.to_bytes();
    1
}
