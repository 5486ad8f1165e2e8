//! The plan of one sweep: the work of each step, on keys of a few words.
//!
//! The exactly-one items are taken one by one. Each choice is *decided* at the first of its items.
//! An item has a field of bits in the key from the step after it was first touched to the last at
//! which it may be touched: whether it is covered, or the colour that it shows. Fields that are not
//! needed any more are zero, and their bits are given to others, so two keys are equal just if the
//! swept part leaves the same ahead of it. Links have fields as well: see [`pieces`](super::pieces).

#![allow(
    clippy::inline_always,
    reason = "the inner loops are compiled once for each number of words, so all must be inlined there"
)]

use super::pieces::{self, Label, Load, Stage};
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
    /// Steps have stages.
    pub(super) has_links: bool,
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
    /// What it means to links.
    stages: Vec<Stage>,
}

impl Step {
    /// The cost of a try, beside one of a step without links.
    pub(super) fn cost(&self) -> usize {
        1 + self.stages.len()
    }
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
pub(super) fn spans(web: &Web, order: &[u32], decided: &[u32]) -> Vec<(u32, u32)> {
    let mut spans = vec![(u32::MAX, 0); web.items()];
    for (c, &step) in decided.iter().enumerate() {
        for &(item, _) in web.touches(c) {
            let (birth, death) = &mut spans[item as usize];
            *birth = (*birth).min(step);
            *death = (*death).max(step);
        }
    }
    for (step, &item) in order.iter().enumerate() {
        spans[item as usize].1 = step as u32;
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

/// For each choice the step at which it is picked or not.
pub(super) fn decided_at(web: &Web, order: &[u32]) -> Vec<u32> {
    let mut place = vec![0; web.exact];
    for (step, &item) in order.iter().enumerate() {
        place[item as usize] = step as u32;
    }
    let step = |c: usize| {
        let touches = web.touches(c).iter();
        let exact = touches.filter(|&&(item, _)| (item as usize) < web.exact);
        let steps = exact.map(|&(item, _)| place[item as usize]);
        steps.min().expect("every choice has an exactly-one item")
    };
    (0..web.ids.len()).map(step).collect()
}

impl Plan {
    /// The sweep in this order; `None` where its keys would be too long, or it would take more
    /// bytes than that.
    pub(super) fn new(web: &Web, order: &[u32], most: u64) -> Option<Self> {
        let decided_at = decided_at(web, order);
        let mut spans = spans(web, order, &decided_at);
        let nets = Nets::new(web, &decided_at, &mut spans)?;
        let (fields, bits) = Self::fields(web, order, &spans, &nets.widths)?;
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
            most_states: most_states(web, order, &nets),
            mark: 0,
            has_links: !web.nets.is_empty(),
        };
        let mut decided: Vec<Vec<u32>> = vec![Vec::new(); order.len()];
        for (c, &step) in decided_at.iter().enumerate() {
            decided[step as usize].push(c as u32);
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
                stages: Vec::new(),
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
        for (step, stage) in nets.stages(web, &decided, &fields) {
            plan.steps[step as usize].stages.push(stage);
        }
        if plan.bytes() > most {
            return None;
        }
        plan.mark = plan.fingerprint(web, order);
        Some(plan)
    }

    /// A field for each item that needs one, in bits that are free while it does; and the bits
    /// in use before each step and after the last.
    fn fields(
        web: &Web,
        order: &[u32],
        spans: &[(u32, u32)],
        widths: &[u32],
    ) -> Option<(Vec<Field>, Vec<u32>)> {
        let nowhere = Field {
            word: 0,
            shift: 0,
            bits: 0,
            offset: 0,
        };
        let mut fields = vec![nowhere; spans.len()];
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
                let (needed, offset) = match web.colours.get(item) {
                    None => (widths[item - web.items()], 0),
                    Some(0) => (1, 1),
                    Some(&colours) if web.members(swept as usize).iter().all(shows) => {
                        (bits_for(colours), 0)
                    }
                    Some(&colours) => (bits_for(colours + 1), 1),
                };
                let (word, shift) = free_bits(&mut used, needed)?;
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

    /// Each key that `key` leads to at a step, links apart, with the try that led there.
    #[inline(always)]
    pub(super) fn follow(
        &self,
        w: usize,
        step: &Step,
        key: &[u64],
        mut then: impl FnMut(Option<usize>, &mut [u64]),
    ) {
        let mut next = [0u64; MOST_WORDS];
        let (word, mask) = step.covered;
        if key[word] & mask != 0 {
            for k in 0..w {
                next[k] = key[k] & !step.ended[k];
            }
            then(None, &mut next[..w]);
            return;
        }
        let tries = &self.tries[step.first_try * 4 * w..][..step.tries * 4 * w];
        for (t, sets) in tries.chunks_exact(4 * w).enumerate() {
            if (0..w).any(|k| key[k] & sets[k] != sets[w + k]) {
                continue;
            }
            let at = step.first_try + t;
            let loose = self.loose_starts[at] as usize..self.loose_starts[at + 1] as usize;
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
            then(Some(t), &mut next[..w]);
        }
    }

    /// Each key that `key` leads to at a step, with links.
    pub(super) fn follow_joined(&self, step: &Step, key: &[u64], mut then: impl FnMut(&[u64])) {
        self.follow(self.words, step, key, |a_try, next| {
            let mut stages = step.stages.iter();
            if stages.all(|stage| stage.follow(a_try, key, next)) {
                then(next);
            }
        });
    }

    /// Bytes that it takes.
    pub(super) fn bytes(&self) -> u64 {
        let sets = self.tries.len() + self.steps.len() * (3 * self.words + 17);
        let stages = self.steps.iter().flat_map(|step| &step.stages);
        let stages: u64 = stages.map(Stage::bytes).sum();
        8 * sets as u64 + 24 * self.loose.len() as u64 + stages
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
            step.stages.iter().for_each(|stage| stage.add_to(&mut mark));
        }
        for &(word, mask, value) in &self.loose {
            mark.add(u64::from(word));
            mark.add(mask);
            mark.add(value);
        }
        mark.get()
    }
}

/// The nets of a web in a sweep, and the fields that they need after those of the items: for each net one for each node, and one
/// more for a closed piece.
struct Nets {
    spans: Vec<pieces::Spans>,
    loads: Vec<Vec<Load>>,
    /// The bits of the fields.
    widths: Vec<u32>,
}

impl Nets {
    /// Adds the spans of their fields to `spans`. `None` where the edge has too many nodes.
    fn new(web: &Web, decided: &[u32], spans: &mut Vec<(u32, u32)>) -> Option<Self> {
        let mut nets = Self {
            spans: Vec::new(),
            loads: Vec::new(),
            widths: Vec::new(),
        };
        for net in &web.nets {
            let lives = pieces::Spans::new(net, decided);
            let loads = lives.loads(net)?;
            spans.extend_from_slice(&lives.nodes);
            spans.push((lives.first, lives.last));
            let labels = nets.widths.len() + net.nodes.len();
            nets.widths.resize(labels, Load::label_bits(&loads));
            nets.widths.push(1);
            nets.loads.push(loads);
            nets.spans.push(lives);
        }
        Some(nets)
    }

    /// The stages of all steps.
    fn stages(&self, web: &Web, decided: &[Vec<u32>], fields: &[Field]) -> Vec<(u32, Stage)> {
        let mut fields = &fields[web.items()..];
        let mut stages = Vec::new();
        for ((net, spans), loads) in web.nets.iter().zip(&self.spans).zip(&self.loads) {
            let bits = Load::label_bits(loads);
            let (of_net, others) = fields.split_at(net.nodes.len() + 1);
            fields = others;
            let label = |node: u32| {
                let field = of_net[node as usize];
                Label {
                    word: field.word as u32,
                    shift: field.shift,
                    mask: ((1u32 << bits) - 1) as u8,
                }
            };
            let closed = of_net[net.nodes.len()];
            stages.extend(spans.stages(net, decided, label, (closed.word, closed.mask())));
        }
        stages
    }
}

/// The bits for that many values.
fn bits_for(values: u32) -> u32 {
    32 - (values - 1).leading_zeros()
}

/// The states that there could be on the whole way.
fn most_states(web: &Web, order: &[u32], nets: &Nets) -> u64 {
    let mut widths = super::orders::edge_bits(web, order);
    for (spans, loads) in nets.spans.iter().zip(&nets.loads) {
        let bits = Load::label_bits(loads);
        for (step, load) in (spans.first as usize..).zip(loads).skip(1) {
            widths[step - 1] += f64::from(bits * load.nodes + 1);
        }
    }
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
