//! Arrows from place to place.
//!
//! An arrow bends to the left of its way, so that it does not cover the cells between its ends, and so that the arrow
//! back lies on the other side. Arrows that share both ends bend more and more.

use super::CELL;
use super::emphasis::along;
use super::place::Area;
use super::tile::polygon;
use crate::scene::{Paint, Pen, Point, SceneShape, Stroke};
use crate::{Arrow, Spot};
use std::collections::HashMap;

/// The thickness of an arrow.
const THICKNESS: f64 = 0.045 * CELL;
/// The length of its head and half its width.
const HEAD: f64 = 0.2 * CELL;
const HEAD_HALF: f64 = 0.085 * CELL;
/// The least and the most that an arrow bends.
const LEAST: f64 = 0.14 * CELL;
const MOST: f64 = 0.8 * CELL;

/// Draws every arrow; `room` says where a spot is, and arrows with an end that is not there are left
/// out.
pub(super) fn draw(
    arrows: &[Arrow],
    room: &dyn Fn(Spot) -> Option<Area>,
    shapes: &mut Vec<SceneShape>,
) {
    let mut drawn: HashMap<(Spot, Spot), u32> = HashMap::new();
    for arrow in arrows {
        let (Some(from), Some(to)) = (room(arrow.from), room(arrow.to)) else {
            continue;
        };
        let (start, end) = (from.middle(), to.middle());
        let length = (end.0 - start.0).hypot(end.1 - start.1);
        if length < 0.01 * CELL {
            continue;
        }
        let before = drawn.entry((arrow.from, arrow.to)).or_default();
        let bend = bend(length, *before);
        *before += 1;
        let away = |spot: Spot, least: f64| {
            let part = if spot.slot.is_some() { 0.6 } else { 0.38 };
            (part * least).min(0.3 * length)
        };
        let gaps = [away(arrow.from, from.least()), away(arrow.to, to.least())];
        let way = Way::new(start, end, bend, gaps);
        way.draw(arrow.is_strong, shapes);
    }
}

/// The distance of an arrow's middle from the straight line: more for a long one, and for one that follows others
/// between the same ends, but never enough to leave the page.
fn bend(length: f64, before: u32) -> f64 {
    let first = (0.14 * length).clamp(LEAST, 0.6 * MOST);
    MOST - (MOST - first) / (1.0 + 0.45 * f64::from(before))
}

/// The curve of an arrow from edge to edge of the things it joins.
struct Way {
    start: Point,
    controls: [Point; 2],
    tip: Point,
    head: f64,
}

impl Way {
    fn new(start: Point, end: Point, bend: f64, gaps: [f64; 2]) -> Self {
        let (dx, dy) = (end.0 - start.0, end.1 - start.1);
        let length = dx.hypot(dy);
        let left = (dy / length, -dx / length);
        // A cubic whose controls lie so far off comes three quarters as far.
        let off = bend / 0.75;
        let at = |part: f64| {
            (
                start.0 + part * dx + off * left.0,
                start.1 + part * dy + off * left.1,
            )
        };
        let controls = [at(0.25), at(0.75)];
        Self {
            start: along(start, controls[0], gaps[0]),
            controls,
            tip: along(end, controls[1], gaps[1]),
            head: HEAD.min(0.35 * length),
        }
    }

    fn draw(&self, is_strong: bool, shapes: &mut Vec<SceneShape>) {
        let [one, two] = self.controls;
        // The line ends within the head, not at its tip.
        let neck = along(self.tip, two, 0.8 * self.head);
        let pens = vec![Pen::Move(self.start), Pen::Curve(one, two, neck)];
        let stroke = Stroke {
            paint: Paint::Arrow,
            width: THICKNESS * (self.head / HEAD).max(0.6),
            is_dashed: !is_strong,
        };
        shapes.push(SceneShape::stroked(pens, stroke));
        shapes.push(self.arrow_head());
    }

    fn arrow_head(&self) -> SceneShape {
        let base = along(self.tip, self.controls[1], self.head);
        let half = HEAD_HALF * self.head / HEAD;
        let (dx, dy) = (base.0 - self.tip.0, base.1 - self.tip.1);
        let length = dx.hypot(dy).max(1e-9);
        let (x, y) = (-dy / length * half, dx / length * half);
        let corners = [self.tip, (base.0 + x, base.1 + y), (base.0 - x, base.1 - y)];
        SceneShape::filled(polygon(&corners), Paint::Arrow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Look, lay_out};
    use crate::{Grid, Picture};

    fn arrows(list: &[(usize, usize)]) -> Vec<SceneShape> {
        let spot = |cell| Spot { cell, slot: None };
        let mut picture = Picture::of_grids(vec![Grid::new(3, 3), Grid::new(3, 3)]);
        let arrow = |&(from, to)| Arrow {
            from: spot(from),
            to: spot(to),
            is_strong: true,
        };
        picture.arrows = list.iter().map(arrow).collect();
        let shapes = lay_out(&picture, &Look::default()).shapes.into_iter();
        let is_arrow = |shape: &SceneShape| match shape {
            SceneShape::Path { fill, stroke, .. } => {
                *fill == Some(Paint::Arrow) || stroke.is_some_and(|s| s.paint == Paint::Arrow)
            }
            SceneShape::Text(_) => false,
        };
        shapes.filter(is_arrow).collect()
    }

    #[test]
    fn arrows_between_the_same_ends_do_not_coincide() {
        let shapes = arrows(&[(0, 8), (0, 8), (0, 8), (8, 0), (8, 0)]);
        assert_eq!(shapes.len(), 10);
        for (k, one) in shapes.iter().enumerate() {
            assert!(!shapes[..k].contains(one));
        }
    }

    #[test]
    fn arrows_cross_from_grid_to_grid() {
        assert_eq!(arrows(&[(0, 9), (17, 4)]).len(), 4);
    }

    #[test]
    fn ends_that_are_not_there_and_arrows_to_themselves_are_left_out() {
        assert!(arrows(&[(0, 18), (usize::MAX, 0), (4, 4)]).is_empty());
    }

    #[test]
    fn however_many_there_are_they_stay_near() {
        let mut last = 0.0;
        for before in 0..1000 {
            let bend = bend(1e6, before);
            assert!(bend > last && bend <= MOST);
            last = bend;
        }
    }
}
