//! A JSON object on one line:
//! `{"family":"shikaku","size":[width,height],"clues":[…],"areas":[…]}`.
//!
//! `size` has a third number for layers, and more for more axes. `clues` has a number for each
//! cell in row-major order, 0 for blank and -1 for a clue of unknown size. `areas`, where the
//! puzzle is solved, has the number of its area for each cell; they are written in the order in
//! which they are met and read in any.

use super::{Cells, Shape, Shikaku};
use crate::ParseError;
use serde_json::Value;

/// Whether the text is an object that calls its family "shikaku".
pub(super) fn is_likely(text: &str) -> bool {
    let Some(start) = text.trim_start().strip_prefix('{') else {
        return false;
    };
    let mut rest = start;
    while let Some((_, after)) = rest.split_once("\"family\"") {
        let value = after.trim_start().strip_prefix(':').map(str::trim_start);
        if value.is_some_and(|value| value.starts_with("\"shikaku\"")) {
            return true;
        }
        rest = after;
    }
    false
}

pub(super) fn read(text: &str) -> Result<Shikaku, ParseError> {
    let value: Value =
        serde_json::from_str(text).map_err(|wrong| ParseError::of_json(text, &wrong))?;
    if let Some(family) = value.get("family").filter(|family| *family != "shikaku") {
        return Err(ParseError::new(format!(
            "a puzzle of the family {family}, but \"shikaku\" was expected"
        )));
    }
    let shape = Shape::new(&numbers(&value, "size")?)?;
    let clues: Vec<i64> = numbers(&value, "clues")?;
    if clues.len() != shape.cells() {
        return Err(ParseError::new(format!(
            "{} clues, but the grid has {} cells",
            clues.len(),
            shape.cells()
        )));
    }
    let puzzle = read_clues(shape, &clues)?;
    match value.get("areas") {
        None | Some(Value::Null) => Ok(puzzle),
        Some(_) => puzzle
            .with_groups(&numbers(&value, "areas")?)
            .map_err(ParseError::new),
    }
}

/// An array of whole numbers in the range of the type wanted.
fn numbers<T: TryFrom<i128>>(object: &Value, key: &str) -> Result<Vec<T>, ParseError> {
    let Some(array) = object.get(key).and_then(Value::as_array) else {
        return Err(ParseError::new(format!(
            "\"{key}\" is missing: an array of numbers was expected"
        )));
    };
    let number = |value: &Value| {
        let signed = value.as_i64().map(i128::from);
        let number = signed.or_else(|| value.as_u64().map(i128::from))?;
        T::try_from(number).ok()
    };
    let numbered = array.iter().enumerate().map(|(k, value)| {
        number(value).ok_or_else(|| {
            ParseError::new(format!(
                "number {} of \"{key}\" is not a whole number in its range",
                k + 1
            ))
        })
    });
    numbered.collect()
}

fn read_clues(shape: Shape, clues: &[i64]) -> Result<Shikaku, ParseError> {
    let mut cells = Cells::new(shape);
    for (cell, &clue) in clues.iter().enumerate() {
        match (clue, u32::try_from(clue)) {
            (0, _) => cells.blank(1),
            (-1, _) => cells.clue(None),
            (_, Ok(number)) => cells.clue(Some(number)),
            (_, Err(_)) => {
                return Err(ParseError::new(format!(
                    "the clue {clue} at {}, but a number from 1 to {} was expected, 0 for blank \
                     or -1 for unknown",
                    cells.shape.cell_name(cell),
                    u32::MAX
                )));
            }
        }
    }
    Ok(cells.puzzle())
}

pub(super) fn write(puzzle: &Shikaku) -> String {
    let clue = |clue: Option<super::Clue>| match clue.map(|clue| clue.volume) {
        None => "0".to_owned(),
        Some(None) => "-1".to_owned(),
        Some(Some(volume)) => volume.to_string(),
    };
    let size = joined(puzzle.shape().size().map(|side| side.to_string()));
    let clues = joined(puzzle.cell_clues().map(clue));
    let areas = match puzzle.labels() {
        Some(labels) => {
            let areas = joined(labels.iter().map(ToString::to_string));
            format!(",\"areas\":[{areas}]")
        }
        None => String::new(),
    };
    format!("{{\"family\":\"shikaku\",\"size\":[{size}],\"clues\":[{clues}]{areas}}}\n")
}

fn joined(numbers: impl Iterator<Item = String>) -> String {
    numbers.collect::<Vec<String>>().join(",")
}
