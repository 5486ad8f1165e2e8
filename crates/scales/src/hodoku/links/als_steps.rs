//! The steps with almost locked sets: two sets (XZ), three (XY-Wing), four and more (Chain), and a cell
//! each of whose candidates a set excludes (Death Blossom).
//!
//! How a chain of sets may go on depends on the digit of its last link alone. Instead of walking all
//! chains, what each set can reach after each digit is therefore gathered. The step that is taken next
//! walks from set to later set, so one pass from the last set to the first does.

use super::als::{self, Als, Common, Gains, digits_of};
use super::best::{Best, Rank};
use crate::Board;
use crate::cells::Cells;
use crate::hodoku::{Candidate, Step, Technique};
use std::cell::OnceCell;

/// The sets of a board and what restricts them.
pub(super) struct Sets {
    pub(super) list: Vec<Als>,
    commons: Vec<Common>,
    /// Made when it is first needed.
    gains: OnceCell<Gains>,
    pub(super) may_overlap: bool,
}

impl Sets {
    /// All of a board.
    pub(super) fn new(board: &Board, may_overlap: bool) -> Self {
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
    pub(super) fn search(&self, board: &Board, technique: Technique, one: bool, best: &mut Best) {
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

    /// What two sets remove: a common digit where it sees both; with two restricted commons, also
    /// what each becomes locked for.
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

    fn wings(&self, one: bool, best: &mut Best) {
        // The commons that touch each set, in their order.
        let mut touching = vec![Vec::new(); self.list.len()];
        for (at, common) in self.commons.iter().enumerate() {
            touching[common.one].push(at);
            touching[common.two].push(at);
        }
        for (at, x) in self.commons.iter().enumerate() {
            let later = |set: usize| {
                let list = &touching[set];
                &list[list.partition_point(|&other| other <= at)..]
            };
            let (mut left, mut right) = (later(x.one), later(x.two));
            // In the order of the commons; none touches both sets.
            while let Some(&next) = match (left.first(), right.first()) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            } {
                let from = if left.first() == Some(&next) {
                    &mut left
                } else {
                    &mut right
                };
                *from = &from[1..];
                let removed = self.wing(x, &self.commons[next]);
                if removed.is_some_and(|removed| removed.offer(Technique::AlsXyWing, best)) && one {
                    return;
                }
            }
        }
    }

    fn wing(&self, x: &Common, y: &Common) -> Option<Removed> {
        let (a, b) = if x.one == y.one {
            (x.two, y.two)
        } else if x.one == y.two {
            (x.two, y.one)
        } else if x.two == y.one {
            (x.one, y.two)
        } else {
            (x.one, y.one)
        };
        let used = x.digits() | y.digits();
        if self.gains().of(a, b) & !used == 0 || used.is_power_of_two() {
            return None;
        }
        let (a, b) = (&self.list[a], &self.list[b]);
        let overlap = a.cells.meets(b.cells) && !self.may_overlap;
        if overlap || a.cells.is_within(b.cells) || b.cells.is_within(a.cells) {
            return None;
        }
        let mut removed = Removed::default();
        removed.both(a, b, used);
        Some(removed)
    }

    fn blossoms(&self, board: &Board, best: &mut Best) {
        /// As many sets are tried for a candidate.
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
            for digit in digits_of(!candidates) {
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
struct Removed([Cells; 9]);

impl Removed {
    /// The digits of two sets, but for those of a mask, where they see both.
    fn both(&mut self, a: &Als, b: &Als, but: u16) {
        for digit in digits_of(a.digits & b.digits & !but).map(usize::from) {
            self.0[digit] |= a.seen[digit] & b.seen[digit];
        }
    }

    /// What a set removes that is locked once the two commons are out of it.
    fn locked(&mut self, set: &Als, other: &Als, but: u16) {
        for digit in digits_of(set.digits & !but).map(usize::from) {
            self.0[digit] |= set.seen[digit] - other.cells;
        }
    }

    /// Offers the step, if there is anything to remove.
    fn offer(&self, technique: Technique, best: &mut Best) -> bool {
        let count = self.0.iter().map(|cells| cells.len()).sum();
        if count == 0 || !best.may_take(count, 0) {
            return count != 0;
        }
        let removed = self.sorted();
        let rank = Rank::without_chain(&removed);
        best.offer(rank, || Step {
            technique,
            placed: Vec::new(),
            removed,
        });
        true
    }

    fn sorted(&self) -> Vec<Candidate> {
        let mut removed = Vec::new();
        for (digit, cells) in (0..).zip(self.0) {
            removed.extend(cells.into_iter().filter_map(|cell| {
                let cell = u8::try_from(cell).ok()?;
                Some(Candidate { cell, digit })
            }));
        }
        removed
    }
}

/// A choice of one set for each candidate of a cell.
struct Blossom<'a> {
    petals: &'a [Vec<&'a Als>],
    may_overlap: bool,
    choices: u32,
}

/// As many choices are made over a whole search; a made-up board shall not take for ever.
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

/// No chain of all that are listed has more links than this; what is taken next may be of any length.
const LINKS: usize = 6;
/// No such end.
const NONE: u16 = u16::MAX;

/// What chains can reach, from each set and last digit.
struct Reach<'a> {
    all: &'a Sets,
    /// The links from each set: where to, and which digits.
    from: Vec<Vec<(usize, u16)>>,
    /// Where a chain may end: the set, and the digits of its last link; sorted.
    ends: Vec<(usize, u16)>,
    /// The number of each end, by set and digits.
    numbers: Vec<u16>,
    words: usize,
}

/// A row of bits for each set and digit of the link into it: the ends that further links reach.
type Rows = Vec<u64>;

impl<'a> Reach<'a> {
    /// With links to later sets alone, or both ways.
    fn new(all: &'a Sets, both_ways: bool) -> Self {
        let mut from = vec![Vec::new(); all.list.len()];
        for common in &all.commons {
            from[common.one].push((common.two, common.digits()));
            if both_ways {
                from[common.two].push((common.one, common.digits()));
            }
        }
        let mut reach = Self {
            all,
            from,
            ends: Vec::new(),
            numbers: vec![NONE; all.list.len() << 9],
            words: 0,
        };
        reach.number_ends();
        reach
    }

    fn number_ends(&mut self) {
        for &(to, link) in self.from.iter().flatten() {
            for part in digits_of(link).map(|digit| 1 << digit).chain([link]) {
                let number = &mut self.numbers[to << 9 | usize::from(part)];
                if *number == NONE {
                    *number = 0;
                    self.ends.push((to, part));
                }
            }
        }
        self.ends.sort_unstable();
        for (number, &(set, part)) in (0..).zip(&self.ends) {
            self.numbers[set << 9 | usize::from(part)] = number;
        }
        self.words = self.ends.len().div_ceil(64);
    }

    fn search(&self, best: &mut Best) {
        let mut rows = self.no_rows();
        let mut row = vec![0; self.words];
        for set in (0..self.from.len()).rev() {
            for digit in digits_of(self.all.list[set].digits) {
                self.follow(set, digit, &rows, true, &mut row);
                rows[self.range(set, digit)].copy_from_slice(&row);
            }
        }
        self.report_all(&rows, best);
    }

    /// Both ways there is no last set to begin with, so chains grow link by link.
    fn search_both_ways(&self, best: &mut Best) {
        let mut rows = self.no_rows();
        // The first link and the second are added when it is reported.
        for _ in 2..LINKS {
            rows = self.longer(&rows, true);
        }
        self.report_all(&rows, best);
    }

    fn no_rows(&self) -> Rows {
        vec![0; self.all.list.len() * 9 * self.words]
    }

    fn range(&self, set: usize, digit: u8) -> std::ops::Range<usize> {
        let at = (9 * set + usize::from(digit)) * self.words;
        at..at + self.words
    }

    /// All rows with one link more, with its own end or without.
    fn longer(&self, rows: &Rows, with_next: bool) -> Rows {
        let mut longer = self.no_rows();
        for set in 0..self.from.len() {
            for digit in digits_of(self.all.list[set].digits) {
                let row = &mut longer[self.range(set, digit)];
                self.follow(set, digit, rows, with_next, row);
            }
        }
        longer
    }

    /// What is reached from a set after a link with this digit.
    fn follow(&self, set: usize, last: u8, rows: &Rows, with_next: bool, ends: &mut [u64]) {
        ends.fill(0);
        for &(to, link) in &self.from[set] {
            let link = link & !(1 << last);
            // Of a link with two digits, the lower one counts for the next.
            let Some(digit) = digits_of(link).next() else {
                continue;
            };
            if with_next {
                let number = usize::from(self.numbers[to << 9 | usize::from(link)]);
                ends[number / 64] |= 1 << (number % 64);
            }
            for (word, more) in ends.iter_mut().zip(&rows[self.range(to, digit)]) {
                *word |= more;
            }
        }
    }

    /// Reports the chains of three links and more.
    fn report_all(&self, rows: &Rows, best: &mut Best) {
        let rows = self.longer(rows, false);
        let mut ends = vec![0; self.words];
        for start in 0..self.from.len() {
            for digit in digits_of(self.all.list[start].digits) {
                ends.fill(0);
                for &(to, link) in &self.from[start] {
                    if link >> digit & 1 == 1 {
                        for (word, more) in ends.iter_mut().zip(&rows[self.range(to, digit)]) {
                            *word |= more;
                        }
                    }
                }
                self.report(start, digit, &ends, best);
            }
        }
    }

    fn report(&self, start: usize, digit: u8, ends: &[u64], best: &mut Best) {
        let gains = self.all.gains();
        for (at, &word) in ends.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let (set, last) = self.ends[64 * at + word.trailing_zeros() as usize];
                word &= word - 1;
                let used = 1 << digit | last;
                if gains.of(start, set) & !used != 0 {
                    let mut removed = Removed::default();
                    removed.both(&self.all.list[start], &self.all.list[set], used);
                    removed.offer(Technique::AlsChain, best);
                }
            }
        }
    }
}
