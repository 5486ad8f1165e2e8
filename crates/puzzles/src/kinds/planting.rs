//! Boards of kinds as puzzles are made of them: structure first, then a solution, then its clues.

use super::blocks::{Block, Reader};
use super::board::Board;
use super::clues::{Clue, ClueLayer, ClueSort, Clues as Given, Grid, Heading, Spots};
use super::kind::Kind;
use super::layout::Ground;
use super::recipe::{Amount, Bound, Recipe, Role};
use crate::{Family, ParseError, Parsed, Planted, Puzzle};
use std::any::Any;
use std::collections::HashSet;
use std::sync::Arc;
use tilewright_model::Choice;
use tilewright_model::random::Random;

/// Structures that are drawn until the rules of the kind allow one.
const MOST_LAYOUTS: usize = 50;
/// Changes that are tried at once where structure is varied.
const MOST_VARIATIONS: usize = 20;
/// The directions in which arrows of the clues point.
const HEADINGS: [&str; 4] = ["n", "e", "s", "w"];

impl Planted for Board {
    fn laid_out(&self, random: &mut Random) -> Parsed {
        let clues = Given::empty(&self.kind.layers, self.clues.rows, self.clues.columns);
        let board = Self::with_structure(self.family(), &self.kind, &clues, random)?;
        Ok(Box::new(board))
    }

    fn varied(&self, near: &[Choice], random: &mut Random) -> Option<Box<dyn Puzzle>> {
        let recipe = self.recipe().ok()?;
        let near = self.rules.cells_of(near);
        for _ in 0..MOST_VARIATIONS {
            let mut clues = (*self.clues).clone();
            if self.vary(&recipe, &mut clues, &near, random)
                && let Ok(board) = self.with_clues(clues)
            {
                return Some(Box::new(board));
            }
        }
        None
    }

    fn wishes(&self, near: &[Choice], random: &mut Random) -> Vec<Choice> {
        let shares = self
            .recipe()
            .map_or(Vec::new(), |recipe| recipe.shares.clone());
        let mut wish = |choices: Vec<(Choice, &str)>| {
            let share = |name: &str| shares.iter().find(|(value, _)| value == name);
            for (choice, name) in &choices {
                if let Some((_, percent)) = share(name)
                    && random.below(100) < *percent
                {
                    return Some(*choice);
                }
            }
            let rest: Vec<Choice> = choices
                .iter()
                .filter(|(_, name)| share(name).is_none())
                .map(|(choice, _)| *choice)
                .collect();
            any_of(&rest, random).copied()
        };
        let mut tiles = self.rules.tiles_to_enter();
        tiles.retain(|choices| {
            let mut choices = choices.iter();
            near.is_empty() || choices.any(|(choice, _)| near.contains(choice))
        });
        let mut wishes: Vec<Choice> = tiles.into_iter().filter_map(&mut wish).collect();
        random.shuffle(&mut wishes);
        wishes
    }

    fn choices_like(&self, other: &dyn Puzzle, solution: &[Choice]) -> Vec<Choice> {
        let other: Option<&Self> = (other as &dyn Any).downcast_ref();
        let solved = other.and_then(|other| other.rules.solved(solution));
        solved.map_or(Vec::new(), |solved| self.rules.choices_like(&solved))
    }

    fn planted(&self, solution: &[Choice], random: &mut Random) -> Parsed {
        let recipe = self.recipe()?;
        let asking = self.asking(&recipe, random);
        let mut solved = self.rules.solved(solution).ok_or_else(no_layers)?;
        solved.draw_hidden(random);
        let solved = solved.asking(&self.kind, &asking)?;
        let mut found = Vec::new();
        for (number, layer) in self.kind.layers.iter().enumerate() {
            let given = recipe.given_by(number);
            found.push(match layer.at {
                _ if layer.is_region() => Vec::new(),
                Spots::Free => Vec::new(),
                _ => solved.clues(number, given)?,
            });
        }
        let options = by_place(&asking, found);
        let mut clues = (*self.clues).clone();
        clues
            .settings
            .retain(|(name, _)| self.kind.is_in_header(name));
        self.plant(&recipe, &mut clues, &options, random);
        for (layer, &(role, amount)) in recipe.layers.iter().enumerate() {
            let (Role::Parts, Amount::Numbers { least, most }) = (role, amount) else {
                continue;
            };
            let [least, most] = [least, most].map(|end| end.on(clues.rows, clues.columns));
            let numbers = solved.parted(layer, least..=most, random);
            // Without numbers that fit the board has several solutions, and another is drawn.
            for (cell, number) in numbers.into_iter().flatten() {
                clues.put(layer, cell, Some(Clue::Number(number)));
            }
        }
        Ok(Box::new(self.with_clues(clues)?))
    }

    fn staying(&self) -> Vec<bool> {
        let recipe = self.recipe().ok();
        let stays = |(layer, _): (usize, usize)| {
            let Some((role, amount)) = recipe.as_ref().map(|recipe| recipe.layers[layer]) else {
                return false;
            };
            let leaves = &self.kind.layers[layer];
            let is_left = leaves.leaves_unknown || leaves.sort == ClueSort::Arrow;
            let is_kept = match amount {
                Amount::All | Amount::Numbers { .. } | Amount::Pairs => true,
                Amount::Share { known, .. } => known,
                _ => false,
            };
            is_kept || role >= Role::Shapes && !is_left
        };
        self.removable().into_iter().map(stays).collect()
    }
}

fn no_layers() -> ParseError {
    ParseError::new("what is entered does not lie in layers")
}

/// What each place of a layer may have, place by place.
type Options = Vec<Vec<Vec<Clue>>>;

impl Board {
    fn recipe(&self) -> Result<Arc<Recipe>, ParseError> {
        self.kind.recipe()
    }

    /// A board with some structure, the same each time.
    pub(super) fn with_any_structure(
        family: &Family,
        kind: &Arc<Kind>,
        clues: &Given,
    ) -> Result<Self, ParseError> {
        Self::with_structure(family, kind, clues, &mut Random::new(0))
    }

    /// A board with random structure that the rules of the kind allow.
    fn with_structure(
        family: &Family,
        kind: &Arc<Kind>,
        clues: &Given,
        random: &mut Random,
    ) -> Result<Self, ParseError> {
        let recipe = kind.recipe()?;
        recipe.check(kind)?;
        let mut draws = 1;
        loop {
            let mut clues = clues.clone();
            put_structure(kind, &recipe, &mut clues, random);
            match Self::new(family, kind, clues) {
                Err(_) if draws < MOST_LAYOUTS => draws += 1,
                board => return board,
            }
        }
    }

    /// The structure, and a clue that is not known wherever one is asked for.
    fn asking(&self, recipe: &Recipe, random: &mut Random) -> Given {
        let mut clues = (*self.clues).clone();
        // All arrows at a cell point the same way, since one of them will be there.
        let cells = clues.rows * clues.columns;
        let headings: Vec<Heading> = (0..cells).map(|_| any_heading(random)).collect();
        for (number, layer) in self.kind.layers.iter().enumerate() {
            let (role, amount) = recipe.layers[number];
            if role != Role::Free || amount == Amount::None || layer.is_region() {
                continue;
            }
            let count = match &*clues.grids[number] {
                Grid::Places(places) => places.len(),
                _ => 0,
            };
            for place in 0..count {
                let is_hole = layer.at == Spots::Cells && clues.holes[place];
                if clues.clue(number, place).is_none() && !is_hole {
                    let clue = unknown(layer, headings[place % headings.len()]);
                    clues.put(number, place, Some(clue));
                }
            }
        }
        clues
    }

    /// Puts clues, one or a pair at each place of a block of the text.
    fn plant(&self, recipe: &Recipe, clues: &mut Given, options: &Options, random: &mut Random) {
        let mut done = HashSet::new();
        for block in &self.kind.text {
            let Block::Tokens { readers, .. } = block else {
                continue;
            };
            done.extend(readers.iter().flat_map(Reader::layers));
            let places = readers.iter().flat_map(Reader::layers);
            let places = places.map(|layer| options[layer].len()).max().unwrap_or(0);
            for place in 0..places {
                self.plant_one(readers, place, clues, options, random);
            }
        }
        for layer in (0..options.len()).filter(|layer| !done.contains(layer)) {
            for place in 0..options[layer].len() {
                self.plant_one(&[Reader::Layer(layer)], place, clues, options, random);
            }
        }
        for (layer, &(role, amount)) in recipe.layers.iter().enumerate() {
            let Amount::Share { percent, .. } = amount else {
                continue;
            };
            if role == Role::Free {
                for place in 0..options[layer].len() {
                    if random.below(100) >= percent {
                        clues.put(layer, place, None);
                    }
                }
            }
        }
    }

    /// Puts the clues of a random reader at a place. Structure that is there stays, and gets what it says.
    fn plant_one(
        &self,
        readers: &[Reader],
        place: usize,
        clues: &mut Given,
        options: &Options,
        random: &mut Random,
    ) {
        let options_at = |layer: usize| options[layer].get(place).map_or(&[][..], Vec::as_slice);
        let is_there = |reader: &&Reader| {
            let mut layers = reader.layers().into_iter();
            layers.any(|layer| {
                self.clues.clue(layer, place).is_some() || self.clues.region(layer, place).is_some()
            })
        };
        let has_option = |reader: &&Reader| {
            let mut layers = reader.layers().into_iter();
            layers.any(|layer| !options_at(layer).is_empty())
        };
        let reader = if let Some(reader) = readers.iter().find(is_there) {
            reader
        } else {
            let fitting: Vec<&Reader> = readers.iter().filter(has_option).collect();
            let Some(&reader) = any_of(&fitting, random) else {
                return;
            };
            reader
        };
        for layer in reader.layers() {
            if let Some(clue) = any_of(options_at(layer), random) {
                clues.put(layer, place, Some(clue.clone()));
            }
        }
    }

    /// Changes some structure near some cells. Returns false if there is none that could change.
    fn vary(
        &self,
        recipe: &Recipe,
        clues: &mut Given,
        near: &[usize],
        random: &mut Random,
    ) -> bool {
        let can_vary = |&layer: &usize| {
            let (role, amount) = recipe.layers[layer];
            let is_share = match amount {
                Amount::Share { percent, .. } => percent > 0,
                Amount::Numbers { .. } => role != Role::Parts,
                _ => false,
            };
            let is_grown = matches!(amount, Amount::Sizes { .. } | Amount::Rows);
            let layer = &self.kind.layers[layer];
            layer.is_region() && is_grown
                || role != Role::Free && layer.at == Spots::Cells && is_share
        };
        let layers: Vec<usize> = (0..recipe.layers.len()).filter(can_vary).collect();
        let Some(&layer) = any_of(&layers, random) else {
            return false;
        };
        let ground = ground(&self.clues);
        if let Grid::Regions(regions, _) = &*clues.grids[layer] {
            let least = match recipe.layers[layer].1 {
                Amount::Sizes { least, .. } => least,
                _ => 1,
            };
            let Some(moved) = ground.moved(regions, near, least, random) else {
                return false;
            };
            put_regions(clues, layer, moved);
            clues.settle(&self.kind.layers);
            return true;
        }
        let mut cells = near.to_vec();
        cells.extend(near.iter().flat_map(|&cell| ground.neighbours(cell)));
        let Some(&cell) = any_of(&cells, random) else {
            return false;
        };
        if let Amount::Numbers { least, most } = recipe.layers[layer].1 {
            let number = any_number([least, most], clues, random);
            clues.put(layer, cell, Some(number));
            return true;
        }
        let is_taken = |layer: usize| clues.clue(layer, cell).is_some();
        if is_taken(layer) {
            // It goes, or moves to a cell beside it.
            let beside: Vec<usize> = ground.neighbours(cell).collect();
            let number = random.below(beside.len() as u32 + 1) as usize;
            let clue = clues.clue(layer, cell).cloned();
            clues.put(layer, cell, None);
            if let Some(&to) = beside.get(number) {
                clues.put(layer, to, clue);
            }
            return true;
        }
        if (0..recipe.layers.len()).any(is_taken) {
            return false;
        }
        let clue = unknown(&self.kind.layers[layer], any_heading(random));
        clues.put(layer, cell, Some(clue));
        true
    }
}

/// The clues that were found for those that a board has, by the places of their layers.
fn by_place(asking: &Given, found: Vec<Vec<Vec<Clue>>>) -> Options {
    let grids = asking.grids.iter().zip(found);
    let by_place = grids.map(|(grid, found)| {
        let Grid::Places(places) = &**grid else {
            return Vec::new();
        };
        let mut found = found.into_iter();
        let options = |place: &Option<Clue>| match place {
            Some(_) => found.next().unwrap_or_default(),
            None => Vec::new(),
        };
        places.iter().map(options).collect()
    });
    by_place.collect()
}

/// The board on which structure is drawn.
fn ground(clues: &Given) -> Ground<'_> {
    Ground {
        rows: clues.rows,
        columns: clues.columns,
        holes: &clues.holes,
    }
}

/// Puts regions, clues that are not known, and the parameters of puzzles that are made.
fn put_structure(kind: &Kind, recipe: &Recipe, clues: &mut Given, random: &mut Random) {
    clues.settings.extend(recipe.settings.iter().cloned());
    let mut taken: Vec<bool> = clues.holes.clone();
    let layers = kind.layers.iter().zip(&recipe.layers).enumerate();
    for (number, (layer, &(role, amount))) in layers {
        let is_before = layer.at == Spots::Cells && !matches!(role, Role::Free | Role::Parts);
        if !layer.is_region() && !is_before {
            continue;
        }
        if layer.is_region() {
            let regions = ground(clues).regions(amount, random);
            put_regions(clues, number, regions);
        } else if let Amount::Numbers { least, most } = amount {
            let holes = clues.holes.clone();
            for cell in (0..holes.len()).filter(|&cell| !holes[cell]) {
                let clue = any_number([least, most], clues, random);
                clues.put(number, cell, Some(clue));
            }
        } else if amount == Amount::Pairs {
            let paths = ground(clues).paths(random);
            for (path, pair) in paths.iter().zip(1..) {
                for &end in path.first().iter().chain(&path.last()) {
                    taken[*end] = true;
                    clues.put(number, *end, Some(Clue::Number(pair)));
                }
            }
        } else {
            let chosen = ground(clues).places(amount, &taken, random);
            for cell in (0..chosen.len()).filter(|&cell| chosen[cell]) {
                taken[cell] = true;
                let clue = unknown(layer, any_heading(random));
                clues.put(number, cell, Some(clue));
            }
        }
    }
    clues.settle(&kind.layers);
}

/// Puts regions, which are called by numbers in the order in which the rows meet them.
fn put_regions(clues: &mut Given, layer: usize, regions: Vec<Option<u32>>) {
    clues.grids[layer] = Arc::new(Grid::Regions(vec![None; regions.len()], Vec::new()));
    let mut met: Vec<u32> = Vec::new();
    for (cell, region) in regions.into_iter().enumerate() {
        let Some(region) = region else { continue };
        let number = met.iter().position(|&known| known == region);
        let number = number.unwrap_or_else(|| {
            met.push(region);
            met.len() - 1
        });
        clues.put_region(layer, cell, &(number + 1).to_string());
    }
}

/// One of them, each as likely as the other.
fn any_of<'o, T>(options: &'o [T], random: &mut Random) -> Option<&'o T> {
    let number = random.below(options.len().max(1) as u32);
    options.get(number as usize)
}

/// A random direction of an arrow.
fn any_heading(random: &mut Random) -> Heading {
    let name = HEADINGS[random.below(4) as usize];
    Heading::named(name).expect("these have names")
}

/// A random number from one end of a range to the other.
fn any_number(ends: [Bound; 2], clues: &Given, random: &mut Random) -> Clue {
    let [least, most] = ends.map(|end| end.on(clues.rows, clues.columns));
    let count = u32::try_from(most - least + 1).unwrap_or(1).max(1);
    Clue::Number(least + i64::from(random.below(count)))
}

/// A clue that is there and not known, and points there if it is an arrow.
fn unknown(layer: &ClueLayer, heading: Heading) -> Clue {
    match layer.sort {
        ClueSort::Mark => Clue::Mark,
        ClueSort::Arrow => Clue::Arrow(None, heading),
        _ => Clue::Unknown,
    }
}
