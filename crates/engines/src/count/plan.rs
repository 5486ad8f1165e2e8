//! The plan of one sweep: the work of each step, on keys of a few words.
//!
//! The exactly-one items are taken one by one. Each choice is *decided* at the first of its items.
//! An item has a field of bits in the key from the step after it was first touched to the last at
//! which it may be touched: whether it is covered, or the colour that it shows. Fields that are not
//! needed any more are zero, and their bits are given to others, so two keys are equal just if the
//! swept part leaves the same ahead of it.

#![allow(
    clippy::inline_always,
    reason = "the inner loops are compiled once for each number of words, so all must be inlined there"
)]

use super::web::Web;

/// More words than this are not swept: such an edge has far too many states.
const MOST_WORDS: usize = 16;

/// The work of each step of a sweep.
#[derive(Debug)]
pub(super) struct Plan {
    /// The words of a key.
    pub(super) words: usize,
    pub(super) steps: Vec<Step>,
    /// Tries of all steps, each of four sets: the bits at which the key must match, their values,
    /// the values to set in existing fields, and in new ones.
    tries: Vec<u64>,
    /// Fields that must be empty or show a colour: word, field, colour.
    loose: Vec<(u32, u64, u64)>,
    /// For each try where its loose colours begin, and where the last end.
    loose_starts: Vec<u32>,
    /// The states of all layers together are not more than this.
    pub(super) most_states: u64,
    /// Differs between plans that differ.
    pub(super) mark: u64,
}

/// One item.
#[derive(Debug)]
pub(super) struct Step {
    /// The bit of the item itself, where it has a field: word and mask.
    covered: (usize, u64),
    /// The bits that are looked at, cleared or set.
    pub(super) local: Vec<u64>,
    /// The bits that become new fields.
    pub(super) new: Vec<u64>,
    /// The fields that end.
    ended: Vec<u64>,
    /// The tries of this step.
    first_try: usize,
    pub(super) tries: usize,
    /// Bits in use before it, counted from the lowest.
    pub(super) bits: u32,
}

/// A field: where it is in the key.
#[derive(Clone, Copy, Debug)]
struct Field {
    word: usize,
    shift: u32,
    bits: u32,
    /// Added to a colour, 1 where 0 says that there is none yet.
    offset: u64,
}

impl Field {
    fn mask(self) -> u64 {
        ((1 << self.bits) - 1) << self.shift
    }

    fn value(self, colour: u32) -> u64 {
        (u64::from(colour) + self.offset) << self.shift
    }
}

/// For each item the step at which it is first touched, and the last at which it may be. It has
/// a field in between.
pub(super) fn spans(web: &Web, order: &[u32]) -> Vec<(u32, u32)> {
    let mut place = vec![0; web.exact];
    for (step, &item) in order.iter().enumerate() {
        place[item as usize] = step as u32;
    }
    let mut spans = vec![(u32::MAX, 0); web.items()];
    for c in 0..web.ids.len() {
        let step = decided_at(web, &place, c);
        for &(item, _) in web.touches(c) {
            let (birth, death) = &mut spans[item as usize];
            *birth = (*birth).min(step);
            *death = (*death).max(step);
        }
    }
    for (span, &place) in spans.iter_mut().zip(&place) {
        span.1 = place;
    }
    spans
}

/// For each step the items whose fields begin there, and those whose fields end.
fn births_and_deaths(spans: &[(u32, u32)], steps: usize) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let mut born = vec![Vec::new(); steps];
    let mut ended = vec![Vec::new(); steps];
    for (item, &(birth, death)) in spans.iter().enumerate() {
        if birth < death {
            born[birth as usize].push(item);
            ended[death as usize].push(item);
        }
    }
    (born, ended)
}

fn decided_at(web: &Web, place: &[u32], c: usize) -> u32 {
    let exact = web
        .touches(c)
        .iter()
        .filter(|&&(i, _)| (i as usize) < web.exact);
    let steps = exact.map(|&(item, _)| place[item as usize]);
    steps.min().expect("every choice has an exactly-one item")
}

impl Plan {
    /// The sweep in this order; `None` where its keys would be too long, or it would take more
    /// bytes than that.
    pub(super) fn new(web: &Web, order: &[u32], most: u64) -> Option<Self> {
        let spans = spans(web, order);
        let (fields, bits) = Self::fields(web, order, &spans)?;
        let words = (bits.iter().copied().max().unwrap_or(0) as usize)
            .div_ceil(64)
            .max(1);
        let sets = 4 * web.ids.len() + 3 * order.len();
        if (8 * words as u64).saturating_mul(sets as u64) > most {
            return None;
        }
        let mut plan = Self {
            words,
            steps: Vec::with_capacity(order.len()),
            tries: Vec::new(),
            loose: Vec::new(),
            loose_starts: vec![0],
            most_states: most_states(web, order),
            mark: 0,
        };
        let mut place = vec![0; web.exact];
        for (step, &item) in order.iter().enumerate() {
            place[item as usize] = step as u32;
        }
        let mut decided: Vec<Vec<u32>> = vec![Vec::new(); order.len()];
        for c in 0..web.ids.len() {
            decided[decided_at(web, &place, c) as usize].push(c as u32);
        }
        let (born, ended) = births_and_deaths(&spans, order.len());
        for (k, &item) in order.iter().enumerate() {
            let mut step = Step {
                covered: (0, 0),
                local: vec![0; words],
                new: vec![0; words],
                ended: vec![0; words],
                first_try: plan.loose_starts.len() - 1,
                tries: decided[k].len(),
                bits: bits[k],
            };
            let own = spans[item as usize];
            if own.0 < own.1 {
                let field = fields[item as usize];
                step.covered = (field.word, field.mask());
            }
            for &item in &born[k] {
                step.new[fields[item].word] |= fields[item].mask();
            }
            for &item in &ended[k] {
                let field = fields[item];
                step.ended[field.word] |= field.mask();
                step.local[field.word] |= field.mask();
            }
            for &c in &decided[k] {
                plan.add_try(web, c as usize, k as u32, &spans, &fields, &mut step);
            }
            plan.steps.push(step);
        }
        plan.mark = plan.fingerprint(web, order);
        Some(plan)
    }

    /// A field for each item that needs one, in bits that are free while it does; and the bits
    /// in use before each step and after the last.
    fn fields(web: &Web, order: &[u32], spans: &[(u32, u32)]) -> Option<(Vec<Field>, Vec<u32>)> {
        let nowhere = Field {
            word: 0,
            shift: 0,
            bits: 0,
            offset: 0,
        };
        let mut fields = vec![nowhere; web.items()];
        let (born, ended) = births_and_deaths(spans, order.len());
        let mut used: Vec<u64> = vec![0];
        let mut bits = vec![0];
        for (k, &swept) in order.iter().enumerate() {
            for &item in &ended[k] {
                used[fields[item].word] &= !fields[item].mask();
            }
            for &item in &born[k] {
                // After this step it certainly shows a colour if each choice of the swept item
                // gives it one: it was untouched before.
                let shows = |&c: &u32| {
                    let mut touched = web.touches(c as usize).iter();
                    touched.any(|&(other, _)| other as usize == item)
                };
                let values = match web.colours[item] {
                    0 => 2,
                    colours if web.members(swept as usize).iter().all(shows) => colours,
                    colours => colours + 1,
                };
                let needed = 32 - (values - 1).leading_zeros();
                let (word, shift) = free_bits(&mut used, needed)?;
                let offset = u64::from(values != web.colours[item]);
                fields[item] = Field {
                    word,
                    shift,
                    bits: needed,
                    offset,
                };
                used[word] |= fields[item].mask();
            }
            let top = used.iter().rposition(|&word| word != 0);
            bits.push(top.map_or(0, |k| 64 * (k as u32 + 1) - used[k].leading_zeros()));
        }
        Some((fields, bits))
    }

    fn add_try(
        &mut self,
        web: &Web,
        c: usize,
        k: u32,
        spans: &[(u32, u32)],
        fields: &[Field],
        step: &mut Step,
    ) {
        let w = self.words;
        let at = self.tries.len();
        self.tries.resize(at + 4 * w, 0);
        for &(item, colour) in web.touches(c) {
            let (birth, death) = spans[item as usize];
            if birth >= death {
                continue;
            }
            let field = fields[item as usize];
            let (word, mask, value) = (field.word, field.mask(), field.value(colour));
            let sets = &mut self.tries[at..];
            if birth == k {
                sets[3 * w + word] |= value;
                continue;
            }
            step.local[word] |= mask;
            if web.colours[item as usize] == 0 {
                sets[word] |= mask;
                sets[2 * w + word] |= value;
            } else if field.offset == 0 {
                sets[word] |= mask;
                sets[w + word] |= value;
            } else {
                sets[2 * w + word] |= value;
                self.loose.push((word as u32, mask, value));
            }
        }
        self.loose_starts.push(self.loose.len() as u32);
    }

    /// Each key that `key` leads to at a step.
    #[inline(always)]
    pub(super) fn follow(&self, w: usize, step: &Step, key: &[u64], mut then: impl FnMut(&[u64])) {
        let mut next = [0u64; MOST_WORDS];
        let (word, mask) = step.covered;
        if key[word] & mask != 0 {
            for k in 0..w {
                next[k] = key[k] & !step.ended[k];
            }
            then(&next[..w]);
            return;
        }
        let tries = &self.tries[step.first_try * 4 * w..][..step.tries * 4 * w];
        for (t, sets) in tries.chunks_exact(4 * w).enumerate() {
            if (0..w).any(|k| key[k] & sets[k] != sets[w + k]) {
                continue;
            }
            let t = step.first_try + t;
            let loose = self.loose_starts[t] as usize..self.loose_starts[t + 1] as usize;
            let fits = |&(word, mask, value): &(u32, u64, u64)| {
                let shown = key[word as usize] & mask;
                shown == 0 || shown == value
            };
            if !self.loose[loose].iter().all(fits) {
                continue;
            }
            for k in 0..w {
                next[k] = (key[k] | sets[2 * w + k]) & !step.ended[k] | sets[3 * w + k];
            }
            then(&next[..w]);
        }
    }

    /// Bytes that it takes.
    pub(super) fn bytes(&self) -> u64 {
        let sets = self.tries.len() + self.steps.len() * (3 * self.words + 14);
        8 * sets as u64 + 24 * self.loose.len() as u64
    }

    fn fingerprint(&self, web: &Web, order: &[u32]) -> u64 {
        let mut mark = super::notes::Mark::default();
        web.ids
            .iter()
            .chain(order)
            .for_each(|&id| mark.add(u64::from(id)));
        self.tries.iter().for_each(|&word| mark.add(word));
        for step in &self.steps {
            mark.add(step.tries as u64);
            mark.add(step.covered.0 as u64);
            mark.add(step.covered.1);
            step.ended.iter().for_each(|&word| mark.add(word));
        }
        for &(word, mask, value) in &self.loose {
            mark.add(u64::from(word));
            mark.add(mask);
            mark.add(value);
        }
        mark.get()
    }
}

/// The states that there could be on the whole way.
fn most_states(web: &Web, order: &[u32]) -> u64 {
    let widths = super::orders::edge_bits(web, order);
    let most = |bits: &f64| {
        1u64.checked_shl(super::orders::whole(*bits))
            .unwrap_or(u64::MAX)
    };
    widths.iter().map(most).fold(0, u64::saturating_add)
}

/// Finds `bits` free bits within one word.
fn free_bits(used: &mut Vec<u64>, bits: u32) -> Option<(usize, u32)> {
    loop {
        for (word, used) in used.iter().enumerate() {
            let mask = (1u64 << bits) - 1;
            let shift = (0..=64 - bits).find(|&shift| used & (mask << shift) == 0);
            if let Some(shift) = shift {
                return Some((word, shift));
            }
        }
        if used.len() == MOST_WORDS {
            return None;
        }
        used.push(0);
    }
}
