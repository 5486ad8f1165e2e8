//! The proof as it is written: LRAT, a line for each step.
//!
//! `12 5 -7 0 3 9 0` adds clause 12, 5 or not 7, which follows from clauses 3 and 9: were all its
//! literals false, clause 3 would leave one way and clause 9 none. `12 d 4 6 0` forgets clauses 4
//! and 6. An error of the writer is kept and told at the end: nothing is searched any longer then.

use std::io::{self, Write};

/// The writer of the proof.
pub(crate) struct Log<'w> {
    out: &'w mut dyn Write,
    line: Vec<u8>,
    /// The number of the last clause.
    last: u64,
    steps: u64,
    error: Option<io::Error>,
}

impl<'w> Log<'w> {
    /// A proof whose first clause has the number after `last`.
    pub(crate) fn new(out: &'w mut dyn Write, last: u64) -> Self {
        Self {
            out,
            line: Vec::new(),
            last,
            steps: 0,
            error: None,
        }
    }

    /// Adds a clause and gives its number.
    pub(crate) fn add(
        &mut self,
        literals: impl IntoIterator<Item = i64>,
        hints: impl IntoIterator<Item = u64>,
    ) -> u64 {
        self.last += 1;
        self.steps += 1;
        self.line.clear();
        put(&mut self.line, self.last);
        for literal in literals {
            if literal < 0 {
                self.line.push(b'-');
            }
            put(&mut self.line, literal.unsigned_abs());
        }
        self.line.extend(b"0 ");
        for hint in hints {
            put(&mut self.line, hint);
        }
        self.end_line();
        self.last
    }

    /// Forgets clauses.
    pub(crate) fn forget(&mut self, numbers: impl IntoIterator<Item = u64>) {
        self.line.clear();
        put(&mut self.line, self.last);
        self.line.extend(b"d ");
        let start = self.line.len();
        for number in numbers {
            put(&mut self.line, number);
        }
        if self.line.len() > start {
            self.steps += 1;
            self.end_line();
        }
    }

    fn end_line(&mut self) {
        self.line.extend(b"0\n");
        if self.error.is_none()
            && let Err(error) = self.out.write_all(&self.line)
        {
            self.error = Some(error);
        }
    }

    /// The number of lines written.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns true if a write failed.
    pub(crate) fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    /// Writes the buffered lines, and returns the first error.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }
}

/// A number and a blank.
fn put(line: &mut Vec<u8>, number: u64) {
    let start = line.len();
    let mut rest = number;
    loop {
        line.push(b'0' + (rest % 10) as u8);
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    line[start..].reverse();
    line.push(b' ');
}
