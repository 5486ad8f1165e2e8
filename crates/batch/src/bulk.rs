//! Plain rows, asked for all together.
//!
//! A search that answers hundreds of boards at once takes a quarter of a microsecond for each, so what
//! is around it has to be short: rows become boards one after the other, and answers go into the
//! columns a run of rows at a time.

use crate::columns::{Columns, TooLong};
use crate::task::Operation;
use crate::texts::Texts;
use std::ops::Range;
use tilewright::puzzles::PlainLines;
use tilewright::{BulkSession, Interrupted, Status};

/// The plain rows of a piece.
pub(crate) struct Bulk {
    plain: &'static dyn PlainLines,
    session: BulkSession,
    boards: Vec<u8>,
    /// For each row of the piece whether it is plain, and so has the next board.
    is_plain: Vec<bool>,
    /// The row of the piece, and the board, that come next.
    next: (usize, usize),
}

impl Bulk {
    pub(crate) fn new(plain: &'static dyn PlainLines, session: BulkSession) -> Self {
        Self {
            plain,
            session,
            boards: Vec::new(),
            is_plain: Vec::new(),
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
        let tiles = self.plain.tiles();
        self.boards.resize(rows.len() * tiles, 0);
        self.is_plain.clear();
        self.next = (0, 0);
        let mut boards = 0;
        for row in rows {
            let board = &mut self.boards[boards * tiles..][..tiles];
            let text = texts.get(row);
            let is_plain = text.is_some_and(|text| self.plain.read(text, board));
            self.is_plain.push(is_plain);
            boards += usize::from(is_plain);
        }
        self.session.run(&self.boards[..boards * tiles], limit)?;
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
        // The other of several solutions is not known here.
        let is_known = |count: u32| !is_check || count < 2;
        let known = self.is_plain[row..].iter().zip(counts);
        let run = known.take_while(|&(&is_plain, &count)| is_plain && is_known(count));
        let run = run.count();
        let stops_at_plain = self.is_plain.get(row + run) == Some(&true);
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
