//! Counting by remembered states.
//!
//! **Idea.** The number of solutions below a state depends on the live choices alone (an
//! exactly-one item is open just if it has a live choice, or else the state is dead). So each
//! state's number is remembered, and a state that comes again costs a look-up. States that fall
//! apart in parts which share nothing are counted part by part, and the numbers are multiplied.
//!
//! Forced choices are taken at once, so dead ends show early. That makes it the better way if
//! everything hangs together; a strip is for the [sweep](super::sweep).

use super::notes::{Reader, Writer};
use super::ties::{Labels, Ties};
use crate::dance::pack::{Pack, Sets};
use crate::dance::words::{and, each_one, take_lowest};
use crate::{End, Meter};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The rule that chooses the next item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// The first with the fewest choices; states that fall apart are split.
    Fewest,
    /// The first in the model's order.
    InOrder,
    /// The first in the order of their distance from one end of the model.
    Level,
}

/// Bytes of a remembered state: its key, its number, and the table around them.
pub(super) fn bytes_by_state(pack: &Pack, ties: &Ties) -> u64 {
    ((pack.widths().0 + ties.words()) as u64) * 8 + 112
}

pub(super) enum Stopped {
    /// More states than it may remember.
    States,
    End(End),
}

impl From<End> for Stopped {
    fn from(end: End) -> Self {
        Self::End(end)
    }
}

/// A number of solutions: most fit a machine's arithmetic, and any may become larger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    Small(u128),
    Large(BigUint),
}

impl From<BigUint> for Number {
    fn from(number: BigUint) -> Self {
        u128::try_from(&number).map_or(Self::Large(number), Self::Small)
    }
}

impl Number {
    pub(crate) const ZERO: Self = Self::Small(0);
    pub(crate) const ONE: Self = Self::Small(1);

    pub(crate) fn large(&self) -> BigUint {
        match self {
            Self::Small(number) => (*number).into(),
            Self::Large(number) => number.clone(),
        }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        if let (Self::Small(a), Self::Small(b)) = (&*self, other)
            && let Some(sum) = a.checked_add(*b)
        {
            *self = Self::Small(sum);
            return;
        }
        *self = Self::Large(self.large() + other.large());
    }

    pub(crate) fn multiply(&mut self, other: &Self) {
        if let (Self::Small(a), Self::Small(b)) = (&*self, other)
            && let Some(product) = a.checked_mul(*b)
        {
            *self = Self::Small(product);
            return;
        }
        *self = Self::Large(self.large() * other.large());
    }
}

/// Something that is being worked out for the state whose live choices are in [`Counting::sets`].
struct Frame {
    /// The place where the sets of this frame begin: `live`, and for a sum `open` and `branch` as
    /// well.
    at: usize,
    total: Number,
    kind: Kind,
}

enum Kind {
    /// The choices of one item: the numbers below them are added.
    Sum,
    /// Those of a hidden item: it only matters whether there is a solution below any.
    Any,
    /// Parts that share nothing: their numbers are multiplied.
    Product(Vec<Sets>),
}

/// States by their live choices.
type Known = HashMap<Box<[u64]>, Number, BuildHasherDefault<WordHasher>>;

/// Notes have no more states than fit this many bytes: a larger table is sooner computed again.
const MOST_NOTED: u64 = 1 << 28;

/// Nodes between two calls of the watcher.
const WATCH_EVERY: u64 = 1 << 16;

/// A count in one way. It keeps its results when it is stopped, and uses them when it resumes.
pub(super) struct Counting<'p> {
    pack: &'p Pack,
    ties: &'p Ties,
    pub(super) way: Way,
    levels: &'p [u32],
    /// Words of the key of a state: live choices, then labels.
    width: usize,
    most_states: usize,
    known: Known,
    frames: Vec<Frame>,
    /// The sets of all frames.
    sets: Vec<u64>,
    /// The key of the state that was reached.
    live: Vec<u64>,
    open: Vec<u64>,
    /// The choices picked on the way from the last state.
    picked: Vec<u32>,
    labels: Labels,
    watch_at: u64,
}

impl<'p> Counting<'p> {
    /// Nothing is known yet. `levels` are the items by their distance from one end.
    pub(super) fn new(pack: &'p Pack, ties: &'p Ties, way: Way, levels: &'p [u32]) -> Self {
        Self {
            pack,
            ties,
            way,
            levels,
            width: pack.widths().0 + ties.words(),
            most_states: 0,
            known: HashMap::default(),
            frames: Vec::new(),
            sets: Vec::new(),
            live: Vec::new(),
            open: Vec::new(),
            picked: Vec::new(),
            labels: Labels::default(),
            watch_at: 0,
        }
    }

    /// Bytes that the remembered states take.
    pub(super) fn bytes(&self) -> u64 {
        self.known.len() as u64 * bytes_by_state(self.pack, self.ties)
    }

    /// The number of remembered states.
    pub(super) fn known(&self) -> usize {
        self.known.len()
    }

    /// Forgets all states.
    pub(super) fn forget(&mut self) {
        self.known = HashMap::default();
    }

    /// Counts from the first state on, with all known states, until there would be more than `most`
    /// of them.
    pub(super) fn run(
        &mut self,
        most_states: usize,
        meter: &mut Meter,
        watch: &mut dyn FnMut(&Self),
    ) -> Result<BigUint, Stopped> {
        self.most_states = most_states;
        self.frames.clear();
        self.sets.clear();
        let (live, open) = self.pack.entry();
        self.live = [live, &self.ties.first()].concat();
        self.open = open.to_vec();
        self.picked.clear();
        self.watch_at = meter.stats().nodes + WATCH_EVERY;
        loop {
            // A state was reached: its number, or a frame in which it is worked out.
            let mut number = self.look(meter)?;
            if meter.stats().nodes >= self.watch_at {
                self.watch_at += WATCH_EVERY;
                watch(self);
            }
            // Hand numbers down until a frame has another state to look at.
            loop {
                let Some(frame) = self.frames.last_mut() else {
                    let number = number.expect("the last frame left its number");
                    return Ok(number.large());
                };
                if let Some(number) = number.take() {
                    match frame.kind {
                        Kind::Sum => frame.total.add(&number),
                        Kind::Any if number == Number::ZERO => {}
                        Kind::Any => frame.total = Number::ONE,
                        Kind::Product(_) => frame.total.multiply(&number),
                    }
                }
                if self.next_state(meter)? {
                    break;
                }
                number = Some(self.finish_frame()?);
            }
        }
    }

    /// A note of the known states, unless there are too many or none.
    pub(super) fn note(&self, about: u64) -> Option<Vec<u8>> {
        if self.known.is_empty() || self.bytes() > MOST_NOTED {
            return None;
        }
        let mut note = Writer::new(about);
        note.word(self.way as u64);
        note.word(self.known.len() as u64);
        for (key, number) in &self.known {
            note.words(key);
            note.words(&number.large().to_u64_digits());
        }
        Some(note.finish())
    }

    /// Loads the known states from the note, if it is about this way.
    pub(super) fn go_on_from(&mut self, note: &[u8], about: u64, memory: u64) -> bool {
        let known = self.read(note, about, memory);
        let is_read = known.is_some();
        self.known = known.unwrap_or_default();
        is_read
    }

    fn read(&self, note: &[u8], about: u64, memory: u64) -> Option<Known> {
        let mut note = Reader::new(note, about)?;
        if note.word()? != self.way as u64 {
            return None;
        }
        let count = note.word()?;
        if count.checked_mul(bytes_by_state(self.pack, self.ties))? > memory {
            return None;
        }
        let mut known = Known::default();
        for _ in 0..count {
            let key = note.words()?;
            if key.len() != self.width {
                return None;
            }
            let digits = note.words()?;
            let halves = digits.iter().flat_map(|&d| [d as u32, (d >> 32) as u32]);
            known.insert(key.into(), Number::from(BigUint::new(halves.collect())));
        }
        note.is_done().then_some(known)
    }

    /// Remembers the result of the top frame.
    fn finish_frame(&mut self) -> Result<Number, Stopped> {
        if self.known.len() >= self.most_states {
            return Err(Stopped::States);
        }
        let frame = self.frames.pop().expect("a frame");
        let key = &self.sets[frame.at..][..self.width];
        self.known.insert(key.into(), frame.total.clone());
        self.sets.truncate(frame.at);
        Ok(frame.total)
    }

    /// Goes to the next state that the top frame needs. Whether there is one.
    fn next_state(&mut self, meter: &mut Meter) -> Result<bool, Stopped> {
        let (w, (_, o)) = (self.width, self.pack.widths());
        let frame = self.frames.last_mut().expect("a frame");
        self.picked.clear();
        match &mut frame.kind {
            Kind::Any if frame.total != Number::ZERO => return Ok(false),
            Kind::Product(parts) => {
                let part = parts.pop().filter(|_| frame.total != Number::ZERO);
                let Some((live, open)) = part else {
                    return Ok(false);
                };
                self.live.copy_from_slice(&live);
                self.open.copy_from_slice(&open);
            }
            Kind::Sum | Kind::Any => {
                let (live, rest) = self.sets[frame.at..].split_at_mut(w);
                let (open, branch) = rest.split_at_mut(o);
                let Some(c) = take_lowest(branch) else {
                    return Ok(false);
                };
                if let Some(end) = meter.node() {
                    return Err(end.into());
                }
                self.live.copy_from_slice(live);
                self.open.copy_from_slice(open);
                and(&mut self.live, self.pack.goes(c));
                and(&mut self.open, self.pack.keeps(c));
                self.picked.push(self.pack.id(c));
            }
        }
        Ok(true)
    }

    /// Takes the forced choices of the state that was reached, then looks it up, or else pushes a
    /// frame that splits it or branches.
    fn look(&mut self, meter: &mut Meter) -> Result<Option<Number>, Stopped> {
        let (live, labels) = self.live.split_at_mut(self.pack.widths().0);
        let open = &mut self.open;
        let (size, tightest) = self.pack.take_forced(live, open, meter, &mut self.picked)?;
        if size == 0 || !(self.ties).follow(live, labels, &self.picked, &mut self.labels) {
            return Ok(Some(Number::ZERO));
        }
        if size == u32::MAX {
            return Ok(Some(Number::ONE));
        }
        if let Some(number) = self.known.get(self.live.as_slice()) {
            return Ok(Some(number.clone()));
        }
        if self.way == Way::Fewest && self.ties.are_none() {
            let parts = self.pack.parts(&self.live, &self.open);
            if parts.len() > 1 {
                self.push_frame(Number::ONE, Kind::Product(parts));
                return Ok(None);
            }
        }
        let branching = self.ties.branching(self.pack, &self.live, &self.open);
        let (open, tightest, is_hidden) = match &branching {
            Some(shown) => (&*shown.open, shown.tightest, shown.is_hidden),
            None => (&*self.open, tightest, false),
        };
        let item = match self.way {
            Way::Fewest => tightest,
            Way::InOrder => each_one(open).next().expect("an open item"),
            Way::Level => first_of(self.levels, open),
        };
        self.push_frame(Number::ZERO, if is_hidden { Kind::Any } else { Kind::Sum });
        self.sets.extend_from_slice(&self.open);
        let branch = self.live.iter().zip(self.pack.item(item));
        self.sets.extend(branch.map(|(live, item)| live & item));
        Ok(None)
    }

    fn push_frame(&mut self, total: Number, kind: Kind) {
        let at = self.sets.len();
        self.frames.push(Frame { at, total, kind });
        self.sets.extend_from_slice(&self.live);
    }
}

/// The first of these items that is open.
pub(crate) fn first_of(items: &[u32], open: &[u64]) -> usize {
    let is_open = |&&i: &&u32| open[i as usize / 64] >> (i % 64) & 1 == 1;
    *items.iter().find(is_open).expect("an open item") as usize
}

/// The items in an order that goes through the model level by level from an item at its edge,
/// where items are next to each other if a choice of one excludes or meets the other.
pub(crate) fn level_order(pack: &Pack) -> Vec<u32> {
    let (_, items) = pack.counts();
    if items == 0 {
        return Vec::new();
    }
    // The item reached last from anywhere is at an edge; once more makes it a far one.
    let mut order = levels_from(pack, 0);
    for _ in 0..2 {
        let last = *order.last().expect("every item is reached") as usize;
        order = levels_from(pack, last);
    }
    order
}

/// The items by their distance from `first`, ties in order; those out of reach come last.
fn levels_from(pack: &Pack, first: usize) -> Vec<u32> {
    let (choices, items) = pack.counts();
    let (w, _) = pack.widths();
    let mut reached = vec![0u64; w];
    let mut is_seen = vec![false; items];
    let mut order = Vec::with_capacity(items);
    let mut level = vec![first as u32];
    is_seen[first] = true;
    while order.len() < items {
        if level.is_empty() {
            let next = is_seen
                .iter()
                .position(|seen| !seen)
                .expect("fewer than all");
            is_seen[next] = true;
            level.push(next as u32);
        }
        // The choices of this level, and those that one of them excludes.
        let mut near = vec![0u64; w];
        for &i in &level {
            for (near, item) in near.iter_mut().zip(pack.item(i as usize)) {
                *near |= item;
            }
        }
        let mut next = near.clone();
        for c in each_one(&near).filter(|&c| c < choices) {
            if reached[c / 64] >> (c % 64) & 1 == 1 {
                continue;
            }
            for (next, goes) in next.iter_mut().zip(pack.goes(c)) {
                *next |= !goes;
            }
        }
        for (reached, near) in reached.iter_mut().zip(&near) {
            *reached |= near;
        }
        order.append(&mut level);
        for (i, is_seen) in is_seen.iter_mut().enumerate() {
            if !*is_seen && pack.item(i).iter().zip(&next).any(|(a, b)| a & b != 0) {
                *is_seen = true;
                level.push(i as u32);
            }
        }
    }
    order
}

/// Mixes words into a hash. Keys are compared in full, so a poor hash costs time, never a wrong
/// count.
#[derive(Default)]
pub(crate) struct WordHasher(u64);

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(31);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_grow_beyond_the_machine() {
        let mut number = Number::Small(u128::MAX);
        number.add(&Number::ONE);
        assert_eq!(number, Number::Large(BigUint::from(1u32) << 128));
        number.add(&Number::Small(5));
        let mut product = Number::Small(1 << 100);
        product.multiply(&Number::Small(1 << 27));
        assert_eq!(product, Number::Small(1 << 127));
        product.multiply(&Number::Small(4));
        assert_eq!(product, Number::Large(BigUint::from(1u32) << 129));
        product.multiply(&number);
        assert_eq!(
            product.large(),
            ((BigUint::from(1u32) << 128) + 5u32) << 129
        );
    }
}
