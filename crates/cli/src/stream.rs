//! A stream of puzzles, one a line or one a record of a CSV file: in order, in constant memory, on all
//! cores.
//!
//! Chunks of rows run through [`tilewright_batch::pipeline`]. Of a chunk, rows that are plain lines become
//! boards and are asked for all together; then the rows are gone through in order, and each row that bulk
//! cannot answer is read and answered by itself. Every line of input has its line of output: blank lines
//! and remarks pass through, and for a line that is not a puzzle or has no solution a remark is written.

use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::families;
use crate::input::{Rest, decoded, is_comment};
use crate::interrupt::Interrupt;
use crate::limits;
use crate::line::Line;
use crate::progress::Progress;
use crate::run::{Entry, Work, in_file};
use crate::talk::{self, Talk, number_of};
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use tilewright::answer::{Answer, Origin};
use tilewright::puzzles::{ParseError, Puzzle, Reading};
use tilewright::{End, Solver, Status};
use tilewright_batch::pipeline::{self, Sink, Source};
use tilewright_batch::{
    ByteSource, Chunk, ChunkSize, Layout, Operation, RowAnswers, Run, TextSource, Unfinished,
    Which, Worker, csv, free_names,
};

#[cfg(test)]
mod tests;

/// The most lines of one puzzle that are held; work that may write more goes straight to the
/// output, one puzzle after the other.
const MOST_HELD: u64 = 1000;

/// A longer line is not plain, and is read within its time: recognising it may take long.
const LONGEST_PLAIN: usize = 64 << 10;

/// The sentence about a line that was not read within its time.
const LATE: &str = "time is up";

/// The layout of a stream.
#[derive(Clone, Debug)]
pub(crate) enum Arrangement {
    /// A puzzle on each line, to be read so until one looks otherwise.
    Lines(Reading),
    /// A CSV file with a puzzle in that column.
    Table(usize),
}

/// A stream and the work on it.
pub(crate) struct Stream {
    pub(crate) file: Arc<str>,
    /// The bytes of the file, where that is known.
    pub(crate) length: Option<u64>,
    pub(crate) wanted: Option<String>,
    pub(crate) threads: usize,
    pub(crate) talk: Talk,
    pub(crate) interrupt: Interrupt,
    pub(crate) work: Arc<dyn Work>,
}

/// The forms of rows: as puzzles and as answers.
struct Form<'s> {
    stream: &'s Stream,
    /// The way to read a line, unless one looks otherwise; none for the records of a CSV file.
    reading: Option<Reading>,
    /// The way to read plain rows, where there may be some.
    plain: Option<Reading>,
    /// True if answers are added to the records of a CSV file.
    is_table: bool,
    /// True if answers are JSON objects.
    json: bool,
    /// True if the answers to one puzzle may be longer than memory.
    is_long: bool,
    size: Arc<ChunkSize>,
}

/// Rows on their way to the writer, and their answers.
#[derive(Default)]
struct Batch {
    chunk: Chunk,
    done: Done,
}

/// The answers to rows.
#[derive(Default)]
struct Done {
    out: Vec<u8>,
    errors: Vec<Failure>,
    /// A sentence about how a puzzle was understood; the first is printed.
    remark: Option<String>,
    exit: Exit,
    puzzles: u64,
}

impl Done {
    fn clear(&mut self) {
        self.out.clear();
        self.errors.clear();
        self.remark = None;
        self.exit = Exit::Yes;
        self.puzzles = 0;
    }
}

impl Stream {
    /// Runs it to its end.
    pub(crate) fn run(
        &self,
        rest: Rest,
        rows: Arrangement,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        let bytes = rest.bytes(&self.interrupt)?;
        let (source, form) = self.open(bytes, rows, out)?;
        let mut source = Batches {
            source,
            stream: self,
        };
        let form = &form;
        let mut writer = Writer::new(form, out);
        let worker = || {
            let mut worker = (!form.is_long).then(|| form.worker());
            move |batch: &mut Batch| {
                if let Some(worker) = &mut worker {
                    form.answer(worker, batch);
                }
            }
        };
        let threads = if form.is_long { 1 } else { self.threads };
        let is_stopped = || self.interrupt.is_set();
        let ran = pipeline::run(&mut source, &worker, &mut writer, threads, &is_stopped);
        match ran {
            Err(output @ Trouble::Output(_)) => return Err(output),
            Err(bad) if !self.interrupt.is_set() => {
                writer.finish()?;
                return Err(bad);
            }
            _ => {}
        }
        Ok(writer.finish()?)
    }

    /// Begins to read; a CSV file's header is written at once.
    fn open(
        &self,
        bytes: ByteSource,
        rows: Arrangement,
        out: &mut dyn Write,
    ) -> Result<(TextSource, Form<'_>), Trouble> {
        let size = Arc::new(ChunkSize::new(self.threads));
        let column = match rows {
            Arrangement::Lines(reading) => {
                let source = TextSource::lines(bytes, Arc::clone(&size));
                return Ok((
                    source,
                    self.form(Some(reading.clone()), Some(reading), size),
                ));
            }
            Arrangement::Table(column) => column,
        };
        let style = self.work.style();
        if style.most_lines != Some(1) && !style.json {
            return Err(
                Failure::new("several solutions do not fit one column of a CSV file")
                    .file(&*self.file)
                    .hint("add --json, or leave out --all and --limit")
                    .into(),
            );
        }
        let (layout, which) = (Layout::Csv(b','), Which::Number(column));
        let source = TextSource::open(bytes, layout, which, Arc::clone(&size));
        let mut source = source.map_err(|fault| Failure::of_fault(fault, &self.file))?;
        if let Some(column) = self.added_column() {
            let names = source.shape().names();
            let free = free_names(names, &[column]);
            let mut header = Vec::new();
            csv::put_record(names.iter().chain(&free), b',', &mut header);
            out.write_all(&header)?;
        }
        // Each record is recognised by itself, but all that are as plain as the first are in its format.
        let look = source.peek(|text| self.look_of(text));
        Ok((source, self.form(None, look, size)))
    }

    fn form(
        &self,
        reading: Option<Reading>,
        look: Option<Reading>,
        size: Arc<ChunkSize>,
    ) -> Form<'_> {
        let is_csv = reading.is_none();
        let style = self.work.style();
        Form {
            stream: self,
            reading,
            plain: look.filter(|reading| reading.format.plain.is_some()),
            is_table: is_csv && self.added_column().is_some(),
            json: style.json,
            is_long: style.most_lines.is_none_or(|most| most > MOST_HELD),
            size,
        }
    }

    /// The column that is added to a CSV file; without one it is answered like any other.
    fn added_column(&self) -> Option<&'static str> {
        let style = self.work.style();
        style.column.filter(|_| !style.json)
    }

    /// The format of a CSV record, if its puzzle is plain.
    fn look_of(&self, text: &[u8]) -> Option<Reading> {
        let text = std::str::from_utf8(text).ok();
        let text = text.filter(|text| text.len() <= LONGEST_PLAIN)?;
        let reading = families().reading(text, self.wanted.as_deref()).ok()?;
        let plain = reading.format.plain?;
        let mut row = vec![0; plain.tiles()];
        plain.read(text.as_bytes(), &mut row).then_some(reading)
    }
}

/// The chunks of a stream.
struct Batches<'s> {
    source: TextSource,
    stream: &'s Stream,
}

impl Source<Batch, Trouble> for Batches<'_> {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, Trouble> {
        if self.stream.work.is_done() {
            return Ok(false);
        }
        let filled = self.source.fill(&mut batch.chunk);
        Ok(filled.map_err(|fault| Failure::of_fault(fault, &self.stream.file))?)
    }

    fn would_wait(&self) -> bool {
        self.source.would_wait()
    }

    fn stopper(&self) -> Option<Arc<AtomicBool>> {
        self.source.stopper()
    }
}

/// The rows of a chunk, and their answers.
struct Rows<'r> {
    form: &'r Form<'r>,
    chunk: &'r Chunk,
    done: &'r mut Done,
    /// Room for a cell of a CSV file.
    cell: Vec<u8>,
}

impl RowAnswers for Rows<'_> {
    fn put_run(&mut self, run: &Run<'_>) -> Result<(), Unfinished> {
        let Self {
            form,
            chunk,
            done,
            cell,
        } = self;
        let (rows, first_row) = (run.rows().len(), run.rows().start);
        let operation = run.task().operation();
        let are_lines = operation == Operation::Solve && !form.json && !form.is_table;
        let mut number = 0;
        while number < rows {
            if are_lines {
                let solved = run.counts()[number..].iter();
                let solved = solved.take_while(|&&count| count > 0).count();
                run.write_lines(number..number + solved, &mut done.out);
                done.puzzles += solved as u64;
                number += solved;
                if number == rows {
                    break;
                }
            }
            let row = first_row + number;
            cell.clear();
            if !form.json
                && let Some(status) = run.write_short(number, cell)
            {
                let exit = Exit::of_status(status, operation == Operation::Check);
                form.put_answer(chunk, row, (cell, exit), done);
            } else {
                let line = form.told(run.answer(number), chunk.line(row));
                form.put(chunk, row, Ok(line), done);
            }
            number += 1;
        }
        Ok(())
    }

    fn put(&mut self, solver: &Solver, row: usize) -> Result<(), Unfinished> {
        let Self {
            form, chunk, done, ..
        } = self;
        let work = &form.stream.work;
        if !work.is_done()
            && let Some(entry) = form.entry(chunk, row, done)
        {
            form.put(chunk, row, work.line(solver, &entry), done);
        }
        Ok(())
    }
}

impl Form<'_> {
    fn is_csv(&self) -> bool {
        self.reading.is_none()
    }

    /// A thread's part in answering.
    fn worker(&self) -> Worker {
        let work = &self.stream.work;
        let mut worker = Worker::new(&work.solver());
        if let Some((plain, task)) = self.plain.as_ref().zip(work.task()) {
            worker.in_bulk(task, &plain.format);
        }
        worker
    }

    /// Answers the rows of a batch.
    fn answer(&self, worker: &mut Worker, Batch { chunk, done }: &mut Batch) {
        let begun = Instant::now();
        done.clear();
        let mut rows = Rows {
            form: self,
            chunk,
            done,
            cell: Vec::new(),
        };
        // An interruption leaves none.
        if let Ok(one_by_one) = worker.answer(chunk.texts(), 0..chunk.len(), &mut rows) {
            self.size.note(one_by_one, begun.elapsed());
        }
    }

    /// The answer to a plain row.
    fn told(&self, answer: Answer, line: u64) -> Line {
        if !self.json {
            return Line::of(&answer);
        }
        let family = self.plain.as_ref().map(|plain| &plain.family.name);
        let place = Origin {
            family: family.map(ToString::to_string),
            ..in_file(&self.stream.file, Some(line))
        };
        Line::object(answer, place)
    }
}

impl Form<'_> {
    /// The puzzle of a row. `None` if there is none, and its replacement is written.
    fn entry(&self, chunk: &Chunk, row: usize, done: &mut Done) -> Option<Entry> {
        let number = chunk.line(row);
        let texts = chunk.texts();
        let text = match texts.get(row).ok_or_else(|| texts.why_none(row)) {
            Ok(text) if self.is_csv() => {
                std::str::from_utf8(text).map_err(|_| "the puzzle of this record is not UTF-8 text")
            }
            Ok(line) => decoded(line).map_err(|_| "this line is not UTF-8 text"),
            Err(why) => Err(why),
        };
        if let Some(text) = text.ok().filter(|text| self.is_through(text)) {
            if !self.json {
                let text = text.trim_end_matches('\r');
                self.put_text(chunk, row, text.as_bytes(), &mut done.out);
            }
            return None;
        }
        let read = text
            .map_err(ParseError::new)
            .and_then(|text| self.read(text));
        match read {
            Ok((puzzle, reading)) => {
                if let (Some(remark), None) = (puzzle.remark(), &done.remark) {
                    done.remark = Some(format!("{}:{number}: {remark}", self.stream.file));
                }
                Some(Entry {
                    puzzle,
                    reading: Some(reading),
                    file: Arc::clone(&self.stream.file),
                    line: Some(number),
                    begun: None,
                })
            }
            Err(error) => {
                let mut failure = Failure::of_line(&error, &self.stream.file, number);
                if error.message() == LATE {
                    failure.verdict = Some((Status::Stopped, End::Time));
                }
                self.put_failure(chunk, row, failure, done);
                None
            }
        }
    }

    /// Returns true if a line is written as it is: blank, or a remark.
    fn is_through(&self, text: &str) -> bool {
        !self.is_csv() && (text.trim().is_empty() || is_comment(text))
    }

    /// Reads a line, for no longer than its time.
    fn read(&self, text: &str) -> Result<(Box<dyn Puzzle>, Reading), ParseError> {
        let time = limits::patience().filter(|_| text.len() > LONGEST_PLAIN);
        let Some(time) = time else {
            return self.read_like_others(text);
        };
        let deadline = Instant::now().checked_add(time);
        let read = self.read_like_others(text);
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(ParseError::new(LATE));
        }
        read
    }

    /// Reads a line like the first one, or else recognises it.
    fn read_like_others(&self, text: &str) -> Result<(Box<dyn Puzzle>, Reading), ParseError> {
        let wanted = self.stream.wanted.as_deref();
        let Some(usual) = &self.reading else {
            let reading = families().reading(text, wanted)?;
            return Ok((reading.read(text)?, reading));
        };
        usual
            .read(text)
            .map(|puzzle| (puzzle, usual.clone()))
            .or_else(|error| {
                let other = families().reading(text, wanted).ok();
                let other = other.filter(|reading| reading != usual && reading.format.is_line);
                let reading = other.ok_or_else(|| error.clone())?;
                let puzzle = reading.read(text).map_err(|_| error)?;
                Ok((puzzle, reading))
            })
    }

    /// Writes the answer for a puzzle.
    fn put(&self, chunk: &Chunk, row: usize, line: Result<Line, Failure>, done: &mut Done) {
        let (data, exit) = match line {
            Ok(Line::Data(data, exit)) => (data, exit),
            Ok(Line::Remark(_, exit)) if self.is_table => (String::new(), exit),
            Ok(Line::Remark(remark, exit)) => (format!("# {remark}"), exit),
            Err(failure) => {
                let error = ParseError::new(failure.message);
                let failure = Failure {
                    verdict: failure.verdict,
                    ..Failure::of_line(&error, &self.stream.file, chunk.line(row))
                };
                return self.put_failure(chunk, row, failure, done);
            }
        };
        self.put_answer(chunk, row, (data.as_bytes(), exit), done);
    }

    /// Writes a text that is the answer for a puzzle, and notes the exit that it means.
    fn put_answer(&self, chunk: &Chunk, row: usize, (text, exit): (&[u8], Exit), done: &mut Done) {
        done.puzzles += 1;
        done.exit = done.exit.and(exit);
        self.put_text(chunk, row, text, &mut done.out);
    }

    /// Writes the replacement for a row that has no answer.
    fn put_failure(&self, chunk: &Chunk, row: usize, failure: Failure, done: &mut Done) {
        done.puzzles += 1;
        done.exit = done.exit.and(failure.exit());
        let (file, line) = (&self.stream.file, Some(chunk.line(row)));
        let text = if self.json {
            failure.answer().at(in_file(file, line)).json()
        } else if self.is_table {
            String::new()
        } else {
            format!("# error: {}", failure.message)
        };
        self.put_text(chunk, row, text.as_bytes(), &mut done.out);
        done.errors.push(failure);
    }

    /// Writes a line, or a record of a CSV file with one more cell.
    fn put_text(&self, chunk: &Chunk, row: usize, text: &[u8], out: &mut Vec<u8>) {
        if self.is_table {
            let record = chunk.row(row);
            let mut cells = Vec::new();
            csv::cells(record, b',', &mut cells);
            for cell in cells {
                csv::put_cell(&csv::text_of(&record[cell]), b',', out);
                out.push(b',');
            }
            csv::put_cell(text, b',', out);
        } else {
            out.extend_from_slice(text);
        }
        out.push(b'\n');
    }
}

/// Writes answers, and reports the progress.
struct Writer<'w> {
    form: &'w Form<'w>,
    out: &'w mut dyn Write,
    progress: Progress,
    puzzles: u64,
    exit: Exit,
    /// One remark is enough: the lines of a file are mostly alike.
    has_remarked: bool,
}

impl<'w> Writer<'w> {
    fn new(form: &'w Form<'w>, out: &'w mut dyn Write) -> Self {
        // A bar only if the answers go elsewhere, a chunk at a time.
        let progress = if form.is_long || io::stdout().is_terminal() {
            Progress::hidden()
        } else {
            Progress::of_bytes(form.stream.length)
        };
        Self {
            form,
            out,
            progress,
            puzzles: 0,
            exit: Exit::Yes,
            has_remarked: false,
        }
    }

    /// Asks about the rows of a chunk one after the other, and writes straight to the output.
    fn answer(&mut self, Batch { chunk, done }: &mut Batch) -> Result<(), Trouble> {
        let Stream {
            work, interrupt, ..
        } = self.form.stream;
        for row in 0..chunk.len() {
            done.clear();
            if let Some(entry) = self.form.entry(chunk, row, done) {
                match work.alone(&entry, self.out) {
                    Ok(exit) => (done.exit, done.puzzles) = (exit, 1),
                    Err(Trouble::Bad(failure)) => {
                        self.form.put(chunk, row, Err(*failure), done);
                    }
                    Err(output) => return Err(output),
                }
            }
            self.write(0, done)?;
            if interrupt.is_set() {
                break;
            }
        }
        Ok(())
    }

    /// Writes answers to rows of a number of bytes.
    fn write(&mut self, bytes: u64, done: &Done) -> io::Result<()> {
        self.out.write_all(&done.out)?;
        if !done.errors.is_empty() {
            // A reader of both sees the answers before the errors of the same lines.
            self.out.flush()?;
        }
        for failure in &done.errors {
            self.progress.suspend(|| talk::error(failure));
        }
        if let Some(remark) = done.remark.as_ref().filter(|_| !self.has_remarked) {
            self.has_remarked = true;
            self.progress.suspend(|| talk::say(remark));
        }
        self.exit = self.exit.and(done.exit);
        self.puzzles += done.puzzles;
        self.progress.tell(bytes, self.puzzles);
        Ok(())
    }

    fn finish(self) -> io::Result<Exit> {
        self.progress.clear();
        self.out.flush()?;
        let puzzles = number_of(self.puzzles, "puzzle");
        let Stream {
            interrupt,
            talk,
            file,
            ..
        } = self.form.stream;
        if interrupt.is_set() {
            // Several answers to the last one may be missing.
            let many = (!self.form.is_long).then(|| format!(" after {puzzles}"));
            talk::say(&format!("interrupted{}", many.unwrap_or_default()));
            return Ok(self.exit.and(Exit::Stopped));
        }
        talk.detail(|| format!("{file}: {puzzles}"));
        Ok(self.exit)
    }
}

impl Sink<Batch, Trouble> for Writer<'_> {
    fn put(&mut self, batch: &mut Batch) -> Result<(), Trouble> {
        if self.form.is_long {
            return self.answer(batch);
        }
        Ok(self.write(batch.chunk.bytes, &batch.done)?)
    }

    fn flush(&mut self) -> Result<(), Trouble> {
        Ok(self.out.flush()?)
    }
}
