//! The board as this scale looks at it: candidates by cell, by digit, and by unit and digit.
//!
//! **Invariants.** The three views hold the same candidates: bit `d` of `cand[cell]`, bit `cell` of
//! `place[d]`, and bit `p` of `spot[unit][d]`, where `p` is the cell's position in the unit. `empty`
//! counts the cells of a unit that have no value.

use crate::Board9;
use crate::cells::{PEERS, UNITS, units_of};

/// The kinds of units in the order in which chains look at them: boxes, rows, columns. Each is the
/// number of the first unit of its kind.
pub(super) const KINDS: [usize; 3] = [BOXES, ROWS, COLUMNS];
pub(super) const ROWS: usize = 0;
pub(super) const COLUMNS: usize = 9;
pub(super) const BOXES: usize = 18;

/// The cells of each unit by position.
pub(super) const CELL: [[u8; 9]; 27] = {
    let mut table = [[0; 9]; 27];
    let mut cell = 0;
    while cell < 81 {
        let units = units_of(cell);
        let positions = positions_of(cell);
        let mut kind = 0;
        while kind < 3 {
            table[units[kind]][positions[kind]] = cell as u8;
            kind += 1;
        }
        cell += 1;
    }
    table
};

/// The row, the column and the box of a cell.
pub(super) const UNIT: [[u8; 3]; 81] = {
    let mut table = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let units = units_of(cell);
        table[cell] = [units[0] as u8, units[1] as u8, units[2] as u8];
        cell += 1;
    }
    table
};

/// Its positions in these.
pub(super) const POSITION: [[u8; 3]; 81] = {
    let mut table = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let positions = positions_of(cell);
        table[cell] = [positions[0] as u8, positions[1] as u8, positions[2] as u8];
        cell += 1;
    }
    table
};

const fn positions_of(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [column, row, row % 3 * 3 + column % 3]
}

/// The cells of a unit as bits.
pub(super) const UNIT_BITS: [u128; 27] = {
    let mut table = [0; 27];
    let mut unit = 0;
    while unit < 27 {
        table[unit] = UNITS[unit].bits();
        unit += 1;
    }
    table
};

/// The cells that a cell sees, as bits.
pub(super) const PEER_BITS: [u128; 81] = {
    let mut table = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        table[cell] = PEERS[cell].bits();
        cell += 1;
    }
    table
};

/// The cells that a cell sees, split as chains visit them: its box, the rest of its row, the rest
/// of its column.
pub(super) const SEEN: [[u128; 3]; 81] = {
    let mut table = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, block] = units_of(cell);
        let own = 1u128 << cell;
        table[cell] = [
            UNIT_BITS[block] & !own,
            UNIT_BITS[row] & !UNIT_BITS[block],
            UNIT_BITS[column] & !UNIT_BITS[block],
        ];
        cell += 1;
    }
    table
};

/// The unit of a cell by its place in [`KINDS`].
pub(super) fn unit_of(cell: usize, kind: usize) -> usize {
    // KINDS has boxes first, UNIT has them last.
    usize::from(UNIT[cell][(kind + 2) % 3])
}

/// The position of a cell in its unit by its place in [`KINDS`].
pub(super) fn position_of(cell: usize, kind: usize) -> usize {
    usize::from(POSITION[cell][(kind + 2) % 3])
}

/// The cell at a position of a unit.
pub(super) fn cell_at(unit: usize, position: usize) -> usize {
    usize::from(CELL[unit][position])
}

/// The cells that a cell sees, in the order in which wings and the like visit them.
pub(super) fn peers_in_order(cell: usize) -> impl Iterator<Item = usize> {
    SEEN[cell].into_iter().flat_map(cells)
}

/// The cells of a bit set, ascending.
pub(super) fn cells(mut bits: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let first = bits.trailing_zeros() as usize;
        bits &= bits - 1;
        Some(first)
    })
}

/// The digits or positions of a mask, ascending.
pub(super) fn ones(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let first = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(first)
    })
}

/// The number of members of a mask of nine. A table, because not every machine that this is built for
/// has an instruction for it.
pub(super) fn size(mask: u16) -> u32 {
    const SIZES: [u8; 512] = {
        let mut sizes = [0; 512];
        let mut mask = 1;
        while mask < 512 {
            sizes[mask] = sizes[mask / 2] + mask as u8 % 2;
            mask += 1;
        }
        sizes
    };
    u32::from(SIZES[usize::from(mask & 0x1ff)])
}

/// Returns true if a set of cells has at least two.
pub(super) fn are_many(bits: u128) -> bool {
    bits & bits.wrapping_sub(1) != 0
}

/// The only member of a mask that has exactly one.
pub(super) fn single(mask: u16) -> Option<usize> {
    mask.is_power_of_two()
        .then(|| mask.trailing_zeros() as usize)
}

#[derive(Clone)]
pub(super) struct Grid {
    pub(super) value: [u8; 81],
    pub(super) cand: [u16; 81],
    pub(super) place: [u128; 9],
    pub(super) spot: [[u16; 9]; 27],
    pub(super) empty: [u8; 27],
}

impl Grid {
    pub(super) fn new(board: &Board9) -> Self {
        let mut grid = Self {
            value: [0; 81],
            cand: [0; 81],
            place: [0; 9],
            spot: [[0; 9]; 27],
            empty: [0; 27],
        };
        for cell in 0..81 {
            grid.value[cell] = board.value(cell);
            grid.cand[cell] = board.candidates(cell);
            for digit in ones(grid.cand[cell]) {
                grid.place[digit] |= 1 << cell;
                for axis in 0..3 {
                    grid.spot[usize::from(UNIT[cell][axis])][digit] |= 1 << POSITION[cell][axis];
                }
            }
            for unit in UNIT[cell] {
                grid.empty[usize::from(unit)] += u8::from(grid.value[cell] == 0);
            }
        }
        grid
    }

    pub(super) fn has(&self, cell: usize, digit: usize) -> bool {
        self.cand[cell] >> digit & 1 == 1
    }

    pub(super) fn count(&self, cell: usize) -> u32 {
        size(self.cand[cell])
    }

    pub(super) fn is_solved(&self) -> bool {
        self.empty[..9].iter().all(|&empty| empty == 0)
    }

    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        self.cand[cell] &= !(1 << digit);
        self.place[digit] &= !(1 << cell);
        let ([row, column, block], [in_row, in_column, in_block]) = (UNIT[cell], POSITION[cell]);
        self.spot[usize::from(row)][digit] &= !(1 << in_row);
        self.spot[usize::from(column)][digit] &= !(1 << in_column);
        self.spot[usize::from(block)][digit] &= !(1 << in_block);
    }

    pub(super) fn set(&mut self, cell: usize, digit: usize) {
        for other in ones(self.cand[cell]) {
            self.remove(cell, other);
        }
        for peer in cells(PEER_BITS[cell] & self.place[digit]) {
            self.remove(peer, digit);
        }
        if self.value[cell] == 0 {
            for unit in UNIT[cell] {
                self.empty[usize::from(unit)] -= 1;
            }
        }
        self.value[cell] = digit as u8 + 1;
    }

    /// The number of times each digit has been set.
    pub(super) fn set_counts(&self) -> [u32; 9] {
        let mut counts = [0; 9];
        for &value in &self.value {
            if value != 0 {
                counts[usize::from(value) - 1] += 1;
            }
        }
        counts
    }
}
