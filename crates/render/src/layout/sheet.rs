//! Grids that are not laid out in the plane: the faces of a body. Each is drawn flat, with its first
//! corner at the origin, and whoever asked for it puts it where it belongs.

use super::areas::Areas;
use super::grid;
use super::place::Place;
use crate::scene::Shape;
use crate::{Grid, Picture};

/// What all faces of a body have in common.
pub(crate) struct Sheets {
    areas: Areas,
    /// The side of a cell: all are squares.
    pub(crate) side: f64,
    slots: (usize, usize),
}

impl Sheets {
    /// For boards whose cells are those of a picture.
    pub(crate) fn of(picture: &Picture) -> Self {
        let mut sheets = Self {
            areas: Areas::of(picture),
            side: super::CELL,
            slots: (0, 0),
        };
        for grid in picture.grids() {
            let (width, height, (across, down)) = grid::cell_size(grid);
            sheets.side = sheets.side.max(width).max(height);
            sheets.slots = (sheets.slots.0.max(across), sheets.slots.1.max(down));
        }
        sheets
    }

    /// A grid; `number` gives the number of the cell at a place in it.
    pub(crate) fn draw(&self, grid: &Grid, number: &dyn Fn(usize) -> usize) -> Vec<Shape> {
        let place = Place {
            grid,
            first: 0,
            left: 0.0,
            top: 0.0,
            width: self.side,
            height: self.side,
            slots: self.slots,
        };
        let mut shapes = Vec::new();
        grid::draw(&place, &self.areas, number, &mut shapes);
        shapes
    }
}
