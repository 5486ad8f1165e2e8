//! Makes Sudokus of any shape: 9×9, 16×16, cubes, jigsaws.
//!
//! A puzzle begins as a random full board (`fill`), all of whose cells are clues.
//!
//! **One solution** is proved by an engine for whatever is made. On boards other than 9×9 a question
//! has a budget; where it does not do, the clue stays, and is reported as [undecided](crate::Made::undecided)
//! unless a larger budget answers it. A puzzle that was to be minimal is only given where every
//! question was answered. With a symmetry that means that no set of clues that mirror each other can
//! go; [`Minimal::Clues`] asks for each clue by itself too.
//!
//! **Without requirements** a puzzle is thinned until nothing more goes, or the time is up.
//!
//! **The same seed** makes the same puzzle on every machine, by itself or among many, unless the time
//! is up before it is thinned. The classic 9×9 is made [many](crate::Maker::make_many) at once by far
//! quicker than one by one (`many`).
//!
//! **How likely** a puzzle is depends on the full board (`fill` states its distribution) and on how
//! its clues came to be. The usual way prefers few clues; with
//! [`Spec::controlled_bias`](crate::Spec::controlled_bias) how much is known (`bias` states the rule).

mod fill;
mod many;
mod scales;
mod swaps;

use crate::clues::{ClueSet, Units, moves};
use crate::generator::{Craft, Generator, Order, Whole, Workshop};
use crate::judge::Judge;
use crate::patience::Patience;
use crate::rate::{Facts, check_difficulty};
use crate::technique::Needed;
use crate::thin::Unavoidable;
use crate::{Made, Maker, Makes, Minimal, Missed, Orders, Spec, Unable, kinds};
use fill::Filler;
use std::sync::Arc;
use tilewright_engines::{Budget, End, Random};
use tilewright_model::{Choice, Model};
use tilewright_puzzles::sudoku::{SUDOKU, Shape, Sudoku};
use tilewright_puzzles::{Family, Puzzle};

/// Puzzles that are tried where no limit says so: rated ones, and those where only clues count.
const TRIES_RATED: u64 = 5_000;
const TRIES: u64 = 200_000;

/// Makes Sudokus of a shape to order; the reason why it cannot, where the order makes no sense.
///
/// ```
/// use tilewright_generate::{Budget, Minimal, Spec, sudoku::sudoku};
/// use tilewright_puzzles::sudoku::Shape;
///
/// let spec = Spec {
///     minimal: Minimal::Clues,
///     ..Spec::default()
/// };
/// let maker = sudoku(Shape::classic(), spec)?;
/// let made = maker.make(1, &Budget::default())?;
/// let again = maker.make(1, &Budget::default())?;
/// assert_eq!(made.puzzle.write("line")?, again.puzzle.write("line")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sudoku(shape: Arc<Shape>, spec: Spec) -> Result<Box<dyn Maker>, Unable> {
    maker(shape, None, spec)
}

/// The orders that only some families are made to.
const ORDERS: Orders = Orders(&["symmetry", "pattern", "technique", "controlled bias"]);

/// The family with this way of making its puzzles.
pub(crate) fn family() -> Family {
    SUDOKU.clone().able(ORDERS).acts::<dyn Makes, Sudoku>(|p| p)
}

impl Makes for Sudoku {
    fn maker(&self, spec: Spec) -> Result<Box<dyn Maker>, Unable> {
        sudoku(Arc::clone(self.shape()), spec)
    }

    fn maker_from(&self, solution: Vec<Choice>, mut spec: Spec) -> Result<Box<dyn Maker>, Unable> {
        let givens = self.givens();
        let is_clue = |choice: &Choice| givens.contains(choice);
        let pattern = spec
            .pattern
            .get_or_insert_with(|| vec![true; solution.len()]);
        for (may, choice) in pattern.iter_mut().zip(&solution) {
            *may &= is_clue(choice);
        }
        maker(Arc::clone(self.shape()), Some(solution), spec)
    }

    fn full(&self) -> Result<Box<dyn Maker>, Unable> {
        let shape = Arc::clone(self.shape());
        let make = move |seed, budget: &Budget| Ok(full(&shape, seed, budget)?.board);
        Ok(kinds::full(make))
    }
}

/// A random full board of a shape, as a puzzle without open cells, with its distribution.
#[derive(Debug)]
pub struct Full {
    /// The board.
    pub board: Sudoku,
    /// True if each board of the shape is equally likely.
    pub is_uniform: bool,
}

/// A random full board of a shape: each cell an answer, none a clue.
pub fn full(shape: &Arc<Shape>, seed: u64, budget: &Budget) -> Result<Full, Missed> {
    let model = shape.model(&budget.for_model());
    let model = model.map_err(|unbuilt| Missed::unbuilt(&unbuilt))?;
    let filler = Filler::new(shape);
    let judge = Judge::new(Some(&model), filler.is_classic);
    let mut judge = judge.map_err(|declined| Missed::declined(&declined))?;
    let mut random = Random::new(seed);
    let full = filler.fill(shape, &model, &mut judge, &mut random, budget);
    let missed = |end| Missed::because(format!("no full board was found: {end}"), end);
    let full = full.map_err(missed)?;
    let mut full = full.ok_or_else(|| without_solution(shape))?;
    full.sort_unstable();
    let mut board = Sudoku::on(Arc::clone(shape));
    for cell in 0..full.len() {
        board.answer(cell, value_at(&full, cell, shape.side()));
    }
    Ok(Full {
        board,
        is_uniform: filler.is_uniform(&model),
    })
}

fn without_solution(shape: &Shape) -> Missed {
    Missed::because(format!("the {shape} has no solution"), End::Complete)
}

/// The value of a cell on a full board.
fn value_at(full: &[Choice], cell: usize, side: usize) -> u16 {
    (full[cell].index() - cell * side + 1) as u16
}

/// Sudokus of one shape.
struct Sudokus {
    shape: Arc<Shape>,
    model: Model,
    units: Arc<Units>,
    filler: Filler,
    /// The full board, where it is not a random one.
    from: Option<Vec<Choice>>,
}

fn maker(
    shape: Arc<Shape>,
    from: Option<Vec<Choice>>,
    mut spec: Spec,
) -> Result<Box<dyn Maker>, Unable> {
    let board = shape.to_string();
    spec.refuse_all_but(ORDERS, "Sudoku is made")?;
    let sides = vec![shape.side(); shape.axes()];
    let moves = moves(&sides, spec.symmetry, &board)?;
    let may = spec.allowed(shape.cells(), &board)?;
    let units = Units::new(shape.cells(), &moves, may, |_| false);
    let filler = Filler::new(&shape);
    let needed = spec.technique.as_deref();
    let needed = needed.map(|name| Needed::of(name, filler.is_classic));
    let needed = needed.transpose()?;
    let (fewest, allowed) = (fewest_clues(&shape), units.all.len());
    if allowed < fewest {
        return Err(Unable(format!(
            "clues are allowed in {allowed} cells, but on the {shape} no puzzle with fewer than {fewest} clues \
             has one solution"
        )));
    }
    spec.check_clues(fewest, allowed, &board)?;
    check_difficulty(&spec, filler.is_classic, &board)?;
    if spec.controlled_bias && spec.minimal == Minimal::Clues && units.are_sets() {
        return Err(Unable(
            "with a symmetry, a controlled bias is for puzzles of which no symmetric set of clues can go"
                .to_owned(),
        ));
    }
    if spec.controlled_bias && !spec.minimal.is_asked() {
        spec.minimal = Minimal::Sets;
    }
    let model = shape
        .model(&Budget::default().for_model())
        .map_err(Unable::because)?;
    let craft = Sudokus {
        shape,
        model,
        units: Arc::new(units),
        filler,
        from,
    };
    Generator::maker(craft, spec, needed)
}

/// No puzzle has fewer clues: all symbols but one must be distinguished, and on the classic board it is known by
/// exhaustive search.
fn fewest_clues(shape: &Shape) -> usize {
    if *shape == *Shape::classic() {
        return 17;
    }
    shape.side() - 1
}

impl Craft for Sudokus {
    fn model(&self) -> Option<&Model> {
        Some(&self.model)
    }

    fn draw(
        &self,
        judge: &mut Judge,
        random: &mut Random,
        budget: &Budget,
    ) -> Result<Option<Whole>, Missed> {
        let full = match &self.from {
            Some(full) => Ok(Some(full.clone())),
            None => (self.filler).fill(&self.shape, &self.model, judge, random, budget),
        };
        let Ok(full) = full else {
            return Ok(None);
        };
        let mut full = full.ok_or_else(|| without_solution(&self.shape))?;
        full.sort_unstable();
        Ok(Some(Whole::of_givens(full, &self.units)))
    }

    fn puzzle(&self, whole: &Whole, clues: &ClueSet) -> Box<dyn Puzzle> {
        let mut sudoku = Sudoku::on(Arc::clone(&self.shape));
        let side = self.shape.side();
        clues.each(|cell| sudoku.set(cell, Some(value_at(&whole.givens, cell, side))));
        Box::new(sudoku)
    }

    /// The puzzle of a seed was promised before there were other families.
    fn seed(&self, seed: u64) -> u64 {
        seed
    }

    fn tries(&self, is_rated: bool) -> u64 {
        if is_rated { TRIES_RATED } else { TRIES }
    }

    fn is_given(&self) -> bool {
        self.from.is_some()
    }

    fn is_classic(&self) -> bool {
        self.filler.is_classic
    }

    fn known(&self, givens: &[Choice]) -> Unavoidable {
        if self.filler.is_classic {
            return swaps::cycles(givens);
        }
        Unavoidable::default()
    }

    fn rate(&self, order: &Order<'_>, whole: &Whole, clues: &ClueSet, facts: &mut Facts) -> bool {
        let board = || {
            let mut givens = [0; 81];
            clues.each(|cell| givens[cell] = value_at(&whole.givens, cell, 9) as u8);
            givens
        };
        scales::rate(order, board, facts)
    }

    fn together(
        &self,
        workshop: &mut Workshop<'_>,
        seeds: &[u64],
        budget: &Budget,
    ) -> Option<Vec<Result<Made, Missed>>> {
        self.in_lanes(workshop, seeds, budget)
    }
}
