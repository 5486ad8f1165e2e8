//! Allowed pairs of values of two tiles, as a matrix of bits shared by many rules.

use crate::budget::{End, Meter};
use std::fmt;

/// The choices of one tile that go with those of another: a matrix of bits, a row for each choice
/// of the first tile and a column for each choice of the second.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Table {
    rows: usize,
    columns: usize,
    words: usize,
    bits: Vec<u64>,
}

impl Table {
    /// A table in which `allowed(row, column)` says which pairs go together.
    ///
    /// ```
    /// use tilewright_model::Table;
    /// let differ = Table::new(3, 3, |a, b| a != b);
    /// assert!(differ.allows(0, 1) && !differ.allows(2, 2));
    /// ```
    pub fn new(rows: usize, columns: usize, allowed: impl Fn(usize, usize) -> bool) -> Self {
        let mut table = Self::empty(rows, columns);
        for row in 0..rows {
            table.fill(row, &allowed);
        }
        table
    }

    /// A large table: charges a meter for the bytes and looks at it row by row.
    pub(crate) fn within(
        meter: &mut Meter,
        rows: usize,
        columns: usize,
        allowed: impl Fn(usize, usize) -> bool,
    ) -> Result<Self, End> {
        let words = rows as u128 * columns.div_ceil(64) as u128;
        let bytes = (words * 8).saturating_add(size_of::<Self>() as u128);
        meter.take(u64::try_from(bytes).unwrap_or(u64::MAX))?;
        let mut table = Self::empty(rows, columns);
        for row in 0..rows {
            meter.work(columns)?;
            table.fill(row, &allowed);
        }
        Ok(table)
    }

    fn empty(rows: usize, columns: usize) -> Self {
        let words = columns.div_ceil(64);
        Self {
            rows,
            columns,
            words,
            bits: vec![0; rows * words],
        }
    }

    fn fill(&mut self, row: usize, allowed: &impl Fn(usize, usize) -> bool) {
        let bits = &mut self.bits[row * self.words..(row + 1) * self.words];
        for column in 0..self.columns {
            if allowed(row, column) {
                bits[column / 64] |= 1 << (column % 64);
            }
        }
    }

    /// The bytes of memory that it takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.bits)
    }

    /// The number of choices of the first tile.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of choices of the second tile.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns true if the pair goes together.
    pub fn allows(&self, row: usize, column: usize) -> bool {
        assert!(column < self.columns, "column {column} of {}", self.columns);
        self.row(row)[column / 64] >> (column % 64) & 1 == 1
    }

    /// A row as bits, column 0 first.
    pub fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }

    /// The table with rows and columns exchanged.
    #[must_use]
    pub fn transposed(&self) -> Self {
        Self::new(self.columns, self.rows, |row, column| {
            self.allows(column, row)
        })
    }

    /// A block number for each row and each column such that a pair is allowed just where the
    /// numbers are equal, or `None` where there is no such numbering.
    ///
    /// Two rows that share an allowed column must then be the same row. A row or column that
    /// allows nothing gets a number of its own.
    pub(crate) fn blocks(&self) -> Option<(Vec<u32>, Vec<u32>)> {
        const UNSEEN: u32 = u32::MAX;
        let mut of_row = vec![UNSEEN; self.rows];
        let mut of_column = vec![UNSEEN; self.columns];
        // The first row of each block, to compare the others with.
        let mut first_row = Vec::new();
        for (row, of_row) in of_row.iter_mut().enumerate() {
            let block = (0..self.columns)
                .find(|&column| self.allows(row, column))
                .map(|column| of_column[column]);
            match block {
                Some(block) if block != UNSEEN => {
                    if self.row(row) != self.row(first_row[block as usize]) {
                        return None;
                    }
                    *of_row = block;
                }
                _ => {
                    let block = first_row.len() as u32;
                    first_row.push(row);
                    *of_row = block;
                    for (column, of_column) in of_column.iter_mut().enumerate() {
                        if self.allows(row, column) {
                            if *of_column != UNSEEN {
                                return None;
                            }
                            *of_column = block;
                        }
                    }
                }
            }
        }
        let mut next = first_row.len() as u32;
        for of_column in &mut of_column {
            if *of_column == UNSEEN {
                *of_column = next;
                next += 1;
            }
        }
        Some((of_row, of_column))
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table[")?;
        for row in 0..self.rows {
            if row > 0 {
                write!(f, " ")?;
            }
            for column in 0..self.columns {
                write!(f, "{}", u8::from(self.allows(row, column)))?;
            }
        }
        write!(f, "]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_edges_are_blocks() {
        // Rows show a b a c; columns show b a b d: only equal letters go together.
        let rows = ['a', 'b', 'a', 'c'];
        let columns = ['b', 'a', 'b', 'd'];
        let table = Table::new(4, 4, |r, c| rows[r] == columns[c]);
        let (of_row, of_column) = table.blocks().unwrap();
        for (r, &row) in of_row.iter().enumerate() {
            for (c, &column) in of_column.iter().enumerate() {
                assert_eq!(row == column, table.allows(r, c));
            }
        }
    }

    #[test]
    fn different_is_no_block() {
        assert!(Table::new(3, 3, |a, b| a != b).blocks().is_none());
        // With two values "different" is a block table: 0 goes with 1 and 1 with 0.
        assert!(Table::new(2, 2, |a, b| a != b).blocks().is_some());
    }

    #[test]
    fn blocks_that_overlap_in_part_are_refused() {
        let allowed = [[true, true, false], [false, true, true]];
        assert!(Table::new(2, 3, |r, c| allowed[r][c]).blocks().is_none());
        // The same met in the other order: the second row's first column is new, the next is not.
        let allowed = [[false, true, true], [true, true, false]];
        assert!(Table::new(2, 3, |r, c| allowed[r][c]).blocks().is_none());
    }

    #[test]
    fn wide_tables_use_several_words() {
        let table = Table::new(2, 130, |r, c| c % 2 == r);
        assert!(table.allows(1, 129) && !table.allows(0, 129));
        assert_eq!(table.transposed().transposed(), table);
    }
}
