//! Tables where a Parquet file is at either end: rows as Arrow's record batches.
//!
//! Columns of a Parquet file are passed on as they are, whatever their type. Columns from a text
//! are texts, and JSON values that are not texts are passed on as they were written.

use super::kind::Kind;
use super::{Flow, Form, Formed, OpenText, Order, Output, Turn, open_text, report};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::progress::Progress;
use crate::run::Setting;
use crate::target::Target;
use std::fs::File;
use std::sync::Arc;
use tilewright_batch::pipeline::Source;
use tilewright_batch::{ChunkSize, Columns, Shape, Worker, free_names, puzzle_column};
use tilewright_tables::arrow_array::{ArrayRef, RecordBatch};
use tilewright_tables::arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use tilewright_tables::{
    Output as Ending, Puzzles, Reader, TableError, Writer, arrays, beside, is_text, texts,
};

/// A table that was opened.
struct Opened {
    rows: Box<dyn Source<Turn, Trouble>>,
    kept: SchemaRef,
    /// The columns of a text.
    shape: Option<Arc<Shape>>,
    column: usize,
    progress: Progress,
    threads_each: usize,
    size: Arc<ChunkSize>,
}

/// Goes through a table.
pub(super) fn run(setting: &Setting, order: &Order<'_>, kind: Kind) -> Result<Exit, Trouble> {
    let file = setting.only_source()?.name();
    let Opened {
        mut rows,
        kept,
        shape,
        column,
        progress,
        threads_each,
        size,
    } = if Kind::of(&file) == Some(Kind::Parquet) {
        open(setting, order, &file)?
    } else {
        open_as_texts(setting, order)?
    };
    let schema = beside(&kept, &arrays(order.task.no_rows()));
    let output = Writer::new(ending(kind), Target::open(Some(order.output))?, &schema);
    let form = ArrowForm {
        kept,
        schema,
        shape,
        file,
    };
    let flow = Flow {
        source: &mut *rows,
        no_rows: order.task.no_rows(),
        form: &form,
        output: Box::new(output.map_err(unwritable)?),
        pace: &order.pace,
        interrupt: &setting.interrupt,
        progress,
        told: report::of_task(order.task.operation()),
        size: &size,
    };
    flow.run(&|| {
        let mut worker = Worker::new(&order.task, &order.pace, threads_each);
        move |turn: &Turn, answers: &mut Columns| match &turn.batch {
            Some(batch) => {
                let puzzles = Puzzles::of(batch.column(column));
                let puzzles = puzzles.expect("the column was chosen since it holds texts");
                worker.answer(puzzles.texts(), 0..batch.num_rows(), answers)
            }
            None => worker.answer(turn.chunk.texts(), 0..turn.chunk.len(), answers),
        }
    })
}

/// Begins to read a Parquet file.
fn open(setting: &Setting, order: &Order<'_>, file: &str) -> Result<Opened, Failure> {
    let failed = |failure: Failure| failure.file(file);
    let opened = File::open(crate::names::path(file));
    let opened = opened.map_err(|error| failed(Failure::new(crate::input::reason(&error))))?;
    let reader = Reader::open(opened).map_err(|fault| failed(unreadable(&fault)))?;
    let kept = Arc::clone(reader.schema());
    let fields = kept.fields();
    let names: Vec<String> = fields.iter().map(|field| field.name().clone()).collect();
    let may_be = |&column: &usize| is_text(fields[column].data_type());
    let columns: Vec<usize> = (0..fields.len()).filter(may_be).collect();
    let column = puzzle_column(&names, &columns, order.column);
    let column = column.map_err(|why| failed(Failure::of_column(&why, &names)))?;
    setting.interrupt.hear();
    let progress = Progress::of_rows(reader.rows());
    let size = Arc::new(ChunkSize::new(setting.threads));
    Ok(Opened {
        rows: Box::new(ArrowRows {
            reader,
            rest: None,
            size: Arc::clone(&size),
            file: file.to_owned(),
        }),
        kept,
        shape: None,
        column,
        progress,
        threads_each: 1,
        size,
    })
}

/// Begins to read a text, each of whose columns is one of texts.
fn open_as_texts(setting: &Setting, order: &Order<'_>) -> Result<Opened, Failure> {
    let OpenText {
        mut rows,
        length,
        threads_each,
        size,
    } = open_text(setting, order)?;
    let shape = Arc::clone(rows.source.shape());
    let added = free_names(shape.names(), &order.task.operation().columns());
    rows.source.reserve(&added);
    let field = |name: &String| Field::new(name, DataType::LargeUtf8, true);
    let fields: Vec<Field> = shape.names().iter().map(field).collect();
    Ok(Opened {
        rows: Box::new(rows),
        kept: Arc::new(Schema::new(fields)),
        column: shape.column(),
        shape: Some(shape),
        progress: Progress::of_bytes(length),
        threads_each,
        size,
    })
}

/// Rows of a Parquet file.
struct ArrowRows {
    reader: Reader,
    /// Rows that were read and not yet taken.
    rest: Option<RecordBatch>,
    size: Arc<ChunkSize>,
    file: String,
}

impl Source<Turn, Trouble> for ArrowRows {
    fn fill(&mut self, turn: &mut Turn) -> Result<bool, Trouble> {
        let batch = match self.rest.take() {
            Some(batch) => batch,
            None => match self.reader.next().transpose() {
                Ok(Some(batch)) => batch,
                Ok(None) => return Ok(false),
                Err(fault) => return Err(unreadable(&fault).file(&*self.file).into()),
            },
        };
        let rows = batch.num_rows().min(self.size.get().rows);
        if rows < batch.num_rows() {
            self.rest = Some(batch.slice(rows, batch.num_rows() - rows));
        }
        turn.batch = Some(batch.slice(0, rows));
        turn.share = rows as u64;
        Ok(true)
    }
}

/// Rows with their answers as record batches.
struct ArrowForm {
    /// The columns of the input, and those of the output.
    kept: SchemaRef,
    schema: SchemaRef,
    shape: Option<Arc<Shape>>,
    file: String,
}

impl ArrowForm {
    /// The columns of the input.
    fn columns(&self, turn: &mut Turn) -> Result<Vec<ArrayRef>, Failure> {
        if let Some(batch) = turn.batch.take() {
            return Ok(batch.columns().to_vec());
        }
        let Some(shape) = &self.shape else {
            return Ok(Vec::new());
        };
        let chunk = &turn.chunk;
        let cells = (0..chunk.len()).map(|row| shape.cells(chunk.row(row), chunk.line(row)));
        let cells = cells.collect::<Result<Vec<_>, _>>();
        let cells = cells.map_err(|fault| Failure::of_fault(fault, &self.file))?;
        let column = |column: usize| cells.iter().map(move |row| row[column].as_deref());
        let columns = (0..shape.names().len()).map(|number| column(number).collect());
        let batch = texts(&self.kept, columns).map_err(|error| of_arrow(&error))?;
        Ok(batch.columns().to_vec())
    }
}

impl Form for ArrowForm {
    fn write(&self, turn: &mut Turn) -> Result<(), Trouble> {
        let mut columns = self.columns(turn)?;
        let answers = turn.answers.take();
        let answers = answers.map_or_else(Vec::new, arrays);
        columns.extend(answers.into_iter().map(|(_, array)| array));
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns);
        turn.batch = Some(batch.map_err(|error| of_arrow(&error))?);
        Ok(())
    }
}

impl Output for Writer<Target> {
    fn put(&mut self, turn: &mut Turn) -> Result<(), Trouble> {
        if let Some(batch) = turn.batch.take() {
            self.write(&batch).map_err(unwritable)?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), Trouble> {
        Self::finish(*self).map_err(unwritable)?.finish()
    }
}

/// A table of answers alone.
pub(super) fn answers(target: Target, no_rows: &Columns) -> Result<Formed, Trouble> {
    let kept = Arc::new(Schema::empty());
    let schema = beside(&kept, &arrays(no_rows.clone()));
    let output = Writer::new(Ending::Parquet, target, &schema).map_err(unwritable)?;
    let form = ArrowForm {
        kept,
        schema,
        shape: None,
        file: String::new(),
    };
    Ok((Box::new(form), Box::new(output)))
}

fn ending(kind: Kind) -> Ending {
    match kind {
        Kind::Parquet => Ending::Parquet,
        Kind::Csv(delimiter) => Ending::Csv(delimiter),
        Kind::JsonLines => Ending::JsonLines,
    }
}

fn of_arrow(error: &ArrowError) -> Failure {
    Failure::new(error.to_string())
}

fn unreadable(fault: &TableError) -> Failure {
    Failure::new(format!("this cannot be read as Parquet: {fault}"))
}

fn unwritable(fault: TableError) -> Trouble {
    std::io::Error::other(fault).into()
}
