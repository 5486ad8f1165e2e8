//! Records of CSV files: where a record ends, where its cells are, the text of a cell, and cells written.
//!
//! Other cells are passed on byte for byte, with their quotation marks, so a record is only cut and never written
//! anew. A cell that begins with a quotation mark ends with the next one that is not doubled; a quotation mark
//! elsewhere is a character like any other.

use memchr::{memchr, memchr_iter, memchr3, memrchr};
use std::borrow::Cow;
use std::ops::Range;

/// The state of reading a record that may have several lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    is_in_quotes: bool,
}

impl Scan {
    /// Reads a line of the record; true if the record ends with it.
    pub fn line(&mut self, line: &[u8], delimiter: u8) -> bool {
        if !self.is_in_quotes && memchr(b'"', line).is_none() {
            return true;
        }
        let mut is_start = !self.is_in_quotes;
        let mut bytes = line.iter().copied().peekable();
        while let Some(byte) = bytes.next() {
            if self.is_in_quotes {
                if byte == b'"' && bytes.next_if_eq(&b'"').is_none() {
                    self.is_in_quotes = false;
                }
                continue;
            }
            self.is_in_quotes = is_start && byte == b'"';
            is_start = byte == delimiter;
        }
        !self.is_in_quotes
    }
}

/// A record without the end of its line, and that end.
pub fn ended(record: &[u8]) -> (&[u8], &[u8]) {
    let end = match record {
        [.., b'\r', b'\n'] => 2,
        [.., b'\n'] => 1,
        _ => 0,
    };
    record.split_at(record.len() - end)
}

/// Finds the cells of a record without its end.
pub fn cells(record: &[u8], delimiter: u8, cells: &mut Vec<Range<usize>>) {
    cells.clear();
    let mut start = 0;
    if memchr(b'"', record).is_none() {
        for end in memchr_iter(delimiter, record) {
            cells.push(start..end);
            start = end + 1;
        }
        cells.push(start..record.len());
        return;
    }
    loop {
        let end = cell_end(&record[start..], delimiter) + start;
        cells.push(start..end);
        if end == record.len() {
            return;
        }
        start = end + 1;
    }
}

/// The end of the first cell of a text.
fn cell_end(text: &[u8], delimiter: u8) -> usize {
    let mut at = 0;
    if text.first() == Some(&b'"') {
        at = 1;
        loop {
            let Some(mark) = memchr(b'"', &text[at..]) else {
                return text.len();
            };
            at += mark + 1;
            if text.get(at) != Some(&b'"') {
                break;
            }
            at += 1;
        }
    }
    memchr(delimiter, &text[at..]).map_or(text.len(), |end| at + end)
}

/// The first carriage return of a record without its end that is not in quotation marks.
pub fn lone_return(record: &[u8], cells: &[Range<usize>]) -> Option<usize> {
    memchr(b'\r', record)?;
    cells.iter().find_map(|cell| {
        let text = &record[cell.clone()];
        let is_quoted = text.first() == Some(&b'"');
        let quoted = memrchr(b'"', text).filter(|_| is_quoted);
        let start = quoted.map_or(0, |mark| mark + 1);
        memchr(b'\r', &text[start..]).map(|at| cell.start + start + at)
    })
}

/// The text of a cell, without its quotation marks.
pub fn text_of(cell: &[u8]) -> Cow<'_, [u8]> {
    let Some(rest) = cell.strip_prefix(b"\"") else {
        return Cow::Borrowed(cell);
    };
    if let Some(inner) = rest.strip_suffix(b"\"")
        && memchr(b'"', inner).is_none()
    {
        return Cow::Borrowed(inner);
    }
    let mut text = Vec::with_capacity(rest.len());
    let mut is_in_quotes = true;
    let mut bytes = rest.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if is_in_quotes && byte == b'"' {
            match bytes.next_if_eq(&b'"') {
                Some(mark) => text.push(mark),
                None => is_in_quotes = false,
            }
        } else {
            text.push(byte);
        }
    }
    Cow::Owned(text)
}

/// Writes a cell, in quotation marks where it needs them.
pub fn put_cell(bytes: &[u8], delimiter: u8, out: &mut Vec<u8>) {
    let needs_marks = memchr3(b'"', b'\r', b'\n', bytes).is_some();
    if !needs_marks && memchr(delimiter, bytes).is_none() {
        out.extend_from_slice(bytes);
        return;
    }
    out.push(b'"');
    for &byte in bytes {
        if byte == b'"' {
            out.push(b'"');
        }
        out.push(byte);
    }
    out.push(b'"');
}

/// Writes a record and its end. A single empty cell is written in quotation marks, since a blank line is
/// not a record.
pub fn put_record<C: AsRef<[u8]>>(
    cells: impl IntoIterator<Item = C>,
    delimiter: u8,
    out: &mut Vec<u8>,
) {
    let start = out.len();
    for (number, cell) in cells.into_iter().enumerate() {
        if number > 0 {
            out.push(delimiter);
        }
        put_cell(cell.as_ref(), delimiter, out);
    }
    if out.len() == start {
        out.extend_from_slice(b"\"\"");
    }
    out.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(record: &[u8]) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        cells(record, b',', &mut found);
        found
            .into_iter()
            .map(|range| text_of(&record[range]).into_owned())
            .collect()
    }

    /// The cells of a record by the `csv` crate.
    fn theirs(record: &[u8]) -> Vec<Vec<u8>> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .from_reader(record);
        let record = reader.byte_records().next().unwrap().unwrap();
        record.iter().map(<[u8]>::to_vec).collect()
    }

    #[test]
    fn cells_are_what_everybody_reads() {
        for record in [
            "a",
            "a,b",
            "a,,b,",
            ",",
            "\"\"",
            "\"a,b\",c",
            "\"a \"\"b\"\"\",\"c\nd\"",
            "a \"b\",c",
            "\"a\"b,c",
            "é,\"ü,\"",
            " \"a\",b",
        ] {
            assert_eq!(
                split(record.as_bytes()),
                theirs(record.as_bytes()),
                "{record}"
            );
        }
    }

    #[test]
    fn a_record_ends_where_no_quotation_mark_is_open() {
        let scan = |lines: &[&[u8]]| {
            let mut scan = Scan::default();
            let ends = lines.iter().map(|line| scan.line(line, b','));
            ends.collect::<Vec<_>>()
        };
        assert_eq!(scan(&[b"a,b\n"]), [true]);
        assert_eq!(scan(&[b"a,\"b\n", b"c\",d\n"]), [false, true]);
        assert_eq!(scan(&[b"a \" b\n"]), [true]);
        assert_eq!(scan(&[b"\"a\"\"\n", b"\"\n"]), [false, true]);
        assert_eq!(scan(&[b"\"a\"\n", b"\"b\"\n"]), [true, true]);
    }

    #[test]
    fn what_is_written_is_read_again() {
        for cell in ["", "a", "a,b", "\"", "a\"b\"", "a\nb", "\r", " a "] {
            let mut out = Vec::new();
            put_cell(cell.as_bytes(), b',', &mut out);
            assert_eq!(text_of(&out), cell.as_bytes());
            out.extend_from_slice(b",x");
            assert_eq!(split(&out).len(), 2, "{cell}");
        }
    }

    #[test]
    fn a_return_that_ends_no_line_is_found() {
        let found = |record: &[u8]| {
            let mut places = Vec::new();
            cells(record, b',', &mut places);
            lone_return(record, &places)
        };
        assert_eq!(found(b"a,b"), None);
        assert_eq!(found(b"a,b\rc,d"), Some(3));
        assert_eq!(found(b"\"a\rb\",c"), None);
        assert_eq!(found(b"\"a\rb\"\r,c"), Some(5));
        assert_eq!(found(b"a\"\r\"b"), Some(2));
    }

    #[test]
    fn ends_of_lines_are_told_apart() {
        assert_eq!(ended(b"a\r\n"), (&b"a"[..], &b"\r\n"[..]));
        assert_eq!(ended(b"a\n"), (&b"a"[..], &b"\n"[..]));
        assert_eq!(ended(b"a\r"), (&b"a\r"[..], &b""[..]));
        assert_eq!(ended(b""), (&b""[..], &b""[..]));
    }
}
