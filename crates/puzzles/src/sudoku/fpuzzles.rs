//! f-puzzles addresses: `…?load=` and packed JSON with `size` and `grid`, a row of
//! `{value, given, region}` for each row. Without a region a cell lies in its usual box. Values that
//! are not given are answers. A puzzle with any other rule is refused by the name of that rule.

use super::packed;
use super::{Shape, Sudoku};
use crate::{Format, ParseError, Unwritable};
use serde_json::{Value, json};
use std::sync::LazyLock;

pub(super) static FPUZZLES: LazyLock<Format> = LazyLock::new(|| {
    Format::new("fpuzzles", "an address of f-puzzles")
        .reads(read)
        .writes(write)
        .on_a_line()
});

/// Keys of a puzzle that say nothing about its rules.
pub(crate) const HARMLESS: [&str; 14] = [
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "highlightConflicts",
    "successMessage",
    "disabledlogic",
    "truecandidatesoptions",
    "metadata",
    "customRuleset",
    "msgcorrect",
    "disableWarnings",
];

/// Larger boards than f-puzzles can show are not asked for.
const LARGEST_SIDE: usize = 64;

fn read(text: &str) -> Result<Sudoku, ParseError> {
    let text = text.trim();
    let packed = text.split_once("load=").map_or(text, |(_, packed)| packed);
    read_packed(packed.split('&').next().unwrap_or(packed))
}

pub(super) fn read_packed(packed: &str) -> Result<Sudoku, ParseError> {
    let text = packed::unpack(packed)?;
    let puzzle: Value = serde_json::from_str(&text)
        .map_err(|_| ParseError::new("the address does not hold an f-puzzles puzzle"))?;
    let parts = puzzle.as_object().into_iter().flatten();
    let mut rules: Vec<String> = parts
        .filter(|(name, value)| !HARMLESS.contains(&name.as_str()) && !packed::is_nothing(value))
        .map(|(name, _)| name.clone())
        .collect();
    let rows = packed::square_rows(puzzle.get("grid").unwrap_or(&Value::Null))?;
    let side = rows.len();
    if let Some(size) = puzzle.get("size").filter(|size| **size != side) {
        return Err(ParseError::new(format!(
            "the puzzle says that its size is {size}, but it has {side} rows"
        )));
    }
    let cells = || rows.iter().flat_map(|row| row.iter());
    if cells().any(|cell| {
        cell.get("givenPencilMarks")
            .is_some_and(|m| !packed::is_nothing(m))
    }) {
        rules.push("given pencil marks".into());
    }
    if !rules.is_empty() {
        return Err(packed::more_rules("f-puzzles", rules));
    }
    let usual = Shape::usual(side, 2)?;
    let regions = cells()
        .enumerate()
        .map(|(cell, content)| match content.get("region") {
            None => Ok(usual.box_of(cell).map(|number| number as u64)),
            Some(Value::Null) => Ok(None),
            Some(region) => region.as_u64().map(Some).ok_or_else(|| {
                ParseError::new(format!("{region} is not a region: a number was expected"))
            }),
        });
    let regions: Vec<Option<u64>> = regions.collect::<Result<_, _>>()?;
    let shape = packed::shape_of_regions(side, &regions)?;
    packed::read_cells(shape, &rows, ["value", "value"], false)
}

fn write(sudoku: &Sudoku) -> Result<String, Unwritable> {
    let side = sudoku.shape.side();
    if sudoku.shape.axes() != 2 || side > LARGEST_SIDE {
        return Err(sudoku.unwritable("fpuzzles"));
    }
    let is_usual = sudoku.expect_usual(2, "fpuzzles").is_ok();
    let cell = |cell: usize| {
        let mut content = json!({});
        if let Some(value) = sudoku.get(cell) {
            content["value"] = value.into();
            if sudoku.is_clue(cell) {
                content["given"] = true.into();
            }
        }
        if !is_usual {
            content["region"] = sudoku.shape.box_of(cell).into();
        }
        content
    };
    let row = |row: usize| (row * side..(row + 1) * side).map(cell).collect::<Value>();
    let puzzle = json!({"size": side, "grid": (0..side).map(row).collect::<Value>()});
    let packed = packed::pack(&puzzle.to_string());
    let packed = packed.ok_or_else(|| sudoku.unwritable("fpuzzles"))?;
    Ok(format!("https://www.f-puzzles.com/?load={packed}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_json(puzzle: &Value) -> Result<Sudoku, ParseError> {
        read_packed(&packed::pack(&puzzle.to_string()).unwrap())
    }

    fn empty(side: usize) -> Value {
        json!({"size": side, "grid": vec![vec![json!({}); side]; side]})
    }

    #[test]
    fn known_addresses_are_read() {
        let nine = "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssW0iQA=";
        let sudoku = read(&format!("https://www.f-puzzles.com/?load={nine}")).unwrap();
        assert_eq!(sudoku, Sudoku::empty(&[3, 3]).unwrap());
        let three = "N4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA==";
        let sudoku = read(three).unwrap();
        assert_eq!(sudoku, Sudoku::empty(&[3, 1]).unwrap());
    }

    #[test]
    fn clues_answers_and_regions_are_read() {
        let mut puzzle = empty(4);
        puzzle["grid"][0][0] = json!({"value": 3, "given": true, "c": "#fff"});
        puzzle["grid"][0][1] = json!({"value": 2, "centerPencilMarks": [1]});
        let sudoku = read_json(&puzzle).unwrap();
        assert!(sudoku.is_clue(0) && !sudoku.is_clue(1));
        assert_eq!(sudoku.shape().dims(), [2, 2]);
        for (row, column, region) in [(0, 1, 1), (0, 2, 0)] {
            puzzle["grid"][row][column]["region"] = region.into();
        }
        let jigsaw = read_json(&puzzle).unwrap();
        assert_eq!(jigsaw.shape().box_of(2), Some(0));
        assert_eq!(read(&write(&jigsaw).unwrap()).unwrap(), jigsaw);
        let tall = Sudoku::empty(&[2, 3]).unwrap();
        assert_eq!(read(&write(&tall).unwrap()).unwrap(), tall);
        let latin = Sudoku::empty(&[4, 1]).unwrap();
        assert_eq!(read(&write(&latin).unwrap()).unwrap(), latin);
    }

    #[test]
    fn the_largest_board_is_written_and_none_that_is_larger() {
        let largest = Sudoku::empty(&[8, 8]).unwrap();
        assert_eq!(largest.shape().side(), LARGEST_SIDE);
        assert_eq!(read(&write(&largest).unwrap()).unwrap(), largest);
        assert!(write(&Sudoku::empty(&[9, 9]).unwrap()).is_err());
    }

    #[test]
    fn other_rules_are_refused_by_name() {
        let mut puzzle = empty(9);
        puzzle["thermometer"] = json!([{"lines": [["R1C1", "R1C2"]]}]);
        puzzle["diagonal+"] = true.into();
        puzzle["antiknight"] = false.into();
        puzzle["arrow"] = json!([]);
        let message = |puzzle: &Value| read_json(puzzle).unwrap_err().to_string();
        assert_eq!(
            message(&puzzle),
            "this f-puzzles puzzle has more rules than plain Sudoku: diagonal+, thermometer"
        );
        let mut puzzle = empty(4);
        puzzle["size"] = 9.into();
        assert_eq!(
            message(&puzzle),
            "the puzzle says that its size is 9, but it has 4 rows"
        );
        let mut puzzle = empty(4);
        puzzle["grid"][1][2]["value"] = 5.into();
        assert_eq!(
            message(&puzzle),
            "5 at r2c3 is not a value of the 4×4 board: 1 to 4 were expected"
        );
        puzzle["grid"][1][2] = json!({"region": null});
        assert!(message(&puzzle).starts_with("some cells lie in a region"));
        puzzle["grid"][1][2] = json!({"region": 0});
        assert_eq!(
            message(&puzzle),
            "region 0 has 5 cells, but every region of this board has 4"
        );
        assert_eq!(message(&json!([])), "the puzzle has no rows of cells");
        puzzle["grid"][1] = json!([]);
        assert_eq!(
            message(&puzzle),
            "row 2 of the puzzle has 0 cells, but there are 4 rows"
        );
    }
}
