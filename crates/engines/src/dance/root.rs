//! The first layer: a model, a question to it, and the forced choices.

use super::pack::Pack;
use super::spelling;
pub(crate) use super::spelling::MOST_LETTERS;
use super::state::{Order, State};
use crate::Random;
use crate::{Ask, Budget, End, Meter};
use tilewright_model::{Choice, Colour, Demand, Item, Model};

/// A model without pairs, and mostly without lines, with the state that the givens and all that they force leave.
pub(crate) struct Root {
    pub(super) model: Model,
    pub(super) order: Order,
    pub(super) state: State,
    /// True if the tiles come before all other items, to be searched in their order.
    in_tile_order: bool,
    /// The number of the layout that was made last.
    stamp: u32,
    /// For each choice the last layout that had it, and its bit there.
    bit: Vec<(u32, u32)>,
    /// For each item the last layout that had it.
    item_stamp: Vec<u32>,
    /// The last look ahead: engines that take turns ask the same again and again.
    looked: Option<Looked>,
}

const NO_PART: u32 = u32::MAX;

/// The members of an item that were reached when parts are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reached {
    No,
    /// Those of other colours than this.
    From(Colour),
    All,
}

/// The result of a look ahead.
#[derive(Debug)]
struct Looked {
    given: Vec<Choice>,
    barred: Vec<Choice>,
    /// The choices that can be in no solution with those.
    gone: Vec<Choice>,
}

impl Root {
    /// The model with pairs and lines as items. The end, where the budget does not allow it.
    pub(crate) fn new(model: &Model, budget: &Budget) -> Result<Self, End> {
        Self::of(model.lower(budget)?, budget)
    }

    /// The model with its lines as they are, for a search that reads them, if it can.
    pub(super) fn with_lines(model: &Model, budget: &Budget) -> Result<Self, End> {
        if !spelling::reads(model) {
            return Self::new(model, budget);
        }
        Self::with_its_lines(&model.derived(budget)?, budget)
    }

    /// The model with its lines as they are, none of which has more than [`MOST_LETTERS`] letters.
    pub(crate) fn with_its_lines(model: &Model, budget: &Budget) -> Result<Self, End> {
        Self::of(model.lower_pairs(budget)?, budget)
    }

    fn of(model: Model, budget: &Budget) -> Result<Self, End> {
        Ok(Self {
            state: State::new(&model, budget)?,
            in_tile_order: false,
            stamp: 0,
            bit: vec![(0, 0); model.choice_count()],
            item_stamp: vec![0; model.item_count()],
            model,
            order: Order::default(),
            looked: None,
        })
    }

    /// Searches tile by tile in their order.
    pub(crate) fn in_tile_order(mut self) -> Self {
        self.in_tile_order = true;
        self
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
        if self.model.is_projected() {
            let items = self.model.items();
            self.order.is_late = items.map(|item| !self.model.is_own_item(item)).collect();
        }
        if self.in_tile_order {
            let mut rank = vec![u32::MAX; self.model.item_count()];
            for (place, tile) in self.model.tiles().iter().enumerate() {
                rank[tile.index()] = place as u32;
            }
            let mut items = std::mem::take(&mut self.order.items);
            items.sort_by_key(|&item| (self.order.is_late(Item(item)), rank[item as usize]));
            self.order.items = items;
        }
        // Items keep their order: on a board of tiles a search that grows from a corner seldom has
        // to go back, and one that starts all over the place soon gets stuck.
        self.order.choice_rank =
            seed.map(|seed| Random::new(seed).permutation(self.model.choice_count()));
        self.order.place = vec![0; self.model.item_count()];
        for (place, &item) in self.order.items.iter().enumerate() {
            self.order.place[item as usize] = place as u32;
        }
    }

    /// The model as it is, before anything is asked. Whether every item has a choice.
    pub(super) fn reset(&mut self) -> bool {
        self.set_order(None);
        self.state.reset()
    }

    /// Applies givens, barred choices and all that they force; looks ahead if at least
    /// `look_ahead_from` choices are live then and the ask is not a part of another. Returns true
    /// if anything is left to search.
    pub(crate) fn begin(&mut self, ask: &Ask, look_ahead_from: usize, meter: &mut Meter) -> bool {
        if !self.restrict(ask, meter) {
            return false;
        }
        let is_due = self.state.live_count() >= look_ahead_from && !ask.as_part;
        !is_due || meter.end().is_some() || self.look_ahead_once(ask, meter)
    }

    /// Looks ahead, or removes the choices that the last look found if it was for the same ask.
    fn look_ahead_once(&mut self, ask: &Ask, meter: &mut Meter) -> bool {
        let is_same = |looked: &&Looked| looked.given == ask.given && looked.barred == ask.barred;
        if let Some(looked) = self.looked.as_ref().filter(is_same) {
            let (model, order, state) = (&self.model, &self.order, &mut self.state);
            let mut gone = looked.gone.iter();
            return gone.all(|&choice| !state.is_live(choice) || state.remove(order, choice))
                && state.propagate(model, order, || meter.node().is_none());
        }
        let mut gone: Vec<Choice> = self.model.choices().collect();
        gone.retain(|&choice| self.state.is_live(choice));
        let is_alive = self.look_ahead(ask.work.unwrap_or(u64::MAX), meter);
        // One that was broken off has not seen all, and one that found nothing to search needs no
        // help to find that again.
        if is_alive && meter.end().is_none() {
            let mut is_picked = vec![false; self.model.choice_count()];
            for choice in &self.state.picked {
                is_picked[choice.index()] = true;
            }
            gone.retain(|&choice| !self.state.is_live(choice) && !is_picked[choice.index()]);
            self.looked = Some(Looked {
                given: ask.given.clone(),
                barred: ask.barred.clone(),
                gone,
            });
        }
        is_alive
    }

    /// Givens, barred choices and all that they force. Whether every item still has a choice.
    fn restrict(&mut self, ask: &Ask, meter: &mut Meter) -> bool {
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

    /// The model that is searched.
    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    /// The choices that were picked.
    pub(crate) fn picked(&self) -> &[Choice] {
        &self.state.picked
    }

    /// The live choices, in order.
    pub(crate) fn live(&self) -> Vec<u32> {
        let live = self.model.choices().filter(|&c| self.state.is_live(c));
        let mut live: Vec<u32> = live.map(|c| c.0).collect();
        if let Some(rank) = &self.order.choice_rank {
            live.sort_unstable_by_key(|&c| rank[c as usize]);
        }
        live
    }

    /// The live choices cut in the parts that share nothing (no choice of one excludes one of
    /// another), each in order, the one with the first choice first.
    pub(crate) fn parts(&self) -> Vec<Vec<u32>> {
        let live = self.live();
        let mut part_of = vec![NO_PART; self.model.choice_count()];
        let mut reached = vec![Reached::No; self.model.item_count()];
        let mut parts: Vec<Vec<u32>> = Vec::new();
        for &first in &live {
            if part_of[first as usize] == NO_PART {
                self.reach(
                    Choice(first),
                    parts.len() as u32,
                    &mut part_of,
                    &mut reached,
                );
                parts.push(Vec::new());
            }
            parts[part_of[first as usize] as usize].push(first);
        }
        parts
    }

    /// Gives `first` and all live choices that hang together with it that part number.
    fn reach(&self, first: Choice, part: u32, part_of: &mut [u32], reached: &mut [Reached]) {
        part_of[first.index()] = part;
        let mut queue = vec![first];
        while let Some(choice) = queue.pop() {
            for &(item, colour) in self.model.touches(choice) {
                let one_colour = self.model.demand(item) == Demand::OneColour;
                let before = reached[item.index()];
                let (is_new, now) = match before {
                    Reached::No if one_colour => (true, Reached::From(colour)),
                    Reached::No => (true, Reached::All),
                    Reached::From(seen) if seen != colour => (true, Reached::All),
                    _ => (false, before),
                };
                if !is_new {
                    continue;
                }
                reached[item.index()] = now;
                for &(member, shown) in self.model.members(item) {
                    // Choices of one colour go together, and are reached from another colour only.
                    let conflicts = !one_colour || shown != colour;
                    let place = &mut part_of[member.index()];
                    if conflicts && *place == NO_PART && self.state.is_live(member) {
                        *place = part;
                        queue.push(member);
                    }
                }
            }
        }
    }

    /// Lays out everything that is live as bit sets.
    pub(super) fn lay_out(&mut self, pack: &mut Pack) {
        let live = self.live();
        self.lay_out_part(pack, &live);
    }

    /// Lays out these live choices as bit sets: all that are live, or one of the
    /// [parts](Self::parts). It costs the touches of the choices, not the size of the model.
    pub(crate) fn lay_out_part(&mut self, pack: &mut Pack, choices: &[u32]) {
        self.stamp += 1;
        for (bit, &choice) in choices.iter().enumerate() {
            self.bit[choice as usize] = (self.stamp, bit as u32);
        }
        let (exact, others) = self.items_of(choices);
        let (model, bit, stamp) = (&self.model, &self.bit, self.stamp);
        let members_here = |item: Item| {
            let members = model.members(item).iter();
            members.filter_map(move |&(choice, colour)| {
                let (of, bit) = bit[choice.index()];
                (of == stamp).then_some((bit, colour.0))
            })
        };
        pack.reset(choices.iter().copied(), exact.len());
        pack.in_order = self.in_tile_order;
        for (i, &item) in exact.iter().enumerate() {
            pack.fill_item(i, members_here(item).map(|(bit, _)| bit));
        }
        let mut mask = vec![0u64; pack.widths().0];
        let mut members: Vec<(u32, u32)> = Vec::new();
        for item in others {
            members.clear();
            members.extend(members_here(item));
            exclude_members(pack, model.demand(item), &mut members, &mut mask);
        }
        pack.finish();
    }

    /// The places of the items of a [layout](Self::lay_out_part) of these choices in the order of
    /// all exactly-one items.
    pub(crate) fn places_of(&mut self, choices: &[u32]) -> Vec<u32> {
        self.stamp += 1;
        let (exact, _) = self.items_of(choices);
        let place = |item: Item| self.order.place[item.index()];
        exact.into_iter().map(place).collect()
    }

    /// The exactly-one items of these live choices, in order, and their other items.
    fn items_of(&mut self, choices: &[u32]) -> (Vec<Item>, Vec<Item>) {
        let is_exact = |item: Item| self.model.demand(item) == Demand::ExactlyOne;
        if choices.len() == self.state.live_count() {
            let exact = self.order.items.iter().map(|&item| Item(item));
            let exact = exact.filter(|&item| self.state.is_open(item)).collect();
            return (
                exact,
                self.model.items().filter(|&item| !is_exact(item)).collect(),
            );
        }
        let mut items = Vec::new();
        for &choice in choices {
            for &(item, _) in self.model.touches(Choice(choice)) {
                let stamp = &mut self.item_stamp[item.index()];
                if std::mem::replace(stamp, self.stamp) != self.stamp {
                    items.push(item);
                }
            }
        }
        let (mut exact, others): (Vec<Item>, Vec<Item>) =
            items.into_iter().partition(|&item| is_exact(item));
        exact.sort_unstable_by_key(|item| self.order.place[item.index()]);
        (exact, others)
    }

    /// The open item that the search branches on: the first in tile order, or else the first among
    /// those with the fewest choices.
    pub(super) fn next_item(&self) -> Option<Item> {
        let items = self.order.items.iter().map(|&item| Item(item));
        let mut open = items.filter(|&item| self.state.is_open(item));
        if self.in_tile_order {
            return open.next();
        }
        open.min_by_key(|&item| self.order.rank(item, self.state.size(item)))
    }

    /// Returns true if it is searched tile by tile.
    pub(super) fn is_in_tile_order(&self) -> bool {
        self.in_tile_order
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
