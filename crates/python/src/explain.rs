//! Explanations and hints: steps with their reasons.

use crate::failure::Failure;
use crate::limits::{Limits, ask};
use crate::picture::Picture;
use crate::puzzle::Puzzle;
use pyo3::prelude::*;
use std::sync::Arc;
use tilewright::answer::{Answer, ToldStep, json};
use tilewright::explain::differences;
use tilewright::explain::{Event, Manner, Outcome};
use tilewright::play::Standing;
use tilewright::puzzles;
use tilewright::words::told_differences;
use tilewright::{Asked, Existence};

/// An explanation: the answer as JSON, a picture of each step, and the solution.
type Explained = (String, Vec<Picture>, Option<Puzzle>);

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
) -> PyResult<Explained> {
    let this = puzzle.clone();
    ask(py, limits, move |solver| {
        let puzzle = Arc::clone(this.inner());
        let puzzle = &*puzzle;
        let mut asked = solver.ask(puzzle)?;
        let manner = manner(puzzle, &mut asked, wanted)?;
        let mut events = asked.manner(manner).explain();
        let (mut steps, mut pictures) = (Vec::new(), Vec::new());
        for event in events.by_ref() {
            steps.push(ToldStep::of(puzzle, &event));
            if wanted.3 {
                pictures.push(picture(puzzle, &event));
            }
        }
        let outcome = events.outcome().expect("the steps have ended");
        let solution = match outcome {
            Outcome::Solved { solution, .. } => Some(this.filled(solution.clone())),
            Outcome::Stuck | Outcome::Stopped(_) => None,
            Outcome::Contradiction(item) => {
                let item = puzzle.item_name(*item);
                let why = format!("no solution: {item} has no choice left");
                return Err(Failure::Unsolvable(why));
            }
        };
        let answer = Answer::explained(outcome, ToldStep::techniques(&steps), steps, None);
        Ok((json(&answer), pictures, solution))
    })
}

/// The easiest next step; `None` where there is none.
#[pyfunction]
pub(crate) fn hint(
    py: Python<'_>,
    puzzle: &Puzzle,
    limits: Limits,
    unique: bool,
) -> PyResult<Option<(String, Picture)>> {
    let this = puzzle.clone();
    ask(py, limits, move |solver| {
        let puzzle = Arc::clone(this.inner());
        let puzzle = &*puzzle;
        let mut asked = solver.ask(puzzle)?;
        let manner = manner(puzzle, &mut asked, (false, unique, false, true))?;
        let standing = Standing::default();
        let hint = asked
            .manner(manner)
            .hint_from(standing)
            .map_err(|stopped| {
                let message = format!("no step was found ({stopped})");
                Failure::stopped(message, stopped)
            })?;
        let Some(hint) = hint else {
            return Ok(None);
        };
        let told = json(&ToldStep::new(puzzle, &hint.step, &hint.telling, 0));
        let illustrated = asked.illustrate(standing, &hint.step);
        let illustrated = illustrated.map_err(tilewright::Refusal::Stopped)?;
        let picture = Picture::new(illustrated);
        Ok(Some((told, picture)))
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

/// A step on the board that it was found on.
fn picture(puzzle: &dyn puzzles::Puzzle, event: &Event) -> Picture {
    Picture::new(match event {
        Event::Step(page) => puzzle.illustrate(&page.step, &page.before),
        Event::Assumed { before, .. } => puzzle.pencil_marks(before),
        Event::Refuted { after, .. } => puzzle.pencil_marks(after),
    })
}
