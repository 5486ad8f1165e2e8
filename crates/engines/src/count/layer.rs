//! The states of a sweep between two items, each with its number: sparse or dense.
//!
//! Numbers are as many words as the largest needs; a layer is given one more before a step that
//! could fill them, so a step never overflows.

#![allow(
    clippy::inline_always,
    reason = "the inner loops are compiled once for each number of words, so all must be inlined there"
)]

use super::plan::{Plan, Step};

/// Adds a number to another of as many words.
#[inline(always)]
fn add(to: &mut [u64], from: &[u64], limbs: usize) {
    let mut carry = false;
    for k in 0..limbs {
        let (sum, over) = to[k].overflowing_add(from[k]);
        let (sum, again) = sum.overflowing_add(u64::from(carry));
        to[k] = sum;
        carry = over | again;
    }
    debug_assert!(!carry, "a step has room for its numbers");
}

/// States by their keys, in the order in which they came, and an index to find them.
#[derive(Debug, Default)]
pub(super) struct Sparse {
    pub(super) words: usize,
    pub(super) limbs: usize,
    pub(super) keys: Vec<u64>,
    pub(super) numbers: Vec<u64>,
    /// Numbers of states, [`FREE`] where there is none; its length is a power of two.
    index: Vec<u32>,
}

const FREE: u32 = u32::MAX;
/// The most states of a layer.
const MOST_STATES: usize = 1 << 31;

impl Sparse {
    pub(super) fn new(words: usize, limbs: usize) -> Self {
        Self {
            words,
            limbs,
            ..Self::default()
        }
    }

    /// The one state before the first step.
    pub(super) fn first(words: usize) -> Self {
        Self {
            words,
            limbs: 1,
            keys: vec![0; words],
            numbers: vec![1],
            index: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.numbers.len() / self.limbs
    }

    pub(super) fn bytes(&self) -> u64 {
        8 * (self.keys.capacity() + self.numbers.capacity()) as u64
            + 4 * self.index.capacity() as u64
    }

    /// Empties it for numbers of that many words, and keeps what memory it has.
    pub(super) fn clear(&mut self, limbs: usize) {
        self.limbs = limbs;
        self.keys.clear();
        self.numbers.clear();
        self.index.fill(FREE);
    }

    /// Releases memory that is far more than the used part.
    pub(super) fn shrink(&mut self) {
        let states = self.len().max(64);
        if self.index.len() > 16 * states {
            self.index = Vec::new();
        }
        if self.keys.capacity() > 16 * states * self.words {
            self.keys.shrink_to(2 * states * self.words);
            self.numbers.shrink_to(2 * states * self.limbs);
        }
    }

    /// Makes room for `more` states if that takes at most `most` bytes in all. Returns true if it
    /// does.
    pub(super) fn make_room(&mut self, more: usize, most: u64) -> bool {
        let wanted = self.len() + more;
        let has_room = self.keys.capacity() >= wanted * self.words
            && self.numbers.capacity() >= wanted * self.limbs;
        if has_room && self.index.len() >= 2 * wanted {
            return true;
        }
        // Half as many again if there is room for that, or else just enough.
        [wanted.max(self.len() + self.len() / 2), wanted]
            .into_iter()
            .any(|states| states < MOST_STATES && self.grow_to(states, most))
    }

    fn grow_to(&mut self, states: usize, most: u64) -> bool {
        let index = (2 * states).next_power_of_two().max(256);
        let by_state = 8 * (self.words + self.limbs) as u64;
        // While it grows the old is there too.
        let old = 8 * (self.keys.len() + self.numbers.len()) as u64;
        let index_bytes = 4 * index.max(self.index.len()) as u64;
        if states as u64 * by_state + old + index_bytes > most {
            return false;
        }
        self.keys
            .reserve_exact(states * self.words - self.keys.len());
        self.numbers
            .reserve_exact(states * self.limbs - self.numbers.len());
        if self.index.len() < index {
            self.index = Vec::new();
            self.index.resize(index, FREE);
            for state in 0..self.len() {
                let key = &self.keys[state * self.words..][..self.words];
                let mut at = place(key, index);
                while self.index[at] != FREE {
                    at = (at + 1) & (index - 1);
                }
                self.index[at] = state as u32;
            }
        }
        true
    }

    /// Adds a number to that of a state. There must be room for one more.
    #[inline(always)]
    fn add(&mut self, key: &[u64], number: &[u64], words: usize, limbs: usize) {
        let mut at = place(&key[..words], self.index.len());
        loop {
            let state = self.index[at];
            if state == FREE {
                self.index[at] = (self.numbers.len() / limbs) as u32;
                self.keys.extend_from_slice(&key[..words]);
                self.numbers.extend_from_slice(&number[..limbs]);
                return;
            }
            let from = state as usize * words;
            if self.keys[from..from + words] == key[..words] {
                let from = state as usize * limbs;
                add(&mut self.numbers[from..from + limbs], number, limbs);
                return;
            }
            at = (at + 1) & (self.index.len() - 1);
        }
    }

    /// Numbers of that many words.
    pub(super) fn widen(&mut self, limbs: usize) {
        self.numbers = widened(&self.numbers, self.limbs, limbs);
        self.limbs = limbs;
    }

    /// The bits of the largest number.
    pub(super) fn number_bits(&self) -> u32 {
        number_bits(&self.numbers, self.limbs)
    }
}

fn widened(numbers: &[u64], from: usize, to: usize) -> Vec<u64> {
    let mut wide = Vec::with_capacity(numbers.len() / from * to);
    for number in numbers.chunks_exact(from) {
        wide.extend_from_slice(number);
        wide.resize(wide.len() + to - from, 0);
    }
    wide
}

/// The bits of the largest of these numbers.
fn number_bits(numbers: &[u64], limbs: usize) -> u32 {
    let mut any = vec![0; limbs];
    for number in numbers.chunks_exact(limbs) {
        for (any, word) in any.iter_mut().zip(number) {
            *any |= word;
        }
    }
    let top = any.iter().rposition(|&word| word != 0);
    top.map_or(0, |k| 64 * (k as u32 + 1) - any[k].leading_zeros())
}

/// The place where the search for a key begins.
#[inline(always)]
fn place(key: &[u64], index: usize) -> usize {
    let mut hash = 0u64;
    for &word in key {
        hash = (hash.rotate_left(29) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    ((hash ^ hash >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - index.trailing_zeros()))
        as usize
}

/// Takes states of `from` through a step into `to`, which has room for all that they lead to, and keeps links.
pub(super) fn sweep_joined(
    plan: &Plan,
    step: &Step,
    from: &Sparse,
    states: std::ops::Range<usize>,
    to: &mut Sparse,
) {
    let (words, limbs) = (from.words, from.limbs);
    for state in states {
        let key = &from.keys[state * words..][..words];
        let number = &from.numbers[state * limbs..][..limbs];
        plan.follow_joined(step, key, |next| to.add(next, number, words, limbs));
    }
}

/// Takes states of `from` through a step into `to`, which has room for all that they lead to.
pub(super) fn sweep_sparse(
    plan: &Plan,
    step: &Step,
    from: &Sparse,
    states: std::ops::Range<usize>,
    to: &mut Sparse,
) {
    /// Compiled for small numbers of words, so that their loops unroll.
    macro_rules! compiled {
        ($($words:literal: $($limbs:literal)*;)*) => {
            match (from.words, from.limbs) {
                $($(($words, $limbs) => run(plan, step, from, states, to, $words, $limbs),)*)*
                (1, limbs) => run(plan, step, from, states, to, 1, limbs),
                (2, limbs) => run(plan, step, from, states, to, 2, limbs),
                (words, limbs) => run(plan, step, from, states, to, words, limbs),
            }
        };
    }
    #[inline(always)]
    fn run(
        plan: &Plan,
        step: &Step,
        from: &Sparse,
        states: std::ops::Range<usize>,
        to: &mut Sparse,
        words: usize,
        limbs: usize,
    ) {
        for state in states {
            let key = &from.keys[state * words..][..words];
            let number = &from.numbers[state * limbs..][..limbs];
            plan.follow(words, step, key, |_, next| {
                to.add(next, number, words, limbs);
            });
        }
    }
    compiled!(1: 1 2 3 4; 2: 1 2;);
}

/// A number for each key of `bits` bits.
#[derive(Debug)]
pub(super) struct Dense {
    pub(super) bits: u32,
    pub(super) limbs: usize,
    pub(super) numbers: Vec<u64>,
}

/// A step on dense states: the keys fall in groups that differ in a few bits alone, and each group
/// is worked out by itself, in place.
#[derive(Debug)]
pub(super) struct Groups {
    /// The bits in which the keys of a group differ.
    mask: u64,
    /// Keys within the group that may have a number before the step.
    from: Vec<u64>,
    /// All keys within the group.
    all: Vec<u64>,
    /// The pairs of `from` to add to `all`.
    pairs: Vec<(u32, u32)>,
}

/// Steps that look at more bits than this are not worked out on dense states.
const MOST_GROUP_BITS: u32 = 8;

impl Groups {
    /// The groups of a step; `None` where they are too large.
    pub(super) fn new(plan: &Plan, step: &Step) -> Option<Self> {
        let mask = step.local[0] | step.new[0];
        if plan.words > 1 || plan.has_links || mask.count_ones() > MOST_GROUP_BITS {
            return None;
        }
        let from: Vec<u64> = subsets(step.local[0]).collect();
        let all: Vec<u64> = subsets(mask).collect();
        let mut pairs = Vec::new();
        for (k, &key) in from.iter().enumerate() {
            plan.follow(1, step, &[key], |_, next| {
                let to = all.binary_search(&next[0]);
                pairs.push((k as u32, to.expect("a key of the group") as u32));
            });
        }
        Some(Self {
            mask,
            from,
            all,
            pairs,
        })
    }

    /// The number of groups among keys of `bits` bits.
    pub(super) fn number(&self, bits: u32) -> u64 {
        1 << bits.saturating_sub(self.mask.count_ones())
    }

    /// The most numbers that are added up to one, as bits.
    pub(super) fn growth(&self) -> u32 {
        let mut targets: Vec<u32> = self.pairs.iter().map(|&(_, to)| to).collect();
        targets.sort_unstable();
        let most = targets.chunk_by(|a, b| a == b).map(<[u32]>::len).max();
        usize::BITS - most.unwrap_or(0).leading_zeros()
    }

    /// The first group after this one, named by its key with none of its bits set.
    #[inline(always)]
    fn next(&self, group: u64) -> u64 {
        ((group | self.mask) + 1) & !self.mask
    }
}

/// All keys made of bits of `mask`, ascending.
fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0u64);
    std::iter::from_fn(move || {
        let key = next?;
        let after = (key | !mask).wrapping_add(1) & mask;
        next = (after != 0).then_some(after);
        Some(key)
    })
}

impl Dense {
    /// Bytes for keys of `bits` bits.
    pub(super) fn bytes_for(bits: u32, limbs: usize) -> u64 {
        (8 * limbs as u64) << bits
    }

    pub(super) fn of(sparse: &Sparse, bits: u32) -> Self {
        let limbs = sparse.limbs;
        let mut numbers = vec![0; limbs << bits];
        for (&key, number) in sparse.keys.iter().zip(sparse.numbers.chunks_exact(limbs)) {
            numbers[key as usize * limbs..][..limbs].copy_from_slice(number);
        }
        Self {
            bits,
            limbs,
            numbers,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        8 * self.numbers.capacity() as u64
    }

    /// The states that have a number.
    pub(super) fn len(&self) -> usize {
        let numbers = self.numbers.chunks_exact(self.limbs);
        let there = numbers.filter(|number| number.iter().any(|&word| word != 0));
        there.count()
    }

    /// The layer as a sparse one. It must fit one word and so must the room for it.
    pub(super) fn to_sparse(&self) -> Sparse {
        let states = self.len();
        let mut sparse = Sparse::new(1, self.limbs);
        sparse.keys.reserve_exact(states);
        sparse.numbers.reserve_exact(states * self.limbs);
        for (key, number) in self.numbers.chunks_exact(self.limbs).enumerate() {
            if number.iter().any(|&word| word != 0) {
                sparse.keys.push(key as u64);
                sparse.numbers.extend_from_slice(number);
            }
        }
        sparse
    }

    /// Room for keys of that many bits.
    pub(super) fn set_bits(&mut self, bits: u32) {
        let len = self.limbs << bits;
        if len > self.numbers.len() {
            self.numbers.reserve_exact(len - self.numbers.len());
        }
        self.numbers.resize(len, 0);
        self.bits = bits;
    }

    /// One more word for each number, in place.
    pub(super) fn widen(&mut self) {
        let (old, new) = (self.limbs, self.limbs + 1);
        let states = 1usize << self.bits;
        self.numbers.reserve_exact(states);
        self.numbers.resize(states * new, 0);
        for state in (0..states).rev() {
            self.numbers
                .copy_within(state * old..(state + 1) * old, state * new);
            self.numbers[state * new + old] = 0;
        }
        self.limbs = new;
    }

    pub(super) fn number_bits(&self) -> u32 {
        number_bits(&self.numbers, self.limbs)
    }

    /// Takes up to `most` groups through their step, from `group` on. Returns the next group,
    /// unless that was the last, and the number taken.
    pub(super) fn sweep(&mut self, groups: &Groups, group: u64, most: usize) -> (Option<u64>, u64) {
        macro_rules! compiled {
            ($($limbs:literal)*) => {
                match self.limbs {
                    $($limbs => self.sweep_with(groups, group, most, $limbs),)*
                    limbs => self.sweep_with(groups, group, most, limbs),
                }
            };
        }
        compiled!(1 2 3 4 5 6)
    }

    #[inline(always)]
    fn sweep_with(
        &mut self,
        groups: &Groups,
        mut group: u64,
        most: usize,
        limbs: usize,
    ) -> (Option<u64>, u64) {
        let end = 1u64 << self.bits;
        let mut before = vec![0u64; groups.from.len() * limbs];
        let mut after = vec![0u64; groups.all.len() * limbs];
        for done in 0..most as u64 {
            if group >= end {
                return (None, done);
            }
            let mut any = 0;
            for (before, &key) in before.chunks_exact_mut(limbs).zip(&groups.from) {
                let number = &self.numbers[(group | key) as usize * limbs..][..limbs];
                for k in 0..limbs {
                    before[k] = number[k];
                    any |= number[k];
                }
            }
            if any != 0 {
                after.fill(0);
                for &(from, to) in &groups.pairs {
                    let number = &before[from as usize * limbs..][..limbs];
                    add(&mut after[to as usize * limbs..][..limbs], number, limbs);
                }
                for (after, &key) in after.chunks_exact(limbs).zip(&groups.all) {
                    self.numbers[(group | key) as usize * limbs..][..limbs].copy_from_slice(after);
                }
            }
            group = groups.next(group);
        }
        ((group < end).then_some(group), most as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dense_layer_takes_the_bytes_that_were_counted_for_it() {
        let mut one = Sparse::first(1);
        one.widen(2);
        let mut dense = Dense::of(&one, 5);
        assert_eq!(dense.bytes(), Dense::bytes_for(5, 2));
        // It keeps its room while it is small, and grows only to its needs.
        dense.set_bits(4);
        dense.widen();
        dense.set_bits(5);
        assert_eq!(dense.bytes(), Dense::bytes_for(5, 3));
        dense.set_bits(9);
        assert_eq!(dense.bytes(), Dense::bytes_for(9, 3));
        assert_eq!((dense.len(), dense.number_bits()), (1, 1));
    }

    #[test]
    fn a_sparse_layer_owns_up_to_all_it_holds() {
        for states in [1, 100, 5_000] {
            let mut sparse = Sparse::first(2);
            assert!(sparse.make_room(states, u64::MAX));
            let vectors = 8 * (sparse.keys.capacity() + sparse.numbers.capacity());
            let held = vectors + size_of_val(&sparse.index[..]);
            assert!(sparse.bytes() >= held as u64);
            assert!(!Sparse::first(2).make_room(states, held as u64 / 2));
        }
    }
}
