//! Makes Sudokus of any shape: 9×9, 16×16, cubes, jigsaws.
//!
//! ```text
//!  seed ──▶ full board ──▶ clues taken away ──▶ as wished? ── yes ──▶ puzzle
//!           `fill`         in a random order      `rate`
//!                          `thin`, `judge`          │ no
//!                             ▲                     ▼
//!                             └────── clues exchanged `climb`
//! ```
//!
//! **One solution** is proved by an engine for whatever is made. On boards other than 9×9 a question
//! has a budget; where it does not do, the clue stays, and is told as [undecided](crate::Made::undecided)
//! unless a larger budget answers it. A puzzle that was to be minimal is only given where every
//! question was answered. With a symmetry that means that no set of clues that mirror each other can
//! go; [`Minimal::Clues`] asks for each clue by itself too.
//!
//! **Where there is no wish** a puzzle is thinned until nothing more goes, or the time is up.
//!
//! **The same seed** makes the same puzzle on every machine, by itself or among many, unless the time
//! is up before it is thinned. The classic 9×9 is made [many](crate::Maker::make_many) at once by far
//! quicker than one by one (`many`).
//!
//! **How likely** a puzzle is depends on the full board (`fill` tells its distribution) and on how
//! its clues came to be. The usual way prefers few clues; with
//! [`Wish::controlled_bias`](crate::Wish::controlled_bias) how much is known (`bias` tells the rule).

mod bias;
mod cells;
mod climb;
mod fill;
mod judge;
mod limit;
mod many;
mod rate;
mod swaps;
mod technique;
mod thin;

use crate::{Hardness, Limits, Made, Maker, Minimal, Missed, Unable, Wish};
use cells::{Cells, Units};
use fill::Filler;
use judge::{Judge, choice_of, values};
use rate::Rater;
use std::sync::Arc;
use technique::Needed;
use tilewright_engines::Random;
use tilewright_model::{Choice, Model};
use tilewright_puzzles::Puzzle;
use tilewright_puzzles::sudoku::{Shape, Sudoku};

/// Bytes for a model.
const MEMORY: u64 = 2 << 30;

/// Makes Sudokus of a shape to order; the reason why it cannot, where the wish makes no sense.
///
/// ```
/// use tilewright_generate::{Limits, Minimal, Wish, sudoku::sudoku};
/// use tilewright_puzzles::sudoku::Shape;
///
/// let wish = Wish {
///     minimal: Minimal::Clues,
///     ..Wish::default()
/// };
/// let maker = sudoku(Shape::classic(), wish)?;
/// let made = maker.make(1, &Limits::default())?;
/// let again = maker.make(1, &Limits::default())?;
/// assert_eq!(made.puzzle.write("line")?, again.puzzle.write("line")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sudoku(shape: Arc<Shape>, wish: Wish) -> Result<Box<dyn Maker>, Unable> {
    Ok(Box::new(SudokuMaker::new(shape, wish)?))
}

/// Makes Sudokus of one that has that solution alone: each has some of its clues.
pub(crate) fn from(
    given: &Sudoku,
    solution: &[Choice],
    mut wish: Wish,
) -> Result<Box<dyn Maker>, Unable> {
    let shape = given.shape();
    let mut is_clue = vec![false; shape.cells()];
    for choice in given.givens() {
        is_clue[choice.index() / shape.side()] = true;
    }
    if let Some(pattern) = wish.pattern.as_ref().filter(|p| p.len() == is_clue.len()) {
        for (is_clue, is_allowed) in is_clue.iter_mut().zip(pattern) {
            *is_clue &= is_allowed;
        }
    }
    if wish
        .pattern
        .as_ref()
        .is_none_or(|p| p.len() == is_clue.len())
    {
        wish.pattern = Some(is_clue);
    }
    let mut maker = SudokuMaker::new(Arc::clone(shape), wish)?;
    maker.from = Some(values(solution, shape.side(), shape.cells()));
    Ok(Box::new(maker))
}

/// A random full board of a shape, as a puzzle without open cells, and what is known of its
/// distribution.
#[derive(Debug)]
pub struct Full {
    /// The board.
    pub board: Sudoku,
    /// Whether each board of the shape is equally likely.
    pub is_uniform: bool,
}

/// A random full board of a shape: each cell an answer, none a clue.
pub fn full(shape: &Arc<Shape>, seed: u64, limits: &Limits) -> Result<Full, Missed> {
    let missed = |why: String| Missed { why, nearest: None };
    let model = shape
        .model(MEMORY)
        .map_err(|error| missed(error.to_string()))?;
    let mut judge = Judge::new(&model, shape.cells(), shape.side())
        .map_err(|declined| missed(declined.to_string()))?;
    let filler = Filler::new(shape);
    let mut random = Random::new(seed);
    match filler.fill(shape, &model, &mut judge, &mut random, limits) {
        Ok(Some(full)) => {
            let mut board = Sudoku::on(Arc::clone(shape));
            let cells = full.into_iter().enumerate();
            cells.for_each(|(cell, value)| board.answer(cell, value));
            Ok(Full {
                board,
                is_uniform: filler.is_uniform(&model),
            })
        }
        Ok(None) => Err(missed(format!("the {shape} has no solution"))),
        Err(end) => Err(missed(format!("no full board was found: {end}"))),
    }
}

/// Makes Sudokus.
struct SudokuMaker {
    shape: Arc<Shape>,
    model: Model,
    wish: Wish,
    units: Units,
    needed: Option<Needed>,
    filler: Filler,
    /// The full board, where it is not a random one.
    from: Option<Vec<u16>>,
}

impl SudokuMaker {
    fn new(shape: Arc<Shape>, mut wish: Wish) -> Result<Self, Unable> {
        let refused = [
            (wish.largest_area.is_some(), "a largest area"),
            (wish.ones.is_some(), "a share of areas"),
        ];
        if let Some((_, what)) = refused.iter().find(|(is_asked, _)| *is_asked) {
            return Err(Unable(format!("Sudoku is made without {what}")));
        }
        let is_classic = *shape == *Shape::classic();
        let units = Units::of(&shape, &wish)?;
        let model = shape
            .model(MEMORY)
            .map_err(|error| Unable(error.to_string()))?;
        Judge::new(&model, shape.cells(), shape.side())
            .map_err(|declined| Unable(declined.to_string()))?;
        let needed = wish.technique.as_deref();
        let needed = needed
            .map(|name| Needed::of(name, is_classic))
            .transpose()?;
        check_clues(&shape, &units, &wish)?;
        check_difficulty(&shape, &wish)?;
        if wish.controlled_bias && wish.minimal == Minimal::Clues && units.are_sets() {
            return Err(Unable(
                "with a symmetry, a controlled bias is for puzzles of which no symmetric set of clues can go"
                    .to_owned(),
            ));
        }
        if wish.controlled_bias && !wish.minimal.is_asked() {
            wish.minimal = Minimal::Sets;
        }
        Ok(Self {
            filler: Filler::new(&shape),
            from: None,
            shape,
            model,
            wish,
            units,
            needed,
        })
    }

    fn workshop(&self) -> Workshop<'_> {
        let judge = Judge::new(&self.model, self.shape.cells(), self.shape.side());
        Workshop {
            maker: self,
            model: &self.model,
            judge: judge.expect("it was made once before"),
            rater: Rater::new(&self.shape, &self.model, &self.wish, self.needed.as_ref()),
        }
    }
}

impl Maker for SudokuMaker {
    fn make(&self, seed: u64, limits: &Limits) -> Result<Made, Missed> {
        self.workshop().make(seed, limits)
    }

    fn make_many(&self, seeds: &[u64], limits: &Limits) -> Vec<Result<Made, Missed>> {
        let mut workshop = self.workshop();
        if workshop.is_plain() {
            return workshop.make_together(seeds, limits);
        }
        seeds
            .iter()
            .map(|&seed| workshop.make(seed, limits))
            .collect()
    }
}

/// What it takes to make puzzles, ready.
struct Workshop<'m> {
    maker: &'m SudokuMaker,
    model: &'m Model,
    judge: Judge,
    rater: Rater<'m>,
}

impl Workshop<'_> {
    fn make(&mut self, seed: u64, limits: &Limits) -> Result<Made, Missed> {
        if self.rater.wish.controlled_bias {
            return self.fall(seed, limits);
        }
        self.climb(seed, limits)
    }

    /// The puzzle with these clues.
    fn made(&self, full: &[u16], clues: &Cells) -> Made {
        let side = self.maker.shape.side();
        let mut sudoku = Sudoku::on(Arc::clone(&self.maker.shape));
        clues
            .iter()
            .for_each(|cell| sudoku.set(cell, Some(full[cell])));
        let choice = |(cell, &value): (usize, &u16)| choice_of(cell, value, side);
        let solution = full.iter().enumerate().map(choice).collect();
        let mut made = Made::new(Box::new(sudoku), solution);
        made.are_sets = self.maker.units.are_sets();
        made
    }

    /// Tells what is proved about the clues of a puzzle, all of which were asked for.
    fn claim(&self, made: &mut Made, full: &[u16], clues: &Cells) {
        let units = &self.maker.units;
        let is_about_sets = units.are_sets() && self.maker.wish.minimal == Minimal::Sets;
        if !is_about_sets {
            made.minimal = Minimal::Clues;
            return;
        }
        let side = self.maker.shape.side();
        let choice = |&cell: &u32| choice_of(cell as usize, full[cell as usize], side);
        let givens = |set: &[u32]| set.iter().map(choice).collect();
        made.minimal = Minimal::Sets;
        made.sets = units.within(clues).map(givens).collect();
    }
}

/// No puzzle has fewer clues: all symbols but one must be told apart, and on the classic board it
/// is known by exhaustive search.
fn fewest_clues(shape: &Shape) -> usize {
    if *shape == *Shape::classic() {
        return 17;
    }
    shape.side() - 1
}

fn check_clues(shape: &Shape, units: &Units, wish: &Wish) -> Result<(), Unable> {
    let (fewest, allowed) = (fewest_clues(shape), units.all.len());
    if allowed < fewest {
        return Err(Unable(format!(
            "clues may stand in {allowed} cells, but on the {shape} no puzzle with fewer than {fewest} clues \
             has one solution"
        )));
    }
    let Some(range) = &wish.clues else {
        return Ok(());
    };
    if range.is_empty() {
        return Err(Unable(format!(
            "from {} to {} clues is no range",
            range.start(),
            range.end()
        )));
    }
    if *range.end() < fewest {
        return Err(Unable(format!(
            "on the {shape} no puzzle with fewer than {fewest} clues has one solution"
        )));
    }
    if *range.start() > allowed {
        return Err(Unable(format!(
            "{} clues do not fit in the {allowed} cells where they may stand",
            range.start()
        )));
    }
    Ok(())
}

fn check_difficulty(shape: &Shape, wish: &Wish) -> Result<(), Unable> {
    let is_empty = match &wish.difficulty {
        Some(Hardness::Own(range)) => range.is_empty(),
        Some(Hardness::SudokuExplainer(range)) => range.is_empty(),
        Some(Hardness::HoDoKu(range)) => range.is_empty(),
        None => false,
    };
    if is_empty {
        return Err(Unable("the range of difficulties is empty".to_owned()));
    }
    let scale = match &wish.difficulty {
        Some(Hardness::SudokuExplainer(_)) => "Sudoku Explainer",
        Some(Hardness::HoDoKu(_)) => "HoDoKu",
        _ => return Ok(()),
    };
    if *shape == *Shape::classic() {
        return Ok(());
    }
    Err(Unable(format!(
        "{scale} rates the 9×9 board alone, not the {shape}"
    )))
}
