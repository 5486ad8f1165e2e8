//! Notes as bytes: what a count writes down, and reads again with suspicion.
//!
//! Every note begins with a mark of what it is about (the choices, the plan) and ends with a
//! checksum. A note about something else, or one that was changed, is no note.

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

/// A note being written: words, low bytes first.
#[derive(Debug)]
pub(super) struct Writer(Vec<u8>);

impl Writer {
    /// A note about what has that mark.
    pub(super) fn new(about: u64) -> Self {
        let mut writer = Self(Vec::new());
        writer.word(about);
        writer
    }

    pub(super) fn word(&mut self, word: u64) {
        self.0.extend_from_slice(&word.to_le_bytes());
    }

    /// Several words, and how many.
    pub(super) fn words(&mut self, words: &[u64]) {
        self.0.reserve_exact(8 * words.len() + 16);
        self.word(words.len() as u64);
        for &word in words {
            self.word(word);
        }
    }

    /// The note, with its checksum.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.word(checksum(&self.0));
        self.0
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
pub(super) struct Reader<'n>(&'n [u8]);

impl<'n> Reader<'n> {
    /// The note, if it is whole and about what has that mark.
    pub(super) fn new(note: &'n [u8], about: u64) -> Option<Self> {
        let (body, sum) = note.split_last_chunk::<8>()?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return None;
        }
        let mut reader = Self(body);
        (reader.word()? == about).then_some(reader)
    }

    pub(super) fn word(&mut self) -> Option<u64> {
        let (word, rest) = self.0.split_first_chunk::<8>()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*word))
    }

    pub(super) fn size(&mut self) -> Option<usize> {
        usize::try_from(self.word()?).ok()
    }

    /// Several words: no more memory is taken than the note has.
    pub(super) fn words(&mut self) -> Option<Vec<u64>> {
        let count = self.size()?;
        let bytes = self.0.get(..count.checked_mul(8)?)?;
        self.0 = &self.0[bytes.len()..];
        let word = |chunk: &[u8]| u64::from_le_bytes(chunk.try_into().expect("eight bytes"));
        Some(bytes.chunks_exact(8).map(word).collect())
    }

    /// Whether all of it was read.
    pub(super) fn is_done(&self) -> bool {
        self.0.is_empty()
    }
}
