//! Cells that contradict each other by the rules.

use super::{Game, Places, cells_of};
use crate::check::Existence;
use std::collections::BTreeSet;
use tilewright_model::Choice;

/// The wrong entries of a player. A clue is never to blame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wrong {
    /// Their cells.
    pub cells: BTreeSet<usize>,
    /// The number of values or boxes.
    pub number: usize,
}

impl Game {
    /// The cells whose contents contradict each other by the rules, clues among them, and those of
    /// entries that the puzzle does not allow at all.
    pub fn conflicts(&self) -> BTreeSet<usize> {
        let mut wrong = self.wrong_where(|_| false).cells;
        for choice in self.model.clashing(&self.choices()) {
            let spots = self.puzzle.spots(choice);
            let cells = spots.iter().map(|spot| spot.cell);
            wrong.extend(cells.filter(|&cell| cell < self.cell_count));
        }
        wrong
    }

    /// The entries that are wrong: those that the only solution does not have, or, where no single solution is
    /// known, those that contradict the rules.
    pub fn wrong(&self, existence: &Existence) -> Wrong {
        match existence {
            Existence::Unique(solution) => self.mistakes(solution),
            _ => self.against_the_rules(),
        }
    }

    /// The entries that differ from a solution.
    pub fn mistakes(&self, solution: &[Choice]) -> Wrong {
        let solution: BTreeSet<Choice> = solution.iter().copied().collect();
        self.wrong_where(|choice| !solution.contains(&choice))
    }

    /// The entries that contradict the rules, the clues or each other.
    pub fn against_the_rules(&self) -> Wrong {
        let clashing = self.model.clashing(&self.choices());
        self.wrong_where(|choice| clashing.binary_search(&choice).is_ok())
    }

    /// These entries, and all that the puzzle does not allow at all.
    fn wrong_where(&self, is_wrong: impl Fn(Choice) -> bool) -> Wrong {
        let mut wrong = Wrong::default();
        for (_, cells) in (self.entries()).filter(|(choice, _)| choice.is_none_or(&is_wrong)) {
            wrong.cells.extend(cells);
            wrong.number += 1;
        }
        wrong
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
