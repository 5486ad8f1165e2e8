//! Notes as bytes: a count writes them, and reads them again with suspicion.
//!
//! Every note begins with a mark of its subject (the choices, the plan) and ends with a checksum. A
//! note with another mark, or one that was changed, is ignored.

use crate::notebook::{NoteReader, NoteWriter};

/// Mixes words into one: equal for equal words, and hardly ever for others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark(u64);

impl Default for Mark {
    fn default() -> Self {
        Self(0x243F_6A88_85A3_08D3)
    }
}

impl Mark {
    pub(super) fn add(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = (mixed ^ mixed >> 32)
            .wrapping_mul(0xD6E8_FEB8_6659_FD93)
            .rotate_left(23);
    }

    pub(super) fn of(words: impl IntoIterator<Item = u64>) -> u64 {
        let mut mark = Self::default();
        words.into_iter().for_each(|word| mark.add(word));
        mark.get()
    }

    pub(super) fn get(self) -> u64 {
        self.0 ^ self.0 >> 31
    }
}

/// A note being written.
#[derive(Debug)]
pub(super) struct Writer(NoteWriter);

impl Writer {
    /// A note about the subject with that mark.
    pub(super) fn new(about: u64) -> Self {
        let mut pen = NoteWriter::default();
        pen.word(about);
        Self(pen)
    }

    pub(super) fn word(&mut self, word: u64) {
        self.0.word(word);
    }

    /// Several words, and how many.
    pub(super) fn words(&mut self, words: &[u64]) {
        self.0.words(words);
    }

    /// The note, with its checksum.
    pub(super) fn finish(self) -> Vec<u8> {
        let mut note = self.0.finish();
        note.extend_from_slice(&checksum(&note).to_le_bytes());
        note
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    Mark::of(words.chain([bytes.len() as u64]))
}

/// A note being read.
#[derive(Debug)]
pub(super) struct Reader<'n>(NoteReader<'n>);

impl<'n> Reader<'n> {
    /// The note, if it is whole and has that mark.
    pub(super) fn new(note: &'n [u8], about: u64) -> Option<Self> {
        let (body, sum) = note.split_last_chunk::<8>()?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return None;
        }
        let mut page = NoteReader::new(body);
        (page.word()? == about).then_some(Self(page))
    }

    pub(super) fn word(&mut self) -> Option<u64> {
        self.0.word()
    }

    pub(super) fn size(&mut self) -> Option<usize> {
        usize::try_from(self.word()?).ok()
    }

    /// Several words: no more memory is taken than the note has.
    pub(super) fn words(&mut self) -> Option<Vec<u64>> {
        self.0.words()
    }

    /// Returns true if all of it was read.
    pub(super) fn is_done(&self) -> bool {
        self.0.is_at_end()
    }
}
