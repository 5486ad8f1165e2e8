//! Answers the rows of a column on all threads.
//!
//! Rows are cut into pieces, which threads take one after the other. Of a piece, rows that are
//! plain lines are asked for all together; then the rows are gone through in order, and a row that
//! bulk cannot tell all about is asked for by itself. One iterator goes through all pieces of a
//! thread, so that a prepared model lasts from one to the next. Whoever has the piece that comes next
//! in the order of the rows puts it in its place while the others go on, and its memory is used
//! for another piece: so nothing is left to be done at the end, by one thread alone.

use crate::answer::{self, Entry, Trouble, put_nothing};
use crate::bulk::Bulk;
use crate::columns::{Columns, Kind, TooLong};
use crate::task::{Operation, Pace, Task};
use crate::texts::Texts;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use tilewright::puzzles::{Families, ParseError, PlainLines, Reading};
use tilewright::{Asked, Refusal, Solver, Status};

/// The most rows of a piece that is answered in bulk: enough to keep hundreds of boards under way.
const MOST_IN_BULK: usize = 8192;
/// The most rows of a piece that are answered one by one, as each may take long.
const MOST_ONE_BY_ONE: usize = 64;
/// The pieces that each thread should get, where there are few rows.
const PIECES_EACH: usize = 4;

/// Why there are no columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// It was interrupted.
    Interrupted,
    /// The texts of a column come to 2³¹ bytes or more.
    TooLong,
    /// The system has no threads left.
    NoThreads,
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Interrupted => "interrupted",
            Self::TooLong => {
                "the answers take 2 GiB or more in one column; hand over fewer rows at once"
            }
            Self::NoThreads => "the system has no threads left",
        })
    }
}

impl std::error::Error for Unfinished {}

impl From<TooLong> for Unfinished {
    fn from(_: TooLong) -> Self {
        Self::TooLong
    }
}

/// Does with every puzzle of a column what the task says: a row for each row.
pub fn run(task: &Task, texts: Texts<'_>, pace: &Pace) -> Result<Columns, Unfinished> {
    let work = Work::new(task, texts, pace);
    let layout = task.operation.layout();
    on_threads(&layout, texts.len(), work.piece_rows(), pace, |pieces| {
        work.answer(pieces);
    })
}

/// Pieces of rows that are taken by whoever is free.
pub(crate) struct Pieces<'p> {
    next: AtomicUsize,
    rows: usize,
    piece_rows: usize,
    layout: &'p [(&'static str, Kind)],
    gathered: Mutex<Gathered>,
    failed: Mutex<Option<Unfinished>>,
}

/// What is answered.
#[derive(Default)]
struct Gathered {
    /// The rows from the first on; none as long as the first piece is missing.
    columns: Option<Columns>,
    /// Pieces by their first rows, which wait for those before them.
    waiting: BTreeMap<usize, Columns>,
    /// Columns whose rows were put in their place.
    spare: Vec<Columns>,
}

impl Gathered {
    /// Takes a piece, and puts in place what can be. The first of several makes room for all.
    fn put(&mut self, start: usize, columns: Columns, rows: usize) -> Result<(), TooLong> {
        self.waiting.insert(start, columns);
        let next = |gathered: &Self| gathered.columns.as_ref().map_or(0, Columns::rows);
        while let Some(mut piece) = self.waiting.remove(&next(self)) {
            let Some(columns) = &mut self.columns else {
                piece.reserve(rows);
                self.columns = Some(piece);
                continue;
            };
            columns.append(&piece)?;
            piece.clear();
            self.spare.push(piece);
        }
        Ok(())
    }
}

impl Pieces<'_> {
    /// The rows of the next piece; `None` where there are no more, or something went wrong.
    pub(crate) fn next(&self) -> Option<Range<usize>> {
        if self.failed().is_some() {
            return None;
        }
        let start = self.next.fetch_add(self.piece_rows, Ordering::Relaxed);
        let end = start.saturating_add(self.piece_rows).min(self.rows);
        (start < end).then_some(start..end)
    }

    /// Columns for the answers to a piece.
    pub(crate) fn columns(&self, rows: usize) -> Columns {
        let spare = self.gathered().spare.pop();
        spare.unwrap_or_else(|| Columns::new(self.layout, rows))
    }

    /// Takes the answers to the piece that starts with that row.
    pub(crate) fn put(&self, start: usize, columns: Columns) {
        let put = self.gathered().put(start, columns, self.rows);
        if put.is_err() {
            self.fail(Unfinished::TooLong);
        }
    }

    fn gathered(&self) -> MutexGuard<'_, Gathered> {
        self.gathered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the whole.
    pub(crate) fn fail(&self, unfinished: Unfinished) {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.get_or_insert(unfinished);
    }

    fn failed(&self) -> Option<Unfinished> {
        *self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets threads answer pieces of rows, and puts the answers together in order.
pub(crate) fn on_threads(
    layout: &[(&'static str, Kind)],
    rows: usize,
    piece_rows: usize,
    pace: &Pace,
    answer: impl Fn(&Pieces<'_>) + Sync,
) -> Result<Columns, Unfinished> {
    let pieces = Pieces {
        next: AtomicUsize::new(0),
        rows,
        piece_rows: piece_rows.max(1),
        layout,
        gathered: Mutex::default(),
        failed: Mutex::default(),
    };
    let threads = pace.thread_count().min(rows.div_ceil(pieces.piece_rows));
    if threads <= 1 {
        answer(&pieces);
    } else {
        thread::scope(|scope| {
            for number in 0..threads {
                let (pieces, answer) = (&pieces, &answer);
                let started = Builder::new().spawn_scoped(scope, move || answer(pieces));
                if started.is_err() {
                    // Fewer will do.
                    if number == 0 {
                        pieces.fail(Unfinished::NoThreads);
                    }
                    break;
                }
            }
        });
    }
    if pace.is_stopped() {
        return Err(Unfinished::Interrupted);
    }
    if let Some(unfinished) = pieces.failed() {
        return Err(unfinished);
    }
    let gathered = pieces.gathered.into_inner();
    let columns = gathered.unwrap_or_else(PoisonError::into_inner).columns;
    Ok(columns.unwrap_or_else(|| Columns::new(layout, 0)))
}

/// What all threads know.
struct Work<'w> {
    task: &'w Task,
    texts: Texts<'w>,
    pace: &'w Pace,
    solver: Solver,
    /// What plain rows are, where there are any.
    plain: Option<Plain>,
}

/// The format of plain rows.
struct Plain {
    lines: &'static dyn PlainLines,
    reading: Reading,
    /// Whether they are answered in bulk.
    in_bulk: bool,
}

impl<'w> Work<'w> {
    fn new(task: &'w Task, texts: Texts<'w>, pace: &'w Pace) -> Self {
        // The rows are what threads are for, unless there is only one.
        let threads = if texts.len() == 1 {
            pace.thread_count()
        } else {
            1
        };
        Self {
            task,
            texts,
            pace,
            solver: pace.solver_on(threads),
            plain: plain_rows(task, texts),
        }
    }

    fn piece_rows(&self) -> usize {
        let rows = self.texts.len();
        let even = rows.div_ceil(self.pace.thread_count() * PIECES_EACH);
        match self.in_bulk() {
            // Whole bytes of validity are put together faster.
            Some(_) => even.next_multiple_of(8).clamp(8, MOST_IN_BULK),
            None => even.clamp(1, MOST_ONE_BY_ONE),
        }
    }

    /// The format of the rows that are answered in bulk.
    fn in_bulk(&self) -> Option<&'static dyn PlainLines> {
        let plain = self.plain.as_ref().filter(|plain| plain.in_bulk);
        plain.map(|plain| plain.lines)
    }

    /// What a thread does.
    fn answer(&self, pieces: &Pieces<'_>) {
        let plain = self.in_bulk();
        let model = plain.and_then(|p| self.solver.plain_model(p).ok());
        let bulk = model.as_ref().and_then(|model| self.solver.bulk(model));
        let bulk = plain.zip(bulk);
        let bulk = bulk.map(|(plain, session)| Bulk::new(plain, session));
        let desk = RefCell::new(Desk {
            work: self,
            pieces,
            bulk,
            rows: 0..0,
            start: 0,
            columns: pieces.columns(0),
        });
        let entries = std::iter::from_fn(|| desk.borrow_mut().next_entry());
        if self.task.operation == Operation::Canonical {
            // No model is needed, and there may be none.
            for entry in entries {
                desk.borrow_mut().put(&entry, None);
            }
            return;
        }
        // Each thread has a pool of its own.
        let solver = self.solver.apart();
        for entry in entries {
            let asked = solver.ask(&*entry.puzzle);
            desk.borrow_mut().put(&entry, Some(asked));
        }
    }

    /// The puzzle of a row.
    fn read(&self, row: usize) -> Result<Entry, String> {
        let bytes = self.texts.get(row);
        let bytes = bytes.ok_or_else(|| self.texts.why_none(row))?;
        if bytes.len() > MOST_BYTES {
            return Err(format!(
                "the text has {} bytes: at most {MOST_BYTES} are read as a puzzle of a row",
                bytes.len()
            ));
        }
        let text = std::str::from_utf8(bytes).map_err(|_| "this is no text in UTF-8")?;
        let reading = self.reading(text);
        let read = reading.and_then(|reading| Ok((reading.read(text)?, reading)));
        let (puzzle, reading) = read.map_err(|error| told(&error, text))?;
        Ok(Entry { puzzle, reading })
    }

    /// The family and format of a row. To see that it is plain is much quicker than to recognise it.
    fn reading(&self, text: &str) -> Result<Reading, ParseError> {
        match &self.plain {
            Some(plain)
                if plain
                    .lines
                    .read(text.as_bytes(), &mut vec![0; plain.lines.tiles()]) =>
            {
                Ok(plain.reading.clone())
            }
            _ => Reading::of(text, self.task.wanted.as_deref()),
        }
    }
}

/// The longest text of a row: to recognise and read it takes a tenth of a second, so a row ends within
/// its time. Longer puzzles are files of their own.
const MOST_BYTES: usize = 4 << 20;

/// What is wrong with a text, and where, as far as that says anything.
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

/// The format of plain rows, where there are any and the task takes them for what they are.
fn plain_rows(task: &Task, texts: Texts<'_>) -> Option<Plain> {
    let families = Families::default();
    let formats = families.iter().flat_map(|family| &family.formats);
    let (format, lines) = formats
        .filter(|format| format.is_written())
        .find_map(|format| Some((format, format.plain?)))?;
    let mut row = vec![0; lines.tiles()];
    let mut rows = (0..texts.len()).filter_map(|row| texts.get(row));
    let text = rows.find(|text| lines.read(text, &mut row))?;
    let reading = Reading::of(std::str::from_utf8(text).ok()?, task.wanted.as_deref()).ok()?;
    let is_written_so = task.to.as_ref().is_none_or(|to| *to == format.name);
    let is_asked_so = matches!(task.operation, Operation::Solve | Operation::Check);
    (reading.format == *format).then_some(Plain {
        lines,
        reading,
        in_bulk: is_written_so && is_asked_so,
    })
}

/// What a thread has before it.
struct Desk<'d> {
    work: &'d Work<'d>,
    pieces: &'d Pieces<'d>,
    bulk: Option<Bulk>,
    /// The rows of the piece that have no answer yet.
    rows: Range<usize>,
    /// The row of the first answer in the columns.
    start: usize,
    columns: Columns,
}

impl Desk<'_> {
    /// The next puzzle that is to be asked for by itself. All rows before it are answered.
    fn next_entry(&mut self) -> Option<Entry> {
        loop {
            if self.work.pace.is_stopped() {
                self.pieces.fail(Unfinished::Interrupted);
                return None;
            }
            if self.rows.is_empty() {
                self.take_piece()?;
            }
            if self.put_plain().is_err() {
                return self.give_up(Unfinished::TooLong);
            }
            let Some(row) = self.rows.next() else {
                continue;
            };
            match self.work.read(row) {
                Ok(entry) => return Some(entry),
                Err(reason) => {
                    let put = put_nothing(&mut self.columns, Status::Malformed, &reason);
                    if put.is_err() {
                        return self.give_up(Unfinished::TooLong);
                    }
                }
            }
        }
    }

    /// Answers the next rows as far as that was found in bulk.
    fn put_plain(&mut self) -> Result<(), TooLong> {
        if let Some(bulk) = &mut self.bulk {
            self.rows.start += bulk.put(self.work.task.operation, &mut self.columns)?;
        }
        Ok(())
    }

    fn give_up(&mut self, unfinished: Unfinished) -> Option<Entry> {
        self.pieces.fail(unfinished);
        None
    }

    /// Hands over the piece that is answered, if there is one, and takes the next.
    fn take_piece(&mut self) -> Option<()> {
        if self.columns.rows() > 0 {
            let columns = std::mem::replace(&mut self.columns, self.pieces.columns(0));
            self.pieces.put(self.start, columns);
        }
        self.rows = self.pieces.next()?;
        self.start = self.rows.start;
        let Some(bulk) = &mut self.bulk else {
            return Some(());
        };
        let limit = self.work.task.limit();
        if bulk.ask(self.work.texts, self.rows.clone(), limit).is_err() {
            self.pieces.fail(Unfinished::Interrupted);
            return None;
        }
        Some(())
    }

    /// Answers an entry.
    fn put(&mut self, entry: &Entry, asked: Option<Result<Asked, Refusal>>) {
        let columns = &mut self.columns;
        let task = self.work.task;
        let result = match asked {
            None => answer::canonical(task, entry, columns),
            Some(Ok(mut asked)) => answer::put(task, entry, &mut asked, columns),
            Some(Err(refusal)) => Err(refused(&refusal)),
        };
        let result = match result {
            Err(Trouble::Row(status, reason)) => {
                put_nothing(columns, status, &reason).map_err(Trouble::from)
            }
            result => result,
        };
        let unfinished = match result {
            Ok(()) | Err(Trouble::Row(..)) => return,
            Err(Trouble::Interrupted) => Unfinished::Interrupted,
            Err(Trouble::TooLong) => Unfinished::TooLong,
        };
        self.pieces.fail(unfinished);
        self.rows = 0..0;
    }
}

fn refused(refusal: &Refusal) -> Trouble {
    let status = match refusal {
        Refusal::TooLarge(_) | Refusal::Stopped(_) => Status::Stopped,
        _ => Status::Unsupported,
    };
    Trouble::Row(status, refusal.to_string())
}
