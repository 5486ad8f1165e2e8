//! Tables that are texts, read a number of rows at a time: CSV, JSON lines, a puzzle a line.
//!
//! A row is kept as it stands in the file, so that it can be handed on byte for byte, and beside it
//! the text of its puzzle, in the layout that [`tilewright_batch`] takes. A row that is none of the
//! table, as a line that is no object, becomes one: its text stands in the puzzles' column, and a
//! fault says why.

use super::kind::Kind;
use super::objects::{self, Field};
use super::puzzle_column;
use crate::failure::Failure;
use crate::input::{LONE_RETURN, LONGEST_LINE, UNCLOSED, reason, too_long};
use crate::json::quoted;
use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read};
use std::ops::Range;
use std::sync::Arc;
use tilewright::puzzles::Place;
use tilewright_batch::csv::{self, Scan, put_cell};
use tilewright_batch::{Offsets, RowFault, Texts, Validity};

/// What mark some programs put at the beginning of a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// How rows stand in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Records, their cells apart by this byte.
    Csv(u8),
    /// An object on each line.
    JsonLines,
    /// A puzzle on each line, and remarks.
    Lines,
}

impl Form {
    /// The form of a kind of table that is a text.
    pub(super) fn of(kind: Kind) -> Option<Self> {
        match kind {
            Kind::Csv(delimiter) => Some(Self::Csv(delimiter)),
            Kind::JsonLines => Some(Self::JsonLines),
            Kind::Parquet => None,
        }
    }
}

/// What is known of a table before its rows are read.
#[derive(Clone)]
pub(super) struct Shape {
    file: String,
    form: Form,
    names: Vec<String>,
    /// The header of a CSV file as it stands there.
    header: Vec<u8>,
    /// The number of the puzzles' column.
    column: usize,
}

/// A table that is read from its beginning to its end.
pub(super) struct Source {
    shape: Arc<Shape>,
    reader: BufReader<Box<dyn Read + Send>>,
    /// The number of the last line that was read.
    line: u64,
    /// Bytes read so far.
    bytes: u64,
    /// The first object, which told the names.
    first: Vec<u8>,
    /// Names that no object may have.
    reserved: Vec<String>,
    cells: Vec<Range<usize>>,
}

/// Some rows of a table.
#[derive(Default)]
pub(super) struct Rows {
    /// All rows, each as it stands in the file.
    text: Vec<u8>,
    /// Where each ends.
    ends: Vec<usize>,
    /// The line of each.
    lines: Vec<u64>,
    puzzles: Vec<u8>,
    offsets: Vec<i64>,
    validity: Vec<u8>,
    /// The rows that are none.
    faults: Vec<RowFault>,
    /// How far the file is read with them.
    pub(super) place: u64,
}

impl Rows {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The bytes that they take.
    pub(super) fn bytes(&self) -> usize {
        self.text.len()
    }

    /// A row as it stands in the file.
    pub(super) fn get(&self, row: usize) -> &[u8] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.text[start..self.ends[row]]
    }

    /// The line of a row.
    pub(super) fn line(&self, row: usize) -> u64 {
        self.lines[row]
    }

    /// The puzzles.
    pub(super) fn puzzles(&self) -> Texts<'_> {
        let validity = Some(Validity::new(&self.validity, 0));
        Texts::new(&self.puzzles, Offsets::Large(&self.offsets), validity)
            .expect("each row was put in whole")
            .with_faults(&self.faults)
    }

    /// The rows that are none of the table, and why.
    #[cfg(feature = "parquet")]
    pub(super) fn faults(&self) -> &[RowFault] {
        &self.faults
    }

    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.lines.clear();
        self.puzzles.clear();
        self.offsets.clear();
        self.offsets.push(0);
        self.validity.clear();
        self.faults.clear();
    }

    /// The row that was added to the text last, which was to be another, is none of the table.
    fn close_with_fault(&mut self, line: u64, why: &str) {
        self.faults.push(RowFault {
            row: self.len(),
            reason: format!("line {line}: {why}"),
        });
        self.close(line, false);
    }

    /// The row that was added to the text last is whole, and what was added to the puzzles last is
    /// its puzzle, if it has one.
    fn close(&mut self, line: u64, has_puzzle: bool) {
        let row = self.ends.len();
        self.ends.push(self.text.len());
        self.lines.push(line);
        let end = i64::try_from(self.puzzles.len());
        self.offsets.push(end.unwrap_or(i64::MAX));
        if row.is_multiple_of(8) {
            self.validity.push(0);
        }
        self.validity[row / 8] |= u8::from(has_puzzle) << (row % 8);
    }
}

impl Shape {
    /// The names of the columns.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of the puzzles' column.
    #[cfg(feature = "parquet")]
    pub(super) fn column(&self) -> usize {
        self.column
    }

    /// How rows stand in it.
    pub(super) fn form(&self) -> Form {
        self.form
    }

    /// The header of a CSV file as it stands there.
    pub(super) fn header(&self) -> &[u8] {
        &self.header
    }

    /// What each column says in a row; `None` is null.
    pub(super) fn cells<'r>(
        &self,
        row: &'r [u8],
        line: u64,
    ) -> Result<Vec<Option<Cow<'r, str>>>, Failure> {
        match self.form {
            Form::Csv(delimiter) => {
                let record = csv::ended(row).0;
                let mut cells = Vec::new();
                csv::cells(record, delimiter, &mut cells);
                let cells = cells.into_iter().map(|cell| csv::text_of(&record[cell]));
                cells
                    .map(|cell| self.decoded(cell, line).map(Some))
                    .collect()
            }
            Form::JsonLines => self.values(row, line),
            Form::Lines => Ok(vec![Some(self.decoded(Cow::Borrowed(row), line)?)]),
        }
    }

    fn values<'r>(&self, row: &'r [u8], line: u64) -> Result<Vec<Option<Cow<'r, str>>>, Failure> {
        let mut cells = vec![None; self.names.len()];
        let Ok(text) = std::str::from_utf8(row) else {
            return Err(self.at(line, "this is no text in UTF-8"));
        };
        let fields = objects::fields(text).map_err(|message| self.at(line, message))?;
        for Field { name, value } in fields {
            let Some(column) = self.names.iter().position(|known| *known == name) else {
                let message = format!(
                    "the field {name:?} is not in the first object, and a table needs the same \
                     columns in every row"
                );
                return Err(self
                    .at(line, message)
                    .hint("write JSON lines: -o FILE.jsonl"));
            };
            if value != "null" {
                cells[column] = objects::text(value).or(Some(Cow::Borrowed(value)));
            }
        }
        Ok(cells)
    }

    fn decoded<'r>(&self, cell: Cow<'r, [u8]>, line: u64) -> Result<Cow<'r, str>, Failure> {
        let text = match cell {
            Cow::Borrowed(bytes) => std::str::from_utf8(bytes).map(Cow::Borrowed).ok(),
            Cow::Owned(bytes) => String::from_utf8(bytes).map(Cow::Owned).ok(),
        };
        text.ok_or_else(|| {
            self.at(line, "a cell is no text in UTF-8")
                .hint("only a CSV file that is written as one again may have such cells")
        })
    }

    /// A record that has a text in the puzzles' column and nothing in the others.
    fn record_of(&self, text: &[u8], delimiter: u8, end: &[u8]) -> Vec<u8> {
        let mut record = vec![delimiter; self.column];
        put_cell(&String::from_utf8_lossy(text), delimiter, &mut record);
        let after = self.names.len() - self.column - 1;
        record.resize(record.len() + after, delimiter);
        record.extend_from_slice(end);
        record
    }

    /// An object that has a text as its puzzle, and no other field.
    fn object_of(&self, text: &[u8]) -> String {
        let name = quoted(&self.names[self.column]);
        format!("{{{name}:{}}}", quoted(&String::from_utf8_lossy(text)))
    }

    /// A failure that is about a line.
    fn at(&self, line: u64, message: impl Into<String>) -> Failure {
        let mut failure = Failure::new(message).file(&*self.file);
        failure.place = Some(Place {
            line: usize::try_from(line).unwrap_or(usize::MAX),
            column: 1,
        });
        failure
    }
}

impl Source {
    /// Begins to read, and finds the column of the puzzles: the one that is named, or else the one
    /// that looks like it.
    pub(super) fn open(
        file: &str,
        form: Form,
        reader: Box<dyn Read + Send>,
        column: Option<&str>,
    ) -> Result<Self, Failure> {
        let mut shape = Shape {
            file: file.to_owned(),
            form,
            names: Vec::new(),
            header: Vec::new(),
            column: 0,
        };
        let mut source = Self {
            shape: Arc::new(shape.clone()),
            reader: BufReader::with_capacity(1 << 18, reader),
            line: 0,
            bytes: 0,
            first: Vec::new(),
            reserved: Vec::new(),
            cells: Vec::new(),
        };
        match form {
            Form::Csv(delimiter) => source.read_header(delimiter, &mut shape)?,
            Form::JsonLines => shape.names = source.read_first()?,
            Form::Lines => shape.names.push("puzzle".to_owned()),
        }
        let texts: Vec<usize> = (0..shape.names.len()).collect();
        let picked = puzzle_column(&shape.names, &texts, column);
        shape.column = picked.map_err(|failure| failure.file(file))?;
        source.shape = Arc::new(shape);
        Ok(source)
    }

    /// What is known of it.
    pub(super) fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    /// From now on these names must not be those of a field.
    pub(super) fn reserve(&mut self, names: &[String]) {
        self.reserved = names.to_vec();
    }

    /// Reads up to so many rows, and no more than so many bytes but for the last; false where there
    /// are none left.
    pub(super) fn next(
        &mut self,
        most: usize,
        most_bytes: usize,
        rows: &mut Rows,
    ) -> Result<bool, Failure> {
        rows.clear();
        while rows.len() < most && rows.bytes() < most_bytes {
            let is_more = match self.shape.form {
                Form::Csv(delimiter) => self.next_record(delimiter, rows)?,
                Form::JsonLines => self.next_object(rows)?,
                Form::Lines => self.next_line(rows)?,
            };
            if !is_more {
                break;
            }
        }
        rows.place = self.bytes;
        Ok(rows.len() > 0)
    }

    /// Adds the next line with its end; false where there is none.
    fn read_line(&mut self, text: &mut Vec<u8>) -> Result<bool, Failure> {
        let most = LONGEST_LINE as u64 + 1;
        let read = self.reader.by_ref().take(most).read_until(b'\n', text);
        let read = read.map_err(|error| Failure::new(reason(&error)).file(&*self.shape.file))?;
        if read > LONGEST_LINE {
            return Err(too_long().file(&*self.shape.file));
        }
        if read > 0 {
            self.line += 1;
            self.bytes += read as u64;
        }
        Ok(read > 0)
    }

    /// Adds the next record that is not blank, with its end; where it begins, or `None` where there
    /// is none left.
    fn read_record(&mut self, delimiter: u8, text: &mut Vec<u8>) -> Result<Option<u64>, Failure> {
        let start = text.len();
        loop {
            if !self.read_line(text)? {
                return Ok(None);
            }
            if !csv::ended(&text[start..]).0.is_empty() {
                break;
            }
            text.truncate(start);
        }
        let first = self.line;
        let mut scan = Scan::default();
        let mut place = start;
        while !scan.line(&text[place..], delimiter) {
            place = text.len();
            if text.len() - start > LONGEST_LINE {
                return Err(self.unclosed(first));
            }
            if !self.read_line(text)? {
                return Err(self.unclosed(first));
            }
        }
        Ok(Some(first))
    }

    fn unclosed(&self, line: u64) -> Failure {
        self.shape.at(line, UNCLOSED)
    }

    fn read_header(&mut self, delimiter: u8, shape: &mut Shape) -> Result<(), Failure> {
        let mut header = Vec::new();
        if self.read_record(delimiter, &mut header)?.is_none() {
            return Err(empty().file(&*self.shape.file));
        }
        let record = csv::ended(&header).0;
        let record = record.strip_prefix(BYTE_ORDER_MARK).unwrap_or(record);
        let mut cells = Vec::new();
        csv::cells(record, delimiter, &mut cells);
        if let Some(at) = csv::lone_return(record, &cells) {
            let mut failure = self.shape.at(self.line, LONE_RETURN);
            let column = String::from_utf8_lossy(&record[..at]).chars().count() + 1;
            failure
                .place
                .iter_mut()
                .for_each(|place| place.column = column);
            return Err(failure);
        }
        for cell in cells {
            let name = self
                .shape
                .decoded(csv::text_of(&record[cell]), 1)?
                .into_owned();
            shape.names.push(name);
        }
        shape.header = header;
        Ok(())
    }

    fn next_record(&mut self, delimiter: u8, rows: &mut Rows) -> Result<bool, Failure> {
        let start = rows.text.len();
        let Some(line) = self.read_record(delimiter, &mut rows.text)? else {
            return Ok(false);
        };
        let (record, end) = csv::ended(&rows.text[start..]);
        csv::cells(record, delimiter, &mut self.cells);
        let (found, wanted) = (self.cells.len(), self.shape.names.len());
        let why = if csv::lone_return(record, &self.cells).is_some() {
            Some(LONE_RETURN.to_owned())
        } else {
            let why = || format!("this record has {found} fields, and the header has {wanted}");
            (found > wanted).then(why)
        };
        if let Some(why) = why {
            let end = if end.is_empty() { b"\n" } else { end };
            let row = self.shape.record_of(record, delimiter, end);
            rows.text.truncate(start);
            rows.text.extend_from_slice(&row);
            rows.close_with_fault(line, &why);
            return Ok(true);
        }
        let puzzle = self.cells.get(self.shape.column);
        if let Some(cell) = puzzle {
            let said = csv::text_of(&record[cell.clone()]);
            rows.puzzles.extend_from_slice(&said);
        }
        let has_puzzle = puzzle.is_some();
        if found < wanted || end.is_empty() {
            let end = if end.is_empty() {
                b"\n".to_vec()
            } else {
                end.to_vec()
            };
            let length = record.len();
            rows.text.truncate(start + length);
            rows.text.resize(start + length + wanted - found, delimiter);
            rows.text.extend_from_slice(&end);
        }
        rows.close(line, has_puzzle);
        Ok(true)
    }

    /// The names of the columns, as the first object tells them.
    fn read_first(&mut self) -> Result<Vec<String>, Failure> {
        let mut text = Vec::new();
        let Some(line) = self.read_filled_line(&mut text)? else {
            return Err(empty().file(&*self.shape.file));
        };
        if text.starts_with(BYTE_ORDER_MARK) {
            text.drain(..BYTE_ORDER_MARK.len());
        }
        let names = |text: &str| {
            let names = objects::all_fields(text)?.into_iter();
            let mut names: Vec<String> = names.map(|field| field.name.into_owned()).collect();
            // That one is there twice is told with its row.
            let mut seen = HashSet::new();
            names.retain(|name| seen.insert(name.clone()));
            Ok(names)
        };
        let Ok(decoded) = std::str::from_utf8(&text) else {
            return Err(self.shape.at(line, "this is no text in UTF-8"));
        };
        let names = names(decoded).map_err(|message: String| self.shape.at(line, message))?;
        self.first = text;
        Ok(names)
    }

    /// Adds the next line that is not blank; its number, or `None` where there is none left.
    fn read_filled_line(&mut self, text: &mut Vec<u8>) -> Result<Option<u64>, Failure> {
        let start = text.len();
        while self.read_line(text)? {
            if !text[start..].trim_ascii().is_empty() {
                return Ok(Some(self.line));
            }
            text.truncate(start);
        }
        Ok(None)
    }

    fn next_object(&mut self, rows: &mut Rows) -> Result<bool, Failure> {
        let start = rows.text.len();
        let line = if self.first.is_empty() {
            self.read_filled_line(&mut rows.text)?
        } else {
            rows.text.append(&mut self.first);
            Some(self.line)
        };
        let Some(line) = line else {
            return Ok(false);
        };
        let end = start + rows.text[start..].trim_ascii_end().len();
        rows.text.truncate(end);
        let text = std::str::from_utf8(&rows.text[start..]);
        let text = text.map_err(|_| "this is no text in UTF-8".to_owned());
        let fields = match text.and_then(objects::fields) {
            Ok(fields) => fields,
            Err(why) => {
                let row = self.shape.object_of(&rows.text[start..]);
                rows.text.truncate(start);
                rows.text.extend_from_slice(row.as_bytes());
                rows.close_with_fault(line, &why);
                return Ok(true);
            }
        };
        let is_taken = |field: &&Field<'_>| self.reserved.iter().any(|name| *name == field.name);
        if let Some(taken) = fields.iter().find(is_taken) {
            let message = format!(
                "this object has a field {:?}, and the answers go into a field of that name since \
                 the first object has none",
                taken.name
            );
            return Err(self.shape.at(line, message));
        }
        let name = &self.shape.names[self.shape.column];
        let field = fields.into_iter().find(|field| field.name == **name);
        let value = field.map(|field| field.value).filter(|v| *v != "null");
        if let Some(value) = value {
            let puzzle = objects::text(value).unwrap_or(Cow::Borrowed(value));
            rows.puzzles.extend_from_slice(puzzle.as_bytes());
        }
        let has_puzzle = value.is_some();
        rows.close(line, has_puzzle);
        Ok(true)
    }

    /// The next line that is neither blank nor a remark.
    fn next_line(&mut self, rows: &mut Rows) -> Result<bool, Failure> {
        let start = rows.text.len();
        while let Some(line) = self.read_filled_line(&mut rows.text)? {
            let length = csv::ended(&rows.text[start..]).0.len();
            rows.text.truncate(start + length);
            if rows.text[start..].starts_with(b"#") {
                rows.text.truncate(start);
                continue;
            }
            rows.puzzles.extend_from_slice(&rows.text[start..]);
            rows.close(line, true);
            return Ok(true);
        }
        Ok(false)
    }
}

fn empty() -> Failure {
    Failure::new("there is no table here: the file is empty")
}
