//! Plain lines of a stream, answered in bulk.
//!
//! Where a format has [`PlainLines`], the engine a way to search many boards at once, and the work
//! needs nothing else, lines become rows of bytes, all rows of a block are searched together, and
//! the answers are written straight into the block's output. A line whose answer needs more than
//! that is answered by itself in the general way, and both write the same.

use crate::exit::Exit;
use crate::run::in_file;
use std::ops::Range;
use std::sync::Arc;
use tilewright::answer::{Answer, Place, PuzzleText};
use tilewright::bulk::Interrupted;
use tilewright::puzzles::{PlainLines, Reading};

/// A stream that has plain lines.
#[derive(Clone, Debug)]
pub(crate) struct PlainStream {
    pub(crate) file: Arc<str>,
    pub(crate) reading: Reading,
    pub(crate) plain: &'static dyn PlainLines,
    /// True if answers are cells of a table, which has no place for a remark.
    pub(crate) is_table: bool,
}

/// A board of a block and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'b> {
    /// Its number among those that were asked for together.
    pub(crate) number: usize,
    pub(crate) board: &'b [u8],
    /// Its line in the file.
    pub(crate) line: u64,
}

/// The work on plain lines, many at once.
pub(crate) trait InBulk {
    /// Finds out about all the boards of a block.
    fn ask(&mut self, boards: &[u8]) -> Result<(), Interrupted>;

    /// Writes the answer for one of the boards last asked for, without the end of the line. `None`
    /// where more has to be known: then nothing was written.
    fn put(&self, row: Row<'_>, out: &mut Vec<u8>) -> Option<Exit>;

    /// Writes a line for each of several boards, the first of which is in `line`, up to the first
    /// about which more has to be known; returns their number.
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

impl PlainStream {
    /// A solved row as a text.
    pub(crate) fn text_of(&self, row: &[u8]) -> PuzzleText {
        let mut text = Vec::new();
        self.plain.write_texts(row, &mut text);
        PuzzleText(String::from_utf8_lossy(&text).into_owned())
    }

    /// Writes an answer as a JSON object; the exit that it means.
    pub(crate) fn put_object(&self, line: u64, answer: Answer, out: &mut Vec<u8>) -> Exit {
        let exit = Exit::of(&answer);
        let place = Place {
            family: Some(self.reading.family.name.to_string()),
            ..in_file(&self.file, Some(line))
        };
        out.extend_from_slice(answer.at(place).json().as_bytes());
        exit
    }
}
