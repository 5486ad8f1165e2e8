//! A player's entries, as choices of the model.

use crate::failure::Failure;
use crate::places::{self, cell_and_slot};
use crate::question::{Fields, as_cells, as_index, as_list, as_text, named_index, quoted};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use tilewright::play::Play;
use tilewright::puzzles::Legend;
use tilewright::{Choice, Model, Puzzle};

/// The most cells of all boxes that a player may have drawn.
const MOST_IN_BOXES: usize = 1_000_000;

/// Entries as choices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entries {
    /// The choices, ascending.
    pub(crate) choices: Vec<Choice>,
    /// The values that no choice gives to their cell.
    pub(crate) stray_values: Vec<(usize, usize)>,
    /// The boxes that are not choices.
    pub(crate) stray_boxes: Vec<Vec<usize>>,
}

impl Entries {
    /// The cells of entries that can be in no solution.
    pub(crate) fn stray_cells(&self) -> impl Iterator<Item = usize> + '_ {
        let values = self.stray_values.iter().map(|&(cell, _)| cell);
        values.chain(self.stray_boxes.iter().flatten().copied())
    }
}

/// Reads `play`, for a board of that many cells.
pub(crate) fn read(
    question: Fields<'_>,
    legend: &Legend,
    cell_count: usize,
) -> Result<Play, Failure> {
    let Some(play) = question.maybe_fields("play")? else {
        return Ok(Play::default());
    };
    let words = places::words(legend);
    let slot = |word: &str| {
        let found = words.iter().position(|known| known == word);
        found.ok_or_else(|| Failure::new(format!("play: there is no value {:?}", quoted(word))))
    };
    let mut values = BTreeMap::new();
    for (cell, word) in play.entries("values")? {
        let cell = named_index("play.values", cell, cell_count)?;
        if !word.is_null() {
            values.insert(cell, slot(as_text("play.values", word)?)?);
        }
    }
    let mut notes = BTreeMap::new();
    for (cell, slots) in play.entries("notes")? {
        let cell = named_index("play.notes", cell, cell_count)?;
        let slots = as_list("play.notes", slots)?.iter();
        let slots = slots.map(|slot| as_index("play.notes", slot, words.len()));
        notes.insert(cell, slots.collect::<Result<_, _>>()?);
    }
    // Which of them the model has is seen when it is there.
    let struck = play.list("struck")?.iter();
    let struck = struck.map(|choice| as_index("play.struck", choice, u32::MAX as usize));
    let struck = struck.map(|choice| Ok(Choice(choice? as u32)));
    Ok(Play {
        values,
        notes,
        boxes: boxes(play, cell_count)?,
        struck: struck.collect::<Result<_, Failure>>()?,
    })
}

fn boxes(play: Fields<'_>, cell_count: usize) -> Result<Vec<Vec<usize>>, Failure> {
    let mut boxes = Vec::new();
    let mut left = MOST_IN_BOXES;
    for cells in play.list("boxes")? {
        let mut cells = as_cells("play.boxes", cells, cell_count)?;
        cells.sort_unstable();
        cells.dedup();
        left = left.checked_sub(cells.len()).ok_or_else(|| {
            Failure::new(format!(
                "play.boxes: at most {MOST_IN_BOXES} cells are read"
            ))
        })?;
        if !cells.is_empty() {
            boxes.push(cells);
        }
    }
    Ok(boxes)
}

/// The entries as written in a question.
pub(crate) fn written(play: &Play, legend: &Legend) -> Value {
    let words = places::words(legend);
    let values = play.values.iter();
    let values: BTreeMap<String, &str> = values
        .map(|(cell, &slot)| (cell.to_string(), words[slot].as_str()))
        .collect();
    let notes = play.notes.iter();
    let notes: BTreeMap<String, &BTreeSet<usize>> = notes
        .map(|(cell, slots)| (cell.to_string(), slots))
        .collect();
    let mut written = json!({ "values": values, "notes": notes, "boxes": play.boxes });
    if !play.struck.is_empty() {
        written["struck"] = numbers(play.struck.iter().copied());
    }
    written
}

/// Choices as their numbers.
pub(crate) fn numbers(choices: impl IntoIterator<Item = Choice>) -> Value {
    let numbers = choices.into_iter().map(Choice::index);
    numbers.collect::<Vec<usize>>().into()
}

/// The entries as choices. Entries in the cell of a clue are left out: clues stay.
pub(crate) fn entries(play: &Play, puzzle: &dyn Puzzle, model: &Model) -> Entries {
    if play.values.is_empty() && play.boxes.is_empty() {
        return Entries::default();
    }
    let givens = puzzle.givens();
    let given = givens
        .iter()
        .filter_map(|&clue| cell_and_slot(puzzle, clue));
    let clue_cells: BTreeSet<usize> = given.map(|(cell, _)| cell).collect();
    let values = play.values.iter().map(|(&cell, &slot)| (cell, slot));
    let mut values: BTreeSet<(usize, usize)> = values
        .filter(|(cell, _)| !clue_cells.contains(cell))
        .collect();
    let mut boxes: BTreeSet<Vec<usize>> = play.boxes.iter().cloned().collect();
    let mut choices = Vec::new();
    for choice in model.choices() {
        if values.is_empty() && boxes.is_empty() {
            break;
        }
        let is_entered = match cell_and_slot(puzzle, choice) {
            Some(place) => values.remove(&place),
            None => !boxes.is_empty() && boxes.remove(&places::cells(puzzle, &[choice])),
        };
        if is_entered {
            choices.push(choice);
        }
    }
    Entries {
        choices,
        stray_values: values.into_iter().collect(),
        stray_boxes: boxes.into_iter().collect(),
    }
}
