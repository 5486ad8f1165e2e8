//! A drawing in letters: every letter has a place of its own, and the signs for boxes are strokes that meet.

use super::{LINE, MARGIN, WORDS, words};
use crate::scene::{Paint, Pen, Point, SceneShape, SceneText, Stroke};

/// The room for a letter.
const WIDTH: f64 = 0.62 * WORDS;
/// The thickness of a stroke.
const THICK: f64 = 0.1 * WORDS;

/// The signs for boxes, by the sides at which a stroke leaves: 1 up, 2 right, 4 down, 8 left.
const STROKES: &str = " ╵╶└╷│┌├╴┘─┴┐┤┬┼";

/// Draws lines whose letters stand below each other from a height on. Gives its shapes and how wide it is.
pub(super) fn draw(lines: &[String], top: f64) -> (Vec<SceneShape>, f64) {
    let (mut pens, mut shapes) = (Vec::new(), Vec::new());
    let mut widest = 0;
    let at = |column: f64, row: usize| (MARGIN + column * WIDTH, top + (row as f64 + 0.5) * LINE);
    for (row, line) in lines.iter().enumerate() {
        let letters: Vec<char> = line.chars().collect();
        widest = widest.max(letters.len());
        let mut column = 0;
        while column < letters.len() {
            let middle = at(column as f64 + 0.5, row);
            if let Some(sides) = sides(letters[column]) {
                add_strokes(sides, middle, &mut pens);
                column += 1;
                continue;
            }
            let rest = &letters[column..];
            let is_over = |&letter: &char| sides(letter).is_some();
            let length = rest.iter().position(is_over).unwrap_or(rest.len());
            let text: String = rest[..length].iter().collect();
            let size = words::size_to_fit(&text, WORDS, length as f64 * WIDTH);
            let middle = at(column as f64 + length as f64 / 2.0, row);
            let text = SceneText::around(middle, text, size, Paint::Word);
            shapes.push(SceneShape::Text(text));
            column += length;
        }
    }
    if !pens.is_empty() {
        let stroke = Stroke::plain(Paint::Wall, THICK);
        shapes.push(SceneShape::stroked(pens, stroke));
    }
    (shapes, widest as f64 * WIDTH)
}

/// The sides at which a sign leaves its place, or `None` for a letter. A blank leaves at none.
fn sides(letter: char) -> Option<usize> {
    STROKES.chars().position(|sign| sign == letter)
}

/// Strokes from the middle of a letter's place to its sides.
fn add_strokes(sides: usize, (x, y): Point, pens: &mut Vec<Pen>) {
    let ends = [
        (x, y - LINE / 2.0),
        (x + WIDTH / 2.0, y),
        (x, y + LINE / 2.0),
        (x - WIDTH / 2.0, y),
    ];
    for (number, end) in ends.into_iter().enumerate() {
        if sides >> number & 1 == 1 {
            pens.extend([Pen::Move((x, y)), Pen::Line(end)]);
        }
    }
}
