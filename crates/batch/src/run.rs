//! Answers the rows of a column on all threads.
//!
//! Rows are cut into pieces, which run through the [pipeline](crate::pipeline). Of a piece, rows that are
//! plain lines are asked for all together; then a [`Worker`] goes through the rows in order, and asks by
//! itself for a row that bulk cannot tell all about. What becomes of the answers is the business of
//! [`RowAnswers`]: here they are rows of columns.

use crate::answer::{self, Unanswered};
use crate::bulk::{Bulk, Run};
use crate::columns::{Columns, Kind, TooLong};
use crate::pipeline::{self, Sink, Source};
use crate::task::{Operation, Pace, Task};
use crate::texts::Texts;
use std::fmt;
use std::ops::Range;
use tilewright::answer::Answer;
use tilewright::bulk::Interrupted;
use tilewright::puzzles::{Format, ParseError, PlainLines, Puzzle, Reading};
use tilewright::{End, Solver, Status};

/// The most rows of a piece that is answered in bulk: enough to keep hundreds of boards under way.
const MOST_IN_BULK: usize = 8192;
/// The most rows of a piece that are answered one by one, as each may take long.
const MOST_ONE_BY_ONE: usize = 64;
/// The pieces that each thread should get, where there are few rows.
const PIECES_EACH: usize = 4;

/// The reason why there are no columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// It was interrupted.
    Interrupted,
    /// An answer failed: where answers are [checked](Solver::paranoid), two disagree.
    Failed,
    /// The texts of a column come to 2³¹ bytes or more.
    TooLong,
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Interrupted => "interrupted",
            Self::Failed => "two answers disagree, so one of them is wrong",
            Self::TooLong => {
                "the answers take 2 GiB or more in one column; hand over fewer rows at once"
            }
        })
    }
}

impl std::error::Error for Unfinished {}

impl From<Interrupted> for Unfinished {
    fn from(Interrupted(end): Interrupted) -> Self {
        match end {
            End::Failed => Self::Failed,
            _ => Self::Interrupted,
        }
    }
}

impl From<TooLong> for Unfinished {
    fn from(_: TooLong) -> Self {
        Self::TooLong
    }
}

/// Runs the task on every puzzle of a column: a row for each row.
pub fn run(task: &Task, texts: Texts<'_>, pace: &Pace) -> Result<Columns, Unfinished> {
    let plain = Plain::of(task, texts, 0..texts.len());
    let rows = texts.len();
    let even = rows.div_ceil(pace.thread_count() * PIECES_EACH);
    let piece_rows = match &plain {
        // Whole bytes of validity are put together faster.
        Some(plain) if plain.in_bulk => even.next_multiple_of(8).clamp(8, MOST_IN_BULK),
        _ => even.clamp(1, MOST_ONE_BY_ONE),
    };
    // Threads are for the rows, unless there is only one.
    let threads_each = if rows == 1 { pace.thread_count() } else { 1 };
    let worker = || {
        let mut worker = ColumnWorker::new(task, pace, threads_each);
        worker.plain.clone_from(&plain);
        move |piece: Range<usize>, columns: &mut Columns| {
            worker.answer(texts, piece, columns).map(|_| ())
        }
    };
    in_pieces(&task.operation.layout(), rows, piece_rows, pace, &worker)
}

/// A piece of the rows, and its answers.
#[derive(Default)]
struct Piece {
    rows: Range<usize>,
    columns: Option<Columns>,
    result: Option<Unfinished>,
}

/// Pieces of a number of rows.
struct Pieces {
    left: Range<usize>,
    piece_rows: usize,
}

impl Source<Piece, Unfinished> for Pieces {
    fn fill(&mut self, piece: &mut Piece) -> Result<bool, Unfinished> {
        let start = self.left.start;
        self.left.start = (start + self.piece_rows).min(self.left.end);
        piece.rows = start..self.left.start;
        Ok(!piece.rows.is_empty())
    }
}

/// All rows so far. The first of several pieces makes room for all.
struct Whole {
    rows: usize,
    columns: Option<Columns>,
}

impl Sink<Piece, Unfinished> for Whole {
    fn put(&mut self, piece: &mut Piece) -> Result<(), Unfinished> {
        if let Some(unfinished) = piece.result {
            return Err(unfinished);
        }
        match (&mut self.columns, &mut piece.columns) {
            (Some(columns), Some(more)) => columns.append(more)?,
            (_, more) => {
                self.columns = more.take();
                if let Some(columns) = &mut self.columns {
                    columns.reserve(self.rows);
                }
            }
        }
        Ok(())
    }
}

/// Lets threads answer pieces of rows, and puts the answers together in order.
pub(crate) fn in_pieces<W>(
    layout: &[(&'static str, Kind)],
    rows: usize,
    piece_rows: usize,
    pace: &Pace,
    worker: &(dyn Fn() -> W + Sync),
) -> Result<Columns, Unfinished>
where
    W: FnMut(Range<usize>, &mut Columns) -> Result<(), Unfinished>,
{
    let mut pieces = Pieces {
        left: 0..rows,
        piece_rows: piece_rows.max(1),
    };
    let mut whole = Whole {
        rows,
        columns: None,
    };
    let threads = pace.thread_count().min(rows.div_ceil(pieces.piece_rows));
    let worker = || {
        let mut answer = worker();
        move |piece: &mut Piece| {
            let columns = &mut piece.columns;
            let columns = columns.get_or_insert_with(|| Columns::new(layout, piece.rows.len()));
            columns.clear();
            piece.result = answer(piece.rows.clone(), columns).err();
        }
    };
    let is_stopped = || pace.is_stopped();
    pipeline::run(&mut pieces, &worker, &mut whole, threads, &is_stopped)?;
    if pace.is_stopped() {
        return Err(Unfinished::Interrupted);
    }
    Ok(whole.columns.unwrap_or_else(|| Columns::new(layout, 0)))
}

/// The answers to rows, as they are put in order.
pub trait RowAnswers {
    /// Puts the answers to rows that were asked for in bulk.
    fn put_run(&mut self, run: &Run<'_>) -> Result<(), Unfinished>;

    /// Asks about a row by itself, and puts its answer.
    fn put(&mut self, solver: &Solver, row: usize) -> Result<(), Unfinished>;
}

/// A thread's part in answering rows: its solver with the models that it has prepared.
pub struct Worker {
    solver: Solver,
    bulk: Option<Bulk>,
}

impl Worker {
    /// A worker that asks this solver.
    pub fn new(solver: &Solver) -> Self {
        // Each thread has a pool of its own.
        let (solver, bulk) = (solver.apart(), None);
        Self { solver, bulk }
    }

    /// Answers plain rows of a format in bulk from now on, if the task and the engine can do that.
    pub fn in_bulk(&mut self, task: &Task, format: &Format) -> bool {
        self.bulk = Bulk::of(task, format, &self.solver);
        self.bulk.is_some()
    }

    /// Puts the answers to some rows. How many of them were answered one by one, where others could be
    /// answered in bulk.
    pub fn answer(
        &mut self,
        texts: Texts<'_>,
        mut rows: Range<usize>,
        answers: &mut dyn RowAnswers,
    ) -> Result<Option<usize>, Unfinished> {
        if let Some(bulk) = &mut self.bulk {
            let asked = bulk.ask(texts, rows.clone());
            asked?;
        }
        let mut one_by_one = 0;
        loop {
            if let Some(bulk) = &mut self.bulk {
                let run = bulk.next_run();
                rows.start += run.rows().len();
                answers.put_run(&run)?;
            }
            let Some(row) = rows.next() else {
                return Ok(self.bulk.is_some().then_some(one_by_one));
            };
            answers.put(&self.solver, row)?;
            one_by_one += 1;
        }
    }
}

/// The format of plain rows.
#[derive(Clone)]
struct Plain {
    lines: &'static dyn PlainLines,
    reading: Reading,
    /// True if they are answered in bulk.
    in_bulk: bool,
}

impl Plain {
    /// The format of plain rows, if there are any and the task reads them as such.
    fn of(task: &Task, texts: Texts<'_>, rows: Range<usize>) -> Option<Self> {
        let formats = task.families.iter().flat_map(|family| &family.formats);
        let (format, lines) = formats
            .filter(|format| format.is_written())
            .find_map(|format| Some((format, format.plain?)))?;
        let mut row = vec![0; lines.tiles()];
        let mut rows = rows.filter_map(|row| texts.get(row));
        let text = rows.find(|text| lines.read(text, &mut row))?;
        let text = std::str::from_utf8(text).ok()?;
        let reading = task.families.reading(text, task.wanted.as_deref()).ok()?;
        (reading.format == *format).then_some(Self {
            lines,
            reading,
            in_bulk: task.is_for_bulk(format),
        })
    }
}

/// A [`Worker`] whose answers are rows of columns.
pub struct ColumnWorker<'w> {
    task: &'w Task,
    pace: &'w Pace,
    worker: Worker,
    /// The format of plain rows, once one was seen.
    plain: Option<Plain>,
    is_prepared: bool,
}

impl<'w> ColumnWorker<'w> {
    /// A worker that asks for each puzzle on a number of threads.
    pub fn new(task: &'w Task, pace: &'w Pace, threads_each: usize) -> Self {
        Self {
            task,
            pace,
            worker: Worker::new(&pace.solver_on(threads_each)),
            plain: None,
            is_prepared: false,
        }
    }

    /// Adds the answers to some rows. How many of them were answered one by one, where others could be
    /// answered in bulk.
    pub fn answer(
        &mut self,
        texts: Texts<'_>,
        rows: Range<usize>,
        columns: &mut Columns,
    ) -> Result<Option<usize>, Unfinished> {
        if self.plain.is_none() {
            self.plain = Plain::of(self.task, texts, rows.clone());
        }
        if let Some(plain) = self.plain.as_ref().filter(|_| !self.is_prepared) {
            self.is_prepared = true;
            if plain.in_bulk {
                self.worker.in_bulk(self.task, &plain.reading.format);
            }
        }
        let mut rows_of_columns = RowsOfColumns {
            task: self.task,
            pace: self.pace,
            plain: self.plain.as_ref(),
            texts,
            columns,
        };
        self.worker.answer(texts, rows, &mut rows_of_columns)
    }
}

/// Texts, and the columns of their answers.
struct RowsOfColumns<'c> {
    task: &'c Task,
    pace: &'c Pace,
    plain: Option<&'c Plain>,
    texts: Texts<'c>,
    columns: &'c mut Columns,
}

impl RowAnswers for RowsOfColumns<'_> {
    fn put_run(&mut self, run: &Run<'_>) -> Result<(), Unfinished> {
        if self.task.operation == Operation::Count {
            let mut rows = 0..run.counts().len();
            return rows.try_for_each(|row| answer::put(&run.answer(row), self.columns));
        }
        let word = |count: u32| run.status(count).0.word();
        let put = |rows: Range<usize>, texts: &mut Vec<u8>| run.write_texts(rows, texts);
        Ok(self
            .columns
            .push_run(run.counts(), word, run.tiles(), put)?)
    }

    fn put(&mut self, solver: &Solver, row: usize) -> Result<(), Unfinished> {
        if self.pace.is_stopped() {
            return Err(Unfinished::Interrupted);
        }
        let read = self
            .read(row)
            .map_err(|reason| Unanswered::new(Status::Malformed, reason));
        let answered =
            read.and_then(|(puzzle, reading)| self.task.ask(solver, &*puzzle, Some(&reading)));
        answer::put(&answered.unwrap_or_else(Answer::from), self.columns)
    }
}

impl RowsOfColumns<'_> {
    /// The puzzle of a row, and how it was read.
    fn read(&self, row: usize) -> Result<(Box<dyn Puzzle>, Reading), String> {
        let bytes = self.texts.get(row);
        let bytes = bytes.ok_or_else(|| self.texts.why_none(row))?;
        if bytes.len() > MOST_BYTES {
            return Err(format!(
                "the text has {} bytes: at most {MOST_BYTES} are read as a puzzle of a row",
                bytes.len()
            ));
        }
        let text = std::str::from_utf8(bytes).map_err(|_| "this is not UTF-8 text")?;
        let reading = self.reading(text);
        let read = reading.and_then(|reading| Ok((reading.read(text)?, reading)));
        read.map_err(|error| told(&error, text))
    }

    /// The family and format of a row. To see that it is plain is much quicker than to recognise it.
    fn reading(&self, text: &str) -> Result<Reading, ParseError> {
        match self.plain {
            Some(Plain { lines, reading, .. })
                if lines.read(text.as_bytes(), &mut vec![0; lines.tiles()]) =>
            {
                Ok(reading.clone())
            }
            _ => (self.task.families).reading(text, self.task.wanted.as_deref()),
        }
    }
}

/// The longest text of a row: to recognise and read it takes a tenth of a second, so a row ends within
/// its time. Longer puzzles are files of their own.
const MOST_BYTES: usize = 4 << 20;

/// The sentence about a text that is not a puzzle, and the place, as far as that says anything.
fn told(error: &ParseError, text: &str) -> String {
    let is_line = !text.trim_end_matches('\n').contains('\n');
    match error.place() {
        Some(place) if is_line && place.column > 1 => {
            format!("column {}: {}", place.column, error.message())
        }
        _ if is_line => error.message().to_owned(),
        _ => error.to_string(),
    }
}
