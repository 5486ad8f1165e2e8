//! Tables as files: read from Parquet, written as Parquet, CSV or JSON lines.
//!
//! A row group of Parquet is kept in memory until it is written, so it ends when it takes
//! [`GROUP_BYTES`], however many rows that is.

use crate::guard::guarded;
use arrow_array::RecordBatch;
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_json::writer::LineDelimited;
use arrow_schema::{ArrowError, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::ChunkReader;
use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;
use tilewright_batch::csv;

/// The bytes of a row group, encoded, about.
const GROUP_BYTES: usize = 64 << 20;

/// The rows that are read at a time.
const ROWS_AT_ONCE: usize = 8192;

/// The fault of a table, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableError(String);

impl TableError {
    pub(crate) fn new(sentence: String) -> Self {
        Self(sentence)
    }

    #[expect(clippy::needless_pass_by_value, reason = "it is called on errors")]
    fn of_output(error: io::Error) -> Self {
        Self(error.to_string())
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TableError {}

impl From<ParquetError> for TableError {
    fn from(error: ParquetError) -> Self {
        Self(match error {
            ParquetError::External(error) => error.to_string(),
            ParquetError::General(message)
            | ParquetError::EOF(message)
            | ParquetError::ArrowError(message)
            | ParquetError::NYI(message) => message,
            other => other.to_string(),
        })
    }
}

impl From<ArrowError> for TableError {
    fn from(error: ArrowError) -> Self {
        Self(match error {
            ArrowError::IoError(_, error) => error.to_string(),
            ArrowError::ExternalError(error) => error.to_string(),
            ArrowError::JsonError(message) => message,
            other => other.to_string(),
        })
    }
}

/// A Parquet file that is read from its beginning to its end.
#[derive(Debug)]
pub struct Reader {
    schema: SchemaRef,
    rows: u64,
    /// The batches still to be read; `None` after a fault.
    batches: Option<ParquetRecordBatchReader>,
}

impl Reader {
    /// Opens a file; or returns its fault, such as a missing end.
    pub fn open(file: impl ChunkReader + 'static) -> Result<Self, TableError> {
        let length = file.len();
        guarded(|| {
            let builder = ParquetRecordBatchReaderBuilder::try_new(file)?;
            let rows = rows_of(builder.metadata(), length)?;
            Ok(Self {
                schema: Arc::clone(builder.schema()),
                rows,
                batches: Some(builder.with_batch_size(ROWS_AT_ONCE).build()?),
            })
        })
    }

    /// The columns.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The number of rows.
    pub fn rows(&self) -> u64 {
        self.rows
    }
}

impl Iterator for Reader {
    type Item = Result<RecordBatch, TableError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batches = self.batches.as_mut()?;
        let batch = guarded(|| Ok(batches.next().transpose()?)).transpose();
        if batch.as_ref().is_none_or(Result::is_err) {
            self.batches = None;
        }
        batch
    }
}

/// The number of rows, if the file's description of its parts is possible: none is below zero, they are within the
/// file, and they have all rows between them.
fn rows_of(metadata: &ParquetMetaData, length: u64) -> Result<u64, TableError> {
    let damaged = |what: &str| TableError(format!("the file is damaged: {what}"));
    let mut rows = 0_i64;
    for group in metadata.row_groups() {
        if group.num_rows() < 0 {
            return Err(damaged("a part of it has fewer rows than none"));
        }
        rows = rows.saturating_add(group.num_rows());
        if !group
            .columns()
            .iter()
            .all(|column| lies_within(column, length))
        {
            return Err(damaged("a column of it lies outside it"));
        }
    }
    if rows != metadata.file_metadata().num_rows() {
        return Err(damaged("its parts have not as many rows as it says"));
    }
    Ok(rows.unsigned_abs())
}

/// Returns true if a column of a row group is within the file.
fn lies_within(column: &ColumnChunkMetaData, length: u64) -> bool {
    let start = column
        .dictionary_page_offset()
        .unwrap_or(column.data_page_offset());
    let start = u64::try_from(start).ok();
    let size = u64::try_from(column.compressed_size()).ok();
    let end = start
        .zip(size)
        .and_then(|(start, size)| start.checked_add(size));
    column.num_values() >= 0 && end.is_some_and(|end| end <= length)
}

/// The kind of table to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Parquet, compressed with Snappy.
    Parquet,
    /// A header and records, their cells apart by this byte. There are no nested columns.
    Csv(u8),
    /// A JSON object on each line, nulls included.
    JsonLines,
}

/// A table that is being written.
pub struct Writer<W: Write + Send>(Kept<W>);

enum Kept<W: Write + Send> {
    Parquet(Box<ArrowWriter<W>>),
    Csv { out: W, delimiter: u8 },
    JsonLines(arrow_json::Writer<W, LineDelimited>),
}

impl<W: Write + Send> Writer<W> {
    /// Begins a table with these columns.
    pub fn new(output: Output, out: W, schema: &SchemaRef) -> Result<Self, TableError> {
        Ok(Self(match output {
            Output::Parquet => {
                let properties = WriterProperties::builder()
                    .set_compression(Compression::SNAPPY)
                    .build();
                let schema = Arc::clone(schema);
                Kept::Parquet(Box::new(ArrowWriter::try_new(
                    out,
                    schema,
                    Some(properties),
                )?))
            }
            Output::Csv(delimiter) => {
                let nested = schema.fields().iter().find(|f| f.data_type().is_nested());
                if let Some(nested) = nested {
                    let (name, kind) = (nested.name(), nested.data_type());
                    let why = format!("the column {name:?} holds {kind}, which CSV cannot");
                    return Err(TableError(why));
                }
                let mut out = out;
                let mut header = Vec::new();
                let names = schema.fields().iter().map(|field| field.name().as_str());
                csv::put_record(names, delimiter, &mut header);
                out.write_all(&header).map_err(TableError::of_output)?;
                Kept::Csv { out, delimiter }
            }
            Output::JsonLines => {
                let builder = arrow_json::WriterBuilder::new().with_explicit_nulls(true);
                Kept::JsonLines(builder.build(out))
            }
        }))
    }

    /// Adds rows.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), TableError> {
        match &mut self.0 {
            Kept::Parquet(writer) => {
                writer.write(batch)?;
                if writer.in_progress_size() > GROUP_BYTES {
                    writer.flush()?;
                }
            }
            Kept::Csv { out, delimiter } => {
                let records = records(batch, *delimiter)?;
                out.write_all(&records).map_err(TableError::of_output)?;
            }
            Kept::JsonLines(writer) => writer.write(batch)?,
        }
        Ok(())
    }

    /// Ends the table, and returns its writer.
    pub fn finish(self) -> Result<W, TableError> {
        match self.0 {
            Kept::Parquet(writer) => Ok(writer.into_inner()?),
            Kept::Csv { out, .. } => Ok(out),
            Kept::JsonLines(mut writer) => {
                writer.finish()?;
                Ok(writer.into_inner())
            }
        }
    }
}

/// The rows of a batch as records of a CSV file; a null is an empty cell.
fn records(batch: &RecordBatch, delimiter: u8) -> Result<Vec<u8>, TableError> {
    let options = FormatOptions::default();
    let columns = batch.columns().iter();
    let columns = columns.map(|column| ArrayFormatter::try_new(column, &options));
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    let mut records = Vec::new();
    for row in 0..batch.num_rows() {
        let cells = columns
            .iter()
            .map(|column| column.value(row).try_to_string());
        let cells = cells.collect::<Result<Vec<String>, _>>()?;
        csv::put_record(cells.iter().map(String::as_str), delimiter, &mut records);
    }
    Ok(records)
}

impl<W: Write + Send> fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").finish_non_exhaustive()
    }
}
