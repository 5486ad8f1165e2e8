//! All sets of some things, each with the union of what the things have: cells with their digits, or digits with
//! their cells.

use super::sink::Flow;
use crate::Board9;
use crate::Cells;
use std::ops::{BitOr, ControlFlow, Deref};

/// A set, and the union of what its members have.
#[derive(Clone, Copy, Default)]
pub(super) struct Set<A, B> {
    pub(super) members: A,
    pub(super) union: B,
    pub(super) count: usize,
}

/// Cells with all their digits.
pub(super) type CellSet = Set<Cells, u16>;

/// Things by number.
pub(super) trait Members: Copy {
    fn and(self, member: u8) -> Self;
}

impl Members for Cells {
    fn and(self, cell: u8) -> Self {
        self.with(usize::from(cell))
    }
}

impl Members for u16 {
    fn and(self, digit: u8) -> Self {
        self | 1 << digit
    }
}

impl<A: Members, B: Copy + BitOr<Output = B>> Set<A, B> {
    fn with(self, (member, has): (u8, B)) -> Self {
        Self {
            members: self.members.and(member),
            union: self.union | has,
            count: self.count + 1,
        }
    }

    /// Visits every larger set with further members of the list, with what is left of the list behind the last one;
    /// the answer says whether to visit those larger still. Sets come in the order of their members.
    pub(super) fn each_larger<F>(self, rest: &[(u8, B)], visit: &mut F) -> Flow
    where
        F: FnMut(Self, &[(u8, B)]) -> ControlFlow<(), bool>,
    {
        for (at, &member) in rest.iter().enumerate() {
            let (set, rest) = (self.with(member), &rest[at + 1..]);
            if visit(set, rest)? {
                set.each_larger(rest, visit)?;
            }
        }
        Flow::Continue(())
    }
}

/// At most nine things: the cells of a unit, or its digits.
pub(super) struct List<T> {
    things: [T; 9],
    count: usize,
}

impl<T: Copy + Default> FromIterator<T> for List<T> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        let (mut things, mut count) = ([T::default(); 9], 0);
        for thing in all {
            things[count] = thing;
            count += 1;
        }
        Self { things, count }
    }
}

impl<T> Deref for List<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.things[..self.count]
    }
}

/// Cells of a unit with their digits.
#[inline]
pub(super) fn listed(board: &Board9, cells: impl IntoIterator<Item = usize>) -> List<(u8, u16)> {
    let with_digits = |cell| (cell as u8, board.candidates(cell));
    cells.into_iter().map(with_digits).collect()
}
