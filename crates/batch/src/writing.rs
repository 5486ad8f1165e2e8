//! How puzzles and solutions are written where nobody asked for a format.

use tilewright::puzzles::{Puzzle, Reading, Unwritable};

/// A solved puzzle in the first of these formats that tells it from the unsolved one: that of the
/// input, the family's others for a line, all others. (An address of a puzzle has no room for its
/// solution.) Without the end of its last line.
pub fn telling(
    puzzle: &dyn Puzzle,
    solved: &dyn Puzzle,
    reading: Option<Reading>,
) -> Result<String, Unwritable> {
    let family = solved.family();
    let as_read = reading
        .filter(|reading| reading.family == family)
        .map(|reading| reading.format);
    let of_family = |is_line: bool| {
        let formats = family.formats.iter();
        formats.filter(move |format| format.is_line == is_line)
    };
    let formats = as_read
        .into_iter()
        .filter(|format| format.is_line)
        .chain(of_family(true))
        .chain(of_family(false))
        .filter(|format| format.writes);
    let mut untelling = None;
    for format in formats {
        let Ok(text) = solved.write(format.name) else {
            continue;
        };
        if puzzle
            .write(format.name)
            .is_ok_and(|unsolved| unsolved == text)
        {
            untelling.get_or_insert(text);
        } else {
            return Ok(trimmed(text));
        }
    }
    // It was solved from the start.
    let text = untelling.map_or_else(|| solved.write(family.formats[0].name), Ok);
    text.map(trimmed)
}

/// A puzzle on one line: in the format of the input if that is for a line, or else in the first of
/// its family's that is and can say it. Without the end of its last line.
pub fn on_a_line(puzzle: &dyn Puzzle, reading: Option<Reading>) -> Result<String, Unwritable> {
    let family = puzzle.family();
    let as_read = reading.filter(|reading| reading.family == family);
    let as_read = as_read.map(|reading| reading.format).into_iter();
    let mut formats = as_read
        .chain(family.formats)
        .filter(|format| format.is_line && format.writes);
    let text = formats.find_map(|format| puzzle.write(format.name).ok());
    let text = text.map_or_else(|| puzzle.write(family.formats[0].name), Ok);
    text.map(trimmed)
}

/// Without the ends of its last lines.
pub(crate) fn trimmed(mut text: String) -> String {
    text.truncate(text.trim_end_matches('\n').len());
    text
}
