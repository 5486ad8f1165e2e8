//! Plain rows, asked for all together.
//!
//! A search that answers hundreds of boards at once takes a quarter of a microsecond for each, so the code around it
//! has to be short: rows become boards one after the other, and answers go into the columns a run of rows at a time.

use crate::columns::{Columns, TooLong};
use crate::task::Operation;
use crate::texts::Texts;
use std::ops::Range;
use tilewright::Status;
use tilewright::bulk::{BulkSession, Interrupted};
use tilewright::puzzles::PlainLines;

/// The plain rows of some texts, as boards.
pub struct PlainRows {
    plain: &'static dyn PlainLines,
    boards: Vec<u8>,
    /// For each row whether it is plain, and so has the next board.
    is_plain: Vec<bool>,
    count: usize,
}

impl PlainRows {
    /// Rows of a format.
    pub fn new(plain: &'static dyn PlainLines) -> Self {
        Self {
            plain,
            boards: Vec::new(),
            is_plain: Vec::new(),
            count: 0,
        }
    }

    /// Reads rows; those that lie one after the other are read together.
    pub fn read(&mut self, texts: Texts<'_>, rows: Range<usize>) {
        let tiles = self.plain.tiles();
        self.boards.resize(rows.len() * tiles, 0);
        self.is_plain.clear();
        self.count = 0;
        let mut row = rows.start;
        while row < rows.end {
            if let Some(lines) = texts.lines_from(row) {
                let taken = self.plain.read_lines(lines, self.room(rows.end - row));
                self.is_plain
                    .resize(self.is_plain.len() + taken.lines, true);
                self.count += taken.lines;
                row += taken.lines;
                if row == rows.end {
                    return;
                }
            }
            let plain = self.plain;
            let text = texts.get(row);
            let is_plain = text.is_some_and(|text| plain.read(text, self.room(1)));
            self.is_plain.push(is_plain);
            self.count += usize::from(is_plain);
            row += 1;
        }
    }

    /// Room for the next boards.
    fn room(&mut self, boards: usize) -> &mut [u8] {
        let tiles = self.plain.tiles();
        &mut self.boards[self.count * tiles..][..boards * tiles]
    }

    /// The boards of the rows that were read.
    pub fn boards(&self) -> &[u8] {
        &self.boards[..self.count * self.plain.tiles()]
    }

    /// The number of plain rows from a row on.
    pub fn run_from(&self, row: usize) -> usize {
        let rows = self.is_plain.get(row..).unwrap_or_default();
        rows.iter().take_while(|is_plain| **is_plain).count()
    }
}

/// The plain rows of a piece and their answers.
pub(crate) struct Bulk {
    plain: &'static dyn PlainLines,
    session: BulkSession,
    rows: PlainRows,
    /// The row of the piece, and the board, that come next.
    next: (usize, usize),
}

impl Bulk {
    pub(crate) fn new(plain: &'static dyn PlainLines, session: BulkSession) -> Self {
        Self {
            plain,
            session,
            rows: PlainRows::new(plain),
            next: (0, 0),
        }
    }

    /// Finds out about all plain rows of a piece.
    pub(crate) fn ask(
        &mut self,
        texts: Texts<'_>,
        rows: Range<usize>,
        limit: u32,
    ) -> Result<(), Interrupted> {
        self.next = (0, 0);
        self.rows.read(texts, rows);
        self.session.run(self.rows.boards(), limit)?;
        Ok(())
    }

    /// Adds the answers to the rows that come next, up to the first that is not plain or about which
    /// more has to be known; how many. That one is passed over: it is answered elsewhere.
    pub(crate) fn put(
        &mut self,
        operation: Operation,
        columns: &mut Columns,
    ) -> Result<usize, TooLong> {
        let (row, board) = self.next;
        let is_check = operation == Operation::Check;
        let counts = &self.session.answers().counts[board..];
        let plain = self.rows.run_from(row);
        // The other of several solutions is not known here.
        let is_known = |count: &&u32| !is_check || **count < 2;
        let run = counts[..plain].iter().take_while(is_known).count();
        let stops_at_plain = run < plain;
        self.next = (row + run + 1, board + run + usize::from(stops_at_plain));
        let counts = &counts[..run];
        let one = if is_check {
            Status::Unique
        } else {
            Status::Solved
        };
        let word = |count: u32| match count {
            0 => Status::Unsolvable.word(),
            1 => one.word(),
            _ => Status::Several.word(),
        };
        let tiles = self.plain.tiles();
        let firsts = &self.session.answers().firsts[board * tiles..];
        columns.push_run(counts, word, tiles, |rows, texts| {
            let firsts = &firsts[rows.start * tiles..rows.end * tiles];
            self.plain.write_texts(firsts, texts);
        })?;
        Ok(run)
    }
}
