//! The rows of a grid, a line each: what `grid`, `pzprv3` and `kanpen` share.

use super::{Cells, Shape};
use crate::ParseError;
use crate::lines::{Line, Word};

/// The meaning of a word for its cell.
pub(super) enum Said {
    Blank,
    Unknown,
    Number,
}

/// Reads the rows of a grid, a line each, every word by `said`.
pub(super) fn read_rows<'t>(
    shape: Shape,
    lines: &mut impl Iterator<Item = Line<'t>>,
    said: impl Fn(&str) -> Said,
) -> Result<Cells, ParseError> {
    let (rows, width) = (shape.rows(), shape.width());
    let mut cells = Cells::new(shape);
    for row in 1..=rows {
        let Some(line) = lines.next() else {
            return Err(ParseError::new(format!(
                "the grid ends after {} of its {rows} rows",
                row - 1
            )));
        };
        let mut found = 0;
        for word in line.words() {
            found += 1;
            if found > width {
                return Err(word.error(format!(
                    "row {row} is too long: {width} cells were expected"
                )));
            }
            match said(word.text) {
                Said::Blank => cells.blank(1),
                Said::Unknown => cells.clue(None),
                Said::Number => match volume(word)? {
                    Some(number) => cells.clue(Some(number)),
                    None => cells.blank(1),
                },
            }
        }
        if found < width {
            return Err(line.error_at_end(format!(
                "row {row} is too short: {found} cells where {width} were expected"
            )));
        }
    }
    Ok(cells)
}

/// The number of a clue, none for 0.
fn volume(word: Word) -> Result<Option<u32>, ParseError> {
    let shown = || word.shown();
    if !word.is_number() {
        let message = format!("{} is not a clue: a number was expected", shown());
        return Err(word.error(message));
    }
    let number: u32 = word.text.parse().map_err(|_| {
        word.error(format!(
            "the number {} is too large: {} is the largest allowed",
            shown(),
            u32::MAX
        ))
    })?;
    Ok(Some(number).filter(|&number| number > 0))
}

/// Nothing may follow.
pub(super) fn expect_end<'t>(
    lines: &mut impl Iterator<Item = Line<'t>>,
    after: &str,
) -> Result<(), ParseError> {
    match lines.next() {
        None => Ok(()),
        Some(line) => Err(line.error(format!("the text continues after {after}"))),
    }
}
