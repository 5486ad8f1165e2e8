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
use crate::dance::words::{and, each_one, first_common, take_lowest};
use crate::dance::{Dance, LOOK_AHEAD_FROM};
use crate::{Ask, Count, Declined, End, Engine, Meter, Search, Stats};
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
            ask: Ask::default(),
            meter: Meter::default(),
        }))
    }
}

struct CountSearch<'m> {
    root: Root<'m>,
    dance: Box<dyn Search + 'm>,
    ask: Ask,
    meter: Meter,
}

impl CountSearch<'_> {
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
        self.dance.start(ask);
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        self.dance.advance()
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
        let mut stats = self.dance.stats();
        stats += self.meter.stats();
        stats
    }

    fn counts_in_parts(&self) -> bool {
        false
    }

    fn branches(&mut self) -> Vec<Choice> {
        self.dance.branches()
    }

    fn possible(&mut self) -> Vec<Choice> {
        self.dance.possible()
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

/// Something that is being added up or multiplied.
enum Frame {
    /// The choices of one item: the numbers below them are added.
    Sum {
        live: Box<[u64]>,
        open: Box<[u64]>,
        branch: Box<[u64]>,
        total: BigUint,
    },
    /// Parts that share nothing: their numbers are multiplied.
    Product {
        live: Box<[u64]>,
        parts: Vec<Sets>,
        total: BigUint,
    },
}

/// One attempt at counting.
struct Counting<'p> {
    pack: &'p Pack,
    way: Way,
    sweep: &'p [u32],
    most_states: usize,
    known: HashMap<Box<[u64]>, BigUint, BuildHasherDefault<WordHasher>>,
    frames: Vec<Frame>,
}

/// What looking at a state says.
enum Look {
    Number(BigUint),
    Frame(Frame),
}

impl<'p> Counting<'p> {
    fn new(pack: &'p Pack, way: Way, sweep: &'p [u32], most_states: usize) -> Self {
        Self {
            pack,
            way,
            sweep,
            most_states,
            known: HashMap::default(),
            frames: Vec::new(),
        }
    }

    fn run(&mut self, meter: &mut Meter) -> Result<BigUint, Stopped> {
        let (live, open) = self.pack.entry();
        let (mut live, mut open): (Box<[u64]>, Box<[u64]>) = (live.into(), open.into());
        loop {
            // A state was reached: its number, or what must be worked out for it first.
            let mut number = match self.look(&mut live, &mut open, meter)? {
                Look::Number(number) => Some(number),
                Look::Frame(frame) => {
                    self.frames.push(frame);
                    None
                }
            };
            // Hand numbers down until a frame has another state to look at.
            (live, open) = loop {
                let Some(frame) = self.frames.last_mut() else {
                    return Ok(number.expect("the last frame left its number"));
                };
                if let Some(number) = number.take() {
                    frame.take(&number);
                }
                if let Some(next) = self.next_state(meter)? {
                    break next;
                }
                if self.known.len() >= self.most_states {
                    return Err(Stopped::States);
                }
                let (key, total) = self.frames.pop().expect("just seen").finish();
                self.known.insert(key, total.clone());
                number = Some(total);
            };
        }
    }

    /// The next state that the top frame needs, if any.
    fn next_state(&mut self, meter: &mut Meter) -> Result<Option<Sets>, Stopped> {
        match self.frames.last_mut().expect("a frame") {
            Frame::Product { parts, total, .. } => {
                if *total == BigUint::ZERO {
                    return Ok(None);
                }
                Ok(parts.pop())
            }
            Frame::Sum {
                live, open, branch, ..
            } => {
                let Some(c) = take_lowest(branch) else {
                    return Ok(None);
                };
                if let Some(end) = meter.node() {
                    return Err(Stopped::End(end));
                }
                let (mut live, mut open) = (live.clone(), open.clone());
                and(&mut live, self.pack.goes(c));
                and(&mut open, self.pack.keeps(c));
                Ok(Some((live, open)))
            }
        }
    }

    /// Takes what is forced, then looks the state up, splits it, or branches.
    fn look(&self, live: &mut [u64], open: &mut [u64], meter: &mut Meter) -> Result<Look, Stopped> {
        let item = loop {
            match self.tightest(live, open) {
                None => return Ok(Look::Number(BigUint::from(1u32))),
                Some((0, _)) => return Ok(Look::Number(BigUint::ZERO)),
                Some((1, i)) => {
                    if let Some(end) = meter.node() {
                        return Err(Stopped::End(end));
                    }
                    let c = first_common(live, self.pack.item(i));
                    and(live, self.pack.goes(c));
                    and(open, self.pack.keeps(c));
                }
                Some((_, i)) => break i,
            }
        };
        if let Some(number) = self.known.get(&*live) {
            return Ok(Look::Number(number.clone()));
        }
        if self.way == Way::Fewest {
            let parts = self.pack.parts(live, open);
            if parts.len() > 1 {
                return Ok(Look::Frame(Frame::Product {
                    live: (&*live).into(),
                    parts,
                    total: BigUint::from(1u32),
                }));
            }
        }
        let item = match self.way {
            Way::Fewest => item,
            Way::InOrder => each_one(open).next().expect("an open item"),
            Way::Sweep => self.first_in_sweep(open),
        };
        let mut branch: Box<[u64]> = (&*live).into();
        and(&mut branch, self.pack.item(item));
        Ok(Look::Frame(Frame::Sum {
            live: (&*live).into(),
            open: (&*open).into(),
            branch,
            total: BigUint::ZERO,
        }))
    }

    /// The first open item among those with the fewest choices, and how many.
    fn tightest(&self, live: &[u64], open: &[u64]) -> Option<(u32, usize)> {
        let mut best: Option<(u32, usize)> = None;
        for i in each_one(open) {
            let (from, to) = self.pack.item_span(i);
            let pairs = live[from..to].iter().zip(&self.pack.item(i)[from..to]);
            let size = pairs.map(|(live, item)| (live & item).count_ones()).sum();
            if best.is_none_or(|(least, _)| size < least) {
                best = Some((size, i));
                if size <= 1 {
                    break;
                }
            }
        }
        best
    }

    fn first_in_sweep(&self, open: &[u64]) -> usize {
        let is_open = |&&i: &&u32| open[i as usize / 64] >> (i % 64) & 1 == 1;
        *self.sweep.iter().find(is_open).expect("an open item") as usize
    }
}

impl Frame {
    /// Takes in the number of the state that was looked at.
    fn take(&mut self, number: &BigUint) {
        match self {
            Self::Sum { total, .. } => *total += number,
            Self::Product { total, .. } => *total *= number,
        }
    }

    /// What the frame was about, and its number.
    fn finish(self) -> (Box<[u64]>, BigUint) {
        match self {
            Self::Sum { live, total, .. } | Self::Product { live, total, .. } => (live, total),
        }
    }
}

/// The items in an order that sweeps through the model: level by level from an item at its edge,
/// where items are next to each other if a choice of one excludes or meets the other.
fn sweep_order(pack: &Pack) -> Vec<u32> {
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
struct WordHasher(u64);

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
