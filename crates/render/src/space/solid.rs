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
use crate::layout::{self, Look};
use crate::scene::{Pen, Point, Scene, Shape};
use crate::{Picture, Space};

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
    };
    let mut canvas = layout::Canvas::new(look.width);
    canvas.bodies(vec![(sculptor.body(0, &space.sides), None)]);
    if space.axes() == 3 && space.sides[2] > 1 && space.areas.len() <= MOST_IN_SLABS {
        let layer = space.sides[0] * space.sides[1];
        let slab = |number: usize| {
            let slab = sculptor.body(number * layer, &[space.sides[0], space.sides[1], 1]);
            (slab, Some(format!("layer {}", number + 1)))
        };
        canvas.bodies((0..space.sides[2]).map(slab).collect());
    }
    canvas.scene(layout::title(picture))
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
}

impl Body {
    /// The shapes, with the left upper corner at a point.
    pub(crate) fn moved_to(self, (x, y): Point) -> Vec<Shape> {
        let by = (x - self.from.0, y - self.from.1);
        let moved = Sheared {
            right: (1.0, 0.0),
            below: (0.0, 1.0),
            origin: by,
        };
        let shapes = self.shapes.into_iter();
        shapes.map(|shape| moved.shape(shape)).collect()
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
}

impl Sculptor<'_> {
    /// The part with that many cells along each axis whose first cell is `corner`.
    fn body(&self, corner: usize, sides: &[usize]) -> Body {
        let mut body = Body {
            shapes: Vec::new(),
            from: (0.0, 0.0),
            to: (0.0, 0.0),
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
            let shapes = self.sheets.draw(&grid, &|place| numbers[place]);
            body.shapes
                .extend(shapes.into_iter().map(|shape| place.shape(shape)));
        }
        body
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

    fn shape(&self, mut shape: Shape) -> Shape {
        match &mut shape {
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
        shape
    }
}
