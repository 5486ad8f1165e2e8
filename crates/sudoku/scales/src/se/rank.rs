//! The choice among several chains: the easiest, then the shortest, then by kind, then the first.

use std::cmp::Ordering;

/// The addition for the length of a chain, in tenths: one for each of 4, 6, 8, 12, 16, 24, … that
/// it exceeds.
fn tenths(complexity: u32) -> u16 {
    let length = complexity.saturating_sub(2);
    let (mut ceiling, mut grows_by_half, mut added) = (4, true, 0);
    while length > ceiling {
        added += 1;
        ceiling = if grows_by_half {
            ceiling * 3 / 2
        } else {
            ceiling * 4 / 3
        };
        grows_by_half = !grows_by_half;
    }
    added
}

/// Chains that are rated alike: the rating of the shortest, in tenths, and the place of the kind among equals.
pub(super) type Family = (u16, u8);

/// The place of a chain among others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rank {
    /// As Sudoku Explainer adds it up in binary: 6.5 and six tenths one by one need not be 6.6 and
    /// five, and that decides which chain comes first.
    difficulty: f64,
    pub(super) complexity: u32,
    kind: u8,
    pub(super) rating: u16,
}

impl Rank {
    /// The rank of a chain of this family with this length.
    pub(super) fn new((rating, kind): Family, complexity: u32) -> Self {
        let tenths = tenths(complexity);
        let added = (0..tenths).fold(0.0, |sum, _| sum + 0.1);
        Self {
            difficulty: f64::from(rating) / 10.0 + added,
            complexity,
            kind,
            rating: rating + tenths,
        }
    }

    pub(super) fn precedes(&self, other: &Self) -> bool {
        self.order(other) == Ordering::Less
    }

    pub(super) fn order(&self, other: &Self) -> Ordering {
        self.difficulty
            .total_cmp(&other.difficulty)
            .then(self.complexity.cmp(&other.complexity))
            .then(self.kind.cmp(&other.kind))
    }

    /// The greatest complexity with which a chain of this family still comes before it.
    pub(super) fn limit(&self, family: Family) -> u32 {
        let mut limit = 0;
        // The difficulty grows with the complexity, so the first that fails ends it.
        while Self::new(family, limit + 1).precedes(self) {
            limit += 1;
        }
        limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_adds_tenths() {
        let added = [4, 6, 7, 8, 9, 10, 11, 14, 15, 18, 19, 26, 27].map(tenths);
        assert_eq!(added, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
    }

    #[test]
    fn a_limit_is_the_last_that_precedes() {
        let best = Rank::new((70, 4), 10);
        assert_eq!(best.limit((70, 4)), 9);
        assert_eq!(best.limit((70, 3)), 10);
        assert_eq!(best.limit((80, 5)), 0);
    }
}
