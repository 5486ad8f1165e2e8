//! One puzzle as a table of one row.
//!
//! Whether a text is one puzzle is known once it was read, so what is read is kept beside until then:
//! the row has the text as it stands in the file, and is read as any other row.

use crate::input::{self, Opened};
use std::io::{self, Cursor, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tilewright_batch::Layout;
use tilewright_batch::csv::put_record;

/// What was read so far, until somebody takes it.
#[derive(Clone, Default)]
pub(super) struct Kept(Arc<Mutex<Option<Vec<u8>>>>);

impl Kept {
    /// The same source, and what is read of it.
    pub(super) fn beside(opened: Opened) -> (Opened, Self) {
        let kept = Self(Arc::new(Mutex::new(Some(Vec::new()))));
        let reader = Keeping {
            reader: opened.reader,
            kept: kept.clone(),
        };
        let opened = Opened {
            reader: Box::new(reader),
            ..opened
        };
        (opened, kept)
    }

    fn bytes(&self) -> MutexGuard<'_, Option<Vec<u8>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All that was read; from now on nothing is kept.
    pub(super) fn take(&self) -> Vec<u8> {
        self.bytes().take().unwrap_or_default()
    }
}

struct Keeping {
    reader: Box<dyn Read + Send>,
    kept: Kept,
}

impl Read for Keeping {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        if let Some(bytes) = &mut *self.kept.bytes() {
            bytes.extend_from_slice(&buffer[..length]);
        }
        Ok(length)
    }
}

/// A table of one row: of a single line as it would be among others, or of a text of several.
pub(super) fn one_row(text: &[u8]) -> (Layout, Box<dyn Read + Send>) {
    let text = String::from_utf8_lossy(text);
    let is_puzzle = |line: &&str| !line.trim().is_empty() && !input::is_comment(line);
    if text.lines().filter(is_puzzle).count() == 1 {
        let lines = text.into_owned().into_bytes();
        return (Layout::Lines, Box::new(Cursor::new(lines)));
    }
    let mut table = b"puzzle\n".to_vec();
    put_record([text.trim_end()], b',', &mut table);
    (Layout::Csv(b','), Box::new(Cursor::new(table)))
}
