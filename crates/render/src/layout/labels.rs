//! The words around a grid: each has a place of its own outside its column or row, the last of several next to the grid.

use super::figure::LABEL;
use super::place::Place;
use super::{CELL, words};
use crate::scene::{Paint, SceneShape, SceneText};
use crate::{Grid, Labels};

/// The room that one line of words takes above or below a grid.
const LINE: f64 = 1.2 * LABEL;
/// The room between words side by side.
const GAP: f64 = 0.2 * CELL;

/// The room that words take at each side of a grid.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Margins {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Margins {
    pub(super) fn of(grid: &Grid) -> Self {
        let labels = &grid.labels;
        let high = |side: &[Vec<String>]| match most(side) {
            0 => 0.0,
            count => count as f64 * LINE + GAP,
        };
        let wide = |side: &[Vec<String>]| match most(side) {
            0 => 0.0,
            count => count as f64 * step(side) + GAP,
        };
        Self {
            left: wide(&labels.left),
            top: high(&labels.top),
            right: wide(&labels.right),
            bottom: high(&labels.bottom),
        }
    }
}

/// The most words outside a row or column.
fn most(side: &[Vec<String>]) -> usize {
    side.iter().map(Vec::len).max().unwrap_or(0)
}

/// The room that one word takes beside a grid.
fn step(side: &[Vec<String>]) -> f64 {
    let widths = side.iter().flatten().map(|text| words::width(text));
    widths.fold(0.0, f64::max) * LABEL + GAP
}

/// The size of the numbers of rows and columns: they find room in the edge of any drawing.
const NUMBER: f64 = 0.24 * CELL;

/// Numbers rows and columns where there are no words.
fn numbers(place: &Place<'_>, shapes: &mut Vec<SceneShape>) {
    let labels = &place.grid.labels;
    let mut put = |number: usize, at| {
        let text = number.to_string();
        let size = words::size_to_fit(&text, NUMBER, 0.3 * CELL);
        let text = SceneText::around(at, &text, size, Paint::Mark);
        shapes.push(SceneShape::Text(text));
    };
    if labels.top.is_empty() {
        for column in 0..place.grid.columns() {
            let x = place.left + (column as f64 + 0.5) * place.width;
            put(column + 1, (x, place.top - 0.18 * CELL));
        }
    }
    if labels.left.is_empty() {
        for row in 0..place.grid.rows() {
            let y = place.top + (row as f64 + 0.5) * place.height;
            put(row + 1, (place.left - 0.18 * CELL, y));
        }
    }
}

/// Draws the words around a grid.
pub(super) fn draw(place: &Place<'_>, shapes: &mut Vec<SceneShape>) {
    if place.grid.is_numbered {
        numbers(place, shapes);
    }
    let Labels {
        top,
        bottom,
        left,
        right,
    } = &place.grid.labels;
    let (rows, columns) = (place.grid.rows(), place.grid.columns());
    let x = |column: usize| place.left + (column as f64 + 0.5) * place.width;
    let y = |row: usize| place.top + (row as f64 + 0.5) * place.height;
    let (right_end, lower_end) = (
        place.left + columns as f64 * place.width,
        place.top + rows as f64 * place.height,
    );
    let mut put = |text: &String, at| {
        let size = words::size_to_fit(text, LABEL, 0.95 * place.width.max(place.height));
        shapes.push(SceneShape::Text(SceneText {
            is_bold: true,
            ..SceneText::around(at, text, size, Paint::Clue)
        }));
    };
    for (column, texts) in top.iter().enumerate().take(columns) {
        for (k, text) in texts.iter().rev().enumerate() {
            put(
                text,
                (x(column), place.top - 0.5 * GAP - (k as f64 + 0.5) * LINE),
            );
        }
    }
    for (column, texts) in bottom.iter().enumerate().take(columns) {
        for (k, text) in texts.iter().enumerate() {
            put(
                text,
                (x(column), lower_end + 0.5 * GAP + (k as f64 + 0.5) * LINE),
            );
        }
    }
    for (row, texts) in left.iter().enumerate().take(rows) {
        for (k, text) in texts.iter().rev().enumerate() {
            let off = 0.5 * GAP + (k as f64 + 0.5) * step(left);
            put(text, (place.left - off, y(row)));
        }
    }
    for (row, texts) in right.iter().enumerate().take(rows) {
        for (k, text) in texts.iter().enumerate() {
            let off = 0.5 * GAP + (k as f64 + 0.5) * step(right);
            put(text, (right_end + off, y(row)));
        }
    }
}
