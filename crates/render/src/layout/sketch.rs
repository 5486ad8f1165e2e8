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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stand_below_each_other_and_strokes_meet() {
        let lines = ["·  ┌─".to_owned(), "   │ ab".to_owned(), "×".to_owned()];
        let (shapes, width) = draw(&lines, 10.0);
        assert!((width - 7.0 * WIDTH).abs() < 1e-9);
        let texts: Vec<&SceneText> = shapes
            .iter()
            .filter_map(|shape| match shape {
                SceneShape::Text(text) => Some(text),
                SceneShape::Path { .. } => None,
            })
            .collect();
        let words: Vec<&str> = texts.iter().map(|text| text.text.as_str()).collect();
        assert_eq!(words, ["·", "ab", "×"]);
        assert!((texts[0].at.0 - texts[2].at.0).abs() < 1e-9);
        assert!((texts[2].at.1 - texts[0].at.1 - 2.0 * LINE).abs() < 1e-9);
        let Some(SceneShape::Path { pens, .. }) = shapes.last() else {
            panic!("there are strokes");
        };
        // From the corner right and down, the level stroke in two halves, the upright one in two.
        let ends: Vec<Point> = pens
            .iter()
            .filter_map(|pen| match *pen {
                Pen::Line(end) => Some(end),
                _ => None,
            })
            .collect();
        let x = |column: f64| MARGIN + column * WIDTH;
        let expected = [
            (x(4.0), 10.0 + 0.5 * LINE),
            (x(3.5), 10.0 + LINE),
            (x(5.0), 10.0 + 0.5 * LINE),
            (x(4.0), 10.0 + 0.5 * LINE),
            (x(3.5), 10.0 + LINE),
            (x(3.5), 10.0 + 2.0 * LINE),
        ];
        assert_eq!(ends.len(), expected.len());
        for (end, expected) in ends.iter().zip(expected) {
            let off = (end.0 - expected.0).abs() + (end.1 - expected.1).abs();
            assert!(off < 1e-9, "{end:?} {expected:?}");
        }
    }

    #[test]
    fn an_empty_sketch_is_nothing() {
        assert_eq!(draw(&[], 0.0).0.len(), 0);
        assert_eq!(draw(&[String::new()], 0.0).0.len(), 0);
    }
}
