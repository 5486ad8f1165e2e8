//! Bivalue universal grave: were it not for a few extra candidates, every cell would have two
//! candidates and every digit two places in each unit, which no puzzle with one solution can have.

use super::Technique;
use super::grid::{Grid, KINDS, PEER_BITS, UNIT_BITS, cell_at, cells, ones, peers_in_order};
use super::grid::{single, unit_of};
use super::step::{Step, digit_off};

struct Grave {
    /// The cells with extra candidates, as found, and their extra candidates.
    extra: Vec<(usize, u16)>,
    bits: u128,
    /// All extra digits.
    digits: u16,
    /// The cells that see all of the cells so far; all cells before the first.
    common: u128,
    /// The candidates without the extra ones.
    rest: [u16; 81],
}

pub(super) fn grave(grid: &Grid) -> Option<Step> {
    let mut grave = Grave {
        extra: Vec::new(),
        bits: 0,
        digits: 0,
        common: (1 << 81) - 1,
        rest: grid.cand,
    };
    if !grave.collect(grid) || !grave.is_deadly(grid) {
        return None;
    }
    match (grave.extra.len(), grave.digits.count_ones()) {
        (0, _) => None,
        (1, _) => grave.one_cell(grid),
        (count, 1) => grave
            .one_digit(grid)
            .or_else(|| grave.locked_pair(grid).filter(|_| count == 2)),
        _ if grave.common == 0 => None,
        (2, _) => grave.locked_pair(grid).or_else(|| grave.naked_set(grid)),
        _ => grave.naked_set(grid),
    }
}

impl Grave {
    /// Finds the extra candidates, unit by unit; `false` if there is no grave below them.
    fn collect(&mut self, grid: &Grid) -> bool {
        // While every odd digit of a unit is one and the same, cells that no unit singles out
        // may carry it too.
        let mut only: Option<(usize, u128)> = None;
        let mut one_digit = true;
        for kind in KINDS {
            for unit in kind..kind + 9 {
                for digit in 0..9 {
                    let spots = grid.spot[unit][digit];
                    if matches!(spots.count_ones(), 0 | 2) {
                        continue;
                    }
                    let wide = ones(spots)
                        .map(|position| cell_at(unit, position))
                        .filter(|&cell| grid.count(cell) >= 3)
                        .fold(0u128, |bits, cell| bits | 1 << cell);
                    match &mut only {
                        None => only = Some((digit, wide)),
                        Some((first, cells)) if one_digit && *first == digit => *cells |= wide,
                        Some(_) => one_digit = false,
                    }
                    match wide.count_ones() {
                        0 => return false,
                        1 if !self.add(wide.trailing_zeros() as usize, digit, true) => {
                            return false;
                        }
                        _ => {}
                    }
                }
            }
        }
        let Some((digit, all)) = only.filter(|_| one_digit) else {
            return true;
        };
        if all.count_ones() as usize <= self.extra.len() {
            return true;
        }
        cells(all & !self.bits).all(|cell| self.add(cell, digit, false))
    }

    fn add(&mut self, cell: usize, digit: usize, counted: bool) -> bool {
        if self.bits >> cell & 1 == 0 {
            self.extra.push((cell, 0));
            self.bits |= 1 << cell;
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
        self.common &= PEER_BITS[cell] & !self.bits;
        !(self.extra.len() > 1 && self.digits.count_ones() > 1 && self.common == 0)
    }

    fn is_deadly(&self, grid: &Grid) -> bool {
        let twos = |cell: usize| grid.value[cell] != 0 || self.rest[cell].count_ones() == 2;
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
        let (cell, _) = self.extra[0];
        let lost = grid.cand[cell] & !self.digits;
        let off = if lost == 0 {
            Vec::new()
        } else {
            vec![(cell as u8, lost)]
        };
        Step::off(Technique::BivalueUniversalGrave, 56, off)
    }

    fn one_digit(&self, grid: &Grid) -> Option<Step> {
        let digit = single(self.digits)?;
        let off = digit_off(digit, cells(self.common & grid.place[digit]));
        Step::off(Technique::BivalueUniversalGrave, 57, off)
    }

    /// Two cells of a unit: a digit that both have besides the extra ones is in one of them.
    fn locked_pair(&self, grid: &Grid) -> Option<Step> {
        let [(first, _), (second, _)] = self.extra[..] else {
            return None;
        };
        let locked = single(grid.cand[first] & grid.cand[second] & !self.digits)?;
        if !(0..3).any(|kind| unit_of(first, kind) == unit_of(second, kind)) {
            return None;
        }
        let off = self
            .extra
            .iter()
            .map(|&(cell, digits)| (cell as u8, grid.cand[cell] & !digits & !(1 << locked)))
            .filter(|&(_, digits)| digits != 0)
            .collect();
        Step::off(Technique::BivalueUniversalGrave, 57, off)
    }

    /// The extra digits and some cells of a unit form a naked set.
    fn naked_set(&self, grid: &Grid) -> Option<Step> {
        if self.digits.count_ones() < 2 {
            return None;
        }
        (2..=6u32).find_map(|size| (0..3).find_map(|kind| self.naked_set_in(grid, size, kind)))
    }

    fn naked_set_in(&self, grid: &Grid, size: u32, kind: usize) -> Option<Step> {
        let (first, _) = self.extra[0];
        let unit = unit_of(first, kind);
        if self.bits & !UNIT_BITS[unit] != 0 {
            return None;
        }
        let free: Vec<usize> = peers_in_order(first)
            .filter(|&cell| (self.common & UNIT_BITS[unit]) >> cell & 1 == 1)
            .collect();
        if free.len() < size as usize {
            return None;
        }
        for chosen in 0..1u16 << free.len() {
            if chosen.count_ones() != size - 1 {
                continue;
            }
            let digits = ones(chosen).fold(0, |mask, at| mask | grid.cand[free[at]]);
            if digits.count_ones() != size
                || (digits | self.digits) != digits
                || ones(chosen).any(|at| grid.count(free[at]) < 2)
            {
                continue;
            }
            let off = (0..free.len())
                .filter(|at| chosen >> at & 1 == 0 && grid.cand[free[*at]] & digits != 0)
                .map(|at| (free[at] as u8, grid.cand[free[at]] & digits))
                .collect();
            let rating = 57 + size as u16 - 1;
            let step = Step::off(Technique::BivalueUniversalGrave, rating, off);
            if step.is_some() {
                return step;
            }
        }
        None
    }
}
