//! The steps with almost locked sets: two sets (XZ), three (XY-Wing), four and more (Chain, see
//! `als_chains`), and a cell each of whose candidates a set excludes (Death Blossom).

use super::als::{self, Als, Common, Gains, Lists};
use super::als_chains::Reach;
use super::best::{Best, Rank};
use crate::Board9;
use crate::cells::Cells;
use crate::digits::digits_of;
use crate::hodoku::Technique;
use crate::hodoku::step::candidates;
use std::cell::OnceCell;

/// The sets of a board and their restricted commons.
pub(super) struct Sets {
    pub(super) list: Vec<Als>,
    pub(super) commons: Vec<Common>,
    /// Made when it is first needed.
    gains: OnceCell<Gains>,
    pub(super) may_overlap: bool,
}

impl Sets {
    /// All of a board.
    pub(super) fn new(board: &Board9, may_overlap: bool) -> Self {
        let sets = als::all(board);
        let commons = als::commons(&sets, may_overlap);
        Self {
            list: sets,
            commons,
            gains: OnceCell::new(),
            may_overlap,
        }
    }

    fn gains(&self) -> &Gains {
        self.gains.get_or_init(|| Gains::new(&self.list))
    }

    /// Offers the steps of the technique; if `one` is enough, those up to the one that is taken.
    pub(super) fn search(&self, board: &Board9, technique: Technique, one: bool, best: &mut Best) {
        match technique {
            Technique::AlsXz => self.pairs(one, best),
            Technique::AlsXyWing => self.wings(one, best),
            Technique::AlsChain if one => Reach::new(self, false).search(best),
            Technique::AlsChain => Reach::new(self, true).search_both_ways(best),
            _ => self.blossoms(board, best),
        }
    }

    fn pairs(&self, one: bool, best: &mut Best) {
        for common in &self.commons {
            if self.pair(common).offer(Technique::AlsXz, best) && one {
                return;
            }
        }
    }

    /// The removals of two sets: a common digit where it sees both; with two restricted commons, also the digits that
    /// each becomes locked for.
    fn pair(&self, common: &Common) -> Removed {
        let mut removed = Removed::default();
        let (a, b) = (&self.list[common.one], &self.list[common.two]);
        removed.both(a, b, 1 << common.first);
        if let Some(second) = common.second {
            removed.both(a, b, 1 << second);
            let used = 1 << common.first | 1 << second;
            removed.locked(a, b, used);
            removed.locked(b, a, used);
        }
        removed
    }

    /// Two commons of a set with two others, which remove what both of those see.
    fn wings(&self, one: bool, best: &mut Best) {
        // The commons that touch each set, in their order.
        let ends = |(at, common): (usize, &Common)| [(common.one, at), (common.two, at)];
        let touching = Lists::new(
            self.list.len(),
            self.commons.iter().enumerate().flat_map(ends),
        );
        for (at, x) in self.commons.iter().enumerate() {
            let wings = |hinge: usize, wing: usize| {
                let list = touching.of(hinge);
                let later = list[list.partition_point(|&other| other <= at)..].iter();
                let wing = move |&other: &usize| {
                    let y = &self.commons[other];
                    let end = if y.one == hinge { y.two } else { y.one };
                    let used = x.digits() | y.digits();
                    self.is_wing(wing, end, used)
                        .then_some((other, wing, end, used))
                };
                later.filter_map(wing)
            };
            let (mut left, mut right) = (wings(x.one, x.two), wings(x.two, x.one));
            let found: Vec<_> = if one {
                let first = left.next().into_iter().chain(right.next()).min();
                first.into_iter().collect()
            } else {
                left.chain(right).collect()
            };
            for &(_, a, b, used) in &found {
                let mut removed = Removed::default();
                removed.both(&self.list[a], &self.list[b], used);
                removed.offer(Technique::AlsXyWing, best);
            }
            if one && !found.is_empty() {
                return;
            }
        }
    }

    /// Returns true if two sets that a third one joins with these digits remove something.
    fn is_wing(&self, a: usize, b: usize, used: u16) -> bool {
        if self.gains().of(a, b) & !used == 0 || used.is_power_of_two() {
            return false;
        }
        let (a, b) = (self.list[a].cells, self.list[b].cells);
        let overlap = a.meets(b) && !self.may_overlap;
        !overlap && !a.is_within(b) && !b.is_within(a)
    }

    fn blossoms(&self, board: &Board9, best: &mut Best) {
        /// The most sets tried for a candidate.
        const MOST: usize = 100;
        let mut choices = 0;
        for stem in 0..81 {
            let candidates = board.candidates(stem);
            let petals: Vec<Vec<&Als>> = digits_of(candidates)
                .map(|digit| {
                    let sees = |als: &&Als| als.seen[usize::from(digit)].has(stem);
                    self.list.iter().filter(sees).take(MOST).collect()
                })
                .collect();
            if petals.is_empty() || petals.iter().any(Vec::is_empty) {
                continue;
            }
            // A digit of the stem is not removed elsewhere.
            let mut left = Removed([Cells::NONE; 9]);
            for digit in digits_of(0x1ff & !candidates) {
                left.0[usize::from(digit)] = Cells::ALL.without(stem);
            }
            let mut blossom = Blossom {
                petals: &petals,
                may_overlap: self.may_overlap,
                choices,
            };
            blossom.choose(0, Cells::NONE, &left, best);
            choices = blossom.choices;
        }
    }
}

/// Candidates to remove, by digit.
#[derive(Default)]
pub(super) struct Removed([Cells; 9]);

impl Removed {
    /// The digits of two sets, but for those of a mask, where they see both.
    pub(super) fn both(&mut self, a: &Als, b: &Als, but: u16) {
        for digit in digits_of(a.digits & b.digits & !but).map(usize::from) {
            self.0[digit] |= a.seen[digit] & b.seen[digit];
        }
    }

    /// The removals of a set that is locked once the two commons are out of it.
    fn locked(&mut self, set: &Als, other: &Als, but: u16) {
        for digit in digits_of(set.digits & !but).map(usize::from) {
            self.0[digit] |= set.seen[digit] - other.cells;
        }
    }

    /// Offers the step, if there is anything to remove.
    pub(super) fn offer(&self, technique: Technique, best: &mut Best) -> bool {
        let count = self.0.iter().map(|cells| cells.len()).sum();
        if count == 0 || !best.may_take(count, 0) {
            return count != 0;
        }
        let by_digit = (0..).zip(self.0);
        let removed: Vec<_> = by_digit
            .flat_map(|(digit, cells)| candidates(cells, digit))
            .collect();
        best.offer(Rank::new(&removed, 0), technique, removed);
        true
    }
}

/// A choice of one set for each candidate of a cell.
struct Blossom<'a> {
    petals: &'a [Vec<&'a Als>],
    may_overlap: bool,
    choices: u32,
}

/// The most choices in a whole search; an artificial board must not take for ever.
const MOST_CHOICES: u32 = 5_000_000;

impl Blossom<'_> {
    /// Chooses from the petal with this number on; `cells` are taken, and `left` may still be removed.
    fn choose(&mut self, petal: usize, cells: Cells, left: &Removed, best: &mut Best) {
        let Some(sets) = self.petals.get(petal) else {
            left.offer(Technique::DeathBlossom, best);
            return;
        };
        for &als in sets {
            let overlap = als.cells.meets(cells) && !self.may_overlap;
            if overlap || self.choices > MOST_CHOICES {
                continue;
            }
            self.choices += 1;
            let mut less = Removed::default();
            for (at, cells) in less.0.iter_mut().enumerate() {
                *cells = (left.0[at] & als.seen[at]) - als.cells;
            }
            if less.0.iter().any(|cells| !cells.is_empty()) {
                self.choose(petal + 1, cells | als.cells, &less, best);
            }
        }
    }
}
