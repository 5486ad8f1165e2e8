//! Exact cover with colours, made for speed.
//!
//! **Idea.** Three layers. First the givens and all that they force are worked out on the model
//! itself (`state`): that costs what changes, not what is there. What is left is laid out as bit
//! sets (`bits`), where a node of the search is a few ANDs and counts of ones. Where too much is
//! left for that (the masks take a bit for each pair of choices), the search goes on on the model
//! itself, with a tournament over the items (`tree`), until a part is small enough for bit sets.
//!
//! A model that is asked a second time is laid out as a whole, once: from then on the givens of an
//! ask are ANDs, and what they leave is packed from that. A million Sudokus cost one layout.
//!
//! **Order.** All layers search alike: whatever is forced is taken; then the first exactly-one
//! item, in order, among those with the fewest choices left, its choices in order. So the order of
//! the solutions is always the same, with a seed too: the seed orders the choices once.

pub(crate) mod bits;
mod kernel;
pub(crate) mod root;
mod state;
mod tree;

use crate::{Ask, Count, Declined, End, Engine, Meter, Search, Stats};
use bits::{Event, Mode, Pack};
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

    fn prepare<'m>(&self, model: &'m Model) -> Result<Box<dyn Search + 'm>, Declined> {
        Ok(Box::new(DanceSearch::new(model, MOST_PACKED)))
    }
}

/// More live choices than this stay on the model: their masks would take more than 32 MiB.
const MOST_PACKED: usize = 1 << 14;

/// The largest model that is laid out as a whole when it is asked again: 2 MiB of masks.
const MOST_PREPARED: usize = 1 << 12;

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
    root: Root<'m>,
    most_packed: usize,
    /// How often it was asked in the model's own order.
    asked: u32,
    /// The whole model as bit sets, from the second ask on.
    whole: Option<Pack>,
    /// What was picked before the packs.
    base: Vec<Choice>,
    frames: Vec<Frame>,
    /// The packs, each narrower than the one before; the first `depth` are in use.
    packs: Vec<Pack>,
    depth: usize,
    /// What was picked in the packs.
    picks: Vec<u32>,
    meter: Meter,
    ask: Ask,
    phase: Phase,
    solution: Vec<Choice>,
}

impl<'m> DanceSearch<'m> {
    fn new(model: &'m Model, most_packed: usize) -> Self {
        Self {
            root: Root::new(model),
            most_packed,
            asked: 0,
            whole: None,
            base: Vec::new(),
            frames: Vec::new(),
            packs: Vec::new(),
            depth: 0,
            picks: Vec::new(),
            meter: Meter::default(),
            ask: Ask::default(),
            phase: Phase::Arrive,
            solution: Vec::new(),
        }
    }

    /// The state of the model's layer was just reached: a solution, packs, or a frame.
    fn arrive(&mut self) {
        if self.root.state.open_count() == 0 || self.fits_pack() {
            self.root.state.tree = None;
            self.lay_out();
            return;
        }
        if self.root.state.tree.is_none() {
            self.plant_tree();
        }
        let tree = self.root.state.tree.as_ref().expect("just planted");
        let (place, _) = tree.first_least().expect("an open item");
        let item = Item(self.root.order.items[place as usize]);
        let frame = Frame {
            tries: self
                .root
                .state
                .tries(&self.root.model, &self.root.order, item),
            next: 0,
            mark: self.root.state.mark(),
        };
        self.frames.push(frame);
        self.phase = Phase::Back;
    }

    fn fits_pack(&self) -> bool {
        self.root.state.live_count() <= self.most_packed
    }

    fn plant_tree(&mut self) {
        let (order, state) = (&self.root.order, &self.root.state);
        let sizes = order.items.iter().map(|&item| match Item(item) {
            item if state.is_open(item) => state.size(item),
            _ => MinTree::GONE,
        });
        let tree = MinTree::new(sizes);
        self.root.state.tree = Some(tree);
        self.root.state.forget_forced();
    }

    /// Takes the next choice of the top frame on the model's layer, and what it forces.
    fn go_back(&mut self) -> Option<End> {
        let Some(frame) = self.frames.last_mut() else {
            return Some(self.meter.finish(End::Complete));
        };
        let choice = frame.tries.get(frame.next).copied();
        frame.next += 1;
        let mark = frame.mark;
        if self.root.state.tree.is_none() {
            // The packs did not keep it; the state is the one they were laid out from.
            self.plant_tree();
        }
        self.root.state.undo_to(&self.root.order, mark);
        let Some(choice) = choice else {
            self.frames.pop();
            return None;
        };
        if let Some(end) = self.meter.node() {
            return Some(end);
        }
        let (model, order, state) = (&self.root.model, &self.root.order, &mut self.root.state);
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

    fn lay_out(&mut self) {
        if self.packs.is_empty() {
            self.packs.push(Pack::default());
        }
        self.root.lay_out(&mut self.packs[0]);
        self.base.clone_from(&self.root.state.picked);
        self.depth = 1;
        self.picks.clear();
        self.phase = Phase::Packs;
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
        below[0].narrow_from(&above[self.depth - 1]);
        self.depth += 1;
    }

    /// Whether the whole model is laid out for this ask; lays it out when that begins to pay.
    fn is_prepared(&mut self, ask: &Ask) -> bool {
        let choices = self.root.model.choice_count();
        if ask.seed.is_some() || choices > MOST_PREPARED.min(self.most_packed) {
            return false;
        }
        self.asked = self.asked.saturating_add(1);
        if self.asked < 2 {
            return false;
        }
        if self.whole.is_none() {
            let mut whole = Pack::default();
            self.root.reset();
            self.root.lay_out(&mut whole);
            self.whole = Some(whole);
        }
        let most = ask.budget.memory.unwrap_or(u64::MAX);
        let bytes = Pack::bytes(choices, self.root.order.items.len());
        2 * bytes <= most
    }

    /// Givens and barred choices on the whole model's bit sets, and all that they force; what
    /// they leave is packed.
    fn start_from_whole(&mut self, ask: &Ask) {
        let whole = self.whole.as_mut().expect("it was prepared");
        self.base.clear();
        let alive = whole.restrict(&ask.given, &ask.barred, &mut self.base)
            && kernel::force(whole, &mut self.meter, &mut self.picks).unwrap_or(true);
        if !alive {
            self.meter.finish(End::Complete);
            return;
        }
        self.base.extend(self.picks.drain(..).map(Choice));
        if self.packs.is_empty() {
            self.packs.push(Pack::default());
        }
        self.packs[0].narrow_from(whole);
        self.depth = 1;
        self.phase = Phase::Packs;
    }

    /// Givens and barred choices on the model itself, and all that they force.
    fn start_from_model(&mut self, ask: &Ask) {
        let most = ask.budget.memory.unwrap_or(u64::MAX);
        let alive = self.root.begin(ask, &mut self.meter);
        let (live, open) = self.root.sizes();
        if !alive {
            self.meter.finish(End::Complete);
        } else if self.fits_pack() && Pack::bytes(live, open) > most {
            self.meter.finish(End::Memory);
        }
    }

    /// The state of the model's layer at the start of this ask, where the search itself does
    /// without it. Whether it is alive.
    fn begin_again(&mut self) -> bool {
        self.root.begin(&self.ask, &mut Meter::default())
    }

    fn search(&mut self, mode: Mode) -> Result<(), End> {
        if let Some(end) = self.meter.end() {
            return Err(end);
        }
        loop {
            let end = match self.phase {
                Phase::Arrive => {
                    self.arrive();
                    None
                }
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

impl Search for DanceSearch<'_> {
    fn start(&mut self, ask: &Ask) {
        self.ask.clone_from(ask);
        self.meter = Meter::start(ask);
        self.frames.clear();
        self.depth = 0;
        self.picks.clear();
        self.phase = Phase::Arrive;
        if self.is_prepared(ask) {
            self.start_from_whole(ask);
        } else {
            self.start_from_model(ask);
        }
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        self.search(Mode::Visit)?;
        self.solution.clear();
        self.solution.extend_from_slice(&self.base);
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
        if self.meter.end().is_some() || !self.begin_again() {
            return Vec::new();
        }
        let state = &self.root.state;
        let items = self.root.order.items.iter().map(|&item| Item(item));
        let open = items.filter(|&item| state.is_open(item));
        match open.min_by_key(|&item| state.size(item)) {
            Some(first) => state.tries(&self.root.model, &self.root.order, first),
            None => Vec::new(),
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

#[cfg(test)]
mod tests;
