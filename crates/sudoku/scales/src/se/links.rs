//! The links between the candidates of a board, as bit sets over the candidates that are left.
//!
//! Candidates are numbered by cell, then by digit. One that holds excludes those it shares a cell or
//! a unit with (weak links); one that does not hold leaves the other one of a cell or a unit with
//! two (strong links). From a candidate that holds one comes in two steps, over one that does not,
//! to others that hold: `onward` has these, so that a search along chains is a search over rows of
//! bits. `W` is the number of words of a row.

use super::branch::{BY_CELL, ON};
use super::grid::{Grid, KINDS, cell_at, position_of, seen, unit_of};
use crate::digits::{ones, single};
use crate::rows::{Row, join, put};

/// The links that a chain may use: of units alone, of cells alone for the strong ones, or all.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Units,
    Cells,
    All,
}

pub(super) struct Links<const W: usize> {
    /// Cell and digit of each candidate.
    pub(super) who: Vec<(u8, u8)>,
    /// The number of a candidate; meaningless for one that is gone.
    pub(super) id: Box<[u16; 729]>,
    pub(super) weak: Vec<Row<W>>,
    /// The weak links in the order in which they are tried: those of the cell, then the box, the
    /// rest of the row and of the column.
    list: Vec<u16>,
    /// For each candidate, where its list starts and where the links of units start in it.
    from: Vec<(u32, u32)>,
    /// The links without those that lead no further.
    leads: Vec<u16>,
    leads_from: Vec<(u32, u32)>,
    /// Strong links in order: first the place for that of the cell, then those of units.
    pub(super) strong: Vec<[u16; 4]>,
    pub(super) onward: Vec<Row<W>>,
}

/// No candidate.
pub(super) const NONE: u16 = u16::MAX;

impl<const W: usize> Links<W> {
    pub(super) fn new(grid: &Grid) -> Self {
        let mut links = Self {
            who: Vec::with_capacity(W * 64),
            id: Box::new([NONE; 729]),
            weak: Vec::with_capacity(W * 64),
            list: Vec::with_capacity(W * 64 * 16),
            from: Vec::with_capacity(W * 64 + 1),
            leads: Vec::with_capacity(W * 64 * 8),
            leads_from: Vec::with_capacity(W * 64 + 1),
            strong: Vec::with_capacity(W * 64),
            onward: Vec::with_capacity(W * 64),
        };
        for cell in 0..81 {
            for digit in ones(grid.cand[cell]) {
                links.id[cell * 9 + digit] = links.who.len() as u16;
                links.who.push((cell as u8, digit as u8));
            }
        }
        for at in 0..links.who.len() {
            let (cell, digit) = links.whom(at);
            links.add_weak(grid, cell, digit);
            links.add_strong(grid, cell, digit);
        }
        links.from.push((links.list.len() as u32, 0));
        links.add_leads();
        links
    }

    pub(super) fn len(&self) -> usize {
        self.who.len()
    }

    pub(super) fn whom(&self, id: usize) -> (usize, usize) {
        let (cell, digit) = self.who[id];
        (usize::from(cell), usize::from(digit))
    }

    fn add_weak(&mut self, grid: &Grid, cell: usize, digit: usize) {
        let start = self.list.len() as u32;
        let mut row = [0; W];
        for other in ones(grid.cand[cell] & !(1 << digit)) {
            self.list.push(self.id[cell * 9 + other]);
        }
        let units = self.list.len() as u32;
        for part in seen(cell) {
            for peer in part & grid.place[digit] {
                self.list.push(self.id[peer * 9 + digit]);
            }
        }
        for &id in &self.list[start as usize..] {
            put(&mut row, usize::from(id));
        }
        self.weak.push(row);
        self.from.push((start, units));
    }

    fn add_strong(&mut self, grid: &Grid, cell: usize, digit: usize) {
        let mut found = [NONE; 4];
        if grid.count(cell) == 2 {
            let other = (grid.cand[cell] & !(1 << digit)).trailing_zeros() as usize;
            found[0] = self.id[cell * 9 + other];
        }
        for kind in 0..KINDS.len() {
            let unit = unit_of(cell, kind);
            let rest = grid.spot[unit][digit] & !(1 << position_of(cell, kind));
            let Some(position) = single(rest) else {
                continue;
            };
            let id = self.id[cell_at(unit, position) * 9 + digit];
            if !found[1..].contains(&id) {
                found[1 + kind] = id;
            }
        }
        self.strong.push(found);
    }

    fn add_leads(&mut self) {
        for at in 0..self.who.len() {
            let (start, units) = self.from[at];
            let end = self.from[at + 1].0;
            let mut row = [0; W];
            let first = self.leads.len() as u32;
            let mut middle = first;
            for place in start..end {
                if place == units {
                    middle = self.leads.len() as u32;
                }
                let off = self.list[place as usize];
                if self.strong[usize::from(off)] == [NONE; 4] {
                    continue;
                }
                self.leads.push(off);
                join(&mut row, &self.ons(usize::from(off), Use::All));
            }
            if units == end {
                middle = self.leads.len() as u32;
            }
            self.leads_from.push((first, middle));
            self.onward.push(row);
        }
        self.leads_from.push((self.leads.len() as u32, 0));
    }

    /// The candidates that fall when this candidate holds and that lead further, in order.
    pub(super) fn leads(&self, id: usize, links: Use) -> &[u16] {
        let (start, units) = self.leads_from[id];
        let start = if links == Use::Units { units } else { start };
        &self.leads[start as usize..self.leads_from[id + 1].0 as usize]
    }

    /// The candidates that fall when this candidate holds, in order.
    fn off(&self, id: usize, links: Use) -> &[u16] {
        let (start, units) = self.from[id];
        let start = if links == Use::Units { units } else { start };
        &self.list[start as usize..self.from[id + 1].0 as usize]
    }

    /// The candidates that hold when this candidate falls, in order.
    pub(super) fn on(&self, id: usize, links: Use) -> impl Iterator<Item = usize> + use<W> {
        let strong = self.strong[id];
        let range = match links {
            Use::Units => 1..4,
            Use::Cells => 0..1,
            Use::All => 0..4,
        };
        range
            .map(move |at| strong[at])
            .filter(|&on| on != NONE)
            .map(usize::from)
    }

    /// The candidates to which a candidate on this side leads, on the other side, in order.
    pub(super) fn follow(&self, id: usize, side: usize, links: Use, mut visit: impl FnMut(usize)) {
        if side == ON {
            for &off in self.off(id, links) {
                visit(usize::from(off));
            }
        } else {
            self.on(id, links).for_each(visit);
        }
    }

    /// The candidates that hold when this candidate falls, as a row.
    pub(super) fn ons(&self, id: usize, links: Use) -> Row<W> {
        let mut row = [0; W];
        self.on(id, links).for_each(|on| put(&mut row, on));
        row
    }

    /// The reason why one candidate that holds excludes another: the cell, or the kind of unit.
    pub(super) fn weak_cause(&self, from: u16, to: u16) -> u8 {
        let [one, two] = [from, to].map(|id| self.whom(usize::from(id)).0);
        if one == two {
            return BY_CELL;
        }
        let kind = (0..3).find(|&kind| unit_of(one, kind) == unit_of(two, kind));
        kind.unwrap_or(0) as u8
    }

    /// The reason why one candidate that falls leaves another: the cell, or the kind of unit.
    pub(super) fn strong_cause(&self, from: u16, to: u16) -> u8 {
        let strong = self.strong[usize::from(from)];
        match strong.iter().position(|&id| id == to) {
            Some(at @ 1..) => at as u8 - 1,
            _ => BY_CELL,
        }
    }
}
