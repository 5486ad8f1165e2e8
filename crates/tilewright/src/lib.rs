//! One engine for tile puzzles: read, solve, count, check, draw.
//!
//! A tile puzzle is a set of tiles, a set of values for each, and rules: giving a tile a value
//! restricts what the others may be. Sudoku in any number of dimensions, road tiles, Shikaku,
//! exact cover and whatever can be written down in those words are the same thing here.
//!
//! ```text
//! text ──▶ puzzle ──▶ model ──▶ engine ──▶ solutions ──▶ puzzle ──▶ picture ──▶ text
//! ```
//!
//! Each part of that line is a module: [`puzzles`] reads and writes, [`model`] is what any engine
//! runs, [`engines`] search, [`render`] draws. A [`Solver`] puts them together.
mod first;
mod session;
mod solver;
mod verdict;

pub use session::{Answer, Session, Solutions};
pub use solver::{DEFAULT_MEMORY, Refusal, Solver};
pub use tilewright_engines as engines;
pub use tilewright_engines::{Count, End, Stats};
pub use tilewright_model as model;
pub use tilewright_model::{Choice, Model};
pub use tilewright_puzzles as puzzles;
pub use tilewright_puzzles::{ParseError, Puzzle, board, read};
pub use tilewright_render as render;
pub use verdict::{Contradiction, Existence, Redundant, Verdict};
