//! Arrow arrays of columns, and columns of Arrow arrays.

use arrow_array::builder::LargeBinaryBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, BinaryArray, Float64Array, Int64Array, LargeBinaryArray, LargeStringArray,
    RecordBatch, StringArray,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_cast::cast;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use std::sync::Arc;
use tilewright_batch::{
    Columns, Numbers, Offsets, TextColumn, Texts, Validity, Values, free_names,
};

/// A column of an Arrow table that holds texts.
#[derive(Clone, Debug)]
pub struct Puzzles(Held);

#[derive(Clone, Debug)]
enum Held {
    Small(BinaryArray),
    Large(LargeBinaryArray),
}

/// Returns true if a column of that type may hold puzzles: texts, or bytes that may be texts.
pub fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        // An empty list of a program that has no better type for it.
        | DataType::Null => true,
        DataType::Dictionary(_, value) => is_text(value),
        _ => false,
    }
}

impl Puzzles {
    /// The column, as it lies there where its layout allows that, and in another one where its texts
    /// lie elsewhere (dictionaries, views). `None` where it holds no texts.
    pub fn of(array: &ArrayRef) -> Option<Self> {
        let held = match array.data_type() {
            DataType::Utf8 => Held::Small(array.as_string::<i32>().clone().into()),
            DataType::Binary => Held::Small(array.as_binary::<i32>().clone()),
            DataType::LargeUtf8 => Held::Large(array.as_string::<i64>().clone().into()),
            DataType::LargeBinary => Held::Large(array.as_binary::<i64>().clone()),
            other if is_text(other) => {
                let plain = cast(array, &DataType::LargeBinary).ok()?;
                Held::Large(plain.as_binary::<i64>().clone())
            }
            _ => return None,
        };
        Some(Self(held))
    }

    /// Several columns, one after the other, as one; a single one as it lies there. `None` where one of
    /// them holds no texts.
    pub fn of_all(arrays: &[ArrayRef]) -> Option<Self> {
        if let [array] = arrays {
            return Self::of(array);
        }
        let mut all = LargeBinaryBuilder::new();
        for array in arrays {
            let puzzles = Self::of(array)?;
            let texts = puzzles.texts();
            for row in 0..texts.len() {
                all.append_option(texts.get(row));
            }
        }
        Some(Self(Held::Large(all.finish())))
    }

    /// The column as one that comes in.
    pub fn texts(&self) -> Texts<'_> {
        let (bytes, offsets, nulls) = match &self.0 {
            Held::Small(array) => (
                array.value_data(),
                Offsets::Small(array.value_offsets()),
                array.nulls(),
            ),
            Held::Large(array) => (
                array.value_data(),
                Offsets::Large(array.value_offsets()),
                array.nulls(),
            ),
        };
        let bits = nulls.map(NullBuffer::inner);
        let validity = bits.map(|bits| Validity::new(bits.values(), bits.offset()));
        Texts::new(bytes, offsets, validity).expect("Arrow has looked at its own arrays")
    }
}

/// The columns that came out as Arrow arrays, without copying their values.
pub fn arrays(columns: Columns) -> Vec<(Field, ArrayRef)> {
    let columns = columns.into_columns().into_iter();
    let array = |values| match values {
        Values::Text(text) => text_array(text),
        Values::Int64(numbers) => {
            let (values, nulls) = number_parts(numbers);
            Arc::new(Int64Array::new(values, nulls)) as ArrayRef
        }
        Values::Float64(numbers) => {
            let (values, nulls) = number_parts(numbers);
            Arc::new(Float64Array::new(values, nulls))
        }
    };
    columns
        .map(|column| {
            let array = array(column.values);
            // Which column has nulls differs from batch to batch.
            let field = Field::new(column.name, array.data_type().clone(), true);
            (field, array)
        })
        .collect()
}

fn text_array(text: TextColumn) -> ArrayRef {
    let rows = text.len();
    let offsets = OffsetBuffer::new(ScalarBuffer::from(text.offsets));
    let nulls = nulls(text.validity, rows);
    Arc::new(StringArray::new(
        offsets,
        Buffer::from_vec(text.bytes),
        nulls,
    ))
}

fn number_parts<T: arrow_buffer::ArrowNativeType>(
    numbers: Numbers<T>,
) -> (ScalarBuffer<T>, Option<NullBuffer>) {
    let rows = numbers.values.len();
    (
        ScalarBuffer::from(numbers.values),
        nulls(numbers.validity, rows),
    )
}

fn nulls(bits: Option<Vec<u8>>, rows: usize) -> Option<NullBuffer> {
    bits.map(|bits| NullBuffer::new(BooleanBuffer::new(Buffer::from_vec(bits), 0, rows)))
}

/// The schema of a table with more columns after its own, under [names that are free](free_names).
pub fn beside(schema: &Schema, added: &[(Field, ArrayRef)]) -> SchemaRef {
    let taken: Vec<String> = schema.fields().iter().map(|f| f.name().clone()).collect();
    let wanted: Vec<&str> = added
        .iter()
        .map(|(field, _)| field.name().as_str())
        .collect();
    let names = free_names(&taken, &wanted);
    let added = added.iter().zip(names);
    let added = added.map(|((field, _), name)| Arc::new(field.clone().with_name(name)));
    let fields: Vec<_> = schema.fields().iter().cloned().chain(added).collect();
    Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone()))
}

/// A table of texts: for each column its name and a text or nothing for each row.
pub fn texts<'t>(
    schema: &SchemaRef,
    columns: impl IntoIterator<Item = Vec<Option<&'t str>>>,
) -> Result<RecordBatch, ArrowError> {
    let columns = columns
        .into_iter()
        .map(|column| Arc::new(LargeStringArray::from(column)) as ArrayRef);
    RecordBatch::try_new(Arc::clone(schema), columns.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::types::Int8Type;
    use arrow_array::{DictionaryArray, Int32Array, NullArray, StringViewArray};
    use tilewright_batch::{Operation, Pace, Task, run};

    fn rows(array: &ArrayRef) -> Vec<Option<Vec<u8>>> {
        let puzzles = Puzzles::of(array).unwrap();
        let texts = puzzles.texts();
        (0..texts.len())
            .map(|row| texts.get(row).map(<[u8]>::to_vec))
            .collect()
    }

    #[test]
    fn texts_are_found_wherever_they_lie() {
        let values = vec![
            Some("ab"),
            None,
            Some(""),
            Some("a longer text than twelve"),
        ];
        let expected: Vec<_> = values
            .iter()
            .map(|text| text.map(|text| text.as_bytes().to_vec()))
            .collect();
        let dictionary: DictionaryArray<Int8Type> = values.iter().copied().collect();
        let arrays: [ArrayRef; 5] = [
            Arc::new(StringArray::from(values.clone())),
            Arc::new(LargeStringArray::from(values.clone())),
            Arc::new(StringViewArray::from(values.clone())),
            Arc::new(BinaryArray::from(StringArray::from(values.clone()))),
            Arc::new(dictionary),
        ];
        for array in arrays {
            assert!(is_text(array.data_type()));
            assert_eq!(rows(&array), expected, "{:?}", array.data_type());
            assert_eq!(rows(&array.slice(1, 3)), expected[1..]);
            let twice = Puzzles::of_all(&[array.clone(), array]).unwrap();
            let texts = twice.texts();
            assert_eq!(texts.len(), 8);
            for row in 0..8 {
                assert_eq!(texts.get(row), expected[row % 4].as_deref());
            }
        }
        let nothing: ArrayRef = Arc::new(NullArray::new(2));
        assert_eq!(rows(&nothing), [None, None]);
        let numbers: ArrayRef = Arc::new(Int32Array::from(vec![1]));
        assert!(Puzzles::of(&numbers).is_none());
    }

    #[test]
    fn answers_become_arrays_of_the_same_values() {
        let values = [
            Some("1234341221434321"),
            None,
            Some("x"),
            Some("1..............."),
        ];
        let column = TextColumn::of(values).unwrap();
        for operation in Operation::ALL {
            let answers = run(&Task::new(operation), column.texts(), &Pace::new()).unwrap();
            let names = operation.columns();
            for (number, (field, array)) in arrays(answers.clone()).into_iter().enumerate() {
                assert_eq!((field.name().as_str(), array.len()), (names[number], 4));
                for row in 0..4 {
                    match &answers.columns()[number].values {
                        Values::Text(text) => {
                            let array = array.as_string::<i32>();
                            let value = array.is_valid(row).then(|| array.value(row));
                            assert_eq!(value, text.get(row));
                        }
                        Values::Int64(numbers) => {
                            let array = array.as_primitive::<arrow_array::types::Int64Type>();
                            let value = array.is_valid(row).then(|| array.value(row));
                            assert_eq!(value, numbers.get(row));
                        }
                        Values::Float64(numbers) => {
                            let array = array.as_primitive::<arrow_array::types::Float64Type>();
                            let value = array.is_valid(row).then(|| array.value(row));
                            assert_eq!(value, numbers.get(row));
                        }
                    }
                }
            }
        }
    }
}
