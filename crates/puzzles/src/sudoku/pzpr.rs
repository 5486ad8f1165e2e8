//! puzz.link (pzpr): its addresses and its files.
//!
//! An address is `…p?sudoku/9/9/` and cells, in which a question mark is an empty cell, and so are
//! missing cells at the end. A file is `pzprv3`, `sudoku`, the side, then rows of clues and rows of
//! answers.
//!
//! Neither names the boxes: pzpr takes square boxes, and boxes of 3×2 on the 6×6 board. Sides for
//! which its boxes would not hold each value once are refused.

use super::{Boxes, CLUE, NAME, Shape, Sudoku};
use crate::lines::{Line, Word, shown};
use crate::prose;
use crate::pzpr::{self, Address, AddressWriter};
use crate::{Format, ParseError, Unwritable};
use std::sync::{Arc, LazyLock};

pub(super) static PZPRV3: LazyLock<Format> = LazyLock::new(|| {
    Format::new("pzprv3", "a file of pzpr: clues and, if solved, answers")
        .reads(read_file)
        .writes(write_file)
});

pub(super) static PUZZLINK: LazyLock<Format> = LazyLock::new(|| {
    Format::new("puzzlink", "an address of puzz.link or pzv.jp")
        .reads(read_link)
        .writes(write_link)
        .on_a_line()
});

/// The longest side: pzpr has no more values than three hexadecimal digits name.
const LONGEST_SIDE: usize = 0xfff;

fn read_link(text: &str) -> Result<Sudoku, ParseError> {
    let address = Address::read(text, NAME)?;
    let [columns, rows] = address.size();
    if columns != rows {
        return Err(address.size_error(format!(
            "the address has {columns} columns and {rows} rows, but a Sudoku is square"
        )));
    }
    let shape = shape_of(columns).map_err(|error| address.size_error(error.message()))?;
    let mut sudoku = Sudoku::on(shape);
    address.cells(sudoku.cells.len(), |cell, number| {
        if let Some(number) = number {
            sudoku.cells[cell] = checked(&sudoku, number)? | CLUE;
        }
        Ok(())
    })?;
    Ok(sudoku)
}

/// A number as a value of the board, or an error.
fn checked(sudoku: &Sudoku, number: u32) -> Result<u16, String> {
    let side = sudoku.shape.side();
    match u16::try_from(number) {
        Ok(value @ 1..) if usize::from(value) <= side => Ok(value),
        _ => Err(format!(
            "{number} is not a value of the {}: 1 to {side} were expected",
            sudoku.shape
        )),
    }
}

/// The board that pzpr means by a side.
fn shape_of(side: usize) -> Result<Arc<Shape>, ParseError> {
    let root = side.isqrt();
    match side {
        // Boxes of one cell.
        2 | 3 => Shape::of(&[side, 1], Boxes::None),
        6 => Shape::of(&[3, 2], Boxes::Dims),
        side if side > 0 && side <= LONGEST_SIDE && root * root == side => {
            Shape::of(&[root, root], Boxes::Dims)
        }
        _ => Err(ParseError::new(format!(
            "puzz.link has no boxes that fit a board of {side}×{side}: sides are 4, 6, 9, 16, 25, …"
        ))),
    }
}

fn expect_shape(sudoku: &Sudoku, format: &str) -> Result<usize, Unwritable> {
    let side = sudoku.shape.side();
    let is_meant = shape_of(side).is_ok_and(|shape| *shape == *sudoku.shape);
    if is_meant && sudoku.shape.axes() == 2 {
        Ok(side)
    } else {
        Err(sudoku.unwritable(format))
    }
}

fn write_link(sudoku: &Sudoku) -> Result<String, Unwritable> {
    let side = expect_shape(sudoku, "puzzlink")?;
    let mut address = AddressWriter::new(NAME, side, side);
    for value in sudoku.values() {
        match value {
            0 => address.blank(1),
            value => address.clue(Some(value.into())),
        }
    }
    Ok(address.finish())
}

fn read_file(text: &str) -> Result<Sudoku, ParseError> {
    let mut lines = pzpr::file(text, NAME)?;
    let word = pzpr::word(&mut lines, "the side")?;
    let side = word.side()?;
    let shape = shape_of(side).map_err(|error| word.error(error.message()))?;
    let mut sudoku = Sudoku::on(shape);
    for row in 0..side {
        let Some(line) = lines.next() else {
            return Err(ParseError::new(format!(
                "the grid ends after {row} of its {side} rows"
            )));
        };
        for (column, value) in file_row(line, &sudoku, row)?.into_iter().enumerate() {
            sudoku.cells[row * side + column] = value.map_or(0, |value| value | CLUE);
        }
    }
    for (row, line) in lines.take(side).enumerate() {
        for (column, value) in file_row(line, &sudoku, row)?.into_iter().enumerate() {
            if let Some(value) = value {
                sudoku.answer(row * side + column, value);
            }
        }
    }
    Ok(sudoku)
}

/// The cells of a row; candidates in brackets are left out.
fn file_row(line: Line, sudoku: &Sudoku, row: usize) -> Result<Vec<Option<u16>>, ParseError> {
    let side = sudoku.shape.side();
    let found = line.words().count();
    if found != side {
        return Err(line.error_at_end(format!(
            "row {} has {found} cells, but {side} were expected",
            row + 1
        )));
    }
    let value = |word: Word| {
        let number = word.text.split('[').next().unwrap_or_default();
        if matches!(number, "" | "." | "-" | "+") {
            return Ok(None);
        }
        let value = match number.parse() {
            Ok(number) => checked(sudoku, number),
            Err(_) => Err(format!(
                "{} is not a value: a number or . was expected",
                shown(number)
            )),
        };
        value.map(Some).map_err(|message| word.error(message))
    };
    line.words().map(value).collect()
}

fn write_file(sudoku: &Sudoku) -> Result<String, Unwritable> {
    let side = expect_shape(sudoku, "pzprv3")?;
    let mut out = format!("pzprv3\n{NAME}\n{side}\n");
    for shows_clues in [true, false] {
        let cell = |cell| match sudoku.get(cell) {
            Some(value) if sudoku.is_clue(cell) == shows_clues => value.to_string(),
            _ => ".".into(),
        };
        let cells: Vec<String> = (0..side * side).map(cell).collect();
        out.push_str(&prose::rows(&cells, side));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = ".1.....23.....3.";

    #[test]
    fn the_known_address_is_read_and_written() {
        let sudoku = read_link("https://puzz.link/p?sudoku/4/4/g1k23k3g").unwrap();
        assert_eq!(sudoku.to_string(), ROWS);
        assert_eq!(
            write_link(&sudoku).unwrap(),
            "https://puzz.link/p?sudoku/4/4/g1k23k3g\n"
        );
        let mut large = Sudoku::empty(&[4, 4]).unwrap();
        large.set(30, Some(16));
        assert!(
            write_link(&large)
                .unwrap()
                .ends_with("/16/16/zp-10zzzzzzzzzzzk\n")
        );
        assert_eq!(read_link(&write_link(&large).unwrap()).unwrap(), large);
    }

    #[test]
    fn files_hold_clues_and_answers() {
        let text = "pzprv3/sudoku/4/. 1 . . /. . . 2 /3 . . . /. . 3 . /2 . . . /. . . . /. 4 2 . /1 2[1,2,,] . . /";
        let sudoku = read_file(text).unwrap();
        assert_eq!((sudoku.get(0), sudoku.is_clue(0)), (Some(2), false));
        assert_eq!((sudoku.get(1), sudoku.is_clue(1)), (Some(1), true));
        assert_eq!(sudoku.get(13), Some(2));
        assert_eq!(read_file(&write_file(&sudoku).unwrap()).unwrap(), sudoku);
        let clues = read_file(&text[..text.find("/2 ").unwrap()]).unwrap();
        assert_eq!(clues.to_string(), ROWS);
    }

    #[test]
    fn bad_links_and_files_are_refused() {
        let link = |text| read_link(text).unwrap_err().to_string();
        assert_eq!(
            link("https://puzz.link/p?slither/4/4/a"),
            "line 1, column 21: an address with …?sudoku/columns/rows/… was expected"
        );
        assert_eq!(
            link("p?sudoku/8/8/a"),
            "line 1, column 10: puzz.link has no boxes that fit a board of 8×8: sides are 4, 6, 9, \
             16, 25, …"
        );
        assert_eq!(
            link("p?sudoku/4/6/a"),
            "line 1, column 10: the address has 4 columns and 6 rows, but a Sudoku is square"
        );
        assert_eq!(
            link("p?sudoku/4/4/5"),
            "line 1, column 14: 5 is not a value of the 4×4 board: 1 to 4 were expected"
        );
        assert_eq!(
            link("p?sudoku/4/4/-1é"),
            "line 1, column 14: a number, a dot or a letter from g to z was expected"
        );
        assert_eq!(
            link("p?sudoku/4/4/v11"),
            "line 1, column 15: more cells than the 16 of the grid"
        );
        let file = |text| read_file(text).unwrap_err().to_string();
        assert_eq!(
            file("pzprv3/sudoku/4/. 1 . /"),
            "line 1, column 22: row 1 has 3 cells, but 4 were expected"
        );
        assert_eq!(
            file("pzprv3/sudoku/4/. 1 . 5/"),
            "line 1, column 23: 5 is not a value of the 4×4 board: 1 to 4 were expected"
        );
        assert_eq!(
            file("pzprv3/sudoku/4/. 1 . x/"),
            "line 1, column 23: \"x\" is not a value: a number or . was expected"
        );
        assert_eq!(
            file("pzprv3/sudoku/4/. 1 . ./"),
            "the grid ends after 1 of its 4 rows"
        );
        assert_eq!(
            file("pzprv3/shikaku/4/"),
            "line 1, column 8: a puzzle called \"shikaku\", but sudoku was expected"
        );
        assert_eq!(
            file("pzprv3/sudoku/x"),
            "line 1, column 15: \"x\" is not a size: a whole number was expected"
        );
        assert!(Sudoku::empty(&[4, 2]).unwrap().shape().side() == 8);
        assert!(write_link(&Sudoku::empty(&[4, 2]).unwrap()).is_err());
    }
}
