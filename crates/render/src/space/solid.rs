//! A board as a body, seen from outside.
//!
//! Every visible face is drawn flat, as a grid in the plane, and then sheared and moved into place: so words, marks,
//! walls and grounds look on a face as in the plane. Of three axes the layers are drawn below once more, each as a
//! slab, so that inner cells are visible as well. Of more axes only the surface is drawn: a board of four axes with
//! 24 cells along each has 331,776 cells, of which six faces of 24 × 24 are visible.

use super::body::{Face, ISOMETRIC_PITCH, ISOMETRIC_YAW, View};
use super::slice::{Board, Cut};
use crate::layout::sheet::Sheets;
use crate::layout::{self, Area, Look};
use crate::scene::{Paint, Point, Scene, SceneShape, SceneText};
use crate::{Grid, Picture, Space, Spot};
use std::collections::HashMap;

/// Slabs of more cells than this are not drawn: no reader would look at them all.
const MOST_IN_SLABS: usize = 50_000;
/// The size of a slab.
const OF_SLABS: f64 = 0.64;
/// Axes that look shorter than this are not named.
const SHORT: f64 = 0.2;
/// More axes than this have faces too thin to be read.
const MOST_AXES: usize = 16;

/// The board as a body. A board of two axes, and a picture that is not a board of this space, are drawn as in the
/// plane.
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
    let mut body = sculptor.body(0, &space.sides, 1.0);
    sculptor.name_axes(&mut body);
    let slabs = sculptor.slabs();
    let mut canvas = layout::Canvas::new(look);
    let below = slabs.first().map_or(0.0, |(slab, _)| {
        canvas.row_width(slabs.len(), slab.size().0)
    });
    let indent = ((below - body.size().0) / 2.0).max(0.0);
    let spots = canvas.bodies(vec![(body, None)], indent);
    canvas.arrows(&picture.arrows, &spots);
    if !slabs.is_empty() {
        let spots = canvas.bodies(slabs, 0.0);
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

/// The factor by which the edge of a cell is longer than in the plane: the thinnest of the rhombi of *n* axes is the
/// sine of 180°/*n* high.
fn stretch(axes: usize) -> f64 {
    (0.85 / (std::f64::consts::PI / axes as f64).sin()).max(1.0)
}

/// A drawing at one place, and the room that it takes.
pub(crate) struct Body {
    pub(crate) shapes: Vec<SceneShape>,
    /// Its corners, left upper and right lower.
    pub(crate) from: Point,
    pub(crate) to: Point,
    /// The places of the ends of arrows that it shows.
    pub(crate) spots: HashMap<Spot, Area>,
}

impl Body {
    /// The body with its left upper corner at a point.
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

    /// Width and height.
    pub(crate) fn size(&self) -> (f64, f64) {
        (self.to.0 - self.from.0, self.to.1 - self.from.1)
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
    /// The layers of a board of three axes, with their titles.
    fn slabs(&self) -> Vec<(Body, Option<String>)> {
        let space = self.space;
        let [width, height, layers] = space.sides[..] else {
            return Vec::new();
        };
        if layers < 2 || space.areas.len() > MOST_IN_SLABS {
            return Vec::new();
        }
        let slab = |number: usize| {
            let first = number * width * height;
            let slab = self.body(first, &[width, height, 1], OF_SLABS);
            (slab, Some(format!("layer {}", number + 1)))
        };
        (0..layers).map(slab).collect()
    }

    /// The part with that many cells along each axis whose first cell is `corner`, on that scale.
    fn body(&self, corner: usize, sides: &[usize], scale: f64) -> Body {
        let mut body = Body {
            shapes: Vec::new(),
            from: (0.0, 0.0),
            to: (0.0, 0.0),
            spots: HashMap::new(),
        };
        for face in &self.faces {
            let place = self.place(face, sides, scale);
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

    /// The cells that a face shows, as its words run.
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

    /// The place of a face on the page.
    fn place(&self, face: &Face, sides: &[usize], scale: f64) -> Sheared {
        let step = |axis: usize, times: f64| {
            let (x, y) = self.view.step(axis);
            (x * times * self.edge * scale, y * times * self.edge * scale)
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

/// The name of an axis, its arrow being on the side to which it runs.
fn axis_name(axis: usize, of: usize, is_back: bool) -> String {
    let name = match axis {
        0 => "columns".to_owned(),
        1 => "rows".to_owned(),
        2 if of == 3 => "layers".to_owned(),
        _ => format!("axis {}", axis + 1),
    };
    if is_back {
        format!("← {name}")
    } else {
        format!("{name} →")
    }
}

impl Sculptor<'_> {
    /// Writes the name of each axis along an edge of the outline: below it, or to the left.
    fn name_axes(&self, body: &mut Body) {
        let size = layout::WORDS.max(0.022 * body.size().0);
        for axis in 0..self.space.axes() {
            let (x, y) = self.view.step(axis);
            let length = x.hypot(y);
            if length < SHORT {
                continue;
            }
            let (mut outwards, is_level) = ((-y / length, x / length), x.abs() > 0.1 * length);
            if is_level && outwards.1 < 0.0 || !is_level && outwards.0 > 0.0 {
                outwards = (-outwards.0, -outwards.1);
            }
            let (mid_x, mid_y) = self.edge_middle(axis, outwards);
            let gap = 0.8 * size;
            let at = (mid_x + gap * outwards.0, mid_y + gap * outwards.1);
            // Words run to the right, or down.
            let is_back = if is_level { x < 0.0 } else { y < 0.0 };
            let sign = if is_back { -1.0 } else { 1.0 };
            let (right, below) = (sign * x / length, sign * y / length);
            let text = axis_name(axis, self.space.axes(), is_back);
            let half = 0.3 * text.chars().count() as f64 * size;
            body.reach((
                at.0 - gap - half * right.abs(),
                at.1 - gap - half * below.abs(),
            ));
            body.reach((
                at.0 + gap + half * right.abs(),
                at.1 + gap + half * below.abs(),
            ));
            body.shapes.push(SceneShape::Text(SceneText {
                tilt: [right, below, -below, right],
                ..SceneText::around(at, text, size, Paint::Word)
            }));
        }
    }

    /// The middle of the edge along an axis that lies furthest out in a direction.
    fn edge_middle(&self, axis: usize, outwards: Point) -> Point {
        let sides = self.space.sides.iter().enumerate();
        sides.fold((0.0, 0.0), |(x, y), (other, &side)| {
            let step = self.view.step(other);
            let is_far = step.0 * outwards.0 + step.1 * outwards.1 > 0.0;
            let part = match (other == axis, is_far) {
                (true, _) => 0.5,
                (_, true) => 1.0,
                (_, false) => 0.0,
            };
            let length = part * side as f64 * self.edge;
            (x + step.0 * length, y + step.1 * length)
        })
    }
}

/// The image of a flat drawing in its place.
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

    fn move_shape(&self, shape: &mut SceneShape) {
        match shape {
            SceneShape::Path { pens, .. } => {
                for pen in pens {
                    *pen = pen.map(|at| self.point(at));
                }
            }
            SceneShape::Text(words) => {
                words.at = self.point(words.at);
                let [xx, xy, yx, yy] = words.tilt;
                let (right, below) = (self.direction((xx, xy)), self.direction((yx, yy)));
                words.tilt = [right.0, right.1, below.0, below.1];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::lay_out;
    use crate::scene::Pen;
    use crate::{Arrow, Cell, Emphasis, Outline, Role};
    use std::collections::HashSet;

    /// A board whose cells say their numbers, with areas two cells long along each axis.
    fn board(sides: &[usize]) -> Picture {
        let cells: usize = sides.iter().product();
        let layer = sides[0] * sides[1];
        let area = |cell: usize| {
            let mut rest = cell;
            sides.iter().fold(0, |area, side| {
                let at = rest % side / 2;
                rest /= side;
                area * 100 + at as u32
            })
        };
        let grids = (0..cells / layer).map(|number| {
            let mut grid = Grid::new(sides[1], sides[0]);
            for cell in 0..layer {
                let text = (number * layer + cell).to_string();
                *grid.cell_mut(cell / sides[0], cell % sides[0]) = Cell::new(text, Role::Clue);
            }
            grid
        });
        let mut picture = Picture::of_grids(grids.collect());
        picture.space = Some(Space {
            sides: sides.to_vec(),
            areas: (0..cells).map(area).collect(),
        });
        picture
    }

    fn solid(picture: &Picture) -> Scene {
        let look = Look {
            view: layout::View::isometric(),
            ..Look::default()
        };
        lay_out(picture, &look)
    }

    /// The ground of each cell: its number and its corners.
    fn grounds(scene: &Scene) -> Vec<(usize, Vec<Point>)> {
        let grounds = scene.shapes.iter().filter_map(|shape| match shape {
            SceneShape::Path {
                pens,
                cell: Some(cell),
                ..
            } => {
                let corners = pens.iter().filter_map(|pen| match pen {
                    Pen::Move(to) | Pen::Line(to) => Some(*to),
                    _ => None,
                });
                Some((*cell, corners.collect()))
            }
            _ => None,
        });
        grounds.collect()
    }

    fn texts(scene: &Scene) -> Vec<(&str, Point, [f64; 4])> {
        let texts = scene.shapes.iter().filter_map(|shape| match shape {
            SceneShape::Text(words) => Some((words.text.as_str(), words.at, words.tilt)),
            SceneShape::Path { .. } => None,
        });
        texts.collect()
    }

    fn middle(corners: &[Point]) -> Point {
        let count = corners.len() as f64;
        let sum = corners
            .iter()
            .fold((0.0, 0.0), |(x, y), to| (x + to.0, y + to.1));
        (sum.0 / count, sum.1 / count)
    }

    #[test]
    fn a_cube_shows_three_faces_and_every_cell_in_slabs() {
        let scene = solid(&board(&[2, 3, 4]));
        let grounds = grounds(&scene);
        let (cube, slabs) = grounds.split_at(6 + 8 + 12);
        // The first layer, the first row and the last column.
        let seen: HashSet<usize> = cube.iter().map(|(cell, _)| *cell).collect();
        let expected = (0..24).filter(|cell| cell / 6 == 0 || cell / 2 % 3 == 0 || cell % 2 == 1);
        assert_eq!(seen, expected.collect());
        assert_eq!(slabs.len(), 4 * (6 + 2 + 3));
        let all: HashSet<usize> = slabs.iter().map(|(cell, _)| *cell).collect();
        assert_eq!(all, (0..24).collect());
        let words: Vec<&str> = texts(&scene).iter().map(|text| text.0).collect();
        for word in ["columns →", "rows →", "layers →", "layer 1", "layer 4"] {
            assert!(words.contains(&word), "{word} is missing in {words:?}");
        }
    }

    #[test]
    fn words_stand_on_their_cells_and_everything_on_the_page() {
        for sides in [&[3, 3, 3][..], &[2, 2, 2, 2], &[2, 3, 2, 1, 2], &[2; 7]] {
            let scene = solid(&board(sides));
            let texts = texts(&scene);
            for (cell, corners) in grounds(&scene) {
                let (x, y) = middle(&corners);
                let on_it = |text: &(&str, Point, [f64; 4])| {
                    (text.1.0 - x).hypot(text.1.1 - y) < 1e-6 && text.0 == cell.to_string()
                };
                let text = texts.iter().find(|text| on_it(text));
                let [xx, xy, yx, yy] = text.expect("every cell says its number").2;
                assert!(xx * yy - xy * yx > 0.0, "words are mirrored");
                for (x, y) in corners {
                    assert!((0.0..=scene.width).contains(&x) && (0.0..=scene.height).contains(&y));
                }
            }
        }
    }

    #[test]
    fn outlines_and_arrows_are_on_faces_and_slabs() {
        let mut picture = board(&[2, 2, 2]);
        let before = solid(&picture).shapes.len();
        picture.outlines.push(Outline {
            cells: vec![0, 4],
            emphasis: Emphasis::Base,
        });
        let outlined = solid(&picture).shapes.len();
        // On the front once, on top once, and on the front and the top of each slab.
        assert_eq!(outlined, before + 2 + 4);
        let spot = |cell| Spot { cell, slot: None };
        picture.arrows.push(Arrow {
            from: spot(0),
            to: spot(5),
            is_strong: true,
        });
        let arrows = |picture: &Picture| {
            let shapes = solid(picture).shapes;
            let is_arrow = |shape: &&SceneShape| {
                matches!(
                    shape,
                    SceneShape::Path {
                        fill: Some(Paint::Arrow),
                        ..
                    }
                )
            };
            shapes.iter().filter(is_arrow).count()
        };
        assert_eq!(arrows(&picture), 2);
        // Cell 6 is at the back: it is seen on its slab alone.
        picture.arrows[0].to = spot(6);
        assert_eq!(arrows(&picture), 1);
    }

    #[test]
    fn a_large_board_is_drawn_by_its_surface() {
        let picture = board(&[24, 24, 24, 24]);
        let scene = solid(&picture);
        assert_eq!(grounds(&scene).len(), 6 * 24 * 24);
        assert!(scene.shapes.len() < 8_000);
    }

    #[test]
    fn what_is_no_body_is_drawn_in_the_plane() {
        let plane = board(&[3, 3]);
        assert_eq!(solid(&plane), lay_out(&plane, &Look::default()));
        let many = board(&[2; 17]);
        assert_eq!(solid(&many), lay_out(&many, &Look::default()));
        let mut wrong = board(&[2, 2, 2]);
        wrong.space.as_mut().unwrap().areas.pop();
        assert_eq!(solid(&wrong), lay_out(&wrong, &Look::default()));
    }
}
