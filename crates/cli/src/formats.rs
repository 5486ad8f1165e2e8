//! Puzzles written in formats, and what is said where a format cannot say one.

use crate::failure::Failure;
use crate::families;
use tilewright::puzzles::{Family, Puzzle, Reading};

/// A solved puzzle in a format that distinguishes it from the unsolved one: that of the input if it does.
pub(crate) fn in_telling_format(
    puzzle: &dyn Puzzle,
    solved: &dyn Puzzle,
    reading: Option<&Reading>,
) -> Result<String, Failure> {
    let text = tilewright_batch::telling(puzzle, solved, reading);
    text.map_err(|unwritable| refused(solved, unwritable))
}

/// A puzzle in the format of the input if that can say it, or else in the first of its family's that can.
pub(crate) fn as_read(puzzle: &dyn Puzzle, reading: Option<&Reading>) -> Result<String, Failure> {
    let text = tilewright_batch::as_read(puzzle, reading);
    text.map_err(|unwritable| refused(puzzle, unwritable))
}

/// A puzzle on one line, as far as a format can say it on one.
pub(crate) fn on_a_line(puzzle: &dyn Puzzle, reading: Option<&Reading>) -> Result<String, Failure> {
    let text = tilewright_batch::on_a_line(puzzle, reading);
    text.map_err(|unwritable| refused(puzzle, unwritable))
}

/// Says so at once where no family writes that format, and it is none of the others.
pub(crate) fn refuse_unknown<'f>(
    to: &str,
    others: impl IntoIterator<Item = &'f str>,
) -> Result<(), Failure> {
    let mut names: Vec<&str> = others.into_iter().collect();
    names.extend(families().iter().flat_map(formats_written));
    if names.contains(&to) {
        return Ok(());
    }
    names.sort_unstable();
    names.dedup();
    Err(Failure::new(format!(
        "there is no format called {to:?} that can be written"
    ))
    .hint(format!("the formats are {}", names.join(", "))))
}

/// Writes a puzzle in a format of its family.
pub(crate) fn written(puzzle: &dyn Puzzle, format: &str) -> Result<String, Failure> {
    puzzle
        .write(format)
        .map_err(|unwritable| refused(puzzle, unwritable))
}

/// The reason why a puzzle is not written, and how it could be.
pub(crate) fn refused(puzzle: &dyn Puzzle, why: impl Into<Failure>) -> Failure {
    let family = puzzle.family();
    why.into().hint(format!(
        "{} is written as {}",
        family.name,
        formats_written(family).join(", ")
    ))
}

fn formats_written(family: &Family) -> Vec<&str> {
    let written = family.formats.iter().filter(|format| format.is_written());
    written.map(|format| &*format.name).collect()
}
