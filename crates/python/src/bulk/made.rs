//! Puzzles by their numbers, as a table or a stream of its pieces.

use super::answers::{of_arrow, refuse_unknown};
use super::table::{Batches, Stream, Table};
use crate::failure::Failure;
use crate::generate::Requirements;
use crate::limits::Limits;
use crate::work::{Stop, Trouble, Waiter};
use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::Arc;
use tilewright::generate::{Unable, maker};
use tilewright_batch::{Pace, Recipe, generate};
use tilewright_tables::{arrays, beside};

/// The job: the kind, the size, whether full boards, the format, whether it is rated.
type Wanted = (String, String, bool, Option<String>, bool);

struct Made {
    recipe: Arc<Recipe>,
    pace: Pace,
    stop: Stop,
    seed: u64,
    numbers: Range<u64>,
    /// Rows of a batch.
    rows: u64,
    schema: SchemaRef,
    waiter: Waiter,
}

impl Made {
    fn new(
        wanted: Wanted,
        requirements: Requirements,
        (seed, start, end): (u64, u64, u64),
        rows: u64,
        limits: Limits,
    ) -> Result<Self, Failure> {
        let (kind, size, full, to, is_rated) = wanted;
        let unable = |unable: Unable| Failure::Unable(unable.to_string());
        let spec = requirements.spec().map_err(unable)?;
        let is_weighted = spec.controlled_bias;
        let is_minimal = spec.minimal.is_asked();
        let maker = maker(&kind, &size, spec, full).map_err(unable)?;
        let mut recipe = Recipe::new(maker)
            .rated(is_rated)
            .weighted(is_weighted)
            .minimal(is_minimal);
        if let Some(to) = to {
            refuse_unknown(&to)?;
            recipe = recipe.writing(to);
        }
        let (pace, stop) = limits.pace()?;
        let nothing = made(&recipe, seed, 0..0, &pace)?;
        Ok(Self {
            recipe: Arc::new(recipe),
            pace,
            stop,
            seed,
            numbers: start..end,
            rows: rows.max(1),
            schema: nothing.schema(),
            waiter: Waiter::here(),
        })
    }
}

fn made(
    recipe: &Recipe,
    seed: u64,
    numbers: Range<u64>,
    pace: &Pace,
) -> Result<RecordBatch, Failure> {
    let columns = generate(recipe, seed, numbers, pace);
    let columns = columns.map_err(|unfinished| Failure::Unable(unfinished.to_string()))?;
    let columns = arrays(columns);
    let schema = beside(&Schema::empty(), &columns);
    let columns = columns.into_iter().map(|(_, array)| array).collect();
    RecordBatch::try_new(schema, columns).map_err(of_arrow)
}

impl Batches for Made {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    fn pull(&mut self) -> Result<Option<RecordBatch>, Trouble> {
        if self.numbers.is_empty() {
            return Ok(None);
        }
        let start = self.numbers.start;
        let end = start.saturating_add(self.rows).min(self.numbers.end);
        self.numbers.start = end;
        let (recipe, pace, seed) = (Arc::clone(&self.recipe), self.pace.clone(), self.seed);
        let made = move || made(&recipe, seed, start..end, &pace);
        Ok(Some(self.waiter.attend(&self.stop, made)?))
    }
}

/// Makes the puzzles of a seed with the numbers from a start to an end.
#[pyfunction]
pub(crate) fn make(
    py: Python<'_>,
    wanted: Wanted,
    requirements: Requirements,
    seed: (u64, u64, u64),
    limits: Limits,
) -> PyResult<Table> {
    let made = || Made::new(wanted, requirements, seed, u64::MAX, limits);
    Table::of(py, made, true)
}

/// A stream of rows, some at once, as they are asked for.
#[pyfunction]
pub(crate) fn make_stream(
    py: Python<'_>,
    wanted: Wanted,
    requirements: Requirements,
    seed: (u64, u64, u64),
    rows: u64,
    limits: Limits,
) -> PyResult<Stream> {
    let made = Made::new(wanted, requirements, seed, rows, limits);
    let made = made.map_err(|failure| failure.raised(py))?;
    let stop = made.stop.clone();
    Ok(Stream::new(made, stop))
}
