//! Counting without visiting each solution.
//!
//! **Idea.** The number of solutions below a state depends on the live choices alone (an
//! exactly-one item is open just if it has a live choice, or else the state is dead). So each
//! state's number is remembered, and a state that comes again costs a look-up. States that fall
//! apart in parts which share nothing are counted part by part, and the numbers are multiplied.
//!
//! **Which item comes next** decides how many different states there are. Where everything hangs
//! together the item with the fewest choices is best; on a strip or a board it is better to sweep
//! from one end to the other, because then a state is only what the edge of the sweep looks like.
//! No rule tells the two apart reliably, so they race: each way (`WAYS`) in turn gets a number
//! of states, four times as many in the next round, until one of them ends. That costs at most a
//! small multiple of the best of them.
//!
//! **Memory.** The remembered states are counted in bytes, against the budget or
//! [`MEMORY_BY_DEFAULT`]; where no way ends within that, the end is [`End::Memory`]. Numbers are
//! as large as they need to be.

use crate::dance::pack::{Pack, Sets};
use crate::dance::root::Root;
use crate::dance::words::{and, each_one, take_lowest};
use crate::dance::{Dance, LOOK_AHEAD_FROM};
use crate::{Ask, Branch, Count, Declined, End, Engine, Meter, Search, Stats};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use tilewright_model::{Choice, Model};

/// Counts without visiting. See the [module](self).
#[derive(Debug)]
pub struct Counter;

/// Bytes for remembered states where the budget does not say.
pub const MEMORY_BY_DEFAULT: u64 = 1 << 30;
/// More live choices than this are not laid out as bit sets.
const MOST_CHOICES: usize = 1 << 14;
/// States that each way may remember in the first round.
const FIRST_ROUND: usize = 1 << 12;

impl Engine for Counter {
    fn name(&self) -> &'static str {
        "count"
    }

    fn about(&self) -> &'static str {
        "counts without visiting each solution (solutions themselves come from dance)"
    }

    fn prepare<'m>(&self, model: &'m Model) -> Result<Box<dyn Search + 'm>, Declined> {
        Ok(Box::new(CountSearch {
            root: Root::new(model),
            dance: Dance.prepare(model)?,
            is_dancing: false,
            ask: Ask::default(),
            meter: Meter::default(),
        }))
    }
}

struct CountSearch<'m> {
    root: Root<'m>,
    dance: Box<dyn Search + 'm>,
    /// Whether `dance` was started for this ask: only solutions need it, a count does not.
    is_dancing: bool,
    ask: Ask,
    meter: Meter,
}

impl<'m> CountSearch<'m> {
    fn dance(&mut self) -> &mut (dyn Search + 'm) {
        if !std::mem::replace(&mut self.is_dancing, true) {
            self.dance.start(&self.ask);
        }
        &mut *self.dance
    }

    fn count_all(&mut self) -> Result<BigUint, End> {
        if !self.root.begin(&self.ask, LOOK_AHEAD_FROM, &mut self.meter) {
            return Ok(BigUint::ZERO);
        }
        if let Some(end) = self.meter.end() {
            return Err(end);
        }
        let memory = self.ask.budget.memory.unwrap_or(MEMORY_BY_DEFAULT);
        let mut parts = self.root.parts();
        // Small parts first: one without a solution ends it all.
        parts.sort_by_key(Vec::len);
        let mut total = BigUint::from(1u32);
        let mut pack = Pack::default();
        for choices in parts {
            // Every item has at least two choices here, so there are fewer items than choices.
            if choices.len() > MOST_CHOICES || Pack::bytes(choices.len(), choices.len()) > memory {
                return Err(End::Memory);
            }
            self.root.lay_out_part(&mut pack, &choices);
            total *= race(&pack, memory, &mut self.meter)?;
            if total == BigUint::ZERO {
                break;
            }
        }
        Ok(total)
    }
}

impl Search for CountSearch<'_> {
    fn start(&mut self, ask: &Ask) {
        self.ask = ask.clone();
        self.meter = Meter::start(&Ask {
            limit: None,
            ..ask.clone()
        });
        self.is_dancing = false;
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        self.dance().advance()
    }

    fn count(&mut self) -> Count {
        if self.ask.limit == Some(0) {
            return Count::new(0u32, End::Limit);
        }
        let number = match self.count_all() {
            Ok(number) => number,
            Err(end) => return Count::new(0u32, end),
        };
        match self.ask.limit.map(BigUint::from) {
            Some(limit) if number >= limit => Count::new(limit, End::Limit),
            _ => Count::new(number, End::Complete),
        }
    }

    fn choice_count(&self) -> usize {
        self.dance.choice_count()
    }

    fn stats(&self) -> Stats {
        let mut stats = self.meter.stats();
        if self.is_dancing {
            stats += self.dance.stats();
        }
        stats
    }

    fn counts_in_parts(&self) -> bool {
        false
    }

    fn branches(&mut self) -> Vec<Branch> {
        self.dance().branches()
    }

    fn possible(&mut self) -> Vec<Choice> {
        self.dance().possible()
    }
}

/// How the next item is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// The first with the fewest choices; states that fall apart are split.
    Fewest,
    /// The first in the model's order.
    InOrder,
    /// The first in an order that sweeps from one end of the model to the other.
    Sweep,
}

/// The ways that race.
const WAYS: [Way; 3] = [Way::Fewest, Way::InOrder, Way::Sweep];

/// Lets the ways race until one ends.
fn race(pack: &Pack, memory: u64, meter: &mut Meter) -> Result<BigUint, End> {
    let sweep = sweep_order(pack);
    let by_state = bytes_by_state(pack);
    let most = usize::try_from(memory / by_state).unwrap_or(usize::MAX);
    let mut states = FIRST_ROUND.min(most);
    loop {
        for way in WAYS {
            let mut counting = Counting::new(pack, way, &sweep, states);
            match counting.run(meter) {
                Ok(number) => return Ok(number),
                Err(Stopped::States) => {}
                Err(Stopped::End(end)) => return Err(end),
            }
        }
        if states == most {
            return Err(End::Memory);
        }
        states = states.saturating_mul(4).min(most);
    }
}

/// Bytes of a remembered state: its key, its number, and the table around them.
fn bytes_by_state(pack: &Pack) -> u64 {
    (pack.widths().0 as u64) * 8 + 112
}

enum Stopped {
    /// More states than this attempt may remember.
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
    /// Where the sets of this frame begin: `live`, and for a sum `open` and `branch` as well.
    at: usize,
    total: Number,
    kind: Kind,
}

enum Kind {
    /// The choices of one item: the numbers below them are added.
    Sum,
    /// Parts that share nothing: their numbers are multiplied.
    Product(Vec<Sets>),
}

/// One attempt at counting.
struct Counting<'p> {
    pack: &'p Pack,
    way: Way,
    sweep: &'p [u32],
    most_states: usize,
    known: HashMap<Box<[u64]>, Number, BuildHasherDefault<WordHasher>>,
    frames: Vec<Frame>,
    /// The sets of all frames.
    sets: Vec<u64>,
    /// The state that was reached.
    live: Vec<u64>,
    open: Vec<u64>,
    forced: Vec<u32>,
}

impl<'p> Counting<'p> {
    fn new(pack: &'p Pack, way: Way, sweep: &'p [u32], most_states: usize) -> Self {
        let (live, open) = pack.entry();
        Self {
            pack,
            way,
            sweep,
            most_states,
            known: HashMap::default(),
            frames: Vec::new(),
            sets: Vec::new(),
            live: live.to_vec(),
            open: open.to_vec(),
            forced: Vec::new(),
        }
    }

    fn run(&mut self, meter: &mut Meter) -> Result<BigUint, Stopped> {
        loop {
            // A state was reached: its number, or a frame in which it is worked out.
            let mut number = self.look(meter)?;
            // Hand numbers down until a frame has another state to look at.
            loop {
                let Some(frame) = self.frames.last_mut() else {
                    let number = number.expect("the last frame left its number");
                    return Ok(number.large());
                };
                if let Some(number) = number.take() {
                    match frame.kind {
                        Kind::Sum => frame.total.add(&number),
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

    /// Remembers what the top frame has worked out.
    fn finish_frame(&mut self) -> Result<Number, Stopped> {
        if self.known.len() >= self.most_states {
            return Err(Stopped::States);
        }
        let frame = self.frames.pop().expect("a frame");
        let key = &self.sets[frame.at..][..self.pack.widths().0];
        self.known.insert(key.into(), frame.total.clone());
        self.sets.truncate(frame.at);
        Ok(frame.total)
    }

    /// Goes to the next state that the top frame needs. Whether there is one.
    fn next_state(&mut self, meter: &mut Meter) -> Result<bool, Stopped> {
        let (w, o) = self.pack.widths();
        let frame = self.frames.last_mut().expect("a frame");
        match &mut frame.kind {
            Kind::Product(parts) => {
                let part = parts.pop().filter(|_| frame.total != Number::ZERO);
                let Some((live, open)) = part else {
                    return Ok(false);
                };
                self.live.copy_from_slice(&live);
                self.open.copy_from_slice(&open);
            }
            Kind::Sum => {
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
            }
        }
        Ok(true)
    }

    /// Takes what is forced in the state that was reached, then looks it up, or else pushes a frame
    /// that splits it or branches.
    fn look(&mut self, meter: &mut Meter) -> Result<Option<Number>, Stopped> {
        let (live, open) = (&mut self.live, &mut self.open);
        self.forced.clear();
        let (size, tightest) = self.pack.take_forced(live, open, meter, &mut self.forced)?;
        match size {
            0 => return Ok(Some(Number::ZERO)),
            u32::MAX => return Ok(Some(Number::ONE)),
            _ => {}
        }
        if let Some(number) = self.known.get(self.live.as_slice()) {
            return Ok(Some(number.clone()));
        }
        if self.way == Way::Fewest {
            let parts = self.pack.parts(&self.live, &self.open);
            if parts.len() > 1 {
                self.push_frame(Number::ONE, Kind::Product(parts));
                return Ok(None);
            }
        }
        let item = match self.way {
            Way::Fewest => tightest,
            Way::InOrder => each_one(&self.open).next().expect("an open item"),
            Way::Sweep => self.first_in_sweep(),
        };
        self.push_frame(Number::ZERO, Kind::Sum);
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

    fn first_in_sweep(&self) -> usize {
        let is_open = |&&i: &&u32| self.open[i as usize / 64] >> (i % 64) & 1 == 1;
        *self.sweep.iter().find(is_open).expect("an open item") as usize
    }
}

/// The items in an order that sweeps through the model: level by level from an item at its edge,
/// where items are next to each other if a choice of one excludes or meets the other.
pub(crate) fn sweep_order(pack: &Pack) -> Vec<u32> {
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
