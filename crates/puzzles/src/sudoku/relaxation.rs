//! Set relaxation: solving with the sets of values that cells can still take, iteration by
//! iteration, as the program did that this family's fifth part comes from.
//!
//! An iteration is the first of these that changes anything:
//!
//! 1. **Relax**: row by row, each empty cell keeps the values that its row, its column and its box still lack; a cell
//!    with one value left takes it at once.
//! 2. **Singles**: row by row, a cell that alone can take a value, in its column or else in its row,
//!    keeps that value only. (Boxes are not looked at; the original did not either.)
//! 3. **Sets**: in each row, then in each column, pairs of cells are grouped by the values that they
//!    can take between them. A group of as many cells as it has values keeps these to itself. The
//!    first line that changes ends the iteration.
//!
//! Nothing is ever assumed, so a board may be left unfinished; an iteration that changes nothing is
//! the last. It is a way to watch, not to solve: `tilewright-logic` knows more and says why.

use super::{Boxes, Sudoku};
use crate::prose::{joined, put, widest};

/// The largest side: a set of values is a word.
const MOST_VALUES: usize = 64;

/// The iterations of a board.
#[derive(Clone, Debug)]
pub struct Relaxation {
    sudoku: Sudoku,
    /// The board after each iteration.
    boards: Vec<Vec<u16>>,
    /// The first empty cell at the end that can take no value.
    dead: Option<usize>,
}

/// The end of a relaxation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RelaxationEnd {
    /// Every cell has a value.
    Solved,
    /// This many cells are empty, and each can still take some value.
    Stuck(usize),
    /// There is no solution: nothing is left for the cell of this name.
    Contradiction(String),
}

struct Sets {
    side: usize,
    /// 0 for an empty cell.
    values: Vec<u16>,
    /// The candidates of each cell; none once it has a value.
    possible: Vec<u64>,
    /// The cells of each row, each column and each box.
    groups: Vec<Vec<usize>>,
    /// The values that each group lacks.
    missing: Vec<u64>,
    /// The groups of each cell: its row, its column, its box.
    groups_of: Vec<Vec<usize>>,
}

impl Relaxation {
    /// Relaxes a flat board of at most 64 values; on others it is not defined.
    pub fn of(sudoku: &Sudoku) -> Option<Self> {
        let shape = sudoku.shape();
        if shape.axes() != 2 || shape.side() > MOST_VALUES {
            return None;
        }
        let mut sets = Sets::new(sudoku);
        let mut boards = Vec::new();
        while sets.values.contains(&0) {
            let has_changed = sets.relax() || sets.singles() || sets.exclusive();
            boards.push(sets.values.clone());
            if !has_changed {
                break;
            }
        }
        let is_dead = |&cell: &usize| sets.values[cell] == 0 && sets.possible[cell] == 0;
        Some(Self {
            sudoku: sudoku.clone(),
            boards,
            dead: (0..sets.values.len()).find(is_dead),
        })
    }

    /// The number of iterations.
    pub fn iterations(&self) -> usize {
        self.boards.len()
    }

    /// The number of empty cells at the end.
    pub fn unsolved(&self) -> usize {
        let last = self.boards.last().map(|board| board.iter());
        last.map_or(0, |values| values.filter(|&&value| value == 0).count())
    }

    /// Its end. It places no value that its row, its column or its box has, so a board without equal clues in them
    /// that is full in the end is a solution.
    pub fn end(&self) -> RelaxationEnd {
        match (self.dead, self.unsolved()) {
            (Some(cell), _) => RelaxationEnd::Contradiction(self.sudoku.place(cell)),
            (None, 0) => RelaxationEnd::Solved,
            (None, open) => RelaxationEnd::Stuck(open),
        }
    }

    /// The sets that the iterations start from: the values that each row, each column and each box lacks, and their
    /// common values for each empty cell.
    pub fn starting_sets(&self) -> String {
        let mut sets = Sets::new(&self.sudoku);
        let side = sets.side;
        let mut out = String::new();
        for (group, &missing) in sets.missing.iter().enumerate() {
            let name = match group / side {
                0 => self.sudoku.line_name(0, group),
                1 => self.sudoku.line_name(1, group - side),
                _ if self.sudoku.shape.boxes() == &Boxes::None => break,
                _ => self.sudoku.box_name(group - 2 * side),
            };
            put!(out, "{name} {}\n", self.set_text(missing));
        }
        sets.keep_what_groups_lack();
        for (cell, &possible) in sets.possible.iter().enumerate() {
            if sets.values[cell] == 0 {
                let place = self.sudoku.place(cell);
                put!(out, "{place} {}\n", self.set_text(possible));
            }
        }
        out
    }

    /// "{1, 2, 9}".
    fn set_text(&self, set: u64) -> String {
        let values = (0..MOST_VALUES as u16).filter(|value| set >> value & 1 == 1);
        let names = values.map(|value| self.sudoku.symbols.name(value + 1));
        format!("{{{}}}", joined(names, ", "))
    }

    /// The board before, after each iteration, and at the end, as the original printed them.
    pub fn trace(&self) -> String {
        let given: Vec<u16> = self.sudoku.values().collect();
        let mut out = String::from("Begin :: \n");
        self.push_board(&given, &mut out);
        for (number, board) in self.boards.iter().enumerate() {
            put!(out, "Iteration {number}\n");
            self.push_board(board, &mut out);
        }
        out.push_str("Solution ::\n");
        self.push_board(self.boards.last().unwrap_or(&given), &mut out);
        out
    }

    /// Boxes between bars, an empty cell as a blank; a blank ends each line of cells.
    fn push_board(&self, values: &[u16], out: &mut String) {
        let (shape, symbols) = (&self.sudoku.shape, self.sudoku.symbols);
        let side = shape.side();
        let (wide, high) = match shape.boxes() {
            Boxes::Dims => (shape.dims()[0], shape.dims()[1]),
            Boxes::None | Boxes::Regions(_) => (side, side),
        };
        let width = widest((1..=side as u16).map(|value| symbols.name(value)));
        let dashes = (side * (width + 1) + side / wide * 2).div_ceil(2) + 1;
        let rule = vec!["-"; dashes].join(" ");
        for (row, cells) in values.chunks(side).enumerate() {
            if row % high == 0 {
                put!(out, "{rule}\n");
            }
            for (column, &value) in cells.iter().enumerate() {
                let bar = if column % wide == 0 { "| " } else { "" };
                let name = match value {
                    0 => String::new(),
                    value => symbols.name(value),
                };
                put!(out, "{bar}{name:>width$} ");
            }
            out.push_str("| \n");
        }
        put!(out, "{rule}\n");
    }
}

impl Sets {
    fn new(sudoku: &Sudoku) -> Self {
        let shape = sudoku.shape();
        let (side, cells) = (shape.side(), shape.cells());
        let all = u64::MAX >> (MOST_VALUES - side);
        let groups_of = |cell: usize| {
            let lines = [cell / side, side + cell % side];
            let boxes = shape.box_of(cell).map(|number| 2 * side + number);
            lines.into_iter().chain(boxes).collect::<Vec<_>>()
        };
        let groups_of: Vec<_> = (0..cells).map(groups_of).collect();
        let mut groups = vec![Vec::new(); 3 * side];
        for (cell, of) in groups_of.iter().enumerate() {
            for &group in of {
                groups[group].push(cell);
            }
        }
        let mut sets = Self {
            side,
            values: vec![0; cells],
            possible: vec![all; cells],
            missing: vec![all; groups.len()],
            groups,
            groups_of,
        };
        for (cell, value) in sudoku.values().enumerate() {
            if value != 0 {
                sets.place(cell, value);
            }
        }
        sets
    }

    fn place(&mut self, cell: usize, value: u16) {
        self.values[cell] = value;
        self.possible[cell] = 0;
        for &group in &self.groups_of[cell] {
            self.missing[group] &= !(1 << (value - 1));
        }
    }

    /// The values that a cell can take of its set as its groups are now.
    fn left_for(&self, cell: usize) -> u64 {
        let groups = self.groups_of[cell].iter();
        groups.fold(self.possible[cell], |left, &group| {
            left & self.missing[group]
        })
    }

    /// Every cell keeps the values that its groups lack, and none takes a value.
    fn keep_what_groups_lack(&mut self) {
        for cell in 0..self.values.len() {
            self.possible[cell] = self.left_for(cell);
        }
    }

    fn relax(&mut self) -> bool {
        let mut has_changed = false;
        for cell in 0..self.values.len() {
            if self.values[cell] != 0 {
                continue;
            }
            let left = self.left_for(cell);
            has_changed |= left != self.possible[cell];
            self.possible[cell] = left;
            if left.is_power_of_two() {
                self.place(cell, left.trailing_zeros() as u16 + 1);
                has_changed = true;
            }
        }
        has_changed
    }

    fn singles(&mut self) -> bool {
        let mut has_changed = false;
        for cell in 0..self.values.len() {
            // The column comes before the row.
            for group in [self.groups_of[cell][1], self.groups_of[cell][0]] {
                let set = self.possible[cell];
                if set.count_ones() < 2 {
                    continue;
                }
                let others = self.groups[group].iter().filter(|&&other| other != cell);
                let alone = others.fold(set, |alone, &other| alone & !self.possible[other]);
                if alone != 0 {
                    self.possible[cell] = alone & alone.wrapping_neg();
                    has_changed = true;
                }
            }
        }
        has_changed
    }

    /// The sets that as many cells as they have values keep to themselves.
    fn exclusive(&mut self) -> bool {
        // Rows come first, then columns.
        (0..2 * self.side).any(|line| self.exclusive_in(line))
    }

    fn exclusive_in(&mut self, line: usize) -> bool {
        let cells = self.groups[line].iter().copied();
        let open: Vec<usize> = cells.filter(|&cell| self.values[cell] == 0).collect();
        // In the order in which the sets are first met.
        let mut unions: Vec<(u64, u64)> = Vec::new();
        for (a, &first) in open.iter().enumerate() {
            for (b, &second) in open.iter().enumerate().skip(a + 1) {
                let union = self.possible[first] | self.possible[second];
                let pair = 1 << a | 1 << b;
                match unions.iter_mut().find(|(known, _)| *known == union) {
                    Some((_, members)) => *members |= pair,
                    None => unions.push((union, pair)),
                }
            }
        }
        let mut has_changed = false;
        for (union, members) in unions {
            if union.count_ones() != members.count_ones() {
                continue;
            }
            for (place, &cell) in open.iter().enumerate() {
                if members >> place & 1 == 0 && self.possible[cell] & union != 0 {
                    self.possible[cell] &= !union;
                    has_changed = true;
                }
            }
        }
        has_changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corpus(name: &str) -> Sudoku {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/sudoku/");
        let text = std::fs::read_to_string(format!("{folder}{name}")).unwrap();
        text.parse().unwrap()
    }

    #[test]
    fn the_original_example_takes_33_iterations() {
        let relaxation = Relaxation::of(&corpus("set-relaxation-9x9.txt")).unwrap();
        assert_eq!((relaxation.iterations(), relaxation.unsolved()), (33, 0));
    }

    #[test]
    fn boards_that_need_more_stay_unfinished() {
        let relaxation = Relaxation::of(&corpus("tile-reduction-9x9.txt")).unwrap();
        assert_eq!((relaxation.iterations(), relaxation.unsolved()), (7, 42));
        let escargot =
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
        let relaxation = Relaxation::of(&escargot.parse().unwrap()).unwrap();
        assert_eq!(relaxation.unsolved(), 57);
    }

    #[test]
    fn every_trace_is_the_same_board_filled() {
        let board: Sudoku = "1.34341221.343.1".parse().unwrap();
        let trace = Relaxation::of(&board).unwrap().trace();
        assert_eq!(
            trace,
            "Begin :: \n- - - - - - -\n| 1   | 3 4 | \n| 3 4 | 1 2 | \n- - - - - - -\n| 2 1 |   3 | \n\
             | 4 3 |   1 | \n- - - - - - -\nIteration 0\n- - - - - - -\n| 1 2 | 3 4 | \n\
             | 3 4 | 1 2 | \n- - - - - - -\n| 2 1 | 4 3 | \n| 4 3 | 2 1 | \n- - - - - - -\n\
             Solution ::\n- - - - - - -\n| 1 2 | 3 4 | \n| 3 4 | 1 2 | \n- - - - - - -\n\
             | 2 1 | 4 3 | \n| 4 3 | 2 1 | \n- - - - - - -\n"
        );
    }

    #[test]
    fn cubes_have_no_rows_and_columns_to_relax() {
        assert!(Relaxation::of(&Sudoku::empty(&[2, 2, 2]).unwrap()).is_none());
    }

    #[test]
    fn wrong_boards_end() {
        let board: Sudoku = "11..............".parse().unwrap();
        let relaxation = Relaxation::of(&board).unwrap();
        assert!(relaxation.unsolved() > 0);
    }

    #[test]
    fn the_end_is_told() {
        let end = |text: &str| Relaxation::of(&text.parse().unwrap()).unwrap().end();
        assert_eq!(end("1.34341221.343.1"), RelaxationEnd::Solved);
        assert_eq!(end("1234341221434321"), RelaxationEnd::Solved);
        assert_eq!(end("................"), RelaxationEnd::Stuck(16));
        // No two clues are equal in a row, a column or a box, but r1c4 sees all four values.
        let nothing = RelaxationEnd::Contradiction("r1c4".into());
        assert_eq!(end("123....4........"), nothing);
    }

    #[test]
    fn starting_sets_are_what_groups_lack() {
        let board: Sudoku = "12..............".parse().unwrap();
        let sets = Relaxation::of(&board).unwrap().starting_sets();
        let start = "row 1 {3, 4}\nrow 2 {1, 2, 3, 4}\n";
        assert!(sets.starts_with(start), "{sets}");
        assert!(sets.contains("\ncolumn 1 {2, 3, 4}\n"), "{sets}");
        assert!(
            sets.contains("\nbox 1 {3, 4}\nbox 2 {1, 2, 3, 4}\n"),
            "{sets}"
        );
        assert!(
            sets.contains("\nr1c3 {3, 4}\nr1c4 {3, 4}\nr2c1 {3, 4}\n"),
            "{sets}"
        );
        assert!(sets.ends_with("\nr4c4 {1, 2, 3, 4}\n"), "{sets}");
        assert_eq!(sets.lines().count(), 12 + 14);
        let latin = Sudoku::on(crate::sudoku::Shape::of(&[3, 1], Boxes::None).unwrap());
        let sets = Relaxation::of(&latin).unwrap().starting_sets();
        assert_eq!(sets.lines().count(), 6 + 9, "{sets}");
    }
}
