//! The n-dimensional file: the number of axes, the box dims, then a value for each cell, 0 where it
//! is empty, all as numbers with any white space between them. Values that are missing at the end
//! are 0. A file with a solution looks the same.

use super::symbols::Symbols;
use super::{Boxes, CLUE, Origin, Shape, Sudoku};
use crate::lines::shown;
use crate::prose::{joined, put};
use crate::{Format, ParseError, Unwritable};
use std::sync::LazyLock;

pub(super) static ND: LazyLock<Format> = LazyLock::new(|| {
    Format::new("nd", "number of axes, box dims, then a value for each cell")
        .reads(read)
        .writes(write)
});

pub(super) static DM: LazyLock<Format> = LazyLock::new(|| {
    Format::new(
        "dm",
        "exact cover as multidimensional-sudoku keeps it: a line for each 1, row and column",
    )
    .writes(write_matrix)
});

/// The most box dims that a file may name: as many as a board may have axes.
const MOST_DIMS: usize = 32;

fn read(text: &str) -> Result<Sudoku, ParseError> {
    let mut numbers = numbers(text);
    let mut next = |what: &str| {
        numbers
            .next()
            .unwrap_or_else(|| Err(ParseError::new(format!("the file ends before {what}"))))
    };
    let (axes, offset) = next("the number of axes")?;
    if axes == 0 || axes > MOST_DIMS {
        return Err(ParseError::at_offset(
            text,
            offset,
            format!("{axes} is not a number of axes: 1 to {MOST_DIMS} were expected"),
        ));
    }
    let dims = (0..axes).map(|_| next("all box dims are named").map(|(dim, _)| dim));
    let dims: Vec<usize> = dims.collect::<Result<_, _>>()?;
    let shape = Shape::of(&dims, Boxes::Dims)?;
    let side = shape.side();
    let mut sudoku = Sudoku::on(shape);
    sudoku.origin = Origin::Nd;
    if side > 9 {
        sudoku.symbols = Symbols::Numbers;
    }
    let mut cells = sudoku.cells.iter_mut();
    for number in numbers {
        let (value, offset) = number?;
        let Some(cell) = cells.next() else {
            return Err(ParseError::at_offset(
                text,
                offset,
                format!("the {} is full, but here is one more value", sudoku.shape),
            ));
        };
        if value > side {
            return Err(ParseError::at_offset(
                text,
                offset,
                format!(
                    "{value} is not a value of the {}: 1 to {side} were expected, or 0 for an empty \
                     cell",
                    sudoku.shape
                ),
            ));
        }
        *cell = if value == 0 { 0 } else { value as u16 | CLUE };
    }
    Ok(sudoku)
}

/// The numbers of a text with their offsets.
fn numbers(text: &str) -> impl Iterator<Item = Result<(usize, usize), ParseError>> {
    text.split_ascii_whitespace().map(move |word| {
        let offset = word.as_ptr() as usize - text.as_ptr() as usize;
        let number = word.parse().map_err(|_| {
            let shown = shown(word);
            let message =
                format!("{shown} is not a number: the n-dimensional file holds numbers alone");
            ParseError::at_offset(text, offset, message)
        })?;
        Ok((number, offset))
    })
}

/// Returns true if a text starts like such a file: each number of the head on a line of its own, or the dims together
/// on the second line.
pub(super) fn looks_like(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let axes = lines.next().and_then(|line| line.parse::<usize>().ok());
    let Some(axes) = axes.filter(|axes| (1..=MOST_DIMS).contains(axes)) else {
        return false;
    };
    let numbers: Option<Vec<usize>> = lines
        .take(64)
        .flat_map(str::split_ascii_whitespace)
        .take(axes + 64)
        .map(|word| word.parse().ok())
        .collect();
    let Some(numbers) = numbers.filter(|numbers| numbers.len() >= axes) else {
        return false;
    };
    let (dims, values) = numbers.split_at(axes);
    Shape::of(dims, Boxes::Dims).is_ok_and(|shape| {
        shape.side() > 1
            && values.len() <= shape.cells()
            && values.iter().all(|&value| value <= shape.side())
    })
}

fn write(sudoku: &Sudoku) -> Result<String, Unwritable> {
    if matches!(sudoku.shape.boxes(), Boxes::Regions(_)) {
        return Err(sudoku.unwritable("nd"));
    }
    let shape = &sudoku.shape;
    let head = std::iter::once(shape.axes()).chain(shape.dims().iter().copied());
    let numbers = head.chain(sudoku.values().map(usize::from));
    Ok(joined(numbers, "\n") + "\n")
}

/// The most lines of a matrix file that is made as one text.
const MOST_LINES: usize = 1 << 23;

/// The matrix of exact cover as the n-dimensional program keeps it in a file: a line for each 1, its
/// row and its column, from 0. Row *cell* · *side* + *value* has the column of its cell, then that of
/// its value in its box, then in its line along each axis. Of a clue's cell its own row alone is
/// written.
fn write_matrix(sudoku: &Sudoku) -> Result<String, Unwritable> {
    let shape = &sudoku.shape;
    if matches!(shape.boxes(), Boxes::Regions(_)) {
        return Err(sudoku.unwritable("dm"));
    }
    let (side, cells, axes) = (shape.side(), shape.cells(), shape.axes());
    let lines = (cells * side).saturating_mul(axes + 2);
    if lines > MOST_LINES {
        return Err(Unwritable(format!(
            "the matrix of the {shape} takes {lines} lines, and the dm format at most {MOST_LINES}; matrix has no such limit"
        )));
    }
    let mut out = String::new();
    for cell in 0..cells {
        for value in 0..side {
            let given = sudoku.get(cell).filter(|_| sudoku.is_clue(cell));
            if given.is_some_and(|given| usize::from(given) != value + 1) {
                continue;
            }
            let row = cell * side + value;
            let groups = (0..axes).map(|axis| shape.line_of(cell, axis));
            let groups = std::iter::once(shape.dims_box(cell)).chain(groups);
            let in_groups = groups
                .enumerate()
                .map(|(block, group)| cells * (block + 1) + group * side + value);
            for column in std::iter::once(cell).chain(in_groups) {
                put!(out, "{row} {column}\n");
            }
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_matrix_file_has_a_line_for_each_one() {
        let text = write_matrix(&Sudoku::empty(&[2, 2]).unwrap()).unwrap();
        assert_eq!(text.lines().count(), 64 * 4);
        // The first cell's first value, and the last one's last.
        assert!(
            text.starts_with("0 0\n0 16\n0 32\n0 48\n1 0\n1 17\n"),
            "{text}"
        );
        assert!(text.ends_with("63 15\n63 31\n63 47\n63 63\n"), "{text}");
        // The 3 of r2c3: box 2, row 2, column 3.
        let row = 6 * 4 + 2;
        let lines = [6, 16 + 4 + 2, 32 + 4 + 2, 48 + 8 + 2].map(|c| format!("{row} {c}\n"));
        assert!(text.contains(&lines.concat()), "{text}");
        let mut clue = Sudoku::empty(&[2, 2, 1]).unwrap();
        clue.set(5, Some(3));
        let text = write_matrix(&clue).unwrap();
        assert_eq!(text.lines().count(), (256 - 3) * 5);
        let large = write_matrix(&Sudoku::empty(&[4, 3, 2, 1]).unwrap()).unwrap_err();
        assert!(large.to_string().contains("47775744 lines"), "{large}");
    }

    fn message(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn missing_values_are_empty_cells() {
        let sudoku = read("2\n2\n2\n1 0 0\n4").unwrap();
        assert_eq!(sudoku.shape().dims(), [2, 2]);
        assert_eq!(sudoku.clues().collect::<Vec<_>>(), [(0, 1), (3, 4)]);
        assert_eq!(read(&write(&sudoku).unwrap()).unwrap(), sudoku);
        let line = read("1\n4\n0\n2\n").unwrap();
        assert_eq!(line.shape().to_string(), "line of 4 cells");
    }

    #[test]
    fn bad_files_are_refused() {
        assert_eq!(message(""), "the file ends before the number of axes");
        assert_eq!(
            message("2\n3"),
            "the file ends before all box dims are named"
        );
        assert_eq!(
            message("0"),
            "line 1, column 1: 0 is not a number of axes: 1 to 32 were expected"
        );
        assert_eq!(
            message("2\n2\n2\n1\n5\n"),
            "line 5, column 1: 5 is not a value of the 4×4 board: 1 to 4 were expected, or 0 for an \
             empty cell"
        );
        assert_eq!(
            message("1 1 1 1"),
            "line 1, column 7: the line of 1 cells is full, but here is one more value"
        );
        assert_eq!(
            message("2\n2\nx"),
            "line 3, column 1: \"x\" is not a number: the n-dimensional file holds numbers alone"
        );
        assert!(message("4 99 99 99 99").contains("cells, more than"));
    }
}
