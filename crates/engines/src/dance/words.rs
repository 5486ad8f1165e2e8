//! Sets of bits as words, for the packs and their search.

#![allow(
    clippy::inline_always,
    reason = "they are compiled into each kernel of the search, so they must be inlined there"
)]

use super::kernel::Kernel;

/// Takes the bits of `mask` away.
#[inline(always)]
pub(super) fn and_not(words: &mut [u64], mask: &[u64]) {
    for (word, mask) in words.iter_mut().zip(mask) {
        *word &= !mask;
    }
}

/// Keeps the bits of `mask` alone.
#[inline(always)]
pub(crate) fn and(words: &mut [u64], mask: &[u64]) {
    for (word, mask) in words.iter_mut().zip(mask) {
        *word &= mask;
    }
}

/// The number of ones.
#[inline(always)]
pub(crate) fn ones(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// Returns true if the set has exactly one element.
#[inline(always)]
pub(super) fn is_last(words: &[u64]) -> bool {
    ones(words) == 1
}

/// The first that is in both.
#[inline(always)]
pub(crate) fn first_common(a: &[u64], b: &[u64]) -> usize {
    for (k, (a, b)) in a.iter().zip(b).enumerate() {
        if a & b != 0 {
            return k * 64 + (a & b).trailing_zeros() as usize;
        }
    }
    unreachable!("an item with a live choice")
}

/// The first in a set that is not empty.
#[inline(always)]
pub(super) fn first_one(words: &[u64]) -> usize {
    first_common(words, words)
}

/// Takes the first out of the set.
#[inline(always)]
pub(crate) fn take_lowest(words: &mut [u64]) -> Option<usize> {
    for (k, word) in words.iter_mut().enumerate() {
        if *word != 0 {
            let bit = word.trailing_zeros() as usize;
            *word &= *word - 1;
            return Some(k * 64 + bit);
        }
    }
    None
}

/// Each in turn.
#[inline(always)]
pub(crate) fn each_one(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(k, &word)| {
        std::iter::successors((word != 0).then_some(word), |&bits| {
            let rest = bits & (bits - 1);
            (rest != 0).then_some(rest)
        })
        .map(move |bits| k * 64 + bits.trailing_zeros() as usize)
    })
}

/// Ones for the first `n` bits.
pub(super) fn set_first(words: &mut [u64], n: usize) {
    for (k, word) in words.iter_mut().enumerate() {
        let left = n.saturating_sub(k * 64);
        *word = if left >= 64 { !0 } else { (1 << left) - 1 };
    }
}

/// Moves the bits of `from` that are under ones of `mask` together, into `to` (all zero before).
#[inline(always)]
pub(super) fn pack_words<K: Kernel>(from: &[u64], mask: &[u64], to: &mut [u64]) {
    let (mut word, mut filled, mut at) = (0, 0, 0);
    for (&from, &mask) in from.iter().zip(mask) {
        if mask == 0 {
            continue;
        }
        let bits = K::extract(from, mask);
        let count = mask.count_ones();
        word |= bits << filled;
        if filled + count < 64 {
            filled += count;
            continue;
        }
        to[at] = word;
        at += 1;
        word = if filled == 0 {
            0
        } else {
            bits >> (64 - filled)
        };
        filled = filled + count - 64;
    }
    if filled > 0 {
        to[at] = word;
    }
}
