//! A puzzle as the page gets it: its text, its shape and its possible actions.

use crate::Desk;
use crate::draw::drawn_entry;
use crate::failure::Failure;
use crate::question::{Fields, Limits};
use serde_json::{Value, json};
use tilewright::puzzles::matrix::Matrix;
use tilewright::puzzles::{Families, Legend, export};
use tilewright::render::{Picture, Role};
use tilewright::{Puzzle, Refusal};

/// The most cells of a picture that is drawn or told cell by cell.
pub(crate) const MOST_CELLS: usize = 100_000;

/// The most choices of a model that is written as exact cover.
const MOST_OPTIONS: usize = 100_000;

/// The most bytes of a model that is written as clauses or as a matrix.
const MOST_CLAUSES: u64 = 32 << 20;

/// The formats that lose nothing, in the order in which they are tried before any other.
const LOSSLESS: [&str; 3] = ["json", "toml", "xcc"];

/// Answers `read`.
pub(crate) fn read(question: Fields<'_>, families: &Families) -> Result<Value, Failure> {
    let text = question.text("text")?;
    let puzzle = families.read(text, question.maybe_text("as")?)?;
    as_read(&*puzzle)
}

/// The card of a puzzle that was just read, with a remark on how it was understood.
pub(crate) fn as_read(puzzle: &dyn Puzzle) -> Result<Value, Failure> {
    let mut answer = json!({ "card": card(puzzle)? });
    if let Some(remark) = puzzle.remark() {
        answer["remark"] = remark.into();
    }
    Ok(answer)
}

impl Desk<'_> {
    /// Answers `convert`: a format of the family, or else one that any model can be written in.
    pub(crate) fn convert(&self, question: Fields<'_>) -> Result<Value, Failure> {
        let puzzle = question.puzzle(&self.caps.families)?;
        let to = question.text("to")?;
        let is_own = puzzle.family().format(to).is_some();
        let is_models = export::FORMATS.iter().any(|(name, _)| *name == to);
        let text = if is_own || !is_models {
            puzzle.write(to)?
        } else {
            self.exported(&*puzzle, to)?
        };
        Ok(json!({ "text": text }))
    }

    /// The model of a puzzle in a format for any model.
    fn exported(&self, puzzle: &dyn Puzzle, to: &str) -> Result<String, Failure> {
        let solver = self.solver(Limits::default());
        let model = solver.model(puzzle)?;
        let (choices, givens) = (model.choice_count(), puzzle.givens());
        match to {
            "dimacs" => {
                let header = [format!("tilewright: {}", puzzle.title())];
                let text = export::to_dimacs(&model, &givens, &header, MOST_CLAUSES);
                return Ok(text.map_err(Refusal::from)?);
            }
            "xcc" if choices > MOST_OPTIONS => {
                return Err(Failure::new(format!(
                    "the model has {choices} choices; at most {MOST_OPTIONS} are written here"
                )));
            }
            "xcc" => {
                let text = export::to_xcc(&model, puzzle, &givens, &solver.question());
                return Ok(text.map_err(Refusal::from)?);
            }
            _ => {}
        }
        let budget = solver.question().memory(MOST_CLAUSES);
        let matrix = Matrix::of(&model, &givens, &budget).map_err(Refusal::from)?;
        if matrix.size() > MOST_CLAUSES {
            return Err(Failure::new(format!(
                "the matrix has {} rows and {} columns; at most {} MiB are written here",
                matrix.rows(),
                matrix.columns(),
                MOST_CLAUSES >> 20
            )));
        }
        let mut text = Vec::new();
        let written = match to {
            "matrix-reduced" => matrix.write_reduced(&mut text),
            _ => matrix.write(&mut text),
        };
        written.expect("a vector takes all that is written");
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}

/// The picture of a puzzle, where it is not too large to be shown.
pub(crate) fn picture(puzzle: &dyn Puzzle) -> Result<Picture, Failure> {
    known_cells(puzzle)?;
    Ok(puzzle.picture())
}

/// The number of cells of that picture, which is drawn only if the puzzle does not know it.
pub(crate) fn cell_count(puzzle: &dyn Puzzle) -> Result<usize, Failure> {
    Ok(match known_cells(puzzle)? {
        0 => puzzle.picture().cell_count(),
        cells => cells,
    })
}

/// The number of cells if the puzzle knows it, or else 0.
fn known_cells(puzzle: &dyn Puzzle) -> Result<usize, Failure> {
    let cells = puzzle.cell_count();
    if cells > MOST_CELLS {
        return Err(Failure::new(format!(
            "the board has {cells} cells; at most {MOST_CELLS} are shown"
        ))
        .hint("the command line solves and counts larger boards"));
    }
    Ok(cells)
}

/// The puzzle as a card.
pub(crate) fn card(puzzle: &dyn Puzzle) -> Result<Value, Failure> {
    let picture = picture(puzzle)?;
    let family = puzzle.family();
    let (format, text) = written(puzzle)?;
    let grids: Vec<_> = picture.grids().collect();
    let formats = family.formats.iter().filter(|format| format.is_written());
    let own = formats.map(|format| (&*format.name, &*format.about));
    let is_new = |(name, _): &(&str, &str)| family.format(name).is_none();
    let formats: Vec<Value> = own
        .chain(export::FORMATS.into_iter().filter(is_new))
        .map(|(name, about)| json!({ "name": name, "about": about }))
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
        "legend": legend(&puzzle.legend()),
        "clue_legend": legend(&puzzle.clue_legend()),
        "places": places(puzzle),
        "slots": slots(puzzle, &picture),
        "clues": clues(puzzle, &picture),
        "formats": formats,
    }))
}

/// The puzzle in a format that loses nothing, and which.
pub(crate) fn written(puzzle: &dyn Puzzle) -> Result<(&str, String), Failure> {
    let family = puzzle.family();
    let mut formats = (LOSSLESS.iter())
        .filter_map(|name| family.format(name))
        .chain(&family.formats);
    if let Some(format) = formats.find(|format| format.is_read() && format.is_written()) {
        return Ok((&format.name, format.write(puzzle)?));
    }
    Err(Failure::new(format!(
        "{} cannot be written down without loss",
        family.name
    )))
}

/// For each cell its given.
fn clues(puzzle: &dyn Puzzle, picture: &Picture) -> Vec<Option<String>> {
    let mut clues = vec![None; picture.cell_count()];
    if puzzle.slots(0).is_some() {
        for (cell, clue) in clues.iter_mut().enumerate() {
            *clue = puzzle.clue_at(cell);
        }
        return clues;
    }
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

/// For each cell, edge and corner the slots that a player may enter there, where places differ; none where the value is given.
fn slots(puzzle: &dyn Puzzle, picture: &Picture) -> Option<Vec<Vec<usize>>> {
    puzzle.slots(0)?;
    let mut slots: Vec<Vec<usize>> = (0..picture.cell_count())
        .map(|cell| puzzle.slots(cell).unwrap_or_default())
        .collect();
    let givens = puzzle.givens().into_iter();
    for spot in givens.flat_map(|given| puzzle.spots(given)) {
        if let Some(slots) = slots.get_mut(spot.cell) {
            slots.clear();
        }
    }
    Some(slots)
}

/// The values of a cell.
fn legend(legend: &Legend) -> Value {
    match legend {
        Legend::Nothing => Value::Null,
        Legend::Numbers { most } => json!({ "numbers": most }),
        Legend::Values(entries) => {
            let values = entries.iter();
            let values: Vec<Value> = values
                .map(|entry| {
                    let mut value = json!({ "name": entry.name, "svg": drawn_entry(entry) });
                    if entry.is_nothing {
                        value["nothing"] = true.into();
                    }
                    value
                })
                .collect();
            json!({ "values": values })
        }
    }
}

/// The kind of a player's entries: a value of a cell, a box, or nothing.
fn places(puzzle: &dyn Puzzle) -> &'static str {
    match puzzle.legend() {
        Legend::Values(_) => "value",
        Legend::Numbers { .. } => "box",
        Legend::Nothing => "none",
    }
}
