//! Exact cover on bit sets: the layer of `dance` where the search spends its time.
//!
//! **Idea.** No links at all. The live choices are one bit set. Each choice has a mask of the
//! choices that go with it, colours and all, worked out beforehand: picking it is one AND, and
//! going back is free, because the set above is still on the stack. The size of an item is the
//! number of ones in `live AND item`. At-most-one and one-colour items exist in the masks alone.
//!
//! ```text
//!   live      1 0 1 1 0 1 0 0 …      one bit a choice            (w words)
//!   goes[c]   0 1 1 0 1 1 1 1 …      0 where c excludes it       (w words for each choice)
//!   item[i]   1 1 1 0 0 0 0 0 …      1 where the choice is in i  (w words for each item)
//!   open      1 1 0 …                exactly-one items not met   (o words)
//!   keeps[c]  0 1 1 …                0 where c meets the item    (o words for each choice)
//! ```
//!
//! **Narrowing.** Deep down most bits of `live` are 0, yet each AND costs its full width. So a
//! part of the tree that is worth it is packed: only the live choices and open items stay, in
//! fewer words. Packing costs about one visit to every mask; it is done when the subtrees seen
//! before at that depth were large enough to pay for it. Widths up to [`Fixed`]'s are compiled
//! each on its own, so that their loops unroll.
//!
//! **Order.** Packing keeps the order of choices and items, so what is searched does not depend
//! on when it packs: the first item among those with the fewest choices, its choices in order.

#![allow(
    clippy::inline_always,
    reason = "the search is compiled once for each kernel, so all of it must be inlined there"
)]

use super::kernel::{self, Kernel};
use crate::{End, Meter};
use tilewright_model::Choice;

/// A set of choices and items to search, packed, with its own stack.
#[derive(Debug, Default)]
pub(crate) struct Pack {
    /// Words in a set of choices, and in a set of items.
    w: usize,
    o: usize,
    /// Which choice of the model each bit stands for.
    ids: Vec<u32>,
    goes: Vec<u64>,
    keeps: Vec<u64>,
    item: Vec<u64>,
    /// The number of items.
    items: usize,
    /// For each item, the words in which it has any bit; empty where the widths are fixed.
    span: Vec<(u32, u32)>,
    /// Frames of `live`, `branch` (w words each), `open` (o words), picks and mark.
    stack: Vec<u64>,
    /// Subtrees seen at each depth: how many, and their nodes in all.
    seen: Vec<(u64, u64)>,
    /// What to do when the search of this pack goes on.
    next: Next,
    /// The state to enter, or to pack: `live`, then `open`.
    entry: Vec<u64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Next {
    /// Enter the state in `entry`.
    #[default]
    Enter,
    /// Go back to the top frame.
    Back,
}

/// Solutions counted, and how many are wanted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) found: u64,
    pub(super) wanted: u64,
}

/// Why [`Pack::run`] came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The picks are a solution, or as many as were wanted have been counted.
    Enough,
    /// Everything in this pack was searched.
    Exhausted,
    /// The state in `entry` is worth packing: search that first, then go on.
    Narrow,
    /// The budget is used up.
    Stop(End),
}

/// Live choices and open items.
pub(crate) type Sets = (Box<[u64]>, Box<[u64]>);

/// What is done with solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Come back with each.
    Visit,
    /// Only count them.
    Count,
}

/// The widths of a pack, known when compiling or not.
pub(super) trait Shape: Copy {
    type Live: AsRef<[u64]> + AsMut<[u64]>;
    type Open: AsRef<[u64]> + AsMut<[u64]>;
    fn live(self) -> Self::Live;
    fn open(self) -> Self::Open;
    fn w(self) -> usize;
    fn o(self) -> usize;
    /// The words in which item `i` has any bit, or a little more.
    fn span(self, pack: &Pack, i: usize) -> (usize, usize);
}

/// Widths that are known when compiling: sets live in registers, loops unroll.
#[derive(Clone, Copy)]
pub(super) struct Fixed<const W: usize, const O: usize>;

impl<const W: usize, const O: usize> Shape for Fixed<W, O> {
    type Live = [u64; W];
    type Open = [u64; O];
    #[inline(always)]
    fn live(self) -> [u64; W] {
        [0; W]
    }
    #[inline(always)]
    fn open(self) -> [u64; O] {
        [0; O]
    }
    #[inline(always)]
    fn w(self) -> usize {
        W
    }
    #[inline(always)]
    fn o(self) -> usize {
        O
    }
    #[inline(always)]
    fn span(self, _: &Pack, _: usize) -> (usize, usize) {
        (0, W)
    }
}

/// Any widths.
#[derive(Clone, Copy)]
pub(super) struct Wide {
    w: usize,
    o: usize,
}

impl Shape for Wide {
    type Live = Vec<u64>;
    type Open = Vec<u64>;
    #[inline(always)]
    fn live(self) -> Vec<u64> {
        vec![0; self.w]
    }
    #[inline(always)]
    fn open(self) -> Vec<u64> {
        vec![0; self.o]
    }
    #[inline(always)]
    fn w(self) -> usize {
        self.w
    }
    #[inline(always)]
    fn o(self) -> usize {
        self.o
    }
    #[inline(always)]
    fn span(self, pack: &Pack, i: usize) -> (usize, usize) {
        pack.item_span(i)
    }
}

/// The widths compiled on their own; a pack is padded to the next of them.
const WIDTHS: [usize; 7] = [1, 2, 3, 4, 6, 8, 12];
const OPEN_WIDTHS: [usize; 3] = [1, 2, 4];

fn padded(words: usize, widths: &[usize]) -> usize {
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

    /// Bytes that a pack of so many choices and items takes.
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

    /// Words in a set of choices.
    pub(super) fn words(&self) -> usize {
        self.w
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

    /// Leaves in `entry` what is there with these choices picked and those barred, and adds the
    /// picked ones to `picked`. Whether the picked ones go together.
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

    /// Makes this pack the state that `parent` left in its `entry`, with only what is live there.
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

    /// Searches on, with the kernel and the widths that fit.
    pub(super) fn run(
        &mut self,
        mode: Mode,
        meter: &mut Meter,
        picks: &mut Vec<u32>,
        tally: &mut Tally,
    ) -> Event {
        kernel::run(self, mode, meter, picks, tally)
    }

    /// Takes whatever is forced, until nothing is. Then the first open item among those with the
    /// fewest live choices, and how many it has: 0 for a dead end, `u32::MAX` where none is open.
    ///
    /// A pass takes all that it finds forced on its way, rather than start anew after each: in a
    /// Sudoku there may be fifty in a row.
    #[inline(always)]
    fn force<S: Shape>(
        &self,
        shape: S,
        live: &mut [u64],
        open: &mut [u64],
        meter: &mut Meter,
        picks: &mut Vec<u32>,
    ) -> Result<(u32, usize), End> {
        let w = shape.w();
        loop {
            let mut best = (u32::MAX, 0);
            let mut has_forced = false;
            for k in 0..shape.o() {
                let mut bits = open[k];
                while bits != 0 {
                    let i = k * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    let (from, to) = shape.span(self, i);
                    let mask = &self.item[i * w + from..i * w + to];
                    let pairs = live[from..to].iter().zip(mask);
                    let size = pairs.map(|(live, mask)| (live & mask).count_ones()).sum();
                    if size >= best.0 {
                        continue;
                    }
                    best = (size, i);
                    if size > 1 {
                        continue;
                    }
                    if size == 0 {
                        return Ok(best);
                    }
                    if let Some(end) = meter.node() {
                        return Err(end);
                    }
                    let c = from * 64 + first_common(&live[from..to], mask);
                    pick(self, shape, live, open, c);
                    picks.push(self.ids[c]);
                    bits &= open[k];
                    best = (u32::MAX, 0);
                    has_forced = true;
                }
            }
            if !has_forced {
                return Ok(best);
            }
        }
    }
}

/// The search itself. It is inlined into each kernel, to be compiled with what its machine has.
#[inline(always)]
pub(super) fn search<S: Shape>(
    pack: &mut Pack,
    shape: S,
    mode: Mode,
    meter: &mut Meter,
    picks: &mut Vec<u32>,
    tally: &mut Tally,
) -> Event {
    let (w, o) = (shape.w(), shape.o());
    let stride = 2 * w + o + 2;
    let mut live = shape.live();
    let mut open = shape.open();
    let (live, open) = (live.as_mut(), open.as_mut());
    let mut entering = pack.next == Next::Enter;
    if entering {
        live.copy_from_slice(&pack.entry[..w]);
        open.copy_from_slice(&pack.entry[w..w + o]);
        pack.next = Next::Back;
    }
    loop {
        if entering {
            let (size, i) = match pack.force(shape, live, open, meter, picks) {
                Ok(tightest) => tightest,
                Err(end) => return Event::Stop(end),
            };
            match size {
                0 => {}
                u32::MAX => {
                    // No item is open: a solution.
                    if mode == Mode::Visit {
                        return Event::Enough;
                    }
                    tally.found += 1;
                    if tally.found >= tally.wanted {
                        return Event::Enough;
                    }
                }
                _ if mode == Mode::Count && is_last(open) => {
                    // Each choice of the last open item completes a solution.
                    let number = u64::from(size).min(tally.wanted - tally.found);
                    if let Some(end) = meter.nodes(number) {
                        return Event::Stop(end);
                    }
                    tally.found += number;
                    if tally.found >= tally.wanted {
                        return Event::Enough;
                    }
                }
                _ => {
                    let top = pack.stack.len();
                    pack.stack.resize(top + stride, 0);
                    let (frame_live, rest) = pack.stack[top..].split_at_mut(w);
                    let (branch, rest) = rest.split_at_mut(w);
                    frame_live.copy_from_slice(live);
                    let mask = &pack.item[i * w..][..w];
                    for ((branch, &live), mask) in branch.iter_mut().zip(&*live).zip(mask) {
                        *branch = live & mask;
                    }
                    rest[..o].copy_from_slice(open);
                    rest[o] = picks.len() as u64;
                    rest[o + 1] = u64::MAX;
                }
            }
        }
        // Take the next choice of the top frame.
        let Some(top) = pack.stack.len().checked_sub(stride) else {
            return Event::Exhausted;
        };
        let depth = top / stride;
        if pack.seen.len() <= depth {
            pack.seen.push((0, 0));
        }
        let nodes = meter.stats().nodes;
        let (frame_live, rest) = pack.stack[top..].split_at_mut(w);
        let (branch, rest) = rest.split_at_mut(w);
        let mark = std::mem::replace(&mut rest[o + 1], nodes);
        if mark != u64::MAX {
            let seen = &mut pack.seen[depth];
            *seen = (seen.0 + 1, seen.1 + (nodes - mark));
        }
        picks.truncate(rest[o] as usize);
        let Some(c) = take_lowest(branch) else {
            pack.stack.truncate(top);
            entering = false;
            continue;
        };
        if let Some(end) = meter.node() {
            return Event::Stop(end);
        }
        live.copy_from_slice(frame_live);
        open.copy_from_slice(&rest[..o]);
        pick(pack, shape, live, open, c);
        picks.push(pack.ids[c]);
        entering = true;
        if w > 1 && is_worth_narrowing(pack.seen[depth], w, live, open) {
            pack.entry[..w].copy_from_slice(live);
            pack.entry[w..w + o].copy_from_slice(open);
            return Event::Narrow;
        }
    }
}

#[inline(always)]
fn pick<S: Shape>(pack: &Pack, shape: S, live: &mut [u64], open: &mut [u64], c: usize) {
    let (w, o) = (shape.w(), shape.o());
    and(live, &pack.goes[c * w..][..w]);
    and(open, &pack.keeps[c * o..][..o]);
}

#[inline(always)]
fn and_not(words: &mut [u64], mask: &[u64]) {
    for (word, mask) in words.iter_mut().zip(mask) {
        *word &= !mask;
    }
}

#[inline(always)]
pub(crate) fn and(words: &mut [u64], mask: &[u64]) {
    for (word, mask) in words.iter_mut().zip(mask) {
        *word &= mask;
    }
}

/// Whether subtrees like those seen at this depth repay the packing of this one.
#[inline(always)]
fn is_worth_narrowing((count, nodes): (u64, u64), w: usize, live: &[u64], open: &[u64]) -> bool {
    // Most often the subtrees are small, so ask that first.
    if nodes < LEAST_NODES * count || count == 0 {
        return false;
    }
    pays(nodes / count, w, live, open)
}

/// Subtrees smaller than this are never packed.
const LEAST_NODES: u64 = 8;
/// What packing a word costs, in words that the search looks at. Measured on the instances of the
/// benchmark and on hard Sudokus: 4 and below lose up to half of the speed, from 16 to 128 all is
/// within a few hundredths.
const PACK_COST: u64 = 32;

#[inline(never)]
fn pays(nodes: u64, w: usize, live: &[u64], open: &[u64]) -> bool {
    let (n, m) = (ones(live), ones(open));
    let narrower = padded(n.div_ceil(64) as usize, &WIDTHS);
    if m == 0 || narrower >= w || 3 * narrower > 2 * w {
        return false;
    }
    let cost = PACK_COST * (n + m) * w as u64;
    let saved_by_node = m * (w - narrower) as u64;
    nodes * saved_by_node > cost
}

#[inline(always)]
pub(crate) fn ones(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// Whether the set has exactly one element.
#[inline(always)]
fn is_last(words: &[u64]) -> bool {
    ones(words) == 1
}

#[inline(always)]
pub(crate) fn first_common(a: &[u64], b: &[u64]) -> usize {
    for (k, (a, b)) in a.iter().zip(b).enumerate() {
        if a & b != 0 {
            return k * 64 + (a & b).trailing_zeros() as usize;
        }
    }
    unreachable!("an item with a live choice")
}

#[inline(always)]
pub(crate) fn take_lowest(words: &mut [u64]) -> Option<usize> {
    for (k, word) in words.iter_mut().enumerate() {
        if *word != 0 {
            let bit = word.trailing_zeros() as usize;
            *word &= *word - 1;
            return Some(k * 64 + bit);
        }
    }
    None
}

#[inline(always)]
pub(crate) fn each_one(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(k, &word)| {
        std::iter::successors((word != 0).then_some(word), |&bits| {
            let rest = bits & (bits - 1);
            (rest != 0).then_some(rest)
        })
        .map(move |bits| k * 64 + bits.trailing_zeros() as usize)
    })
}

/// Ones for the first `n` bits.
fn set_first(words: &mut [u64], n: usize) {
    for (k, word) in words.iter_mut().enumerate() {
        let left = n.saturating_sub(k * 64);
        *word = if left >= 64 { !0 } else { (1 << left) - 1 };
    }
}

/// Moves the bits of `from` that are under ones of `mask` together, into `to` (all zero before).
#[inline(always)]
fn pack_words<K: Kernel>(from: &[u64], mask: &[u64], to: &mut [u64]) {
    let (mut word, mut filled, mut at) = (0, 0, 0);
    for (&from, &mask) in from.iter().zip(mask) {
        if mask == 0 {
            continue;
        }
        let bits = K::extract(from, mask);
        let count = mask.count_ones();
        word |= bits << filled;
        if filled + count < 64 {
            filled += count;
            continue;
        }
        to[at] = word;
        at += 1;
        word = if filled == 0 {
            0
        } else {
            bits >> (64 - filled)
        };
        filled = filled + count - 64;
    }
    if filled > 0 {
        to[at] = word;
    }
}

/// Takes whatever is forced in the entry of the pack, in place. Whether it is no dead end.
#[inline(always)]
pub(super) fn force_entry(
    pack: &mut Pack,
    meter: &mut Meter,
    picks: &mut Vec<u32>,
) -> Result<bool, End> {
    let mut entry = std::mem::take(&mut pack.entry);
    let (live, open) = entry.split_at_mut(pack.w);
    let shape = Wide {
        w: pack.w,
        o: pack.o,
    };
    let tightest = pack.force(shape, live, open, meter, picks);
    pack.entry = entry;
    tightest.map(|(size, _)| size != 0)
}

/// Calls the search with the widths of the pack, compiled for them where they are small.
#[inline(always)]
pub(super) fn search_any(
    pack: &mut Pack,
    mode: Mode,
    meter: &mut Meter,
    picks: &mut Vec<u32>,
    tally: &mut Tally,
) -> Event {
    macro_rules! widths {
        ($($w:literal),*) => {
            match (pack.w, pack.o) {
                $(
                    ($w, 1) => search(pack, Fixed::<$w, 1>, mode, meter, picks, tally),
                    ($w, 2) => search(pack, Fixed::<$w, 2>, mode, meter, picks, tally),
                    ($w, 4) => search(pack, Fixed::<$w, 4>, mode, meter, picks, tally),
                )*
                (w, o) => search(pack, Wide { w, o }, mode, meter, picks, tally),
            }
        };
    }
    widths!(1, 2, 3, 4, 6, 8, 12)
}
