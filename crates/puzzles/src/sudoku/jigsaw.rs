//! Irregular regions: the clues and the regions, as two grids below each other or on one line.
//!
//! Any symbol or word may name a region; cells with the same name belong together. On one line the
//! clues come first and the names after them, a character each: 81 + 81 for a 9×9 board.

use super::line;
use super::rows;
use super::shape::number_regions;
use super::{Boxes, Shape, Sudoku, grid};
use crate::lines::Word;
use crate::prose::{self, aligned};
use crate::{Format, ParseError, Unwritable};
use std::sync::LazyLock;

pub(super) static JIGSAW: LazyLock<Format> = LazyLock::new(|| {
    Format::new("jigsaw", "clues and regions as two grids, or on one line")
        .reads(read)
        .writes(write)
        .with_own_remarks()
});

pub(super) fn read(text: &str) -> Result<Sudoku, ParseError> {
    let rows = rows::rows(text);
    if let [row] = &rows[..]
        && let [word] = &row.words[..]
    {
        return read_line(*word);
    }
    if rows.is_empty() || !rows.len().is_multiple_of(2) {
        return Err(ParseError::new(format!(
            "there are {} rows, but two grids of one size were expected: the clues and the regions",
            rows.len()
        )));
    }
    let (clues, names) = rows.split_at(rows.len() / 2);
    let (clues, names) = (rows::square(clues)?, rows::square(names)?);
    let names: Vec<&str> = names.cells.iter().map(|cell| cell.text).collect();
    clues.read_onto(shape_of(clues.side, &names)?)
}

fn shape_of(side: usize, names: &[&str]) -> Result<std::sync::Arc<Shape>, ParseError> {
    let regions = number_regions(side, names)?;
    Shape::of(&[side, 1], Boxes::Regions(regions))
}

fn read_line(line: Word) -> Result<Sudoku, ParseError> {
    let cells: Vec<Word> = line.characters().collect();
    let (count, side) = (cells.len(), (cells.len() / 2).isqrt());
    if count == 0 || 2 * side * side != count {
        return Err(line.error(format!(
            "{count} characters are not a jigsaw: 81 clues and 81 regions were expected"
        )));
    }
    let (clues, names) = cells.split_at(side * side);
    let names: Vec<&str> = names.iter().map(|name| name.text).collect();
    let length = clues.iter().map(|clue| clue.text.len()).sum();
    line::read_onto(shape_of(side, &names)?, line.part(&line.text[..length]))
}

/// Returns true if rows are two grids of one size, the second one of connected regions. A puzzle
/// with its solution below it is not: no two equal symbols touch there.
pub(super) fn looks_like(rows: &[rows::Row]) -> bool {
    if rows.len() < 8 || !rows.len().is_multiple_of(2) {
        return false;
    }
    let (clues, names) = rows.split_at(rows.len() / 2);
    let (Ok(clues), Ok(names)) = (rows::square(clues), rows::square(names)) else {
        return false;
    };
    clues.side == names.side && clues.side <= 64 && are_joined(&names.cells, names.side)
}

/// Returns true if most cells touch a cell of the same name.
fn are_joined(names: &[Word], side: usize) -> bool {
    let is_joined = |cell: &usize| {
        let (row, column) = (cell / side, cell % side);
        let neighbours = [
            (row > 0).then(|| cell - side),
            (row + 1 < side).then(|| cell + side),
            (column > 0).then(|| cell - 1),
            (column + 1 < side).then(|| cell + 1),
        ];
        let mut neighbours = neighbours.into_iter().flatten();
        neighbours.any(|other| names[other].text == names[*cell].text)
    };
    (0..names.len()).filter(is_joined).count() == names.len()
}

fn write(sudoku: &Sudoku) -> Result<String, Unwritable> {
    let side = sudoku.shape.side();
    if sudoku.shape.axes() != 2 {
        return Err(sudoku.unwritable("jigsaw"));
    }
    let clues = aligned(&grid::cell_names(sudoku)?);
    let name = |cell| {
        // Without boxes the rows are as good as regions.
        let number = sudoku.shape.box_of(cell).unwrap_or(cell / side);
        (number + 1).to_string()
    };
    let names: Vec<String> = (0..sudoku.cells.len()).map(name).collect();
    let names = aligned(&names);
    Ok([prose::rows(&clues, side), prose::rows(&names, side)].join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRIDS: &str =
        "1 . . .\n. . 2 .\n. . . .\n. . . 3\n\n1 1 1 2\n1 2 2 2\n3 3 4 4\n3 3 4 4\n";

    #[test]
    fn two_grids_or_one_line() {
        let sudoku = read(GRIDS).unwrap();
        assert!(matches!(sudoku.shape().boxes(), Boxes::Regions(_)));
        assert_eq!(sudoku.shape().box_of(3), Some(1));
        assert_eq!(write(&sudoku).unwrap(), GRIDS);
        assert_eq!(
            read("1.....2........3aaabAbbb".replace('A', "a").as_str())
                .unwrap_err()
                .to_string(),
            "line 1, column 1: 24 characters are not a jigsaw: 81 clues and 81 regions were expected"
        );
        let line = "1.....2........3aaababbbccddccdd";
        assert_eq!(read(line).unwrap(), sudoku);
        assert!(looks_like(&rows::rows(GRIDS)));
    }

    #[test]
    fn boxes_may_be_written_as_regions() {
        for dims in [[2, 3], [3, 2], [6, 1]] {
            let sudoku = Sudoku::empty(&dims).unwrap();
            assert_eq!(read(&write(&sudoku).unwrap()).unwrap(), sudoku);
        }
    }

    #[test]
    fn bad_regions_are_named() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            message(&GRIDS.replace("3 3 4 4", "3 4 4 4")),
            "region 3 has 2 cells, but every region of this board has 4"
        );
        assert_eq!(
            message(&GRIDS[..40]),
            "there are 5 rows, but two grids of one size were expected: the clues and the regions"
        );
        let solution = GRIDS.split("\n\n").next().unwrap();
        let twice = format!("{solution}\n\n1234\n3412\n2143\n4321\n");
        assert!(!looks_like(&rows::rows(&twice)));
    }
}
