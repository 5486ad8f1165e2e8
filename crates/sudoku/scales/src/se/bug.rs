//! Bivalue universal grave: were it not for a few extra candidates, every cell would have two
//! candidates and every digit two places in each unit, which no puzzle with one solution can have.

use super::Technique;
use super::grid::{CHAIN_UNITS, Grid, cell_at, cells_at, peers_in_order, unit_of};
use super::step::Step;
use crate::cells::{Cells, PEERS, UNITS};
use crate::digits::{choose, count, ones, single};

struct Grave {
    /// The cells with extra candidates, as found, and their extra candidates.
    extra: Vec<(usize, u16)>,
    cells: Cells,
    /// All extra digits.
    digits: u16,
    /// The cells that see all of the cells so far; all cells before the first.
    common: Cells,
    /// The candidates without the extra ones.
    rest: [u16; 81],
}

pub(super) fn grave(grid: &Grid) -> Option<Step> {
    let mut grave = Grave {
        extra: Vec::new(),
        cells: Cells::NONE,
        digits: 0,
        common: Cells::ALL,
        rest: grid.cand,
    };
    if !grave.collect(grid) || !grave.is_deadly(grid) {
        return None;
    }
    match (grave.extra.len(), count(grave.digits)) {
        (0, _) => None,
        (1, _) => grave.one_cell(grid),
        (count, 1) => grave
            .one_digit(grid)
            .or_else(|| grave.locked_pair(grid).filter(|_| count == 2)),
        _ if grave.common.is_empty() => None,
        (2, _) => grave.locked_pair(grid).or_else(|| grave.naked_set(grid)),
        _ => grave.naked_set(grid),
    }
}

impl Grave {
    /// Finds the extra candidates, unit by unit; `false` if there is no grave below them.
    fn collect(&mut self, grid: &Grid) -> bool {
        // While every odd digit of a unit is one and the same, cells that no unit singles out
        // may carry it too.
        let mut only: Option<(usize, Cells)> = None;
        let mut one_digit = true;
        let many = grid.with_at_least(3);
        for unit in CHAIN_UNITS {
            for digit in 0..9 {
                let spots = grid.spot[unit][digit];
                if matches!(count(spots), 0 | 2) {
                    continue;
                }
                let wide = cells_at(unit, spots) & many;
                match &mut only {
                    None => only = Some((digit, wide)),
                    Some((first, cells)) if one_digit && *first == digit => *cells |= wide,
                    Some(_) => one_digit = false,
                }
                match (wide.first(), wide.are_many()) {
                    (None, _) => return false,
                    (Some(cell), false) if !self.add(cell, digit, true) => return false,
                    _ => {}
                }
            }
        }
        let Some((digit, all)) = only.filter(|_| one_digit) else {
            return true;
        };
        if all.len() <= self.extra.len() {
            return true;
        }
        (all - self.cells)
            .into_iter()
            .all(|cell| self.add(cell, digit, false))
    }

    fn add(&mut self, cell: usize, digit: usize, counted: bool) -> bool {
        if !self.cells.has(cell) {
            self.extra.push((cell, 0));
            self.cells = self.cells.with(cell);
        }
        for (known, digits) in &mut self.extra {
            if *known == cell {
                *digits |= 1 << digit;
            }
        }
        if counted {
            self.digits |= 1 << digit;
        }
        self.rest[cell] &= !(1 << digit);
        self.common &= PEERS[cell] - self.cells;
        !(self.extra.len() > 1 && count(self.digits) > 1 && self.common.is_empty())
    }

    fn is_deadly(&self, grid: &Grid) -> bool {
        let twos = |cell: usize| grid.value[cell] != 0 || count(self.rest[cell]) == 2;
        if !(0..81).all(twos) {
            return false;
        }
        (0..27).all(|unit| {
            // Digits met an odd number of times, twice or more, and more than twice.
            let (mut once, mut twice, mut more) = (0u16, 0u16, 0u16);
            for position in 0..9 {
                let rest = self.rest[cell_at(unit, position)];
                more |= twice & rest;
                twice |= once & rest;
                once |= rest;
            }
            once == twice && more == 0
        })
    }

    fn one_cell(&self, grid: &Grid) -> Option<Step> {
        let off = grid.among(self.cells, !self.digits);
        Step::off(Technique::BivalueUniversalGrave, 56, off)
    }

    fn one_digit(&self, grid: &Grid) -> Option<Step> {
        let off = grid.among(self.common, self.digits);
        Step::off(Technique::BivalueUniversalGrave, 57, off)
    }

    /// Two cells of a unit: a digit that both have besides the extra ones is in one of them.
    fn locked_pair(&self, grid: &Grid) -> Option<Step> {
        let [(first, _), (second, _)] = self.extra[..] else {
            return None;
        };
        let locked = single(grid.cand[first] & grid.cand[second] & !self.digits)?;
        if !PEERS[first].has(second) {
            return None;
        }
        let off = self
            .extra
            .iter()
            .map(|&(cell, digits)| (cell, grid.cand[cell] & !digits & !(1 << locked)))
            .filter(|&(_, digits)| digits != 0)
            .collect();
        Step::off(Technique::BivalueUniversalGrave, 57, off)
    }

    /// The extra digits and some cells of a unit form a naked set.
    fn naked_set(&self, grid: &Grid) -> Option<Step> {
        if count(self.digits) < 2 {
            return None;
        }
        (2..=6).find_map(|size| (0..3).find_map(|kind| self.naked_set_in(grid, size, kind)))
    }

    fn naked_set_in(&self, grid: &Grid, size: usize, kind: usize) -> Option<Step> {
        let (first, _) = self.extra[0];
        let unit = unit_of(first, kind);
        if !self.cells.is_within(UNITS[unit]) {
            return None;
        }
        let free = self.common & UNITS[unit];
        let order: Vec<usize> = peers_in_order(first, free).collect();
        if order.len() < size {
            return None;
        }
        let sets = choose(size - 1)
            .iter()
            .take_while(|&set| set >> order.len() == 0);
        sets.map(|&set| ones(set).map(|at| order[at]).collect::<Cells>())
            .find_map(|set| {
                let digits = set.into_iter().fold(0, |mask, cell| mask | grid.cand[cell]);
                let is_naked = count(digits) == size && self.digits & !digits == 0;
                if !is_naked || set.into_iter().any(|cell| grid.count(cell) < 2) {
                    return None;
                }
                let off = grid.among(free - set, digits);
                Step::off(Technique::BivalueUniversalGrave, 56 + size as u16, off)
            })
    }
}
