//! Latin squares, row by row.
//!
//! **Idea.** The rest of the full [graph](super::graph) after some rows falls into few classes. So all classes that
//! some rows may leave are kept in a *layer*, each with the number of ways in which they leave it, and each row makes
//! the next layer of the one before:
//!
//! ```text
//! next[class of G − M] += rows · now[G]     over the perfect matchings M of G through one fixed edge
//! ```
//!
//! The last three rows are worked out for each class by itself. This visits each class once, as
//! [`Ways::of`] would; but here it is known how much is done. A layer takes about as long as it
//! has classes, times the matchings of each. How many classes a later layer has is known, too, from
//! the middle on: as many as the one that has as many symbols left as this one has taken, since a
//! graph and its complement are of the same class or not together.
//!
//! If a layer does not fit the memory, the classes of the one before are worked out one by one.

use super::graph::{Graph, NOTE_EACH, Stopped, Ways, most_in, of_record, record};
use crate::Watch;
use num_bigint::BigUint;
use std::collections::HashMap;
use std::convert::Infallible;

/// This many rows are left to [`Ways::of`], which needs nothing remembered for them.
const LAST_ROWS: usize = 3;

/// Layers on the way from the full graph to the last rows.
struct Layers {
    side: usize,
    /// Rows that are still to be laid.
    rows: usize,
    now: Vec<(Graph, u128)>,
    /// The number of them that have gone into the next layer.
    done: usize,
    next: HashMap<Graph, u128>,
    /// The classes of the layers so far, the first first.
    sizes: Vec<usize>,
}

/// The number of Latin squares of that side.
pub(super) fn squares(side: usize, memory: u64, watch: &mut dyn Watch) -> Result<BigUint, Stopped> {
    let mut layers = Layers {
        side,
        rows: side,
        now: vec![(Graph::full(side), 1)],
        done: 0,
        next: HashMap::new(),
        sizes: Vec::new(),
    };
    if let Some(note) = watch.earlier() {
        layers.recall(&note);
    }
    let number = layers.run(memory, watch);
    if number.is_err() {
        watch.note(layers.note());
    }
    number
}

impl Layers {
    fn run(&mut self, memory: u64, watch: &mut dyn Watch) -> Result<BigUint, Stopped> {
        // Tables have room for up to twice as much as they hold, and both while they grow.
        let most = most_in(memory);
        while self.rows > LAST_ROWS {
            while self.done < self.now.len() {
                if !watch.go_on(self.share()) {
                    return Err(Stopped);
                }
                if self.next.len() > most {
                    return self.one_by_one(watch);
                }
                self.lay_row();
                if watch.is_due() {
                    watch.note(self.note());
                }
            }
            self.sizes.push(self.now.len());
            self.now = self.next.drain().collect();
            // The same order in every run, so that a run can resume from the notes of another.
            self.now.sort_unstable_by_key(|(graph, _)| *graph);
            self.done = 0;
            self.rows -= 1;
        }
        self.next.clear();
        self.one_by_one(watch)
    }

    /// Lays a row into the next class.
    fn lay_row(&mut self) {
        let (graph, number) = self.now[self.done];
        // Only invented numbers, in forged notes, are too large.
        let number = number.saturating_mul(self.rows as u128);
        let Ok(()) = graph.each_rest(&mut |rest| {
            let next = self.next.entry(rest.canonical(&[])).or_default();
            *next = next.saturating_add(number);
            Ok::<(), Infallible>(())
        });
        self.done += 1;
    }

    /// The sum over all classes of this layer.
    fn one_by_one(&mut self, watch: &mut dyn Watch) -> Result<BigUint, Stopped> {
        let mut ways = Ways::new(0);
        let mut sum = BigUint::ZERO;
        for (graph, number) in &self.now {
            let share = self.share();
            // The numbers are those of the whole count, and nothing else asks for notes here.
            let mut quiet = || watch.go_on(share);
            sum += BigUint::from(ways.of(graph, self.rows, &mut quiet)?) * *number;
        }
        Ok(sum)
    }

    /// The share that is done, by the classes of each layer and the matchings of each class.
    fn share(&self) -> f64 {
        let count = |size: usize| f64::from(u32::try_from(size).unwrap_or(u32::MAX));
        // As many as a random matrix of as many ones would have, but for a factor.
        let matchings = |rows: usize| (count(rows) / count(self.side)).powf(count(self.side));
        let laid = self.side - self.rows;
        // For layers that are not made yet and have no counterpart, the size of the next will do.
        let size = |layer: usize| match self.sizes.get(layer) {
            Some(&size) => count(size),
            None if layer == laid => count(self.now.len()),
            None => {
                let counterpart = self.sizes.get(self.side - layer);
                count(
                    counterpart
                        .copied()
                        .unwrap_or(self.next.len().max(self.now.len())),
                )
            }
        };
        let cost = |layer: usize| size(layer) * matchings(self.side - layer);
        let all: f64 = (0..=self.side.saturating_sub(LAST_ROWS + 1))
            .map(cost)
            .sum();
        let before: f64 = (0..laid).map(cost).sum();
        let here = matchings(self.rows) * count(self.done);
        ((before + here) / all).min(1.0)
    }

    fn note(&self) -> Vec<u8> {
        let words = [self.rows, self.done, self.now.len(), self.sizes.len()];
        let words = words.iter().chain(&self.sizes);
        let mut note: Vec<u8> = words
            .flat_map(|&word| (word as u64).to_le_bytes())
            .collect();
        let now = self.now.iter().map(|(graph, number)| (graph, number));
        note.extend(now.chain(&self.next).flat_map(record));
        note
    }

    /// Resumes from a note, unless it cannot be one of this count.
    fn recall(&mut self, note: &[u8]) -> Option<()> {
        let mut rest = note;
        let mut word = || {
            let (word, after) = rest.split_first_chunk()?;
            rest = after;
            usize::try_from(u64::from_le_bytes(*word)).ok()
        };
        let (rows, done, len, layers) = (word()?, word()?, word()?, word()?);
        if rows > self.side || layers != self.side - rows || done > len {
            return None;
        }
        let sizes: Option<Vec<usize>> = (0..layers).map(|_| word()).collect();
        let (records, left_over) = rest.as_chunks::<NOTE_EACH>();
        if !left_over.is_empty() || records.len() < len {
            return None;
        }
        let class = |record: &[u8; NOTE_EACH], rows: usize| {
            let (graph, number) = of_record(record);
            graph.is_regular(self.side, rows).then_some((graph, number))
        };
        let now = records[..len].iter().map(|record| class(record, rows));
        let now: Option<Vec<_>> = now.collect();
        let less = rows.saturating_sub(1);
        let next = records[len..].iter().map(|record| class(record, less));
        let next: Option<HashMap<_, _>> = next.collect();
        (self.rows, self.done) = (rows, done);
        (self.sizes, self.now, self.next) = (sizes?, now?, next?);
        Some(())
    }
}
