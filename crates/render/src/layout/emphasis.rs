//! Emphasis: cells and marks with a ground, and a sign besides the colour.
//!
//! | | a cell | a mark |
//! | --- | --- | --- |
//! | base | a thin ring | a thin ring |
//! | cover | its ground alone | its ground alone |
//! | fin | a dashed ring | a dashed ring |
//! | picked | a thick ring | light on dark |
//! | removed | a stroke through it | a stroke through it |
//! | wrong | a ring, and a corner cut off | a thick, square ring |
//! | differs | two corners cut off | a line below it |

use super::place::Area;
use super::tile::{disc, polygon};
use crate::Emphasis;
use crate::scene::{Paint, Pen, Point, SceneShape, Stroke};

/// Draws over the ground of a cell and under its words.
pub(super) fn cell(area: Area, emphasis: Emphasis, shapes: &mut Vec<SceneShape>) {
    let side = area.least();
    let paint = Paint::Strong(emphasis);
    let ring = |thickness: f64, is_dashed: bool| {
        let stroke = Stroke {
            paint,
            width: thickness * side,
            is_dashed,
        };
        SceneShape::stroked(rounded(area.inset(0.08 * side), 0.1 * side), stroke)
    };
    match emphasis {
        Emphasis::None | Emphasis::Cover | Emphasis::Removed => {}
        Emphasis::Base => shapes.push(ring(0.03, false)),
        Emphasis::Fin => shapes.push(ring(0.035, true)),
        Emphasis::Picked => shapes.push(ring(0.065, false)),
        Emphasis::Wrong => {
            shapes.push(ring(0.03, false));
            shapes.push(triangle(area, (1.0, 0.0), paint));
        }
        Emphasis::Differs => {
            shapes.push(triangle(area, (0.0, 0.0), paint));
            shapes.push(triangle(area, (1.0, 1.0), paint));
        }
    }
}

/// Draws over the words of a cell.
pub(super) fn over_cell(area: Area, emphasis: Emphasis, shapes: &mut Vec<SceneShape>) {
    if emphasis == Emphasis::Removed {
        shapes.push(strike(area.inset(0.14 * area.least()), emphasis));
    }
}

/// Draws under a mark, which is a tile or words.
pub(super) fn mark(slot: Area, emphasis: Emphasis, is_tile: bool, shapes: &mut Vec<SceneShape>) {
    let side = slot.least();
    let inner = slot.inset(if is_tile { 0.0 } else { 0.05 * side });
    let strong = Paint::Strong(emphasis);
    let ring = |thickness: f64, is_dashed: bool| {
        Some(Stroke {
            paint: strong,
            width: thickness * side,
            is_dashed,
        })
    };
    let round = if is_tile { 0.2 } else { 0.5 };
    let (radius, fill, stroke) = match emphasis {
        Emphasis::None => return,
        Emphasis::Cover | Emphasis::Removed => (round, Paint::Soft(emphasis), None),
        Emphasis::Base => (round, Paint::Soft(emphasis), ring(0.07, false)),
        Emphasis::Fin => (round, Paint::Soft(emphasis), ring(0.08, true)),
        // A tile cannot be light on dark.
        Emphasis::Picked if is_tile => (round, Paint::Soft(emphasis), ring(0.12, false)),
        Emphasis::Picked => (0.5, strong, None),
        Emphasis::Wrong => (0.08, Paint::Soft(emphasis), ring(0.1, false)),
        Emphasis::Differs => (0.08, Paint::Soft(emphasis), None),
    };
    shapes.push(SceneShape::Path {
        pens: rounded(inner, radius * inner.least()),
        fill: Some(fill),
        stroke,
        cell: None,
    });
    if emphasis == Emphasis::Differs {
        let line = [Pen::Move(inner.at(0.0, 1.0)), Pen::Line(inner.at(1.0, 1.0))];
        shapes.push(SceneShape::stroked(line, Stroke::plain(strong, 0.1 * side)));
    }
}

/// Draws over a mark.
pub(super) fn over_mark(slot: Area, emphasis: Emphasis, shapes: &mut Vec<SceneShape>) {
    if emphasis == Emphasis::Removed {
        shapes.push(strike(slot.inset(0.06 * slot.least()), emphasis));
    }
}

/// The paint of a mark's words on its ground.
pub(super) fn mark_paint(emphasis: Emphasis) -> Paint {
    match emphasis {
        Emphasis::None => Paint::Mark,
        Emphasis::Picked => Paint::Paper,
        emphasis => Paint::Strong(emphasis),
    }
}

/// A stroke from corner to corner.
fn strike(area: Area, emphasis: Emphasis) -> SceneShape {
    let line = [Pen::Move(area.at(0.0, 1.0)), Pen::Line(area.at(1.0, 0.0))];
    let width = (0.09 * area.least()).min(2.5);
    SceneShape::stroked(line, Stroke::plain(Paint::Strong(emphasis), width))
}

/// A corner of a cell cut off; 0 and 1 say which.
fn triangle(area: Area, corner: Point, paint: Paint) -> SceneShape {
    let towards = |x: f64| if x > 0.5 { x - 0.22 } else { x + 0.22 };
    let corners = [
        area.at(corner.0, corner.1),
        area.at(towards(corner.0), corner.1),
        area.at(corner.0, towards(corner.1)),
    ];
    SceneShape::filled(polygon(&corners), paint)
}

/// A rectangle with round corners; a disc where the radius is half of each side.
fn rounded(area: Area, radius: f64) -> Vec<Pen> {
    let radius = radius.min(area.least() / 2.0);
    if area.width - 2.0 * radius < 1e-9 && area.height - 2.0 * radius < 1e-9 {
        return disc(area.middle(), radius);
    }
    let corners = [
        (area.left, area.top),
        (area.right(), area.top),
        (area.right(), area.bottom()),
        (area.left, area.bottom()),
    ];
    round_polygon(&corners, radius)
}

/// A polygon whose corners are rounded off.
pub(super) fn round_polygon(corners: &[Point], radius: f64) -> Vec<Pen> {
    let mut pens = Vec::with_capacity(2 * corners.len() + 1);
    for (k, &here) in corners.iter().enumerate() {
        let before = corners[(k + corners.len() - 1) % corners.len()];
        let after = corners[(k + 1) % corners.len()];
        let (from, to) = (along(here, before, radius), along(here, after, radius));
        pens.push(if k == 0 {
            Pen::Move(from)
        } else {
            Pen::Line(from)
        });
        // The controls of a quarter of a circle, near enough.
        let bent = 0.448 * radius;
        pens.push(Pen::Curve(
            along(here, before, bent),
            along(here, after, bent),
            to,
        ));
    }
    pens.push(Pen::Close);
    pens
}

/// The point that lies so far from one towards another.
pub(super) fn along(from: Point, towards: Point, distance: f64) -> Point {
    let (dx, dy) = (towards.0 - from.0, towards.1 - from.1);
    let length = dx.hypot(dy);
    if length <= 0.0 {
        return from;
    }
    let part = distance / length;
    (from.0 + part * dx, from.1 + part * dy)
}
