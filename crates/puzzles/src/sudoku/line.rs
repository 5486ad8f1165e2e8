//! A puzzle on one line: a character for each cell, row by row.
//!
//! The number of characters determines the board: a square number is a 2-D board with the usual boxes, and 512 is the
//! 8×8×8 cube. Text after the cells and a blank, a comma, a semicolon or `#` is a comment. The classic 81 characters
//! are read and written without any look at the rest of the machinery, since a file may hold millions of them;
//! [`Classic`] does so in bulk.

use super::rows::not_a_symbol;
use super::symbols::{Blanks, MOST_CHARACTERS, Mark, Symbols};
use super::{CLUE, Origin, Shape, Sudoku};
use crate::lines::{Line, Word, lines};
use crate::{Format, ParseError, PlainLines, Taken, Unbuilt, Unwritable};
use std::sync::{Arc, LazyLock};
use tilewright_model::Model;
use tilewright_model::budget::Budget;

pub(super) static LINE: LazyLock<Format> =
    LazyLock::new(|| lines_of("line", "all cells on one line, a character each"));

pub(super) static SDM: LazyLock<Format> =
    LazyLock::new(|| lines_of("sdm", "a .sdm collection: a puzzle on each line"));

fn lines_of(name: &'static str, about: &'static str) -> Format {
    Format::new(name, about)
        .reads(read)
        .writes(write)
        .on_a_line()
        .with_own_remarks()
        .with_plain(&Classic)
}

/// Characters of the cube that is written on one line.
const CUBE: usize = 512;

/// The meaning of each byte on a 9×9 board.
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

fn read(text: &str) -> Result<Sudoku, ParseError> {
    if let Some(sudoku) = read_nine(text) {
        return Ok(sudoku);
    }
    read_cells(only_line(text)?)
}

/// Returns true if empty cells are marked by several signs, which gets a remark.
fn has_mixed_blanks(line: &[u8; CELLS]) -> bool {
    let is_blank = |byte: &&u8| NINE[usize::from(**byte)] == 0;
    let mut signs = line.iter().filter(is_blank).map(u8::to_ascii_lowercase);
    let first = signs.next();
    signs.any(|sign| Some(sign) != first)
}

/// The classic line, where the text is one with which nothing is odd.
fn read_nine(text: &str) -> Option<Sudoku> {
    let bytes: &[u8; CELLS] = text.as_bytes().first_chunk()?;
    if !matches!(text.as_bytes()[CELLS..], [] | [b'\n'] | [b'\r', b'\n']) {
        return None;
    }
    let cells: Box<[u16]> = bytes.iter().map(|&byte| NINE[usize::from(byte)]).collect();
    (!cells.contains(&STRANGE) && !has_mixed_blanks(bytes)).then(|| Sudoku {
        shape: Shape::classic(),
        cells,
        symbols: Symbols::Digits,
        notes: Vec::new(),
        origin: Origin::Other,
        remark: None,
    })
}

/// The classic line as a row of bytes.
#[derive(Debug)]
pub(super) struct Classic;

/// The cells of the classic board.
const CELLS: usize = 81;

impl PlainLines for Classic {
    fn tiles(&self) -> usize {
        CELLS
    }

    fn model(&self, budget: &Budget) -> Result<Model, Unbuilt> {
        Shape::classic().model(budget)
    }

    fn read_lines(&self, text: &[u8], rows: &mut [u8]) -> Taken {
        match text.get(CELLS..) {
            Some([b'\n', ..]) => rows_of::<{ CELLS + 1 }, 1>(text, *b"\n", rows),
            Some([b'\r', b'\n', ..]) => rows_of::<{ CELLS + 2 }, 2>(text, *b"\r\n", rows),
            _ => Taken::default(),
        }
    }

    fn read(&self, line: &[u8], row: &mut [u8]) -> bool {
        let line: Result<&[u8; CELLS], _> = line.try_into();
        let row: Result<&mut [u8; CELLS], _> = row.try_into();
        line.is_ok_and(|line| row.is_ok_and(|row| read_digits(line, row)))
    }

    fn write_lines(&self, rows: &[u8], text: &mut Vec<u8>) {
        text.reserve(rows.len() / CELLS * (CELLS + 1));
        for row in rows.as_chunks::<CELLS>().0 {
            let mut line = [b'\n'; CELLS + 1];
            for (character, &value) in line.iter_mut().zip(row) {
                *character = value + b'0';
            }
            text.extend_from_slice(&line);
        }
    }

    fn write_texts(&self, rows: &[u8], text: &mut Vec<u8>) {
        text.extend(rows.iter().map(|&value| value + b'0'));
    }

    fn clue_name(&self, tile: usize, value: u8) -> String {
        Sudoku::on(Shape::classic()).clue_name(tile, value.into())
    }
}

/// The lines at the beginning of a text that are plain, `LINE` bytes each with their end.
fn rows_of<const LINE: usize, const END: usize>(
    text: &[u8],
    end: [u8; END],
    rows: &mut [u8],
) -> Taken {
    let mut taken = Taken {
        lines: 0,
        line_bytes: LINE,
    };
    let lines = text.as_chunks::<LINE>().0.iter();
    for (line, row) in lines.zip(rows.as_chunks_mut().0) {
        let (cells, found) = line.split_first_chunk().expect("an end follows the cells");
        if found != end || !(read_digits(cells, row) || read_marks(cells, row)) {
            break;
        }
        taken.lines += 1;
    }
    taken
}

/// Digits, and either dots or zeros for empty cells: whether a line is that. Written without branches
/// and in pieces of a register's length, so that the compiler looks at sixteen cells together.
#[inline]
fn read_digits(line: &[u8; CELLS], row: &mut [u8; CELLS]) -> bool {
    let value_of = |character: u8| {
        let digit = character.wrapping_sub(b'0');
        if character == b'.' { 0 } else { digit }
    };
    let (pieces, last) = line.as_chunks::<16>();
    let (rows, last_row) = row.as_chunks_mut::<16>();
    let (mut greatest, mut dots, mut zeros) = ([0; 16], [0; 16], [0; 16]);
    for (piece, row) in pieces.iter().zip(rows) {
        *row = piece.map(value_of);
        for (greatest, &value) in greatest.iter_mut().zip(&*row) {
            *greatest = value.max(*greatest);
        }
        for ((dot, zero), &character) in dots.iter_mut().zip(&mut zeros).zip(piece) {
            *dot |= u8::from(character == b'.');
            *zero |= u8::from(character == b'0');
        }
    }
    let mut is_plain = u128::from_ne_bytes(greatest.map(|value| u8::from(value > 9))) == 0;
    let mut has_dot = u128::from_ne_bytes(dots) != 0;
    let mut has_zero = u128::from_ne_bytes(zeros) != 0;
    for (&character, value) in last.iter().zip(last_row) {
        *value = value_of(character);
        is_plain &= *value <= 9;
        has_dot |= character == b'.';
        has_zero |= character == b'0';
    }
    is_plain && !(has_dot && has_zero)
}

/// Reads a line with any mark for an empty cell, as long as it is one.
#[cold]
fn read_marks(line: &[u8; CELLS], row: &mut [u8; CELLS]) -> bool {
    let marks = line.map(|character| NINE[usize::from(character)]);
    *row = marks.map(|mark| (mark & !CLUE) as u8);
    !marks.contains(&STRANGE) && !has_mixed_blanks(line)
}

/// The one line with something on it.
fn only_line(text: &str) -> Result<Line<'_>, ParseError> {
    let mut lines = lines(text).filter(|line| !line.text.trim_start().starts_with('#'));
    let Some(line) = lines.next() else {
        return Err(ParseError::new(
            "there is no puzzle here: a line with a character for each cell was expected",
        ));
    };
    match lines.next() {
        None => Ok(line),
        Some(second) => Err(ParseError::at(
            second.number,
            1,
            "one puzzle was expected, but here is a second line",
        )),
    }
}

/// The cells of a line, without indentation and comment.
pub(super) fn cells_of(line: &str) -> &str {
    let trimmed = line.trim_start();
    let is_end = |c: char| c.is_whitespace() || matches!(c, '#' | ',' | ';');
    trimmed.split(is_end).next().unwrap_or(trimmed)
}

fn read_cells(line: Line) -> Result<Sudoku, ParseError> {
    let cells = line.word(cells_of(line.text));
    let count = cells.text.chars().count();
    let shape = shape_of(count).ok_or_else(|| {
        cells.error(format!(
            "a line of {count} characters is not a board: 81 make a 9×9 board, 16 a 4×4, 36 a \
             6×6, 256 a 16×16, 625 a 25×25"
        ))
    })?;
    read_onto(shape, cells)
}

/// Reads a character for each cell onto a board.
pub(super) fn read_onto(shape: Arc<Shape>, cells: Word) -> Result<Sudoku, ParseError> {
    let side = shape.side();
    let symbols = Symbols::of_text(cells.text.chars(), side);
    let mut sudoku = Sudoku::on(shape);
    sudoku.symbols = symbols;
    let mut blanks = Blanks::default();
    for (cell, (offset, character)) in cells.text.char_indices().enumerate() {
        match symbols.mark(character, side) {
            Mark::Empty => blanks.note(character),
            Mark::Value(value) => sudoku.cells[cell] = value | CLUE,
            Mark::Strange => {
                let message = not_a_symbol(&format!("{character:?}"), &sudoku, cell);
                return Err(cells.part(&cells.text[offset..]).error(message));
            }
        }
    }
    sudoku.remark = blanks.remark();
    Ok(sudoku)
}

/// The board of `characters` characters.
pub(super) fn shape_of(characters: usize) -> Option<Arc<Shape>> {
    if characters == CELLS {
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
    if sudoku.cells.len() != CELLS || !Arc::ptr_eq(&sudoku.shape, &Shape::classic()) {
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
            "line 1, column 1: a line of 5 characters is not a board: 81 make a 9×9 board, 16 a 4×4, \
             36 a 6×6, 256 a 16×16, 625 a 25×25"
        );
        assert_eq!(
            message("\n 1...2...3..54..."),
            "line 2, column 13: '5' at r3c4 is not a symbol of the 4×4 board: 1 to 4 were expected, \
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

    const LINE: &str =
        "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3.";

    /// The rows of a text's plain lines.
    fn plain(text: &str) -> (Taken, Vec<u8>) {
        let mut rows = vec![0; text.len()];
        let taken = Classic.read_lines(text.as_bytes(), &mut rows);
        rows.truncate(taken.lines * CELLS);
        (taken, rows)
    }

    #[test]
    fn plain_lines_are_the_puzzles_that_are_read_in_them() {
        let full =
            "165374829924185367873962514238496751547218693691753482489531276316827945752649138";
        let lines = [LINE, &LINE.replace('.', "0"), &LINE.replace('.', "x"), full];
        for end in ["\n", "\r\n"] {
            let text = lines.join(end) + end;
            let (taken, rows) = plain(&text);
            assert_eq!((taken.lines, taken.bytes()), (4, text.len()));
            for (line, row) in lines.iter().zip(rows.chunks(CELLS)) {
                let values = read(line).unwrap();
                assert!(
                    values
                        .values()
                        .eq(row.iter().map(|&value| u16::from(value)))
                );
            }
            let mut written = Vec::new();
            Classic.write_lines(&rows[3 * CELLS..], &mut written);
            assert_eq!(String::from_utf8(written).unwrap(), format!("{full}\n"));
            let mut written = Vec::new();
            Classic.write_texts(&rows[3 * CELLS..], &mut written);
            assert_eq!(String::from_utf8(written).unwrap(), full);
        }
    }

    #[test]
    fn a_line_that_is_not_plain_ends_the_plain_ones() {
        let lines = |text: String| plain(&text).0.lines;
        assert_eq!(lines(String::new()), 0);
        assert_eq!(lines(LINE.to_owned()), 0, "it has no end");
        assert_eq!(lines(format!("{LINE}\r")), 0);
        assert_eq!(lines(format!("{LINE}\n{LINE}")), 1);
        assert_eq!(lines(format!("{LINE}\n{LINE}\r\n")), 1);
        assert_eq!(lines(format!("{LINE}\n\n{LINE}\n")), 1);
        assert_eq!(lines(format!("{LINE}\n {LINE}\n")), 1);
        assert_eq!(lines(format!("{LINE} \n")), 0);
        for strange in ['/', ':', 'A', ' ', '#', ',', '\u{0}', '\u{7f}'] {
            for place in [0, 40, 79, 80] {
                let mut line = LINE.to_owned();
                line.replace_range(place..=place, &strange.to_string());
                assert_eq!(lines(format!("{LINE}\n{line}\n{LINE}\n")), 1, "{strange:?}");
                assert!(!Classic.read(line.as_bytes(), &mut [0; CELLS]));
            }
        }
        let mut row = [0; CELLS];
        assert_eq!(
            Classic
                .read_lines(format!("{LINE}\n{LINE}\n").as_bytes(), &mut row)
                .lines,
            1
        );
    }

    #[test]
    fn a_plain_cell_is_recognised_as_a_line() {
        // Whatever is plain, down to nothing but dots or zeros.
        let digits = |digit: &str| digit.repeat(CELLS);
        for cell in [
            LINE.to_owned(),
            digits("."),
            digits("0"),
            digits("1"),
            digits("9.")[..81].into(),
        ] {
            assert!(Classic.read(cell.as_bytes(), &mut [0; CELLS]));
            let reading = crate::Reading::of(&cell, None).unwrap();
            assert_eq!(reading.to_string(), "sudoku:line");
        }
    }

    #[test]
    fn a_line_with_mixed_signs_is_not_plain_and_says_so() {
        let mixed = LINE.replacen("5..", "x..", 1);
        assert_ne!(mixed, LINE);
        let zeros = LINE.replacen("..", ".0", 1);
        let last = format!("{}0", &LINE[..80]);
        for line in [&mixed, &zeros, &last] {
            assert!(!Classic.read(line.as_bytes(), &mut [0; CELLS]), "{line}");
            assert_eq!(plain(&format!("{line}\n{LINE}\n")).0.lines, 0, "{line}");
            let read = read(line).unwrap();
            assert!(read.remark.is_some(), "{line}");
        }
        let said = read(&mixed).unwrap().remark.unwrap();
        assert_eq!(&*said, "1 cell is marked empty by x, the others by .");
        assert!(read(LINE).unwrap().remark.is_none());
        assert!(read(&LINE.replace('.', "0")).unwrap().remark.is_none());
        let eight = "1...x...3...4...";
        assert!(read(eight).unwrap().remark.is_some());
    }

    #[test]
    fn clues_of_plain_lines_have_their_names() {
        use crate::Clues;
        let sudoku = read(LINE).unwrap();
        let names = sudoku.clue_names();
        let clues = sudoku.clues();
        let plain: Vec<String> = clues
            .map(|(cell, value)| Classic.clue_name(cell, value as u8))
            .collect();
        assert_eq!(names, plain);
    }
}
