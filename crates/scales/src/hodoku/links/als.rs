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

impl Common {
    /// The digits as a mask.
    pub(super) fn digits(&self) -> u16 {
        1 << self.first | self.second.map_or(0, |second| 1 << second)
    }
}

/// Calls back with every two sets, the earlier one first, that two values of theirs relate. Sets with the
/// same value are looked at together: there are far fewer values than sets.
fn related<K: Copy + Ord>(
    mut values: Vec<(K, usize)>,
    relate: impl Fn(K, K) -> bool,
    found: &mut impl FnMut(usize, usize),
) {
    values.sort_unstable();
    let runs: Vec<&[(K, usize)]> = values.chunk_by(|a, b| a.0 == b.0).collect();
    for (at, one) in runs.iter().enumerate() {
        for two in &runs[at..] {
            if relate(one[0].0, two[0].0) {
                for &(_, a) in *one {
                    for &(_, b) in *two {
                        found(a.min(b), a.max(b));
                    }
                }
            }
        }
    }
}

/// The restricted commons of all pairs of sets, in their order.
pub(super) fn commons(sets: &[Als], may_overlap: bool) -> Vec<Common> {
    let mut found: Vec<(usize, usize, u8)> = Vec::new();
    for digit in 0..9 {
        let at = usize::from(digit);
        let with = (0..).zip(sets).filter(|(_, als)| !als.seen[at].is_empty());
        let values = with.map(|(set, als)| ((als.places[at], als.places[at].common_peers()), set));
        // Whoever sees all of them is seen by all of them; nor do they share such a cell.
        related(
            values.collect(),
            |(_, peers), (places, _)| places.is_within(peers),
            &mut |one, two| {
                if may_overlap || !sets[one].cells.meets(sets[two].cells) {
                    found.push((one, two, digit));
                }
            },
        );
    }
    found.sort_unstable();
    let pairs = found.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1));
    pairs
        .map(|pair| Common {
            one: pair[0].0,
            two: pair[0].1,
            first: pair[0].2,
            // There are never more than two, but for boards that have no solution.
            second: pair[1..].last().map(|&(.., digit)| digit),
        })
        .collect()
}

/// For each two sets, the digits that candidates outside have which see all of that digit in both.
pub(super) struct Gains {
    sets: usize,
    masks: Vec<u16>,
}

impl Gains {
    /// Of all pairs of sets.
    pub(super) fn new(sets: &[Als]) -> Self {
        let mut masks = vec![0; sets.len() * sets.len()];
        for digit in 0..9 {
            let with = (0..)
                .zip(sets)
                .filter(|(_, als)| !als.seen[digit].is_empty());
            let values = with.map(|(set, als)| (als.seen[digit], set)).collect();
            related(values, Cells::meets, &mut |one, two| {
                masks[one * sets.len() + two] |= 1 << digit;
            });
        }
        Self {
            sets: sets.len(),
            masks,
        }
    }

    /// The digits of two sets.
    pub(super) fn of(&self, one: usize, two: usize) -> u16 {
        self.masks[one.min(two) * self.sets + one.max(two)]
    }
}
