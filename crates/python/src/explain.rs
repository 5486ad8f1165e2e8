//! Explanations and hints: steps with their reasons.

use crate::failure::Failure;
use crate::limits::Limits;
use crate::picture::Picture;
use crate::puzzle::Puzzle;
use crate::work::attend;
use pyo3::prelude::*;
use std::sync::Arc;
use tilewright::logic::Step;
use tilewright::puzzles::{self, Telling};
use tilewright::{Asked, Choice, Event, Existence, Manner, Outcome, Page, Standing};
use tilewright::{differences, told_differences};

/// A step: name, where to look, because, therefore, picked, removed, assumptions, picture.
type StepParts = (
    (String, String, String, String),
    (Vec<String>, Vec<String>),
    usize,
    Option<Picture>,
);

/// An explanation: the steps, how it ended, why (where it was stopped), and the solution.
type ExplanationParts = (Vec<StepParts>, &'static str, Option<String>, Option<Puzzle>);

/// The manner of an explanation: with assumptions, with uniqueness, with contradictions within
/// contradictions, with a picture of each step.
type Wanted = (bool, bool, bool, bool);

/// Explains a puzzle.
#[pyfunction]
pub(crate) fn explain(
    py: Python<'_>,
    puzzle: &Puzzle,
    limits: Limits,
    wanted: Wanted,
) -> PyResult<ExplanationParts> {
    let this = puzzle.clone();
    let (solver, stop) = limits.solver().map_err(|failure| failure.raised(py))?;
    attend(py, &stop, move || {
        let puzzle = Arc::clone(this.inner());
        let puzzle = &*puzzle;
        let mut asked = solver.ask(puzzle)?;
        let manner = manner(puzzle, &mut asked, wanted)?;
        let teller = Teller {
            puzzle,
            draws: wanted.3,
        };
        let mut events = asked.explain_with(Standing::default(), manner);
        let steps = events.by_ref().map(|event| teller.event(&event)).collect();
        let outcome = events.outcome().expect("the steps have ended");
        let word = outcome.status().word();
        Ok(match outcome {
            Outcome::Solved { solution, .. } => {
                (steps, word, None, Some(this.filled(solution.clone())))
            }
            Outcome::Stuck => (steps, word, None, None),
            Outcome::Contradiction(item) => {
                let item = puzzle.item_name(*item);
                let why = format!("no solution: {item} has no choice left");
                return Err(Failure::Unsolvable(why));
            }
            Outcome::Stopped(stopped) => (steps, word, Some(stopped.to_string()), None),
        })
    })
}

/// The easiest next step; `None` where there is none.
#[pyfunction]
pub(crate) fn hint(
    py: Python<'_>,
    puzzle: &Puzzle,
    limits: Limits,
    unique: bool,
) -> PyResult<Option<StepParts>> {
    let this = puzzle.clone();
    let (solver, stop) = limits.solver().map_err(|failure| failure.raised(py))?;
    attend(py, &stop, move || {
        let puzzle = Arc::clone(this.inner());
        let puzzle = &*puzzle;
        let mut asked = solver.ask(puzzle)?;
        let manner = manner(puzzle, &mut asked, (false, unique, false, true))?;
        let standing = Standing::default();
        let hint = asked.hint_with(standing, manner).map_err(|stopped| {
            let message = format!("no step was found ({stopped})");
            let end = stopped.to_string();
            Failure::Stopped {
                message,
                end,
                at_least: tilewright::BigUint::ZERO,
            }
        })?;
        let Some(hint) = hint else {
            return Ok(None);
        };
        let teller = Teller {
            puzzle,
            draws: false,
        };
        let (words, choices, depth, _) = teller.step(&hint.step, &hint.telling, 0);
        let picture = Picture::new(asked.illustrate(standing, &hint.step));
        Ok(Some((words, choices, depth, Some(picture))))
    })
}

/// The manner of the explanation, if the puzzle has one solution or nothing is known about that;
/// otherwise an error.
fn manner(
    puzzle: &dyn puzzles::Puzzle,
    asked: &mut Asked,
    (search, unique, nested, _): Wanted,
) -> Result<Manner, Failure> {
    let is_unique = match asked.existence() {
        Existence::Unique(_) => true,
        Existence::Unknown { .. } => false,
        Existence::None => {
            let clash = asked.clash();
            let why = clash.map_or_else(String::new, |clash| format!(": {clash}"));
            return Err(Failure::Unsolvable(format!("no solution{why}")));
        }
        Existence::Several(one, other) => {
            let differ = differences(asked.model(), &one, &other);
            let differ = told_differences(puzzle, &differ);
            let message = format!("several solutions: two of them {differ}");
            return Err(Failure::Several(message));
        }
    };
    Ok(Manner {
        search,
        // Steps that use it are wrong where it is not known.
        unique: unique && is_unique,
        nested,
    })
}

struct Teller<'t> {
    puzzle: &'t dyn puzzles::Puzzle,
    draws: bool,
}

impl Teller<'_> {
    fn event(&self, event: &Event) -> StepParts {
        match event {
            Event::Step(Page {
                step,
                telling,
                before,
                depth,
                ..
            }) => {
                let (words, choices, depth, _) = self.step(step, telling, *depth);
                let picture = || Picture::new(self.puzzle.illustrate(step, before));
                (words, choices, depth, self.draws.then(picture))
            }
            Event::Assumed {
                choice,
                depth,
                before,
            } => {
                let name = self.puzzle.choice_name(*choice);
                let therefore = format!("assume {name}");
                let words = (
                    "assumption".to_owned(),
                    String::new(),
                    String::new(),
                    therefore,
                );
                let picture = || Picture::new(self.puzzle.pencil_marks(before));
                let picture = self.draws.then(picture);
                (words, (vec![name], vec![]), *depth, picture)
            }
            Event::Refuted {
                choice,
                item,
                depth,
                after,
            } => {
                let (name, item) = (
                    self.puzzle.choice_name(*choice),
                    self.puzzle.item_name(*item),
                );
                let because = format!("{item} has no choice left");
                let therefore = format!("not {name}");
                let words = ("refutation".to_owned(), item, because, therefore);
                let picture = || Picture::new(self.puzzle.pencil_marks(after));
                let picture = self.draws.then(picture);
                (words, (vec![], vec![name]), *depth, picture)
            }
        }
    }

    fn step(&self, step: &Step, telling: &Telling, depth: usize) -> StepParts {
        let name = |choice: &Choice| self.puzzle.choice_name(*choice);
        let names = |choices: &[Choice]| choices.iter().map(name).collect();
        let Telling {
            name,
            place,
            because,
            therefore,
            ..
        } = telling.clone();
        (
            (name, place, because, therefore),
            (names(&step.picked), names(&step.removed)),
            depth,
            None,
        )
    }
}
