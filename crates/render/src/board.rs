//! What a grid has besides the values of its cells: signs in cells, on edges and at corners, words around it, cages and trails.
//!
//! The places of a grid are its cells row by row, then the edges above each row and below the last, the edges left of each
//! column and right of the last, and the corners. A grid has edges and corners once something lies there.

use crate::{Cell, Drawing, Grid, Role};

/// A sign at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What it looks like.
    pub drawing: Drawing,
    /// Whether it was given or found.
    pub role: Role,
    /// Its colour.
    pub tint: Tint,
}

impl Figure {
    /// A sign in the colour of its role.
    pub fn new(drawing: Drawing, role: Role) -> Self {
        Self {
            drawing,
            role,
            tint: Tint::Ink,
        }
    }
}

/// The colour of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tint {
    /// That of its role.
    #[default]
    Ink,
    /// That of walls.
    Black,
    /// That of the page.
    White,
    /// That of sockets of this number.
    Socket(u32),
}

impl Tint {
    /// The colours by their names.
    pub const NAMES: [(&'static str, Self); 10] = [
        ("black", Self::Black),
        ("white", Self::White),
        ("blue", Self::Socket(0)),
        ("orange", Self::Socket(1)),
        ("green", Self::Socket(2)),
        ("pink", Self::Socket(3)),
        ("yellow", Self::Socket(4)),
        ("red", Self::Socket(5)),
        ("sky", Self::Socket(6)),
        ("grey", Self::Socket(7)),
    ];
}

/// The lines between the cells of a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ruling {
    /// Thin lines.
    #[default]
    Lines,
    /// A dot at each corner, between which strokes are drawn.
    Dots,
    /// None.
    Bare,
}

/// The words around a grid: for each column or row those outside it, from left to right or from the top down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// Above each column.
    pub top: Vec<Vec<String>>,
    /// Below each column.
    pub bottom: Vec<Vec<String>>,
    /// Left of each row.
    pub left: Vec<Vec<String>>,
    /// Right of each row.
    pub right: Vec<Vec<String>>,
}

impl Labels {
    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        let sides = [&self.top, &self.bottom, &self.left, &self.right];
        sides.into_iter().flatten().all(Vec::is_empty)
    }
}

/// A dashed line around cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    /// The numbers of the cells in their grid, ascending.
    pub cells: Vec<usize>,
    /// The words in its first cell.
    pub text: Option<String>,
}

/// A line through cells, which begins at a bulb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    /// The numbers of the cells in their grid, in their order.
    pub cells: Vec<usize>,
}

/// A place of a grid, by row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Site {
    /// A cell.
    Cell(usize, usize),
    /// The edge above a cell, or below the last row.
    Above(usize, usize),
    /// The edge left of a cell, or right of the last column.
    Left(usize, usize),
    /// The left upper corner of a cell, or one at the far ends.
    Corner(usize, usize),
}

impl Site {
    /// Its number in a grid of that size.
    pub fn number(self, rows: usize, columns: usize) -> usize {
        let above = rows * columns;
        let left = above + (rows + 1) * columns;
        let corner = left + rows * (columns + 1);
        match self {
            Self::Cell(row, column) => row * columns + column,
            Self::Above(row, column) => above + row * columns + column,
            Self::Left(row, column) => left + row * (columns + 1) + column,
            Self::Corner(row, column) => corner + row * (columns + 1) + column,
        }
    }

    /// The place of a number in a grid of that size.
    pub fn of(number: usize, rows: usize, columns: usize) -> Self {
        let first = |site: Self| site.number(rows, columns);
        let split = |number: usize, width: usize| (number / width, number % width);
        if number < first(Self::Above(0, 0)) {
            let (row, column) = split(number, columns);
            Self::Cell(row, column)
        } else if number < first(Self::Left(0, 0)) {
            let (row, column) = split(number - first(Self::Above(0, 0)), columns);
            Self::Above(row, column)
        } else if number < first(Self::Corner(0, 0)) {
            let (row, column) = split(number - first(Self::Left(0, 0)), columns + 1);
            Self::Left(row, column)
        } else {
            let (row, column) = split(number - first(Self::Corner(0, 0)), columns + 1);
            Self::Corner(row, column)
        }
    }
}

impl Grid {
    /// Makes room for edges and corners.
    pub fn add_joints(&mut self) {
        let (rows, columns) = (self.rows, self.columns);
        let count = (rows + 1) * columns + rows * (columns + 1) + (rows + 1) * (columns + 1);
        self.joints.resize(count, Cell::default());
    }

    /// Returns true if it has edges and corners.
    pub fn has_joints(&self) -> bool {
        !self.joints.is_empty()
    }

    /// The number of its places.
    pub fn place_count(&self) -> usize {
        self.cells.len() + self.joints.len()
    }

    /// The number of a place.
    pub fn number(&self, site: Site) -> usize {
        site.number(self.rows, self.columns)
    }

    /// The place of a number.
    pub fn site(&self, number: usize) -> Site {
        Site::of(number, self.rows, self.columns)
    }

    /// What is at a place; `None` for an edge or corner of a grid without them.
    pub fn place(&self, number: usize) -> Option<&Cell> {
        match number.checked_sub(self.cells.len()) {
            None => self.cells.get(number),
            Some(joint) => self.joints.get(joint),
        }
    }

    /// What is at a place, to be changed.
    pub fn place_mut(&mut self, number: usize) -> Option<&mut Cell> {
        match number.checked_sub(self.cells.len()) {
            None => self.cells.get_mut(number),
            Some(joint) => self.joints.get_mut(joint),
        }
    }

    /// What is at a place, an edge or corner without anything for a grid that has none.
    pub fn at(&self, site: Site) -> Option<&Cell> {
        self.place(self.number(site))
    }

    /// Each edge and corner that something may lie at, with its number in the grid.
    pub(crate) fn joints(&self) -> impl Iterator<Item = (usize, Site, &Cell)> {
        let numbered = (self.cells.len()..).zip(&self.joints);
        let used = numbered.filter(|(_, joint)| !joint.is_blank());
        used.map(|(number, joint)| (number, self.site(number), joint))
    }

    /// Returns true if it has more than words in cells and walls.
    pub(crate) fn has_figures(&self) -> bool {
        self.has_joints()
            || !self.labels.is_empty()
            || !self.cages.is_empty()
            || !self.trails.is_empty()
            || self.cells.iter().any(|cell| !cell.figures.is_empty())
    }

    /// Puts a wall on an edge.
    pub fn wall(&mut self, edge: Site) {
        match edge {
            Site::Above(row, column) => self.across[row * self.columns + column] = true,
            Site::Left(row, column) => self.down[row * (self.columns + 1) + column] = true,
            Site::Cell(..) | Site::Corner(..) => {}
        }
    }
}

impl Cell {
    /// Returns true if nothing is there, and nothing can be put there.
    pub(crate) fn is_blank(&self) -> bool {
        let has_drawing = self.drawing.is_some() || !self.figures.is_empty();
        self.lines.is_empty() && !has_drawing && self.marks.is_empty()
    }

    /// Returns true if one of its figures, found or possible, runs from cell to cell.
    pub(crate) fn is_crossing(&self) -> bool {
        let figures = self.figures.iter().map(|figure| &figure.drawing);
        let figures = figures.chain(&self.drawing);
        let marks = self.marks.iter().filter_map(|mark| mark.drawing.as_ref());
        let mut drawings = figures.chain(marks);
        drawings.any(|drawing| matches!(drawing, Drawing::Link | Drawing::Double))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_its_number() {
        let mut grid = Grid::new(2, 3);
        assert_eq!(grid.place_count(), 6);
        grid.add_joints();
        assert_eq!(grid.place_count(), 6 + 9 + 8 + 12);
        for number in 0..grid.place_count() {
            assert_eq!(grid.number(grid.site(number)), number);
        }
        assert_eq!(grid.site(6), Site::Above(0, 0));
        assert_eq!(grid.site(34), Site::Corner(2, 3));
    }
}
