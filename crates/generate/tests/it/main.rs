//! Generated puzzles of every family.

mod kinds;
mod maps;
mod minimal;
mod shikaku;
mod sudoku;
mod tiles;
