//! The common part of explaining, hinting and rating: steps as sentences and as JSON, and the
//! reason why a puzzle has no solution, or more than one.

use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::limits;
use crate::run::{Entry, Show};
use crate::talk;
use std::io::Write;
use tilewright::check::Clash;
use tilewright::explain::differences;
use tilewright::puzzles::Telling;
use tilewright::words::told_differences;
use tilewright::{Asked, Existence};

/// "in row 3 the 5 fits at r3c4 alone, so r3c4 = 5".
pub(crate) fn sentence(telling: &Telling) -> String {
    format!("{}, so {}", telling.because, telling.therefore)
}

/// Explains to a person why the solution of a puzzle is not unique; returns the exit if so.
pub(crate) fn why_not_one(
    entry: &Entry,
    asked: &mut Asked,
    existence: &Existence,
    show: &Show,
    out: &mut dyn Write,
) -> Result<Option<Exit>, Trouble> {
    let puzzle = &*entry.puzzle;
    match existence {
        Existence::Unique(_) => Ok(None),
        Existence::Unknown { end, .. } => {
            Failure::of_answer(asked)?;
            let why = limits::why(*end);
            talk::say(&format!("unknown whether there is one solution ({why})"));
            Ok(None)
        }
        Existence::None => {
            let clash = asked.clash();
            writeln!(out, "no solution{}", told_clash(clash.as_ref()))?;
            Ok(Some(Exit::No))
        }
        Existence::Several(one, other) => {
            let differ = differences(asked.model(), one, other);
            writeln!(
                out,
                "several solutions: two of them {}",
                told_differences(puzzle, &differ)
            )?;
            out.write_all(show.two(puzzle, one, other)?.as_bytes())?;
            Ok(Some(Exit::No))
        }
    }
}

/// The reason for no solution, after the words that say so.
pub(crate) fn told_clash(clash: Option<&Clash>) -> String {
    clash.map_or_else(String::new, |clash| format!(": {clash}"))
}

/// A stream can be answered in JSON alone.
pub(crate) fn one_at_a_time(command: &str) -> Failure {
    let message = format!("{command} takes one puzzle at a time, and here is one a line");
    Failure::new(message).hint(format!(
        "hand over a single line: sed -n 1p FILE | tilewright {command}; or --json for all of them"
    ))
}
