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
//! **Order.** Packing keeps the order of choices and items, so the search does not depend on when
//! it packs: the first item among those with the fewest choices, its choices in order. A pack that
//! is to be searched [in order](super::Sorted) branches on its first open item instead.

#![allow(
    clippy::inline_always,
    reason = "the search is compiled once for each kernel, so all of it must be inlined there"
)]

use super::kernel;
use super::pack::{Next, Pack, WIDTHS, padded};
use super::words::{and, first_common, first_one, is_last, ones, take_lowest};
use crate::{End, Meter};

/// Solutions counted, and how many are wanted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) found: u64,
    pub(super) wanted: u64,
}

/// The reason why [`Pack::run`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The picks are a solution, or as many as were wanted have been counted.
    Enough,
    /// Everything in this pack was searched.
    Exhausted,
    /// The state in `entry` is worth packing: search that first, then continue.
    Narrow,
    /// The budget is used up.
    Stop(End),
}

/// The use of solutions.
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

impl Pack {
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

    /// Takes the forced choices of this state, until there are none, and adds them to `picks`.
    /// Returns the first open item among those with the fewest live choices, and their number: 0
    /// for a dead end, `u32::MAX` if none is open.
    pub(crate) fn take_forced(
        &self,
        live: &mut [u64],
        open: &mut [u64],
        meter: &mut Meter,
        picks: &mut Vec<u32>,
    ) -> Result<(u32, usize), End> {
        kernel::force(self, live, open, meter, picks)
    }

    /// Takes the forced choices in the entry, in place. Returns false for a dead end.
    pub(super) fn force_entry(
        &mut self,
        meter: &mut Meter,
        picks: &mut Vec<u32>,
    ) -> Result<bool, End> {
        let mut entry = std::mem::take(&mut self.entry);
        let (live, open) = entry.split_at_mut(self.w);
        let tightest = self.take_forced(live, open, meter, picks);
        self.entry = entry;
        tightest.map(|(size, _)| size != 0)
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

/// The search itself. It is inlined into each kernel, to be compiled for its machine.
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
                    let i = if pack.in_order { first_one(open) } else { i };
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

/// Returns true if subtrees like those seen at this depth repay the packing of this one.
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
/// The cost of packing a word, in words that the search looks at. Measured on the instances of the
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

/// [`Pack::force`] with the widths of the pack, compiled for them where they are small. It is
/// inlined into each kernel.
#[inline(always)]
pub(super) fn force_any(
    pack: &Pack,
    live: &mut [u64],
    open: &mut [u64],
    meter: &mut Meter,
    picks: &mut Vec<u32>,
) -> Result<(u32, usize), End> {
    macro_rules! widths {
        ($($w:literal),*) => {
            match (pack.w, pack.o) {
                $(
                    ($w, 1) => pack.force(Fixed::<$w, 1>, live, open, meter, picks),
                    ($w, 2) => pack.force(Fixed::<$w, 2>, live, open, meter, picks),
                    ($w, 4) => pack.force(Fixed::<$w, 4>, live, open, meter, picks),
                )*
                (w, o) => pack.force(Wide { w, o }, live, open, meter, picks),
            }
        };
    }
    widths!(1, 2, 3, 4, 6, 8, 12)
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
