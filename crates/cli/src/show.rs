//! How a puzzle is written: drawn, plain, or in a format.

use crate::args::Output;
use crate::failure::Failure;
use crate::talk::is_coloured;
use std::io;
use tilewright::puzzles::{Family, Format, Puzzle, Reading};
use tilewright::render::text::Text;

/// What the options ask for.
#[derive(Clone, Debug)]
pub(crate) struct Show {
    to: Option<String>,
    plain: bool,
    text: Text,
}

impl Show {
    pub(crate) fn new(output: &Output) -> Self {
        Self {
            to: output.to.clone(),
            plain: output.plain,
            text: Text {
                colour: is_coloured(&io::stdout()),
                width: width(),
            },
        }
    }

    /// A puzzle by itself, its last line ended: drawn unless something else was asked for.
    pub(crate) fn alone(&self, puzzle: &dyn Puzzle) -> Result<String, Failure> {
        let mut text = match &self.to {
            Some(format) => written(puzzle, format)?,
            None if self.plain => puzzle.plain(),
            None => self.text.draw(&puzzle.picture()),
        };
        if !text.ends_with('\n') {
            text.push('\n');
        }
        Ok(text)
    }

    /// A puzzle as one line of a stream.
    pub(crate) fn line(
        &self,
        puzzle: &dyn Puzzle,
        reading: Option<Reading>,
    ) -> Result<String, Failure> {
        let text = match &self.to {
            Some(format) => written(puzzle, format)?,
            None if self.plain => puzzle.plain(),
            None => written(puzzle, line_format(puzzle.family(), reading))?,
        };
        Ok(text.trim_end_matches('\n').to_owned())
    }
}

/// Writes a puzzle in a format of its family.
pub(crate) fn written(puzzle: &dyn Puzzle, format: &str) -> Result<String, Failure> {
    puzzle.write(format).map_err(|unwritable| {
        let family = puzzle.family();
        Failure::from(unwritable).hint(format!(
            "{} is written as {}",
            family.name,
            formats_written(family).join(", ")
        ))
    })
}

fn formats_written(family: &Family) -> Vec<&'static str> {
    let written = family.formats.iter().filter(|format| format.writes);
    written.map(|format| format.name).collect()
}

/// The format for one line: that of the input, or else the family's first for lines, or else
/// its main one.
fn line_format(family: &'static Family, reading: Option<Reading>) -> &'static str {
    let fits = |format: &&Format| format.writes && format.is_line;
    let as_read = reading
        .filter(|reading| reading.family == family)
        .map(|reading| reading.format);
    as_read
        .filter(fits)
        .or_else(|| family.formats.iter().find(fits))
        .unwrap_or(&family.formats[0])
        .name
}

/// The columns of the terminal, or as many as a page of text has.
fn width() -> usize {
    let terminal = terminal_size::terminal_size_of(io::stdout());
    terminal.map_or(100, |(width, _)| usize::from(width.0))
}
