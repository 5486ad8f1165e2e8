//! Messages to a person, on standard error. Standard output is for data alone.

use crate::args::Color;
use crate::failure::{Failure, printable};
use crate::names;
use anstream::{AutoStream, ColorChoice};
use std::io::{self, IsTerminal, Write};

pub(crate) use tilewright::words::number_of;

/// Prints a message for every user. Its quotations, such as the name of a file, cannot control the terminal. A closed
/// standard error is not a reason to stop.
pub(crate) fn say(text: &str) {
    let lines: Vec<String> = text
        .split('\n')
        .map(|line| printable(&names::shown(line)))
        .collect();
    let _ = writeln!(io::stderr().lock(), "{}", lines.join("\n"));
}

/// Prints an error.
pub(crate) fn error(failure: &Failure) {
    let label = if is_coloured(&io::stderr()) {
        "\x1b[1;31merror:\x1b[0m"
    } else {
        "error:"
    };
    let (headline, details) = (failure.headline(), failure.details());
    let _ = write!(io::stderr().lock(), "{label} {headline}\n{details}");
}

/// The amount of further messages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Talk {
    /// The number of `-v` options.
    level: u8,
}

impl Talk {
    pub(crate) fn new(level: u8) -> Self {
        Self { level }
    }

    /// Returns true if `-v` asks for more.
    pub(crate) fn is_verbose(self) -> bool {
        self.level > 0
    }

    /// Says something that only `-v` asks for.
    pub(crate) fn detail(self, text: impl FnOnce() -> String) {
        if self.level > 0 {
            say(&text());
        }
    }

    /// Says something that only `-vv` asks for.
    pub(crate) fn fine_detail(self, text: impl FnOnce() -> String) {
        if self.level > 1 {
            say(&text());
        }
    }
}

/// From now on colours are written as `--color` says.
pub(crate) fn colour(when: Color) {
    let choice = match when {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    };
    choice.write_global();
}

/// Returns true if colours are written: to a terminal, unless `--color`, `NO_COLOR` and the like say otherwise.
pub(crate) fn is_coloured<S: IsTerminal + anstream::stream::RawStream>(stream: &S) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}
