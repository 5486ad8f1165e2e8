//! What is said to a person, on standard error. Standard output is for data alone.

use crate::failure::{Failure, printable};
use crate::names;
use anstream::{AutoStream, ColorChoice};
use std::io::{self, IsTerminal, Write};

pub(crate) use tilewright::number_of;

/// Says something that everybody should hear. What it quotes, such as the name of a file, cannot
/// speak to the terminal. A closed standard error is no reason to stop.
pub(crate) fn say(text: &str) {
    let lines: Vec<String> = text
        .split('\n')
        .map(|line| printable(&names::shown(line)))
        .collect();
    let _ = writeln!(io::stderr().lock(), "{}", lines.join("\n"));
}

/// Says what is wrong.
pub(crate) fn error(failure: &Failure) {
    let label = if is_coloured(&io::stderr()) {
        "\x1b[1;31merror:\x1b[0m"
    } else {
        "error:"
    };
    let (headline, details) = (failure.headline(), failure.details());
    let _ = write!(io::stderr().lock(), "{label} {headline}\n{details}");
}

/// How much more is said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Talk {
    verbose: bool,
}

impl Talk {
    pub(crate) fn new(verbose: bool) -> Self {
        Self { verbose }
    }

    /// Says something that only `-v` asks for.
    pub(crate) fn detail(self, text: impl FnOnce() -> String) {
        if self.verbose {
            say(&text());
        }
    }
}

/// Whether colours may be written: to a terminal, unless `NO_COLOR` and its like say otherwise.
pub(crate) fn is_coloured<S: IsTerminal + anstream::stream::RawStream>(stream: &S) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}
