//! Exact cover with colours, made for speed.
//!
//! **Idea.** Three layers. First the givens and all that they force are worked out on the model
//! itself (`state`): that costs what changes, not what is there. What is left is laid out as bit
//! sets (`bits`), where a node of the search is a few ANDs and counts of ones. Where too much is
//! left for that (the masks take a bit for each pair of choices), the search goes on on the model
//! itself, with a tournament over the items (`tree`), until a part is small enough for bit sets.
//!
//! **Order.** All layers search alike: whatever is forced is taken; then the first exactly-one
//! item, in order, among those with the fewest choices left, its choices in order. So the order of
//! the solutions is always the same, with a seed too: the seed orders items and choices once.

mod bits;
mod kernel;
mod state;
mod tree;

use crate::shuffle::Random;
use crate::{Ask, Count, Declined, End, Engine, Meter, Search, Stats};
use bits::{Event, Mode, Pack};
use state::{Mark, Order, State};
use std::borrow::Cow;
use tilewright_model::{Choice, Demand, Item, Model};
use tree::MinTree;

/// Exact cover with colours on bit sets. See the [module](self).
#[derive(Debug)]
pub struct Dance;

impl Engine for Dance {
    fn name(&self) -> &'static str {
        "dance"
    }

    fn about(&self) -> &'static str {
        "exact cover with colours on bit sets, made for speed"
    }

    fn prepare<'m>(&self, model: &'m Model) -> Result<Box<dyn Search + 'm>, Declined> {
        Ok(Box::new(DanceSearch::new(model.lower(), MOST_PACKED)))
    }
}

/// More live choices than this stay on the model: their masks would take more than 32 MiB.
const MOST_PACKED: usize = 1 << 14;

/// An item being tried on the model itself.
#[derive(Debug)]
struct Frame {
    tries: Vec<Choice>,
    next: usize,
    mark: Mark,
}

/// What the search does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Look at the state that the model's layer has reached.
    Arrive,
    /// Search on in the packs.
    Packs,
    /// Take the next choice of the top frame.
    Back,
}

struct DanceSearch<'m> {
    model: Cow<'m, Model>,
    most_packed: usize,
    order: Order,
    state: State,
    frames: Vec<Frame>,
    /// The packs, each narrower than the one before; the first `depth` are in use.
    packs: Vec<Pack>,
    depth: usize,
    /// What was picked in the packs.
    picks: Vec<u32>,
    /// For each choice its bit in the first pack; only good for live choices.
    bit: Vec<u32>,
    meter: Meter,
    phase: Phase,
    solution: Vec<Choice>,
}

impl<'m> DanceSearch<'m> {
    fn new(model: Cow<'m, Model>, most_packed: usize) -> Self {
        Self {
            state: State::new(&model),
            bit: vec![0; model.choice_count()],
            model,
            most_packed,
            order: Order::default(),
            frames: Vec::new(),
            packs: Vec::new(),
            depth: 0,
            picks: Vec::new(),
            meter: Meter::default(),
            phase: Phase::Arrive,
            solution: Vec::new(),
        }
    }

    fn set_order(&mut self, seed: Option<u64>) {
        let is_ready = !self.order.place.is_empty();
        if seed.is_none() && is_ready && self.order.choice_rank.is_none() {
            return;
        }
        let exact = self
            .model
            .items()
            .filter(|&i| self.model.demand(i) == Demand::ExactlyOne);
        self.order.items = exact.map(|item| item.0).collect();
        self.order.choice_rank = None;
        if let Some(seed) = seed {
            let mut random = Random::new(seed);
            let shuffled = random.permutation(self.order.items.len());
            self.order.items = shuffled
                .iter()
                .map(|&k| self.order.items[k as usize])
                .collect();
            self.order.choice_rank = Some(random.permutation(self.model.choice_count()));
        }
        self.order.place = vec![0; self.model.item_count()];
        for (place, &item) in self.order.items.iter().enumerate() {
            self.order.place[item as usize] = place as u32;
        }
    }

    /// Givens, barred choices and all that they force. Whether anything is left to search.
    fn begin(&mut self, ask: &Ask) -> bool {
        let (model, order, state) = (&self.model, &self.order, &mut self.state);
        let mut alive = state.reset(model);
        for &choice in &ask.barred {
            alive &= !state.is_live(choice) || state.remove(model, order, choice);
        }
        for (k, &choice) in ask.given.iter().enumerate() {
            if state.is_live(choice) {
                alive &= state.pick(model, order, choice);
            } else {
                // Given twice is given once; anything else that is gone contradicts the rest.
                alive &= ask.given[..k].contains(&choice);
            }
        }
        let meter = &mut self.meter;
        alive && state.propagate(model, order, || meter.node().is_none())
    }

    /// The state of the model's layer was just reached: a solution, packs, or a frame.
    fn arrive(&mut self) -> Option<End> {
        if self.state.open_count() == 0 || self.fits_pack() {
            self.state.tree = None;
            self.lay_out();
            self.phase = Phase::Packs;
            return None;
        }
        if self.state.tree.is_none() {
            self.plant_tree();
        }
        let tree = self.state.tree.as_ref().expect("just planted");
        let (place, _) = tree.first_least().expect("an open item");
        let item = Item(self.order.items[place as usize]);
        let frame = Frame {
            tries: self.state.tries(&self.model, &self.order, item),
            next: 0,
            mark: self.state.mark(),
        };
        self.frames.push(frame);
        self.phase = Phase::Back;
        None
    }

    fn fits_pack(&self) -> bool {
        self.state.live_count() <= self.most_packed
    }

    fn plant_tree(&mut self) {
        let (order, state) = (&self.order, &self.state);
        let sizes = order.items.iter().map(|&item| match Item(item) {
            item if state.is_open(item) => state.size(item),
            _ => MinTree::GONE,
        });
        let tree = MinTree::new(sizes);
        self.state.tree = Some(tree);
        self.state.forget_forced();
    }

    /// Takes the next choice of the top frame on the model's layer, and what it forces.
    fn go_back(&mut self) -> Option<End> {
        let Some(frame) = self.frames.last_mut() else {
            return Some(self.meter.finish(End::Complete));
        };
        let choice = frame.tries.get(frame.next).copied();
        frame.next += 1;
        let mark = frame.mark;
        if self.state.tree.is_none() {
            // The packs did not keep it; the state is the one they were laid out from.
            self.plant_tree();
        }
        self.state.undo_to(&self.model, &self.order, mark);
        let Some(choice) = choice else {
            self.frames.pop();
            return None;
        };
        if let Some(end) = self.meter.node() {
            return Some(end);
        }
        let (model, order, state) = (&self.model, &self.order, &mut self.state);
        let meter = &mut self.meter;
        let alive = state.pick(model, order, choice)
            && state.propagate(model, order, || meter.node().is_none());
        if let Some(end) = self.meter.end() {
            return Some(end);
        }
        if alive {
            self.phase = Phase::Arrive;
        }
        None
    }

    /// Lays out what is live as bit sets.
    fn lay_out(&mut self) {
        let (model, state, order) = (&*self.model, &self.state, &self.order);
        let mut live: Vec<u32> = Vec::with_capacity(state.live_count());
        live.extend(model.choices().filter(|&c| state.is_live(c)).map(|c| c.0));
        if let Some(rank) = &order.choice_rank {
            live.sort_unstable_by_key(|&c| rank[c as usize]);
        }
        for (bit, &choice) in live.iter().enumerate() {
            self.bit[choice as usize] = bit as u32;
        }
        if self.packs.is_empty() {
            self.packs.push(Pack::default());
        }
        let pack = &mut self.packs[0];
        pack.reset(live.iter().copied(), state.open_count());
        let mut mask = vec![0u64; pack.words()];
        let mut members: Vec<(u32, u32)> = Vec::new();
        let mut bits: Vec<u32> = Vec::new();
        let mut next_item = 0;
        let exact = order
            .items
            .iter()
            .map(|&item| Item(item))
            .filter(|&i| state.is_open(i));
        let others = model
            .items()
            .filter(|&i| model.demand(i) != Demand::ExactlyOne);
        for item in exact.chain(others) {
            members.clear();
            let live_members = model
                .members(item)
                .iter()
                .filter(|&&(c, _)| state.is_live(c));
            members.extend(live_members.map(|&(c, colour)| (self.bit[c.index()], colour.0)));
            if model.demand(item) == Demand::ExactlyOne {
                bits.clear();
                bits.extend(members.iter().map(|&(bit, _)| bit));
                pack.fill_item(next_item, &bits);
                next_item += 1;
            }
            exclude_members(pack, model.demand(item), &mut members, &mut mask);
        }
        pack.finish();
        self.depth = 1;
        self.picks.clear();
    }

    /// Searches on in the packs until there is something to tell.
    fn run_packs(&mut self, mode: Mode) -> Option<Event> {
        while self.depth > 0 {
            let pack = &mut self.packs[self.depth - 1];
            match pack.run(&mut self.meter, &mut self.picks, mode) {
                Event::Exhausted => self.depth -= 1,
                Event::Narrow => self.narrow(),
                event => return Some(event),
            }
        }
        self.phase = Phase::Back;
        None
    }

    fn narrow(&mut self) {
        if self.packs.len() == self.depth {
            self.packs.push(Pack::default());
        }
        let (above, below) = self.packs.split_at_mut(self.depth);
        kernel::narrow(&mut below[0], &above[self.depth - 1]);
        self.depth += 1;
    }

    fn search(&mut self, mode: Mode) -> Result<(), End> {
        if let Some(end) = self.meter.end() {
            return Err(end);
        }
        loop {
            let end = match self.phase {
                Phase::Arrive => self.arrive(),
                Phase::Back => self.go_back(),
                Phase::Packs => match self.run_packs(mode) {
                    Some(Event::Solution) => return Ok(()),
                    Some(Event::Stop(end)) => Some(end),
                    _ => None,
                },
            };
            if let Some(end) = end {
                return Err(end);
            }
        }
    }
}

/// Choices that share an item exclude each other, at a one-colour item those of other colours.
fn exclude_members(pack: &mut Pack, demand: Demand, members: &mut [(u32, u32)], mask: &mut [u64]) {
    if members.len() < 2 {
        return;
    }
    if demand != Demand::OneColour {
        set_bits(mask, members);
        for &(c, _) in &*members {
            pack.exclude(c, mask);
        }
        mask.fill(0);
        return;
    }
    members.sort_unstable_by_key(|&(_, colour)| colour);
    for group in members.chunk_by(|a, b| a.1 == b.1) {
        set_bits(mask, members);
        for &(c, _) in group {
            mask[c as usize / 64] &= !(1 << (c % 64));
        }
        for &(c, _) in group {
            pack.exclude(c, mask);
        }
        mask.fill(0);
    }
}

fn set_bits(mask: &mut [u64], members: &[(u32, u32)]) {
    for &(c, _) in members {
        mask[c as usize / 64] |= 1 << (c % 64);
    }
}

impl Search for DanceSearch<'_> {
    fn start(&mut self, ask: &Ask) {
        self.set_order(ask.seed);
        self.meter = Meter::start(ask);
        self.frames.clear();
        self.depth = 0;
        self.picks.clear();
        self.phase = Phase::Arrive;
        let most = ask.budget.memory.unwrap_or(u64::MAX);
        let alive = self.begin(ask);
        if !alive {
            self.meter.finish(End::Complete);
        } else if self.fits_pack()
            && Pack::bytes(self.state.live_count(), self.state.open_count()) > most
        {
            self.meter.finish(End::Memory);
        }
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        self.search(Mode::Visit)?;
        self.solution.clear();
        self.solution.extend_from_slice(&self.state.picked);
        self.solution.extend(self.picks.iter().map(|&c| Choice(c)));
        self.solution.sort_unstable();
        Ok(&self.solution)
    }

    fn count(&mut self) -> Count {
        let before = self.meter.stats().solutions;
        let end = loop {
            if let Err(end) = self.search(Mode::Count) {
                break end;
            }
        };
        Count::new(self.meter.stats().solutions - before, end)
    }

    fn stats(&self) -> Stats {
        self.meter.stats()
    }

    fn branches(&mut self) -> Vec<Choice> {
        if self.meter.end().is_some() || self.state.open_count() == 0 {
            return Vec::new();
        }
        let first = (self.order.items.iter().map(|&item| Item(item)))
            .filter(|&item| self.state.is_open(item))
            .min_by_key(|&item| self.state.size(item));
        let first = first.expect("an open item");
        self.state.tries(&self.model, &self.order, first)
    }

    fn possible(&mut self) -> Vec<Choice> {
        if self.meter.end() == Some(End::Complete) {
            return Vec::new();
        }
        let mut possible: Vec<Choice> = self
            .model
            .choices()
            .filter(|&c| self.state.is_live(c))
            .collect();
        possible.extend_from_slice(&self.state.picked);
        possible.sort_unstable();
        possible
    }
}

#[cfg(test)]
mod tests;
