//! The target of a command's answers: standard output, or the file that `-o` names.
//!
//! A file gets the printed output, as on a pipe: no colours, unless `--color always` asks for them. `-` and
//! `/dev/stdout` are standard output. If a command writes tables or pictures, the ending of the name chooses those;
//! if not, such an ending is refused, rather than making a file with a wrong ending.
//!
//! **When a file gets its name.** When all was written, whatever the answer. Not after bad input or Ctrl-C, nor if a
//! list or a search was stopped before it had the answer: then a file of that name stays as it was, and a partial
//! output, if there is any, is left beside it (`target` describes how).

use crate::args::PictureKind;
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::interrupt::Interrupt;
use crate::table::Kind;
use crate::talk;
use crate::target::Target;
use anstream::ColorChoice;
use std::io::{self, Write};

/// The names of standard output.
const STANDARD_OUTPUT: [&str; 2] = ["-", "/dev/stdout"];

/// The columns of a page of text.
const PAGE_WIDTH: usize = 100;

/// The file that `-o` names, unless that is standard output.
pub(crate) fn file(output: Option<&str>) -> Option<&str> {
    output.filter(|name| !STANDARD_OUTPUT.contains(name))
}

/// The table that the ending of a name asks for.
pub(crate) fn table(output: Option<&str>) -> Option<Kind> {
    file(output).and_then(Kind::of)
}

/// Returns true if the ending of a name asks for JSON lines.
pub(crate) fn is_json_lines(output: Option<&str>) -> bool {
    table(output) == Some(Kind::JsonLines)
}

/// Refuses the name of a picture, for a command that draws none.
pub(crate) fn refuse_picture(output: Option<&str>) -> Result<(), Failure> {
    let Some(name) = file(output).filter(|name| PictureKind::of(name).is_some()) else {
        return Ok(());
    };
    let message = "this is the name of a picture, and pictures are drawn by `tilewright render`";
    let hint =
        format!("tilewright render FILE -o {name}, with --solution or --steps for an answer");
    Err(Failure::new(message).file(name).hint(hint))
}

/// Refuses the names of pictures and of tables that are not texts, for a command that has neither.
pub(crate) fn refuse_others(output: Option<&str>) -> Result<(), Failure> {
    refuse_picture(output)?;
    match (file(output), table(output)) {
        (Some(name), Some(Kind::Parquet)) => {
            let message = "this is the name of a Parquet file, and this command writes texts alone";
            let hint = "solve, check, count, rate, canonical and generate write tables";
            Err(Failure::new(message).file(name).hint(hint))
        }
        _ => Ok(()),
    }
}

/// Returns true if colours are written there: to a terminal, unless `--color`, `NO_COLOR` and the like say otherwise.
pub(crate) fn is_coloured(output: Option<&str>) -> bool {
    match file(output) {
        None => talk::is_coloured(&io::stdout()),
        Some(_) => ColorChoice::global() == ColorChoice::Always,
    }
}

/// The columns of the terminal, or as many as a page of text has.
pub(crate) fn width(output: Option<&str>) -> usize {
    let terminal = match file(output) {
        None => terminal_size::terminal_size_of(io::stdout()),
        Some(_) => None,
    };
    terminal.map_or(PAGE_WIDTH, |(width, _)| usize::from(width.0))
}

/// The state of the answers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answered {
    pub(crate) exit: Exit,
    /// True if all of them are there.
    pub(crate) is_whole: bool,
}

impl From<Exit> for Answered {
    fn from(exit: Exit) -> Self {
        Self {
            exit,
            is_whole: exit != Exit::Bad,
        }
    }
}

/// Writes answers to where `output` says.
pub(crate) fn write(
    output: Option<&str>,
    interrupt: &Interrupt,
    answer: impl FnOnce(&mut dyn Write) -> Result<Answered, Trouble>,
) -> Result<Exit, Trouble> {
    let name = file(output);
    let named = |trouble: Trouble| match (trouble, name) {
        // A pipe that has lost its reader is an error, too: the user who named it wanted all of it.
        (Trouble::Output(error), Some(name)) => {
            let failure = Failure::new(format!("this cannot be written: {error}"));
            Trouble::from(failure.file(name))
        }
        (trouble, _) => trouble,
    };
    let mut outlet = Outlet {
        target: Target::open(name)?,
        is_empty: true,
    };
    let Answered { exit, is_whole } = answer(&mut outlet).map_err(named)?;
    outlet.flush().map_err(|error| named(error.into()))?;
    let is_cut_short = interrupt.is_set() || !is_whole;
    let is_without_answer = outlet.is_empty && exit == Exit::Stopped;
    let Some(name) = name.filter(|_| is_cut_short || is_without_answer) else {
        outlet.target.finish().map_err(named)?;
        return Ok(exit);
    };
    if outlet.is_empty {
        // A dropped target leaves nothing behind.
        talk::say(&format!("{name} was not written"));
        return Ok(exit);
    }
    if let Some(left) = outlet.target.leave().map_err(named)? {
        talk::say(&format!(
            "{name} was not written; the output so far is in {left}"
        ));
    }
    Ok(exit)
}

/// An output that is being written.
struct Outlet {
    target: Target,
    is_empty: bool,
}

impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_empty &= bytes.is_empty();
        self.target.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.target.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_written() {
        assert_eq!(file(None), None);
        assert_eq!(file(Some("-")), None);
        assert_eq!(file(Some("/dev/stdout")), None);
        assert_eq!(file(Some("a.txt")), Some("a.txt"));
        assert!(is_json_lines(Some("a.jsonl")) && !is_json_lines(Some("a.json")));
        for name in ["a.svg", "b/c.PNG", "d.pdf"] {
            assert!(refuse_picture(Some(name)).is_err(), "{name}");
        }
        for name in ["a.txt", "svg", "a.csv", "-"] {
            assert!(refuse_others(Some(name)).is_ok(), "{name}");
        }
        assert!(refuse_others(Some("a.parquet")).is_err());
    }
}
