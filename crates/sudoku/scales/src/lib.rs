//! The difficulty of a 9×9 Sudoku on well-known scales.
//!
//! Two programs have set the scales by which players and setters compare puzzles: Sudoku Explainer
//! (`se`) and `HoDoKu` (`hodoku`). Each solves a puzzle step by step, tries its techniques
//! in an order of its own, and takes the first step that it finds; its rating follows from the path.
//! To give the same figures, the same paths must be walked, so each scale has its own order and its
//! own techniques here, on bit sets of one 9×9 board. They rate; for explanations of any puzzle, see
//! the crate `tilewright-logic`.
//!
//! Both scales stand on the same sets: cells with their geometry (`cells.rs`), digits and places as masks (`digits.rs`),
//! and numbered candidates as rows of bits (`rows.rs`).

mod board;
mod canonical;
mod cells;
mod digits;
pub mod hodoku;
mod rows;
pub mod se;

pub use board::{Board9, Invalid};
pub use canonical::canonical;
pub use cells::Cells;
