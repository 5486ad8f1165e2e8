//! puzz.link (pzpr): its addresses and its files.
//!
//! An address is `…p?sudoku/9/9/` and a body: `0`–`f` is a value, `-xx` and `+xxx` are values of two
//! and three hexadecimal digits, `.` is a cell with a question mark, and `g`–`z` are 1 to 20 empty
//! cells. A file is `pzprv3`, `sudoku`, the side, then rows of clues and rows of answers.
//!
//! Neither says what the boxes are: pzpr takes square boxes, and boxes of 3×2 on the 6×6 board.
//! Sides for which its boxes would not hold each value once are refused.

use super::{Boxes, CLUE, Shape, Sudoku};
use crate::{ParseError, Unwritable};
use std::fmt::Write;
use std::sync::Arc;

/// Empty cells that one character stands for, at most.
const LONGEST_GAP: usize = 20;

/// The most that `+xxx` can name.
const LARGEST: usize = 0xfff;

pub(super) fn read_link(text: &str) -> Result<Sudoku, ParseError> {
    let link = text.trim();
    let path = link.split_once("sudoku/").map(|(_, path)| path);
    let expected = || ParseError::new("a puzz.link address was expected: …p?sudoku/9/9/ and cells");
    let path = path.ok_or_else(expected)?;
    // Flags may stand before the size: `sudoku/v:/9/9/…`.
    let mut parts = path.split('/').filter(|part| !part.ends_with(':'));
    let mut next = || parts.next().ok_or_else(expected);
    let (columns, rows, body) = (next()?, next()?, next()?);
    let size = |word: &str| word.parse::<usize>().map_err(|_| expected());
    let (columns, rows) = (size(columns)?, size(rows)?);
    if columns != rows {
        return Err(ParseError::new(format!(
            "the address has {columns} columns and {rows} rows, but a Sudoku is square"
        )));
    }
    let mut sudoku = Sudoku::on(shape_of(columns)?);
    let mut numbers = decode(body, sudoku.cells.len())?.into_iter();
    for cell in 0..sudoku.cells.len() {
        if let Some(value) = numbers.next().flatten() {
            sudoku.cells[cell] = clue(&sudoku, value)?;
        }
    }
    if numbers.next().is_some() {
        return Err(ParseError::new(format!(
            "the address has more cells than the {}",
            sudoku.shape
        )));
    }
    Ok(sudoku)
}

fn clue(sudoku: &Sudoku, value: usize) -> Result<u16, ParseError> {
    let side = sudoku.shape.side();
    if value == 0 || value > side {
        return Err(ParseError::new(format!(
            "{value} is no value of the {}: 1 to {side} were expected",
            sudoku.shape
        )));
    }
    Ok(value as u16 | CLUE)
}

/// The board that pzpr means by a side.
fn shape_of(side: usize) -> Result<Arc<Shape>, ParseError> {
    let root = side.isqrt();
    match side {
        // Boxes of one cell.
        2 | 3 => Shape::of(&[side, 1], Boxes::None),
        6 => Shape::of(&[3, 2], Boxes::Dims),
        side if side > 0 && side <= LARGEST && root * root == side => {
            Shape::of(&[root, root], Boxes::Dims)
        }
        _ => Err(ParseError::new(format!(
            "puzz.link has no boxes that fit a board of {side}×{side}: sides are 4, 6, 9, 16, 25, …"
        ))),
    }
}

/// The numbers of a body, `None` for an empty cell, until there are more than `enough`.
fn decode(body: &str, enough: usize) -> Result<Vec<Option<usize>>, ParseError> {
    let strange = |shown: &str| {
        let shown: String = shown.chars().take(4).collect();
        ParseError::new(format!(
            "{shown:?} in the address stands for no cells: 0-f, g-z, -xx or . were expected"
        ))
    };
    let mut numbers = Vec::new();
    let mut rest = body.trim_end_matches(|c: char| c.is_whitespace());
    while let Some(first) = rest.chars().next()
        && numbers.len() <= enough
    {
        let length = match first {
            '-' => 3,
            '+' => 4,
            _ => first.len_utf8(),
        };
        let code = rest.get(..length).ok_or_else(|| strange(rest))?;
        match first {
            '.' => numbers.push(None),
            'g'..='z' => {
                let gap = first as usize - 'f' as usize;
                numbers.extend(std::iter::repeat_n(None, gap));
            }
            _ => {
                let digits = code.trim_start_matches(['-', '+']);
                let number = usize::from_str_radix(digits, 16);
                numbers.push(Some(number.map_err(|_| strange(code))?));
            }
        }
        rest = &rest[length..];
    }
    Ok(numbers)
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

pub(super) fn write_link(sudoku: &Sudoku) -> Result<String, Unwritable> {
    let side = expect_shape(sudoku, "puzzlink")?;
    let mut out = format!("https://puzz.link/p?sudoku/{side}/{side}/");
    let mut gap = 0;
    let end_gap = |gap: &mut usize, out: &mut String| {
        if *gap > 0 {
            out.push(char::from(b'f' + *gap as u8));
        }
        *gap = 0;
    };
    for value in sudoku.values() {
        if value == 0 {
            gap += 1;
            if gap == LONGEST_GAP {
                end_gap(&mut gap, &mut out);
            }
            continue;
        }
        end_gap(&mut gap, &mut out);
        match value {
            0..16 => write!(out, "{value:x}"),
            16..256 => write!(out, "-{value:02x}"),
            _ => write!(out, "+{value:03x}"),
        }
        .expect("a string takes all that is written");
    }
    end_gap(&mut gap, &mut out);
    out.push('\n');
    Ok(out)
}

pub(super) fn read_file(text: &str) -> Result<Sudoku, ParseError> {
    let mut lines = text
        .split(['\n', '/'])
        .map(str::trim)
        .filter(|line| !line.is_empty());
    let is_head = lines.next().is_some_and(|line| line.starts_with("pzprv3"))
        && lines.next() == Some("sudoku");
    if !is_head {
        return Err(ParseError::new(
            "a file that starts with pzprv3 and sudoku was expected",
        ));
    }
    let word = lines.next().unwrap_or_default();
    let side = word.parse().map_err(|_| {
        let shown: String = word.chars().take(12).collect();
        ParseError::new(format!("{shown:?} is no side of a Sudoku"))
    })?;
    let mut sudoku = Sudoku::on(shape_of(side)?);
    for row in 0..side {
        let cells = file_row(lines.next(), &sudoku, row)?;
        for (column, value) in cells.into_iter().enumerate() {
            sudoku.cells[row * side + column] = match value {
                Some(value) => clue(&sudoku, value)?,
                None => 0,
            };
        }
    }
    let answers: Vec<&str> = lines.collect();
    for (row, line) in answers.iter().take(side).enumerate() {
        for (column, value) in file_row(Some(line), &sudoku, row)?.into_iter().enumerate() {
            if let Some(value) = value {
                let value = clue(&sudoku, value)? & !CLUE;
                sudoku.answer(row * side + column, value);
            }
        }
    }
    Ok(sudoku)
}

/// The cells of a row; candidates in brackets are left out.
fn file_row(
    line: Option<&str>,
    sudoku: &Sudoku,
    row: usize,
) -> Result<Vec<Option<usize>>, ParseError> {
    let side = sudoku.shape.side();
    let words: Vec<&str> = line.unwrap_or_default().split_whitespace().collect();
    if words.len() != side {
        return Err(ParseError::new(format!(
            "row {} has {} cells, but {side} were expected",
            row + 1,
            words.len()
        )));
    }
    let value = |word: &&str| {
        let number = word.split('[').next().unwrap_or_default();
        match number {
            "" | "." | "-" | "+" => Ok(None),
            number => number.parse().map(Some).map_err(|_| {
                let shown: String = number.chars().take(12).collect();
                ParseError::new(format!(
                    "{shown:?} in row {} is no value: a number or . was expected",
                    row + 1
                ))
            }),
        }
    };
    words.iter().map(value).collect()
}

pub(super) fn write_file(sudoku: &Sudoku) -> Result<String, Unwritable> {
    let side = expect_shape(sudoku, "pzprv3")?;
    let mut out = format!("pzprv3\nsudoku\n{side}\n");
    for shows_clues in [true, false] {
        for row in 0..side {
            let cell = |cell| match sudoku.get(cell) {
                Some(value) if sudoku.is_clue(cell) == shows_clues => value.to_string(),
                _ => ".".into(),
            };
            let cells: Vec<String> = (row * side..(row + 1) * side).map(cell).collect();
            out.push_str(&cells.join(" "));
            out.push('\n');
        }
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
            "a puzz.link address was expected: …p?sudoku/9/9/ and cells"
        );
        assert_eq!(
            link("p?sudoku/8/8/a"),
            "puzz.link has no boxes that fit a board of 8×8: sides are 4, 6, 9, 16, 25, …"
        );
        assert_eq!(
            link("p?sudoku/4/6/a"),
            "the address has 4 columns and 6 rows, but a Sudoku is square"
        );
        assert_eq!(
            link("p?sudoku/4/4/5"),
            "5 is no value of the 4×4 board: 1 to 4 were expected"
        );
        assert_eq!(
            link("p?sudoku/4/4/-1é"),
            "\"-1é\" in the address stands for no cells: 0-f, g-z, -xx or . were expected"
        );
        assert_eq!(
            link("p?sudoku/4/4/v11"),
            "the address has more cells than the 4×4 board"
        );
        let file = |text| read_file(text).unwrap_err().to_string();
        assert_eq!(
            file("pzprv3/sudoku/4/. 1 . /"),
            "row 1 has 3 cells, but 4 were expected"
        );
        assert!(file("pzprv3/shikaku/4/").starts_with("a file that starts with pzprv3"));
        assert_eq!(file("pzprv3/sudoku/x"), "\"x\" is no side of a Sudoku");
        assert!(Sudoku::empty(&[4, 2]).unwrap().shape().side() == 8);
        assert!(write_link(&Sudoku::empty(&[4, 2]).unwrap()).is_err());
    }
}
