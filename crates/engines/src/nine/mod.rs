//! 9×9 Sudoku alone, as fast as it goes.
//!
//! The engine takes one model, the classic 9×9 Sudoku, by its structure (`classic`), and declines
//! every other. It searches the board in a few registers (`one`).
//!
//! **Order.** Whatever follows from the rules below is taken; then the search splits at a cell with
//! the fewest symbols left, at least two: among those the one with the highest score, the first in
//! reading order among equals. The score counts one for each open cell (with two symbols or more) of
//! its row and column outside its box, two for each open cell of its box in neither, and one for
//! each of the four cells of its box in one of them that is *not* open: cells that it sees once, and
//! that see it from many sides, tell more than those that it sees twice.
//! First the cell has its lowest symbol, then any other. What follows is everything that can be
//! had from: a symbol's rows of three in a band, and columns of three in a stack, that lie on some
//! way to put it in the band or stack at all; a symbol with one place left in a row, column or box;
//! a cell with one symbol left.

mod bulk;
mod classic;
mod one;
mod search;

use crate::bulk::Bulk;
use crate::{Declined, Engine, Search};
use bulk::NineBulk;
use classic::Classic;
use search::NineSearch;
use tilewright_model::Model;

/// 9×9 Sudoku. See the [module](self).
#[derive(Debug)]
pub struct Nine;

impl Engine for Nine {
    fn name(&self) -> &'static str {
        "nine"
    }

    fn about(&self) -> &'static str {
        "9×9 Sudoku alone, as fast as it goes"
    }

    fn prepare<'m>(&self, model: &'m Model) -> Result<Box<dyn Search + 'm>, Declined> {
        match Classic::of(model) {
            Ok(classic) => Ok(Box::new(NineSearch::new(classic))),
            Err(reason) => Err(Declined::new(
                self.name(),
                format!("it is not the classic 9×9 Sudoku ({reason})"),
            )),
        }
    }

    fn bulk<'m>(&self, model: &'m Model) -> Option<Box<dyn Bulk + 'm>> {
        let classic = Classic::of(model).ok()?;
        Some(Box::new(NineBulk::new(classic)))
    }
}
