//! Rows of a table as text: CSV and JSON lines.

use super::kind::Kind;
use std::fmt::Write as _;
use std::sync::Arc;
use tilewright::answer::json;
use tilewright_batch::csv::{self, put_cell};
use tilewright_batch::{Chunk, Columns, Layout, ReadFault, TextHead, Values};

/// The form of rows and their answers.
pub(super) struct TextForm {
    kind: Kind,
    /// The columns that come from the input, if there is one.
    source: Option<Arc<TextHead>>,
    /// The name of the input.
    file: String,
    /// The names of the answers.
    added: Vec<String>,
    /// All names as JSON writes them before a value.
    kept_keys: Vec<String>,
    added_keys: Vec<String>,
}

impl TextForm {
    /// A form for a table with the columns of a source, if there is one, and those of the answers.
    pub(super) fn new(
        kind: Kind,
        source: Option<(Arc<TextHead>, String)>,
        added: Vec<String>,
    ) -> Self {
        let (source, file) = source.unzip();
        let kept = source.as_ref().map_or(&[][..], |source| source.names());
        let keys = |names: &[String]| names.iter().map(|name| json(name) + ":").collect();
        Self {
            kind,
            kept_keys: keys(kept),
            added_keys: keys(&added),
            source,
            file: file.unwrap_or_default(),
            added,
        }
    }

    /// The name of the input.
    pub(super) fn file(&self) -> &str {
        &self.file
    }

    /// The beginning of the file.
    pub(super) fn header(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let Kind::Csv(delimiter) = self.kind else {
            return out;
        };
        let source = self.source.as_deref();
        if let Some(source) = source.filter(|source| source.layout() == Layout::Csv(delimiter)) {
            let (record, end) = csv::ended(source.header());
            out.extend_from_slice(record);
            for name in &self.added {
                out.push(delimiter);
                put_cell(name.as_bytes(), delimiter, &mut out);
            }
            out.extend_from_slice(end);
            return out;
        }
        let kept = source.map_or(&[][..], TextHead::names);
        csv::put_record(kept.iter().chain(&self.added), delimiter, &mut out);
        out
    }

    /// Writes rows with their answers; without a source, the answers alone.
    pub(super) fn put(
        &self,
        chunk: &Chunk,
        answers: &Columns,
        out: &mut Vec<u8>,
    ) -> Result<(), ReadFault> {
        for row in 0..answers.rows() {
            match &self.source {
                Some(source) => self.put_row(source, chunk, row, answers, out)?,
                None => self.put_answers(row, answers, out),
            }
        }
        Ok(())
    }

    fn put_answers(&self, row: usize, answers: &Columns, out: &mut Vec<u8>) {
        if let Kind::Csv(delimiter) = self.kind {
            put_cells(answers, row, delimiter, false, out);
            out.push(b'\n');
        } else {
            out.push(b'{');
            self.put_fields(answers, row, false, out);
            out.extend_from_slice(b"}\n");
        }
    }

    fn put_row(
        &self,
        source: &TextHead,
        chunk: &Chunk,
        row: usize,
        answers: &Columns,
        out: &mut Vec<u8>,
    ) -> Result<(), ReadFault> {
        let text = chunk.row(row);
        match (self.kind, source.layout()) {
            (Kind::Csv(delimiter), Layout::Csv(same)) if delimiter == same => {
                out.extend_from_slice(text);
                put_cells(answers, row, delimiter, true, out);
                out.extend_from_slice(chunk.end(row));
            }
            (Kind::Csv(delimiter), _) => {
                let cells = source.cells(text, chunk.line(row))?;
                for (number, cell) in cells.iter().enumerate() {
                    if number > 0 {
                        out.push(delimiter);
                    }
                    put_cell(cell.as_deref().unwrap_or("").as_bytes(), delimiter, out);
                }
                put_cells(answers, row, delimiter, true, out);
                out.push(b'\n');
            }
            (_, Layout::JsonLines) => {
                let text = text.trim_ascii_end();
                let object = text.strip_suffix(b"}").unwrap_or(text).trim_ascii_end();
                out.extend_from_slice(object);
                self.put_fields(answers, row, object.last() != Some(&b'{'), out);
                out.extend_from_slice(b"}\n");
            }
            (_, _) => {
                let cells = source.cells(text, chunk.line(row))?;
                out.push(b'{');
                for (number, (key, cell)) in self.kept_keys.iter().zip(&cells).enumerate() {
                    if number > 0 {
                        out.push(b',');
                    }
                    out.extend_from_slice(key.as_bytes());
                    put_value(cell.as_deref().map(|cell| json(&cell)).as_deref(), out);
                }
                self.put_fields(answers, row, !cells.is_empty(), out);
                out.extend_from_slice(b"}\n");
            }
        }
        Ok(())
    }

    /// Writes the answers as fields of an object.
    fn put_fields(&self, answers: &Columns, row: usize, mut is_after: bool, out: &mut Vec<u8>) {
        for (key, column) in self.added_keys.iter().zip(answers.columns()) {
            if std::mem::replace(&mut is_after, true) {
                out.push(b',');
            }
            let value = match &column.values {
                Values::Text(text) => text.get(row).map(|text| json(&text)),
                Values::Int64(numbers) => numbers.get(row).map(|number| number.to_string()),
                Values::Float64(numbers) => numbers.get(row).and_then(finite),
            };
            out.extend_from_slice(key.as_bytes());
            put_value(value.as_deref(), out);
        }
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
            Values::Text(text) => {
                put_cell(text.get(row).unwrap_or("").as_bytes(), delimiter, out);
            }
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
