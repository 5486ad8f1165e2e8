//! Boards of more than two axes.
//!
//! A [`Picture`](crate::Picture) of such a board holds its layers. Here they are cut along other
//! axes ([`slice()`]), or put together to a body again, seen from outside ([`lay_out_solid`]).

mod body;
mod slice;
mod solid;

pub use body::{ISOMETRIC_PITCH, ISOMETRIC_YAW};
pub use slice::{Sliced, slice};
pub(crate) use solid::Body;
pub use solid::lay_out_solid;

use crate::Space;

impl Space {
    /// The number of axes.
    pub fn axes(&self) -> usize {
        self.sides.len()
    }

    /// The number of cells, or `None` where it is beyond any memory.
    pub fn cells(&self) -> Option<usize> {
        let sides = self.sides.iter();
        sides.copied().try_fold(1, usize::checked_mul)
    }

    /// The difference between the numbers of neighbours along an axis.
    fn stride(&self, axis: usize) -> usize {
        self.sides[..axis].iter().product()
    }

    /// Returns true if every cell has its area and no axis is empty.
    fn is_whole(&self) -> bool {
        let cells = self.cells();
        cells.is_some_and(|cells| cells > 0 && cells == self.areas.len())
    }
}
