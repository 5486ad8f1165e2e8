//! The rows of a grid, a line each: what `grid`, `pzprv3`, `kanpen` and `puzzlekit` share.

use super::{Cells, Shape, Shikaku};
use crate::lines::{Line, Word};
use crate::{ParseError, Unwritable};

/// The words for cells without a number. A 0 is blank as well when it is read.
pub(super) struct Signs {
    pub(super) blank: &'static str,
    /// The word for a clue of unknown size, if there is one that is written.
    pub(super) unknown: Option<&'static str>,
    /// Other words for one.
    pub(super) unknown_too: &'static [&'static str],
}

impl Signs {
    pub(super) fn is_unknown(&self, word: &str) -> bool {
        self.unknown == Some(word) || self.unknown_too.contains(&word)
    }

    /// The word of each cell, or the reason why the format of that name cannot say one.
    pub(super) fn words(&self, puzzle: &Shikaku, format: &str) -> Result<Vec<String>, Unwritable> {
        let no_word =
            || format!("the format {format} has no clues of unknown size, but the puzzle has");
        let word = |clue: Option<super::Clue>| match clue.map(|clue| clue.volume) {
            None => Ok(self.blank.to_owned()),
            Some(Some(volume)) => Ok(volume.to_string()),
            Some(None) => (self.unknown.map(str::to_owned)).ok_or_else(|| Unwritable(no_word())),
        };
        puzzle.cell_clues().map(word).collect()
    }
}

/// Reads the rows of a grid, a line each.
pub(super) fn read_rows<'t>(
    shape: Shape,
    lines: &mut impl Iterator<Item = Line<'t>>,
    signs: &Signs,
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
            match word.text {
                text if text == signs.blank => cells.blank(1),
                text if signs.is_unknown(text) => cells.clue(None),
                _ => match volume(word)? {
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
