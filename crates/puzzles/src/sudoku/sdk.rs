//! `.sdk` files: a row on each line, after header lines `#AAuthor`, `#DDescription`, `#CComment`,
//! `#BDate`, `#SSource`, `#LLevel`, `#UAddress`, which are kept.
//!
//! The longer form has sections: `[Puzzle]` holds the clues and `[State]` the answers so far; other
//! sections (pencil marks, colours) are not read.

use super::{Sudoku, line, rows};
use crate::prose::put;
use crate::{Format, ParseError, Unwritable};
use std::sync::LazyLock;

pub(super) static SDK: LazyLock<Format> = LazyLock::new(|| {
    Format::new(
        "sdk",
        "a .sdk file: rows with #-headers or [Puzzle] sections",
    )
    .reads(read)
    .writes(write)
    .with_own_remarks()
});

fn read(text: &str) -> Result<Sudoku, ParseError> {
    let notes = text.lines().map(str::trim).filter(|line| is_note(line));
    let notes: Vec<String> = notes.map(String::from).collect();
    let mut sudoku = match section(text, "[puzzle]") {
        Some(puzzle) => read_rows(&puzzle)?,
        None => read_rows(&until_section(text))?,
    };
    if let Some(state) = section(text, "[state]") {
        let state = read_rows(&state)?;
        if state.shape != sudoku.shape {
            return Err(ParseError::new(
                "the [State] section is a board of another size than the [Puzzle] section",
            ));
        }
        for (cell, value) in state.clues() {
            sudoku.answer(cell, value);
        }
    }
    sudoku.notes = notes;
    Ok(sudoku)
}

/// A header line.
pub(super) fn is_note(line: &str) -> bool {
    let mut characters = line.chars();
    characters.next() == Some('#') && characters.next().is_some_and(|c| "ABCDHLSU".contains(c))
}

fn is_heading(line: &str) -> bool {
    line.trim_start().starts_with('[')
}

/// The text with all but one section blanked out, so that places stay right.
fn section(text: &str, heading: &str) -> Option<String> {
    let mut inside = false;
    let mut found = false;
    let mut kept = String::new();
    for line in text.lines() {
        if is_heading(line) {
            inside = line.trim().eq_ignore_ascii_case(heading);
            found |= inside;
        } else if inside {
            kept.push_str(line);
        }
        kept.push('\n');
    }
    found.then_some(kept)
}

fn until_section(text: &str) -> String {
    let lines = text.lines().take_while(|line| !is_heading(line));
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn read_rows(text: &str) -> Result<Sudoku, ParseError> {
    let square = rows::square(&rows::rows(text))?;
    square.read_onto(square.shape()?)
}

fn write(sudoku: &Sudoku) -> Result<String, Unwritable> {
    sudoku.expect_usual(2, "sdk")?;
    let mut out = String::new();
    for note in &sudoku.notes {
        put!(out, "{note}\n");
    }
    if !sudoku.has_answers() {
        push_rows(sudoku, &mut out)?;
        return Ok(out);
    }
    let clues = sudoku.clues_only();
    out.push_str("[Puzzle]\n");
    push_rows(&clues, &mut out)?;
    out.push_str("[State]\n");
    push_rows(sudoku, &mut out)?;
    Ok(out)
}

fn push_rows(sudoku: &Sudoku, out: &mut String) -> Result<(), Unwritable> {
    let characters = line::characters(sudoku, '.')?;
    for row in characters.as_bytes().chunks(sudoku.shape.side()) {
        put!(out, "{}\n", String::from_utf8_lossy(row));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = "1...\n..2.\n.3..\n...4\n";

    #[test]
    fn headers_are_kept() {
        let text = format!("#AAnna\n#DFour by four\n{ROWS}");
        let sudoku = read(&text).unwrap();
        assert_eq!(sudoku.get(0), Some(1));
        assert_eq!(write(&sudoku).unwrap(), text);
    }

    #[test]
    fn sections_hold_clues_and_answers() {
        let text = format!("#AAnna\n[Puzzle]\n{ROWS}[State]\n12..\n..2.\n.3..\n...4\n");
        let sudoku = read(&text).unwrap();
        assert!(sudoku.is_clue(0));
        assert_eq!((sudoku.get(1), sudoku.is_clue(1)), (Some(2), false));
        assert_eq!(write(&sudoku).unwrap(), text);
        let more = format!("{text}[PencilMarks]\n1,2,3,4\nnonsense\n");
        assert_eq!(read(&more).unwrap(), sudoku);
    }

    #[test]
    fn places_are_those_of_the_file() {
        let error = read("#AAnna\n[Puzzle]\n1...\n..7.\n....\n....\n").unwrap_err();
        assert_eq!(error.place().map(|place| place.line), Some(4));
        let error = read("[Puzzle]\n1...\n....\n....\n....\n[State]\n1\n").unwrap_err();
        assert!(error.to_string().contains("another size"));
    }
}
