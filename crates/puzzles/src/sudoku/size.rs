//! The boards that a size names.
//!
//! `9x9` is a board of that size with its usual boxes, `3,3` the board with boxes of that size. A size that may mean
//! one board or another is an error that names both.

use super::shape::{Boxes, MOST_CELLS, Shape, latin_dims, usual_dims};
use super::{NAME, Sudoku};
use crate::lines::shown;
use crate::prose::joined;
use crate::size::Size;
use crate::{ParseError, Sizes};

/// The empty board that a size names after `sudoku`.
pub(super) fn sudoku(size: &str) -> Result<Sudoku, ParseError> {
    match Size::of(size) {
        Some(Size::List(dims)) => Sudoku::empty(&dims),
        Some(Size::One(number)) => Err(one_number(number)),
        Some(Size::Sides(sides)) => with_usual_boxes(&sides),
        None => Err(ParseError::new(format!(
            "{} is not a size: expected a board such as 9x9, or boxes such as 3,3 or 3,2",
            shown(size.trim())
        ))),
    }
}

/// The menu after `sudoku`.
pub(super) fn sudoku_sizes() -> Sizes {
    let about = "The cells of a side, as in 9x9; or the sides of a box, one number for each axis: 3,3 is 9×9, 2,2,2 \
                 is a cube of 8×8×8.";
    Sizes::new(
        about,
        "3,3",
        &[
            ("2,2", "4×4"),
            ("3,2", "6×6"),
            ("4,2", "8×8"),
            ("3,3", "9×9"),
            ("4,3", "12×12"),
            ("4,4", "16×16"),
            ("5,5", "25×25"),
            ("2,2,1", "cube 4×4×4"),
            ("2,2,2", "cube 8×8×8"),
            ("2,2,1,1", "four axes 4×4×4×4"),
        ],
    )
}

/// The menu after `latin`.
pub(super) fn latin_sizes() -> Sizes {
    Sizes::new(
        "The cells of a side, as in 6.",
        "6",
        &[
            ("4", "4×4"),
            ("5", "5×5"),
            ("6", "6×6"),
            ("7", "7×7"),
            ("8", "8×8"),
            ("9", "9×9"),
            ("10", "10×10"),
            ("12", "12×12"),
        ],
    )
}

/// The empty board that a size names after `latin`: `8` and `8x8` are the square, `8x8x8` and `8,1,1`
/// the cube.
pub(super) fn latin(size: &str) -> Result<Sudoku, ParseError> {
    let dims = match Size::of(size) {
        Some(Size::One(length)) => latin_dims(length, 2),
        Some(Size::Sides(sides)) => latin_dims(same_sides(&sides).ok_or_else(uneven)?, sides.len()),
        Some(Size::List(dims)) => {
            if dims.iter().filter(|&&dim| dim > 1).count() > 1 {
                return Err(latin_list(&dims));
            }
            dims
        }
        None => {
            return Err(ParseError::new(format!(
                "{} is not a size: expected a board such as 8x8 or 8",
                shown(size.trim())
            )));
        }
    };
    Ok(Sudoku::on(Shape::of(&dims, Boxes::None)?))
}

fn same_sides(sides: &[usize]) -> Option<usize> {
    let (&side, others) = sides.split_first()?;
    others.iter().all(|&other| other == side).then_some(side)
}

fn uneven() -> ParseError {
    ParseError::new("the sides of a Latin board are equal, as in 8x8")
}

/// `latin 3,3` may mean two boards.
fn latin_list(dims: &[usize]) -> ParseError {
    let side = same_sides(dims).map(|side| format!("`latin {}`", times(side, dims.len())));
    let product = dims
        .iter()
        .try_fold(1usize, |all, &dim| all.checked_mul(dim));
    let product = product.map(|side| format!("multiplied, `latin {}`", times(side, dims.len())));
    ParseError::new(format!(
        "a Latin board has no boxes, so {} may mean {}",
        joined(dims, ","),
        joined(side.into_iter().chain(product), " or, ")
    ))
}

/// `sudoku 9` may mean two boards.
fn one_number(side: usize) -> ParseError {
    let board = match usual_boxes(side, 2) {
        Some(_) => format!("`{NAME} {side}x{side}` is the board of {side} rows and columns"),
        None => format!("`latin {side}` is the board of {side} rows and columns, without boxes"),
    };
    ParseError::new(format!(
        "a single number may mean two boards: {board}, `{NAME} [{side}]` a line of {side} cells"
    ))
}

/// The board of these sides with its usual boxes, which a remark names.
fn with_usual_boxes(sides: &[usize]) -> Result<Sudoku, ParseError> {
    let Some(side) = same_sides(sides) else {
        return Err(no_board(sides));
    };
    let axes = sides.len();
    if side == 0 {
        return Err(ParseError::new("the sides of a board are at least 1"));
    }
    if !is_possible(side, axes) {
        return Err(ParseError::new(format!(
            "such a board has more cells than the {MOST_CELLS} that are possible"
        )));
    }
    let dims = usual_boxes(side, axes).ok_or_else(|| no_usual_boxes(side, axes))?;
    let mut board = Sudoku::empty(&dims)?;
    board.remark = remark(&dims).map(Into::into);
    Ok(board)
}

/// The remark on the boxes that were taken, but for 9×9, whose boxes are obvious.
fn remark(dims: &[usize]) -> Option<String> {
    match dims {
        [3, 3] => None,
        [width, height] if width != height => Some(format!(
            "the boxes are {width} wide and {height} high; `{NAME} {height},{width}` has them upright"
        )),
        _ => Some(format!("the boxes are {}", board_of(dims[0], dims.len()))),
    }
}

fn is_possible(side: usize, axes: usize) -> bool {
    let axes = u32::try_from(axes).unwrap_or(u32::MAX);
    side.checked_pow(axes)
        .is_some_and(|cells| cells <= MOST_CELLS)
}

/// The boxes that people expect on a board: the squarest ones, wider than high, and on three axes and
/// more those with the same side along each.
fn usual_boxes(side: usize, axes: usize) -> Option<Vec<usize>> {
    if !is_possible(side, axes) {
        return None;
    }
    if axes == 2 {
        let dims = usual_dims(side, axes);
        return (dims[1] > 1 || side == 1).then_some(dims);
    }
    let root = (1..=side).find(|root| root.pow(axes as u32) >= side)?;
    (root.pow(axes as u32) == side).then(|| vec![root; axes])
}

/// A board that is higher than wide is none, but may be a box.
fn no_board(sides: &[usize]) -> ParseError {
    let boxes = match sides {
        [one, other] => format!(
            "`{NAME} {one},{other}` has boxes {one} wide and {other} high, `{NAME} {other},{one}` \
             boxes {other} wide and {one} high"
        ),
        _ => format!("`{NAME} {}` has boxes of that size", joined(sides, ",")),
    };
    ParseError::new(format!(
        "the sides of a Sudoku board are equal, but those of {} are not: {boxes}",
        joined(sides, "x")
    ))
}

/// A board that can only be meant without boxes, or as a box, or with boxes that no program would guess.
fn no_usual_boxes(side: usize, axes: usize) -> ParseError {
    let sides = times(side, axes);
    let board = board_of(side, axes);
    let flat = usual_dims(side, axes);
    let mut readings = vec![format!(
        "`latin {sides}` is the {board} board without boxes"
    )];
    if axes > 2 && flat[1] > 1 {
        readings.push(format!(
            "`{NAME} {}` has boxes of {}×{} in each layer",
            joined(&flat, ","),
            flat[0],
            flat[1]
        ));
    }
    // A box of that size: people write `3x3` for boxes more often than for boards.
    let boxed = vec![side; axes];
    if let Ok(shape) = Shape::of(&boxed, Boxes::Dims) {
        readings.push(format!(
            "`{NAME} {}` is the {shape} with boxes of {board}",
            joined(&boxed, ",")
        ));
    }
    ParseError::new(format!(
        "a {board} board has no usual boxes: {}",
        readings.join(", ")
    ))
}

/// "9×9".
fn board_of(side: usize, axes: usize) -> String {
    joined(vec![side; axes], "×")
}

/// "9x9", as it is typed.
fn times(side: usize, axes: usize) -> String {
    joined(vec![side; axes], "x")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Titled;

    fn dims(size: &str) -> Vec<usize> {
        sudoku(size).unwrap().shape().dims().to_vec()
    }

    fn message(size: &str) -> String {
        sudoku(size).unwrap_err().to_string()
    }

    #[test]
    fn a_board_has_the_boxes_that_people_expect() {
        for (size, expected) in [
            ("1x1", &[1, 1][..]),
            ("4x4", &[2, 2]),
            ("6x6", &[3, 2]),
            ("8x8", &[4, 2]),
            ("9x9", &[3, 3]),
            ("10×10", &[5, 2]),
            ("12x12", &[4, 3]),
            ("15x15", &[5, 3]),
            ("16 X 16", &[4, 4]),
            ("25x25", &[5, 5]),
            ("8x8x8", &[2, 2, 2]),
            ("27x27x27", &[3, 3, 3]),
            ("16x16x16x16", &[2, 2, 2, 2]),
            ("3,3", &[3, 3]),
            ("[2, 3]", &[2, 3]),
            ("2 2 1", &[2, 2, 1]),
            ("4,4", &[4, 4]),
            ("[4]", &[4]),
        ] {
            assert_eq!(dims(size), expected, "{size}");
        }
    }

    #[test]
    fn the_boxes_that_were_taken_are_told() {
        let remark = |size: &str| sudoku(size).unwrap().remark().map(str::to_owned);
        assert_eq!(remark("9x9"), None);
        assert_eq!(remark("3,4"), None, "they were asked for");
        assert_eq!(remark("16x16").unwrap(), "the boxes are 4×4");
        assert_eq!(remark("8x8x8").unwrap(), "the boxes are 2×2×2");
        assert_eq!(
            remark("12x12").unwrap(),
            "the boxes are 4 wide and 3 high; `sudoku 3,4` has them upright"
        );
    }

    #[test]
    fn two_readings_are_both_told() {
        assert_eq!(
            message("3x3"),
            "a 3×3 board has no usual boxes: `latin 3x3` is the 3×3 board without boxes, `sudoku \
             3,3` is the 9×9 board with boxes of 3×3"
        );
        assert_eq!(
            message("9x9x9"),
            "a 9×9×9 board has no usual boxes: `latin 9x9x9` is the 9×9×9 board without boxes, \
             `sudoku 3,3,1` has boxes of 3×3 in each layer"
        );
        assert_eq!(
            message("3x2"),
            "the sides of a Sudoku board are equal, but those of 3x2 are not: `sudoku 3,2` has boxes \
             3 wide and 2 high, `sudoku 2,3` boxes 2 wide and 3 high"
        );
        assert!(message("2x2x1").ends_with("`sudoku 2,2,1` has boxes of that size"));
        assert_eq!(
            message("9"),
            "a single number may mean two boards: `sudoku 9x9` is the board of 9 rows and columns, \
             `sudoku [9]` a line of 9 cells"
        );
        assert!(
            message("7").contains("`latin 7` is the board of 7 rows and columns, without boxes")
        );
        assert!(message("7x7").contains("`latin 7x7`"));
    }

    #[test]
    fn no_size_is_too_large_to_be_refused() {
        assert!(message("99999x99999").contains("more cells than"));
        let large = "9".repeat(30);
        assert!(message(&format!("{large}x{large}")).contains("more cells than"));
        assert!(message(&large).contains("a single number"));
        assert!(latin(&large).is_err());
        assert!(message(&vec!["2"; 1000].join("x")).contains("more cells than"));
        assert!(message(&vec!["1"; 1000].join("x")).contains("at most 32 axes"));
        assert!(message("0x0").contains("at least 1"));
        assert!(message("3,b").starts_with("\"3,b\" is not a size: expected a board such as 9x9"));
    }

    #[test]
    fn latin_boards_are_named_by_their_sides() {
        let shape = |size: &str| latin(size).unwrap().shape().to_string();
        assert_eq!(shape("8"), "8×8 board");
        assert_eq!(shape("8x8"), "8×8 board");
        assert_eq!(shape("5x5x5"), "5×5×5 board");
        assert_eq!(shape("5,1,1"), "5×5×5 board");
        assert_eq!(shape("1 5"), "5×5 board");
        assert!(latin("4x5").is_err());
        assert_eq!(
            latin("2,2").unwrap_err().to_string(),
            "a Latin board has no boxes, so 2,2 may mean `latin 2x2` or, multiplied, `latin 4x4`"
        );
    }
}
