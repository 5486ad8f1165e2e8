//! The steps with almost locked sets: two sets (XZ), three (XY-Wing), four and more (Chain), and a cell
//! each of whose candidates a set excludes (Death Blossom).
//!
//! How a chain of sets may go on depends on the digit of its last link alone. Instead of walking all
//! chains, what each set can reach after each digit is therefore gathered. The step that is taken next
//! walks from set to later set, so one pass from the last set to the first does.

use super::als::{Als, Common, digits_of};
use super::best::{Best, Rank};
use crate::Board;
use crate::cells::Cells;
use crate::hodoku::{Candidate, Step, Technique};

/// The sets of a board and what restricts them.
pub(super) struct Sets {
    pub(super) list: Vec<Als>,
    pub(super) commons: Vec<Common>,
    may_overlap: bool,
}

impl Sets {
    /// All of a board.
    pub(super) fn new(board: &Board, may_overlap: bool) -> Self {
        let sets = super::als::all(board);
        let commons = super::als::commons(&sets, may_overlap);
        Self {
            list: sets,
            commons,
            may_overlap,
        }
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
        let (a, b) = (&self.list[common.one], &self.list[common.two]);
        let mut removed = Removed::default();
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
            let later =
                |list: &Vec<usize>| list[list.partition_point(|&other| other <= at)..].to_vec();
            let mut others = later(&touching[x.one]);
            others.extend(later(&touching[x.two]));
            others.sort_unstable();
            for other in others {
                let removed = self.wing(x, &self.commons[other]);
                if removed.offer(Technique::AlsXyWing, best) && one {
                    return;
                }
            }
        }
    }

    fn wing(&self, x: &Common, y: &Common) -> Removed {
        let mut removed = Removed::default();
        if x.second.is_none() && y.second.is_none() && x.first == y.first {
            return removed;
        }
        let (a, b) = if x.one == y.one {
            (x.two, y.two)
        } else if x.one == y.two {
            (x.two, y.one)
        } else if x.two == y.one {
            (x.one, y.two)
        } else {
            (x.one, y.one)
        };
        let (a, b) = (&self.list[a], &self.list[b]);
        let overlap = a.cells.meets(b.cells) && !self.may_overlap;
        if overlap || a.cells.is_within(b.cells) || b.cells.is_within(a.cells) {
            return removed;
        }
        removed.both(a, b, digits(x) | digits(y));
        removed
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

fn digits(common: &Common) -> u16 {
    1 << common.first | common.second.map_or(0, |second| 1 << second)
}

/// Candidates to remove, by digit.
#[derive(Default)]
struct Removed([Cells; 9]);

impl Removed {
    /// The digits of two sets, but for those of a mask, where they see both.
    fn both(&mut self, a: &Als, b: &Als, but: u16) {
        if !a.around.meets(b.around) {
            return;
        }
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
    sets: &'a [Als],
    /// The links from each set: where to, and which digits.
    from: Vec<Vec<(usize, u16)>>,
    /// Where a chain may end: the set, and the digits of its last link.
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
            from[common.one].push((common.two, digits(common)));
            if both_ways {
                from[common.two].push((common.one, digits(common)));
            }
        }
        let mut reach = Self {
            sets: &all.list,
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
                    *number = u16::try_from(self.ends.len()).unwrap_or(NONE);
                    self.ends.push((to, part));
                }
            }
        }
        self.words = self.ends.len().div_ceil(64);
    }

    fn search(&self, best: &mut Best) {
        let mut rows = self.no_rows();
        for set in (0..self.from.len()).rev() {
            self.extend(set, &mut rows);
        }
        self.report_all(&rows, best);
    }

    /// Both ways there is no last set to begin with, so chains grow link by link.
    fn search_both_ways(&self, best: &mut Best) {
        let mut rows = self.no_rows();
        // The first link and the second are added when it is reported.
        for _ in 2..LINKS {
            let mut longer = rows.clone();
            for set in 0..self.from.len() {
                for digit in digits_of(self.sets[set].digits) {
                    let row = self.follow(set, digit, &rows, true);
                    longer[self.range(set, digit)].copy_from_slice(&row);
                }
            }
            rows = longer;
        }
        self.report_all(&rows, best);
    }

    fn no_rows(&self) -> Rows {
        vec![0; self.sets.len() * 9 * self.words]
    }

    fn range(&self, set: usize, digit: u8) -> std::ops::Range<usize> {
        let at = (9 * set + usize::from(digit)) * self.words;
        at..at + self.words
    }

    fn extend(&self, set: usize, rows: &mut Rows) {
        for digit in digits_of(self.sets[set].digits) {
            let row = self.follow(set, digit, rows, true);
            rows[self.range(set, digit)].copy_from_slice(&row);
        }
    }

    /// What is reached from a set after a link with this digit, with the next link's own end or without.
    fn follow(&self, set: usize, last: u8, rows: &Rows, with_next: bool) -> Vec<u64> {
        let mut ends = vec![0; self.words];
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
        ends
    }

    /// Reports the chains of three links and more.
    fn report_all(&self, rows: &Rows, best: &mut Best) {
        for start in 0..self.from.len() {
            for &(to, link) in &self.from[start] {
                for digit in digits_of(link) {
                    self.report(start, digit, &self.follow(to, digit, rows, false), best);
                }
            }
        }
    }

    fn report(&self, start: usize, digit: u8, ends: &[u64], best: &mut Best) {
        for (at, &word) in ends.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let (set, last) = self.ends[64 * at + word.trailing_zeros() as usize];
                word &= word - 1;
                let mut removed = Removed::default();
                removed.both(&self.sets[start], &self.sets[set], 1 << digit | last);
                removed.offer(Technique::AlsChain, best);
            }
        }
    }
}
