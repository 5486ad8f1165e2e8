//! The board as this scale looks at it: candidates by cell, by digit, and by unit and digit.
//!
//! **Invariants.** The three views hold the same candidates: bit `d` of `cand[cell]`, `cell` in
//! `place[d]`, and bit `p` of `spot[unit][d]`, where `p` is the cell's position in the unit. `empty`
//! counts the cells of a unit that have no value.

use crate::Board9;
use crate::cells::{Cells, PEERS, UNITS, in_at_least, units_of};
use crate::digits::{count, ones};

/// The kinds of units in the order in which chains look at them: boxes, rows, columns. Each is the
/// number of the first unit of its kind.
pub(super) const KINDS: [usize; 3] = [BOXES, ROWS, COLUMNS];
pub(super) const ROWS: usize = 0;
pub(super) const COLUMNS: usize = 9;
pub(super) const BOXES: usize = 18;

/// The units in the order of [`KINDS`].
pub(super) const CHAIN_UNITS: [usize; 27] = units_by(KINDS);
/// The units in the order in which sets and singles are looked for.
pub(super) const SET_UNITS: [usize; 27] = units_by([BOXES, COLUMNS, ROWS]);

const fn units_by(kinds: [usize; 3]) -> [usize; 27] {
    let mut units = [0; 27];
    let mut at = 0;
    while at < 27 {
        units[at] = kinds[at / 9] + at % 9;
        at += 1;
    }
    units
}

/// The units of a cell in the order of [`KINDS`], its positions in these, and the cells of each that are not in the
/// ones before: what a chain visits.
#[derive(Clone, Copy)]
struct Place {
    units: [u8; 3],
    positions: [u8; 3],
    seen: [Cells; 3],
}

const PLACES: [Place; 81] = {
    let mut places = [Place {
        units: [0; 3],
        positions: [0; 3],
        seen: [Cells::NONE; 3],
    }; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, block] = units_of(cell);
        let in_block = cell / 9 % 3 * 3 + cell % 3;
        places[cell] = Place {
            units: [block as u8, row as u8, column as u8],
            positions: [in_block as u8, (cell % 9) as u8, (cell / 9) as u8],
            seen: [
                UNITS[block].without(cell),
                UNITS[row].minus(UNITS[block]),
                UNITS[column].minus(UNITS[block]),
            ],
        };
        cell += 1;
    }
    places
};

/// The cells of each unit by position.
const CELL: [[u8; 9]; 27] = {
    let mut table = [[0; 9]; 27];
    let mut cell = 0;
    while cell < 81 {
        let mut kind = 0;
        while kind < 3 {
            table[unit_of(cell, kind)][position_of(cell, kind)] = cell as u8;
            kind += 1;
        }
        cell += 1;
    }
    table
};

/// The unit of a cell by its place in [`KINDS`].
pub(super) const fn unit_of(cell: usize, kind: usize) -> usize {
    PLACES[cell].units[kind] as usize
}

/// The units of a cell, in the order of [`KINDS`].
pub(super) fn units_around(cell: usize) -> [usize; 3] {
    PLACES[cell].units.map(usize::from)
}

/// The position of a cell in its unit by its place in [`KINDS`].
pub(super) const fn position_of(cell: usize, kind: usize) -> usize {
    PLACES[cell].positions[kind] as usize
}

/// The cells that a cell sees, split as chains visit them: its box, the rest of its row, the rest
/// of its column.
pub(super) fn seen(cell: usize) -> [Cells; 3] {
    PLACES[cell].seen
}

/// Those of some cells that a cell sees, in the order in which wings and the like visit them.
pub(super) fn peers_in_order(cell: usize, among: Cells) -> impl Iterator<Item = usize> {
    let parts = seen(cell).into_iter();
    parts.flat_map(move |part| part & among)
}

/// The cell at a position of a unit.
pub(super) const fn cell_at(unit: usize, position: usize) -> usize {
    CELL[unit][position] as usize
}

/// The cells at these positions of a unit.
pub(super) fn cells_at(unit: usize, positions: u16) -> Cells {
    ones(positions).map(|at| cell_at(unit, at)).collect()
}

/// Cells, ascending, and the digits that they lose.
pub(super) type Off = Vec<(usize, u16)>;

#[derive(Clone)]
pub(super) struct Grid {
    pub(super) value: [u8; 81],
    pub(super) cand: [u16; 81],
    pub(super) place: [Cells; 9],
    pub(super) spot: [[u16; 9]; 27],
    pub(super) empty: [usize; 27],
}

impl Grid {
    pub(super) fn new(board: &Board9) -> Self {
        let mut grid = Self {
            value: std::array::from_fn(|cell| board.value(cell)),
            cand: std::array::from_fn(|cell| board.candidates(cell)),
            place: std::array::from_fn(|digit| board.places(digit as u8)),
            spot: [[0; 9]; 27],
            empty: [0; 27],
        };
        for cell in 0..81 {
            for kind in 0..3 {
                let unit = unit_of(cell, kind);
                for digit in ones(grid.cand[cell]) {
                    grid.spot[unit][digit] |= 1 << position_of(cell, kind);
                }
                grid.empty[unit] += usize::from(grid.value[cell] == 0);
            }
        }
        grid
    }

    pub(super) fn has(&self, cell: usize, digit: usize) -> bool {
        self.cand[cell] >> digit & 1 == 1
    }

    pub(super) fn count(&self, cell: usize) -> usize {
        count(self.cand[cell])
    }

    /// The number of candidates of the board.
    pub(super) fn total(&self) -> usize {
        self.place.iter().map(|cells| cells.len()).sum()
    }

    /// The cells with this number of candidates.
    pub(super) fn with_count(&self, count: usize) -> Cells {
        let at_least = in_at_least(&self.place);
        at_least[count] - at_least[count + 1]
    }

    /// The cells with at least this number of candidates.
    pub(super) fn with_at_least(&self, count: usize) -> Cells {
        in_at_least(&self.place)[count]
    }

    /// The candidates of these cells among these digits.
    pub(super) fn among(&self, cells: Cells, digits: u16) -> Off {
        cells
            .into_iter()
            .map(|cell| (cell, self.cand[cell] & digits))
            .filter(|&(_, digits)| digits != 0)
            .collect()
    }

    /// The kinds of units in which this is the first of several places of the digit, with all of these places.
    pub(super) fn first_in(
        &self,
        cell: usize,
        digit: usize,
    ) -> impl Iterator<Item = (usize, Cells)> {
        let places = move |kind: usize| (kind, self.place[digit] & UNITS[unit_of(cell, kind)]);
        (0..3)
            .map(places)
            .filter(move |(_, places)| places.are_many() && places.first() == Some(cell))
    }

    pub(super) fn is_solved(&self) -> bool {
        self.empty[..9] == [0; 9]
    }

    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        self.cand[cell] &= !(1 << digit);
        self.place[digit] = self.place[digit].without(cell);
        for kind in 0..3 {
            self.spot[unit_of(cell, kind)][digit] &= !(1 << position_of(cell, kind));
        }
    }

    pub(super) fn set(&mut self, cell: usize, digit: usize) {
        for other in ones(self.cand[cell]) {
            self.remove(cell, other);
        }
        for peer in PEERS[cell] & self.place[digit] {
            self.remove(peer, digit);
        }
        if self.value[cell] == 0 {
            for unit in units_around(cell) {
                self.empty[unit] -= 1;
            }
        }
        self.value[cell] = digit as u8 + 1;
    }

    /// The number of times that each digit has been set.
    pub(super) fn set_counts(&self) -> [usize; 9] {
        let mut counts = [0; 10];
        for &value in &self.value {
            counts[usize::from(value)] += 1;
        }
        std::array::from_fn(|digit| counts[digit + 1])
    }
}
