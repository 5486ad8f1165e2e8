//! JSON with the whole puzzle: `{"family":"sudoku","dims":[3,3],"cells":[5,0,…]}` with 0 for an empty cell,
//! `"givens":[true,…]` if some values are answers, and `"regions":[1,1,2,…]` if the regions are irregular. On boards
//! with more than nine values `"symbols"` gives their names, if those are not their numbers: `"digits"` (1 to 9, then
//! A), `"hex"` or `"letters"`.

use super::symbols::{MOST_CHARACTERS, Symbols};
use super::{Boxes, NAME, Shape, Sudoku};
use crate::prose::{joined, put};
use crate::{Format, ParseError, json};
use serde_json::Value;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

pub(super) static JSON: LazyLock<Format> = LazyLock::new(|| {
    Format::new("json", "an object with family, dims and cells")
        .reads(read)
        .writes(|puzzle: &Sudoku| Ok(write(puzzle)))
});

/// The most bytes that are read: in memory they take sixteen times as many.
const LONGEST: usize = 64 << 20;

fn read(text: &str) -> Result<Sudoku, ParseError> {
    if text.len() > LONGEST {
        return Err(ParseError::new(format!(
            "a JSON text of {} bytes is not a Sudoku: at most {LONGEST} were expected",
            text.len()
        )));
    }
    let object = json::parse(text)?;
    json::expect_family(&object, NAME)?;
    let dims: Vec<u32> = json::numbers(&object, "dims")?
        .ok_or_else(|| ParseError::new("\"dims\" are missing: [3,3] is the 9×9 board"))?;
    let dims: Vec<usize> = dims.into_iter().map(|dim| dim as usize).collect();
    let cells: Vec<u32> = json::numbers(&object, "cells")?
        .ok_or_else(|| ParseError::new("\"cells\" are missing: a value for each cell, or 0"))?;
    let boxes = match json::numbers::<u32>(&object, "regions")? {
        None => Boxes::Dims,
        Some(regions) => Boxes::Regions(regions.into()),
    };
    let shape = Shape::of(&dims, boxes)?;
    if cells.len() != shape.cells() {
        return Err(ParseError::new(format!(
            "there are {} \"cells\", but the {shape} has {}",
            cells.len(),
            shape.cells()
        )));
    }
    let givens = givens(&object, cells.len())?;
    let mut sudoku = Sudoku::on(shape);
    if sudoku.shape.side() > 9 {
        sudoku.symbols = symbols(&object, sudoku.shape.side())?;
    }
    for (cell, &value) in cells.iter().enumerate() {
        if value as usize > sudoku.shape.side() {
            return Err(ParseError::new(format!(
                "number {} of \"cells\" is {value}, but the {} has the values 1 to {}",
                cell + 1,
                sudoku.shape,
                sudoku.shape.side()
            )));
        }
        match (value, givens.as_ref().is_none_or(|givens| givens[cell])) {
            (0, _) => {}
            (value, true) => sudoku.set(cell, Some(value as u16)),
            (value, false) => sudoku.answer(cell, value as u16),
        }
    }
    Ok(sudoku)
}

/// The names of values, with the numbers of values that they suit.
const SYMBOLS: [(&str, Symbols, RangeInclusive<usize>); 4] = [
    ("numbers", Symbols::Numbers, 1..=usize::MAX),
    ("digits", Symbols::Digits, 1..=MOST_CHARACTERS),
    ("letters", Symbols::Letters, 1..=26),
    ("hex", Symbols::Hex, 16..=16),
];

/// The names of the values on a board with `side` of them.
fn symbols(value: &Value, side: usize) -> Result<Symbols, ParseError> {
    let Some(name) = value.get("symbols").filter(|name| !name.is_null()) else {
        return Ok(Symbols::Numbers);
    };
    let mut known = SYMBOLS.into_iter();
    let found = known.find(|(word, _, sides)| name.as_str() == Some(word) && sides.contains(&side));
    found.map(|(_, symbols, _)| symbols).ok_or_else(|| {
        ParseError::new(format!(
            "\"symbols\" are {name}, but \"numbers\", \"digits\", \"letters\" or \"hex\" was expected, with \
             as many as the board has values"
        ))
    })
}

/// The cells that are clues, if the text says so.
fn givens(value: &Value, cells: usize) -> Result<Option<Vec<bool>>, ParseError> {
    let Some(list) = value.get("givens").filter(|list| !list.is_null()) else {
        return Ok(None);
    };
    let flag = |flag: &Value| flag.as_bool().or_else(|| Some(flag.as_u64()? != 0));
    let flags: Option<Vec<bool>> = list.as_array().and_then(|l| l.iter().map(flag).collect());
    match flags {
        Some(flags) if flags.len() == cells => Ok(Some(flags)),
        _ => Err(ParseError::new(format!(
            "\"givens\" must be a list of {cells} times true or false"
        ))),
    }
}

pub(super) fn write(sudoku: &Sudoku) -> String {
    let dims = joined(sudoku.shape.dims(), ",");
    let cells = joined(sudoku.values(), ",");
    let mut out = format!("{{\"family\":\"{NAME}\",\"dims\":[{dims}],\"cells\":[{cells}]");
    if sudoku.has_answers() {
        let givens = (0..sudoku.cells.len()).map(|cell| sudoku.is_clue(cell));
        put!(out, ",\"givens\":[{}]", joined(givens, ","));
    }
    if let Boxes::Regions(regions) = sudoku.shape.boxes() {
        let regions = regions.iter().map(|region| region + 1);
        put!(out, ",\"regions\":[{}]", joined(regions, ","));
    }
    let mut known = SYMBOLS.into_iter().skip(1);
    let named = known.find(|(_, symbols, _)| *symbols == sudoku.symbols);
    if let Some((name, ..)) = named.filter(|_| sudoku.shape.side() > 9) {
        put!(out, ",\"symbols\":\"{name}\"");
    }
    out.push_str("}\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_said() {
        let mut sudoku = Sudoku::empty(&[2, 1]).unwrap();
        sudoku.set(0, Some(1));
        sudoku.answer(3, 1);
        let text = write(&sudoku);
        assert_eq!(
            text,
            "{\"family\":\"sudoku\",\"dims\":[2,1],\"cells\":[1,0,0,1],\
             \"givens\":[true,false,false,false]}\n"
        );
        assert_eq!(read(&text).unwrap(), sudoku);
    }

    #[test]
    fn values_keep_their_names() {
        for (_, symbols, _) in SYMBOLS {
            let mut sudoku = Sudoku::empty(&[4, 4]).unwrap();
            sudoku.set(0, Some(12));
            sudoku.symbols = symbols;
            let again = read(&write(&sudoku)).unwrap();
            assert_eq!((again.symbols, &again), (symbols, &sudoku));
        }
        let ten = |symbols: &str| {
            let cells = ["0"; 100].join(",");
            read(&format!(
                "{{\"family\":\"sudoku\",\"dims\":[5,2],\"cells\":[{cells}],\"symbols\":{symbols}}}"
            ))
        };
        assert!(ten("\"letters\"").is_ok());
        for wrong in ["\"hex\"", "\"runes\"", "3"] {
            let error = ten(wrong).unwrap_err().to_string();
            assert!(error.starts_with("\"symbols\" are "), "{error}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            message("{\"family\":\"sudoku\","),
            "line 1, column 19: this is not valid JSON: EOF while parsing a value"
        );
        assert_eq!(
            message("{\"family\":\"shikaku\"}"),
            "the puzzle is of the family \"shikaku\", but \"sudoku\" was expected"
        );
        let with = |rest: &str| message(&format!("{{\"family\":\"sudoku\",{rest}}}"));
        assert_eq!(
            with("\"dims\":[2,1]"),
            "\"cells\" are missing: a value for each cell, or 0"
        );
        assert_eq!(
            with("\"dims\":[2,1],\"cells\":[1]"),
            "there are 1 \"cells\", but the 2×2 board has 4"
        );
        assert_eq!(
            with("\"dims\":[2,1],\"cells\":[1,0,0,3]"),
            "number 4 of \"cells\" is 3, but the 2×2 board has the values 1 to 2"
        );
        assert_eq!(
            with("\"dims\":[2,1],\"cells\":[1,0,0,-3]"),
            "number 4 of \"cells\" is not a whole number in its range"
        );
        assert_eq!(
            with("\"dims\":[2,1],\"cells\":[1,0,0,0],\"givens\":[1]"),
            "\"givens\" must be a list of 4 times true or false"
        );
        assert_eq!(
            with("\"dims\":[2,1],\"cells\":[1,0,0,0],\"regions\":[1,1,1,2]"),
            "region 1 has 3 cells, but every region of this board has 2"
        );
    }
}
