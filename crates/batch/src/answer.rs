//! The answer about a puzzle that is asked for by itself.

use crate::columns::{Cell, Columns, TooLong};
use crate::task::{Operation, Task};
use crate::writing::{on_a_line, telling, trimmed};
use tilewright::answer::json;
use tilewright::puzzles::{Puzzle, Reading, Unwritable};
use tilewright::rating::Rating;
use tilewright::{Asked, Choice, End, Existence, First, Rated, Status};

/// A puzzle that was read, and how.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) puzzle: Box<dyn Puzzle>,
    pub(crate) reading: Reading,
}

impl AsRef<dyn Puzzle> for Entry {
    fn as_ref(&self) -> &(dyn Puzzle + 'static) {
        &*self.puzzle
    }
}

/// The reason why a row has no answer.
pub(crate) enum Trouble {
    /// The row reports it.
    Row(Status, String),
    /// The whole is interrupted.
    Interrupted,
    /// The columns are full.
    TooLong,
}

impl From<TooLong> for Trouble {
    fn from(_: TooLong) -> Self {
        Self::TooLong
    }
}

impl From<Unwritable> for Trouble {
    fn from(unwritable: Unwritable) -> Self {
        Self::Row(Status::Unsupported, unwritable.to_string())
    }
}

/// A search ended before there was an answer.
fn stopped(end: End) -> Trouble {
    match end {
        End::Interrupted => Trouble::Interrupted,
        end => Trouble::Row(Status::Stopped, end.to_string()),
    }
}

/// The row of something that has no answer.
pub(crate) fn put_nothing(
    columns: &mut Columns,
    status: Status,
    reason: &str,
) -> Result<(), TooLong> {
    let mut cells = vec![Cell::Null; columns.columns().len()];
    if let [first, .., last] = &mut cells[..] {
        (*first, *last) = (status.word().into(), reason.into());
    }
    columns.push(&cells)
}

/// Adds the row of a puzzle, or returns the reason why there is none; then nothing was added.
pub(crate) fn put(
    task: &Task,
    entry: &Entry,
    asked: &mut Asked,
    columns: &mut Columns,
) -> Result<(), Trouble> {
    let put = match task.operation {
        Operation::Solve => solve(task, entry, asked, columns),
        Operation::Check => check(task, entry, asked, columns),
        Operation::Rate => rate(entry, asked, columns),
        Operation::Canonical => canonical(task, entry, columns),
    };
    put.map_err(|trouble| match (trouble, asked.failure()) {
        (Trouble::Row(status, _), Some(why)) => Trouble::Row(status, why.to_owned()),
        (trouble, _) => trouble,
    })
}

fn solve(
    task: &Task,
    entry: &Entry,
    asked: &mut Asked,
    columns: &mut Columns,
) -> Result<(), Trouble> {
    let existence = if task.limit() > 1 {
        asked.existence()
    } else {
        one(asked)
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
            First { end, .. } => return Err(stopped(end)),
        },
        Existence::Unknown { end, .. } => return Err(stopped(end)),
    };
    let solution = solution.map(|s| filled(task, entry, &s)).transpose()?;
    let cells = [status.word().into(), solution.as_deref().into(), Cell::Null];
    Ok(columns.push(&cells)?)
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

fn check(
    task: &Task,
    entry: &Entry,
    asked: &mut Asked,
    columns: &mut Columns,
) -> Result<(), Trouble> {
    let (status, solution, other) = match asked.existence() {
        Existence::None => (Status::Unsolvable, None, None),
        Existence::Unique(solution) => (Status::Unique, Some(solution), None),
        Existence::Several(one, other) => (Status::Several, Some(one), Some(other)),
        Existence::Unknown { end, .. } => return Err(stopped(end)),
    };
    let solution = solution.map(|s| filled(task, entry, &s)).transpose()?;
    let other = other.map(|s| filled(task, entry, &s)).transpose()?;
    let cells = [
        status.word().into(),
        solution.as_deref().into(),
        other.as_deref().into(),
        Cell::Null,
    ];
    Ok(columns.push(&cells)?)
}

/// A solution as a text.
fn filled(task: &Task, entry: &Entry, solution: &[Choice]) -> Result<String, Unwritable> {
    let solved = entry.puzzle.fill(solution);
    match &task.to {
        Some(format) => solved.write(format).map(trimmed),
        None => telling(&*entry.puzzle, &*solved, Some(&entry.reading)),
    }
}

fn rate(entry: &Entry, asked: &mut Asked, columns: &mut Columns) -> Result<(), Trouble> {
    let puzzle = &*entry.puzzle;
    let (status, rating) = match asked.rate() {
        Rated::Unique(rating) => (Status::Unique, Some(rating)),
        Rated::Several => (Status::Several, None),
        Rated::Unsolvable => (Status::Unsolvable, None),
        Rated::Stopped(end) => return Err(stopped(end)),
    };
    let Some(rating) = rating else {
        let mut cells = [Cell::Null; 10];
        cells[0] = status.word().into();
        return Ok(columns.push(&cells)?);
    };
    let words = Words::of(&rating);
    let mut cells = vec![status.word().into()];
    cells.extend(words.cells(&rating, puzzle));
    cells.push(words.missing.as_deref().into());
    Ok(columns.push(&cells)?)
}

/// A rating in words.
pub(crate) struct Words {
    grade: Option<String>,
    hardest: Option<String>,
    techniques: String,
    /// The reason for a missing number, for the column `reason`.
    pub(crate) missing: Option<String>,
}

impl Words {
    pub(crate) fn of(rating: &Rating) -> Self {
        Self {
            grade: rating.grade().map(|grade| grade.to_string()),
            // Without a difficulty the hardest step was not reached.
            hardest: rating
                .hardest
                .clone()
                .filter(|_| rating.difficulty.is_some()),
            techniques: json(&rating.techniques),
            missing: rating.missing(),
        }
    }

    /// The cells of [`RATING`](crate::task::RATING).
    pub(crate) fn cells<'c>(&'c self, rating: &'c Rating, puzzle: &dyn Puzzle) -> [Cell<'c>; 8] {
        let nine = rating.nine.as_ref();
        let se = nine.and_then(|nine| nine.se.as_ref().ok());
        let hodoku = nine.map(|nine| &nine.hodoku);
        [
            rating.difficulty.into(),
            self.grade.as_deref().into(),
            self.hardest.as_deref().into(),
            se.map(|se| f64::from(se.er) / 10.0).into(),
            hodoku.map(|hodoku| hodoku.level.name()).into(),
            hodoku.map(|hodoku| i64::from(hodoku.score)).into(),
            Cell::Text(&self.techniques),
            i64::try_from(clue_count(puzzle)).ok().into(),
        ]
    }
}

/// The number of clues of a puzzle.
pub fn clue_count(puzzle: &dyn Puzzle) -> usize {
    let count = puzzle.clue_count();
    count.unwrap_or_else(|| puzzle.givens().len())
}

pub(crate) fn canonical(task: &Task, entry: &Entry, columns: &mut Columns) -> Result<(), Trouble> {
    let form = entry.puzzle.canonical();
    let form = form.map_err(|why| Trouble::Row(Status::Unsupported, why.to_string()))?;
    let text = match &task.to {
        Some(format) => form.puzzle.write(format).map(trimmed),
        None => on_a_line(&*form.puzzle, Some(&entry.reading)),
    }?;
    let digest = format!("{:032x}", form.digest);
    let automorphisms = form
        .automorphisms
        .and_then(|number| i64::try_from(number).ok());
    let cells = [
        Status::Canonical.word().into(),
        Cell::Text(&text),
        Cell::Text(&digest),
        automorphisms.into(),
        Cell::Null,
    ];
    Ok(columns.push(&cells)?)
}
