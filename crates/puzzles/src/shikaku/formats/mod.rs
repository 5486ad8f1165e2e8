//! The formats of Shikaku, each in a file of its own, and which one a text is in.
//!
//! A text is only recognised where nothing else is likely to look so; what is recognised need not
//! be flawless in the formats that name the puzzle themselves, so that reading it says what is
//! wrong.

pub(super) mod grid;
mod json;
mod kanpen;
mod puzzlekit;
mod puzzlink;
mod pzprv3;
mod rows;
mod tatham;

use super::{Clue, MAX_AXES, Shape, Shikaku, Style, labels};
use crate::json::is_of_family;
use crate::near::best;
use crate::{Format, Near, ParseError, Unwritable, pzpr};

/// What the puzzle is called in the formats that name it.
const NAME: &str = "shikaku";

/// Every format, the plain grid first.
pub(super) static FORMATS: &[Format] = &[
    Format::both_ways(
        "grid",
        "width and height (and depth), then rows of numbers, 0 for blank, ? for unknown",
    ),
    Format::both_ways("puzzlink", "an address of puzz.link or pzv.jp").on_a_line(),
    Format::both_ways("pzprv3", "a file of pzpr: clues and, if solved, borders"),
    Format::both_ways("tatham", "a game id of Simon Tatham's Rectangles: 7x7:…").on_a_line(),
    Format::both_ways(
        "kanpen",
        "a file of Pencilbox: clues and, if solved, rectangles",
    ),
    Format::both_ways(
        "puzzlekit",
        "rows and columns, then rows of numbers, - for blank",
    ),
    Format::both_ways(
        "json",
        "an object with family, size, clues and, if solved, areas",
    )
    .on_a_line(),
    Format::written("readme", "a solution in letters with blanks between"),
    Format::written("codingame", "a solution in letters"),
    Format::written(
        "old",
        "a solution in letters and clues with numbered rows and columns",
    ),
];

/// A format and whether a text looks like it.
type Look = (&'static str, fn(&str) -> bool);

/// The format of a text that is clearly a Shikaku.
pub(super) fn recognise(text: &str) -> Option<&'static str> {
    let looks: [Look; 7] = [
        ("puzzlink", |text| pzpr::is_address(text, NAME)),
        ("pzprv3", |text| pzpr::is_file(text, NAME)),
        ("json", |text| is_of_family(text, NAME)),
        ("tatham", tatham::is_likely),
        ("grid", grid::is_likely),
        ("kanpen", kanpen::is_likely),
        ("puzzlekit", puzzlekit::is_likely),
    ];
    let mut looks = looks.into_iter();
    looks
        .find(|(_, is_likely)| is_likely(text))
        .map(|(name, _)| name)
}

/// The format that a text comes nearest to which nobody recognises.
pub(super) fn near(text: &str) -> Option<Near> {
    let lower = text.trim_start().to_ascii_lowercase();
    let names_it = lower.contains(NAME);
    let is_address = names_it && (lower.contains("://") || lower.contains("?shikaku"));
    let percent = |is_near| if is_near { 90 } else { 0 };
    let formats = [
        ("grid", grid::nearness(text)),
        ("kanpen", kanpen::nearness(text)),
        ("puzzlekit", puzzlekit::nearness(text)),
        ("tatham", percent(tatham::is_near(text))),
        ("pzprv3", percent(names_it && lower.starts_with("pzpr"))),
        (
            "puzzlink",
            percent(is_address && !lower.contains(char::is_whitespace)),
        ),
    ];
    best(formats.map(|(format, percent)| Some(Near { format, percent })))
}

/// Reads a text in the named format.
pub(super) fn read(text: &str, format: &str) -> Result<Shikaku, ParseError> {
    match format {
        "grid" => grid::read(text),
        "puzzlink" => puzzlink::read(text),
        "pzprv3" => pzprv3::read(text),
        "tatham" => tatham::read(text),
        "kanpen" => kanpen::read(text),
        "puzzlekit" => puzzlekit::read(text),
        "json" => json::read(text),
        _ => Err(ParseError::new(format!(
            "Shikaku is not read from the format {format:?}"
        ))),
    }
}

/// Writes a puzzle in the named format.
pub(super) fn write(puzzle: &Shikaku, format: &str) -> Result<String, Unwritable> {
    if let Some(style) = Style::named(format) {
        return match puzzle.areas() {
            Some(_) => Ok(labels::drawing(style, puzzle)),
            None => Err(Unwritable(format!(
                "the format {format} shows a solution, but the puzzle is not solved"
            ))),
        };
    }
    match format {
        "grid" => Ok(grid::write(puzzle)),
        "puzzlink" => puzzlink::write(puzzle),
        "pzprv3" => pzprv3::write(puzzle),
        "tatham" => tatham::write(puzzle),
        "kanpen" => kanpen::write(puzzle),
        "puzzlekit" => puzzlekit::write(puzzle),
        "json" => Ok(json::write(puzzle)),
        _ => Err(Unwritable(format!(
            "Shikaku is not written in the format {format:?}"
        ))),
    }
}

/// "3 of the 4 cells are missing".
fn missing(number: usize, total: usize) -> String {
    let are = if number == 1 { "is" } else { "are" };
    format!("{number} of the {total} cells {are} missing")
}

/// A format that can only say flat grids.
fn flat(puzzle: &Shikaku, format: &str) -> Result<(), Unwritable> {
    if puzzle.shape().axes() == 2 {
        return Ok(());
    }
    Err(Unwritable(format!(
        "the format {format} has two dimensions, but the puzzle has {}",
        puzzle.shape().axes()
    )))
}

/// Collects the cells of a grid in row-major order.
struct Cells {
    shape: Shape,
    clues: Vec<Clue>,
    next: usize,
}

impl Cells {
    fn new(shape: Shape) -> Self {
        Self {
            shape,
            clues: Vec::new(),
            next: 0,
        }
    }

    /// How many cells have not been given yet.
    fn left(&self) -> usize {
        self.shape.cells() - self.next
    }

    /// The next cells are blank, not more than are left.
    fn blank(&mut self, cells: usize) {
        debug_assert!(cells <= self.left());
        self.next += cells;
    }

    /// The next cell has a clue; there must be one left.
    fn clue(&mut self, volume: Option<u32>) {
        debug_assert!(self.left() > 0);
        self.clues.push(Clue {
            cell: self.next as u32,
            volume,
        });
        self.next += 1;
    }

    /// The puzzle, once all cells were given.
    fn puzzle(self) -> Shikaku {
        debug_assert_eq!(self.left(), 0);
        Shikaku::new(self.shape, self.clues)
    }
}

#[cfg(test)]
mod tests;
