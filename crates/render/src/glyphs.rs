//! The outlines of letters.
//!
//! A file that is to look the same on every machine cannot leave letters to the fonts of its
//! reader: they are drawn as paths. The font is `DejaVu` Sans Condensed, which knows most alphabets,
//! digits, arrows and mathematical signs; a letter that it does not know is drawn as its empty box.

use crate::scene::{self, BASELINE, Pen, Point};
use std::sync::OnceLock;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The outline of a line of words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Words {
    /// The outline: to be filled, winding counts.
    pub pens: Vec<Pen>,
    /// The width of the words.
    pub width: f64,
}

/// The outline of a text whose letters' square has the side 1. It starts at x = 0, and its baseline is y = 0; y
/// points down.
pub fn words(text: &str, is_bold: bool) -> Words {
    let mut pencil = Pencil::default();
    let Some(face) = face(is_bold) else {
        return Words::default();
    };
    let scale = 1.0 / f64::from(face.units_per_em().max(1));
    pencil.scale = scale;
    for letter in text.chars().filter(|letter| !letter.is_control()) {
        let glyph = face.glyph_index(letter).unwrap_or(GlyphId(0));
        face.outline_glyph(glyph, &mut pencil);
        let advance = face.glyph_hor_advance(glyph).unwrap_or(0);
        pencil.x += f64::from(advance) * scale;
    }
    Words {
        width: pencil.x,
        pens: pencil.pens,
    }
}

/// The outline of words of a scene, at their place.
pub fn placed(of: &scene::SceneText) -> Vec<Pen> {
    let words = words(&of.text, of.is_bold);
    let start = if of.is_centred {
        -words.width / 2.0
    } else {
        0.0
    };
    let [xx, xy, yx, yy] = of.tilt;
    let put = |(x, y): Point| {
        let (x, y) = ((x + start) * of.size, (y + BASELINE) * of.size);
        (of.at.0 + x * xx + y * yx, of.at.1 + x * xy + y * yy)
    };
    words.pens.into_iter().map(|pen| pen.map(put)).collect()
}

/// The font, read once.
fn face(is_bold: bool) -> Option<&'static Face<'static>> {
    static FACES: OnceLock<[Option<Face<'static>>; 2]> = OnceLock::new();
    let faces = FACES.get_or_init(|| {
        [
            Face::parse(dejavu::sans_condensed::regular(), 0).ok(),
            Face::parse(dejavu::sans_condensed::bold(), 0).ok(),
        ]
    });
    faces[usize::from(is_bold)].as_ref()
}

/// Records the path that a font draws.
#[derive(Default)]
struct Pencil {
    pens: Vec<Pen>,
    /// The start of the letter.
    x: f64,
    scale: f64,
    here: Point,
}

impl Pencil {
    /// A font's y points up.
    fn point(&self, x: f32, y: f32) -> Point {
        (
            self.x + f64::from(x) * self.scale,
            -f64::from(y) * self.scale,
        )
    }
}

impl OutlineBuilder for Pencil {
    fn move_to(&mut self, x: f32, y: f32) {
        self.here = self.point(x, y);
        self.pens.push(Pen::Move(self.here));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.here = self.point(x, y);
        self.pens.push(Pen::Line(self.here));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (from, control, to) = (self.here, self.point(x1, y1), self.point(x, y));
        // A parabola is a cubic whose controls lie two thirds of the way to its own.
        let towards = |end: Point| {
            (
                end.0 + (control.0 - end.0) * 2.0 / 3.0,
                end.1 + (control.1 - end.1) * 2.0 / 3.0,
            )
        };
        self.pens.push(Pen::Curve(towards(from), towards(to), to));
        self.here = to;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let to = self.point(x, y);
        let (one, two) = (self.point(x1, y1), self.point(x2, y2));
        self.pens.push(Pen::Curve(one, two, to));
        self.here = to;
    }

    fn close(&mut self) {
        self.pens.push(Pen::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_outlines_and_widths() {
        let one = words("1", false);
        let two = words("11", false);
        assert!(one.width > 0.3 && one.width < 0.8);
        assert!((two.width - 2.0 * one.width).abs() < 1e-9);
        assert_eq!(two.pens.len(), 2 * one.pens.len());
        assert_ne!(words("8", true), words("8", false));
        assert_eq!(words("", false), Words::default());
        assert!(words(" ", false).pens.is_empty());
        assert_eq!(words("\n", false), Words::default());
    }

    #[test]
    fn digits_are_as_high_as_the_scene_takes_them_to_be() {
        for is_bold in [false, true] {
            let pens = words("8", is_bold).pens;
            let heights = pens.iter().filter_map(|pen| match pen {
                Pen::Move(to) | Pen::Line(to) | Pen::Curve(_, _, to) => Some(to.1),
                Pen::Close => None,
            });
            let top = heights.clone().fold(f64::INFINITY, f64::min);
            let bottom = heights.fold(f64::NEG_INFINITY, f64::max);
            assert!((f64::midpoint(top, bottom) + BASELINE).abs() < 0.02);
        }
    }

    #[test]
    fn a_letter_unknown_to_the_font_is_a_box() {
        assert!(!words("\u{10ffff}", false).pens.is_empty());
    }
}
