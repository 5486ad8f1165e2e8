//! The common part of solving, counting, checking and converting: going through the sources, one
//! puzzle by itself or a stream of them.

use crate::args;
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::input::{self, Contents, Manner, One, Source};
use crate::interrupt::Interrupt;
use crate::json;
use crate::limits;
use crate::names;
use crate::outlet;
use crate::stream;
use crate::talk::{self, Talk, number_of};
use std::io::{self, Write};
use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilewright::answer::{Answer, Found, Origin};
use tilewright::puzzles::{Puzzle, Reading};
use tilewright::{End, Solver, Status};
use tilewright_batch::Task;

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
    /// The start of its time, if it is not one of many.
    pub(crate) begun: Option<Instant>,
}

impl Entry {
    /// A puzzle by itself, whose time began then. The remark on how it was understood is printed.
    fn alone(one: One, file: &Arc<str>, begun: Option<Instant>) -> Self {
        let One {
            puzzle, reading, ..
        } = one;
        if let Some(remark) = puzzle.remark() {
            talk::say(&format!("{file}: {remark}"));
        }
        Self {
            puzzle,
            reading,
            file: Arc::clone(file),
            line: None,
            begun,
        }
    }

    /// A failure that is about this puzzle, with the name of its file.
    pub(crate) fn named(&self, mut failure: Failure) -> Failure {
        failure.file.get_or_insert(self.file.to_string());
        failure
    }

    /// Its place, for its answer.
    pub(crate) fn place(&self) -> Origin {
        Origin {
            family: Some(self.puzzle.family().name.to_string()),
            remark: self.puzzle.remark().map(str::to_owned),
            ..in_file(&self.file, self.line)
        }
    }
}

/// The place of an input that is not known to be a puzzle.
pub(crate) fn in_file(file: &str, line: Option<u64>) -> Origin {
    Origin {
        file: Some(names::shown(file)),
        line,
        ..Origin::default()
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
    pub(crate) fn object(answer: Answer, place: Origin) -> Self {
        let exit = Exit::of(&answer);
        Self::Data(json::object(answer, place), exit)
    }

    /// The short answer: solutions, a word, a number or a form.
    pub(crate) fn of(answer: &Answer) -> Self {
        let exit = Exit::of(answer);
        match &answer.found {
            Some(Found::Solve {
                solution,
                solutions,
            }) => {
                let solutions = solution.iter().chain(solutions.iter().flatten());
                let solutions: Vec<&str> = solutions.map(|text| &*text.0).collect();
                match (
                    rest_of_list(solutions.len() as u64, answer.end),
                    &solutions[..],
                ) {
                    (Some(rest), []) => Self::Remark(rest, exit),
                    (Some(rest), list) => {
                        Self::Data(format!("{}\n# {rest}", list.join("\n")), exit)
                    }
                    (None, list) => Self::Data(list.join("\n"), exit),
                }
            }
            Some(Found::Count {
                count: Some(number),
                ..
            }) => Self::Data(number.clone(), exit),
            Some(Found::Count {
                at_least: Some(number),
                ..
            }) => {
                let (number, why) = (number_of(number, "solution"), limits::why(answer.end));
                Self::Remark(format!("at least {number} ({why})"), exit)
            }
            Some(Found::Canonical { canonical, .. }) => Self::Data(canonical.0.clone(), exit),
            _ => Self::Data(answer.word().to_owned(), exit),
        }
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

/// The remark under a list of this many solutions, or in its place.
pub(crate) fn rest_of_list(found: u64, end: End) -> Option<String> {
    match (found, end) {
        (0, End::Complete) => Some("no solution".to_owned()),
        (_, End::Complete) | (1.., End::Limit) => None,
        (_, end) => Some(format!("stopped: {end}")),
    }
}

/// The look of all answers of a work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// True if they are JSON objects.
    pub(crate) json: bool,
    /// True if nothing comes between those about two files.
    pub(crate) is_silent: bool,
    /// True if puzzles by themselves take several lines, so that a blank one belongs between.
    pub(crate) is_drawn: bool,
    /// The name of the column that is added to a CSV file; without one a CSV file is answered like
    /// any other.
    pub(crate) column: Option<&'static str>,
    /// The heading of all.
    pub(crate) heading: Option<&'static str>,
    /// The most lines that a puzzle of a stream may take, where that is known.
    pub(crate) most_lines: Option<u64>,
}

impl Style {
    /// A line, or a JSON object, for each puzzle.
    pub(crate) fn of_lines(json: bool) -> Self {
        Self {
            json,
            is_silent: false,
            is_drawn: false,
            column: None,
            heading: None,
            most_lines: Some(1),
        }
    }
}

/// The work on each puzzle.
pub(crate) trait Work: Send + Sync {
    /// The look of its answers.
    fn style(&self) -> Style;

    /// One puzzle by itself.
    fn alone(&self, entry: &Entry, out: &mut dyn Write) -> Result<Exit, Trouble>;

    /// The solver of a thread.
    fn solver(&self) -> Solver {
        Solver::new()
    }

    /// One puzzle of a stream, with the solver of its thread.
    fn line(&self, solver: &Solver, entry: &Entry) -> Result<Line, Failure>;

    /// The task that answers lines as [`Work::line`] does, if there is one: it may answer plain ones in bulk.
    fn task(&self) -> Option<&Task> {
        None
    }

    /// True if no more puzzles are needed.
    fn is_done(&self) -> bool {
        false
    }
}

/// A source that was opened.
struct Recognised {
    contents: Contents,
    /// The bytes of the file, where that is known.
    length: Option<u64>,
    /// The start of its time.
    begun: Option<Instant>,
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
        let style = work.style();
        if let Some(heading) = style.heading {
            writeln!(out, "{heading}")?;
        }
        let mut exit = Exit::Yes;
        for (number, source) in self.sources.iter().enumerate() {
            if self.sources.len() > 1 && !style.json && !style.is_silent {
                if number > 0 && style.is_drawn {
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
                    if style.json {
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
        let Recognised {
            contents, begun, ..
        } = self.read(source)?;
        let Contents::One(one) = contents else {
            let message = format!("{command} takes one puzzle at a time, and here is one a line");
            return Err(Failure::new(message).file(source.name()).hint(format!(
                "hand over a single line: sed -n 1p FILE | tilewright {command} …"
            )));
        };
        Ok(Entry::alone(one, &source.name().into(), begun))
    }

    /// Reads a source, as far as that takes to see what it is.
    fn read(&self, source: &Source) -> Result<Recognised, Failure> {
        self.interrupt.ignore();
        let begun = self.begin(source, false);
        let opened = input::open(source)?;
        let length = opened.as_ref().and_then(|opened| opened.length);
        let start = Instant::now();
        let contents = input::contents(source, opened, &self.manner)?;
        let begun = begun.or_else(|| self.begin(source, true));
        self.interrupt.hear();
        self.talk.fine_detail(|| {
            let seconds = start.elapsed().as_secs_f64();
            format!("{}: recognised in {seconds:.3} s", source.name())
        });
        Ok(Recognised {
            contents,
            length,
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
        if work.style().json {
            let stopped = Answer::nothing(Status::Stopped, End::Time);
            limits::set_object(Some(stopped.at(in_file(&source.name(), None))));
        }
        let Recognised {
            contents,
            length,
            begun,
        } = self.read(source)?;
        let file: Arc<str> = source.name().into();
        let (rest, rows) = match contents {
            Contents::One(one) => {
                self.talk.detail(|| {
                    let family = &one.puzzle.family().name;
                    let format = one.reading.as_ref().map(|reading| &reading.format.name);
                    let format = format.map_or_else(String::new, |name| format!(" as {name}"));
                    format!("{file}: {family}{format}")
                });
                let entry = Entry::alone(one, &file, begun);
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
                (rest, stream::Arrangement::Lines(reading))
            }
            Contents::Table(rest, column) => {
                self.talk
                    .detail(|| format!("{file}: CSV with puzzles in column {}", column + 1));
                (rest, stream::Arrangement::Table(column))
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
