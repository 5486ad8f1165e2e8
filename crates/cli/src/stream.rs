//! A stream of puzzles, one a line or one a record of a CSV file: in order, in constant memory,
//! on all cores.
//!
//! ```text
//!            batches of lines            batches of answers
//!   reader ────────────────────▶ workers ────────────────────▶ writer, in order
//!      ▲                                                          │
//!      └───────────────── a permit for each batch ◀───────────────┘
//! ```
//!
//! The reader needs a permit for each batch and the writer returns it once the batch is written.
//! So no more batches are under way than there are permits, even if the first one takes long and
//! all others wait for it. Every line of input has its line of output: blank lines and remarks
//! pass through, and for a line that is no puzzle or has no solution a remark is written.

use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::input::{self, Lines, ShortLines};
use crate::interrupt::Interrupt;
use crate::run::{Entry, Line, Work, bad_object};
use crate::talk::{self, Talk, number_of};
use indicatif::{ProgressBar, ProgressStyle};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use tilewright::puzzles::{ParseError, Puzzle, Reading};

/// The most lines in a batch: enough to make the hand-over cheap.
const BATCH_LINES: usize = 256;
/// The most bytes in a batch, give or take a line.
const BATCH_BYTES: u64 = 64 << 10;
/// The most lines of one puzzle that are held; work that may write more goes straight to the
/// output, one puzzle after the other.
const MOST_HELD: u64 = 1000;
/// Batches under way for each worker.
const BATCHES_EACH: usize = 4;

/// The exit code of a program that found a mistake in itself.
const PANICKED: i32 = 101;

/// Where the lines come from.
pub(crate) struct Input {
    reader: Reader,
    /// How lines are read, until one says otherwise.
    reading: Option<Reading>,
}

enum Reader {
    Lines(Lines),
    Table {
        records: Box<csv::Reader<ShortLines<Box<dyn Read + Send>>>>,
        column: usize,
    },
}

impl Input {
    pub(crate) fn lines(lines: Lines, reading: Reading) -> Self {
        Self {
            reader: Reader::Lines(lines),
            reading: Some(reading),
        }
    }

    pub(crate) fn table(reader: Box<dyn Read + Send>, column: usize) -> Self {
        let records = csv::ReaderBuilder::new()
            .flexible(true)
            .has_headers(false)
            .comment(Some(b'#'))
            .from_reader(ShortLines::new(reader));
        Self {
            reader: Reader::Table {
                records: Box::new(records),
                column,
            },
            reading: None,
        }
    }

    /// The next line or record, with its length in bytes; an error where the input ends badly.
    fn next(&mut self) -> Result<Option<(Item, u64)>, String> {
        match &mut self.reader {
            Reader::Lines(lines) => {
                let line = lines.next().map_err(|error| error.to_string())?;
                Ok(line.map(|line| {
                    let item = match line.text {
                        Ok(text) if text.trim().is_empty() || input::is_comment(&text) => {
                            Item::Through(text)
                        }
                        Ok(text) => Item::Text(line.number, text),
                        Err(message) => Item::Bad(line.number, message),
                    };
                    (item, line.length)
                }))
            }
            Reader::Table { records, .. } => {
                let mut record = csv::ByteRecord::new();
                let before = records.position().byte();
                let number = records.position().line();
                match records.read_byte_record(&mut record) {
                    Ok(false) => Ok(None),
                    Ok(true) => {
                        let number = record.position().map_or(number, csv::Position::line);
                        let length = records.position().byte() - before;
                        Ok(Some((Item::Record(number, record), length)))
                    }
                    Err(error) => Err(error.to_string()),
                }
            }
        }
    }

    /// Whether the next line would have to be waited for.
    fn would_wait(&self) -> bool {
        match &self.reader {
            Reader::Lines(lines) => lines.would_wait(),
            Reader::Table { .. } => false,
        }
    }

    /// The next lines, as many as there are at once; empty at the end.
    fn batch(&mut self) -> Result<Vec<Item>, (Vec<Item>, String)> {
        let mut items = Vec::new();
        let mut bytes = 0;
        while items.len() < BATCH_LINES && bytes < BATCH_BYTES {
            match self.next() {
                Ok(None) => break,
                Ok(Some((item, length))) => {
                    bytes += length;
                    items.push(item);
                }
                Err(message) => return Err((items, message)),
            }
            if self.would_wait() {
                break;
            }
        }
        Ok(items)
    }
}

/// What a line is before anybody tried to understand it.
enum Item {
    /// Blank or a remark: written as it is.
    Through(String),
    /// A puzzle, or so it is hoped.
    Text(u64, String),
    /// Not even text.
    Bad(u64, String),
    /// A record of a CSV file.
    Record(u64, csv::ByteRecord),
}

impl Item {
    /// About how many bytes it took, for the progress bar.
    fn length(&self) -> u64 {
        (match self {
            Self::Through(text) | Self::Text(_, text) => text.len() + 1,
            Self::Bad(..) => 0,
            Self::Record(_, record) => record.as_slice().len() + record.len(),
        }) as u64
    }
}

/// Lines on their way to a worker.
struct Batch {
    number: u64,
    items: Vec<Item>,
}

/// Answers on their way to the writer.
#[derive(Default)]
struct Done {
    number: u64,
    out: Vec<u8>,
    errors: Vec<Failure>,
    exit: Exit,
    puzzles: u64,
    bytes: u64,
}

/// A stream and what is done with it.
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

impl Stream {
    /// Runs it to its end.
    pub(crate) fn run(self, mut input: Input, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let form = self.form(&mut input, out)?;
        if self.work.most_lines().is_none_or(|most| most > MOST_HELD) {
            return form.one_by_one(&self, input, out);
        }
        let (permits, permit) = sync_channel(self.threads * BATCHES_EACH);
        let (batches, batch) = sync_channel::<Batch>(self.threads * BATCHES_EACH);
        let (answers, answer) = sync_channel::<Done>(self.threads * BATCHES_EACH);
        for _ in 0..self.threads * BATCHES_EACH {
            let _ = permits.try_send(());
        }
        // Threads of their own, not scoped: after Ctrl-C nobody waits for a reader that waits for
        // standard input.
        let reading = thread::spawn(move || read_batches(input, &permit, &batches));
        let batch = Arc::new(Mutex::new(batch));
        let form = Arc::new(form);
        for _ in 0..self.threads {
            let (batch, answers) = (Arc::clone(&batch), answers.clone());
            let form = Arc::clone(&form);
            thread::spawn(move || {
                let work = AssertUnwindSafe(|| form.answer_batches(&batch, &answers));
                if catch_unwind(work).is_err() {
                    // Its batch is lost, and the writer would wait for it forever.
                    std::process::exit(PANICKED);
                }
            });
        }
        drop(answers);
        let exit = self.write_in_order(&answer, &permits, out)?;
        if self.interrupt.is_set() {
            return Ok(exit);
        }
        match reading.join() {
            Ok(None) => Ok(exit),
            Ok(Some(message)) => {
                Err(Failure::new(format!("this cannot be read: {message}")).into())
            }
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }

    /// How answers are laid out; a CSV file's header is written at once.
    fn form(&self, input: &mut Input, out: &mut dyn Write) -> Result<Form, Trouble> {
        let mut form = Form {
            file: Arc::clone(&self.file),
            wanted: self.wanted.clone(),
            reading: input.reading,
            column: None,
            work: Arc::clone(&self.work),
        };
        let Reader::Table { column, .. } = &input.reader else {
            return Ok(form);
        };
        form.column = Some(*column);
        if self.work.most_lines() != Some(1) && !self.work.is_json() {
            return Err(
                Failure::new("several solutions do not fit one column of a CSV file")
                    .file(&*self.file)
                    .hint("add --json, or leave out --all and --limit")
                    .into(),
            );
        }
        let failed = |message| Failure::new(format!("this cannot be read: {message}"));
        let header = input.next().map_err(failed)?;
        if let Some((Item::Record(_, header), _)) = header
            && let Some(column) = self.work.column()
            && !self.work.is_json()
        {
            let name = free_name(&header, column);
            write_record(&header, &name, out)?;
        }
        Ok(form)
    }

    /// Writes the answers in the order of the questions.
    fn write_in_order(
        &self,
        answers: &Receiver<Done>,
        permits: &SyncSender<()>,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        let progress = self.progress();
        let mut early: BTreeMap<u64, Done> = BTreeMap::new();
        let mut next = 0;
        let mut puzzles = 0;
        let mut exit = Exit::Yes;
        loop {
            let done = match answers.try_recv() {
                Ok(done) => done,
                Err(TryRecvError::Disconnected) => break,
                Err(TryRecvError::Empty) => {
                    out.flush()?;
                    match answers.recv_timeout(Duration::from_millis(50)) {
                        Ok(done) => done,
                        Err(RecvTimeoutError::Disconnected) => break,
                        Err(RecvTimeoutError::Timeout) if self.interrupt.is_set() => break,
                        Err(RecvTimeoutError::Timeout) => continue,
                    }
                }
            };
            if self.interrupt.is_set() {
                break;
            }
            early.insert(done.number, done);
            while let Some(done) = early.remove(&next) {
                out.write_all(&done.out)?;
                for failure in &done.errors {
                    progress.suspend(|| talk::error(failure));
                }
                exit = exit.and(done.exit);
                puzzles += done.puzzles;
                progress.inc(done.bytes);
                progress.set_message(number_of(puzzles, "puzzle"));
                next += 1;
                // The reader has gone once the input ends.
                let _ = permits.try_send(());
            }
        }
        progress.finish_and_clear();
        out.flush()?;
        if self.interrupt.is_set() {
            let puzzles = number_of(puzzles, "puzzle");
            talk::say(&format!("interrupted after {puzzles}"));
            return Ok(exit.and(Exit::Stopped));
        }
        self.talk
            .detail(|| format!("{}: {}", self.file, number_of(puzzles, "puzzle")));
        Ok(exit)
    }

    /// A bar for a person who waits: on a terminal, and only if the answers go elsewhere.
    fn progress(&self) -> ProgressBar {
        if !io::stderr().is_terminal() || io::stdout().is_terminal() {
            return ProgressBar::hidden();
        }
        let (bar, template) = match self.length {
            Some(length) => (
                ProgressBar::new(length),
                "{wide_bar} {percent}% {msg}, {eta} left",
            ),
            None => (ProgressBar::new_spinner(), "{spinner} {msg}, {elapsed}"),
        };
        let style = ProgressStyle::with_template(template);
        bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
    }
}

/// Hands out batches until the input ends; what is wrong with it, if it ends badly.
fn read_batches(
    mut input: Input,
    permits: &Receiver<()>,
    batches: &SyncSender<Batch>,
) -> Option<String> {
    for number in 0.. {
        permits.recv().ok()?;
        let (items, error) = match input.batch() {
            Ok(items) => (items, None),
            Err((items, error)) => (items, Some(error)),
        };
        let is_last = items.is_empty() || error.is_some();
        batches.send(Batch { number, items }).ok()?;
        if is_last {
            return error;
        }
    }
    None
}

/// How lines become puzzles and answers become lines.
struct Form {
    file: Arc<str>,
    wanted: Option<String>,
    reading: Option<Reading>,
    /// The column of a CSV file that holds puzzles.
    column: Option<usize>,
    work: Arc<dyn Work>,
}

/// The batch that a worker has before it.
#[derive(Default)]
struct Tray {
    items: std::vec::IntoIter<Item>,
    done: Option<Done>,
}

impl Form {
    /// What a worker does. One iterator goes through all its batches, so that a prepared model
    /// lasts from one to the next.
    fn answer_batches(&self, batches: &Mutex<Receiver<Batch>>, answers: &SyncSender<Done>) {
        let tray = RefCell::new(Tray::default());
        let mut entries = std::iter::from_fn(|| {
            let mut tray = tray.borrow_mut();
            loop {
                if let Some(item) = tray.items.next() {
                    let done = tray.done.get_or_insert_default();
                    done.bytes += item.length();
                    match self.entry(item) {
                        Ok(entry) => return Some(entry),
                        Err(skipped) => self.skip(skipped, done),
                    }
                    continue;
                }
                if let Some(done) = tray.done.take() {
                    answers.send(done).ok()?;
                }
                let batch = batches.lock().ok()?.recv().ok()?;
                tray.items = batch.items.into_iter();
                tray.done = Some(Done {
                    number: batch.number,
                    ..Done::default()
                });
            }
        });
        self.work.lines(&mut entries, &mut |entry, line| {
            let mut tray = tray.borrow_mut();
            self.put(&entry, line, tray.done.get_or_insert_default());
        });
    }

    /// Goes through a stream on this thread, for work whose answers may be longer than memory.
    fn one_by_one(
        &self,
        stream: &Stream,
        mut input: Input,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        let mut exit = Exit::Yes;
        loop {
            let item = match input.next() {
                Ok(Some((item, _))) => item,
                Ok(None) => return Ok(exit),
                Err(message) => {
                    return Err(Failure::new(format!("this cannot be read: {message}")).into());
                }
            };
            let mut done = Done::default();
            match self.entry(item) {
                Err(skipped) => self.skip(skipped, &mut done),
                Ok(entry) => match self.work.alone(&entry, out) {
                    Ok(answered) => done.exit = answered,
                    Err(Trouble::Bad(failure)) => {
                        self.put(&entry, Err(*failure), &mut done);
                    }
                    Err(output @ Trouble::Output(_)) => return Err(output),
                },
            }
            out.write_all(&done.out)?;
            for failure in &done.errors {
                talk::error(failure);
            }
            exit = exit.and(done.exit);
            if stream.interrupt.is_set() {
                return Ok(exit.and(Exit::Stopped));
            }
        }
    }

    /// Whether answers are added to the records of a CSV file.
    fn is_table(&self) -> bool {
        self.column.is_some() && self.work.column().is_some() && !self.work.is_json()
    }

    /// Understands a line.
    fn entry(&self, item: Item) -> Result<Entry, Skipped> {
        let (number, text, record) = match item {
            Item::Through(text) => return Err(Skipped::Through(text)),
            Item::Bad(number, message) => {
                return Err(Skipped::Bad(number, ParseError::new(message), None));
            }
            Item::Text(number, text) => (number, text, None),
            Item::Record(number, record) => match self.cell(&record) {
                Ok(text) => (number, text, Some(record)),
                Err(error) => return Err(Skipped::Bad(number, error, Some(record))),
            },
        };
        match self.read(&text) {
            Ok((puzzle, reading)) => Ok(Entry {
                puzzle,
                reading: Some(reading),
                file: Arc::clone(&self.file),
                line: Some(number),
                record,
            }),
            Err(error) => Err(Skipped::Bad(number, error, record)),
        }
    }

    /// The puzzle's cell of a record.
    fn cell(&self, record: &csv::ByteRecord) -> Result<String, ParseError> {
        let cell = record.get(self.column.unwrap_or(0)).ok_or_else(|| {
            ParseError::new(format!(
                "this record has only {} and no puzzle",
                number_of(record.len(), "field")
            ))
        })?;
        String::from_utf8(cell.to_vec())
            .map_err(|_| ParseError::new("the puzzle of this record is no text in UTF-8"))
    }

    /// Reads a line like the first one, or else as what it looks like.
    fn read(&self, text: &str) -> Result<(Box<dyn Puzzle>, Reading), ParseError> {
        let wanted = self.wanted.as_deref();
        let Some(usual) = self.reading else {
            let reading = Reading::of(text, wanted)?;
            return Ok((reading.read(text)?, reading));
        };
        usual
            .read(text)
            .map(|puzzle| (puzzle, usual))
            .or_else(|error| {
                let other = Reading::of(text, wanted).ok();
                let other = other.filter(|&reading| reading != usual && reading.format.is_line);
                let reading = other.ok_or_else(|| error.clone())?;
                let puzzle = reading.read(text).map_err(|_| error)?;
                Ok((puzzle, reading))
            })
    }

    /// Writes what stands for a line that is no puzzle.
    fn skip(&self, skipped: Skipped, done: &mut Done) {
        match skipped {
            Skipped::Through(_) if self.work.is_json() => {}
            Skipped::Through(text) => put_line(&text, &mut done.out),
            Skipped::Bad(number, error, record) => {
                done.exit = done.exit.and(Exit::Bad);
                done.puzzles += 1;
                let failure = Failure::of_line(&error, &self.file, number);
                self.put_bad(number, &failure, record.as_ref(), done);
            }
        }
    }

    /// Writes the answer for a puzzle.
    fn put(&self, entry: &Entry, line: Result<Line, Failure>, done: &mut Done) {
        done.puzzles += 1;
        let number = entry.line.unwrap_or(0);
        let (data, exit) = match line {
            Ok(Line::Data(data, exit)) => (data, exit),
            Ok(Line::Remark(_, exit)) if self.is_table() => (String::new(), exit),
            Ok(Line::Remark(remark, exit)) => (format!("# {remark}"), exit),
            Err(failure) => {
                let error = ParseError::new(failure.message);
                let failure = Failure::of_line(&error, &self.file, number);
                done.exit = done.exit.and(Exit::Bad);
                return self.put_bad(number, &failure, entry.record.as_ref(), done);
            }
        };
        done.exit = done.exit.and(exit);
        match &entry.record {
            Some(record) if self.is_table() => put_record(record, &data, &mut done.out),
            _ => put_line(&data, &mut done.out),
        }
    }

    fn put_bad(
        &self,
        number: u64,
        failure: &Failure,
        record: Option<&csv::ByteRecord>,
        done: &mut Done,
    ) {
        let message = &failure.message;
        if self.work.is_json() {
            put_line(
                &bad_object(&self.file, Some(number), message),
                &mut done.out,
            );
        } else if let Some(record) = record.filter(|_| self.is_table()) {
            put_record(record, "", &mut done.out);
        } else {
            put_line(&format!("# error: {message}"), &mut done.out);
        }
        done.errors.push(failure.clone());
    }
}

/// A line that is no puzzle.
enum Skipped {
    Through(String),
    Bad(u64, ParseError, Option<csv::ByteRecord>),
}

fn put_line(text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(text.as_bytes());
    out.push(b'\n');
}

fn put_record(record: &csv::ByteRecord, cell: &str, out: &mut Vec<u8>) {
    // A vector takes all that is written.
    let _ = write_record(record, cell, out);
}

/// Writes a record with one more cell.
fn write_record(record: &csv::ByteRecord, cell: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(out);
    let mut record = record.clone();
    record.push_field(cell.as_bytes());
    writer.write_byte_record(&record).map_err(io::Error::from)?;
    writer.flush()
}

/// A name for the new column that no other has: `solution`, or else `solution_2` and so on.
fn free_name(header: &csv::ByteRecord, name: &str) -> String {
    let is_taken = |name: &str| header.iter().any(|cell| cell == name.as_bytes());
    let mut free = name.to_owned();
    let mut number = 2;
    while is_taken(&free) {
        free = format!("{name}_{number}");
        number += 1;
    }
    free
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_column_takes_no_name_that_is_there() {
        let header = csv::ByteRecord::from(vec!["puzzle", "solution"]);
        assert_eq!(free_name(&header, "solution"), "solution_2");
        assert_eq!(free_name(&header, "count"), "count");
    }

    #[test]
    fn batches_end_where_the_reader_would_wait() {
        /// Gives one line at a time, as a slow program does.
        struct Slow(u32);
        impl Read for Slow {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                if self.0 == 0 {
                    return Ok(0);
                }
                self.0 -= 1;
                buffer[..2].copy_from_slice(b"#\n");
                Ok(2)
            }
        }
        let mut input = Input {
            reader: Reader::Lines(Lines::new(Slow(3))),
            reading: None,
        };
        for expected in [1, 1, 1, 0] {
            assert_eq!(input.batch().ok().map(|items| items.len()), Some(expected));
        }
    }
}
