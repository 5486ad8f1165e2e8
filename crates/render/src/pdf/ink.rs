//! Shapes as operators of a PDF.

use super::letters::Letters;
use crate::scene::{BASELINE, Paint, Pen, Point, Scene, SceneShape, SceneText, Stroke};
use crate::theme::{Rgb, Theme};
use pdf_writer::Content;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};

/// The content of a form as large as the scene.
pub(super) fn scene(scene: &Scene, theme: &Theme, letters: &mut Letters) -> Vec<u8> {
    let scene = scene.with_merged_grounds();
    let mut ink = Ink::new(theme);
    // A scene's y points down, a page's up.
    let height = scene.height as f32;
    ink.content.transform([1.0, 0.0, 0.0, -1.0, 0.0, height]);
    for shape in &scene.shapes {
        ink.shape(shape, letters);
    }
    ink.content.finish().to_vec()
}

/// The shortest straight step of a path that is not of no length.
pub(super) fn shortest_step(pens: &[Pen]) -> f64 {
    let ends: Vec<Point> = pens.iter().filter_map(|pen| pen.end()).collect();
    let steps = ends.windows(2).map(|ends| {
        let [from, to] = [ends[0], ends[1]];
        (to.0 - from.0).hypot(to.1 - from.1)
    });
    steps
        .filter(|&step| step > 1e-6)
        .fold(f64::INFINITY, f64::min)
}

/// Paints, and writes a colour or width only when it changes.
pub(super) struct Ink<'t> {
    pub(super) content: Content,
    theme: &'t Theme,
    fill: Option<Rgb>,
    stroke: Option<Rgb>,
    width: Option<f64>,
    /// The width that dashes were made for.
    dashes: Option<f64>,
}

impl<'t> Ink<'t> {
    pub(super) fn new(theme: &'t Theme) -> Self {
        let mut content = Content::new();
        content.set_line_cap(LineCapStyle::RoundCap);
        content.set_line_join(LineJoinStyle::RoundJoin);
        Self {
            content,
            theme,
            fill: None,
            stroke: None,
            width: None,
            dashes: None,
        }
    }

    fn shape(&mut self, shape: &SceneShape, letters: &mut Letters) {
        match shape {
            SceneShape::Path {
                pens, fill, stroke, ..
            } => self.path(pens, *fill, stroke.as_ref()),
            SceneShape::Text(words) => self.words(words, 1.0, letters),
        }
    }

    fn path(&mut self, pens: &[Pen], fill: Option<Paint>, stroke: Option<&Stroke>) {
        if let Some(paint) = fill {
            self.fill_with(paint);
        }
        if let Some(stroke) = stroke {
            self.stroke_with(stroke);
        }
        draw(pens, short, &mut self.content);
        let content = &mut self.content;
        match (fill, stroke) {
            (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
            (Some(_), None) => content.fill_nonzero(),
            (None, Some(_)) => content.stroke(),
            (None, None) => content.end_path(),
        };
    }

    pub(super) fn fill_with(&mut self, paint: Paint) {
        let colour = self.theme.colour(paint);
        if self.fill.replace(colour) != Some(colour) {
            let [r, g, b] = parts(colour);
            self.content.set_fill_rgb(r, g, b);
        }
    }

    fn stroke_with(&mut self, stroke: &Stroke) {
        let colour = self.theme.colour(stroke.paint);
        if self.stroke.replace(colour) != Some(colour) {
            let [r, g, b] = parts(colour);
            self.content.set_stroke_rgb(r, g, b);
        }
        if self.width.replace(stroke.width) != Some(stroke.width) {
            self.content.set_line_width(stroke.width as f32);
        }
        let dashes = stroke.is_dashed.then_some(stroke.width);
        if self.dashes != dashes {
            self.dashes = dashes;
            let pattern = stroke.dashes().map(|part| part as f32);
            let pattern: &[f32] = if stroke.is_dashed { &pattern } else { &[] };
            self.content.set_dash_pattern(pattern.iter().copied(), 0.0);
        }
    }

    /// A line of words; `down` is 1 where y points down, −1 where it points up.
    pub(super) fn words(&mut self, words: &SceneText, down: f64, letters: &mut Letters) {
        self.fill_with(words.paint);
        let (runs, width) = letters.set(&words.text, words.is_bold);
        let [xx, xy, yx, yy] = words.tilt;
        let part = if words.is_centred { 0.5 } else { 0.0 };
        let back = -width * part * words.size;
        let below = BASELINE * words.size * down;
        let start = (
            words.at.0 + back * xx + below * yx,
            words.at.1 + back * xy + below * yy,
        );
        let (x, y) = short(start);
        let up = -down;
        let tilt = [xx, xy, yx * up, yy * up].map(|part| part as f32);
        let matrix = [tilt[0], tilt[1], tilt[2], tilt[3], x, y];
        self.content.begin_text();
        self.content.set_text_matrix(matrix);
        for run in runs {
            run.show(words.size, &mut self.content);
        }
        self.content.end_text();
    }
}

/// Draws a path, each point of which lies `at` its place.
pub(super) fn draw(pens: &[Pen], at: impl Fn(Point) -> (f32, f32), content: &mut Content) {
    for pen in pens {
        match *pen {
            Pen::Move(to) => {
                let (x, y) = at(to);
                content.move_to(x, y);
            }
            Pen::Line(to) => {
                let (x, y) = at(to);
                content.line_to(x, y);
            }
            Pen::Curve(one, two, to) => {
                let [one, two, to] = [one, two, to].map(&at);
                content.cubic_to(one.0, one.1, two.0, two.1, to.0, to.1);
            }
            Pen::Close => {
                content.close_path();
            }
        }
    }
}

/// A point with as many places as can be seen.
fn short((x, y): Point) -> (f32, f32) {
    let round = |part: f64| ((part * 100.0).round() / 100.0) as f32;
    (round(x), round(y))
}

fn parts(colour: Rgb) -> [f32; 3] {
    [colour.r, colour.g, colour.b].map(|part| f32::from(part) / 255.0)
}
