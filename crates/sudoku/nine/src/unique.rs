//! The uniqueness of one board, for callers that know 9×9 boards alone and have no model.

use super::one::{Advance, One, Toll};

/// The number of solutions of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// It has none.
    None,
    /// It has this one: the values of its cells, 1 to 9.
    One([u8; 81]),
    /// It has two or more.
    Several,
    /// The search ran out of nodes.
    Unknown,
}

/// The nodes that are left.
struct Nodes(u32);

impl Toll for Nodes {
    #[inline]
    fn pay(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 > 0
    }
}

/// Counts the solutions of a 9×9 board up to two, in a search of fewer than `nodes` nodes. Bit *d*
/// of a cell is set where the cell may have the value *d* + 1.
///
/// ```
/// use tilewright_nine::{Uniqueness, uniqueness};
/// assert_eq!(uniqueness(&[0x1ff; 81], 1000), Uniqueness::Several);
/// assert_eq!(uniqueness(&[1; 81], 1000), Uniqueness::None);
/// ```
pub fn uniqueness(possible: &[u16; 81], nodes: u32) -> Uniqueness {
    let mut search = One::default();
    let mut nodes = Nodes(nodes);
    search.begin_with(possible);
    match search.next(&mut nodes) {
        Advance::Found => {}
        Advance::Done => return Uniqueness::None,
        Advance::Stopped => return Uniqueness::Unknown,
    }
    let mut solution = [0; 81];
    search.write(&mut solution);
    match search.next(&mut nodes) {
        Advance::Found => Uniqueness::Several,
        Advance::Done => Uniqueness::One(solution),
        Advance::Stopped => Uniqueness::Unknown,
    }
}
