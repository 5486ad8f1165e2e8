//! The lines of a stream as they come in, batch by batch.

use crate::input::{self, Lines, ShortRecords};
use std::io::Read;
use tilewright::puzzles::Reading;

/// The most lines in a batch: enough to make the hand-over cheap.
const BATCH_LINES: usize = 256;
/// The most bytes in a batch, give or take a line.
const BATCH_BYTES: u64 = 64 << 10;

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
            .from_reader(ShortRecords::new(reader));
        Self {
            reader: Reader::Table {
                records: Box::new(records),
                column,
            },
            reading: None,
        }
    }

    /// The next line or record, with its length in bytes; an error where the input ends badly.
    pub(super) fn next(&mut self) -> Result<Option<(Item, u64)>, String> {
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
                records.get_mut().start_record();
                match records.read_byte_record(&mut record) {
                    Ok(false) => Ok(None),
                    Ok(true) => {
                        let number = record.position().map_or(number, csv::Position::line);
                        let length = records.position().byte() - before;
                        Ok(Some((Item::Record(number, record), length)))
                    }
                    Err(error) => Err(format!("the record from line {number} on: {error}")),
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
    pub(super) fn batch(&mut self) -> Result<Vec<Item>, (Vec<Item>, String)> {
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
pub(super) enum Item {
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
    pub(super) fn length(&self) -> u64 {
        (match self {
            Self::Through(text) | Self::Text(_, text) => text.len() + 1,
            Self::Bad(..) => 0,
            Self::Record(_, record) => record.as_slice().len() + record.len(),
        }) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

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
