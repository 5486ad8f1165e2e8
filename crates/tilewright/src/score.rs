//! Scores an answer to a puzzle, whatever a person or a model wrote.
//!
//! An answer is read leniently and judged strictly, by the definition of a solution. It is a text in any format of the
//! puzzle's family, or the choices that it picks as exact cover solvers name them ([`read_chosen`]). The tiles of the
//! model are what has to be filled: cells, places, the items of an exact cover. Those with a given do not count.
//!
//! A **constraint** is a set of tiles that have something to keep: the cells of a row are one, whatever values are twice
//! among them, and a box that is a line counts once.
//!
//! ```
//! use tilewright::{Solver, read};
//!
//! let puzzle = read("12....1....34...", None)?;
//! let solver = Solver::new();
//! assert!(solver.score(&*puzzle, "1234341221434321", None)?.is_solved());
//! let wrong = solver.score(&*puzzle, "1234341221434322", None)?;
//! assert_eq!((wrong.is_complete, wrong.is_valid), (true, false));
//! assert_eq!((wrong.broken, wrong.right, wrong.open), (3, Some(10), 11));
//! let none = solver.score(&*puzzle, "I think it is 42.", None)?;
//! assert!(none.malformed.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::check::Existence;
use crate::solver::{Refusal, Solver};
use std::collections::{BTreeMap, BTreeSet};
use tilewright_engines::Budget;
use tilewright_model::{Choice, Demand, Item, Model};
use tilewright_puzzles::Puzzle;
use tilewright_puzzles::chosen::read_chosen;

/// Characters that an answer may have for each tile, and besides.
const LONGEST: (usize, usize) = (64, 1 << 16);

/// The quality of an answer. Tiles with a given are not counted, for they were filled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The reason why the answer could not be read.
    pub malformed: Option<String>,
    /// True if every tile is filled.
    pub is_complete: bool,
    /// True if no constraint is broken and no given was changed, as far as it goes.
    pub is_valid: bool,
    /// True if the puzzle has one solution; `None` if a limit was reached before that was known.
    pub is_unique: Option<bool>,
    /// The number of tiles without a given.
    pub open: usize,
    /// Those of them that are filled,
    pub filled: usize,
    /// as in the only solution, where there is one,
    pub right: Option<usize>,
    /// without a broken constraint.
    pub consistent: usize,
    /// The number of broken constraints.
    pub broken: usize,
    /// The number of givens that have become something else.
    pub changed: usize,
}

impl Score {
    /// Returns true if it is a solution.
    pub fn is_solved(&self) -> bool {
        self.malformed.is_none() && self.is_complete && self.is_valid
    }
}

/// An answer as it came.
#[derive(Clone, Copy, Debug)]
pub enum Attempt<'a> {
    /// A text.
    Text(&'a str),
    /// The choices that it picks.
    Choices(&'a [Choice]),
}

impl<'a> From<&'a str> for Attempt<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl Solver {
    /// Says how good an answer to a puzzle is. `solution` is the only solution, where it is known already.
    pub fn score<'a>(
        &self,
        puzzle: &dyn Puzzle,
        answer: impl Into<Attempt<'a>>,
        solution: Option<&[Choice]>,
    ) -> Result<Score, Refusal> {
        let judge = Judge::new(self.model(puzzle)?, &puzzle.givens());
        let picked = match picks(puzzle, &judge.model, answer.into(), &self.question()) {
            Ok(picked) => picked,
            Err(why) => {
                return Ok(Score {
                    malformed: Some(why),
                    open: judge.open().count(),
                    ..Score::default()
                });
            }
        };
        let (is_unique, known) = match solution {
            Some(solution) => (Some(true), Some(solution.to_vec())),
            None => match self.ask(puzzle)?.existence() {
                Existence::Unique(solution) => (Some(true), Some(solution)),
                Existence::None | Existence::Several(..) => (Some(false), None),
                Existence::Unknown { .. } => (None, None),
            },
        };
        Ok(judge.score(&picked, is_unique, known.as_deref()))
    }
}

/// The choices that an answer to this puzzle picks, or why it is none. The model is the puzzle's.
pub fn picks(
    puzzle: &dyn Puzzle,
    model: &Model,
    answer: Attempt<'_>,
    budget: &Budget,
) -> Result<Vec<Choice>, String> {
    let answer = match answer {
        Attempt::Text(text) => text,
        Attempt::Choices(picked) => {
            let is_known = |choice: &Choice| choice.index() < model.choice_count();
            let all = picked.iter().all(is_known).then(|| picked.to_vec());
            return all.ok_or_else(|| "this is an answer to another puzzle".to_owned());
        }
    };
    let (each, besides) = LONGEST;
    if answer.len() > each * model.tiles().len() + besides {
        let length = answer.len();
        return Err(format!(
            "a text of {length} characters is not an answer to this puzzle"
        ));
    }
    let family = puzzle.family();
    let format = family.recognise(answer);
    let format = format.unwrap_or_else(|| family.formats[0].clone());
    let why = match format.read(family, answer) {
        Ok(read) => match read.model(budget) {
            Ok(own) if own == *model => return Ok(read.givens()),
            _ => "this is an answer to another puzzle".to_owned(),
        },
        Err(error) => error.message().to_owned(),
    };
    read_chosen(answer, puzzle, model, budget).map_err(|_| why)
}

/// A puzzle as tiles.
struct Judge {
    model: Model,
    is_tile: Vec<bool>,
    /// The given of each tile that has one.
    given: BTreeMap<Item, Choice>,
}

/// The constraints that an answer breaks.
#[derive(Default)]
struct Broken {
    /// Each as its tiles.
    constraints: BTreeSet<Vec<Item>>,
    /// The tiles at fault.
    faulty: BTreeSet<Item>,
}

impl Judge {
    fn new(model: Model, givens: &[Choice]) -> Self {
        let mut is_tile = vec![false; model.item_count()];
        for tile in model.tiles() {
            is_tile[tile.index()] = true;
        }
        let mut judge = Self {
            model,
            is_tile,
            given: BTreeMap::new(),
        };
        for &given in givens {
            let tiles: Vec<Item> = judge.tiles_of(given).collect();
            judge
                .given
                .extend(tiles.into_iter().map(|tile| (tile, given)));
        }
        judge
    }

    fn tiles_of(&self, choice: Choice) -> impl Iterator<Item = Item> + '_ {
        let touched = self.model.touches(choice).iter().map(|&(item, _)| item);
        touched.filter(|item| self.is_tile[item.index()])
    }

    fn open(&self) -> impl Iterator<Item = Item> + '_ {
        let tiles = self.model.tiles().iter().copied();
        tiles.filter(|tile| !self.given.contains_key(tile))
    }

    fn score(&self, picked: &[Choice], is_unique: Option<bool>, known: Option<&[Choice]>) -> Score {
        let taken = self.by_item(picked);
        let is_filled = |tile: &Item| !taken[tile.index()].is_empty();
        let broken = self.broken(&taken);
        let is_changed = |(tile, given): &(&Item, &Choice)| {
            is_filled(tile) && !taken[tile.index()].contains(given)
        };
        let changed = self.given.iter().filter(is_changed).count();
        let filled: Vec<Item> = self.open().filter(is_filled).collect();
        let right = known.map(|known| {
            let known = self.by_item(known);
            let is_right = |tile: &&Item| taken[tile.index()] == known[tile.index()];
            filled.iter().filter(is_right).count()
        });
        Score {
            malformed: None,
            is_complete: self.model.tiles().iter().all(is_filled),
            is_valid: broken.constraints.is_empty() && changed == 0,
            is_unique,
            open: self.open().count(),
            filled: filled.len(),
            right,
            consistent: filled
                .iter()
                .filter(|tile| !broken.faulty.contains(tile))
                .count(),
            broken: broken.constraints.len(),
            changed,
        }
    }

    /// The picked choices of each item.
    fn by_item(&self, picked: &[Choice]) -> Vec<Vec<Choice>> {
        let mut taken = vec![Vec::new(); self.model.item_count()];
        let picked: BTreeSet<Choice> = picked.iter().copied().collect();
        for choice in picked {
            for (item, _) in self.model.touches(choice) {
                taken[item.index()].push(choice);
            }
        }
        taken
    }

    fn broken(&self, taken: &[Vec<Choice>]) -> Broken {
        let mut broken = Broken::default();
        for (item, picked) in self.model.items().zip(taken) {
            if self.is_clash(item, picked) {
                let faulty = picked.iter().flat_map(|&choice| self.tiles_of(choice));
                broken.faulty.extend(faulty);
                broken.constraints.insert(self.constraint(item));
            } else if picked.is_empty() && self.model.demand(item) == Demand::ExactlyOne {
                let tiles = self.constraint(item);
                if tiles.iter().all(|tile| !taken[tile.index()].is_empty()) {
                    broken.constraints.insert(tiles);
                }
            }
        }
        for rule in self.model.pairs() {
            let pair = [rule.from, rule.to];
            let [from, to] = pair.map(|tile| &taken[tile.index()]);
            let place = |tile: Item, choice: Choice| {
                let mut members = self.model.members(tile).iter();
                members.position(|(member, _)| *member == choice)
            };
            let is_allowed = |a: Choice, b: Choice| {
                let (row, column) = (place(rule.from, a), place(rule.to, b));
                row.zip(column)
                    .is_none_or(|(row, column)| rule.table.allows(row, column))
            };
            if from.iter().any(|&a| to.iter().any(|&b| !is_allowed(a, b))) {
                broken.faulty.extend(pair);
                let mut tiles = pair.to_vec();
                tiles.sort_unstable();
                broken.constraints.insert(tiles);
            }
        }
        broken
    }

    /// Returns true if these choices of an item exclude each other.
    fn is_clash(&self, item: Item, picked: &[Choice]) -> bool {
        let Some((&first, others)) = picked.split_first() else {
            return false;
        };
        let colour = |choice: Choice| {
            let mut touches = self.model.touches(choice).iter();
            touches.find(|(touched, _)| *touched == item)
        };
        match self.model.demand(item) {
            Demand::ExactlyOne | Demand::AtMostOne => !others.is_empty(),
            Demand::OneColour => others.iter().any(|&other| colour(other) != colour(first)),
        }
    }

    /// The tiles that have an item to keep.
    fn constraint(&self, item: Item) -> Vec<Item> {
        let members = self.model.members(item).iter();
        let tiles: BTreeSet<Item> = members
            .flat_map(|&(choice, _)| self.tiles_of(choice))
            .collect();
        tiles.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_puzzles::{board, read};

    #[test]
    fn every_family_is_scored_by_its_definition() {
        let cover = read("a b c\na b\nb c\nc\na\n", Some("cover")).unwrap();
        let solver = Solver::new();
        let of_cover = |answer: &str| solver.score(&*cover, answer, None).unwrap();
        assert!(of_cover("a b\nc\n").is_solved());
        assert!(of_cover("1 3").is_solved(), "by the numbers of rows");
        let twice = of_cover("a b\nb c\n");
        assert_eq!((twice.is_complete, twice.is_valid), (true, false));
        assert_eq!((twice.broken, twice.consistent, twice.open), (1, 0, 3));
        assert_eq!(twice.is_unique, Some(false));
        assert!(of_cover("a d\n").malformed.is_some());
        let roads = board("roads", "2x2").unwrap();
        let choices = solver.first(&*roads).unwrap().solution.unwrap();
        let whole = solver
            .score(&*roads, Attempt::Choices(&choices), None)
            .unwrap();
        assert!(whole.is_solved());
        let less = solver
            .score(&*roads, Attempt::Choices(&choices[1..]), None)
            .unwrap();
        assert_eq!(
            (less.is_complete, less.is_valid, less.filled),
            (false, true, 3)
        );
    }

    #[test]
    fn a_changed_clue_is_not_a_broken_rule() {
        let solver = Solver::new();
        let puzzle = read("12....1....34...", None).unwrap();
        let score = solver.score(&*puzzle, "2134432112433412", None).unwrap();
        assert_eq!(
            (score.broken, score.changed, score.is_solved()),
            (0, 4, false)
        );
        let nothing = solver.score(&*puzzle, "................", None).unwrap();
        assert_eq!(
            (nothing.filled, nothing.is_valid, nothing.right),
            (0, true, Some(0))
        );
    }
}
