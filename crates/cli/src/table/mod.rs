//! Tables in, tables out: CSV, JSON lines and Parquet, by the ending of the file.
//!
//! ```text
//!             chunks of rows                     answers                   rows with more columns
//!   source ──────────────────▶ a batch worker ─────────────▶ a form ──────────────────────────▶ file
//! ```
//!
//! Rows run through [`tilewright_batch::pipeline`], so memory does not depend on the length of the table. The other
//! columns are passed on as they are. The file gets its name when it is whole; until then, and if anything goes
//! wrong, an existing file of that name stays as it was.
//!
//! | module | what is there |
//! | --- | --- |
//! | `kind` | which endings are which tables |
//! | `form` | rows written as text |
//! | `report` | what is said at the end |
//! | `parquet` | rows of Arrow, where a Parquet file is at either end (feature `parquet`) |

mod form;
mod kind;
#[cfg(feature = "parquet")]
mod parquet;
mod report;

pub(crate) use kind::Kind;

use crate::args;
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::families;
use crate::formats::{on_a_line, refuse_unknown};
use crate::generate::Request;
use crate::input::{self, Contents, One, Rest};
use crate::interrupt::Interrupt;
use crate::outlet;
use crate::progress::Progress;
use crate::run::Setting;
use crate::target::Target;
use form::TextForm;
use kind::ENDINGS;
use report::Report;
use std::io::{Cursor, Write};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use tilewright_batch::pipeline::{self, Source};
use tilewright_batch::{
    Chunk, ChunkSize, ColumnWorker, Columns, Layout, Operation, Pace, Recipe, Task, TextHead,
    TextSource, Unfinished, Which, Workshop, csv, free_names,
};

/// The work on a table.
pub(crate) struct Order<'o> {
    pub(crate) task: Task,
    pub(crate) pace: Pace,
    /// The file to write.
    pub(crate) output: &'o str,
    /// The name of the puzzles' column.
    pub(crate) column: Option<&'o str>,
}

/// The table that `-o` names by its ending, if it does. Pictures are made elsewhere.
pub(crate) fn wanted(table: &args::Table) -> Result<Option<&str>, Failure> {
    outlet::refuse_picture(table.name())?;
    if outlet::table(table.name()).is_some() {
        return Ok(table.name());
    }
    match (&table.column, table.name()) {
        (Some(_), Some(name)) => Err(not_a_table(name, "--column")),
        _ => Ok(None),
    }
}

/// The error for an option of tables with another file.
pub(crate) fn not_a_table(name: &str, flag: &str) -> Failure {
    let message = format!("{flag} is for a table, which is known by its ending: {ENDINGS}");
    Failure::new(message).file(name)
}

/// The task of the options for reading and writing puzzles.
pub(crate) fn task(
    operation: Operation,
    input: &args::Input,
    to: Option<&str>,
) -> Result<Task, Failure> {
    refuse_flags(&[("--size", input.size.is_some())])?;
    let mut task = Task::new(operation).of(families().clone());
    if let Some(to) = to {
        refuse_unknown(to, [])?;
        task = task.writing(to);
    }
    // The ending says that it is a table.
    if let Some(wanted) = input.wanted.as_deref().filter(|wanted| *wanted != "csv") {
        task = task.reading(wanted);
    }
    Ok(task)
}

/// Refuses options about the look of standard output, and options that cannot be used with many puzzles at once.
pub(crate) fn refuse(
    search: &args::Search,
    output: &args::Output,
    others: &[(&str, bool)],
) -> Result<(), Failure> {
    refuse_flags(others)?;
    refuse_flags(&[
        ("--plain", output.plain),
        ("--style", output.style.is_some()),
    ])?;
    refuse_search(search, output.json)
}

/// The part of [`refuse`] for a command that writes no solutions.
pub(crate) fn refuse_search(search: &args::Search, is_json: bool) -> Result<(), Failure> {
    refuse_flags(&[
        ("--json", is_json),
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
        .hint("with -o, an ending such as .txt or .json writes the printed output")),
        None => Ok(()),
    }
}

/// Answers the table that the command line names, and writes the one that [`wanted`] gave.
pub(crate) fn run(
    setting: &Setting,
    task: Task,
    pace: Pace,
    table: &args::Table,
) -> Result<Exit, Trouble> {
    let order = &Order {
        task,
        pace,
        output: table.name().unwrap_or_default(),
        column: table.column.as_deref(),
    };
    let answered = answer_rows(setting, order);
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
            "the ending of the name chooses the kind of table: {ENDINGS}"
        ))
        .file(output)
    })
}

/// A sentence with the name of the output. A pipe that has lost its reader is an error, too: the user who named it
/// wanted all of the table.
fn told(trouble: Trouble, output: &str) -> Trouble {
    match trouble {
        Trouble::Output(error) => {
            let failure = Failure::new(format!("this cannot be written: {error}"));
            failure.file(output).into()
        }
        bad @ Trouble::Bad(_) => bad,
    }
}

/// Rows on their way from one table to another.
#[derive(Default)]
struct Turn {
    /// Rows of a text.
    chunk: Chunk,
    /// Rows of Arrow, as they came and as they are written.
    #[cfg(feature = "parquet")]
    batch: Option<tilewright_tables::arrow_array::RecordBatch>,
    /// Rows that are made.
    numbers: Range<u64>,
    answers: Option<Columns>,
    report: Report,
    /// Rows as text.
    out: Vec<u8>,
    failed: Option<Trouble>,
    /// The part of the input that they are, in the unit of the progress.
    share: u64,
}

/// Brings rows and answers into the form of a table, on the workers.
trait Form: Sync {
    fn write(&self, turn: &mut Turn) -> Result<(), Trouble>;
}

/// A table that is being written.
trait Output {
    /// Adds rows.
    fn put(&mut self, turn: &mut Turn) -> Result<(), Trouble>;

    /// All rows are there: the file gets its name.
    fn finish(self: Box<Self>) -> Result<(), Trouble>;
}

/// A form and the table that is written in it.
type Formed = (Box<dyn Form>, Box<dyn Output>);

impl Form for TextForm {
    fn write(&self, turn: &mut Turn) -> Result<(), Trouble> {
        turn.out.clear();
        let answers = turn.answers.as_ref();
        let answers = answers.expect("there are answers to be written");
        let put = self.put(&turn.chunk, answers, &mut turn.out);
        Ok(put.map_err(|fault| Failure::of_fault(fault, self.file()))?)
    }
}

impl Output for Target {
    fn put(&mut self, turn: &mut Turn) -> Result<(), Trouble> {
        Ok(self.write_all(&turn.out)?)
    }

    fn finish(self: Box<Self>) -> Result<(), Trouble> {
        Self::finish(*self)
    }
}

/// A table on its way to a file.
struct Flow<'f> {
    source: &'f mut dyn Source<Turn, Trouble>,
    /// The columns of the answers, without a row.
    no_rows: Columns,
    form: &'f dyn Form,
    output: Box<dyn Output>,
    pace: &'f Pace,
    interrupt: &'f Interrupt,
    progress: Progress,
    /// The operation that is reported at the end; none where puzzles are made.
    operation: Option<Operation>,
    size: &'f ChunkSize,
}

impl Flow<'_> {
    /// Runs it to its end. A worker's answers go into the columns; it says how many rows it has answered
    /// one by one where it could answer others in bulk.
    fn run<W>(self, worker: &(dyn Fn() -> W + Sync)) -> Result<Exit, Trouble>
    where
        W: FnMut(&Turn, &mut Columns) -> Result<Option<usize>, Unfinished>,
    {
        let Self {
            source,
            no_rows,
            form,
            mut output,
            pace,
            interrupt,
            progress,
            operation,
            size,
        } = self;
        let worker = || {
            let mut answer = worker();
            let no_rows = &no_rows;
            move |turn: &mut Turn| {
                let begun = Instant::now();
                let mut answers = turn.answers.take().unwrap_or_else(|| no_rows.clone());
                answers.clear();
                let answered = answer(turn, &mut answers);
                turn.report = Report::of(&answers);
                turn.answers = Some(answers);
                let written = match answered {
                    Ok(one_by_one) => {
                        size.note(one_by_one, begun.elapsed());
                        form.write(turn)
                    }
                    Err(unfinished) => Err(Failure::new(unfinished.to_string()).into()),
                };
                turn.failed = written.err();
            }
        };
        let mut report = Report::default();
        let mut sink = |turn: &mut Turn| {
            if let Some(trouble) = turn.failed.take() {
                return Err(trouble);
            }
            output.put(turn)?;
            report.add(&turn.report);
            progress.tell(turn.share, report.rows());
            Ok(())
        };
        let is_stopped = || interrupt.is_set();
        let ran = pipeline::run(source, &worker, &mut sink, pace.thread_count(), &is_stopped);
        progress.clear();
        if interrupt.is_set() {
            return Ok(report.interrupted());
        }
        ran?;
        output.finish()?;
        Ok(report.tell(operation))
    }
}

/// A table that was opened.
struct Opened {
    rows: Box<dyn Source<Turn, Trouble>>,
    file: String,
    /// The columns of a text.
    shape: Option<Arc<TextHead>>,
    /// The columns of a Parquet file, and the number of the puzzles' one.
    #[cfg(feature = "parquet")]
    arrow: Option<(tilewright_tables::arrow_schema::SchemaRef, usize)>,
    /// The names of the answers.
    added: Vec<String>,
    progress: Progress,
    /// The threads that each of its puzzles gets.
    threads_each: usize,
    size: Arc<ChunkSize>,
}

/// Goes through a table, and writes another.
fn answer_rows(setting: &Setting, order: &Order<'_>) -> Result<Exit, Trouble> {
    let name = setting.only_source()?.name();
    let kind = output_kind(order.output)?;
    let reads_parquet = Kind::of(&name) == Some(Kind::Parquet);
    let opened = if reads_parquet {
        open_parquet(setting, order, name)?
    } else {
        open_text(setting, order, name)?
    };
    let no_rows = order.task.no_rows();
    let target = Target::open(Some(order.output))?;
    let (form, output) = if reads_parquet || kind == Kind::Parquet {
        parquet_form(&opened, kind, target, &no_rows)?
    } else {
        let shape = opened
            .shape
            .clone()
            .map(|shape| (shape, opened.file.clone()));
        text_form(TextForm::new(kind, shape, opened.added.clone()), target)?
    };
    let Opened {
        mut rows,
        progress,
        threads_each,
        size,
        #[cfg(feature = "parquet")]
        arrow,
        ..
    } = opened;
    let flow = Flow {
        source: &mut *rows,
        no_rows,
        form: &*form,
        output,
        pace: &order.pace,
        interrupt: &setting.interrupt,
        progress,
        operation: Some(order.task.operation()),
        size: &size,
    };
    flow.run(&|| {
        let mut worker = ColumnWorker::new(&order.task, &order.pace, threads_each);
        #[cfg(feature = "parquet")]
        let arrow = arrow.as_ref();
        move |turn: &Turn, answers: &mut Columns| {
            #[cfg(feature = "parquet")]
            if let (Some(batch), Some((_, column))) = (&turn.batch, arrow) {
                let puzzles = Puzzles::of(batch.column(*column));
                let puzzles = puzzles.expect("the column was chosen since it holds texts");
                return worker.answer(puzzles.texts(), 0..batch.num_rows(), answers);
            }
            worker.answer(turn.chunk.texts(), 0..turn.chunk.len(), answers)
        }
    })
}

/// A table that is a text, with its header.
fn text_form(form: TextForm, mut target: Target) -> Result<Formed, Trouble> {
    target.write_all(&form.header())?;
    Ok((Box::new(form), Box::new(target)))
}

/// Rows of a text.
struct TextRows {
    source: TextSource,
    file: String,
}

impl Source<Turn, Trouble> for TextRows {
    fn fill(&mut self, turn: &mut Turn) -> Result<bool, Trouble> {
        let filled = self.source.fill(&mut turn.chunk);
        let filled = filled.map_err(|fault| Failure::of_fault(fault, &self.file))?;
        turn.share = turn.chunk.bytes;
        Ok(filled)
    }

    fn stopper(&self) -> Option<Arc<AtomicBool>> {
        self.source.stopper()
    }
}

/// Begins to read a table that is a text, or a puzzle a line.
fn open_text(setting: &Setting, order: &Order<'_>, file: String) -> Result<Opened, Failure> {
    let source = setting.only_source()?;
    setting.interrupt.ignore();
    let opened = input::open(source)?;
    let length = opened.as_ref().and_then(|opened| opened.length);
    let mut threads_each = 1;
    let layout = Kind::of(&file).and_then(Kind::layout);
    let (layout, rest) = match (layout, opened) {
        (Some(layout), Some(opened)) => {
            let (reader, is_file) = (opened.reader, length.is_some());
            (layout, Rest { reader, is_file })
        }
        (_, opened) => match setting.contents(source, opened)? {
            Contents::Lines(rest, _) => (Layout::Lines, rest),
            Contents::Table(rest, _) => (Layout::Csv(b','), rest),
            Contents::One(one) => {
                threads_each = setting.threads;
                one_row(one)?
            }
        },
    };
    let bytes = rest.bytes(&setting.interrupt)?;
    let size = Arc::new(ChunkSize::new(setting.threads));
    let which = Which::Name(order.column);
    let source = TextSource::open(bytes, layout, which, Arc::clone(&size));
    let mut source = source.map_err(|fault| Failure::of_fault(fault, &file))?;
    let shape = Arc::clone(source.shape());
    let added = free_names(shape.names(), &order.task.operation().columns());
    source.reserve(&added);
    setting.interrupt.hear();
    let name = file.clone();
    Ok(Opened {
        rows: Box::new(TextRows { source, file: name }),
        file,
        shape: Some(shape),
        #[cfg(feature = "parquet")]
        arrow: None,
        added,
        progress: Progress::of_bytes(length),
        threads_each,
        size,
    })
}

/// One puzzle as a table of one row: a single line as it would be among others, or a text of several.
fn one_row(one: One) -> Result<(Layout, Rest), Failure> {
    let text = match one.text {
        Some(text) => text,
        None => on_a_line(&*one.puzzle, one.reading.as_ref())?,
    };
    let is_puzzle = |line: &&str| !line.trim().is_empty() && !input::is_comment(line);
    if text.lines().filter(is_puzzle).count() == 1 {
        return Ok((Layout::Lines, held(text.into_bytes())));
    }
    let mut table = b"puzzle\n".to_vec();
    csv::put_record([text.trim_end()], b',', &mut table);
    Ok((Layout::Csv(b','), held(table)))
}

/// A text in memory.
fn held(text: Vec<u8>) -> Rest {
    Rest {
        reader: Box::new(Cursor::new(text)),
        is_file: true,
    }
}

/// Numbers of puzzles that are to be made.
struct Numbers<'n> {
    left: Range<u64>,
    size: &'n ChunkSize,
}

impl Source<Turn, Trouble> for Numbers<'_> {
    fn fill(&mut self, turn: &mut Turn) -> Result<bool, Trouble> {
        turn.numbers = self.size.take(&mut self.left);
        turn.share = turn.numbers.end - turn.numbers.start;
        Ok(turn.share > 0)
    }
}

/// Writes the puzzles made.
fn make_rows(request: &Request<'_>, recipe: &Recipe, kind: Kind) -> Result<Exit, Trouble> {
    let no_rows = recipe.no_rows();
    let target = Target::open(Some(request.output))?;
    let (form, output) = if kind == Kind::Parquet {
        parquet_answers(target, &no_rows)?
    } else {
        let names = recipe.columns().into_iter().map(str::to_owned);
        text_form(TextForm::new(kind, None, names.collect()), target)?
    };
    let size = ChunkSize::new(request.pace.thread_count());
    let flow = Flow {
        source: &mut Numbers {
            left: 0..request.number,
            size: &size,
        },
        no_rows,
        form: &*form,
        output,
        pace: &request.pace,
        interrupt: &request.interrupt,
        progress: Progress::of_rows(request.number),
        operation: None,
        size: &size,
    };
    flow.run(&|| {
        let workshop = Workshop::new(recipe, request.seed, &request.pace);
        move |turn: &Turn, made: &mut Columns| {
            workshop.make(turn.numbers.clone(), made)?;
            Ok(None)
        }
    })
}

#[cfg(feature = "parquet")]
use parquet::{answers as parquet_answers, form as parquet_form, open as open_parquet};
#[cfg(feature = "parquet")]
use tilewright_tables::Puzzles;

#[cfg(not(feature = "parquet"))]
use crate::parts::PARQUET;

#[cfg(not(feature = "parquet"))]
fn open_parquet(_: &Setting, _: &Order<'_>, _: String) -> Result<Opened, Failure> {
    Err(PARQUET.left_out())
}

#[cfg(not(feature = "parquet"))]
fn parquet_form(_: &Opened, _: Kind, _: Target, _: &Columns) -> Result<Formed, Trouble> {
    Err(PARQUET.left_out().into())
}

#[cfg(not(feature = "parquet"))]
fn parquet_answers(_: Target, _: &Columns) -> Result<Formed, Trouble> {
    Err(PARQUET.left_out().into())
}
