//! The kinds of tile, their weights, and the pairs that may be side by side: sets of kinds as bits.

use std::collections::HashMap;
use std::sync::OnceLock;

/// No kind yet.
pub const OPEN: u16 = u16::MAX;

/// The most kinds that a set may have.
pub const MOST_KINDS: usize = OPEN as usize;

/// The sides of a place: above, to the right, below, to the left.
pub(crate) const SIDES: usize = 4;

/// The side of a kind that faces the other way.
pub(crate) fn opposite(side: usize) -> usize {
    (side + 2) % SIDES
}

/// Kinds of tile with their weights, and which of them may be neighbours. Without pairs nothing goes together.
#[derive(Clone, Debug)]
pub struct Kinds {
    weights: Vec<f64>,
    words: usize,
    /// For each side and kind the kinds allowed there.
    beside: [Vec<u64>; SIDES],
    classes: OnceLock<[Vec<u16>; SIDES]>,
    /// For each side and kind the kinds that were seen there, and how much more often than by chance.
    seen: [Vec<Vec<(u16, f32)>>; SIDES],
}

/// How often kinds that were never seen side by side are so in a map, as a part of how often they would be by chance.
const BY_CHANCE: f64 = 0.05;

impl Kinds {
    /// Kinds with these weights, of which no two go together yet.
    ///
    /// # Panics
    /// If there are no kinds, or more than [`MOST_KINDS`], or a weight is negative or not a number.
    pub fn new(weights: Vec<f64>) -> Self {
        let count = weights.len();
        assert!(
            (1..=MOST_KINDS).contains(&count),
            "1 to {MOST_KINDS} kinds, not {count}"
        );
        assert!(
            weights.iter().all(|w| w.is_finite() && *w >= 0.0),
            "weights are numbers from 0 on"
        );
        let words = count.div_ceil(64);
        Self {
            weights,
            words,
            beside: std::array::from_fn(|_| vec![0; count * words]),
            classes: OnceLock::new(),
            seen: Default::default(),
        }
    }

    /// Remembers how often pairs were seen in a sample: so many times the second to the right of the first, and below it. Then a map has
    /// not only the kinds as often as the sample, but also the pairs.
    pub fn see(
        &mut self,
        across: &HashMap<(usize, usize), f64>,
        down: &HashMap<(usize, usize), f64>,
    ) {
        for (side, pairs) in [(1, across), (2, down)] {
            let mut firsts = vec![0.0; self.count()];
            let mut seconds = vec![0.0; self.count()];
            let mut total = 0.0;
            for (&(first, second), times) in pairs {
                firsts[first] += times;
                seconds[second] += times;
                total += times;
            }
            let mut there = vec![Vec::new(); self.count()];
            let mut back = vec![Vec::new(); self.count()];
            for (&(first, second), times) in pairs {
                let more = times * total / (firsts[first] * seconds[second]) + BY_CHANCE;
                there[first].push((second as u16, more as f32));
                back[second].push((first as u16, more as f32));
            }
            for list in there.iter_mut().chain(&mut back) {
                list.sort_unstable_by_key(|&(kind, _)| kind);
            }
            self.seen[side] = there;
            self.seen[opposite(side)] = back;
        }
    }

    /// How much more often another kind was seen on a side of a kind than by chance; 1 if nothing is known.
    pub(crate) fn seen(&self, side: usize, kind: usize, other: usize) -> f64 {
        let Some(list) = self.seen[side].get(kind) else {
            return 1.0;
        };
        let at = list.binary_search_by_key(&other, |&(kind, _)| usize::from(kind));
        at.map_or(BY_CHANCE, |at| f64::from(list[at].1))
    }

    /// Allows a kind to the right of another.
    pub fn allow_across(&mut self, left: usize, right: usize) {
        self.allow(1, left, right);
    }

    /// Allows a kind below another.
    pub fn allow_down(&mut self, upper: usize, lower: usize) {
        self.allow(2, upper, lower);
    }

    fn allow(&mut self, side: usize, kind: usize, other: usize) {
        assert!(kind.max(other) < self.count(), "there is no such kind");
        for (side, kind, other) in [(side, kind, other), (opposite(side), other, kind)] {
            self.beside[side][kind * self.words + other / 64] |= 1 << (other % 64);
        }
        self.classes = OnceLock::new();
    }

    /// The number of kinds.
    pub fn count(&self) -> usize {
        self.weights.len()
    }

    /// The relative frequency of each kind.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Returns true if `right` is allowed to the right of `left`.
    pub fn goes_across(&self, left: usize, right: usize) -> bool {
        holds(self.beside(1, left), right)
    }

    /// Returns true if `lower` is allowed below `upper`.
    pub fn goes_down(&self, upper: usize, lower: usize) -> bool {
        holds(self.beside(2, upper), lower)
    }

    /// Words of a set of kinds.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// The kinds allowed on a side of a kind.
    pub(crate) fn beside(&self, side: usize, kind: usize) -> &[u64] {
        &self.beside[side][kind * self.words..(kind + 1) * self.words]
    }

    /// The set of the kinds that are wanted.
    pub(crate) fn set_of(&self, is_wanted: impl Fn(usize) -> bool) -> Vec<u64> {
        let mut set = vec![0; self.words];
        for kind in (0..self.count()).filter(|&kind| is_wanted(kind)) {
            set[kind / 64] |= 1 << (kind % 64);
        }
        set
    }

    /// For each kind a number on a side: kinds that allow the same there have the same.
    pub(crate) fn classes(&self, side: usize) -> &[u16] {
        let of_side = |side: usize| {
            let mut known: HashMap<&[u64], u16> = HashMap::new();
            let class = |kind| {
                let next = known.len() as u16;
                *known.entry(self.beside(side, kind)).or_insert(next)
            };
            (0..self.count()).map(class).collect()
        };
        &self.classes.get_or_init(|| std::array::from_fn(of_side))[side]
    }
}

/// Returns true if a set has a kind.
pub(crate) fn holds(set: &[u64], kind: usize) -> bool {
    set[kind / 64] >> (kind % 64) & 1 == 1
}

/// The kinds of a set, ascending.
pub(crate) fn members(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(at, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(at * 64 + bit)
        })
    })
}

/// The only kind of a set, if it has just one.
pub(crate) fn only(set: &[u64]) -> Option<usize> {
    let mut found = members(set);
    let first = found.next()?;
    found.next().is_none().then_some(first)
}
