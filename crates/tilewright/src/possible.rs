//! The choices that are in some solution: the true candidates of a puzzle.
//!
//! Choices that the rules exclude at once are settled. The rest is asked for tile by tile: *is there a solution in
//! which this tile takes one of the choices that no solution has shown yet?* A solution shows a choice for every
//! tile, so a few random ones show most of them; and if there is none, all of those choices are settled at once, and
//! are barred from then on. So there are at most as many fruitless questions as tiles.

use crate::asked::Asked;
use tilewright_engines::{Budget, End};
use tilewright_model::{Choice, Item};

/// The choices that are in some solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Possible {
    /// Choices that some solution has, ascending.
    pub choices: Vec<Choice>,
    /// [`End::Complete`] where no other choice is in any solution; else there may be more.
    pub end: End,
}

impl Possible {
    /// Returns true if these are all.
    pub fn is_exact(&self) -> bool {
        self.end == End::Complete
    }
}

/// The state of a choice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// No solution has it.
    Never,
    /// Some solution has it.
    Shown,
    /// Neither is known.
    Open,
}

impl Asked {
    /// The choices that are in some solution of the puzzle. The solver's seed does not matter.
    ///
    /// ```
    /// use tilewright::{Solver, read};
    ///
    /// // Rows 1 and 2 are settled but for the order of two pairs.
    /// let puzzle = read("12..34..21434321", None)?;
    /// let possible = Solver::new().ask(&*puzzle)?.possible();
    /// assert!(possible.is_exact());
    /// assert_eq!(possible.choices.len(), 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn possible(&mut self) -> Possible {
        let order = self.solver().order();
        let budget = self.solver().question();
        let (known, end) = self.find_possible(&budget);
        self.set_order(order);
        let is_shown = |choice: &Choice| known[choice.index()] == Known::Shown;
        Possible {
            choices: self.model().choices().filter(is_shown).collect(),
            end,
        }
    }

    fn find_possible(&mut self, budget: &Budget) -> (Vec<Known>, End) {
        let whole = self.whole();
        self.start(whole.clone(), budget);
        let live = self.still_possible();
        self.close();
        let mut known: Vec<Known> = live
            .into_iter()
            .map(|is_live| if is_live { Known::Open } else { Known::Never })
            .collect();
        // Most puzzles have one solution: then that is all.
        let (found, end) = self.few(whole.clone(), 2, budget);
        show(&mut known, &found);
        if end != End::Limit {
            return (known, end);
        }
        let model = &self.model().clone();
        let mut seed = 0;
        for &tile in model.tiles() {
            while has_open(&known, model, tile) {
                seed += 1;
                self.set_order(Some(seed));
                let ask = whole.clone().barred(barred(&known, model, tile));
                let answer = self.any(ask, budget);
                match answer.solution {
                    Some(solution) => show(&mut known, &[solution]),
                    None if answer.end == End::Complete => settle(&mut known, model, tile),
                    None => return (known, answer.end),
                }
            }
        }
        (known, End::Complete)
    }
}

fn has_open(known: &[Known], model: &tilewright_model::Model, tile: Item) -> bool {
    let members = model.members(tile).iter();
    let mut known = members.map(|(choice, _)| known[choice.index()]);
    known.any(|known| known == Known::Open)
}

fn show(known: &mut [Known], solutions: &[Vec<Choice>]) {
    for choice in solutions.iter().flatten() {
        known[choice.index()] = Known::Shown;
    }
}

/// No solution has any of the tile's open choices.
fn settle(known: &mut [Known], model: &tilewright_model::Model, tile: Item) {
    for (choice, _) in model.members(tile) {
        if known[choice.index()] == Known::Open {
            known[choice.index()] = Known::Never;
        }
    }
}

/// The choices to bar, so that a solution shows something new at the tile.
fn barred(known: &[Known], model: &tilewright_model::Model, tile: Item) -> Vec<Choice> {
    let is_never = |choice: &Choice| known[choice.index()] == Known::Never;
    let mut barred: Vec<Choice> = model.choices().filter(is_never).collect();
    let members = model.members(tile).iter().map(|&(choice, _)| choice);
    barred.extend(members.filter(|choice| known[choice.index()] == Known::Shown));
    barred
}
