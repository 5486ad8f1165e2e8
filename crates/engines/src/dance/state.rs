//! The live choices, with a trail to go back: the layer of `dance` that works on the model itself,
//! whatever its size.
//!
//! **Data.** A flag for each choice, the number of live members of each exactly-one item, whether
//! that item is still open, and a trail of changes.
//!
//! **Invariants.** For an open item, `size` is the number of its live members. A picked choice is
//! not live, all its exactly-one items are closed, and nothing live conflicts with it.

use super::joined::Joined;
use super::spelling::Spelling;
use super::supports::Supports;
use super::tree::MinTree;
use tilewright_model::budget::{Budget, End};
use tilewright_model::{Choice, Demand, Item, Model};

/// The order in which a search looks at items, and at choices: the model's, or a random one.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// For each choice its rank, where the order is not the model's.
    pub(super) choice_rank: Option<Vec<u32>>,
    /// The exactly-one items, first to last.
    pub(super) items: Vec<u32>,
    /// For each item its place in `items`; meaningless for items with another demand.
    pub(super) place: Vec<u32>,
    /// For each item, whether it has hidden choices; empty if the model is not projected.
    pub(super) is_late: Vec<bool>,
}

/// Added to the rank of an item that is tried after all others.
const LATE: u32 = 1 << 30;

impl Order {
    /// Returns true if the item is tried after all that is shown.
    pub(super) fn is_late(&self, item: Item) -> bool {
        self.is_late.get(item.index()) == Some(&true)
    }

    /// The rank of an open item with this many choices left: the lowest is tried first.
    pub(super) fn rank(&self, item: Item, size: u32) -> u32 {
        if self.is_late(item) {
            size + LATE
        } else {
            size
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Trailed {
    Removed(Choice),
    Picked(Choice),
    Closed(Item),
}

#[derive(Debug, Default)]
pub(super) struct State {
    live: Vec<bool>,
    live_count: usize,
    /// The exactly-one items of each choice, flat: choice `c` has `exact[start[c]..start[c + 1]]`.
    exact: Vec<Item>,
    exact_start: Vec<u32>,
    /// Live members of each exactly-one item, plus [`CLOSED`] where the item is met; other items
    /// are always closed.
    size: Vec<u32>,
    whole_size: Vec<u32>,
    open_count: usize,
    /// Items that were seen with one choice left, to be looked at again.
    forced: Vec<Item>,
    trail: Vec<Trailed>,
    pub(super) picked: Vec<Choice>,
    /// Choices that are about to be removed; empty in between.
    doomed: Vec<Choice>,
    /// Kept up to date only while the search runs on this layer.
    pub(super) tree: Option<MinTree>,
    /// For models with lines or links.
    supports: Option<Box<Supports>>,
    /// For models with lines that are not items.
    spelling: Option<Box<Spelling>>,
    /// For models with links.
    joined: Option<Box<Joined>>,
    /// The choices looked at since the reset, lines and links apart.
    pub(super) looked_at: u64,
}

/// Added to the size of an item that is met, so that one comparison shows that it is open and short
/// of choices.
const CLOSED: u32 = 1 << 31;

/// A length of the trail and of the picked choices, to go back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    trail: usize,
    picked: usize,
}

/// Returns true if a model without pairs needs more than its forced choices: it has lines or links.
pub(super) fn is_deep(model: &Model) -> bool {
    model.own_count() < model.choice_count() || !model.rules().is_empty()
}

impl State {
    /// That of a model without pairs. The end, where the budget does not allow it.
    pub(super) fn new(model: &Model, budget: &Budget) -> Result<Self, End> {
        let is_exact = |item: Item| model.demand(item) == Demand::ExactlyOne;
        let mut exact = Vec::with_capacity(model.incidence_count());
        let mut exact_start = Vec::with_capacity(model.choice_count() + 1);
        exact_start.push(0);
        for choice in model.choices() {
            let items = model.touches(choice).iter().map(|&(item, _)| item);
            exact.extend(items.filter(|&item| is_exact(item)));
            exact_start.push(exact.len() as u32);
        }
        let whole_size = model
            .items()
            .map(|item| match model.members(item).len() as u32 {
                size if is_exact(item) => size,
                size => size + CLOSED,
            });
        let spelling = if model.lines().next().is_some() {
            Some(Box::new(Spelling::new(model, &mut budget.building())?))
        } else {
            None
        };
        Ok(Self {
            exact,
            exact_start,
            whole_size: whole_size.collect(),
            supports: is_deep(model).then(|| Box::new(Supports::new(model))),
            spelling,
            joined: Joined::new(model).map(Box::new),
            ..Self::default()
        })
    }

    /// Everything live and open again. Whether every item has a choice.
    pub(super) fn reset(&mut self) -> bool {
        self.live.clear();
        self.live.resize(self.exact_start.len() - 1, true);
        self.live_count = self.live.len();
        self.size.clone_from(&self.whole_size);
        self.open_count = 0;
        self.trail.clear();
        self.picked.clear();
        self.forced.clear();
        self.tree = None;
        self.looked_at = 0;
        if let Some(supports) = &mut self.supports {
            supports.reset();
        }
        if let Some(spelling) = &mut self.spelling {
            spelling.reset();
        }
        if let Some(joined) = &mut self.joined {
            joined.looked_at = 0;
        }
        let mut alive = true;
        for (i, &size) in self.size.iter().enumerate() {
            self.open_count += usize::from(size < CLOSED);
            if size <= 1 {
                alive &= size == 1;
                self.forced.push(Item(i as u32));
            }
        }
        alive
    }

    /// The exactly-one items of a choice.
    pub(super) fn exact_items(&self, choice: Choice) -> &[Item] {
        &self.exact[self.exact_range(choice)]
    }

    /// The choices that were picked or removed since then.
    pub(super) fn changed_since(&self, mark: Mark) -> impl Iterator<Item = Choice> {
        self.trail[mark.trail..]
            .iter()
            .filter_map(|trailed| match *trailed {
                Trailed::Removed(choice) | Trailed::Picked(choice) => Some(choice),
                Trailed::Closed(_) => None,
            })
    }

    /// The range of a choice's exactly-one items in `exact`.
    fn exact_range(&self, choice: Choice) -> std::ops::Range<usize> {
        self.exact_start[choice.index()] as usize..self.exact_start[choice.index() + 1] as usize
    }

    pub(super) fn is_live(&self, choice: Choice) -> bool {
        self.live[choice.index()]
    }

    pub(super) fn live_count(&self) -> usize {
        self.live_count
    }

    pub(super) fn open_count(&self) -> usize {
        self.open_count
    }

    pub(super) fn is_open(&self, item: Item) -> bool {
        self.size[item.index()] < CLOSED
    }

    /// The work since the reset: about the choices looked at, those along lines and links too.
    pub(super) fn work(&self) -> u64 {
        let letters = self.spelling.as_ref().map_or(0, |it| it.looked_at);
        let nodes = self.joined.as_ref().map_or(0, |it| it.looked_at);
        self.looked_at + letters + nodes
    }

    /// The number of live members of an open item.
    pub(super) fn size(&self, item: Item) -> u32 {
        self.size[item.index()]
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            trail: self.trail.len(),
            picked: self.picked.len(),
        }
    }

    /// The live choices of `item`, in order.
    pub(super) fn tries(&self, model: &Model, order: &Order, item: Item) -> Vec<Choice> {
        let members = model.members(item).iter().map(|&(choice, _)| choice);
        let mut tries: Vec<Choice> = members.filter(|&choice| self.is_live(choice)).collect();
        match &order.choice_rank {
            None => tries.sort_unstable(),
            Some(rank) => tries.sort_unstable_by_key(|c| rank[c.index()]),
        }
        tries
    }

    /// Picks a live choice. Whether every open item still has a choice.
    pub(super) fn pick(&mut self, model: &Model, order: &Order, choice: Choice) -> bool {
        debug_assert!(self.is_live(choice));
        self.live[choice.index()] = false;
        self.live_count -= 1;
        self.picked.push(choice);
        self.trail.push(Trailed::Picked(choice));
        let mut alive = true;
        // Close all its items first: the removals that follow must not find them short of choices.
        for k in self.exact_range(choice) {
            self.close(order, self.exact[k]);
        }
        for &(item, colour) in model.touches(choice) {
            let one_colour = model.demand(item) == Demand::OneColour;
            let members = model.members(item);
            self.looked_at += members.len() as u64;
            for &(other, shown) in members {
                if self.live[other.index()] && !(one_colour && shown == colour) {
                    alive &= self.remove(order, other);
                }
            }
        }
        alive
    }

    /// Takes away a live choice. Whether every open item still has a choice.
    pub(super) fn remove(&mut self, order: &Order, choice: Choice) -> bool {
        self.live[choice.index()] = false;
        self.live_count -= 1;
        self.trail.push(Trailed::Removed(choice));
        if let Some(supports) = &mut self.supports {
            supports.lose(choice);
        }
        if let Some(spelling) = &mut self.spelling {
            spelling.lose(choice);
        }
        let mut alive = true;
        let range = self.exact_range(choice);
        self.looked_at += range.len() as u64;
        for k in range {
            let item = self.exact[k];
            let size = &mut self.size[item.index()];
            *size -= 1;
            let size = *size;
            if size <= 1 {
                alive &= size == 1;
                self.forced.push(item);
            }
            if let Some(tree) = &mut self.tree
                && size < CLOSED
            {
                tree.set(order.place[item.index()], order.rank(item, size));
            }
        }
        alive
    }

    /// Picks forced choices, and removes those without support, until there are none; passes each pick to `on_pick`, which
    /// may stop it. Returns true if every open item still has a choice.
    pub(super) fn propagate(
        &mut self,
        model: &Model,
        order: &Order,
        mut on_pick: impl FnMut() -> bool,
    ) -> bool {
        loop {
            while let Some(item) = self.forced.pop() {
                if !self.is_open(item) {
                    continue;
                }
                let mut members = model.members(item).iter();
                let Some(&(choice, _)) = members.find(|&&(choice, _)| self.is_live(choice)) else {
                    return false;
                };
                if !on_pick() {
                    return true;
                }
                if !self.pick(model, order, choice) {
                    return false;
                }
            }
            if self.supports.is_none() {
                return true;
            }
            match self.remove_unsupported(model, order) {
                Some(true) => {}
                Some(false) => return true,
                None => return false,
            }
        }
    }

    /// Removes the choices without support. Returns true if there were any, and nothing if some item has no choice left.
    fn remove_unsupported(&mut self, model: &Model, order: &Order) -> Option<bool> {
        let mut has_removed = false;
        while let Some(doomed) = self.supports.as_mut()?.next_empty() {
            for place in doomed {
                let choice = self.supports.as_ref()?.doomed(place);
                if self.is_live(choice) {
                    has_removed = true;
                    if !self.remove(order, choice) {
                        return None;
                    }
                }
            }
        }
        if has_removed {
            return Some(true);
        }
        let mut doomed = std::mem::take(&mut self.doomed);
        let may_hold = self.spells(model, &mut doomed)
            && (!doomed.is_empty() || self.is_joined(model, &mut doomed));
        let has_removed = !doomed.is_empty();
        let mut is_alive = may_hold;
        for choice in doomed.drain(..) {
            is_alive = is_alive && (!self.is_live(choice) || self.remove(order, choice));
        }
        self.doomed = doomed;
        is_alive.then_some(has_removed)
    }

    /// Returns false if a line has no word left; what a line does without is added to `doomed`.
    fn spells(&mut self, model: &Model, doomed: &mut Vec<Choice>) -> bool {
        let live = &self.live;
        self.spelling
            .as_mut()
            .is_none_or(|spelling| spelling.look(model, |choice| live[choice.index()], doomed))
    }

    /// Returns false if something that is linked cannot be joined; what cannot be joined to it is added to `doomed`.
    fn is_joined(&mut self, model: &Model, doomed: &mut Vec<Choice>) -> bool {
        let Some(mut joined) = self.joined.take() else {
            return true;
        };
        let is_joined = joined.look(model, self, doomed);
        self.joined = Some(joined);
        is_joined
    }

    /// Forgets which items were seen with one choice left: the tree knows.
    pub(super) fn forget_forced(&mut self) {
        self.forced.clear();
        self.forget_empty();
    }

    fn forget_empty(&mut self) {
        if let Some(supports) = &mut self.supports {
            supports.forget();
        }
        if let Some(spelling) = &mut self.spelling {
            spelling.forget();
        }
    }

    fn close(&mut self, order: &Order, item: Item) {
        if !self.is_open(item) {
            return;
        }
        self.size[item.index()] += CLOSED;
        self.open_count -= 1;
        self.trail.push(Trailed::Closed(item));
        if let Some(tree) = &mut self.tree {
            tree.set(order.place[item.index()], MinTree::GONE);
        }
    }

    pub(super) fn undo_to(&mut self, order: &Order, mark: Mark) {
        while self.trail.len() > mark.trail {
            match self.trail.pop().expect("longer than the mark") {
                Trailed::Picked(choice) => {
                    self.live[choice.index()] = true;
                    self.live_count += 1;
                }
                Trailed::Closed(item) => {
                    self.size[item.index()] -= CLOSED;
                    self.open_count += 1;
                    self.tell_tree(order, item);
                }
                Trailed::Removed(choice) => {
                    self.live[choice.index()] = true;
                    self.live_count += 1;
                    if let Some(supports) = &mut self.supports {
                        supports.regain(choice);
                    }
                    if let Some(spelling) = &mut self.spelling {
                        spelling.regain(choice);
                    }
                    for k in self.exact_range(choice) {
                        let item = self.exact[k];
                        self.size[item.index()] += 1;
                        self.tell_tree(order, item);
                    }
                }
            }
        }
        self.picked.truncate(mark.picked);
        self.forced.clear();
        self.forget_empty();
    }

    fn tell_tree(&mut self, order: &Order, item: Item) {
        if let Some(tree) = &mut self.tree
            && self.size[item.index()] < CLOSED
        {
            let rank = order.rank(item, self.size[item.index()]);
            tree.set(order.place[item.index()], rank);
        }
    }
}
