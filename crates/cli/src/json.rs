//! A JSON object with a list that is written as it is found.

use crate::failure::Trouble;
use serde::ser::{Error, SerializeSeq};
use serde::{Serialize, Serializer};
use std::cell::{Cell, OnceCell};
use std::io::{self, Write};
use tilewright::answer::{Answer, Found, Origin, PuzzleText, json};

/// The object of an answer. A list comes before its verdict, as where it is written while it is found.
pub(crate) fn object(mut answer: Answer, place: Origin) -> String {
    let list = match &mut answer.found {
        Some(Found::Solve { solutions, .. }) => solutions.take(),
        _ => None,
    };
    let Some(list) = list else {
        return answer.at(place).json();
    };
    json(&Object {
        place: &place,
        solutions: &list,
        answer: &answer,
    })
}

/// Takes the next solution of a list.
pub(crate) type Put<'p> = dyn FnMut(PuzzleText) -> io::Result<()> + 'p;

/// Writes an object: the place of the puzzle, the solutions that `fill` finds, and then its answer, which has no list.
/// Nothing is written if it fails before the first solution.
pub(crate) fn write_list(
    out: &mut dyn Write,
    place: &Origin,
    fill: impl FnOnce(&mut Put<'_>) -> Result<Answer, Trouble>,
) -> Result<(), Trouble> {
    let list = List {
        fill: Cell::new(Some(fill)),
        is_begun: Cell::new(false),
        answer: OnceCell::new(),
        trouble: Cell::default(),
    };
    let object = Object {
        place,
        solutions: &list,
        answer: Later(&list.answer),
    };
    let mut held = Held {
        out,
        is_begun: &list.is_begun,
        bytes: Vec::new(),
    };
    let written = serde_json::to_writer(&mut held, &object);
    if let Some(trouble) = list.trouble.take() {
        return Err(trouble);
    }
    written.map_err(io::Error::from)?;
    list.is_begun.set(true);
    Ok(writeln!(held)?)
}

/// An output that gets nothing until a list is begun.
struct Held<'h> {
    out: &'h mut dyn Write,
    is_begun: &'h Cell<bool>,
    bytes: Vec<u8>,
}

impl Write for Held<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_begun.get() {
            self.bytes.extend_from_slice(bytes);
            return Ok(bytes.len());
        }
        self.out.write_all(&std::mem::take(&mut self.bytes))?;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The keys are written in this order.
#[derive(Serialize)]
struct Object<'o, L, A: Serialize> {
    #[serde(flatten)]
    place: &'o Origin,
    solutions: &'o L,
    #[serde(flatten)]
    answer: A,
}

/// The answer, which is there once the list is written.
struct Later<'l>(&'l OnceCell<Answer>);

impl Serialize for Later<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.get().serialize(serializer)
    }
}

/// A list that is found while it is written.
struct List<F> {
    fill: Cell<Option<F>>,
    is_begun: Cell<bool>,
    answer: OnceCell<Answer>,
    /// The reason why it was not found, where it could be written.
    trouble: Cell<Option<Trouble>>,
}

impl<F: FnOnce(&mut Put<'_>) -> Result<Answer, Trouble>> Serialize for List<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        let mut unwritten = None;
        let fill = self.fill.take().expect("a list is written once");
        let filled = fill(&mut |solution| {
            self.is_begun.set(true);
            list.serialize_element(&solution).map_err(|error| {
                unwritten = Some(error);
                io::Error::other("the list cannot be written")
            })
        });
        match (unwritten, filled) {
            (Some(error), _) => Err(error),
            (None, Err(trouble)) => {
                self.trouble.set(Some(trouble));
                Err(S::Error::custom("the list was not found"))
            }
            (None, Ok(answer)) => {
                self.answer.get_or_init(|| answer);
                list.end()
            }
        }
    }
}
