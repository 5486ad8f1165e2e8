//! Pictures: the content of a drawing, apart from its form.
//!
//! A puzzle describes itself as a [`Picture`]: grids of cells with walls between them, and lines
//! of words. A step of an explanation is the same picture with some of it emphasised, arrows and
//! outlines. Each way to show a picture is a module of its own: [`text`] draws it in a terminal;
//! [`layout`] gives everything its place in a [`scene`], which [`svg`] writes in the colours of a
//! [`theme`].
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

// Rows, columns and numbers of cells are far below 2^52.
#![allow(clippy::cast_precision_loss)]

mod board;
#[cfg(feature = "fonts")]
pub mod glyphs;
pub mod layout;
#[cfg(feature = "pdf")]
pub mod pdf;
#[cfg(feature = "png")]
pub mod png;
pub mod scene;
pub mod space;
pub mod svg;
pub mod text;
pub mod theme;

pub use board::{Cage, Figure, Labels, Ruling, Site, Tint, Trail};

/// Something to draw: blocks from top to bottom.
///
/// Its cells are numbered from 0, grid after grid and row after row, those of a grid before its edges and corners
/// ([`Site`]); arrows, outlines and callers that change a cell name it by that number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The blocks, top to bottom, a blank line between two.
    pub blocks: Vec<Block>,
    /// The board in space that the grids are the layers of; `None` where they lie side by side in
    /// the plane.
    pub space: Option<Space>,
    /// Arrows from place to place, over everything else. Not shown in a terminal.
    pub arrows: Vec<Arrow>,
    /// Lines around cells. Not shown in a terminal.
    pub outlines: Vec<Outline>,
}

/// A part of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Grids side by side, as many in a row as fit: the layers of a cube.
    Grids(Vec<Grid>),
    /// Plain lines.
    Lines(Vec<String>),
    /// A grid, perhaps with a name for each row and column, that is drawn where there is room for
    /// it; in a terminal the lines say the same.
    Matrix {
        /// The table.
        grid: Box<Grid>,
        /// The names left of each row; empty if there are none.
        rows: Vec<String>,
        /// The names above each column; empty if there are none.
        columns: Vec<String>,
        /// The picture in words.
        lines: Vec<String>,
    },
}

/// A board of more than two axes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// The number of cells along each axis: along a row, along a column, then from layer to layer.
    pub sides: Vec<usize>,
    /// The container or area of each cell: there is a wall between neighbours that differ.
    pub areas: Vec<u32>,
}

/// A place in a picture: a cell, or one of its marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The number of the cell.
    pub cell: usize,
    /// The slot of the mark.
    pub slot: Option<usize>,
}

/// An arrow from one place to another: a link of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Its start.
    pub from: Spot,
    /// Its end, with the head.
    pub to: Spot,
    /// True for "if not this, then that" (drawn through), false for "if this, then not that" (dashed).
    pub is_strong: bool,
}

/// A line around cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The numbers of the cells, ascending.
    pub cells: Vec<usize>,
    /// The role of the cells.
    pub emphasis: Emphasis,
}

impl Outline {
    /// The line around the same cells by other numbers; cells without one are left out.
    pub(crate) fn renumbered(&self, number: impl Fn(usize) -> Option<usize>) -> Self {
        let mut cells: Vec<usize> = self.cells.iter().filter_map(|&cell| number(cell)).collect();
        cells.sort_unstable();
        Self {
            cells,
            emphasis: self.emphasis,
        }
    }
}

impl Picture {
    /// A picture of grids side by side.
    pub fn of_grids(grids: Vec<Grid>) -> Self {
        Self {
            blocks: vec![Block::Grids(grids)],
            ..Self::default()
        }
    }

    /// Grids that a terminal shows as words.
    pub fn of_grids_in_words(grids: Vec<Grid>, mut lines: Vec<String>) -> Self {
        let block = |grid| Block::Matrix {
            grid: Box::new(grid),
            rows: Vec::new(),
            columns: Vec::new(),
            // The first stands for all of them.
            lines: std::mem::take(&mut lines),
        };
        Self {
            blocks: grids.into_iter().map(block).collect(),
            ..Self::default()
        }
    }

    /// A picture of words.
    pub fn of_lines(lines: Vec<String>) -> Self {
        Self {
            blocks: vec![Block::Lines(lines)],
            ..Self::default()
        }
    }

    /// Every grid, in the order in which cells are numbered.
    pub fn grids(&self) -> impl Iterator<Item = &Grid> {
        self.blocks.iter().flat_map(|block| match block {
            Block::Grids(grids) => grids.as_slice(),
            Block::Matrix { grid, .. } => std::slice::from_ref(&**grid),
            Block::Lines(_) => &[],
        })
    }

    /// The number of cells, with the edges and corners of grids that have them.
    pub fn cell_count(&self) -> usize {
        self.grids().map(Grid::place_count).sum()
    }

    /// The cell of that number.
    pub fn cell_mut(&mut self, mut number: usize) -> Option<&mut Cell> {
        for block in &mut self.blocks {
            let grids = match block {
                Block::Grids(grids) => grids.as_mut_slice(),
                Block::Matrix { grid, .. } => std::slice::from_mut(&mut **grid),
                Block::Lines(_) => &mut [],
            };
            for grid in grids {
                if number < grid.place_count() {
                    return grid.place_mut(number);
                }
                number -= grid.place_count();
            }
        }
        None
    }

    /// Numbers the rows and columns of grids in the plane, where no words stand beside them: steps name cells by them.
    pub fn number_lines(&mut self) {
        if self.space.is_some() {
            return;
        }
        for block in &mut self.blocks {
            if let Block::Grids(grids) = block {
                for grid in grids {
                    grid.is_numbered = true;
                }
            }
        }
    }

    /// Emphasises a mark, where the cell has it; or a whole cell, where the spot has no slot, or
    /// where the cell is open and shows no marks.
    pub fn emphasise(&mut self, spot: Spot, emphasis: Emphasis) {
        let Some(cell) = self.cell_mut(spot.cell) else {
            return;
        };
        let is_bare = cell.marks.is_empty() && cell.role == Role::Empty;
        if spot.slot.is_none() || is_bare {
            cell.emphasis = emphasis;
            return;
        }
        let found = (cell.marks.iter()).position(|mark| Some(mark.slot) == spot.slot);
        let Some(found) = found else { return };
        // Where there are two, to strike out the one is to find the other.
        let is_either = cell.marks.len() == 2 && cell.marks.iter().all(|mark| mark.is_quiet);
        if is_either && emphasis == Emphasis::Removed {
            cell.marks[1 - found].emphasis = Emphasis::Picked;
        } else {
            cell.marks[found].emphasis = emphasis;
        }
    }
}

impl From<Grid> for Picture {
    fn from(grid: Grid) -> Self {
        Self::of_grids(vec![grid])
    }
}

/// The role of a cell or a mark in a step of an explanation, in a check or for a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Emphasis {
    /// Nothing.
    #[default]
    None,
    /// The step looks at it: the items that need something, the choice that is assumed.
    Base,
    /// The base lies within it.
    Cover,
    /// An exception that the step allows for.
    Fin,
    /// The step finds it.
    Picked,
    /// The step strikes it out.
    Removed,
    /// It contradicts something else, or the player got it wrong.
    Wrong,
    /// Two solutions differ here.
    Differs,
}

impl Emphasis {
    /// Every emphasis, none first.
    pub const ALL: [Self; 8] = [
        Self::None,
        Self::Base,
        Self::Cover,
        Self::Fin,
        Self::Picked,
        Self::Removed,
        Self::Wrong,
        Self::Differs,
    ];
}

/// A candidate of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its place among all that any cell of the grid may hold, from 0.
    pub slot: usize,
    /// Its words.
    pub text: String,
    /// The drawing in place of the words, if there is room for it.
    pub drawing: Option<Drawing>,
    /// Its role in a step.
    pub emphasis: Emphasis,
    /// True if it is shown where a step is about it alone: that both of two values are possible is not a usual note.
    pub is_quiet: bool,
}

impl Mark {
    /// A mark without emphasis.
    pub fn new(slot: usize, text: impl Into<String>) -> Self {
        Self {
            slot,
            text: text.into(),
            drawing: None,
            emphasis: Emphasis::None,
            is_quiet: false,
        }
    }
}

/// The look of a tile or a clue if there is room to draw it. Sides are listed north, east, south, west.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// Roads, from the middle to the open sides.
    Roads([bool; 4]),
    /// A line that bends from one open side to the other.
    Loops([bool; 4]),
    /// A triangle at each side, by the number of the socket that it shows; `None` for a closed one.
    Sockets([Option<u32>; 4]),
    /// All of the cell in one colour.
    Fill,
    /// All of the cell, lightly.
    Shade,
    /// Half of the cell: the triangle at its corner to the south and to the east.
    Half {
        /// True for the lower corners.
        is_south: bool,
        /// True for the right ones.
        is_east: bool,
    },
    /// Words in the middle.
    Text(String),
    /// Small words at the left upper corner.
    Small(String),
    /// Words with an arrow, by steps down and to the right.
    Pointer {
        /// The words.
        text: String,
        /// One step of the arrow.
        step: (i32, i32),
    },
    /// A sum for the cells below and one for those to the right, parted by a stroke.
    Sums {
        /// The sum below, if there is one.
        below: String,
        /// The sum to the right.
        right: String,
    },
    /// A small disc.
    Dot,
    /// A large disc.
    Disc,
    /// A large circle.
    Ring,
    /// A star.
    Star,
    /// A triangle on its base.
    Triangle,
    /// A part of something long: round but at the sides where it continues.
    Pill([bool; 4]),
    /// Two strokes that cross.
    Cross,
    /// A stroke from corner to corner: falling to the right, or rising.
    Slash {
        /// True for a falling one.
        is_falling: bool,
    },
    /// A stroke along an edge, from corner to corner.
    Wall,
    /// A line across an edge, from cell to cell.
    Link,
    /// Two lines across an edge.
    Double,
}

/// The role of a cell's content.
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
    /// The content, line by line; every cell of a grid has the same number of lines.
    pub lines: Vec<String>,
    /// The role of the content.
    pub role: Role,
    /// The number of the cell's area; areas differ by colour.
    pub area: Option<u32>,
    /// The candidates, by ascending slot. In a terminal `lines` says the same.
    pub marks: Vec<Mark>,
    /// The drawing of the content. In a terminal `lines` says the same.
    pub drawing: Option<Drawing>,
    /// What else is drawn here, each in a role of its own: clues and what was found at the same place.
    pub figures: Vec<Figure>,
    /// The role of the cell in a step.
    pub emphasis: Emphasis,
}

impl Cell {
    /// A cell with one line.
    pub fn new(line: impl Into<String>, role: Role) -> Self {
        Self {
            lines: vec![line.into()],
            role,
            ..Self::default()
        }
    }
}

/// The layout of a grid's cells.
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
    /// The words above it.
    pub title: Option<String>,
    /// The layout of the cells.
    pub spacing: Spacing,
    /// The number of slots that a cell has for marks; 0 if no cell has any.
    pub slots: usize,
    /// The lines between the cells.
    pub ruling: Ruling,
    /// The words around it.
    pub labels: Labels,
    /// Whether drawings number the rows and columns at the edge, as steps name them.
    pub is_numbered: bool,
    /// Dashed lines around some of its cells.
    pub cages: Vec<Cage>,
    /// Lines through some of its cells.
    pub trails: Vec<Trail>,
    /// The level edges, the upright ones and the corners; none if nothing lies there.
    joints: Vec<Cell>,
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
            slots: 0,
            ruling: Ruling::default(),
            labels: Labels::default(),
            is_numbered: false,
            cages: Vec::new(),
            trails: Vec::new(),
            joints: Vec::new(),
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

    /// All cells, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
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

    /// Returns true if there is a wall above `row` (which may be one past the last) at `column`.
    pub fn has_wall_above(&self, row: usize, column: usize) -> bool {
        self.across[row * self.columns + column]
    }

    /// Returns true if there is a wall left of `column` (which may be one past the last) at `row`.
    pub fn has_wall_left(&self, row: usize, column: usize) -> bool {
        self.down[row * (self.columns + 1) + column]
    }
}
