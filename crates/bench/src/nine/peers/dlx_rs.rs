//! `dlx-rs`: exact cover with dancing links, built anew for each board. Clues that clash would
//! break its links, so the adapter looks for them.

use dlx_rs::Sudoku;
use tilewright_testkit::sudoku::{Board, has_clash};

pub(super) fn solve(board: &Board, limit: u32, first: &mut Board) -> u32 {
    if has_clash(board) {
        return 0;
    }
    let input: Vec<usize> = board.iter().map(|&symbol| symbol.into()).collect();
    let mut solutions = Sudoku::new_from_input(&input);
    if limit > 1 {
        return solutions.take(limit as usize).count() as u32;
    }
    let Some(solution) = solutions.next() else {
        return 0;
    };
    for (cell, symbol) in first.iter_mut().zip(solution) {
        *cell = symbol as u8;
    }
    1
}
