//! Kinds: genres of puzzles, each of them a file.
//!
//! A kind's file says which clues its boards have, what a player puts down, and what must hold (docs/kinds.md). The words of
//! its rules are those of rules files (`rules::words`), which read clues as well. So a board of a kind is a rules file whose
//! clues are filled in: [`kind`](Kind) reads the head of a file, `clues` has the clues of a board, and `rules` turns both into a model.

mod address;
pub(crate) mod blocks;
mod board;
pub(crate) mod clues;
mod copies;
pub(crate) mod extras;
mod json;
pub(crate) mod kind;
mod layout;
pub(crate) mod library;
mod normal;
mod picture;
mod planting;
mod recipe;
mod solution;
pub(crate) mod style;
mod symmetry;
mod tatham;
mod text;
mod token;
pub(crate) mod words;

#[cfg(test)]
mod tests;
