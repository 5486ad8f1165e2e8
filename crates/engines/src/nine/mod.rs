//! 9×9 Sudoku alone: takes one model, the classic 9×9 Sudoku, by its structure (`classic`), declines
//! every other, and has its boards searched by the crate `tilewright-nine`, which says in which order.

mod bulk;
mod classic;
mod search;

use crate::bulk::Bulk;
use crate::{Budget, Declined, Engine, Search};
use bulk::NineBulk;
use classic::Classic;
use search::NineSearch;
use tilewright_model::Model;
use tilewright_nine::Many;
pub use tilewright_nine::Path;

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

    fn prepare(&self, model: &Model, _: &Budget) -> Result<Box<dyn Search>, Declined> {
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
    /// If this machine does not have the path.
    pub fn bulk_on(model: &Model, path: Path) -> Option<Box<dyn Bulk>> {
        let classic = Classic::of(model).ok()?;
        Some(Box::new(NineBulk::new(classic, Many::new(path))))
    }

    /// [`Nine::bulk_on`] with every board in a lane, however few there are, to test.
    ///
    /// # Panics
    /// If this machine does not have the path.
    pub fn bulk_in_lanes(model: &Model, path: Path) -> Option<Box<dyn Bulk>> {
        let classic = Classic::of(model).ok()?;
        Some(Box::new(NineBulk::new(classic, Many::in_lanes(path))))
    }
}
