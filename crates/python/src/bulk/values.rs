//! Values of Arrow arrays as Python has them.
//!
//! Texts, bytes, numbers and truth values come as they are, lists and structs as lists and dicts, dates and times as those of
//! `datetime`, decimal numbers as `decimal.Decimal`. What is left (intervals, unions) pyarrow makes, if it is installed.

use super::answers::of_arrow;
use crate::failure::Failure;
use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::types::{
    Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_cast::cast;
use arrow_schema::{DataType, TimeUnit};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyList};

/// Adds the values of an array to a list.
pub(crate) fn append(list: &Bound<'_, PyList>, array: &ArrayRef) -> PyResult<()> {
    let py = list.py();
    macro_rules! add {
        ($values:expr) => {{
            for value in $values {
                list.append(value)?;
            }
            Ok(())
        }};
    }
    match array.data_type() {
        DataType::Null => add!((0..array.len()).map(|_| py.None())),
        DataType::Boolean => add!(array.as_boolean()),
        DataType::Utf8 => add!(array.as_string::<i32>()),
        DataType::LargeUtf8 => add!(array.as_string::<i64>()),
        DataType::Utf8View => add!(array.as_string_view()),
        DataType::Int8 => add!(array.as_primitive::<Int8Type>()),
        DataType::Int16 => add!(array.as_primitive::<Int16Type>()),
        DataType::Int32 => add!(array.as_primitive::<Int32Type>()),
        DataType::Int64 => add!(array.as_primitive::<Int64Type>()),
        DataType::UInt8 => add!(array.as_primitive::<UInt8Type>()),
        DataType::UInt16 => add!(array.as_primitive::<UInt16Type>()),
        DataType::UInt32 => add!(array.as_primitive::<UInt32Type>()),
        DataType::UInt64 => add!(array.as_primitive::<UInt64Type>()),
        DataType::Float16 => add!(
            array
                .as_primitive::<Float16Type>()
                .iter()
                .map(|value| value.map(f32::from))
        ),
        DataType::Float32 => add!(array.as_primitive::<Float32Type>()),
        DataType::Float64 => add!(array.as_primitive::<Float64Type>()),
        DataType::Binary => add!(
            array
                .as_binary::<i32>()
                .iter()
                .map(|bytes| bytes.map(|bytes| PyBytes::new(py, bytes)))
        ),
        DataType::LargeBinary => add!(
            array
                .as_binary::<i64>()
                .iter()
                .map(|bytes| bytes.map(|bytes| PyBytes::new(py, bytes)))
        ),
        DataType::BinaryView => add!(
            array
                .as_binary_view()
                .iter()
                .map(|bytes| bytes.map(|bytes| PyBytes::new(py, bytes)))
        ),
        DataType::FixedSizeBinary(_) => {
            add!(
                array
                    .as_fixed_size_binary()
                    .iter()
                    .map(|bytes| bytes.map(|bytes| PyBytes::new(py, bytes)))
            )
        }
        DataType::Dictionary(_, values) => {
            let plain = cast(array, values).map_err(|error| of_arrow(error).raised(py))?;
            append(list, &plain)
        }
        DataType::List(_) => append_lists(list, array.len(), |row| {
            let lists = array.as_list::<i32>();
            lists.is_valid(row).then(|| lists.value(row))
        }),
        DataType::LargeList(_) => append_lists(list, array.len(), |row| {
            let lists = array.as_list::<i64>();
            lists.is_valid(row).then(|| lists.value(row))
        }),
        DataType::FixedSizeList(_, _) => append_lists(list, array.len(), |row| {
            let lists = array.as_fixed_size_list();
            lists.is_valid(row).then(|| lists.value(row))
        }),
        DataType::Struct(_) => append_structs(list, array),
        DataType::Date32 | DataType::Date64 => {
            let dates = py.import("datetime")?.getattr("date")?;
            append_texts(list, array, |text| {
                dates.call_method1("fromisoformat", (&text[..10],))
            })
        }
        DataType::Timestamp(
            TimeUnit::Second | TimeUnit::Millisecond | TimeUnit::Microsecond,
            None,
        ) => {
            let times = py.import("datetime")?.getattr("datetime")?;
            append_texts(list, array, |text| {
                // Three digits of a second are not what Python 3.10 reads.
                let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
                times.call_method1("fromisoformat", (format!("{whole}.{part:0<6}"),))
            })
        }
        DataType::Decimal32(..)
        | DataType::Decimal64(..)
        | DataType::Decimal128(..)
        | DataType::Decimal256(..) => {
            let decimals = py.import("decimal")?.getattr("Decimal")?;
            append_texts(list, array, |text| decimals.call1((text,)))
        }
        _ => by_pyarrow(list, array),
    }
}

fn append_lists(
    list: &Bound<'_, PyList>,
    rows: usize,
    row: impl Fn(usize) -> Option<ArrayRef>,
) -> PyResult<()> {
    for number in 0..rows {
        match row(number) {
            None => list.append(list.py().None())?,
            Some(values) => {
                let inner = PyList::empty(list.py());
                append(&inner, &values)?;
                list.append(inner)?;
            }
        }
    }
    Ok(())
}

fn append_structs(list: &Bound<'_, PyList>, array: &ArrayRef) -> PyResult<()> {
    let py = list.py();
    let structs = array.as_struct();
    let columns = structs.columns().iter().map(|column| {
        let values = PyList::empty(py);
        append(&values, column)?;
        Ok(values)
    });
    let columns = columns.collect::<PyResult<Vec<_>>>()?;
    for row in 0..structs.len() {
        if structs.is_null(row) {
            list.append(py.None())?;
            continue;
        }
        let value = PyDict::new(py);
        for (name, column) in structs.column_names().into_iter().zip(&columns) {
            value.set_item(name, column.get_item(row)?)?;
        }
        list.append(value)?;
    }
    Ok(())
}

/// Adds values that Python makes of their texts.
fn append_texts<'py>(
    list: &Bound<'py, PyList>,
    array: &ArrayRef,
    value: impl Fn(&str) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let texts = cast(array, &DataType::Utf8).map_err(|error| of_arrow(error).raised(list.py()))?;
    for text in texts.as_string::<i32>() {
        match text {
            None => list.append(list.py().None())?,
            Some(text) => list.append(value(text)?)?,
        }
    }
    Ok(())
}

/// An array that is lent to pyarrow.
#[pyclass(frozen)]
struct Lent(ArrayRef);

#[pymethods]
impl Lent {
    #[pyo3(signature = (requested_schema = None))]
    #[expect(
        clippy::needless_pass_by_value,
        reason = "what Python hands over is owned"
    )]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        let schema = FFI_ArrowSchema::try_from(self.0.data_type());
        let schema = schema.map_err(|error| of_arrow(error).raised(py))?;
        let array = FFI_ArrowArray::new(&self.0.to_data());
        Ok((
            PyCapsule::new_with_value(py, schema, c"arrow_schema")?,
            PyCapsule::new_with_value(py, array, c"arrow_array")?,
        ))
    }
}

fn by_pyarrow(list: &Bound<'_, PyList>, array: &ArrayRef) -> PyResult<()> {
    let py = list.py();
    let Ok(pyarrow) = py.import("pyarrow") else {
        let kind = array.data_type();
        let message = format!(
            "a column of {kind} is not made a list here without pyarrow; hand the table to polars, or install pyarrow"
        );
        return Err(Failure::Unable(message).raised(py));
    };
    let values = pyarrow.call_method1("array", (Lent(array.clone()),))?;
    for value in values.call_method0("to_pylist")?.try_iter()? {
        list.append(value?)?;
    }
    Ok(())
}
