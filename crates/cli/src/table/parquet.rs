//! Tables where a Parquet file is at either end: rows as Arrow's record batches.
//!
//! Columns of a Parquet file are handed on as they are, whatever their type. What comes from a text
//! is a column of texts, and JSON values that are no texts are handed on as they were written.

use super::kind::Kind;
use super::puzzle_column;
use super::report::{self, Report};
use super::source::{Rows, Source};
use super::{Answers, MOST_BYTES, Order, Progress, Turns, answered, finished, open_text};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::run::Setting;
use crate::target::Target;
use std::fs::File;
use std::sync::Arc;
use std::time::Instant;
use tilewright_batch::{Columns, Pace, Recipe, TextColumn, free_names};
use tilewright_tables::arrow_array::{ArrayRef, RecordBatch};
use tilewright_tables::arrow_schema::{DataType, Field, Schema, SchemaRef};
use tilewright_tables::{
    Output, Puzzles, Reader, TableError, Writer, arrays, beside, is_text, texts,
};

/// Where rows come from.
enum Input {
    Parquet {
        reader: Box<Reader>,
        /// What was read and not yet taken.
        rest: Option<RecordBatch>,
    },
    Text {
        source: Box<Source>,
        schema: SchemaRef,
        rows: Rows,
    },
}

/// Goes through a table.
pub(super) fn run(setting: &Setting, order: &Order<'_>, kind: Kind) -> Result<Exit, Trouble> {
    let name = setting.only_source()?.name();
    let (mut input, mut progress, column) = open(setting, order, &name)?;
    let schema = Arc::clone(input.schema());
    let names: Vec<String> = names_of(&schema);
    let added = free_names(&names, &order.task.operation().columns());
    if let Input::Text { source, .. } = &mut input {
        source.reserve(&added);
    }
    let schema = beside(&schema, &empty_answers(order)?);
    let mut sink = Sink::open(order.output, kind, &schema)?;
    let mut report = Report::new();
    let turns = Turns::new();
    while let Some(batch) = input.next(turns.rows(), &name)? {
        let start = Instant::now();
        let Some(puzzles) = Puzzles::of(batch.column(column)) else {
            return Err(Failure::new("the puzzles' column holds no texts")
                .file(name)
                .into());
        };
        let Some(answers) = answered(order, puzzles.texts().with_faults(input.faults()))? else {
            break;
        };
        report.add(&answers);
        sink.write(batch.columns(), answers)?;
        turns.took(start.elapsed());
        progress.tell(input.place(report.rows()), report.rows());
    }
    progress.clear();
    if setting.interrupt.is_set() {
        return Ok(report.interrupted());
    }
    sink.finish()?;
    Ok(report.tell(&report::of_task(order.task.operation())))
}

/// Begins to read, and finds the puzzles' column.
fn open(
    setting: &Setting,
    order: &Order<'_>,
    name: &str,
) -> Result<(Input, Progress, usize), Failure> {
    if Kind::of(name) != Some(Kind::Parquet) {
        let (source, length) = open_text(setting, order.column)?;
        let column = source.shape().column();
        let field = |name: &String| Field::new(name, DataType::LargeUtf8, true);
        let fields: Vec<Field> = source.shape().names().iter().map(field).collect();
        let input = Input::Text {
            source: Box::new(source),
            schema: Arc::new(Schema::new(fields)),
            rows: Rows::default(),
        };
        return Ok((input, Progress::of_bytes(length), column));
    }
    let failed = |failure: Failure| failure.file(name);
    let file = File::open(crate::names::path(name));
    let file = file.map_err(|error| failed(Failure::new(crate::input::reason(&error))))?;
    let reader = Reader::open(file).map_err(|fault| failed(unreadable(&fault)))?;
    let fields = reader.schema().fields();
    let may_be = |&column: &usize| is_text(fields[column].data_type());
    let columns: Vec<usize> = (0..fields.len()).filter(may_be).collect();
    let column =
        puzzle_column(&names_of(reader.schema()), &columns, order.column).map_err(failed)?;
    setting.interrupt.hear();
    let progress = Progress::of_rows(reader.rows());
    let input = Input::Parquet {
        reader: Box::new(reader),
        rest: None,
    };
    Ok((input, progress, column))
}

fn unreadable(fault: &TableError) -> Failure {
    Failure::new(format!("this cannot be read as Parquet: {fault}"))
}

fn names_of(schema: &Schema) -> Vec<String> {
    let fields = schema.fields().iter();
    fields.map(|field| field.name().clone()).collect()
}

/// The columns of the answers, without a row.
fn empty_answers(order: &Order<'_>) -> Result<Vec<(Field, ArrayRef)>, Failure> {
    let none = TextColumn::of([]).expect("nothing is not too long");
    let pace = Pace::new();
    let answers = finished(tilewright_batch::run(&order.task, none.texts(), &pace))?;
    Ok(answers.map(arrays).unwrap_or_default())
}

impl Input {
    fn schema(&self) -> &SchemaRef {
        match self {
            Self::Parquet { reader, .. } => reader.schema(),
            Self::Text { schema, .. } => schema,
        }
    }

    /// The rows read last that are none of the table.
    fn faults(&self) -> &[tilewright_batch::RowFault] {
        match self {
            Self::Parquet { .. } => &[],
            Self::Text { rows, .. } => rows.faults(),
        }
    }

    /// How far it is, in what the progress is told in.
    fn place(&self, rows: u64) -> u64 {
        match self {
            Self::Parquet { .. } => rows,
            Self::Text { rows, .. } => rows.place,
        }
    }

    /// The next rows, up to so many.
    fn next(&mut self, most: usize, name: &str) -> Result<Option<RecordBatch>, Failure> {
        match self {
            Self::Parquet { reader, rest } => {
                let batch = match rest.take() {
                    Some(batch) => batch,
                    None => match reader.next().transpose() {
                        Ok(Some(batch)) => batch,
                        Ok(None) => return Ok(None),
                        Err(fault) => return Err(unreadable(&fault).file(name)),
                    },
                };
                if batch.num_rows() <= most {
                    return Ok(Some(batch));
                }
                *rest = Some(batch.slice(most, batch.num_rows() - most));
                Ok(Some(batch.slice(0, most)))
            }
            Self::Text {
                source,
                schema,
                rows,
            } => {
                if !source.next(most, MOST_BYTES, rows)? {
                    return Ok(None);
                }
                let shape = source.shape();
                let cells = (0..rows.len()).map(|row| shape.cells(rows.get(row), rows.line(row)));
                let cells = cells.collect::<Result<Vec<_>, Failure>>()?;
                let column = |column: usize| cells.iter().map(move |row| row[column].as_deref());
                let columns = (0..schema.fields().len()).map(|number| column(number).collect());
                let batch = texts(schema, columns);
                let batch = batch.map_err(|error| Failure::new(error.to_string()).file(name))?;
                Ok(Some(batch))
            }
        }
    }
}

/// A table of answers alone.
pub(super) fn answers(target: Target, recipe: &Recipe) -> Result<Box<dyn Answers>, Trouble> {
    let none = tilewright_batch::generate(recipe, 0, 0..0, &Pace::new());
    let none = finished(none)?.map(arrays).unwrap_or_default();
    let schema = beside(&Schema::empty(), &none);
    Ok(Box::new(Sink::new(target, Kind::Parquet, &schema)?))
}

/// A table that is being written.
struct Sink {
    writer: Writer<Target>,
    schema: SchemaRef,
}

impl Sink {
    fn open(output: &str, kind: Kind, schema: &SchemaRef) -> Result<Self, Trouble> {
        Self::new(Target::open(Some(output))?, kind, schema)
    }

    fn new(target: Target, kind: Kind, schema: &SchemaRef) -> Result<Self, Trouble> {
        let output = match kind {
            Kind::Parquet => Output::Parquet,
            Kind::Csv(delimiter) => Output::Csv(delimiter),
            Kind::JsonLines => Output::JsonLines,
        };
        Ok(Self {
            writer: Writer::new(output, target, schema).map_err(unwritable)?,
            schema: Arc::clone(schema),
        })
    }

    /// Adds rows of the input's columns with their answers.
    fn write(&mut self, kept: &[ArrayRef], answers: Columns) -> Result<(), Trouble> {
        let added = arrays(answers).into_iter().map(|(_, array)| array);
        let columns = kept.iter().cloned().chain(added).collect();
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns);
        let batch = batch.map_err(|error| Failure::new(error.to_string()))?;
        self.writer.write(&batch).map_err(unwritable)
    }
}

impl Answers for Sink {
    fn write_answers(&mut self, answers: &Columns) -> Result<(), Trouble> {
        self.write(&[], answers.clone())
    }

    fn finish(self: Box<Self>) -> Result<(), Trouble> {
        Self::finish(*self)
    }
}

impl Sink {
    /// All rows are there: the file gets its name.
    fn finish(self) -> Result<(), Trouble> {
        self.writer.finish().map_err(unwritable)?.finish()
    }
}

fn unwritable(fault: TableError) -> Trouble {
    std::io::Error::other(fault).into()
}
