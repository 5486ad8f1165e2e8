//! 9×9 Sudoku alone, as fast as it goes.
//!
//! The engine takes one model, the classic 9×9 Sudoku, by its structure (`classic`), and declines
//! every other. A board by itself is searched in a few registers (`one`); of many boards, hundreds
//! are searched at once, one in each bit of a register (`lanes`). Both follow the same order, on
//! every machine.
//!
//! **Order.** Whatever follows from the rules below is taken; then the search splits at a cell with
//! the fewest symbols left, at least two: among those the one with the highest score, the first in
//! reading order among equals. The score counts one for each open cell (with two symbols or more)
//! of its row and column outside its box, two for each open cell of its box in neither, and one for
//! each of the four cells of its box in one of them that is *not* open: cells that it sees once,
//! and that see it from many sides, tell more than those that it sees twice. First the cell has its
//! lowest symbol, then any other. What follows is everything that can be had from: a symbol's rows
//! of three in a band, and columns of three in a stack, that lie on some way to put it in the band
//! or stack at all; a symbol with one place left in a row, column or box; a cell with one symbol
//! left.

mod bulk;
mod classic;
mod lanes;
mod one;
mod search;
mod unique;

use crate::bulk::Bulk;
use crate::{Declined, Engine, Search};
use bulk::NineBulk;
use classic::Classic;
pub use lanes::Path;
use search::NineSearch;
use tilewright_model::Model;
pub use unique::{Uniqueness, uniqueness};

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

    fn prepare(&self, model: &Model) -> Result<Box<dyn Search>, Declined> {
        match Classic::of(model) {
            Ok(classic) => Ok(Box::new(NineSearch::new(classic))),
            Err(reason) => Err(Declined::new(
                self.name(),
                format!("it is not the classic 9×9 Sudoku ({reason})"),
            )),
        }
    }

    fn bulk(&self, model: &Model) -> Option<Box<dyn Bulk>> {
        Self::bulk_on(model, Path::best())
    }
}

impl Nine {
    /// [`Engine::bulk`] on a path of one's choice, to test and to measure. `None` where the model
    /// is not the classic 9×9.
    ///
    /// # Panics
    /// Where this machine does not have the path.
    pub fn bulk_on(model: &Model, path: Path) -> Option<Box<dyn Bulk>> {
        let classic = Classic::of(model).ok()?;
        Some(Box::new(NineBulk::new(classic, path)))
    }

    /// The same with every board in a lane, however few there are: to test what else only many
    /// boards would come to.
    ///
    /// # Panics
    /// Where this machine does not have the path.
    pub fn bulk_in_lanes(model: &Model, path: Path) -> Option<Box<dyn Bulk>> {
        let classic = Classic::of(model).ok()?;
        Some(Box::new(NineBulk::in_lanes(classic, path)))
    }
}
