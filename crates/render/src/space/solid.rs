//! A board as a body, seen from outside.
//!
//! Every face that is seen is drawn flat, as a grid in the plane, and then sheared and moved to where
//! it lies: so words, marks, walls and grounds are on a face what they are in the plane. Of three
//! axes the layers are drawn below once more, each as a slab, so that inner cells are seen as well.
//! Of more axes only the surface is drawn: a board of four axes with 24 cells along each has 331,776
//! cells, of which six faces of 24 × 24 are seen.

use super::body::{Face, ISOMETRIC_PITCH, ISOMETRIC_YAW, View};
use super::slice::{Board, Cut};
use crate::layout::sheet::Sheets;
use crate::layout::{self, Area, Look};
use crate::scene::{Pen, Point, Scene, Shape};
use crate::{Grid, Picture, Space, Spot};
use std::collections::HashMap;

/// Slabs of more cells than this are not drawn: nobody would look at them all.
const MOST_IN_SLABS: usize = 50_000;
/// More axes than this have faces too thin to be read.
const MOST_AXES: usize = 16;

/// The board as a body; one of two axes, and what is no board of this space, as in the plane.
pub fn lay_out_solid(picture: &Picture, space: &Space, look: &Look) -> Scene {
    let is_body = (3..=MOST_AXES).contains(&space.axes());
    let board = Board::of(picture, space).filter(|_| is_body);
    let Some(board) = board else {
        return layout::plane(picture, &|cell| cell, look);
    };
    let (yaw, pitch) = match look.view {
        layout::View::Solid { yaw, pitch } => (yaw.to_degrees(), pitch.to_degrees()),
        layout::View::Layers { .. } => (ISOMETRIC_YAW, ISOMETRIC_PITCH),
    };
    let sheets = Sheets::of(picture);
    let view = View::new(space.axes(), yaw, pitch);
    let sculptor = Sculptor {
        board: &board,
        space,
        edge: sheets.side * stretch(space.axes()),
        sheets,
        faces: view.faces(),
        view,
        ends: ends(picture),
    };
    let mut canvas = layout::Canvas::new(look.width);
    let spots = canvas.bodies([(sculptor.body(0, &space.sides), None)]);
    canvas.arrows(&picture.arrows, &spots);
    if space.axes() == 3 && space.sides[2] > 1 && space.areas.len() <= MOST_IN_SLABS {
        let layer = space.sides[0] * space.sides[1];
        let slab = |number: usize| {
            let slab = sculptor.body(number * layer, &[space.sides[0], space.sides[1], 1]);
            (slab, Some(format!("layer {}", number + 1)))
        };
        let spots = canvas.bodies((0..space.sides[2]).map(slab));
        canvas.arrows(&picture.arrows, &spots);
    }
    canvas.scene(layout::title(picture))
}

/// The ends of all arrows, by their cells.
fn ends(picture: &Picture) -> HashMap<usize, Vec<Spot>> {
    let mut ends: HashMap<usize, Vec<Spot>> = HashMap::new();
    for spot in picture
        .arrows
        .iter()
        .flat_map(|arrow| [arrow.from, arrow.to])
    {
        let spots = ends.entry(spot.cell).or_default();
        if !spots.contains(&spot) {
            spots.push(spot);
        }
    }
    ends
}

/// How much longer the edge of a cell is than in the plane: the thinnest of the rhombi of *n* axes is
/// the sine of 180°/*n* high.
fn stretch(axes: usize) -> f64 {
    (0.85 / (std::f64::consts::PI / axes as f64).sin()).max(1.0)
}

/// What is drawn at one place, and the room that it takes.
pub(crate) struct Body {
    pub(crate) shapes: Vec<Shape>,
    /// Its corners, left upper and right lower.
    pub(crate) from: Point,
    pub(crate) to: Point,
    /// Where the ends of arrows are that it shows.
    pub(crate) spots: HashMap<Spot, Area>,
}

impl Body {
    /// The same with the left upper corner at a point.
    pub(crate) fn moved_to(mut self, (x, y): Point) -> Self {
        let by = (x - self.from.0, y - self.from.1);
        let moved = Sheared {
            right: (1.0, 0.0),
            below: (0.0, 1.0),
            origin: by,
        };
        for shape in &mut self.shapes {
            moved.move_shape(shape);
        }
        for area in self.spots.values_mut() {
            (area.left, area.top) = (area.left + by.0, area.top + by.1);
        }
        let [from, to] = [self.from, self.to].map(|corner| moved.point(corner));
        Self { from, to, ..self }
    }

    fn reach(&mut self, (x, y): Point) {
        self.from = (self.from.0.min(x), self.from.1.min(y));
        self.to = (self.to.0.max(x), self.to.1.max(y));
    }
}

/// Draws the body of a board or of a part of it.
struct Sculptor<'b> {
    board: &'b Board<'b>,
    space: &'b Space,
    sheets: Sheets,
    view: View,
    faces: Vec<Face>,
    /// The length of a cell's edge.
    edge: f64,
    /// The spots that are to be found again, by their cells.
    ends: HashMap<usize, Vec<Spot>>,
}

impl Sculptor<'_> {
    /// The part with that many cells along each axis whose first cell is `corner`.
    fn body(&self, corner: usize, sides: &[usize]) -> Body {
        let mut body = Body {
            shapes: Vec::new(),
            from: (0.0, 0.0),
            to: (0.0, 0.0),
            spots: HashMap::new(),
        };
        for face in &self.faces {
            let place = self.place(face, sides);
            for (a, b) in [(false, false), (true, false), (false, true), (true, true)] {
                let far = |is_far: bool, axis: usize| {
                    if is_far {
                        sides[axis] as f64 * self.sheets.side
                    } else {
                        0.0
                    }
                };
                body.reach(place.point((far(a, face.across.0), far(b, face.down.0))));
            }
            let (grid, numbers) = self.board.cut(&self.face_cut(face, corner, sides));
            let mut shapes = self.sheets.draw(&grid, &numbers);
            for shape in &mut shapes {
                place.move_shape(shape);
            }
            body.shapes.extend(shapes);
            if !self.ends.is_empty() {
                self.find_ends(face, &grid, &numbers, &place, &mut body.spots);
            }
        }
        body
    }

    /// Notes where the ends of arrows lie on a face. A cell is on several; that of its layer counts.
    fn find_ends(
        &self,
        face: &Face,
        grid: &Grid,
        numbers: &[usize],
        sheared: &Sheared,
        spots: &mut HashMap<Spot, Area>,
    ) {
        let is_layer = face.across.0 + face.down.0 == 1;
        for (place, number) in numbers.iter().enumerate() {
            for &spot in self.ends.get(number).into_iter().flatten() {
                let Some(area) = self.sheets.spot(grid, place, spot) else {
                    continue;
                };
                if is_layer || !spots.contains_key(&spot) {
                    spots.insert(spot, sheared.square(area));
                }
            }
        }
    }

    /// Which cells a face shows, as its words run.
    fn face_cut(&self, face: &Face, corner: usize, sides: &[usize]) -> Cut {
        let mut first = corner;
        let ends = face.ends.iter().enumerate();
        for (axis, _) in ends.filter(|&(_, &is_far)| is_far) {
            first += (sides[axis] - 1) * self.space.stride(axis);
        }
        let mut step = |(axis, is_back): (usize, bool)| {
            let stride = self.space.stride(axis);
            if is_back {
                first += (sides[axis] - 1) * stride;
                -stride.cast_signed()
            } else {
                stride.cast_signed()
            }
        };
        let (right, below) = (step(face.across), step(face.down));
        Cut {
            corner: first,
            right,
            below,
            columns: sides[face.across.0],
            rows: sides[face.down.0],
        }
    }

    /// Where a face lies on the page.
    fn place(&self, face: &Face, sides: &[usize]) -> Sheared {
        let step = |axis: usize, times: f64| {
            let (x, y) = self.view.step(axis);
            (x * times * self.edge, y * times * self.edge)
        };
        let mut origin = (0.0, 0.0);
        let mut add = |axis: usize| {
            let (x, y) = step(axis, sides[axis] as f64);
            origin = (origin.0 + x, origin.1 + y);
        };
        let ends = face.ends.iter().enumerate();
        ends.filter(|&(_, &is_far)| is_far)
            .for_each(|(axis, _)| add(axis));
        let mut side = |(axis, is_back): (usize, bool)| {
            if is_back {
                add(axis);
            }
            let one = 1.0 / self.sheets.side;
            step(axis, if is_back { -one } else { one })
        };
        let (right, below) = (side(face.across), side(face.down));
        Sheared {
            right,
            below,
            origin,
        }
    }
}

/// What a flat drawing becomes where it lies.
struct Sheared {
    right: Point,
    below: Point,
    origin: Point,
}

impl Sheared {
    fn direction(&self, (x, y): Point) -> Point {
        (
            x * self.right.0 + y * self.below.0,
            x * self.right.1 + y * self.below.1,
        )
    }

    fn point(&self, at: Point) -> Point {
        let (x, y) = self.direction(at);
        (self.origin.0 + x, self.origin.1 + y)
    }

    fn pen(&self, pen: Pen) -> Pen {
        match pen {
            Pen::Move(to) => Pen::Move(self.point(to)),
            Pen::Line(to) => Pen::Line(self.point(to)),
            Pen::Curve(one, other, to) => {
                Pen::Curve(self.point(one), self.point(other), self.point(to))
            }
            Pen::Close => Pen::Close,
        }
    }

    /// A square around where the middle of an area comes to lie, about as large as the area is there.
    fn square(&self, area: Area) -> Area {
        let (x, y) = self.point(area.middle());
        let shrunk = (self.right.0 * self.below.1 - self.right.1 * self.below.0).abs();
        let side = area.least() * shrunk.sqrt();
        Area {
            left: x - side / 2.0,
            top: y - side / 2.0,
            width: side,
            height: side,
        }
    }

    fn move_shape(&self, shape: &mut Shape) {
        match shape {
            Shape::Path { pens, .. } => {
                for pen in pens {
                    *pen = self.pen(*pen);
                }
            }
            Shape::Text { at, tilt, .. } => {
                *at = self.point(*at);
                let [xx, xy, yx, yy] = *tilt;
                let (right, below) = (self.direction((xx, xy)), self.direction((yx, yy)));
                *tilt = [right.0, right.1, below.0, below.1];
            }
        }
    }
}
