//! How lines become puzzles and answers become lines.

use super::intake::{Input, Item};
use super::{Batch, Done, Stream};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::run::{Entry, Line, Work, bad_object};
use crate::talk::{self, number_of};
use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Arc, Mutex};
use tilewright::puzzles::{ParseError, Puzzle, Reading};

/// How lines become puzzles and answers become lines.
pub(super) struct Form {
    pub(super) file: Arc<str>,
    pub(super) wanted: Option<String>,
    pub(super) reading: Option<Reading>,
    /// The column of a CSV file that holds puzzles.
    pub(super) column: Option<usize>,
    pub(super) work: Arc<dyn Work>,
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
    pub(super) fn answer_batches(
        &self,
        batches: &Mutex<Receiver<Batch>>,
        answers: &SyncSender<Done>,
    ) {
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
    pub(super) fn one_by_one(
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
                    let failure = Failure::new(format!("this cannot be read: {message}"));
                    return Err(failure.file(&*self.file).into());
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
pub(super) fn write_record(
    record: &csv::ByteRecord,
    cell: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(out);
    let mut record = record.clone();
    record.push_field(cell.as_bytes());
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
    fn a_new_column_takes_no_name_that_is_there() {
        let header = csv::ByteRecord::from(vec!["puzzle", "solution"]);
        assert_eq!(free_name(&header, "solution"), "solution_2");
        assert_eq!(free_name(&header, "count"), "count");
    }
}
