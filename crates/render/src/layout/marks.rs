//! What may still stand in a cell: small, each in its slot.

use super::place::{Area, Place};
use super::{CELL, words};
use crate::scene::{Paint, Shape, UPRIGHT};
use crate::{Emphasis, Grid, Mark};

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
    let widths = marks.map(|mark| words::width(&mark.text));
    let widest = widths.fold(0.0, f64::max).min(4.0);
    let wide = (0.6 * SLOT * widest).max(SLOT);
    (slots.0 as f64 * wide, slots.1 as f64 * SLOT)
}

/// Draws the marks of a grid.
pub(super) fn draw(place: &Place<'_>, shapes: &mut Vec<Shape>) {
    let (across, down) = place.slots;
    if across == 0 {
        return;
    }
    for (_, row, column) in place.cells() {
        let area = place.area(row, column);
        for mark in &place.grid.cell(row, column).marks {
            if mark.slot < across * down {
                shapes.push(text(mark, place.slot(area, mark.slot)));
            }
        }
    }
}

fn text(mark: &Mark, slot: Area) -> Shape {
    let most = (0.8 * slot.height).min(0.32 * CELL.max(slot.height));
    let text = words::cut(&mark.text, slot.width / (0.2 * slot.height));
    let size = words::size_to_fit(&text, most, 0.95 * slot.width);
    Shape::Text {
        at: slot.middle(),
        size,
        text,
        paint: match mark.emphasis {
            Emphasis::None => Paint::Mark,
            emphasis => Paint::Strong(emphasis),
        },
        is_bold: mark.emphasis != Emphasis::None,
        is_centred: true,
        tilt: UPRIGHT,
    }
}
