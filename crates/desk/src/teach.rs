//! Questions of somebody who solves: hint, explain, judge.

use crate::Desk;
use crate::card;
use crate::draw::{MOST_MARKS, drawn, look_of, stand_out};
use crate::failure::Failure;
use crate::places;
use crate::play::{Entries, Play};
use crate::question::{Fields, quoted};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use tilewright::logic::Logic;
use tilewright::puzzles::Telling;
use tilewright::render::layout::Look;
use tilewright::render::{Emphasis, Picture};
use tilewright::{
    Choice, Event, Existence, Manner, Outcome, Page, Puzzle, Session, Techniques, differences,
    told_differences, with_clues,
};

/// The most bytes of all drawings of one explanation; later steps come without.
const MOST_DRAWN: usize = 64 << 20;

/// A puzzle with what a player has entered.
struct Game {
    puzzle: Box<dyn Puzzle>,
    play: Play,
    cell_count: usize,
    look: Look,
}

impl Game {
    fn of(question: Fields<'_>) -> Result<Self, Failure> {
        let puzzle = question.puzzle()?;
        let cell_count = card::picture(&*puzzle)?.cell_count();
        Ok(Self {
            play: Play::of(question, &puzzle.legend(), cell_count)?,
            puzzle,
            cell_count,
            look: look_of(question)?,
        })
    }

    /// The cells that are wrong: by the rules, or because the only solution has something else
    /// there. Empty where nothing is known to be wrong.
    fn wrong(&self, session: &mut Session<'_>, entries: &Entries) -> Vec<usize> {
        let puzzle = &*self.puzzle;
        let mut wrong: BTreeSet<usize> = entries.stray_cells().collect();
        if !entries.choices.is_empty() {
            let picked = with_clues(puzzle, &entries.choices);
            wrong.extend(places::cells(puzzle, &session.model().clashing(&picked)));
            let mistakes = session.mistakes(puzzle, &entries.choices);
            wrong.extend(places::cells(puzzle, &mistakes.unwrap_or_default()));
        }
        wrong.into_iter().collect()
    }

    /// Whether every cell has a value, counting those that cannot stand there.
    fn is_full(&self, entries: &Entries) -> bool {
        let puzzle = &*self.puzzle;
        let mut filled: BTreeSet<usize> = entries.stray_cells().collect();
        filled.extend(places::cells(puzzle, &entries.choices));
        filled.extend(places::cells(puzzle, &puzzle.givens()));
        filled.len() == self.cell_count
    }

    /// The board as it stands, with wrong cells.
    fn drawn_wrong(&self, entries: &Entries, wrong: &[usize]) -> Option<String> {
        let mut picture = self.puzzle.so_far(&entries.choices);
        stand_out(&mut picture, wrong, Emphasis::Wrong);
        drawn(&picture, &self.look)
    }

    /// What a step sets and strikes out, cell by cell.
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
        let game = Game::of(question)?;
        let puzzle = &*game.puzzle;
        let solver = self.solver(question.limits()?);
        let (judgement, entries) = solver.run(puzzle, |session| {
            let entries = game.play.entries(puzzle, session.model());
            (session.judge(puzzle, &entries.choices), entries)
        })?;
        let mut wrong: BTreeSet<usize> = entries.stray_cells().collect();
        wrong.extend(places::cells(puzzle, &judgement.clashing));
        let nothing_is_wrong = wrong.is_empty();
        let mistakes = judgement.mistakes.map(|mistakes| {
            let mut cells: BTreeSet<usize> = entries.stray_cells().collect();
            cells.extend(places::cells(puzzle, &mistakes));
            cells
        });
        let is_complete =
            judgement.is_complete || (!entries.stray_values.is_empty() && game.is_full(&entries));
        Ok(json!({
            "is_complete": is_complete,
            "is_right": is_complete.then_some(judgement.is_solution && nothing_is_wrong),
            "wrong": wrong,
            "mistakes": mistakes,
        }))
    }

    /// Answers `notes`.
    pub(crate) fn notes(&self, question: Fields<'_>) -> Result<Value, Failure> {
        let game = Game::of(question)?;
        let puzzle = &*game.puzzle;
        let model = self.solver(question.limits()?).model(puzzle)?;
        if model.choice_count() > MOST_MARKS {
            return Err(Failure::new("the board is too large for notes"));
        }
        let picked = with_clues(puzzle, &game.play.entries(puzzle, &model).choices);
        let left = Logic::new(&model).board(&picked).undecided();
        Ok(json!({ "marks": places::marks(puzzle, game.cell_count, &left) }))
    }

    /// Answers `hint`.
    pub(crate) fn hint(&self, question: Fields<'_>) -> Result<Value, Failure> {
        let game = Game::of(question)?;
        let manner = manner_of(question)?;
        let solver = self.solver(question.limits()?);
        solver
            .run(&*game.puzzle, |session| hint(&game, session, manner))
            .map_err(Failure::from)
    }

    /// Answers `explain`.
    pub(crate) fn explain(&self, question: Fields<'_>) -> Result<Value, Failure> {
        let game = Game::of(question)?;
        let puzzle = &*game.puzzle;
        let manner = manner_of(question)?;
        let draws = Draws::of(question)?;
        let solver = self.solver(question.limits()?);
        let answer = solver.run(puzzle, |session| {
            let entries = game.play.entries(puzzle, session.model());
            let (manner, answer) = start(&game, session, &entries, manner);
            if let Some(answer) = answer {
                return answer;
            }
            let mut teller = Teller {
                desk: self,
                game: &game,
                draws,
                is_small: session.model().choice_count() <= MOST_MARKS,
                number: 0,
                techniques: Techniques::default(),
                drawn: 0,
            };
            let outcome = session.explain_from(puzzle, &entries.choices, manner, &mut |event| {
                teller.tell(&event);
            });
            teller.end(&outcome)
        })?;
        Ok(answer)
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

fn hint(game: &Game, session: &mut Session<'_>, manner: Manner) -> Value {
    let puzzle = &*game.puzzle;
    let entries = game.play.entries(puzzle, session.model());
    let none = |why: String, wrong: &[usize]| json!({ "none": why, "wrong": wrong, "svg": game.drawn_wrong(&entries, wrong) });
    let wrong = game.wrong(session, &entries);
    if !wrong.is_empty() {
        return none(told_wrong(wrong.len()), &wrong);
    }
    let existence = session.existence(puzzle);
    if existence == Existence::None {
        let clash = session.clash(puzzle);
        let why = clash.map_or_else(String::new, |clash| format!(": {clash}"));
        return none(format!("there is no solution{why}"), &[]);
    }
    let manner = proved(manner, &existence);
    match session.hint_from(puzzle, &entries.choices, manner) {
        Ok(Some(hint)) => {
            let picture = if session.model().choice_count() <= MOST_MARKS {
                session.illustrate(puzzle, &entries.choices, &hint.step)
            } else {
                puzzle.so_far(&entries.choices)
            };
            let mut answer = told(&hint.telling);
            answer.extend(game.effects(&hint.step.picked, &hint.step.removed));
            answer.insert("svg".into(), json!(drawn(&picture, &game.look)));
            answer.into()
        }
        Ok(None) if session.judge(puzzle, &entries.choices).is_complete => {
            none("nothing is left to do".into(), &[])
        }
        Ok(None) => match existence {
            Existence::Several(..) => none(
                "logic finds no step: there are several solutions".into(),
                &[],
            ),
            _ => none("logic finds no step".into(), &[]),
        },
        Err(stopped) => none(format!("no step was found ({stopped})"), &[]),
    }
}

fn told_wrong(cells: usize) -> String {
    match cells {
        1 => "one cell is wrong".into(),
        _ => format!("{cells} cells are wrong"),
    }
}

/// That there is one solution is used only where that was found out.
fn proved(manner: Manner, existence: &Existence) -> Manner {
    Manner {
        unique: manner.unique && matches!(existence, Existence::Unique(_)),
        ..manner
    }
}

/// A step in words.
fn told(telling: &Telling) -> Map<String, Value> {
    let Telling {
        name,
        place,
        because,
        therefore,
        ..
    } = telling;
    let mut told = Map::new();
    for (key, text) in [
        ("technique", name),
        ("look", place),
        ("because", because),
        ("therefore", therefore),
    ] {
        told.insert(key.into(), json!(text));
    }
    told
}

/// How an explanation may go, or why there is none: what was entered is wrong, or there is not one
/// solution.
fn start(
    game: &Game,
    session: &mut Session<'_>,
    entries: &Entries,
    manner: Manner,
) -> (Manner, Option<Value>) {
    let puzzle = &*game.puzzle;
    let wrong = game.wrong(session, entries);
    if !wrong.is_empty() {
        let message = told_wrong(wrong.len());
        let svg = game.drawn_wrong(entries, &wrong);
        let answer = json!({ "status": "wrong", "message": message, "wrong": wrong, "svg": svg });
        return (manner, Some(answer));
    }
    let existence = session.existence(puzzle);
    let answer = match &existence {
        Existence::None => {
            let clash = session.clash(puzzle);
            let why = clash.map_or_else(String::new, |clash| format!(": {clash}"));
            let message = format!("there is no solution{why}");
            Some(json!({ "status": existence.status().word(), "message": message }))
        }
        Existence::Several(one, other) => {
            let told = told_differences(puzzle, &differences(session.model(), one, other));
            let message = format!("there are several solutions: two of them {told}");
            Some(json!({ "status": existence.status().word(), "message": message }))
        }
        Existence::Unique(_) | Existence::Unknown { .. } => None,
    };
    (proved(manner, &existence), answer)
}

/// Which steps are drawn.
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

/// Tells the steps of an explanation as news.
struct Teller<'t> {
    desk: &'t Desk<'t>,
    game: &'t Game,
    draws: Draws,
    /// Whether a board with all its marks can be drawn.
    is_small: bool,
    /// The number of the last event.
    number: usize,
    techniques: Techniques,
    /// Bytes of all drawings.
    drawn: usize,
}

impl Teller<'_> {
    fn tell(&mut self, event: &Event<'_>) {
        if let Event::Step(page) = event {
            self.techniques.add(&page.telling.name);
        }
        self.number += 1;
        if let Draws::One(number) = self.draws
            && number != self.number
        {
            return;
        }
        let mut step = self.event(event);
        step.insert("number".into(), self.number.into());
        let svg = self.draw(event);
        self.drawn += svg.as_ref().map_or(0, String::len);
        step.insert("svg".into(), json!(svg));
        self.desk.news.tell(&json!({ "step": step }));
    }

    fn event(&self, event: &Event<'_>) -> Map<String, Value> {
        let puzzle = &*self.game.puzzle;
        let (mut told, picked, removed, depth) = match event {
            Event::Step(Page {
                step,
                telling,
                depth,
                ..
            }) => (told(telling), &step.picked[..], &step.removed[..], *depth),
            Event::Assumed { choice, depth, .. } => {
                let name = puzzle.choice_name(*choice);
                let telling = Telling {
                    name: "assumption".into(),
                    place: name.clone(),
                    because: "logic finds no more".into(),
                    therefore: format!("assume {name}"),
                    rank: 0,
                };
                (
                    told(&telling),
                    std::slice::from_ref(choice),
                    &[][..],
                    *depth,
                )
            }
            Event::Refuted {
                choice,
                item,
                depth,
                ..
            } => {
                let telling = Telling {
                    name: "contradiction".into(),
                    place: puzzle.item_name(*item),
                    because: format!("{} has no choice left", puzzle.item_name(*item)),
                    therefore: format!("not {}", puzzle.choice_name(*choice)),
                    rank: 0,
                };
                (
                    told(&telling),
                    &[][..],
                    std::slice::from_ref(choice),
                    *depth,
                )
            }
        };
        told.extend(self.game.effects(picked, removed));
        told.insert("depth".into(), depth.into());
        told
    }

    fn draw(&self, event: &Event<'_>) -> Option<String> {
        if matches!(self.draws, Draws::None) || self.drawn >= MOST_DRAWN {
            return None;
        }
        let puzzle = &*self.game.puzzle;
        let picture = match event {
            Event::Step(page) if self.is_small => puzzle.illustrate(page.step, page.before),
            Event::Step(page) => puzzle.so_far(&page.after.picked()),
            Event::Assumed { choice, before, .. } => {
                self.with_choice(before, *choice, Emphasis::Base)
            }
            Event::Refuted { choice, after, .. } => {
                self.with_choice(after, *choice, Emphasis::Removed)
            }
        };
        drawn(&picture, &self.game.look)
    }

    /// A board on which one choice stands out.
    fn with_choice(
        &self,
        board: &tilewright::logic::Board<'_>,
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
    fn end(&self, outcome: &Outcome) -> Value {
        let puzzle = &*self.game.puzzle;
        let techniques = &self.techniques;
        let message = match outcome {
            Outcome::Solved { depth: 0, .. } => format!("solved: {techniques}"),
            Outcome::Solved { depth, .. } => {
                let held = tilewright::number_of(depth, "assumption");
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
        let status = outcome.status().word();
        json!({ "status": status, "message": message, "steps": self.number })
    }
}
