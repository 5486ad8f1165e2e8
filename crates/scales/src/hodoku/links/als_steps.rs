//! The steps with almost locked sets: two sets (XZ), three (XY-Wing), four and more (Chain), and a cell
//! each of whose candidates a set excludes (Death Blossom).
//!
//! How a chain of sets may go on depends on the digit of its last link alone. Instead of walking all
//! chains, what each set can reach after each digit is therefore gathered. The step that is taken next
//! walks from set to later set, so one pass from the last set to the first does.

use super::als::{self, Als, Common, Gains, Shared, digits_of};
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

/// What chains can reach, from each set and last digit.
struct Reach<'a> {
    all: &'a Sets,
    /// The links from each set: where to, and which digits.
    from: Vec<Vec<(usize, u16)>>,
    /// Where a chain may end: the set, and the digits of its last link; sorted.
    ends: Vec<(usize, u16)>,
    /// The number of the first end of each set, and of those after the last.
    first_end: Vec<usize>,
    /// The number of the first row of each set; a set has one for each of its digits.
    first_row: Vec<usize>,
    words: usize,
}

/// A row of bits for each set and digit of the link into it: the ends that further links reach.
type Rows = Vec<u64>;

impl<'a> Reach<'a> {
    /// With links to later sets alone, or both ways.
    fn new(all: &'a Sets, both_ways: bool) -> Self {
        let mut from = vec![Vec::new(); all.list.len()];
        let mut ends = Vec::new();
        for common in &all.commons {
            let mut link = |one: usize, two: usize| {
                from[one].push((two, common.digits()));
                let parts = digits_of(common.digits()).map(|digit| (two, 1 << digit));
                ends.extend(parts.chain([(two, common.digits())]));
            };
            link(common.one, common.two);
            if both_ways {
                link(common.two, common.one);
            }
        }
        ends.sort_unstable();
        ends.dedup();
        let sets = 0..=all.list.len();
        let mut rows = 0;
        let rows_before = |als: &Als| {
            let before = rows;
            rows += als.digits.count_ones() as usize;
            before
        };
        Self {
            all,
            from,
            first_end: sets
                .map(|set| ends.partition_point(|end| end.0 < set))
                .collect(),
            first_row: all.list.iter().map(rows_before).collect(),
            words: ends.len().div_ceil(64),
            ends,
        }
    }

    /// The ends of a set.
    fn ends_of(&self, set: usize) -> std::ops::Range<usize> {
        self.first_end[set]..self.first_end[set + 1]
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
        let digits = self
            .all
            .list
            .iter()
            .map(|als| als.digits.count_ones() as usize);
        vec![0; digits.sum::<usize>() * self.words]
    }

    fn range(&self, set: usize, digit: u8) -> std::ops::Range<usize> {
        let lower = self.all.list[set].digits & ((1 << digit) - 1);
        let at = (self.first_row[set] + lower.count_ones() as usize) * self.words;
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
                let next = self.ends_of(to).find(|&end| self.ends[end].1 == link);
                let next = next.unwrap_or_default();
                ends[next / 64] |= 1 << (next % 64);
            }
            join(ends, &rows[self.range(to, digit)]);
        }
    }

    /// Reports the chains of three links and more: for each digit to be removed, those with an end that
    /// sees it too and is not used up by the last link.
    fn report_all(&self, rows: &Rows, best: &mut Best) {
        let rows = self.longer(rows, false);
        let mut shared = Shared::new(self.all.list.len());
        for digit in 0..9 {
            let at = usize::from(digit);
            let sets = (0..).zip(&self.all.list);
            let with = sets.filter(|(_, als)| !als.seen[at].is_empty());
            shared.fill(with.clone().map(|(set, als)| (set, als.seen[at])));
            let wanted = self.wanted(digit, &shared, with.clone().map(|(set, _)| set));
            for (set, _) in with {
                let number = shared.number[set] * self.words;
                self.report(
                    set,
                    digit,
                    &rows,
                    &wanted[number..number + self.words],
                    best,
                );
            }
        }
    }

    /// For each value of the sets that have a digit, the ends that gain something with it.
    fn wanted(&self, digit: u8, shared: &Shared, sets: impl Iterator<Item = usize>) -> Rows {
        let words = self.words;
        let row = |number: usize| number * words..(number + 1) * words;
        let mut own = vec![0; shared.values.len() * words];
        for set in sets {
            let own = &mut own[row(shared.number[set])];
            for end in self.ends_of(set) {
                if self.ends[end].1 >> digit & 1 == 0 {
                    own[end / 64] |= 1 << (end % 64);
                }
            }
        }
        let mut wanted = vec![0; own.len()];
        for (one, value) in shared.values.iter().enumerate() {
            for (two, other) in shared.values.iter().enumerate() {
                if value.meets(*other) {
                    join(&mut wanted[row(one)], &own[row(two)]);
                }
            }
        }
        wanted
    }

    /// Reports the chains from a set that remove a digit.
    fn report(&self, start: usize, digit: u8, rows: &Rows, wanted: &[u64], best: &mut Best) {
        for &(to, link) in &self.from[start] {
            for first in digits_of(link & !(1 << digit)) {
                let ends = &rows[self.range(to, first)];
                for (at, (&ends, &wanted)) in ends.iter().zip(wanted).enumerate() {
                    let mut word = ends & wanted;
                    while word != 0 {
                        let end = self.ends[64 * at + word.trailing_zeros() as usize];
                        word &= word - 1;
                        self.offer(start, first, end, best);
                    }
                }
            }
        }
    }

    fn offer(&self, start: usize, first: u8, (set, last): (usize, u16), best: &mut Best) {
        if set != start {
            let mut removed = Removed::default();
            removed.both(
                &self.all.list[start],
                &self.all.list[set],
                1 << first | last,
            );
            removed.offer(Technique::AlsChain, best);
        }
    }
}

fn join(row: &mut [u64], other: &[u64]) {
    for (word, more) in row.iter_mut().zip(other) {
        *word |= more;
    }
}
