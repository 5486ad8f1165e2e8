//! Classic exact cover problems of any size, made by program.
//!
//! Each is a [`Cover`]: a model for our engines ([`Cover::to_model`]) and plain lists for other
//! solvers, the same options in the same order for all. Boards with links are models at once: other solvers do not know
//! links.

mod cover;
mod linked;
mod packing;
#[cfg(test)]
mod tests;

pub use cover::Cover;
pub use linked::{connected_sets, cycles, nonogram, paths, walls};
pub use packing::{pentominoes, pentominoes_8x8_hole, pentominoes_on, soma};

use crate::sudoku::{Board, box_of};
use cover::CoverBuilder;

/// Langford pairs: `1, 1, 2, 2, …, n, n` in a row so that *k* numbers are between the two *k*.
pub fn langford(n: usize) -> Cover {
    let mut b = CoverBuilder::default();
    (1..=n).for_each(|number| b.primary(format!("d{number}")));
    (1..=2 * n).for_each(|slot| b.primary(format!("s{slot}")));
    for number in 1..=n {
        for first in 1..(2 * n).saturating_sub(number) {
            let second = first + number + 1;
            b.option(&[
                format!("d{number}"),
                format!("s{first}"),
                format!("s{second}"),
            ]);
        }
    }
    b.build()
}

/// Queens on an `n`×`n` board that do not attack each other. Rows and columns come from the middle
/// outwards (the order of organ pipes), which keeps the search tree small; diagonals of one cell
/// are left out.
pub fn queens(n: usize) -> Cover {
    let mut b = CoverBuilder::default();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&line| (2 * line).abs_diff(n - 1));
    for line in order {
        b.primary(format!("r{line}"));
        b.primary(format!("c{line}"));
    }
    for side in ["a", "b"] {
        (1..(2 * n).saturating_sub(2)).for_each(|d| b.secondary(format!("{side}{d}")));
    }
    for row in 0..n {
        for column in 0..n {
            let mut items = vec![format!("r{row}"), format!("c{column}")];
            let diagonals = [
                format!("a{}", row + column),
                format!("b{}", n - 1 - row + column),
            ];
            items.extend(diagonals.into_iter().filter(|name| b.has(name)));
            b.option(&items);
        }
    }
    b.build()
}

/// Latin squares of side `n`.
pub fn latin(n: usize) -> Cover {
    let mut b = CoverBuilder::default();
    for kind in ["p", "r", "c"] {
        for first in 0..n {
            (0..n).for_each(|second| b.primary(format!("{kind}{first}.{second}")));
        }
    }
    for row in 0..n {
        for column in 0..n {
            for symbol in 0..n {
                b.option(&[
                    format!("p{row}.{column}"),
                    format!("r{row}.{symbol}"),
                    format!("c{column}.{symbol}"),
                ]);
            }
        }
    }
    b.build()
}

/// The socket that edge tiles show at the border of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Border {
    /// Anything.
    Free,
    /// Colour 0.
    Closed,
    /// There is none: the last column is next to the first, the last row above the first.
    Torus,
}

/// The road tiles of the first system: nothing, and a T in four turns; their edges clockwise from
/// the top.
pub const ROADS: [[u32; 4]; 5] = [
    [1, 1, 0, 1],
    [1, 1, 1, 0],
    [0, 1, 1, 1],
    [1, 0, 1, 1],
    [0, 0, 0, 0],
];

/// Roads on a board with free borders: 4×4 has 28,557 solutions.
pub fn roads(rows: usize, columns: usize) -> Cover {
    edge_tiles(&ROADS, rows, columns, Border::Free)
}

/// A tile of any of these kinds in each place; edges that meet show one colour.
pub fn edge_tiles(kinds: &[[u32; 4]], rows: usize, columns: usize, border: Border) -> Cover {
    let mut b = CoverBuilder::default();
    let (mut down, mut right) = (rows, columns);
    if border != Border::Torus {
        (down, right) = (rows + 1, columns + 1);
    }
    places_and_edges(&mut b, (rows, columns), (down, right));
    for row in 0..rows {
        for column in 0..columns {
            for &[top, right_side, bottom, left] in kinds {
                let mut edges = vec![
                    (format!("h{row}.{column}"), top, row == 0),
                    (format!("v{row}.{column}"), left, column == 0),
                    (
                        format!("h{}.{column}", (row + 1) % down),
                        bottom,
                        row + 1 == rows,
                    ),
                    (
                        format!("v{row}.{}", (column + 1) % right),
                        right_side,
                        column + 1 == columns,
                    ),
                ];
                let is_shut = |&(_, colour, is_border): &(String, u32, bool)| {
                    border == Border::Closed && is_border && colour != 0
                };
                if edges.iter().any(is_shut) {
                    continue;
                }
                // On a torus of one row or column a tile meets itself.
                edges.sort_unstable();
                edges.dedup_by(|a, b| a.0 == b.0 && a.1 == b.1);
                if edges.windows(2).any(|pair| pair[0].0 == pair[1].0) {
                    continue;
                }
                let edges = edges.into_iter();
                let edges = edges.map(|(name, colour, _)| (name, Some(colour)));
                let place = (format!("p{row}.{column}"), None);
                b.coloured(&std::iter::once(place).chain(edges).collect::<Vec<_>>());
            }
        }
    }
    b.build()
}

/// Declares the places of a board, and the edges between them: `down` in each column, `right` in each row.
fn places_and_edges(
    b: &mut CoverBuilder,
    (rows, columns): (usize, usize),
    (down, right): (usize, usize),
) {
    for row in 0..rows {
        (0..columns).for_each(|column| b.primary(format!("p{row}.{column}")));
    }
    for row in 0..down {
        (0..columns).for_each(|column| b.secondary(format!("h{row}.{column}")));
    }
    for row in 0..rows {
        (0..right).for_each(|column| b.secondary(format!("v{row}.{column}")));
    }
}

/// Dominoes that cover a board.
pub fn domino(rows: usize, columns: usize) -> Cover {
    let cell = |row: usize, column: usize| format!("{row}.{column}");
    let mut b = CoverBuilder::default();
    for row in 0..rows {
        (0..columns).for_each(|column| b.primary(cell(row, column)));
    }
    for row in 0..rows {
        for column in 0..columns {
            for other in [cell(row, column + 1), cell(row + 1, column)] {
                if b.has(&other) {
                    b.option(&[cell(row, column), other]);
                }
            }
        }
    }
    b.build()
}

/// Ways to pair off `n` people: 1·3·5·…·(n − 1) of them.
pub fn matching(n: usize) -> Cover {
    let mut b = CoverBuilder::default();
    (0..n).for_each(|person| b.primary(format!("v{person}")));
    for first in 0..n {
        (first + 1..n).for_each(|second| b.option(&[format!("v{first}"), format!("v{second}")]));
    }
    b.build()
}

/// The squares whose four edges show three colours, each of the 24 once, on a board of that size:
/// edges that meet show one colour, the whole border the first. With `plain_at` the square that
/// shows the first colour alone must lie there, which takes most of the symmetry away: 4×6 with it
/// at (0, 2) has 1,908 solutions.
pub fn macmahon(rows: usize, columns: usize, plain_at: Option<(usize, usize)>) -> Cover {
    let squares = squares(3);
    let mut b = CoverBuilder::default();
    for square in &squares {
        b.primary(letters(square));
    }
    places_and_edges(&mut b, (rows, columns), (rows + 1, columns + 1));
    let places = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    for square in &squares {
        for turned in turns(*square) {
            for (row, column) in places() {
                let [top, right, bottom, left] = turned;
                let border_fits = (row > 0 || top == 0)
                    && (row + 1 < rows || bottom == 0)
                    && (column > 0 || left == 0)
                    && (column + 1 < columns || right == 0);
                let is_free = turned != [0; 4] || plain_at.is_none_or(|at| at == (row, column));
                if border_fits && is_free {
                    b.coloured(&[
                        (letters(square), None),
                        (format!("p{row}.{column}"), None),
                        (format!("h{row}.{column}"), Some(top)),
                        (format!("v{row}.{}", column + 1), Some(right)),
                        (format!("h{}.{column}", row + 1), Some(bottom)),
                        (format!("v{row}.{column}"), Some(left)),
                    ]);
                }
            }
        }
    }
    b.build()
}

/// The colours of a square as letters.
fn letters(square: &[u32; 4]) -> String {
    let letter = |&colour: &u32| char::from_digit(10 + colour, 36).expect("less than 26 colours");
    square.iter().map(letter).collect()
}

/// The squares with `colours` colours of edges, each in the turn that comes first in order.
fn squares(colours: u32) -> Vec<[u32; 4]> {
    let digit = |number: u32, place: u32| number / colours.pow(place) % colours;
    let all = (0..colours.pow(4)).map(|number| [3, 2, 1, 0].map(|place| digit(number, place)));
    all.filter(|&square| turns(square).iter().all(|turned| square <= *turned))
        .collect()
}

/// The different turns of a square: its edges clockwise from the top.
fn turns(mut square: [u32; 4]) -> Vec<[u32; 4]> {
    let mut turns = Vec::new();
    for _ in 0..4 {
        if !turns.contains(&square) {
            turns.push(square);
        }
        square.rotate_left(1);
    }
    turns
}

/// A 9×9 Sudoku: the part that its clues leave open. `None` if two equal clues see each other.
pub fn sudoku(board: &Board) -> Option<Cover> {
    let mut taken = std::collections::HashSet::new();
    for (cell, &symbol) in board.iter().enumerate() {
        if symbol != 0
            && !demands(cell, symbol)
                .into_iter()
                .all(|name| taken.insert(name))
        {
            return None;
        }
    }
    let all = || (0..81).flat_map(|cell| (1..=9).map(move |symbol| demands(cell, symbol)));
    let mut b = CoverBuilder::default();
    for kind in 0..4 {
        for names in all() {
            let name = &names[kind];
            if !taken.contains(name) && !b.has(name) {
                b.primary(name.clone());
            }
        }
    }
    for names in all() {
        if names.iter().all(|name| b.has(name)) {
            b.option(&names);
        }
    }
    Some(b.build())
}

/// The four items that a symbol in a cell covers.
fn demands(cell: usize, symbol: u8) -> [String; 4] {
    let (row, column) = (cell / 9, cell % 9);
    [
        format!("p{row}{column}"),
        format!("r{row}{symbol}"),
        format!("c{column}{symbol}"),
        format!("b{}{symbol}", box_of(cell)),
    ]
}
