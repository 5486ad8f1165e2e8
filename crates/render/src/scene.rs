//! A picture laid out: shapes at their places, in the order in which they are painted.
//!
//! One scene serves every kind of file. The paint of a shape is named by its meaning ([`Paint`]); a
//! [`crate::theme`] gives its colour.

use std::collections::HashMap;

/// The paint of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Paint {
    /// The page behind everything.
    Paper,
    /// The ground of a cell.
    Cell,
    /// The lines between cells.
    Line,
    /// Walls: around boxes, regions and areas.
    Wall,
    /// Words: titles, names of rows and columns.
    Word,
    /// A given value.
    Clue,
    /// A found value.
    Answer,
    /// A candidate.
    Mark,
    /// The ground of a cell of an area, by the number of its colour.
    Area(u32),
    /// A socket of a tile, by its number.
    Socket(u32),
    /// The ground of a cell that was found to be shaded.
    Shade,
    /// The ground under a tile.
    Ground,
    /// The surface of a road.
    Road,
    /// The ground of an emphasis.
    Soft(crate::Emphasis),
    /// The ground of cells with a line around them that is of that emphasis: paler than what is emphasised there.
    Tint(crate::Emphasis),
    /// Lines and words of an emphasis.
    Strong(crate::Emphasis),
    /// An arrow.
    Arrow,
}

/// A line around or along a shape. Its ends and corners are round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its paint.
    pub paint: Paint,
    /// Its thickness.
    pub width: f64,
    /// True if it is dashed.
    pub is_dashed: bool,
}

impl Stroke {
    /// A line drawn through.
    pub fn plain(paint: Paint, width: f64) -> Self {
        Self {
            paint,
            width,
            is_dashed: false,
        }
    }

    /// The length of a dash and of a gap, before the round ends make the one longer and the other
    /// shorter.
    pub fn dashes(&self) -> [f64; 2] {
        [2.0 * self.width, 3.0 * self.width]
    }
}

/// A point, x to the right and y down.
pub type Point = (f64, f64);

/// A stroke of the pen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pen {
    /// Lift it and go there.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A cubic curve with two control points.
    Curve(Point, Point, Point),
    /// Back to where it was set down.
    Close,
}

impl Pen {
    /// The stroke with each of its points where `put` puts it.
    pub(crate) fn map(self, put: impl Fn(Point) -> Point) -> Self {
        match self {
            Self::Move(to) => Self::Move(put(to)),
            Self::Line(to) => Self::Line(put(to)),
            Self::Curve(one, two, to) => Self::Curve(put(one), put(two), put(to)),
            Self::Close => Self::Close,
        }
    }

    /// The point where it ends, unless that is where the pen was set down.
    #[cfg(feature = "pdf")]
    pub(crate) fn end(self) -> Option<Point> {
        match self {
            Self::Move(to) | Self::Line(to) | Self::Curve(_, _, to) => Some(to),
            Self::Close => None,
        }
    }
}

/// Something to paint.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneShape {
    /// A path, filled, stroked or both.
    Path {
        /// The path.
        pens: Vec<Pen>,
        /// The paint of its inside.
        fill: Option<Paint>,
        /// The line along it.
        stroke: Option<Stroke>,
        /// The number of the cell that it is the ground of; a reader of the file may click it.
        cell: Option<usize>,
    },
    /// A line of words.
    Text(SceneText),
}

impl SceneShape {
    /// A path whose inside is painted.
    pub(crate) fn filled(pens: impl Into<Vec<Pen>>, paint: Paint) -> Self {
        Self::Path {
            pens: pens.into(),
            fill: Some(paint),
            stroke: None,
            cell: None,
        }
    }

    /// Returns true if it is there to be clicked alone.
    fn is_unseen(&self) -> bool {
        let unseen =
            |fill: &Option<Paint>, stroke: &Option<Stroke>| fill.is_none() && stroke.is_none();
        matches!(self, Self::Path { fill, stroke, .. } if unseen(fill, stroke))
    }

    /// A line along a path.
    pub(crate) fn stroked(pens: impl Into<Vec<Pen>>, stroke: Stroke) -> Self {
        Self::Path {
            pens: pens.into(),
            fill: None,
            stroke: Some(stroke),
            cell: None,
        }
    }
}

/// A line of words.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneText {
    /// The middle of the line (both ways), or the middle of its left end if it is not centred.
    /// The baseline is [`BASELINE`] times the size below it.
    pub at: Point,
    /// The height of the letters' square.
    pub size: f64,
    /// The words.
    pub text: String,
    /// Their paint.
    pub paint: Paint,
    /// True if they are bold.
    pub is_bold: bool,
    /// True if `at` is the middle of the line.
    pub is_centred: bool,
    /// The images of a step to the right and a step down, for words on a tilted face:
    /// `[xx, xy, yx, yy]`; `[1, 0, 0, 1]` for upright words.
    pub tilt: [f64; 4],
}

impl SceneText {
    /// Plain words around a point.
    pub(crate) fn around(at: Point, text: impl Into<String>, size: f64, paint: Paint) -> Self {
        Self {
            at,
            size,
            text: text.into(),
            paint,
            is_bold: false,
            is_centred: true,
            tilt: UPRIGHT,
        }
    }
}

/// A picture laid out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// A description in words, for readers who cannot see the scene.
    pub title: String,
    /// The shapes, in the order in which they are painted.
    pub shapes: Vec<SceneShape>,
}

/// The distance of the baseline below the middle of a line of words, in sizes: half the height of a
/// digit.
pub const BASELINE: f64 = 0.36;

/// The tilt of upright words.
pub const UPRIGHT: [f64; 4] = [1.0, 0.0, 0.0, 1.0];

impl Scene {
    /// The scene for a reader who does not click on cells: their grounds are merged into as few
    /// shapes as is easy, and belong to no cell.
    #[must_use]
    pub fn with_merged_grounds(&self) -> Self {
        let mut shapes = Vec::new();
        let is_ground = |shape: &SceneShape| ground(shape).is_some();
        let seen = self.shapes.iter().filter(|shape| !shape.is_unseen());
        let seen: Vec<SceneShape> = seen.cloned().collect();
        for group in seen.chunk_by(|a, b| is_ground(a) == is_ground(b)) {
            if is_ground(&group[0]) {
                shapes.extend(merged(group));
            } else {
                shapes.extend_from_slice(group);
            }
        }
        Self {
            shapes,
            title: self.title.clone(),
            ..*self
        }
    }
}

/// A rectangle with upright sides: left, top, right, bottom.
type Upright = [f64; 4];

/// The rectangle that a plain ground of a cell fills.
fn ground(shape: &SceneShape) -> Option<(Upright, Paint)> {
    let SceneShape::Path {
        pens,
        fill: Some(paint),
        stroke: None,
        cell: Some(_),
    } = shape
    else {
        return None;
    };
    let &[
        Pen::Move(a),
        Pen::Line(b),
        Pen::Line(c),
        Pen::Line(d),
        Pen::Close,
    ] = pens.as_slice()
    else {
        return None;
    };
    let is_upright = same(a.1, b.1) && same(b.0, c.0) && same(c.1, d.1) && same(d.0, a.0);
    (is_upright && a.0 < b.0 && a.1 < d.1).then_some(([a.0, a.1, c.0, c.1], *paint))
}

fn same(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-6
}

/// Grounds of one paint side by side become a strip, equal strips below each other a block, and all
/// blocks of a paint one path. Grounds of different cells do not overlap, so order does not matter.
fn merged(grounds: &[SceneShape]) -> Vec<SceneShape> {
    let mut strips: Vec<(Upright, Paint)> = Vec::new();
    for (next, paint) in grounds.iter().filter_map(ground) {
        match strips.last_mut() {
            Some((last, painted))
                if *painted == paint
                    && same(last[2], next[0])
                    && same(last[1], next[1])
                    && same(last[3], next[3]) =>
            {
                last[2] = next[2];
            }
            _ => strips.push((next, paint)),
        }
    }
    let mut blocks: Vec<(Upright, Paint)> = Vec::new();
    let mut open: HashMap<(Paint, u64, u64), usize> = HashMap::new();
    for (strip, paint) in strips {
        let key = (paint, strip[0].to_bits(), strip[2].to_bits());
        match open.get(&key) {
            Some(&above) if same(blocks[above].0[3], strip[1]) => blocks[above].0[3] = strip[3],
            _ => {
                open.insert(key, blocks.len());
                blocks.push((strip, paint));
            }
        }
    }
    let mut paths: Vec<(Paint, Vec<Pen>)> = Vec::new();
    for ([left, top, right, bottom], paint) in blocks {
        let pens = rectangle(left, top, right, bottom);
        match paths.iter_mut().find(|path| path.0 == paint) {
            Some(path) => path.1.extend(pens),
            None => paths.push((paint, pens.to_vec())),
        }
    }
    let path = |(paint, pens): (Paint, Vec<Pen>)| SceneShape::filled(pens, paint);
    paths.into_iter().map(path).collect()
}

/// A rectangle with upright sides, from its left upper corner clockwise.
pub fn rectangle(left: f64, top: f64, right: f64, bottom: f64) -> [Pen; 5] {
    [
        Pen::Move((left, top)),
        Pen::Line((right, top)),
        Pen::Line((right, bottom)),
        Pen::Line((left, bottom)),
        Pen::Close,
    ]
}
