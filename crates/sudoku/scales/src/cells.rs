//! Sets of cells of a 9×9 board, and its geometry.
//!
//! Cell `9 * row + column`; unit 0–8 the rows, 9–17 the columns, 18–26 the boxes.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub};

/// A set of cells: one bit for each of the 81.
#[must_use]
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cells(u128);

impl Cells {
    /// No cell.
    pub const NONE: Self = Self(0);
    /// Every cell.
    pub const ALL: Self = Self((1 << 81) - 1);

    /// The set of one cell.
    pub const fn of(cell: usize) -> Self {
        Self(1 << cell)
    }

    /// Returns true if the cell is in it.
    pub const fn has(self, cell: usize) -> bool {
        self.0 >> cell & 1 == 1
    }

    /// With this cell.
    pub const fn with(self, cell: usize) -> Self {
        Self(self.0 | 1 << cell)
    }

    /// Without this cell.
    pub const fn without(self, cell: usize) -> Self {
        Self(self.0 & !(1 << cell))
    }

    /// The number of cells.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if there are no cells.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first cell, if there is any.
    pub const fn first(self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        Some(self.0.trailing_zeros() as usize)
    }

    /// Returns true if there are two cells or more.
    pub(crate) const fn are_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The cells before this one.
    pub(crate) const fn before(self, cell: usize) -> Self {
        Self(self.0 & ((1 << cell) - 1))
    }

    /// The bits of as many cells from one on.
    pub(crate) const fn bits_at(self, from: usize, count: usize) -> usize {
        (self.0 >> from) as usize & ((1 << count) - 1)
    }

    /// The cells of the first that are not in the second; as an operator: `-`.
    pub(crate) const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns true if all of these cells are among the others.
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns true if the two sets share a cell.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The cells that see every one of these.
    pub fn common_peers(self) -> Self {
        self.into_iter()
            .fold(Self::ALL, |seen, cell| seen & PEERS[cell])
    }

    /// The cells that see any of these.
    pub(crate) fn any_peers(self) -> Self {
        self.into_iter()
            .fold(Self::NONE, |seen, cell| seen | PEERS[cell])
    }
}

impl BitAnd for Cells {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for Cells {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOr for Cells {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Cells {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// The cells of the first that are not in the second.
impl Sub for Cells {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.minus(other)
    }
}

impl Not for Cells {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl IntoIterator for Cells {
    type Item = usize;
    type IntoIter = Iter;
    fn into_iter(self) -> Iter {
        Iter(self.0)
    }
}

impl FromIterator<usize> for Cells {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        cells.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |cell: usize| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
        f.debug_set().entries(self.into_iter().map(name)).finish()
    }
}

/// The cells of a set, ascending.
#[derive(Clone, Debug)]
pub struct Iter(u128);

impl Iterator for Iter {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let cell = Cells(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(cell)
    }
}

/// The row, the column and the box of a cell, as units.
pub(crate) const fn units_of(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, 9 + column, 18 + row / 3 * 3 + column / 3]
}

/// The cells of each unit.
pub(crate) const UNITS: [Cells; 27] = {
    let mut units = [Cells::NONE; 27];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, box_] = units_of(cell);
        units[row] = units[row].with(cell);
        units[column] = units[column].with(cell);
        units[box_] = units[box_].with(cell);
        cell += 1;
    }
    units
};

/// The cells that each cell sees: those that share a unit with it.
pub(crate) const PEERS: [Cells; 81] = {
    let mut peers = [Cells::NONE; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, box_] = units_of(cell);
        let all = UNITS[row].0 | UNITS[column].0 | UNITS[box_].0;
        peers[cell] = Cells(all).without(cell);
        cell += 1;
    }
    peers
};

/// The cells that a cell sees, by unit: the row, the column, and what the box adds.
pub(crate) fn areas(cell: usize) -> [(usize, Cells); 3] {
    let [row, column, box_] = units_of(cell);
    [
        (row, UNITS[row].without(cell)),
        (column, UNITS[column].without(cell)),
        (box_, UNITS[box_] - UNITS[row] - UNITS[column]),
    ]
}

/// The cells in at least 0 of these sets, in at least 1, and so on.
pub(crate) fn in_at_least(sets: &[Cells; 9]) -> [Cells; 6] {
    let mut at_least = [Cells::NONE; 6];
    at_least[0] = Cells::ALL;
    for &set in sets {
        for many in (1..6).rev() {
            at_least[many] |= at_least[many - 1] & set;
        }
    }
    at_least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_geometry_is_that_of_a_sudoku() {
        assert!(UNITS.iter().all(|unit| unit.len() == 9));
        assert!(PEERS.iter().all(|peers| peers.len() == 20));
        let cells: Cells = [0, 10, 20].into_iter().collect();
        assert!(cells.is_within(UNITS[18]));
        assert_eq!(cells.common_peers(), UNITS[18] - cells);
        assert_eq!(cells.into_iter().collect::<Vec<_>>(), [0, 10, 20]);
    }
}
