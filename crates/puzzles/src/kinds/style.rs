//! `[draw]` of a kind's file: what its clues and values look like, where not as usual.
//!
//! ```toml
//! [draw]
//! bulb = "disc yellow"      # a value
//! white = "ring"            # a layer of clues, under its words
//! rest = "fill black"       # cells that take no tile
//! plus = "text +"           # other words than its name
//! ```

use crate::ParseError;
use crate::nearest::with_nearest;
use crate::section::Section;
use tilewright_render::{Drawing, Tint};

/// The look of the clues and values of a kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Style {
    signs: Vec<(String, Sign)>,
}

/// A sign and its colour.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sign {
    pub(crate) shape: Shape,
    pub(crate) tint: Tint,
}

/// A sign.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// One that is the same for every clue or value.
    Drawing(Drawing),
    /// The clue's words or the value's name: in the middle, or small in a corner.
    Text,
    Small,
    /// These words in the middle.
    Words(String),
    /// The number is a sum for the cells below, or to the right.
    SumBelow,
    SumRight,
    /// A dashed line around the cells of a region, in place of walls.
    Cage,
    Nothing,
}

/// The name for cells that take no tile.
pub(crate) const REST: &str = "rest";

/// The signs by their names.
fn shapes() -> Vec<(&'static str, Shape)> {
    let half = |is_south, is_east| Drawing::Half { is_south, is_east };
    let drawings = [
        ("fill", Drawing::Fill),
        ("shade", Drawing::Shade),
        ("dot", Drawing::Dot),
        ("disc", Drawing::Disc),
        ("ring", Drawing::Ring),
        ("star", Drawing::Star),
        ("cross", Drawing::Cross),
        ("triangle", Drawing::Triangle),
        ("slash", Drawing::Slash { is_falling: false }),
        ("backslash", Drawing::Slash { is_falling: true }),
        ("tri-nw", half(false, false)),
        ("tri-ne", half(false, true)),
        ("tri-sw", half(true, false)),
        ("tri-se", half(true, true)),
        ("pill", Drawing::Pill([false; 4])),
        ("pill-n", Drawing::Pill([false, false, true, false])),
        ("pill-e", Drawing::Pill([false, false, false, true])),
        ("pill-s", Drawing::Pill([true, false, false, false])),
        ("pill-w", Drawing::Pill([false, true, false, false])),
        ("pill-mid", Drawing::Pill([true; 4])),
        ("wall", Drawing::Wall),
        ("stroke", Drawing::Wall),
        ("link", Drawing::Link),
        ("double", Drawing::Double),
    ];
    let drawings = drawings.map(|(name, drawing)| (name, Shape::Drawing(drawing)));
    let others = [
        ("text", Shape::Text),
        ("small", Shape::Small),
        ("sum-below", Shape::SumBelow),
        ("sum-right", Shape::SumRight),
        ("cage", Shape::Cage),
        ("nothing", Shape::Nothing),
    ];
    drawings.into_iter().chain(others).collect()
}

impl Style {
    /// Reads `[draw]`.
    pub(super) fn read(top: &Section<'_>) -> Result<Self, ParseError> {
        let Some(entry) = top.get("draw") else {
            return Ok(Self::default());
        };
        let wrong = || entry.key_error("\"draw\" should be a table, written [draw]");
        let mut signs = Vec::new();
        for entry in entry.section().ok_or_else(wrong)?.entries() {
            let text = entry.text()?;
            let words = text.words();
            let [name, tint @ ..] = &words[..] else {
                return Err(
                    text.error("a sign was expected here, such as \"disc\" or \"fill black\"")
                );
            };
            let mut known = shapes().into_iter();
            let shape = known.find(|(known, _)| *known == name.text);
            let Some((_, mut shape)) = shape else {
                let error = name.error(format!("there is no sign {:?}", name.text));
                let names = shapes().into_iter().map(|(known, _)| known);
                return Err(with_nearest(error, &name.text, names));
            };
            let tint = match tint {
                [] => Tint::Ink,
                [words] if shape == Shape::Text => {
                    shape = Shape::Words(words.text.clone());
                    Tint::Ink
                }
                [tint] => {
                    let known = Tint::NAMES.iter().find(|(known, _)| *known == tint.text);
                    known.map(|(_, tint)| *tint).ok_or_else(|| {
                        let error = tint.error(format!("there is no colour {:?}", tint.text));
                        with_nearest(
                            error,
                            &tint.text,
                            Tint::NAMES.into_iter().map(|(known, _)| known),
                        )
                    })?
                }
                [_, more, ..] => return Err(more.error("a sign has one colour")),
            };
            signs.push((entry.key.to_owned(), Sign { shape, tint }));
        }
        Ok(Self { signs })
    }

    /// The sign of a layer of clues, of a word of it, or of the cells without tiles.
    pub(crate) fn of(&self, name: &str) -> Option<&Sign> {
        let found = self.signs.iter().find(|(known, _)| known == name);
        found.map(|(_, sign)| sign)
    }

    /// The sign of a value of a layer.
    pub(crate) fn of_value(&self, layer: &str, value: &str) -> Option<&Sign> {
        let long = format!("{layer}.{value}");
        self.of(&long).or_else(|| self.of(value))
    }
}
