//! Shikaku with one solution: a random cut, a clue in each rectangle, and repair.
//!
//! | module | what it is |
//! | --- | --- |
//! | `cut` | a grid cut in rectangles, with control of the largest area and the share of single cells |
//! | `field` | what follows from clues, and the proof that there is one solution |
//! | `draft` | a cut with clues, repaired where it has a second solution |
//!
//! A clue that moves changes what follows nearby; what follows is worked out anew for the whole grid,
//! which takes less time than an engine needs to begin, and the engine sees only what is left.
//!
//! Puzzles are not claimed to be drawn evenly from all that there are: the cut grows rectangles at
//! random places, and repair prefers what is easy to prove.

mod cut;
mod draft;
mod field;

pub(crate) use cut::shuffle;

use crate::bounds::{
    Candidate, MUST_KNOW, difficulty, first_met, has_one_solution, own_difficulty, shown_beside,
    thin, undecided_words,
};
use crate::{Limits, Made, Maker, Minimal, Missed, Symmetry, Unable, Wish};
use cut::Plan;
use draft::Draft;
use std::ops::RangeInclusive;
use tilewright_engines::{Budget, Engine, Random, auto::Auto};
use tilewright_puzzles::Puzzle;
use tilewright_puzzles::shikaku::{Clue, Shape, Shikaku};

/// The most cells that a grid to be made may have.
pub const MOST_CELLS: usize = 1 << 20;

/// The largest area where the wish does not say, unless the grid is small.
const USUAL_AREA: u32 = 12;

/// Nodes that a search for a second solution may take where numbers become `?`.
const NODES: u64 = 100_000;

/// Bytes that a model may take.
const MEMORY: u64 = 4 << 30;

/// Makes Shikaku of a size: with `minimal`, no number could become a `?`.
pub fn shikaku(width: usize, height: usize, wish: &Wish) -> Result<Box<dyn Maker>, Unable> {
    let shape = Shape::new(&[width, height]).map_err(|error| Unable(error.message().into()))?;
    if shape.cells() > MOST_CELLS {
        return Err(Unable(format!(
            "a grid of {width}×{height} is more than can be made: at most {MOST_CELLS} cells"
        )));
    }
    let refused = [
        (wish.symmetry != Symmetry::None, "symmetry of clues"),
        (wish.pattern.is_some(), "pattern of clues"),
        (wish.technique.is_some(), "technique"),
        (wish.controlled_bias, "controlled bias"),
    ];
    if let Some((_, what)) = refused.iter().find(|(is_asked, _)| *is_asked) {
        return Err(Unable(format!("Shikaku is made without a {what}")));
    }
    let cells = shape.cells() as u32;
    let largest = match wish.largest_area {
        None => USUAL_AREA.min((cells / 3).max(2)),
        Some(0) => return Err(Unable("an area has at least one cell".into())),
        Some(area) => area,
    };
    if let Some(ones) = wish.ones.filter(|ones| !(0.0..=1.0).contains(ones)) {
        return Err(Unable(format!("a share of {ones} is not between 0 and 1")));
    }
    let clues = check_clues(wish.clues.clone(), cells, largest)?;
    let plan = Plan {
        width: width as u32,
        height: height as u32,
        largest: largest.min(cells),
        ones: parts(wish.ones.unwrap_or(0.0)),
    };
    Ok(Box::new(Shikakus {
        shape,
        plan,
        clues,
        ones: wish.ones,
        difficulty: own_difficulty(wish, "Shikaku")?,
        no_search: wish.no_search,
        minimal: wish.minimal.is_asked(),
    }))
}

/// A share from 0 to 1 in parts of 65,536.
#[expect(clippy::cast_sign_loss, reason = "it was checked")]
fn parts(share: f64) -> u64 {
    (share * 65536.0).round() as u64
}

/// How many clues, unless no cut has as many.
fn check_clues(
    clues: Option<RangeInclusive<usize>>,
    cells: u32,
    largest: u32,
) -> Result<Option<RangeInclusive<usize>>, Unable> {
    let Some(clues) = clues else {
        return Ok(None);
    };
    let fewest = cells.div_ceil(largest) as usize;
    let possible = fewest..=cells as usize;
    if clues.start() > possible.end() || clues.end() < possible.start() || clues.is_empty() {
        return Err(Unable(format!(
            "the number of clues is from {fewest} to {cells}: each area has at most {largest} cells"
        )));
    }
    Ok(Some(clues))
}

#[derive(Debug)]
struct Shikakus {
    shape: Shape,
    plan: Plan,
    clues: Option<RangeInclusive<usize>>,
    ones: Option<f64>,
    difficulty: Option<RangeInclusive<f64>>,
    no_search: bool,
    minimal: bool,
}

impl Maker for Shikakus {
    fn make(&self, seed: u64, limits: &Limits) -> Result<Made, Missed> {
        first_met(
            seed,
            limits,
            "no grid with one solution was found",
            |seed| Ok(self.attempt(&mut Random::new(seed), limits)),
        )
    }
}

impl Shikakus {
    /// One puzzle, if its repair comes to an end.
    fn attempt(&self, random: &mut Random, limits: &Limits) -> Option<Candidate> {
        let mut draft = Draft::random(self.plan, self.clues.as_ref(), random);
        if !draft.settle(self.no_search, random, limits) {
            return None;
        }
        let mut clues: Vec<Clue> = (draft.clues().into_iter())
            .map(|(cell, area)| Clue {
                cell,
                volume: Some(area),
            })
            .collect();
        let undecided = if self.minimal {
            self.thin(&mut clues, random, limits)
        } else {
            0
        };
        let puzzle = Shikaku::new(self.shape.clone(), clues);
        let cells = 0..self.shape.cells() as u32;
        let groups: Vec<u64> = cells.map(|cell| u64::from(draft.cut.at(cell))).collect();
        puzzle.model(MEMORY).ok()?;
        let solved = puzzle.clone().with_groups(&groups).ok()?;
        let solution = solved.givens();
        let (mut distance, mut why) = self.misses(&draft, &puzzle, limits);
        if undecided > 0 {
            distance += 1.0;
            why = format!("the nearest is {}", undecided_words(undecided, false));
        }
        let mut made = Made::new(Box::new(puzzle), solution);
        made.undecided = undecided;
        if self.minimal && undecided == 0 {
            made.minimal = Minimal::Clues;
        }
        Some(Candidate {
            made,
            distance,
            why,
        })
    }

    /// How far a puzzle is from the wish, and in what.
    fn misses(&self, draft: &Draft, puzzle: &Shikaku, limits: &Limits) -> (f64, String) {
        let areas = draft.cut.len();
        let ones = draft.cut.ones();
        let wanted = self.plan.ones_of(areas);
        // A share is met to within a twentieth of the areas.
        if self.ones.is_some() && ones.abs_diff(wanted) > areas.div_ceil(20) {
            let distance = 1.0 + float(ones.abs_diff(wanted));
            let why = format!("{ones} of {areas} areas have one cell, not {wanted}");
            return (distance, why);
        }
        if let Some(range) = self.clues.as_ref().filter(|range| !range.contains(&areas)) {
            let distance = areas
                .abs_diff(*range.start())
                .min(areas.abs_diff(*range.end()));
            return (float(distance), format!("{areas} clues were the nearest"));
        }
        // Without `?`, a draft that is settled has been seen to need no search.
        let is_in_doubt = self.no_search && self.minimal;
        if self.difficulty.is_none() && !is_in_doubt {
            return (0.0, String::new());
        }
        let model = puzzle.model(MEMORY).ok();
        let hard = model.and_then(|model| difficulty(&model, &[], self.no_search, limits));
        let Some(hard) = hard else {
            return (100.0, "logic did not solve it".into());
        };
        let Some(range) = &self.difficulty else {
            return (0.0, String::new());
        };
        let distance = (range.start() - hard).max(hard - range.end()).max(0.0);
        (
            distance,
            format!(
                "a difficulty of {} was the nearest",
                shown_beside(hard, range)
            ),
        )
    }

    /// Makes a `?` of numbers as long as there is one solution: of how many it was not found out
    /// whether they could become one.
    fn thin(&self, clues: &mut [Clue], random: &mut Random, limits: &Limits) -> usize {
        let mut order: Vec<usize> = (0..clues.len()).collect();
        shuffle(&mut order, random);
        let mut goes = |some: &[usize], nodes: u64| {
            if limits.up().is_some() {
                return None;
            }
            let mut thinner = clues.to_vec();
            for &clue in some {
                thinner[clue].volume = None;
            }
            let one = is_unique(&self.shape, &thinner, limits.nodes(nodes));
            if one == Some(true) {
                clues.copy_from_slice(&thinner);
            }
            one
        };
        let blocks = order.chunks(4);
        blocks
            .map(|block| thin(block, (NODES, MUST_KNOW), &mut goes).len())
            .sum()
    }
}

/// A number of areas, of which there are no more than cells.
fn float(number: usize) -> f64 {
    f64::from(number as u32)
}

/// Whether clues have one solution, where that was found out.
fn is_unique(shape: &Shape, clues: &[Clue], budget: Budget) -> Option<bool> {
    let model = Shikaku::new(shape.clone(), clues.to_vec())
        .model(MEMORY)
        .ok()?;
    let mut search = Auto.prepare(&model).ok()?;
    has_one_solution(&mut *search, Vec::new(), budget)
}
