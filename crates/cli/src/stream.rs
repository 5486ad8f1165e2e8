//! A stream of puzzles, one a line or one a record of a CSV file: in order, in constant memory, on all
//! cores.
//!
//! Chunks of rows run through [`tilewright_batch::pipeline`]. Of a chunk, rows that are plain lines become
//! boards and are asked for all together; then the rows are gone through in order, and each row that bulk
//! cannot answer is read and answered by itself. Every line of input has its line of output: blank lines
//! and remarks pass through, and for a line that is not a puzzle or has no solution a remark is written.

use crate::bulk::{InBulk, PlainStream, Row};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::families;
use crate::input::{Rest, decoded, is_comment};
use crate::interrupt::Interrupt;
use crate::limits;
use crate::progress::Progress;
use crate::run::{Entry, Line, Work, in_file};
use crate::talk::{self, Talk, number_of};
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use tilewright::Solver;
use tilewright::model::allowance::Allowance;
use tilewright::puzzles::{ParseError, Puzzle, Reading};
use tilewright_batch::pipeline::{self, Sink, Source};
use tilewright_batch::{
    Bytes, Chunk, ChunkSize, Layout, PlainRows, TextSource, Which, csv, free_names,
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
pub(crate) enum Rows {
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
    reading: Option<Reading>,
    /// The plain rows, where there may be some.
    plain: Option<PlainStream>,
    /// True if it is a CSV file.
    is_csv: bool,
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
    pub(crate) fn run(&self, rest: Rest, rows: Rows, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let bytes = rest.bytes(&self.interrupt)?;
        let (mut source, form) = self.open(bytes, rows, out)?;
        if self.is_long() {
            return form.one_by_one(&mut source, out);
        }
        let mut source = Batches {
            source,
            stream: self,
        };
        let mut writer = Writer::new(self, out);
        let worker = || {
            let mut worker = Worker::new(&form);
            move |batch: &mut Batch| worker.answer(batch)
        };
        let is_stopped = || self.interrupt.is_set();
        let ran = pipeline::run(&mut source, &worker, &mut writer, self.threads, &is_stopped);
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

    /// Returns true if the answers to one puzzle may be longer than memory.
    fn is_long(&self) -> bool {
        self.work.most_lines().is_none_or(|most| most > MOST_HELD)
    }

    /// Begins to read; a CSV file's header is written at once.
    fn open(
        &self,
        bytes: Bytes,
        rows: Rows,
        out: &mut dyn Write,
    ) -> Result<(TextSource, Form<'_>), Trouble> {
        let size = Arc::new(ChunkSize::new(self.threads));
        let column = match rows {
            Rows::Lines(reading) => {
                let source = TextSource::lines(bytes, Arc::clone(&size));
                return Ok((
                    source,
                    self.form(Some(reading.clone()), Some(reading), size),
                ));
            }
            Rows::Table(column) => column,
        };
        if self.work.most_lines() != Some(1) && !self.work.is_json() {
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
        let plain = look.and_then(|reading| {
            Some(PlainStream {
                file: Arc::clone(&self.file),
                plain: reading.format.plain?,
                reading,
                is_table: is_csv && self.added_column().is_some(),
            })
        });
        Form {
            stream: self,
            reading,
            plain,
            is_csv,
            size,
        }
    }

    /// The column that is added to a CSV file; without one it is answered like any other.
    fn added_column(&self) -> Option<&'static str> {
        self.work.column().filter(|_| !self.work.is_json())
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

    /// A bar only if the answers go elsewhere.
    fn progress(&self) -> Progress {
        if io::stdout().is_terminal() {
            return Progress::hidden();
        }
        Progress::of_bytes(self.length)
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

/// A thread's part in answering a stream.
struct Worker<'f> {
    form: &'f Form<'f>,
    solver: Solver,
    bulk: Option<(Box<dyn InBulk + 'f>, PlainRows)>,
    /// Room for a cell of a CSV file.
    cell: Vec<u8>,
}

impl<'f> Worker<'f> {
    fn new(form: &'f Form<'f>) -> Self {
        let work = &form.stream.work;
        let bulk = form.plain.as_ref().and_then(|plain| {
            let bulk = work.in_bulk(plain)?;
            Some((bulk, PlainRows::new(plain.plain)))
        });
        Self {
            form,
            solver: work.solver(),
            bulk,
            cell: Vec::new(),
        }
    }

    /// Answers the rows of a batch.
    fn answer(&mut self, batch: &mut Batch) {
        let begun = Instant::now();
        let Batch { chunk, done } = batch;
        done.clear();
        if let Some((bulk, rows)) = &mut self.bulk {
            rows.read(chunk.texts(), 0..chunk.len());
            if !rows.boards().is_empty() && bulk.ask(rows.boards()).is_err() {
                return;
            }
        }
        let (mut row, mut board, mut one_by_one) = (0, 0, 0);
        while row < chunk.len() {
            row += self.put_plain(chunk, row, &mut board, done);
            if row == chunk.len() || self.form.stream.work.is_done() {
                break;
            }
            if let Some(entry) = self.form.entry(chunk, row, done) {
                let line = self.form.stream.work.line(&self.solver, &entry);
                self.form.put(chunk, row, line, done);
                one_by_one += 1;
            }
            row += 1;
        }
        let one_by_one = self.bulk.is_some().then_some(one_by_one);
        self.form.size.note(one_by_one, begun.elapsed());
    }

    /// Writes the answers to the plain rows from a row on, up to the first about which more has to be
    /// known; how many.
    fn put_plain(
        &mut self,
        chunk: &Chunk,
        row: usize,
        board: &mut usize,
        done: &mut Done,
    ) -> usize {
        let Some((bulk, rows)) = &self.bulk else {
            return 0;
        };
        let run = rows.run_from(row);
        let tiles = self
            .form
            .plain
            .as_ref()
            .map_or(0, |plain| plain.plain.tiles());
        let numbers = *board..*board + run;
        let boards = &rows.boards()[numbers.start * tiles..numbers.end * tiles];
        let Done { out, exit, .. } = &mut *done;
        let written = if self.form.is_csv {
            let mut written = 0;
            for (number, board) in numbers.zip(boards.chunks_exact(tiles)) {
                let at = row + written;
                let line = chunk.line(at);
                self.cell.clear();
                let row = Row {
                    number,
                    board,
                    line,
                };
                let Some(answer) = bulk.put(row, &mut self.cell) else {
                    break;
                };
                *exit = exit.and(answer);
                self.form.put_text(chunk, at, &self.cell, out);
                written += 1;
            }
            written
        } else {
            bulk.put_lines(boards, numbers, chunk.line(row), out, exit)
        };
        done.puzzles += written as u64;
        // A board about which more has to be known is passed over.
        *board += written + usize::from(written < run);
        written
    }
}

impl Form<'_> {
    /// Goes through a stream on this thread, for work whose answers may be longer than memory.
    fn one_by_one(&self, source: &mut TextSource, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let Stream { work, file, .. } = self.stream;
        let (mut exit, mut has_remarked) = (Exit::Yes, false);
        let Batch {
            mut chunk,
            mut done,
        } = Batch::default();
        loop {
            let filled = source.fill(&mut chunk);
            if !filled.map_err(|fault| Failure::of_fault(fault, file))? {
                // An interrupt ends the wait for a line as if the source were over.
                return Ok(self.interrupted().map_or(exit, |stopped| exit.and(stopped)));
            }
            for row in 0..chunk.len() {
                done.clear();
                let entry = self.entry(&chunk, row, &mut done);
                if let Some(remark) = done.remark.take().filter(|_| !has_remarked) {
                    has_remarked = true;
                    talk::say(&remark);
                }
                match entry.as_ref().map(|entry| work.alone(entry, out)) {
                    Some(Ok(answered)) => done.exit = done.exit.and(answered),
                    Some(Err(Trouble::Bad(failure))) => {
                        self.put(&chunk, row, Err(*failure), &mut done);
                    }
                    Some(Err(output)) => return Err(output),
                    None => {}
                }
                out.write_all(&done.out)?;
                done.errors.iter().for_each(talk::error);
                exit = exit.and(done.exit);
                if let Some(stopped) = self.interrupted() {
                    return Ok(exit.and(stopped));
                }
            }
        }
    }

    /// The exit after an interrupt, which is reported.
    fn interrupted(&self) -> Option<Exit> {
        self.stream.interrupt.is_set().then(|| {
            talk::say("interrupted");
            Exit::Stopped
        })
    }

    /// Returns true if answers are added to the records of a CSV file.
    fn is_table(&self) -> bool {
        self.is_csv && self.stream.added_column().is_some()
    }

    /// The puzzle of a row. `None` if there is none, and its replacement is written.
    fn entry(&self, chunk: &Chunk, row: usize, done: &mut Done) -> Option<Entry> {
        let number = chunk.line(row);
        let texts = chunk.texts();
        let text = match texts.get(row).ok_or_else(|| texts.why_none(row)) {
            Ok(text) if self.is_csv => {
                std::str::from_utf8(text).map_err(|_| "the puzzle of this record is not UTF-8 text")
            }
            Ok(line) => decoded(line).map_err(|_| "this line is not UTF-8 text"),
            Err(why) => Err(why),
        };
        if let Some(text) = text.ok().filter(|text| self.is_through(text)) {
            if !self.stream.work.is_json() {
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
                let failure = Failure::of_line(&error, &self.stream.file, number);
                let is_late = error.message() == LATE;
                self.put_failure(chunk, row, failure, is_late, done);
                None
            }
        }
    }

    /// Returns true if a line is written as it is: blank, or a remark.
    fn is_through(&self, text: &str) -> bool {
        !self.is_csv && (text.trim().is_empty() || is_comment(text))
    }

    /// Reads a line, for no longer than its time.
    fn read(&self, text: &str) -> Result<(Box<dyn Puzzle>, Reading), ParseError> {
        let time = limits::patience().filter(|_| text.len() > LONGEST_PLAIN);
        let Some(time) = time else {
            return self.read_like_others(text);
        };
        let allowance = Allowance {
            deadline: Instant::now().checked_add(time),
            ..Allowance::default()
        };
        let read = allowance.hold(|| self.read_like_others(text));
        read.unwrap_or_else(|_| Err(ParseError::new(LATE)))
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
            Ok(Line::Remark(_, exit)) if self.is_table() => (String::new(), exit),
            Ok(Line::Remark(remark, exit)) => (format!("# {remark}"), exit),
            Err(failure) => {
                let (end, status) = (failure.end, failure.status);
                let error = ParseError::new(failure.message);
                let failure = Failure {
                    end,
                    status,
                    ..Failure::of_line(&error, &self.stream.file, chunk.line(row))
                };
                return self.put_failure(chunk, row, failure, end.is_some(), done);
            }
        };
        done.puzzles += 1;
        done.exit = done.exit.and(exit);
        self.put_text(chunk, row, data.as_bytes(), &mut done.out);
    }

    /// Writes the replacement for a row that has no answer.
    fn put_failure(
        &self,
        chunk: &Chunk,
        row: usize,
        failure: Failure,
        is_stopped: bool,
        done: &mut Done,
    ) {
        done.puzzles += 1;
        let exit = if is_stopped { Exit::Stopped } else { Exit::Bad };
        done.exit = done.exit.and(exit);
        let (file, line) = (&self.stream.file, Some(chunk.line(row)));
        let text = if self.stream.work.is_json() {
            failure.answer().at(in_file(file, line)).json()
        } else if self.is_table() {
            String::new()
        } else {
            format!("# error: {}", failure.message)
        };
        self.put_text(chunk, row, text.as_bytes(), &mut done.out);
        done.errors.push(failure);
    }

    /// Writes a line, or a record of a CSV file with one more cell.
    fn put_text(&self, chunk: &Chunk, row: usize, text: &[u8], out: &mut Vec<u8>) {
        if self.is_table() {
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
    stream: &'w Stream,
    out: &'w mut dyn Write,
    progress: Progress,
    puzzles: u64,
    exit: Exit,
    /// One remark is enough: the lines of a file are mostly alike.
    has_remarked: bool,
}

impl<'w> Writer<'w> {
    fn new(stream: &'w Stream, out: &'w mut dyn Write) -> Self {
        Self {
            stream,
            out,
            progress: stream.progress(),
            puzzles: 0,
            exit: Exit::Yes,
            has_remarked: false,
        }
    }

    fn finish(self) -> io::Result<Exit> {
        self.progress.clear();
        self.out.flush()?;
        let puzzles = number_of(self.puzzles, "puzzle");
        if self.stream.interrupt.is_set() {
            talk::say(&format!("interrupted after {puzzles}"));
            return Ok(self.exit.and(Exit::Stopped));
        }
        let Stream { talk, file, .. } = self.stream;
        talk.detail(|| format!("{file}: {puzzles}"));
        Ok(self.exit)
    }
}

impl Sink<Batch, Trouble> for Writer<'_> {
    fn put(&mut self, Batch { chunk, done }: &mut Batch) -> Result<(), Trouble> {
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
        self.progress.tell(chunk.bytes, self.puzzles);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Trouble> {
        Ok(self.out.flush()?)
    }
}
