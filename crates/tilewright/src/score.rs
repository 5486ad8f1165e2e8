//! Scores an answer to a puzzle, whatever a person or a model wrote.
//!
//! An answer is read leniently and judged strictly, by the definition of a solution. It is a text in any format of the
//! puzzle's family, a value for each cell ([`cells`](tilewright_puzzles::cells)), or the choices that it picks as exact
//! cover solvers name them ([`read_chosen`]). The tiles of the model are what has to be filled: cells, places, the items
//! of an exact cover; or all cells of a puzzle that is cut in areas. Those with a given do not count.
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
use tilewright_puzzles::cells::{CellAnswers, Contents, Picks};
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
    /// The items of a list: a value for each cell, or lines of a text.
    Words(&'a [String]),
    /// A filled puzzle.
    Puzzle(&'a dyn Puzzle),
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
        let judge = Judge::new(puzzle, self.model(puzzle)?);
        let picks = match picks(puzzle, &judge.model, answer.into(), &self.question()) {
            Ok(picks) => picks,
            Err(why) => {
                return Ok(Score {
                    malformed: Some(why),
                    open: judge.open_count(),
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
        Ok(judge.score(&picks, is_unique, known.as_deref()))
    }
}

/// The choices that an answer to this puzzle picks, or why it is none. The model is the puzzle's.
pub fn picks(
    puzzle: &dyn Puzzle,
    model: &Model,
    answer: Attempt<'_>,
    budget: &Budget,
) -> Result<Picks, String> {
    let cells = CellAnswers::of(puzzle);
    let of_cells = |cells: &CellAnswers<'_>, contents: Result<Contents, String>| {
        contents.map(|contents| cells.picks(model, &contents))
    };
    let answer = match (answer, &cells) {
        (Attempt::Choices(picked), _) => {
            let is_known = |choice: &Choice| choice.index() < model.choice_count();
            let all = picked.iter().all(is_known);
            return all
                .then(|| of_choices(picked.to_vec()))
                .ok_or_else(other_puzzle);
        }
        (Attempt::Puzzle(answer), Some(cells)) => return of_cells(cells, cells.of_puzzle(answer)),
        (Attempt::Puzzle(answer), None) => return givens_on(answer, model, budget),
        (Attempt::Words(words), Some(cells)) => return of_cells(cells, cells.of_words(words)),
        (Attempt::Words(words), None) => &words.join("\n"),
        (Attempt::Text(text), _) => text,
    };
    let (each, besides) = LONGEST;
    let places = cells.as_ref().map_or(0, CellAnswers::count);
    if answer.len() > each * places.max(model.tiles().len()) + besides {
        let length = answer.len();
        return Err(format!(
            "a text of {length} characters is not an answer to this puzzle"
        ));
    }
    let read = match &cells {
        Some(cells) => of_cells(cells, cells.read(answer)),
        None => match puzzle.family().read(answer, None) {
            Ok(read) => givens_on(&*read, model, budget),
            Err(error) => Err(error.message().to_owned()),
        },
    };
    read.or_else(|why| {
        let chosen = read_chosen(answer, puzzle, model, budget);
        chosen.map(of_choices).map_err(|_| why)
    })
}

fn of_choices(choices: Vec<Choice>) -> Picks {
    Picks {
        choices,
        strays: Vec::new(),
    }
}

/// The givens of a puzzle that has this model.
fn givens_on(answer: &dyn Puzzle, model: &Model, budget: &Budget) -> Result<Picks, String> {
    match answer.model(budget) {
        Ok(own) if own == *model => Ok(of_choices(answer.givens())),
        _ => Err(other_puzzle()),
    }
}

fn other_puzzle() -> String {
    "this is an answer to another puzzle".to_owned()
}

/// A puzzle as tiles, or as cells that areas are cut of.
struct Judge<'p> {
    model: Model,
    cells: Option<CellAnswers<'p>>,
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

impl<'p> Judge<'p> {
    fn new(puzzle: &'p dyn Puzzle, model: Model) -> Self {
        let mut is_tile = vec![false; model.item_count()];
        for tile in model.tiles() {
            is_tile[tile.index()] = true;
        }
        let mut judge = Self {
            model,
            is_tile,
            cells: CellAnswers::of(puzzle),
            given: BTreeMap::new(),
        };
        for given in puzzle.givens() {
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

    /// The cells that areas are cut of, where they are what is filled.
    fn areas(&self) -> Option<&CellAnswers<'p>> {
        self.cells.as_ref().filter(|cells| cells.are_areas())
    }

    fn open_count(&self) -> usize {
        self.areas()
            .map_or_else(|| self.open().count(), CellAnswers::count)
    }

    fn score(&self, picks: &Picks, is_unique: Option<bool>, known: Option<&[Choice]>) -> Score {
        if let Some(cells) = self.areas() {
            return score_areas(cells, picks, is_unique, known);
        }
        let taken = self.by_item(&picks.choices);
        let strays = self.tiles_at(&picks.strays);
        let is_filled = |tile: &Item| !taken[tile.index()].is_empty() || strays.contains(tile);
        let mut broken = self.broken(&taken, &is_filled);
        broken.faulty.extend(&strays);
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
            open: self.open_count(),
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

    /// The tiles of some cells.
    fn tiles_at(&self, strays: &[Vec<usize>]) -> BTreeSet<Item> {
        let (Some(cells), false) = (&self.cells, strays.is_empty()) else {
            return BTreeSet::new();
        };
        let choices = self.model.choices();
        let of_strays = choices.filter(|&choice| strays.contains(&cells.place(choice).0));
        of_strays.flat_map(|choice| self.tiles_of(choice)).collect()
    }

    /// The constraints that the picked choices of each item break.
    fn broken(&self, taken: &[Vec<Choice>], is_filled: &dyn Fn(&Item) -> bool) -> Broken {
        let mut broken = Broken::default();
        for (item, picked) in self.model.items().zip(taken) {
            if self.is_clash(item, picked) {
                let faulty = picked.iter().flat_map(|&choice| self.tiles_of(choice));
                broken.faulty.extend(faulty);
                broken.constraints.insert(self.constraint(item));
            } else if picked.is_empty() && self.model.demand(item) == Demand::ExactlyOne {
                let tiles = self.constraint(item);
                if tiles.iter().all(is_filled) {
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

/// The score of an answer that cuts cells in areas: each has to be a choice.
fn score_areas(
    cells: &CellAnswers<'_>,
    picks: &Picks,
    is_unique: Option<bool>,
    known: Option<&[Choice]>,
) -> Score {
    let size = |choice: &Choice| cells.place(*choice).0.len();
    let consistent = picks.choices.iter().map(size).sum();
    let filled = consistent + picks.strays.iter().map(Vec::len).sum::<usize>();
    let right = known.map(|known| {
        let right = picks.choices.iter().filter(|choice| known.contains(choice));
        right.map(size).sum()
    });
    Score {
        malformed: None,
        is_complete: filled == cells.count(),
        is_valid: picks.strays.is_empty(),
        is_unique,
        open: cells.count(),
        filled,
        right,
        consistent,
        broken: picks.strays.len(),
        changed: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_puzzles::{Legend, board, read};

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
    fn cells_are_read_however_they_are_written() {
        let solver = Solver::new();
        let areas = r#"{"family":"shikaku","size":[2,2],"clues":[2,0,2,0]}"#;
        let puzzle = read(areas, None).unwrap();
        for answer in [
            "AABB",
            "x x\ny y",
            "[[0,0],[1,1]]",
            r#"{"areas":[9,9,3,3]}"#,
        ] {
            let score = solver.score(&*puzzle, answer, None).unwrap();
            assert!(score.is_solved(), "{answer}: {score:?}");
            assert_eq!((score.open, score.right), (4, Some(4)), "{answer}");
        }
        let wrong = solver.score(&*puzzle, "ABAB", None).unwrap();
        assert_eq!(
            (wrong.is_complete, wrong.broken, wrong.right),
            (true, 2, Some(0))
        );
        let half = solver.score(&*puzzle, "AA..", None).unwrap();
        assert_eq!((half.is_valid, half.filled, half.right), (true, 2, Some(2)));
        // Nothing joins a tile that leaves the board.
        let loops = board("loops", "2x2").unwrap();
        let Legend::Values(entries) = loops.legend() else {
            panic!("tiles have names");
        };
        let all_alike = entries.iter().map(|entry| vec![entry.name.clone(); 4]);
        let scores = all_alike.map(|words| {
            let answer = Attempt::Words(&words);
            solver.score(&*loops, answer, None).unwrap()
        });
        assert!(scores.filter(|score| score.broken > 0).count() > 1);
        let few = solver.score(&*loops, Attempt::Words(&[]), None).unwrap();
        assert!(few.malformed.is_some());
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
