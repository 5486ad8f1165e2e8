//! The places of pictures on pages.
//!
//! A page is cut in equal slots. How many is asked for, or else as many as leave the cells large
//! enough to write in (for answers: to read); the last page has as many as the one before it, so that
//! all pages of a booklet look alike. Lengths are points, y points up.

use super::ink::Ink;
use super::letters::Letters;
use super::{Piece, Plan, form_name};
use crate::scene::{Paint, Point, SceneText};
use crate::theme::Theme;
use pdf_writer::Name;

/// The edge of the paper that printers cannot reach, and some more to hold it.
const MARGIN: f64 = 45.0;
/// Between two slots.
const GUTTER: f64 = 22.0;
/// The size of the words around pictures, and the height of their lines.
const WORDS: f64 = 9.5;
const LINE: f64 = 13.0;
/// The size of the title and of "Answers", and the height of their lines.
const TITLE: f64 = 20.0;
const TITLE_LINE: f64 = 40.0;
/// The direction of y.
const UP: f64 = -1.0;
/// No cell is larger than this.
const LARGEST_CELL: f64 = 44.0;
/// The largest size of words on a page without pictures.
const LARGEST_WORDS: f64 = 11.0;
/// The numbers of slots that a page may have by default.
const NUMBERS: [usize; 9] = [1, 2, 4, 6, 9, 12, 16, 20, 30];

/// The least sizes for easy reading: the sides of cells and the sizes of words.
#[derive(Clone, Copy)]
struct Ease {
    cell: f64,
    words: f64,
}

/// A cell that is written in.
const TO_SOLVE: Ease = Ease {
    cell: 17.0,
    words: 5.8,
};
/// A cell that is looked up.
const TO_READ: Ease = Ease {
    cell: 9.0,
    words: 4.0,
};

/// A page.
pub(super) struct Page<'b> {
    number: usize,
    heading: Option<&'b str>,
    slots: Vec<(&'b Piece, Slot)>,
}

/// A rectangle: its left upper corner and its size.
#[derive(Clone, Copy, Debug)]
struct Slot {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

/// All pages; there is at least one.
pub(super) fn lay_out(plan: &Plan) -> Vec<Page<'_>> {
    let (width, height) = plan.paper.size();
    let room = Slot {
        left: MARGIN,
        top: height - MARGIN,
        width: width - 2.0 * MARGIN,
        // The last line is the number of the page.
        height: height - 2.0 * MARGIN - LINE,
    };
    let mut pages = Vec::new();
    let title = plan.title.as_deref();
    fill(
        &plan.puzzles,
        title,
        TO_SOLVE,
        plan.per_page,
        room,
        &mut pages,
    );
    fill(
        &plan.answers,
        Some("Answers"),
        TO_READ,
        None,
        room,
        &mut pages,
    );
    if pages.is_empty() {
        pages.push(Page {
            number: 1,
            heading: title,
            slots: Vec::new(),
        });
    }
    pages
}

/// Adds pages with these pieces, the first with a heading.
fn fill<'b>(
    mut pieces: &'b [Piece],
    heading: Option<&'b str>,
    ease: Ease,
    per_page: Option<usize>,
    room: Slot,
    pages: &mut Vec<Page<'b>>,
) {
    let mut heading = heading;
    let mut before = None;
    while !pieces.is_empty() {
        let heading = heading.take();
        let room = if heading.is_some() {
            Slot {
                top: room.top - TITLE_LINE,
                height: room.height - TITLE_LINE,
                ..room
            }
        } else {
            room
        };
        let number = per_page.unwrap_or_else(|| how_many(pieces, before, ease, room));
        before = Some(number);
        let (here, rest) = pieces.split_at(number.min(pieces.len()));
        pieces = rest;
        let slots = slots(here, number, room);
        pages.push(Page {
            number: pages.len() + 1,
            heading,
            slots: here.iter().zip(slots).collect(),
        });
    }
}

/// The number of next pieces on a page.
fn how_many(pieces: &[Piece], before: Option<usize>, ease: Ease, room: Slot) -> usize {
    let is_easy = |number: usize| {
        let here = &pieces[..number.min(pieces.len())];
        let slots = slots(here, number, room);
        here.iter().zip(slots).all(|(piece, slot)| {
            let scale = piece.scale(slot);
            piece.cell * scale >= ease.cell && piece.words * scale >= ease.words
        })
    };
    // More slots than pieces would only make them smaller.
    let enough = NUMBERS.iter().position(|&number| number >= pieces.len());
    let numbers = &NUMBERS[..enough.map_or(NUMBERS.len(), |enough| enough + 1)];
    let most = numbers.iter().rev().find(|&&number| is_easy(number));
    let most = most.copied().unwrap_or(1);
    // The last page has slots as large as the one before it, even if they are not all filled.
    before
        .filter(|&number| number > most && is_easy(number))
        .unwrap_or(most)
}

/// The first slots of a page that has `number`: columns and rows are those in which the pieces come out largest.
fn slots(pieces: &[Piece], number: usize, room: Slot) -> Vec<Slot> {
    let cut = |columns: usize| {
        let rows = number.div_ceil(columns);
        let share = |whole: f64, parts: usize| (whole - GUTTER * (parts - 1) as f64) / parts as f64;
        let (width, height) = (share(room.width, columns), share(room.height, rows));
        let slot = |place: usize| Slot {
            left: room.left + (place % columns) as f64 * (width + GUTTER),
            top: room.top - (place / columns) as f64 * (height + GUTTER),
            width,
            height,
        };
        (0..pieces.len()).map(slot).collect::<Vec<Slot>>()
    };
    let smallest = |slots: &[Slot]| {
        let scales = pieces.iter().zip(slots);
        scales
            .map(|(piece, &slot)| piece.scale(slot))
            .fold(f64::INFINITY, f64::min)
    };
    let cuts = (1..=number).map(cut);
    let best = cuts.max_by(|one, other| smallest(one).total_cmp(&smallest(other)));
    best.unwrap_or_default()
}

impl Piece {
    /// The number of points of a unit of the scene in a slot.
    fn scale(&self, slot: Slot) -> f64 {
        let above = if self.has_heading() { LINE } else { 0.0 };
        let below = LINE * self.lines(slot.width).len() as f64;
        let room = (slot.height - above - below).max(1.0);
        let largest = match (self.cell.is_finite(), self.words.is_finite()) {
            (true, _) => LARGEST_CELL / self.cell,
            (false, true) => LARGEST_WORDS / self.words,
            (false, false) => 1.0,
        };
        let fits = |room: f64, size: f64| {
            if size > 0.0 {
                room / size
            } else {
                f64::INFINITY
            }
        };
        let fit = fits(slot.width.max(1.0), self.width).min(fits(room, self.height));
        fit.min(largest)
    }

    fn has_heading(&self) -> bool {
        !self.caption.heading.is_empty() || !self.caption.note.is_empty()
    }

    /// The lines below it.
    fn lines(&self, width: f64) -> Vec<String> {
        wrapped(&self.caption.text, width / WORDS)
    }
}

/// A text in lines at most `room` sizes wide, broken at blanks if there are any.
fn wrapped(text: &str, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut left = 0.0;
    for word in text.split_whitespace() {
        let width = Letters::width(word, false);
        let blank = Letters::width(" ", false);
        match lines.last_mut() {
            Some(line) if blank + width <= left => {
                line.push(' ');
                line.push_str(word);
                left -= blank + width;
            }
            _ => {
                lines.push(word.to_owned());
                left = room - width;
            }
        }
    }
    lines
}

/// A text, or its start if it is wider than `room` sizes.
fn cut(text: &str, room: f64, is_bold: bool) -> String {
    if Letters::width(text, is_bold) <= room {
        return text.to_owned();
    }
    let mut out = String::new();
    for letter in text.chars() {
        out.push(letter);
        if Letters::width(&out, is_bold) + 1.0 > room {
            break;
        }
    }
    out.pop();
    out.push('…');
    out
}

/// Words on a page, around a point.
fn centred(text: &str, at: Point, size: f64) -> SceneText {
    SceneText::around(at, text, size, Paint::Word)
}

/// Words on a page, from a point to the right.
fn line(text: &str, at: Point, is_bold: bool) -> SceneText {
    SceneText {
        is_bold,
        is_centred: false,
        ..centred(text, at, WORDS)
    }
}

impl Page<'_> {
    /// The content stream of the page.
    pub(super) fn content(
        &self,
        theme: &Theme,
        letters: &mut Letters,
        (width, height): (f64, f64),
    ) -> Vec<u8> {
        let mut ink = Ink::new(theme);
        if *theme != Theme::LIGHT {
            ink.fill_with(Paint::Paper);
            ink.content.rect(0.0, 0.0, width as f32, height as f32);
            ink.content.fill_nonzero();
        }
        ink.fill_with(Paint::Word);
        let middle = width / 2.0;
        if let Some(heading) = self.heading {
            let heading = cut(heading, (width - 2.0 * MARGIN) / TITLE, true);
            let y = height - MARGIN - TITLE / 2.0;
            let heading = SceneText {
                is_bold: true,
                ..centred(&heading, (middle, y), TITLE)
            };
            ink.words(&heading, UP, letters);
        }
        let number = self.number.to_string();
        let number = centred(&number, (middle, MARGIN - LINE / 2.0), WORDS);
        ink.words(&number, UP, letters);
        for (piece, slot) in &self.slots {
            piece.place(*slot, &mut ink, letters);
        }
        ink.content.finish().to_vec()
    }
}

impl Piece {
    fn place(&self, slot: Slot, ink: &mut Ink<'_>, letters: &mut Letters) {
        let scale = self.scale(slot);
        let (width, height) = (self.width * scale, self.height * scale);
        let left = if self.form.is_some() {
            slot.left + (slot.width - width) / 2.0
        } else {
            slot.left
        };
        let mut top = slot.top;
        if self.has_heading() {
            let at = (left, top - LINE / 2.0);
            let room = (slot.left + slot.width - at.0) / WORDS;
            let heading = cut(&self.caption.heading, room, true);
            ink.words(&line(&heading, at, true), UP, letters);
            let after = Letters::width(&heading, true) + 0.8;
            let note = cut(&self.caption.note, room - after, false);
            if room - after > 2.0 {
                let at = (at.0 + after * WORDS, at.1);
                ink.words(&line(&note, at, false), UP, letters);
            }
            top -= LINE;
        }
        if let Some(form) = self.form {
            let scale = scale as f32;
            let bottom = (top - height) as f32;
            ink.content.save_state();
            ink.content
                .transform([scale, 0.0, 0.0, scale, left as f32, bottom]);
            ink.content.x_object(Name(form_name(form).as_bytes()));
            ink.content.restore_state();
            top -= height;
        }
        let lines = self.lines(slot.width);
        let widths = lines
            .iter()
            .map(|words| Letters::width(words, false) * WORDS);
        let widest = widths.fold(0.0, f64::max);
        let left = left.min(slot.left + slot.width - widest);
        for words in lines {
            let at = (left, top - LINE / 2.0);
            ink.words(&line(&words, at, false), UP, letters);
            top -= LINE;
        }
    }
}
