//! A puzzle explained step by step, in its own words, and how two of its solutions differ.
//!
//! Steps come from [`logic`](tilewright_logic); what they are called from the puzzle. Where logic
//! finds no more, a search can go on: it **assumes** a choice of an item with the fewest of them,
//! reasons on, and where that ends in a contradiction the choice goes. An assumption is told as one.

use crate::paranoid::{Allowance, Witnesses};
use crate::play::{Standing, with_clues};
use crate::session::{Purse, Session};
use tilewright_engines::Ask;
use tilewright_logic::{Board, Budget, End, Level, Logic, Settings, Step, Stopped};
use tilewright_model::clock::Instant;
use tilewright_model::{Choice, Demand, Item, Model};
use tilewright_puzzles::{Puzzle, Telling};
use tilewright_render::Picture;

/// How a puzzle is explained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// Go on with assumptions where logic ends.
    pub search: bool,
    /// Use that there is one solution. It must be known: steps are wrong otherwise.
    pub unique: bool,
    /// Look for contradictions within contradictions as well, which takes long.
    pub nested: bool,
}

impl Manner {
    pub(crate) fn settings(self) -> Settings {
        let usual = Settings::default();
        Settings {
            hardest: if self.nested {
                Level::Nested
            } else {
                usual.hardest
            },
            unique: self.unique,
        }
    }
}

/// Something that happens on the way.
#[derive(Debug)]
pub enum Event<'e> {
    /// A step.
    Step(Page<'e>),
    /// A choice is assumed.
    Assumed {
        /// The choice.
        choice: Choice,
        /// How many assumptions there are now.
        depth: usize,
        /// The board without it.
        before: &'e Board,
    },
    /// An assumption led to an item without a choice, so the assumed choice goes.
    Refuted {
        /// The choice.
        choice: Choice,
        /// The item.
        item: Item,
        /// How many assumptions there were with it.
        depth: usize,
        /// The board without the choice.
        after: &'e Board,
    },
}

/// A step on its way.
#[derive(Debug)]
pub struct Page<'e> {
    /// The step as data.
    pub step: &'e Step,
    /// The step in words.
    pub telling: &'e Telling,
    /// The board with what the steps before it did. Those of its round were found on one board,
    /// which has a little more left.
    pub before: &'e Board,
    /// The board with what it concludes, and with what the steps before it did.
    pub after: &'e Board,
    /// How many assumptions it rests on.
    pub depth: usize,
}

/// How an explanation ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every item has its choice. Without an assumption there is no other solution.
    Solved {
        /// The solution.
        solution: Vec<Choice>,
        /// How many assumptions it rests on.
        depth: usize,
    },
    /// Logic finds no more.
    Stuck,
    /// There is no solution: this item has no choice left.
    Contradiction(Item),
    /// It was stopped before it was known whether there is another step.
    Stopped(Stopped),
}

/// Why logic was stopped, in the words that there are for any other search.
pub fn end_of(stopped: Stopped) -> tilewright_engines::End {
    match stopped {
        Stopped::Time => tilewright_engines::End::Time,
        Stopped::Work => tilewright_engines::End::Nodes,
        Stopped::Memory => tilewright_engines::End::Memory,
        Stopped::Interrupted => tilewright_engines::End::Interrupted,
    }
}

/// The next step of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The step as data.
    pub step: Step,
    /// The step in words.
    pub telling: Telling,
}

impl Session {
    /// Explains a puzzle from its clues to the end, telling each event.
    pub fn explain(
        &mut self,
        puzzle: &dyn Puzzle,
        manner: Manner,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Outcome {
        self.explain_from(puzzle, &[], manner, tell)
    }

    /// The same from what a player has entered besides the clues. It is taken to be right: see
    /// [`Session::mistakes`].
    pub fn explain_from(
        &mut self,
        puzzle: &dyn Puzzle,
        entries: &[Choice],
        manner: Manner,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Outcome {
        let budget = self.logic_budget();
        let deadline = budget
            .time
            .and_then(|time| Instant::now().checked_add(time));
        let standing = Standing::of(entries);
        let (mut witnesses, logic) = self.witnesses(puzzle, standing, manner);
        let board = standing.board(puzzle, logic);
        let mut tell = |event: Event<'_>| {
            if let Some(witnesses) = &mut witnesses {
                witnesses.event(&event);
            }
            tell(event);
        };
        let mut teller = Teller {
            puzzle,
            manner,
            deadline,
            budget,
            tell: &mut tell,
        };
        let outcome = teller.run(board, 0);
        if let Some(witnesses) = &witnesses {
            witnesses.outcome(&outcome);
        }
        outcome
    }

    /// Solutions that steps are held against, where they are to be, and logic beside them.
    pub(crate) fn witnesses<'s>(
        &'s mut self,
        puzzle: &'s dyn Puzzle,
        standing: Standing<'_>,
        manner: Manner,
    ) -> (Option<Witnesses<'s>>, &'s Logic) {
        let begun = Instant::now();
        let allowance = Allowance::new(self.solver(), &Purse::new(self.solver()), begun);
        let model = self.model().clone();
        let (second, logic) = self.second_and_logic();
        let ask = Ask::given(with_clues(puzzle, standing.entries)).barred(standing.struck);
        let witnesses = second
            .map(|second| Witnesses::new(second, (puzzle, model), ask, manner.unique, &allowance));
        (witnesses, logic)
    }

    /// The easiest next step; `None` where there is none.
    pub fn hint(&mut self, puzzle: &dyn Puzzle, manner: Manner) -> Result<Option<Hint>, Stopped> {
        self.hint_from(puzzle, Standing::default(), manner)
    }

    /// The same from where a player stands. Entries and what was struck out are taken to be right:
    /// see [`Session::mistakes`].
    pub fn hint_from(
        &mut self,
        puzzle: &dyn Puzzle,
        standing: Standing<'_>,
        manner: Manner,
    ) -> Result<Option<Hint>, Stopped> {
        let budget = self.logic_budget();
        let (witnesses, logic) = self.witnesses(puzzle, standing, manner);
        let hint = easiest(puzzle, &standing.board(puzzle, logic), manner, &budget);
        if let (Some(mut witnesses), Ok(Some(hint))) = (witnesses, &hint) {
            witnesses.step(&hint.step, &hint.telling.name);
        }
        hint
    }

    /// Whether the clues leave nothing to do.
    pub fn is_complete(&mut self, puzzle: &dyn Puzzle) -> bool {
        self.logic().board(&puzzle.givens()).is_solved()
    }

    /// How the puzzle looks with what its clues leave possible.
    pub fn pencil_marks(&mut self, puzzle: &dyn Puzzle) -> Picture {
        puzzle.pencil_marks(&self.logic().board(&puzzle.givens()))
    }

    /// How a step looks on the board where a player stands.
    pub fn illustrate(
        &mut self,
        puzzle: &dyn Puzzle,
        standing: Standing<'_>,
        step: &Step,
    ) -> Picture {
        puzzle.illustrate(step, &standing.board(puzzle, self.logic()))
    }

    /// What is still possible where a player stands, by the rules alone and without what was struck
    /// out: choices of what is undecided, ascending.
    pub fn left(&mut self, puzzle: &dyn Puzzle, standing: Standing<'_>) -> Vec<Choice> {
        standing.board(puzzle, self.logic()).undecided()
    }

    pub(crate) fn logic_budget(&self) -> Budget {
        Purse::new(self.solver()).for_logic()
    }
}

/// The step of a board that is seen first among the easiest.
pub(crate) fn easiest(
    puzzle: &dyn Puzzle,
    board: &Board,
    manner: Manner,
    budget: &Budget,
) -> Result<Option<Hint>, Stopped> {
    let Some(step) = board.next_step_with(&manner.settings(), budget)? else {
        return Ok(None);
    };
    let mut steps = board.steps(step.level(), budget)?;
    if !steps.contains(&step) {
        steps.push(step);
    }
    let hints = steps.into_iter().map(|step| {
        let step = puzzle.as_seen(step, board);
        let telling = puzzle.tell(&step, board);
        Hint { step, telling }
    });
    Ok(hints.min_by_key(|hint| hint.telling.rank))
}

struct Teller<'t> {
    puzzle: &'t dyn Puzzle,
    manner: Manner,
    budget: Budget,
    deadline: Option<Instant>,
    tell: &'t mut dyn FnMut(Event<'_>),
}

impl Teller<'_> {
    /// Goes on from a board until it is solved, contradicts itself, or nothing more is found.
    fn run(&mut self, mut board: Board, depth: usize) -> Outcome {
        loop {
            let outcome = self.reason(&mut board, depth);
            if outcome != Outcome::Stuck || !self.manner.search {
                return outcome;
            }
            let Some(choice) = fewest(&board) else {
                return outcome;
            };
            let depth = depth + 1;
            (self.tell)(Event::Assumed {
                choice,
                depth,
                before: &board,
            });
            let mut assumed = board.clone();
            assumed.pick(choice);
            match self.run(assumed, depth) {
                Outcome::Contradiction(item) => {
                    board.remove(choice);
                    (self.tell)(Event::Refuted {
                        choice,
                        item,
                        depth,
                        after: &board,
                    });
                }
                outcome => return outcome,
            }
        }
    }

    /// Applies what logic finds, telling each step.
    fn reason(&mut self, board: &mut Board, depth: usize) -> Outcome {
        self.budget.time = self
            .deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let settings = self.manner.settings();
        let start = board.clone();
        let end = start.explain_in_rounds(&settings, &self.budget, &mut |round| {
            let found_on = board.clone();
            let told = round.steps.iter().map(|step| {
                let step = self.puzzle.as_seen(step.clone(), &found_on);
                (self.puzzle.tell(&step, &found_on), step)
            });
            let mut told: Vec<(Telling, Step)> = told.collect();
            told.sort_by_key(|(telling, _)| telling.rank);
            for (telling, step) in &told {
                let before = board.clone();
                board.apply(step);
                (self.tell)(Event::Step(Page {
                    step,
                    telling,
                    before: &before,
                    after: board,
                    depth,
                }));
            }
        });
        match end {
            End::Solved { picked } => Outcome::Solved {
                solution: picked,
                depth,
            },
            End::Stuck { .. } => Outcome::Stuck,
            End::Contradiction { item } => Outcome::Contradiction(item),
            End::Stopped(stopped) => Outcome::Stopped(stopped),
        }
    }
}

/// The first choice of an item that has the fewest, of those that need one.
fn fewest(board: &Board) -> Option<Choice> {
    let model = board.logic().model();
    let is_open =
        |item: &Item| model.demand(*item) == Demand::ExactlyOne && !board.is_settled(*item);
    let open = model.items().filter(is_open);
    let item = open.min_by_key(|&item| board.live_count(item))?;
    board.live(item).next()
}

/// What two solutions of a puzzle pick differently: for each tile that differs, both choices.
pub fn differences(model: &Model, one: &[Choice], other: &[Choice]) -> Vec<(Choice, Choice)> {
    let pick = |solution: &[Choice]| {
        let mut of_item = vec![None; model.item_count()];
        for &choice in solution {
            for &(item, _) in model.touches(choice) {
                of_item[item.index()] = Some(choice);
            }
        }
        of_item
    };
    let (one, other) = (pick(one), pick(other));
    let tiles = model.tiles().iter();
    let differs = |tile: &Item| Some((one[tile.index()]?, other[tile.index()]?));
    let mut pairs: Vec<_> = tiles.filter_map(differs).filter(|(a, b)| a != b).collect();
    // Two tiles may be about the same choices.
    let mut seen = std::collections::HashSet::new();
    pairs.retain(|pair| seen.insert(*pair));
    pairs
}
