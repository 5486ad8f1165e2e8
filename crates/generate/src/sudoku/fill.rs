//! Full boards at random.
//!
//! | board | how | distribution |
//! | --- | --- | --- |
//! | few enough solutions to number them all (4×4) | a random number | uniform |
//! | the classic 9×9 | a top band, each equally likely, and some cells below it; completed in the engine's order; then symbols, bands, stacks, rows, columns and the diagonal change places | equivalent boards are equally likely; classes of boards that the engine's order prefers come more often, and it is not known that each comes at all |
//! | any other | a search in a random order within a few nodes, or else by formula, then stirred: some cells are kept at random and the others searched anew | looks random; not uniform |
//!
//! A jigsaw has no formula, so it is searched until it is found.

use crate::judge::Judge;
use crate::patience::Patience;
use std::sync::OnceLock;
use tilewright_engines::diagram::{Diagram, Order};
use tilewright_engines::{Ask, Budget, End, Random};
use tilewright_model::{Choice, Model};
use tilewright_puzzles::EmptyBoards;
use tilewright_puzzles::sudoku::{Shape, Sudoku};

/// Boards with at most this many choices are numbered, if these nodes suffice.
const MOST_NUMBERED: usize = 64;
const NODES_FOR_NUMBERS: u64 = 100_000;
/// Nodes for a search in a random order, and for stirring, unless filling the board's cells takes
/// more.
const NODES: u64 = 3_000;
/// The number of times a board by formula is stirred.
const ROUNDS: u32 = 8;

/// Makes full boards of one shape.
pub(super) struct Filler {
    pub(super) is_classic: bool,
    /// All boards, numbered, where there are few.
    all: OnceLock<Option<Diagram>>,
}

impl Filler {
    pub(super) fn new(shape: &Shape) -> Self {
        Self {
            is_classic: *shape == *Shape::classic(),
            all: OnceLock::new(),
        }
    }

    /// Returns true if each board is equally likely.
    pub(super) fn is_uniform(&self, model: &Model) -> bool {
        self.all(model).is_some()
    }

    fn all(&self, model: &Model) -> Option<&Diagram> {
        let make = || {
            let budget = Budget::default().nodes(NODES_FOR_NUMBERS);
            let is_small = model.choice_count() <= MOST_NUMBERED;
            let make = || Diagram::of(model, &Ask::default().budget(budget), Order::Any);
            is_small.then(|| make().0.ok()).flatten()
        };
        self.all.get_or_init(make).as_ref()
    }

    /// A full board. `Ok(None)` where there is none at all.
    pub(super) fn fill(
        &self,
        shape: &std::sync::Arc<Shape>,
        model: &Model,
        judge: &mut Judge,
        random: &mut Random,
        budget: &Budget,
    ) -> Result<Option<Vec<Choice>>, End> {
        if self.is_classic {
            return Ok(Some(fill_nine(judge, random)));
        }
        if let Some(all) = self.all(model) {
            let Ok(total) = u64::try_from(all.total()) else {
                return Err(End::Memory);
            };
            let number = u64::try_from((u128::from(random.bits()) * u128::from(total)) >> 64);
            return Ok(all.solution(&number.unwrap_or(0).into()));
        }
        let sudoku = Sudoku::on(std::sync::Arc::clone(shape));
        let Some(formula) = sudoku.construction() else {
            return judge.solution(Vec::new(), random.bits(), None, budget);
        };
        if let Ok(found) = judge.solution(
            Vec::new(),
            random.bits(),
            Some(nodes(shape.cells())),
            budget,
        ) {
            return Ok(found);
        }
        let mut die = |below: usize| random.below(below as u32) as usize;
        let mut full = formula.build(Some(&mut die));
        full.sort_unstable();
        for round in 0..ROUNDS {
            if budget.is_over() {
                return Err(End::Interrupted);
            }
            full = stirred(full, round, judge, random, budget);
        }
        Ok(Some(full))
    }
}

fn nodes(cells: usize) -> u64 {
    NODES.max(2 * cells as u64)
}

/// Keeps some cells at random, fewer each time, and searches the others anew.
fn stirred(
    full: Vec<Choice>,
    round: u32,
    judge: &mut Judge,
    random: &mut Random,
    budget: &Budget,
) -> Vec<Choice> {
    let kept = 75 - 4 * round;
    let given = full.iter().copied();
    let given = given.filter(|_| random.below(100) < kept).collect();
    let nodes = nodes(full.len());
    match judge.solution(given, random.bits(), Some(nodes), budget) {
        Ok(Some(other)) => other,
        Ok(None) | Err(_) => full,
    }
}

/// A full classic board.
fn fill_nine(judge: &mut Judge, random: &mut Random) -> Vec<Choice> {
    loop {
        let start = start_of_nine(random);
        let found = judge.firsts(&start).unwrap_or_default();
        if found.first().is_some_and(|&value| value != 0) {
            let mut full = [0; 81];
            full.copy_from_slice(found);
            return shuffled(&full, random);
        }
    }
}

/// The start of a classic board: its top band, its first column, and a cell in the middle of three
/// rows each. Where it has no solution, another is drawn.
pub(super) fn start_of_nine(random: &mut Random) -> [u8; 81] {
    let mut board = [0; 81];
    band(&mut board, random);
    let mut rest: Vec<u8> = (1..=9)
        .filter(|value| (0..3).all(|row| board[9 * row] != *value))
        .collect();
    random.shuffle(&mut rest);
    for (row, value) in rest.into_iter().enumerate() {
        board[9 * (row + 3)] = value;
    }
    for row in [3, 4, 6, 7] {
        let column = if row < 6 { row + 1 } else { row };
        let cell = 9 * row + column;
        let free: Vec<u8> = (1..=9)
            .filter(|&value| is_free(&board, cell, value))
            .collect();
        if !free.is_empty() {
            board[cell] = free[random.below(free.len() as u32) as usize];
        }
    }
    board
}

fn is_free(board: &[u8; 81], cell: usize, value: u8) -> bool {
    let (row, column) = (cell / 9, cell % 9);
    let corner = row / 3 * 27 + column / 3 * 3;
    (0..9).all(|at| {
        let in_box = corner + at / 3 * 9 + at % 3;
        [9 * row + at, 9 * at + column, in_box]
            .iter()
            .all(|&other| board[other] != value)
    })
}

/// A top band, each equally likely. Of the symbols that the first row has in one box, the second
/// row has `k` in the next box and the others in the one after; `k` is the same for all boxes, as
/// each takes three. So there are `C(3, k)³` ways for each `k`, and one for the third row; and each
/// three may be in any order.
fn band(board: &mut [u8; 81], random: &mut Random) {
    let mut symbols: Vec<u8> = (1..=9).collect();
    random.shuffle(&mut symbols);
    let k = match random.below(56) {
        0 => 0,
        1..28 => 1,
        28..55 => 2,
        _ => 3,
    };
    let mut rows: [[Vec<u8>; 3]; 3] = Default::default();
    for from in 0..3 {
        let mut three = symbols[3 * from..3 * from + 3].to_vec();
        rows[0][from].clone_from(&three);
        random.shuffle(&mut three);
        let (next, after) = ((from + 1) % 3, (from + 2) % 3);
        rows[1][next].extend(&three[..k]);
        rows[1][after].extend(&three[k..]);
        rows[2][next].extend(&three[k..]);
        rows[2][after].extend(&three[..k]);
    }
    for (row, boxes) in rows.iter_mut().enumerate() {
        for (at, three) in boxes.iter_mut().enumerate() {
            random.shuffle(three);
            board[9 * row + 3 * at..9 * row + 3 * at + 3].copy_from_slice(three);
        }
    }
}

/// The board after a random symmetry.
pub(super) fn shuffled(full: &[u8; 81], random: &mut Random) -> Vec<Choice> {
    let is_swapped = random.below(2) == 1;
    let (rows, columns) = (lines(random), lines(random));
    let mut symbols: [u32; 9] = std::array::from_fn(|symbol| symbol as u32);
    random.shuffle(&mut symbols);
    let choice = |cell: usize| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        let from = if is_swapped {
            9 * column + row
        } else {
            9 * row + column
        };
        Choice(9 * cell as u32 + symbols[usize::from(full[from]) - 1])
    };
    (0..81).map(choice).collect()
}

/// Nine lines in a random order in which the threes stay together.
fn lines(random: &mut Random) -> [usize; 9] {
    let mut bands = [0, 3, 6];
    random.shuffle(&mut bands);
    let mut lines = [0; 9];
    for (three, band) in lines.chunks_exact_mut(3).zip(bands) {
        three.copy_from_slice(&[band, band + 1, band + 2]);
        random.shuffle(three);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn bands_have_each_symbol_once_in_rows_and_boxes() {
        let mut random = Random::new(1);
        for _ in 0..1000 {
            let mut board = [0; 81];
            band(&mut board, &mut random);
            for part in 0..3 {
                let row = (0..9).map(|at| board[9 * part + at]);
                let square = (0..9).map(|at| board[3 * part + at / 3 * 9 + at % 3]);
                assert_eq!(row.fold(0, |set, value| set | 1 << value), 0b11_1111_1110);
                assert_eq!(
                    square.fold(0, |set, value| set | 1 << value),
                    0b11_1111_1110
                );
            }
        }
    }

    #[test]
    fn the_second_row_is_as_likely_as_any() {
        // The symbols that the second row takes from the first box of the first row, by how many go
        // right.
        let mut random = Random::new(5);
        let mut seen: HashMap<usize, u32> = HashMap::new();
        for _ in 0..56_000 {
            let mut board = [0; 81];
            band(&mut board, &mut random);
            let right = (12..15)
                .filter(|&cell| board[..3].contains(&board[cell]))
                .count();
            *seen.entry(right).or_default() += 1;
        }
        for (k, expected) in [(0, 1000), (1, 27_000), (2, 27_000), (3, 1000)] {
            let number = i64::from(seen[&k]);
            assert!((number - expected).abs() < 600, "{k}: {number}");
        }
    }
}
