//! Cells that contradict each other by the rules.

use super::{Game, Places, cells_of};
use std::collections::{BTreeSet, HashMap};
use tilewright_model::{Choice, Colour, Demand, Item, Model};

impl Game {
    /// The cells whose contents contradict each other by the rules, clues among them, and those of
    /// entries that the puzzle does not allow at all.
    pub fn conflicts(&self) -> BTreeSet<usize> {
        let mut wrong = self.misplaced();
        for choice in clashing(&self.model, &self.choices()) {
            let spots = self.puzzle.spots(choice);
            let cells = spots.iter().map(|spot| spot.cell);
            wrong.extend(cells.filter(|&cell| cell < self.cell_count));
        }
        wrong
    }

    /// The cells of entries that are no choices.
    fn misplaced(&self) -> BTreeSet<usize> {
        let values = self.play.values.iter();
        let values = values.filter(|&(&cell, &slot)| self.choice_of(cell, slot).is_none());
        let boxes = self.play.boxes.iter();
        let boxes = boxes.filter(|cells| self.choice_of_box(cells).is_none());
        let cells = values.map(|(&cell, _)| cell);
        cells.chain(boxes.flatten().copied()).collect()
    }

    /// What is wrong at a cell, in words, where its entry contradicts something.
    pub fn complaint(&self, cell: usize) -> Option<String> {
        let here = match self.places {
            Places::Values => self.choice_of(cell, self.value(cell)?),
            Places::Boxes => {
                let around = self.play.boxes.iter().find(|cells| cells.contains(&cell));
                self.choice_of_box(around?)
            }
            Places::Nothing => return None,
        };
        let Some(here) = here else {
            return Some("the puzzle does not allow this here".to_owned());
        };
        let choices = self.choices();
        let mut others = choices.iter().copied().filter(|&other| other != here);
        let other = others.find(|&other| self.model.clash(&[here, other]).is_some())?;
        let (here, other) = (
            self.puzzle.choice_name(here),
            self.puzzle.choice_name(other),
        );
        Some(format!("{here} does not go with {other}"))
    }

    /// The cells of a choice, ascending.
    pub fn cells_of(&self, choice: Choice) -> Vec<usize> {
        cells_of(&self.puzzle.spots(choice))
    }
}

/// The picked choices that another one excludes.
fn clashing(model: &Model, picked: &[Choice]) -> BTreeSet<Choice> {
    let mut of_item: HashMap<Item, Vec<(Choice, Colour)>> = HashMap::new();
    for &choice in picked {
        for &(item, colour) in model.touches(choice) {
            of_item.entry(item).or_default().push((choice, colour));
        }
    }
    let mut clashing = BTreeSet::new();
    for (&item, takers) in &of_item {
        let disagrees = match model.demand(item) {
            Demand::OneColour => takers.iter().any(|taker| taker.1 != takers[0].1),
            Demand::ExactlyOne | Demand::AtMostOne => takers.len() > 1,
        };
        if disagrees {
            clashing.extend(takers.iter().map(|&(choice, _)| choice));
        }
    }
    for rule in model.rules() {
        let (Some(from), Some(to)) = (of_item.get(&rule.from), of_item.get(&rule.to)) else {
            continue;
        };
        let place = |item: Item, choice: Choice| {
            let mut members = model.members(item).iter();
            members.position(|&(member, _)| member == choice)
        };
        for &(first, _) in from {
            for &(second, _) in to {
                let (row, column) = (place(rule.from, first), place(rule.to, second));
                let (Some(row), Some(column)) = (row, column) else {
                    continue;
                };
                if !rule.table.allows(row, column) {
                    clashing.extend([first, second]);
                }
            }
        }
    }
    clashing
}
