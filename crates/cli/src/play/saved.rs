//! A game in a file: the puzzle, the entries, and the time, as JSON.

use crate::failure::Failure;
use crate::families;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use tilewright::Choice;
use tilewright::play::{Game, Play};
use tilewright::puzzles::Puzzle;

/// The beginning of such a file.
const KIND: &str = "tilewright-game";

/// The text of a file.
pub(super) fn write(game: &Game, elapsed: Duration) -> Result<String, Failure> {
    let (format, text) = telling_format(&**game.puzzle())?;
    let play = game.play();
    let values: Map<String, Value> = play
        .values
        .iter()
        .map(|(cell, &slot)| (cell.to_string(), game.names()[slot].clone().into()))
        .collect();
    let notes: Map<String, Value> = play
        .notes
        .iter()
        .map(|(cell, noted)| (cell.to_string(), json!(noted)))
        .collect();
    let struck: Vec<u32> = play.struck.iter().map(|choice| choice.0).collect();
    let file = json!({
        "kind": KIND,
        "puzzle": { "as": format, "text": text },
        "play": { "values": values, "notes": notes, "boxes": play.boxes, "struck": struck },
        "seconds": elapsed.as_secs(),
    });
    Ok(format!("{file:#}\n"))
}

/// The puzzle in a format that loses nothing.
fn telling_format(puzzle: &dyn Puzzle) -> Result<(String, String), Failure> {
    let family = puzzle.family();
    for format in &family.formats {
        let Some((text, again)) = format.there_and_back(puzzle) else {
            continue;
        };
        if again.picture() == puzzle.picture() && again.givens() == puzzle.givens() {
            return Ok((format!("{}:{}", family.name, format.name), text));
        }
    }
    Err(Failure::new(
        "this puzzle cannot be written without losing a part of it",
    ))
}

/// Returns true if a text is such a file.
pub(super) fn is_saved(text: &str) -> bool {
    text.trim_start().starts_with('{') && text.contains(KIND)
}

/// The game of such a file.
pub(super) fn read(text: &str, memory: u64) -> Result<(Game, Duration), Failure> {
    let file: Value = serde_json::from_str(text).map_err(|error| broken(&error.to_string()))?;
    if file["kind"] != KIND {
        return Err(broken(&format!("its kind is not {KIND:?}")));
    }
    let word = |key: &str| {
        let word = file["puzzle"][key].as_str();
        word.ok_or_else(|| broken(&format!("the puzzle has no {key:?}")))
    };
    let puzzle = families()
        .read(word("text")?, Some(word("as")?))
        .map_err(|error| broken(error.message()))?;
    let mut game =
        Game::new(Arc::from(puzzle), memory).map_err(|refusal| Failure::of_refusal(&refusal))?;
    game.set_play(play(&file["play"], &game)?);
    let seconds = file["seconds"]
        .as_u64()
        .unwrap_or(0)
        .min(u64::from(u32::MAX));
    Ok((game, Duration::from_secs(seconds)))
}

fn play(file: &Value, game: &Game) -> Result<Play, Failure> {
    let number = |value: &Value| {
        let number = value
            .as_u64()
            .and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| broken(&format!("{value} is not the number of a cell or a value")))
    };
    let numbers = |value: &Value| -> Result<Vec<usize>, Failure> {
        let list = value.as_array().map_or(&[][..], Vec::as_slice);
        list.iter().map(number).collect()
    };
    let cell = |key: &String| {
        let cell = key.parse::<usize>();
        cell.map_err(|_| broken(&format!("{key:?} is not the number of a cell")))
    };
    let empty = Map::new();
    let object = |key: &str| file[key].as_object().unwrap_or(&empty);
    let mut values = BTreeMap::new();
    for (key, value) in object("values") {
        let slot = value.as_str().and_then(|name| game.slot(name));
        let slot = slot.ok_or_else(|| broken(&format!("{value} is not a value of this puzzle")))?;
        values.insert(cell(key)?, slot);
    }
    let mut notes = BTreeMap::new();
    for (key, value) in object("notes") {
        notes.insert(cell(key)?, BTreeSet::from_iter(numbers(value)?));
    }
    let boxes = file["boxes"].as_array().map_or(&[][..], Vec::as_slice);
    let boxes: Result<Vec<Vec<usize>>, Failure> = boxes.iter().map(numbers).collect();
    let struck = numbers(&file["struck"])?.into_iter();
    Ok(Play {
        values,
        notes,
        boxes: boxes?,
        struck: struck
            .filter_map(|number| Some(Choice(u32::try_from(number).ok()?)))
            .collect(),
    })
}

fn broken(why: &str) -> Failure {
    Failure::new(format!(
        "this is not a game that `tilewright play` wrote: {why}"
    ))
}
