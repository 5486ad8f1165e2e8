//! Exact cover with colours, made for speed.
//!
//! **Idea.** Three layers. The first derives the givens and all that they force on the model itself
//! (`state`): that costs the changes, not the size. The rest is laid out as bit sets (`bits`),
//! where a node of the search is a few ANDs and counts of ones. If too much is left for that (the
//! masks take a bit for each pair of choices), the search continues on the model itself, with a
//! tournament over the items (`tree`), until a part is small enough for bit sets.
//!
//! A model that is asked a second time is laid out as a whole, once: from then on the givens of an
//! ask are ANDs, and the rest is packed from that. A million Sudokus cost one layout.
//!
//! Before the search begins, the rest of a large model is looked at twice more: choices that would
//! leave an item without a choice go (`lookahead`), and parts that share nothing are separated.
//! Parts are searched each on its own, the last one fastest, like the wheels of a counter: a dead
//! end in one never repeats the search of another, and their counts multiply.
//!
//! A model with lines or links is searched on the model itself alone, with more than forced choices: letters that no word of a
//! line has go (`spelling`), with the lines that follow from the model's groups; what no longer has a partner goes
//! (`supports`), and what is picked stays in one piece (`joined`).
//!
//! Items with hidden choices of a projected model are tried after all others; the first way to pick them is enough.
//!
//! **Order.** All layers search alike: whatever is forced is taken; then the first exactly-one
//! item, in order, among those with the fewest choices left, its choices in order. So the order of
//! the solutions is always the same, with a seed too: the seed orders the choices once.

mod bits;
mod joined;
mod kernel;
mod lookahead;
pub(crate) mod pack;
mod parts;
pub(crate) mod root;
mod spelling;
mod state;
mod supports;
mod tree;
pub(crate) mod words;

use crate::{Ask, Branch, Budget, Count, Declined, End, Engine, Meter, Search, Stats};
use num_bigint::BigUint;
use pack::Pack;
use parts::Part;
use root::Root;
use state::Mark;
use tilewright_model::{Choice, Item, Model};
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

    fn prepare(&self, model: &Model, budget: &Budget) -> Result<Box<dyn Search>, Declined> {
        let root =
            Root::with_lines(model, budget).map_err(|end| Declined::ended(self.name(), end))?;
        Ok(Box::new(DanceSearch::new(root, SIZES)))
    }
}

/// `dance` in the order of the tiles, so that its solutions come sorted: of two solutions the one
/// comes first whose choice has the lower number at the first tile where they differ. It searches
/// on the same bit sets and takes all that is forced, but branches on the first open tile whatever
/// the sizes, and parts that share nothing are not told apart. So it is for lists, and not for hard
/// puzzles.
///
/// **Why that sorts.** The tiles come before all other items. Every choice belongs to a tile, so
/// while any item is open a tile is, and the first open item is the first tile that is not decided;
/// all tiles before it have the same choice in every solution below.
#[derive(Debug)]
pub struct Sorted;

impl Engine for Sorted {
    fn name(&self) -> &'static str {
        "sorted"
    }

    fn about(&self) -> &'static str {
        "dance in the order of the tiles: solutions come sorted"
    }

    fn prepare(&self, model: &Model, budget: &Budget) -> Result<Box<dyn Search>, Declined> {
        let root =
            Root::with_lines(model, budget).map_err(|end| Declined::ended(self.name(), end))?;
        Ok(Box::new(DanceSearch::sorted(root, SIZES)))
    }
}

/// From which numbers of live choices on the layers change.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    /// More than this stay on the model: their masks would take more than 32 MiB.
    most_packed: usize,
    /// The largest model that is laid out as a whole when it is asked again: 2 MiB of masks.
    most_prepared: usize,
    /// From this many live choices on, a look one step ahead comes before the search.
    look_ahead_from: usize,
    /// Fewer than this are not worth telling parts apart.
    cut_from: usize,
}

/// From this many live choices on, a model is looked at one step ahead.
pub(crate) const LOOK_AHEAD_FROM: usize = 1 << 11;

const SIZES: Sizes = Sizes {
    most_packed: 1 << 14,
    most_prepared: 1 << 12,
    look_ahead_from: LOOK_AHEAD_FROM,
    cut_from: 1 << 8,
};

/// Bit sets know neither support nor links, so models with lines or links stay on the model's layer.
const DEEP: Sizes = Sizes {
    most_packed: 0,
    most_prepared: 0,
    look_ahead_from: usize::MAX,
    cut_from: usize::MAX,
};

/// An item being tried on the model itself.
#[derive(Debug)]
struct Frame {
    item: Item,
    tries: Vec<Choice>,
    next: usize,
    mark: Mark,
}

/// The next action of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Look at the state that the model's layer has reached.
    Arrive,
    /// Find the first solution of every part.
    FirstOfParts,
    /// Find the next solution of the last part that has one.
    NextOfParts,
    /// Take the next choice of the top frame.
    Back,
}

struct DanceSearch {
    root: Root,
    sizes: Sizes,
    /// The number of asks in the model's own order.
    asked: u32,
    /// The whole model as bit sets, from the second ask on.
    whole: Option<Pack>,
    /// The choices picked before the parts.
    base: Vec<Choice>,
    frames: Vec<Frame>,
    /// The rest, laid out as bit sets; the first `part_count` are in use.
    parts: Vec<Part>,
    part_count: usize,
    meter: Meter,
    ask: Ask,
    phase: Phase,
    solution: Vec<Choice>,
    /// For each choice the tile that it belongs to, if that puts a solution in order: computed when
    /// many solutions are wanted.
    slots: Option<Box<[u32]>>,
    given_out: u32,
}

/// Solutions from which on it pays to know how to put them in order without comparing.
const MANY: u32 = 64;

impl DanceSearch {
    fn new(root: Root, sizes: Sizes) -> Self {
        let sizes = if state::is_deep(&root.model) {
            DEEP
        } else {
            sizes
        };
        Self {
            root,
            sizes,
            asked: 0,
            whole: None,
            base: Vec::new(),
            frames: Vec::new(),
            parts: Vec::new(),
            part_count: 0,
            meter: Meter::default(),
            ask: Ask::default(),
            phase: Phase::Arrive,
            solution: Vec::new(),
            slots: None,
            given_out: 0,
        }
    }

    /// In the order of the tiles.
    fn sorted(root: Root, sizes: Sizes) -> Self {
        let sizes = Sizes {
            cut_from: usize::MAX,
            ..sizes
        };
        Self::new(root.in_tile_order(), sizes)
    }

    /// Returns true if the whole model is laid out for this ask; lays it out when that begins to
    /// pay.
    fn is_prepared(&mut self, ask: &Ask) -> bool {
        let choices = self.root.model.choice_count();
        // A model without choices may still have links.
        if ask.seed.is_some() || choices > self.sizes.most_prepared || choices == 0 {
            return false;
        }
        self.asked = self.asked.saturating_add(1);
        if self.asked < 2 {
            return false;
        }
        if self.whole.is_none() {
            if !self.root.reset() {
                // Bit sets know the items of choices alone, so not one that has none.
                return false;
            }
            let mut whole = Pack::default();
            self.root.lay_out(&mut whole);
            self.whole = Some(whole);
        }
        let most = ask.budget.memory.unwrap_or(u64::MAX);
        let bytes = Pack::bytes(choices, self.root.order.items.len());
        2 * bytes <= most
    }

    /// Applies givens and barred choices on the whole model's bit sets, and all that they force;
    /// packs the rest. Returns false if it did not: a large rest is for the model's layer.
    fn start_from_whole(&mut self, ask: &Ask) -> bool {
        let whole = self.whole.as_mut().expect("it was prepared");
        self.base.clear();
        let mut forced = Vec::new();
        let alive = whole.restrict(&ask.given, &ask.barred, &mut self.base)
            && whole
                .force_entry(&mut self.meter, &mut forced)
                .unwrap_or(true);
        if !alive {
            self.meter.finish(End::Complete);
            return true;
        }
        let (live, open) = whole.entry();
        let live_count = words::ones(live) as usize;
        if live_count >= self.sizes.look_ahead_from && !ask.as_part {
            self.meter.forget();
            return false;
        }
        self.base.extend(forced.into_iter().map(Choice));
        let cut =
            (live_count >= self.sizes.cut_from && !ask.as_part).then(|| whole.parts(live, open));
        if let Some(cut) = cut
            && cut.len() > 1
        {
            self.make_parts(cut.len());
            let whole = self.whole.as_mut().expect("it was prepared");
            for (part, (live, open)) in self.parts.iter_mut().zip(&cut) {
                whole.set_entry(live, open);
                part.first_pack().narrow_from(whole);
                part.restart();
            }
            return true;
        }
        self.make_parts(1);
        let whole = self.whole.as_ref().expect("it was prepared");
        self.parts[0].first_pack().narrow_from(whole);
        self.parts[0].restart();
        true
    }

    /// Givens and barred choices on the model itself, and all that they force.
    fn start_from_model(&mut self, ask: &Ask) {
        let from = self.sizes.look_ahead_from;
        let alive = self.root.begin(ask, from, &mut self.meter);
        let (live, open) = self.root.sizes();
        let most = ask.budget.memory.unwrap_or(u64::MAX);
        if !alive {
            self.meter.finish(End::Complete);
        } else if self.fits_pack() && Pack::bytes(live, open) > most {
            self.meter.lacks(Pack::bytes(live, open));
        }
    }

    /// The state of the model's layer at the start of this ask, for questions about it: the search
    /// itself may do without it. Whether it is alive.
    fn begin_again(&mut self) -> bool {
        let unlimited = &mut Budget::default().meter();
        self.root
            .begin(&self.ask, self.sizes.look_ahead_from, unlimited)
    }

    /// The state of the model's layer was just reached: parts, or a frame.
    fn arrive(&mut self) {
        self.root.state.tree = self.root.state.tree.take().filter(|_| !self.fits_pack());
        if self.frames.is_empty() && !self.ask.as_part && self.root.sizes().0 >= self.sizes.cut_from
        {
            let parts = self.root.parts();
            let largest = parts.iter().map(Vec::len).max();
            if parts.len() > 1 && largest <= Some(self.sizes.most_packed) {
                self.lay_out(&parts);
                return;
            }
        }
        if self.fits_pack() {
            let live = self.root.live();
            self.lay_out(&[live]);
            return;
        }
        self.push_frame();
    }

    fn fits_pack(&self) -> bool {
        self.root.sizes().0 <= self.sizes.most_packed || self.root.sizes().1 == 0
    }

    fn lay_out(&mut self, parts: &[Vec<u32>]) {
        self.base.clone_from(&self.root.state.picked);
        self.make_parts(parts.len());
        for (part, choices) in self.parts.iter_mut().zip(parts) {
            self.root.lay_out_part(part.first_pack(), choices);
            part.restart();
        }
    }

    fn make_parts(&mut self, count: usize) {
        let missing = count.saturating_sub(self.parts.len());
        self.parts
            .extend(std::iter::repeat_with(Part::default).take(missing));
        self.part_count = count;
        self.phase = Phase::FirstOfParts;
    }

    fn push_frame(&mut self) {
        if self.root.state.tree.is_none() {
            self.plant_tree();
        }
        let root = &self.root;
        let item = if root.is_in_tile_order() {
            root.next_item().expect("an open item")
        } else {
            let tree = root.state.tree.as_ref().expect("just planted");
            let (place, _) = tree.first_least().expect("an open item");
            Item(root.order.items[place as usize])
        };
        let frame = Frame {
            item,
            tries: root.state.tries(&root.model, &root.order, item),
            next: 0,
            mark: root.state.mark(),
        };
        self.frames.push(frame);
        self.phase = Phase::Back;
    }

    fn plant_tree(&mut self) {
        let (order, state) = (&self.root.order, &self.root.state);
        let sizes = order.items.iter().map(|&item| match Item(item) {
            item if state.is_open(item) => order.rank(item, state.size(item)),
            _ => MinTree::GONE,
        });
        let tree = MinTree::new(sizes);
        self.root.state.tree = Some(tree);
        self.root.state.forget_forced();
    }

    /// Takes the next choice of the top frame on the model's layer, and all that it forces.
    fn go_back(&mut self) -> Result<(), End> {
        let Some(frame) = self.frames.last_mut() else {
            return Err(self.meter.finish(End::Complete));
        };
        let choice = frame.tries.get(frame.next).copied();
        frame.next += 1;
        let mark = frame.mark;
        if self.root.state.tree.is_none() {
            // The parts did not keep it; the state is the one they were laid out from.
            self.plant_tree();
        }
        self.root.state.undo_to(&self.root.order, mark);
        let Some(choice) = choice else {
            self.frames.pop();
            return Ok(());
        };
        if self
            .ask
            .work
            .is_some_and(|most| self.root.state.work() > most)
        {
            return Err(self.meter.finish(End::Nodes));
        }
        if let Some(end) = self.meter.node() {
            return Err(end);
        }
        let (model, order, state) = (&self.root.model, &self.root.order, &mut self.root.state);
        let meter = &mut self.meter;
        let alive = state.pick(model, order, choice)
            && state.propagate(model, order, || meter.node().is_none());
        if let Some(end) = self.meter.end() {
            return Err(end);
        }
        if alive {
            self.phase = Phase::Arrive;
        }
        Ok(())
    }

    /// Continues until the parts are laid out anew, or to the end.
    fn next_parts(&mut self) -> Result<(), End> {
        loop {
            match self.phase {
                Phase::Arrive => self.arrive(),
                Phase::Back => self.go_back()?,
                Phase::FirstOfParts | Phase::NextOfParts => return Ok(()),
            }
        }
    }

    /// Goes to the next solution.
    fn next_solution(&mut self) -> Result<(), End> {
        loop {
            self.next_parts()?;
            let found = match self.phase {
                Phase::NextOfParts => self.turn_parts()?,
                _ => self.start_parts()?,
            };
            if found {
                self.leave_hidden();
                self.phase = Phase::NextOfParts;
                return Ok(());
            }
            self.phase = Phase::Back;
        }
    }

    /// One way to pick what is hidden is enough.
    fn leave_hidden(&mut self) {
        let order = &self.root.order;
        while self
            .frames
            .last()
            .is_some_and(|frame| order.is_late(frame.item))
        {
            self.frames.pop();
        }
    }

    /// The first solution of every part. Whether each has one.
    fn start_parts(&mut self) -> Result<bool, End> {
        for part in &mut self.parts[..self.part_count] {
            if !part.advance(&mut self.meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The next combination of solutions, the last part fastest. Whether there is one.
    fn turn_parts(&mut self) -> Result<bool, End> {
        for number in (0..self.part_count).rev() {
            let part = &mut self.parts[number];
            if part.advance(&mut self.meter)? {
                return Ok(true);
            }
            if number > 0 {
                part.restart();
                let has_first = part.advance(&mut self.meter)?;
                debug_assert!(has_first, "a part that had a solution has it again");
            }
        }
        Ok(false)
    }

    /// Counts the products of the parts, at most `wanted`; they have not been started. Returns the
    /// end too if the count was cut off: then it is a lower bound.
    fn count_parts(&mut self, wanted: u64) -> (BigUint, Option<End>) {
        let mut product = BigUint::from(1u32);
        for part in &mut self.parts[..self.part_count] {
            // No part needs to be counted further than the whole: the others have one at least.
            let (number, end) = part.count(&mut self.meter, wanted);
            product *= number;
            if end.is_some() {
                // Parts that were not reached may have none, so with several nothing is known.
                let is_only = self.part_count == 1;
                return (if is_only { product } else { BigUint::ZERO }, end);
            }
            if number == 0 {
                break;
            }
        }
        (product, None)
    }

    /// Counts all that is left, added to `total`.
    fn count_on(&mut self, total: &mut BigUint) -> End {
        loop {
            if let Some(end) = self.meter.end() {
                return end;
            }
            if let Err(end) = self.next_parts() {
                return end;
            }
            if self.phase == Phase::NextOfParts {
                // Some combinations were taken one by one: so are the rest.
                match self.next_solution() {
                    Ok(()) => self.tell(total, 1u32.into()),
                    Err(end) => return end,
                }
                continue;
            }
            let (number, end) = self.count_parts(self.meter.wanted());
            if number > BigUint::ZERO {
                self.leave_hidden();
            }
            self.tell(total, number);
            if let Some(end) = end {
                return self.meter.finish(end);
            }
            self.phase = Phase::Back;
        }
    }

    fn tell(&mut self, total: &mut BigUint, number: BigUint) {
        let told = u64::try_from(&number).unwrap_or(u64::MAX);
        let told = told.min(self.meter.wanted());
        self.meter.solutions(told);
        *total += match self.ask.limit {
            None => number,
            Some(_) => told.into(),
        };
    }
}

impl Search for DanceSearch {
    fn start(&mut self, ask: &Ask) {
        self.ask.clone_from(ask);
        self.meter = ask.meter();
        self.frames.clear();
        self.phase = Phase::Arrive;
        if !self.is_prepared(ask) || !self.start_from_whole(ask) {
            self.start_from_model(ask);
        }
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        if let Some(end) = self.meter.end() {
            return Err(end);
        }
        self.next_solution()?;
        self.meter.solution();
        self.given_out = self.given_out.saturating_add(1);
        if self.given_out == MANY {
            self.slots = slots(&self.root.model);
        }
        let parts = self.parts[..self.part_count].iter();
        let picks = parts.flat_map(|part| part.picks().iter().map(|&c| Choice(c)));
        if let Some(slots) = &self.slots {
            let tiles = self.root.model.tiles().len();
            self.solution.resize(tiles, Choice(0));
            for choice in self.base.iter().copied().chain(picks) {
                self.solution[slots[choice.index()] as usize] = choice;
            }
        } else {
            self.solution.clear();
            self.solution.extend_from_slice(&self.base);
            self.solution.extend(picks);
            self.solution.sort_unstable();
        }
        Ok(self.root.model.own(&self.solution))
    }

    fn count(&mut self) -> Count {
        let mut total = BigUint::ZERO;
        let end = self.count_on(&mut total);
        Count { number: total, end }
    }

    fn choice_count(&self) -> usize {
        self.root.model.choice_count()
    }

    fn stats(&self) -> Stats {
        self.meter.stats()
    }

    fn branches(&mut self) -> Vec<Branch> {
        if self.meter.end().is_some() || !self.begin_again() {
            return Vec::new();
        }
        if !self.ask.as_part
            && self.root.sizes().0 >= self.sizes.cut_from
            && self.root.parts().len() > 1
        {
            // Parts are searched one by one; a branch of one would not be a branch of the whole.
            return Vec::new();
        }
        match self.root.next_item() {
            Some(first) if !self.root.order.is_late(first) => {
                let tries = self
                    .root
                    .state
                    .tries(&self.root.model, &self.root.order, first);
                tries.into_iter().map(Branch::With).collect()
            }
            _ => Vec::new(),
        }
    }

    fn possible(&mut self) -> Vec<Choice> {
        if !self.begin_again() {
            return Vec::new();
        }
        let state = &self.root.state;
        let live = self.root.model.choices().filter(|&c| state.is_live(c));
        let mut possible: Vec<Choice> = live.chain(state.picked.iter().copied()).collect();
        possible.sort_unstable();
        possible
    }
}

/// The tile of each choice, where each belongs to just one and the choices of a tile come before
/// those of the next: then a solution in the order of its tiles is in the order of its choices.
fn slots(model: &Model) -> Option<Box<[u32]>> {
    let mut slots = vec![u32::MAX; model.choice_count()];
    for (tile, &item) in (0u32..).zip(model.tiles()) {
        for &(choice, _) in model.members(item) {
            let slot = &mut slots[choice.index()];
            if *slot != u32::MAX {
                return None;
            }
            *slot = tile;
        }
    }
    slots.is_sorted().then(|| slots.into())
}

#[cfg(test)]
mod tests;
