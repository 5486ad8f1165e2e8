//! What commands share: going through the sources, asking about each puzzle, and showing it.
//!
//! A [`Setting`] goes through the sources and hands each puzzle, by itself or of a stream, to a [`Work`]. Work that asks a
//! solver is a [`Question`], with an [`Asker`]: the solver as the options describe it. [`Show`] is how they want puzzles shown.

use crate::args::{self, Output};
use crate::exit::Exit;
use crate::external::{self, External};
use crate::failure::{Failure, Trouble};
use crate::formats::{refuse_unknown, refused, written};
use crate::input::{self, Contents, Manner, One, Source};
use crate::interrupt::Interrupt;
use crate::limits;
use crate::line::Line;
use crate::names;
use crate::outlet;
use crate::paranoid;
use crate::reasons::one_at_a_time;
use crate::stream;
use crate::talk::{self, Talk, number_of};
use std::io::{self, Write};
use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilewright::answer::{Answer, Cost, Origin, Stopwatch};
use tilewright::puzzles::{Puzzle, Reading, ReportStyle, Styles, lacking};
use tilewright::render::Picture;
use tilewright::render::text::Text;
use tilewright::{Asked, Choice, End, Solver, Status};
use tilewright_batch::{Operation, Pace, Task, Unanswered, Writing};

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

    /// The setting of a command that searches.
    pub(crate) fn searching(input: &args::Input, search: &args::Search) -> Self {
        Self::new(input, search.threads, search.verbose).within(search.time)
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

/// A solver that asks as the options say.
pub(crate) struct Asker {
    solver: Solver,
    /// The time for each puzzle.
    time: Option<Duration>,
    talk: Talk,
    /// True if the cost is reported.
    pub(crate) stats: bool,
}

impl Asker {
    pub(crate) fn new(setting: &Setting, search: &args::Search) -> Result<Self, Failure> {
        let mut solver = paranoid::solver()
            .engine(&search.engine)
            .map_err(|refusal| Failure::of_refusal(&refusal))?
            .within(limits::budget())
            .memory(setting.manner.memory)
            .threads(setting.threads)
            .stop(setting.interrupt.flag());
        if let Some(command) = &search.sat_command {
            solver = solver.with(External::new(command)?);
            if !paranoid::doubts_others() {
                solver = solver.paranoid(false);
            }
        }
        if let Some(seed) = search.seed {
            solver = solver.seed(seed);
        }
        if let Some(time) = search.time {
            solver = solver.time(time);
        }
        if let Some(nodes) = search.nodes {
            solver = solver.nodes(nodes);
        }
        Ok(Self {
            solver,
            time: search.time,
            talk: setting.talk,
            stats: search.stats,
        })
    }

    /// The pace for many at once.
    pub(crate) fn pace(&self, setting: &Setting) -> Pace {
        let pace = Pace::new().threads(setting.threads);
        pace.solver(self.solver.clone())
            .stop(setting.interrupt.flag())
    }

    /// The time for each puzzle.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.time
    }

    /// The solver for a puzzle: its time began when the command did.
    pub(crate) fn solver_for(&self, entry: &Entry) -> Solver {
        let end = |begun: Instant| begun.checked_add(self.time?);
        match entry.begun.and_then(end) {
            Some(end) => self.solver.clone().by(end),
            None => self.solver.clone(),
        }
    }

    /// Returns true if a question may fail: if a command answers it.
    pub(crate) fn may_fail(&self) -> bool {
        self.solver.engine_name() == external::NAME
    }

    /// An asker for tests.
    #[cfg(test)]
    pub(crate) fn of(solver: Solver) -> Self {
        Self {
            solver,
            time: None,
            talk: Talk::new(0),
            stats: false,
        }
    }

    /// Asks about one puzzle.
    pub(crate) fn ask<A>(
        &self,
        entry: &Entry,
        question: impl FnOnce(&mut Asked) -> Result<A, Trouble>,
    ) -> Result<A, Trouble> {
        self.ask_solver(&self.solver_for(entry), entry, question)
    }

    /// Asks about one puzzle with a solver that [`Asker::solver_for`] gave, perhaps changed.
    pub(crate) fn ask_solver<A>(
        &self,
        solver: &Solver,
        entry: &Entry,
        question: impl FnOnce(&mut Asked) -> Result<A, Trouble>,
    ) -> Result<A, Trouble> {
        let asked = solver.ask(&*entry.puzzle);
        let mut asked = asked.map_err(|refusal| Failure::of_refusal(&refusal))?;
        self.talk.detail(|| {
            let model = asked.model();
            format!(
                "{}: engine {}, {}, {}, {}",
                entry.file,
                asked.solver().engine_name(),
                number_of(model.choice_count(), "choice"),
                number_of(model.item_count(), "item"),
                number_of(model.rules().len(), "rule")
            )
        });
        self.talk.fine_detail(|| {
            let begun = entry
                .begun
                .map_or(0.0, |begun| begun.elapsed().as_secs_f64());
            format!("{}: the model was ready after {begun:.3} s", entry.file)
        });
        let meter = Stopwatch::start(&asked);
        let answer = question(&mut asked)?;
        if !self.stats {
            self.talk.detail(|| in_words(meter.cost(&asked)));
        }
        Failure::of_answer(&asked)?;
        Ok(answer)
    }

    /// The solver of a thread: a stream has its threads already.
    pub(crate) fn of_thread(&self) -> Solver {
        self.solver.clone().threads(1)
    }

    /// A task of lines, with the cost of each answer if that is to be reported.
    pub(crate) fn task(&self, operation: Operation) -> Task {
        Task::new(operation).measured(self.stats)
    }

    /// The cost of a question, if it is to be reported.
    pub(crate) fn told(&self, cost: Cost) -> Option<Cost> {
        self.stats.then_some(cost)
    }
}

/// Work that is a task of a solver on each puzzle.
pub(crate) trait Question: Send + Sync {
    /// The solver, as the options say.
    fn asker(&self) -> &Asker;

    /// The look of the answers.
    fn style(&self) -> Style;

    /// The task, whose answers are objects or lines.
    fn task(&self) -> &Task;

    /// The line about a puzzle.
    fn told(&self, entry: &Entry, answer: &Answer) -> Line {
        let _ = entry;
        Line::of(answer)
    }

    /// Answers about a puzzle by itself: with an object, or in words for a person.
    fn alone(&self, entry: &Entry, out: &mut dyn Write) -> Result<Exit, Trouble> {
        self.asker().ask(entry, |asked| {
            if !self.style().json {
                return self.tell(entry, asked, out);
            }
            let answer = self.task().answer(asked, entry.reading.as_ref());
            let answer = answer.map_err(|why| unanswered(entry, why))?;
            Ok(Line::object(answer, self.place(entry)).write(out)?)
        })
    }

    /// Tells a person about a puzzle by itself.
    fn tell(&self, entry: &Entry, asked: &mut Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let answer = self.task().answer(asked, entry.reading.as_ref());
        let answer = answer.map_err(|why| unanswered(entry, why))?;
        Ok(self.told(entry, &answer).write(out)?)
    }

    /// The place of a puzzle in an object.
    fn place(&self, entry: &Entry) -> Origin {
        entry.place()
    }

    /// The command, if it has no line for a puzzle but only an object.
    fn without_lines(&self) -> Option<&'static str> {
        None
    }
}

/// The reason why a puzzle by itself has no answer.
fn unanswered(entry: &Entry, why: Unanswered) -> Failure {
    match why.status {
        Status::Unsupported => refused(&*entry.puzzle, why),
        _ => why.into(),
    }
}

impl<Q: Question> Work for Q {
    fn style(&self) -> Style {
        Question::style(self)
    }

    fn alone(&self, entry: &Entry, out: &mut dyn Write) -> Result<Exit, Trouble> {
        Question::alone(self, entry, out)
    }

    fn solver(&self) -> Solver {
        self.asker().of_thread()
    }

    fn line(&self, solver: &Solver, entry: &Entry) -> Result<Line, Failure> {
        let is_json = Question::style(self).json;
        if let Some(command) = self.without_lines().filter(|_| !is_json) {
            return Err(one_at_a_time(command));
        }
        let (puzzle, reading) = (&*entry.puzzle, entry.reading.as_ref());
        let answer = Question::task(self).ask(solver, puzzle, reading)?;
        Ok(if is_json {
            Line::object(answer, self.place(entry))
        } else {
            self.told(entry, &answer)
        })
    }

    fn task(&self) -> Option<&Task> {
        Some(Question::task(self))
    }
}

/// A cost in words.
pub(crate) fn in_words(cost: Cost) -> String {
    let nodes = number_of(cost.nodes, "node");
    format!("{nodes} in {:.3} s", cost.seconds)
}

/// The options of the output.
#[derive(Clone, Debug, Default)]
pub(crate) struct Show {
    writing: Writing,
    style: Option<String>,
    text: Text,
}

impl Show {
    /// The options for output to the target of `-o`.
    pub(crate) fn new(output: &Output, to: Option<&str>) -> Result<Self, Failure> {
        if let Some(to) = &output.to {
            refuse_unknown(to, [])?;
        }
        Ok(Self {
            writing: Writing {
                to: output.to.clone(),
                is_plain: output.plain,
            },
            style: output.style.clone(),
            text: Text {
                colour: outlet::is_coloured(to),
                width: outlet::width(to),
            },
        })
    }

    /// The way puzzles are written as texts.
    pub(crate) fn writing(&self) -> Writing {
        self.writing.clone()
    }

    /// For solutions a line each, in a format or in that of [`Show::line`].
    pub(crate) fn as_lines(to: Option<&str>) -> Result<Self, Failure> {
        if let Some(to) = to {
            refuse_unknown(to, [])?;
        }
        Ok(Self {
            writing: Writing {
                to: to.map(str::to_owned),
                is_plain: false,
            },
            ..Self::default()
        })
    }

    /// The style of a report, if one is asked for: its answer starts with the number of solutions, as the old
    /// program's did. With `--plain` it is that of the old program's README.
    pub(crate) fn style_of(
        &self,
        puzzle: &dyn Puzzle,
    ) -> Result<Option<&'static ReportStyle>, Failure> {
        let family = puzzle.family();
        let styles = family.can::<Styles>().map(|styles| styles.0);
        let Some(style) = &self.style else {
            return Ok(styles.and_then(<[_]>::first).filter(|_| self.is_plain()));
        };
        let mut named = styles.into_iter().flatten();
        let named = named.find(|named| named.format == style);
        let lacking = || Failure::new(lacking::<Styles>(family, &format!("style {style:?}")));
        named.ok_or_else(lacking).map(Some)
    }

    /// Returns true if solutions are printed in the layout of the program that their family comes from.
    pub(crate) fn is_plain(&self) -> bool {
        self.writing.is_plain
    }

    /// Returns true if puzzles are drawn, and not written in a format.
    pub(crate) fn is_drawn(&self) -> bool {
        self.writing.to.is_none()
    }

    /// Returns true if even a puzzle of a stream is answered with several lines.
    pub(crate) fn is_report(&self) -> bool {
        self.style.is_some()
    }

    /// A solution of a puzzle as [`Show::line`] writes it.
    pub(crate) fn solution(&self, entry: &Entry, solution: &[Choice]) -> Result<String, Failure> {
        let solved = entry.puzzle.fill(solution);
        self.line(&*entry.puzzle, &*solved, entry.reading.as_ref())
    }

    /// A puzzle by itself, its last line ended: drawn unless something else was asked for.
    pub(crate) fn alone(&self, puzzle: &dyn Puzzle) -> Result<String, Failure> {
        let mut text = match &self.writing.to {
            Some(format) => written(puzzle, format)?,
            None if self.is_plain() => puzzle.plain(),
            None => self.text.draw(&puzzle.picture()),
        };
        if !text.ends_with('\n') {
            text.push('\n');
        }
        Ok(text)
    }

    /// Two solutions of a puzzle that has several, as [`Show::alone`] writes them.
    pub(crate) fn two(
        &self,
        puzzle: &dyn Puzzle,
        one: &[Choice],
        other: &[Choice],
    ) -> Result<String, Failure> {
        let one = self.alone(&*puzzle.fill(one))?;
        let other = self.alone(&*puzzle.fill(other))?;
        Ok(format!(
            "\none solution:\n{one}\nanother solution:\n{other}"
        ))
    }

    /// A picture, its last line ended.
    pub(crate) fn draw(&self, picture: &Picture) -> String {
        self.text.draw(picture)
    }

    /// The empty lines between two solutions of a puzzle, each of several lines.
    pub(crate) fn gap(&self, puzzle: &dyn Puzzle) -> usize {
        if self.is_plain() {
            puzzle.plain_gap()
        } else {
            1
        }
    }

    /// A solved puzzle as one line of a stream or one text of a JSON object. Unless a format was
    /// asked for it is that of the input, if that shows solutions.
    pub(crate) fn line(
        &self,
        puzzle: &dyn Puzzle,
        solved: &dyn Puzzle,
        reading: Option<&Reading>,
    ) -> Result<String, Failure> {
        let text = self.writing.text(puzzle, solved, reading);
        text.map_err(|unwritable| refused(solved, unwritable))
    }
}
