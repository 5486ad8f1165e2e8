//! The answer about a puzzle that is asked about by itself, and its row of a table.

use crate::columns::{Cell, Columns};
use crate::run::Unfinished;
use crate::task::{Detail, Operation, Task, Wanted};
use crate::writing::{on_a_line, trimmed};
use std::borrow::Cow;
use std::sync::Arc;
use tilewright::answer::{Answer, Found, PuzzleText, SolutionWriter, Stopwatch, clue_count, json};
use tilewright::puzzles::{Puzzle, Reading, Unwritable};
use tilewright::{Asked, Choice, End, Existence, First, Refusal, Solver, Status};

/// The reason why there is no answer about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unanswered {
    /// The verdict, in a word.
    pub status: Status,
    /// The end of the work.
    pub end: End,
    /// The reason, as a sentence.
    pub reason: String,
}

impl Unanswered {
    pub(crate) fn new(status: Status, reason: impl Into<String>) -> Self {
        Self {
            status,
            end: End::Complete,
            reason: reason.into(),
        }
    }
}

impl From<Refusal> for Unanswered {
    fn from(refusal: Refusal) -> Self {
        Self {
            status: refusal.status(),
            end: refusal.end(),
            reason: refusal.to_string(),
        }
    }
}

impl From<Unwritable> for Unanswered {
    fn from(why: Unwritable) -> Self {
        Self::new(Status::Unsupported, why.to_string())
    }
}

impl From<Unanswered> for Answer {
    fn from(why: Unanswered) -> Self {
        Self::nothing(why.status, why.end).because(why.reason)
    }
}

impl Task {
    /// Asks about a puzzle, which was read like this.
    pub fn ask(
        &self,
        solver: &Solver,
        puzzle: &dyn Puzzle,
        reading: Option<&Reading>,
    ) -> Result<Answer, Unanswered> {
        if self.operation == Operation::Canonical {
            // No model is needed, and there may be none.
            return self.canonical(puzzle, reading);
        }
        self.answer(&mut solver.ask(puzzle)?, reading)
    }

    /// The answer about a puzzle whose model is prepared.
    pub fn answer(
        &self,
        asked: &mut Asked,
        reading: Option<&Reading>,
    ) -> Result<Answer, Unanswered> {
        let meter = self.is_measured.then(|| Stopwatch::start(asked));
        let answered = self.answered(asked, reading);
        if let Some(reason) = asked.failure() {
            return Err(Unanswered {
                end: End::Failed,
                ..Unanswered::new(Status::Stopped, reason)
            });
        }
        Ok(answered?.costing(meter.map(|meter| meter.cost(asked))))
    }

    fn answered(&self, asked: &mut Asked, reading: Option<&Reading>) -> Result<Answer, Unanswered> {
        let puzzle = Arc::clone(asked.puzzle());
        let puzzle = &*puzzle;
        let mut write =
            |solution: &[Choice]| self.writing.text(puzzle, &*puzzle.fill(solution), reading);
        let answered = match self.operation {
            Operation::Solve => self.solve(asked, &mut write),
            Operation::Check => self.check(asked, &mut write),
            Operation::Count => Ok(Answer::counted(&asked.limit(self.limit).count())),
            Operation::Rate => Ok(Answer::rated(&asked.rate(), Some(clue_count(puzzle)))),
            Operation::Canonical => return self.canonical(puzzle, reading),
            Operation::Explain => Answer::explanation(asked, self.manner, &mut write),
            Operation::Hint => {
                let is_vague = self.detail == Detail::Word;
                Ok(Answer::next_step(asked, self.manner, is_vague))
            }
        };
        Ok(answered?)
    }

    fn canonical(
        &self,
        puzzle: &dyn Puzzle,
        reading: Option<&Reading>,
    ) -> Result<Answer, Unanswered> {
        let form = puzzle.canonical().map_err(Refusal::Asymmetric)?;
        let text = match &self.writing.to {
            Some(format) => form.puzzle.write(format).map(trimmed),
            None => on_a_line(&*form.puzzle, reading),
        }?;
        Ok(Answer::canonical(&form, text))
    }

    fn check(
        &self,
        asked: &mut Asked,
        write: &mut SolutionWriter<'_, Unwritable>,
    ) -> Result<Answer, Unwritable> {
        if self.detail == Detail::Clues {
            return Answer::checked(&asked.check(), write);
        }
        let existence = asked.existence();
        let mut answer = Answer::existing(&existence, asked.is_full());
        if self.detail == Detail::Solutions && existence.end() == End::Complete {
            answer.show_solutions(&existence, write)?;
        }
        Ok(answer)
    }

    fn solve(
        &self,
        asked: &mut Asked,
        write: &mut SolutionWriter<'_, Unwritable>,
    ) -> Result<Answer, Unwritable> {
        match self.solutions {
            Wanted::Listed if self.limit == Some(1) => Answer::solved(&asked.first(), write),
            Wanted::Listed => {
                let mut solutions = asked.limit(self.limit).solutions();
                let texts = solutions.by_ref().map(|solution| write(&solution));
                let texts: Vec<_> = texts
                    .map(|text| text.map(PuzzleText))
                    .collect::<Result<_, _>>()?;
                let end = solutions.end().expect("all were pulled");
                Ok(Answer::listed(texts, end))
            }
            Wanted::Any => {
                let mut first = asked.first();
                if first.solution.is_some() {
                    // It need not be the first.
                    first.end = End::Complete;
                }
                Answer::solved(&first, write)
            }
            Wanted::Only => solve_only(asked, write),
        }
    }
}

/// The only solution, or a solution of several.
fn solve_only(
    asked: &mut Asked,
    write: &mut SolutionWriter<'_, Unwritable>,
) -> Result<Answer, Unwritable> {
    let (status, First { solution, end }) = match asked.existence() {
        // The first that was found need not be the one that the family promises.
        Existence::Several(..) => (Status::Several, asked.first()),
        existence => {
            let (solution, end) = (existence.solutions().0, existence.end());
            let solution = solution.map(<[_]>::to_vec);
            let first = First { solution, end };
            (first.status(), first)
        }
    };
    if end != End::Complete {
        return Ok(Answer::nothing(Status::Stopped, end).because(end.to_string()));
    }
    let found = Found::Solve {
        solution: solution.as_deref().map(write).transpose()?.map(PuzzleText),
        solutions: None,
    };
    Ok(Answer::new(status, end, found))
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
