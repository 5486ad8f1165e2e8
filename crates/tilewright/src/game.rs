//! A puzzle being played: a player's entries, and the facts about them.
//!
//! A player fills cells with values (Sudoku, tiles, rules on a grid) or draws boxes around cells (Shikaku); the
//! places of the puzzle's choices decide which ([`Puzzle::spots`]). A [`Play`] is the entries alone, as they are
//! saved and sent; a [`Game`] is the puzzle with them. An entry may be wrong, and need not even be a choice of the
//! model: a box with two clues in it is still drawn, and shown as wrong.
//!
//! ```
//! use std::sync::Arc;
//! use tilewright::{Budget, read};
//! use tilewright::play::{Game, Places};
//!
//! let puzzle = read("1 2 . .\n. . 1 2\n2 . 4 .\n. . . .\n", None)?;
//! let mut game = Game::new(Arc::from(puzzle), &Budget::default())?;
//! assert_eq!(game.places(), Places::Values);
//! let one = game.slot("1").unwrap();
//! game.set(2, Some(one));
//! assert_eq!(Vec::from_iter(game.conflicts()), [0, 2, 6]);
//! game.undo();
//! assert!(game.conflicts().is_empty() && !game.is_complete());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod conflicts;
mod drawn;
#[cfg(feature = "serde")]
mod written;

pub use conflicts::Wrong;
#[cfg(feature = "serde")]
pub use written::Written;

use crate::asked::Asked;
use crate::explain::Hint;
use crate::play::{Standing, with_clues};
use crate::solver::Refusal;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use tilewright_engines::{Budget, End};
use tilewright_logic::Step;
use tilewright_model::{Choice, Model};
use tilewright_puzzles::{Legend, Puzzle};
use tilewright_render::{Drawing, Picture, Role, Spot};

/// The most moves that can be taken back.
const MOST_MOVES: usize = 1000;

/// The kind of a player's entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// Values into cells.
    Values,
    /// Boxes around cells.
    Boxes,
    /// Nothing: the picture of the puzzle has no place for its choices.
    Nothing,
}

/// A player's entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Play {
    /// The slot of the value in each cell that was filled.
    pub values: BTreeMap<usize, usize>,
    /// The slots noted in cells.
    pub notes: BTreeMap<usize, BTreeSet<usize>>,
    /// The boxes: cells, ascending.
    pub boxes: Vec<Vec<usize>>,
    /// Choices that a step of logic has struck out: hints continue from there.
    pub struck: BTreeSet<Choice>,
}

/// A puzzle being played.
#[derive(Clone, Debug)]
pub struct Game {
    puzzle: Arc<dyn Puzzle>,
    model: Model,
    places: Places,
    names: Vec<String>,
    drawings: Vec<Option<Drawing>>,
    cell_count: usize,
    /// The choice of each value of each cell.
    of_value: HashMap<(usize, usize), Choice>,
    /// A choice for the hash of its cells; which of several, if they are alike, is looked up.
    of_box: HashMap<u64, Vec<Choice>>,
    /// True for each cell that may have a value.
    is_open: Vec<bool>,
    /// The slots of the clues.
    given: BTreeMap<usize, usize>,
    play: Play,
    /// True if struck choices hold whatever is entered.
    strikes_hold: bool,
    before: Vec<Play>,
    after: Vec<Play>,
}

/// The next step from where a player is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The step.
    pub hint: Hint,
    /// The step on the board.
    pub picture: Picture,
}

impl Game {
    /// A game from the clues of a puzzle, whose answers go, or why its model is not built within the budget.
    pub fn new(puzzle: Arc<dyn Puzzle>, budget: &Budget) -> Result<Self, Refusal> {
        let puzzle = without_answers(puzzle);
        let model = puzzle.model(budget)?;
        Ok(Self::of(puzzle, model))
    }

    /// A game from the clues of a puzzle as it is, with its model.
    pub fn of(puzzle: Arc<dyn Puzzle>, model: Model) -> Self {
        let entries = match puzzle.legend() {
            Legend::Values(entries) => entries,
            Legend::Numbers { .. } | Legend::Nothing => Vec::new(),
        };
        let (names, drawings) = entries
            .into_iter()
            .map(|entry| (entry.name, entry.drawing))
            .unzip();
        let cell_count = puzzle.picture().cell_count();
        let mut game = Self {
            model,
            places: Places::Nothing,
            names,
            drawings,
            cell_count,
            of_value: HashMap::new(),
            of_box: HashMap::new(),
            is_open: vec![false; cell_count],
            given: BTreeMap::new(),
            play: Play::default(),
            strikes_hold: false,
            before: Vec::new(),
            after: Vec::new(),
            puzzle,
        };
        game.place_choices();
        game
    }

    /// Computes the places of all choices.
    fn place_choices(&mut self) {
        for choice in self.model.choices() {
            let spots = self.puzzle.spots(choice);
            if spots.iter().any(|spot| spot.cell >= self.cell_count) {
                continue;
            }
            for spot in &spots {
                self.is_open[spot.cell] = true;
            }
            match spots[..] {
                [] => {}
                [
                    Spot {
                        cell,
                        slot: Some(slot),
                    },
                ] => {
                    self.of_value.entry((cell, slot)).or_insert(choice);
                }
                _ => match self.of_box.entry(hash_of(&cells_of(&spots))) {
                    Entry::Occupied(mut entry) => entry.get_mut().push(choice),
                    Entry::Vacant(entry) => {
                        entry.insert(vec![choice]);
                    }
                },
            }
        }
        self.places = match (self.of_value.is_empty(), self.of_box.is_empty()) {
            (false, true) if !self.names.is_empty() => Places::Values,
            (_, false) => Places::Boxes,
            _ => Places::Nothing,
        };
        if self.places == Places::Values {
            let givens = self.puzzle.givens();
            let spots = givens.iter().flat_map(|&given| self.puzzle.spots(given));
            self.given = spots
                .filter_map(|spot| Some((spot.cell, spot.slot?)))
                .collect();
        }
    }

    /// The puzzle, without answers.
    pub fn puzzle(&self) -> &Arc<dyn Puzzle> {
        &self.puzzle
    }

    /// Its model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The kind of its entries.
    pub fn places(&self) -> Places {
        self.places
    }

    /// The number of cells of its picture.
    pub fn cell_count(&self) -> usize {
        self.cell_count
    }

    /// The entries.
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// The names of the values, by slot.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The slot of the value of that name; letters may be small or large where that is clear.
    pub fn slot(&self, name: &str) -> Option<usize> {
        let exact = self.names.iter().position(|known| known == name);
        let mut alike = self.names.iter();
        exact.or_else(|| alike.position(|known| known.eq_ignore_ascii_case(name)))
    }

    /// The slot of a clue.
    pub fn given(&self, cell: usize) -> Option<usize> {
        self.given.get(&cell).copied()
    }

    /// The slot of a cell's value, given or entered.
    pub fn value(&self, cell: usize) -> Option<usize> {
        self.given(cell)
            .or_else(|| self.play.values.get(&cell).copied())
    }

    /// Returns true if a player may enter something in a cell.
    pub fn is_open(&self, cell: usize) -> bool {
        self.is_open.get(cell) == Some(&true) && self.given(cell).is_none()
    }

    /// Replaces all entries, as one move, but for those that the board has no place for.
    pub fn set_play(&mut self, mut play: Play) {
        let is_value = self.places == Places::Values;
        let slots = self.names.len();
        play.values
            .retain(|&cell, &mut slot| is_value && slot < slots && self.is_open(cell));
        play.notes.retain(|&cell, noted| {
            noted.retain(|&slot| slot < slots);
            is_value && !noted.is_empty() && self.is_open(cell)
        });
        for cells in &mut play.boxes {
            cells.sort_unstable();
            cells.dedup();
        }
        let is_box = self.places == Places::Boxes;
        let cell_count = self.cell_count;
        play.boxes
            .retain(|cells| is_box && cells.last().is_some_and(|&last| last < cell_count));
        play.struck
            .retain(|choice| choice.index() < self.model.choice_count());
        self.change(|now| *now = play);
    }

    /// Puts a value into a cell, or clears it. The notes there stay for when the value goes again.
    /// True if anything changed.
    pub fn set(&mut self, cell: usize, slot: Option<usize>) -> bool {
        let is_possible = self.places == Places::Values && self.is_open(cell);
        if !is_possible || slot.is_some_and(|slot| slot >= self.names.len()) {
            return false;
        }
        self.change(|play| match slot {
            Some(slot) => {
                play.values.insert(cell, slot);
            }
            None => {
                play.values.remove(&cell);
            }
        })
    }

    /// Notes a value in a cell, or takes the note back. Whether anything changed.
    pub fn note(&mut self, cell: usize, slot: usize) -> bool {
        let is_possible = self.places == Places::Values && self.is_open(cell);
        if !is_possible || slot >= self.names.len() || self.value(cell).is_some() {
            return false;
        }
        self.change(|play| {
            let noted = play.notes.entry(cell).or_default();
            if !noted.remove(&slot) {
                noted.insert(slot);
            }
            if noted.is_empty() {
                play.notes.remove(&cell);
            }
        })
    }

    /// Clears the notes of a cell. Whether anything changed.
    pub fn clear_notes(&mut self, cell: usize) -> bool {
        self.change(|play| {
            play.notes.remove(&cell);
        })
    }

    /// Draws a box around cells, in place of those that it overlaps. Whether anything changed.
    pub fn add_box(&mut self, mut cells: Vec<usize>) -> bool {
        cells.sort_unstable();
        cells.dedup();
        let is_possible = self.places == Places::Boxes && !cells.is_empty();
        if !is_possible || cells.iter().any(|&cell| cell >= self.cell_count) {
            return false;
        }
        self.change(|play| {
            let overlaps =
                |other: &Vec<usize>| other.iter().any(|cell| cells.binary_search(cell).is_ok());
            play.boxes.retain(|other| !overlaps(other));
            play.boxes.push(cells);
        })
    }

    /// Takes away the box around a cell. Whether there was one.
    pub fn remove_box(&mut self, cell: usize) -> bool {
        self.change(|play| play.boxes.retain(|cells| !cells.contains(&cell)))
    }

    /// Starts over, as one move. Whether anything changed.
    pub fn clear(&mut self) -> bool {
        self.change(|play| *play = Play::default())
    }

    /// Enters choices of the model: a solution, or the picks of a step.
    pub fn enter(&mut self, choices: &[Choice]) -> bool {
        let mut play = self.play.clone();
        for &choice in choices {
            let spots = self.puzzle.spots(choice);
            match (self.places, &spots[..]) {
                (
                    Places::Values,
                    &[
                        Spot {
                            cell,
                            slot: Some(slot),
                        },
                    ],
                ) if self.is_open(cell) => {
                    play.values.insert(cell, slot);
                }
                (Places::Boxes, [_, ..]) => {
                    let cells = cells_of(&spots);
                    play.boxes
                        .retain(|other| !other.iter().any(|cell| cells.contains(cell)));
                    play.boxes.push(cells);
                }
                _ => {}
            }
        }
        self.change(|now| *now = play)
    }

    /// Enters the conclusions of a step: its picks, and the candidates it strikes out of the notes.
    pub fn apply(&mut self, step: &Step) -> bool {
        let before = self.play.clone();
        let moves = self.before.len();
        self.enter(&step.picked);
        let mut play = self.play.clone();
        for &choice in &step.removed {
            play.struck.insert(choice);
            for spot in self.puzzle.spots(choice) {
                if let (Some(slot), Some(noted)) = (spot.slot, play.notes.get_mut(&spot.cell)) {
                    noted.remove(&slot);
                }
            }
        }
        play.notes.retain(|_, noted| !noted.is_empty());
        // One move, not two.
        self.before.truncate(moves);
        self.play = before;
        self.change(|now| *now = play)
    }

    /// There is one solution, so struck choices hold for the clues alone. Unless that is known, they go with the
    /// first entry that is taken back, which they may rest on.
    pub fn hold_strikes(&mut self) {
        self.strikes_hold = true;
    }

    /// The choices of the clues and the entries. Entries that are not choices are left out; they are among the
    /// [`Game::conflicts`].
    pub fn choices(&self) -> Vec<Choice> {
        with_clues(&*self.puzzle, &self.entered())
    }

    /// The choices of the entries, ascending.
    pub fn entered(&self) -> Vec<Choice> {
        let mut choices: Vec<Choice> = self.entries().filter_map(|(choice, _)| choice).collect();
        choices.sort_unstable();
        choices
    }

    /// Each entry: the choice that it is, where it is one, and its cells.
    pub fn entries(&self) -> impl Iterator<Item = (Option<Choice>, &[usize])> {
        let values = self.play.values.iter();
        let values =
            values.map(|(cell, &slot)| (self.choice_of(*cell, slot), std::slice::from_ref(cell)));
        let boxes = self.play.boxes.iter();
        values.chain(boxes.map(|cells| (self.choice_of_box(cells), &cells[..])))
    }

    /// The choice of a value in a cell, if it is allowed there at all.
    pub fn choice_of(&self, cell: usize, slot: usize) -> Option<Choice> {
        self.of_value.get(&(cell, slot)).copied()
    }

    /// The choice that a box is, where it is one. Its cells are ascending.
    pub fn choice_of_box(&self, cells: &[usize]) -> Option<Choice> {
        let alike = self.of_box.get(&hash_of(cells))?.iter().copied();
        let mut alike = alike.filter(|&choice| cells_of(&self.puzzle.spots(choice)) == cells);
        alike.next()
    }

    /// Returns true if nothing is left to fill in. It may be wrong: see [`Game::is_right`].
    pub fn is_complete(&self) -> bool {
        let is_filled: BTreeSet<usize> = match self.places {
            Places::Nothing => return false,
            Places::Values => self.play.values.keys().copied().collect(),
            Places::Boxes => self.play.boxes.iter().flatten().copied().collect(),
        };
        let mut cells = 0..self.cell_count;
        let is_done = cells.all(|cell| !self.is_open(cell) || is_filled.contains(&cell));
        is_done || self.is_right()
    }

    /// Returns true if the entries are a solution.
    pub fn is_right(&self) -> bool {
        let mut entries = self.entries();
        entries.all(|(choice, _)| choice.is_some()) && self.model.is_solution(&self.choices())
    }

    /// Takes back the last move. Whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(play) = self.before.pop() else {
            return false;
        };
        self.after.push(std::mem::replace(&mut self.play, play));
        true
    }

    /// Makes the move again that was taken back. Whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(play) = self.after.pop() else {
            return false;
        };
        self.before.push(std::mem::replace(&mut self.play, play));
        true
    }

    fn change(&mut self, change: impl FnOnce(&mut Play)) -> bool {
        let before = self.play.clone();
        change(&mut self.play);
        if self.play == before {
            return false;
        }
        if !self.strikes_hold && has_lost(&before, &self.play) {
            self.play.struck.clear();
        }
        if self.before.len() == MOST_MOVES {
            self.before.remove(0);
        }
        self.before.push(before);
        self.after.clear();
        true
    }
}

impl Asked {
    /// The easiest next step from where a player is, drawn; `None` where there is none. The entries
    /// are taken as right: look for conflicts and mistakes first. The game is of this puzzle.
    pub fn advise(&mut self, game: &Game) -> Result<Option<Advice>, End> {
        let entries = game.entered();
        let struck: Vec<Choice> = game.play.struck.iter().copied().collect();
        let standing = Standing {
            entries: &entries,
            struck: &struck,
        };
        let Some(hint) = self.hint_from(standing)? else {
            return Ok(None);
        };
        let picture = self.illustrate(standing, &hint.step)?;
        Ok(Some(Advice { hint, picture }))
    }
}

/// Returns true if an entry is no longer there.
fn has_lost(before: &Play, now: &Play) -> bool {
    let mut values = before.values.iter();
    values.any(|(cell, slot)| now.values.get(cell) != Some(slot))
        || before.boxes.iter().any(|cells| !now.boxes.contains(cells))
}

/// The puzzle without answers, where its picture shows any and its clues can be set.
fn without_answers(puzzle: Arc<dyn Puzzle>) -> Arc<dyn Puzzle> {
    let picture = puzzle.picture();
    let mut cells = picture.grids().flat_map(tilewright_render::Grid::cells);
    let Some(answered) = cells.position(|cell| cell.role == Role::Answer) else {
        return puzzle;
    };
    match puzzle.with_clue(answered, None) {
        Ok(without) => Arc::from(without),
        Err(_) => puzzle,
    }
}

fn cells_of(spots: &[Spot]) -> Vec<usize> {
    let mut cells: Vec<usize> = spots.iter().map(|spot| spot.cell).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

fn hash_of(cells: &[usize]) -> u64 {
    let mut hasher = DefaultHasher::new();
    cells.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests;
