//! The columns of a text, and the puzzle of each row: what the cells of a record and the fields of an object are.
//!
//! Rows come from the room above, which knows where they begin and end.

use super::{LONE_RETURN, TextSource};
use crate::chunk::{Chunk, range};
use crate::column::NoColumn;
use crate::csv;
use crate::object::{self, Field};
use serde_json::Value;
use std::borrow::Cow;

/// The sentence about bytes that are not a text.
pub(super) const NO_TEXT: &str = "this is not UTF-8 text";

/// The layout of rows in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A puzzle on each line, and remarks.
    Lines,
    /// Records, their cells apart by this byte.
    Csv(u8),
    /// An object on each line.
    JsonLines,
}

/// A text cannot be read, or not any further.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadFault {
    /// The sentence.
    pub message: String,
    /// The line and the column, where it is about one.
    pub place: Option<(u64, usize)>,
    /// Advice that might help.
    pub hint: Option<&'static str>,
    /// None of the columns with these names is chosen.
    pub column: Option<(NoColumn, Vec<String>)>,
}

impl ReadFault {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ..Self::default()
        }
    }

    pub(super) fn at(line: u64, message: impl Into<String>) -> Self {
        Self {
            place: Some((line, 1)),
            ..Self::new(message)
        }
    }
}

/// The columns of a text.
#[derive(Clone, Debug)]
pub struct TextHead {
    pub(super) layout: Layout,
    pub(super) names: Vec<String>,
    /// The header of a CSV file as it is there, with its end.
    pub(super) header: Vec<u8>,
    /// The number of the puzzles' column.
    pub(super) column: usize,
}

/// The column that has the puzzles.
#[derive(Clone, Copy, Debug)]
pub enum Which<'w> {
    /// By its number, in a stream.
    Number(usize),
    /// By its name, or where none is given by a usual one, in a table.
    Name(Option<&'w str>),
}

impl TextHead {
    /// The names of the columns.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of the puzzles' column.
    pub fn column(&self) -> usize {
        self.column
    }

    /// The layout of rows.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The header of a CSV file as it is there, with its end.
    pub fn header(&self) -> &[u8] {
        &self.header
    }

    /// The text of each column in a row of a table; `None` is null.
    pub fn cells<'r>(
        &self,
        row: &'r [u8],
        line: u64,
    ) -> Result<Vec<Option<Cow<'r, str>>>, ReadFault> {
        match self.layout {
            Layout::Csv(delimiter) => {
                let mut cells = Vec::new();
                csv::cells(row, delimiter, &mut cells);
                let cells = cells.into_iter().map(|cell| csv::text_of(&row[cell]));
                cells.map(|cell| decoded(cell, line).map(Some)).collect()
            }
            Layout::JsonLines => self.values(row, line),
            Layout::Lines => Ok(vec![Some(decoded(Cow::Borrowed(row), line)?)]),
        }
    }

    fn values<'r>(&self, row: &'r [u8], line: u64) -> Result<Vec<Option<Cow<'r, str>>>, ReadFault> {
        let mut cells = vec![None; self.names.len()];
        let text = std::str::from_utf8(row).map_err(|_| ReadFault::at(line, NO_TEXT))?;
        for Field { name, value } in object::fields(text).map_err(|why| ReadFault::at(line, why))? {
            let Some(column) = self.names.iter().position(|known| *known == name) else {
                let message = format!(
                    "the field {name:?} is not in the first object, and a table needs the same \
                     columns in every row"
                );
                return Err(ReadFault {
                    hint: Some("write JSON lines: -o FILE.jsonl"),
                    ..ReadFault::at(line, message)
                });
            };
            if value != "null" {
                cells[column] = object::text(value).or(Some(Cow::Borrowed(value)));
            }
        }
        Ok(cells)
    }

    /// A row that has a text in the puzzles' column and nothing in the others.
    fn row_of(&self, text: &[u8]) -> Vec<u8> {
        let text = String::from_utf8_lossy(text);
        let Layout::Csv(delimiter) = self.layout else {
            let (name, text) = (Value::from(&*self.names[self.column]), Value::from(&*text));
            return format!("{{{name}:{text}}}").into_bytes();
        };
        let mut record = vec![delimiter; self.column];
        csv::put_cell(text.as_bytes(), delimiter, &mut record);
        let after = self.names.len() - self.column - 1;
        record.resize(record.len() + after, delimiter);
        record
    }
}

pub(super) fn decoded(cell: Cow<'_, [u8]>, line: u64) -> Result<Cow<'_, str>, ReadFault> {
    let text = match cell {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes).map(Cow::Borrowed).ok(),
        Cow::Owned(bytes) => String::from_utf8(bytes).map(Cow::Owned).ok(),
    };
    text.ok_or_else(|| ReadFault {
        hint: Some("only a CSV file that is written as one again may have such cells"),
        ..ReadFault::at(line, "a cell is not UTF-8 text")
    })
}

impl TextSource {
    /// Finds the puzzle of each row.
    pub(super) fn understand(&mut self, chunk: &mut Chunk) -> Result<(), ReadFault> {
        if !chunk.faults.is_empty() {
            return Ok(());
        }
        for row in 0..chunk.len() {
            match self.shape.layout {
                Layout::Lines => return Ok(()),
                Layout::Csv(delimiter) => self.understand_record(chunk, row, delimiter),
                Layout::JsonLines => self.understand_object(chunk, row)?,
            }
        }
        Ok(())
    }

    fn understand_record(&mut self, chunk: &mut Chunk, row: usize, delimiter: u8) {
        let record = chunk.row(row);
        csv::cells(record, delimiter, &mut self.cells);
        let (found, wanted) = (self.cells.len(), self.shape.names.len());
        let why = if csv::lone_return(record, &self.cells).is_some() {
            Some(LONE_RETURN.to_owned())
        } else {
            let why = || format!("this record has {found} fields, and the header has {wanted}");
            (found > wanted && !self.is_stream).then(why)
        };
        if let Some(why) = why {
            return self.put_fault(chunk, row, &why);
        }
        let Some(cell) = self.cells.get(self.shape.column) else {
            chunk.texts.push(0..0);
            let fields = if found == 1 { "field" } else { "fields" };
            let why = format!("this record has only {found} {fields} and no puzzle");
            chunk.fault(row, if self.is_stream { &why } else { NULL });
            return self.pad(chunk, row, found, delimiter);
        };
        let start = chunk.rows[row].start as usize + cell.start;
        let text = match csv::text_of(&record[cell.clone()]) {
            Cow::Owned(text) => Err(text),
            Cow::Borrowed(text) => {
                let start = start + usize::from(text.len() < cell.len());
                Ok(range(start..start + text.len()))
            }
        };
        let text = text.unwrap_or_else(|text| chunk.append(&text));
        chunk.texts.push(text);
        self.pad(chunk, row, found, delimiter);
    }

    /// Gives a record of a table the cells that it lacks.
    fn pad(&self, chunk: &mut Chunk, row: usize, found: usize, delimiter: u8) {
        let wanted = self.shape.names.len();
        if found < wanted && !self.is_stream {
            let mut record = chunk.row(row).to_vec();
            record.resize(record.len() + wanted - found, delimiter);
            chunk.mend(row, &record);
        }
    }

    fn understand_object(&mut self, chunk: &mut Chunk, row: usize) -> Result<(), ReadFault> {
        let line = chunk.line(row);
        let object = chunk.row(row);
        let text = std::str::from_utf8(object).map_err(|_| NO_TEXT.to_owned());
        let fields = match text.and_then(object::fields) {
            Ok(fields) => fields,
            Err(why) => {
                self.put_fault(chunk, row, &why);
                return Ok(());
            }
        };
        let is_taken = |field: &&Field<'_>| self.reserved.iter().any(|name| *name == field.name);
        if let Some(taken) = fields.iter().find(is_taken) {
            let message = format!(
                "this object has a field {:?}, and the answers go into a field of that name since \
                 the first object has none",
                taken.name
            );
            return Err(ReadFault::at(line, message));
        }
        let name = &self.shape.names[self.shape.column];
        let field = fields.into_iter().find(|field| field.name == **name);
        let value = field.map(|field| field.value).filter(|v| *v != "null");
        let text = value.map(|value| object::text(value).unwrap_or(Cow::Borrowed(value)));
        if let Some(text) = text.map(Cow::into_owned) {
            let text = chunk.append(text.as_bytes());
            chunk.texts.push(text);
        } else {
            chunk.texts.push(0..0);
            chunk.fault(row, NULL);
        }
        Ok(())
    }

    /// Notes that a row is none.
    fn put_fault(&self, chunk: &mut Chunk, row: usize, why: &str) {
        chunk.texts.push(0..0);
        if self.is_stream {
            return chunk.fault(row, why);
        }
        let line = chunk.line(row);
        let mended = self.shape.row_of(chunk.row(row).trim_ascii_end());
        chunk.mend(row, &mended);
        chunk.fault(row, format!("line {line}: {why}"));
    }
}

/// The sentence about a row that has nothing where its puzzle should be.
pub(crate) const NULL: &str = "this row is null";
