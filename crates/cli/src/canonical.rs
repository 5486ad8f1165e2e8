//! `tilewright canonical`: the smallest copy of each puzzle, or one puzzle of each class.
//!
//! Forms are found on all cores and written in the order of the input. For classes nothing is
//! written until the input has ended: each class is kept as a digest of its form (128 bits), its first
//! puzzle as it is written, and the number of its puzzles, and all of them together may take as much
//! memory as `--memory` says.

use crate::args::{Input, Table, duration};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::formats::{as_read, on_a_line};
use crate::line::Line;
use crate::outlet;
use crate::run::{Entry, Setting, Style, Work, in_file};
use crate::table;
use crate::talk;
use clap::{ArgAction, Args};
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tilewright::answer::{Answer, Found as Answers, Origin, PuzzleText};
use tilewright::puzzles::{Canonical, Label};
use tilewright::{End, Refusal, Solver, Status};
use tilewright_batch::{Operation, Pace, Task};

const CANONICAL_CODES: &str = "\
Exit codes:
  0  yes: every puzzle has its form
  2  bad input, or a puzzle that has no canonical form
  3  stopped before the input had ended (--time, --memory, Ctrl-C)";

/// Find the smallest copy of each puzzle: the same for all that differ by the names of values, by
/// exchanged rows, columns, bands and stacks, or by turning. So no data set need hold a puzzle twice.
///
/// Smallest is cell by cell, an empty one first. For Sudoku of any box dims, with one solution or not.
/// One puzzle is written in the format it was read in; a puzzle a line is answered with a line.
#[derive(Debug, Args)]
#[command(after_help = CANONICAL_CODES)]
pub(crate) struct Options {
    #[command(flatten)]
    input: Input,
    /// Write the first puzzle of each class instead, a tab, and the number of its copies in the input: after the
    /// input has ended, with --memory as the limit for the classes.
    #[arg(long)]
    classes: bool,
    /// Write a JSON object for each puzzle or class, one a line.
    #[arg(long)]
    json: bool,
    /// Time for a puzzle by itself: 10s, 500ms, 2m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Threads for a puzzle a line [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Say more on standard error; -vv says still more.
    #[arg(short, long, action = ArgAction::Count)]
    verbose: u8,
    #[command(flatten)]
    table: Table,
}

/// Brings the named puzzles into their canonical form.
pub(crate) fn run(args: &Options) -> Result<Exit, Trouble> {
    let setting = Setting::new(&args.input, args.threads, args.verbose).within(args.time);
    if table::wanted(&args.table)?.is_some() {
        table::refuse_flags(&[("--json", args.json), ("--classes", args.classes)])?;
        let task = table::task(Operation::Canonical, &args.input, None)?;
        let pace = Pace::new().threads(setting.threads);
        let pace = pace.stop(setting.interrupt.flag());
        return table::run(&setting, task, pace, &args.table);
    }
    if !args.classes {
        let work: Arc<dyn Work> = Arc::new(Forms {
            json: args.json,
            task: Task::new(Operation::Canonical),
        });
        return setting.run(&work, args.table.name());
    }
    let classes = Arc::new(Classes {
        memory: args.input.memory,
        found: Mutex::default(),
    });
    let work: Arc<dyn Work> = Arc::<Classes>::clone(&classes);
    outlet::write(args.table.name(), &setting.interrupt, |out| {
        let exit = setting.run_into(&work, &mut io::sink())?;
        if setting.interrupt.is_set() {
            talk::say("nothing was written, for the input was not read to its end");
            return Ok(exit.into());
        }
        classes.write(args.json, out)?;
        Ok(exit.into())
    })
}

/// The canonical form, or why there is none.
fn canonical(entry: &Entry) -> Result<Canonical, Failure> {
    let form = entry.puzzle.canonical();
    form.map_err(|asymmetric| Failure::of_refusal(&Refusal::Asymmetric(asymmetric)))
}

/// A form for each puzzle.
struct Forms {
    json: bool,
    task: Task,
}

impl Work for Forms {
    fn style(&self) -> Style {
        Style {
            column: Some("canonical"),
            ..Style::of_lines(self.json)
        }
    }

    fn alone(&self, entry: &Entry, out: &mut dyn Write) -> Result<Exit, Trouble> {
        if self.json {
            return Ok(self.line(&Solver::new(), entry)?.write(out)?);
        }
        let text = as_read(&*canonical(entry)?.puzzle, entry.reading.as_ref())?;
        writeln!(out, "{}", text.trim_end_matches('\n'))?;
        Ok(Exit::Yes)
    }

    fn line(&self, solver: &Solver, entry: &Entry) -> Result<Line, Failure> {
        let (puzzle, reading) = (&*entry.puzzle, entry.reading.as_ref());
        let answer = self.task.ask(solver, puzzle, reading)?;
        Ok(if self.json {
            Line::object(answer, entry.place())
        } else {
            Line::of(&answer)
        })
    }
}

/// The classes of the input.
struct Classes {
    memory: u64,
    found: Mutex<Found>,
}

#[derive(Default)]
struct Found {
    /// The files that were read, in order.
    files: Vec<Arc<str>>,
    /// For each digest the number of its class.
    numbers: HashMap<u128, usize>,
    classes: Vec<Class>,
    bytes: u64,
}

/// A class of puzzles.
struct Class {
    /// The place of its first puzzle: the number of the file, and the line.
    place: (usize, Option<u64>),
    family: Label,
    /// The puzzle.
    first: String,
    puzzles: u64,
}

/// The bytes of a class beside the text of its puzzle: the class itself, and its place in the table, which grows by
/// doubling.
const CLASS_BYTES: u64 = size_of::<Class>() as u64 + 4 * size_of::<(u128, usize)>() as u64;

impl Classes {
    fn add(&self, entry: &Entry) -> Result<(), Failure> {
        let digest = canonical(entry)?.digest;
        let text = on_a_line(&*entry.puzzle, entry.reading.as_ref())?;
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let found = &mut *found;
        let file = found.files.iter().position(|file| **file == *entry.file);
        let file = file.unwrap_or_else(|| {
            found.files.push(Arc::clone(&entry.file));
            found.files.len() - 1
        });
        let place = (file, entry.line);
        if let Some(&number) = found.numbers.get(&digest) {
            let class = &mut found.classes[number];
            class.puzzles += 1;
            // Threads do not come in the order of the lines.
            if place < class.place {
                (class.place, class.first) = (place, text);
            }
            return Ok(());
        }
        found.bytes += CLASS_BYTES + text.len() as u64;
        if found.bytes > self.memory {
            let message = format!(
                "there are more than {} classes, and no room for another",
                found.classes.len()
            );
            return Err(Failure::new(message).hint("allow more with --memory"));
        }
        found.numbers.insert(digest, found.classes.len());
        found.classes.push(Class {
            place,
            family: entry.puzzle.family().name.clone(),
            first: text,
            puzzles: 1,
        });
        Ok(())
    }

    /// Writes all classes in the order of their first puzzles.
    fn write(&self, json: bool, out: &mut dyn Write) -> io::Result<()> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let found = &mut *found;
        found.classes.sort_unstable_by_key(|class| class.place);
        for class in &found.classes {
            if !json {
                writeln!(out, "{}\t{}", class.first, class.puzzles)?;
                continue;
            }
            let place = Origin {
                family: Some(class.family.to_string()),
                puzzle: Some(PuzzleText(class.first.clone())),
                ..in_file(&found.files[class.place.0], class.place.1)
            };
            let class = Answers::Class {
                puzzles: class.puzzles,
            };
            let answer = Answer::new(Status::Canonical, End::Complete, class);
            writeln!(out, "{}", answer.at(place).json())?;
        }
        Ok(())
    }
}

impl Work for Classes {
    fn style(&self) -> Style {
        // The lines go nowhere, so there is nothing for the names of files to mark.
        Style {
            is_silent: true,
            ..Style::of_lines(false)
        }
    }

    fn alone(&self, entry: &Entry, _: &mut dyn Write) -> Result<Exit, Trouble> {
        self.add(entry)?;
        Ok(Exit::Yes)
    }

    fn line(&self, _: &Solver, entry: &Entry) -> Result<Line, Failure> {
        self.add(entry)?;
        Ok(Line::Data(String::new(), Exit::Yes))
    }
}
