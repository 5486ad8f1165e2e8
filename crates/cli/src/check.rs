//! `tilewright check`.

use crate::args::{EXIT_CODES, Input, Output, Search, Table};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::run::{Asker, Entry, Question, Setting, Show, Style, Work, in_words};
use crate::table;
use crate::talk;
use clap::Args;
use std::io::Write;
use std::sync::Arc;
use tilewright::answer::Stopwatch;
use tilewright::{Asked, Existence};
use tilewright_batch::{Detail, Operation, Task};

/// Check puzzles: valid? solvable? unique? which clues are redundant?
///
/// A puzzle that is not unique is shown with two solutions. A clue is redundant if the puzzle stays unique without
/// it; each can be left out alone, but not all together.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Options {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    table: Table,
}

/// Checks the named puzzles.
pub(crate) fn run(args: &Options) -> Result<Exit, Trouble> {
    let setting = Setting::searching(&args.input, &args.search);
    if table::wanted(&args.table)?.is_some() {
        table::refuse(&args.search, &args.output, &[])?;
        let asker = Asker::new(&setting, &args.search)?;
        let to = args.output.to.as_deref();
        let task = table::task(Operation::Check, &args.input, to)?;
        return table::run(&setting, task, asker.pace(&setting), &args.table);
    }
    let asker = Asker::new(&setting, &args.search)?;
    let show = Show::new(&args.output, args.table.name())?;
    let names_all = setting.talk.is_verbose();
    let work: Arc<dyn Work> = Arc::new(Check {
        names_all,
        ..Check::of(asker, show, args.output.json)
    });
    setting.run(&work, args.table.name())
}

pub(crate) struct Check {
    asker: Asker,
    show: Show,
    json: bool,
    task: Task,
    /// True if every redundant clue is named, however many there are.
    names_all: bool,
}

/// The redundant clues that are named unless all are asked for.
const MOST_NAMED: usize = 16;

impl Check {
    /// The work. Lines are a word each: redundant clues are not looked for.
    pub(crate) fn of(asker: Asker, show: Show, json: bool) -> Self {
        let detail = if json { Detail::Clues } else { Detail::Word };
        let task = asker.task(Operation::Check).written(show.writing());
        Self {
            asker,
            show,
            json,
            task: task.detailed(detail),
            names_all: false,
        }
    }
}

fn exit(existence: &Existence) -> Exit {
    match existence {
        Existence::Unique(_) => Exit::Yes,
        Existence::None | Existence::Several(..) => Exit::No,
        Existence::Unknown { .. } => Exit::Stopped,
    }
}

impl Question for Check {
    fn asker(&self) -> &Asker {
        &self.asker
    }

    fn style(&self) -> Style {
        Style {
            is_drawn: true,
            column: Some("verdict"),
            ..Style::of_lines(self.json)
        }
    }

    fn task(&self) -> &Task {
        &self.task
    }

    /// The verdict for a person, with two solutions where there are several.
    fn tell(&self, entry: &Entry, asked: &mut Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let meter = Stopwatch::start(asked);
        let verdict = asked.check();
        Failure::of_answer(asked)?;
        let most = if self.names_all {
            usize::MAX
        } else {
            MOST_NAMED
        };
        let mut sentences = verdict.sentences_naming(most);
        let is_cut = verdict.redundant.clues.len() > most && !verdict.complete;
        if let Some(last) = sentences.last_mut().filter(|_| is_cut) {
            last.push_str("; -v lists all");
        }
        for sentence in sentences {
            writeln!(out, "{sentence}")?;
        }
        if let Existence::Several(first, second) = &verdict.solutions {
            out.write_all(self.show.two(&*entry.puzzle, first, second)?.as_bytes())?;
        }
        if let Some(cost) = self.asker.told(meter.cost(asked)) {
            out.flush()?;
            talk::say(&in_words(cost));
        }
        Ok(exit(&verdict.solutions))
    }
}
