//! 9×9 Sudoku alone, as fast as it goes: the search kernels behind the engine `nine`.
//!
//! Boards are 81 bytes in reading order, 0 for an open cell and 1 to 9 for a symbol; there are no
//! models here. A board by itself is searched in a few registers ([`One`]); of many boards, hundreds
//! are searched at once, one in each bit of a register ([`Many`]). Both follow the same order, on
//! every machine.
//!
//! **Order.** All that follows from the rules below is taken; then the search splits at a cell with the fewest
//! symbols left, at least two: among those the one with the highest score, the first in reading order among equals.
//! The score counts one for each open cell (with two symbols or more) of its row and column outside its box, two for
//! each open cell of its box in neither, and one for each of the four cells of its box in one of them that is *not*
//! open: cells that it sees once, and that see it from many sides, are more informative than those that it sees
//! twice. First the cell has its lowest symbol, then any other. The conclusions come from: a symbol's rows of three
//! in a band, and columns of three in a stack, that lie on some way to put it in the band or stack at all; a symbol
//! with one place left in a row, column or box; a cell with one symbol left.

mod lanes;
mod many;
mod one;
mod unique;

pub use lanes::Path;
pub use many::Many;
pub use one::{Advance, One, Toll};
pub use unique::{Uniqueness, uniqueness};
