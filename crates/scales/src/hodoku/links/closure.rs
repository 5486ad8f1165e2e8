//! All consequences of all premises at once, as sets of bits.

use super::tables::{Node, Tables};

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
        let words = nodes.div_ceil(64);
        self.words = words;
        self.rows.clear();
        self.rows.resize(nodes * words, 0);
        for (from, links) in tables.links.iter().enumerate() {
            let row = &mut self.rows[from * words..(from + 1) * words];
            for link in links {
                set(row, link.to);
            }
        }
        let mut row = vec![0; words];
        let mut pending = vec![0; words];
        for premise in 0..nodes {
            self.close(premise, &mut row, &mut pending);
        }
    }

    /// Completes a row. Those before it are complete, so one of them stands for all that it holds.
    fn close(&mut self, premise: usize, row: &mut [u64], pending: &mut [u64]) {
        let words = self.words;
        row.copy_from_slice(&self.rows[premise * words..(premise + 1) * words]);
        pending.copy_from_slice(row);
        row[premise / 64] |= 1 << (premise % 64);
        pending[premise / 64] &= !(1 << (premise % 64));
        let mut word = 0;
        while word < words {
            if pending[word] == 0 {
                word += 1;
                continue;
            }
            let next = 64 * word + pending[word].trailing_zeros() as usize;
            pending[word] &= pending[word] - 1;
            let more = &self.rows[next * words..(next + 1) * words];
            let complete = next < premise;
            // What is new may lie before this word.
            let mut lowest = word;
            for (at, &bits) in more.iter().enumerate() {
                let new = bits & !row[at];
                row[at] |= new;
                if complete {
                    pending[at] &= !bits;
                } else {
                    pending[at] |= new;
                    if new != 0 && at < lowest {
                        lowest = at;
                    }
                }
            }
            word = lowest;
        }
        self.rows[premise * words..(premise + 1) * words].copy_from_slice(row);
    }

    /// The consequences of a node.
    pub(super) fn row(&self, node: Node) -> &[u64] {
        let at = usize::from(node) * self.words;
        &self.rows[at..at + self.words]
    }

    /// How many words a row has.
    pub(super) fn words(&self) -> usize {
        self.words
    }
}

/// Whether a node is in a row.
pub(super) fn has(row: &[u64], node: Node) -> bool {
    row[usize::from(node / 64)] >> (node % 64) & 1 == 1
}

/// Puts a node into a row.
pub(super) fn set(row: &mut [u64], node: Node) {
    row[usize::from(node / 64)] |= 1 << (node % 64);
}
