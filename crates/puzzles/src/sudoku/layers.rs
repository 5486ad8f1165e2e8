//! The layers of a cube as grids, side by side and below each other.
//!
//! Layers go down the left column of grids, then down the next column. Grids in one column have a
//! blank line between them, grids beside each other a wide gap (three blanks or more). The boxes are
//! the usual ones: cubes where they fit (`2,2,2`), or squares within the layers (`3,2,1`).

use super::rows::{self, Row};
use super::symbols::Symbols;
use super::{Origin, Shape, Sudoku};
use crate::lines::Word;
use crate::prose::joined;
use crate::{Format, ParseError, Unwritable};
use std::sync::LazyLock;

pub(super) static LAYERS: LazyLock<Format> = LazyLock::new(|| {
    Format::new("layers", "the layers of a cube side by side")
        .reads(read)
        .writes(write)
        .with_own_remarks()
});

/// The least number of blanks between grids beside each other.
const GAP: usize = 3;

/// Blanks that are written between two grids, as the first such file had them.
const WRITTEN_GAP: usize = 16;

fn read(text: &str) -> Result<Sudoku, ParseError> {
    let rows = rows::rows(text);
    let mut bands = Vec::new();
    for band in rows.chunk_by(|_, next| !next.after_gap) {
        let parts: Vec<Vec<Vec<Word>>> = band.iter().map(parts_of).collect();
        bands.push((&band[0], parts));
    }
    let side = bands
        .first()
        .and_then(|(_, rows)| rows.first()?.first())
        .map_or(0, Vec::len);
    for (first, rows) in &bands {
        check_band(first, rows, side)?;
    }
    let across = bands.iter().map(|(_, rows)| rows[0].len()).max();
    let mut cells = Vec::new();
    let mut layers = 0;
    for column in 0..across.unwrap_or(0) {
        let grids = bands.iter().filter(|(_, rows)| rows[0].len() > column);
        for (_, rows) in grids {
            layers += 1;
            cells.extend(rows.iter().flat_map(|row| row[column].iter().copied()));
        }
    }
    if side == 0 || layers != side {
        return Err(ParseError::new(format!(
            "there are {layers} layers of {side}×{side} cells, but a cube has as many layers as rows"
        )));
    }
    let mut cube = rows::read_onto(&cells, Shape::usual(side, 3)?)?;
    cube.origin = Origin::Layers;
    Ok(cube)
}

/// The cells of a row, cut where the gap is wide.
fn parts_of<'t>(row: &Row<'t>) -> Vec<Vec<Word<'t>>> {
    let is_near = |word: &Word, next: &Word| word.until(*next).chars().nth(GAP - 1).is_none();
    let parts = row.words.chunk_by(is_near);
    parts.map(<[Word]>::to_vec).collect()
}

/// The cells of each grid that a row crosses.
pub(super) fn part_widths(row: &Row) -> Vec<usize> {
    parts_of(row).iter().map(Vec::len).collect()
}

/// Every grid of a band has `side` rows of `side` cells.
fn check_band(first: &Row, rows: &[Vec<Vec<Word>>], side: usize) -> Result<(), ParseError> {
    if rows.len() != side {
        return Err(first.error(format!(
            "the layers from here have {} rows, but {side} were expected",
            rows.len()
        )));
    }
    for row in rows {
        if row.len() != rows[0].len() {
            return Err(row[0][0].error(format!(
                "this row crosses {} layers, but {} stand side by side",
                row.len(),
                rows[0].len()
            )));
        }
        if let Some(part) = row.iter().find(|part| part.len() != side) {
            return Err(part[0].error(format!(
                "this row of a layer has {} cells, but {side} were expected",
                part.len()
            )));
        }
    }
    Ok(())
}

/// Returns true if a text starts like the layers of a cube.
pub(super) fn looks_like(rows: &[Row]) -> bool {
    let Some(first) = rows.first().map(parts_of) else {
        return false;
    };
    let side = first[0].len();
    let is_alike = |row: &Row| {
        let parts = parts_of(row);
        parts.len() == first.len() && parts.iter().all(|part| part.len() == side)
    };
    let is_symbol = |cell: &Word| {
        rows::mark(cell.text, Symbols::usual(side), side) != super::symbols::Mark::Strange
    };
    (4..=64).contains(&side)
        && (2..=side).contains(&first.len())
        && rows.len() >= side
        && rows[..side].iter().all(is_alike)
        && rows.get(side).is_none_or(|row| row.after_gap)
        && first.iter().flatten().all(is_symbol)
}

fn write(sudoku: &Sudoku) -> Result<String, Unwritable> {
    sudoku.expect_usual(3, "layers")?;
    let symbols = match sudoku.symbols {
        Symbols::Numbers => Symbols::Numbers,
        _ => sudoku.characters()?,
    };
    Ok(columns(sudoku, symbols, 1))
}

/// The layers of a cube in two columns, with `blank_lines` blank lines between those in one column.
pub(super) fn columns(sudoku: &Sudoku, symbols: Symbols, blank_lines: usize) -> String {
    let side = sudoku.shape.side();
    let width = symbols.name(side as u16).len();
    let row_text = |layer: usize, row: usize| {
        let first = (layer * side + row) * side;
        let name = |cell| match sudoku.get(cell) {
            None => format!("{:>width$}", "_"),
            Some(value) => format!("{:>width$}", symbols.name(value)),
        };
        joined((first..first + side).map(name), " ")
    };
    let bands = side.div_ceil(2);
    let mut out = String::new();
    for band in 0..bands {
        if band > 0 {
            out.push_str(&"\n".repeat(blank_lines));
        }
        for row in 0..side {
            out.push_str(&row_text(band, row));
            if band + bands < side {
                out.push_str(&" ".repeat(WRITTEN_GAP));
                out.push_str(&row_text(band + bands, row));
            }
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_go_down_the_left_column_first() {
        let mut cube = Sudoku::empty(&[2, 2, 1]).unwrap();
        for layer in 0..4 {
            cube.set(layer * 16, Some(layer as u16 + 1));
        }
        let text = write(&cube).unwrap();
        let gap = " ".repeat(16);
        assert!(text.starts_with(&format!("1 _ _ _{gap}3 _ _ _\n")));
        assert!(text.contains(&format!("\n\n2 _ _ _{gap}4 _ _ _\n")));
        assert_eq!(read(&text).unwrap(), cube);
    }

    #[test]
    fn odd_cubes_end_on_the_left() {
        let mut cube = Sudoku::empty(&[3, 1, 1]).unwrap();
        cube.set(26, Some(3));
        cube.set(9, Some(2));
        assert_eq!(read(&write(&cube).unwrap()).unwrap(), cube);
    }

    #[test]
    fn broken_layers_are_placed() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        let row = "1 _ _ _     _ _ _ _\n";
        assert_eq!(
            message(&row.repeat(3)),
            "line 1, column 1: the layers from here have 3 rows, but 4 were expected"
        );
        assert_eq!(
            message(&(row.repeat(3) + "1 _ _ _     _ _ _\n")),
            "line 4, column 13: this row of a layer has 3 cells, but 4 were expected"
        );
        assert_eq!(
            message(&(row.repeat(3) + "1 _ _ _\n")),
            "line 4, column 1: this row crosses 1 layers, but 2 stand side by side"
        );
        assert_eq!(
            message(&row.repeat(4)),
            "there are 2 layers of 4×4 cells, but a cube has as many layers as rows"
        );
        assert!(message("").starts_with("there are 0 layers"));
    }
}
