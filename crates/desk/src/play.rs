//! A player's entries.

use crate::failure::Failure;
use crate::places;
use crate::question::Fields;
use serde::Deserialize;
use std::sync::Arc;
use tilewright::play::{Game, Play, Written};
use tilewright::puzzles::Legend;
use tilewright::{Model, Puzzle};

/// Reads `play`, for a board of that many cells.
pub(crate) fn read(
    question: Fields<'_>,
    legend: &Legend,
    cell_count: usize,
) -> Result<Play, Failure> {
    let Some(play) = question.get("play") else {
        return Ok(Play::default());
    };
    let failed = |why: String| Failure::new(format!("play: {why}"));
    let written = Written::deserialize(play).map_err(|error| failed(error.to_string()))?;
    let play = written.read(&places::words(legend), cell_count);
    play.map_err(failed)
}

/// The puzzle with the entries of a question. Entries in the cell of a clue are left out: clues stay.
pub(crate) fn game(puzzle: Arc<dyn Puzzle>, model: &Model, play: Play) -> Game {
    let mut game = Game::of(puzzle, model.clone());
    game.set_play(play);
    game
}
