//! Unique rectangles and loops: cells around a loop that would all have the same two candidates,
//! were it not for a few extra ones.
//!
//! Every loop is walked from every cell with two candidates. Of all that follows from them the
//! easiest is taken, then the lowest type, then the first that was found.

use super::Technique;
use super::grid::{Grid, Off, cells_at, position_of, unit_of, units_around};
use super::step::Step;
use crate::cells::{Cells, PEERS, UNITS};
use crate::digits::{choose, count, mask_of, ones, single};
use std::ops::ControlFlow;

/// No loop is longer: its cells lie twice in each of at most nine rows.
const LONGEST: usize = 18;

pub(super) fn unique_loop(grid: &Grid) -> Option<Step> {
    let mut search = Search {
        grid,
        pair: 0,
        fit: Cells::NONE,
        path: [0; LONGEST],
        length: 0,
        best: None,
    };
    for start in grid.with_count(2) {
        search.pair = grid.cand[start];
        search.fit = fit(grid, start);
        if !search.fit.has(start) {
            continue;
        }
        let walk = Walk {
            visited: Cells::NONE,
            spare: 2,
            extra: 0,
            last: 3,
            odd: 0,
            even: 0,
        };
        if search.walk(start, &walk).is_break() {
            break;
        }
    }
    search.best.map(|best| best.step)
}

/// The cells of which a loop from this one may consist: they have both of its candidates, and at
/// least two of them see each. Loops through an earlier cell with no others were walked from there,
/// and another start adds nothing to them.
fn fit(grid: &Grid, start: usize) -> Cells {
    let pair = grid.cand[start];
    let both = ones(pair).fold(Cells::ALL, |cells, digit| cells & grid.place[digit]);
    let is_narrow = |&cell: &usize| grid.cand[cell] == pair;
    let narrow: Cells = both.into_iter().filter(is_narrow).collect();
    let mut fit = both - narrow.before(start);
    // Two cells of a loop may have any extra candidates; more only if they share a single one.
    if !(narrow & fit).are_many() {
        let extra = |cell: usize| single(grid.cand[cell] & !pair);
        let mut counts = [0; 9];
        for digit in fit.into_iter().filter_map(extra) {
            counts[digit] += 1;
        }
        let is_shared = |&cell: &usize| extra(cell).is_some_and(|digit| counts[digit] >= 3);
        let wide = fit.without(start).into_iter().filter(is_shared);
        fit = wide.collect::<Cells>().with(start);
    }
    loop {
        if fit.len() < 4 {
            return Cells::NONE;
        }
        let near = |&cell: &usize| (PEERS[cell] & fit).are_many();
        let linked: Cells = fit.into_iter().filter(near).collect();
        if linked == fit {
            return fit;
        }
        fit = linked;
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
    fit: Cells,
    path: [usize; LONGEST],
    length: usize,
    best: Option<Best>,
}

/// The state on arriving at a cell.
#[derive(Clone, Copy)]
struct Walk {
    visited: Cells,
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

    /// Breaks off once nothing can be easier.
    fn walk(&mut self, current: usize, arrived: &Walk) -> ControlFlow<()> {
        let mut walk = *arrived;
        let units = units_around(current)
            .iter()
            .fold(0, |all, unit| all | 1 << unit);
        let side = if self.length % 2 == 1 {
            &mut walk.odd
        } else {
            &mut walk.even
        };
        if *side & units != 0 || self.length == LONGEST {
            return ControlFlow::Continue(());
        }
        *side |= units;
        walk.visited = walk.visited.with(current);
        self.path[self.length] = current;
        self.length += 1;
        for kind in (0..3).filter(|&kind| kind != arrived.last) {
            for next in UNITS[unit_of(current, kind)] & self.fit {
                if self.length >= 4 && next == self.path[0] {
                    if walk.odd == walk.even {
                        self.close();
                    }
                    if self.is_easiest() {
                        return ControlFlow::Break(());
                    }
                    continue;
                }
                if walk.visited.has(next) {
                    continue;
                }
                let own = self.grid.cand[next];
                let extra = walk.extra | own & !self.pair;
                let wide = own != self.pair;
                if wide && count(extra) != 1 && walk.spare <= 0 {
                    continue;
                }
                let onward = Walk {
                    spare: walk.spare - i8::from(wide),
                    extra,
                    last: kind,
                    ..walk
                };
                self.walk(next, &onward)?;
            }
        }
        self.length -= 1;
        ControlFlow::Continue(())
    }

    /// Takes the consequences of the loop on the path.
    fn close(&mut self) {
        let is_wide = |&cell: &usize| self.grid.cand[cell] != self.pair;
        let wide: Cells = self.path[..self.length]
            .iter()
            .copied()
            .filter(is_wide)
            .collect();
        let mut ends = wide.into_iter();
        match (wide.len(), ends.next(), ends.next()) {
            (1, ..) => self.offer(1, 0, self.grid.among(wide, self.pair)),
            (2, Some(one), Some(two)) => {
                let extra = (self.grid.cand[one] | self.grid.cand[two]) & !self.pair;
                if extra.is_power_of_two() {
                    self.one_digit(wide, extra);
                } else {
                    self.sets(one, two, extra);
                }
                self.locked(wide);
            }
            (_, Some(one), _) => self.one_digit(wide, self.grid.cand[one] & !self.pair),
            _ => {}
        }
    }

    fn one_digit(&mut self, wide: Cells, extra: u16) {
        self.offer(2, 0, self.grid.among(wide.common_peers(), extra));
    }

    /// One digit of the pair has no other place in a unit of both cells: the other can go.
    fn locked(&mut self, wide: Cells) {
        let in_unit = |unit: &&Cells| wide.is_within(**unit);
        for locked in ones(self.pair) {
            let place = self.grid.place[locked];
            if UNITS
                .iter()
                .filter(in_unit)
                .any(|&unit| place & unit == wide)
            {
                let other = self.pair & !(1 << locked);
                return self.offer(4, 0, self.grid.among(wide, other));
            }
        }
    }

    /// The two cells together act as one with the extra candidates, in a naked or a hidden set.
    fn sets(&mut self, one: usize, two: usize, extra: u16) {
        for many in 2..=7 {
            for kind in 0..3 {
                let unit = unit_of(one, kind);
                if unit != unit_of(two, kind) {
                    continue;
                }
                let positions = [one, two].map(|cell| position_of(cell, kind));
                let empty = self.grid.empty[unit];
                if many * 2 <= empty && many >= count(extra) {
                    self.naked([one, two], positions, unit, extra, many);
                }
                if many * 2 < empty {
                    self.hidden(positions, unit, extra, many);
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
        many: usize,
    ) {
        let shared = wide
            .iter()
            .fold(extra, |all, &cell| all & self.grid.cand[cell]);
        for &positions in choose(many - 1) {
            if positions & (1 << first | 1 << second) != 0 {
                continue;
            }
            let helpers = cells_at(unit, positions);
            let theirs = helpers
                .into_iter()
                .fold(0, |all, cell| all | self.grid.cand[cell]);
            if count(theirs | extra) != many
                || count(theirs | shared) != many
                || helpers.into_iter().any(|cell| self.grid.count(cell) < 2)
            {
                continue;
            }
            let others = UNITS[unit] - helpers - wide.into_iter().collect();
            self.offer(3, many as u16 - 1, self.grid.among(others, theirs | extra));
        }
    }

    fn hidden(&mut self, [first, second]: [usize; 2], unit: usize, extra: u16, many: usize) {
        let rest: Vec<usize> = ones(0x1ff & !self.pair & !extra).collect();
        if many - 2 > rest.len() || rest.is_empty() {
            return;
        }
        let spots = |digit: usize| self.grid.spot[unit][digit] & !(1 << second);
        for &subset in choose(many - 2) {
            if subset >> rest.len() != 0 {
                break;
            }
            let digits = self.pair | mask_of(ones(subset).map(|at| rest[at]));
            let positions = ones(digits).fold(0, |all, digit| all | spots(digit));
            if count(positions) != many || ones(digits).any(|digit| spots(digit) == 0) {
                continue;
            }
            let hidden = positions & !(1 << first);
            let off = self.grid.among(cells_at(unit, hidden), !digits);
            self.offer(3, (count(hidden) as u16).saturating_sub(1), off);
        }
    }

    fn offer(&mut self, kind: u8, more: u16, off: Off) {
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
