//! A puzzle as it is handed out: its text, its shape and what may be done with it.

use crate::draw::drawn_entry;
use crate::failure::Failure;
use crate::question::Fields;
use serde_json::{Value, json};
use tilewright::Puzzle;
use tilewright::puzzles::Legend;
use tilewright::puzzles::shikaku::Shikaku;
use tilewright::puzzles::sudoku::Sudoku;
use tilewright::puzzles::tiles::Tiles;
use tilewright::render::{Picture, Role};

/// The most cells of a picture that is drawn or told cell by cell.
pub(crate) const MOST_CELLS: usize = 100_000;

/// The formats that lose nothing, in the order in which they are tried.
const LOSSLESS: [&str; 3] = ["json", "toml", "xcc"];

/// Answers `read`.
pub(crate) fn read(question: Fields<'_>) -> Result<Value, Failure> {
    let text = question.text("text")?;
    let puzzle = tilewright::read(text, question.maybe_text("as")?)?;
    Ok(json!({ "card": card(&*puzzle)? }))
}

/// Answers `convert`.
pub(crate) fn convert(question: Fields<'_>) -> Result<Value, Failure> {
    let text = question.puzzle()?.write(question.text("to")?)?;
    Ok(json!({ "text": text }))
}

/// The picture of a puzzle, where it is not too large to be shown.
pub(crate) fn picture(puzzle: &dyn Puzzle) -> Result<Picture, Failure> {
    let cells = cells_before_drawing(puzzle);
    if cells > MOST_CELLS {
        return Err(Failure::new(format!(
            "the board has {cells} cells; at most {MOST_CELLS} are shown"
        ))
        .hint("the command line solves and counts larger boards"));
    }
    Ok(puzzle.picture())
}

/// The number of cells, where it can be large without a long text.
fn cells_before_drawing(puzzle: &dyn Puzzle) -> usize {
    let any = puzzle.as_any();
    if let Some(sudoku) = any.downcast_ref::<Sudoku>() {
        return sudoku.shape().cells();
    }
    if let Some(shikaku) = any.downcast_ref::<Shikaku>() {
        return shikaku.shape().cells();
    }
    let tiles = any.downcast_ref::<Tiles>();
    tiles.map_or(0, |tiles| tiles.rows() * tiles.columns())
}

/// The puzzle as a card.
pub(crate) fn card(puzzle: &dyn Puzzle) -> Result<Value, Failure> {
    let picture = picture(puzzle)?;
    let family = puzzle.family();
    let (format, text) = written(puzzle)?;
    let grids: Vec<_> = picture.grids().collect();
    let formats = family.formats.iter().filter(|format| format.writes);
    let formats: Vec<Value> = formats
        .map(|format| json!({ "name": format.name, "about": format.about }))
        .collect();
    Ok(json!({
        "text": text,
        "as": format!("{}:{format}", family.name),
        "family": family.name,
        "title": puzzle.title(),
        "cells": picture.cell_count(),
        "rows": grids.first().map_or(0, |grid| grid.rows()),
        "columns": grids.first().map_or(0, |grid| grid.columns()),
        "layers": grids.len(),
        "sides": picture.space.as_ref().map(|space| &space.sides),
        "legend": legend(puzzle),
        "places": places(puzzle),
        "clues": clues(puzzle, &picture),
        "formats": formats,
    }))
}

/// The puzzle in a format that loses nothing, and which.
pub(crate) fn written(puzzle: &dyn Puzzle) -> Result<(&'static str, String), Failure> {
    let formats = puzzle.family().formats;
    for name in LOSSLESS {
        let Some(format) = formats.iter().find(|format| format.name == name) else {
            continue;
        };
        if format.reads && format.writes {
            return Ok((format.name, puzzle.write(format.name)?));
        }
    }
    Err(Failure::new(format!(
        "{} cannot be written down without loss",
        puzzle.family().name
    )))
}

/// For each cell what is given there.
fn clues(puzzle: &dyn Puzzle, picture: &Picture) -> Vec<Option<String>> {
    let mut clues = vec![None; picture.cell_count()];
    if let Legend::Values(entries) = puzzle.legend() {
        for choice in puzzle.givens() {
            let [spot] = puzzle.spots(choice)[..] else {
                continue;
            };
            let entry = spot.slot.and_then(|slot| entries.get(slot));
            if let (Some(entry), Some(clue)) = (entry, clues.get_mut(spot.cell)) {
                *clue = Some(entry.name.clone());
            }
        }
        return clues;
    }
    let cells = picture.grids().flat_map(|grid| {
        let of_row = move |row| (0..grid.columns()).map(move |column| grid.cell(row, column));
        (0..grid.rows()).flat_map(of_row)
    });
    for (clue, cell) in clues.iter_mut().zip(cells) {
        if cell.role == Role::Clue {
            *clue = Some(cell.lines.concat().trim().to_owned());
        }
    }
    clues
}

/// What may be put into a cell.
fn legend(puzzle: &dyn Puzzle) -> Value {
    match puzzle.legend() {
        Legend::Nothing => Value::Null,
        Legend::Numbers { most } => json!({ "numbers": most }),
        Legend::Values(entries) => {
            let values = entries.iter();
            let values: Vec<Value> = values
                .map(|entry| json!({ "name": entry.name, "svg": drawn_entry(entry) }))
                .collect();
            json!({ "values": values })
        }
    }
}

/// What a player enters: a value of a cell, a box, or nothing.
fn places(puzzle: &dyn Puzzle) -> &'static str {
    match puzzle.legend() {
        Legend::Values(_) => "value",
        Legend::Numbers { .. } => "box",
        Legend::Nothing => "none",
    }
}
