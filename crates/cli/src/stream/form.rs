//! How lines become puzzles and answers become lines.
//!
//! A block of lines is first sorted into parts: runs of plain lines, which become rows of bytes and
//! are asked for all together, and other lines, which are read and answered one by one. Then the
//! parts are gone through in order, so that the answers stand in the order of the lines.

use super::intake::{Batch, Input, SMALL};
use super::lines::{Line as Text, Size, overlong};
use super::{Done, Stream};
use crate::bulk::{InBulk, PlainStream, Row};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::limits;
use crate::run::{Entry, Line, Work, in_file};
use crate::talk::{self, number_of};
use memchr::{memchr, memchr3};
use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use tilewright::model::allowance::Allowance;
use tilewright::puzzles::{ParseError, PlainLines, Puzzle, Reading};

/// How lines become puzzles and answers become lines.
pub(super) struct Form {
    pub(super) file: Arc<str>,
    pub(super) wanted: Option<String>,
    pub(super) reading: Option<Reading>,
    /// What plain lines are read as.
    pub(super) look: Option<Reading>,
    /// The column of a CSV file that holds puzzles.
    pub(super) column: Option<usize>,
    pub(super) work: Arc<dyn Work>,
    pub(super) pace: Pace,
}

/// How large the next block is to be. Lines that are answered in bulk want large blocks, to keep
/// many boards under way at once; lines that are answered one by one want small ones, as each may
/// take long. So blocks grow as long as they hold hardly any of the latter.
pub(super) struct Pace {
    bytes: AtomicUsize,
    most: usize,
}

/// A longer line is not plain, and is read within its time: it may take long to tell what it is.
const LONGEST_PLAIN: usize = 64 << 10;

/// What is said of a line that was not read within its time.
const LATE: &str = "time is up";

/// The most bytes of a block: some twelve thousand 9×9 puzzles.
const LARGEST: usize = 1 << 20;
/// The most bytes of a block of each worker together.
const LARGEST_TOGETHER: usize = 64 << 20;

impl Pace {
    pub(super) fn new(threads: usize) -> Self {
        Self {
            bytes: AtomicUsize::new(SMALL.bytes),
            most: LARGEST.min(LARGEST_TOGETHER / threads).max(SMALL.bytes),
        }
    }

    /// A block was answered in bulk but for so many lines.
    fn note(&self, one_by_one: usize) {
        let bytes = self.bytes.load(Ordering::Relaxed);
        let next = if one_by_one < SMALL.lines {
            (2 * bytes).min(self.most)
        } else {
            SMALL.bytes
        };
        self.bytes.store(next, Ordering::Relaxed);
    }
}

/// What a worker has before it.
#[derive(Default)]
struct Tray {
    /// The batch and what became of it so far.
    done: Done,
    /// Whether there is one.
    is_open: bool,
    parts: Vec<Part>,
    /// The part that comes next, or the record.
    next: usize,
    /// Room for the boards of a block.
    boards: Vec<u8>,
    one_by_one: usize,
}

/// Neighbouring lines of a block.
enum Part {
    /// Plain lines.
    Plain(Run),
    /// Any other line: where it starts and ends, and its number.
    Other(usize, usize, u64),
    /// A line that was not held, with its number.
    Overlong(u64),
    /// A record of a CSV file, and the number of its board where its puzzle is plain.
    Record(usize, Option<usize>),
}

/// Plain lines of one length.
struct Run {
    /// Where they start in the block.
    start: usize,
    line_bytes: usize,
    lines: usize,
    /// The number of the first line.
    line: u64,
    /// The number of its board among those of the block.
    board: usize,
}

impl Run {
    /// Passes over so many lines.
    fn skip(&mut self, lines: usize) {
        self.start += lines * self.line_bytes;
        self.lines -= lines;
        self.line += lines as u64;
        self.board += lines;
    }
}

impl Tray {
    /// Puts a batch on the tray and sorts its lines; how many boards they are.
    fn open(&mut self, batch: Batch, plain: Option<&dyn PlainLines>, column: usize) -> usize {
        self.done = Done {
            batch,
            ..Done::default()
        };
        self.done.batch.out.clear();
        self.is_open = true;
        self.next = 0;
        self.one_by_one = 0;
        self.parts.clear();
        let block = &self.done.batch.block;
        let text = block.text();
        let mut line = block.first_line;
        if block.overlong.is_some() {
            self.parts.push(Part::Overlong(line));
            line += 1;
        }
        if plain.is_some() && self.boards.len() < text.len() {
            // A row is shorter than its line.
            self.boards.resize(text.len(), 0);
        }
        let (mut place, mut boards) = (0, 0);
        while place < text.len() {
            if let Some(plain) = plain {
                let room = &mut self.boards[boards * plain.tiles()..];
                let taken = plain.read_lines(&text[place..], room);
                if taken.lines > 0 {
                    self.parts.push(Part::Plain(Run {
                        start: place,
                        line_bytes: taken.line_bytes,
                        lines: taken.lines,
                        line,
                        board: boards,
                    }));
                    place += taken.bytes();
                    boards += taken.lines;
                    line += taken.lines as u64;
                    continue;
                }
            }
            let end = memchr(b'\n', &text[place..]).map_or(text.len(), |end| place + end + 1);
            self.parts.push(Part::Other(place, end, line));
            place = end;
            line += 1;
        }
        self.done.lines = line - block.first_line;
        let Some(plain) = plain else {
            let records = 0..self.done.batch.records.len();
            self.parts
                .extend(records.map(|record| Part::Record(record, None)));
            return boards;
        };
        let tiles = plain.tiles();
        for (number, (_, record)) in self.done.batch.records.iter().enumerate() {
            if self.boards.len() < (boards + 1) * tiles {
                self.boards.resize((2 * boards + 1) * tiles, 0);
            }
            let row = &mut self.boards[boards * tiles..][..tiles];
            let is_plain = record.get(column).is_some_and(|cell| plain.read(cell, row));
            self.parts
                .push(Part::Record(number, is_plain.then_some(boards)));
            boards += usize::from(is_plain);
        }
        boards
    }
}

impl Form {
    /// How large the next block is to be.
    pub(super) fn size(&self) -> Size {
        let bytes = self.pace.bytes.load(Ordering::Relaxed);
        let lines = if bytes > SMALL.bytes {
            usize::MAX
        } else {
            SMALL.lines
        };
        Size { bytes, lines }
    }

    /// What a worker does: `next` takes what was answered and gives the next batch. One iterator
    /// goes through all its batches, so that a prepared model lasts from one to the next. Work that
    /// leaves lines to be answered needs no more of them.
    pub(super) fn answer_batches(&self, next: &mut dyn FnMut(Option<Done>) -> Option<Batch>) {
        let stream = self.plain_stream();
        let model = stream.as_ref().and_then(|s| self.work.plain_model(s));
        let mut bulk = stream
            .as_ref()
            .zip(model.as_ref())
            .and_then(|(stream, model)| self.work.in_bulk(stream, model));
        let plain = stream.as_ref().map(|stream| stream.plain);
        let plain = plain.filter(|_| bulk.is_some());
        let tray = RefCell::new(Tray::default());
        let is_over = Cell::new(false);
        let next = RefCell::new(next);
        let mut entries = std::iter::from_fn(|| {
            let tray = &mut *tray.borrow_mut();
            is_over.set(true);
            loop {
                if let Some(entry) = self.next_entry(tray, plain, bulk.as_deref()) {
                    tray.one_by_one += 1;
                    is_over.set(false);
                    return Some(entry);
                }
                if bulk.is_some() && tray.is_open {
                    self.pace.note(tray.one_by_one);
                }
                let done = std::mem::take(&mut tray.is_open);
                let done = done.then(|| std::mem::take(&mut tray.done));
                let boards = tray.open(next.borrow_mut()(done)?, plain, self.column.unwrap_or(0));
                if let (Some(plain), Some(bulk)) = (plain, &mut bulk)
                    && boards > 0
                {
                    bulk.ask(&tray.boards[..boards * plain.tiles()]).ok()?;
                }
            }
        });
        self.work.lines(&mut entries, &mut |entry, line| {
            self.put(&entry, line, &mut tray.borrow_mut().done);
        });
        let tray = tray.into_inner();
        if tray.is_open && !is_over.get() {
            let is_last = true;
            next.into_inner()(Some(Done {
                is_last,
                ..tray.done
            }));
        }
    }

    /// What the plain lines are, where the stream may have some.
    fn plain_stream(&self) -> Option<PlainStream> {
        let reading = self.look.clone()?;
        Some(PlainStream {
            file: Arc::clone(&self.file),
            plain: reading.format.plain?,
            reading,
            is_table: self.is_table(),
        })
    }

    /// What a record of a CSV file is read as, if its puzzle is plain.
    pub(super) fn look_of(&self, record: &csv::ByteRecord) -> Option<Reading> {
        let length = record.get(self.column.unwrap_or(0))?.len();
        if length > LONGEST_PLAIN {
            return None;
        }
        let text = self.cell(record).ok()?;
        let reading = Reading::of(&text, self.wanted.as_deref()).ok()?;
        let plain = reading.format.plain?;
        let mut row = vec![0; plain.tiles()];
        plain.read(text.as_bytes(), &mut row).then_some(reading)
    }

    /// The next puzzle of a batch that is to be answered by itself. What stands before it is written.
    fn next_entry(
        &self,
        tray: &mut Tray,
        plain: Option<&dyn PlainLines>,
        bulk: Option<&(dyn InBulk + '_)>,
    ) -> Option<Entry> {
        let done = &mut tray.done;
        let tiles = plain.map_or(0, PlainLines::tiles);
        while let Some(part) = tray.parts.get_mut(tray.next) {
            let (start, end, number) = match part {
                Part::Plain(run) => {
                    let numbers = run.board..run.board + run.lines;
                    let boards = &tray.boards[tiles * numbers.start..tiles * numbers.end];
                    let out = &mut done.batch.out;
                    let exit = &mut done.exit;
                    let lines =
                        bulk.map_or(0, |b| b.put_lines(boards, numbers, run.line, out, exit));
                    done.puzzles += lines as u64;
                    run.skip(lines);
                    if run.lines == 0 {
                        tray.next += 1;
                        continue;
                    }
                    let line = (run.start, run.start + run.line_bytes, run.line);
                    run.skip(1);
                    line
                }
                Part::Other(start, end, number) => {
                    tray.next += 1;
                    (*start, *end, *number)
                }
                Part::Overlong(number) => {
                    tray.next += 1;
                    self.put_bad((*number, ParseError::new(overlong()), None), done);
                    continue;
                }
                Part::Record(record, board) => {
                    tray.next += 1;
                    let (record, board) = (*record, *board);
                    if let (Some(bulk), Some(number)) = (bulk, board) {
                        let board = &tray.boards[number * tiles..][..tiles];
                        if self.put_plain_record(bulk, record, board, number, done) {
                            continue;
                        }
                    }
                    let (line, record) = done.batch.records[record].clone();
                    let entry = match self.cell(&record) {
                        Ok(text) => self.entry(line, &text, Some(record)),
                        Err(error) => Err((line, error, Some(record))),
                    };
                    match entry {
                        Ok(entry) => return Some(self.remarked(entry, done)),
                        Err(bad) => self.put_bad(bad, done),
                    }
                    continue;
                }
            };
            let entry = match Text::of(&done.batch.block.text()[start..end]) {
                Text::Text(text) => self.entry(number, text, None),
                Text::Bad(message) => Err((number, ParseError::new(message), None)),
                Text::Through(text) => {
                    if !self.work.is_json() {
                        put_line(text, &mut done.batch.out);
                    }
                    continue;
                }
            };
            match entry {
                Ok(entry) => return Some(self.remarked(entry, done)),
                Err(bad) => self.put_bad(bad, done),
            }
        }
        None
    }

    /// Notes what is to be said about how a puzzle was understood, where it is the first.
    fn remarked(&self, entry: Entry, done: &mut Done) -> Entry {
        if let (Some(remark), None) = (entry.puzzle.remark(), &done.remark) {
            let line = entry.line.unwrap_or(0);
            done.remark = Some(format!("{}:{line}: {remark}", self.file));
        }
        entry
    }

    /// Writes the answer for a record whose puzzle was asked for in bulk; false where more has to be
    /// known.
    fn put_plain_record(
        &self,
        bulk: &dyn InBulk,
        record: usize,
        board: &[u8],
        number: usize,
        done: &mut Done,
    ) -> bool {
        let Done { batch, exit, .. } = done;
        let (line, record) = &batch.records[record];
        let row = Row {
            number,
            board,
            line: *line,
        };
        let start = batch.out.len();
        let Some(answer) = bulk.put(row, &mut batch.out) else {
            return false;
        };
        if self.is_table() {
            let cell = batch.out.split_off(start);
            put_record(record, &cell, &mut batch.out);
        } else {
            batch.out.push(b'\n');
        }
        *exit = exit.and(answer);
        done.puzzles += 1;
        true
    }

    /// Goes through a stream on this thread, for work whose answers may be longer than memory.
    pub(super) fn one_by_one(
        &self,
        stream: &Stream,
        mut input: Input,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        let (mut exit, mut has_remarked) = (Exit::Yes, false);
        let mut tray = Tray::default();
        loop {
            let filled = input.fill(SMALL, &mut tray.done.batch);
            let batch = std::mem::take(&mut tray.done.batch);
            let is_empty = batch.bytes == 0;
            tray.open(batch, None, 0);
            input.pass(tray.done.lines);
            loop {
                let entry = self.next_entry(&mut tray, None, None);
                let done = &mut tray.done;
                // What stands before it.
                put_out(done, out)?;
                if let Some(remark) = done.remark.take().filter(|_| !has_remarked) {
                    has_remarked = true;
                    talk::say(&remark);
                }
                if let Some(entry) = &entry {
                    match self.work.alone(entry, out) {
                        Ok(answered) => done.exit = done.exit.and(answered),
                        Err(Trouble::Bad(failure)) => self.put(entry, Err(*failure), done),
                        Err(output @ Trouble::Output(_)) => return Err(output),
                    }
                    put_out(done, out)?;
                }
                exit = exit.and(done.exit);
                if stream.interrupt.is_set() {
                    talk::say("interrupted");
                    return Ok(exit.and(Exit::Stopped));
                }
                if entry.is_none() {
                    break;
                }
            }
            if let Err(failure) = filled {
                return Err(failure.file(&*self.file).into());
            }
            if is_empty {
                return Ok(exit);
            }
        }
    }

    /// Whether answers are added to the records of a CSV file.
    fn is_table(&self) -> bool {
        self.column.is_some() && self.work.column().is_some() && !self.work.is_json()
    }

    /// Understands a line.
    fn entry(
        &self,
        number: u64,
        text: &str,
        record: Option<csv::ByteRecord>,
    ) -> Result<Entry, Bad> {
        match self.read(text) {
            Ok((puzzle, reading)) => Ok(Entry {
                puzzle,
                reading: Some(reading),
                file: Arc::clone(&self.file),
                line: Some(number),
                record,
                begun: None,
            }),
            Err(error) => Err((number, error, record)),
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

    /// Reads a line like the first one, or else as what it looks like.
    fn read_like_others(&self, text: &str) -> Result<(Box<dyn Puzzle>, Reading), ParseError> {
        let wanted = self.wanted.as_deref();
        let Some(usual) = &self.reading else {
            let reading = Reading::of(text, wanted)?;
            return Ok((reading.read(text)?, reading));
        };
        usual
            .read(text)
            .map(|puzzle| (puzzle, usual.clone()))
            .or_else(|error| {
                let other = Reading::of(text, wanted).ok();
                let other = other.filter(|reading| reading != usual && reading.format.is_line);
                let reading = other.ok_or_else(|| error.clone())?;
                let puzzle = reading.read(text).map_err(|_| error)?;
                Ok((puzzle, reading))
            })
    }

    /// Writes what stands for a line that is no puzzle.
    fn put_bad(&self, (number, error, record): Bad, done: &mut Done) {
        let is_late = error.message() == LATE;
        done.exit = done
            .exit
            .and(if is_late { Exit::Stopped } else { Exit::Bad });
        done.puzzles += 1;
        let failure = Failure::of_line(&error, &self.file, number);
        self.put_failure(number, failure, record.as_ref(), done);
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
                let end = failure.end;
                let error = ParseError::new(failure.message);
                let failure = Failure {
                    end,
                    ..Failure::of_line(&error, &self.file, number)
                };
                let is_stopped = end.is_some();
                done.exit = done
                    .exit
                    .and(if is_stopped { Exit::Stopped } else { Exit::Bad });
                return self.put_failure(number, failure, entry.record.as_ref(), done);
            }
        };
        done.exit = done.exit.and(exit);
        match &entry.record {
            Some(record) if self.is_table() => {
                put_record(record, data.as_bytes(), &mut done.batch.out);
            }
            _ => put_line(&data, &mut done.batch.out),
        }
    }

    fn put_failure(
        &self,
        number: u64,
        failure: Failure,
        record: Option<&csv::ByteRecord>,
        done: &mut Done,
    ) {
        let message = &failure.message;
        let out = &mut done.batch.out;
        if self.work.is_json() {
            let row = failure.answer().at(in_file(&self.file, Some(number)));
            put_line(&row.json(), out);
        } else if let Some(record) = record.filter(|_| self.is_table()) {
            put_record(record, b"", out);
        } else {
            put_line(&format!("# error: {message}"), out);
        }
        done.errors.push(failure);
    }
}

/// A line that is no puzzle: its number, what is wrong with it, and its record in a CSV file.
type Bad = (u64, ParseError, Option<csv::ByteRecord>);

/// Writes what is ready of a batch.
fn put_out(done: &mut Done, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&done.batch.out)?;
    done.batch.out.clear();
    for failure in done.errors.drain(..) {
        talk::error(&failure);
    }
    Ok(())
}

fn put_line(text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(text.as_bytes());
    out.push(b'\n');
}

fn put_record(record: &csv::ByteRecord, cell: &[u8], out: &mut Vec<u8>) {
    let has_no_end = |field: &[u8]| memchr3(b'"', b'\r', b'\n', field).is_none();
    let is_plain = |field: &[u8]| has_no_end(field) && memchr(b',', field).is_none();
    if !record.is_empty() && record.iter().all(is_plain) && is_plain(cell) {
        for field in record {
            out.extend_from_slice(field);
            out.push(b',');
        }
        out.extend_from_slice(cell);
        out.push(b'\n');
        return;
    }
    // A vector takes all that is written.
    let _ = write_record(record, cell, out);
}

/// Writes a record with one more cell.
pub(super) fn write_record(
    record: &csv::ByteRecord,
    cell: &[u8],
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(out);
    let mut record = record.clone();
    record.push_field(cell);
    writer.write_byte_record(&record).map_err(io::Error::from)?;
    writer.flush()
}

/// A name for the new column that no other has: `solution`, or else `solution_2` and so on.
pub(super) fn free_name(header: &csv::ByteRecord, name: &str) -> String {
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
    fn records_are_written_as_csv_is() {
        for fields in [
            &[][..],
            &[""],
            &["", ""],
            &["a", "", "b c"],
            &["a,b", "c"],
            &["a \"b\"", "c\rd", "e\nf"],
            &["#", " a ", "\u{feff}b"],
        ] {
            for cell in ["", "1", "a\"b"] {
                let record = csv::ByteRecord::from(fields.to_vec());
                let (mut ours, mut theirs) = (Vec::new(), Vec::new());
                put_record(&record, cell.as_bytes(), &mut ours);
                write_record(&record, cell.as_bytes(), &mut theirs).unwrap();
                assert_eq!(ours, theirs, "{fields:?} and {cell:?}");
            }
        }
    }

    #[test]
    fn a_new_column_takes_no_name_that_is_there() {
        let header = csv::ByteRecord::from(vec!["puzzle", "solution"]);
        assert_eq!(free_name(&header, "solution"), "solution_2");
        assert_eq!(free_name(&header, "count"), "count");
    }
}
