//! Shikaku with one solution: a random cut, a clue in each rectangle, and repair.
//!
//! | module | what it is |
//! | --- | --- |
//! | `cut` | a grid cut in rectangles, with control of the largest area and the share of single cells |
//! | `field` | what follows from clues, and the proof that there is one solution |
//! | `draft` | a cut with clues, repaired where it has a second solution |
//!
//! A clue that moves changes the consequences nearby; they are derived anew for the whole grid, which takes less time
//! than an engine needs to begin, and the engine sees only the rest.
//!
//! Puzzles are not claimed to be a uniform sample: the cut grows rectangles at random places, and repair prefers
//! puzzles that are easy to prove.

mod cut;
mod draft;
mod field;

use crate::clues::Units;
use crate::generator::{Craft, Generator, Whole};
use crate::judge::Judge;
use crate::patience::Patience;
use crate::rate::{Facts, check_difficulty};
use crate::{Maker, Makes, Missed, Orders, Spec, Unable};
use cut::Plan;
use draft::Draft;
use std::ops::RangeInclusive;
use std::sync::Arc;
use tilewright_engines::{Budget, Random};
use tilewright_puzzles::shikaku::{Clue, SHIKAKU, Shape, Shikaku};
use tilewright_puzzles::{Family, Puzzle};

/// The most cells that a grid to be made may have.
pub const MOST_CELLS: usize = 1 << 20;

/// The largest area where the order does not say, unless the grid is small.
const USUAL_AREA: u32 = 12;

/// The orders that only some families are made to.
const ORDERS: Orders = Orders(&["largest area", "share of areas"]);

/// The family with this way of making its puzzles.
pub(crate) fn family() -> Family {
    SHIKAKU
        .clone()
        .able(ORDERS)
        .acts::<dyn Makes, Shikaku>(|p| p)
}

impl Makes for Shikaku {
    fn maker(&self, spec: Spec) -> Result<Box<dyn Maker>, Unable> {
        match *self.shape().sides() {
            [height, width] => shikaku(width, height, &spec),
            _ => Err(Unable("Shikaku is made on flat grids alone".to_owned())),
        }
    }

    fn full(&self) -> Result<Box<dyn Maker>, Unable> {
        Err(Unable("shikaku boards are not filled".to_owned()))
    }
}

/// The most numbers that become a `?` together.
const WIDEST: usize = 4;

/// Makes Shikaku of a size: with `minimal`, no number could become a `?`.
pub fn shikaku(width: usize, height: usize, spec: &Spec) -> Result<Box<dyn Maker>, Unable> {
    let shape = Shape::new(&[width, height]).map_err(|error| Unable(error.message().into()))?;
    if shape.cells() > MOST_CELLS {
        return Err(Unable(format!(
            "a grid of {width}×{height} is more than can be made: at most {MOST_CELLS} cells"
        )));
    }
    spec.refuse_all_but(ORDERS, "Shikaku is made")?;
    check_difficulty(spec, false, "grid of a Shikaku")?;
    let cells = shape.cells() as u32;
    let largest = match spec.largest_area {
        None => USUAL_AREA.min((cells / 3).max(2)),
        Some(0) => return Err(Unable("an area has at least one cell".into())),
        Some(area) => area,
    };
    if let Some(ones) = spec.ones.filter(|ones| !(0.0..=1.0).contains(ones)) {
        return Err(Unable(format!("a share of {ones} is not between 0 and 1")));
    }
    // Clues are areas: their number is that of the cut, and no fewer when numbers go.
    let mut spec = spec.clone();
    let craft = Shikakus {
        shape,
        plan: Plan {
            width: width as u32,
            height: height as u32,
            largest: largest.min(cells),
            ones: parts(spec.ones.unwrap_or(0.0)),
        },
        clues: check_clues(spec.clues.take(), cells, largest)?,
        ones: spec.ones,
        no_search: spec.no_search,
        is_thinned: spec.minimal.is_asked(),
    };
    // Without a `?`, a draft that is settled has been seen to need no search.
    spec.no_search &= craft.is_thinned || spec.difficulty.is_some();
    Generator::maker(craft, spec, None)
}

/// A share from 0 to 1 in parts of 65,536.
#[expect(clippy::cast_sign_loss, reason = "it was checked")]
fn parts(share: f64) -> u64 {
    (share * 65536.0).round() as u64
}

/// The number of clues, unless no cut has as many.
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
    no_search: bool,
    /// True if numbers become a `?`.
    is_thinned: bool,
}

impl Craft for Shikakus {
    fn draw(
        &self,
        _: &mut Judge,
        random: &mut Random,
        budget: &Budget,
    ) -> Result<Option<Whole>, Missed> {
        let mut draft = Draft::random(self.plan, self.clues.as_ref(), random);
        if !draft.settle(self.no_search, random, budget) {
            return Ok(None);
        }
        let clue = |(cell, area)| Clue {
            cell,
            volume: Some(area),
        };
        let clues: Vec<Clue> = draft.clues().into_iter().map(clue).collect();
        let count = clues.len();
        let puzzle = Shikaku::new(self.shape.clone(), clues);
        let cells = 0..self.shape.cells() as u32;
        let groups: Vec<u64> = cells.map(|cell| u64::from(draft.cut.at(cell))).collect();
        let solved = puzzle.clone().with_groups(&groups);
        let (Ok(_), Ok(solved)) = (puzzle.model(&budget.for_model()), solved) else {
            return Ok(None);
        };
        let units = if self.is_thinned {
            Units::new(count, &[], |_| true, |_| false)
        } else {
            Units::none(count)
        };
        let solution = solved.givens();
        let mut whole = Whole::of_puzzle(Arc::new(puzzle), solution, Arc::new(units), count);
        whole.facts = self.misses(&draft);
        Ok(Some(whole))
    }

    /// Another cut is found sooner than a way from one to another difficulty.
    fn patience(&self) -> u32 {
        0
    }

    fn widest(&self) -> usize {
        WIDEST
    }
}

impl Shikakus {
    /// The distance of a cut from the order, and the reasons.
    fn misses(&self, draft: &Draft) -> Facts {
        let mut facts = Facts::default();
        let areas = draft.cut.len();
        let ones = draft.cut.ones();
        let wanted = self.plan.ones_of(areas);
        // A share is met to within a twentieth of the areas.
        if self.ones.is_some() && ones.abs_diff(wanted) > areas.div_ceil(20) {
            let what = format!("{ones} of {areas} areas of one cell, not {wanted}");
            facts.miss(1.0 + float(ones.abs_diff(wanted)), what);
        }
        if let Some(range) = self.clues.as_ref().filter(|range| !range.contains(&areas)) {
            let ends = [*range.start(), *range.end()];
            let away = ends.map(|end| areas.abs_diff(end)).into_iter().min();
            facts.miss(float(away.unwrap_or(0)), format!("{areas} clues"));
        }
        facts
    }
}

/// A number of areas, of which there are no more than cells.
fn float(number: usize) -> f64 {
    f64::from(number as u32)
}
