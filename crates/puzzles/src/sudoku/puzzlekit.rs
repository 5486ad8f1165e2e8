//! The text of puzzlekit: `rows columns` on the first line, then a line for each row, `-` where a cell is
//! empty; of a jigsaw the regions follow, a row a line.

use super::{Boxes, Sudoku, grid, jigsaw, rows};
use crate::prose;
use crate::puzzlekit::{Text, header};
use crate::{Format, ParseError, Unwritable};
use std::sync::LazyLock;

pub(super) static PUZZLEKIT: LazyLock<Format> = LazyLock::new(|| {
    Format::new(
        "puzzlekit",
        "rows and columns, then rows of numbers, - for empty",
    )
    .reads(read)
    .writes(write)
});

/// Returns true if the text is such a grid, and its clues are the values of a Sudoku.
pub(super) fn looks_like(text: &str) -> bool {
    Text::of(text).is_some_and(|text| {
        let side = text.height;
        let has_rows = text.rows.len() == side && side > 3 || text.rows.len() == 2 * side;
        has_rows && text.is_sudoku()
    })
}

fn read(text: &str) -> Result<Sudoku, ParseError> {
    let (header, [height, width], _) = header(text)?;
    if height != width {
        return Err(header.error(format!(
            "a Sudoku has as many rows as columns, but the size is {height}×{width}"
        )));
    }
    // The places of the text after it do not change.
    let after = header.text.as_ptr() as usize - text.as_ptr() as usize + header.text.len();
    // In a grid a line of nothing but `-` would be a frame.
    let body = "\n".repeat(header.number - 1) + &text[after..].replace('-', ".");
    let count = rows::rows(&body).len();
    let sudoku = if count == 2 * height {
        jigsaw::read(&body)?
    } else {
        grid::read(&body)?
    };
    if sudoku.shape.side() != height {
        return Err(header.error(format!(
            "the size is {height}×{width}, but the grid has {count} rows"
        )));
    }
    Ok(sudoku)
}

fn write(sudoku: &Sudoku) -> Result<String, Unwritable> {
    let side = sudoku.shape.side();
    let is_jigsaw = matches!(sudoku.shape.boxes(), Boxes::Regions(_));
    if !is_jigsaw {
        sudoku.expect_usual(2, "puzzlekit")?;
    }
    let clues = sudoku.values().map(|value| match value {
        0 => "-".to_owned(),
        value => value.to_string(),
    });
    let regions = (0..sudoku.cells.len())
        .filter_map(|cell| sudoku.shape.box_of(cell))
        .map(|region| (region + 1).to_string());
    let regions = regions.filter(|_| is_jigsaw);
    let words: Vec<String> = clues.chain(regions).collect();
    Ok(format!("{side} {side}\n{}", prose::rows(&words, side)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUR: &str = "4 4\n- - 4 3\n- - - 1\n- 2 - -\n- - - -\n";
    const JIGSAW: &str =
        "4 4\n- - 4 3\n- - - 1\n- 2 - -\n- - - -\n1 1 1 2\n1 2 2 2\n3 3 4 4\n3 3 4 4\n";

    #[test]
    fn a_grid_and_a_jigsaw() {
        for text in [FOUR, JIGSAW] {
            assert!(looks_like(text), "{text}");
            let sudoku = read(text).unwrap();
            assert_eq!(
                sudoku.clues().collect::<Vec<_>>(),
                [(2, 4), (3, 3), (7, 1), (9, 2)]
            );
            assert_eq!(write(&sudoku).unwrap(), text);
        }
        let large =
            "16 16\n".to_owned() + &("- 16 ".to_owned() + &"- ".repeat(14) + "\n").repeat(16);
        assert_eq!(read(&large).unwrap().get(1), Some(16));
    }

    #[test]
    fn slips_have_their_places() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            message(&FOUR.replacen("4 4", "4 5", 1)),
            "line 1, column 1: a Sudoku has as many rows as columns, but the size is 4×5"
        );
        assert!(message(&FOUR.replace('2', "7")).starts_with("line 4, column 3: \"7\" at r3c2"));
        assert!(message(&FOUR.replacen("4 4", "9 9", 1)).contains("the grid has 4 rows"));
        assert!(message("").starts_with("the text is empty"));
    }
}
