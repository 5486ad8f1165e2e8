//! Rows of a text on their way through the pipeline, and how many of them go together.

use crate::texts::{RowFault, Texts};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Some rows of a text.
#[derive(Debug, Default)]
pub struct Chunk {
    /// The text is the beginning of this; the rest is room that need not be made again. Behind the rows
    /// are texts without the quotation marks that they had, and rows that had to be mended.
    pub(crate) buffer: Vec<u8>,
    pub(crate) length: usize,
    /// The number of the first line, from 1.
    pub(crate) first_line: u64,
    /// Each row, without its end.
    pub(crate) rows: Vec<Range<u32>>,
    /// The line of each row; empty where each line is a row.
    pub(crate) lines: Vec<u64>,
    /// The puzzle of each row; empty where each row is a puzzle.
    pub(crate) texts: Vec<Range<u32>>,
    pub(crate) faults: Vec<RowFault>,
    /// The bytes of the file that it is made of.
    pub bytes: u64,
}

impl Chunk {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// A row as it is in the file, without its end.
    pub fn row(&self, row: usize) -> &[u8] {
        &self.buffer[places(&self.rows[row])]
    }

    /// The end of a row: of its line.
    pub fn end(&self, row: usize) -> &[u8] {
        let end = &self.buffer[self.rows[row].end as usize..self.length];
        let length = match end {
            [b'\r', b'\n', ..] => 2,
            [b'\n', ..] => 1,
            _ => return b"\n",
        };
        &end[..length]
    }

    /// The line of a row.
    pub fn line(&self, row: usize) -> u64 {
        let line = self.lines.get(row).copied();
        line.unwrap_or(self.first_line + row as u64)
    }

    /// The puzzles of all rows.
    pub fn texts(&self) -> Texts<'_> {
        let is_lines = self.texts.is_empty();
        let ranges = if is_lines { &self.rows } else { &self.texts };
        Texts::of_ranges(&self.buffer[..self.length], ranges, is_lines, &self.faults)
    }

    pub(crate) fn clear(&mut self, first_line: u64) {
        self.length = 0;
        self.bytes = 0;
        self.first_line = first_line;
        self.rows.clear();
        self.lines.clear();
        self.texts.clear();
        self.faults.clear();
    }

    /// Makes room for a number of bytes.
    pub(crate) fn grow(&mut self, bytes: usize) {
        if self.buffer.len() < bytes {
            self.buffer.resize(bytes, 0);
        }
    }

    /// Adds bytes behind the rows.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> Range<u32> {
        let start = self.length;
        self.grow(start + bytes.len());
        self.buffer[start..start + bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
        range(start..self.length)
    }

    /// Replaces a row.
    pub(crate) fn mend(&mut self, row: usize, text: &[u8]) {
        let end = self.end(row).to_vec();
        self.rows[row] = self.append(text);
        self.append(&end);
    }

    /// Notes that a row has no puzzle, and why.
    pub(crate) fn fault(&mut self, row: usize, reason: impl Into<String>) {
        let reason = reason.into();
        self.faults.push(RowFault { row, reason });
    }
}

pub(crate) fn places(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

/// A place in a chunk, which is far shorter than 4 GiB.
pub(crate) fn range(places: Range<usize>) -> Range<u32> {
    places.start as u32..places.end as u32
}

/// The limits of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkLimits {
    /// The most bytes, unless a single row has more.
    pub bytes: usize,
    /// The most rows.
    pub rows: usize,
}

/// The size of the next chunk. Rows that are answered in bulk want large chunks, to keep many boards under
/// way at once; rows that are answered one by one want small ones, as each may take long. So chunks grow
/// while they hold hardly any of the latter, or take little time.
#[derive(Debug)]
pub struct ChunkSize {
    bytes: AtomicUsize,
    rows: AtomicUsize,
    most_bytes: usize,
    most_rows: usize,
}

/// The bytes of a chunk whose rows are answered one by one.
const SMALL: usize = 64 << 10;
/// The most rows of such a chunk.
const MOST_ROWS: usize = 256;
/// The approximate time of a chunk.
const TURN: Duration = Duration::from_millis(100);
/// The most bytes of a chunk: some twelve thousand 9×9 puzzles.
const LARGEST: usize = 1 << 20;
/// The most bytes of a chunk of each thread together.
const LARGEST_TOGETHER: usize = 64 << 20;

impl ChunkSize {
    /// The size of the first chunk, for a number of threads.
    pub fn new(threads: usize) -> Self {
        Self {
            bytes: AtomicUsize::new(SMALL),
            rows: AtomicUsize::new(1),
            most_bytes: LARGEST.min(LARGEST_TOGETHER / threads.max(1)).max(SMALL),
            most_rows: MOST_ROWS,
        }
    }

    /// Lets chunks that take little time grow to a number of rows.
    #[must_use]
    pub fn up_to(mut self, rows: usize) -> Self {
        self.most_rows = rows;
        self
    }

    /// Takes the numbers of the next chunk from those that are left.
    pub fn take(&self, left: &mut Range<u64>) -> Range<u64> {
        let start = left.start;
        left.start = start.saturating_add(self.get().rows as u64).min(left.end);
        start..left.start
    }

    /// The size of the next chunk.
    pub fn get(&self) -> ChunkLimits {
        ChunkLimits {
            bytes: self.bytes.load(Ordering::Relaxed),
            rows: self.rows.load(Ordering::Relaxed),
        }
    }

    /// Learns from a chunk: how many of its rows were answered one by one, where others were answered in
    /// bulk, and the time that it took.
    pub fn note(&self, one_by_one: Option<usize>, time: Duration) {
        let ChunkLimits { bytes, rows } = self.get();
        let next = match one_by_one {
            Some(..MOST_ROWS) => ChunkLimits {
                bytes: (2 * bytes).min(self.most_bytes),
                rows: usize::MAX,
            },
            _ if time < TURN => ChunkLimits {
                bytes: SMALL,
                rows: rows.min(self.most_rows / 2) * 2,
            },
            _ => ChunkLimits {
                bytes: SMALL,
                rows: (rows.min(self.most_rows) / 2).max(1),
            },
        };
        self.bytes.store(next.bytes, Ordering::Relaxed);
        self.rows.store(next.rows, Ordering::Relaxed);
    }
}
