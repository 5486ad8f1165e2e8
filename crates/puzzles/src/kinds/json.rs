//! A board as JSON: `{"kind":"tents","rows":2,"columns":3,"clues":{"across":[1,0,null],"tree":[[true,null,null],…]}}`.
//!
//! A layer of clues is a list for places outside and for regions, and a list of rows for the others. A clue is a number, a
//! word, `true` for a mark, a list of numbers, or a text such as `"3e"` for an arrow; `"?"` is a clue that is not known and
//! `null` none. A layer of regions has their names. `"params"` has the parameters, `"holes"` the cells that are not there,
//! `"given"` what is given beside the clues, and `"entered"` what was found: for each layer of tiles rows of values.

use super::board::Board;
use super::clues::{Cage, Clue, ClueLayer, ClueSort, Clues, Grid, Setting, Spots};
use super::kind::Kind;
use super::text::MOST_CELLS;
use crate::rules::Rules;
use crate::rules::entered::{Entered, Halves};
use crate::{Family, ParseError, json};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use tilewright_model::Choice;

type Read<T> = Result<T, ParseError>;

/// Returns true if a text is an object that names this kind, as far as a glance shows.
pub(super) fn is_of_kind(text: &str, kind: &str) -> bool {
    json::named(text, "kind") == Some(kind)
}

/// Writes a board with all that is known of it.
pub(super) fn write(board: &Board) -> String {
    let clues = &*board.clues;
    let mut object = json!({
        "kind": board.kind.name,
        "rows": clues.rows,
        "columns": clues.columns,
    });
    let mut put = |key: &str, value: Map<String, Value>| {
        if !value.is_empty() {
            object[key] = value.into();
        }
    };
    let settings = clues.settings.iter();
    put(
        "params",
        settings
            .map(|(name, setting)| (name.clone(), of_setting(setting)))
            .collect(),
    );
    let layers = (0..)
        .zip(&board.kind.layers)
        .filter(|(number, _)| clues.has_any(*number));
    let layer =
        |(number, layer): (usize, &ClueLayer)| (layer.name.clone(), of_layer(clues, layer, number));
    put("clues", layers.map(layer).collect());
    for (key, choices) in [
        ("given", &board.chosen[..]),
        ("entered", board.rules.found()),
    ] {
        if !choices.is_empty() {
            put(key, of_tiles(clues, &board.rules, choices));
        }
    }
    let holes = (0..).zip(&clues.holes).filter(|(_, is_hole)| **is_hole);
    let holes: Vec<String> = holes.map(|(cell, _)| clues.cell_name(cell)).collect();
    if !holes.is_empty() {
        object["holes"] = holes.into();
    }
    format!("{object}\n")
}

fn of_setting(setting: &Setting) -> Value {
    match setting {
        Setting::Unknown => "?".into(),
        Setting::Number(number) => (*number).into(),
        Setting::List(numbers) => numbers.clone().into(),
    }
}

fn of_layer(clues: &Clues, layer: &ClueLayer, number: usize) -> Value {
    let of_clue = |clue: &Option<Clue>| {
        clue.as_ref()
            .map_or(Value::Null, |clue| value_of(layer, clue))
    };
    let values: Vec<Value> = match &*clues.grids[number] {
        Grid::Places(places) => places.iter().map(of_clue).collect(),
        Grid::Regions(regions, names) => {
            let name = |region: &Option<u32>| region.map(|region| names[region as usize].clone());
            regions.iter().map(|region| name(region).into()).collect()
        }
        Grid::Cages(cages) => {
            let cage = |cage: &Cage| json!({ "cells": names(clues, &cage.cells), "clue": of_clue(&cage.clue) });
            return cages.iter().map(cage).collect();
        }
        Grid::Paths(paths) => return paths.iter().map(|path| names(clues, path)).collect(),
    };
    match layer.at {
        Spots::Cells | Spots::Edges | Spots::Inner | Spots::Corners => in_rows(
            values,
            &layer
                .at
                .lengths(clues.rows, clues.columns)
                .unwrap_or_default(),
        ),
        _ => values.into(),
    }
}

fn names(clues: &Clues, cells: &[u32]) -> Value {
    cells
        .iter()
        .map(|&cell| clues.cell_name(cell as usize))
        .collect()
}

fn in_rows(values: Vec<Value>, lengths: &[usize]) -> Value {
    let mut values = values.into_iter();
    let row = |&length: &usize| Value::from(values.by_ref().take(length).collect::<Vec<_>>());
    lengths.iter().map(row).collect()
}

fn value_of(layer: &ClueLayer, clue: &Clue) -> Value {
    match clue {
        Clue::Unknown => "?".into(),
        Clue::Number(number) => (*number).into(),
        Clue::Word(word) => match &layer.sort {
            ClueSort::Word(values) => values[*word as usize].clone().into(),
            _ => Value::Null,
        },
        Clue::Mark => true.into(),
        Clue::Numbers(numbers) => {
            let number = |number: &Option<i64>| number.map_or("?".into(), Value::from);
            numbers.iter().map(number).collect()
        }
        Clue::Arrow(number, heading) => {
            let number = number.map_or_else(|| "?".to_owned(), |number| number.to_string());
            format!("{number}{}", heading.name()).into()
        }
    }
}

/// The values that these choices give to the tiles of each layer.
fn of_tiles(clues: &Clues, rules: &Rules, choices: &[Choice]) -> Map<String, Value> {
    let mut layers: Vec<(&str, Vec<(Halves, &str)>)> = Vec::new();
    for (layer, place, value) in choices.iter().filter_map(|&choice| rules.placed(choice)) {
        let Some(tiles) = rules.entered(layer) else {
            continue;
        };
        // What is given by a clue is not entered, and what is hidden was not.
        if tiles.get(&place).is_none_or(Option::is_none) {
            continue;
        }
        match layers.iter_mut().find(|(name, _)| *name == layer) {
            Some((_, tiles)) => tiles.push((place, value)),
            None => layers.push((layer, vec![(place, value)])),
        }
    }
    let rows = |tiles: Vec<(Halves, &str)>| -> Value {
        let sort = sort_of(tiles[0].0);
        let value = |place: &Halves| {
            let found = tiles.iter().find(|(known, _)| known == place);
            found.map_or(Value::Null, |(_, value)| number_or_word(value))
        };
        let rows = sort.halves(clues.rows, clues.columns).into_iter();
        rows.map(|row| row.iter().map(value).collect::<Value>())
            .collect()
    };
    let layers = layers.into_iter();
    layers
        .map(|(layer, tiles)| (layer.to_owned(), rows(tiles)))
        .collect()
}

fn number_or_word(value: &str) -> Value {
    value
        .parse::<i64>()
        .map_or_else(|_| value.into(), Value::from)
}

/// The places of which this is one.
fn sort_of([row, column]: Halves) -> Spots {
    match (row % 2, column % 2) {
        (1, 1) => Spots::Cells,
        (0, 0) => Spots::Corners,
        _ => Spots::Edges,
    }
}

/// Reads a board.
pub(super) fn read(family: &Family, kind: &Arc<Kind>, text: &str) -> Read<Board> {
    let object = json::parse(text)?;
    if let Some(found) = object.get("kind").filter(|found| **found != *kind.name) {
        let message = format!(
            "the puzzle is of the kind {found}, but {:?} was expected",
            kind.name
        );
        return Err(ParseError::new(message));
    }
    let side = |key: &str| {
        let wrong = || ParseError::new(format!("{key:?} should be a number of at least 1"));
        let side = object
            .get(key)
            .and_then(Value::as_u64)
            .and_then(|side| usize::try_from(side).ok());
        side.filter(|&side| side > 0).ok_or_else(wrong)
    };
    let (rows, columns) = (side("rows")?, side("columns")?);
    if rows
        .checked_mul(columns)
        .is_none_or(|cells| cells > MOST_CELLS)
    {
        return Err(ParseError::new(format!(
            "a board has at most {MOST_CELLS} cells"
        )));
    }
    let mut clues = Clues::empty(&kind.layers, rows, columns);
    for (name, value) in table(&object, "params")? {
        let wrong = || {
            ParseError::new(format!(
                "the parameter {name:?} should be a number, not {value}"
            ))
        };
        let setting = match value {
            Value::String(text) if text == "?" => Setting::Unknown,
            Value::Array(list) => {
                let numbers: Option<Vec<i64>> = list.iter().map(Value::as_i64).collect();
                Setting::List(numbers.ok_or_else(wrong)?)
            }
            value => Setting::Number(value.as_i64().ok_or_else(wrong)?),
        };
        clues.settings.push((name.clone(), setting));
    }
    if let Some(holes) = object.get("holes") {
        for cell in cells(&clues, holes)? {
            clues.holes[cell as usize] = true;
        }
    }
    let given = table(&object, "clues")?;
    // Clues of regions are read when the regions are known.
    for of_regions in [true, false] {
        for (name, value) in &given {
            let Some(number) = kind.layer(name) else {
                return Err(ParseError::new(format!(
                    "{} has no clues called {name:?}",
                    kind.name
                )));
            };
            if kind.layers[number].is_region() == of_regions {
                read_layer(&mut clues, kind, number, value)?;
            }
        }
        clues.settle(&kind.layers);
    }
    let board = Board::new(family, kind, clues)?;
    let chosen = choices(&board, &object, "given")?;
    let board = board.with_chosen(chosen)?;
    let found = choices(&board, &object, "entered")?;
    Ok(if found.is_empty() {
        board
    } else {
        board.with_found(&found)
    })
}

/// The entries of a table, none where it is missing.
fn table<'v>(object: &'v Value, key: &str) -> Read<Vec<(&'v String, &'v Value)>> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Object(table)) => Ok(table.iter().collect()),
        Some(_) => Err(ParseError::new(format!("{key:?} should be an object"))),
    }
}

/// The cells that have these names.
fn cells(clues: &Clues, list: &Value) -> Read<Vec<u32>> {
    let wrong = |name: &Value| {
        ParseError::new(format!(
            "{name} is not a cell of the board, such as \"r1c1\""
        ))
    };
    let cell = |name: &Value| {
        let (row, column) = name.as_str()?.strip_prefix('r')?.split_once('c')?;
        let (row, column) = (row.parse::<usize>().ok()?, column.parse::<usize>().ok()?);
        let is_there = (1..=clues.rows).contains(&row) && (1..=clues.columns).contains(&column);
        is_there.then(|| ((row - 1) * clues.columns + column - 1) as u32)
    };
    let list = list.as_array().ok_or_else(|| wrong(list))?.iter();
    list.map(|name| cell(name).ok_or_else(|| wrong(name)))
        .collect()
}

fn read_layer(clues: &mut Clues, kind: &Kind, number: usize, value: &Value) -> Read<()> {
    let layer = &kind.layers[number];
    let name = &layer.name;
    match layer.sort {
        ClueSort::Cage => {
            let cage = |value: &Value| {
                let clue = value.get("clue").filter(|clue| !clue.is_null());
                Ok(Cage {
                    cells: cells(clues, &value["cells"])?,
                    clue: clue.map(|clue| read_clue(layer, clue)).transpose()?,
                })
            };
            let cages = flat(name, value, None)?.into_iter().map(cage);
            clues.grids[number] = Arc::new(Grid::Cages(cages.collect::<Read<_>>()?));
        }
        ClueSort::Path => {
            let paths = flat(name, value, None)?.into_iter();
            let paths = paths.map(|path| cells(clues, path));
            clues.grids[number] = Arc::new(Grid::Paths(paths.collect::<Read<_>>()?));
        }
        _ => {
            let lengths = match layer.at {
                Spots::Outside(_) | Spots::Regions(_) | Spots::Free => None,
                at => at.lengths(clues.rows, clues.columns),
            };
            let values = flat(name, value, lengths.as_deref())?;
            let count = match layer.at {
                Spots::Regions(regions) => clues.first_cells(regions).len(),
                at => at.count(clues.rows, clues.columns).unwrap_or(0),
            };
            if values.len() != count {
                let message = format!("{name:?} has {} clues, but {count} places", values.len());
                return Err(ParseError::new(message));
            }
            for (place, value) in values
                .into_iter()
                .enumerate()
                .filter(|(_, value)| !value.is_null())
            {
                if layer.is_region() {
                    let text = value
                        .as_str()
                        .map_or_else(|| value.to_string(), str::to_owned);
                    clues.put_region(number, place, &text);
                } else {
                    clues.put(number, place, Some(read_clue(layer, value)?));
                }
            }
        }
    }
    Ok(())
}

/// The values of a list, or of rows of these lengths.
fn flat<'v>(name: &str, value: &'v Value, lengths: Option<&[usize]>) -> Read<Vec<&'v Value>> {
    let wrong = |what: &str| ParseError::new(format!("{name:?} should be a list{what}"));
    let list = value.as_array().ok_or_else(|| wrong(""))?;
    let Some(lengths) = lengths else {
        return Ok(list.iter().collect());
    };
    let rows: Option<Vec<&Vec<Value>>> = list.iter().map(Value::as_array).collect();
    let rows = rows.filter(|rows| rows.iter().map(|row| row.len()).eq(lengths.iter().copied()));
    let what = || {
        wrong(&format!(
            " of {} rows, as long as those of the board",
            lengths.len()
        ))
    };
    Ok(rows.ok_or_else(what)?.into_iter().flatten().collect())
}

fn read_clue(layer: &ClueLayer, value: &Value) -> Read<Clue> {
    let clue = match (&layer.sort, value) {
        (_, Value::String(text)) if text == "?" => Some(Clue::Unknown),
        (ClueSort::Mark, Value::Bool(true)) => Some(Clue::Mark),
        (ClueSort::Number { least, most }, value) => {
            let number = value
                .as_i64()
                .filter(|number| (least..=most).contains(&number));
            number.map(Clue::Number)
        }
        (ClueSort::Cage, value) => value.as_i64().map(Clue::Number),
        (ClueSort::Word(values), Value::String(text)) => {
            let place = values.iter().position(|value| value == text);
            place.map(|place| Clue::Word(place as u32))
        }
        (ClueSort::Numbers, Value::Array(list)) => {
            let number = |value: &Value| match value {
                Value::String(text) if text == "?" => Some(None),
                value => value.as_i64().map(Some),
            };
            list.iter()
                .map(number)
                .collect::<Option<_>>()
                .map(Clue::Numbers)
        }
        (ClueSort::Arrow, Value::String(text)) => super::token::arrow(text),
        _ => None,
    };
    clue.ok_or_else(|| ParseError::new(format!("{value} is not a clue of {:?}", layer.name)))
}

/// The choices under a key, which has rows of values for each layer of tiles.
fn choices(board: &Board, object: &Value, key: &str) -> Read<Vec<Choice>> {
    let mut choices = Vec::new();
    for (layer, value) in table(object, key)? {
        let tiles: Entered<'_> = board.rules.entered(layer).unwrap_or_default();
        let Some((first, _)) = tiles.first_key_value() else {
            let message = format!("there is no layer {layer:?} that is entered");
            return Err(ParseError::new(message));
        };
        let places = sort_of(*first).halves(board.clues.rows, board.clues.columns);
        let lengths: Vec<usize> = places.iter().map(Vec::len).collect();
        let values = flat(layer, value, Some(&lengths))?;
        for (place, value) in places.into_iter().flatten().zip(values) {
            if value.is_null() {
                continue;
            }
            let word = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            let known = board.rules.values_at(layer, place);
            let found = known.iter().find(|(name, _)| *name == word);
            let wrong = || {
                ParseError::new(format!(
                    "{value} is not a value of {layer:?} where it stands"
                ))
            };
            choices.push(found.ok_or_else(wrong)?.1);
        }
    }
    choices.sort_unstable();
    Ok(choices)
}
