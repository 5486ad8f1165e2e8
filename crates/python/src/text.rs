//! The default format of a puzzle's text.

use crate::failure::Failure;
use tilewright::puzzles::{Family, Format, Puzzle, Reading};

/// A puzzle in a format of its family.
pub(crate) fn written(puzzle: &dyn Puzzle, format: &str) -> Result<String, Failure> {
    puzzle.write(format).map_err(|unwritable| {
        let family = puzzle.family();
        let known = formats_written(family).join(", ");
        Failure::Unwritable(format!(
            "{unwritable}; {} is written as {known}",
            family.name
        ))
    })
}

fn formats_written(family: &Family) -> Vec<&str> {
    let written = family.formats.iter().filter(|format| format.is_written());
    written.map(|format| &*format.name).collect()
}

/// A puzzle in the first of these formats that can say it: the one that it was read in, those for
/// a line, all others. Where `base` is the puzzle that it solves, a format that shows no answers is passed over if
/// there is another.
pub(crate) fn usual(
    puzzle: &dyn Puzzle,
    base: Option<&dyn Puzzle>,
    reading: Option<&Reading>,
) -> Result<String, Failure> {
    let family = puzzle.family();
    let as_read = reading
        .filter(|reading| reading.family == *family)
        .map(|reading| &reading.format);
    let of_lines = |is_line| (family.formats.iter()).filter(move |f| f.is_line == is_line);
    let formats = as_read
        .into_iter()
        .chain(of_lines(true))
        .chain(of_lines(false));
    let mut untelling = None;
    for format in formats.filter(|format| format.is_written()) {
        let Ok(text) = format.write(puzzle) else {
            continue;
        };
        let is_silent = |base: &dyn Puzzle| format.write(base).is_ok_and(|t| t == text);
        if !base.is_some_and(is_silent) {
            return Ok(text);
        }
        untelling.get_or_insert(text);
    }
    untelling.map_or_else(|| written(puzzle, &family.formats[0].name), Ok)
}

/// The formats of a family, that of the reading first and then the one that loses nothing.
pub(crate) fn lossless_first<'f>(
    family: &'f Family,
    reading: Option<&'f Reading>,
) -> impl Iterator<Item = &'f Format> {
    let as_read = reading.filter(|reading| reading.family == *family);
    let as_read = as_read.map(|reading| &reading.format).into_iter();
    (as_read.chain(family.format("json"))).chain(&family.formats)
}
