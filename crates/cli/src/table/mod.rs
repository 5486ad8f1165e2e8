//! Tables in, tables out: CSV, JSON lines and Parquet, by the ending of the file.
//!
//! ```text
//!            some rows              the puzzles' column                  rows with more columns
//!   source ─────────────▶ rows ──────────────────────────▶ batch ──────────────────────────▶ sink
//! ```
//!
//! A number of rows at a time is read, answered on all cores by [`tilewright_batch`] and written, so
//! memory does not depend on the length of the table. What is in the other columns is handed on as it
//! is. The file gets its name when it is whole; until then, and if anything goes wrong, one of that
//! name stays as it was.
//!
//! | module | what is there |
//! | --- | --- |
//! | `kind` | which endings are which tables |
//! | `source`, `sink` | tables that are texts, read and written |
//! | `objects` | objects of JSON lines, as they stand there |
//! | `one` | one puzzle as a table of one row |
//! | `report` | what is said at the end |
//! | `parquet` | all of it where a Parquet file is at either end (feature `parquet`) |

mod kind;
mod objects;
mod one;
#[cfg(feature = "parquet")]
mod parquet;
mod report;
mod sink;
mod source;

pub(crate) use kind::Kind;

use crate::args;
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::generate::Request;
use crate::input::{self, Contents};
use crate::outlet;
use crate::run::Setting;
use crate::show::{on_a_line, refuse_unknown};
use crate::target::Target;
use indicatif::{ProgressBar, ProgressStyle};
use kind::ENDINGS;
use one::{Kept, one_row};
use report::Report;
use sink::Sink;
use source::{Form, Rows, Shape, Source};
use std::io::{self, IsTerminal, Read};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};
use tilewright_batch::{
    Columns, NoColumn, Operation, Pace, Recipe, Task, Unfinished, free_names, listed,
};

/// About how long some rows should take: so often progress is told.
const TURN: Duration = Duration::from_millis(500);
/// The most rows at a time.
const MOST_ROWS: usize = 1 << 16;
/// The fewest rows at a time.
const FEWEST_ROWS: usize = 256;
/// The bytes of rows that are held at a time, but for the last.
const MOST_BYTES: usize = 32 << 20;

/// What is done with a table.
pub(crate) struct Order<'o> {
    pub(crate) task: Task,
    pub(crate) pace: Pace,
    /// The file to write.
    pub(crate) output: &'o str,
    /// The name of the puzzles' column.
    pub(crate) column: Option<&'o str>,
}

impl<'o> Order<'o> {
    pub(crate) fn new(task: Task, pace: Pace, output: &'o str, table: &'o args::Table) -> Self {
        Self {
            task,
            pace,
            output,
            column: table.column.as_deref(),
        }
    }
}

/// The table that `-o` names by its ending, if it does.
pub(crate) fn wanted(table: &args::Table) -> Result<Option<&str>, Failure> {
    if outlet::table(table.name()).is_some() {
        return Ok(table.name());
    }
    match (&table.column, table.name()) {
        (Some(_), Some(name)) => Err(not_a_table(name, "--column")),
        _ => Ok(None),
    }
}

/// What is for tables alone does not go with another file.
pub(crate) fn not_a_table(name: &str, flag: &str) -> Failure {
    let message = format!("{flag} is for a table, which is told by its ending: {ENDINGS}");
    Failure::new(message).file(name)
}

/// What the options say about how puzzles are read and written.
pub(crate) fn task(
    operation: Operation,
    input: &args::Input,
    to: Option<&str>,
) -> Result<Task, Failure> {
    refuse_flags(&[("--size", input.size.is_some())])?;
    let mut task = Task::new(operation);
    if let Some(to) = to {
        refuse_unknown(to, [])?;
        task = task.writing(to);
    }
    // That it is a table says the ending.
    if let Some(wanted) = input.wanted.as_deref().filter(|wanted| *wanted != "csv") {
        task = task.reading(wanted);
    }
    Ok(task)
}

/// Refuses what says how answers look on standard output, or cannot be done with many at once.
pub(crate) fn refuse(
    search: &args::Search,
    output: &args::Output,
    others: &[(&str, bool)],
) -> Result<(), Failure> {
    refuse_flags(others)?;
    refuse_flags(&[
        ("--json", output.json),
        ("--plain", output.plain),
        ("--style", output.style.is_some()),
        ("--stats", search.stats),
        ("--sat-command", search.sat_command.is_some()),
    ])
}

/// Refuses the flags that were given.
pub(crate) fn refuse_flags(flags: &[(&str, bool)]) -> Result<(), Failure> {
    match flags.iter().find(|(_, is_given)| *is_given) {
        Some((flag, _)) => Err(Failure::new(format!(
            "{flag} does not go with a table: its columns are always the same"
        ))
        .hint("with -o, an ending such as .txt or .json writes what would be printed")),
        None => Ok(()),
    }
}

/// The column of the puzzles among those that hold texts.
fn puzzle_column(
    names: &[String],
    texts: &[usize],
    wanted: Option<&str>,
) -> Result<usize, Failure> {
    tilewright_batch::puzzle_column(names, texts, wanted).map_err(|why| {
        let message = match why {
            NoColumn::Unclear => format!("{why}; name it with --column"),
            _ => why.to_string(),
        };
        Failure::new(message).hint(listed(names))
    })
}

/// Answers the table that the command line names.
pub(crate) fn run(setting: &Setting, order: &Order<'_>) -> Result<Exit, Trouble> {
    let name = setting.only_source()?.name();
    let kind = output_kind(order.output)?;
    let is_parquet = kind == Kind::Parquet || Kind::of(&name) == Some(Kind::Parquet);
    let answered = if is_parquet {
        run_parquet(setting, order, kind)
    } else {
        run_text(setting, order, kind)
    };
    answered.map_err(|trouble| told(trouble, order.output))
}

/// Makes a table of puzzles.
pub(crate) fn make(request: &Request<'_>, recipe: &Recipe) -> Result<Exit, Trouble> {
    let kind = output_kind(request.output)?;
    let made = make_rows(request, recipe, kind);
    made.map_err(|trouble| told(trouble, request.output))
}

/// The kind of table to write.
fn output_kind(output: &str) -> Result<Kind, Failure> {
    Kind::of(output).ok_or_else(|| {
        Failure::new(format!(
            "what kind of table this is to be is told by its ending: {ENDINGS}"
        ))
        .file(output)
    })
}

/// What is wrong with the output, in a sentence with its name. That a pipe has no reader any more is
/// wrong, too: whoever named it wanted all of the table.
fn told(trouble: Trouble, output: &str) -> Trouble {
    match trouble {
        Trouble::Output(error) => {
            let failure = Failure::new(format!("this cannot be written: {error}"));
            failure.file(output).into()
        }
        bad @ Trouble::Bad(_) => bad,
    }
}

/// Goes through a table that is a text, to one that is a text. While some rows are answered, a
/// thread reads the next ones and another writes those before.
fn run_text(setting: &Setting, order: &Order<'_>, kind: Kind) -> Result<Exit, Trouble> {
    let (mut source, length) = open_text(setting, order.column)?;
    let shape = Arc::clone(source.shape());
    let added = free_names(shape.names(), &order.task.operation().columns());
    source.reserve(&added);
    let target = Target::open(Some(order.output))?;
    let sink = Sink::open(target, kind, Some(&shape), &added)?;
    let mut progress = Progress::of_bytes(length);
    let mut report = Report::new();
    let turns = Turns::new();
    let (reading, read) = sync_channel(1);
    let (writing, written) = sync_channel(1);
    let (spares, spare) = sync_channel(4);
    let sink = thread::scope(|scope| {
        // Each end of a channel goes with its thread: that it is gone is how the others learn of it.
        let (source, turns, shape) = (&mut source, &turns, &*shape);
        let reader = move || read_rows(source, turns, &spare, &reading);
        let reader = Builder::new().spawn_scoped(scope, reader);
        let writer = move || write_rows(sink, shape, &written, &spares);
        let writer = Builder::new().spawn_scoped(scope, writer);
        let (Ok(_), Ok(writer)) = (reader, writer) else {
            return Err(Failure::new("the system has no threads left").into());
        };
        let answered = answer_rows(order, turns, read, &writing, |rows, answers| {
            report.add(answers);
            progress.tell(rows.place, report.rows());
        });
        drop(writing);
        let sink = writer.join().unwrap_or_else(|panic| resume_unwind(panic))?;
        answered.map(|()| sink).map_err(Trouble::from)
    });
    progress.clear();
    let sink = sink?;
    if setting.interrupt.is_set() {
        return Ok(report.interrupted());
    }
    sink.finish()?;
    Ok(report.tell(&report::of_task(order.task.operation())))
}

/// Reads rows until there are no more or nobody wants them.
fn read_rows(
    source: &mut Source,
    turns: &Turns,
    spare: &Receiver<Rows>,
    reading: &SyncSender<Result<Rows, Failure>>,
) {
    loop {
        let mut rows = spare.try_recv().unwrap_or_default();
        let next = match source.next(turns.rows(), MOST_BYTES, &mut rows) {
            Ok(true) => Ok(rows),
            Ok(false) => return,
            Err(failure) => Err(failure),
        };
        let is_over = next.is_err();
        if reading.send(next).is_err() || is_over {
            return;
        }
    }
}

/// Answers rows until there are no more, something is wrong, or it is interrupted.
fn answer_rows(
    order: &Order<'_>,
    turns: &Turns,
    read: Receiver<Result<Rows, Failure>>,
    writing: &SyncSender<(Rows, Columns)>,
    mut tell: impl FnMut(&Rows, &Columns),
) -> Result<(), Failure> {
    for rows in read {
        let rows = rows?;
        let start = Instant::now();
        let Some(answers) = answered(order, rows.puzzles())? else {
            return Ok(());
        };
        turns.took(start.elapsed());
        tell(&rows, &answers);
        if writing.send((rows, answers)).is_err() {
            // The writer has gone, and says why.
            return Ok(());
        }
    }
    Ok(())
}

/// Writes rows until there are no more.
fn write_rows(
    mut sink: Sink,
    shape: &Shape,
    written: &Receiver<(Rows, Columns)>,
    spares: &SyncSender<Rows>,
) -> Result<Sink, Trouble> {
    while let Ok((rows, answers)) = written.recv() {
        sink.write(shape, &rows, &answers)?;
        let _ = spares.try_send(rows);
    }
    Ok(sink)
}

/// The answers to some rows; `None` where that was interrupted.
fn answered(
    order: &Order<'_>,
    puzzles: tilewright_batch::Texts<'_>,
) -> Result<Option<Columns>, Failure> {
    finished(tilewright_batch::run(&order.task, puzzles, &order.pace))
}

fn finished(answers: Result<Columns, Unfinished>) -> Result<Option<Columns>, Failure> {
    match answers {
        Ok(answers) => Ok(Some(answers)),
        Err(Unfinished::Interrupted) => Ok(None),
        Err(unfinished) => Err(Failure::new(unfinished.to_string())),
    }
}

/// Begins to read a table that is a text, or a puzzle a line; and its length where that is known.
fn open_text(setting: &Setting, column: Option<&str>) -> Result<(Source, Option<u64>), Failure> {
    let source = setting.only_source()?;
    let name = source.name();
    setting.interrupt.ignore();
    let opened = input::open(source)?;
    let length = opened.as_ref().and_then(|opened| opened.length);
    let form = Kind::of(&name).and_then(Form::of);
    let (form, reader): (Form, Box<dyn Read + Send>) = match (form, opened) {
        (Some(form), Some(opened)) => (form, opened.reader),
        (_, opened) => {
            let (opened, text) = match opened {
                Some(opened) => {
                    let (opened, text) = Kept::beside(opened);
                    (Some(opened), Some(text))
                }
                None => (None, None),
            };
            let contents = setting.contents(source, opened)?;
            let text = text.map(|text| text.take());
            match contents {
                Contents::Lines(bytes, _) => (Form::Lines, bytes.reader),
                Contents::Table(bytes, _) => (Form::Csv(b','), bytes.reader),
                Contents::One(puzzle, reading) => {
                    let text = match text {
                        Some(text) => text,
                        None => on_a_line(&*puzzle, reading.as_ref())?.into_bytes(),
                    };
                    one_row(&text)
                }
            }
        }
    };
    let source = Source::open(&name, form, reader, column)?;
    setting.interrupt.hear();
    Ok((source, length))
}

/// Writes what is made, a number of rows at a time.
fn make_rows(request: &Request<'_>, recipe: &Recipe, kind: Kind) -> Result<Exit, Trouble> {
    let names: Vec<String> = recipe.columns().into_iter().map(str::to_owned).collect();
    let target = Target::open(Some(request.output))?;
    let mut sink: Box<dyn Answers> = if kind == Kind::Parquet {
        parquet_answers(target, recipe)?
    } else {
        Box::new(Sink::open(target, kind, None, &names)?)
    };
    let mut progress = Progress::of_rows(request.number);
    let mut report = Report::new();
    let turns = Turns::new();
    while report.rows() < request.number {
        let start = Instant::now();
        let from = report.rows();
        let to = request.number.min(from + turns.rows() as u64);
        let made = tilewright_batch::generate(recipe, request.seed, from..to, &request.pace);
        let Some(made) = finished(made)? else {
            break;
        };
        sink.write_answers(&made)?;
        report.add(&made);
        turns.took(start.elapsed());
        progress.tell(report.rows(), report.rows());
    }
    progress.clear();
    if request.interrupt.is_set() {
        return Ok(report.interrupted());
    }
    sink.finish()?;
    Ok(report.tell(&report::OF_GENERATE))
}

/// A table of answers alone.
trait Answers {
    /// Adds rows.
    fn write_answers(&mut self, answers: &Columns) -> Result<(), Trouble>;

    /// All rows are there: the file gets its name.
    fn finish(self: Box<Self>) -> Result<(), Trouble>;
}

impl Answers for Sink {
    fn write_answers(&mut self, answers: &Columns) -> Result<(), Trouble> {
        Self::write_answers(self, answers)
    }

    fn finish(self: Box<Self>) -> Result<(), Trouble> {
        Self::finish(*self)
    }
}

#[cfg(feature = "parquet")]
fn run_parquet(setting: &Setting, order: &Order<'_>, kind: Kind) -> Result<Exit, Trouble> {
    parquet::run(setting, order, kind)
}

#[cfg(feature = "parquet")]
fn parquet_answers(target: Target, recipe: &Recipe) -> Result<Box<dyn Answers>, Trouble> {
    parquet::answers(target, recipe)
}

#[cfg(not(feature = "parquet"))]
fn run_parquet(_: &Setting, _: &Order<'_>, _: Kind) -> Result<Exit, Trouble> {
    Err(no_parquet().into())
}

#[cfg(not(feature = "parquet"))]
fn parquet_answers(_: Target, _: &Recipe) -> Result<Box<dyn Answers>, Trouble> {
    Err(no_parquet().into())
}

#[cfg(not(feature = "parquet"))]
fn no_parquet() -> Failure {
    Failure::new("this tilewright was built without Parquet")
        .hint("build it with --features parquet, or use .csv or .jsonl")
}

/// How many rows are taken at a time: so many that a turn takes about [`TURN`]. Which rows come
/// together does not change what is answered.
struct Turns {
    rows: AtomicUsize,
}

impl Turns {
    fn new() -> Self {
        Self {
            rows: AtomicUsize::new(FEWEST_ROWS),
        }
    }

    fn rows(&self) -> usize {
        self.rows.load(Ordering::Relaxed)
    }

    fn took(&self, time: Duration) {
        let rows = self.rows();
        let next = if time < TURN / 2 {
            (2 * rows).min(MOST_ROWS)
        } else if time > 2 * TURN {
            (rows / 2).max(FEWEST_ROWS)
        } else {
            rows
        };
        self.rows.store(next, Ordering::Relaxed);
    }
}

/// A bar for a person who waits.
struct Progress(ProgressBar);

impl Progress {
    fn of_bytes(length: Option<u64>) -> Self {
        match length {
            Some(length) => Self::new(length, "{wide_bar} {percent}% {msg}, {eta} left"),
            None => Self::new(0, "{spinner} {msg}, {elapsed}"),
        }
    }

    fn of_rows(rows: u64) -> Self {
        Self::new(rows, "{wide_bar} {percent}% {msg}, {per_sec}, {eta} left")
    }

    fn new(length: u64, template: &str) -> Self {
        if !io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let style = ProgressStyle::with_template(template);
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        Self(ProgressBar::new(length).with_style(style))
    }

    fn tell(&mut self, place: u64, rows: u64) {
        self.0.set_position(place);
        self.0.set_message(crate::talk::number_of(rows, "puzzle"));
    }

    fn clear(&self) {
        self.0.finish_and_clear();
    }
}
