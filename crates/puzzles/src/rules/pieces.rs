//! Pieces on a board: shapes, how they may be turned, and where each can lie.

use super::spec::Board;
use crate::prose::joined;
use std::collections::HashMap;

/// Pieces that cover a board.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Packing {
    /// True if tiles may stay free.
    pub(super) gaps: bool,
    pub(super) pieces: Vec<Piece>,
    pub(super) placements: Placements,
}

/// A piece.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece {
    pub(super) name: String,
    pub(super) shape: Shape,
    pub(super) rotate: bool,
    pub(super) reflect: bool,
    pub(super) copies: Copies,
}

/// The number of times a piece is laid down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Copies {
    Exactly(u32),
    Any,
}

impl Piece {
    /// The different ways to hold it, in a fixed order: as it is drawn, then turned by quarters to
    /// the right, then the same for its mirror image.
    pub(super) fn orientations(&self) -> Vec<Shape> {
        let mut found: Vec<Shape> = Vec::new();
        let mut shape = self.shape.clone();
        for _ in 0..if self.reflect { 2 } else { 1 } {
            for _ in 0..if self.rotate { 4 } else { 1 } {
                if !found.contains(&shape) {
                    found.push(shape.clone());
                }
                if self.rotate {
                    shape = shape.turned();
                }
            }
            shape = self.shape.mirrored();
        }
        found
    }

    /// At most how many tiles its placements cover together, a tile counted for each of them.
    pub(super) fn work(&self, board: &Board) -> u64 {
        let spots = |shape: &Shape| {
            let down = (board.rows + 1).saturating_sub(shape.height) as u64;
            let across = (board.columns + 1).saturating_sub(shape.width) as u64;
            down.saturating_mul(across)
                .saturating_mul(shape.cells.len() as u64)
        };
        let orientations = self.orientations();
        orientations.iter().map(spots).fold(0, u64::saturating_add)
    }
}

/// Cells of a plane, moved to the corner: ascending by row, then column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    cells: Vec<(usize, usize)>,
    height: usize,
    width: usize,
}

impl Shape {
    /// The shape of these cells, or `None` where there are none.
    pub(super) fn new(mut cells: Vec<(usize, usize)>) -> Option<Self> {
        cells.sort_unstable();
        let top = cells.iter().map(|cell| cell.0).min()?;
        let left = cells.iter().map(|cell| cell.1).min()?;
        for cell in &mut cells {
            *cell = (cell.0 - top, cell.1 - left);
        }
        Some(Self {
            height: cells.iter().map(|cell| cell.0 + 1).max()?,
            width: cells.iter().map(|cell| cell.1 + 1).max()?,
            cells,
        })
    }

    fn turned(&self) -> Self {
        let turn = |&(row, column): &(usize, usize)| (column, self.height - 1 - row);
        Self::new(self.cells.iter().map(turn).collect()).expect("it has cells")
    }

    fn mirrored(&self) -> Self {
        let mirror = |&(row, column): &(usize, usize)| (row, self.width - 1 - column);
        Self::new(self.cells.iter().map(mirror).collect()).expect("it has cells")
    }

    /// The shape as a drawing, its rows separated by `/`.
    pub(super) fn drawing(&self) -> String {
        let mut rows = vec![vec!['.'; self.width]; self.height];
        for &(row, column) in &self.cells {
            rows[row][column] = '#';
        }
        joined(rows.iter().map(|row| row.iter().collect::<String>()), "/")
    }
}

/// The places of every piece: the tiles that it covers there, ascending.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Placements {
    tiles: Vec<u32>,
    /// The end of each placement's tiles.
    ends: Vec<u32>,
    /// The end of each piece's placements.
    piece_ends: Vec<u32>,
}

impl Placements {
    /// Lays every piece everywhere: by orientation, then row, then column.
    pub(super) fn new(board: &Board, pieces: &[Piece]) -> Self {
        let mut placements = Self::default();
        for piece in pieces {
            for shape in piece.orientations() {
                placements.lay(board, &shape);
            }
            placements.piece_ends.push(placements.ends.len() as u32);
        }
        placements
    }

    fn lay(&mut self, board: &Board, shape: &Shape) {
        let rows = (board.rows + 1).saturating_sub(shape.height);
        let columns = (board.columns + 1).saturating_sub(shape.width);
        for row in 0..rows {
            for column in 0..columns {
                let start = self.tiles.len();
                let tiles = shape
                    .cells
                    .iter()
                    .map_while(|&(down, right)| board.tile_at([0, row + down, column + right]));
                self.tiles.extend(tiles);
                if self.tiles.len() - start == shape.cells.len() {
                    self.ends.push(self.tiles.len() as u32);
                } else {
                    self.tiles.truncate(start);
                }
            }
        }
    }

    /// The placements of a piece.
    pub(super) fn of_piece(&self, piece: usize) -> std::ops::Range<u32> {
        let start = piece.checked_sub(1).map_or(0, |p| self.piece_ends[p]);
        start..self.piece_ends[piece]
    }

    /// The piece that a placement is of.
    pub(super) fn piece(&self, placement: u32) -> usize {
        self.piece_ends.partition_point(|&end| end <= placement)
    }

    /// The tiles that a placement covers.
    pub(super) fn tiles(&self, placement: u32) -> &[u32] {
        let start = placement
            .checked_sub(1)
            .map_or(0, |p| self.ends[p as usize]);
        &self.tiles[start as usize..self.ends[placement as usize] as usize]
    }

    /// The placements of a piece by the tiles that they cover, ascending.
    pub(super) fn by_tiles(&self, piece: usize) -> HashMap<&[u32], u32> {
        self.of_piece(piece).map(|p| (self.tiles(p), p)).collect()
    }
}

/// The copies of all pieces, and the choices of a packing: the placements of each copy in turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Stock {
    /// For each copy: the piece, and its first choice. Pieces with any number of copies have one.
    pub(super) copies: Vec<(usize, u32)>,
    first_copy: HashMap<usize, usize>,
    pub(super) choices: u32,
}

impl Stock {
    /// The choices of all copies, or `None` where they are more than a model can have.
    pub(super) fn new(packing: &Packing) -> Option<Self> {
        let mut stock = Self::default();
        for (number, piece) in packing.pieces.iter().enumerate() {
            let placements = packing.placements.of_piece(number).len() as u32;
            let copies = match piece.copies {
                Copies::Exactly(copies) => copies,
                Copies::Any => 1,
            };
            stock.first_copy.insert(number, stock.copies.len());
            for _ in 0..copies {
                stock.copies.push((number, stock.choices));
                stock.choices = stock.choices.checked_add(placements)?;
            }
        }
        Some(stock)
    }

    /// The choice that lays copy number `copy` of a piece down as `placement`.
    pub(super) fn choice(&self, packing: &Packing, copy: usize, placement: u32) -> u32 {
        let piece = packing.placements.piece(placement);
        let (_, first) = self.copies[self.first_copy[&piece] + copy];
        first + placement - packing.placements.of_piece(piece).start
    }

    /// The piece that a choice lays down: the number of the copy among all, and the placement.
    pub(super) fn placement(&self, packing: &Packing, choice: u32) -> (usize, u32) {
        let copy = self.copies.partition_point(|&(_, first)| first <= choice) - 1;
        let (piece, first) = self.copies[copy];
        (
            copy,
            packing.placements.of_piece(piece).start + choice - first,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(rotate: bool, reflect: bool, cells: &[(usize, usize)]) -> Piece {
        Piece {
            name: "p".into(),
            shape: Shape::new(cells.to_vec()).unwrap(),
            rotate,
            reflect,
            copies: Copies::Exactly(1),
        }
    }

    #[test]
    fn a_piece_is_held_in_as_many_ways_as_differ() {
        let f = [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)];
        assert_eq!(piece(true, true, &f).orientations().len(), 8);
        assert_eq!(piece(true, false, &f).orientations().len(), 4);
        assert_eq!(piece(false, true, &f).orientations().len(), 2);
        assert_eq!(piece(false, false, &f).orientations().len(), 1);
        let x = [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)];
        assert_eq!(piece(true, true, &x).orientations().len(), 1);
        let turned = piece(true, false, &[(5, 5), (5, 6), (6, 5)]).orientations();
        let drawings: Vec<String> = turned.iter().map(Shape::drawing).collect();
        assert_eq!(drawings, ["##/#.", "##/.#", ".#/##", "#./##"]);
    }

    #[test]
    fn placements_keep_off_holes() {
        let board = Board::new([1, 2, 3], |cell| cell == 1);
        let domino = piece(true, false, &[(0, 0), (0, 1)]);
        let placements = Placements::new(&board, &[domino]);
        let all: Vec<&[u32]> = placements
            .of_piece(0)
            .map(|p| placements.tiles(p))
            .collect();
        assert_eq!(all, [[2, 3], [3, 4], [0, 2], [1, 4]]);
        assert_eq!(placements.by_tiles(0).get(&[0, 2][..]), Some(&2));
        assert_eq!(placements.by_tiles(0).get(&[0, 1][..]), None);
    }
}
