//! From a board to the end, round by round.

use crate::conflicts::Common;
use crate::hash::Set;
use crate::items::Items;
use crate::links::Kind;
use crate::{
    Board, Budget, Level, Logic, Step, chains, excluded, fins, forcing, hidden, joined, lines,
    parity, sets, single, together, unique,
};
use std::ops::ControlFlow;
use tilewright_model::budget::{End, Meter};
use tilewright_model::{Choice, Item, Model};

/// The settings of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The hardest level that is tried: by default all but the nested ones.
    pub hardest: Level,
    /// True if there is known to be one solution, and steps may use it.
    pub unique: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hardest: Level::Verity,
            unique: false,
        }
    }
}

impl Settings {
    /// The levels that are tried, in order.
    pub fn levels(&self) -> impl Iterator<Item = Level> + '_ {
        let levels = Level::ALL.into_iter();
        let levels = levels.take_while(|level| *level <= self.hardest);
        levels.filter(|level| self.unique || *level != Level::Unique)
    }
}

/// Steps of one level, found on the same board and applied together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The level of its steps: no easier one had any.
    pub level: Level,
    /// The steps in the order of their items; each says something that those before it do not.
    pub steps: Vec<Step>,
    /// The number of choices that it decides: those that its steps name. Steps on lines and links both pick and remove,
    /// and the one says what another does; of these it is the number of choices that go.
    pub decided: usize,
}

/// The end of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every item has its choice; there is no other solution.
    Solved {
        /// The solution: its choices without hidden ones, ascending.
        picked: Vec<Choice>,
    },
    /// No level finds another step.
    Stuck {
        /// The choices that are neither picked nor gone, ascending.
        undecided: Vec<Choice>,
    },
    /// There is no solution.
    Contradiction {
        /// An exactly-one item that has no choice left, or of hidden ones, none that can be picked with others.
        item: Item,
    },
    /// The budget was used up; there may be more steps.
    Stopped(End),
}

/// The steps from a board to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The rounds found, in order.
    pub rounds: Vec<Round>,
    /// Its end.
    pub end: Ending,
}

impl Explanation {
    /// Every step, in order.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.rounds.iter().flat_map(|round| &round.steps)
    }

    /// The explanation without hidden choices, of which solutions say nothing.
    #[must_use]
    pub fn shown(&self, model: &Model) -> Self {
        let mut shown = self.clone();
        for round in &mut shown.rounds {
            let steps = round.steps.drain(..).map(|step| step.shown(model));
            round.steps = steps.collect();
        }
        shown
    }

    /// The first step that is wrong for one of these solutions, each of which ascends: it removes
    /// a choice that is picked there, or picks one that is not. Every step is meant to be right for
    /// all solutions of its board. Where choices are hidden, those that are [shown](Self::shown) are compared.
    pub fn wrong_step(&self, solutions: &[Vec<Choice>]) -> Option<&Step> {
        self.steps().find(|step| {
            solutions.iter().any(|solution| {
                let is_in = |c: &Choice| solution.binary_search(c).is_ok();
                step.removed.iter().any(is_in) || !step.picked.iter().all(is_in)
            })
        })
    }

    /// The hardest level that was needed; `None` where no step was.
    pub fn hardest(&self) -> Option<Level> {
        self.rounds.iter().map(|round| round.level).max()
    }
}

/// Explains a model with these givens, without a budget.
///
/// # Panics
/// If a given is not in the model.
pub fn explain(model: &Model, given: &[Choice]) -> Explanation {
    let budget = Budget::default();
    match Logic::new(model, &budget) {
        Ok(logic) => logic.board(given).explain(&budget),
        Err(end) => Explanation {
            rounds: Vec::new(),
            end: Ending::Stopped(end),
        },
    }
}

impl Board {
    /// The easiest step that says something new: the first of its level in the order of the items.
    /// `None` where there is none, or where the board has a contradiction or nothing open but hidden choices.
    pub fn next_step(&self, settings: &Settings, budget: &Budget) -> Result<Option<Step>, End> {
        let mut finder = Finder::new(self, budget);
        if self.contradiction().is_some() || self.is_open_behind() {
            return Ok(None);
        }
        for level in settings.levels() {
            let mut first = None;
            let _ = find(self, level, &mut finder, &mut |step| {
                if !self.is_news(&step) {
                    return ControlFlow::Continue(());
                }
                first = Some(step);
                ControlFlow::Break(())
            });
            match (first, finder.meter.end()) {
                (Some(step), _) => return Ok(Some(step)),
                (None, Some(stopped)) => return Err(stopped),
                (None, None) => {}
            }
        }
        Ok(None)
    }

    /// All steps of one level that the board has, in the order of their items, whether or not they
    /// say something new after each other; of chains the shortest alone, of contradictions those
    /// that are met soonest.
    pub fn steps(&self, level: Level, budget: &Budget) -> Result<Vec<Step>, End> {
        let mut finder = Finder::new(self, budget);
        finder.is_in_order = false;
        let mut steps = Vec::new();
        let _ = find(self, level, &mut finder, &mut |step| {
            if self.is_news(&step) {
                steps.push(step);
            }
            ControlFlow::Continue(())
        });
        finder.meter.end().map_or(Ok(steps), Err)
    }

    /// Explains the board to its end.
    pub fn explain(&self, budget: &Budget) -> Explanation {
        self.explain_with(&Settings::default(), budget)
    }

    /// Explains with other settings than the default.
    pub fn explain_with(&self, settings: &Settings, budget: &Budget) -> Explanation {
        let mut found = self.rounds(settings, budget);
        let rounds = found.by_ref().collect();
        let end = found.end.expect("it gave all its rounds");
        Explanation { rounds, end }
    }

    /// The rounds from this board to the end, one after the other.
    pub fn rounds(&self, settings: &Settings, budget: &Budget) -> Rounds {
        Rounds {
            board: self.clone(),
            finder: Finder::new(self, budget),
            settings: settings.clone(),
            is_begun: false,
            end: None,
        }
    }

    /// Finds and applies the steps of the easiest level that has any. It keeps only steps that say something new, so
    /// the number of choices bounds the memory. A round ends early at a contradiction.
    fn round(&mut self, settings: &Settings, finder: &mut Finder) -> Option<Round> {
        for level in settings.levels() {
            let started = self.clock();
            let mut steps = Vec::new();
            let mut gone = std::mem::take(&mut finder.gone);
            let flow = find(self, level, finder, &mut |step| {
                if gone.is_news(self, &step) {
                    gone.note(&step);
                    steps.push(step);
                }
                ControlFlow::Continue(())
            });
            gone.forget();
            finder.gone = gone;
            if flow.is_continue() {
                finder.since[level.place()] = started;
                match level {
                    Level::Single => self.tidy_ones(),
                    Level::Excluded => self.forget_touched(),
                    _ => {}
                }
            }
            self.apply_new(&mut steps);
            if !steps.is_empty() {
                let decided = match level {
                    Level::Line | Level::Derived | Level::Joined => {
                        (self.clock() - started) as usize
                    }
                    _ => named(&steps),
                };
                return Some(Round {
                    level,
                    steps,
                    decided,
                });
            }
            if finder.meter.end().is_some() {
                return None;
            }
        }
        None
    }

    /// Applies those steps that say something new, and drops the others and those after a
    /// contradiction.
    fn apply_new(&mut self, steps: &mut Vec<Step>) {
        steps.retain(|step| {
            let is_kept = self.contradiction().is_none() && self.is_news(step);
            if is_kept {
                self.apply(step);
            }
            is_kept
        });
    }
}

/// The rounds of a board, pulled; [`Rounds::end`] says how it ended. It owns its board, so it can be kept.
pub struct Rounds {
    board: Board,
    finder: Finder,
    settings: Settings,
    is_begun: bool,
    end: Option<Ending>,
}

impl Rounds {
    /// The end, once the iterator has returned `None`.
    pub fn end(&self) -> Option<&Ending> {
        self.end.as_ref()
    }

    /// The board with all rounds that were given.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The end of the board, if it is known without a search for steps.
    fn ended(&mut self) -> Option<Ending> {
        let stopped = self.finder.meter.end().filter(|_| self.is_begun);
        if let Some(stopped) = stopped {
            return Some(Ending::Stopped(stopped));
        }
        if let Some(item) = self.board.contradiction() {
            return Some(Ending::Contradiction { item });
        }
        if self.board.is_solved() {
            return Some(self.solved());
        }
        self.ended_behind()
    }

    fn solved(&self) -> Ending {
        let picked = self.board.picked();
        let model = self.board.logic().model();
        Ending::Solved {
            picked: model.own(&picked).to_vec(),
        }
    }

    /// The end of a board on which only hidden choices are open: in how many ways they may be picked does not matter.
    fn ended_behind(&mut self) -> Option<Ending> {
        if !self.board.is_open_behind() {
            return None;
        }
        match hidden::completed(&self.board, &mut self.finder.meter) {
            ControlFlow::Break(()) => self.finder.meter.end().map(Ending::Stopped),
            ControlFlow::Continue(is_completed) => Some(if is_completed? {
                self.solved()
            } else {
                let item = self.board.open_bases().next()?;
                Ending::Contradiction { item }
            }),
        }
    }
}

impl Iterator for Rounds {
    type Item = Round;

    fn next(&mut self) -> Option<Round> {
        if self.end.is_none() {
            self.end = self.ended();
        }
        if self.end.is_some() {
            return None;
        }
        self.is_begun = true;
        let round = self.board.round(&self.settings, &mut self.finder);
        if round.is_none() {
            let stopped = self.finder.meter.end().map(Ending::Stopped);
            self.end = Some(stopped.unwrap_or_else(|| Ending::Stuck {
                undecided: self.board.undecided(),
            }));
        }
        round
    }
}

/// Receives the steps.
pub(crate) type Found<'f> = dyn FnMut(Step) -> ControlFlow<()> + 'f;

/// The state of a search for steps: the work spent, the facts derived about a board, and the time of each level's
/// last complete search.
pub(crate) struct Finder {
    pub(crate) meter: Meter,
    pub(crate) common: Common,
    /// The items of the board at that time.
    items: Option<(u64, Items)>,
    since: [u64; Level::ALL.len()],
    /// True if all easier levels were found to have nothing.
    pub(crate) is_in_order: bool,
    gone: Gone,
}

/// Looks at a choice between two looks at the budget: well below a millisecond's worth.
const LOOK_EVERY: u64 = 1 << 16;

impl Finder {
    fn new(board: &Board, budget: &Budget) -> Self {
        Self {
            meter: budget.meter().every(LOOK_EVERY),
            common: Common::new(board),
            items: None,
            since: [0; Level::ALL.len()],
            is_in_order: true,
            gone: Gone::default(),
        }
    }

    /// The items of the board, and the buffers for working on them.
    pub(crate) fn items(
        &mut self,
        board: &Board,
    ) -> ControlFlow<(), (&Items, &mut Meter, &mut Common)> {
        if self
            .items
            .as_ref()
            .is_none_or(|known| known.0 != board.clock())
        {
            self.items = None;
        }
        let (_, items) = match &mut self.items {
            Some(known) => known,
            none => none.insert((board.clock(), Items::of(board, &mut self.meter)?)),
        };
        ControlFlow::Continue((items, &mut self.meter, &mut self.common))
    }
}

/// The conclusions of a round's steps so far.
#[derive(Default)]
struct Gone {
    is_gone: Set<Choice>,
    is_picked: Set<Choice>,
}

impl Gone {
    fn is_news(&self, board: &Board, step: &Step) -> bool {
        let is_new = |c: &Choice| !board.is_picked(*c) && !self.is_picked.contains(c);
        let is_left = |c: &Choice| board.is_live(*c) && !self.is_gone.contains(c);
        step.picked.iter().any(is_new) || step.removed.iter().any(is_left)
    }

    fn note(&mut self, step: &Step) {
        self.is_gone.extend(&step.removed);
        self.is_picked.extend(&step.picked);
    }

    fn forget(&mut self) {
        self.is_gone.clear();
        self.is_picked.clear();
    }
}

/// The number of choices that steps pick or remove.
fn named(steps: &[Step]) -> usize {
    let mut named: Set<Choice> = Set::default();
    for step in steps {
        named.extend(step.picked.iter().chain(&step.removed));
    }
    named.len()
}

/// Finds the steps of a level until `found` or the meter breaks.
fn find(
    board: &Board,
    level: Level,
    finder: &mut Finder,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let since = finder.since[level.place()];
    match level {
        Level::Single => single::find(board, finder, found),
        Level::Excluded => excluded::find(board, finder, found),
        Level::Line => lines::find(board, since, finder, found),
        Level::Derived => lines::find_derived(board, since, finder, found),
        Level::Joined => joined::find(board, since, finder, found),
        Level::Parity => parity::find(board, since, finder, found),
        Level::Parted => joined::find_parted(board, finder, found),
        Level::Together => together::find(board, since, finder, found),
        Level::Sets(2) => sets::find_pairs(board, since, finder, found),
        Level::Sets(size @ 3..=4) => {
            sets::find_in_layers(board, usize::from(size), since, finder, found)
        }
        Level::Finned(size @ 2..=4) => fins::find(board, usize::from(size), since, finder, found),
        Level::Sets(_) | Level::Finned(_) => ControlFlow::Continue(()),
        Level::Unique => unique::find(board, finder, found),
        Level::Chain => chains::find(board, Kind::Pairs, finder, found),
        Level::Grouped => chains::find(board, Kind::Grouped, finder, found),
        Level::Almost => chains::find(board, Kind::Almost, finder, found),
        Level::Contradiction => forcing::find_contradictions(board, false, finder, found),
        Level::Verity => forcing::find_verities(board, finder, found),
        Level::Nested => forcing::find_contradictions(board, true, finder, found),
    }
}
