//! Input: anything with `__arrow_c_array__` or `__arrow_c_stream__`.
//!
//! The one place with `unsafe`: a capsule holds a pointer to a struct of Arrow's C data interface, which is moved out
//! of it as the interface says. The promises of the struct (lengths, pointers) are trusted, as by every user of the
//! interface; the content of its texts is not.

#![allow(unsafe_code, reason = "Arrow's C data interface is made of pointers")]

use crate::failure::Failure;
use crate::work::Trouble;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, StringArray, make_array};
use arrow_schema::{DataType, Field};
use pyo3::exceptions::{PyStopIteration, PyValueError};
use pyo3::ffi::c_str;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::ffi::{CStr, c_int};
use std::ptr::NonNull;
use std::sync::Arc;

/// Arrays that come one after the other, all of one type.
pub(crate) struct Input {
    field: Field,
    source: Source,
}

enum Source {
    One(Option<ArrayRef>),
    Stream(FFI_ArrowArrayStream),
    /// An iterator of Python's over lists of texts.
    Items(Py<PyAny>),
}

impl Input {
    /// An array by itself.
    pub(crate) fn one(array: ArrayRef) -> Self {
        Self {
            field: Field::new("", array.data_type().clone(), true),
            source: Source::One(Some(array)),
        }
    }

    /// The lists of texts that an iterator has, each taken when it is asked for.
    pub(crate) fn items(iterator: Py<PyAny>) -> Self {
        Self {
            field: Field::new("", DataType::Utf8, true),
            source: Source::Items(iterator),
        }
    }

    /// The Arrow data of an object; `None` if it offers none.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        if object.hasattr("__arrow_c_array__")? {
            let pair = object.call_method0("__arrow_c_array__")?;
            return Self::of_array(&pair.cast_into::<PyTuple>()?).map(Some);
        }
        if object.hasattr("__arrow_c_stream__")? {
            let capsule = object.call_method0("__arrow_c_stream__")?;
            return Self::of_stream(&capsule.cast_into::<PyCapsule>()?).map(Some);
        }
        Ok(None)
    }

    fn of_array(pair: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let (schema, array) = pair.extract::<(Bound<'_, PyCapsule>, Bound<'_, PyCapsule>)>()?;
        let schema = pointer::<FFI_ArrowSchema>(&schema, c_str!("arrow_schema"))?;
        let array = pointer::<FFI_ArrowArray>(&array, c_str!("arrow_array"))?;
        // SAFETY: capsules of these names hold these structs.
        let field = Field::try_from(unsafe { schema.as_ref() }).map_err(broken)?;
        // SAFETY: the same; the array is moved out, and its capsule is left released.
        let array = unsafe { FFI_ArrowArray::from_raw(array.as_ptr()) };
        if array.is_released() {
            return Err(broken("the array was taken before"));
        }
        let array = imported(array, &field).map_err(broken)?;
        Ok(Self {
            field,
            source: Source::One(Some(array)),
        })
    }

    fn of_stream(capsule: &Bound<'_, PyCapsule>) -> PyResult<Self> {
        let stream = pointer::<FFI_ArrowArrayStream>(capsule, c_str!("arrow_array_stream"))?;
        // SAFETY: a capsule of this name holds this struct, which is moved out.
        let mut stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
        let Some(get_schema) = stream.get_schema.filter(|_| stream.release.is_some()) else {
            return Err(broken("the stream was taken before"));
        };
        let mut schema = FFI_ArrowSchema::empty();
        // SAFETY: the stream is not released, and both live through the call.
        let code = unsafe { get_schema(&raw mut stream, &raw mut schema) };
        if code != 0 {
            return Err(broken(last_error(&mut stream, code)));
        }
        Ok(Self {
            field: Field::try_from(&schema).map_err(broken)?,
            source: Source::Stream(stream),
        })
    }

    /// The type and name of all arrays.
    pub(crate) fn field(&self) -> &Field {
        &self.field
    }

    /// Returns true if there is one array and no more.
    pub(crate) fn is_one(&self) -> bool {
        matches!(self.source, Source::One(_))
    }

    /// Returns true if an iterator of Python's has the rows.
    pub(crate) fn is_items(&self) -> bool {
        matches!(self.source, Source::Items(_))
    }

    /// The next array; `None` where there are no more. To be called without the interpreter's lock.
    pub(crate) fn next(&mut self) -> Result<Option<ArrayRef>, Trouble> {
        match &mut self.source {
            Source::One(array) => Ok(array.take()),
            Source::Items(items) => {
                Python::attach(|py| next_items(items.bind(py))).map_err(Trouble::Raised)
            }
            Source::Stream(_) => self.next_array().map_err(|error| {
                Failure::Unable(format!("the stream of puzzles failed: {error}")).into()
            }),
        }
    }

    fn next_array(&mut self) -> Result<Option<ArrayRef>, String> {
        let Source::Stream(stream) = &mut self.source else {
            return Ok(None);
        };
        let Some(get_next) = stream.get_next else {
            return Ok(None);
        };
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: the stream is not released, and both live through the call.
        let code = unsafe { get_next(&raw mut *stream, &raw mut array) };
        if code != 0 {
            let error = last_error(stream, code);
            *stream = FFI_ArrowArrayStream::empty();
            return Err(error);
        }
        if array.is_released() {
            *stream = FFI_ArrowArrayStream::empty();
            return Ok(None);
        }
        imported(array, &self.field).map(Some)
    }
}

/// The next list of texts.
fn next_items(items: &Bound<'_, PyAny>) -> PyResult<Option<ArrayRef>> {
    match items.call_method0("__next__") {
        Ok(texts) => {
            let texts: Vec<Option<String>> = texts.extract()?;
            Ok(Some(Arc::new(StringArray::from(texts))))
        }
        Err(end) if end.is_instance_of::<PyStopIteration>(items.py()) => Ok(None),
        Err(error) => Err(error),
    }
}

fn imported(array: FFI_ArrowArray, field: &Field) -> Result<ArrayRef, String> {
    // SAFETY: its producer says that it is an array of this type.
    let data = unsafe { from_ffi_and_data_type(array, field.data_type().clone()) };
    data.map(make_array).map_err(|error| error.to_string())
}

/// The error of a stream, in its own words.
fn last_error(stream: &mut FFI_ArrowArrayStream, code: c_int) -> String {
    let Some(get_last_error) = stream.get_last_error else {
        return format!("error {code}");
    };
    // SAFETY: the stream is not released.
    let error = unsafe { get_last_error(&raw mut *stream) };
    if error.is_null() {
        return format!("error {code}");
    }
    // SAFETY: it is a text that ends with a zero, valid until the stream is used again.
    let error = unsafe { CStr::from_ptr(error) };
    error.to_string_lossy().into_owned()
}

fn pointer<T>(capsule: &Bound<'_, PyCapsule>, name: &CStr) -> PyResult<NonNull<T>> {
    Ok(capsule.pointer_checked(Some(name))?.cast())
}

fn broken(why: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("this cannot be read as Arrow data: {why}"))
}
