//! What comes in: batches of lines, or of records of a CSV file.

use super::lines::{Block, Lines, Size};
use super::source::Source;
use crate::failure::Failure;
use crate::input::{Bytes, ShortRecords, UNCLOSED};
use crate::interrupt::Interrupt;
use std::fmt::Display;
use std::io::{self, Read};
use tilewright::puzzles::{Place, Reading};

/// A batch of lines that are answered one by one: enough to make the hand-over cheap.
pub(super) const SMALL: Size = Size {
    bytes: 64 << 10,
    lines: 256,
};

/// Where the lines come from.
pub(crate) struct Input {
    pub(super) reader: Reader,
    /// How lines are read, until one says otherwise.
    pub(super) reading: Option<Reading>,
}

pub(super) enum Reader {
    Lines(Lines),
    Table {
        records: Box<csv::Reader<ShortRecords<Box<dyn Read + Send>>>>,
        column: usize,
        /// A record that somebody has looked at.
        seen: Option<NextRecord>,
    },
}

/// A record of a CSV file: the number of its line, itself, and its bytes. `None` is the end.
type NextRecord = Result<Option<(u64, csv::ByteRecord, u64)>, Failure>;

/// Lines or records on their way to a worker and, with their answers, to the writer. It comes back
/// from there to be filled again, so that its buffers are made once.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) number: u64,
    /// The lines.
    pub(super) block: Block,
    /// The records of a CSV file, each with the number of its line.
    pub(super) records: Vec<(u64, csv::ByteRecord)>,
    /// The bytes that it took.
    pub(super) bytes: u64,
    /// The answers.
    pub(super) out: Vec<u8>,
}

impl Input {
    pub(crate) fn lines(bytes: Bytes, reading: Reading) -> Self {
        let source = if bytes.is_file {
            Source::File(bytes.reader)
        } else {
            Source::Slow(bytes.reader)
        };
        Self {
            reader: Reader::Lines(Lines::new(source)),
            reading: Some(reading),
        }
    }

    pub(crate) fn table(bytes: Bytes, column: usize) -> Self {
        let records = csv::ReaderBuilder::new()
            .flexible(true)
            .has_headers(false)
            .comment(Some(b'#'))
            .from_reader(ShortRecords::new(with_end(bytes.reader)));
        Self {
            reader: Reader::Table {
                records: Box::new(records),
                column,
                seen: None,
            },
            reading: None,
        }
    }

    /// From now on what arrives while nobody waits for it is collected.
    pub(super) fn pump(&mut self, interrupt: &Interrupt) -> io::Result<()> {
        if let Reader::Lines(lines) = &mut self.reader {
            let nothing = Source::File(Box::new(io::empty()));
            lines.source = std::mem::replace(&mut lines.source, nothing).pumped(interrupt)?;
        }
        Ok(())
    }

    /// Whether the next line would have to be waited for.
    pub(super) fn would_wait(&self) -> bool {
        match &self.reader {
            Reader::Lines(lines) => lines.would_wait(),
            Reader::Table { .. } => false,
        }
    }

    /// So many lines were in the last batch.
    pub(super) fn pass(&mut self, passed: u64) {
        if let Reader::Lines(lines) = &mut self.reader {
            lines.pass(passed);
        }
    }

    /// Fills a batch with the next lines, as many as there are at once and the size allows; false
    /// at the end. After an error the batch holds what came before it.
    pub(super) fn fill(&mut self, size: Size, batch: &mut Batch) -> Result<bool, Failure> {
        batch.bytes = 0;
        batch.records.clear();
        match &mut self.reader {
            Reader::Lines(lines) => {
                let result = lines.next(size, &mut batch.block);
                batch.bytes = batch.block.bytes();
                result.map_err(|error| unreadable(&error))
            }
            Reader::Table { .. } => {
                while batch.records.len() < size.lines && batch.bytes < size.bytes as u64 {
                    let Some((number, record, length)) = self.record()? else {
                        break;
                    };
                    batch.bytes += length;
                    batch.records.push((number, record));
                }
                Ok(!batch.records.is_empty())
            }
        }
    }

    /// The next record of a CSV file, which stays the next one.
    pub(super) fn look_at_record(&mut self) -> Option<&csv::ByteRecord> {
        let next = self.record();
        let Reader::Table { seen, .. } = &mut self.reader else {
            return None;
        };
        let record = seen.insert(next).as_ref().ok()?.as_ref();
        record.map(|(_, record, _)| record)
    }

    /// The next record of a CSV file.
    pub(super) fn record(&mut self) -> NextRecord {
        let Reader::Table { records, seen, .. } = &mut self.reader else {
            return Ok(None);
        };
        if let Some(seen) = seen.take() {
            return seen;
        }
        let mut record = csv::ByteRecord::new();
        let before = records.position().byte();
        let number = records.position().line();
        records.get_mut().start_record();
        match records.read_byte_record(&mut record) {
            Ok(false) => Ok(None),
            Ok(true) => {
                let number = record.position().map_or(number, csv::Position::line);
                let last = record.iter().next_back().unwrap_or_default();
                if last.ends_with(END) {
                    let is_alone = record.len() == 1 && last == END;
                    return if is_alone {
                        Ok(None)
                    } else {
                        Err(unclosed(number))
                    };
                }
                let length = records.position().byte() - before;
                Ok(Some((number, record, length)))
            }
            Err(error) => Err(unreadable(&format!(
                "the record from line {number} on: {error}"
            ))),
        }
    }
}

/// What is read after a table: a record of its own, unless a quotation mark is still open there.
const END: &[u8] = b"\0the end of the table\0";

/// A table, and a record that nobody writes.
fn with_end(reader: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
    Box::new(reader.chain(&b"\n"[..]).chain(END))
}

fn unclosed(line: u64) -> Failure {
    let mut failure = Failure::new(UNCLOSED);
    failure.place = Some(Place {
        line: usize::try_from(line).unwrap_or(usize::MAX),
        column: 1,
    });
    failure
}

/// The input cannot be read any further.
fn unreadable(why: &impl Display) -> Failure {
    Failure::new(format!("this cannot be read: {why}"))
}
