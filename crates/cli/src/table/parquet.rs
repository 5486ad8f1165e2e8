//! Tables where a Parquet file is at either end: rows as Arrow's record batches.
//!
//! Columns of a Parquet file are passed on as they are, whatever their type. Columns from a text
//! are texts, and JSON values that are not texts are passed on as they were written.

use super::kind::Kind;
use super::{Form, Formed, Opened, Order, Output, Turn};
use crate::failure::{Failure, Trouble};
use crate::progress::Progress;
use crate::run::Setting;
use crate::target::Target;
use std::fs::File;
use std::sync::Arc;
use tilewright_batch::pipeline::Source;
use tilewright_batch::{ChunkSize, Columns, TextHead, puzzle_column};
use tilewright_tables::arrow_array::{ArrayRef, RecordBatch};
use tilewright_tables::arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use tilewright_tables::{
    Output as Ending, Reader, TableError, Writer, arrays, beside, is_text, texts,
};

/// A table with the columns of one that was opened, and those of the answers.
pub(super) fn form(
    opened: &Opened,
    kind: Kind,
    target: Target,
    no_rows: &Columns,
) -> Result<Formed, Trouble> {
    let shape = opened.shape.clone();
    let names = shape.iter().flat_map(|shape| shape.names());
    let kept = if let Some((kept, _)) = &opened.arrow {
        Arc::clone(kept)
    } else {
        // Each column of a text is one of texts.
        let fields = names.map(|name| Field::new(name, DataType::LargeUtf8, true));
        Arc::new(Schema::new(fields.collect::<Vec<_>>()))
    };
    let file = opened.file.clone();
    formed(kept, shape, file, ending(kind), target, no_rows)
}

/// A table of answers alone.
pub(super) fn answers(target: Target, no_rows: &Columns) -> Result<Formed, Trouble> {
    let (kept, file) = (Arc::new(Schema::empty()), String::new());
    formed(kept, None, file, Ending::Parquet, target, no_rows)
}

fn formed(
    kept: SchemaRef,
    shape: Option<Arc<TextHead>>,
    file: String,
    ending: Ending,
    target: Target,
    no_rows: &Columns,
) -> Result<Formed, Trouble> {
    let schema = beside(&kept, &arrays(no_rows.clone()));
    let output = Writer::new(ending, target, &schema).map_err(unwritable)?;
    let form = ArrowForm {
        kept,
        schema,
        shape,
        file,
    };
    Ok((Box::new(form), Box::new(output)))
}

/// Begins to read a Parquet file.
pub(super) fn open(setting: &Setting, order: &Order<'_>, file: String) -> Result<Opened, Failure> {
    let failed = |failure: Failure| failure.file(&*file);
    let opened = File::open(crate::names::path(&file));
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
    let rows = ArrowRows {
        reader,
        rest: None,
        size: Arc::clone(&size),
        file: file.clone(),
    };
    Ok(Opened {
        rows: Box::new(rows),
        file,
        shape: None,
        arrow: Some((kept, column)),
        added: Vec::new(),
        progress,
        threads_each: 1,
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
    shape: Option<Arc<TextHead>>,
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
