//! Output: a table in memory, or a stream of its pieces.

use super::answers::of_arrow;
use super::values;
use crate::failure::Failure;
use crate::work::{Stop, Trouble};
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array, ArrayRef, Int64Array, RecordBatch, RecordBatchIterator, RecordBatchReader, StringArray,
    StructArray,
};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyList};
use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

/// Batches of one schema.
#[pyclass(frozen, module = "tilewright._native")]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl Table {
    /// A table of all of these batches, made without the interpreter's lock.
    pub(crate) fn of<B: Batches>(
        py: Python<'_>,
        batches: impl FnOnce() -> Result<B, Failure> + Send,
        is_one: bool,
    ) -> PyResult<Self> {
        Self::collected(py, || Ok(batches()?), is_one)
    }

    /// A table of one batch, whose work may raise.
    pub(crate) fn of_troubled<B: Batches>(
        py: Python<'_>,
        batches: impl FnOnce() -> Result<B, Trouble> + Send,
    ) -> PyResult<Self> {
        Self::collected(py, batches, true)
    }

    fn collected<B: Batches>(
        py: Python<'_>,
        batches: impl FnOnce() -> Result<B, Trouble> + Send,
        is_one: bool,
    ) -> PyResult<Self> {
        let table = py.detach(|| -> Result<Self, Trouble> {
            let mut batches = batches()?;
            let mut all = Vec::new();
            while let Some(batch) = batches.pull()? {
                all.push(batch);
            }
            Ok(Self::new(batches.schema(), all, is_one))
        });
        table.map_err(|trouble| trouble.raised(py))
    }

    /// A table of these batches; where it `is_one` of them, it has one even if it has no rows.
    fn new(schema: SchemaRef, mut batches: Vec<RecordBatch>, is_one: bool) -> Self {
        if is_one && batches.is_empty() {
            batches.push(RecordBatch::new_empty(schema.clone()));
        }
        Self { schema, batches }
    }
}

/// Batches that come one after the other.
pub(crate) trait Batches: Send + 'static {
    /// The schema of all of them.
    fn schema(&self) -> SchemaRef;

    /// The next batch; `None` where there are no more. To be called without the interpreter's lock.
    fn pull(&mut self) -> Result<Option<RecordBatch>, Trouble>;
}

/// Batches for a program that knows nothing of Python.
struct Reader(Box<dyn Batches>);

impl Iterator for Reader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.pull().map_err(Trouble::for_arrow).transpose()
    }
}

impl RecordBatchReader for Reader {
    fn schema(&self) -> SchemaRef {
        self.0.schema()
    }
}

#[pymethods]
impl Table {
    #[getter]
    fn num_rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    #[getter]
    fn num_batches(&self) -> usize {
        self.batches.len()
    }

    #[getter]
    fn column_names(&self) -> Vec<String> {
        names(&self.schema)
    }

    /// The values of a column.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyList>>> {
        let Some((number, _)) = self.schema.column_with_name(name) else {
            return Ok(None);
        };
        let list = PyList::empty(py);
        for batch in &self.batches {
            values::append(&list, batch.column(number))?;
        }
        Ok(Some(list))
    }

    /// The table as bytes, in the layout of Arrow's files for streams, and whether it is one batch.
    fn __getstate__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let written = py.detach(|| -> Result<Vec<u8>, ArrowError> {
            let mut writer = StreamWriter::try_new(Vec::new(), &self.schema)?;
            for batch in &self.batches {
                writer.write(batch)?;
            }
            writer.into_inner()
        });
        let bytes = written.map_err(|error| of_arrow(error).raised(py))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The value of a key that the schema has beside its columns.
    fn note(&self, key: &str) -> Option<String> {
        self.schema.metadata().get(key).cloned()
    }

    /// The table with a key beside its columns.
    fn noted(&self, py: Python<'_>, key: String, value: String) -> PyResult<Self> {
        let mut notes = self.schema.metadata().clone();
        notes.insert(key, value);
        let schema = Arc::new((*self.schema).clone().with_metadata(notes));
        let batches = self.batches.iter().cloned();
        let batches = batches.map(|batch| batch.with_schema(schema.clone()));
        let batches = batches.collect::<Result<_, _>>();
        let batches = batches.map_err(|error| of_arrow(error).raised(py))?;
        Ok(Self { schema, batches })
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.schema)
    }

    /// The only batch, as one array of structs.
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let [batch] = &self.batches[..] else {
            let failure = Failure::Unable("this table has several batches".to_owned());
            return Err(failure.raised(py));
        };
        let array = FFI_ArrowArray::new(&StructArray::from(batch.clone()).to_data());
        let array = PyCapsule::new_with_value(py, array, c"arrow_array")?;
        Ok((schema_capsule(py, &self.schema)?, array))
    }

    fn __arrow_c_stream__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, self.schema.clone());
        stream_capsule(py, Box::new(reader))
    }
}

/// A table that is made while it is read.
#[pyclass(frozen, module = "tilewright._native")]
pub(crate) struct Stream {
    schema: SchemaRef,
    /// Until it is taken.
    batches: Mutex<Option<Box<dyn Batches>>>,
    stop: Stop,
}

impl Stream {
    pub(crate) fn new(batches: impl Batches, stop: Stop) -> Self {
        Self {
            schema: batches.schema(),
            batches: Mutex::new(Some(Box::new(batches))),
            stop,
        }
    }
}

#[pymethods]
impl Stream {
    #[getter]
    fn column_names(&self) -> Vec<String> {
        names(&self.schema)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.schema)
    }

    /// Hands the stream over to another program; it can be read once.
    fn __arrow_c_stream__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let batches = py.detach(|| {
            let mut batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner);
            batches.take()
        });
        match batches {
            Some(batches) => stream_capsule(py, Box::new(Reader(batches))),
            None => Err(taken(py)),
        }
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Table>> {
        let next = py.detach(|| {
            let mut batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner);
            batches.as_mut().map(|batches| batches.pull())
        });
        match next {
            None => Err(taken(py)),
            Some(Err(trouble)) => Err(trouble.raised(py)),
            Some(Ok(batch)) => {
                Ok(batch.map(|batch| Table::new(self.schema.clone(), vec![batch], true)))
            }
        }
    }

    /// Ends the work.
    fn close(&self, py: Python<'_>) {
        self.stop.store(true, Ordering::Relaxed);
        py.detach(|| {
            *self.batches.lock().unwrap_or_else(PoisonError::into_inner) = None;
        });
    }
}

fn taken(py: Python<'_>) -> PyErr {
    Failure::Unable("this stream was handed over or closed before; it can be read once".to_owned())
        .raised(py)
}

fn names(schema: &SchemaRef) -> Vec<String> {
    let fields = schema.fields().iter();
    fields.map(|field| field.name().clone()).collect()
}

fn schema_capsule<'py>(py: Python<'py>, schema: &SchemaRef) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(&**schema).map_err(|e| of_arrow(e).raised(py))?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

fn stream_capsule(
    py: Python<'_>,
    reader: Box<dyn RecordBatchReader + Send>,
) -> PyResult<Bound<'_, PyCapsule>> {
    let stream = FFI_ArrowArrayStream::new(reader);
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

/// A table of its bytes.
#[pyfunction]
pub(crate) fn restore_table(py: Python<'_>, bytes: &[u8]) -> PyResult<Table> {
    let read = py.detach(|| -> Result<Table, ArrowError> {
        let reader = StreamReader::try_new(Cursor::new(bytes), None)?;
        let schema = reader.schema();
        let batches = reader.collect::<Result<Vec<_>, _>>()?;
        Ok(Table { schema, batches })
    });
    read.map_err(|error| of_arrow(error).raised(py))
}

/// A column that comes from Python.
#[derive(FromPyObject)]
pub(crate) enum Given {
    Numbers(Vec<Option<i64>>),
    Texts(Vec<Option<String>>),
}

/// A table of columns that come from Python.
#[pyfunction]
pub(crate) fn table_of(py: Python<'_>, columns: Vec<(String, Given)>) -> PyResult<Table> {
    let array = |(name, given): (String, Given)| {
        let array: ArrayRef = match given {
            Given::Numbers(numbers) => Arc::new(Int64Array::from(numbers)),
            Given::Texts(texts) => Arc::new(StringArray::from(texts)),
        };
        (name, array)
    };
    let batch = RecordBatch::try_from_iter_with_nullable(
        columns
            .into_iter()
            .map(array)
            .map(|(name, array)| (name, array, true)),
    );
    let batch = batch.map_err(|error| of_arrow(error).raised(py))?;
    Ok(Table {
        schema: batch.schema(),
        batches: vec![batch],
    })
}
