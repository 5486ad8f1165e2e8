//! Error messages: one line, the source line with a caret, a hint.

use crate::exit::Exit;
use crate::{limits, names};
use std::fmt::Write;
use std::io;
use tilewright::answer::Answer;
use tilewright::puzzles::{ParseError, Place, Unwritable};
use tilewright::{Asked, End, Refusal, Status};
use tilewright_batch::{NoColumn, ReadFault, Unanswered, listed};

/// The run of one input is over.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// Something is wrong with the input or the request.
    Bad(Box<Failure>),
    /// The output cannot be written; nothing more can be done.
    Output(io::Error),
}

impl Trouble {
    /// Adds the file that it is about if the sentence does not name it.
    pub(crate) fn in_file(self, file: &str) -> Self {
        match self {
            Self::Bad(failure) => failure.in_file(file).into(),
            output @ Self::Output(_) => output,
        }
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Bad(Box::new(failure))
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// One sentence about a fault, and its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The fault.
    pub(crate) message: String,
    /// The file, as the user named it.
    pub(crate) file: Option<String>,
    /// The place in the file.
    pub(crate) place: Option<Place>,
    /// The line of that place.
    pub(crate) source: Option<Box<str>>,
    /// Advice that might help.
    pub(crate) hint: Option<String>,
    /// The word for it and the end of the work: the input is malformed unless this says otherwise.
    pub(crate) verdict: Option<(Status, End)>,
}

/// Characters of a source line that are shown.
const SHOWN: usize = 72;

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ..Self::default()
        }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub(crate) fn file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// Adds the file that it is about if none is named.
    pub(crate) fn in_file(mut self, file: &str) -> Self {
        self.file.get_or_insert_with(|| file.to_owned());
        self
    }

    /// A text that could not be read as a puzzle.
    pub(crate) fn of_text(error: &ParseError, file: &str, text: &str) -> Self {
        let place = error.place();
        let source = place.and_then(|place| text.lines().nth(place.line - 1));
        Self {
            message: error.message().to_owned(),
            file: Some(file.to_owned()),
            place,
            source: source.map(Into::into),
            hint: error.advice().map(str::to_owned),
            ..Self::default()
        }
    }

    /// A line of a file that could not be read as a puzzle.
    pub(crate) fn of_line(error: &ParseError, file: &str, line: u64) -> Self {
        let line = usize::try_from(line).unwrap_or(usize::MAX);
        let column = error.place().map_or(1, |place| place.column);
        Self {
            message: error.message().to_owned(),
            file: Some(file.to_owned()),
            place: Some(Place { line, column }),
            ..Self::default()
        }
    }

    /// An engine or the memory does not allow it. Where it is the time, the command ends.
    pub(crate) fn of_refusal(refusal: &Refusal) -> Self {
        if let Refusal::Stopped(end) = refusal {
            limits::stopped(*end);
        }
        let mut failure = Self::new(refusal.to_string());
        failure.verdict = Some((refusal.status(), refusal.end()));
        match refusal {
            Refusal::TooLarge(_) => failure.hint("allow more with --memory, as in --memory 8GiB"),
            Refusal::Declined(_) => {
                failure.hint("`tilewright engines` lists the others; auto picks one that can")
            }
            _ => failure,
        }
    }

    /// The failure of an engine that was to answer: its answer is void.
    pub(crate) fn of_answer(asked: &Asked) -> Result<(), Self> {
        let Some(why) = asked.failure() else {
            return Ok(());
        };
        Err(Self {
            verdict: Some((Status::Stopped, End::Failed)),
            ..Self::new(why)
        })
    }

    /// The answer about a puzzle that has this instead of one.
    pub(crate) fn answer(&self) -> Answer {
        let (status, end) = self.verdict.unwrap_or((Status::Malformed, End::Complete));
        Answer::nothing(status, end).because(&self.message)
    }

    /// The exit of a line of many that has this instead of an answer: a person has to look at it, unless a search
    /// was stopped.
    pub(crate) fn exit(&self) -> Exit {
        match self.verdict {
            Some((Status::Stopped, End::Time | End::Nodes | End::Interrupted)) => Exit::Stopped,
            _ => Exit::Bad,
        }
    }

    /// A text with many puzzles that cannot be read, or not any further.
    pub(crate) fn of_fault(fault: ReadFault, file: &str) -> Self {
        if let Some((why, names)) = &fault.column {
            return Self::of_column(why, names).file(file);
        }
        let place = fault.place.map(|(line, column)| Place {
            line: usize::try_from(line).unwrap_or(usize::MAX),
            column,
        });
        Self {
            message: fault.message,
            file: Some(file.to_owned()),
            place,
            hint: fault.hint.map(str::to_owned),
            ..Self::default()
        }
    }

    /// A table with these columns, of which none is chosen.
    pub(crate) fn of_column(why: &NoColumn, names: &[String]) -> Self {
        let message = match why {
            NoColumn::Unclear => format!("{why}; name it with --column"),
            _ => why.to_string(),
        };
        Self::new(message).hint(listed(names))
    }

    /// The first line, without the word `error`.
    pub(crate) fn headline(&self) -> String {
        let mut line = String::new();
        if let Some(file) = &self.file {
            line.push_str(&printable(&names::shown(file)));
            if let Some(Place { line: l, column }) = self.place {
                let _ = write!(line, ":{l}:{column}");
            }
            line.push_str(": ");
        }
        line.push_str(&printable(&self.message));
        line
    }

    /// The source line with a caret, and the hint: each line ends with a line feed.
    pub(crate) fn details(&self) -> String {
        let mut out = String::new();
        if let (Some(place), Some(source)) = (self.place, &self.source) {
            let (shown, caret) = excerpt(source, place.column);
            let number = place.line.to_string();
            let margin = " ".repeat(number.len());
            let _ = writeln!(out, " {number} | {shown}");
            let _ = writeln!(out, " {margin} | {}^", " ".repeat(caret));
        }
        if let Some(hint) = &self.hint {
            let _ = writeln!(out, "hint: {}", printable(hint));
        }
        out
    }
}

/// For one line of many, whose output is not the command's.
impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Bad(failure) => *failure,
            Trouble::Output(error) => Self::new(format!("the output cannot be written: {error}")),
        }
    }
}

impl From<Unanswered> for Failure {
    fn from(why: Unanswered) -> Self {
        Self {
            verdict: Some((why.status, why.end)),
            ..Self::new(why.reason)
        }
    }
}

impl From<Unwritable> for Failure {
    fn from(unwritable: Unwritable) -> Self {
        Self {
            verdict: Some((Status::Unsupported, End::Complete)),
            ..Self::new(unwritable.to_string())
        }
    }
}

/// The part of a line around a column (counted from 1), and the caret's place in it.
fn excerpt(line: &str, column: usize) -> (String, usize) {
    let column = column.max(1) - 1;
    let start = if column < SHOWN * 3 / 4 {
        0
    } else {
        column - SHOWN / 2
    };
    let mut rest = line.chars().skip(start);
    let mut shown = String::new();
    if start > 0 {
        shown.push('…');
    }
    shown.extend(rest.by_ref().take(SHOWN).map(visible));
    if rest.next().is_some() {
        shown.push('…');
    }
    let caret = column - start + usize::from(start > 0);
    (shown, caret.min(SHOWN + 1))
}

/// A text that cannot move the cursor, change colours or turn the direction of writing.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(visible).collect()
}

fn visible(character: char) -> char {
    match character {
        '\t' => ' ',
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_shown_with_a_caret() {
        let error = ParseError::at(2, 3, "a bad symbol").hint("use digits");
        let failure = Failure::of_text(&error, "a.txt", "12\n3\x1b4\n");
        assert_eq!(failure.headline(), "a.txt:2:3: a bad symbol");
        assert_eq!(
            failure.details(),
            " 2 | 3\u{fffd}4\n   |   ^\nhint: use digits\n"
        );
    }

    #[test]
    fn nothing_that_is_said_turns_the_text_around() {
        let said = printable("a\u{202e}b\u{2066}c\u{9b}d\0");
        assert_eq!(said, "a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}");
    }

    #[test]
    fn long_lines_are_cut_around_the_column() {
        let line = "0123456789".repeat(1000);
        let (shown, caret) = excerpt(&line, 5002);
        assert_eq!(shown.chars().count(), SHOWN + 2);
        assert_eq!(shown.chars().nth(caret), Some('1'));
        assert!(shown.starts_with('…') && shown.ends_with('…'));
        let (shown, caret) = excerpt(&line, 3);
        assert_eq!((shown.chars().nth(caret), caret), (Some('2'), 2));
    }

    #[test]
    fn a_column_past_the_end_does_no_harm() {
        assert_eq!(excerpt("ab", 3), ("ab".to_owned(), 2));
        let (_, caret) = excerpt("ab", 900);
        assert!(caret <= SHOWN + 1);
    }
}
