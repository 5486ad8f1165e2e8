//! From columns of puzzles to columns of answers.
//!
//! Arrays are answered in groups: a stream may come in pieces so small that starting threads for each
//! would cost more than the answers. A single array of plain texts is looked at where it lies. The
//! answers to a group are cut again where its arrays end, so that the other columns of a
//! table stay as they came.

use super::import::Input;
use super::place::Place;
use super::table::{Batches, Stream, Table};
use crate::failure::Failure;
use crate::limits::Limits;
use crate::work::{self, Stop, Waiter};
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::collections::VecDeque;
use std::fmt::Display;
use std::sync::Arc;
use tilewright::puzzles::{Families, Reading};
use tilewright_batch::{Operation, Pace, Task};
use tilewright_tables::{Puzzles, arrays, beside};

/// Arrays are added to a group until it has this many rows.
const GROUP: usize = 1 << 16;

/// The most rows of an array of a stream that are answered at once: their answers must stay
/// below 2 GiB in each column.
const MOST: usize = 1 << 20;

/// The job, as the package describes it: the operation, the column of the puzzles, how they are read, how they are
/// written, whether the other columns of a table are kept, whether any solution will do, and whether the answers replace
/// columns of their names.
type Wanted = (
    String,
    Option<String>,
    Option<String>,
    Option<String>,
    bool,
    bool,
    bool,
);

/// The work on every array.
struct Plan {
    task: Task,
    pace: Pace,
    place: Place,
    /// The columns of a table that are kept.
    kept: Vec<usize>,
    schema: SchemaRef,
}

impl Plan {
    fn new(wanted: Wanted, field: &Field, pace: Pace) -> Result<Self, Failure> {
        let (operation, column, reading, writing, keeps, takes_any, replaces) = wanted;
        let known = Operation::ALL.into_iter();
        let operation = known.into_iter().find(|known| known.name() == operation);
        let operation = operation.ok_or_else(|| Failure::Unable("no such operation".to_owned()))?;
        let mut task = Task::new(operation);
        if takes_any {
            task = task.taking_any();
        }
        if let Some(reading) = reading {
            // An unknown name is reported once and not for every row.
            Reading::of("", Some(&reading))?;
            task = task.reading(reading);
        }
        if let Some(writing) = writing {
            refuse_unknown(&writing)?;
            task = task.writing(writing);
        }
        let spot = Place::of(field, column.as_deref())?;
        let nothing: ArrayRef = Arc::new(StringArray::new_null(0));
        let added = answer(&task, &[nothing], &pace)?;
        let is_answer = |name: &str| added.iter().any(|(field, _)| field.name() == name);
        let (shown, kept) = match field.data_type() {
            DataType::Struct(fields) if keeps => {
                let stays = |&number: &usize| !(replaces && is_answer(fields[number].name()));
                let kept: Vec<usize> = (0..fields.len()).filter(stays).collect();
                let shown: Vec<_> = kept.iter().map(|&number| fields[number].clone()).collect();
                let metadata = field.metadata().clone();
                (Schema::new_with_metadata(shown, metadata), kept)
            }
            _ => (Schema::empty(), Vec::new()),
        };
        Ok(Self {
            task,
            pace,
            place: spot,
            kept,
            schema: beside(&shown, &added),
        })
    }

    /// The answers to a group, cut where its arrays end.
    fn answers(&self, group: Vec<ArrayRef>) -> Result<VecDeque<RecordBatch>, Failure> {
        let found = group.into_iter().map(|array| self.place.find(array));
        let (puzzles, tables): (Vec<ArrayRef>, Vec<Option<RecordBatch>>) =
            found.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
        let answers = answer(&self.task, &puzzles, &self.pace)?;
        let mut start = 0;
        let batches = puzzles.iter().zip(tables).map(|(puzzles, table)| {
            let kept = table
                .iter()
                .flat_map(|table| self.kept.iter().map(|&at| table.column(at).clone()));
            let mut columns: Vec<ArrayRef> = kept.collect();
            let piece = answers.iter();
            columns.extend(piece.map(|(_, array)| array.slice(start, puzzles.len())));
            start += puzzles.len();
            RecordBatch::try_new(Arc::clone(&self.schema), columns).map_err(of_arrow)
        });
        batches.collect()
    }
}

fn answer(
    task: &Task,
    columns: &[ArrayRef],
    pace: &Pace,
) -> Result<Vec<(Field, ArrayRef)>, Failure> {
    let unable = |why: &dyn Display| Failure::Unable(why.to_string());
    let puzzles = Puzzles::of_all(columns);
    let puzzles = puzzles.ok_or_else(|| unable(&"the puzzles' column holds no texts"))?;
    let columns = tilewright_batch::run(task, puzzles.texts(), pace);
    Ok(arrays(columns.map_err(|unfinished| unable(&unfinished))?))
}

#[expect(clippy::needless_pass_by_value, reason = "it is called on errors")]
pub(crate) fn of_arrow(error: ArrowError) -> Failure {
    Failure::Unable(error.to_string())
}

/// Says so where no family writes that format.
pub(crate) fn refuse_unknown(to: &str) -> Result<(), Failure> {
    let families = Families::default();
    let formats = families.iter().flat_map(|family| &family.formats);
    let written = formats.filter(|format| format.is_written());
    let mut names: Vec<&str> = written.map(|format| &*format.name).collect();
    if names.contains(&to) {
        return Ok(());
    }
    names.sort_unstable();
    names.dedup();
    Err(Failure::Unwritable(format!(
        "there is no format called {to:?} that can be written; the formats are {}",
        names.join(", ")
    )))
}

/// Arrays in, answers out.
pub(crate) struct Answers {
    input: Input,
    plan: Arc<Plan>,
    stop: Stop,
    ready: VecDeque<RecordBatch>,
    /// Rows of an array that was too large to be answered at once.
    rest: Option<ArrayRef>,
    waiter: Waiter,
}

impl Answers {
    fn new(input: Input, wanted: Wanted, limits: Limits) -> Result<Self, Failure> {
        let (pace, stop) = limits.pace()?;
        Ok(Self {
            plan: Arc::new(Plan::new(wanted, input.field(), pace)?),
            input,
            stop,
            ready: VecDeque::new(),
            rest: None,
            waiter: Waiter::here(),
        })
    }

    /// Enough arrays to be worth it.
    fn group(&mut self) -> Result<Vec<ArrayRef>, work::Trouble> {
        let (mut group, mut rows) = (Vec::new(), 0);
        while rows < GROUP {
            let next = match self.rest.take() {
                Some(rest) => Some(rest),
                None => self.input.next()?,
            };
            let Some(mut array) = next else {
                break;
            };
            if array.len() > MOST && !self.input.is_one() {
                self.rest = Some(array.slice(MOST, array.len() - MOST));
                array = array.slice(0, MOST);
            }
            rows += array.len();
            group.push(array);
            // Items come from a program that may wait for their answers.
            if self.input.is_items() {
                break;
            }
        }
        Ok(group)
    }
}

impl Batches for Answers {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.plan.schema)
    }

    fn pull(&mut self) -> Result<Option<RecordBatch>, work::Trouble> {
        loop {
            if let Some(batch) = self.ready.pop_front() {
                return Ok(Some(batch));
            }
            let group = self.group()?;
            if group.is_empty() {
                return Ok(None);
            }
            let plan = Arc::clone(&self.plan);
            let answers = move || plan.answers(group);
            self.ready = self.waiter.attend(&self.stop, answers)?;
        }
    }
}

/// Answers a whole column or table.
#[pyfunction]
pub(crate) fn run(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    wanted: Wanted,
    limits: Limits,
) -> PyResult<Table> {
    let input = input(source)?;
    let is_one = input.is_one();
    Table::of(py, || Answers::new(input, wanted, limits), is_one)
}

/// Answers a column or table piece by piece, as they are asked for.
#[pyfunction]
pub(crate) fn stream(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    wanted: Wanted,
    limits: Limits,
) -> PyResult<Stream> {
    let input = input(source)?;
    let answers = Answers::new(input, wanted, limits).map_err(|failure| failure.raised(py))?;
    let stop = Arc::clone(&answers.stop);
    Ok(Stream::new(answers, stop))
}

/// The content of a Python object: Arrow data, texts and nothing in a list, or an iterator over such lists.
pub(crate) fn input(source: &Bound<'_, PyAny>) -> PyResult<Input> {
    if let Some(input) = Input::of(source)? {
        return Ok(input);
    }
    if source.hasattr("__next__")? {
        return Ok(Input::items(source.clone().unbind()));
    }
    let texts: Vec<Option<String>> = source.extract().map_err(|_| {
        PyTypeError::new_err("puzzles are Arrow data, or a list of texts, puzzles and None")
    })?;
    Ok(Input::one(Arc::new(StringArray::from(texts))))
}
