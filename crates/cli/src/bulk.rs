//! Plain lines of a stream, answered in bulk.
//!
//! Where a format has [`PlainLines`], the engine a way to search many boards at once, and the work
//! needs nothing else, lines become rows of bytes, all rows of a block are searched together, and
//! the answers are written straight into the block's output. A line whose answer needs more than
//! that is answered by itself in the general way, and both write the same.

use crate::exit::Exit;
use crate::json::Object;
use crate::names;
use std::ops::Range;
use std::sync::Arc;
use tilewright::Interrupted;
use tilewright::puzzles::{PlainLines, Reading};

/// A stream that has plain lines.
#[derive(Clone, Debug)]
pub(crate) struct PlainStream {
    pub(crate) file: Arc<str>,
    pub(crate) reading: Reading,
    pub(crate) plain: &'static dyn PlainLines,
    /// Whether answers are cells of a table, where a remark has no place.
    pub(crate) is_table: bool,
}

/// A board of a block and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'b> {
    /// Its number among those that were asked for together.
    pub(crate) number: usize,
    pub(crate) board: &'b [u8],
    /// Its line in the file.
    pub(crate) line: u64,
}

/// What is done with plain lines, many at once.
pub(crate) trait InBulk {
    /// Finds out about all the boards of a block.
    fn ask(&mut self, boards: &[u8]) -> Result<(), Interrupted>;

    /// Writes the answer for one of the boards last asked for, without the end of the line. `None`
    /// where more has to be known: then nothing was written.
    fn put(&self, row: Row<'_>, out: &mut Vec<u8>) -> Option<Exit>;

    /// Writes a line for each of several boards, the first of which stands in `line`, up to the
    /// first about which more has to be known; how many.
    fn put_lines(
        &self,
        boards: &[u8],
        numbers: Range<usize>,
        line: u64,
        out: &mut Vec<u8>,
        exit: &mut Exit,
    ) -> usize {
        put_each(self, boards, numbers, line, out, exit)
    }
}

/// Does what [`InBulk::put_lines`] says, board by board.
pub(crate) fn put_each<B: InBulk + ?Sized>(
    work: &B,
    boards: &[u8],
    numbers: Range<usize>,
    line: u64,
    out: &mut Vec<u8>,
    exit: &mut Exit,
) -> usize {
    let tiles = boards.len() / numbers.len().max(1);
    let rows = boards.chunks_exact(tiles.max(1)).zip(numbers).zip(line..);
    let mut written = 0;
    for ((board, number), line) in rows {
        let row = Row {
            number,
            board,
            line,
        };
        let Some(answer) = work.put(row, out) else {
            break;
        };
        out.push(b'\n');
        *exit = exit.and(answer);
        written += 1;
    }
    written
}

/// The beginning of the JSON objects of a stream, whose lines alone differ.
#[derive(Debug)]
pub(crate) struct Opening {
    before_line: String,
    after_line: String,
}

impl Opening {
    /// Up to the value of `key`.
    pub(crate) fn new(stream: &PlainStream, key: &str) -> Self {
        let family = Object::rest().text("family", &stream.reading.family.name);
        Self {
            before_line: Object::new()
                .text("file", &names::shown(&stream.file))
                .up_to("line"),
            after_line: family.up_to(key),
        }
    }

    pub(crate) fn put(&self, line: u64, out: &mut Vec<u8>) {
        out.extend_from_slice(self.before_line.as_bytes());
        put_number(line, out);
        out.extend_from_slice(self.after_line.as_bytes());
    }
}

/// Writes a number.
pub(crate) fn put_number(number: u64, out: &mut Vec<u8>) {
    if let Ok(digit @ 0..=9) = u8::try_from(number) {
        out.push(b'0' + digit);
        return;
    }
    let mut digits = [0; 20];
    let mut start = digits.len();
    let mut rest = number;
    while rest > 0 {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    out.extend_from_slice(&digits[start..]);
}

/// Writes a solved row, in quotation marks.
pub(crate) fn put_quoted(stream: &PlainStream, row: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    put_row(stream, row, out);
    out.push(b'"');
}

/// Writes a solved row without the end of its line.
pub(crate) fn put_row(stream: &PlainStream, row: &[u8], out: &mut Vec<u8>) {
    stream.plain.write_lines(row, out);
    out.pop();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_everywhere() {
        for number in [0, 1, 9, 10, 99, 100, 1_234_567_890, u64::MAX] {
            let mut out = Vec::new();
            put_number(number, &mut out);
            assert_eq!(out, number.to_string().into_bytes());
        }
    }
}
