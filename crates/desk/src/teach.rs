//! Questions of a person who solves: hint, explain, judge.

use crate::Desk;
use crate::card;
use crate::draw::{Easel, MOST_MARKS, stand_out};
use crate::failure::Failure;
use crate::places;
use crate::play::{self, Entries};
use crate::question::{Fields, quoted};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use tilewright::logic::Logic;
use tilewright::puzzles::{Legend, Telling};
use tilewright::render::{Emphasis, Picture};
use tilewright::{
    Asked, Choice, Event, Existence, Hint, Manner, Model, Outcome, Page, Play, Puzzle, Standing,
    Techniques, differences, is_complete, number_of, told_differences, with_clues,
};

/// The most bytes of all drawings of one explanation; later steps come without.
const MOST_DRAWN: usize = 64 << 20;

/// The names of events that are not steps of logic.
const ASSUMPTION: &str = "assumption";
const CONTRADICTION: &str = "contradiction";

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
    fn of(question: Fields<'_>) -> Result<Self, Failure> {
        let puzzle = question.puzzle()?;
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
        let game = Game::of(question)?;
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
        let game = Game::of(question)?;
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
    pub(crate) fn hint(&self, question: Fields<'_>) -> Result<Value, Failure> {
        let game = Game::of(question)?;
        let manner = manner_of(question)?;
        let solver = self.solver(question.limits()?);
        Ok(hint(&game, &mut solver.ask(&*game.puzzle)?, manner))
    }

    /// Answers `explain`.
    pub(crate) fn explain(&self, question: Fields<'_>) -> Result<Value, Failure> {
        let game = Game::of(question)?;
        let puzzle = &*game.puzzle;
        let manner = manner_of(question)?;
        let draws = Draws::of(question)?;
        let solver = self.solver(question.limits()?);
        let mut asked = solver.ask(puzzle)?;
        let entries = game.entries(asked.model());
        let (manner, answer) = start(&game, &mut asked, &entries, manner);
        if let Some(answer) = answer {
            return Ok(answer);
        }
        let mut teller = Teller {
            desk: self,
            game: &game,
            draws,
            is_small: asked.model().choice_count() <= MOST_MARKS,
            number: 0,
            techniques: Techniques::default(),
            drawn: 0,
        };
        let mut steps = asked.explain_with(Standing::of(&entries.choices), manner);
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

fn hint(game: &Game, asked: &mut Asked, manner: Manner) -> Value {
    let puzzle = &*game.puzzle;
    let model = &asked.model().clone();
    let entries = game.entries(model);
    let none = |why: String, wrong: &BTreeSet<usize>| {
        let svg = game.drawn_wrong(&entries, wrong);
        json!({ "none": why, "wrong": wrong, "svg": svg })
    };
    let existence = asked.existence();
    let wrong = game.wrong(model, &entries, &existence);
    if let Some(told) = game.told_wrong(&wrong) {
        return none(told, &wrong.cells);
    }
    let nothing = &BTreeSet::new();
    if existence == Existence::None {
        let clash = asked.clash();
        let why = clash.map_or_else(String::new, |clash| format!(": {clash}"));
        return none(format!("there is no solution{why}"), nothing);
    }
    let manner = proved(manner, &existence);
    let struck = game.struck(model, &existence);
    let standing = Standing {
        entries: &entries.choices,
        struck: &struck,
    };
    match asked.hint_with(standing, manner) {
        Ok(Some(hint)) => {
            let mut answer = of_hint(game, asked, standing, &hint);
            let is_unique = matches!(existence, Existence::Unique(_));
            answer.insert("is_unique".into(), is_unique.into());
            answer.into()
        }
        Ok(None) if is_complete(model, &with_clues(puzzle, &entries.choices)) => {
            none("nothing is left to do".into(), nothing)
        }
        Ok(None) => match existence {
            Existence::Several(..) => none(
                "logic finds no step: there are several solutions".into(),
                nothing,
            ),
            _ => none("logic finds no step".into(), nothing),
        },
        Err(stopped) => none(format!("no step was found ({stopped})"), nothing),
    }
}

/// A hint in words, as a drawing, and with its effect on the board.
fn of_hint(
    game: &Game,
    asked: &mut Asked,
    standing: Standing<'_>,
    hint: &Hint,
) -> Map<String, Value> {
    let puzzle = &*game.puzzle;
    let Hint { step, telling } = hint;
    let is_small = asked.model().choice_count() <= MOST_MARKS;
    let picture = if is_small {
        asked.illustrate(standing, step)
    } else {
        puzzle.so_far(standing.entries)
    };
    let mut answer = told(telling);
    answer.extend(game.effects(&step.picked, &step.removed));
    answer.insert(
        "strikes".into(),
        play::numbers(step.removed.iter().copied()),
    );
    if is_small {
        let mut left = asked.left(standing);
        left.retain(|choice| !step.removed.contains(choice));
        let marks = places::marks(puzzle, game.cell_count, &left);
        let cells = places::cells(puzzle, &step.removed).into_iter();
        let left = cells.map(|cell| json!({ "cell": cell, "slots": marks[cell] }));
        answer.insert("left".into(), left.collect());
    }
    answer.insert("svg".into(), json!(game.easel.drawn(&picture)));
    answer
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

/// The manner of an explanation, or the reason why there is none: an entry is wrong, or the
/// solution is not unique.
fn start(
    game: &Game,
    asked: &mut Asked,
    entries: &Entries,
    manner: Manner,
) -> (Manner, Option<Value>) {
    let puzzle = &*game.puzzle;
    let existence = asked.existence();
    let wrong = game.wrong(asked.model(), entries, &existence);
    if let Some(message) = game.told_wrong(&wrong) {
        let svg = game.drawn_wrong(entries, &wrong.cells);
        let answer =
            json!({ "status": "wrong", "message": message, "wrong": wrong.cells, "svg": svg });
        return (manner, Some(answer));
    }
    let answer = match &existence {
        Existence::None => {
            let clash = asked.clash();
            let why = clash.map_or_else(String::new, |clash| format!(": {clash}"));
            let message = format!("there is no solution{why}");
            Some(json!({ "status": existence.status().word(), "message": message }))
        }
        Existence::Several(one, other) => {
            let told = told_differences(puzzle, &differences(asked.model(), one, other));
            let message = format!("there are several solutions: two of them {told}");
            Some(json!({ "status": existence.status().word(), "message": message }))
        }
        Existence::Unique(_) | Existence::Unknown { .. } => None,
    };
    (proved(manner, &existence), answer)
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
    /// Whether a board with all its marks can be drawn.
    is_small: bool,
    /// The number of the last event.
    number: usize,
    techniques: Techniques,
    /// Bytes of all drawings.
    drawn: usize,
}

impl Teller<'_> {
    fn tell(&mut self, event: &Event) {
        self.techniques.add(match event {
            Event::Step(page) => &page.telling.name,
            Event::Assumed { .. } => ASSUMPTION,
            Event::Refuted { .. } => CONTRADICTION,
        });
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

    fn event(&self, event: &Event) -> Map<String, Value> {
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
                    name: ASSUMPTION.into(),
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
                    name: CONTRADICTION.into(),
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
    fn end(&self, outcome: &Outcome) -> Value {
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
        let status = outcome.status().word();
        json!({ "status": status, "message": message, "steps": self.number })
    }
}
