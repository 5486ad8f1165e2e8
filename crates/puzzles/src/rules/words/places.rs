//! Places: the cells, edges and corners of a board, and the tiles that lie on them.
//!
//! Rows and columns are counted in halves, so that all places are in one scheme: a cell has an odd row and an odd column, a
//! corner two even numbers, and an edge one of each. A step of one leads from a cell to its side and on to the next cell.
//! A place outside is a cell one step off the board: what is before the first row or column wraps around.

use super::clues::Known;
use crate::kinds::clues::Side;
use crate::rules::spec::{Board, Selector, Space};
use std::collections::HashMap;
use std::sync::Arc;

/// A place of a board: its layer, and its row and column in halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::rules) struct Place(pub(in crate::rules) [u32; 3]);

/// The row or column before the first.
const BEFORE: u32 = u32::MAX;

/// A kind of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::rules) enum Sort {
    Cells,
    Edges,
    Corners,
}

impl Sort {
    /// Its name in the language.
    pub(in crate::rules) fn name(self) -> &'static str {
        match self {
            Self::Cells => "cells",
            Self::Edges => "edges",
            Self::Corners => "corners",
        }
    }
}

impl Place {
    pub(in crate::rules) fn sort(self) -> Sort {
        let [_, row, column] = self.0;
        match (row % 2, column % 2) {
            (1, 1) => Sort::Cells,
            (0, 0) => Sort::Corners,
            _ => Sort::Edges,
        }
    }

    /// The place of a flat board at a row and column, in halves.
    pub(in crate::rules) fn at(row: u32, column: u32) -> Self {
        Self([0, row, column])
    }

    /// The place of a cell.
    pub(in crate::rules) fn of_cell([layer, row, column]: [usize; 3]) -> Self {
        Self([layer, 2 * row + 1, 2 * column + 1].map(|number| number as u32))
    }

    /// The layer, row and column of a cell, or of the cell beside or below an edge or corner.
    pub(super) fn cell(self) -> [usize; 3] {
        let [layer, row, column] = self.0.map(|number| number as usize);
        [layer, row / 2, column / 2]
    }

    /// The place this many layers and halves of rows and columns away, on a board or not.
    pub(in crate::rules) fn step(self, by: [i32; 3]) -> Self {
        let mut to = self.0;
        for (number, by) in to.iter_mut().zip(by) {
            *number = number.wrapping_add_signed(by);
        }
        Self(to)
    }

    /// The cell outside a flat board, so far along one of its sides.
    pub(in crate::rules) fn outside(
        side: Side,
        along: usize,
        [_, rows, columns]: [usize; 3],
    ) -> Self {
        let along = 2 * along as u32 + 1;
        match side {
            Side::Top => Self([0, BEFORE, along]),
            Side::Bottom => Self([0, 2 * rows as u32 + 1, along]),
            Side::Left => Self([0, along, BEFORE]),
            Side::Right => Self([0, along, 2 * columns as u32 + 1]),
        }
    }

    /// The side of the board that a place outside is at.
    pub(super) fn side(self, [_, rows, columns]: [usize; 3]) -> Option<Side> {
        let [_, row, column] = self.0;
        match () {
            () if row == BEFORE => Some(Side::Top),
            () if column == BEFORE => Some(Side::Left),
            () if row > 2 * rows as u32 => Some(Side::Bottom),
            () if column > 2 * columns as u32 => Some(Side::Right),
            () => None,
        }
    }
}

/// Tiles on places: each has one of some values.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rules) struct Layer {
    /// Nothing for the only layer of a file with `values`.
    pub(in crate::rules) name: String,
    pub(in crate::rules) sort: Sort,
    /// The places of its tiles, in their order.
    pub(in crate::rules) places: Vec<Place>,
    /// The number of its first tile.
    pub(in crate::rules) first: u32,
    /// Its values among all of the file, in order.
    pub(in crate::rules) values: Vec<u32>,
    pub(in crate::rules) is_hidden: bool,
    /// It is hidden, and the rest of a solution does not determine its tiles.
    pub(in crate::rules) is_free: bool,
    /// The places and values as they were written.
    pub(in crate::rules) written: [String; 2],
    tile_at: HashMap<Place, u32>,
}

impl Layer {
    pub(in crate::rules) fn new(name: &str, places: Vec<Place>, first: u32) -> Self {
        let tile_at = places.iter().copied().zip(first..).collect();
        Self {
            name: name.to_owned(),
            sort: places.first().map_or(Sort::Cells, |place| place.sort()),
            places,
            first,
            values: Vec::new(),
            is_hidden: false,
            is_free: false,
            written: [String::new(), String::new()],
            tile_at,
        }
    }

    pub(in crate::rules) fn tile_at(&self, place: Place) -> Option<u32> {
        self.tile_at.get(&place).copied()
    }

    pub(in crate::rules) fn tiles(&self) -> std::ops::Range<u32> {
        self.first..self.first + self.places.len() as u32
    }
}

/// A board and the layers of tiles on it. A list of tiles is a board of one row, whose places are known by name alone.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rules) struct Field {
    pub(in crate::rules) board: Board,
    /// The names of the tiles, where it is a list.
    names: Option<HashMap<String, Place>>,
    pub(in crate::rules) layers: Vec<Layer>,
    /// What is known of a board of a kind.
    pub(in crate::rules) known: Arc<Known>,
}

impl Field {
    /// The board alone.
    pub(in crate::rules) fn bare(board: &Board) -> Self {
        Self {
            board: board.clone(),
            names: None,
            layers: Vec::new(),
            known: Arc::default(),
        }
    }

    /// The tiles of a file that each have any of `values` values.
    pub(in crate::rules) fn of(space: &Space, values: usize) -> Self {
        let mut field = match space {
            Space::Layered(field) => return (**field).clone(),
            Space::Grid(board) => Self::bare(board),
            Space::Names(list) => {
                let places = (0..list.len()).map(|tile| Place::of_cell([0, 0, tile]));
                let names = list.names().map(str::to_owned).zip(places).collect();
                Self {
                    board: Board::new([1, 1, list.len()], |_| false),
                    names: Some(names),
                    layers: Vec::new(),
                    known: Arc::default(),
                }
            }
        };
        let mut layer = Layer::new("", field.places(Sort::Cells), 0);
        layer.values = (0..values as u32).collect();
        field.layers.push(layer);
        field
    }

    /// Returns true if the places lie in rows and columns.
    pub(in crate::rules) fn is_grid(&self) -> bool {
        self.names.is_none()
    }

    /// Returns true if there is such a place: a cell that is not a hole, or an edge or corner of one.
    pub(in crate::rules) fn has(&self, place: Place) -> bool {
        let [_, row, column] = place.0;
        let sides = |number: u32| {
            if number.is_multiple_of(2) {
                0..=1
            } else {
                0..=0
            }
        };
        sides(row).any(|up| {
            sides(column).any(|left| {
                let cell = place.step([0, -up, -left]).cell();
                self.board.tile_at(cell).is_some()
            })
        })
    }

    /// The place so far away, if there is one.
    pub(super) fn step(&self, from: Place, by: [i32; 3]) -> Option<Place> {
        Some(from.step(by)).filter(|&to| self.has(to))
    }

    /// All places of a sort, row by row.
    pub(in crate::rules) fn places(&self, sort: Sort) -> Vec<Place> {
        let [layers, rows, columns] = self.board.sides().map(|side| side as u32);
        let mut places = Vec::new();
        for layer in 0..layers {
            for row in 0..=2 * rows {
                for column in 0..=2 * columns {
                    let place = Place([layer, row, column]);
                    if place.sort() == sort && self.has(place) {
                        places.push(place);
                    }
                }
            }
        }
        places
    }

    /// The cells on both sides of an edge, or around a corner.
    pub(in crate::rules) fn cells_at(&self, place: Place) -> Vec<Place> {
        match place.sort() {
            Sort::Cells => vec![place],
            Sort::Edges if place.0[1].is_multiple_of(2) => {
                self.steps(place, &[[0, -1, 0], [0, 1, 0]])
            }
            Sort::Edges => self.steps(place, &[[0, 0, -1], [0, 0, 1]]),
            Sort::Corners => self.steps(place, &[[0, -1, -1], [0, -1, 1], [0, 1, -1], [0, 1, 1]]),
        }
    }

    /// The ends of an edge, or the corners of a cell.
    pub(super) fn corners_at(&self, place: Place) -> Vec<Place> {
        match place.sort() {
            Sort::Corners => vec![place],
            Sort::Edges if place.0[1].is_multiple_of(2) => {
                self.steps(place, &[[0, 0, -1], [0, 0, 1]])
            }
            Sort::Edges => self.steps(place, &[[0, -1, 0], [0, 1, 0]]),
            Sort::Cells => self.steps(place, &[[0, -1, -1], [0, -1, 1], [0, 1, -1], [0, 1, 1]]),
        }
    }

    /// The places that are there, of those so far away.
    pub(super) fn steps(&self, from: Place, by: &[[i32; 3]]) -> Vec<Place> {
        by.iter().filter_map(|&by| self.step(from, by)).collect()
    }

    /// The cells of a selector's sets.
    pub(super) fn lists(&self, selector: &Selector) -> Vec<Vec<Place>> {
        if let Some(lists) = self.known.lists_of_boards(selector) {
            return lists;
        }
        let place = |tile: u32| Place::of_cell(self.board.place(self.board.cell(tile)));
        let lists = self.board.sets(selector).into_iter();
        lists
            .map(|(_, tiles)| tiles.into_iter().map(place).collect())
            .collect()
    }

    /// The rows and columns of a box, where a file does not say: as near to a square as fits, and lying if it is none.
    pub(super) fn sides_of_boxes(&self) -> [usize; 3] {
        let [_, mut rows, mut columns] = self.board.sides();
        if let Some(&[_, _, down, across]) = self.known.boards.first() {
            (rows, columns) = (down, across);
        }
        let height = (1..=rows)
            .filter(|height| rows.is_multiple_of(*height) && height * height <= rows)
            .max();
        let height = height.unwrap_or(1);
        let width = rows / height;
        if columns.is_multiple_of(width) {
            [1, height, width]
        } else {
            [1, rows, 1]
        }
    }

    /// The number of a cell's region, if it is in one.
    pub(super) fn region(&self, place: Place) -> Option<u32> {
        let (of_tile, _) = self.board.regions.as_ref()?;
        of_tile[self.board.tile_at(place.cell())? as usize]
    }

    /// The name of a place: `r1c2`, `r1c2s` for the edge below it, `r1c2se` for the corner there.
    pub(in crate::rules) fn name(&self, place: Place) -> String {
        if let Some(names) = &self.names {
            let name = names.iter().find(|(_, known)| **known == place);
            return name.map(|(name, _)| name.clone()).unwrap_or_default();
        }
        let [layer, row, column] = place.0;
        match place.side(self.board.sides()) {
            Some(Side::Top) => return format!("the top of column {}", column / 2 + 1),
            Some(Side::Bottom) => return format!("the bottom of column {}", column / 2 + 1),
            Some(Side::Left) => return format!("the left of row {}", row / 2 + 1),
            Some(Side::Right) => return format!("the right of row {}", row / 2 + 1),
            None => {}
        }
        // An edge or corner is called after the cell above it and left of it, where there is one.
        let end = |number: u32, behind: &'static str, before: &'static str| match number {
            0 => (0, before),
            number if number.is_multiple_of(2) => (number / 2 - 1, behind),
            number => (number / 2, ""),
        };
        let (row, down) = end(row, "s", "n");
        let (column, right) = end(column, "e", "w");
        let [_, rows, columns] = self.board.sides();
        let cell = (layer as usize * rows + row as usize) * columns + column as usize;
        format!("{}{down}{right}", self.board.name(cell))
    }

    /// The place of that name.
    pub(in crate::rules) fn find(&self, name: &str) -> Option<Place> {
        if let Some(names) = &self.names {
            return names.get(name).copied();
        }
        let cell = name.trim_end_matches(['n', 'e', 's', 'w']);
        let by = match &name[cell.len()..] {
            "" => [0, 0, 0],
            "n" => [0, -1, 0],
            "s" => [0, 1, 0],
            "w" => [0, 0, -1],
            "e" => [0, 0, 1],
            "nw" => [0, -1, -1],
            "ne" => [0, -1, 1],
            "sw" => [0, 1, -1],
            "se" => [0, 1, 1],
            _ => return None,
        };
        let place = Place::of_cell(self.board.place_called(cell)?);
        self.step(place, by)
    }

    /// The names of some places, the first alone if there are many.
    pub(super) fn names(&self, places: impl IntoIterator<Item = Place>) -> String {
        crate::prose::first_of(places.into_iter().map(|place| self.name(place)), 4)
    }

    /// The layer of a tile.
    pub(in crate::rules) fn layer_of(&self, tile: u32) -> &Layer {
        let after = self.layers.partition_point(|layer| layer.first <= tile);
        &self.layers[after - 1]
    }

    /// The place of a tile.
    pub(in crate::rules) fn place(&self, tile: u32) -> Place {
        let layer = self.layer_of(tile);
        layer.places[(tile - layer.first) as usize]
    }

    /// The number of tiles of all layers, and of those that are not hidden: these come first.
    pub(in crate::rules) fn tile_count(&self) -> u32 {
        self.layers.last().map_or(0, |layer| layer.tiles().end)
    }

    pub(in crate::rules) fn shown_count(&self) -> u32 {
        let mut shown = self.layers.iter().filter(|layer| !layer.is_hidden);
        shown.next_back().map_or(0, |layer| layer.tiles().end)
    }

    /// The name of a tile: that of its place, with its layer where another one has tiles of this sort.
    pub(in crate::rules) fn tile_name(&self, tile: u32) -> String {
        let layer = self.layer_of(tile);
        let place = self.name(self.place(tile));
        let of_sort = self.layers.iter().filter(|other| other.sort == layer.sort);
        if of_sort.count() > 1 {
            return format!("{}({place})", layer.name);
        }
        place
    }

    /// The name of the first layer that has a tile at the place of that name.
    pub(in crate::rules) fn layer_at(&self, name: &str) -> Option<&str> {
        let place = self.find(name)?;
        let mut layers = self.layers.iter();
        let layer = layers.find(|layer| layer.tile_at(place).is_some())?;
        Some(&layer.name)
    }

    /// The tile of that name.
    pub(in crate::rules) fn find_tile(&self, name: &str) -> Option<u32> {
        if let Some((layer, place)) = name.strip_suffix(')').and_then(|name| name.split_once('(')) {
            let layer = self.layers.iter().find(|known| known.name == layer)?;
            return layer.tile_at(self.find(place)?);
        }
        let place = self.find(name)?;
        let mut of_sort = self
            .layers
            .iter()
            .filter(|layer| layer.sort == place.sort());
        let layer = of_sort.next()?;
        if of_sort.next().is_some() {
            return None;
        }
        layer.tile_at(place)
    }
}
