//! Extras: rules that are added to a kind, such as the cages, arrows and thermometers of Sudoku variants.
//!
//! An extra is a small file like that of a kind (docs/variants.md): `extra` is its name, `on` the kind that it is added to, and its
//! layers of clues and its rules are as in any kind's file. `[fpuzzles]` and `[iss]` say how other programs call what it
//! adds, and how they write it (`foreign`). A board with several extras is of one kind: the files are merged, layers and rules one
//! after the other ([`Catalogue::kind`]).
//!
//! What a format says about a board is a [`Setup`]: the board, the extras, and their clues as [`Item`]s. A setup becomes the kind and the
//! clues of a puzzle (`items`), and back. Nothing here knows an extra by its name.

#![expect(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "rows, columns and digits of boards are small"
)]

#[cfg(test)]
mod drawings;
mod drawn;
mod family;
mod file;
mod foreign;
mod fpuzzles;
mod instance;
mod iss;
mod items;
mod json;
#[cfg(test)]
mod meanings;
mod setup;
#[cfg(test)]
mod tests;

pub(crate) use family::{VARIANT, is_variant, with_file};
pub(crate) use setup::Merged;
