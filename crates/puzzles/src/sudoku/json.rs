//! JSON, which says everything:
//! `{"family":"sudoku","dims":[3,3],"cells":[5,0,…]}` with 0 for an empty cell, `"givens":[true,…]`
//! where some values are answers, and `"regions":[1,1,2,…]` where the regions are irregular.

use super::symbols::Symbols;
use super::{Boxes, Shape, Sudoku};
use crate::ParseError;
use serde_json::Value;
use std::fmt::{Display, Write};

/// The most bytes that are read: in memory they take sixteen times as many.
const LONGEST: usize = 64 << 20;

pub(super) fn read(text: &str) -> Result<Sudoku, ParseError> {
    if text.len() > LONGEST {
        return Err(ParseError::new(format!(
            "a JSON text of {} bytes is no Sudoku: at most {LONGEST} were expected",
            text.len()
        )));
    }
    let value: Value =
        serde_json::from_str(text).map_err(|wrong| ParseError::of_json(text, &wrong))?;
    if value.get("family").and_then(Value::as_str) != Some("sudoku") {
        return Err(ParseError::new(
            "an object with \"family\":\"sudoku\" was expected",
        ));
    }
    let dims = numbers(&value, "dims")?
        .ok_or_else(|| ParseError::new("\"dims\" are missing: [3,3] is the 9×9 board"))?;
    let cells = numbers(&value, "cells")?
        .ok_or_else(|| ParseError::new("\"cells\" are missing: a value for each cell, or 0"))?;
    let boxes = match numbers(&value, "regions")? {
        None => Boxes::Dims,
        Some(regions) => Boxes::Regions(regions.iter().map(|&region| region as u32).collect()),
    };
    let shape = Shape::of(&dims, boxes)?;
    if cells.len() != shape.cells() {
        return Err(ParseError::new(format!(
            "there are {} \"cells\", but the {shape} has {}",
            cells.len(),
            shape.cells()
        )));
    }
    let givens = givens(&value, cells.len())?;
    let mut sudoku = Sudoku::on(shape);
    if sudoku.shape.side() > 9 {
        sudoku.symbols = Symbols::Numbers;
    }
    for (cell, &value) in cells.iter().enumerate() {
        if value > sudoku.shape.side() {
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

/// A list of numbers, where there is one of that name.
fn numbers(value: &Value, name: &str) -> Result<Option<Vec<usize>>, ParseError> {
    let Some(list) = value.get(name).filter(|list| !list.is_null()) else {
        return Ok(None);
    };
    let wrong = || ParseError::new(format!("{name:?} must be a list of numbers from 0"));
    let number = |number: &Value| {
        let number = number.as_u64().filter(|&number| number < 1 << 32);
        number.map(|number| number as usize).ok_or_else(wrong)
    };
    let list = list.as_array().ok_or_else(wrong)?;
    list.iter().map(number).collect::<Result<_, _>>().map(Some)
}

/// Which cells are clues, where that is said.
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

/// Whether a text is such an object, as far as a glance tells.
pub(super) fn looks_like(text: &str) -> bool {
    let after = text.split_once("\"family\"").map(|(_, after)| after);
    let value = after.and_then(|after| after.trim_start().strip_prefix(':'));
    value.is_some_and(|value| value.trim_start().starts_with("\"sudoku\""))
}

pub(super) fn write(sudoku: &Sudoku) -> String {
    let mut out = String::from("{\"family\":\"sudoku\"");
    push_list(&mut out, "dims", sudoku.shape.dims().iter());
    push_list(&mut out, "cells", sudoku.values());
    if sudoku.has_answers() {
        let cells = 0..sudoku.cells.len();
        push_list(&mut out, "givens", cells.map(|cell| sudoku.is_clue(cell)));
    }
    if let Boxes::Regions(regions) = sudoku.shape.boxes() {
        push_list(&mut out, "regions", regions.iter().map(|region| region + 1));
    }
    out.push_str("}\n");
    out
}

fn push_list(out: &mut String, name: &str, values: impl Iterator<Item = impl Display>) {
    write!(out, ",\"{name}\":[").expect("a string takes all that is written");
    for (number, value) in values.enumerate() {
        let comma = if number == 0 { "" } else { "," };
        write!(out, "{comma}{value}").expect("a string takes all that is written");
    }
    out.push(']');
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
        assert!(looks_like(&text));
        assert!(!looks_like("{\"family\": \"shikaku\"}"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            message("{\"family\":\"sudoku\","),
            "line 1, column 19: this is no JSON: EOF while parsing a value"
        );
        assert_eq!(
            message("{}"),
            "an object with \"family\":\"sudoku\" was expected"
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
            "\"cells\" must be a list of numbers from 0"
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
