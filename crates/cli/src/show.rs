//! The writing of a puzzle: drawn, plain, or in a format.

use crate::args::Output;
use crate::failure::Failure;
use crate::families;
use crate::outlet;
use crate::run::Entry;
use tilewright::Choice;
use tilewright::puzzles::{Family, Puzzle, Reading, ReportStyle, Styles, lacking};
use tilewright::render::Picture;
use tilewright::render::text::Text;
use tilewright_batch::Writing;

/// The options of the output.
#[derive(Clone, Debug, Default)]
pub(crate) struct Show {
    writing: Writing,
    style: Option<String>,
    text: Text,
}

impl Show {
    /// The options for output to the target of `-o`.
    pub(crate) fn new(output: &Output, to: Option<&str>) -> Result<Self, Failure> {
        if let Some(to) = &output.to {
            refuse_unknown(to, [])?;
        }
        Ok(Self {
            writing: Writing {
                to: output.to.clone(),
                is_plain: output.plain,
            },
            style: output.style.clone(),
            text: Text {
                colour: outlet::is_coloured(to),
                width: outlet::width(to),
            },
        })
    }

    /// The way puzzles are written as texts.
    pub(crate) fn writing(&self) -> Writing {
        self.writing.clone()
    }

    /// For solutions a line each, in a format or in that of [`Show::line`].
    pub(crate) fn as_lines(to: Option<&str>) -> Result<Self, Failure> {
        if let Some(to) = to {
            refuse_unknown(to, [])?;
        }
        Ok(Self {
            writing: Writing {
                to: to.map(str::to_owned),
                is_plain: false,
            },
            ..Self::default()
        })
    }

    /// The style of a report, if one is asked for: its answer starts with the number of solutions, as the old
    /// program's did. With `--plain` it is that of the old program's README.
    pub(crate) fn style_of(
        &self,
        puzzle: &dyn Puzzle,
    ) -> Result<Option<&'static ReportStyle>, Failure> {
        let family = puzzle.family();
        let styles = family.can::<Styles>().map(|styles| styles.0);
        let Some(style) = &self.style else {
            return Ok(styles.and_then(<[_]>::first).filter(|_| self.is_plain()));
        };
        let mut named = styles.into_iter().flatten();
        let named = named.find(|named| named.format == style);
        let lacking = || Failure::new(lacking::<Styles>(family, &format!("style {style:?}")));
        named.ok_or_else(lacking).map(Some)
    }

    /// Returns true if solutions are printed in the layout of the program that their family comes from.
    pub(crate) fn is_plain(&self) -> bool {
        self.writing.is_plain
    }

    /// Returns true if puzzles are drawn, and not written in a format.
    pub(crate) fn is_drawn(&self) -> bool {
        self.writing.to.is_none()
    }

    /// Returns true if even a puzzle of a stream is answered with several lines.
    pub(crate) fn is_report(&self) -> bool {
        self.style.is_some()
    }

    /// A solution of a puzzle as [`Show::line`] writes it.
    pub(crate) fn solution(&self, entry: &Entry, solution: &[Choice]) -> Result<String, Failure> {
        let solved = entry.puzzle.fill(solution);
        self.line(&*entry.puzzle, &*solved, entry.reading.as_ref())
    }

    /// A puzzle by itself, its last line ended: drawn unless something else was asked for.
    pub(crate) fn alone(&self, puzzle: &dyn Puzzle) -> Result<String, Failure> {
        let mut text = match &self.writing.to {
            Some(format) => written(puzzle, format)?,
            None if self.is_plain() => puzzle.plain(),
            None => self.text.draw(&puzzle.picture()),
        };
        if !text.ends_with('\n') {
            text.push('\n');
        }
        Ok(text)
    }

    /// Two solutions of a puzzle that has several, as [`Show::alone`] writes them.
    pub(crate) fn two(
        &self,
        puzzle: &dyn Puzzle,
        one: &[Choice],
        other: &[Choice],
    ) -> Result<String, Failure> {
        let one = self.alone(&*puzzle.fill(one))?;
        let other = self.alone(&*puzzle.fill(other))?;
        Ok(format!(
            "\none solution:\n{one}\nanother solution:\n{other}"
        ))
    }

    /// A picture, its last line ended.
    pub(crate) fn draw(&self, picture: &Picture) -> String {
        self.text.draw(picture)
    }

    /// The empty lines between two solutions of a puzzle, each of several lines.
    pub(crate) fn gap(&self, puzzle: &dyn Puzzle) -> usize {
        if self.is_plain() {
            puzzle.plain_gap()
        } else {
            1
        }
    }

    /// A solved puzzle as one line of a stream or one text of a JSON object. Unless a format was
    /// asked for it is that of the input, if that shows solutions.
    pub(crate) fn line(
        &self,
        puzzle: &dyn Puzzle,
        solved: &dyn Puzzle,
        reading: Option<&Reading>,
    ) -> Result<String, Failure> {
        let text = self.writing.text(puzzle, solved, reading);
        text.map_err(|unwritable| refused(solved, unwritable))
    }
}

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
