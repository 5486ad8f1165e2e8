//! A picture laid out: shapes at their places, in the order in which they are painted.
//!
//! The same for every kind of file. What a shape is painted with is named by its meaning
//! ([`Paint`]); a [`crate::theme`] says which colour that is.

/// What a shape is painted with.
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
    /// What was given.
    Clue,
    /// What was found.
    Answer,
    /// What may still stand in a cell.
    Mark,
    /// The ground of a cell of an area, by its number.
    Area(u32),
    /// A socket of a tile, by its number.
    Socket(u32),
    /// The ground under a tile, and its roads.
    Ground,
    /// A road that was given.
    Road,
    /// The ground of what is emphasised.
    Soft(crate::Emphasis),
    /// Lines and words of what is emphasised.
    Strong(crate::Emphasis),
    /// An arrow.
    Arrow,
}

/// A line around or along a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// What it is painted with.
    pub paint: Paint,
    /// How thick it is.
    pub width: f64,
    /// Whether it is dashed.
    pub is_dashed: bool,
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

/// Something to paint.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A path, filled, stroked or both.
    Path {
        /// The path.
        pens: Vec<Pen>,
        /// What it is filled with.
        fill: Option<Paint>,
        /// The line along it.
        stroke: Option<Stroke>,
        /// The number of the cell that it is the ground of: what a reader of the file may click.
        cell: Option<usize>,
    },
    /// A line of words.
    Text {
        /// The middle of the line (both ways), or its start where it is not centred.
        at: Point,
        /// The height of the letters' square.
        size: f64,
        /// The words.
        text: String,
        /// What they are painted with.
        paint: Paint,
        /// Whether they are bold.
        is_bold: bool,
        /// Whether `at` is the middle of the line.
        is_centred: bool,
        /// What a step to the right and a step down become, for words on a tilted face:
        /// `[xx, xy, yx, yy]`; `[1, 0, 0, 1]` where they are upright.
        tilt: [f64; 4],
    },
}

/// A picture laid out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// What it shows, in words, for those who cannot see it.
    pub title: String,
    /// The shapes, in the order in which they are painted.
    pub shapes: Vec<Shape>,
}

/// Words that stand upright.
pub const UPRIGHT: [f64; 4] = [1.0, 0.0, 0.0, 1.0];
