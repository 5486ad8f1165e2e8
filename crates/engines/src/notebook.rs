//! The notes of a long count, from which another run can resume.
//!
//! A counting engine that is [asked](crate::Ask::notebook) with a notebook first reads the notes of
//! an earlier run. From time to time it writes results that are costly to repeat: numbers of
//! finished parts, or its whole state. Each engine keeps notes under names of its own, in its own
//! format. It must not trust notes that it cannot have written; then it begins anew.
//!
//! The engine does not know where notes go: the command line has a file for them, tests have
//! [`InMemory`].

use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// The notes of a long count. See the [module](self).
pub trait Notebook: fmt::Debug + Send + Sync {
    /// The note of this name.
    fn read(&self, name: &str) -> Option<Vec<u8>>;

    /// Returns true if notes should be written again: a large state need not be written more often.
    /// A stopped count writes its notes in any case.
    fn is_due(&self) -> bool;

    /// Replaces the note of that name by this one, or only removes it.
    fn write(&self, name: &str, note: Option<Vec<u8>>);

    /// Reports the share of the work that is done, from 0 to 1, as well as the count knows it: by
    /// the weight of the finished parts, not by the clock.
    fn progress(&self, share: f64);
}

/// A notebook that is gone with the program: for tests, and for resuming within one run.
#[derive(Debug, Default)]
pub struct InMemory(Mutex<BTreeMap<String, Vec<u8>>>);

impl InMemory {
    /// All notes by their names.
    pub fn notes(&self) -> BTreeMap<String, Vec<u8>> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// A notebook with these notes.
    pub fn with(notes: BTreeMap<String, Vec<u8>>) -> Self {
        Self(Mutex::new(notes))
    }
}

impl Notebook for InMemory {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        self.notes().remove(name)
    }

    fn is_due(&self) -> bool {
        true
    }

    fn write(&self, name: &str, note: Option<Vec<u8>>) {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match note {
            Some(note) => notes.insert(name.to_owned(), note),
            None => notes.remove(name),
        };
    }

    fn progress(&self, _share: f64) {}
}

/// Writes a note: words, and numbers of any size.
#[derive(Debug, Default)]
pub struct NoteWriter(Vec<u8>);

impl NoteWriter {
    /// A word.
    pub fn word(&mut self, word: u64) {
        self.0.extend(word.to_le_bytes());
    }

    /// Several words, with their number before them.
    pub fn words(&mut self, words: &[u64]) {
        self.0.reserve_exact(8 * words.len() + 16);
        self.word(words.len() as u64);
        for &word in words {
            self.word(word);
        }
    }

    /// A number of any size.
    pub fn number(&mut self, number: &BigUint) {
        self.bytes(&number.to_bytes_le());
    }

    /// Bytes, with their number before them.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        self.0.extend(bytes);
    }

    /// The note.
    pub fn finish(self) -> Vec<u8> {
        self.0
    }
}

/// Reads a note from its beginning; `None` wherever it is shorter than it says.
#[derive(Debug)]
pub struct NoteReader<'a>(&'a [u8]);

impl<'a> NoteReader<'a> {
    /// The note.
    pub fn new(note: &'a [u8]) -> Self {
        Self(note)
    }

    /// The next word.
    pub fn word(&mut self) -> Option<u64> {
        let (word, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*word))
    }

    /// The next words. No more memory is taken than the note has.
    pub fn words(&mut self) -> Option<Vec<u64>> {
        let number = usize::try_from(self.word()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(number.checked_mul(8)?)?;
        self.0 = rest;
        let (words, _) = bytes.as_chunks();
        Some(words.iter().map(|word| u64::from_le_bytes(*word)).collect())
    }

    /// The next number.
    pub fn number(&mut self) -> Option<BigUint> {
        self.bytes().map(BigUint::from_bytes_le)
    }

    /// The next bytes.
    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.word()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    /// Returns true if all was read.
    pub fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }
}
