//! Judges answers to one puzzle, by its model.
//!
//! All that does not depend on the answer is worked out once: which items and rules are the same constraint, where the givens are,
//! how values are read, and the only solution. An answer then costs about as many steps as it has choices and the model
//! items. That a full answer without a fault is a solution is decided by the definition, [`Model::is_solution`].

use super::found::Sheet;
use super::read::{Read, Reader, layout};
use super::{Attempt, Score};
use crate::check::Existence;
use crate::solver::{Refusal, Solver};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::sync::{Arc, OnceLock};
use tilewright_model::{Choice, Demand, Item, Model, Rule};
use tilewright_puzzles::cells::{CellAnswers, Picks};
use tilewright_puzzles::{Puzzle, Solutions};

/// The most reasons that are told.
const REASONS: usize = 8;

/// A puzzle with all that is needed to judge answers to it.
pub struct Judge {
    puzzle: Arc<dyn Puzzle>,
    model: Model,
    reader: Reader,
    is_tile: Vec<bool>,
    /// The constraint that each item is.
    of_item: Vec<u32>,
    /// The constraint that each rule is; `NONE` where it is about hidden choices.
    of_rule: Vec<u32>,
    /// The tiles of each constraint.
    constraints: Vec<Box<[Item]>>,
    /// The given of each tile that has one.
    given: BTreeMap<Item, Choice>,
    open: Vec<Item>,
    /// Whether there is one solution, and which, once it is known.
    only: OnceLock<Option<Vec<Choice>>>,
    /// How written solutions look, if they are grids of words.
    layout: OnceLock<Option<Sheet>>,
}

impl fmt::Debug for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Judge").field(&self.puzzle.title()).finish()
    }
}

const NONE: u32 = u32::MAX;

/// The picked choices of each item, in lists.
struct Taken {
    /// For each item the number of its last entry.
    last: Vec<u32>,
    /// Each choice, and the number of the entry before it.
    entries: Vec<(Choice, u32)>,
}

impl Taken {
    fn is_empty(&self, item: Item) -> bool {
        self.last[item.index()] == NONE
    }

    fn of(&self, item: Item) -> impl Iterator<Item = Choice> + '_ {
        let mut next = self.last[item.index()];
        std::iter::from_fn(move || {
            let &(choice, before) = self.entries.get(next as usize)?;
            next = before;
            Some(choice)
        })
    }
}

/// The faults of an answer.
#[derive(Default)]
struct Faults {
    /// The broken constraints.
    broken: BTreeSet<u32>,
    /// The tiles at fault.
    tiles: BTreeSet<Item>,
    reasons: Vec<String>,
}

impl Faults {
    fn tell(&mut self, reason: impl FnOnce() -> String) {
        if self.reasons.len() < REASONS {
            self.reasons.push(reason());
        }
    }
}

impl Judge {
    /// The judge of a puzzle.
    pub fn new(solver: &Solver, puzzle: &dyn Puzzle) -> Result<Self, Refusal> {
        let model = solver.model(puzzle)?;
        let mut is_tile = vec![false; model.item_count()];
        let tiles = model.tiles().iter().copied();
        let tiles: Vec<Item> = tiles.filter(|&tile| model.is_own_item(tile)).collect();
        for tile in &tiles {
            is_tile[tile.index()] = true;
        }
        let mut judge = Self {
            reader: Reader::new(puzzle, &model),
            puzzle: puzzle.shared(),
            is_tile,
            of_item: Vec::new(),
            of_rule: Vec::new(),
            constraints: Vec::new(),
            given: BTreeMap::new(),
            open: Vec::new(),
            only: OnceLock::new(),
            layout: OnceLock::new(),
            model,
        };
        for given in judge.puzzle.givens() {
            if judge.model.is_own(given) {
                let tiles: Vec<Item> = judge.tiles_of(given).collect();
                judge
                    .given
                    .extend(tiles.into_iter().map(|tile| (tile, given)));
            }
        }
        judge.open = tiles;
        judge.open.retain(|tile| !judge.given.contains_key(tile));
        judge.find_constraints();
        Ok(judge)
    }

    /// Says how good an answer is; the solver is asked for the only solution, unless that is known.
    pub fn score<'a>(
        &self,
        solver: &Solver,
        answer: impl Into<Attempt<'a>>,
        solution: Option<&[Choice]>,
    ) -> Result<Score, Refusal> {
        let read = self.read(solver, answer.into());
        let (picks, found) = match read {
            Ok(read) => read,
            Err((why, found)) => {
                return Ok(Score {
                    malformed: Some(why),
                    open: self.open_count(),
                    constraints: self.constraints.len(),
                    found,
                    ..Score::default()
                });
            }
        };
        let (is_unique, known) = match (solution, self.only.get()) {
            (Some(solution), _) => (Some(true), Some(solution)),
            (None, Some(only)) => (Some(only.is_some()), only.as_deref()),
            (None, None) => (
                self.find_only(solver)?,
                self.only.get().and_then(Option::as_deref),
            ),
        };
        let score = if self.reader.are_areas() {
            score_areas(&*self.puzzle, &picks, is_unique, known)
        } else {
            self.judge(&picks, is_unique, known)
        };
        Ok(Score { found, ..score })
    }

    /// The choices of a solution that somebody says it has, or why it is none.
    pub fn solution(&self, solver: &Solver, answer: Attempt<'_>) -> Result<Vec<Choice>, String> {
        let picks = self.read(solver, answer).map_err(|(why, _)| why)?.0;
        let is_solution = picks.strays.is_empty() && self.model.is_solution(&picks.choices);
        let wrong = || "it is not a solution of this puzzle".to_owned();
        is_solution.then_some(picks.choices).ok_or_else(wrong)
    }

    fn read(&self, solver: &Solver, answer: Attempt<'_>) -> Read {
        let layout = match answer {
            Attempt::Text(_) => self.layout(solver),
            _ => None,
        };
        let budget = solver.question();
        self.reader
            .read(&*self.puzzle, &self.model, answer, layout, &budget)
    }

    /// How written solutions look; any solution shows it.
    fn layout(&self, solver: &Solver) -> Option<&Sheet> {
        self.puzzle.can::<dyn Solutions>()?;
        if let Some(layout) = self.layout.get() {
            return layout.as_ref();
        }
        let first = if let Some(Some(only)) = self.only.get() {
            Some(only.clone())
        } else {
            let first = solver.first(&*self.puzzle).ok()?;
            // A search that was stopped says nothing for the next one.
            (first.solution.is_some() || first.is_unsolvable()).then_some(())?;
            first.solution
        };
        let written = first.and_then(|first| self.puzzle.fill(&first).write("solution").ok());
        let _ = self
            .layout
            .set(written.and_then(|written| layout(&written)));
        self.layout.get().and_then(Option::as_ref)
    }

    /// The model of the puzzle.
    pub fn model(&self) -> &Model {
        &self.model
    }

    fn find_only(&self, solver: &Solver) -> Result<Option<bool>, Refusal> {
        let only = match solver.ask(&*self.puzzle)?.existence() {
            Existence::Unique(solution) => Some(solution),
            Existence::None | Existence::Several(..) => None,
            Existence::Unknown { .. } => return Ok(None),
        };
        let is_unique = only.is_some();
        // Another thread may have found the same.
        let _ = self.only.set(only);
        Ok(Some(is_unique))
    }

    /// Gives every item and rule its constraint: those about the same tiles are one.
    fn find_constraints(&mut self) {
        let mut numbers: HashMap<Box<[Item]>, u32> = HashMap::new();
        let mut number = |tiles: BTreeSet<Item>, constraints: &mut Vec<Box<[Item]>>| {
            let tiles: Box<[Item]> = tiles.into_iter().collect();
            *numbers.entry(tiles).or_insert_with_key(|tiles| {
                constraints.push(tiles.clone());
                constraints.len() as u32 - 1
            })
        };
        let mut constraints = Vec::new();
        for item in self.model.items() {
            if !self.model.is_own_item(item) {
                self.of_item.push(NONE);
                continue;
            }
            let members = self.model.members(item).iter();
            let tiles = members
                .flat_map(|&(choice, _)| self.tiles_of(choice))
                .collect();
            self.of_item.push(number(tiles, &mut constraints));
        }
        for rule in self.model.rules() {
            let tiles: Option<BTreeSet<Item>> = match rule {
                Rule::Link(link) => {
                    let mut choices = link.choices();
                    let is_own = choices.all(|choice| self.model.is_own(choice));
                    is_own.then(|| link.choices().flat_map(|c| self.tiles_of(c)).collect())
                }
                rule => {
                    let items = rule.items();
                    let is_own = items.iter().all(|&item| self.is_tile[item.index()]);
                    is_own.then(|| items.into_iter().collect())
                }
            };
            self.of_rule
                .push(tiles.map_or(NONE, |tiles| number(tiles, &mut constraints)));
        }
        self.constraints = constraints;
    }

    fn tiles_of(&self, choice: Choice) -> impl Iterator<Item = Item> + '_ {
        let touched = self.model.touches(choice).iter().map(|&(item, _)| item);
        touched.filter(|item| self.is_tile[item.index()])
    }

    fn open_count(&self) -> usize {
        if self.reader.are_areas() {
            return CellAnswers::of(&*self.puzzle).map_or(0, |cells| cells.count());
        }
        self.open.len()
    }

    fn judge(&self, picks: &Picks, is_unique: Option<bool>, known: Option<&[Choice]>) -> Score {
        let taken = self.taken(&picks.choices);
        let strays = self.tiles_at(&picks.strays);
        let is_filled = |tile: Item| !taken.is_empty(tile) || strays.contains(&tile);
        let mut faults = Faults::default();
        self.find_changed(&taken, &is_filled, &mut faults);
        let changed = faults.tiles.len();
        faults.tiles.clear();
        for tile in &strays {
            faults.tell(|| {
                format!(
                    "{} has a value that it cannot have",
                    self.puzzle.item_name(*tile)
                )
            });
        }
        self.check_items(&taken, &is_filled, &mut faults);
        self.check_rules(&taken, &picks.choices, &is_filled, &mut faults);
        let filled: Vec<Item> = self
            .open
            .iter()
            .copied()
            .filter(|&tile| is_filled(tile))
            .collect();
        let missing = self.open.len() - filled.len();
        let is_complete = missing == 0 && self.given.keys().all(|&tile| is_filled(tile));
        let is_clean = faults.broken.is_empty() && changed == 0 && strays.is_empty();
        if missing > 0 {
            faults.tell(|| format!("{missing} of {} are open", self.open.len()));
        }
        let mut broken = faults.broken.len();
        // The definition has the last word.
        if is_complete && is_clean && !self.model.is_solution(&picks.choices) {
            broken += 1;
            faults.tell(|| "it does not follow all rules".to_owned());
        }
        faults.tiles.extend(&strays);
        let right = known.map(|known| {
            let known = self.taken(known);
            let is_right = |tile: &&Item| {
                let (mut own, mut theirs) = (taken.of(**tile), known.of(**tile));
                let first = own.next();
                first.is_some() && first == theirs.next() && own.next().is_none()
            };
            filled.iter().filter(is_right).count()
        });
        let is_kept = |&(number, tiles): &(usize, &[Item])| {
            !faults.broken.contains(&(number as u32)) && tiles.iter().all(|&tile| is_filled(tile))
        };
        let kept = self
            .constraints
            .iter()
            .map(|tiles| &**tiles)
            .enumerate()
            .filter(is_kept)
            .count();
        let is_consistent = |tile: &&Item| !faults.tiles.contains(tile);
        Score {
            malformed: None,
            is_complete,
            is_valid: broken == 0 && changed == 0 && strays.is_empty(),
            is_unique,
            open: self.open.len(),
            filled: filled.len(),
            right,
            consistent: filled.iter().filter(is_consistent).count(),
            constraints: self.constraints.len(),
            kept,
            broken,
            changed,
            reasons: faults.reasons,
            found: None,
        }
    }

    /// The picked choices of each item.
    fn taken(&self, picked: &[Choice]) -> Taken {
        let mut taken = Taken {
            last: vec![NONE; self.model.item_count()],
            entries: Vec::with_capacity(4 * picked.len()),
        };
        let mut picked = picked.to_vec();
        picked.sort_unstable();
        picked.dedup();
        for choice in picked {
            for (item, _) in self.model.touches(choice) {
                let last = &mut taken.last[item.index()];
                taken.entries.push((choice, *last));
                *last = taken.entries.len() as u32 - 1;
            }
        }
        taken
    }

    /// The tiles of some cells.
    fn tiles_at(&self, strays: &[Vec<usize>]) -> BTreeSet<Item> {
        if strays.is_empty() {
            return BTreeSet::new();
        }
        let Some(cells) = CellAnswers::of(&*self.puzzle) else {
            return BTreeSet::new();
        };
        let choices = self.model.choices();
        let of_strays = choices.filter(|&choice| strays.contains(&cells.place(choice).0));
        of_strays.flat_map(|choice| self.tiles_of(choice)).collect()
    }

    /// The givens that have become something else: their tiles are at fault.
    fn find_changed(&self, taken: &Taken, is_filled: &dyn Fn(Item) -> bool, faults: &mut Faults) {
        for (&tile, &given) in &self.given {
            if is_filled(tile) && !taken.of(tile).any(|choice| choice == given) {
                faults.tiles.insert(tile);
                faults.tell(|| format!("the clue {} was changed", self.puzzle.choice_name(given)));
            }
        }
    }

    fn check_items(&self, taken: &Taken, is_filled: &dyn Fn(Item) -> bool, faults: &mut Faults) {
        for item in self.model.items() {
            let constraint = self.of_item[item.index()];
            if constraint == NONE {
                continue;
            }
            if taken.is_empty(item) {
                let tiles = &self.constraints[constraint as usize];
                let is_missed = self.model.demand(item) == Demand::ExactlyOne
                    && tiles.iter().all(|&tile| is_filled(tile));
                if is_missed {
                    faults.broken.insert(constraint);
                    faults.tell(|| format!("{} is missing", self.puzzle.item_name(item)));
                }
            } else if self.is_clash(item, taken) {
                faults.broken.insert(constraint);
                let picked = taken.of(item);
                faults
                    .tiles
                    .extend(picked.flat_map(|choice| self.tiles_of(choice)));
                faults.tell(|| {
                    let mut names = taken.of(item).map(|choice| self.puzzle.choice_name(choice));
                    let (one, other) = (names.next(), names.next());
                    let item = self.puzzle.item_name(item);
                    let [one, other] = [one, other].map(Option::unwrap_or_default);
                    format!("{other} and {one} exclude each other: {item}")
                });
            }
        }
    }

    /// Returns true if the picked choices of an item exclude each other.
    fn is_clash(&self, item: Item, taken: &Taken) -> bool {
        let mut picked = taken.of(item);
        let (Some(first), Some(second)) = (picked.next(), picked.next()) else {
            return false;
        };
        let colour = |choice: Choice| {
            let mut touches = self.model.touches(choice).iter();
            touches.find(|(touched, _)| *touched == item)
        };
        match self.model.demand(item) {
            Demand::ExactlyOne | Demand::AtMostOne => true,
            Demand::OneColour => {
                let shown = colour(first);
                colour(second) != shown || picked.any(|other| colour(other) != shown)
            }
        }
    }

    fn check_rules(
        &self,
        taken: &Taken,
        picked: &[Choice],
        is_filled: &dyn Fn(Item) -> bool,
        faults: &mut Faults,
    ) {
        let mut is_picked: Option<Vec<bool>> = None;
        for (number, rule) in self.model.rules().iter().enumerate() {
            let constraint = self.of_rule[number];
            if constraint == NONE {
                continue;
            }
            let tiles = &self.constraints[constraint as usize];
            let is_broken = match rule {
                Rule::Pair(pair) => {
                    let place = |tile: Item, choice: Choice| {
                        let mut members = self.model.members(tile).iter();
                        members.position(|(member, _)| *member == choice)
                    };
                    let is_allowed = |a: Choice, b: Choice| {
                        let (row, column) = (place(pair.from, a), place(pair.to, b));
                        row.zip(column)
                            .is_none_or(|(row, column)| pair.table.allows(row, column))
                    };
                    let mut from = taken.of(pair.from);
                    from.any(|a| taken.of(pair.to).any(|b| !is_allowed(a, b)))
                }
                Rule::Line(line) => {
                    // What is still open may be anything.
                    let may_be = |tile: Item, choice: Choice| {
                        taken.is_empty(tile) || taken.of(tile).any(|picked| picked == choice)
                    };
                    let is_read = tiles.iter().any(|&tile| !taken.is_empty(tile));
                    is_read && !line.allows(&self.model.letters(line, may_be))
                }
                Rule::Link(link) => {
                    let is_picked = is_picked.get_or_insert_with(|| {
                        let mut flags = vec![false; self.model.choice_count()];
                        for choice in picked {
                            flags[choice.index()] = true;
                        }
                        flags
                    });
                    let is_full = tiles.iter().all(|&tile| is_filled(tile));
                    is_full && !link.holds(|choice| is_picked[choice.index()])
                }
            };
            if is_broken {
                faults.broken.insert(constraint);
                if !matches!(rule, Rule::Link(_)) {
                    faults
                        .tiles
                        .extend(tiles.iter().filter(|&&tile| !taken.is_empty(tile)));
                }
                faults.tell(|| format!("broken: {}", self.puzzle.rule_name(number)));
            }
        }
    }
}

/// The score of an answer that cuts cells in areas: each has to be a choice.
fn score_areas(
    puzzle: &dyn Puzzle,
    picks: &Picks,
    is_unique: Option<bool>,
    known: Option<&[Choice]>,
) -> Score {
    let Some(cells) = CellAnswers::of(puzzle) else {
        return Score::default();
    };
    let size = |choice: &Choice| cells.place(*choice).0.len();
    let consistent = picks.choices.iter().map(size).sum();
    let filled = consistent + picks.strays.iter().map(Vec::len).sum::<usize>();
    let right = known.map(|known| {
        let right = picks.choices.iter().filter(|choice| known.contains(choice));
        right.map(size).sum()
    });
    let mut faults = Faults::default();
    for stray in &picks.strays {
        faults.tell(|| match stray.len() {
            1 => "an area of 1 cell does not fit its clue".to_owned(),
            cells => {
                format!("an area of {cells} cells is not a box with one clue that says its size")
            }
        });
    }
    if filled < cells.count() {
        faults.tell(|| {
            format!(
                "{} of {} cells are in no area",
                cells.count() - filled,
                cells.count()
            )
        });
    }
    let areas = picks.choices.len() + picks.strays.len();
    Score {
        malformed: None,
        is_complete: filled == cells.count(),
        is_valid: picks.strays.is_empty(),
        is_unique,
        open: cells.count(),
        filled,
        right,
        consistent,
        constraints: areas.max(puzzle.givens().len()),
        kept: picks.choices.len(),
        broken: picks.strays.len(),
        changed: 0,
        reasons: faults.reasons,
        found: None,
    }
}
