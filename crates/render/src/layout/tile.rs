//! Tiles drawn in their cells: roads, loops and coloured sockets.
//!
//! A road or line fills its cell up to the edge, so that it joins its neighbour's. All kerbs of a
//! grid are one path, all surfaces another: no kerb lies over a neighbour's road, and a large map
//! stays a small drawing. Lengths are parts of the cell's side.

use super::figure;
use super::place::{Area, Place};
use crate::scene::{Paint, Pen, Point, SceneShape, SceneText, Stroke, rectangle};
use crate::{Cell, Drawing, Role};

/// Half the width of a road's surface, and of a line.
const ROAD: f64 = 0.15;
const LOOP: f64 = 0.09;
/// The widths that the kerbs of given and of found roads add to each side.
const GIVEN_KERB: f64 = 0.055;
const FOUND_KERB: f64 = 0.035;
/// Half the width of the light core of a line that was found.
const CORE: f64 = 0.028;
/// The thickness of the line in the middle of a road.
const MIDDLE: f64 = 0.028;
/// The thickness of the frame around a small tile.
const FRAME: f64 = 0.02 * super::CELL;
/// The distance of the controls of a quarter of a circle along its tangents, for the radius 1.
const ROUND: f64 = 0.552_284_75;

/// The shapes of all the tiles of a grid, or of its marks.
#[derive(Default)]
pub(super) struct Tiles {
    given: Vec<Pen>,
    found: Vec<Pen>,
    surfaces: Vec<Pen>,
    cores: Vec<Pen>,
    middles: Vec<Pen>,
    middle_width: f64,
    frames: Vec<Pen>,
    sockets: Vec<SceneShape>,
    numbers: Vec<SceneShape>,
}

/// Draws the tiles of a grid.
pub(super) fn draw(place: &Place<'_>, shapes: &mut Vec<SceneShape>) {
    let mut tiles = Tiles::default();
    for (_, row, column) in place.cells() {
        let cell = place.grid.cell(row, column);
        if let Some(drawing) = cell
            .drawing
            .as_ref()
            .filter(|drawing| figure::is_tile(drawing))
        {
            tiles.add(drawing, place.area(row, column), cell);
        }
    }
    tiles.finish(shapes);
}

impl Tiles {
    /// Draws a tile into a rectangle, in the role of its cell.
    pub(super) fn add(&mut self, drawing: &Drawing, area: Area, cell: &Cell) {
        let is_given = cell.role == Role::Clue;
        match *drawing {
            Drawing::Roads(open) => self.road(open, area, is_given),
            Drawing::Loops(open) => {
                self.outer(is_given).extend(bands(open, LOOP, area));
                if cell.role == Role::Answer {
                    self.cores.extend(bands(open, CORE, area));
                }
            }
            Drawing::Sockets(sockets) => self.sockets(sockets, area, cell),
            // The others are figures.
            _ => {}
        }
    }

    /// A frame around a tile that does not fill its cell.
    pub(super) fn add_frame(&mut self, area: Area) {
        let pens = rectangle(area.left, area.top, area.right(), area.bottom());
        self.frames.extend(pens);
    }

    fn outer(&mut self, is_given: bool) -> &mut Vec<Pen> {
        if is_given {
            &mut self.given
        } else {
            &mut self.found
        }
    }

    fn road(&mut self, open: [bool; 4], area: Area, is_given: bool) {
        let kerb = if is_given { GIVEN_KERB } else { FOUND_KERB };
        self.outer(is_given).extend(bands(open, ROAD + kerb, area));
        self.surfaces.extend(bands(open, ROAD, area));
        self.middle_width = MIDDLE * area.least();
        self.middles.extend(middle(open, area));
    }

    fn sockets(&mut self, sockets: [Option<u32>; 4], area: Area, cell: &Cell) {
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        let middles = [(0.5, 0.18), (0.8, 0.5), (0.5, 0.82), (0.2, 0.5)];
        for (side, socket) in sockets.into_iter().enumerate() {
            let (from, to) = (corners[side], corners[(side + 1) % 4]);
            let pens = [from, to, (0.5, 0.5)].map(|(x, y)| area.at(x, y));
            let stroke = Stroke::plain(Paint::Wall, 0.02 * area.least());
            self.sockets.push(SceneShape::Path {
                pens: polygon(&pens),
                fill: Some(socket.map_or(Paint::Ground, Paint::Socket)),
                stroke: Some(stroke),
                cell: None,
            });
            let Some(number) = socket else { continue };
            let text = number.to_string();
            let (x, y) = middles[side];
            let room = 0.3 * area.least();
            let size = super::words::size_to_fit(&text, 0.24 * area.least(), room);
            self.numbers.push(SceneShape::Text(SceneText {
                is_bold: cell.role == Role::Clue,
                ..SceneText::around(area.at(x, y), text, size, Paint::Clue)
            }));
        }
    }

    /// Paints the tiles that were added.
    pub(super) fn finish(self, shapes: &mut Vec<SceneShape>) {
        let filled = [
            (self.found, Paint::Answer),
            (self.given, Paint::Clue),
            (self.surfaces, Paint::Road),
            (self.cores, Paint::Ground),
        ];
        for (pens, paint) in filled {
            if !pens.is_empty() {
                shapes.push(SceneShape::filled(pens, paint));
            }
        }
        if !self.middles.is_empty() {
            let stroke = Stroke {
                paint: Paint::Paper,
                width: self.middle_width,
                is_dashed: true,
            };
            shapes.push(SceneShape::stroked(self.middles, stroke));
        }
        shapes.extend(self.sockets);
        if !self.frames.is_empty() {
            let stroke = Stroke::plain(Paint::Line, FRAME);
            shapes.push(SceneShape::stroked(self.frames, stroke));
        }
        shapes.extend(self.numbers);
    }
}

pub(super) fn polygon(corners: &[Point]) -> Vec<Pen> {
    let first = corners.iter().take(1).copied().map(Pen::Move);
    let others = corners.iter().skip(1).copied().map(Pen::Line);
    first.chain(others).chain([Pen::Close]).collect()
}

/// The open sides, north first.
fn sides(open: [bool; 4]) -> Vec<usize> {
    (0..4).filter(|&side| open[side]).collect()
}

/// A band of twice the half width from each open side to the middle or, where two are open, from
/// one to the other.
fn bands(open: [bool; 4], half: f64, area: Area) -> Vec<Pen> {
    match sides(open).as_slice() {
        // Nothing goes through it, and that is known.
        [] => disc(area.at(0.5, 0.5), 0.4 * half * area.least()),
        [side] => {
            let mut pens = arm(*side, half, area);
            pens.extend(disc(area.at(0.5, 0.5), (half + 0.03) * area.least()));
            pens
        }
        [one, other] if other - one == 2 => straight(*one, half, area),
        [one, other] => bend(*one, *other, half, area),
        many => {
            // Something goes straight through, whatever joins it.
            let through = usize::from(!(open[0] && open[2]));
            let mut pens = straight(through, half, area);
            let others = many.iter().filter(|&side| side % 2 != through);
            if many.len() == 4 {
                pens.extend(straight(1 - through, half, area));
            } else {
                pens.extend(others.flat_map(|&side| arm(side, half, area)));
            }
            pens
        }
    }
}

/// From a side to the opposite one.
fn straight(side: usize, half: f64, area: Area) -> Vec<Pen> {
    let (low, high) = (0.5 - half, 0.5 + half);
    let (from, to) = if side.is_multiple_of(2) {
        (area.at(low, 0.0), area.at(high, 1.0))
    } else {
        (area.at(0.0, low), area.at(1.0, high))
    };
    rectangle(from.0, from.1, to.0, to.1).to_vec()
}

/// From the middle to a side.
fn arm(side: usize, half: f64, area: Area) -> Vec<Pen> {
    let (low, high) = (0.5 - half, 0.5 + half);
    let [left, top, right, bottom] = match side {
        0 => [low, 0.0, high, 0.5],
        1 => [0.5, low, 1.0, high],
        2 => [low, 0.5, high, 1.0],
        _ => [0.0, low, 0.5, high],
    };
    let (left, top) = area.at(left, top);
    let (right, bottom) = area.at(right, bottom);
    rectangle(left, top, right, bottom).to_vec()
}

/// The corner between two neighbouring sides, and the directions along which it is left: towards
/// the first side's middle and towards the second's.
fn corner(one: usize, other: usize) -> (Point, Point, Point) {
    match (one, other) {
        (0, 1) => ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0)),
        (1, 2) => ((1.0, 1.0), (0.0, -1.0), (-1.0, 0.0)),
        (2, 3) => ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0)),
        _ => ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)),
    }
}

/// A quarter of a circle around a corner, from one side to the other: where it starts, its
/// controls and its end.
fn quarter(one: usize, other: usize, radius: f64, area: Area) -> [Point; 4] {
    let (corner, first, second) = corner(one, other);
    let at = |a: f64, b: f64| {
        area.at(
            corner.0 + radius * (a * first.0 + b * second.0),
            corner.1 + radius * (a * first.1 + b * second.1),
        )
    };
    [at(1.0, 0.0), at(1.0, ROUND), at(ROUND, 1.0), at(0.0, 1.0)]
}

fn bend(one: usize, other: usize, half: f64, area: Area) -> Vec<Pen> {
    let outer = quarter(one, other, 0.5 + half, area);
    let inner = quarter(one, other, 0.5 - half, area);
    vec![
        Pen::Move(outer[0]),
        Pen::Curve(outer[1], outer[2], outer[3]),
        Pen::Line(inner[3]),
        Pen::Curve(inner[2], inner[1], inner[0]),
        Pen::Close,
    ]
}

/// The line in the middle of a road; it stops before a crossing.
fn middle(open: [bool; 4], area: Area) -> Vec<Pen> {
    let ends = [(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)];
    let sides = sides(open);
    match sides.as_slice() {
        [one, other] if other - one != 2 => {
            let curve = quarter(*one, *other, 0.5, area);
            vec![
                Pen::Move(curve[0]),
                Pen::Curve(curve[1], curve[2], curve[3]),
            ]
        }
        _ => {
            let stop = if sides.len() > 2 { 1.6 * ROAD } else { 0.0 };
            let line = |&side: &usize| {
                let (x, y) = ends[side];
                let towards = |end: f64| 0.5 + (end - 0.5) * 2.0 * stop;
                [
                    Pen::Move(area.at(x, y)),
                    Pen::Line(area.at(towards(x), towards(y))),
                ]
            };
            sides.iter().flat_map(line).collect()
        }
    }
}

/// A disc around a point.
pub(super) fn disc(middle: Point, radius: f64) -> Vec<Pen> {
    let at = |x: f64, y: f64| (middle.0 + radius * x, middle.1 + radius * y);
    vec![
        Pen::Move(at(0.0, -1.0)),
        Pen::Curve(at(ROUND, -1.0), at(1.0, -ROUND), at(1.0, 0.0)),
        Pen::Curve(at(1.0, ROUND), at(ROUND, 1.0), at(0.0, 1.0)),
        Pen::Curve(at(-ROUND, 1.0), at(-1.0, ROUND), at(-1.0, 0.0)),
        Pen::Curve(at(-1.0, -ROUND), at(-ROUND, -1.0), at(0.0, -1.0)),
        Pen::Close,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELL: Area = Area {
        left: 0.0,
        top: 0.0,
        width: 1.0,
        height: 1.0,
    };

    /// Returns true if some point of the path lies on that side of the cell.
    fn touches(pens: &[Pen], side: usize) -> bool {
        pens.iter().any(|pen| {
            let (Pen::Move((x, y)) | Pen::Line((x, y)) | Pen::Curve(_, _, (x, y))) = *pen else {
                return false;
            };
            let distance = [y, 1.0 - x, 1.0 - y, x][side];
            distance.abs() < 1e-9
        })
    }

    #[test]
    fn every_band_reaches_its_open_sides_and_no_other() {
        for bits in 0_u8..16 {
            let open = [0, 1, 2, 3].map(|side| bits >> side & 1 == 1);
            let pens = bands(open, ROAD, CELL);
            for (side, &is_open) in open.iter().enumerate() {
                assert_eq!(touches(&pens, side), is_open, "{open:?} {side}");
            }
            let line = middle(open, CELL);
            for (side, &is_open) in open.iter().enumerate() {
                assert_eq!(touches(&line, side), is_open, "{open:?} {side}");
            }
        }
    }

    #[test]
    fn bends_meet_the_sides_where_straight_bands_do() {
        let bend = bands([true, true, false, false], ROAD, CELL);
        let straight = bands([true, false, true, false], ROAD, CELL);
        let on_top = |pens: &[Pen]| {
            let ends = pens.iter().filter_map(|pen| match *pen {
                Pen::Move(to) | Pen::Line(to) | Pen::Curve(_, _, to) if to.1.abs() < 1e-9 => {
                    Some(to.0)
                }
                _ => None,
            });
            let least = ends.clone().fold(f64::INFINITY, f64::min);
            (least, ends.fold(f64::NEG_INFINITY, f64::max))
        };
        let (bend, straight) = (on_top(&bend), on_top(&straight));
        assert!((bend.0 - straight.0).abs() < 1e-9 && (bend.1 - straight.1).abs() < 1e-9);
    }
}
