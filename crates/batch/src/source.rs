//! Texts with many puzzles, read a chunk of rows at a time: a puzzle on each line, CSV, JSON lines.
//!
//! A text is read in large blocks, straight into the buffer in which its rows are then understood: a row
//! is copied only where its puzzle is in quotation marks that hold others, or has to be mended. A block
//! ends with the last row that came as a whole; the bytes behind it begin the next one. No line is ever
//! held that is longer than [`LONGEST_LINE`].
//!
//! A text is a *stream* or a *table*. In a stream each line is a row, whatever it is, and records keep their lengths:
//! the writer of the answers passes them on. In a table blank lines and remarks are left out, a record has as many
//! cells as the header, and a row that does not belong (a line that is not an object, a record that is too long)
//! becomes one: its text is in the puzzles' column, and a fault says why.

use crate::bytes::ByteSource;
use crate::chunk::{Chunk, ChunkLimits, ChunkSize, range};
use crate::column::puzzle_column;
use crate::csv::{self, Scan};
use crate::object;
use memchr::{memchr, memchr_iter, memrchr};
use records::{NO_TEXT, decoded};
use std::collections::HashSet;
use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

mod records;

pub(crate) use records::NULL;
pub use records::{Layout, ReadFault, TextHead, Which};

/// The longest line that is read: more than any puzzle of a size that can be solved.
pub const LONGEST_LINE: usize = 64 << 20;

/// The mark that some programs put at the beginning of a text.
pub const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The sentence about a carriage return without a line feed after it.
pub const LONE_RETURN: &str =
    "a carriage return without a line feed; expected lines that end with a line feed";

/// The sentence about a record that continues to the end of its file.
const UNCLOSED: &str = "a quotation mark of this record is never closed";

/// A text that is read from its beginning to its end.
pub struct TextSource {
    input: ByteSource,
    shape: Arc<TextHead>,
    is_stream: bool,
    size: Arc<ChunkSize>,
    /// Bytes that were read beyond the last chunk.
    rest: Vec<u8>,
    /// No more bytes can be read.
    is_over: bool,
    /// The lines so far.
    line: u64,
    /// The fault behind the rows so far.
    fault: Option<ReadFault>,
    /// Names that no object may have.
    reserved: Vec<String>,
    cells: Vec<Range<usize>>,
}

/// The place of a chunk up to which rows were found.
#[derive(Default)]
struct Found {
    /// The start of the next row.
    row: usize,
    /// The start of its next line.
    line: usize,
    /// The lines of the row so far.
    lines: u64,
    scan: Scan,
}

impl TextSource {
    /// A puzzle on each line of a stream.
    pub fn lines(input: ByteSource, size: Arc<ChunkSize>) -> Self {
        Self::new(input, Layout::Lines, true, size)
    }

    /// A CSV file or a table. Its header or its first object is read, and the column of its puzzles found.
    pub fn open(
        input: ByteSource,
        layout: Layout,
        which: Which<'_>,
        size: Arc<ChunkSize>,
    ) -> Result<Self, ReadFault> {
        let is_stream = matches!(which, Which::Number(_));
        let mut source = Self::new(input, layout, is_stream, size);
        let mut shape = TextHead::clone(&source.shape);
        match layout {
            Layout::Csv(delimiter) => source.read_header(delimiter, &mut shape)?,
            Layout::JsonLines => shape.names = source.read_first()?,
            Layout::Lines => shape.names.push("puzzle".to_owned()),
        }
        shape.column = match which {
            Which::Number(column) => column,
            Which::Name(wanted) => {
                let texts: Vec<usize> = (0..shape.names.len()).collect();
                let picked = puzzle_column(&shape.names, &texts, wanted);
                picked.map_err(|why| ReadFault {
                    column: Some((why, shape.names.clone())),
                    ..ReadFault::default()
                })?
            }
        };
        source.shape = Arc::new(shape);
        Ok(source)
    }

    fn new(input: ByteSource, layout: Layout, is_stream: bool, size: Arc<ChunkSize>) -> Self {
        Self {
            input,
            shape: Arc::new(TextHead {
                layout,
                names: Vec::new(),
                header: Vec::new(),
                column: 0,
            }),
            is_stream,
            size,
            rest: Vec::new(),
            is_over: false,
            line: 0,
            fault: None,
            reserved: Vec::new(),
            cells: Vec::new(),
        }
    }

    /// The columns.
    pub fn shape(&self) -> &Arc<TextHead> {
        &self.shape
    }

    /// From now on these names must not be those of a field.
    pub fn reserve(&mut self, names: &[String]) {
        self.reserved = names.to_vec();
    }

    /// Fills a chunk with rows, as many as there are at once and the size allows; false at the end. Rows
    /// before a fault come first.
    pub fn fill(&mut self, chunk: &mut Chunk) -> Result<bool, ReadFault> {
        if self.rest.is_empty()
            && let Some(fault) = self.fault.take()
        {
            return Err(fault);
        }
        let is_filled = self.cut(chunk, self.size.get())?;
        self.understand(chunk)?;
        Ok(is_filled)
    }

    /// True if the next row would have to be waited for.
    pub fn would_wait(&self) -> bool {
        !self.is_over && self.input.would_wait() && memchr(b'\n', &self.rest).is_none()
    }

    /// A flag that ends such a wait.
    pub fn stopper(&self) -> Option<Arc<AtomicBool>> {
        self.input.stopper()
    }

    /// Looks at the puzzle of the next row, which stays the next one.
    pub fn peek<T>(&mut self, look: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        let mut chunk = Chunk::default();
        // A fault is reported when it is read.
        match self.first_row(&mut chunk) {
            Ok(true) => {}
            Ok(false) => return None,
            Err(fault) => {
                self.fault = Some(fault);
                return None;
            }
        }
        let looked = match self.understand(&mut chunk) {
            Ok(()) => chunk.texts().get(0).and_then(look),
            Err(_) => None,
        };
        self.unread(&chunk);
        looked
    }

    /// The first row of those that are left.
    fn first_row(&mut self, chunk: &mut Chunk) -> Result<bool, ReadFault> {
        let size = self.size.get();
        self.cut(chunk, ChunkLimits { rows: 1, ..size })
    }

    /// Puts a chunk back that was just taken.
    fn unread(&mut self, chunk: &Chunk) {
        let taken = usize::try_from(chunk.bytes).unwrap_or(0);
        self.rest
            .splice(0..0, chunk.buffer[..taken].iter().copied());
        self.line = chunk.first_line - 1;
    }

    fn read_header(&mut self, delimiter: u8, shape: &mut TextHead) -> Result<(), ReadFault> {
        let mut chunk = Chunk::default();
        if !self.first_row(&mut chunk)? {
            return Err(empty());
        }
        let record = chunk.row(0);
        let record = record.strip_prefix(BYTE_ORDER_MARK).unwrap_or(record);
        csv::cells(record, delimiter, &mut self.cells);
        if let Some(at) = csv::lone_return(record, &self.cells) {
            let column = String::from_utf8_lossy(&record[..at]).chars().count() + 1;
            return Err(ReadFault {
                place: Some((chunk.line(0), column)),
                ..ReadFault::new(LONE_RETURN)
            });
        }
        for cell in &self.cells {
            let name = decoded(csv::text_of(&record[cell.clone()]), 1)?;
            shape.names.push(name.into_owned());
        }
        shape.header = [chunk.row(0), chunk.end(0)].concat();
        Ok(())
    }

    /// The names of the columns, which are those of the first object.
    fn read_first(&mut self) -> Result<Vec<String>, ReadFault> {
        let mut chunk = Chunk::default();
        if !self.first_row(&mut chunk)? {
            return Err(empty());
        }
        let line = chunk.line(0);
        let row = chunk.row(0);
        let row = row.strip_prefix(BYTE_ORDER_MARK).unwrap_or(row);
        let text = std::str::from_utf8(row).map_err(|_| ReadFault::at(line, NO_TEXT))?;
        let fields = object::all_fields(text).map_err(|why| ReadFault::at(line, why))?;
        let mut names: Vec<String> = fields.into_iter().map(|f| f.name.into_owned()).collect();
        // A name that is there twice is reported with its row.
        let mut seen = HashSet::new();
        names.retain(|name| seen.insert(name.clone()));
        self.unread(&chunk);
        if self.rest.starts_with(BYTE_ORDER_MARK) {
            self.rest.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(names)
    }

    /// Finds the next rows.
    fn cut(&mut self, chunk: &mut Chunk, size: ChunkLimits) -> Result<bool, ReadFault> {
        if chunk.buffer.len() > 4 * size.bytes.max(self.rest.len()) {
            // Only a row of unusual length has made it so large.
            *chunk = Chunk::default();
        }
        chunk.clear(self.line + 1);
        chunk.grow(size.bytes.max(self.rest.len()));
        let mut filled = self.rest.len();
        chunk.buffer[..filled].copy_from_slice(&self.rest);
        self.rest.clear();
        let (mut found, mut searched) = (Found::default(), 0);
        loop {
            filled = self.read_on(
                chunk,
                filled,
                searched..found.row + LONGEST_LINE,
                size.bytes,
            );
            self.find_rows(chunk, &mut found, filled, size.rows);
            if !chunk.is_empty() || self.is_over {
                break;
            }
            if filled - found.row > LONGEST_LINE {
                return self.pass_over(chunk, filled - found.row);
            }
            searched = filled;
        }
        self.rest
            .extend_from_slice(&chunk.buffer[found.row..filled]);
        chunk.length = found.row;
        chunk.bytes = found.row as u64;
        if chunk.buffer[..chunk.length]
            .last()
            .is_some_and(|&byte| byte != b'\n')
        {
            // The last line of a file.
            chunk.append(b"\n");
        }
        match self.fault.take() {
            Some(fault) if chunk.is_empty() => Err(fault),
            fault => {
                self.fault = fault;
                Ok(!chunk.is_empty())
            }
        }
    }

    /// Reads until the chunk is full, or more would have to be waited for, and there is the end of a line
    /// from `until.start` on, or there are more than `until.end` bytes; how many bytes there are.
    fn read_on(
        &mut self,
        chunk: &mut Chunk,
        mut filled: usize,
        until: Range<usize>,
        size: usize,
    ) -> usize {
        let mut has_end = memrchr(b'\n', &chunk.buffer[until.start..filled]).is_some();
        while !self.is_over && filled <= until.end {
            if has_end && (filled >= size || self.input.would_wait()) {
                break;
            }
            if filled == chunk.buffer.len() {
                chunk.grow((2 * filled).min(until.end + 1));
            }
            // A chunk that was larger before has more room than it may take.
            let room = if filled < size {
                size
            } else {
                chunk.buffer.len()
            };
            match self.input.read(&mut chunk.buffer[filled..room]) {
                Ok(0) => self.is_over = true,
                Ok(length) => {
                    has_end |= memrchr(b'\n', &chunk.buffer[filled..filled + length]).is_some();
                    filled += length;
                }
                Err(error) => {
                    self.fault = Some(unreadable(&error));
                    self.is_over = true;
                }
            }
        }
        filled
    }

    /// Passes over a line that is too long to be held, or fails.
    fn pass_over(&mut self, chunk: &mut Chunk, length: usize) -> Result<bool, ReadFault> {
        let (line, most) = (self.line + 1, LONGEST_LINE >> 20);
        match self.shape.layout {
            Layout::Lines => {}
            Layout::JsonLines => return Err(ReadFault::at(line, too_long())),
            Layout::Csv(_) => {
                return Err(ReadFault::new(format!(
                    "this cannot be read: the record from line {line} on: it is longer than {most} \
                     MiB; perhaps a quotation mark is never closed"
                )));
            }
        }
        chunk.bytes = length as u64;
        while !self.is_over {
            let length = match self.input.read(&mut chunk.buffer) {
                Ok(length) => length,
                Err(error) => return Err(unreadable(&error)),
            };
            self.is_over = length == 0;
            let end = memchr(b'\n', &chunk.buffer[..length]).map(|place| place + 1);
            chunk.bytes += end.unwrap_or(length) as u64;
            if let Some(end) = end {
                self.rest.extend_from_slice(&chunk.buffer[end..length]);
                break;
            }
        }
        self.line += 1;
        chunk.lines.push(self.line);
        chunk.rows.push(0..0);
        chunk.fault(0, too_long());
        Ok(true)
    }

    /// Finds the rows that are there as a whole.
    fn find_rows(&mut self, chunk: &mut Chunk, found: &mut Found, filled: usize, most: usize) {
        match self.shape.layout {
            Layout::Csv(delimiter) => self.find_records(chunk, found, filled, most, delimiter),
            Layout::Lines | Layout::JsonLines => self.find_lines(chunk, found, filled, most),
        }
    }

    fn find_lines(&mut self, chunk: &mut Chunk, found: &mut Found, filled: usize, most: usize) {
        let Chunk {
            buffer,
            rows,
            lines,
            ..
        } = chunk;
        let (is_all, layout) = (self.is_stream, self.shape.layout);
        let text = &buffer[..filled];
        let mut add = |line: Range<usize>, number: u64| {
            let bytes = &text[line.clone()];
            if is_all || is_row(bytes, layout) {
                let length = bytes.strip_suffix(b"\r").unwrap_or(bytes).len();
                rows.push(range(line.start..line.start + length));
                if !is_all {
                    lines.push(number);
                }
            }
            rows.len() < most
        };
        let first = found.row;
        for feed in memchr_iter(b'\n', &text[first..]) {
            let line = found.row..first + feed;
            found.row = line.end + 1;
            self.line += 1;
            if !add(line, self.line) {
                return;
            }
        }
        if self.is_over && found.row < filled {
            self.line += 1;
            add(found.row..filled, self.line);
            found.row = filled;
        }
    }

    fn find_records(
        &mut self,
        chunk: &mut Chunk,
        found: &mut Found,
        filled: usize,
        most: usize,
        delimiter: u8,
    ) {
        while chunk.rows.len() < most {
            let text = &chunk.buffer[found.line..filled];
            let end = match memchr(b'\n', text) {
                Some(feed) => feed + 1,
                None if self.is_over && !text.is_empty() => text.len(),
                None => break,
            };
            let line = &text[..end];
            let is_remark = self.is_stream && found.line == found.row && line[0] == b'#';
            found.line += end;
            found.lines += 1;
            if !is_remark && !found.scan.line(line, delimiter) {
                continue;
            }
            let record = &chunk.buffer[found.row..found.line];
            let length = csv::ended(record).0.len();
            if !is_remark && length > 0 {
                chunk.rows.push(range(found.row..found.row + length));
                chunk.lines.push(self.line + 1);
            }
            self.line += found.lines;
            *found = Found {
                row: found.line,
                line: found.line,
                ..Found::default()
            };
        }
        if self.is_over && found.line == filled && found.row < filled {
            self.fault = Some(ReadFault::at(self.line + 1, UNCLOSED));
            found.row = filled;
        }
    }
}

/// True if a line is a row of a table.
fn is_row(line: &[u8], layout: Layout) -> bool {
    let is_remark = layout == Layout::Lines && line.starts_with(b"#");
    !is_remark && !line.trim_ascii().is_empty()
}

fn empty() -> ReadFault {
    ReadFault::new("there is no table here: the file is empty")
}

/// The sentence about a line that is too long to be held.
pub fn too_long() -> String {
    format!(
        "a line is longer than {} MiB, which no puzzle is",
        LONGEST_LINE >> 20
    )
}

fn unreadable(error: &io::Error) -> ReadFault {
    ReadFault::new(format!("this cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn source(
        text: &'static [u8],
        layout: Layout,
        which: Which<'_>,
    ) -> Result<TextSource, ReadFault> {
        let size = Arc::new(ChunkSize::new(1));
        TextSource::open(ByteSource::file(Box::new(text)), layout, which, size)
    }

    fn lines(reader: impl Read + Send + 'static) -> TextSource {
        let bytes = ByteSource::file(Box::new(reader));
        TextSource::lines(bytes, Arc::new(ChunkSize::new(1)))
    }

    /// The chunks of lines: their first lines and rows.
    fn chunks_of(text: &'static str, size: ChunkLimits) -> Vec<(u64, Vec<String>)> {
        let mut source = lines(text.as_bytes());
        let (mut chunk, mut chunks) = (Chunk::default(), Vec::new());
        while source.cut(&mut chunk, size).unwrap() {
            let row = |row| String::from_utf8(chunk.row(row).to_vec()).unwrap();
            chunks.push((chunk.line(0), (0..chunk.len()).map(row).collect()));
        }
        chunks
    }

    /// Line, text or reason, and row for each row of a table.
    fn rows_of(text: &'static [u8], layout: Layout, which: Which<'_>) -> Vec<[String; 3]> {
        let mut source = source(text, layout, which).unwrap();
        let (mut chunk, mut rows) = (Chunk::default(), Vec::new());
        let string = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        while source.fill(&mut chunk).unwrap() {
            let texts = chunk.texts();
            for row in 0..chunk.len() {
                let text = texts.get(row).unwrap_or(texts.why_none(row).as_bytes());
                let whole = [chunk.row(row), chunk.end(row)].concat();
                rows.push([chunk.line(row).to_string(), string(text), string(&whole)]);
            }
        }
        rows
    }

    #[test]
    fn chunks_hold_whole_lines() {
        let size = ChunkLimits { bytes: 8, rows: 3 };
        let expected = |chunks: &[(u64, &[&str])]| -> Vec<(u64, Vec<String>)> {
            let strings = |rows: &[&str]| rows.iter().map(|&row| row.to_owned()).collect();
            chunks
                .iter()
                .map(|&(line, rows)| (line, strings(rows)))
                .collect()
        };
        assert_eq!(
            chunks_of("ab\ncd\r\nefgh\nijklmnopqrstuvwxyz\n\n\n\n\nend", size),
            expected(&[
                (1, &["ab", "cd"]),
                (3, &["efgh"]),
                (4, &["ijklmnopqrstuvwxyz", "", ""]),
                (7, &["", "", "end"])
            ])
        );
        assert_eq!(chunks_of("", size), []);
        assert_eq!(chunks_of("\n", size), expected(&[(1, &[""])]));
        assert_eq!(chunks_of("a", size), expected(&[(1, &["a"])]));
    }

    #[test]
    fn an_overlong_line_is_passed_over() {
        let long = std::io::repeat(b'1').take(LONGEST_LINE as u64 * 2);
        let mut source = lines(long.chain(&b"\nshort\n"[..]));
        let mut chunk = Chunk::default();
        assert!(source.fill(&mut chunk).unwrap());
        assert_eq!(chunk.bytes, LONGEST_LINE as u64 * 2 + 1);
        assert_eq!((chunk.len(), chunk.texts().get(0)), (1, None));
        assert!(source.fill(&mut chunk).unwrap());
        assert_eq!((chunk.line(0), chunk.row(0)), (2, &b"short"[..]));
        assert!(chunk.buffer.len() < 1 << 20, "its memory is given back");
        assert!(!source.fill(&mut chunk).unwrap());
    }

    #[test]
    fn records_of_a_stream_stay_as_they_are() {
        let text = b"id,puzzle\r\n# a \"remark\r\n7,\"a \"\"b\"\"\r\nc\",x\r\n\n8,\"d\"\n9\n10,e";
        let rows = rows_of(text, Layout::Csv(b','), Which::Number(1));
        assert_eq!(
            rows,
            [
                ["3", "a \"b\"\r\nc", "7,\"a \"\"b\"\"\r\nc\",x\r\n"],
                ["6", "d", "8,\"d\"\n"],
                ["7", "this record has only 1 field and no puzzle", "9\n"],
                ["8", "e", "10,e\n"],
            ]
        );
    }

    #[test]
    fn rows_of_a_table_are_mended() {
        let text = b"id,puzzle\n1,a\n2,b,\"c\"\r\n\n3";
        let rows = rows_of(text, Layout::Csv(b','), Which::Name(None));
        assert_eq!(
            rows,
            [
                ["2", "a", "1,a\n"],
                [
                    "3",
                    "line 3: this record has 3 fields, and the header has 2",
                    ",\"2,b,\"\"c\"\"\"\r\n"
                ],
                ["5", NULL, "3,\n"],
            ]
        );
        let text = "\u{feff}{\"puzzle\":\"a\"}\n\n{\"puzzle\":null}\n[1]\n".as_bytes();
        let rows = rows_of(text, Layout::JsonLines, Which::Name(None));
        assert_eq!(rows[0], ["1", "a", "{\"puzzle\":\"a\"}\n"]);
        assert_eq!(rows[1], ["3", NULL, "{\"puzzle\":null}\n"]);
        assert_eq!(rows[2][2], "{\"puzzle\":\"[1]\"}\n");
        let rows = rows_of(b"# a\n\n x \ny", Layout::Lines, Which::Name(None));
        assert_eq!(rows, [["3", " x ", " x \n"], ["4", "y", "y\n"]]);
    }

    #[test]
    fn an_open_quotation_mark_is_told_after_the_rows_before_it() {
        let mut source =
            source(b"puzzle\na\n\"b\nc\n", Layout::Csv(b','), Which::Number(0)).unwrap();
        assert_eq!(source.peek(|text| Some(text.to_vec())), Some(b"a".to_vec()));
        let mut chunk = Chunk::default();
        assert!(source.fill(&mut chunk).unwrap());
        assert_eq!((chunk.len(), chunk.row(0)), (1, &b"a"[..]));
        let fault = source.fill(&mut chunk).unwrap_err();
        assert_eq!((&*fault.message, fault.place), (UNCLOSED, Some((3, 1))));
    }
}
