//! The text of puzzlekit: `rows columns` on the first line, then a line for each row, `-` where a cell
//! is blank.

use super::rows::{Said, expect_end, read_rows};
use super::{Shape, Shikaku, flat};
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

/// Returns true if the text is such a grid, and its clues are areas and not the values of a Sudoku.
fn is_likely(text: &str) -> bool {
    Text::of(text).is_some_and(|text| text.rows.len() == text.height && !text.is_sudoku())
}

/// The nearness of a text to such a grid, from 0 to 100.
pub(super) fn nearness(text: &str) -> u32 {
    crate::puzzlekit::nearness(text)
}

fn read(text: &str) -> Result<Shikaku, ParseError> {
    let (header, [rows, columns], mut lines) = header(text)?;
    let shape = Shape::new(&[columns, rows]).map_err(|error| header.error(error.message()))?;
    let said = |word: &str| match word {
        "-" => Said::Blank,
        "?" => Said::Unknown,
        _ => Said::Number,
    };
    let cells = read_rows(shape, &mut lines, said)?;
    expect_end(
        &mut lines,
        &format!("the {rows} rows that its size announces"),
    )?;
    Ok(cells.puzzle())
}

/// The grid without its solution.
fn write(puzzle: &Shikaku) -> Result<String, Unwritable> {
    flat(puzzle, "puzzlekit")?;
    let shape = puzzle.shape();
    let words: Vec<String> = puzzle
        .cell_clues()
        .map(|clue| clue.map_or_else(|| "-".to_owned(), crate::shikaku::Clue::text))
        .collect();
    let rows = words.chunks(shape.width()).map(|row| row.join(" ") + "\n");
    let head = format!("{} {}\n", shape.height(), shape.width());
    Ok(std::iter::once(head).chain(rows).collect())
}
