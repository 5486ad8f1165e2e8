//! A puzzle on one line: a character for each cell, row by row.
//!
//! The number of characters says what board it is: a square number is a 2-D board with the usual
//! boxes, and 512 is the 8×8×8 cube. What follows the cells after a blank, a comma, a semicolon or
//! `#` is a comment. The classic 81 characters are read and written without any look at the rest of
//! the machinery, since a file may hold millions of them.

use super::symbols::{MOST_CHARACTERS, Mark, Symbols};
use super::{CLUE, Shape, Sudoku};
use crate::{ParseError, Unwritable};
use std::sync::Arc;

/// Characters of the cube that is written on one line.
const CUBE: usize = 512;

/// What each byte is on a 9×9 board.
const NINE: [u16; 256] = {
    let mut marks = [STRANGE; 256];
    let blanks = b".0*_-xX";
    let mut i = 0;
    while i < blanks.len() {
        marks[blanks[i] as usize] = 0;
        i += 1;
    }
    let mut digit = 1;
    while digit <= 9 {
        marks[b'0' as usize + digit] = CLUE | digit as u16;
        digit += 1;
    }
    marks
};
const STRANGE: u16 = u16::MAX;

pub(super) fn read(text: &str) -> Result<Sudoku, ParseError> {
    if let Some(sudoku) = read_nine(text) {
        return Ok(sudoku);
    }
    let (number, line) = only_line(text)?;
    read_cells(line).map_err(|error| error.further_down(number))
}

/// The classic line, where the text is one.
fn read_nine(text: &str) -> Option<Sudoku> {
    let bytes: &[u8; 81] = text.as_bytes().first_chunk()?;
    if !matches!(text.as_bytes()[81..], [] | [b'\n'] | [b'\r', b'\n']) {
        return None;
    }
    let cells: Box<[u16]> = bytes.iter().map(|&byte| NINE[usize::from(byte)]).collect();
    (!cells.contains(&STRANGE)).then(|| Sudoku {
        shape: Shape::classic(),
        cells,
        symbols: Symbols::Digits,
        notes: Vec::new(),
        is_from_nd: false,
    })
}

/// The one line with something on it, and how many lines stand before it.
pub(super) fn only_line(text: &str) -> Result<(usize, &str), ParseError> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    let Some((number, line)) = lines.next() else {
        return Err(ParseError::new(
            "there is no puzzle here: a line with a character for each cell was expected",
        ));
    };
    match lines.next() {
        None => Ok((number, line)),
        Some((second, _)) => Err(ParseError::at(
            second + 1,
            1,
            "one puzzle was expected, but here is a second line",
        )),
    }
}

/// The cells of a line, without indentation and comment, and the column where they start.
pub(super) fn cells_of(line: &str) -> (usize, &str) {
    let trimmed = line.trim_start();
    let column = line.chars().count() - trimmed.chars().count() + 1;
    let is_end = |c: char| c.is_whitespace() || matches!(c, '#' | ',' | ';');
    (column, trimmed.split(is_end).next().unwrap_or(trimmed))
}

fn read_cells(line: &str) -> Result<Sudoku, ParseError> {
    let (column, cells) = cells_of(line);
    let count = cells.chars().count();
    let shape = shape_of(count).ok_or_else(|| {
        ParseError::at(
            1,
            column,
            format!(
                "a line of {count} characters is no board: 81 make a 9×9 board, 16 a 4×4, 36 a \
                 6×6, 256 a 16×16, 625 a 25×25"
            ),
        )
    })?;
    read_onto(shape, cells, column)
}

/// Reads a character for each cell onto a board, from line 1 and that column of its text.
pub(super) fn read_onto(
    shape: Arc<Shape>,
    cells: &str,
    column: usize,
) -> Result<Sudoku, ParseError> {
    let side = shape.side();
    let symbols = Symbols::of_text(cells.chars(), side);
    let mut sudoku = Sudoku::on(shape);
    sudoku.symbols = symbols;
    for (cell, character) in cells.chars().enumerate() {
        match symbols.mark(character, side) {
            Mark::Empty => {}
            Mark::Value(value) => sudoku.cells[cell] = value | CLUE,
            Mark::Strange => {
                return Err(ParseError::at(
                    1,
                    column + cell,
                    format!(
                        "{character:?} at {} is no symbol of the {}: {} were expected, or . for \
                         an empty cell",
                        sudoku.place(cell),
                        sudoku.shape,
                        symbols.expected(side)
                    ),
                ));
            }
        }
    }
    Ok(sudoku)
}

/// The board that so many characters make.
pub(super) fn shape_of(characters: usize) -> Option<Arc<Shape>> {
    if characters == 81 {
        return Some(Shape::classic());
    }
    if characters == CUBE {
        return Shape::usual(8, 3).ok();
    }
    let side = (1..=MOST_CHARACTERS).find(|side| side * side == characters)?;
    Shape::usual(side, 2).ok()
}

pub(super) fn write(sudoku: &Sudoku) -> Result<String, Unwritable> {
    let axes = if sudoku.cells.len() == CUBE { 3 } else { 2 };
    if sudoku.cells.len() != 81 || !Arc::ptr_eq(&sudoku.shape, &Shape::classic()) {
        sudoku.expect_usual(axes, "line")?;
    }
    let mut line = characters(sudoku, '.')?;
    line.push('\n');
    Ok(line)
}

/// A character for each cell.
pub(super) fn characters(sudoku: &Sudoku, blank: char) -> Result<String, Unwritable> {
    if sudoku.shape.side() <= 9 && blank.is_ascii() {
        let byte = |value| {
            if value == 0 {
                blank as u8
            } else {
                b'0' + value as u8
            }
        };
        let bytes: Vec<u8> = sudoku.values().map(byte).collect();
        return Ok(String::from_utf8(bytes).expect("digits and blanks are ASCII"));
    }
    let symbols = sudoku.characters()?;
    let mut line = String::with_capacity(sudoku.cells.len() + 1);
    for value in sudoku.values() {
        line.push(match value {
            0 => blank,
            value => symbols.character(value).unwrap_or(blank),
        });
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn blanks_and_comments() {
        let dots = read("1...2...3...4...").unwrap();
        assert_eq!(dots, read("1000200030004000").unwrap());
        assert_eq!(dots, read("# a 4×4\n\n 1*_-2xX.3...4...  # easy").unwrap());
        assert_eq!(dots, read("1...2...3...4...,rest").unwrap());
        let nine = ".".repeat(80) + "9";
        assert_eq!(read(&nine).unwrap().get(80), Some(9));
        assert_eq!(read(&nine).unwrap(), read(&(nine + " 3.4")).unwrap());
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(
            message("12345"),
            "line 1, column 1: a line of 5 characters is no board: 81 make a 9×9 board, 16 a 4×4, \
             36 a 6×6, 256 a 16×16, 625 a 25×25"
        );
        assert_eq!(
            message("\n 1...2...3..54..."),
            "line 2, column 13: '5' at r3c4 is no symbol of the 4×4 board: 1 to 4 were expected, \
             or . for an empty cell"
        );
        assert_eq!(
            message("1...2...3...4...\n1...2...3...4..."),
            "line 2, column 1: one puzzle was expected, but here is a second line"
        );
        assert!(message("").starts_with("there is no puzzle here"));
        assert!(message(&(".".repeat(80) + "A")).contains("'A' at r9c9"));
    }

    #[test]
    fn only_the_usual_boxes_fit_on_a_line() {
        let error = write(&Sudoku::empty(&[2, 3]).unwrap()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the line format cannot say that this is the 6×6 board with boxes of 2×3; json can"
        );
        assert!(write(&Sudoku::empty(&[4, 1]).unwrap()).is_err());
        assert!(write(&Sudoku::empty(&[4]).unwrap()).is_err());
        assert!(write(&Sudoku::empty(&[36, 1]).unwrap()).is_err());
        assert_eq!(
            write(&Sudoku::empty(&[2, 2, 2]).unwrap()).unwrap().len(),
            513
        );
    }
}
