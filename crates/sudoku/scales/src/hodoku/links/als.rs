//! Almost locked sets: cells of one unit with one candidate more than cells; and the digits that two
//! such sets cannot both hold.

use crate::Board9;
use crate::cells::{Cells, UNITS, units_of};
use crate::digits::{count, digits_of};
use crate::hodoku::sets::{CellSet, Set, listed};
use std::ops::ControlFlow::Continue;

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
    fn new(board: &Board9, cells: Cells, digits: u16) -> Self {
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

    /// The extra length of a chain that goes through the set.
    pub(super) fn penalty(&self) -> u8 {
        match self.digits.count_ones() {
            0 | 1 => 0,
            2 => 1,
            more => u8::try_from(more * 2 - 2).unwrap_or(u8::MAX),
        }
    }
}

/// No puzzle has as many sets as this; a made-up board shall not take for ever.
const MOST_SETS: usize = 1000;

/// All almost locked sets: by unit, in the order of their cells, each once.
pub(super) fn all(board: &Board9) -> Vec<Als> {
    let mut found = Vec::new();
    for (at, unit) in UNITS.into_iter().enumerate() {
        let cells = listed(board, unit & board.open());
        let _ = CellSet::default().each_larger(&cells, &mut |set, rest| {
            let Set {
                members,
                union,
                count: size,
            } = set;
            let first = members.first().unwrap_or(0);
            // A set in two units was found in the one that comes first.
            let is_before = |unit| unit < at && members.is_within(UNITS[unit]);
            let is_known = || units_of(first).into_iter().any(is_before);
            if count(union) == size + 1 && found.len() < MOST_SETS && !is_known() {
                found.push(Als::new(board, members, union));
            }
            // Each further cell makes room for one digit more.
            Continue(size < 8 && count(union) <= size + rest.len() + 1)
        });
    }
    found
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

/// Sets by a value that several of them share: there are far fewer values than sets.
pub(super) struct Shared {
    pub(super) values: Vec<Cells>,
    /// The number of the value of each set.
    pub(super) number: Vec<usize>,
    /// The last set with each value.
    last: Vec<usize>,
    /// The set before each set with the same value.
    before: Vec<usize>,
    /// The places of the values, by their bits; more slots than sets.
    slots: Box<[u16; SLOTS]>,
}

const SLOTS: usize = 2 * MOST_SETS.next_power_of_two();
/// No value.
const FREE: u16 = u16::MAX;
/// No set.
const NO_SET: usize = usize::MAX;

impl Shared {
    /// A table for `sets` sets.
    pub(super) fn new(sets: usize) -> Self {
        Self {
            values: Vec::new(),
            number: vec![0; sets],
            last: Vec::new(),
            before: vec![NO_SET; sets],
            slots: Box::new([FREE; SLOTS]),
        }
    }

    /// Takes new values of some of the sets.
    pub(super) fn fill(&mut self, values: impl Iterator<Item = (usize, Cells)>) {
        self.values.clear();
        self.last.clear();
        self.slots.fill(FREE);
        for (set, value) in values {
            let at = self.number_of(value);
            self.number[set] = at;
            self.before[set] = self.last[at];
            self.last[at] = set;
        }
    }

    /// The number of a value, which may be new.
    fn number_of(&mut self, value: Cells) -> usize {
        let mut slot = value
            .into_iter()
            .fold(0, |slot: usize, cell| slot.wrapping_mul(31) + cell)
            % SLOTS;
        loop {
            let at = usize::from(self.slots[slot]);
            match self.values.get(at) {
                Some(&known) if known == value => return at,
                Some(_) => slot = (slot + 1) % SLOTS,
                None => break,
            }
        }
        self.slots[slot] = u16::try_from(self.values.len()).unwrap_or(FREE);
        self.values.push(value);
        self.last.push(NO_SET);
        self.values.len() - 1
    }

    /// The sets with the value of this number.
    fn sets(&self, at: usize) -> impl Iterator<Item = usize> {
        let some = |&set: &usize| set != NO_SET;
        let before = move |&set: &usize| Some(self.before[set]).filter(some);
        std::iter::successors(Some(self.last[at]).filter(some), before)
    }

    /// Every two sets, the earlier one first, of two values.
    fn pairs(&self, one: usize, two: usize, found: &mut impl FnMut(usize, usize)) {
        for a in self.sets(one) {
            for b in self.sets(two) {
                found(a.min(b), a.max(b));
            }
        }
    }
}

/// The sets with a candidate outside that sees all of a digit in them, with their numbers.
pub(super) fn seeing(sets: &[Als], digit: usize) -> impl Iterator<Item = (usize, &Als)> + Clone {
    let is_seen = move |(_, als): &(usize, &Als)| !als.seen[digit].is_empty();
    sets.iter().enumerate().filter(is_seen)
}

/// The restricted commons of all pairs of sets, in their order.
pub(super) fn commons(sets: &[Als], may_overlap: bool) -> Vec<Common> {
    let mut found: Vec<u64> = Vec::new();
    let mut shared = Shared::new(sets.len());
    for digit in 0..9 {
        shared.fill(seeing(sets, digit).map(|(set, als)| (set, als.places[digit])));
        for (one, value) in shared.values.iter().enumerate() {
            let peers = value.common_peers();
            for two in one + 1..shared.values.len() {
                // A cell that sees all of them is seen by all of them; nor do they share such a cell.
                if !shared.values[two].is_within(peers) {
                    continue;
                }
                shared.pairs(one, two, &mut |a, b| {
                    if may_overlap || !sets[a].cells.meets(sets[b].cells) {
                        found.push((a as u64) << 32 | (b << 8 | digit) as u64);
                    }
                });
            }
        }
    }
    found.sort_unstable();
    let pairs = found.chunk_by(|a, b| a >> 8 == b >> 8);
    let digit = |key: u64| (key & 0xff) as u8;
    pairs
        .map(|pair| Common {
            one: (pair[0] >> 32) as usize,
            two: (pair[0] >> 8 & 0xff_ffff) as usize,
            first: digit(pair[0]),
            // There are never more than two, but for boards that have no solution.
            second: pair[1..].last().map(|&key| digit(key)),
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
        let mut shared = Shared::new(sets.len());
        for digit in 0..9 {
            shared.fill(seeing(sets, digit).map(|(set, als)| (set, als.seen[digit])));
            for (one, value) in shared.values.iter().enumerate() {
                for two in one..shared.values.len() {
                    if shared.values[two].meets(*value) {
                        shared.pairs(one, two, &mut |a, b| {
                            masks[a * sets.len() + b] |= 1 << digit;
                        });
                    }
                }
            }
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

/// Lists for each of several numbers, in one.
pub(super) struct Lists<T> {
    first: Vec<usize>,
    items: Vec<T>,
}

impl<T: Copy + Default> Lists<T> {
    /// Lists from pairs of a number below `numbers` and an entry, in their order.
    pub(super) fn new(numbers: usize, pairs: impl Iterator<Item = (usize, T)> + Clone) -> Self {
        let mut first = vec![0; numbers + 1];
        for (number, _) in pairs.clone() {
            first[number + 1] += 1;
        }
        for number in 0..numbers {
            first[number + 1] += first[number];
        }
        let mut next = first.clone();
        let mut items = vec![T::default(); first[numbers]];
        for (number, item) in pairs {
            items[next[number]] = item;
            next[number] += 1;
        }
        Self { first, items }
    }

    /// The list of a number.
    pub(super) fn of(&self, number: usize) -> &[T] {
        &self.items[self.first[number]..self.first[number + 1]]
    }
}
