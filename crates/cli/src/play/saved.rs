//! A game in a file: the puzzle, the entries, and the time, as JSON.

use crate::failure::Failure;
use crate::families;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tilewright::Budget;
use tilewright::play::{Game, Play, Written};
use tilewright::puzzles::Puzzle;

/// The beginning of such a file.
const KIND: &str = "tilewright-game";

/// The text of a file.
pub(super) fn write(game: &Game, elapsed: Duration) -> Result<String, Failure> {
    let (format, text) = telling_format(&**game.puzzle())?;
    let file = json!({
        "kind": KIND,
        "puzzle": { "as": format, "text": text },
        "play": Written::of(game.play(), game.names()),
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
pub(super) fn read(text: &str, budget: &Budget) -> Result<(Game, Duration), Failure> {
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
    let game = Game::new(Arc::from(puzzle), budget);
    let mut game = game.map_err(|refusal| Failure::of_refusal(&refusal))?;
    game.set_play(play(&file["play"], &game)?);
    let seconds = file["seconds"]
        .as_u64()
        .unwrap_or(0)
        .min(u64::from(u32::MAX));
    Ok((game, Duration::from_secs(seconds)))
}

fn play(file: &Value, game: &Game) -> Result<Play, Failure> {
    let written: Result<Written, _> = serde_json::from_value(file.clone());
    let written = written.map_err(|error| broken(&error.to_string()))?;
    // The game leaves out what the board has no place for.
    let play = written.read(game.names(), usize::MAX);
    play.map_err(|why| broken(&why))
}

fn broken(why: &str) -> Failure {
    Failure::new(format!(
        "this is not a game that `tilewright play` wrote: {why}"
    ))
}
