//! Cells that contradict each other by the rules.

use super::{Game, Places, cells_of};
use std::collections::BTreeSet;
use tilewright_model::Choice;

impl Game {
    /// The cells whose contents contradict each other by the rules, clues among them, and those of
    /// entries that the puzzle does not allow at all.
    pub fn conflicts(&self) -> BTreeSet<usize> {
        let mut wrong = self.misplaced();
        for choice in self.model.clashing(&self.choices()) {
            let spots = self.puzzle.spots(choice);
            let cells = spots.iter().map(|spot| spot.cell);
            wrong.extend(cells.filter(|&cell| cell < self.cell_count));
        }
        wrong
    }

    /// The cells of entries that are not choices.
    fn misplaced(&self) -> BTreeSet<usize> {
        let values = self.play.values.iter();
        let values = values.filter(|&(&cell, &slot)| self.choice_of(cell, slot).is_none());
        let boxes = self.play.boxes.iter();
        let boxes = boxes.filter(|cells| self.choice_of_box(cells).is_none());
        let cells = values.map(|(&cell, _)| cell);
        cells.chain(boxes.flatten().copied()).collect()
    }

    /// The fault at a cell, in words, if its entry contradicts something.
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
