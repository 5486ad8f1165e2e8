//! The formats of Shikaku, each in a file of its own, and which one a text is in.
//!
//! A text is recognised only if nothing else is likely to look like it. In the formats that name
//! the puzzle themselves a recognised text need not be flawless, so that reading it reports the
//! mistake.

pub(super) mod grid;
mod json;
mod kanpen;
mod puzzlekit;
mod puzzlink;
mod pzprv3;
mod rows;
mod tatham;

use super::{Clue, MAX_AXES, Shape, Shikaku, Style, labels};
use crate::near::best;
use crate::{Format, Near, Unwritable};
use std::sync::LazyLock;

/// The name of the puzzle in the formats that name it.
const NAME: &str = "shikaku";

/// Every format, the plain grid first.
pub(super) fn all() -> [&'static Format; 10] {
    [
        &grid::GRID,
        &puzzlink::PUZZLINK,
        &pzprv3::PZPRV3,
        &tatham::TATHAM,
        &kanpen::KANPEN,
        &puzzlekit::PUZZLEKIT,
        &json::JSON,
        &README,
        &CODINGAME,
        &OLD,
    ]
}

static README: LazyLock<Format> = LazyLock::new(|| {
    Format::new("readme", "a solution in letters with blanks between")
        .writes(|puzzle| drawn("readme", Style::Readme, puzzle))
});

static CODINGAME: LazyLock<Format> = LazyLock::new(|| {
    Format::new("codingame", "a solution in letters")
        .writes(|puzzle| drawn("codingame", Style::CodinGame, puzzle))
});

static OLD: LazyLock<Format> = LazyLock::new(|| {
    Format::new(
        "old",
        "a solution in letters and clues with numbered rows and columns",
    )
    .writes(|puzzle| drawn("old", Style::Old, puzzle))
});

fn drawn(format: &str, style: Style, puzzle: &Shikaku) -> Result<String, Unwritable> {
    if puzzle.areas().is_none() {
        return Err(Unwritable(format!(
            "the format {format} shows a solution, but the puzzle is not solved"
        )));
    }
    Ok(labels::drawing(style, puzzle))
}

/// The nearest format of a text that no format recognises.
pub(super) fn near(text: &str) -> Option<Near> {
    let lower = text.trim_start().to_ascii_lowercase();
    let names_it = lower.contains(NAME);
    let is_address = names_it && (lower.contains("://") || lower.contains("?shikaku"));
    let percent = |is_near| if is_near { 90 } else { 0 };
    let formats: [(&Format, u32); 6] = [
        (&grid::GRID, grid::nearness(text)),
        (&kanpen::KANPEN, kanpen::nearness(text)),
        (&puzzlekit::PUZZLEKIT, crate::puzzlekit::nearness(text)),
        (&tatham::TATHAM, percent(tatham::is_near(text))),
        (
            &pzprv3::PZPRV3,
            percent(names_it && lower.starts_with("pzpr")),
        ),
        (
            &puzzlink::PUZZLINK,
            percent(is_address && !lower.contains(char::is_whitespace)),
        ),
    ];
    best(formats.map(|(format, percent)| Some(Near::new(format, percent))))
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

    /// The number of cells still to come.
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
