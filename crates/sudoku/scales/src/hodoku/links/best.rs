//! The choice among several steps: the one with the most removals, then the one with the shortest chain, then the one
//! whose removals come first on the board, then the one found first.

use crate::hodoku::step::weight;
use crate::hodoku::{Candidate, HodokuStep, Technique};
use std::collections::HashMap;

/// The rank of a step; the lower goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    /// The removals, negated: the more the better.
    removals: i32,
    /// Nodes of the chain.
    length: usize,
    /// The places of the removals, each weighing more than the one before it.
    place: usize,
    /// The part of the search it comes from, in the order in which the parts count.
    part: u8,
}

impl Rank {
    /// The rank of a step with these removals, sorted by digit and cell, and a chain of `length` nodes.
    pub(super) fn new(removed: &[Candidate], length: usize) -> Self {
        Self {
            removals: -i32::try_from(removed.len()).unwrap_or(i32::MAX),
            length,
            place: weight(removed),
            part: 0,
        }
    }

    /// Marks the rank as from a later part of the search than others that are searched after it.
    pub(super) fn of_part(self, part: u8) -> Self {
        Self { part, ..self }
    }
}

/// The most steps looked at for a list of all; a board full of candidates has far too many chains of sets to list.
const MAX_OFFERS: usize = 4_000_000;

/// Gathers steps: the best alone, or one for each conclusion.
#[derive(Default)]
pub(super) struct Best {
    first: Option<(Rank, HodokuStep)>,
    all: Option<HashMap<HodokuStep, (Rank, usize)>>,
    /// The number of steps offered for the list of all.
    offers: usize,
}

impl Best {
    /// Keeps the best step alone.
    pub(super) fn of_one() -> Self {
        Self::default()
    }

    /// Keeps the shortest step to each conclusion.
    pub(super) fn of_all() -> Self {
        Self {
            all: Some(HashMap::new()),
            ..Self::default()
        }
    }

    /// Returns true if a step with at most this many removals and at least this many nodes could be kept.
    pub(super) fn may_take(&self, removals: usize, length: usize) -> bool {
        let Some((rank, _)) = &self.first else {
            return true;
        };
        let removals = -i32::try_from(removals).unwrap_or(i32::MAX);
        (removals, length) <= (rank.removals, rank.length)
    }

    /// Returns true if no more steps are listed.
    pub(super) fn is_full(&self) -> bool {
        self.offers >= MAX_OFFERS
    }

    /// Offers the step of a technique with the rank of its removals.
    pub(super) fn offer(&mut self, rank: Rank, technique: Technique, removed: Vec<Candidate>) {
        if let Some(all) = &mut self.all {
            self.offers += 1;
            let at = all.len();
            let kept = all
                .entry(HodokuStep::of(technique, removed))
                .or_insert((rank, at));
            kept.0 = kept.0.min(rank);
            return;
        }
        if self.first.as_ref().is_none_or(|(best, _)| rank < *best) {
            self.first = Some((rank, HodokuStep::of(technique, removed)));
        }
    }

    /// The best step.
    pub(super) fn into_first(self) -> Option<HodokuStep> {
        self.first.map(|(_, step)| step)
    }

    /// All steps, the best first.
    pub(super) fn into_all(self) -> Vec<HodokuStep> {
        let mut all: Vec<_> = self.all.into_iter().flatten().collect();
        all.sort_by_key(|&(_, rank)| rank);
        all.into_iter().map(|(step, _)| step).collect()
    }
}
