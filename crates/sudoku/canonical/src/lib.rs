//! Canonical forms: the smallest of all copies of a board that differ by the names of its values and
//! by rearranged bands, rows, stacks, columns and axes.
//!
//! Two boards are copies of each other if and only if they have the same canonical form. *Smallest*
//! is row by row, cell by cell, an empty cell being 0.
//!
//! [`canonical`] and [`canonical_with_map`] are for the 9×9 Sudoku, [`canonical_by_solution`] for one
//! whose solution is known; [`canonical_of`] is for boards of any box dims and number of axes, and for Latin squares.

mod board;
mod columns;
mod full;
mod general;
mod nine;

pub use board::{Form, Geometry, TooRegular, Way};
pub use general::canonical_of;

use nine::Lines;

/// The canonical form of a 9×9 board with its properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form9 {
    /// The form, 0 for an empty cell.
    pub board: [u8; 81],
    /// One way to get there; there are as many as automorphisms.
    pub way: Way9,
    /// The number of ways to move the cells so that the board stays the same but for the names of its digits: 1 for
    /// most, 3,359,232 for an empty board.
    pub automorphisms: u32,
}

/// The way from a 9×9 board to its canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way9 {
    /// For each cell of the form, the cell of the board that it comes from.
    pub from: [u8; 81],
    /// The new name of each digit; 0 stays 0.
    pub names: [u8; 10],
}

impl Way9 {
    /// A board moved and renamed in that way: the one that the way was found for becomes its form, and
    /// a solution of it one of the form.
    ///
    /// # Panics
    /// If a digit is above 9.
    pub fn apply(&self, board: &[u8; 81]) -> [u8; 81] {
        self.from
            .map(|cell| self.names[usize::from(board[usize::from(cell)])])
    }
}

/// The canonical form of a 9×9 board, full or not, with one solution or not; 0 is an empty cell.
///
/// ```
/// use tilewright_canonical::canonical;
/// let mut board = [0; 81];
/// board[40] = 7;
/// assert_eq!(canonical(&board)[80], 1);
/// ```
///
/// # Panics
/// If a digit is above 9.
pub fn canonical(board: &[u8; 81]) -> [u8; 81] {
    canonical_with_map(board).board
}

/// The canonical form of a 9×9 board, the way there, and the number of automorphisms.
///
/// ```
/// use tilewright_canonical::canonical_with_map;
/// let board: [u8; 81] = std::array::from_fn(|cell| {
///     let (row, column) = (cell / 9, cell % 9);
///     ((row * 3 + row / 3 + column) % 9) as u8 + 1
/// });
/// let form = canonical_with_map(&board);
/// assert_eq!(form.board[..18], [1, 2, 3, 4, 5, 6, 7, 8, 9, 4, 5, 6, 7, 8, 9, 1, 2, 3]);
/// assert_eq!(form.way.apply(&board), form.board);
/// assert_eq!(form.automorphisms, 54);
/// ```
///
/// # Panics
/// If a digit is above 9.
pub fn canonical_with_map(board: &[u8; 81]) -> Form9 {
    assert!(board.iter().all(|&digit| digit <= 9), "digits are up to 9");
    let Some(lines) = Lines::new(board) else {
        return slowly(board);
    };
    let full = if board.contains(&0) {
        None
    } else {
        full::form(board, &lines)
    };
    full.or_else(|| nine::form(&lines))
        .unwrap_or_else(|| slowly(board))
}

/// The canonical form of a 9×9 puzzle by way of its solution: the smallest image of the givens under
/// all ways that bring the solution into its canonical form. `None` if `solution` is not a solved
/// board.
///
/// Copies of a puzzle with one solution have the same form here, as they have with [`canonical`], but
/// the two forms differ: here the solution of the form is canonical.
///
/// ```
/// use tilewright_canonical::{canonical, canonical_by_solution};
/// let solution: [u8; 81] = std::array::from_fn(|cell| {
///     let (row, column) = (cell / 9, cell % 9);
///     ((row * 3 + row / 3 + column) % 9) as u8 + 1
/// });
/// assert_eq!(canonical_by_solution(&solution, &solution), Some(canonical(&solution)));
/// assert_eq!(canonical_by_solution(&solution, &[0; 81]), None);
/// ```
///
/// # Panics
/// If a digit is above 9.
pub fn canonical_by_solution(givens: &[u8; 81], solution: &[u8; 81]) -> Option<[u8; 81]> {
    full::puzzle(givens, solution, &Lines::new(solution)?)
}

/// The form by the general search.
fn slowly(board: &[u8; 81]) -> Form9 {
    let geometry = Geometry::new(9, &[3, 3]).expect("a 9×9 board");
    let values = board.map(u16::from);
    // There are 3,359,232 ways to move the cells, so it comes to an end.
    let form = canonical_of(&geometry, &values, u64::MAX).expect("no limit");
    Form9 {
        board: std::array::from_fn(|cell| form.values[cell] as u8),
        way: Way9 {
            from: std::array::from_fn(|cell| form.way.from[cell] as u8),
            names: std::array::from_fn(|digit| form.way.names[digit] as u8),
        },
        automorphisms: form.automorphisms.unwrap_or(u128::MAX) as u32,
    }
}

/// The orders of `0..count`.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for number in 0..count {
        let longer = |order: Vec<usize>| {
            (0..=number).map(move |place| {
                let mut longer = order.clone();
                longer.insert(place, number);
                longer
            })
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}
