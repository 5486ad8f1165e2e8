//! The places of a picture's cells, once its grids have their places.

use crate::scene::Point;
use crate::{Grid, Site, Spot};

/// A rectangle with upright sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Area {
    pub(crate) fn right(&self) -> f64 {
        self.left + self.width
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    pub(crate) fn middle(&self) -> Point {
        (self.left + self.width / 2.0, self.top + self.height / 2.0)
    }

    /// The shorter side.
    pub(crate) fn least(&self) -> f64 {
        self.width.min(self.height)
    }

    /// The point that lies `x` of the width to the right and `y` of the height down.
    pub(crate) fn at(&self, x: f64, y: f64) -> Point {
        (self.left + x * self.width, self.top + y * self.height)
    }

    /// The largest square around its middle.
    pub(crate) fn square(&self) -> Self {
        let side = self.least();
        let (x, y) = self.middle();
        Self {
            left: x - side / 2.0,
            top: y - side / 2.0,
            width: side,
            height: side,
        }
    }

    /// The area without a margin of `by` at each side.
    pub(crate) fn inset(&self, by: f64) -> Self {
        Self {
            left: self.left + by,
            top: self.top + by,
            width: self.width - 2.0 * by,
            height: self.height - 2.0 * by,
        }
    }
}

/// A grid at its place.
pub(crate) struct Place<'p> {
    pub(crate) grid: &'p Grid,
    /// The number of its first cell.
    pub(crate) first: usize,
    /// The corner of its first cell.
    pub(crate) left: f64,
    pub(crate) top: f64,
    /// The width of a cell.
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// The numbers of marks side by side in a cell, and below each other.
    pub(crate) slots: (usize, usize),
}

/// The width and the height of a grid's cells, and the numbers of marks across and down.
pub(crate) type CellSize = (f64, f64, (usize, usize));

impl<'p> Place<'p> {
    /// A grid whose first cell has that number and that corner.
    pub(crate) fn new(
        grid: &'p Grid,
        first: usize,
        (left, top): Point,
        (width, height, slots): CellSize,
    ) -> Self {
        Self {
            grid,
            first,
            left,
            top,
            width,
            height,
            slots,
        }
    }

    pub(crate) fn area(&self, row: usize, column: usize) -> Area {
        Area {
            left: self.left + column as f64 * self.width,
            top: self.top + row as f64 * self.height,
            width: self.width,
            height: self.height,
        }
    }

    /// The shorter side of a cell.
    pub(crate) fn least(&self) -> f64 {
        self.width.min(self.height)
    }

    /// The middle of a place.
    pub(crate) fn at(&self, site: Site) -> Point {
        let at = |row: f64, column: f64| {
            (
                self.left + column * self.width,
                self.top + row * self.height,
            )
        };
        match site {
            Site::Cell(row, column) => at(row as f64 + 0.5, column as f64 + 0.5),
            Site::Above(row, column) => at(row as f64, column as f64 + 0.5),
            Site::Left(row, column) => at(row as f64 + 0.5, column as f64),
            Site::Corner(row, column) => at(row as f64, column as f64),
        }
    }

    /// The ends of a line on an edge: the middles of the cells at its sides, or its own corners. `None` where there is no edge.
    pub(crate) fn ends(&self, site: Site, is_crossing: bool) -> Option<[Point; 2]> {
        let (x, y) = self.at(site);
        let (across, down) = (self.width / 2.0, self.height / 2.0);
        match site {
            Site::Cell(..) | Site::Corner(..) => None,
            Site::Above(..) if is_crossing => Some([(x, y - down), (x, y + down)]),
            Site::Above(..) => Some([(x - across, y), (x + across, y)]),
            Site::Left(..) if is_crossing => Some([(x - across, y), (x + across, y)]),
            Site::Left(..) => Some([(x, y - down), (x, y + down)]),
        }
    }

    /// The place of a mark in its cell: slots from left to right and down, a little away from the
    /// sides of the cell.
    pub(crate) fn slot(&self, cell: Area, slot: usize) -> Area {
        let inner = cell.inset(0.085 * cell.least());
        let (across, down) = (self.slots.0.max(1), self.slots.1.max(1));
        let width = inner.width / across as f64;
        let height = inner.height / down as f64;
        Area {
            left: inner.left + (slot % across) as f64 * width,
            top: inner.top + (slot / across) as f64 * height,
            width,
            height,
        }
    }

    /// Each cell's number in the picture, row and column.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let (rows, columns) = (self.grid.rows(), self.grid.columns());
        let places = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
        (self.first..)
            .zip(places)
            .map(|(number, (row, column))| (number, row, column))
    }
}

/// Every grid of a picture at its place, in the order of their cells' numbers.
pub(crate) struct Places<'p>(pub(crate) Vec<Place<'p>>);

impl<'p> Places<'p> {
    /// The grid, the row and the column of a cell.
    pub(crate) fn find(&self, cell: usize) -> Option<(&Place<'p>, usize, usize)> {
        let after = self.0.partition_point(|place| place.first <= cell);
        // Grids without cells begin where the next one does.
        let place = self.0[..after].last()?;
        let within = cell - place.first;
        let columns = place.grid.columns();
        if within >= place.grid.rows() * columns {
            return None;
        }
        Some((place, within / columns, within % columns))
    }

    /// The grid of an edge or corner, and its number there.
    pub(crate) fn find_joint(&self, number: usize) -> Option<(&Place<'p>, usize)> {
        let after = self.0.partition_point(|place| place.first <= number);
        let place = self.0[..after].last()?;
        let within = number - place.first;
        let is_joint = within >= place.grid.cells.len() && within < place.grid.place_count();
        is_joint.then_some((place, within))
    }

    /// The room of a spot: of the cell, edge or corner, or of the mark where it has a slot and the cell shows it.
    pub(crate) fn spot(&self, at: Spot) -> Option<Area> {
        if let Some((place, joint)) = self.find_joint(at.cell) {
            let (x, y) = place.at(place.grid.site(joint));
            let side = 0.4 * place.least();
            return Some(Area {
                left: x - side / 2.0,
                top: y - side / 2.0,
                width: side,
                height: side,
            });
        }
        let (place, row, column) = self.find(at.cell)?;
        let area = place.area(row, column);
        let has_mark = |slot: &usize| {
            let mut marks = place.grid.cell(row, column).marks.iter();
            marks.any(|mark| mark.slot == *slot && !mark.is_quiet)
        };
        Some(match at.slot.filter(has_mark) {
            Some(slot) => place.slot(area, slot),
            None => area,
        })
    }
}
