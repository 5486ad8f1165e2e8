//! What a long count writes down, so that another run can go on from where this one was stopped.
//!
//! A counting engine that is [asked](crate::Ask::notebook) with a notebook reads at its beginning
//! what an earlier run has left there, and writes from time to time what it would not like to find
//! out again: numbers of parts that are done, or the whole state that it has come to. Each keeps
//! its own notes under names of its own, in whatever bytes it likes; it must read no sense into
//! notes that it cannot have written, and then begins anew.
//!
//! Where notes go is not the engine's business: the command line has a file for them, tests have
//! [`InMemory`].

use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// Where a long count writes down what it knows. See the [module](self).
pub trait Notebook: fmt::Debug + Send + Sync {
    /// What stands under this name.
    fn read(&self, name: &str) -> Option<Vec<u8>>;

    /// Whether notes should be written again: a large state need not be written more often. A
    /// count that is stopped writes its notes in any case.
    fn is_due(&self) -> bool;

    /// Writes this under that name in place of what stood there, or only removes that.
    fn write(&self, name: &str, note: Option<Vec<u8>>);

    /// Says which share of the work is done, from 0 to 1, as well as the count can tell: by the
    /// weight of the parts that are done, not by the clock.
    fn progress(&self, share: f64);
}

/// A notebook that is gone with the program: for tests, and for going on within one run.
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

    /// Whether all was read.
    pub fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }
}
