//! A puzzle explained step by step, in its own words, and how two of its solutions differ.
//!
//! Nobody sees hidden choices. A step that says something about those alone is not told: it joins the next one.
//!
//! Steps come from [`logic`](tilewright_logic); their names from the puzzle. If logic finds no more, a search can
//! continue: it **assumes** a choice of an item with the fewest of them, reasons on, and if that ends in a
//! contradiction the choice goes. An assumption is reported as one.

use crate::asked::Asked;
use crate::check::Existence;
use crate::paranoid::Witnesses;
use crate::play::Standing;
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use tilewright_engines::{Budget, End};
use tilewright_logic::{Board, Ending, Level, Rounds, Settings, Step};
use tilewright_model::{Choice, Demand, Item, Model};
use tilewright_puzzles::{Puzzle, Telling};
use tilewright_render::{Emphasis, Picture};

/// The manner of an explanation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// Continue with assumptions when logic ends.
    pub search: bool,
    /// Use that there is one solution. It must be known: steps are wrong otherwise.
    pub unique: bool,
    /// Look for contradictions within contradictions as well, which takes long.
    pub nested: bool,
}

impl Manner {
    /// This manner for a puzzle with these solutions: steps use that there is one only where that was proved.
    #[must_use]
    pub fn proved(self, existence: &Existence) -> Self {
        Self {
            unique: self.unique && matches!(existence, Existence::Unique(_)),
            ..self
        }
    }

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
#[expect(
    clippy::large_enum_variant,
    reason = "events are handed out one by one and not kept"
)]
pub enum Event {
    /// A step.
    Step(Page),
    /// A choice is assumed.
    Assumed {
        /// The choice.
        choice: Choice,
        /// The number of assumptions now.
        depth: usize,
        /// The board without it.
        before: Arc<Board>,
    },
    /// An assumption led to an item without a choice, so the assumed choice goes.
    Refuted {
        /// The choice.
        choice: Choice,
        /// The item.
        item: Item,
        /// The number of assumptions with it.
        depth: usize,
        /// The board without the choice.
        after: Arc<Board>,
    },
}

impl Event {
    /// The event on its board, with the candidates of all cells, or without them where they are too many to draw.
    pub fn picture(&self, puzzle: &dyn Puzzle, has_candidates: bool) -> Picture {
        let (board, choice, emphasis) = match self {
            Self::Step(page) if has_candidates => {
                return puzzle.illustrate(&page.step, &page.before);
            }
            Self::Step(page) => return puzzle.so_far(&page.after.picked()),
            Self::Assumed { choice, before, .. } => (before, choice, Emphasis::Base),
            Self::Refuted { choice, after, .. } => (after, choice, Emphasis::Removed),
        };
        let mut picture = if has_candidates {
            puzzle.pencil_marks(board)
        } else {
            puzzle.so_far(&board.picked())
        };
        for spot in puzzle.spots(*choice) {
            picture.emphasise(spot, emphasis);
        }
        picture
    }
}

/// A step on its way.
#[derive(Debug)]
pub struct Page {
    /// The step as data.
    pub step: Step,
    /// The step in words.
    pub telling: Telling,
    /// The board with the conclusions of the steps before it. The steps of a round were found on one board,
    /// which has a little more left.
    pub before: Arc<Board>,
    /// The board with its conclusions too.
    pub after: Arc<Board>,
    /// The number of assumptions that it rests on.
    pub depth: usize,
}

/// The end of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every item has its choice. Without an assumption there is no other solution.
    Solved {
        /// The solution.
        solution: Vec<Choice>,
        /// The number of assumptions it rests on.
        depth: usize,
    },
    /// Logic finds no more.
    Stuck,
    /// There is no solution: this item has no choice left.
    Contradiction(Item),
    /// It was stopped before it was known whether there is another step.
    Stopped(End),
}

/// The next step of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The step as data.
    pub step: Step,
    /// The step in words.
    pub telling: Telling,
}

impl Asked {
    /// Explains the puzzle to the end, event by event, in the [manner](Asked::manner) that was set.
    ///
    /// ```
    /// use tilewright::{Solver, read};
    /// use tilewright::explain::{Event, Outcome};
    ///
    /// let puzzle = read("1.34341221434321", None)?;
    /// let mut asked = Solver::new().ask(&*puzzle)?;
    /// let mut steps = asked.explain();
    /// let Some(Event::Step(page)) = steps.next() else {
    ///     panic!("one cell is empty");
    /// };
    /// assert_eq!(page.telling.name, "full house");
    /// assert!(steps.next().is_none());
    /// assert!(matches!(steps.outcome(), Some(Outcome::Solved { depth: 0, .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(&mut self) -> Steps {
        self.explain_from(Standing::default())
    }

    /// Explains the puzzle from the position of a player. Entries and struck choices are taken to be right: see
    /// [`Game::wrong`](crate::play::Game::wrong).
    pub fn explain_from(&mut self, standing: Standing<'_>) -> Steps {
        let manner = self.manner_now();
        let puzzle = Arc::clone(self.puzzle());
        let budget = self.logic_budget();
        let witnesses = self.witnesses(standing, manner, &budget);
        let (lines, outcome) = match self.logic(&budget) {
            Ok(logic) => {
                let board = standing.board(&*puzzle, logic);
                let rounds = board.rounds(&manner.settings(), &budget);
                let line = Reasoning::new(Arc::new(board), rounds, None);
                (vec![line], None)
            }
            Err(end) => (Vec::new(), Some(Outcome::Stopped(end))),
        };
        Steps {
            puzzle,
            manner,
            budget,
            lines,
            outcome,
            witnesses,
        }
    }

    /// The easiest next step, in the [manner](Asked::manner) that was set; `None` if there is none.
    pub fn hint(&mut self) -> Result<Option<Hint>, End> {
        self.hint_from(Standing::default())
    }

    /// The easiest next step from the position of a player. Entries and struck choices are taken to be right: see
    /// [`Game::wrong`](crate::play::Game::wrong).
    pub fn hint_from(&mut self, standing: Standing<'_>) -> Result<Option<Hint>, End> {
        let manner = self.manner_now();
        let puzzle = Arc::clone(self.puzzle());
        let budget = self.logic_budget();
        let witnesses = self.witnesses(standing, manner, &budget);
        let board = standing.board(&*puzzle, self.logic(&budget)?);
        let Some((hint, board)) = easiest(&*puzzle, board, manner, &budget)? else {
            return Ok(None);
        };
        if let Some(mut witnesses) = witnesses {
            witnesses.step(&hint.step, &hint.telling.name, &board)?;
        }
        Ok(Some(hint))
    }

    /// Returns true if the clues leave nothing to do.
    pub fn is_complete(&mut self) -> Result<bool, End> {
        Ok(self.board(Standing::default())?.is_solved())
    }

    /// The picture of the puzzle with the candidates that its clues leave.
    pub fn pencil_marks(&mut self) -> Result<Picture, End> {
        let board = self.board(Standing::default())?;
        Ok(self.puzzle().pencil_marks(&board))
    }

    /// The picture of a step on the board in a player's position.
    pub fn illustrate(&mut self, standing: Standing<'_>, step: &Step) -> Result<Picture, End> {
        let board = self.board(standing)?;
        Ok(self.puzzle().illustrate(step, &board))
    }

    /// The candidates in a player's position, by the rules alone and without struck choices: choices of undecided
    /// tiles, ascending.
    pub fn left(&mut self, standing: Standing<'_>) -> Result<Vec<Choice>, End> {
        Ok(self.board(standing)?.undecided())
    }

    fn board(&mut self, standing: Standing<'_>) -> Result<Board, End> {
        let puzzle = Arc::clone(self.puzzle());
        let budget = self.logic_budget();
        Ok(standing.board(&*puzzle, self.logic(&budget)?))
    }

    pub(crate) fn logic_budget(&self) -> Budget {
        self.solver().question().for_work(None)
    }
}

/// The step of a board that is seen first among the easiest, and the board with what is not told before it.
fn easiest(
    puzzle: &dyn Puzzle,
    mut board: Board,
    manner: Manner,
    budget: &Budget,
) -> Result<Option<(Hint, Board)>, End> {
    let logic = board.logic().clone();
    let model = logic.model();
    let (step, mut steps) = loop {
        let Some(step) = board.next_step(&manner.settings(), budget)? else {
            return Ok(None);
        };
        let mut steps = board.steps(step.level(), budget)?;
        steps.retain(|step| step.is_shown(model));
        if step.is_shown(model) || !steps.is_empty() {
            break (step, steps);
        }
        board.apply(&step);
    };
    if step.is_shown(model) && !steps.contains(&step) {
        steps.push(step);
    }
    let hints = steps.into_iter().map(|step| {
        let step = puzzle.as_seen(step, &board);
        let telling = puzzle.tell(&step, &board);
        let step = step.shown(model);
        Hint { step, telling }
    });
    let first = hints.min_by_key(|hint| hint.telling.rank);
    Ok(first.map(|hint| (hint, board)))
}

/// The events of an explanation, pulled one by one; [`Steps::outcome`] says how it ended. It owns all that it
/// needs, so it can be kept.
pub struct Steps {
    puzzle: Arc<dyn Puzzle>,
    manner: Manner,
    budget: Budget,
    /// The consequences of the clues, and then of each assumption on top of that.
    lines: Vec<Reasoning>,
    outcome: Option<Outcome>,
    witnesses: Option<Witnesses>,
}

/// A line of reasoning.
struct Reasoning {
    /// The board after everything that was reported.
    board: Arc<Board>,
    /// Rounds from there on: a round ahead of the report.
    rounds: Rounds,
    /// Steps of a round, to be reported; those without words say nothing about what is shown.
    told: VecDeque<(Option<Telling>, Step)>,
    /// The choice that was assumed for this line.
    assumed: Option<Choice>,
}

impl Reasoning {
    fn new(board: Arc<Board>, rounds: Rounds, assumed: Option<Choice>) -> Self {
        Self {
            board,
            rounds,
            told: VecDeque::new(),
            assumed,
        }
    }

    /// The next step with the boards before and after it.
    fn next(&mut self, depth: usize) -> Option<Event> {
        let (telling, step) = loop {
            let (telling, step) = self.told.pop_front()?;
            if let Some(telling) = telling {
                break (telling, step);
            }
            Arc::make_mut(&mut self.board).apply(&step);
        };
        let before = Arc::clone(&self.board);
        Arc::make_mut(&mut self.board).apply(&step);
        Some(Event::Step(Page {
            step: step.shown(before.logic().model()),
            telling,
            before,
            after: Arc::clone(&self.board),
            depth,
        }))
    }
}

impl Steps {
    /// The end of the explanation, once the iterator has returned `None`.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The board after everything that was reported so far; `None` if the end came before there was one.
    pub fn board(&self) -> Option<&Board> {
        self.lines.last().map(|line| &*line.board)
    }

    /// The number of assumptions.
    fn depth(&self) -> usize {
        self.lines.len() - 1
    }

    /// Looks for more rounds on a board, within the time that is left.
    fn rounds(&self, board: &Board) -> Rounds {
        board.rounds(&self.manner.settings(), &self.budget)
    }

    /// The next event, or how the explanation ends.
    fn advance(&mut self) -> Result<Event, Outcome> {
        loop {
            let depth = self.depth();
            let line = &mut self.lines[depth];
            if let Some(event) = line.next(depth) {
                return Ok(event);
            }
            let Some(round) = line.rounds.next() else {
                return self.turn();
            };
            let told = round.steps.into_iter().map(|step| {
                let step = self.puzzle.as_seen(step, &line.board);
                let is_shown = step.is_shown(line.board.logic().model());
                let telling = is_shown.then(|| self.puzzle.tell(&step, &line.board));
                (telling, step)
            });
            line.told = told.collect();
            let ranked = line.told.make_contiguous();
            ranked.sort_by_key(|(telling, _)| telling.as_ref().map(|telling| telling.rank));
        }
    }

    /// The end of logic: assumes something, takes an assumption back, or is done.
    fn turn(&mut self) -> Result<Event, Outcome> {
        let depth = self.depth();
        let line = &self.lines[depth];
        match line.rounds.end().expect("the rounds have ended").clone() {
            Ending::Solved { picked } => Err(Outcome::Solved {
                solution: picked,
                depth,
            }),
            Ending::Stopped(stopped) => Err(Outcome::Stopped(stopped)),
            Ending::Contradiction { item } => match line.assumed {
                Some(choice) => Ok(self.refute(choice, item)),
                None => Err(Outcome::Contradiction(item)),
            },
            Ending::Stuck { .. } => match fewest(&line.board).filter(|_| self.manner.search) {
                Some(choice) => Ok(self.assume(choice)),
                None => Err(Outcome::Stuck),
            },
        }
    }

    fn assume(&mut self, choice: Choice) -> Event {
        let before = Arc::clone(&self.lines[self.depth()].board);
        let mut board = Board::clone(&before);
        board.pick(choice);
        let rounds = self.rounds(&board);
        self.lines
            .push(Reasoning::new(Arc::new(board), rounds, Some(choice)));
        Event::Assumed {
            choice,
            depth: self.depth(),
            before,
        }
    }

    fn refute(&mut self, choice: Choice, item: Item) -> Event {
        let depth = self.depth();
        self.lines.pop();
        let mut board = Board::clone(&self.lines[depth - 1].board);
        board.remove(choice);
        let rounds = self.rounds(&board);
        let after = Arc::new(board);
        let line = &mut self.lines[depth - 1];
        (line.board, line.rounds) = (Arc::clone(&after), rounds);
        Event::Refuted {
            choice,
            item,
            depth,
            after,
        }
    }
}

impl Iterator for Steps {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        if self.outcome.is_some() {
            return None;
        }
        let mut next = self.advance();
        if let Some(witnesses) = &mut self.witnesses {
            let checked = match &next {
                Ok(event) => witnesses.event(event),
                Err(outcome) => witnesses.outcome(outcome),
            };
            if let Err(end) = checked {
                next = Err(Outcome::Stopped(end));
            }
        }
        next.map_err(|outcome| self.outcome = Some(outcome)).ok()
    }
}

impl fmt::Debug for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Steps")
            .field("puzzle", &self.puzzle)
            .field("outcome", &self.outcome)
            .finish_non_exhaustive()
    }
}

/// The first choice of an item that has the fewest, of those that need one and are not hidden.
fn fewest(board: &Board) -> Option<Choice> {
    let model = board.logic().model();
    let is_open =
        |item: &Item| model.demand(*item) == Demand::ExactlyOne && !board.is_settled(*item);
    let open = model.items().filter(is_open);
    let open = open.filter(|&item| model.is_own_item(item));
    let item = open.min_by_key(|&item| board.live_count(item))?;
    board.live(item).next()
}

/// The differing choices of two solutions of a puzzle: for each tile that differs, both choices.
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
