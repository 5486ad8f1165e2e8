//! Sets of choices as bits.

use tilewright_model::Choice;

/// The numbers of the bits that are set in a word, ascending.
pub(crate) struct Bits(pub(crate) u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

/// Returns true if the choice is in the set.
#[inline]
pub(crate) fn has(bits: &[u64], choice: Choice) -> bool {
    bits[choice.index() / 64] >> (choice.index() % 64) & 1 == 1
}

/// Puts the choice into the set.
#[inline]
pub(crate) fn set(bits: &mut [u64], choice: Choice) {
    bits[choice.index() / 64] |= 1 << (choice.index() % 64);
}

/// Takes the choice out of the set.
#[inline]
pub(crate) fn clear(bits: &mut [u64], choice: Choice) {
    bits[choice.index() / 64] &= !(1 << (choice.index() % 64));
}

/// The choices of a set, ascending.
pub(crate) fn choices(bits: &[u64]) -> impl Iterator<Item = Choice> + '_ {
    let in_word = |(at, &word): (usize, &u64)| Bits(word).map(move |bit| at * 64 + bit);
    (bits.iter().enumerate())
        .flat_map(in_word)
        .map(|index| Choice(index as u32))
}
