//! Counting by a sweep from one end of the model to the other.
//!
//! **Idea.** The exactly-one items are taken in a fixed order. After each item the partial
//! solutions differ only in what they leave possible ahead: the items covered at the *edge* of the
//! sweep, and the colours shown there. Partial solutions that leave the same are one *state*, with
//! their number. So each layer of states is made from the one before, and the only state after the
//! last item has the number of solutions. Roads on a board of 20×20 have 10⁶⁶ solutions and never
//! more than 2²¹ states.
//!
//! **Data.** [`plan`](super::plan) makes the key of a state a word or a few, and a step a few ANDs
//! and ORs. Keys are compared in full. A layer is [sparse](super::layer::Sparse), keys and numbers
//! with an index to find them, or, where a good share of all keys occur,
//! [dense](super::layer::Dense): numbers alone, worked out in place.
//!
//! A sweep may stop anywhere and resume later, also from a note.

use super::layer::{Dense, Groups, Sparse, sweep_joined, sweep_sparse};
use super::notes::{Reader, Writer};
use super::plan::{Plan, Step};
use crate::{End, Meter};
use num_bigint::BigUint;

/// A sweep that cannot have more states than this in all deserves more than its time, so its nodes
/// are counted as one of [`BOUNDED_PER_NODE`].
const BOUNDED: u64 = 1 << 32;
const BOUNDED_PER_NODE: u64 = 16;
/// This many groups of dense states cost about as much as a node of a search.
const GROUPS_PER_NODE: u64 = 32;
/// This many tries on sparse states do, and a state itself costs as much as a few tries.
const TRIES_PER_NODE: u64 = 64;
const TRIES_PER_STATE: u64 = 4;
/// A layer becomes dense if at least one of this many keys occurs.
const DENSE_FROM: u64 = 4;
/// And sparse again if fewer than one of this many does.
const SPARSE_BELOW: u64 = 24;
/// Dense keys have no more bits than this.
const MOST_DENSE_BITS: u32 = 30;
/// Fewer states are not worth making dense.
const FEWEST_DENSE: usize = 1 << 10;

/// A sweep on its way.
#[derive(Debug)]
pub(super) struct Sweep {
    pub(super) plan: Plan,
    /// The step that is under way.
    step: usize,
    layer: Layer,
    /// States that went through all steps so far.
    work: u64,
}

#[derive(Debug)]
enum Layer {
    /// The states before the step; `done` of them have gone into those after it.
    Sparse {
        now: Sparse,
        done: usize,
        next: Sparse,
    },
    /// Those below `group` have gone through the step, where there is a group.
    Dense { states: Dense, group: Option<u64> },
}

/// The reason for a pause of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    /// It has used up its turn.
    Turn,
    /// It would need more memory.
    Memory,
    /// The budget is used up.
    End(End),
}

/// The budget of a sweep, and the watcher of its steps.
pub(super) struct Allowance<'a> {
    /// The work of this turn: about that many states if a step has few tries.
    pub(super) work: u64,
    pub(super) memory: u64,
    pub(super) meter: &'a mut Meter,
    /// Called after each piece of work.
    pub(super) watch: &'a mut dyn FnMut(&Sweep),
}

impl Sweep {
    pub(super) fn new(plan: Plan) -> Self {
        let words = plan.words;
        Self {
            plan,
            step: 0,
            layer: Layer::Sparse {
                now: Sparse::first(words),
                done: 0,
                next: Sparse::new(words, 1),
            },
            work: 0,
        }
    }

    /// Bytes that it holds.
    pub(super) fn bytes(&self) -> u64 {
        let layer = match &self.layer {
            Layer::Sparse { now, next, .. } => now.bytes() + next.bytes(),
            Layer::Dense { states, .. } => states.bytes(),
        };
        layer + self.plan.bytes()
    }

    /// Returns true if it has begun.
    pub(super) fn is_begun(&self) -> bool {
        self.work > 0
    }

    /// The share that is done: the states that went through, beside those that would if the
    /// remaining layers were as large as this one.
    pub(super) fn share(&self) -> f64 {
        let left = self.plan.steps.len() - self.step;
        let (now, done) = match &self.layer {
            Layer::Sparse { now, done, .. } => (now.len() as u64, *done as u64),
            Layer::Dense { states, group } => (1 << states.bits, group.unwrap_or(0)),
        };
        let left = (left as u64).saturating_mul(now).saturating_sub(done);
        super::race::share(self.work, self.work.saturating_add(left))
    }

    /// Runs until the number is known.
    pub(super) fn run(&mut self, allowed: &mut Allowance<'_>) -> Result<BigUint, Pause> {
        while self.step < self.plan.steps.len() {
            if allowed.work == 0 {
                return Err(Pause::Turn);
            }
            self.make_dense_or_sparse(allowed.memory)?;
            match &self.layer {
                Layer::Sparse { now, .. } if now.len() == 0 => return Ok(BigUint::ZERO),
                Layer::Sparse { .. } => self.sweep_sparse(allowed)?,
                Layer::Dense { .. } => self.sweep_dense(allowed)?,
            }
        }
        Ok(self.number())
    }

    /// The number of nodes counted as one.
    fn nodes_as_one(&self) -> u64 {
        let is_bounded = self.plan.most_states <= BOUNDED;
        if is_bounded { BOUNDED_PER_NODE } else { 1 }
    }

    /// The number of the last state.
    fn number(&self) -> BigUint {
        let words = match &self.layer {
            Layer::Sparse { now, .. } => &now.numbers[..],
            Layer::Dense { states, .. } => &states.numbers[..states.limbs],
        };
        let digits = words
            .iter()
            .flat_map(|&word| [word as u32, (word >> 32) as u32]);
        BigUint::new(digits.collect())
    }

    /// At the beginning of a step: the kind of layer that suits it.
    fn make_dense_or_sparse(&mut self, memory: u64) -> Result<(), Pause> {
        let step = &self.plan.steps[self.step];
        let after = self
            .plan
            .steps
            .get(self.step + 1)
            .map_or(0, |step| step.bits);
        let bits = step.bits.max(after);
        let memory = memory.saturating_sub(self.plan.bytes());
        let fits = |limbs: usize, held: u64| {
            bits <= MOST_DENSE_BITS && Dense::bytes_for(bits, limbs) + held <= memory
        };
        match &mut self.layer {
            Layer::Sparse { now, done, next } if *done == 0 => {
                let is_full = now.len() >= FEWEST_DENSE
                    && bits <= MOST_DENSE_BITS
                    && now.len() as u64 * DENSE_FROM >= 1 << bits;
                if is_full && Groups::new(&self.plan, step).is_some() {
                    *next = Sparse::new(now.words, now.limbs);
                    if fits(now.limbs, now.bytes()) {
                        let states = Dense::of(now, bits);
                        self.layer = Layer::Dense {
                            states,
                            group: None,
                        };
                    }
                }
            }
            Layer::Dense {
                states,
                group: None,
            } => {
                let has_groups = Groups::new(&self.plan, step).is_some();
                let grows = bits > states.bits;
                // Looking through all of them costs a part of a step, so not before each.
                let is_thin = (self.step.is_multiple_of(8) || bits < states.bits)
                    && states.len() as u64 * SPARSE_BELOW < 1 << bits;
                if !has_groups || is_thin || (grows && !fits(states.limbs, states.bytes())) {
                    let by_state = 8 * (1 + states.limbs as u64);
                    if states.bytes() + states.len() as u64 * by_state > memory {
                        return Err(Pause::Memory);
                    }
                    let (now, limbs) = (states.to_sparse(), states.limbs);
                    self.layer = Layer::Sparse {
                        next: Sparse::new(now.words, limbs),
                        now,
                        done: 0,
                    };
                } else {
                    states.set_bits(bits);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn sweep_sparse(&mut self, allowed: &mut Allowance<'_>) -> Result<(), Pause> {
        let (held, per_node) = (self.plan.bytes(), self.nodes_as_one());
        let step = &self.plan.steps[self.step];
        let Layer::Sparse { now, done, next } = &mut self.layer else {
            unreachable!("the layer is sparse");
        };
        if *done == 0 {
            let growth = sparse_growth(step, now.len(), self.plan.has_links);
            let limbs = limbs_for(now.number_bits() + growth);
            if limbs > now.limbs {
                let more = 8 * (limbs * now.len()) as u64;
                if held + now.bytes() + next.bytes() + more > allowed.memory {
                    return Err(Pause::Memory);
                }
                now.widen(limbs);
            }
            next.shrink();
            next.clear(now.limbs);
        }
        let chunk = (16_384 / (step.tries + 1) / step.cost()).clamp(1, 4096);
        while *done < now.len() {
            if allowed.work == 0 {
                return Err(Pause::Turn);
            }
            let states = chunk.min(now.len() - *done);
            let room = states * (step.tries.max(1));
            let most = allowed.memory.saturating_sub(held + now.bytes());
            if !next.make_room(room, most) {
                return Err(Pause::Memory);
            }
            let tries = states as u64 * (step.tries as u64 + TRIES_PER_STATE);
            let nodes = (tries * step.cost() as u64).div_ceil(TRIES_PER_NODE * per_node);
            if let Some(end) = allowed.meter.nodes(nodes) {
                return Err(Pause::End(end));
            }
            let sweep = if self.plan.has_links {
                sweep_joined
            } else {
                sweep_sparse
            };
            sweep(&self.plan, step, now, *done..*done + states, next);
            *done += states;
            self.work += states as u64;
            allowed.work = allowed
                .work
                .saturating_sub(tries.div_ceil(2 * TRIES_PER_STATE));
        }
        std::mem::swap(now, next);
        *done = 0;
        self.step += 1;
        (allowed.watch)(self);
        Ok(())
    }

    fn sweep_dense(&mut self, allowed: &mut Allowance<'_>) -> Result<(), Pause> {
        /// Groups between two looks at the budget.
        const GROUPS: usize = 1 << 14;
        let held = self.plan.bytes();
        let groups = Groups::new(&self.plan, &self.plan.steps[self.step]);
        let groups = groups.expect("it was looked at when the layer became dense");
        let per_node = self.nodes_as_one();
        loop {
            let Layer::Dense { states, group } = &mut self.layer else {
                unreachable!("the layer is dense");
            };
            if group.is_none() {
                let limbs = limbs_for(states.number_bits() + groups.growth());
                while states.limbs < limbs {
                    let wider = Dense::bytes_for(states.bits, states.limbs + 1);
                    if held + states.bytes() + wider > allowed.memory {
                        return Err(Pause::Memory);
                    }
                    states.widen();
                }
            } else if allowed.work == 0 {
                return Err(Pause::Turn);
            }
            let most = groups.number(states.bits).min(GROUPS as u64);
            let most = most.div_ceil(GROUPS_PER_NODE * per_node);
            if let Some(end) = allowed.meter.nodes(most) {
                return Err(Pause::End(end));
            }
            let (next, taken) = states.sweep(&groups, group.unwrap_or(0), GROUPS);
            *group = next;
            self.work += taken;
            allowed.work = allowed.work.saturating_sub(taken);
            if next.is_none() {
                self.step += 1;
                (allowed.watch)(self);
                return Ok(());
            }
            (allowed.watch)(self);
        }
    }

    /// A note of where it is.
    pub(super) fn note(&self) -> Vec<u8> {
        let mut note = Writer::new(self.plan.mark);
        note.word(self.step as u64);
        note.word(self.work);
        match &self.layer {
            Layer::Sparse { now, done, next } => {
                note.word(0);
                note.word(now.limbs as u64);
                note.words(&now.keys);
                note.words(&now.numbers);
                note.word(*done as u64);
                let (keys, numbers): (&[u64], &[u64]) = match done {
                    0 => (&[], &[]),
                    _ => (&next.keys, &next.numbers),
                };
                note.words(keys);
                note.words(numbers);
            }
            Layer::Dense { states, group } => {
                note.word(1);
                note.word(states.limbs as u64);
                note.word(u64::from(states.bits));
                note.word(u64::from(group.is_some()));
                note.word(group.unwrap_or(0));
                note.words(&states.numbers);
            }
        }
        note.finish()
    }

    /// Resumes from the note if it is about this sweep and fits the memory. Returns true if it
    /// does.
    pub(super) fn go_on_from(&mut self, note: &[u8], memory: u64) -> bool {
        if (note.len() as u64).saturating_mul(2) > memory {
            return false;
        }
        let Some((step, work, layer)) = self.read(note) else {
            return false;
        };
        (self.step, self.work, self.layer) = (step, work, layer);
        true
    }

    fn read(&self, note: &[u8]) -> Option<(usize, u64, Layer)> {
        let mut note = Reader::new(note, self.plan.mark)?;
        let step = note.size().filter(|&step| step <= self.plan.steps.len())?;
        let work = note.word()?;
        let words = self.plan.words;
        let layer = match note.word()? {
            0 => {
                let limbs = note.size().filter(|&limbs| limbs > 0)?;
                let now = sparse(words, limbs, note.words()?, note.words()?)?;
                let done = note.size().filter(|&done| done <= now.len())?;
                let next = sparse(words, limbs, note.words()?, note.words()?)?;
                Layer::Sparse { now, done, next }
            }
            1 => {
                let limbs = note.size().filter(|&limbs| limbs > 0)?;
                let bits = u32::try_from(note.word()?).ok()?;
                if words > 1 || bits > MOST_DENSE_BITS {
                    return None;
                }
                let is_under_way = note.word()? != 0;
                let group = note.word()?;
                let numbers = note.words()?;
                let is_whole = numbers.len() == limbs.checked_mul(1 << bits)?;
                if !is_whole || group >> bits != 0 {
                    return None;
                }
                let bits_at = |step: usize| self.plan.steps.get(step).map_or(0, |step| step.bits);
                let has_groups = |step| Groups::new(&self.plan, step).is_some();
                if is_under_way {
                    let needed = bits_at(step).max(bits_at(step + 1));
                    let fits = self.plan.steps.get(step).is_some_and(has_groups);
                    if bits < needed || !fits {
                        return None;
                    }
                }
                if bits < bits_at(step) {
                    return None;
                }
                Layer::Dense {
                    states: Dense {
                        bits,
                        limbs,
                        numbers,
                    },
                    group: is_under_way.then_some(group),
                }
            }
            _ => return None,
        };
        note.is_done().then_some((step, work, layer))
    }
}

/// States from a note, if their numbers are as many as their keys.
fn sparse(words: usize, limbs: usize, keys: Vec<u64>, numbers: Vec<u64>) -> Option<Sparse> {
    let is_whole = keys.len().is_multiple_of(words)
        && numbers.len().is_multiple_of(limbs)
        && keys.len() / words == numbers.len() / limbs;
    let mut sparse = Sparse::new(words, limbs);
    (sparse.keys, sparse.numbers) = (keys, numbers);
    is_whole.then_some(sparse)
}

/// The words of a number of `bits` bits.
fn limbs_for(bits: u32) -> usize {
    (bits as usize).div_ceil(64).max(1)
}

/// By how many bits numbers may grow in a step: not more come together than there are states, nor
/// than differ in the bits that are looked at, each with all its tries. With links any bits may be looked at.
fn sparse_growth(step: &Step, states: usize, has_links: bool) -> u32 {
    let local: u32 = step.local.iter().map(|word| word.count_ones()).sum();
    let states = usize::BITS - states.leading_zeros();
    let tries = usize::BITS - step.tries.leading_zeros();
    if has_links {
        return states + tries;
    }
    local.min(states) + tries
}
