//! From a board to the end, round by round.

use crate::budget::Meter;
use crate::{Board, Budget, Level, Logic, Step, Stopped, chains, excluded, fins, sets, single};
use std::ops::ControlFlow;
use tilewright_model::{Choice, Item, Model};

/// Steps of one level, found on the same board and applied together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The level of its steps: no easier one had any.
    pub level: Level,
    /// The steps in the order of their items; each says something that those before it do not.
    pub steps: Vec<Step>,
}

/// How an explanation ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Every item has its choice; there is no other solution.
    Solved {
        /// The solution: its choices, ascending.
        picked: Vec<Choice>,
    },
    /// No level finds another step.
    Stuck {
        /// The choices that are neither picked nor gone, ascending.
        undecided: Vec<Choice>,
    },
    /// There is no solution.
    Contradiction {
        /// An exactly-one item that has no choice left.
        item: Item,
    },
    /// The budget was used up; there may be more steps.
    Stopped(Stopped),
}

/// The steps from a board to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What was found, in order.
    pub rounds: Vec<Round>,
    /// How it ended.
    pub end: End,
}

impl Explanation {
    /// Every step, in order.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.rounds.iter().flat_map(|round| &round.steps)
    }

    /// The hardest level that was needed; `None` where no step was.
    pub fn hardest(&self) -> Option<Level> {
        self.rounds.iter().map(|round| round.level).max()
    }
}

/// Explains a model with these givens, without any limit on what it may cost.
///
/// # Panics
/// If a given is not in the model.
pub fn explain(model: &Model, given: &[Choice]) -> Explanation {
    let logic = Logic::new(model);
    logic.board(given).explain(&Budget::default())
}

impl Board<'_> {
    /// The easiest step that says something new: the first of its level in the order of the items.
    /// `None` where there is none, or where the board has a contradiction.
    pub fn next_step(&self, budget: &Budget) -> Result<Option<Step>, Stopped> {
        let mut meter = Meter::start(budget);
        if self.contradiction().is_some() {
            return Ok(None);
        }
        for level in Level::ALL {
            let mut first = None;
            let _ = find(self, level, &mut meter, &mut |step| {
                if !self.is_news(&step) {
                    return ControlFlow::Continue(());
                }
                first = Some(step);
                ControlFlow::Break(())
            });
            match (first, meter.stopped()) {
                (Some(step), _) => return Ok(Some(step)),
                (None, Some(stopped)) => return Err(stopped),
                (None, None) => {}
            }
        }
        Ok(None)
    }

    /// All steps of one level that the board has, in the order of their items, whether or not they
    /// say something new after each other; of chains the shortest alone.
    pub fn steps(&self, level: Level, budget: &Budget) -> Result<Vec<Step>, Stopped> {
        let mut meter = Meter::start(budget);
        let mut steps = Vec::new();
        let _ = find(self, level, &mut meter, &mut |step| {
            if self.is_news(&step) {
                steps.push(step);
            }
            ControlFlow::Continue(())
        });
        meter.stopped().map_or(Ok(steps), Err)
    }

    /// Explains the board to its end.
    pub fn explain(&self, budget: &Budget) -> Explanation {
        let mut meter = Meter::start(budget);
        let mut board = self.clone();
        let mut rounds = Vec::new();
        let end = loop {
            if let Some(item) = board.contradiction() {
                break End::Contradiction { item };
            }
            if board.is_solved() {
                let picked = board.picked();
                break End::Solved { picked };
            }
            let round = board.round(&mut meter);
            let is_stuck = round.is_none();
            rounds.extend(round);
            if let Some(stopped) = meter.stopped() {
                break End::Stopped(stopped);
            }
            if is_stuck {
                let undecided = board.undecided();
                break End::Stuck { undecided };
            }
        };
        Explanation { rounds, end }
    }

    /// Finds and applies the steps of the easiest level that has any. Only steps that say
    /// something new are kept, so that what is kept is bounded by the number of choices. A round
    /// ends early where it meets a contradiction.
    fn round(&mut self, meter: &mut Meter) -> Option<Round> {
        for level in Level::ALL {
            let mut after = self.clone();
            let mut steps = Vec::new();
            let _ = find(self, level, meter, &mut |step| {
                if after.is_news(&step) {
                    after.apply(&step);
                    steps.push(step);
                }
                if after.contradiction().is_some() {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
            if !steps.is_empty() {
                *self = after;
                return Some(Round { level, steps });
            }
            if meter.stopped().is_some() {
                return None;
            }
        }
        None
    }
}

/// Finds the steps of a level until `found` or the meter breaks.
fn find(
    board: &Board<'_>,
    level: Level,
    meter: &mut Meter,
    found: &mut dyn FnMut(Step) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match level {
        Level::Single => single::find(board, meter, found),
        Level::Excluded => excluded::find(board, meter, found),
        Level::Sets(2) => sets::find_pairs(board, meter, found),
        Level::Sets(size) => sets::find_in_layers(board, usize::from(size), meter, found),
        Level::Finned(size) => fins::find(board, usize::from(size), meter, found),
        Level::Chain => chains::find(board, meter, found),
    }
}
