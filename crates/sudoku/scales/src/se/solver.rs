//! The techniques one after the other, and their sum.

use std::fmt;
use tilewright_model::budget::Budget;

use super::Technique;
use super::dynamic::{self, Context};
use super::grid::Grid;
use super::links::Links;
use super::reach::Reach;
use super::step::Step;
use super::{aligned, bug, forcing, loops, multiple, nishio, sets, singles};
use crate::Board9;
use tilewright_canonical::canonical_by_solution;
use tilewright_nine::Uniqueness;

/// The rating of a puzzle, in tenths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// Of the hardest step.
    pub er: u16,
    /// Of the hardest step up to the one that sets the first digit.
    pub ep: u16,
    /// Of the first step.
    pub ed: u16,
    /// The technique of the hardest step; the first of these. None where there was nothing to do.
    pub hardest: Option<Technique>,
    /// The number of steps of each technique, in the order of [`Technique::ALL`].
    pub steps: [u16; Technique::COUNT],
}

impl Rating {
    /// The number of steps of a technique.
    pub fn count(&self, technique: Technique) -> u16 {
        self.steps[technique as usize]
    }

    fn new() -> Self {
        Self {
            er: 0,
            ep: 0,
            ed: 0,
            hardest: None,
            steps: [0; Technique::COUNT],
        }
    }

    fn take(&mut self, step: &Step) {
        self.steps[step.technique as usize] += 1;
        if step.rating > self.er {
            self.er = step.rating;
            self.hardest = Some(step.technique);
        }
        if self.ed == 0 {
            self.ed = self.er;
        }
        if self.ep == 0 && step.set.is_some() {
            self.ep = self.er;
        }
    }
}

/// `8.9/1.2/1.2`: ER, EP and ED, as Sudoku Explainer writes them.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = |rating: u16| (rating / 10, rating % 10);
        let [er, ep, ed] = [self.er, self.ep, self.ed].map(tenths);
        write!(f, "{}.{}/{}.{}/{}.{}", er.0, er.1, ep.0, ep.1, ed.0, ed.1)
    }
}

/// Candidates that dynamic chains and the chains within them may follow, where the budget has no limit of nodes.
/// Ratings up to 9.4 take up to a million or two, those of 11 some ten million, the hardest known puzzles (11.9) some
/// hundred million. So this is several times their need; it takes a minute or two at most.
const MOST_NODES: u64 = 2_000_000_000;

/// The reason why a puzzle has no rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unrated {
    /// It has no solution.
    NoSolution,
    /// It has several solutions, and techniques that rest on there being one would be wrong.
    SeveralSolutions,
    /// The limit was reached; this is the rating of the steps up to there. None of these are taken
    /// where it is the number of solutions that takes too long to find.
    Limit(Box<Rating>),
}

impl fmt::Display for Unrated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSolution => f.write_str("no solution"),
            Self::SeveralSolutions => f.write_str("several solutions"),
            Self::Limit(so_far) => write!(f, "limit reached, at least {so_far}"),
        }
    }
}

impl std::error::Error for Unrated {}

/// The rating of the puzzle whose givens are the values of the board. Turned, relabelled and
/// shuffled copies get the same. What else was removed from the board does not count. The nodes of the budget are
/// candidates that dynamic chains follow.
///
/// ```
/// use tilewright_model::budget::Budget;
/// use tilewright_scales::{Board9, se};
/// let line = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
/// let rating = se::rate(&Board9::read(line)?, &Budget::default())?;
/// assert_eq!(rating.to_string(), "2.3/1.2/1.2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rate(board: &Board9, budget: &Budget) -> Result<Rating, Unrated> {
    let givens = std::array::from_fn(|cell| board.value(cell));
    let solution = only_solution(&givens)?;
    let form = canonical_by_solution(&givens, &solution).expect("a solution is a solved board");
    Solver::new(&Board9::new(&form), budget).run()
}

/// The rating of a board as given: that of Sudoku Explainer 1.2.1, corrected.
///
/// Candidates may have been removed from the board, as in the middle of solving it. Its values alone
/// must have one solution, or unique rectangles and the like would prove nothing.
pub fn rate_as_given(board: &Board9, budget: &Budget) -> Result<Rating, Unrated> {
    let givens = std::array::from_fn(|cell| board.value(cell));
    let solution = only_solution(&givens)?;
    let is_left = |cell: usize| {
        board.value(cell) != 0 || board.candidates(cell) >> (solution[cell] - 1) & 1 == 1
    };
    if !(0..81).all(is_left) {
        return Err(Unrated::NoSolution);
    }
    Solver::new(board, budget).run()
}

fn only_solution(givens: &[u8; 81]) -> Result<[u8; 81], Unrated> {
    match Board9::new(givens).uniqueness() {
        Uniqueness::One(solution) => Ok(solution),
        Uniqueness::None => Err(Unrated::NoSolution),
        Uniqueness::Several => Err(Unrated::SeveralSolutions),
        Uniqueness::Unknown => Err(Unrated::Limit(Box::new(Rating::new()))),
    }
}

struct Solver {
    grid: Grid,
    chains: forcing::Memory,
    nishio: nishio::Memory,
    pairs: aligned::Memory,
    triplets: aligned::Memory,
    context: Context,
}

impl Solver {
    fn new(board: &Board9, budget: &Budget) -> Self {
        Self {
            grid: Grid::new(board),
            chains: forcing::Memory::default(),
            nishio: nishio::Memory::default(),
            pairs: aligned::Memory::default(),
            triplets: aligned::Memory::default(),
            context: Context::new(&budget.part(MOST_NODES)),
        }
    }

    fn run(mut self) -> Result<Rating, Unrated> {
        let mut rating = Rating::new();
        while !self.grid.is_solved() {
            let step = self.next();
            // A result of a part of the chains may not be the easiest.
            if self.context.is_out() {
                return Err(Unrated::Limit(Box::new(rating)));
            }
            let Some(step) = step else {
                rating.er = 200;
                rating.hardest = Some(Technique::Beyond);
                return Ok(rating);
            };
            rating.take(&step);
            step.apply(&mut self.grid);
        }
        Ok(rating)
    }

    fn next(&mut self) -> Option<Step> {
        let simple = simple(&self.grid).or_else(|| aligned::pair(&self.grid, &mut self.pairs));
        if simple.is_some() {
            return simple;
        }
        match self.grid.total() {
            ..=256 => self.chain::<4>(),
            257..=384 => self.chain::<6>(),
            _ => self.chain::<12>(),
        }
    }

    fn chain<const W: usize>(&mut self) -> Option<Step> {
        let grid = &self.grid;
        let links = Links::<W>::new(grid);
        let mut reach = Reach::new(&links);
        forcing::chain(grid, &links, &mut reach, &mut self.chains)
            .or_else(|| aligned::triplet(grid, &mut self.triplets))
            .or_else(|| nishio::chain(grid, &mut self.nishio, &mut self.context.marks))
            .or_else(|| multiple::chain(grid, &links, &reach))
            .or_else(|| {
                (0..=5).find_map(|level| {
                    if self.context.is_out() {
                        return None;
                    }
                    self.context.inner.clear();
                    dynamic::chain(grid, level, &mut self.context)
                })
            })
    }
}

/// Everything that is tried before exclusions and chains.
fn simple(grid: &Grid) -> Option<Step> {
    singles::hidden_single(grid)
        .or_else(|| singles::direct_locking(grid))
        .or_else(|| singles::direct_hidden_set(grid, 2))
        .or_else(|| singles::naked_single(grid))
        .or_else(|| singles::direct_hidden_set(grid, 3))
        .or_else(|| singles::locking(grid))
        .or_else(|| sets::naked_set(grid, 2))
        .or_else(|| sets::fish(grid, 2))
        .or_else(|| sets::hidden_set(grid, 2))
        .or_else(|| sets::naked_set(grid, 3))
        .or_else(|| sets::fish(grid, 3))
        .or_else(|| sets::hidden_set(grid, 3))
        .or_else(|| sets::wing(grid, 2))
        .or_else(|| sets::wing(grid, 3))
        .or_else(|| loops::unique_loop(grid))
        .or_else(|| sets::naked_set(grid, 4))
        .or_else(|| sets::fish(grid, 4))
        .or_else(|| sets::hidden_set(grid, 4))
        .or_else(|| bug::grave(grid))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digits::ones;
    use tilewright_testkit::sudoku;

    /// No step removes or contradicts a value of the solution, and every one changes the board.
    #[test]
    fn every_step_is_sound() {
        for seed in 0..300 {
            let puzzle = sudoku::sparse(seed);
            let solution = sudoku::solutions(&puzzle, 2)[0];
            let mut solver = Solver::new(&Board9::new(&puzzle), &Budget::default());
            while !solver.grid.is_solved() {
                let step = solver.next().expect("there is always a step");
                let name = step.technique;
                if let Some((cell, digit)) = step.set {
                    assert_eq!(
                        usize::from(solution[cell]),
                        digit + 1,
                        "{name}, seed {seed}"
                    );
                }
                for &(cell, digits) in &step.off {
                    let digit = usize::from(solution[cell]) - 1;
                    assert!(
                        ones(digits).all(|lost| lost != digit),
                        "{name}, seed {seed}"
                    );
                    assert_eq!(digits & !solver.grid.cand[cell], 0, "{name}, seed {seed}");
                }
                assert!(
                    step.set.is_some() || !step.off.is_empty(),
                    "{name}, seed {seed}"
                );
                step.apply(&mut solver.grid);
            }
            assert_eq!(solver.grid.value, solution);
        }
    }
}
