//! The answer about a puzzle that is asked for by itself, and its row of a table.

use crate::columns::{Cell, Columns};
use crate::run::Unfinished;
use crate::task::{Detail, Operation, Task};
use crate::writing::{on_a_line, telling, trimmed};
use std::borrow::Cow;
use std::sync::Arc;
use tilewright::answer::{Answer, Found, PuzzleText, SolutionWriter, clue_count, json};
use tilewright::puzzles::{Puzzle, Reading, Unwritable};
use tilewright::{Asked, Choice, End, Existence, First, Solver, Status};

/// A puzzle that was read, and how.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) puzzle: Box<dyn Puzzle>,
    pub(crate) reading: Reading,
}

/// The answer about a puzzle, or the reason why there is none.
pub(crate) fn answer(task: &Task, entry: &Entry, solver: &Solver) -> Answer {
    let reading = Some(&entry.reading);
    let answered = if task.operation == Operation::Canonical {
        // No model is needed, and there may be none.
        task.canonical(&*entry.puzzle, reading)
    } else {
        match solver.ask(&*entry.puzzle) {
            Err(why) => return Answer::refused(&why),
            Ok(mut asked) => {
                let answered = task.answer(&mut asked, reading);
                match asked.failure() {
                    Some(why) => {
                        return Answer::nothing(Status::Stopped, End::Failed).because(why);
                    }
                    None => answered,
                }
            }
        }
    };
    answered.unwrap_or_else(|why| no_answer(Status::Unsupported, why.to_string()))
}

/// The answer about something that is not answered.
pub(crate) fn no_answer(status: Status, reason: impl Into<String>) -> Answer {
    Answer::nothing(status, End::Complete).because(reason)
}

/// A search ended before there was an answer.
fn stopped(end: End) -> Answer {
    Answer::nothing(Status::Stopped, end).because(end.to_string())
}

impl Task {
    /// The answer of a puzzle, which was read like this.
    pub fn answer(
        &self,
        asked: &mut Asked,
        reading: Option<&Reading>,
    ) -> Result<Answer, Unwritable> {
        let puzzle = Arc::clone(asked.puzzle());
        let mut write = |solution: &[Choice]| self.written(&*puzzle, solution, reading);
        match self.operation {
            Operation::Solve => self.solve(asked, &mut write),
            Operation::Check if self.detail == Detail::Clues => {
                Answer::checked(&asked.check(), &mut write)
            }
            Operation::Check => {
                let existence = asked.existence();
                if let Existence::Unknown { end, .. } = existence {
                    return Ok(stopped(end));
                }
                let mut answer = Answer::existing(&existence, asked.is_full());
                if self.detail == Detail::Solutions {
                    answer.show_solutions(&existence, &mut write)?;
                }
                Ok(answer)
            }
            Operation::Count => Ok(Answer::counted(&asked.limit(self.limit).count())),
            Operation::Rate => Ok(Answer::rated(&asked.rate(), Some(clue_count(&*puzzle)))),
            Operation::Canonical => self.canonical(&*puzzle, reading),
        }
    }

    /// The answer of [`Operation::Canonical`], for which no model is needed.
    pub fn canonical(
        &self,
        puzzle: &dyn Puzzle,
        reading: Option<&Reading>,
    ) -> Result<Answer, Unwritable> {
        let form = match puzzle.canonical() {
            Ok(form) => form,
            Err(why) => return Ok(no_answer(Status::Unsupported, why.to_string())),
        };
        let text = match &self.to {
            Some(format) => form.puzzle.write(format).map(trimmed),
            None => on_a_line(&*form.puzzle, reading),
        }?;
        Ok(Answer::canonical(&form, text))
    }

    fn solve(
        &self,
        asked: &mut Asked,
        write: &mut SolutionWriter<'_, Unwritable>,
    ) -> Result<Answer, Unwritable> {
        let existence = if self.takes_any {
            one(asked)
        } else {
            asked.existence()
        };
        let (status, solution) = match existence {
            Existence::None => (Status::Unsolvable, None),
            Existence::Unique(solution) => (Status::Solved, Some(solution)),
            // The first that was found need not be the one that the family promises.
            Existence::Several(..) => match asked.first() {
                First {
                    solution,
                    end: End::Complete,
                } => (Status::Several, solution),
                First { end, .. } => return Ok(stopped(end)),
            },
            Existence::Unknown { end, .. } => return Ok(stopped(end)),
        };
        let solution = solution.as_deref().map(write).transpose()?;
        let found = Found::Solve {
            solution: solution.map(PuzzleText),
            solutions: None,
        };
        Ok(Answer::new(status, End::Complete, found))
    }

    /// A solution as a text.
    fn written(
        &self,
        puzzle: &dyn Puzzle,
        solution: &[Choice],
        reading: Option<&Reading>,
    ) -> Result<String, Unwritable> {
        let solved = puzzle.fill(solution);
        match &self.to {
            Some(format) => solved.write(format).map(trimmed),
            None => telling(puzzle, &*solved, reading),
        }
    }
}

/// A solution, as if there were no other.
fn one(asked: &mut Asked) -> Existence {
    let First { solution, end } = asked.first();
    match (solution, end) {
        (Some(solution), _) => Existence::Unique(solution),
        (None, End::Complete) => Existence::None,
        (None, end) => Existence::Unknown { found: None, end },
    }
}

/// Adds the row of an answer: its status, its cells, and the reason.
pub(crate) fn put(answer: &Answer, columns: &mut Columns) -> Result<(), Unfinished> {
    if answer.end == End::Interrupted {
        return Err(Unfinished::Interrupted);
    }
    let mut row = vec![answer.word().into()];
    row.extend(cells(answer));
    row.resize(columns.columns().len() - 1, Cell::Null);
    row.push(answer.reason.as_deref().into());
    Ok(columns.push(&row)?)
}

/// The cells of an answer between its status and its reason.
pub(crate) fn cells(answer: &Answer) -> Vec<Cell<'_>> {
    fn text(text: Option<&PuzzleText>) -> Cell<'_> {
        text.map(|text| &*text.0).into()
    }
    match &answer.found {
        Some(Found::Solve { solution, .. }) => vec![text(solution.as_ref())],
        Some(Found::Check {
            solution, other, ..
        }) => vec![text(solution.as_ref()), text(other.as_ref())],
        Some(Found::Count { count, at_least }) => {
            vec![count.as_deref().into(), at_least.as_deref().into()]
        }
        // All but the status of a puzzle with a rating is null.
        Some(Found::Rate {
            difficulty,
            grade,
            hardest,
            techniques,
            se,
            hodoku,
            clues: Some(clues),
        }) => vec![
            (*difficulty).into(),
            grade.as_deref().into(),
            hardest.as_deref().into(),
            se.as_ref().map(|se| se.er).into(),
            hodoku.as_ref().map(|hodoku| &*hodoku.level).into(),
            hodoku.as_ref().map(|hodoku| i64::from(hodoku.score)).into(),
            Cell::Text(Cow::Owned(json(techniques))),
            i64::try_from(*clues).ok().into(),
        ],
        Some(Found::Canonical {
            canonical,
            digest,
            automorphisms,
        }) => vec![
            (&*canonical.0).into(),
            (&**digest).into(),
            automorphisms
                .as_ref()
                .and_then(|number| number.parse::<i64>().ok())
                .into(),
        ],
        _ => Vec::new(),
    }
}
