//! Scores of many answers: a column of puzzles and a column of what was written about them.
//!
//! Puzzles that are classic 9×9 boards are checked in bulk, and plain answers to them are compared with bits
//! ([`tilewright::score::nine`]). All others have a judge, which is kept while the same puzzle follows.

use super::answers::of_arrow;
use super::import::Input;
use super::table::{Batches, Table};
use crate::failure::Failure;
use crate::limits::Limits;
use crate::work::{Stop, Trouble, Waiter};
use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tilewright::Solver;
use tilewright::puzzles::Reading;
use tilewright::score::{Judge, Score, nine};
use tilewright_batch::{Columns, Operation, Pace, Task, TextColumn, Texts};
use tilewright_tables::Puzzles;

/// Rows that a thread takes at a time.
const PIECE: usize = 2048;

/// The answers to a row.
struct Row {
    status: &'static str,
    score: Score,
    reason: Option<String>,
}

impl Row {
    fn of(mut score: Score) -> Self {
        let reason = score.malformed.clone();
        score.reasons = Vec::new();
        let status = match &score {
            score if score.malformed.is_some() => "malformed",
            score if score.is_solved() => "solved",
            _ => "wrong",
        };
        Self {
            status,
            score,
            reason,
        }
    }

    fn failed(why: String) -> Self {
        Self {
            status: "malformed",
            score: Score::default(),
            reason: Some(why),
        }
    }
}

/// Puzzles and answers, row by row.
struct Work<'w> {
    puzzles: Texts<'w>,
    answers: Texts<'w>,
    reading: Option<String>,
    solver: Solver,
    /// For each row the row of `checked` with its puzzle, if that is a classic board.
    boards: Vec<u32>,
    checked: Columns,
}

const NONE: u32 = u32::MAX;

impl<'w> Work<'w> {
    fn new(
        puzzles: Texts<'w>,
        answers: Texts<'w>,
        reading: Option<String>,
        pace: &Pace,
        solver: Solver,
    ) -> Result<Self, Failure> {
        let may_be_board = reading
            .as_deref()
            .is_none_or(|name| name.starts_with("sudoku"));
        let mut boards = Vec::with_capacity(puzzles.len());
        let mut distinct: Vec<Option<&str>> = Vec::new();
        for row in 0..puzzles.len() {
            let text = puzzles
                .get(row)
                .and_then(|bytes| std::str::from_utf8(bytes).ok());
            let board =
                text.filter(|text| may_be_board && text.len() == 81 && nine::cells(text).is_some());
            let Some(board) = board else {
                boards.push(NONE);
                continue;
            };
            // Several answers to one puzzle often follow each other.
            if distinct.last() != Some(&Some(board)) {
                distinct.push(Some(board));
            }
            boards.push(distinct.len() as u32 - 1);
        }
        let unable = |why: &dyn std::fmt::Display| Failure::Unable(why.to_string());
        let column = TextColumn::of(distinct);
        let column = column.ok_or_else(|| unable(&"the puzzles are too long for a column"))?;
        let task = Task::new(Operation::Check).reading("sudoku:line");
        let checked = tilewright_batch::run(&task, column.texts(), pace);
        Ok(Self {
            puzzles,
            answers,
            reading,
            solver,
            boards,
            checked: checked.map_err(|unfinished| unable(&unfinished))?,
        })
    }

    /// Scores a row; `judge` is that of the puzzle before, with its text.
    fn row(&self, row: usize, judge: &mut Option<(String, Result<Judge, String>)>) -> Row {
        let text = |texts: &Texts<'w>, what: &str| match texts.get(row) {
            None => Err(format!("the {what} is null")),
            Some(bytes) => match std::str::from_utf8(bytes) {
                Ok(text) => Ok(text),
                Err(_) => Err(format!("the {what} is not text in UTF-8")),
            },
        };
        let (puzzle, answer) = match (text(&self.puzzles, "puzzle"), text(&self.answers, "answer"))
        {
            (Ok(puzzle), Ok(answer)) => (puzzle, answer),
            (Err(why), _) | (_, Err(why)) => return Row::failed(why),
        };
        if let Some(score) = self.of_board(row, puzzle, answer) {
            return Row::of(score);
        }
        if judge.as_ref().is_none_or(|(before, _)| before != puzzle) {
            *judge = Some((puzzle.to_owned(), self.judge(puzzle)));
        }
        match judge.as_ref().map(|(_, judge)| judge) {
            Some(Ok(judge)) => match judge.score(&self.solver, answer, None) {
                Ok(score) => Row::of(score),
                Err(refusal) => Row::failed(format!("the puzzle: {refusal}")),
            },
            Some(Err(why)) => Row::failed(why.clone()),
            None => Row::failed("the puzzle is null".to_owned()),
        }
    }

    fn judge(&self, puzzle: &str) -> Result<Judge, String> {
        let told = |why: &dyn std::fmt::Display| format!("the puzzle: {why}");
        let reading = Reading::of(puzzle, self.reading.as_deref()).map_err(|e| told(&e))?;
        let puzzle = reading.read(puzzle).map_err(|e| told(&e))?;
        Judge::new(&self.solver, &*puzzle).map_err(|e| told(&e))
    }

    /// The score of a plain answer to a classic board.
    fn of_board(&self, row: usize, puzzle: &str, answer: &str) -> Option<Score> {
        let board = self.boards[row];
        if board == NONE {
            return None;
        }
        let answer = nine::cells(answer)?;
        let clues = nine::cells(puzzle)?;
        let board = board as usize;
        let only = match self.checked.text("status", board)? {
            "unique" => Some(nine::cells(self.checked.text("solution", board)?)?),
            "several" | "unsolvable" => None,
            _ => return None,
        };
        Some(nine::score(
            &clues,
            &answer,
            Some(only.is_some()),
            only.as_ref(),
        ))
    }
}

/// Scores all rows on some threads.
fn all(work: &Work<'_>, threads: usize, stop: &Stop) -> Vec<Row> {
    let rows = work.boards.len();
    let next = AtomicUsize::new(0);
    let done: Mutex<BTreeMap<usize, Vec<Row>>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(rows.div_ceil(PIECE)).max(1) {
            scope.spawn(|| {
                let mut judge = None;
                loop {
                    let start = next.fetch_add(PIECE, Ordering::Relaxed);
                    if start >= rows || stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let piece = start..(start + PIECE).min(rows);
                    let piece: Vec<Row> = piece.map(|row| work.row(row, &mut judge)).collect();
                    done.lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .insert(start, piece);
                }
            });
        }
    });
    let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.into_values().flatten().collect()
}

fn batch(rows: &[Row]) -> Result<RecordBatch, Failure> {
    let number = |of: &dyn Fn(&Score) -> Option<usize>| -> ArrayRef {
        let value = |row: &Row| of(&row.score).and_then(|number| i64::try_from(number).ok());
        Arc::new(rows.iter().map(value).collect::<Int64Array>())
    };
    let status: ArrayRef = Arc::new(StringArray::from_iter_values(
        rows.iter().map(|row| row.status),
    ));
    let credit = rows.iter().map(|row| Some(row.score.credit()));
    let credit: ArrayRef = Arc::new(credit.collect::<Float64Array>());
    let reason: ArrayRef = Arc::new(
        rows.iter()
            .map(|row| row.reason.as_deref())
            .collect::<StringArray>(),
    );
    let columns = [
        ("status", status),
        ("credit", credit),
        ("cells", number(&|score| Some(score.open))),
        ("filled", number(&|score| Some(score.filled))),
        ("right", number(&|score| score.right)),
        ("consistent", number(&|score| Some(score.consistent))),
        ("constraints", number(&|score| Some(score.constraints))),
        ("kept", number(&|score| Some(score.kept))),
        ("broken", number(&|score| Some(score.broken))),
        ("changed", number(&|score| Some(score.changed))),
        ("line", number(&|score| score.found.map(|found| found.line))),
        (
            "candidates",
            number(&|score| score.found.map(|found| found.candidates)),
        ),
        ("reason", reason),
    ];
    let field =
        |(name, array): &(&str, ArrayRef)| Field::new(*name, array.data_type().clone(), true);
    let schema = Schema::new(columns.iter().map(field).collect::<Vec<_>>());
    let arrays = columns.into_iter().map(|(_, array)| array).collect();
    RecordBatch::try_new(Arc::new(schema), arrays).map_err(of_arrow)
}

/// One batch.
struct Once {
    schema: SchemaRef,
    batch: Option<RecordBatch>,
}

impl Batches for Once {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    fn pull(&mut self) -> Result<Option<RecordBatch>, Trouble> {
        Ok(self.batch.take())
    }
}

/// All texts of a column.
fn column(mut input: Input) -> Result<Puzzles, Trouble> {
    if matches!(input.field().data_type(), DataType::Struct(_)) {
        let message =
            "a column was expected, not a table: name its column, as in table[\"puzzle\"]";
        return Err(Failure::Unable(message.to_owned()).into());
    }
    let mut arrays = Vec::new();
    while let Some(array) = input.next()? {
        arrays.push(array);
    }
    let column = Puzzles::of_all(&arrays);
    column.ok_or_else(|| Failure::Unable("this column holds no texts".to_owned()).into())
}

/// Scores a column of answers to a column of puzzles.
#[pyfunction]
pub(crate) fn score_columns(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    answers: &Bound<'_, PyAny>,
    reading: Option<String>,
    limits: Limits,
) -> PyResult<Table> {
    let (puzzles, answers) = (
        super::answers::input(puzzles)?,
        super::answers::input(answers)?,
    );
    if let Some(reading) = &reading {
        Reading::of("", Some(reading)).map_err(|error| Failure::from(error).raised(py))?;
    }
    let threads = limits.threads();
    let (solver, _) = limits
        .clone()
        .solver()
        .map_err(|failure| failure.raised(py))?;
    let (pace, stop) = limits.pace().map_err(|failure| failure.raised(py))?;
    let batches = move || -> Result<Once, Trouble> {
        let (puzzles, answers) = (column(puzzles)?, column(answers)?);
        let (one, other) = (puzzles.texts().len(), answers.texts().len());
        if one != other {
            let message = format!(
                "there are {one} puzzles and {other} answers: each answer needs its puzzle"
            );
            return Err(Failure::Unable(message).into());
        }
        let flag = stop.clone();
        let scored = Waiter::here().attend(&stop, move || {
            let solver = solver.threads(1).stop(flag.clone());
            let work = Work::new(puzzles.texts(), answers.texts(), reading, &pace, solver)?;
            batch(&all(&work, threads, &flag))
        })?;
        Ok(Once {
            schema: scored.schema(),
            batch: Some(scored),
        })
    };
    Table::of_troubled(py, batches)
}

/// The texts of a column, or of the puzzles' column of a table.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what Python hands over is owned"
)]
pub(crate) fn texts_of(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    column: Option<String>,
) -> PyResult<Vec<Option<String>>> {
    let mut input = super::answers::input(source)?;
    let texts = py.detach(|| -> Result<Vec<Option<String>>, Trouble> {
        let place = super::place::Place::of(input.field(), column.as_deref())?;
        let mut found = Vec::new();
        while let Some(array) = input.next()? {
            let (array, _) = place.find(array)?;
            let Some(puzzles) = Puzzles::of(&array) else {
                return Err(Failure::Unable("this column holds no texts".to_owned()).into());
            };
            let texts = puzzles.texts();
            let text = |row| {
                texts
                    .get(row)
                    .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
            };
            found.extend((0..texts.len()).map(text));
        }
        Ok(found)
    });
    texts.map_err(|trouble| trouble.raised(py))
}
