//! The places of a puzzle's choices on its board, by cells.
//!
//! A choice is one value of one cell (Sudoku, tiles), or it takes several cells (a box of Shikaku, a
//! piece, an option of an exact cover). [`Puzzle::spots`] says which; the model must have been made
//! before it is asked.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use tilewright::model::Item;
use tilewright::puzzles::Legend;
use tilewright::{Choice, Model, Puzzle};

/// The most cells of all boxes that one answer lists.
const MOST_LISTED: usize = 500_000;

/// The words of a legend, by slot.
pub(crate) fn words(legend: &Legend) -> Vec<String> {
    match legend {
        Legend::Values(entries) => entries.iter().map(|entry| entry.name.clone()).collect(),
        Legend::Nothing | Legend::Numbers { .. } => Vec::new(),
    }
}

/// The cell and slot of a choice that is one value of one cell.
pub(crate) fn cell_and_slot(puzzle: &dyn Puzzle, choice: Choice) -> Option<(usize, usize)> {
    match puzzle.spots(choice)[..] {
        [spot] => Some((spot.cell, spot.slot?)),
        _ => None,
    }
}

/// The cells of choices, ascending.
pub(crate) fn cells(puzzle: &dyn Puzzle, choices: &[Choice]) -> Vec<usize> {
    let spots = choices.iter().flat_map(|&choice| puzzle.spots(choice));
    let cells: BTreeSet<usize> = spots.map(|spot| spot.cell).collect();
    cells.into_iter().collect()
}

/// The cells that an item is about: those that all its choices take, or, where each is a value of one
/// cell, all of these.
pub(crate) fn cells_of_item(puzzle: &dyn Puzzle, model: &Model, item: Item) -> Vec<usize> {
    let members = model.members(item).iter().map(|&(choice, _)| choice);
    let mut each = members.map(|choice| cells(puzzle, &[choice]));
    let Some(first) = each.next() else {
        return Vec::new();
    };
    let (mut common, mut all) = (first.clone(), BTreeSet::from_iter(first.clone()));
    let mut are_single = first.len() == 1;
    for cells in each {
        are_single &= cells.len() == 1;
        common.retain(|cell| cells.binary_search(cell).is_ok());
        all.extend(cells);
    }
    if common.is_empty() && are_single {
        return all.into_iter().collect();
    }
    common
}

/// A solution as the page reads it: `values` by cell, or `boxes` as lists of cells; `None` where
/// the choices have no place on the board, which is words alone.
pub(crate) fn filling(
    puzzle: &dyn Puzzle,
    cell_count: usize,
    solution: &[Choice],
) -> Option<(&'static str, Value)> {
    let words = words(&puzzle.legend());
    if words.is_empty() {
        let boxes = boxes(puzzle, solution);
        return (!boxes.is_empty()).then(|| ("boxes", json!(boxes)));
    }
    let mut values: Vec<Option<&str>> = vec![None; cell_count];
    for &choice in solution {
        if let Some((cell, slot)) = cell_and_slot(puzzle, choice)
            && let Some(value) = values.get_mut(cell)
        {
            *value = words.get(slot).map(String::as_str);
        }
    }
    Some(("values", json!(values)))
}

/// The cells of each choice that takes any, as far as they are listed.
pub(crate) fn boxes(puzzle: &dyn Puzzle, choices: &[Choice]) -> Vec<Vec<usize>> {
    let mut left = MOST_LISTED;
    let each = choices.iter().map(|&choice| cells(puzzle, &[choice]));
    let each = each.filter(|cells| !cells.is_empty());
    each.take_while(|cells| {
        let fits = cells.len() <= left;
        left = left.saturating_sub(cells.len());
        fits
    })
    .collect()
}

/// For each cell the slots of these choices, ascending.
pub(crate) fn marks(puzzle: &dyn Puzzle, cell_count: usize, choices: &[Choice]) -> Vec<Vec<usize>> {
    let mut marks = vec![Vec::new(); cell_count];
    for &choice in choices {
        if let Some((cell, slot)) = cell_and_slot(puzzle, choice)
            && let Some(slots) = marks.get_mut(cell)
        {
            slots.push(slot);
        }
    }
    for slots in &mut marks {
        slots.sort_unstable();
    }
    marks
}
