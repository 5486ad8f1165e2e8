//! The answer for one line of a stream: an object, a text or a remark.

use crate::exit::Exit;
use crate::json;
use crate::limits;
use crate::talk::number_of;
use std::io::{self, Write};
use tilewright::End;
use tilewright::answer::{Answer, Found, Origin};

/// The answer for one line of a stream.
#[derive(Debug)]
pub(crate) enum Line {
    /// The text to write for it.
    Data(String, Exit),
    /// There is nothing to write but a remark.
    Remark(String, Exit),
}

impl Line {
    /// The JSON object of an answer.
    pub(crate) fn object(answer: Answer, place: Origin) -> Self {
        let exit = Exit::of(&answer);
        Self::Data(json::object(answer, place), exit)
    }

    /// The short answer: solutions, a word, a number or a form.
    pub(crate) fn of(answer: &Answer) -> Self {
        let exit = Exit::of(answer);
        match &answer.found {
            Some(Found::Solve {
                solution,
                solutions,
            }) => {
                let solutions = solution.iter().chain(solutions.iter().flatten());
                let solutions: Vec<&str> = solutions.map(|text| &*text.0).collect();
                match (
                    rest_of_list(solutions.len() as u64, answer.end),
                    &solutions[..],
                ) {
                    (Some(rest), []) => Self::Remark(rest, exit),
                    (Some(rest), list) => {
                        Self::Data(format!("{}\n# {rest}", list.join("\n")), exit)
                    }
                    (None, list) => Self::Data(list.join("\n"), exit),
                }
            }
            Some(Found::Count {
                count: Some(number),
                ..
            }) => Self::Data(number.clone(), exit),
            Some(Found::Count {
                at_least: Some(number),
                ..
            }) => {
                let (number, why) = (number_of(number, "solution"), limits::why(answer.end));
                Self::Remark(format!("at least {number} ({why})"), exit)
            }
            Some(Found::Canonical { canonical, .. }) => Self::Data(canonical.0.clone(), exit),
            _ => Self::Data(answer.word().to_owned(), exit),
        }
    }

    /// Writes it for a puzzle by itself.
    pub(crate) fn write(self, out: &mut dyn Write) -> io::Result<Exit> {
        // From here on there is an answer.
        limits::take_your_time();
        limits::set_object(None);
        let (Self::Data(text, exit) | Self::Remark(text, exit)) = self;
        writeln!(out, "{text}")?;
        Ok(exit)
    }
}

/// The remark under a list of this many solutions, or in its place.
pub(crate) fn rest_of_list(found: u64, end: End) -> Option<String> {
    match (found, end) {
        (0, End::Complete) => Some("no solution".to_owned()),
        (_, End::Complete) | (1.., End::Limit) => None,
        (_, end) => Some(format!("stopped: {end}")),
    }
}
