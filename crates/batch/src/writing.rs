//! How puzzles and solutions are written.

use tilewright::puzzles::{Format, Puzzle, Reading, Unwritable};

/// The way solved puzzles are written, each as one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Writing {
    /// The format of their family. Otherwise it is that of the input, if that shows solutions.
    pub to: Option<String>,
    /// True if, without a format, they are written as the program did that the family comes from.
    pub is_plain: bool,
}

impl Writing {
    /// A solved puzzle, without the end of its last line. The unsolved one was read like that.
    pub fn text(
        &self,
        puzzle: &dyn Puzzle,
        solved: &dyn Puzzle,
        reading: Option<&Reading>,
    ) -> Result<String, Unwritable> {
        match &self.to {
            Some(format) => solved.write(format).map(trimmed),
            None if self.is_plain => Ok(trimmed(solved.plain())),
            None => telling(puzzle, solved, reading),
        }
    }

    /// Returns true if plain lines of a format are answered in that format.
    pub(crate) fn is_in(&self, format: &Format) -> bool {
        match &self.to {
            Some(to) => format.is_written() && *to == format.name,
            None => format.is_written() && !self.is_plain,
        }
    }
}

/// A solved puzzle in the first of these formats that distinguishes it from the unsolved one: that of the input, the
/// family's others for a line, all others. (An address of a puzzle has no room for its solution.) Without the end of
/// its last line.
pub fn telling(
    puzzle: &dyn Puzzle,
    solved: &dyn Puzzle,
    reading: Option<&Reading>,
) -> Result<String, Unwritable> {
    let family = solved.family();
    let as_read = reading
        .filter(|reading| reading.family == *family)
        .map(|reading| &reading.format);
    let of_family = |is_line: bool| {
        let formats = family.formats.iter();
        formats.filter(move |format| format.is_line == is_line)
    };
    let formats = as_read
        .into_iter()
        .filter(|format| format.is_line)
        .chain(of_family(true))
        .chain(of_family(false))
        .filter(|format| format.is_written());
    let mut untelling = None;
    for format in formats {
        let Ok(text) = format.write(solved) else {
            continue;
        };
        if format.write(puzzle).is_ok_and(|unsolved| unsolved == text) {
            untelling.get_or_insert(text);
        } else {
            return Ok(trimmed(text));
        }
    }
    // It was solved from the start.
    let text = untelling.map_or_else(|| family.formats[0].write(solved), Ok);
    text.map(trimmed)
}

/// A puzzle on one line: in the format of the input if that is for a line, or else in the first of
/// its family's that is and can say it, or else in any that takes no more than a line for it (JSON, say). A
/// puzzle that no format says on a line is written in several. Without the end of its last line.
pub fn on_a_line(puzzle: &dyn Puzzle, reading: Option<&Reading>) -> Result<String, Unwritable> {
    let formats = written_formats(puzzle, reading);
    let mut lines = formats.clone().filter(|format| format.is_line);
    if let Some(text) = lines.find_map(|format| format.write(puzzle).ok()) {
        return Ok(trimmed(text));
    }
    let mut texts = formats.filter_map(|format| format.write(puzzle).ok().map(trimmed));
    match texts.find(|text| !text.contains('\n')) {
        Some(text) => Ok(text),
        None => as_read(puzzle, reading),
    }
}

/// A puzzle in the format of the input if that can say it, or else in the first of its family's that can.
/// Without the end of its last line.
pub fn as_read(puzzle: &dyn Puzzle, reading: Option<&Reading>) -> Result<String, Unwritable> {
    let mut formats = written_formats(puzzle, reading);
    let text = formats.find_map(|format| format.write(puzzle).ok());
    let text = text.map_or_else(|| puzzle.family().formats[0].write(puzzle), Ok);
    text.map(trimmed)
}

/// The formats that a puzzle may be written in: that of the input first.
fn written_formats<'f>(
    puzzle: &'f dyn Puzzle,
    reading: Option<&'f Reading>,
) -> impl Iterator<Item = &'f Format> + Clone {
    let family = puzzle.family();
    let as_read = reading.filter(|reading| reading.family == *family);
    let as_read = as_read.map(|reading| &reading.format).into_iter();
    let formats = as_read.chain(&family.formats);
    formats.filter(|format| format.is_written())
}

/// Without the ends of its last lines.
pub(crate) fn trimmed(mut text: String) -> String {
    text.truncate(text.trim_end_matches('\n').len());
    text
}
