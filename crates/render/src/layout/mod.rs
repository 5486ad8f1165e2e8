//! A picture laid out in the plane.
//!
//! Blocks are laid out below each other. Grids of a block are side by side as far as there is room
//! and then below; cells are square unless words need more room, and large enough for their marks.
//! Each part of the drawing is a module: the ground, lines, walls and words of a grid (`grid`), its
//! tiles (`tile`), emphasis (`emphasis`), lines around cells (`outline`) and arrows (`arrow`).
//! Lines are merged into long strokes, so that a large board stays a small drawing.

mod areas;
mod arrow;
mod emphasis;
mod figure;
mod grid;
mod labels;
mod marks;
mod outline;
mod place;
pub(crate) mod sheet;
mod tile;
mod words;

use crate::scene::{Paint, Scene, SceneShape, SceneText, UPRIGHT};
use crate::space::{self, Body};
use crate::{Arrow, Block, Grid, Picture, Role, Spot};
use areas::Areas;
use labels::Margins;
pub(crate) use place::Area;
use place::{Place, Places};
use std::collections::HashMap;

/// The side of a plain cell: the unit of a scene's lengths is such that a drawing at its own size
/// can be read on a screen.
pub const CELL: f64 = 40.0;

/// Settings of the layout.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The view of a board in space.
    pub view: View,
    /// The room for grids side by side and for lines of words, in the scene's units; a plain cell
    /// is [`CELL`] of them wide.
    pub width: f64,
    /// The number of layers in a row, however large their cells are; by default as many as there is
    /// room for.
    pub in_row: Option<usize>,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            view: View::default(),
            width: 25.0 * CELL,
            in_row: None,
        }
    }
}

/// The view of a board in space; a board in the plane looks the same in each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum View {
    /// Layers side by side.
    Layers {
        /// The axis that runs along a row of a layer.
        across: usize,
        /// The axis that runs along a column of a layer.
        down: usize,
    },
    /// All of it at once, turned by these angles (in radians).
    Solid {
        /// About the upright axis.
        yaw: f64,
        /// Towards the viewer.
        pitch: f64,
    },
}

impl View {
    /// The view in which the faces of a cube look alike.
    pub fn isometric() -> Self {
        Self::Solid {
            yaw: space::ISOMETRIC_YAW.to_radians(),
            pitch: space::ISOMETRIC_PITCH.to_radians(),
        }
    }
}

impl Default for View {
    fn default() -> Self {
        Self::Layers { across: 0, down: 1 }
    }
}

/// The most cells and marks that are drawn: each is a shape, and no reader could look at more.
pub const MOST: usize = 2_000_000;

/// Lays out a picture. If it has more than [`MOST`] cells and marks, the scene is a sentence that
/// says so.
pub fn lay_out(picture: &Picture, look: &Look) -> Scene {
    if let Some(count) = too_many(picture) {
        let mut canvas = Canvas::new(look);
        let line = format!("a board with {count} cells and marks is not drawn: at most {MOST}");
        canvas.lines(std::slice::from_ref(&line));
        return canvas.scene(line);
    }
    let Some(space) = &picture.space else {
        return plane(picture, &|cell| cell, look);
    };
    match look.view {
        View::Solid { .. } => space::lay_out_solid(picture, space, look),
        View::Layers { across: 0, down: 1 } => plane(picture, &|cell| cell, look),
        View::Layers { across, down } => {
            let sliced = space::slice(picture, space, across, down);
            plane(&sliced.picture, &|place| sliced.numbers[place], look)
        }
    }
}

/// The number of cells and marks, where they are too many to be drawn.
fn too_many(picture: &Picture) -> Option<usize> {
    let cells = picture.grids().flat_map(|grid| &grid.cells);
    let count = cells.map(|cell| 1 + cell.marks.len()).sum();
    (count > MOST).then_some(count)
}

/// Lays out the grids of a picture in the plane, whatever space they are the layers of. A cell's
/// ground bears the number that `number` gives for its place in the picture.
pub(crate) fn plane(picture: &Picture, number: &dyn Fn(usize) -> usize, look: &Look) -> Scene {
    let mut canvas = Canvas::new(look);
    let places = canvas.blocks(picture);
    let areas = Areas::of(picture);
    let tints = outline::tints(&picture.outlines);
    for place in &places.0 {
        grid::draw(place, &areas, &tints, number, &mut canvas.shapes);
    }
    outline::draw(&picture.outlines, &places, &mut canvas.shapes);
    arrow::draw(&picture.arrows, &|at| places.spot(at), &mut canvas.shapes);
    canvas.scene(title(picture))
}

/// The page's edge.
const MARGIN: f64 = 0.35 * CELL;
/// Between two grids, and between two blocks.
const GUTTER: f64 = 0.75 * CELL;
/// The size of words.
pub(crate) const WORDS: f64 = 0.38 * CELL;
/// The height of a line of words.
const LINE: f64 = 1.4 * WORDS;
/// The largest width of the name of a row or column, in sizes.
const LONGEST_NAME: f64 = 14.0;

/// The drawing so far, and the place of the next block.
pub(crate) struct Canvas {
    shapes: Vec<SceneShape>,
    /// The room for grids side by side.
    room: f64,
    /// The number of grids in a row, if it is set.
    in_row: Option<usize>,
    /// The bottom of the drawing so far.
    bottom: f64,
    /// The right end of the drawing so far.
    right: f64,
}

impl Canvas {
    pub(crate) fn new(look: &Look) -> Self {
        let room = if look.width.is_finite() {
            look.width
        } else {
            1e6
        };
        Self {
            shapes: Vec::new(),
            room: room.max(CELL),
            in_row: look.in_row,
            bottom: MARGIN,
            right: MARGIN,
        }
    }

    fn blocks<'p>(&mut self, picture: &'p Picture) -> Places<'p> {
        let mut places = Places(Vec::new());
        let mut first = 0;
        for (number, block) in picture.blocks.iter().enumerate() {
            if number > 0 {
                self.bottom += GUTTER;
            }
            match block {
                Block::Lines(lines) => self.lines(lines),
                Block::Grids(grids) => self.side_by_side(grids, &mut first, &mut places),
                Block::Matrix {
                    grid,
                    rows,
                    columns,
                    ..
                } => {
                    let place = self.matrix(grid, rows, columns, first);
                    first += grid.place_count();
                    places.0.push(place);
                }
            }
        }
        places
    }

    fn lines(&mut self, lines: &[String]) {
        for line in lines {
            for part in words::wrapped(line, (self.room - 2.0 * MARGIN) / WORDS) {
                self.right = self.right.max(MARGIN + words::width(&part) * WORDS);
                let at = (MARGIN, self.bottom + LINE / 2.0);
                self.bottom += LINE;
                if !part.is_empty() {
                    self.shapes.push(word(part, at, false));
                }
            }
        }
    }

    fn side_by_side<'p>(&mut self, grids: &'p [Grid], first: &mut usize, places: &mut Places<'p>) {
        let has_titles = grids.iter().any(|grid| grid.title.is_some());
        let (mut x, mut top, mut lowest) = (MARGIN, self.bottom, self.bottom);
        let sizes: Vec<_> = grids.iter().map(grid::cell_size).collect();
        let widths = grids.iter().zip(&sizes);
        let margins: Vec<Margins> = grids.iter().map(Margins::of).collect();
        let widths: Vec<f64> = widths
            .zip(&margins)
            .map(|((grid, size), rim)| size.0 * grid.columns() as f64 + rim.left + rim.right)
            .collect();
        let widest = widths.iter().copied().fold(1.0, f64::max);
        let room = (self.room - 2.0 * MARGIN + GUTTER) / (widest + GUTTER);
        let in_a_row = evenly(
            grids.len(),
            self.in_row.map_or(room, |number| number as f64),
        );
        for (k, grid) in grids.iter().enumerate() {
            let whole = widths[k];
            if k > 0 && k % in_a_row == 0 {
                x = MARGIN;
                top = lowest + GUTTER;
            }
            let mut y = top;
            if has_titles {
                self.grid_title(grid, x, y, whole);
                y += LINE;
            }
            let corner = (x + margins[k].left, y + margins[k].top);
            places.0.push(Place::new(grid, *first, corner, sizes[k]));
            *first += grid.place_count();
            let height = sizes[k].1 * grid.rows() as f64;
            lowest = lowest.max(y + height + margins[k].top + margins[k].bottom);
            self.right = self.right.max(x + whole);
            x += whole + GUTTER;
        }
        self.bottom = lowest;
    }

    /// Bodies side by side, the first of them `indent` to the right, each under its title if it has
    /// one; gives the places of their spots.
    pub(crate) fn bodies(
        &mut self,
        bodies: Vec<(Body, Option<String>)>,
        indent: f64,
    ) -> HashMap<Spot, Area> {
        let mut spots = HashMap::new();
        if self.bottom > MARGIN {
            self.bottom += GUTTER;
        }
        let (mut x, mut top, mut lowest) = (MARGIN + indent, self.bottom, self.bottom);
        for (body, title) in bodies {
            let (width, height) = body.size();
            if x > MARGIN + indent && x + width + MARGIN > self.room {
                x = MARGIN;
                top = lowest + GUTTER;
            }
            let mut y = top;
            if let Some(title) = title {
                let at = (x + width / 2.0, y + LINE / 2.0 - 0.1 * WORDS);
                self.shapes.push(word(title, at, true));
                y += LINE;
            }
            let body = body.moved_to((x, y));
            self.shapes.extend(body.shapes);
            spots.extend(body.spots);
            lowest = lowest.max(y + height);
            self.right = self.right.max(x + width);
            x += width + GUTTER;
        }
        self.bottom = lowest;
        spots
    }

    /// The width of `number` things side by side, as far as there is room for them.
    pub(crate) fn row_width(&self, number: usize, width: f64) -> f64 {
        let room = self.room - 2.0 * MARGIN;
        let fitting = (1..=number).rev();
        let width_of = |number: usize| number as f64 * (width + GUTTER) - GUTTER;
        let mut widths = fitting.map(width_of);
        widths.find(|&width| width <= room).unwrap_or(width)
    }

    /// Arrows over all that is there.
    pub(crate) fn arrows(&mut self, arrows: &[Arrow], spots: &HashMap<Spot, Area>) {
        arrow::draw(arrows, &|at| spots.get(&at).copied(), &mut self.shapes);
    }

    fn grid_title(&mut self, grid: &Grid, x: f64, y: f64, width: f64) {
        let Some(title) = &grid.title else { return };
        let text = words::cut(title, width.max(4.0 * CELL) / WORDS);
        self.right = self.right.max(x + words::width(&text) * WORDS);
        let at = (x, y + LINE / 2.0 - 0.1 * WORDS);
        self.shapes.push(word(text, at, false));
    }

    fn matrix<'p>(
        &mut self,
        grid: &'p Grid,
        rows: &[String],
        columns: &[String],
        first: usize,
    ) -> Place<'p> {
        if grid.title.is_some() {
            let (x, y) = (MARGIN, self.bottom);
            self.grid_title(grid, x, y, self.room);
            self.bottom += LINE;
        }
        let size = grid::cell_size(grid);
        let (width, height, _) = size;
        let cut = |name: &String| words::cut(name, LONGEST_NAME);
        let rows: Vec<String> = rows.iter().take(grid.rows()).map(cut).collect();
        let columns: Vec<String> = columns.iter().take(grid.columns()).map(cut).collect();
        let widest = |names: &[String]| {
            let widths = names.iter().map(|name| words::width(name) * WORDS);
            widths.fold(0.0, f64::max)
        };
        let gap = 0.2 * CELL;
        let is_turned = widest(&columns) > width - gap;
        let beside = |wide: f64| if wide > 0.0 { wide + gap } else { 0.0 };
        let rim = Margins::of(grid);
        let left = MARGIN + beside(widest(&rows)) + rim.left;
        let above = if is_turned { widest(&columns) } else { LINE };
        let top = self.bottom + beside(above.min(widest(&columns) * LINE)) + rim.top;
        for (row, name) in rows.into_iter().enumerate() {
            let y = top + (row as f64 + 0.5) * height;
            self.shapes.push(word(name, (MARGIN, y), false));
        }
        for (column, name) in columns.into_iter().enumerate() {
            let x = left + (column as f64 + 0.5) * width;
            self.shapes.push(if is_turned {
                turned(name, (x, top - gap))
            } else {
                word(name, (x, top - gap - LINE / 2.0), true)
            });
        }
        self.bottom = top + height * grid.rows() as f64 + rim.bottom;
        self.right = self
            .right
            .max(left + width * grid.columns() as f64 + rim.right);
        Place::new(grid, first, (left, top), size)
    }

    pub(crate) fn scene(self, title: String) -> Scene {
        Scene {
            width: self.right + MARGIN,
            height: self.bottom + MARGIN,
            title,
            shapes: self.shapes,
        }
    }
}

/// The number of grids in a row, where there is room for `room`: a few less if that fills all rows,
/// so that the layers of a board in space form rows and columns.
fn evenly(count: usize, room: f64) -> usize {
    // The cast saturates, and makes 0 of NaN.
    #[allow(clippy::cast_sign_loss)]
    let most = (room as usize).clamp(1, count.max(1));
    let full = (1..=most)
        .rev()
        .find(|per_row| count.is_multiple_of(*per_row));
    match full {
        Some(per_row) if 3 * per_row >= 2 * most => per_row,
        _ => most,
    }
}

fn word(text: String, at: (f64, f64), is_centred: bool) -> SceneShape {
    tilted(text, at, is_centred, UPRIGHT)
}

/// Words that run upwards from a point.
fn turned(text: String, at: (f64, f64)) -> SceneShape {
    tilted(text, at, false, [0.0, -1.0, 1.0, 0.0])
}

fn tilted(text: String, at: (f64, f64), is_centred: bool, tilt: [f64; 4]) -> SceneShape {
    SceneShape::Text(SceneText {
        is_centred,
        tilt,
        ..SceneText::around(at, text, WORDS, Paint::Word)
    })
}

/// A few words that describe the picture.
pub(crate) fn title(picture: &Picture) -> String {
    let mut sizes: Vec<(usize, usize, usize)> = Vec::new();
    let mut counts = [0_usize; 3];
    for grid in picture.grids() {
        let size = (grid.rows(), grid.columns());
        match sizes.last_mut() {
            Some((rows, columns, count)) if (*rows, *columns) == size => *count += 1,
            _ => sizes.push((size.0, size.1, 1)),
        }
        for cell in &grid.cells {
            counts[match cell.role {
                Role::Clue => 0,
                Role::Answer => 1,
                Role::Empty => 2,
            }] += 1;
        }
    }
    if sizes.is_empty() {
        return "words".into();
    }
    let grids = sizes.iter().map(|(rows, columns, count)| match count {
        1 => format!("a board of {rows} rows and {columns} columns"),
        _ => format!("{count} boards of {rows} rows and {columns} columns"),
    });
    let grids: Vec<String> = grids.collect();
    let [given, found, open] = counts;
    format!(
        "{}: {given} cells given, {found} found, {open} open",
        grids.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_filled_where_that_costs_little() {
        assert_eq!(evenly(8, 3.7), 2);
        assert_eq!(evenly(8, 5.0), 4);
        assert_eq!(evenly(16, 3.0), 2);
        assert_eq!(evenly(7, 3.0), 3);
        assert_eq!(evenly(9, 20.0), 9);
        assert_eq!(evenly(0, 5.0), 1);
        assert_eq!(evenly(5, f64::NAN), 1);
        assert_eq!(evenly(5, -3.0), 1);
    }
}
