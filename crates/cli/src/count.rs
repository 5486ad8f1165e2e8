//! `tilewright count`.

use crate::args::{EXIT_CODES, Input, Search, Table, duration, number};
use crate::cache;
use crate::checkpoint::{Checkpoint, WORTH_KEEPING, fingerprint};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::interrupt::Interrupt;
use crate::limits;
use crate::line::Line;
use crate::names;
use crate::outlet;
use crate::run::{Asker, Entry, Question, Setting, Style, Work, in_words};
use crate::table;
use crate::talk;
use clap::{Args, ValueHint};
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;
use tilewright::Asked;
use tilewright::answer::{Answer, Stopwatch};
use tilewright_batch::{Operation, Task};

/// Count the solutions: the number alone on standard output.
///
/// A search that was stopped has no count: then nothing is written to standard output, and
/// standard error says how many there are at least.
///
/// A long count keeps its results when it is stopped with Ctrl-C, or by --time or --nodes: it leaves a checkpoint in
/// the cache folder of the user, from which --resume resumes.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Options {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    search: Search,
    /// Stop after N solutions.
    #[arg(long, value_name = "N", value_parser = number)]
    limit: Option<u64>,
    /// Write a JSON object for each puzzle; so does -o with the ending .jsonl.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    table: Table,
    /// Keep the results so far in this file while counting; it is deleted when the count is done.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = names::parser(), group = "kept", conflicts_with_all = ["resume", "limit"])]
    checkpoint: Option<String>,
    /// Resume from this checkpoint of the same puzzle, and keep it up to date; without a name (and at the end of the
    /// line), from the one that a count of this very puzzle has left in the cache folder.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = names::parser(), group = "kept", conflicts_with = "limit", num_args = 0..=1, default_missing_value = "")]
    resume: Option<String>,
    /// The interval between writes of the file.
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = duration, requires = "kept")]
    checkpoint_every: Duration,
}

/// Counts the solutions of the named puzzles.
pub(crate) fn run(args: &Options) -> Result<Exit, Trouble> {
    if args.search.sat_command.is_some() && args.limit.is_none() {
        let message = "--sat-command finds one solution after the other, each by a run of the \
                       command: count needs --limit with it";
        return Err(Failure::new(message).into());
    }
    let output = args.table.name();
    let setting = Setting::searching(&args.input, &args.search);
    if table::wanted(&args.table)?.is_some() && !outlet::is_json_lines(output) {
        table::refuse_flags(&[
            ("--checkpoint", args.checkpoint.is_some()),
            ("--resume", args.resume.is_some()),
        ])?;
        table::refuse_search(&args.search, args.json)?;
        let asker = Asker::new(&setting, &args.search)?;
        let task = table::task(Operation::Count, &args.input, None)?.counting_to(args.limit);
        return table::run(&setting, task, asker.pace(&setting), &args.table);
    }
    let kept = match (&args.resume, &args.checkpoint) {
        (Some(file), _) if file.is_empty() => Kept::InCache,
        (Some(file), _) | (None, Some(file)) => Kept::In(file.clone()),
        (None, None) => Kept::Unasked,
    };
    let is_asked_for = !matches!(kept, Kept::Unasked);
    let asker = Asker::new(&setting, &args.search)?;
    let json = args.json || outlet::is_json_lines(output);
    let count = Count {
        kept,
        resume: args.resume.is_some(),
        every: args.checkpoint_every,
        interrupt: setting.interrupt.clone(),
        ..Count::of(asker, json, args.limit)
    };
    if !is_asked_for {
        let work: Arc<dyn Work> = Arc::new(count);
        return setting.run(&work, output);
    }
    let entry = setting.only("count with a checkpoint")?;
    outlet::write(output, &setting.interrupt, |out| {
        let exit = Question::alone(&count, &entry, out);
        let exit = exit.map_err(|trouble| trouble.in_file(&entry.file))?;
        Ok(exit.into())
    })
}

pub(crate) struct Count {
    asker: Asker,
    json: bool,
    task: Task,
    limit: Option<u64>,
    kept: Kept,
    /// True if there is a checkpoint to resume from.
    resume: bool,
    /// The interval between writes.
    every: Duration,
    interrupt: Interrupt,
}

/// The place of a checkpoint.
enum Kept {
    /// In the cache folder, and only once the count is stopped.
    Unasked,
    /// In the file that an earlier count has left in the cache folder.
    InCache,
    In(String),
}

impl Kept {
    /// The file that is kept up to date, if any, for the count of that name.
    fn file(&self, count: impl FnOnce() -> String) -> Result<Option<String>, Failure> {
        match self {
            Self::Unasked => Ok(None),
            Self::In(file) => Ok(Some(file.clone())),
            Self::InCache => {
                let there = cache::checkpoint(&count()).filter(|file| file.exists());
                let Some(file) = there else {
                    return Err(no_checkpoint());
                };
                Ok(Some(file.display().to_string()))
            }
        }
    }
}

fn no_checkpoint() -> Failure {
    let folder = cache::folder().map_or_else(
        || "there is no cache folder".to_owned(),
        |folder| format!("there is none in {}", folder.display()),
    );
    Failure::new(format!("no checkpoint of this count was found: {folder}"))
        .hint("name the file: --resume FILE; or count without --resume")
}

impl Count {
    /// Counts without a checkpoint that was asked for.
    pub(crate) fn of(asker: Asker, json: bool, limit: Option<u64>) -> Self {
        Self {
            task: asker.task(Operation::Count).counting_to(limit),
            asker,
            json,
            limit,
            kept: Kept::Unasked,
            resume: false,
            every: Duration::MAX,
            interrupt: Interrupt::default(),
        }
    }

    /// The number, or a remark where the counting was stopped.
    /// Runs before this one may have found more; their checkpoint knows.
    fn found(
        &self,
        entry: &Entry,
        asked: &mut Asked,
        checkpoint: &Checkpoint,
    ) -> Result<Line, Failure> {
        let meter = Stopwatch::start(asked);
        let mut count = asked.limit(self.limit).count();
        if !count.is_exact() {
            count.number = checkpoint.at_least(&count.number);
        }
        Failure::of_answer(asked)?;
        let answer = Answer::counted(&count);
        let cost = self.asker.told(meter.cost(asked));
        if self.json {
            return Ok(Line::object(answer.costing(cost), entry.place()));
        }
        if let Some(cost) = cost {
            talk::say(&in_words(cost));
        }
        Ok(Line::of(&answer))
    }
}

impl Question for Count {
    fn asker(&self) -> &Asker {
        &self.asker
    }

    fn task(&self) -> &Task {
        &self.task
    }

    fn style(&self) -> Style {
        Style {
            column: Some("count"),
            ..Style::of_lines(self.json)
        }
    }

    fn alone(&self, entry: &Entry, out: &mut dyn Write) -> Result<Exit, Trouble> {
        self.asker.ask(entry, |asked| {
            if let Some(contradiction) = asked.contradiction() {
                return Err(Failure::new(contradiction.to_string()).into());
            }
            limits::set_known("at least 0 solutions");
            let (model, engine) = (asked.model().clone(), asked.solver().engine_name());
            let puzzle = || fingerprint(engine, &model, &entry.puzzle.givens());
            let file = self.kept.file(puzzle)?;
            let is_kept = file.is_some();
            let checkpoint = Arc::new(Checkpoint::new(file, self.every));
            if is_kept {
                checkpoint.begin(puzzle(), self.resume)?;
            }
            if self.limit.is_none() {
                asked.take_notes(checkpoint.clone());
                // The search looks at its time, and then its notes are to be written if they are worth it.
                let after = if is_kept {
                    Duration::ZERO
                } else {
                    WORTH_KEEPING
                };
                self.interrupt.wait_for_notes(after);
                if self.asker.time().is_none_or(|time| time >= after) {
                    limits::take_your_time();
                }
            }
            let exit = match self.found(entry, asked, &checkpoint)? {
                Line::Data(data, exit) => {
                    writeln!(out, "{data}")?;
                    out.flush()?;
                    exit
                }
                Line::Remark(remark, _) => {
                    // Before the notes are written, which may take a moment.
                    talk::say(&remark);
                    Exit::Stopped
                }
            };
            if exit == Exit::Stopped {
                if let Some(said) = checkpoint.stop(puzzle)? {
                    talk::say(&said);
                }
            } else {
                checkpoint.done(puzzle);
            }
            Ok(exit)
        })
    }
}
