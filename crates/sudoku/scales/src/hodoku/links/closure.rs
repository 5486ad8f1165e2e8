//! All consequences of all premises at once, as sets of bits.

use super::tables::{Node, Tables};
use crate::rows::put;

/// A row of bits for each node: itself and everything that follows from it.
#[derive(Default)]
pub(super) struct Closure {
    words: usize,
    rows: Vec<u64>,
}

impl Closure {
    /// Of these tables.
    pub(super) fn start(&mut self, tables: &Tables) {
        let nodes = tables.links.len();
        let words = nodes.div_ceil(64).max(1);
        self.words = words;
        self.rows.clear();
        self.rows.resize(nodes * words, 0);
        // Nodes from which nothing follows need not be looked at.
        let mut live = vec![0; words];
        for ((links, row), from) in tables
            .links
            .iter()
            .zip(self.rows.chunks_mut(words))
            .zip(0_usize..)
        {
            if !links.is_empty() {
                put(&mut live, from);
            }
            put(row, from);
            for link in links {
                put(row, link.to);
            }
        }
        let mut scratch = Scratch {
            complete: live.iter().map(|word| !word).collect(),
            live,
            row: vec![0; words],
            pending: vec![0; words],
        };
        // Only nodes that are in follow from those that are out, so these are settled first.
        for premise in (0..nodes).step_by(2).chain((1..nodes).step_by(2)) {
            self.close(premise, &mut scratch);
        }
    }

    /// Completes a row. A complete one stands for all that it holds.
    fn close(&mut self, premise: usize, scratch: &mut Scratch) {
        let words = self.words;
        let range = premise * words..(premise + 1) * words;
        let Scratch {
            live,
            complete,
            row,
            pending,
        } = scratch;
        row.copy_from_slice(&self.rows[range.clone()]);
        for ((pending, row), live) in pending.iter_mut().zip(&*row).zip(&*live) {
            *pending = row & live;
        }
        pending[premise / 64] &= !(1 << (premise % 64));
        let mut word = 0;
        while word < words {
            if pending[word] == 0 {
                word += 1;
                continue;
            }
            // A complete one, if there is any.
            let choice = match pending[word] & complete[word] {
                0 => pending[word],
                some => some,
            };
            let bit = choice.trailing_zeros() as usize;
            let next = 64 * word + bit;
            let more = &self.rows[next * words..(next + 1) * words];
            if complete[word] >> bit & 1 == 1 {
                for at in 0..words {
                    row[at] |= more[at];
                    pending[at] &= !more[at];
                }
                continue;
            }
            pending[word] &= !(1 << bit);
            // New nodes may lie before this word.
            for at in 0..words {
                let new = more[at] & !row[at];
                row[at] |= new;
                pending[at] |= new & live[at];
            }
            word = 0;
        }
        self.rows[range].copy_from_slice(row);
        complete[premise / 64] |= 1 << (premise % 64);
    }

    /// For each node, the premises that it follows from, as rows.
    pub(super) fn transposed(&self) -> Vec<u64> {
        let words = self.words;
        let mut columns = vec![0; self.rows.len().max(64 * words * words)];
        let mut block = [0; 64];
        for down in 0..words {
            for right in 0..words {
                for (at, bits) in block.iter_mut().enumerate() {
                    let row = (64 * down + at) * words + right;
                    *bits = self.rows.get(row).copied().unwrap_or(0);
                }
                transpose(&mut block);
                for (at, &bits) in block.iter().enumerate() {
                    columns[(64 * right + at) * words + down] = bits;
                }
            }
        }
        columns
    }

    /// The consequences of a node.
    pub(super) fn row(&self, node: Node) -> &[u64] {
        let at = usize::from(node) * self.words;
        &self.rows[at..at + self.words]
    }

    /// The number of words of a row.
    pub(super) fn words(&self) -> usize {
        self.words
    }
}

/// The buffers for completing the rows.
struct Scratch {
    live: Vec<u64>,
    /// The nodes whose rows are complete.
    complete: Vec<u64>,
    row: Vec<u64>,
    pending: Vec<u64>,
}

/// Turns a block of 64 by 64 bits over its diagonal: its quarters, then the quarters of those.
fn transpose(block: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask: u64 = 0xffff_ffff;
    while width != 0 {
        let mut at = 0;
        while at < 64 {
            let swap = ((block[at] >> width) ^ block[at + width]) & mask;
            block[at] ^= swap << width;
            block[at + width] ^= swap;
            at = (at + width + 1) & !width;
        }
        width >>= 1;
        mask ^= mask << width;
    }
}
