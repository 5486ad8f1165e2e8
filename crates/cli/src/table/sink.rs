//! Tables that are texts, written row by row: CSV and JSON lines.

use super::kind::Kind;
use super::source::{Form, Rows, Shape};
use crate::failure::Trouble;
use crate::json::quoted;
use crate::target::Target;
use std::fmt::Write as _;
use std::io::Write as _;
use tilewright_batch::csv::{self, put_cell};
use tilewright_batch::{Columns, Values};

/// A table that is being written.
pub(super) struct Sink {
    target: Target,
    kind: Kind,
    /// The names of the columns that come from the input.
    kept: Vec<String>,
    /// The names of the answers.
    added: Vec<String>,
    /// All names as JSON writes them before a value.
    kept_keys: Vec<String>,
    added_keys: Vec<String>,
    out: Vec<u8>,
}

impl Sink {
    /// Begins a table with the columns of a source, if there is one, and those of the answers.
    pub(super) fn open(
        target: Target,
        kind: Kind,
        source: Option<&Shape>,
        added: &[String],
    ) -> Result<Self, Trouble> {
        let kept = source.map_or(&[][..], Shape::names);
        let keys = |names: &[String]| names.iter().map(|name| quoted(name) + ":").collect();
        let mut sink = Self {
            target,
            kind,
            kept: kept.to_vec(),
            added: added.to_vec(),
            kept_keys: keys(kept),
            added_keys: keys(added),
            out: Vec::new(),
        };
        if let Kind::Csv(delimiter) = kind {
            sink.put_header(delimiter, source);
            sink.flush()?;
        }
        Ok(sink)
    }

    fn put_header(&mut self, delimiter: u8, source: Option<&Shape>) {
        let as_it_stands = source.filter(|source| source.form() == Form::Csv(delimiter));
        let (mut end, mut is_first) = (&b"\n"[..], true);
        if let Some(source) = as_it_stands {
            let (record, line_end) = csv::ended(source.header());
            self.out.extend_from_slice(record);
            if !line_end.is_empty() {
                end = line_end;
            }
            is_first = false;
        }
        let kept = self.kept.iter().filter(|_| as_it_stands.is_none());
        for name in kept.chain(&self.added) {
            if !std::mem::take(&mut is_first) {
                self.out.push(delimiter);
            }
            put_cell(name, delimiter, &mut self.out);
        }
        self.out.extend_from_slice(end);
    }

    /// Adds rows with their answers.
    pub(super) fn write(
        &mut self,
        source: &Shape,
        rows: &Rows,
        answers: &Columns,
    ) -> Result<(), Trouble> {
        for row in 0..rows.len() {
            self.put_row(source, rows, row, answers)?;
        }
        self.flush()
    }

    /// Adds rows that are answers alone.
    pub(super) fn write_answers(&mut self, answers: &Columns) -> Result<(), Trouble> {
        for row in 0..answers.rows() {
            if let Kind::Csv(delimiter) = self.kind {
                put_cells(answers, row, delimiter, false, &mut self.out);
                self.out.push(b'\n');
            } else {
                self.out.push(b'{');
                self.put_fields(answers, row, false);
                self.out.extend_from_slice(b"}\n");
            }
        }
        self.flush()
    }

    fn put_row(
        &mut self,
        source: &Shape,
        rows: &Rows,
        row: usize,
        answers: &Columns,
    ) -> Result<(), Trouble> {
        let text = rows.get(row);
        match (self.kind, source.form()) {
            (Kind::Csv(delimiter), Form::Csv(same)) if delimiter == same => {
                let (record, end) = csv::ended(text);
                self.out.extend_from_slice(record);
                put_cells(answers, row, delimiter, true, &mut self.out);
                self.out.extend_from_slice(end);
            }
            (Kind::Csv(delimiter), _) => {
                let cells = source.cells(text, rows.line(row))?;
                for (number, cell) in cells.iter().enumerate() {
                    if number > 0 {
                        self.out.push(delimiter);
                    }
                    put_cell(cell.as_deref().unwrap_or(""), delimiter, &mut self.out);
                }
                put_cells(answers, row, delimiter, true, &mut self.out);
                self.out.push(b'\n');
            }
            (_, Form::JsonLines) => {
                let object = text.strip_suffix(b"}").unwrap_or(text).trim_ascii_end();
                self.out.extend_from_slice(object);
                self.put_fields(answers, row, object.last() != Some(&b'{'));
                self.out.extend_from_slice(b"}\n");
            }
            (_, _) => {
                let cells = source.cells(text, rows.line(row))?;
                self.out.push(b'{');
                for (number, (key, cell)) in self.kept_keys.iter().zip(&cells).enumerate() {
                    if number > 0 {
                        self.out.push(b',');
                    }
                    self.out.extend_from_slice(key.as_bytes());
                    put_value(cell.as_deref().map(quoted).as_deref(), &mut self.out);
                }
                self.put_fields(answers, row, !cells.is_empty());
                self.out.extend_from_slice(b"}\n");
            }
        }
        Ok(())
    }

    /// Writes the answers as fields of an object.
    fn put_fields(&mut self, answers: &Columns, row: usize, mut is_after: bool) {
        for (key, column) in self.added_keys.iter().zip(answers.columns()) {
            if std::mem::replace(&mut is_after, true) {
                self.out.push(b',');
            }
            let value = match &column.values {
                Values::Text(text) => text.get(row).map(quoted),
                Values::Int64(numbers) => numbers.get(row).map(|number| number.to_string()),
                Values::Float64(numbers) => numbers.get(row).and_then(finite),
            };
            self.out.extend_from_slice(key.as_bytes());
            put_value(value.as_deref(), &mut self.out);
        }
    }

    fn flush(&mut self) -> Result<(), Trouble> {
        let written = self.target.write_all(&self.out);
        self.out.clear();
        Ok(written?)
    }

    /// All rows are there: the file gets its name.
    pub(super) fn finish(self) -> Result<(), Trouble> {
        self.target.finish()
    }
}

/// Writes the answers as cells of a record.
fn put_cells(answers: &Columns, row: usize, delimiter: u8, mut is_after: bool, out: &mut Vec<u8>) {
    let mut number = String::new();
    for column in answers.columns() {
        if std::mem::replace(&mut is_after, true) {
            out.push(delimiter);
        }
        number.clear();
        match &column.values {
            Values::Text(text) => put_cell(text.get(row).unwrap_or(""), delimiter, out),
            Values::Int64(numbers) => {
                if let Some(value) = numbers.get(row) {
                    let _ = write!(number, "{value}");
                }
            }
            Values::Float64(numbers) => {
                if let Some(value) = numbers.get(row) {
                    let _ = write!(number, "{value}");
                }
            }
        }
        out.extend_from_slice(number.as_bytes());
    }
}

fn put_value(value: Option<&str>, out: &mut Vec<u8>) {
    out.extend_from_slice(value.unwrap_or("null").as_bytes());
}

fn finite(number: f64) -> Option<String> {
    number.is_finite().then(|| number.to_string())
}
