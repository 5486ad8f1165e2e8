//! A text as rows of words, each word with its place for an error.

use super::{Cells, Shape};
use crate::ParseError;

/// A line that is not blank, or a part of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'t> {
    /// Counted from 1.
    pub(super) number: usize,
    pub(super) text: &'t str,
    /// The line that it is a part of.
    whole: &'t str,
}

/// A word of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'t> {
    line: Line<'t>,
    pub(super) text: &'t str,
}

/// The lines of a text that are not blank.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> + Clone {
    text.lines()
        .enumerate()
        .map(|(k, text)| Line {
            number: k + 1,
            text,
            whole: text,
        })
        .filter(|line| !line.text.trim().is_empty())
}

impl<'t> Line<'t> {
    /// The words of the line.
    pub(super) fn words(self) -> impl Iterator<Item = Word<'t>> {
        let words = self.text.split_whitespace();
        words.map(move |text| Word { line: self, text })
    }

    /// A part of the line, which must be a slice of it.
    pub(super) fn part(self, text: &'t str) -> Self {
        Self { text, ..self }
    }

    /// An error at the end of the line.
    pub(super) fn fault_at_end(self, message: impl Into<String>) -> ParseError {
        let text = self.text.trim_end();
        self.fault_at(&text[text.len()..], message)
    }

    /// An error where a slice of the line starts.
    fn fault_at(self, slice: &str, message: impl Into<String>) -> ParseError {
        let offset = slice.as_ptr() as usize - self.whole.as_ptr() as usize;
        let column = self.whole[..offset].chars().count() + 1;
        ParseError::at(self.number, column, message)
    }
}

impl Word<'_> {
    /// An error at this word.
    pub(super) fn fault(self, message: impl Into<String>) -> ParseError {
        self.line.fault_at(self.text, message)
    }

    /// The word as it may stand in a message: not endless.
    pub(super) fn shown(self) -> String {
        shown(self.text)
    }

    /// The word as the length of a side.
    pub(super) fn side(self) -> Result<usize, ParseError> {
        self.text.parse().map_err(|_| {
            let shown = self.shown();
            self.fault(format!("{shown} is no size: a whole number was expected"))
        })
    }

    /// Whether the word is made of digits alone.
    pub(super) fn is_number(self) -> bool {
        is_number(self.text)
    }

    /// The word as a clue's number, blank for 0.
    pub(super) fn number(self) -> Result<Option<u32>, ParseError> {
        if !self.is_number() {
            let shown = self.shown();
            return Err(self.fault(format!("{shown} is no clue: a number was expected")));
        }
        let number: u32 = self.text.parse().map_err(|_| {
            let shown = self.shown();
            self.fault(format!(
                "the number {shown} is too large: {} is the largest allowed",
                u32::MAX
            ))
        })?;
        Ok(Some(number).filter(|&number| number > 0))
    }
}

/// Whether a word is made of digits alone.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A word quoted as it may stand in a message: not endless.
pub(super) fn shown(text: &str) -> String {
    match text.char_indices().nth(24) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// What a word says of its cell.
pub(super) enum Said {
    Blank,
    Unknown,
    Number,
}

/// Reads the rows of a grid, a line each, every word as `said` tells.
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
                return Err(word.fault(format!(
                    "row {row} is too long: {width} cells were expected"
                )));
            }
            match said(word.text) {
                Said::Blank => cells.blank(1),
                Said::Unknown => cells.clue(None),
                Said::Number => match word.number()? {
                    Some(number) => cells.clue(Some(number)),
                    None => cells.blank(1),
                },
            }
        }
        if found < width {
            return Err(line.fault_at_end(format!(
                "row {row} is too short: {found} cells where {width} were expected"
            )));
        }
    }
    Ok(cells)
}

/// Nothing may follow.
pub(super) fn expect_end<'t>(
    lines: &mut impl Iterator<Item = Line<'t>>,
    after: &str,
) -> Result<(), ParseError> {
    match lines.next().and_then(|line| line.words().next()) {
        None => Ok(()),
        Some(word) => Err(word.fault(format!("the text goes on after {after}"))),
    }
}
