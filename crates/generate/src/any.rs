//! Puzzles of any family: those that one has, and those of a board without a quicker way.
//!
//! It knows no more of a puzzle than [`Puzzle`] offers: its clues by their numbers, the puzzle without some of them,
//! and its model. Puzzles of a board begin as a random solution of it, all of which is given. The seed shuffles the
//! search's order, which decides the solution: not uniform. The givens of the board stay.

use crate::clues::Units;
use crate::generator::{Craft, Generator, Whole};
use crate::judge::Judge;
use crate::patience::Patience;
use crate::rate::check_difficulty;
use crate::{Maker, Missed, Orders, Spec, Unable};
use std::collections::HashSet;
use std::sync::Arc;
use tilewright_engines::{Budget, End, Random};
use tilewright_model::{Choice, Model};
use tilewright_puzzles::{ParseError, Puzzle};

/// Nodes for a random solution, where there is no deadline.
const NODES_FOR_SOLUTION: u64 = 50_000_000;

/// Makes puzzles of one that has that solution alone: each has some of its clues.
pub(crate) fn from(
    puzzle: Arc<dyn Puzzle>,
    solution: Vec<Choice>,
    spec: &Spec,
) -> Result<Box<dyn Maker>, Unable> {
    let clues = puzzle.clue_names().len();
    if clues == 0 {
        let why = "this puzzle has no clues that could be taken away";
        return Err(Unable(why.to_owned()));
    }
    let family = &puzzle.family().name;
    let what = format!("{family} puzzles that are given are thinned");
    spec.refuse_all_but(Orders(&[]), &what)?;
    spec.check_clues(0, clues, "puzzle")?;
    maker(Start::Puzzle(puzzle, solution), spec)
}

/// Makes puzzles of a board: a solution of it, with its own givens kept.
pub(crate) fn of_board(board: Arc<dyn Puzzle>, spec: &Spec) -> Result<Box<dyn Maker>, Unable> {
    let family = &board.family().name;
    if board.clue_count().is_none() {
        let why = format!("{family} puzzles cannot be made: their clues cannot be taken away");
        return Err(Unable(why));
    }
    let what = format!("{family} puzzles are made");
    spec.refuse_all_but(Orders(&[]), &what)?;
    spec.check_clues(0, usize::MAX, "board")?;
    maker(Start::Board(board), spec)
}

fn maker(start: Start, spec: &Spec) -> Result<Box<dyn Maker>, Unable> {
    check_difficulty(spec, false, "puzzle of this family")?;
    let (Start::Puzzle(puzzle, _) | Start::Board(puzzle)) = &start;
    let model = puzzle
        .model(&Budget::default().for_model())
        .map_err(Unable::because)?;
    Generator::maker(Any { model, start }, spec.clone(), None)
}

/// The start of puzzles.
enum Start {
    /// A puzzle and its solution.
    Puzzle(Arc<dyn Puzzle>, Vec<Choice>),
    /// A board, of which a solution is drawn.
    Board(Arc<dyn Puzzle>),
}

struct Any {
    model: Model,
    start: Start,
}

impl Craft for Any {
    fn model(&self) -> Option<&Model> {
        Some(&self.model)
    }

    fn draw(
        &self,
        judge: &mut Judge,
        random: &mut Random,
        budget: &Budget,
    ) -> Result<Option<Whole>, Missed> {
        match &self.start {
            Start::Puzzle(puzzle, solution) => {
                let puzzle = Arc::clone(puzzle);
                Ok(Some(whole(puzzle, solution.clone(), &HashSet::new())))
            }
            Start::Board(board) => {
                let solution = some_solution(&**board, judge, random, budget)?;
                let puzzle = all_given(board, &solution).map_err(|error| {
                    let family = &board.family().name;
                    let why = error.message();
                    let why = format!("{family} puzzles cannot be made yet: {why}");
                    Missed::because(why, End::Complete)
                })?;
                let kept = board.givens().into_iter().collect();
                Ok(Some(whole(puzzle, solution, &kept)))
            }
        }
    }

    fn is_given(&self) -> bool {
        matches!(self.start, Start::Puzzle(..))
    }
}

/// A puzzle with all its clues. Those of which all givens are kept stay.
fn whole(puzzle: Arc<dyn Puzzle>, solution: Vec<Choice>, kept: &HashSet<Choice>) -> Whole {
    let count = puzzle.clue_names().len();
    let units = |whole: &Whole| {
        let stays = |clue: usize| {
            let given = whole.given_by(clue);
            !given.is_empty() && given.iter().all(|choice| kept.contains(choice))
        };
        Units::new(count, &[], |_| true, |clue| !kept.is_empty() && stays(clue))
    };
    let mut whole = Whole::of_puzzle(puzzle, solution, Arc::new(Units::none(count)), count);
    whole.units = Arc::new(units(&whole));
    whole
}

/// The board with all of a solution given.
fn all_given(board: &Arc<dyn Puzzle>, solution: &[Choice]) -> Result<Arc<dyn Puzzle>, ParseError> {
    let given: HashSet<Choice> = board.givens().into_iter().collect();
    let others = solution.iter().filter(|choice| !given.contains(choice));
    others
        .copied()
        .try_fold(Arc::clone(board), |puzzle, choice| {
            Ok(puzzle.with_choice(choice)?.into())
        })
}

/// A solution of a board with its givens, by a search in a random order.
fn some_solution(
    board: &dyn Puzzle,
    judge: &mut Judge,
    random: &mut Random,
    budget: &Budget,
) -> Result<Vec<Choice>, Missed> {
    let nodes = budget.deadline.is_none().then_some(NODES_FOR_SOLUTION);
    match judge.solution(board.givens(), random.bits(), nodes, budget) {
        Ok(Some(solution)) => Ok(solution),
        Ok(None) => {
            let why = "it has no solution to begin with";
            Err(Missed::because(why, End::Complete))
        }
        Err(end) => {
            let why = format!("no solution was found: {end}");
            Err(Missed::because(why, end))
        }
    }
}
