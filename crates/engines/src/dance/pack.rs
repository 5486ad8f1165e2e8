//! A set of choices and items laid out as bit sets, to be searched. [`bits`](super::bits) describes
//! the sets.

#![allow(
    clippy::inline_always,
    reason = "packing is compiled once for each kernel, so all of it must be inlined there"
)]

use super::kernel::{self, Kernel};
use super::words::{and, and_not, each_one, ones, pack_words, set_first, take_lowest};
use tilewright_model::Choice;

/// A set of choices and items to search, packed, with its own stack.
#[derive(Debug, Default)]
pub(crate) struct Pack {
    /// Words in a set of choices, and in a set of items.
    pub(super) w: usize,
    pub(super) o: usize,
    /// The choice of the model for each bit.
    pub(super) ids: Vec<u32>,
    pub(super) goes: Vec<u64>,
    pub(super) keeps: Vec<u64>,
    pub(super) item: Vec<u64>,
    /// The number of items.
    pub(super) items: usize,
    /// For each item, the words in which it has any bit; empty where the widths are fixed.
    pub(super) span: Vec<(u32, u32)>,
    /// Frames of `live`, `branch` (w words each), `open` (o words), picks and mark.
    pub(super) stack: Vec<u64>,
    /// Subtrees seen at each depth: how many, and their nodes in all.
    pub(super) seen: Vec<(u64, u64)>,
    /// True if the search branches on the first open item, whatever the sizes.
    pub(super) in_order: bool,
    /// The next action when the search of this pack continues.
    pub(super) next: Next,
    /// The state to enter, or to pack: `live`, then `open`.
    pub(super) entry: Vec<u64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Next {
    /// Enter the state in `entry`.
    #[default]
    Enter,
    /// Go back to the top frame.
    Back,
}

/// Live choices and open items.
pub(crate) type Sets = (Box<[u64]>, Box<[u64]>);

/// The widths compiled on their own; a pack is padded to the next of them.
pub(super) const WIDTHS: [usize; 7] = [1, 2, 3, 4, 6, 8, 12];
pub(super) const OPEN_WIDTHS: [usize; 3] = [1, 2, 4];

pub(super) fn padded(words: usize, widths: &[usize]) -> usize {
    let words = words.max(1);
    widths
        .iter()
        .copied()
        .find(|&w| w >= words)
        .unwrap_or(words)
}

impl Pack {
    /// Makes the pack an empty table for these choices of the model and a number of items.
    /// Everything goes with everything until [`Pack::exclude`] says otherwise.
    pub(super) fn reset(&mut self, ids: impl Iterator<Item = u32>, items: usize) {
        self.ids.clear();
        self.ids.extend(ids);
        let n = self.ids.len();
        self.w = padded(n.div_ceil(64), &WIDTHS);
        self.o = padded(items.div_ceil(64), &OPEN_WIDTHS);
        self.goes.clear();
        self.goes.resize(n * self.w, !0);
        self.keeps.clear();
        self.keeps.resize(n * self.o, !0);
        self.item.clear();
        self.item.resize(items * self.w, 0);
        self.items = items;
        self.restart();
    }

    /// Bytes of a pack with `choices` choices and `items` items.
    pub(crate) fn bytes(choices: usize, items: usize) -> u64 {
        let w = padded(choices.div_ceil(64), &WIDTHS) as u64;
        let o = padded(items.div_ceil(64), &OPEN_WIDTHS) as u64;
        8 * (choices as u64 * (w + o) + items as u64 * w)
    }

    /// Back to before the search: everything live and open, nothing tried.
    pub(super) fn restart(&mut self) {
        self.stack.clear();
        self.seen.clear();
        self.next = Next::Enter;
        self.entry.clear();
        self.entry.resize(self.w + self.o, 0);
        set_first(&mut self.entry[..self.w], self.ids.len());
        set_first(&mut self.entry[self.w..], self.items);
    }

    /// Words in a set of choices, and in a set of items.
    pub(crate) fn widths(&self) -> (usize, usize) {
        (self.w, self.o)
    }

    /// The numbers of choices and items.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.ids.len(), self.items)
    }

    /// The choice of the model that bit `c` stands for.
    pub(crate) fn id(&self, c: usize) -> u32 {
        self.ids[c]
    }

    /// The live choices and open items to begin with.
    pub(crate) fn entry(&self) -> (&[u64], &[u64]) {
        self.entry.split_at(self.w)
    }

    /// The choices of item `i`.
    pub(crate) fn item(&self, i: usize) -> &[u64] {
        &self.item[i * self.w..][..self.w]
    }

    /// The words in which item `i` has any choice.
    #[inline(always)]
    pub(crate) fn item_span(&self, i: usize) -> (usize, usize) {
        match self.span.get(i) {
            Some(&(from, to)) => (from as usize, to as usize),
            None => (0, self.w),
        }
    }

    /// The choices that go with choice `c`.
    pub(crate) fn goes(&self, c: usize) -> &[u64] {
        &self.goes[c * self.w..][..self.w]
    }

    /// The items that choice `c` leaves open.
    pub(crate) fn keeps(&self, c: usize) -> &[u64] {
        &self.keeps[c * self.o..][..self.o]
    }

    /// Makes these choices (as bits) exactly-one item `i`: they exclude each other.
    pub(super) fn fill_item(&mut self, i: usize, members: impl Iterator<Item = u32> + Clone) {
        let mask = &mut self.item[i * self.w..][..self.w];
        for c in members.clone() {
            mask[c as usize / 64] |= 1 << (c % 64);
        }
        for c in members {
            self.keeps[c as usize * self.o + i / 64] &= !(1 << (i % 64));
            and_not(&mut self.goes[c as usize * self.w..][..self.w], mask);
        }
    }

    /// Choice `c` excludes the choices of `mask`.
    pub(super) fn exclude(&mut self, c: u32, mask: &[u64]) {
        and_not(&mut self.goes[c as usize * self.w..][..self.w], mask);
    }

    /// To be called when items are filled and exclusions made.
    pub(super) fn finish(&mut self) {
        self.span.clear();
        let is_fixed = WIDTHS.contains(&self.w) && OPEN_WIDTHS.contains(&self.o);
        if is_fixed {
            return;
        }
        self.span.extend(self.item.chunks_exact(self.w).map(|mask| {
            let from = mask.iter().position(|&word| word != 0).unwrap_or(0);
            let to = mask
                .iter()
                .rposition(|&word| word != 0)
                .map_or(0, |k| k + 1);
            (from as u32, to as u32)
        }));
    }

    /// Leaves in `entry` the state with these choices picked and those barred, and adds the picked
    /// ones to `picked`. Returns true if the picked ones go together.
    pub(super) fn restrict(
        &mut self,
        given: &[Choice],
        barred: &[Choice],
        picked: &mut Vec<Choice>,
    ) -> bool {
        let (n, m) = self.counts();
        let (live, open) = self.entry.split_at_mut(self.w);
        set_first(live, n);
        set_first(open, m);
        // The bits are in the order of the choices' numbers, so each finds its own quickly.
        let bit_of = |choice: Choice| self.ids.binary_search(&choice.0).ok();
        for c in barred.iter().filter_map(|&choice| bit_of(choice)) {
            live[c / 64] &= !(1 << (c % 64));
        }
        for &choice in given {
            let Some(c) = bit_of(choice) else {
                return false;
            };
            if live[c / 64] >> (c % 64) & 1 == 0 {
                if picked.contains(&choice) {
                    continue;
                }
                return false;
            }
            and(live, &self.goes[c * self.w..][..self.w]);
            and(open, &self.keeps[c * self.o..][..self.o]);
            picked.push(choice);
        }
        true
    }

    /// Leaves the state with these live choices and open items in `entry`, to be narrowed to.
    pub(super) fn set_entry(&mut self, live: &[u64], open: &[u64]) {
        self.entry[..self.w].copy_from_slice(live);
        self.entry[self.w..].copy_from_slice(open);
    }

    /// Makes this pack the part of `parent` that is in its entry.
    pub(super) fn narrow_from(&mut self, parent: &Self) {
        kernel::narrow(self, parent);
    }

    /// Makes this pack the state that `parent` left in its `entry`, with only the live parts.
    #[inline(always)]
    pub(super) fn narrow<K: Kernel>(&mut self, parent: &Self) {
        let (live, open) = parent.entry.split_at(parent.w);
        let n: usize = ones(live) as usize;
        let m: usize = ones(open) as usize;
        self.w = padded(n.div_ceil(64), &WIDTHS);
        self.o = padded(m.div_ceil(64), &OPEN_WIDTHS);
        self.ids.clear();
        self.goes.clear();
        self.keeps.clear();
        self.item.clear();
        self.goes.resize(n * self.w, 0);
        self.keeps.resize(n * self.o, 0);
        self.item.resize(m * self.w, 0);
        self.items = m;
        self.in_order = parent.in_order;
        for (k, c) in each_one(live).enumerate() {
            self.ids.push(parent.ids[c]);
            pack_words::<K>(parent.goes(c), live, &mut self.goes[k * self.w..][..self.w]);
            pack_words::<K>(
                parent.keeps(c),
                open,
                &mut self.keeps[k * self.o..][..self.o],
            );
        }
        for (k, i) in each_one(open).enumerate() {
            pack_words::<K>(parent.item(i), live, &mut self.item[k * self.w..][..self.w]);
        }
        self.restart();
        self.finish();
    }

    /// Cuts a state in the parts that share nothing: no choice of one excludes one of another.
    pub(crate) fn parts(&self, live: &[u64], open: &[u64]) -> Vec<Sets> {
        let mut left: Box<[u64]> = live.into();
        let mut found = Vec::new();
        while let Some(first) = take_lowest(&mut left) {
            let mut part: Box<[u64]> = vec![0; live.len()].into();
            part[first / 64] |= 1 << (first % 64);
            let mut queue = vec![first];
            while let Some(c) = queue.pop() {
                // Whatever is left and does not go with `c` hangs together with it.
                for (k, goes) in self.goes(c).iter().enumerate() {
                    let mut new = left[k] & !goes;
                    left[k] &= goes;
                    part[k] |= new;
                    while new != 0 {
                        queue.push(k * 64 + new.trailing_zeros() as usize);
                        new &= new - 1;
                    }
                }
            }
            let mut part_open: Box<[u64]> = vec![0; open.len()].into();
            for i in each_one(open) {
                let mut pairs = self.item(i).iter().zip(&part);
                if pairs.any(|(item, part)| item & part != 0) {
                    part_open[i / 64] |= 1 << (i % 64);
                }
            }
            found.push((part, part_open));
        }
        found
    }
}
