//! `tilewright check`.

use crate::args;
use crate::asker::{Asker, Meter, Question, in_words};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::run::{Entry, Line, Setting, Style, Work};
use crate::show::Show;
use crate::table;
use crate::talk;
use std::io::Write;
use std::sync::Arc;
use tilewright::answer::Answer;
use tilewright::puzzles::Format;
use tilewright::{Asked, Choice, Existence};
use tilewright_batch::{Detail, Operation, Task};

/// Checks the named puzzles.
pub(crate) fn run(args: &args::Check) -> Result<Exit, Trouble> {
    let setting = Setting::new(&args.input, args.search.threads, args.search.verbose)
        .within(args.search.time);
    if table::wanted(&args.table)?.is_some() {
        table::refuse(&args.search, &args.output, &[])?;
        let asker = Asker::new(&setting, &args.input, &args.search)?;
        let to = args.output.to.as_deref();
        let task = table::task(Operation::Check, &args.input, to)?;
        return table::run(&setting, task, asker.pace(&setting), &args.table);
    }
    let work: Arc<dyn Work> = Arc::new(Check {
        asker: Asker::new(&setting, &args.input, &args.search)?,
        show: Show::new(&args.output, args.table.name())?,
        json: args.output.json,
        names_all: setting.talk.is_verbose(),
    });
    setting.run(&work, args.table.name())
}

pub(crate) struct Check {
    asker: Asker,
    show: Show,
    json: bool,
    /// True if every redundant clue is named, however many there are.
    names_all: bool,
}

/// The redundant clues that are named unless all are asked for.
const MOST_NAMED: usize = 16;

impl Check {
    /// The work of tests.
    #[cfg(test)]
    pub(crate) fn of(asker: Asker, show: Show, json: bool) -> Self {
        Self {
            asker,
            show,
            json,
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

    fn answer(&self, entry: &Entry, asked: &mut Asked) -> Result<Answer, Failure> {
        let meter = Meter::start(asked);
        let verdict = asked.check();
        Failure::of_answer(asked)?;
        let mut write = |solution: &[Choice]| self.show.solution(entry, solution);
        let answer = Answer::checked(&verdict, &mut write)?;
        Ok(answer.costing(self.asker.told(meter.cost(asked))))
    }

    /// One word. Redundant clues are not looked for.
    fn told(&self, _: &Entry, asked: &mut Asked) -> Result<Line, Failure> {
        let existence = asked.existence();
        let word = existence.status().word();
        Ok(Line::Data(word.to_owned(), exit(&existence)))
    }

    /// The verdict for a person, with two solutions where there are several.
    fn tell(&self, entry: &Entry, asked: &mut Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let meter = Meter::start(asked);
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

    fn task(&self, format: &Format) -> Option<Task> {
        let task = Task::new(Operation::Check);
        if !self.json {
            return Some(task.detailed(Detail::Word));
        }
        let task = task.detailed(Detail::Clues);
        self.show.is_plain_line(format).then_some(task)
    }
}
