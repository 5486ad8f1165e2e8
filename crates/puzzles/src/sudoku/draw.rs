//! The look of a board: drawn with its boxes, and plainly, as the programs before it printed.
//!
//! Plainly, a 2-D board is a line for each row, symbols with a blank between them and `_` for an
//! empty cell, without blanks at the end: so tile-reduction shows it, and the 16 symbols of a 16×16
//! board are those that its program printed, `1` to `9` and `A` to `G`. A cube that was read from
//! layers has its layers in two columns, as tile-reduction shows them. Any other board, and any that
//! was read from an n-dimensional file, is printed as the n-dimensional program did: values of two
//! places, `__` for an empty cell, and each 2-D slab under the names of the spans that it lies in,
//! counted from 0.

use super::{Boxes, Origin, Sudoku, Symbols, layers};
use crate::layered;
use crate::prose::{aligned, joined, put, rows};
use tilewright_render::{Cell, Picture, Role, Space};

/// The drawing of an empty cell.
const EMPTY: &str = "·";

pub(super) fn picture(sudoku: &Sudoku) -> Picture {
    picture_with(sudoku, &|_| Cell::new(EMPTY, Role::Empty))
}

/// The board with something else in its empty cells.
pub(super) fn picture_with(sudoku: &Sudoku, empty: &dyn Fn(usize) -> Cell) -> Picture {
    let shape = &sudoku.shape;
    let side = shape.side();
    let rows = if shape.axes() == 1 { 1 } else { side };
    let cell = |cell: usize| match sudoku.get(cell) {
        None => empty(cell),
        Some(value) => {
            let role = if sudoku.is_clue(cell) {
                Role::Clue
            } else {
                Role::Answer
            };
            Cell::new(sudoku.symbols.name(value), role)
        }
    };
    let extent = [shape.cells() / (rows * side), rows, side];
    let title = |layer: usize| title(sudoku, layer * rows * side);
    let area = |cell: usize| shape.box_of(cell).unwrap_or(0);
    Picture {
        space: (shape.axes() > 2).then(|| space(sudoku)),
        ..Picture::of_grids(layered::grids(extent, side, title, cell, area))
    }
}

fn space(sudoku: &Sudoku) -> Space {
    let shape = &sudoku.shape;
    let area = |cell| shape.box_of(cell).unwrap_or(0) as u32;
    Space {
        sides: vec![shape.side(); shape.axes()],
        areas: (0..shape.cells()).map(area).collect(),
    }
}

/// "layer 2" of a cube; "layer (2,1)" names the outer coordinates of more axes.
fn title(sudoku: &Sudoku, first: usize) -> Option<String> {
    let axes = 2..sudoku.shape.axes();
    let coordinates: Vec<usize> = axes
        .map(|axis| sudoku.shape.coordinate(first, axis) + 1)
        .collect();
    match &coordinates[..] {
        [] => None,
        [layer] => Some(format!("layer {layer}")),
        _ => Some(format!("layer ({})", joined(coordinates, ","))),
    }
}

/// Returns true if a board is printed plainly in slabs, as multidimensional-sudoku did.
pub(super) fn is_in_slabs(sudoku: &Sudoku) -> bool {
    match sudoku.origin {
        Origin::Nd => true,
        Origin::Layers => false,
        Origin::Other => sudoku.shape.axes() != 2,
    }
}

pub(super) fn plain(sudoku: &Sudoku) -> String {
    if is_in_slabs(sudoku) {
        plain_slabs(sudoku)
    } else if sudoku.shape.axes() == 2 {
        plain_rows(sudoku)
    } else {
        layers::columns(sudoku, sudoku.symbols, 2)
    }
}

fn plain_slabs(sudoku: &Sudoku) -> String {
    let frame = "=".repeat(49);
    if sudoku.shape.axes() == 1 {
        return format!("{frame}\n{}\n{frame}\n", plain_cells(sudoku, 0));
    }
    let mut out = format!("{frame}\n\n");
    push_slabs(sudoku, sudoku.shape.axes() - 1, 0, &mut out);
    put!(out, "{frame}\n\n");
    out
}

fn plain_rows(sudoku: &Sudoku) -> String {
    let side = sudoku.shape.side();
    let symbols = match sudoku.symbols {
        Symbols::Hex => Symbols::Digits,
        symbols => symbols,
    };
    let name = |value| match value {
        0 => "_".into(),
        value => symbols.name(value),
    };
    let names: Vec<String> = sudoku.values().map(name).collect();
    rows(&aligned(&names), side)
}

/// The slabs along an axis, each with those along the axes before it.
fn push_slabs(sudoku: &Sudoku, axis: usize, first: usize, out: &mut String) {
    if axis == 1 {
        push_slab(sudoku, first, out);
        return;
    }
    let shape = &sudoku.shape;
    let (side, dim) = (shape.side(), shape.dims()[axis]);
    let slab = side.pow(axis as u32);
    for number in 0..side {
        if number > 0 && number % dim == 0 {
            out.push_str(&"-".repeat(39));
            out.push('\n');
        }
        put!(out, "\nspan[{axis}]: {number}\n\n");
        push_slabs(sudoku, axis - 1, first + number * slab, out);
    }
}

fn push_slab(sudoku: &Sudoku, first: usize, out: &mut String) {
    let shape = &sudoku.shape;
    let (side, dims) = (shape.side(), shape.dims());
    for row in 0..side {
        if row > 0 && row % dims[1] == 0 {
            for column in 0..side {
                let gap = if is_border(column, dims[0]) { "  " } else { "" };
                out.push_str(gap);
                out.push_str(" --");
            }
            out.push('\n');
        }
        out.push_str(&plain_cells(sudoku, first + row * side));
        out.push('\n');
    }
    out.push('\n');
}

/// The cells of one line along the first axis.
fn plain_cells(sudoku: &Sudoku, first: usize) -> String {
    let shape = &sudoku.shape;
    let has_bars = shape.axes() > 1 && !matches!(shape.boxes(), Boxes::Regions(_));
    let mut line = String::new();
    for column in 0..shape.side() {
        if has_bars && is_border(column, shape.dims()[0]) {
            line.push_str(" |");
        }
        match sudoku.get(first + column) {
            None => line.push_str(" __"),
            Some(value) => put!(line, " {value:>2}"),
        }
    }
    line
}

fn is_border(column: usize, dim: usize) -> bool {
    column > 0 && column.is_multiple_of(dim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::SUDOKU;
    use crate::{ParseError, Plain, Puzzle};
    use tilewright_render::text::Text;

    fn read_as(text: &str, format: &str) -> Result<Sudoku, ParseError> {
        SUDOKU.read_as(text, Some(format))
    }

    fn drawn(sudoku: &Sudoku) -> String {
        Text::default().draw(&sudoku.picture())
    }

    #[test]
    fn boxes_are_drawn() {
        let mut sudoku: Sudoku = "1.....2........3".parse().unwrap();
        sudoku.answer(1, 2);
        assert_eq!(
            drawn(&sudoku),
            "┌─────┬─────┐\n│ 1 2 │ · · │\n│ · · │ 2 · │\n├─────┼─────┤\n│ · · │ · · │\n\
             │ · · │ · 3 │\n└─────┴─────┘\n"
        );
        assert_eq!(sudoku.plain(), "1 2 _ _\n_ _ 2 _\n_ _ _ _\n_ _ _ 3\n");
        let line = Sudoku::empty(&[3]).unwrap();
        assert_eq!(drawn(&line), "┌───────┐\n│ · · · │\n└───────┘\n");
    }

    #[test]
    fn regions_are_drawn() {
        let text = "1 . . .\n. . 2 .\n. . . .\n. . . 3\n\n1 1 1 2\n1 2 2 2\n3 3 4 4\n3 3 4 4\n";
        let sudoku = read_as(text, "jigsaw").unwrap();
        assert_eq!(
            drawn(&sudoku),
            "┌───────────┬───┐\n│ 1   ·   · │ · │\n│   ┌───────┘   │\n│ · │ ·   2   · │\n\
             ├───┴───┬───────┤\n│ ·   · │ ·   · │\n│       │       │\n│ ·   · │ ·   3 │\n\
             └───────┴───────┘\n"
        );
    }

    #[test]
    fn layers_have_titles() {
        let cube = drawn(&Sudoku::empty(&[2, 2, 1]).unwrap());
        assert!(cube.starts_with("layer 1         layer 2 "));
        let more = drawn(&Sudoku::empty(&[2, 1, 1, 1]).unwrap());
        assert!(more.contains("layer (1,1)") && more.contains("layer (2,1)"));
    }

    #[test]
    fn plain_boards_look_as_where_they_come_from() {
        let rows = "1 2 _ _\n_ _ _ _\n_ _ _ _\n_ _ _ 3\n";
        let board = read_as("12.............3", "line").unwrap();
        assert_eq!(board.plain(), rows);
        let board = read_as("2\n2\n2\n1 2 0 0 0 0 0 0 0 0 0 0 0 0 0 3\n", "nd").unwrap();
        let frame = "=".repeat(49);
        let empty = " __ __ | __ __\n";
        let rule = " -- --   -- --\n";
        assert_eq!(
            board.plain(),
            format!("{frame}\n\n  1  2 | __ __\n{empty}{rule}{empty} __ __ | __  3\n\n{frame}\n\n")
        );
    }

    #[test]
    fn plain_symbols_are_those_of_the_program() {
        let mut rows = vec![". ".repeat(16); 16];
        rows[0] = format!("0 F {}", ". ".repeat(14));
        let board = read_as(&rows.join("\n"), "grid").unwrap();
        assert_eq!(board.symbols(), Symbols::Hex);
        assert!(board.plain().starts_with("G F _ _ "), "{}", board.plain());
    }

    #[test]
    fn plain_layers_stand_in_two_columns() {
        let mut cube = Sudoku::empty(&[2, 2, 1]).unwrap();
        for layer in 0..4 {
            cube.set(layer * 16, Some(layer as u16 + 1));
        }
        let cube = read_as(&SUDOKU.write(&cube, "layers").unwrap(), "layers").unwrap();
        let gap = " ".repeat(16);
        let rest = format!("_ _ _ _{gap}_ _ _ _\n").repeat(3);
        let (first, second) = (
            format!("1 _ _ _{gap}3 _ _ _\n{rest}"),
            format!("2 _ _ _{gap}4 _ _ _\n{rest}"),
        );
        assert_eq!(cube.plain(), format!("{first}\n\n{second}"));
        assert_eq!(cube.plain_engine(), Some("reduce"));
        assert_eq!(cube.plain_report("1"), None);
    }

    #[test]
    fn plain_cubes_are_printed_in_slabs() {
        let mut cube = Sudoku::empty(&[2, 1, 1]).unwrap();
        cube.set(0, Some(1));
        let frame = "=".repeat(49);
        let rule = "-".repeat(39);
        assert_eq!(
            cube.plain(),
            format!(
                "{frame}\n\n\nspan[2]: 0\n\n  1 __\n -- --\n __ __\n\n{rule}\n\nspan[2]: 1\n\n \
                 __ __\n -- --\n __ __\n\n{frame}\n\n"
            )
        );
        let cube = Sudoku::empty(&[2, 2, 1]).unwrap();
        assert!(cube.plain().contains("\n __ __ | __ __\n -- --   -- --\n"));
        let line = Sudoku::empty(&[3]).unwrap();
        assert_eq!(line.plain(), format!("{frame}\n __ __ __\n{frame}\n"));
    }
}
