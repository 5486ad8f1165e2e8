//! The text of puzzlekit: `rows columns` on the first line, then a line for each row, `-` where a cell
//! is blank.

use super::rows::{Signs, expect_end, read_rows};
use super::{Shape, Shikaku, flat};
use crate::prose::rows;
use crate::puzzlekit::{Text, header};
use crate::{Format, ParseError, Unwritable};
use std::sync::LazyLock;

pub(super) static PUZZLEKIT: LazyLock<Format> = LazyLock::new(|| {
    Format::new(
        "puzzlekit",
        "rows and columns, then rows of numbers, - for blank",
    )
    .reads(read)
    .writes(write)
    .looks(is_likely)
});

const SIGNS: Signs = Signs {
    blank: "-",
    unknown: Some("?"),
    unknown_too: &[],
};

/// Returns true if the text is such a grid, and its clues are areas and not the values of a Sudoku.
fn is_likely(text: &str) -> bool {
    Text::of(text).is_some_and(|text| text.rows.len() == text.height && !text.is_sudoku())
}

fn read(text: &str) -> Result<Shikaku, ParseError> {
    let (header, [rows, columns], mut lines) = header(text)?;
    let shape = Shape::new(&[columns, rows]).map_err(|error| header.error(error.message()))?;
    let cells = read_rows(shape, &mut lines, &SIGNS)?;
    let rows = format!("the {rows} rows that its size announces");
    expect_end(&mut lines, &rows)?;
    Ok(cells.puzzle())
}

/// The grid without its solution.
fn write(puzzle: &Shikaku) -> Result<String, Unwritable> {
    flat(puzzle, "puzzlekit")?;
    let shape = puzzle.shape();
    let rows = rows(&SIGNS.words(puzzle, "puzzlekit")?, shape.width());
    Ok(format!("{} {}\n{rows}", shape.height(), shape.width()))
}
