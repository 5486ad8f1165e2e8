//! The links between the candidates of a board, as bit sets over the candidates that are left.
//!
//! Candidates are numbered by cell, then by digit. One that holds excludes those it shares a cell or
//! a unit with (weak links); one that does not hold leaves the other one of a cell or a unit with
//! two (strong links). From a candidate that holds one comes in two steps, over one that does not,
//! to others that hold: `onward` has these, so that a search along chains is a search over rows of
//! bits. `W` is the number of words of a row.

use super::branch::BY_CELL;
use super::grid::{Grid, KINDS, SEEN, cells, ones};
use super::grid::{cell_at, position_of, single, unit_of};

pub(super) type Row<const W: usize> = [u64; W];

/// The members of a row, ascending.
pub(super) fn members<const W: usize>(row: &Row<W>) -> impl Iterator<Item = usize> + use<W> {
    let row = *row;
    (0..W).flat_map(move |word| {
        let mut bits = row[word];
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let first = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            Some(word * 64 + first)
        })
    })
}

pub(super) fn add<const W: usize>(row: &mut Row<W>, other: &Row<W>) {
    for word in 0..W {
        row[word] |= other[word];
    }
}

pub(super) fn meets<const W: usize>(row: &Row<W>, other: &Row<W>) -> bool {
    let mut common = 0;
    for word in 0..W {
        common |= row[word] & other[word];
    }
    common != 0
}

pub(super) fn has<const W: usize>(row: &Row<W>, id: usize) -> bool {
    row[id / 64] >> (id % 64) & 1 == 1
}

fn put<const W: usize>(row: &mut Row<W>, id: usize) {
    row[id / 64] |= 1 << (id % 64);
}

/// A set with one member.
pub(super) fn only<const W: usize>(id: usize) -> Row<W> {
    let mut row = [0; W];
    put(&mut row, id);
    row
}

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
        for part in SEEN[cell] {
            for peer in cells(part & grid.place[digit]) {
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
                let strong = self.strong[usize::from(off)];
                if strong == [NONE; 4] {
                    continue;
                }
                self.leads.push(off);
                for on in strong {
                    if on != NONE {
                        put(&mut row, usize::from(on));
                    }
                }
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
    pub(super) fn off(&self, id: usize, links: Use) -> &[u16] {
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

    /// The reason why one candidate that holds excludes another: the cell, or the kind of unit.
    pub(super) fn weak_cause(&self, from: usize, to: usize) -> u8 {
        let ((one, _), (two, _)) = (self.whom(from), self.whom(to));
        if one == two {
            return BY_CELL;
        }
        (0..3)
            .find(|&kind| unit_of(one, kind) == unit_of(two, kind))
            .unwrap_or(0) as u8
    }

    /// The reason why one candidate that falls leaves another: the cell, or the kind of unit.
    pub(super) fn strong_cause(&self, from: usize, to: u16) -> u8 {
        match self.strong[from].iter().position(|&id| id == to) {
            Some(at @ 1..) => at as u8 - 1,
            _ => BY_CELL,
        }
    }
}
