//! The consequences of every candidate that holds, round by round, along all links.
//!
//! All candidates go out together, one round at a time, so that a search for the shortest chain ends with the round
//! in which there is one; without one the rounds continue until nothing new follows, for multiple forcing chains.

use super::links::{Links, Use};
use crate::rows::{Row, has, join, meets, put, renew, spread};

pub(super) struct Reach<const W: usize> {
    /// For each round and each candidate, the candidates that hold first in that round.
    pub(super) rounds: Vec<Vec<Row<W>>>,
    /// For each candidate, all that holds.
    pub(super) all: Vec<Row<W>>,
}

impl<const W: usize> Reach<W> {
    pub(super) fn new(links: &Links<W>) -> Self {
        let mut all = vec![[0; W]; links.len()];
        for (id, row) in all.iter_mut().enumerate() {
            put(row, id);
        }
        Self {
            rounds: vec![all.clone()],
            all,
        }
    }

    /// One more round; `false` if nothing new follows from any candidate.
    fn advance(&mut self, links: &Links<W>) -> bool {
        let mut any = false;
        let last = self.rounds[self.rounds.len() - 1].iter();
        let next = last.zip(&mut self.all).map(|(front, all)| {
            let mut next = spread(front, &links.onward);
            any |= renew(&mut next, all);
            next
        });
        let next = next.collect();
        if any {
            self.rounds.push(next);
        }
        any
    }

    /// Goes out until a candidate leads to its own opposite, but not beyond chains of this length;
    /// the length of the chain, and of the candidates for which there is one that long, the first:
    /// whether it falls, or else holds.
    pub(super) fn shortest(&mut self, links: &Links<W>, most: u32) -> Option<(u32, usize, bool)> {
        loop {
            // From a candidate over `n` rounds to another, and from there to the opposite.
            let length = 2 * self.rounds.len() as u32 + 2;
            if length > most || !self.advance(links) {
                return None;
            }
            let last = &self.rounds[self.rounds.len() - 1];
            for source in 0..links.len() {
                if meets(&last[source], &links.weak[source]) {
                    return Some((length, source, true));
                }
                let mut on = links.on(source, Use::All);
                if on.any(|on| has(&last[on], source)) {
                    return Some((length, source, false));
                }
            }
        }
    }

    /// Returns true if there is a cycle of at most this length through the candidate.
    pub(super) fn is_in_cycle(links: &Links<W>, source: usize, most: u32) -> bool {
        links
            .on(source, Use::All)
            .any(|last| Self::is_closed_by(links, source, last, most))
    }

    /// Returns true if a cycle of at most this length leads back to the candidate over this one, which then is not on
    /// the way out.
    fn is_closed_by(links: &Links<W>, source: usize, last: usize, most: u32) -> bool {
        let mut front = [0; W];
        for &off in links.leads(source, Use::All) {
            if usize::from(off) != last {
                join(&mut front, &links.ons(usize::from(off), Use::All));
            }
        }
        let mut seen = [0; W];
        put(&mut seen, source);
        let mut length = 4;
        while length <= most && renew(&mut front, &mut seen) {
            // From here no link leads over the last one, or it would close the cycle.
            if meets(&front, &links.weak[last]) {
                return true;
            }
            front = spread(&front, &links.onward);
            length += 2;
        }
        false
    }

    /// Returns true if any candidate leads to its own opposite.
    pub(super) fn is_any_forced(links: &Links<W>) -> bool {
        Self::new(links).shortest(links, u32::MAX).is_some()
    }
}
