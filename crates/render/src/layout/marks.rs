//! What may still stand in a cell: small, each in its slot.

use super::place::{Area, Place};
use super::tile::Tiles;
use super::{CELL, emphasis, words};
use crate::scene::{Shape, UPRIGHT};
use crate::{Cell, Emphasis, Grid, Mark, Role};

/// The smallest slot.
const SLOT: f64 = 0.33 * CELL;
/// More slots than anyone can read are not laid out.
const MOST: usize = 10_000;

/// How many slots stand side by side and below each other; none where the grid has no marks.
pub(super) fn slots(grid: &Grid) -> (usize, usize) {
    let marks = grid.cells.iter().flat_map(|cell| &cell.marks);
    let Some(last) = marks.map(|mark| mark.slot).max() else {
        return (0, 0);
    };
    let count = grid.slots.max(last.saturating_add(1)).min(MOST);
    let across = (1..MOST).find(|k| k * k >= count).unwrap_or(1);
    (across, count.div_ceil(across))
}

/// The width and height that a cell needs for its marks.
pub(super) fn room(grid: &Grid, slots: (usize, usize)) -> (f64, f64) {
    if slots.0 == 0 {
        return (0.0, 0.0);
    }
    let marks = grid.cells.iter().flat_map(|cell| &cell.marks);
    let marks = marks.filter(|mark| mark.drawing.is_none());
    let widths = marks.map(|mark| words::width(&mark.text));
    let widest = widths.fold(0.0, f64::max).min(4.0);
    let wide = (0.6 * SLOT * widest).max(SLOT);
    (slots.0 as f64 * wide, slots.1 as f64 * SLOT)
}

/// Draws the marks of a grid: what lies under them, then themselves, then what strikes them out.
pub(super) fn draw(place: &Place<'_>, shapes: &mut Vec<Shape>) {
    let marks = marks(place);
    for &(mark, slot) in &marks {
        emphasis::mark(slot, mark.emphasis, shapes);
    }
    let mut tiles = Tiles::default();
    let found = Cell::new("", Role::Answer);
    for &(mark, slot) in &marks {
        match &mark.drawing {
            Some(drawing) => tiles.add(drawing, slot.inset(0.12 * slot.least()), &found),
            None => shapes.push(text(mark, slot)),
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
        let marks = marks.filter(|mark| mark.slot < across * down);
        out.extend(marks.map(|mark| (mark, place.slot(area, mark.slot))));
    }
    out
}

fn text(mark: &Mark, slot: Area) -> Shape {
    let most = 0.8 * slot.height.min(0.4 * CELL.max(slot.height));
    let text = words::cut(&mark.text, slot.width / (0.2 * slot.height));
    Shape::Text {
        at: slot.middle(),
        size: words::size_to_fit(&text, most, 0.95 * slot.width),
        text,
        paint: emphasis::mark_paint(mark.emphasis),
        is_bold: mark.emphasis != Emphasis::None,
        is_centred: true,
        tilt: UPRIGHT,
    }
}
