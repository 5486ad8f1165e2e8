//! The parts of a question, each with an error message.

use crate::failure::Failure;
use crate::{Caps, USUAL_TIME};
use serde_json::{Map, Value};
use std::time::Duration;
use tilewright::Puzzle;
use tilewright::puzzles::Families;

/// The most characters of a wrong value that are quoted.
const MOST_QUOTED: usize = 40;

/// Named values: a question, or an object in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields<'q> {
    map: &'q Map<String, Value>,
    /// The name of the object in messages.
    name: &'static str,
}

impl<'q> Fields<'q> {
    /// The fields of an object.
    pub(crate) fn of(value: &'q Value, name: &'static str) -> Result<Self, Failure> {
        match value {
            Value::Object(map) => Ok(Self { map, name }),
            other => Err(expected(name, "an object", other)),
        }
    }

    /// The value of a key; `null` counts as nothing.
    pub(crate) fn get(self, key: &str) -> Option<&'q Value> {
        self.map.get(key).filter(|value| !value.is_null())
    }

    /// The value of a required key.
    pub(crate) fn value(self, key: &'static str) -> Result<&'q Value, Failure> {
        let missing = || Failure::new(format!("{} has no {key:?}", self.name));
        self.get(key).ok_or_else(missing)
    }

    pub(crate) fn text(self, key: &'static str) -> Result<&'q str, Failure> {
        as_text(key, self.value(key)?)
    }

    pub(crate) fn maybe_text(self, key: &'static str) -> Result<Option<&'q str>, Failure> {
        self.get(key).map(|value| as_text(key, value)).transpose()
    }

    /// A flag; false if it is left out.
    pub(crate) fn flag(self, key: &'static str) -> Result<bool, Failure> {
        match self.get(key) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(other) => Err(expected(key, "true or false", other)),
        }
    }

    /// A number that is finite.
    pub(crate) fn maybe_number(self, key: &'static str) -> Result<Option<f64>, Failure> {
        let number = |value: &Value| value.as_f64().filter(|number| number.is_finite());
        match self.get(key) {
            None => Ok(None),
            Some(value) => number(value)
                .map(Some)
                .ok_or_else(|| expected(key, "a number", value)),
        }
    }

    /// A whole number from 0 on.
    pub(crate) fn maybe_whole(self, key: &'static str) -> Result<Option<u64>, Failure> {
        let whole = |value: &Value| {
            let exact = value.as_u64();
            exact.ok_or_else(|| expected(key, "a whole number from 0 on", value))
        };
        self.get(key).map(whole).transpose()
    }

    /// A list; an empty one if it is left out.
    pub(crate) fn list(self, key: &'static str) -> Result<&'q [Value], Failure> {
        match self.get(key) {
            None => Ok(&[]),
            Some(value) => as_list(key, value),
        }
    }

    /// An object, if there is one.
    pub(crate) fn maybe_fields(self, key: &'static str) -> Result<Option<Self>, Failure> {
        self.get(key).map(|value| Self::of(value, key)).transpose()
    }

    /// The puzzle that a question is about.
    pub(crate) fn puzzle(self, families: &Families) -> Result<Box<dyn Puzzle>, Failure> {
        let puzzle = Self::of(self.value("puzzle")?, "puzzle")?;
        let text = puzzle.text("text")?;
        Ok(families.read(text, puzzle.maybe_text("as")?)?)
    }

    /// The limits of the answer, if the question sets them.
    pub(crate) fn limits(self) -> Result<Limits, Failure> {
        let Some(limits) = self.maybe_fields("limits")? else {
            return Ok(Limits::default());
        };
        let seconds =
            match limits.maybe_number("seconds")? {
                None => None,
                Some(seconds) => {
                    let time = Duration::try_from_secs_f64(seconds);
                    Some(time.map_err(|_| {
                        Failure::new(format!("{seconds} seconds is not a time limit"))
                    })?)
                }
            };
        Ok(Limits {
            time: seconds,
            nodes: limits.maybe_whole("nodes")?,
        })
    }
}

/// The limits of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Limits {
    pub(crate) time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
}

impl Limits {
    /// The time that the answer may take.
    pub(crate) fn within(self, caps: &Caps) -> Duration {
        self.time.unwrap_or(USUAL_TIME).min(caps.time)
    }
}

pub(crate) fn as_text<'q>(key: &str, value: &'q Value) -> Result<&'q str, Failure> {
    value.as_str().ok_or_else(|| expected(key, "a text", value))
}

pub(crate) fn as_list<'q>(key: &str, value: &'q Value) -> Result<&'q [Value], Failure> {
    let list = value.as_array().map(Vec::as_slice);
    list.ok_or_else(|| expected(key, "a list", value))
}

/// The number of a cell, or of a slot: below `count`.
pub(crate) fn as_index(key: &str, value: &Value, count: usize) -> Result<usize, Failure> {
    let index = value.as_u64().and_then(|index| usize::try_from(index).ok());
    index
        .filter(|&index| index < count)
        .ok_or_else(|| out_of_range(key, &value.to_string(), count))
}

/// Numbers of cells.
pub(crate) fn as_cells(key: &str, value: &Value, count: usize) -> Result<Vec<usize>, Failure> {
    let cells = as_list(key, value)?.iter();
    cells.map(|cell| as_index(key, cell, count)).collect()
}

fn out_of_range(key: &str, found: &str, count: usize) -> Failure {
    let found = quoted(found);
    Failure::new(match count.checked_sub(1) {
        None => format!("{key}: there is nothing to number, found {found}"),
        Some(last) => format!("{key}: expected a number from 0 to {last}, found {found}"),
    })
}

fn expected(key: &str, what: &str, found: &Value) -> Failure {
    let found = quoted(&found.to_string());
    Failure::new(format!("{key}: expected {what}, found {found}"))
}

/// The beginning of a text.
pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
