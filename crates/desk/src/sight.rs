//! What keeps apart on a board: groups of cells in which no value comes twice, and how often each value comes.
//!
//! Both are read off the items of the model, so they hold for any puzzle. An item whose choices are all the same value, each
//! in a cell of its own, says that the value comes there once, or once at the most. Cells of which that is said for each
//! value that all of them take are a group: a row, a box, a cage. A value whose cells are parted by items that it fills
//! exactly comes as often as there are such items: nine times on the usual Sudoku.

use crate::Desk;
use crate::card;
use crate::failure::Failure;
use crate::places;
use crate::question::Fields;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use tilewright::model::{Demand, Item};
use tilewright::{Model, Puzzle};

/// The most choices of a model that is looked through: a board of that size has no more room for hints to the eye.
const MOST_CHOICES: usize = 50_000;

/// Items that are about one value: their cells, their demand.
type OfValue = Vec<(BTreeSet<usize>, Demand)>;

impl Desk<'_> {
    /// Answers `sight`.
    pub(crate) fn sight(&self, question: Fields<'_>) -> Result<Value, Failure> {
        let puzzle = question.puzzle(&self.caps.families)?;
        let cell_count = card::cell_count(&*puzzle)?;
        let slots = places::words(&puzzle.legend()).len();
        let model = self.solver(question.limits()?).model(&*puzzle)?;
        if model.choice_count() > MOST_CHOICES || slots == 0 {
            return Ok(json!({ "groups": [], "each": vec![None::<usize>; slots] }));
        }
        let mut of_values = vec![OfValue::new(); slots];
        for item in model.items().filter(|&item| model.is_own_item(item)) {
            if let Some((slot, cells)) = one_value(&*puzzle, &model, item)
                && let Some(items) = of_values.get_mut(slot)
            {
                items.push((cells, model.demand(item)));
            }
        }
        let taken = taken(&*puzzle, &model, slots, cell_count);
        let each = of_values.iter().zip(&taken);
        let each: Vec<Option<usize>> = each.map(|(items, cells)| times(items, cells)).collect();
        Ok(json!({ "groups": groups(&of_values, &taken), "each": each }))
    }
}

/// The value and the cells of an item whose choices are one value, each in a cell of its own.
fn one_value(puzzle: &dyn Puzzle, model: &Model, item: Item) -> Option<(usize, BTreeSet<usize>)> {
    if model.demand(item) == Demand::OneColour {
        return None;
    }
    let mut value = None;
    let mut cells = BTreeSet::new();
    for &(choice, _) in model.members(item) {
        let (cell, slot) = places::cell_and_slot(puzzle, choice)?;
        if *value.get_or_insert(slot) != slot || !cells.insert(cell) {
            return None;
        }
    }
    Some((value?, cells)).filter(|(_, cells)| cells.len() > 1)
}

/// For each value the cells that take it.
fn taken(puzzle: &dyn Puzzle, model: &Model, slots: usize, cells: usize) -> Vec<BTreeSet<usize>> {
    let mut taken = vec![BTreeSet::new(); slots];
    for choice in model.choices().take(model.own_count()) {
        if let Some((cell, slot)) = places::cell_and_slot(puzzle, choice)
            && cell < cells
            && let Some(taken) = taken.get_mut(slot)
        {
            taken.insert(cell);
        }
    }
    taken
}

/// How often a value comes: as often as there are items that part its cells and want it exactly once.
fn times(items: &OfValue, taken: &BTreeSet<usize>) -> Option<usize> {
    let mut left = taken.clone();
    let mut times = 0;
    for (cells, demand) in items {
        if *demand == Demand::ExactlyOne && cells.is_subset(&left) {
            left.retain(|cell| !cells.contains(cell));
            times += 1;
        }
    }
    (left.is_empty() && times > 0).then_some(times)
}

/// Cells in which each value that all of them take comes once at the most.
fn groups(of_values: &[OfValue], taken: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    let mut said: BTreeMap<&BTreeSet<usize>, usize> = BTreeMap::new();
    for items in of_values {
        let apart: BTreeSet<&BTreeSet<usize>> = items.iter().map(|(cells, _)| cells).collect();
        for cells in apart {
            *said.entry(cells).or_default() += 1;
        }
    }
    let are_all = |cells: &BTreeSet<usize>, said: usize| {
        let values = taken.iter().filter(|taken| cells.is_subset(taken));
        said >= values.count()
    };
    said.into_iter()
        .filter(|(cells, said)| are_all(cells, *said))
        .map(|(cells, _)| cells.iter().copied().collect())
        .collect()
}
