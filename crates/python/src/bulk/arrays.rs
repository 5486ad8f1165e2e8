//! Answers as Arrow arrays, without copying them.

use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_buffer::{
    ArrowNativeType, BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer,
};
use arrow_schema::{ArrowError, Field, FieldRef, Schema, SchemaRef};
use std::sync::Arc;
use tilewright_batch::{Columns, Numbers, Values};

/// The columns, each with its name and type.
pub(crate) fn arrays(columns: Columns) -> Result<Vec<(Field, ArrayRef)>, ArrowError> {
    let columns = columns.into_columns().into_iter().map(|column| {
        let array: ArrayRef = match column.values {
            Values::Text(text) => {
                let rows = text.len();
                let offsets = OffsetBuffer::new(ScalarBuffer::from(text.offsets));
                let bytes = Buffer::from_vec(text.bytes);
                Arc::new(StringArray::try_new(
                    offsets,
                    bytes,
                    nulls(text.validity, rows),
                )?)
            }
            Values::Int64(numbers) => {
                let (values, nulls) = parts(numbers);
                Arc::new(Int64Array::try_new(values, nulls)?)
            }
            Values::Float64(numbers) => {
                let (values, nulls) = parts(numbers);
                Arc::new(Float64Array::try_new(values, nulls)?)
            }
        };
        // Which column has nulls differs from batch to batch.
        let field = Field::new(column.name, array.data_type().clone(), true);
        Ok((field, array))
    });
    columns.collect()
}

fn parts<T: ArrowNativeType>(numbers: Numbers<T>) -> (ScalarBuffer<T>, Option<NullBuffer>) {
    let rows = numbers.values.len();
    let values = ScalarBuffer::from(numbers.values);
    (values, nulls(numbers.validity, rows))
}

fn nulls(bits: Option<Vec<u8>>, rows: usize) -> Option<NullBuffer> {
    bits.map(|bits| NullBuffer::new(BooleanBuffer::new(Buffer::from_vec(bits), 0, rows)))
}

/// The fields of a table with more after its own; where a name is taken it gets a number:
/// `solution_2`.
pub(crate) fn beside(kept: Option<&Schema>, added: &[Field]) -> SchemaRef {
    let mut fields: Vec<FieldRef> = kept.map_or_else(Vec::new, |kept| kept.fields().to_vec());
    for field in added {
        let wanted = field.name();
        let is_taken = |name: &str| fields.iter().any(|field| field.name() == name);
        let numbered = (2_u32..).map(|number| format!("{wanted}_{number}"));
        let mut names = std::iter::once(wanted.clone()).chain(numbered);
        let free = names.find(|name| !is_taken(name)).unwrap_or_default();
        fields.push(Arc::new(field.clone().with_name(free)));
    }
    let metadata = kept.map(|kept| kept.metadata().clone());
    Arc::new(Schema::new_with_metadata(
        fields,
        metadata.unwrap_or_default(),
    ))
}

/// A batch of columns alone.
pub(crate) fn batch(columns: Columns) -> Result<RecordBatch, ArrowError> {
    let (fields, arrays): (Vec<Field>, Vec<ArrayRef>) = arrays(columns)?.into_iter().unzip();
    RecordBatch::try_new(beside(None, &fields), arrays)
}
