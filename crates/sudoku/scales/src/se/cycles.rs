//! Bidirectional cycles: from a candidate that holds along alternating links back to it.
//!
//! The search goes out in rounds from one candidate. The first that reaches another candidate is
//! its predecessor for good, so every cycle is a way out along predecessors and one link back.

use std::ops::ControlFlow;

use super::grid::{Grid, Off};
use super::links::{Links, Use};
use crate::cells::{Cells, PEERS};
use crate::digits::mask_of;

/// Marks of the rounds: a candidate is marked if its number is that of the current search.
#[derive(Default)]
pub(super) struct Rounds {
    search: u32,
    source: u16,
    reached: Vec<u32>,
    tried: Vec<u32>,
    /// The candidate before a reached one, and the one between them that falls.
    before: Vec<(u16, u16)>,
    front: Vec<u16>,
    next: Vec<u16>,
    links: Vec<(u16, u16)>,
}

/// A cycle that was found.
pub(super) struct Cycle<'r> {
    pub(super) source: usize,
    /// The last link: the candidate that holds, and the one that it excludes.
    pub(super) last: (u16, u16),
    pub(super) length: u32,
    before: &'r [(u16, u16)],
}

impl Rounds {
    /// Hands over the cycles through this candidate of at most this length, the shortest first.
    pub(super) fn cycles<const W: usize>(
        &mut self,
        links: &Links<W>,
        allowed: Use,
        source: usize,
        limit: u32,
        mut found: impl FnMut(&Cycle) -> ControlFlow<()>,
    ) {
        self.start(links.len());
        self.source = source as u16;
        self.reached[source] = self.search;
        self.front.push(source as u16);
        let mut home = [usize::MAX; 4];
        for (slot, id) in home.iter_mut().zip(links.on(source, allowed)) {
            *slot = id;
        }
        let mut length = 0;
        while !self.front.is_empty() && length < limit.saturating_sub(1) {
            length += 2;
            self.out(links, allowed, &home);
            for at in 0..self.links.len() {
                let last = self.links[at];
                for on in links.on(usize::from(last.1), allowed) {
                    if on == source && length >= 4 {
                        let cycle = Cycle {
                            source,
                            last,
                            length,
                            before: &self.before,
                        };
                        if found(&cycle).is_break() {
                            return;
                        }
                    }
                    if self.reached[on] != self.search {
                        self.reached[on] = self.search;
                        self.before[on] = last;
                        self.next.push(on as u16);
                    }
                }
            }
            std::mem::swap(&mut self.front, &mut self.next);
            self.next.clear();
        }
    }

    fn start(&mut self, count: usize) {
        if self.reached.len() < count || self.search == u32::MAX {
            self.reached = vec![0; count];
            self.tried = vec![0; count];
            self.before = vec![(0, 0); count];
            self.search = 0;
        }
        self.search += 1;
        self.front.clear();
        self.next.clear();
    }

    /// Collects the links from this round's candidates to those that fall. Candidates tried before
    /// lead to nothing new, unless they lead home.
    fn out<const W: usize>(&mut self, links: &Links<W>, allowed: Use, home: &[usize; 4]) {
        self.links.clear();
        for &on in &self.front {
            for &off in links.leads(usize::from(on), allowed) {
                let id = usize::from(off);
                if self.tried[id] != self.search {
                    self.tried[id] = self.search;
                } else if !home.contains(&id) || self.is_on_way(on, off) {
                    continue;
                }
                if allowed == Use::All || links.on(id, allowed).next().is_some() {
                    self.links.push((on, off));
                }
            }
        }
    }

    fn is_on_way(&self, on: u16, off: u16) -> bool {
        let mut at = on;
        while at != self.source {
            let (previous, between) = self.before[usize::from(at)];
            if between == off {
                return true;
            }
            at = previous;
        }
        false
    }
}

impl Cycle<'_> {
    /// The candidates of the cycle, backwards from its end to its start, and whether they hold; the
    /// start, which is the end, only once.
    pub(super) fn way(&self) -> Vec<(u16, bool)> {
        let mut way = vec![(self.source as u16, true)];
        let (mut on, mut off) = self.last;
        loop {
            way.push((off, false));
            if usize::from(on) == self.source {
                return way;
            }
            way.push((on, true));
            (on, off) = self.before[usize::from(on)];
        }
    }

    /// The candidates that can go: outside the cells of the cycle, and excluded by both directions.
    pub(super) fn excluded<const W: usize>(&self, grid: &Grid, links: &Links<W>) -> Off {
        let mut seen = [[Cells::NONE; 9]; 2];
        let mut own = Cells::NONE;
        for (id, holds) in self.way() {
            let (cell, digit) = links.whom(usize::from(id));
            own = own.with(cell);
            seen[usize::from(holds)][digit] |= PEERS[cell];
        }
        let lost: [Cells; 9] = std::array::from_fn(|digit| {
            (seen[0][digit] & seen[1][digit] & grid.place[digit]) - own
        });
        let any = lost.iter().fold(Cells::NONE, |all, &cells| all | cells);
        any.into_iter()
            .map(|cell| (cell, mask_of((0..9).filter(|&digit| lost[digit].has(cell)))))
            .collect()
    }
}
