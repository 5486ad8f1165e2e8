//! Questions of a person who solves: hint, explain, judge.

use crate::Desk;
use crate::card;
use crate::draw::{Easel, MOST_MARKS, stand_out};
use crate::failure::Failure;
use crate::places;
use crate::play::{self, Entries};
use crate::question::{Fields, quoted};
use crate::reply::Reply;
use crate::work::{no_solution, several_solutions};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use tilewright::answer::{Answer, Found, Obstacle, Step};
use tilewright::explain::{Event, Hint, Manner, Outcome, differences};
use tilewright::logic::Logic;
use tilewright::play::{Play, Standing, is_complete, with_clues};
use tilewright::puzzles::Families;
use tilewright::puzzles::Legend;
use tilewright::render::{Emphasis, Picture};
use tilewright::words::{Techniques, number_of};
use tilewright::{Asked, Choice, Existence, Model, Puzzle, Status};

/// The most bytes of all drawings of one explanation; later steps come without.
const MOST_DRAWN: usize = 64 << 20;

/// A puzzle with a player's entries.
struct Game {
    puzzle: Box<dyn Puzzle>,
    play: Play,
    cell_count: usize,
    easel: Easel,
}

/// The wrong entries of a player.
#[derive(Default)]
struct Wrong {
    /// Its cells, ascending; never one of a clue.
    cells: BTreeSet<usize>,
    /// The number of values or boxes.
    number: usize,
}

impl Game {
    fn of(question: Fields<'_>, families: &Families) -> Result<Self, Failure> {
        let puzzle = question.puzzle(families)?;
        let cell_count = card::picture(&*puzzle)?.cell_count();
        Ok(Self {
            play: play::read(question, &puzzle.legend(), cell_count)?,
            puzzle,
            cell_count,
            easel: Easel::of(question)?,
        })
    }

    fn entries(&self, model: &Model) -> Entries {
        play::entries(&self.play, &*self.puzzle, model)
    }

    /// The struck choices that are plausible: the model has them, and the only solution, if there
    /// is one, does not. A link may say anything.
    fn struck(&self, model: &Model, existence: &Existence) -> Vec<Choice> {
        let solution = solution_of(existence).unwrap_or_default();
        let struck = self.play.struck.difference(&solution).copied();
        struck
            .filter(|choice| choice.index() < model.choice_count())
            .collect()
    }

    /// The wrong entries: those that are impossible anywhere, and those that the only solution does
    /// not have; if no single solution is known, those that contradict the rules. A clue is never
    /// to blame.
    fn wrong(&self, model: &Model, entries: &Entries, existence: &Existence) -> Wrong {
        let Some(solution) = solution_of(existence) else {
            return self.against_the_rules(model, entries);
        };
        let mut mistakes = entries.choices.clone();
        mistakes.retain(|choice| !solution.contains(choice));
        self.wrong_among(entries, &mistakes)
    }

    /// The entries that contradict the rules.
    fn against_the_rules(&self, model: &Model, entries: &Entries) -> Wrong {
        let picked = with_clues(&*self.puzzle, &entries.choices);
        let mut clashing = model.clashing(&picked);
        clashing.retain(|choice| entries.choices.binary_search(choice).is_ok());
        self.wrong_among(entries, &clashing)
    }

    /// These choices and all impossible entries.
    fn wrong_among(&self, entries: &Entries, choices: &[Choice]) -> Wrong {
        let mut cells: BTreeSet<usize> = entries.stray_cells().collect();
        cells.extend(places::cells(&*self.puzzle, choices));
        let strays = entries.stray_values.len() + entries.stray_boxes.len();
        Wrong {
            cells,
            number: strays + choices.len(),
        }
    }

    /// "one cell is wrong", "2 rectangles are wrong"; `None` where nothing is.
    fn told_wrong(&self, wrong: &Wrong) -> Option<String> {
        let thing = match self.puzzle.legend() {
            Legend::Values(_) => "cell",
            _ if self.puzzle.picture().space.is_some() => "box",
            _ => "rectangle",
        };
        match (wrong.number, thing) {
            (0, _) => None,
            (1, _) => Some(format!("one {thing} is wrong")),
            (more, "box") => Some(format!("{more} boxes are wrong")),
            (more, _) => Some(format!("{} are wrong", number_of(more, thing))),
        }
    }

    /// Returns true if every cell has a value, including impossible ones.
    fn is_full(&self, entries: &Entries) -> bool {
        let puzzle = &*self.puzzle;
        let mut filled: BTreeSet<usize> = entries.stray_cells().collect();
        filled.extend(places::cells(puzzle, &entries.choices));
        filled.extend(places::cells(puzzle, &puzzle.givens()));
        filled.len() == self.cell_count
    }

    /// The board as it is, with wrong cells.
    fn drawn_wrong(&self, entries: &Entries, wrong: &BTreeSet<usize>) -> Option<String> {
        let mut picture = self.puzzle.so_far(&entries.choices);
        let cells: Vec<usize> = wrong.iter().copied().collect();
        stand_out(&mut picture, &cells, Emphasis::Wrong);
        self.easel.drawn(&picture)
    }

    /// The values that a step sets and strikes out, cell by cell.
    fn effects(&self, picked: &[Choice], removed: &[Choice]) -> Map<String, Value> {
        let puzzle = &*self.puzzle;
        let words = places::words(&puzzle.legend());
        let mut effects = Map::new();
        if words.is_empty() {
            effects.insert("boxes".into(), json!(places::boxes(puzzle, picked)));
            effects.insert("struck".into(), json!(places::boxes(puzzle, removed)));
            return effects;
        }
        let places = |choices: &[Choice]| -> Vec<(usize, usize)> {
            let places = choices.iter();
            places
                .filter_map(|&choice| places::cell_and_slot(puzzle, choice))
                .collect()
        };
        let set = places(picked).into_iter();
        let set: Vec<Value> = set
            .map(|(cell, slot)| json!({ "cell": cell, "value": words.get(slot) }))
            .collect();
        let strike = places(removed).into_iter();
        let strike: Vec<Value> = strike
            .map(|(cell, slot)| json!({ "cell": cell, "slot": slot }))
            .collect();
        effects.insert("set".into(), set.into());
        effects.insert("strike".into(), strike.into());
        effects
    }
}

impl Desk<'_> {
    /// Answers `judge`.
    pub(crate) fn judge(&self, question: Fields<'_>) -> Result<Value, Failure> {
        let game = Game::of(question, &self.caps.families)?;
        let puzzle = &*game.puzzle;
        let solver = self.solver(question.limits()?);
        let mut asked = solver.ask(puzzle)?;
        let existence = asked.existence();
        let model = asked.model();
        let entries = game.entries(model);
        let by_rules = game.against_the_rules(model, &entries);
        let wrong = game.wrong(model, &entries, &existence);
        let message = match existence {
            Existence::None => Some("the puzzle has no solution".to_owned()),
            _ => game.told_wrong(&wrong),
        };
        let picked = with_clues(puzzle, &entries.choices);
        let is_complete = is_complete(model, &picked)
            || (!entries.stray_values.is_empty() && game.is_full(&entries));
        let is_right = model.is_solution(&picked) && wrong.number == 0;
        let is_unique = matches!(existence, Existence::Unique(_));
        Ok(json!({
            "is_complete": is_complete,
            "is_right": is_complete.then_some(is_right),
            "wrong": by_rules.cells,
            "mistakes": is_unique.then_some(wrong.cells),
            "message": message,
        }))
    }

    /// Answers `notes`.
    pub(crate) fn notes(&self, question: Fields<'_>) -> Result<Value, Failure> {
        let game = Game::of(question, &self.caps.families)?;
        let puzzle = &*game.puzzle;
        let model = self.solver(question.limits()?).model(puzzle)?;
        if model.choice_count() > MOST_MARKS {
            return Err(Failure::new("the board is too large for notes"));
        }
        let entries = game.entries(&model);
        let mut left = Logic::new(&model)
            .board(&with_clues(puzzle, &entries.choices))
            .undecided();
        left.retain(|choice| !game.play.struck.contains(choice));
        Ok(json!({ "marks": places::marks(puzzle, game.cell_count, &left) }))
    }

    /// Answers `hint`.
    pub(crate) fn hint(&self, question: Fields<'_>) -> Result<Reply, Failure> {
        let game = Game::of(question, &self.caps.families)?;
        let manner = manner_of(question)?;
        let solver = self.solver(question.limits()?);
        Ok(hint(&game, &mut solver.ask(&*game.puzzle)?, manner))
    }

    /// Answers `explain`.
    pub(crate) fn explain(&self, question: Fields<'_>) -> Result<Reply, Failure> {
        let game = Game::of(question, &self.caps.families)?;
        let puzzle = &*game.puzzle;
        let manner = manner_of(question)?;
        let draws = Draws::of(question)?;
        let solver = self.solver(question.limits()?);
        let mut asked = solver.ask(puzzle)?;
        let entries = game.entries(asked.model());
        let manner = match start(&game, &mut asked, &entries, manner) {
            Ok(manner) => manner,
            Err(reply) => return Ok(*reply),
        };
        let mut teller = Teller {
            desk: self,
            game: &game,
            draws,
            is_small: asked.model().choice_count() <= MOST_MARKS,
            number: 0,
            techniques: Techniques::default(),
            drawn: 0,
        };
        let mut steps = asked.explain(Standing::of(&entries.choices), manner);
        for event in steps.by_ref() {
            teller.tell(&event);
        }
        Ok(teller.end(steps.outcome().expect("the steps have ended")))
    }
}

/// `manner` of a question.
fn manner_of(question: Fields<'_>) -> Result<Manner, Failure> {
    let Some(manner) = question.maybe_fields("manner")? else {
        return Ok(Manner::default());
    };
    Ok(Manner {
        search: manner.flag("search")?,
        unique: manner.flag("unique")?,
        nested: manner.flag("nested")?,
    })
}

fn hint(game: &Game, asked: &mut Asked, manner: Manner) -> Reply {
    let puzzle = &*game.puzzle;
    let model = &asked.model().clone();
    let entries = game.entries(model);
    let none = |answer: Answer, wrong: &BTreeSet<usize>| {
        Reply::of(answer)
            .with("wrong", wrong)
            .with("svg", game.drawn_wrong(&entries, wrong))
    };
    let existence = asked.existence();
    let known = |status, why: &str| Answer::nothing(status, existence.end()).because(why);
    let wrong = game.wrong(model, &entries, &existence);
    if let Some(told) = game.told_wrong(&wrong) {
        return none(known(Status::Wrong, &told), &wrong.cells);
    }
    let nothing = &BTreeSet::new();
    if existence == Existence::None {
        let clash = asked.clash();
        let mut answer = known(existence.status(), &no_solution(clash.as_ref()));
        answer.obstacle = clash.map(Obstacle::of_clash).unwrap_or_default();
        return none(answer, nothing);
    }
    let struck = game.struck(model, &existence);
    let standing = Standing {
        entries: &entries.choices,
        struck: &struck,
    };
    match asked.hint(standing, proved(manner, &existence)) {
        Ok(Some(hint)) => {
            let found = Found::Hint {
                step: Some(Step::new(puzzle, &hint.step, &hint.telling, 0)),
                look: None,
            };
            let answer = Answer::new(existence.status(), existence.end(), found);
            drawn_hint(game, asked, standing, &hint, Reply::of(answer))
        }
        Ok(None) if is_complete(model, &with_clues(puzzle, &entries.choices)) => {
            none(known(Status::Solved, "nothing is left to do"), nothing)
        }
        Ok(None) => {
            let why = match existence {
                Existence::Several(..) => "logic finds no step: there are several solutions",
                _ => "logic finds no step",
            };
            none(known(Status::Stuck, why), nothing)
        }
        Err(stopped) => {
            let answer = Answer::nothing(Status::Stopped, stopped);
            let why = format!("no step was found ({stopped})");
            none(answer.because(why), nothing)
        }
    }
}

/// Adds a hint as a drawing, and its effect on the board.
fn drawn_hint(
    game: &Game,
    asked: &mut Asked,
    standing: Standing<'_>,
    hint: &Hint,
    mut reply: Reply,
) -> Reply {
    let puzzle = &*game.puzzle;
    let step = &hint.step;
    let is_small = asked.model().choice_count() <= MOST_MARKS;
    let picture = if is_small {
        asked.illustrate(standing, step)
    } else {
        puzzle.so_far(standing.entries)
    };
    reply.extend(game.effects(&step.picked, &step.removed));
    if is_small {
        let mut left = asked.left(standing);
        left.retain(|choice| !step.removed.contains(choice));
        let marks = places::marks(puzzle, game.cell_count, &left);
        let cells = places::cells(puzzle, &step.removed).into_iter();
        let left = cells.map(|cell| json!({ "cell": cell, "slots": marks[cell] }));
        reply.add("left", left.collect::<Value>());
    }
    reply.with("svg", game.easel.drawn(&picture))
}

/// The choices of the only solution.
fn solution_of(existence: &Existence) -> Option<BTreeSet<Choice>> {
    match existence {
        Existence::Unique(solution) => Some(solution.iter().copied().collect()),
        _ => None,
    }
}

/// Steps use the uniqueness of the solution only if it was proved.
fn proved(manner: Manner, existence: &Existence) -> Manner {
    Manner {
        unique: manner.unique && matches!(existence, Existence::Unique(_)),
        ..manner
    }
}

/// The manner of an explanation, or the reply where there is none: an entry is wrong, or the
/// solution is not unique.
fn start(
    game: &Game,
    asked: &mut Asked,
    entries: &Entries,
    manner: Manner,
) -> Result<Manner, Box<Reply>> {
    let puzzle = &*game.puzzle;
    let existence = asked.existence();
    let wrong = game.wrong(asked.model(), entries, &existence);
    if let Some(message) = game.told_wrong(&wrong) {
        let answer = Answer::nothing(Status::Wrong, existence.end()).because(&message);
        let reply = Reply::of(answer)
            .with("message", message)
            .with("wrong", &wrong.cells)
            .with("svg", game.drawn_wrong(entries, &wrong.cells));
        return Err(Box::new(reply));
    }
    let (message, obstacle) = match &existence {
        Existence::Unique(_) | Existence::Unknown { .. } => {
            return Ok(proved(manner, &existence));
        }
        Existence::None => {
            let clash = asked.clash();
            let message = no_solution(clash.as_ref());
            (message, clash.map(Obstacle::of_clash).unwrap_or_default())
        }
        Existence::Several(one, other) => {
            let differ = differences(asked.model(), one, other);
            let message = several_solutions(puzzle, &differ);
            (message, Obstacle::between(puzzle, &differ))
        }
    };
    let mut answer = Answer::nothing(existence.status(), existence.end());
    answer.obstacle = obstacle;
    Err(Box::new(Reply::of(answer).with("message", message)))
}

/// The steps that are drawn.
#[derive(Clone, Copy)]
enum Draws {
    All,
    None,
    /// This one alone; the others are not even told.
    One(usize),
}

impl Draws {
    fn of(question: Fields<'_>) -> Result<Self, Failure> {
        match question.get("draw") {
            None => Ok(Self::All),
            Some(Value::String(word)) if word == "all" => Ok(Self::All),
            Some(Value::String(word)) if word == "none" => Ok(Self::None),
            Some(value) => {
                let number = value.as_u64().and_then(|n| usize::try_from(n).ok());
                number.map(Self::One).ok_or_else(|| {
                    let found = quoted(&value.to_string());
                    Failure::new(format!(
                        "draw: expected \"all\", \"none\" or the number of a step, found {found}"
                    ))
                })
            }
        }
    }
}

/// Reports the steps of an explanation as news.
struct Teller<'t> {
    desk: &'t Desk<'t>,
    game: &'t Game,
    draws: Draws,
    /// True if a board with all its marks can be drawn.
    is_small: bool,
    /// The number of the last event.
    number: usize,
    techniques: Techniques,
    /// Bytes of all drawings.
    drawn: usize,
}

/// A step as news: with its number, its drawing and its effect on the board.
#[derive(Serialize)]
struct Drawn {
    number: usize,
    step: Step,
    svg: Option<String>,
    #[serde(flatten)]
    effects: Map<String, Value>,
}

impl Teller<'_> {
    fn tell(&mut self, event: &Event) {
        let step = Step::of(&*self.game.puzzle, event);
        self.techniques.add(&step.technique);
        self.number += 1;
        if let Draws::One(number) = self.draws
            && number != self.number
        {
            return;
        }
        let svg = self.draw(event);
        self.drawn += svg.as_ref().map_or(0, String::len);
        self.desk.news.tell(&Drawn {
            number: self.number,
            effects: (self.game).effects(&step.picked_choices, &step.removed_choices),
            step,
            svg,
        });
    }

    fn draw(&self, event: &Event) -> Option<String> {
        if matches!(self.draws, Draws::None) || self.drawn >= MOST_DRAWN {
            return None;
        }
        let puzzle = &*self.game.puzzle;
        let picture = match event {
            Event::Step(page) if self.is_small => puzzle.illustrate(&page.step, &page.before),
            Event::Step(page) => puzzle.so_far(&page.after.picked()),
            Event::Assumed { choice, before, .. } => {
                self.with_choice(before, *choice, Emphasis::Base)
            }
            Event::Refuted { choice, after, .. } => {
                self.with_choice(after, *choice, Emphasis::Removed)
            }
        };
        self.game.easel.drawn(&picture)
    }

    /// A board on which one choice is emphasised.
    fn with_choice(
        &self,
        board: &tilewright::logic::Board,
        choice: Choice,
        emphasis: Emphasis,
    ) -> Picture {
        let puzzle = &*self.game.puzzle;
        let mut picture = if self.is_small {
            puzzle.pencil_marks(board)
        } else {
            puzzle.so_far(&board.picked())
        };
        for spot in puzzle.spots(choice) {
            picture.emphasise(spot, emphasis);
        }
        picture
    }

    /// The last answer.
    fn end(&self, outcome: &Outcome) -> Reply {
        let puzzle = &*self.game.puzzle;
        let techniques = &self.techniques;
        let message = match outcome {
            Outcome::Solved { depth: 0, .. } => format!("solved: {techniques}"),
            Outcome::Solved { depth, .. } => {
                let held = number_of(depth, "assumption");
                format!("solved: {techniques}; the solution rests on {held} that held")
            }
            Outcome::Stuck => format!("logic finds no more: {techniques}"),
            Outcome::Contradiction(item) => {
                let item = puzzle.item_name(*item);
                format!("no solution: {item} has no choice left")
            }
            Outcome::Stopped(stopped) => {
                format!("stopped, there may be more steps ({stopped}): {techniques}")
            }
        };
        let answer = Answer::explained(outcome, self.techniques.clone(), Vec::new(), None);
        Reply::of(answer)
            .with("message", message)
            .with("steps", self.number)
    }
}
