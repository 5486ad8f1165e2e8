//! Candidates of a cell: small, each in its slot.

use super::place::{Area, Place};
use super::tile::Tiles;
use super::{CELL, emphasis, figure, words};
use crate::scene::{SceneShape, SceneText};
use crate::{Cell, Emphasis, Grid, Mark, Role};

/// The smallest slot, for a word and for a tile.
const SLOT: f64 = 0.38 * CELL;
const TILE_SLOT: f64 = 0.52 * CELL;
/// Words up to this width (in sizes) fit into the square that a digit has.
const SHORT: f64 = 1.3;
/// Words wider than this do not set the size of others.
const LONG: f64 = 4.0;
/// More slots than this are not laid out: no reader could tell them apart.
const MOST: usize = 10_000;

/// The numbers of slots side by side and below each other; zero if the grid has no marks.
pub(super) fn slots(grid: &Grid) -> (usize, usize) {
    let marks = noted(grid);
    let Some(last) = marks.map(|mark| mark.slot).max() else {
        return (0, 0);
    };
    let count = grid.slots.max(last.saturating_add(1)).min(MOST);
    let across = (1..MOST).find(|k| k * k >= count).unwrap_or(1);
    (across, count.div_ceil(across))
}

/// The marks that are shown whatever a step is about.
fn noted(grid: &Grid) -> impl Iterator<Item = &Mark> {
    let marks = grid.cells.iter().flat_map(|cell| &cell.marks);
    marks.filter(|mark| !mark.is_quiet)
}

/// The width and height that a cell needs for its marks.
pub(super) fn room(grid: &Grid, slots: (usize, usize)) -> (f64, f64) {
    if slots.0 == 0 {
        return (0.0, 0.0);
    }
    let (mut wide, mut high) = (SLOT, SLOT);
    for mark in noted(grid) {
        if mark.drawing.is_some() {
            wide = wide.max(TILE_SLOT);
            high = high.max(TILE_SLOT);
        } else {
            wide = wide.max(0.6 * SLOT * words::width(&mark.text).min(LONG));
        }
    }
    (slots.0 as f64 * wide, slots.1 as f64 * high)
}

/// Draws the marks of a grid: the layer under them, the marks, then the strokes that strike them
/// out.
pub(super) fn draw(place: &Place<'_>, shapes: &mut Vec<SceneShape>) {
    let marks = marks(place);
    for &(mark, slot) in &marks {
        emphasis::mark(slot, mark.emphasis, mark.drawing.is_some(), shapes);
    }
    let common = common_size(&marks);
    let mut tiles = Tiles::default();
    let open = Cell::new("", Role::Empty);
    for &(mark, slot) in &marks {
        match &mark.drawing {
            Some(drawing) if !figure::is_tile(drawing) => {
                figure::mark(drawing, slot.inset(0.1 * slot.least()), shapes);
            }
            Some(drawing) => {
                let area = slot.inset(0.16 * slot.least());
                tiles.add(drawing, area, &open);
                tiles.add_frame(area);
            }
            None => shapes.push(text(mark, slot, common)),
        }
    }
    tiles.finish(shapes);
    for &(mark, slot) in &marks {
        emphasis::over_mark(slot, mark.emphasis, shapes);
    }
}

/// Every mark of a grid with its room.
fn marks<'p>(place: &Place<'p>) -> Vec<(&'p Mark, Area)> {
    let (across, down) = place.slots;
    let mut out = Vec::new();
    for (_, row, column) in place.cells() {
        let area = place.area(row, column);
        let marks = place.grid.cell(row, column).marks.iter();
        let marks = marks.filter(|mark| mark.slot < across * down && !mark.is_quiet);
        out.extend(marks.map(|mark| (mark, room_of(mark, place.slot(area, mark.slot)))));
    }
    out
}

/// The part of its slot that a mark takes: a square, unless its text is longer.
fn room_of(mark: &Mark, slot: Area) -> Area {
    if mark.drawing.is_some() || words::width(&mark.text) <= SHORT {
        slot.square()
    } else {
        slot
    }
}

/// The size at which all words but very long ones fit.
fn common_size(marks: &[(&Mark, Area)]) -> f64 {
    let words = marks.iter().filter(|(mark, _)| mark.drawing.is_none());
    let sizes = words.filter_map(|(mark, slot)| {
        let is_long = words::width(&mark.text) > LONG;
        (!is_long).then(|| words::size_to_fit(&mark.text, 0.88 * slot.height, 0.95 * slot.width))
    });
    sizes.fold(0.4 * CELL, f64::min)
}

fn text(mark: &Mark, slot: Area, most: f64) -> SceneShape {
    let text = words::cut(&mark.text, slot.width / (0.2 * slot.height));
    let size = words::size_to_fit(&text, most, 0.95 * slot.width);
    let paint = emphasis::mark_paint(mark.emphasis);
    SceneShape::Text(SceneText {
        is_bold: mark.emphasis != Emphasis::None,
        ..SceneText::around(slot.middle(), text, size, paint)
    })
}
