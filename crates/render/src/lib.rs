//! What to draw, apart from how.
//!
//! A puzzle describes itself as a [`Picture`]: grids of cells with walls between them, and lines
//! of words. Each way to show a picture is a module of its own: [`text`] draws it in a terminal.
//!
//! ```
//! use tilewright_render::{Cell, Grid, Picture, Role, text::Text};
//!
//! let mut grid = Grid::new(1, 2);
//! *grid.cell_mut(0, 0) = Cell::new("5", Role::Clue);
//! *grid.cell_mut(0, 1) = Cell::new("3", Role::Answer);
//! grid.frame();
//! let drawn = Text::default().draw(&Picture::from(grid));
//! assert_eq!(drawn, "┌─────┐\n│ 5 3 │\n└─────┘\n");
//! ```

pub mod text;

/// Something to draw: blocks from top to bottom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The blocks, top to bottom, a blank line between two.
    pub blocks: Vec<Block>,
}

/// A part of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Grids side by side, as many in a row as fit: the layers of a cube.
    Grids(Vec<Grid>),
    /// Plain lines.
    Lines(Vec<String>),
}

impl From<Grid> for Picture {
    fn from(grid: Grid) -> Self {
        Self {
            blocks: vec![Block::Grids(vec![grid])],
        }
    }
}

/// What a cell's content is to the reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    /// Nothing is known yet.
    #[default]
    Empty,
    /// It was given.
    Clue,
    /// It was found.
    Answer,
}

/// One cell of a [`Grid`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What stands in it, line by line; every cell of a grid has the same number of lines.
    pub lines: Vec<String>,
    /// What that is to the reader.
    pub role: Role,
    /// Cells of one area share a number, to be told apart by colour.
    pub area: Option<u32>,
}

impl Cell {
    /// A cell with one line.
    pub fn new(line: impl Into<String>, role: Role) -> Self {
        Self {
            lines: vec![line.into()],
            role,
            area: None,
        }
    }
}

/// How the cells of a grid are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Spacing {
    /// A blank between neighbours: symbols and numbers.
    #[default]
    Apart,
    /// Nothing between neighbours: drawings that join.
    Joined,
}

/// Cells in rows and columns, with walls on some of their sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// What stands above it.
    pub title: Option<String>,
    /// How the cells are laid out.
    pub spacing: Spacing,
    rows: usize,
    columns: usize,
    cells: Vec<Cell>,
    /// Walls above row `r` at column `c`: `across[r * columns + c]`, `r` from 0 to `rows`.
    across: Vec<bool>,
    /// Walls left of column `c` at row `r`: `down[r * (columns + 1) + c]`.
    down: Vec<bool>,
}

impl Grid {
    /// An empty grid without walls.
    pub fn new(rows: usize, columns: usize) -> Self {
        Self {
            title: None,
            spacing: Spacing::Apart,
            rows,
            columns,
            cells: vec![Cell::default(); rows * columns],
            across: vec![false; (rows + 1) * columns],
            down: vec![false; rows * (columns + 1)],
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// A cell.
    pub fn cell(&self, row: usize, column: usize) -> &Cell {
        &self.cells[row * self.columns + column]
    }

    /// A cell, to be changed.
    pub fn cell_mut(&mut self, row: usize, column: usize) -> &mut Cell {
        &mut self.cells[row * self.columns + column]
    }

    /// Walls all around.
    pub fn frame(&mut self) {
        for column in 0..self.columns {
            self.across[column] = true;
            self.across[self.rows * self.columns + column] = true;
        }
        for row in 0..self.rows {
            self.down[row * (self.columns + 1)] = true;
            self.down[row * (self.columns + 1) + self.columns] = true;
        }
    }

    /// Walls all around and between neighbours whose areas differ: `area(row, column)`.
    pub fn wall_areas(&mut self, area: impl Fn(usize, usize) -> usize) {
        self.frame();
        for row in 0..self.rows {
            for column in 0..self.columns {
                let here = area(row, column);
                if row > 0 && area(row - 1, column) != here {
                    self.across[row * self.columns + column] = true;
                }
                if column > 0 && area(row, column - 1) != here {
                    self.down[row * (self.columns + 1) + column] = true;
                }
            }
        }
    }

    /// Whether there is a wall above `row` (which may be one past the last) at `column`.
    pub fn has_wall_above(&self, row: usize, column: usize) -> bool {
        self.across[row * self.columns + column]
    }

    /// Whether there is a wall left of `column` (which may be one past the last) at `row`.
    pub fn has_wall_left(&self, row: usize, column: usize) -> bool {
        self.down[row * (self.columns + 1) + column]
    }
}
