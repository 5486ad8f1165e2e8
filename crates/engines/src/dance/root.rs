//! The first layer: a model, what is asked of it, and what that forces.

use super::bits::Pack;
use super::state::{Order, State};
use crate::shuffle::Random;
use crate::{Ask, Meter};
use std::borrow::Cow;
use tilewright_model::{Demand, Item, Model};

/// A model without rules, with the state that the givens and all that they force leave.
pub(crate) struct Root<'m> {
    pub(super) model: Cow<'m, Model>,
    pub(super) order: Order,
    pub(super) state: State,
    /// For each choice its bit in the pack; only good for live choices.
    bit: Vec<u32>,
}

impl<'m> Root<'m> {
    pub(crate) fn new(model: &'m Model) -> Self {
        let model = model.lower();
        Self {
            state: State::new(&model),
            bit: vec![0; model.choice_count()],
            model,
            order: Order::default(),
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
        // Items keep their order: on a board of tiles a search that grows from a corner seldom has
        // to go back, and one that starts all over the place soon cannot go on.
        self.order.choice_rank =
            seed.map(|seed| Random::new(seed).permutation(self.model.choice_count()));
        self.order.place = vec![0; self.model.item_count()];
        for (place, &item) in self.order.items.iter().enumerate() {
            self.order.place[item as usize] = place as u32;
        }
    }

    /// The model as it is, before anything is asked.
    pub(super) fn reset(&mut self) {
        self.set_order(None);
        self.state.reset();
    }

    /// Givens, barred choices and all that they force. Whether anything is left to search.
    pub(crate) fn begin(&mut self, ask: &Ask, meter: &mut Meter) -> bool {
        self.set_order(ask.seed);
        let (model, order, state) = (&self.model, &self.order, &mut self.state);
        let mut alive = state.reset();
        for &choice in &ask.barred {
            alive &= !state.is_live(choice) || state.remove(order, choice);
        }
        for (k, &choice) in ask.given.iter().enumerate() {
            if state.is_live(choice) {
                alive &= state.pick(model, order, choice);
            } else {
                // Given twice is given once; anything else that is gone contradicts the rest.
                alive &= ask.given[..k].contains(&choice);
            }
        }
        alive && state.propagate(model, order, || meter.node().is_none())
    }

    /// Lays out what is live as bit sets.
    pub(crate) fn lay_out(&mut self, pack: &mut Pack) {
        let (model, state, order) = (&*self.model, &self.state, &self.order);
        let mut live: Vec<u32> = Vec::with_capacity(state.live_count());
        live.extend(model.choices().filter(|&c| state.is_live(c)).map(|c| c.0));
        if let Some(rank) = &order.choice_rank {
            live.sort_unstable_by_key(|&c| rank[c as usize]);
        }
        for (bit, &choice) in live.iter().enumerate() {
            self.bit[choice as usize] = bit as u32;
        }
        let bit = &self.bit;
        pack.reset(live.iter().copied(), state.open_count());
        let live_members = |item: Item| {
            let members = model.members(item).iter();
            members.filter(|&&(choice, _)| state.is_live(choice))
        };
        let exact = order.items.iter().map(|&item| Item(item));
        for (i, item) in exact.filter(|&item| state.is_open(item)).enumerate() {
            pack.fill_item(i, live_members(item).map(|(choice, _)| bit[choice.index()]));
        }
        let mut mask = vec![0u64; pack.words()];
        let mut members: Vec<(u32, u32)> = Vec::new();
        for item in model
            .items()
            .filter(|&i| model.demand(i) != Demand::ExactlyOne)
        {
            members.clear();
            members.extend(live_members(item).map(|&(c, colour)| (bit[c.index()], colour.0)));
            exclude_members(pack, model.demand(item), &mut members, &mut mask);
        }
        pack.finish();
    }

    /// Choices that are live, and exactly-one items that are open.
    pub(crate) fn sizes(&self) -> (usize, usize) {
        (self.state.live_count(), self.state.open_count())
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
