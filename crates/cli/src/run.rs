//! The common part of solving, counting, checking and converting: going through the sources, one
//! puzzle by itself or a stream of them.

use crate::args;
use crate::bulk::{InBulk, PlainStream};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::input::{self, Contents, Manner, One, Source};
use crate::interrupt::Interrupt;
use crate::limits;
use crate::names;
use crate::outlet;
use crate::stream;
use crate::talk::{self, Talk};
use std::io::{self, Write};
use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilewright::answer::{Answer, Place};
use tilewright::puzzles::{Puzzle, Reading};
use tilewright::{End, Solver, Status};

/// The most threads that are started: each has its own search, and the answer does not depend on
/// their number.
const MOST_THREADS: usize = 256;

/// A puzzle and its place.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) puzzle: Box<dyn Puzzle>,
    /// The family and format it was read in; a board has none.
    pub(crate) reading: Option<Reading>,
    /// The file.
    pub(crate) file: Arc<str>,
    /// The line of a stream.
    pub(crate) line: Option<u64>,
    /// When its time began, where it is not one of many.
    pub(crate) begun: Option<Instant>,
}

impl AsRef<dyn Puzzle> for Entry {
    fn as_ref(&self) -> &(dyn Puzzle + 'static) {
        &*self.puzzle
    }
}

impl Entry {
    /// A failure that is about this puzzle, with the name of its file.
    pub(crate) fn named(&self, mut failure: Failure) -> Failure {
        failure.file.get_or_insert(self.file.to_string());
        failure
    }

    /// Its place, for its answer.
    pub(crate) fn place(&self) -> Place {
        Place {
            family: Some(self.puzzle.family().name.to_string()),
            remark: self.puzzle.remark().map(str::to_owned),
            ..in_file(&self.file, self.line)
        }
    }
}

/// Prints the remark on how a puzzle was understood.
fn say_remark(file: &str, puzzle: &dyn Puzzle) {
    if let Some(remark) = puzzle.remark() {
        talk::say(&format!("{file}: {remark}"));
    }
}

/// The place of an input that is not known to be a puzzle.
pub(crate) fn in_file(file: &str, line: Option<u64>) -> Place {
    Place {
        file: Some(names::shown(file)),
        line,
        ..Place::default()
    }
}

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
    pub(crate) fn object(answer: Answer, place: Place) -> Self {
        let exit = Exit::of(&answer);
        Self::Data(answer.at(place).json(), exit)
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

/// The work on each puzzle.
pub(crate) trait Work: Send + Sync {
    /// One puzzle by itself.
    fn alone(&self, entry: &Entry, out: &mut dyn Write) -> Result<Exit, Trouble>;

    /// The solver of a thread, with a pool of its own.
    fn solver(&self) -> Solver {
        Solver::new()
    }

    /// One puzzle of a stream, with the solver of its thread.
    fn line(&self, solver: &Solver, entry: &Entry) -> Result<Line, Failure>;

    /// True if no more puzzles are needed.
    fn is_done(&self) -> bool {
        false
    }

    /// The answers of plain lines in bulk, if the work and the engine can.
    fn in_bulk<'w>(&'w self, stream: &'w PlainStream) -> Option<Box<dyn InBulk + 'w>> {
        let _ = stream;
        None
    }

    /// The most lines that a puzzle of a stream may take, where that is known.
    fn most_lines(&self) -> Option<u64> {
        Some(1)
    }

    /// Returns true if puzzles by themselves take several lines, so that a blank one belongs
    /// between.
    fn is_drawn(&self) -> bool {
        false
    }

    /// Returns true if it writes JSON.
    fn is_json(&self) -> bool;

    /// Returns true if the answer for a puzzle by itself is an object, also where the command is
    /// ended.
    fn ends_with_object(&self) -> bool {
        self.is_json()
    }

    /// The name of the column that it adds to a CSV file; without one a CSV file is answered like
    /// any other.
    fn column(&self) -> Option<&'static str>;

    /// The heading of all answers.
    fn heading(&self) -> Option<&'static str> {
        None
    }
}

/// Everything around the work.
pub(crate) struct Setting {
    pub(crate) talk: Talk,
    pub(crate) interrupt: Interrupt,
    pub(crate) threads: usize,
    /// The time for each puzzle.
    time: Option<Duration>,
    manner: Manner,
    sources: Vec<Source>,
}

impl Setting {
    pub(crate) fn new(input: &args::Input, threads: Option<u16>, verbose: u8) -> Self {
        limits::allow_memory(input.memory);
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            talk: Talk::new(verbose),
            interrupt: Interrupt::listen(),
            threads: threads.map_or_else(cores, |threads| usize::from(threads).min(MOST_THREADS)),
            time: None,
            manner: Manner {
                wanted: input.wanted.clone(),
                size: input.size.clone(),
                givens: input.given.clone(),
                memory: input.memory,
                longest_text: input.memory / 8,
            },
            sources: Source::list(&input.files, input.wanted.as_deref()),
        }
    }

    /// Limits the time of each puzzle.
    pub(crate) fn within(self, time: Option<Duration>) -> Self {
        limits::set_patience(time);
        Self { time, ..self }
    }

    /// The start of a source's time: now, or when it arrives if it has to be waited for.
    fn begin(&self, source: &Source, is_there: bool) -> Option<Instant> {
        if is_there == matches!(source, Source::Stdin) {
            let begun = Instant::now();
            if let Some(time) = self.time {
                limits::end_after(begun, time);
            }
            return Some(begun);
        }
        None
    }

    /// The number of files and boards.
    pub(crate) fn source_count(&self) -> usize {
        self.sources.len()
    }

    /// Goes through all sources, and writes the answers to the target of `-o`. A fault of one does
    /// not affect the next.
    pub(crate) fn run(&self, work: &Arc<dyn Work>, to: Option<&str>) -> Result<Exit, Trouble> {
        outlet::write(to, &self.interrupt, |out| {
            Ok(self.run_into(work, out)?.into())
        })
    }

    /// Goes through all sources, and writes the answers to `out`.
    pub(crate) fn run_into(&self, work: &Arc<dyn Work>, out: &mut dyn Write) -> io::Result<Exit> {
        if let Some(heading) = work.heading() {
            writeln!(out, "{heading}")?;
        }
        let mut exit = Exit::Yes;
        for (number, source) in self.sources.iter().enumerate() {
            if self.sources.len() > 1 && !work.is_json() {
                if number > 0 && work.is_drawn() {
                    writeln!(out)?;
                }
                out.flush()?;
                talk::say(&format!("{}:", source.name()));
            }
            exit = exit.and(match self.run_source(source, work, out) {
                Ok(exit) => exit,
                Err(Trouble::Output(error)) => return Err(error),
                Err(Trouble::Bad(failure)) => {
                    limits::set_object(None);
                    if work.is_json() {
                        let row = failure.answer().at(in_file(&source.name(), None));
                        writeln!(out, "{}", row.json())?;
                    }
                    out.flush()?;
                    talk::error(&failure);
                    Exit::Bad
                }
            });
            out.flush()?;
            if self.interrupt.is_set() {
                return Ok(exit.and(Exit::Stopped));
            }
        }
        Ok(exit)
    }

    /// The one puzzle that a command is about.
    pub(crate) fn only(&self, command: &str) -> Result<Entry, Failure> {
        let [source] = &self.sources[..] else {
            let number = self.sources.len();
            let message = format!("{command} takes one puzzle at a time, not {number} files");
            return Err(Failure::new(message));
        };
        self.interrupt.ignore();
        let begun = self.begin(source, false);
        let contents = input::contents(source, input::open(source)?, &self.manner)?;
        let begun = begun.or_else(|| self.begin(source, true));
        self.interrupt.hear();
        let Contents::One(One {
            puzzle, reading, ..
        }) = contents
        else {
            let message = format!("{command} takes one puzzle at a time, and here is one a line");
            return Err(Failure::new(message).file(source.name()).hint(format!(
                "hand over a single line: sed -n 1p FILE | tilewright {command} …"
            )));
        };
        say_remark(&source.name(), &*puzzle);
        Ok(Entry {
            puzzle,
            reading,
            file: source.name().into(),
            line: None,
            begun,
        })
    }

    /// The one source of a command that writes a table.
    pub(crate) fn only_source(&self) -> Result<&Source, Failure> {
        match &self.sources[..] {
            [source] => Ok(source),
            sources => Err(Failure::new(format!(
                "-o takes one table at a time, not {} files",
                sources.len()
            ))),
        }
    }

    /// The contents of a source without an ending that names them.
    pub(crate) fn contents(
        &self,
        source: &Source,
        opened: Option<input::Opened>,
    ) -> Result<Contents, Failure> {
        input::contents(source, opened, &self.manner)
    }

    fn run_source(
        &self,
        source: &Source,
        work: &Arc<dyn Work>,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        self.interrupt.ignore();
        if work.ends_with_object() {
            let stopped = Answer::nothing(Status::Stopped, End::Time);
            limits::set_object(Some(stopped.at(in_file(&source.name(), None))));
        }
        let begun = self.begin(source, false);
        let opened = input::open(source)?;
        let length = opened.as_ref().and_then(|opened| opened.length);
        let start = Instant::now();
        let contents = input::contents(source, opened, &self.manner)?;
        let begun = begun.or_else(|| self.begin(source, true));
        self.interrupt.hear();
        let file: Arc<str> = source.name().into();
        self.talk.fine_detail(|| {
            let seconds = start.elapsed().as_secs_f64();
            format!("{file}: recognised in {seconds:.3} s")
        });
        let (rest, rows) = match contents {
            Contents::One(One {
                puzzle, reading, ..
            }) => {
                let family = &puzzle.family().name;
                self.talk.detail(|| match &reading {
                    Some(reading) => format!("{file}: {family} as {}", reading.format.name),
                    None => format!("{file}: {family}"),
                });
                say_remark(&file, &*puzzle);
                let entry = Entry {
                    puzzle,
                    reading,
                    file: Arc::clone(&file),
                    line: None,
                    begun,
                };
                // The sentence about a puzzle does not know its file.
                let exit = work.alone(&entry, out);
                limits::take_your_time();
                limits::set_object(None);
                return exit.map_err(|trouble| trouble.in_file(&file));
            }
            Contents::Lines(rest, reading) => {
                self.talk.detail(|| {
                    let Reading { family, format } = &reading;
                    format!(
                        "{file}: {} as {}, a puzzle a line",
                        family.name, format.name
                    )
                });
                (rest, stream::Rows::Lines(reading))
            }
            Contents::Table(rest, column) => {
                self.talk
                    .detail(|| format!("{file}: CSV with puzzles in column {}", column + 1));
                (rest, stream::Rows::Table(column))
            }
        };
        // Each line has its own time.
        limits::take_your_time();
        limits::set_object(None);
        let stream = stream::Stream {
            file,
            length,
            // The puzzles in a table are recognised one by one.
            wanted: self.manner.wanted.clone().filter(|wanted| wanted != "csv"),
            threads: self.threads,
            talk: self.talk,
            interrupt: self.interrupt.clone(),
            work: Arc::clone(work),
        };
        stream.run(rest, rows, out)
    }
}
