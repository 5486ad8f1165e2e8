//! `tilewright hint`: the easiest next step, where to look first, then what follows there.

use crate::args::{self, EXPLAIN_CODES, Input, Outlet, Pace};
use crate::exit::Exit;
use crate::failure::Trouble;
use crate::outlet;
use crate::reasons;
use crate::run::{Asker, Entry, Question, Setting, Show, Style, Work};
use clap::Args;
use std::io::Write;
use std::sync::Arc;
use tilewright::Asked;
use tilewright::explain::Manner;
use tilewright_batch::{Detail, Operation, Task};

/// Hint at the next step: where to look, then what follows there.
#[derive(Debug, Args)]
#[command(after_help = EXPLAIN_CODES)]
pub(crate) struct Options {
    #[command(flatten)]
    input: Input,
    /// Only say where to look.
    #[arg(long)]
    vague: bool,
    /// Use that there is one solution: unique rectangles and the like. It is proved first.
    #[arg(long)]
    unique: bool,
    /// Write a JSON object for each puzzle, one a line; so does -o with the ending .jsonl.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    outlet: Outlet,
    #[command(flatten)]
    pace: Pace,
}

/// Hints at the named puzzles.
pub(crate) fn run(args: &Options) -> Result<Exit, Trouble> {
    let search = args.pace.search();
    let output = args.outlet.name();
    outlet::refuse_others(output)?;
    let setting = Setting::searching(&args.input, &search);
    let asker = Asker::new(&setting, &search)?;
    let manner = Manner {
        unique: args.unique,
        ..Manner::default()
    };
    let detail = if args.vague {
        Detail::Word
    } else {
        Detail::default()
    };
    let task = asker.task(Operation::Hint).in_manner(manner);
    let work: Arc<dyn Work> = Arc::new(Hint {
        asker,
        task: task.detailed(detail),
        show: Show::new(&args::Output::default(), output)?,
        vague: args.vague,
        manner,
        json: args.json || outlet::is_json_lines(output),
    });
    setting.run(&work, output)
}

struct Hint {
    asker: Asker,
    task: Task,
    show: Show,
    vague: bool,
    manner: Manner,
    json: bool,
}

impl Question for Hint {
    fn asker(&self) -> &Asker {
        &self.asker
    }

    fn style(&self) -> Style {
        Style::of_lines(self.json)
    }

    fn task(&self) -> &Task {
        &self.task
    }

    fn without_lines(&self) -> Option<&'static str> {
        Some("hint")
    }

    fn tell(&self, entry: &Entry, asked: &mut Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let existence = asked.existence();
        if let Some(exit) = reasons::why_not_one(entry, asked, &existence, &self.show, out)? {
            return Ok(exit);
        }
        match asked.manner(self.manner.proved(&existence)).hint() {
            Ok(Some(hint)) => {
                writeln!(out, "look at {}", hint.telling.place)?;
                if !self.vague {
                    let sentence = reasons::sentence(&hint.telling);
                    writeln!(out, "{}: {sentence}", hint.telling.name)?;
                }
                Ok(Exit::Yes)
            }
            Ok(None) if asked.is_complete() == Ok(true) => {
                writeln!(out, "nothing is left to do")?;
                Ok(Exit::Yes)
            }
            Ok(None) => {
                writeln!(out, "logic finds no step")?;
                Ok(Exit::Stopped)
            }
            Err(stopped) => {
                writeln!(out, "no step was found ({stopped})")?;
                Ok(Exit::Stopped)
            }
        }
    }
}
