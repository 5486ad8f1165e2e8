//! 9×9 Sudoku alone.

mod one;
