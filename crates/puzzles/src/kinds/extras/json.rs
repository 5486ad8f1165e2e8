//! JSON of our own, which can say all that a board with extras has.
//!
//! ```json
//! {"family": "variant", "rows": 4, "columns": 4, "given": ["1...", "....", "....", "...."],
//!  "extras": {"thermo": {"thermo": [{"cells": ["R1C1", "R1C2"]}]}, "anti-knight": {}}}
//! ```
//!
//! `digits` are the least and the largest digit, `boxes` a number for each cell, `rules` rules of the puzzle's own in the words of rules files.

use super::family::NAME;
use super::file::Catalogue;
use super::items::{Item, Sides};
use super::setup::{Setup, Told, numbered};
use crate::ParseError;
use crate::json::{expect_family, parse};
use crate::kinds::clues::Clue;
use crate::nearest::with_nearest;
use serde_json::{Map, Value, json};

type Read<T> = Result<T, ParseError>;

/// The largest side of a board.
const LARGEST_SIDE: u64 = 64;

/// Reads an object.
#[expect(clippy::too_many_lines, reason = "a short case for each key")]
pub(super) fn read(text: &str, catalogue: &Catalogue) -> Read<Setup> {
    let puzzle = parse(text)?;
    expect_family(&puzzle, NAME)?;
    let known = [
        "family", "rows", "columns", "digits", "given", "boxes", "extras", "rules", "title",
        "author", "text",
    ];
    for key in puzzle.as_object().into_iter().flat_map(Map::keys) {
        if !known.contains(&key.as_str()) {
            let error = ParseError::new(format!("the puzzle has no key {key:?}"));
            return Err(with_nearest(error, key, known.into_iter()));
        }
    }
    let side = |key: &str| {
        let side = puzzle
            .get(key)
            .and_then(Value::as_u64)
            .filter(|side| (1..=LARGEST_SIDE).contains(side));
        side.map(|side| side as usize).ok_or_else(|| {
            ParseError::new(format!(
                "{key:?} should be a number from 1 to {LARGEST_SIDE}"
            ))
        })
    };
    let sides = Sides {
        rows: side("rows")?,
        columns: side("columns")?,
    };
    let digits = match puzzle.get("digits") {
        None => [1, sides.rows.max(sides.columns) as i64],
        Some(digits) => {
            let ends = digits.as_array().filter(|ends| ends.len() == 2);
            let ends = ends.and_then(|ends| Some([ends[0].as_i64()?, ends[1].as_i64()?]));
            let is_range = |ends: &[i64; 2]| {
                (0..=ends[1]).contains(&ends[0]) && ends[1] <= LARGEST_SIDE as i64
            };
            ends.filter(is_range).ok_or_else(|| {
                ParseError::new(format!(
                    "\"digits\" should be the least and the largest digit, from 0 to {LARGEST_SIDE}"
                ))
            })?
        }
    };
    let mut setup = Setup::new(sides, digits);
    if let Some(given) = puzzle.get("given") {
        setup.givens = cells(sides, given, "given")?;
        let [least, most] = digits;
        if let Some(wrong) = setup
            .givens
            .iter()
            .flatten()
            .find(|digit| !(least..=most).contains(*digit))
        {
            return Err(ParseError::new(format!(
                "{wrong} is not a digit of this board: {least} to {most} were expected"
            )));
        }
    }
    if let Some(boxes) = puzzle.get("boxes") {
        let boxes = cells(sides, boxes, "boxes")?.into_iter();
        setup.boxes = boxes
            .map(|number| number.and_then(|number| u32::try_from(number).ok()))
            .collect();
        setup.boxes = numbered(&setup.boxes);
    }
    let text = |key: &str| puzzle.get(key).and_then(Value::as_str).map(str::to_owned);
    setup.told = Told {
        title: text("title"),
        author: text("author"),
        rules: text("text"),
        drawn: false,
    };
    setup.own = text("rules").unwrap_or_default();
    for (name, layers) in puzzle
        .get("extras")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        let extra = catalogue.expect(name)?;
        setup.uses(catalogue, extra);
        for (layer_name, items) in layers.as_object().into_iter().flatten() {
            let layers = &catalogue.extras[extra].layers;
            let layer = layers
                .iter()
                .position(|layer| layer.name == *layer_name)
                .ok_or_else(|| {
                    let error =
                        ParseError::new(format!("the extra {name:?} has no clues {layer_name:?}"));
                    with_nearest(error, layer_name, layers.iter().map(|layer| &*layer.name))
                })?;
            for item in items.as_array().into_iter().flatten() {
                let item = item_of(sides, item).ok_or_else(|| {
                    ParseError::new(format!(
                        "{item} is not a clue: {{\"cells\": [\"R1C1\"], \"clue\": 3}} was expected"
                    ))
                })?;
                setup.add(catalogue, extra, layer, item);
            }
        }
    }
    Ok(setup)
}

/// A number for each cell: rows of signs or of numbers, `.` and null being none.
fn cells(sides: Sides, rows: &Value, key: &str) -> Read<Vec<Option<i64>>> {
    let wrong = || {
        ParseError::new(format!(
            "{key:?} should have {} rows of {} cells",
            sides.rows, sides.columns
        ))
    };
    let row = |row: &Value| -> Option<Vec<Option<i64>>> {
        if let Some(text) = row.as_str() {
            let sign = |sign: char| match sign {
                '.' | '-' => Some(None),
                sign => sign.to_digit(36).map(|digit| Some(digit.into())),
            };
            return text.chars().map(sign).collect();
        }
        let number = |number: &Value| match number {
            Value::Null => Some(None),
            number => number.as_i64().map(Some),
        };
        row.as_array()?.iter().map(number).collect()
    };
    let rows: Option<Vec<Vec<Option<i64>>>> =
        rows.as_array().ok_or_else(wrong)?.iter().map(row).collect();
    let rows = rows.filter(|rows| {
        rows.len() == sides.rows && rows.iter().all(|row| row.len() == sides.columns)
    });
    Ok(rows.ok_or_else(wrong)?.concat())
}

fn item_of(sides: Sides, item: &Value) -> Option<Item> {
    let cell = |name: &Value| {
        let (row, column) = name
            .as_str()?
            .strip_prefix(['R', 'r'])?
            .split_once(['C', 'c'])?;
        sides.cell(
            row.parse::<i64>().ok()? - 1,
            column.parse::<i64>().ok()? - 1,
        )
    };
    let cells: Option<Vec<u32>> = item.get("cells")?.as_array()?.iter().map(cell).collect();
    let clue = match item.get("clue") {
        None | Some(Value::Null) => None,
        Some(Value::Array(numbers)) => {
            Some(Clue::Numbers(numbers.iter().map(Value::as_i64).collect()))
        }
        Some(number) => Some(Clue::Number(number.as_i64()?)),
    };
    Some(Item {
        cells: cells.filter(|cells| !cells.is_empty())?,
        clue,
    })
}

/// Writes a board.
pub(super) fn write(setup: &Setup, catalogue: &Catalogue) -> String {
    let sides = setup.sides;
    let mut puzzle = json!({"family": NAME, "rows": sides.rows, "columns": sides.columns});
    let usual = Setup::new(sides, setup.digits);
    if setup.digits != [1, sides.rows.max(sides.columns) as i64] {
        puzzle["digits"] = json!(setup.digits);
    }
    let given: Vec<&[Option<i64>]> = setup.givens.chunks(sides.columns).collect();
    puzzle["given"] = json!(given);
    if setup.boxes != usual.boxes {
        puzzle["boxes"] = json!(setup.boxes.chunks(sides.columns).collect::<Vec<_>>());
    }
    let mut extras = Map::new();
    for (&extra, layers) in &setup.extras {
        let extra = &catalogue.extras[extra];
        let mut said = Map::new();
        for (layer, items) in extra
            .layers
            .iter()
            .zip(layers)
            .filter(|(_, items)| !items.is_empty())
        {
            said.insert(
                layer.name.clone(),
                items.iter().map(|item| json_of(sides, item)).collect(),
            );
        }
        extras.insert(extra.name.clone(), said.into());
    }
    puzzle["extras"] = extras.into();
    let told = [
        ("title", &setup.told.title),
        ("author", &setup.told.author),
        ("text", &setup.told.rules),
    ];
    for (key, text) in told {
        if let Some(text) = text {
            puzzle[key] = text.as_str().into();
        }
    }
    if !setup.own.is_empty() {
        puzzle["rules"] = setup.own.as_str().into();
    }
    format!("{puzzle}\n")
}

fn json_of(sides: Sides, item: &Item) -> Value {
    let cells: Vec<String> = item.cells.iter().map(|&cell| sides.name(cell)).collect();
    let mut said = json!({"cells": cells});
    match &item.clue {
        Some(Clue::Number(number)) => said["clue"] = (*number).into(),
        Some(Clue::Numbers(numbers)) => said["clue"] = json!(numbers),
        _ => {}
    }
    said
}
