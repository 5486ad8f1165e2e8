//! The failures, and the exceptions of the package for them.

use crate::puzzle::Puzzle;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tilewright::puzzles::Unwritable;
use tilewright::{BigUint, End, ParseError, Refusal};

/// The module of the exceptions.
const ERRORS: &str = "tilewright._errors";

/// Something went wrong; known on any thread, raised on one that holds the interpreter.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A text is not a puzzle.
    Parse(ParseError),
    /// A puzzle is not run at all.
    Refused(Refusal),
    /// A question was stopped before its answer was known.
    Stopped {
        /// The partial answer.
        message: String,
        /// The reason for the stop.
        end: End,
        /// A number of solutions that is known.
        at_least: BigUint,
    },
    /// There is no solution: why.
    Unsolvable(String),
    /// There are several solutions: where two of them differ.
    Several(String),
    /// A format does not exist or cannot say it.
    Unwritable(String),
    /// The request makes no sense for this puzzle.
    Unable(String),
    /// A requirement was not met.
    Missed {
        /// The reason.
        why: String,
        /// The nearest that was found.
        nearest: Option<Puzzle>,
    },
}

impl Failure {
    /// A question without an answer.
    pub(crate) fn stopped(message: String, end: End) -> Self {
        Self::Stopped {
            message,
            end,
            at_least: BigUint::ZERO,
        }
    }

    /// The sentence, for those who know nothing of Python.
    pub(crate) fn sentence(&self) -> String {
        match self {
            Self::Parse(error) => error.to_string(),
            Self::Refused(refusal) => refusal.to_string(),
            Self::Stopped { message, .. } => message.clone(),
            Self::Unsolvable(why)
            | Self::Several(why)
            | Self::Unwritable(why)
            | Self::Unable(why)
            | Self::Missed { why, .. } => why.clone(),
        }
    }

    /// The exception.
    pub(crate) fn raised(self, py: Python<'_>) -> PyErr {
        self.exception(py).unwrap_or_else(|error| error)
    }

    fn exception(self, py: Python<'_>) -> PyResult<PyErr> {
        match self {
            Self::Parse(error) => {
                let (line, column) = error.place().map(|p| (p.line, p.column)).unzip();
                let parts = (error.message(), line, column, error.advice());
                raise(py, "ParseError", parts)
            }
            Self::Refused(Refusal::TooLarge(too_large)) => {
                let parts = (too_large.to_string(), too_large.needed, too_large.allowed);
                raise(py, "TooLarge", parts)
            }
            Self::Refused(Refusal::Stopped(end)) => {
                let none = integer(py, &BigUint::default())?;
                raise(py, "Stopped", (end.to_string(), end.word(), none))
            }
            Self::Refused(refusal) => raise(py, "Refused", (refusal.to_string(),)),
            Self::Stopped {
                message,
                end,
                at_least,
            } => raise(
                py,
                "Stopped",
                (message, end.word(), integer(py, &at_least)?),
            ),
            Self::Unsolvable(why) => raise(py, "Unsolvable", (why,)),
            Self::Several(why) => raise(py, "NotUnique", (why,)),
            Self::Unwritable(why) => raise(py, "FormatError", (why,)),
            Self::Unable(why) => raise(py, "Refused", (why,)),
            Self::Missed { why, nearest } => raise(py, "Missed", (why, nearest)),
        }
    }
}

fn raise<'py>(
    py: Python<'py>,
    class: &str,
    parts: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<PyErr> {
    let class = py.import(ERRORS)?.getattr(class)?;
    let parts = parts.into_pyobject(py)?;
    Ok(PyErr::from_value(class.call1(parts)?))
}

/// A number of any size.
pub(crate) fn integer<'py>(py: Python<'py>, number: &BigUint) -> PyResult<Bound<'py, PyAny>> {
    let bytes = pyo3::types::PyBytes::new(py, &number.to_bytes_le());
    let int = py.get_type::<pyo3::types::PyInt>();
    int.call_method1("from_bytes", (bytes, "little"))
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Self::Parse(error)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Unwritable> for Failure {
    fn from(unwritable: Unwritable) -> Self {
        Self::Unwritable(unwritable.to_string())
    }
}
