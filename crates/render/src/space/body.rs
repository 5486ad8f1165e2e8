//! A board as a body: where its axes point on the page, and which of its faces are seen.
//!
//! Each axis is a vector in ordinary space, x to the right, y down and z towards the reader; a board
//! of *n* axes is the convex body that they span, a **zonotope**, with a face on either side for
//! every pair of axes. So of each pair exactly one face is seen, the seen faces tile the outline and
//! cover nothing of each other, and no order of painting can be wrong. Three axes at right angles
//! are a cube.
//!
//! For *n* axes the outline is to be a regular polygon of 2*n* corners: on the page the vectors have
//! the same length and are 180°/*n* apart. Coming towards the reader and going away in turn, all
//! meet at the nearest corner, in front of the middle. That of the cube is the isometric view:
//!
//! ```text
//!            layers
//!          ／＼／            the front is the first layer with its rows and columns,
//!        ／    ＼            on top lies the first row of every layer,
//!       |＼    ／|           to the right the last column of every layer
//!       |  ＼／  |
//!  rows ↓ ＼ | ／
//!    columns ＼／
//! ```
//!
//! To turn the body is to turn the vectors: about the second axis (yaw), then towards the reader
//! (pitch).

use crate::scene::Point;

/// The turn of the isometric view, in degrees.
pub const ISOMETRIC_YAW: f64 = 45.0;
/// The tilt of the isometric view, in degrees: the angle whose sine is √⅓.
pub const ISOMETRIC_PITCH: f64 = 35.264_389_682_754_654;

/// Faces thinner than this are seen from the side, where there is nothing to be seen.
const THIN: f64 = 1e-3;

type Vector = [f64; 3];

/// The directions of the axes.
#[derive(Clone, Debug)]
pub(super) struct View {
    axes: Vec<Vector>,
}

/// A face that is seen: a pair of axes, and at which end of all others it lies.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Face {
    /// The axis along which words on it run, and whether they run against it.
    pub(super) across: (usize, bool),
    /// The axis along which its lines follow each other, and whether against it.
    pub(super) down: (usize, bool),
    /// True for each axis at whose far end it lies; `false` for its own.
    pub(super) ends: Vec<bool>,
}

impl View {
    /// A view of a board with `axes` axes, turned and tilted by these angles in degrees.
    pub(super) fn new(axes: usize, yaw: f64, pitch: f64) -> Self {
        let or_else = |angle: f64, usual| if angle.is_finite() { angle } else { usual };
        let yaw = or_else(yaw, ISOMETRIC_YAW) - ISOMETRIC_YAW;
        let pitch = or_else(pitch, ISOMETRIC_PITCH);
        let turn = |axis| {
            let upright = tilted(isometric(axis, axes), -ISOMETRIC_PITCH);
            tilted(turned(upright, yaw), pitch)
        };
        Self {
            axes: (0..axes).map(turn).collect(),
        }
    }

    /// The image of a step along an axis on the page.
    pub(super) fn step(&self, axis: usize) -> Point {
        let [x, y, _] = self.axes[axis];
        (x, y)
    }

    /// The faces that are seen, one for each pair of axes but those seen from the side.
    pub(super) fn faces(&self) -> Vec<Face> {
        let pairs = (0..self.axes.len()).flat_map(|one| (0..one).map(move |other| (other, one)));
        pairs
            .filter_map(|(one, other)| self.face(one, other))
            .collect()
    }

    fn face(&self, one: usize, other: usize) -> Option<Face> {
        let mut outwards = cross(self.axes[one], self.axes[other]);
        if outwards[2].abs() < THIN {
            return None;
        }
        if outwards[2] < 0.0 {
            outwards = outwards.map(|part| -part);
        }
        let is_outer = |axis: usize| axis != one && axis != other;
        let is_far = |axis: usize| is_outer(axis) && dot(outwards, self.axes[axis]) > 0.0;
        let (across, down) = self.reading(one, other);
        Some(Face {
            across,
            down,
            ends: (0..self.axes.len()).map(is_far).collect(),
        })
    }

    /// The directions of words on a face: never mirrored, and as upright as they can be.
    fn reading(&self, one: usize, other: usize) -> ((usize, bool), (usize, bool)) {
        // Of equals the first wins: the earlier axis across.
        let pairs = [(one, other), (other, one)].into_iter();
        let backs = [(false, false), (false, true), (true, false), (true, true)];
        let ways = pairs.flat_map(|(a, b)| backs.map(|(back, up)| ((a, back), (b, up))));
        let step = |(axis, is_back): (usize, bool)| {
            let (x, y) = self.step(axis);
            if is_back { (-x, -y) } else { (x, y) }
        };
        let score = |&(across, down): &((usize, bool), (usize, bool))| {
            let (right, below) = (step(across), step(down));
            let is_mirrored = right.0 * below.1 - right.1 * below.0 < 0.0;
            if is_mirrored {
                f64::NEG_INFINITY
            } else {
                right.0 + below.1
            }
        };
        let better = |best, way| {
            if score(&way) > score(&best) + THIN {
                way
            } else {
                best
            }
        };
        let mirrored = ((one, false), (other, false));
        ways.fold(mirrored, better)
    }
}

/// The direction of an axis in the view in which all meet in front: one unit long on the page.
fn isometric(axis: usize, count: usize) -> Vector {
    // Rows run down, columns turn away from them to the right, and so on round to the top.
    let place = match axis {
        0 => 1,
        1 => 0,
        other => other,
    };
    let angle = (90.0 - 180.0 * place as f64 / count as f64).to_radians();
    let towards = if place % 2 == 1 { 1.0 } else { -1.0 };
    let depth = ISOMETRIC_PITCH.to_radians().tan();
    [angle.cos(), angle.sin(), towards * depth]
}

/// Turned about the upright, so that the right comes towards the reader.
fn turned([x, y, z]: Vector, degrees: f64) -> Vector {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [x * cos - z * sin, y, x * sin + z * cos]
}

/// Tilted, so that the bottom goes away from the reader.
fn tilted([x, y, z]: Vector, degrees: f64) -> Vector {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [x, y * cos + z * sin, z * cos - y * sin]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn dot(a: Vector, b: Vector) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn isometric_view(axes: usize) -> View {
        View::new(axes, ISOMETRIC_YAW, ISOMETRIC_PITCH)
    }

    fn corners(view: &View, face: &Face) -> [Point; 4] {
        let at = |ends: &[bool]| {
            let far = ends.iter().enumerate().filter(|&(_, &is_far)| is_far);
            far.fold((0.0, 0.0), |(x, y), (axis, _)| {
                let step = view.step(axis);
                (x + step.0, y + step.1)
            })
        };
        [(false, false), (true, false), (true, true), (false, true)].map(|(a, b)| {
            let mut ends = face.ends.clone();
            ends[face.across.0] = a;
            ends[face.down.0] = b;
            at(&ends)
        })
    }

    fn area(corners: &[Point]) -> f64 {
        let next = corners.iter().cycle().skip(1);
        let twice = corners.iter().zip(next);
        twice.map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum::<f64>() / 2.0
    }

    fn is_inside(corners: &[Point], at: Point) -> bool {
        let next = corners.iter().cycle().skip(1);
        let mut sides = corners
            .iter()
            .zip(next)
            .map(|(a, b)| (b.0 - a.0) * (at.1 - a.1) - (b.1 - a.1) * (at.0 - a.0));
        let first = sides.next().unwrap();
        first.abs() > 1e-6 && sides.all(|side| side * first > 1e-9)
    }

    /// The area of the outline: that of the parallelograms of all pairs.
    fn outline(view: &View, axes: usize) -> f64 {
        let pair = |a: usize, b: usize| {
            let (a, b) = (view.step(a), view.step(b));
            (a.0 * b.1 - a.1 * b.0).abs()
        };
        (0..axes)
            .flat_map(|a| (0..a).map(move |b| pair(a, b)))
            .sum()
    }

    #[test]
    fn a_cube_shows_its_front_its_top_and_its_right_side() {
        let faces = isometric_view(3).faces();
        let face = |across, down, ends: [bool; 3]| Face {
            across: (across, false),
            down,
            ends: ends.to_vec(),
        };
        // Words on top run to the right, lines from the back to the front.
        assert_eq!(
            faces,
            [
                face(0, (1, false), [false; 3]),
                face(0, (2, true), [false; 3]),
                face(2, (1, false), [true, false, false]),
            ]
        );
        let flat = View::new(3, 0.0, 0.0);
        assert_eq!(flat.faces(), [face(0, (1, false), [false; 3])]);
        let [x, y] = [flat.step(0), flat.step(1)];
        assert!(x.1.abs() < 1e-9 && y.0.abs() < 1e-9 && (x.0 - y.1).abs() < 1e-9);
    }

    #[test]
    fn the_outline_is_regular() {
        for axes in 3..=8 {
            let view = isometric_view(axes);
            for axis in 0..axes {
                let (x, y) = view.step(axis);
                assert!((x.hypot(y) - 1.0).abs() < 1e-9);
            }
            let half = std::f64::consts::PI / (2 * axes) as f64;
            let regular = axes as f64 / (2.0 * half.tan());
            assert!((outline(&view, axes) - regular).abs() < 1e-9, "{axes}");
        }
    }

    #[test]
    fn seen_faces_tile_the_outline_from_everywhere() {
        for axes in 3..=6 {
            for (yaw, pitch) in [
                (45.0, ISOMETRIC_PITCH),
                (10.0, 20.0),
                (130.0, -40.0),
                (251.0, 71.0),
            ] {
                let view = View::new(axes, yaw, pitch);
                let faces = view.faces();
                assert_eq!(
                    faces.len(),
                    axes * (axes - 1) / 2,
                    "{axes} axes at {yaw}, {pitch}"
                );
                let shapes: Vec<_> = faces.iter().map(|face| corners(&view, face)).collect();
                let sum: f64 = shapes.iter().map(|corners| area(corners).abs()).sum();
                assert!((sum - outline(&view, axes)).abs() < 1e-9);
                // They have the area of the outline together, so where none covers another none is missing.
                for (number, face) in shapes.iter().enumerate() {
                    let points = (1..8).flat_map(|a| {
                        (1..8).map(move |b| (f64::from(a) / 8.0, f64::from(b) / 8.0))
                    });
                    for (a, b) in points {
                        let [o, p, _, q] = *face;
                        let at = (
                            o.0 + a * (p.0 - o.0) + b * (q.0 - o.0),
                            o.1 + a * (p.1 - o.1) + b * (q.1 - o.1),
                        );
                        let others = shapes
                            .iter()
                            .enumerate()
                            .filter(|&(other, _)| other != number);
                        for (_, other) in others {
                            assert!(!is_inside(other, at), "{axes} axes at {yaw}, {pitch}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn words_are_never_mirrored_and_angles_may_be_anything() {
        for axes in 3..=7 {
            for yaw in (0..360).step_by(15) {
                for pitch in (-90..=90).step_by(15) {
                    let view = View::new(axes, f64::from(yaw), f64::from(pitch));
                    for face in view.faces() {
                        let step = |(axis, is_back): (usize, bool)| {
                            let (x, y) = view.step(axis);
                            if is_back { (-x, -y) } else { (x, y) }
                        };
                        let (right, below) = (step(face.across), step(face.down));
                        assert!(right.0 * below.1 - right.1 * below.0 > 0.0);
                        assert!(right.0 + below.1 > 0.0);
                    }
                }
            }
        }
        assert_eq!(
            View::new(3, f64::NAN, f64::INFINITY).faces(),
            isometric_view(3).faces()
        );
    }
}
