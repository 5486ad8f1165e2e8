//! Errors of a text: the fault, its place, and the expected text.

use std::fmt;
use tilewright_model::Model;
use tilewright_model::budget::{Budget, End};
use tilewright_model::heap::{self, Bytes};

/// A place in a text, both counted from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    /// The place of a byte offset in a text.
    pub fn of_offset(text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

/// A text is not a puzzle: one sentence with the fault and the expected text, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    message: String,
    place: Option<Place>,
    hint: Option<String>,
    is_of_any_kind: bool,
}

/// The most characters of a message: a sentence, whatever it quotes from the text.
const LONGEST_MESSAGE: usize = 500;

impl ParseError {
    /// Something is wrong with the text as a whole.
    pub fn new(message: impl Into<String>) -> Self {
        let mut message = message.into();
        if let Some((end, _)) = message.char_indices().nth(LONGEST_MESSAGE) {
            message.truncate(end);
            message.push('…');
        }
        Self {
            message,
            place: None,
            hint: None,
            is_of_any_kind: false,
        }
    }

    /// Something is wrong at a place of the text, line and column counted from 1.
    pub fn at(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self {
            place: Some(Place { line, column }),
            ..Self::new(message)
        }
    }

    /// Something is wrong at a byte offset of a text.
    pub fn at_offset(text: &str, offset: usize, message: impl Into<String>) -> Self {
        let Place { line, column } = Place::of_offset(text, offset);
        Self::at(line, column, message)
    }

    /// Adds a piece of advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Marks the error as one of a text that may be of any kind: naming the kind would help, and
    /// the way to do that depends on the caller.
    #[must_use]
    pub(crate) fn of_any_kind(mut self) -> Self {
        self.is_of_any_kind = true;
        self
    }

    /// Returns true if the kind of the puzzle is unknown.
    pub fn is_of_any_kind(&self) -> bool {
        self.is_of_any_kind
    }

    /// The fault, without the place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The place of the fault, if it is in one place.
    pub fn place(&self) -> Option<Place> {
        self.place
    }

    /// Advice that might help.
    pub fn advice(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Place { line, column }) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for ParseError {}

/// Something that would take more memory than is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The puzzle, or another thing: "the 24×24×24×24 board".
    pub what: String,
    /// The bytes that it would take at least.
    pub needed: u64,
    /// The bytes that were allowed.
    pub allowed: u64,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} needs at least {} of memory, but only {} is allowed",
            self.what,
            Bytes(self.needed),
            Bytes(self.allowed)
        )
    }
}

impl std::error::Error for TooLarge {}

/// The reason why a model, or another thing, was not built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unbuilt {
    /// It would take more memory than is allowed.
    TooLarge(TooLarge),
    /// The format cannot say it.
    Unwritable(Unwritable),
    /// The time was up, or it was interrupted.
    Stopped(End),
}

impl Unbuilt {
    /// `what` was not built, for this budget came to this end. The budget is for it alone: a [part](Budget::apart) of
    /// another one.
    pub fn new(what: impl Into<String>, end: End, budget: &Budget) -> Self {
        let (End::Memory, Some(needed)) = (end, budget.lacked()) else {
            return Self::Stopped(end);
        };
        let allowed = budget
            .memory
            .map_or(Model::MOST_BYTES, |most| most.min(Model::MOST_BYTES));
        let of_process = || heap::now().map_or(allowed, |heap| heap.allowed);
        let allowed = if needed > allowed {
            allowed
        } else {
            of_process()
        };
        let what = what.into();
        Self::TooLarge(TooLarge {
            what,
            needed,
            allowed,
        })
    }

    /// The lack of memory, if that is the reason.
    pub fn too_large(&self) -> Option<&TooLarge> {
        match self {
            Self::TooLarge(too_large) => Some(too_large),
            Self::Unwritable(_) | Self::Stopped(_) => None,
        }
    }

    /// The rules of a puzzle were not written out as items, for this budget came to this end.
    pub fn of_rules(end: End, budget: &Budget) -> Self {
        Self::new("the puzzle with its rules written out", end, budget)
    }
}

impl fmt::Display for Unbuilt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge(too_large) => too_large.fmt(f),
            Self::Unwritable(unwritable) => unwritable.fmt(f),
            Self::Stopped(end) => end.fmt(f),
        }
    }
}

impl std::error::Error for Unbuilt {}

impl From<TooLarge> for Unbuilt {
    fn from(too_large: TooLarge) -> Self {
        Self::TooLarge(too_large)
    }
}

/// A puzzle cannot be written in a format: the format does not exist or cannot say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwritable(pub String);

/// The reason why no symmetry is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asymmetric(pub String);

/// Errors that are a sentence.
macro_rules! sentences {
    ($($error:ident)*) => {$(
        impl fmt::Display for $error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl std::error::Error for $error {}
    )*};
}

sentences! { Unwritable Asymmetric }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_from_one_in_characters() {
        let text = "ab\nä?\n";
        assert_eq!(Place::of_offset(text, 0), Place { line: 1, column: 1 });
        let offset = text.find('?').unwrap();
        assert_eq!(Place::of_offset(text, offset), Place { line: 2, column: 2 });
    }

    #[test]
    fn a_message_is_a_sentence_whatever_it_quotes() {
        let error = ParseError::new(format!("{:?} is not a symbol", "é".repeat(100_000)));
        assert_eq!(error.message().chars().count(), LONGEST_MESSAGE + 1);
        assert!(error.message().ends_with("é…"));
    }

    #[test]
    fn sizes_are_readable() {
        let show = |n| Bytes(n).to_string();
        assert_eq!(show(0), "0 bytes");
        assert_eq!(show(1536), "1.5 KiB");
        assert_eq!(show(400 << 20), "400 MiB");
        assert_eq!(show(u64::MAX), "16.0 EiB");
    }
}
