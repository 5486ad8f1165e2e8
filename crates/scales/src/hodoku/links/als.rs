//! Almost locked sets: cells of one unit with one candidate more than cells; and the digits that two
//! such sets cannot both hold.

use crate::Board;
use crate::cells::{Cells, UNITS, units_of};

/// An almost locked set.
#[derive(Clone, Debug)]
pub(super) struct Als {
    pub(super) cells: Cells,
    /// Bit `d` for digit `d + 1`.
    pub(super) digits: u16,
    /// For each digit, the cells of the set that have it.
    pub(super) places: [Cells; 9],
    /// For each digit, the candidates outside that see all of those.
    pub(super) seen: [Cells; 9],
    /// The cells outside with a candidate that sees all of its digit in the set.
    pub(super) around: Cells,
}

impl Als {
    fn new(board: &Board, cells: Cells, digits: u16) -> Self {
        let mut als = Self {
            cells,
            digits,
            places: [Cells::NONE; 9],
            seen: [Cells::NONE; 9],
            around: Cells::NONE,
        };
        for digit in digits_of(digits) {
            let all = board.places(digit);
            let at = usize::from(digit);
            als.places[at] = cells & all;
            als.seen[at] = (als.places[at].common_peers() & all) - cells;
            als.around |= als.seen[at];
        }
        als
    }

    /// How much longer a chain counts for going through the set.
    pub(super) fn penalty(&self) -> u8 {
        match self.digits.count_ones() {
            0 | 1 => 0,
            2 => 1,
            more => u8::try_from(more * 2 - 2).unwrap_or(u8::MAX),
        }
    }
}

/// The digits of a mask.
pub(super) fn digits_of(mask: u16) -> impl Iterator<Item = u8> {
    (0..9).filter(move |digit| mask >> digit & 1 == 1)
}

/// No puzzle has as many sets as this; a made-up board shall not take for ever.
const MOST_SETS: usize = 1000;

/// All almost locked sets: by unit, in the order of their cells, each once.
pub(super) fn all(board: &Board) -> Vec<Als> {
    let mut found = Vec::new();
    for (at, unit) in UNITS.into_iter().enumerate() {
        let cells: Vec<usize> = unit
            .into_iter()
            .filter(|&cell| board.value(cell) == 0)
            .collect();
        grow(board, &cells, Cells::NONE, 0, &mut |cells, digits| {
            let Some(first) = cells.first() else { return };
            // A set in two units was found in the one that comes first.
            let before = units_of(first).into_iter().filter(|&unit| unit < at);
            let known = before.into_iter().any(|unit| cells.is_within(UNITS[unit]));
            if !known && found.len() < MOST_SETS {
                found.push(Als::new(board, cells, digits));
            }
        });
    }
    found
}

fn grow(
    board: &Board,
    rest: &[usize],
    cells: Cells,
    digits: u16,
    found: &mut impl FnMut(Cells, u16),
) {
    // Each further cell makes room for one digit more.
    let too_many = digits.count_ones() as usize > cells.len() + rest.len() + 1;
    if too_many || cells.len() == 8 {
        return;
    }
    for (at, &cell) in rest.iter().enumerate() {
        let cells = cells.with(cell);
        let digits = digits | board.candidates(cell);
        let size = digits.count_ones() as usize;
        if size == cells.len() + 1 {
            found(cells, digits);
        }
        grow(board, &rest[at + 1..], cells, digits, found);
    }
}

/// One or two digits that only one of two sets can hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Common {
    pub(super) one: usize,
    /// A later set than `one`.
    pub(super) two: usize,
    /// The lower digit.
    pub(super) first: u8,
    pub(super) second: Option<u8>,
}

/// The restricted commons of all pairs of sets, in their order.
pub(super) fn commons(sets: &[Als], may_overlap: bool) -> Vec<Common> {
    let mut found = Vec::new();
    for (one, a) in sets.iter().enumerate() {
        for (two, b) in sets.iter().enumerate().skip(one + 1) {
            let shared = a.cells & b.cells;
            // All cells with a restricted digit are around the other set.
            if !b.cells.meets(a.around) || !may_overlap && !shared.is_empty() {
                continue;
            }
            let mut restricted = digits_of(a.digits & b.digits)
                .filter(|&digit| is_restricted(a, b, shared, usize::from(digit)));
            if let Some(first) = restricted.next() {
                // There are never more than two, but for boards that have no solution.
                let second = restricted.last();
                found.push(Common {
                    one,
                    two,
                    first,
                    second,
                });
            }
        }
    }
    found
}

fn is_restricted(a: &Als, b: &Als, shared: Cells, digit: usize) -> bool {
    let (mine, theirs) = (a.places[digit], b.places[digit]);
    theirs.is_within(a.seen[digit])
        && mine.is_within(b.seen[digit])
        && !(mine | theirs).meets(shared)
}
