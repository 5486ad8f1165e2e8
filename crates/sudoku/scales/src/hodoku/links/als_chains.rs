//! Chains of four and more almost locked sets.
//!
//! The continuation of a chain depends on the digit of its last link alone. Instead of walking all chains, the search
//! therefore gathers the sets that each set can reach after each digit. The step that is taken next walks from set to
//! later set, so one pass from the last set to the first does.

use super::als::{Als, Common, Lists, Shared, seeing};
use super::als_steps::{Removed, Sets};
use super::best::Best;
use crate::digits::digits_of;
use crate::hodoku::Technique;
use crate::rows::{common, join, put};

/// No listed chain has more links than this; a chain that is taken next may be of any length.
const LINKS: usize = 6;

/// The sets that chains can reach, from each set and last digit.
pub(super) struct Reach<'a> {
    all: &'a Sets,
    /// The links from each set: where to, and which digits.
    from: Lists<(usize, u16)>,
    /// The possible ends of a chain: the set, and the digits of its last link; sorted.
    ends: Vec<(usize, u16)>,
    /// The number of the first end of each set, and of those after the last.
    first_end: Vec<usize>,
    /// The number of the first row of each set; a set has one for each of its digits.
    first_row: Vec<usize>,
    /// The number of rows.
    rows: usize,
    words: usize,
}

/// A row of bits for each set and digit of the link into it: the ends that further links reach.
type Rows = Vec<u64>;

impl<'a> Reach<'a> {
    /// With links to later sets alone, or both ways.
    pub(super) fn new(all: &'a Sets, both_ways: bool) -> Self {
        let links = |common: &Common| {
            let digits = common.digits();
            let link = |one, two| (one, (two, digits));
            let back = both_ways.then(|| link(common.two, common.one));
            [Some(link(common.one, common.two)), back]
                .into_iter()
                .flatten()
        };
        let links = all.commons.iter().flat_map(links);
        let mut ends: Vec<(usize, u16)> = links
            .clone()
            .flat_map(|(_, (to, link))| {
                let single = digits_of(link).map(move |digit| (to, 1 << digit));
                single.chain(Some((to, link)).filter(|_| !link.is_power_of_two()))
            })
            .collect();
        let from = Lists::new(all.list.len(), links);
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
            rows,
            words: ends.len().div_ceil(64),
            ends,
        }
    }

    /// The ends of a set.
    fn ends_of(&self, set: usize) -> std::ops::Range<usize> {
        self.first_end[set]..self.first_end[set + 1]
    }

    /// Offers the chains from set to later set.
    pub(super) fn search(&self, best: &mut Best) {
        let mut rows = self.no_rows();
        let mut row = vec![0; self.words];
        for set in (0..self.all.list.len()).rev() {
            for digit in digits_of(self.all.list[set].digits) {
                self.follow(set, digit, &rows, true, &mut row);
                rows[self.range(set, digit)].copy_from_slice(&row);
            }
        }
        self.report_all(&rows, best);
    }

    /// Offers all chains. Both ways there is no last set to begin with, so they grow link by link.
    pub(super) fn search_both_ways(&self, best: &mut Best) {
        let mut rows = self.no_rows();
        // The first link and the second are added when it is reported.
        for _ in 2..LINKS {
            rows = self.longer(&rows, true);
        }
        self.report_all(&rows, best);
    }

    fn no_rows(&self) -> Rows {
        vec![0; self.rows * self.words]
    }

    fn range(&self, set: usize, digit: u8) -> std::ops::Range<usize> {
        let lower = self.all.list[set].digits & ((1 << digit) - 1);
        let at = (self.first_row[set] + lower.count_ones() as usize) * self.words;
        at..at + self.words
    }

    /// All rows with one link more, with its own end or without.
    fn longer(&self, rows: &Rows, with_next: bool) -> Rows {
        let mut longer = self.no_rows();
        for set in 0..self.all.list.len() {
            for digit in digits_of(self.all.list[set].digits) {
                let row = &mut longer[self.range(set, digit)];
                self.follow(set, digit, rows, with_next, row);
            }
        }
        longer
    }

    /// The sets reached from a set after a link with this digit.
    fn follow(&self, set: usize, last: u8, rows: &Rows, with_next: bool, ends: &mut [u64]) {
        ends.fill(0);
        for &(to, link) in self.from.of(set) {
            let link = link & !(1 << last);
            // Of a link with two digits, the lower one counts for the next.
            let Some(digit) = digits_of(link).next() else {
                continue;
            };
            if with_next {
                let next = self.ends_of(to).find(|&end| self.ends[end].1 == link);
                let next = next.unwrap_or_default();
                put(ends, next);
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
            let with = seeing(&self.all.list, at);
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
                    put(own, end);
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
        for &(to, link) in self.from.of(start) {
            for first in digits_of(link & !(1 << digit)) {
                let ends = &rows[self.range(to, first)];
                for end in common(ends, wanted) {
                    if best.is_full() {
                        return;
                    }
                    self.offer(start, first, self.ends[end], best);
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
