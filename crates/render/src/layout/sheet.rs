//! Grids that are not laid out in the plane: the faces of a body. Each is drawn flat, with its first corner at the
//! origin, and the caller puts it where it belongs.

use super::areas::Areas;
use super::place::{Area, Place, Places};
use super::{grid, outline};
use crate::scene::SceneShape;
use crate::{Grid, Outline, Picture, Spot};
use std::collections::HashMap;

/// The data that all faces of a body share.
pub(crate) struct Sheets {
    areas: Areas,
    /// The side of a cell: all are squares.
    pub(crate) side: f64,
    slots: (usize, usize),
    outlines: Vec<Outline>,
}

impl Sheets {
    /// For boards whose cells are those of a picture.
    pub(crate) fn of(picture: &Picture) -> Self {
        let mut sheets = Self {
            areas: Areas::of(picture),
            side: super::CELL,
            slots: (0, 0),
            outlines: picture.outlines.clone(),
        };
        for grid in picture.grids() {
            let (width, height, (across, down)) = grid::cell_size(grid);
            sheets.side = sheets.side.max(width).max(height);
            sheets.slots = (sheets.slots.0.max(across), sheets.slots.1.max(down));
        }
        sheets
    }

    /// A grid whose cells have these numbers, row after row.
    pub(crate) fn draw(&self, grid: &Grid, numbers: &[usize]) -> Vec<SceneShape> {
        let places = Places(vec![self.place(grid)]);
        let mut shapes = Vec::new();
        let number = |place: usize| numbers[place];
        let outlines = self.outlines_on(numbers);
        let tints = outline::tints(&outlines);
        grid::draw(&places.0[0], &self.areas, &tints, &number, &mut shapes);
        outline::draw(&outlines, &places, &mut shapes);
        shapes
    }

    /// The room of a spot on a grid, whose cell is there the one with that place.
    pub(crate) fn spot(&self, grid: &Grid, place: usize, spot: Spot) -> Option<Area> {
        let places = Places(vec![self.place(grid)]);
        places.spot(Spot {
            cell: place,
            ..spot
        })
    }

    fn place<'g>(&self, grid: &'g Grid) -> Place<'g> {
        Place::new(grid, 0, (0.0, 0.0), (self.side, self.side, self.slots))
    }

    /// The parts of outlines that lie on a grid, by the places of their cells.
    fn outlines_on(&self, numbers: &[usize]) -> Vec<Outline> {
        let places: HashMap<usize, usize> = numbers.iter().copied().zip(0..).collect();
        let on = |outline: &Outline| outline.renumbered(|cell| places.get(&cell).copied());
        let on_it = self.outlines.iter().map(on);
        on_it.filter(|outline| !outline.cells.is_empty()).collect()
    }
}
