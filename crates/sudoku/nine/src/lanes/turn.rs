//! Bit matrices turned about their diagonal: a word for each plane becomes a word for each lane,
//! and back.
//!
//! 64 registers are as many 64×64 matrices as a register has words, all turned at once. The usual
//! way: exchange the off-diagonal quarters, then those of each quarter, and so on down to single
//! bits. Three of the six rounds need only eight rows at a time, so that two passes over the 64
//! rows do, with everything between in registers.

#![allow(clippy::inline_always, reason = "see vector.rs")]

use super::vector::Vector;

/// Turns 64 rows: bit `i` of row `k` and bit `k` of row `i` change places, in every word.
#[inline(always)]
pub(super) fn turn<V: Vector>(rows: &mut [V; 64]) {
    for first in 0..8 {
        eight(rows, first, 8);
    }
    for eighth in 0..8 {
        eight(rows, eighth * 8, 1);
    }
}

/// Three rounds on the eight rows `first`, `first + apart` and so on: exchanges of 4, 2 and 1
/// times `apart` bits.
#[inline(always)]
fn eight<V: Vector>(rows: &mut [V; 64], first: usize, apart: usize) {
    let mut some = [V::zero(); 8];
    for (i, row) in some.iter_mut().enumerate() {
        *row = rows[first + apart * i];
    }
    for (high, low) in [(4, 0), (5, 1), (6, 2), (7, 3)] {
        exchange(&mut some, low, high, 4 * apart);
    }
    for (high, low) in [(2, 0), (3, 1), (6, 4), (7, 5)] {
        exchange(&mut some, low, high, 2 * apart);
    }
    for (high, low) in [(1, 0), (3, 2), (5, 4), (7, 6)] {
        exchange(&mut some, low, high, apart);
    }
    for (i, row) in some.into_iter().enumerate() {
        rows[first + apart * i] = row;
    }
}

/// Exchanges the upper half of each group of `2 * by` bits of row `low` with the lower half of the
/// group in row `high`.
#[inline(always)]
fn exchange<V: Vector>(rows: &mut [V; 8], low: usize, high: usize, by: usize) {
    let lower = V::splat(u64::MAX / ((1 << by) + 1));
    let by = by as u32;
    let different = rows[low].shr(by).differs_in(rows[high], lower);
    rows[high] = rows[high].xor(different);
    rows[low] = rows[low].xor(different.shl(by));
}

#[cfg(test)]
mod tests {
    use super::super::vector::{Words, words, words_mut};
    use super::*;

    #[test]
    fn rows_become_columns() {
        let mut rows = [Words::zero(); 64];
        let mut state = 1u64;
        for word in words_mut(&mut rows) {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            *word = state ^ state >> 29;
        }
        let before = words(&rows).to_vec();
        turn(&mut rows);
        let after = words(&rows);
        for group in 0..2 {
            for (i, k) in (0..64).flat_map(|i| (0..64).map(move |k| (i, k))) {
                let (was, is) = (
                    before[i * 2 + group] >> k & 1,
                    after[k * 2 + group] >> i & 1,
                );
                assert_eq!(is, was, "row {i}, bit {k}");
            }
        }
    }
}
