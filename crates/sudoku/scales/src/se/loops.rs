//! Unique rectangles and loops: cells around a loop that would all have the same two candidates,
//! were it not for a few extra ones.
//!
//! Every loop is walked from every cell with two candidates. Of all that follows from them the
//! easiest is taken, then the lowest type, then the first that was found.

use super::Technique;
use super::grid::{
    Grid, PEER_BITS, UNIT_BITS, are_many, cell_at, cells, ones, position_of, single, size, unit_of,
};
use super::step::{Step, digit_off};

/// No loop is longer: its cells lie twice in each of at most nine rows.
const LONGEST: usize = 18;

pub(super) fn unique_loop(grid: &Grid) -> Option<Step> {
    let mut search = Search {
        grid,
        pair: 0,
        fit: 0,
        path: [0; LONGEST],
        length: 0,
        best: None,
    };
    for start in 0..81 {
        search.pair = grid.cand[start];
        if size(search.pair) != 2 {
            continue;
        }
        search.fit = fit(grid, start);
        if search.fit >> start & 1 == 0 {
            continue;
        }
        let walk = Walk {
            visited: 0,
            spare: 2,
            extra: 0,
            last: 3,
            odd: 0,
            even: 0,
        };
        search.walk(start, &walk);
        if search.is_easiest() {
            break;
        }
    }
    search.best.map(|best| best.step)
}

/// The cells of which a loop from this one may consist: they have both of its candidates, and at
/// least two of them see each. Loops through an earlier cell with no others were walked from there,
/// and another start adds nothing to them.
fn fit(grid: &Grid, start: usize) -> u128 {
    let pair = grid.cand[start];
    let mut fit = ones(pair).fold(u128::MAX, |bits, digit| bits & grid.place[digit]);
    for cell in cells(fit & ((1 << start) - 1)) {
        if grid.cand[cell] == pair {
            fit &= !(1 << cell);
        }
    }
    // Two cells of a loop may have any extra candidates; more only if they share a single one.
    let narrow = cells(fit).filter(|&cell| grid.cand[cell] == pair).count();
    if narrow < 2 {
        let extra = |cell: usize| grid.cand[cell] & !pair;
        let mut counts = [0; 9];
        for digit in cells(fit).filter_map(|cell| single(extra(cell))) {
            counts[digit] += 1;
        }
        for cell in cells(fit & !(1 << start)) {
            if single(extra(cell)).is_none_or(|digit| counts[digit] < 3) {
                fit &= !(1 << cell);
            }
        }
    }
    loop {
        if fit.count_ones() < 4 {
            return 0;
        }
        let lonely = cells(fit)
            .filter(|&cell| !are_many(PEER_BITS[cell] & fit))
            .fold(0u128, |bits, cell| bits | 1 << cell);
        if lonely == 0 {
            return fit;
        }
        fit &= !lonely;
    }
}

struct Best {
    /// The difficulty as Sudoku Explainer adds it up: sums that are equal on paper need not be
    /// equal in binary, and that decides which step comes first.
    difficulty: f64,
    kind: u8,
    step: Step,
}

struct Search<'g> {
    grid: &'g Grid,
    /// The two digits of the loop, and the cells that have both.
    pair: u16,
    fit: u128,
    path: [u8; LONGEST],
    length: usize,
    best: Option<Best>,
}

/// The state on arriving at a cell.
#[derive(Clone, Copy)]
struct Walk {
    visited: u128,
    /// The number of further cells with different extra candidates that are allowed.
    spare: i8,
    extra: u16,
    /// The kind of the unit by which the cell was reached.
    last: usize,
    /// The units of the cells at odd and at even places of the path.
    odd: u32,
    even: u32,
}

impl Search<'_> {
    fn is_easiest(&self) -> bool {
        self.best
            .as_ref()
            .is_some_and(|best| best.kind == 1 && best.step.rating == 45)
    }

    fn walk(&mut self, current: usize, arrived: &Walk) {
        let mut walk = *arrived;
        let units = (0..3).fold(0u32, |bits, kind| bits | 1 << unit_of(current, kind));
        let side = if self.length % 2 == 1 {
            &mut walk.odd
        } else {
            &mut walk.even
        };
        if *side & units != 0 || self.length == LONGEST {
            return;
        }
        *side |= units;
        walk.visited |= 1 << current;
        self.path[self.length] = current as u8;
        self.length += 1;
        for kind in (0..3).filter(|&kind| kind != arrived.last) {
            let around = UNIT_BITS[unit_of(current, kind)] & self.fit;
            for next in cells(around) {
                if self.length >= 4 && next == usize::from(self.path[0]) {
                    if walk.odd == walk.even {
                        self.close();
                    }
                    if self.is_easiest() {
                        self.length -= 1;
                        return;
                    }
                    continue;
                }
                if walk.visited >> next & 1 == 1 {
                    continue;
                }
                let own = self.grid.cand[next];
                let extra = walk.extra | own & !self.pair;
                let wide = own != self.pair;
                if wide && size(extra) != 1 && walk.spare <= 0 {
                    continue;
                }
                let onward = Walk {
                    spare: walk.spare - i8::from(wide),
                    extra,
                    last: kind,
                    ..walk
                };
                self.walk(next, &onward);
                if self.is_easiest() {
                    self.length -= 1;
                    return;
                }
            }
        }
        self.length -= 1;
    }

    /// Takes the consequences of the loop on the path.
    fn close(&mut self) {
        let wide: Vec<usize> = self.path[..self.length]
            .iter()
            .map(|&cell| usize::from(cell))
            .filter(|&cell| self.grid.cand[cell] != self.pair)
            .collect();
        match wide[..] {
            [] => {}
            [one] => self.offer(1, 0, vec![(one as u8, self.pair)]),
            [one, two] => {
                let extra = (self.grid.cand[one] | self.grid.cand[two]) & !self.pair;
                match single(extra) {
                    Some(digit) => self.one_digit(&wide, digit),
                    None => self.sets([one, two], extra),
                }
                self.locked(one, two);
            }
            [one, ..] => {
                let digit = (self.grid.cand[one] & !self.pair).trailing_zeros() as usize;
                self.one_digit(&wide, digit);
            }
        }
    }

    fn one_digit(&mut self, wide: &[usize], digit: usize) {
        let seen = wide
            .iter()
            .fold(u128::MAX, |bits, &cell| bits & PEER_BITS[cell]);
        let off = digit_off(digit, cells(seen & self.grid.place[digit]));
        self.offer(2, 0, off);
    }

    /// One digit of the pair has no other place in a unit of both cells: the other can go.
    fn locked(&mut self, one: usize, two: usize) {
        let digits: Vec<usize> = ones(self.pair).collect();
        for (locked, other) in [(digits[0], digits[1]), (digits[1], digits[0])] {
            let both = 1 << one | 1 << two;
            let is_locked = (0..3).any(|kind| {
                let unit = unit_of(one, kind);
                unit == unit_of(two, kind) && self.grid.place[locked] & UNIT_BITS[unit] & !both == 0
            });
            if is_locked {
                return self.offer(4, 0, vec![(one as u8, 1 << other), (two as u8, 1 << other)]);
            }
        }
    }

    /// The two cells together act as one with the extra candidates, in a naked or a hidden set.
    fn sets(&mut self, wide: [usize; 2], extra: u16) {
        for count in 2..=7u32 {
            for kind in 0..3 {
                let unit = unit_of(wide[0], kind);
                if unit != unit_of(wide[1], kind) {
                    continue;
                }
                let positions = wide.map(|cell| position_of(cell, kind));
                let empty = u32::from(self.grid.empty[unit]);
                if count * 2 <= empty && count >= size(extra) {
                    self.naked(wide, positions, unit, extra, count);
                }
                if count * 2 < empty {
                    self.hidden(positions, unit, extra, count);
                }
            }
        }
    }

    fn naked(
        &mut self,
        wide: [usize; 2],
        [first, second]: [usize; 2],
        unit: usize,
        extra: u16,
        size: u32,
    ) {
        let shared = extra & self.grid.cand[wide[0]] & self.grid.cand[wide[1]];
        for positions in subsets(size, 9) {
            if positions >> first & 1 == 0 || positions >> second & 1 == 1 {
                continue;
            }
            let helpers = positions & !(1 << first);
            let digits = |at| self.grid.cand[cell_at(unit, at)];
            let theirs = ones(helpers).fold(0, |mask, at| mask | digits(at));
            if (theirs | extra).count_ones() != size
                || (theirs | shared).count_ones() != size
                || ones(helpers).any(|at| digits(at).count_ones() < 2)
            {
                continue;
            }
            let lost = theirs | extra;
            let off = ones(0x1ff & !positions & !(1 << second))
                .filter(|&at| digits(at) & lost != 0)
                .map(|at| (cell_at(unit, at) as u8, digits(at) & lost))
                .collect();
            self.offer(3, size as u16 - 1, off);
        }
    }

    fn hidden(&mut self, [first, second]: [usize; 2], unit: usize, extra: u16, size: u32) {
        let rest: Vec<usize> = ones(0x1ff & !self.pair & !extra).collect();
        let chosen = size - 2;
        if chosen as usize > rest.len() || rest.is_empty() {
            return;
        }
        let spots = |digit: usize| self.grid.spot[unit][digit] & !(1 << second);
        for subset in subsets(chosen, rest.len()) {
            let digits = ones(subset).fold(self.pair, |mask, at| mask | 1 << rest[at]);
            if ones(digits).any(|digit| spots(digit) == 0) {
                continue;
            }
            let positions = ones(digits).fold(0, |mask, digit| mask | spots(digit));
            if positions.count_ones() != size {
                continue;
            }
            let hidden = positions & !(1 << first);
            let lost = |at| self.grid.cand[cell_at(unit, at)] & !digits;
            let off: Vec<_> = ones(hidden)
                .filter(|&at| lost(at) != 0)
                .map(|at| (cell_at(unit, at) as u8, lost(at)))
                .collect();
            self.offer(3, (hidden.count_ones() as u16).saturating_sub(1), off);
        }
    }

    fn offer(&mut self, kind: u8, more: u16, off: Vec<(u8, u16)>) {
        let (longer, tenths) = match self.length {
            10.. => (0.3 + 4.5 + 0.2, 5),
            8.. => (4.5 + 0.2, 2),
            6.. => (4.5 + 0.1, 1),
            _ => (4.5, 0),
        };
        let difficulty = longer + f64::from(more) * 0.1;
        if let Some(best) = &self.best
            && (best
                .difficulty
                .total_cmp(&difficulty)
                .then(best.kind.cmp(&kind))
                .is_le())
        {
            return;
        }
        let technique = if self.length == 4 {
            Technique::UniqueRectangle
        } else {
            Technique::UniqueLoop
        };
        if let Some(step) = Step::off(technique, 45 + tenths + more, off) {
            self.best = Some(Best {
                difficulty,
                kind,
                step,
            });
        }
    }
}

/// The subsets of this size of the first `count`, in the order of their masks.
fn subsets(size: u32, count: usize) -> impl Iterator<Item = u16> {
    (0..1u16 << count).filter(move |mask| mask.count_ones() == size)
}
