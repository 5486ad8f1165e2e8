//! Questions of a person who solves: hint, explain, judge.

use crate::Desk;
use crate::card;
use crate::draw::{Easel, MOST_MARKS, stand_out};
use crate::failure::Failure;
use crate::places;
use crate::play;
use crate::question::{Fields, quoted};
use crate::reply::Reply;
use crate::work::{no_solution, several_solutions};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use tilewright::answer::{Answer, Found, Obstacle, ToldStep};
use tilewright::explain::{Event, Hint, Manner, Outcome, differences};
use tilewright::logic::Logic;
use tilewright::play::{Game, Places, Standing, Wrong, is_complete};
use tilewright::puzzles::Legend;
use tilewright::render::Emphasis;
use tilewright::words::{Techniques, number_of};
use tilewright::{Asked, Choice, Existence, Puzzle, Refusal, Status};

/// The most bytes of all drawings of one explanation; later steps come without.
const MOST_DRAWN: usize = 64 << 20;

/// A puzzle with a player's entries, and how it is drawn.
struct Position {
    game: Game,
    entries: Vec<Choice>,
    easel: Easel,
}

impl Position {
    /// The position that a question is about, and the puzzle asked about.
    fn of(desk: &Desk<'_>, question: Fields<'_>) -> Result<(Self, Asked), Failure> {
        let puzzle = question.puzzle(&desk.caps.families)?;
        let cell_count = card::cell_count(&*puzzle)?;
        let play = play::read(question, &puzzle.legend(), cell_count)?;
        let easel = Easel::of(question)?;
        let asked = desk.solver(question.limits()?).ask(&*puzzle)?;
        let game = play::game(Arc::clone(asked.puzzle()), asked.model(), play);
        let position = Self {
            entries: game.entered(),
            game,
            easel,
        };
        Ok((position, asked))
    }

    fn puzzle(&self) -> &dyn Puzzle {
        &**self.game.puzzle()
    }

    /// The struck choices that are plausible: the only solution, if there is one, does not have them. A link may say
    /// anything.
    fn struck(&self, existence: &Existence) -> Vec<Choice> {
        let mut struck: Vec<Choice> = self.game.play().struck.iter().copied().collect();
        if let Existence::Unique(solution) = existence {
            let solution: BTreeSet<&Choice> = solution.iter().collect();
            struck.retain(|choice| !solution.contains(choice));
        }
        struck
    }

    /// "one cell is wrong", "2 rectangles are wrong"; `None` where nothing is.
    fn told_wrong(&self, wrong: &Wrong) -> Option<String> {
        let thing = match self.puzzle().legend() {
            Legend::Values(_) => "cell",
            _ if self.puzzle().picture().space.is_some() => "box",
            _ => "rectangle",
        };
        match (wrong.number, thing) {
            (0, _) => None,
            (1, _) => Some(format!("one {thing} is wrong")),
            (more, "box") => Some(format!("{more} boxes are wrong")),
            (more, _) => Some(format!("{} are wrong", number_of(more, thing))),
        }
    }

    /// The board as it is, with wrong cells.
    fn drawn_wrong(&self, wrong: &BTreeSet<usize>) -> Option<String> {
        let mut picture = self.puzzle().so_far(&self.entries);
        let cells: Vec<usize> = wrong.iter().copied().collect();
        stand_out(&mut picture, &cells, Emphasis::Wrong);
        self.easel.drawn(&picture)
    }

    /// The values that a step sets and strikes out, cell by cell.
    fn effects(&self, picked: &[Choice], removed: &[Choice]) -> Value {
        let puzzle = self.puzzle();
        let words = places::words(&puzzle.legend());
        if words.is_empty() {
            let [boxes, struck] = [picked, removed].map(|choices| places::boxes(puzzle, choices));
            return json!({ "boxes": boxes, "struck": struck });
        }
        let places = |choices: &[Choice], told: &dyn Fn((usize, usize)) -> Value| {
            let places = choices.iter();
            let places = places.filter_map(|&choice| places::cell_and_slot(puzzle, choice));
            places.map(told).collect::<Value>()
        };
        json!({
            "set": places(picked, &|(cell, slot)| json!({ "cell": cell, "value": words.get(slot) })),
            "strike": places(removed, &|(cell, slot)| json!({ "cell": cell, "slot": slot })),
        })
    }
}

impl Desk<'_> {
    /// Answers `judge`.
    pub(crate) fn judge(&self, question: Fields<'_>) -> Result<Value, Failure> {
        let (position, mut asked) = Position::of(self, question)?;
        let existence = asked.existence();
        let (model, game) = (asked.model(), &position.game);
        let wrong = game.wrong(&existence);
        let message = match existence {
            Existence::None => Some("the puzzle has no solution".to_owned()),
            _ => position.told_wrong(&wrong),
        };
        let picked = game.choices();
        let is_full = game.places() == Places::Values && game.is_complete();
        let is_complete = is_full || is_complete(model, &picked);
        let is_right = model.is_solution(&picked) && wrong.number == 0;
        let is_unique = matches!(existence, Existence::Unique(_));
        Ok(json!({
            "is_complete": is_complete,
            "is_right": is_complete.then_some(is_right),
            "wrong": game.against_the_rules().cells,
            "mistakes": is_unique.then_some(wrong.cells),
            "message": message,
        }))
    }

    /// Answers `notes`.
    pub(crate) fn notes(&self, question: Fields<'_>) -> Result<Value, Failure> {
        let (position, asked) = Position::of(self, question)?;
        let model = asked.model();
        if model.choice_count() > MOST_MARKS {
            return Err(Failure::new("the board is too large for notes"));
        }
        let game = &position.game;
        let logic = Logic::new(model, &asked.solver().question()).map_err(Refusal::Stopped)?;
        let mut left = logic.board(&game.choices()).undecided();
        left.retain(|choice| !game.play().struck.contains(choice));
        Ok(json!({ "marks": places::marks(position.puzzle(), game.cell_count(), &left) }))
    }

    /// Answers `hint`.
    pub(crate) fn hint(&self, question: Fields<'_>) -> Result<Reply, Failure> {
        let (position, mut asked) = Position::of(self, question)?;
        Ok(hint(&position, &mut asked, manner_of(question)?))
    }

    /// Answers `explain`.
    pub(crate) fn explain(&self, question: Fields<'_>) -> Result<Reply, Failure> {
        let manner = manner_of(question)?;
        let draws = Draws::of(question)?;
        let (position, mut asked) = Position::of(self, question)?;
        let manner = match start(&position, &mut asked, manner) {
            Ok(manner) => manner,
            Err(reply) => return Ok(*reply),
        };
        let mut teller = Teller {
            desk: self,
            position: &position,
            draws,
            is_small: asked.model().choice_count() <= MOST_MARKS,
            number: 0,
            techniques: Techniques::default(),
            drawn: 0,
        };
        let mut steps = asked
            .manner(manner)
            .explain_from(Standing::of(&position.entries));
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

fn hint(position: &Position, asked: &mut Asked, manner: Manner) -> Reply {
    let none = |answer: Answer, wrong: &BTreeSet<usize>| {
        Reply::of(answer)
            .with("wrong", wrong)
            .with("svg", position.drawn_wrong(wrong))
    };
    let existence = asked.existence();
    let known = |status, why: &str| Answer::nothing(status, existence.end()).because(why);
    let wrong = position.game.wrong(&existence);
    if let Some(told) = position.told_wrong(&wrong) {
        return none(known(Status::Wrong, &told), &wrong.cells);
    }
    let nothing = &BTreeSet::new();
    if existence == Existence::None {
        let clash = asked.clash();
        let mut answer = known(existence.status(), &no_solution(clash.as_ref()));
        answer.obstacle = clash.map(Obstacle::of_clash).unwrap_or_default();
        return none(answer, nothing);
    }
    let struck = position.struck(&existence);
    let standing = Standing {
        entries: &position.entries,
        struck: &struck,
    };
    match asked.manner(manner.proved(&existence)).hint_from(standing) {
        Ok(Some(hint)) => {
            let found = Found::Hint {
                step: Some(ToldStep::new(
                    position.puzzle(),
                    &hint.step,
                    &hint.telling,
                    0,
                )),
                look: None,
            };
            let answer = Answer::new(existence.status(), existence.end(), found);
            drawn_hint(position, asked, standing, &hint, Reply::of(answer))
        }
        Ok(None) if is_complete(asked.model(), &position.game.choices()) => {
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
    position: &Position,
    asked: &mut Asked,
    standing: Standing<'_>,
    hint: &Hint,
    mut reply: Reply,
) -> Reply {
    let puzzle = position.puzzle();
    let step = &hint.step;
    let is_small = asked.model().choice_count() <= MOST_MARKS;
    let illustrated = is_small.then(|| asked.illustrate(standing, step).ok());
    let picture = illustrated
        .flatten()
        .unwrap_or_else(|| puzzle.so_far(standing.entries));
    reply.extend(position.effects(&step.picked, &step.removed));
    if is_small && let Ok(mut left) = asked.left(standing) {
        left.retain(|choice| !step.removed.contains(choice));
        let marks = places::marks(puzzle, position.game.cell_count(), &left);
        let cells = places::cells(puzzle, &step.removed).into_iter();
        let left = cells.map(|cell| json!({ "cell": cell, "slots": marks[cell] }));
        reply.add("left", left.collect::<Value>());
    }
    reply.with("svg", position.easel.drawn(&picture))
}

/// The manner of an explanation, or the reply where there is none: an entry is wrong, or the
/// solution is not unique.
fn start(position: &Position, asked: &mut Asked, manner: Manner) -> Result<Manner, Box<Reply>> {
    let puzzle = position.puzzle();
    let existence = asked.existence();
    let wrong = position.game.wrong(&existence);
    if let Some(message) = position.told_wrong(&wrong) {
        let answer = Answer::nothing(Status::Wrong, existence.end()).because(&message);
        let reply = Reply::of(answer)
            .with("message", message)
            .with("wrong", &wrong.cells)
            .with("svg", position.drawn_wrong(&wrong.cells));
        return Err(Box::new(reply));
    }
    let (message, obstacle) = match &existence {
        Existence::Unique(_) | Existence::Unknown { .. } => {
            return Ok(manner.proved(&existence));
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
    position: &'t Position,
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
    step: ToldStep,
    svg: Option<String>,
    #[serde(flatten)]
    effects: Value,
}

impl Teller<'_> {
    fn tell(&mut self, event: &Event) {
        let step = ToldStep::of(self.position.puzzle(), event);
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
            effects: (self.position).effects(&step.picked_choices, &step.removed_choices),
            step,
            svg,
        });
    }

    fn draw(&self, event: &Event) -> Option<String> {
        if matches!(self.draws, Draws::None) || self.drawn >= MOST_DRAWN {
            return None;
        }
        let picture = event.picture(self.position.puzzle(), self.is_small);
        self.position.easel.drawn(&picture)
    }

    /// The last answer.
    fn end(&self, outcome: &Outcome) -> Reply {
        let puzzle = self.position.puzzle();
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
