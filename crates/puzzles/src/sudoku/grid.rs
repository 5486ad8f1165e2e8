//! Grids: a line for each row.
//!
//! `grid` reads rows whose cells are apart or close together, framed or not; bars and rules inside the grid show the
//! boxes, and without them the usual boxes are meant. Between bars an empty cell may be left blank. It is written
//! with its boxes ruled off. `ss` is Simple Sudoku's grid, with a frame of `*---*`; a second grid in the same file
//! shows the answers as well, and candidates that may follow are not read.

use super::symbols::Symbols;
use super::{Boxes, Sudoku, rows};
use crate::prose::{aligned, joined, put};
use crate::{Format, ParseError, Unwritable};
use std::sync::LazyLock;

pub(super) static GRID: LazyLock<Format> = LazyLock::new(|| {
    Format::new("grid", "rows of cells, with or without blanks and borders")
        .reads(read)
        .writes(write)
        .with_own_remarks()
});

pub(super) static SS: LazyLock<Format> = LazyLock::new(|| {
    Format::new("ss", "a .ss file: Simple Sudoku's boxed grid")
        .reads(read_simple)
        .writes(write_simple)
        .with_own_remarks()
});

pub(super) fn read(text: &str) -> Result<Sudoku, ParseError> {
    let text = rows::with_blanks_filled(text);
    let square = rows::square(&rows::rows(&text))?;
    square.read_onto(square.shape()?)
}

fn write(sudoku: &Sudoku) -> Result<String, Unwritable> {
    if *sudoku.shape.boxes() != Boxes::Dims || sudoku.shape.axes() != 2 {
        sudoku.expect_usual(2, "grid")?;
    }
    Ok(ruled(sudoku, &aligned(&cell_names(sudoku)?), " ", "-"))
}

/// The content of each cell, in words that are read as the same values.
pub(super) fn cell_names(sudoku: &Sudoku) -> Result<Vec<String>, Unwritable> {
    let symbols = match sudoku.symbols {
        Symbols::Numbers => Symbols::Numbers,
        _ => sudoku.characters()?,
    };
    // A number of one digit is read as a character, and so is a board of them.
    let is_long = |value| value > 9;
    let symbols = match symbols {
        Symbols::Numbers if !sudoku.values().any(is_long) => Symbols::Digits,
        symbols => symbols,
    };
    let name = |value| match value {
        0 => ".".into(),
        value => symbols.name(value),
    };
    Ok(sudoku.values().map(name).collect())
}

/// Rows of cells with bars and rules between the boxes, where there are any.
fn ruled(sudoku: &Sudoku, cells: &[String], blank: &str, dash: &str) -> String {
    let shape = &sudoku.shape;
    let (side, dims) = (shape.side(), shape.dims());
    let has_boxes = *shape.boxes() == Boxes::Dims;
    let boxes_across = if has_boxes { side / dims[0] } else { 1 };
    let bar = format!("{blank}|{blank}");
    let mut out = String::new();
    for (row, cells) in cells.chunks(side).enumerate() {
        let parts: Vec<String> = cells
            .chunks(side / boxes_across)
            .map(|part| part.join(blank))
            .collect();
        if has_boxes && row > 0 && row % dims[1] == 0 {
            let rules = parts.iter().map(|part| dash.repeat(part.chars().count()));
            let cross = bar.replace(' ', dash).replace('|', "+");
            put!(out, "{}\n", joined(rules, &cross));
        }
        put!(out, "{}\n", parts.join(&bar));
    }
    out
}

fn read_simple(text: &str) -> Result<Sudoku, ParseError> {
    let rows = rows::rows(text);
    let grids: Vec<&[rows::Row]> = rows.chunk_by(|_, next| !next.after_gap).collect();
    let square = rows::square(grids.first().copied().unwrap_or_default())?;
    let mut sudoku = square.read_onto(square.shape()?)?;
    // Candidates, which make a grid with words of several digits, do not read as a second grid.
    let second = grids.get(1).and_then(|rows| rows::square(rows).ok());
    if let Some(second) = second.filter(|second| second.side == square.side) {
        let placed = second.read_onto(sudoku.shape.clone());
        for (cell, value) in placed.iter().flat_map(Sudoku::clues) {
            sudoku.answer(cell, value);
        }
    }
    Ok(sudoku)
}

fn write_simple(sudoku: &Sudoku) -> Result<String, Unwritable> {
    let mut clues = sudoku.clues_only();
    clues.symbols = sudoku.characters()?;
    let mut out = framed(&clues)?;
    if sudoku.has_answers() {
        out.push('\n');
        out.push_str(&framed(sudoku)?);
    }
    Ok(out)
}

/// A grid in a frame of `*---*`, cells close together.
fn framed(sudoku: &Sudoku) -> Result<String, Unwritable> {
    if *sudoku.shape.boxes() != Boxes::Dims || sudoku.shape.axes() != 2 {
        return Err(sudoku.unwritable("ss"));
    }
    let symbols = sudoku.characters()?;
    let name = |value| match value {
        0 => ".".into(),
        value => symbols.character(value).unwrap_or('.').to_string(),
    };
    let cells: Vec<String> = sudoku.values().map(name).collect();
    let body = ruled(sudoku, &cells, "", "-");
    let width = body.lines().next().map_or(0, |line| line.chars().count());
    let frame = format!("*{}*\n", "-".repeat(width));
    let mut out = frame.clone();
    for line in body.lines() {
        out.extend(["|", line, "|\n"]);
    }
    Ok(out + &frame)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    const FOUR: &str = "1 . | . .\n. . | 2 .\n----+----\n. 3 | . .\n. . | . 4\n";

    #[test]
    fn grids_come_in_many_dresses() {
        let four = read(FOUR).unwrap();
        for text in [
            "1 _ _ _\n_ _ 2 _\n_ 3 _ _\n_ _ _ 4",
            "# four\n1000\n0020\n\n0300\n0004\n",
            "1x**\n..2.\n.3..\n...4",
            "1---\n--2-\n-3--\n---4",
            "+---+---+\n|1 .|. .|\n|. .|2 .|\n+---+---+\n|. 3|. .|\n|. .|. 4|\n+---+---+",
            "┌─────┬─────┐\n│ 1 · │ · · │\n│ · · │ 2 · │\n├─────┼─────┤\n│ · 3 │ · · │\n│ · · │ · 4 │\n└─────┴─────┘"
                .replace('·', ".").as_str(),
            "1.|..\r\n..|2.\r\n==+==\r\n.3|..\r\n..|.4\r\n",
            "1,0,0,0\n0,0,2,0\n0,3,0,0\n0,0,0,4",
            "- - - - - - -\n| 1   |     | \n|     | 2   | \n- - - - - - -\n|   3 |     | \n|     |   4 | \n- - - - - - -\n",
            "  ║ 1   ║     ║\n  ║     ║ 2   ║\n  ║   3 ║     ║\n  ║     ║   4 ║",
        ] {
            assert_eq!(read(text).unwrap(), four, "{text}");
        }
        assert_eq!(write(&four).unwrap(), FOUR);
    }

    #[test]
    fn borders_tell_the_boxes() {
        let tall = Sudoku::empty(&[2, 3]).unwrap();
        let text = write(&tall).unwrap();
        assert_eq!(read(&text).unwrap().shape().dims(), [2, 3]);
        let wide = read(&"......\n".repeat(6)).unwrap();
        assert_eq!(wide.shape().dims(), [3, 2]);
        assert_eq!(
            message("1 | . .\n. . | 2 .\n"),
            "line 1, column 7: row 1 has 3 cells, but 4 were expected as in the other rows"
        );
        assert_eq!(
            message("12 34\n.|...\n....\n....\n"),
            "line 2, column 1: the borders at row 2 are not those of equal boxes"
        );
    }

    #[test]
    fn ragged_grids_and_strange_symbols_are_placed() {
        assert_eq!(
            message("1...\n..2\n.3..\n...4\n"),
            "line 2, column 1: row 2 has 3 cells, but 4 were expected as in the other rows"
        );
        assert_eq!(
            message("1 . . .\n. . 2 . 3\n. 3 . .\n. . . 4\n"),
            "line 2, column 9: row 2 has 5 cells, but 4 were expected as in the other rows"
        );
        assert_eq!(
            message("1 . . .\n. . 2 .\n. 3 . .\n"),
            "line 3, column 1: the grid has 3 rows of 4 cells, but as many rows as columns were \
             expected"
        );
        assert_eq!(
            message("1 . . .\n. . 5 .\n. 3 . .\n. . . 4\n"),
            "line 2, column 5: \"5\" at r2c3 is not a symbol of the 4×4 board: 1 to 4 were expected, \
             or . for an empty cell"
        );
        assert_eq!(
            message("# nothing\n"),
            "there is no grid here: rows of cells were expected"
        );
    }

    #[test]
    fn large_boards_have_numbers() {
        let mut large = Sudoku::empty(&[6, 6]).unwrap();
        large.set(0, Some(36));
        large.set(1295, Some(7));
        assert_eq!(read(&write(&large).unwrap()).unwrap(), large);
    }

    #[test]
    fn simple_sudoku_shows_answers_in_a_second_grid() {
        let mut four = read(FOUR).unwrap();
        assert_eq!(
            write_simple(&four).unwrap(),
            "*-----*\n|1.|..|\n|..|2.|\n|--+--|\n|.3|..|\n|..|.4|\n*-----*\n"
        );
        assert_eq!(read_simple(&write_simple(&four).unwrap()).unwrap(), four);
        four.answer(1, 2);
        let text = write_simple(&four).unwrap();
        assert_eq!(read_simple(&text).unwrap(), four);
        let candidates =
            "\n*---*\n|1 2|34 3|\n|3 4|2 1|\n|---+---|\n|2 3|1 34|\n|12 1|3 4|\n*---*\n";
        let more = text + candidates;
        assert_eq!(read_simple(&more).unwrap(), four);
    }
}
