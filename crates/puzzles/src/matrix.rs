//! Any model as the textbooks write exact cover: a matrix of 0 and 1.
//!
//! A row is a choice, a column an exactly-one item, each in its order, so that the matrix of a 9×9
//! Sudoku is the usual one: row *cell* · 9 + *value*, columns for cells, rows, columns and boxes, all
//! counted from 0. A given leaves its own row of its tile, and all other rows of that tile are 0
//! throughout; or they are left out where rows have their numbers before them, as in `12: 0100`.
//!
//! The other demands of a model become columns and rows that come after those. An at-most-one item is a column with a
//! row of its own that covers it alone: that row is picked if no other covers the column. So are two choices that
//! show different colours at a one-colour item. Such rows are called slack; every solution has exactly one way to
//! pick them.

use crate::Unbuilt;
use crate::built::without_rules;
use crate::export::{contradicted, refuse_links};
use std::io;
use tilewright_model::budget::Budget;
use tilewright_model::{Choice, Demand, Model};

/// A model as a matrix of 0 and 1.
#[derive(Debug)]
pub struct Matrix {
    model: Model,
    /// For each item its column; `None` for a one-colour item.
    column_of: Vec<Option<u32>>,
    /// The exactly-one items come first.
    exact: usize,
    columns: usize,
    /// The columns of pairs: for each choice those that it is in, ascending.
    pairs: Vec<(Choice, u32)>,
    is_left_out: Vec<bool>,
}

impl Matrix {
    /// The matrix of a model with these choices given, unless the budget does not allow its index. Nothing is
    /// written yet.
    pub fn of(model: &Model, givens: &[Choice], budget: &Budget) -> Result<Self, Unbuilt> {
        let is_tile = |item| model.tiles().binary_search(&item).is_ok();
        // The choices that are not their tile's given one.
        let mut is_left_out = contradicted(model, givens, is_tile);
        refuse_links(model, "matrix")?;
        let model = without_rules(model, budget)?;
        // Hidden choices come after the others.
        is_left_out.resize(model.choice_count(), false);
        let mut column_of = vec![None; model.item_count()];
        let mut columns = 0;
        let mut exact = 0;
        for demand in [Demand::ExactlyOne, Demand::AtMostOne] {
            for item in model.items().filter(|&item| model.demand(item) == demand) {
                column_of[item.index()] = Some(columns as u32);
                columns += 1;
            }
            if demand == Demand::ExactlyOne {
                exact = columns;
            }
        }
        let mut matrix = Self {
            model,
            column_of,
            exact,
            columns,
            pairs: Vec::new(),
            is_left_out,
        };
        matrix.pair_up(budget)?;
        Ok(matrix)
    }

    /// Gives a column to each two choices that exclude each other by their colours alone.
    fn pair_up(&mut self, budget: &Budget) -> Result<(), Unbuilt> {
        const BYTES: u64 = 2 * size_of::<(Choice, u32)>() as u64;
        let budget = budget.apart();
        let what = "the matrix, with a column for each two choices of different colours,";
        let refused = |end| Unbuilt::new(what, end, &budget);
        let mut meter = budget.building();
        let model = &self.model;
        let has_column = |choice: Choice, item: usize| {
            let mut touches = model.touches(choice).iter();
            touches.any(|(other, _)| other.index() == item)
        };
        let exclude_otherwise = |a: Choice, b: Choice| {
            let mut touches = model.touches(a).iter();
            touches.any(|(item, _)| {
                self.column_of[item.index()].is_some() && has_column(b, item.index())
            })
        };
        let coloured = |demand| demand == Demand::OneColour;
        let mut pairs = Vec::new();
        for item in model.items().filter(|&item| coloured(model.demand(item))) {
            let members = model.members(item);
            for (number, &(a, colour)) in members.iter().enumerate() {
                let before = pairs.len();
                for &(b, other) in &members[number + 1..] {
                    if colour != other && !exclude_otherwise(a, b) {
                        pairs.push((a, b));
                    }
                }
                let bytes = BYTES.saturating_mul((pairs.len() - before) as u64);
                let work = meter.work(members.len() - number);
                work.and_then(|()| meter.take(bytes)).map_err(refused)?;
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        for (a, b) in pairs {
            let column = self.columns as u32;
            self.pairs.extend([(a, column), (b, column)]);
            self.columns += 1;
        }
        self.pairs.sort_unstable();
        Ok(())
    }

    /// The number of rows, those that are 0 throughout and slack rows included.
    pub fn rows(&self) -> usize {
        self.model.choice_count() + self.columns - self.exact
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// At most how many bytes the text takes, with or without numbers before the rows.
    pub fn size(&self) -> u64 {
        let number = u64::from(self.rows().max(1).ilog10()) + 4;
        (self.columns as u64 + number).saturating_mul(self.rows() as u64)
    }

    /// Writes every row, a character for each column.
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.each_row(&mut |_, row| {
            out.write_all(row)?;
            out.write_all(b"\n")
        })
    }

    /// Writes the rows that are not 0 throughout, each after its number and a colon.
    pub fn write_reduced(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.each_row(&mut |number, row| {
            if !row.contains(&b'1') {
                return Ok(());
            }
            write!(out, "{number}: ")?;
            out.write_all(row)?;
            out.write_all(b"\n")
        })
    }

    fn each_row(&self, visit: &mut dyn FnMut(usize, &[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut row = vec![b'0'; self.columns];
        let mut pairs = &self.pairs[..];
        for choice in self.model.choices() {
            row.fill(b'0');
            let own = pairs.partition_point(|&(other, _)| other <= choice);
            if !self.is_left_out[choice.index()] {
                let items = self.model.touches(choice).iter();
                let columns = items.filter_map(|(item, _)| self.column_of[item.index()]);
                for column in columns.chain(pairs[..own].iter().map(|&(_, column)| column)) {
                    row[column as usize] = b'1';
                }
            }
            pairs = &pairs[own..];
            visit(choice.index(), &row)?;
        }
        for (number, column) in (self.exact..self.columns).enumerate() {
            row.fill(b'0');
            row[column] = b'1';
            visit(self.model.choice_count() + number, &row)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Puzzle, board, read};
    use tilewright_engines::{Ask, Engine, reduce::Reduce};

    fn texts(puzzle: &dyn Puzzle) -> (String, String) {
        let model = puzzle.model(&Budget::default()).unwrap();
        let matrix = Matrix::of(&model, &puzzle.givens(), &Budget::default()).unwrap();
        let (mut full, mut reduced) = (Vec::new(), Vec::new());
        matrix.write(&mut full).unwrap();
        matrix.write_reduced(&mut reduced).unwrap();
        assert!(reduced.len() as u64 <= matrix.size());
        let text = |bytes| String::from_utf8(bytes).unwrap();
        assert_eq!(
            (matrix.rows(), matrix.columns()),
            (
                full.split(|&b| b == b'\n').count() - 1,
                full.split(|&b| b == b'\n').next().unwrap().len()
            )
        );
        (text(full), text(reduced))
    }

    fn count(puzzle: &dyn Puzzle) -> u64 {
        let model = puzzle.model(&Budget::default()).unwrap();
        let mut search = Reduce.prepare(&model, &Budget::default()).unwrap();
        search.start(&Ask::given(puzzle.givens()));
        search.count().number.try_into().unwrap()
    }

    #[test]
    fn the_matrix_of_nine_by_nine_is_the_usual_one() {
        let (full, _) = texts(&*board("sudoku", "3,3").unwrap());
        let rows: Vec<&str> = full.lines().collect();
        assert_eq!(rows.len(), 729);
        for (row, bits) in rows.iter().enumerate() {
            let (cell, value) = (row / 9, row % 9);
            let (r, c) = (cell / 9, cell % 9);
            let mut expected = vec![b'0'; 324];
            expected[cell] = b'1';
            expected[81 + r * 9 + value] = b'1';
            expected[162 + c * 9 + value] = b'1';
            expected[243 + (r / 3 * 3 + c / 3) * 9 + value] = b'1';
            assert_eq!(bits.as_bytes(), expected, "row {row}");
        }
    }

    #[test]
    fn a_given_leaves_one_row_of_its_cell() {
        let line =
            "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3.";
        let puzzle = read(line, None).unwrap();
        let (full, reduced) = texts(&*puzzle);
        assert_eq!(full.lines().count(), 729);
        assert_eq!(reduced.lines().count(), 729 - 8 * 25);
        let bits = reduced.lines().map(|line| line.split_once(": ").unwrap().1);
        let ones: usize = bits.map(|bits| bits.matches('1').count()).sum();
        assert_eq!(ones, 2116, "four for each row");
        let rows: Vec<&str> = full.lines().collect();
        for line in reduced.lines() {
            let (number, bits) = line.split_once(": ").unwrap();
            assert_eq!(rows[number.parse::<usize>().unwrap()], bits);
        }
        for text in [full, reduced] {
            let cover = read(&text, Some("cover:matrix")).unwrap();
            assert_eq!(count(&*cover), 1);
        }
    }

    #[test]
    fn every_demand_can_be_said() {
        // At most one, and colours that must agree; roads are rules between tiles.
        let queens = "a b | x y\na x\na y\nb x\nb y\n";
        let coloured = "p q | x y\np x:A y\nq x:A\np x:B\nq x:B y\nq\n";
        for (text, solutions) in [(queens, 2), (coloured, 0)] {
            let cover = read(text, Some("cover:xcc")).unwrap();
            let solutions = if solutions == 0 {
                count(&*cover)
            } else {
                solutions
            };
            assert!(solutions > 0);
            let (full, reduced) = texts(&*cover);
            for text in [full, reduced] {
                let again = read(&text, Some("cover:matrix")).unwrap();
                assert_eq!(count(&*again), solutions, "{text}");
            }
        }
        let roads = board("roads", "2x2").unwrap();
        let (full, _) = texts(&*roads);
        let again = read(&full, Some("cover:matrix")).unwrap();
        assert_eq!(count(&*again), count(&*roads));
    }

    #[test]
    fn too_many_pairs_are_refused() {
        let roads = board("roads", "3x3").unwrap();
        let model = roads.model(&Budget::default()).unwrap();
        let refused = Matrix::of(&model, &[], &Budget::default().memory(10))
            .unwrap_err()
            .to_string();
        assert!(
            refused.starts_with("the matrix, with a column"),
            "{refused}"
        );
    }
}
