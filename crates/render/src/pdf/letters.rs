//! The letters of a file: fonts whose glyphs are paths (Type 3), with the letters that are used and
//! no others, and a table that says which letter each glyph is.

use super::ink::draw;
use super::{next, packed};
use crate::glyphs;
use crate::scene::{Pen, Point};
use pdf_writer::types::{SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str};
use std::collections::HashMap;

/// The units of a letter's square.
const SQUARE: f64 = 1000.0;

/// The letters that were used so far.
#[derive(Default)]
pub(super) struct Letters {
    known: HashMap<(char, bool), Known>,
    fonts: Vec<Font>,
}

#[derive(Clone, Copy)]
struct Known {
    font: usize,
    code: u8,
    /// In sizes.
    width: f64,
}

struct Font {
    is_bold: bool,
    /// The letter of each code.
    letters: Vec<Option<char>>,
}

/// Letters in a row that are of one font.
#[derive(Debug)]
pub(super) struct Run {
    font: usize,
    codes: Vec<u8>,
}

impl Run {
    /// Shows the letters where the last ones ended.
    pub(super) fn show(&self, size: f64, content: &mut Content) {
        content.set_font(Name(font_name(self.font).as_bytes()), size as f32);
        content.show(Str(&self.codes));
    }
}

impl Letters {
    /// A text as runs, and how wide it is in sizes.
    pub(super) fn set(&mut self, text: &str, is_bold: bool) -> (Vec<Run>, f64) {
        let mut runs: Vec<Run> = Vec::new();
        let mut width = 0.0;
        for letter in text.chars().filter(|letter| !letter.is_control()) {
            let known = self.know(letter, is_bold);
            width += known.width;
            match runs.last_mut() {
                Some(run) if run.font == known.font => run.codes.push(known.code),
                _ => runs.push(Run {
                    font: known.font,
                    codes: vec![known.code],
                }),
            }
        }
        (runs, width)
    }

    /// The width of a text in sizes.
    pub(super) fn width(text: &str, is_bold: bool) -> f64 {
        glyphs::words(text, is_bold).width
    }

    fn know(&mut self, letter: char, is_bold: bool) -> Known {
        if let Some(&known) = self.known.get(&(letter, is_bold)) {
            return known;
        }
        let fonts = self.fonts.iter().enumerate();
        let mut of_weight = fonts.filter(|(_, font)| font.is_bold == is_bold);
        let place = of_weight.find_map(|(number, font)| Some((number, font.free(letter)?)));
        let (font, code) = place.unwrap_or_else(|| {
            self.fonts.push(Font {
                is_bold,
                letters: vec![None; 256],
            });
            let number = self.fonts.len() - 1;
            let code = self.fonts[number].free(letter);
            (number, code.expect("a new font has free codes"))
        });
        self.fonts[font].letters[usize::from(code)] = Some(letter);
        let known = Known {
            font,
            code,
            width: Self::width(letter.encode_utf8(&mut [0; 4]), is_bold),
        };
        self.known.insert((letter, is_bold), known);
        known
    }

    /// Writes the fonts; gives their names.
    pub(super) fn write(self, pdf: &mut Pdf, last: &mut i32) -> Vec<(String, Ref)> {
        let fonts = self.fonts.iter().enumerate();
        let written = fonts.map(|(number, font)| (font_name(number), font.write(pdf, last)));
        written.collect()
    }
}

fn font_name(number: usize) -> String {
    format!("F{number}")
}

impl Font {
    /// A code for a letter: its own where it is one of ASCII, so that even a plain reader of the file
    /// finds words; another one for the rest.
    fn free(&self, letter: char) -> Option<u8> {
        let is_free = |code: &u8| self.letters[usize::from(*code)].is_none();
        if letter.is_ascii() {
            return u8::try_from(letter).ok().filter(is_free);
        }
        (128..=255).find(is_free)
    }

    fn write(&self, pdf: &mut Pdf, last: &mut i32) -> Ref {
        let used = (0..=255_u8).filter_map(|code| Some((code, self.letters[usize::from(code)]?)));
        let used: Vec<(u8, char)> = used.collect();
        let mut widths = vec![0.0; 256];
        let mut whole: Option<(Point, Point)> = None;
        let mut glyph_ids = Vec::new();
        for &(code, letter) in &used {
            let words = glyphs::words(letter.encode_utf8(&mut [0; 4]), self.is_bold);
            widths[usize::from(code)] = (words.width * SQUARE) as f32;
            let bounds = bounds(&words.pens);
            whole = Some(whole.map_or(bounds, |whole| around(whole, bounds)));
            let id = next(last);
            let glyph = packed(&glyph(&words, bounds));
            let mut stream = pdf.stream(id, &glyph);
            stream.filter(Filter::FlateDecode);
            stream.finish();
            glyph_ids.push(id);
        }
        let to_unicode = next(last);
        let map = packed(&unicode(&used));
        pdf.stream(to_unicode, &map).filter(Filter::FlateDecode);
        let (first, end) = (
            used.first().map_or(0, |u| u.0),
            used.last().map_or(0, |u| u.0),
        );
        let id = next(last);
        let mut font = pdf.type3_font(id);
        let ((left, bottom), (right, top)) = whole.unwrap_or_default();
        font.bbox(Rect::new(
            left as f32,
            bottom as f32,
            right as f32,
            top as f32,
        ));
        let scale = (1.0 / SQUARE) as f32;
        font.matrix([scale, 0.0, 0.0, scale, 0.0, 0.0]);
        font.first_char(first).last_char(end);
        font.widths(
            widths[usize::from(first)..=usize::from(end)]
                .iter()
                .copied(),
        );
        font.to_unicode(to_unicode);
        font.resources().finish();
        let names: Vec<String> = used.iter().map(|(code, _)| format!("g{code}")).collect();
        let mut procedures = font.char_procs();
        for (name, id) in names.iter().zip(glyph_ids) {
            procedures.pair(Name(name.as_bytes()), id);
        }
        procedures.finish();
        let mut encoding = font.encoding_custom();
        let mut differences = encoding.differences();
        for ((code, _), name) in used.iter().zip(&names) {
            differences.consecutive(*code, [Name(name.as_bytes())]);
        }
        differences.finish();
        encoding.finish();
        font.finish();
        id
    }
}

/// The letter of each code.
fn unicode(used: &[(u8, char)]) -> Vec<u8> {
    let system = SystemInfo {
        registry: Str(b"Adobe"),
        ordering: Str(b"UCS"),
        supplement: 0,
    };
    let mut map = UnicodeCmap::<u8>::new(Name(b"Tilewright"), system);
    for &(code, letter) in used {
        map.pair(code, letter);
    }
    map.finish().to_vec()
}

/// A letter's outline, y up.
fn glyph(words: &glyphs::Words, bounds: (Point, Point)) -> Vec<u8> {
    let mut content = Content::new();
    let ((left, bottom), (right, top)) = bounds;
    content.start_shape_glyph(
        (words.width * SQUARE) as f32,
        left as f32,
        bottom as f32,
        right as f32,
        top as f32,
    );
    let at = |(x, y): Point| ((x * SQUARE).round() as f32, (-y * SQUARE).round() as f32);
    draw(&words.pens, at, &mut content);
    if words.pens.is_empty() {
        content.end_path();
    } else {
        content.fill_nonzero();
    }
    content.finish().to_vec()
}

/// The corners of an outline, y up: left lower and right upper.
fn bounds(pens: &[Pen]) -> (Point, Point) {
    let mut bounds: Option<(Point, Point)> = None;
    let mut reach = |(x, y): Point| {
        let at = (x * SQUARE, -y * SQUARE);
        bounds = Some(bounds.map_or((at, at), |bounds| around(bounds, (at, at))));
    };
    for pen in pens {
        match *pen {
            Pen::Move(to) | Pen::Line(to) => reach(to),
            Pen::Curve(one, two, to) => [one, two, to].into_iter().for_each(&mut reach),
            Pen::Close => {}
        }
    }
    bounds.unwrap_or_default()
}

fn around(one: (Point, Point), other: (Point, Point)) -> (Point, Point) {
    (
        (one.0.0.min(other.0.0), one.0.1.min(other.0.1)),
        (one.1.0.max(other.1.0), one.1.1.max(other.1.1)),
    )
}
