//! Boards of cells that are white or black, with links: cell *c*, row by row, has the choices 2*c* (white) and 2*c* + 1
//! (black).

use tilewright_model::{Choice, Item, Language, Link, Model, ModelBuilder, Node};

const VALID: &str = "it is a valid model";

/// The single cycles on the edges of a grid of `rows`×`columns` vertices, at least two each. A cycle is the border between
/// the black cells inside and the white ones outside: each of the two is connected, outside with the rim of the
/// board.
pub fn cycles(rows: u32, columns: u32) -> Model {
    let (rows, columns) = (rows - 1, columns - 1);
    let (mut b, _) = cells(rows, columns);
    let inside = nodes(rows, columns, 1);
    let edges = edges(rows, columns);
    b.link(Link::new(inside, &edges).not_empty()).expect(VALID);
    let mut outside = nodes(rows, columns, 0);
    let rim = outside.len() as u32;
    outside.push(Node::Always);
    let is_at_rim = |cell: &u32| {
        let (row, column) = (cell / columns, cell % columns);
        row == 0 || row == rows - 1 || column == 0 || column == columns - 1
    };
    let at_rim = (0..rim).filter(is_at_rim).map(|cell| (cell, rim));
    let edges: Vec<(u32, u32)> = edges.iter().copied().chain(at_rim).collect();
    b.link(Link::new(outside, &edges)).expect(VALID);
    b.build().expect(VALID)
}

/// The paths on the edges of a grid of `rows`×`columns` vertices, at least two each, from one corner to the opposite one
/// and without a vertex twice. A path is the border between the white cells on one side, connected with the upper
/// and right rim, and the black ones, connected with the left and lower rim.
pub fn paths(rows: u32, columns: u32) -> Model {
    let (rows, columns) = (rows - 1, columns - 1);
    let (mut b, _) = cells(rows, columns);
    let edges = edges(rows, columns);
    for colour in 0..2 {
        let mut side = nodes(rows, columns, colour);
        let rim = side.len() as u32;
        side.push(Node::Always);
        let is_at_rim = |cell: &u32| match (colour, cell / columns, cell % columns) {
            (0, row, column) => row == 0 || column == columns - 1,
            (_, row, column) => row == rows - 1 || column == 0,
        };
        let at_rim = (0..rim).filter(is_at_rim).map(|cell| (cell, rim));
        let edges: Vec<(u32, u32)> = edges.iter().copied().chain(at_rim).collect();
        b.link(Link::new(side, &edges)).expect(VALID);
    }
    b.build().expect(VALID)
}

/// The connected sets of cells, one at least.
pub fn connected_sets(rows: u32, columns: u32) -> Model {
    let (mut b, _) = cells(rows, columns);
    let link = Link::new(nodes(rows, columns, 1), &edges(rows, columns));
    b.link(link.not_empty()).expect(VALID);
    b.build().expect(VALID)
}

/// The walls of Nurikabe: the black cells are connected, and no square of four is black.
pub fn walls(rows: u32, columns: u32) -> Model {
    let (mut b, tiles) = cells(rows, columns);
    let not_four = Language::count(&IS_BLACK, 0..=3).expect(VALID);

    for row in 1..rows {
        for column in 1..columns {
            let cell = (row * columns + column) as usize;
            let up = cell - columns as usize;
            let square = [up - 1, up, cell - 1, cell].map(|cell| tiles[cell]);
            b.line(&square, not_four.clone(), |_, choice| choice.0 % 2)
                .expect(VALID);
        }
    }
    b.link(Link::new(nodes(rows, columns, 1), &edges(rows, columns)))
        .expect(VALID);
    b.build().expect(VALID)
}

/// The fillings of a Nonogram's clues: for each row and column the lengths of its runs of black cells.
pub fn nonogram(rows: &[Vec<usize>], columns: &[Vec<usize>]) -> Model {
    let width = columns.len();
    let (mut b, tiles) = cells(rows.len() as u32, width as u32);
    let across = rows
        .iter()
        .zip(tiles.chunks(width))
        .map(|(clue, row)| (clue, row.to_vec()));
    let down = columns.iter().enumerate().map(|(column, clue)| {
        let cells = tiles.iter().skip(column).step_by(width);
        (clue, cells.copied().collect())
    });
    for (clue, line) in across.chain(down) {
        let runs = Language::runs(&IS_BLACK, clue).expect(VALID);
        b.line(&line, runs, |_, choice| choice.0 % 2).expect(VALID);
    }
    b.build().expect(VALID)
}

/// Which values of a cell are black.
const IS_BLACK: [bool; 2] = [false, true];

fn cells(rows: u32, columns: u32) -> (ModelBuilder, Vec<Item>) {
    let mut b = ModelBuilder::new(2 * rows * columns);
    let tiles = (0..rows * columns).map(|cell| b.tile(&[2 * cell, 2 * cell + 1]).expect(VALID));
    let tiles = tiles.collect();
    (b, tiles)
}

/// A node for each cell, which is in if the cell has that colour.
fn nodes(rows: u32, columns: u32, colour: u32) -> Vec<Node> {
    let cells = 0..rows * columns;
    cells
        .map(|cell| Node::If(vec![Choice(2 * cell + colour)]))
        .collect()
}

/// The pairs of cells that are next to each other.
fn edges(rows: u32, columns: u32) -> Vec<(u32, u32)> {
    let mut edges = Vec::new();
    for cell in 0..rows * columns {
        if cell % columns + 1 < columns {
            edges.push((cell, cell + 1));
        }
        if cell / columns + 1 < rows {
            edges.push((cell, cell + columns));
        }
    }
    edges
}
