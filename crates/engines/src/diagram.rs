//! All solutions of an ask in a graph that is small where [`count`](crate::count) is quick, so that
//! the solution of any number is found without visiting those before it.
//!
//! **Idea.** The rest of a search depends on the live choices alone, so equal states are one node,
//! however they were reached. An edge is a choice with all that it forces, and a path from the top
//! to the end is a solution. Each node knows how many paths begin there. So a number below the
//! count of all picks a solution on the way down: at each node it selects an edge.
//!
//! ```text
//!   node   total 5   item 7 ─── edge: 12, forced 31 ─▶ node   total 3 …
//!                          ╰─── edge: 13            ─▶ node   total 2 …
//!   parts that share nothing:   node   total 3 × 2 ───▶ node   total 3 …
//!                                                 ╰───▶ node   total 2 …
//! ```
//!
//! **Order.** In [`Order::Sorted`] each node branches on the first open tile and its edges are in
//! the order of the choices, so the numbers are those of the sorted list of
//! [`Sorted`](crate::dance::Sorted). Parts may have their tiles in turns; then the way down
//! continues in the part that has the first of them, and all others count as a factor. In
//! [`Order::Any`] the ways of `count` race for the quickest, and the numbers mean nothing.
//!
//! **Links and hidden choices** are kept as in `count` (`count/ties.rs`): a state is its live choices and the pieces of each
//! link. Hidden choices that are projected away come after all others, and one way to pick them is enough.
//!
//! **Memory.** The graph is counted in bytes while it is made, against the budget or
//! [`MEMORY_BY_DEFAULT`]. The sets of live choices, by which states are known again, are dropped
//! when it is done.

use crate::count::MEMORY_BY_DEFAULT;
use crate::count::nets::{self, nets_of};
use crate::count::remember::{Number, WordHasher, first_of, level_order};
use crate::count::ties::{Labels, Ties};
use crate::dance::LOOK_AHEAD_FROM;
use crate::dance::pack::{Pack, Sets};
use crate::dance::root::Root;
use crate::dance::words::{and, each_one, take_lowest};
use crate::{Ask, End, Meter, Stats};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::mem::size_of;
use tilewright_model::{Choice, Model};

/// More live choices than this are not laid out as bit sets.
const MOST_CHOICES: usize = 1 << 14;
/// States of each way in the first round of the race.
const FIRST_ROUND: usize = 1 << 12;
/// Bytes of a state while the graph is made, beside its set of live choices.
const BYTES_BY_STATE: usize = 56 + size_of::<Node>();

/// In which order the solutions are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By the choices of the tiles, the first tile first.
    Sorted,
    /// In any, which takes less time and memory.
    Any,
}

/// The solutions of an ask. See the [module](self).
#[derive(Debug)]
pub struct Diagram {
    /// The choices that the givens force.
    base: Vec<Choice>,
    graph: Graph,
    /// Parts of the model that share nothing.
    tops: Vec<u32>,
    total: BigUint,
    /// The choices from here on are hidden.
    own: u32,
}

/// The beginning of a list: the solutions of these parts, in order, after the first `rest`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListStart {
    /// The parts.
    pub parts: Vec<Part>,
    /// The number of solutions of the first part that are left out.
    pub rest: BigUint,
}

/// Solutions that follow each other in the sorted list.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The givens: all are solutions with these choices.
    pub given: Vec<Choice>,
    /// Their share of all that are in the parts of the place.
    pub share: f64,
}

/// The end of all paths: a node with nothing to choose.
const END: u32 = 0;
/// A state without a solution; it has no node.
const DEAD: u32 = u32::MAX;
/// The place of a node that has parts in place of choices.
const PARTS: u32 = u32::MAX;

#[derive(Debug)]
struct Node {
    total: Number,
    /// The place of the item that its edges are choices of, or [`PARTS`].
    place: u32,
    /// Its edges.
    first: u32,
    end: u32,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    child: u32,
    /// The beginning of its picks; they end where those of the next edge begin.
    picks: u32,
}

#[derive(Debug, Default)]
struct Graph {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    picks: Vec<u32>,
}

impl Graph {
    fn edges(&self, node: u32) -> std::ops::Range<usize> {
        let node = &self.nodes[node as usize];
        node.first as usize..node.end as usize
    }

    fn picks(&self, edge: usize) -> &[u32] {
        let end = self.edges.get(edge + 1);
        let end = end.map_or(self.picks.len(), |next| next.picks as usize);
        &self.picks[self.edges[edge].picks as usize..end]
    }

    fn total(&self, node: u32) -> BigUint {
        self.nodes[node as usize].total.large()
    }

    fn bytes(&self) -> usize {
        self.edges.len() * size_of::<Edge>() + self.picks.len() * size_of::<u32>()
    }

    /// Cuts back to an earlier size.
    fn truncate(&mut self, (nodes, edges, picks): (usize, usize, usize)) {
        self.nodes.truncate(nodes);
        self.edges.truncate(edges);
        self.picks.truncate(picks);
    }

    fn size(&self) -> (usize, usize, usize) {
        (self.nodes.len(), self.edges.len(), self.picks.len())
    }
}

impl Diagram {
    /// The solutions of an ask; its limit and seed do not count. If the budget is used up, the end
    /// is returned instead. The cost is returned in any case.
    ///
    /// ```
    /// use tilewright_engines::Ask;
    /// use tilewright_engines::diagram::{Diagram, Order};
    /// use tilewright_model::{Choice, Demand, ModelBuilder};
    ///
    /// let mut b = ModelBuilder::new(4);
    /// b.tile(&[0, 1])?;
    /// b.tile(&[2, 3])?;
    /// b.item(Demand::AtMostOne, &[0, 2])?;
    /// let model = b.build()?;
    /// let (diagram, _) = Diagram::of(&model, &Ask::default(), Order::Sorted);
    /// let diagram = diagram.unwrap();
    /// assert_eq!(diagram.total(), &3u32.into());
    /// let found = diagram.solution(&1u32.into());
    /// assert_eq!(found, Some(vec![Choice(1), Choice(2)]));
    /// assert_eq!(diagram.solution(&3u32.into()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(model: &Model, ask: &Ask, order: Order) -> (Result<Self, End>, Stats) {
        let mut ask = ask.clone();
        (ask.limit, ask.seed, ask.notebook) = (None, None, None);
        let mut meter = ask.meter();
        let made = Self::make(model, &ask, order, order.ways(), &mut meter);
        (made, meter.stats())
    }

    fn make(
        model: &Model,
        ask: &Ask,
        order: Order,
        ways: &[Way],
        meter: &mut Meter,
    ) -> Result<Self, End> {
        let mut root = Root::new(model, &ask.budget)?;
        if order == Order::Sorted {
            root = root.in_tile_order();
        }
        let mut diagram = Self {
            base: Vec::new(),
            graph: Graph::default(),
            tops: Vec::new(),
            total: BigUint::ZERO,
            own: model.own_count() as u32,
        };
        let is_alive = root.begin(ask, LOOK_AHEAD_FROM, meter);
        if let Some(end) = meter.end() {
            return Err(end);
        }
        if !is_alive {
            return Ok(diagram);
        }
        let Some(nets) = nets_of(&root) else {
            return Ok(diagram);
        };
        diagram.base = root.picked().to_vec();
        diagram.graph.nodes.push(Node {
            total: Number::ONE,
            place: PARTS,
            first: 0,
            end: 0,
        });
        let mut total = BigUint::from(1u32);
        let memory = ask.budget.memory.unwrap_or(MEMORY_BY_DEFAULT);
        let mut parts = nets::joined(root.parts(), &nets, root.model().choice_count());
        // Small parts first: one without a solution ends it all.
        parts.sort_by_key(Vec::len);
        let own = model.is_projected().then_some(diagram.own);
        let mut pack = Pack::default();
        for choices in parts {
            if choices.len() > MOST_CHOICES || Pack::bytes(choices.len(), choices.len()) > memory {
                return Err(End::Memory);
            }
            root.lay_out_part(&mut pack, &choices);
            let ties = Ties::new(&pack, &nets::within(&choices, &nets), own);
            let ties = ties.filter(|ties| ties.bytes() <= memory);
            let places = root.places_of(&choices);
            let part = Laid {
                pack: &pack,
                ties: &ties.ok_or(End::Memory)?,
                places: &places,
            };
            let top = race(part, ways, memory, &mut diagram.graph, meter)?;
            if top == DEAD {
                return Ok(diagram);
            }
            total *= diagram.graph.total(top);
            diagram.tops.push(top);
        }
        diagram.total = total;
        Ok(diagram)
    }

    /// The number of solutions.
    pub fn total(&self) -> &BigUint {
        &self.total
    }

    /// The solution of that number, its choices ascending; the first has number 0.
    pub fn solution(&self, number: &BigUint) -> Option<Vec<Choice>> {
        let mut walk = Walk::new(self, number)?;
        while walk.step().is_some() {}
        let mut picked = self.shown(walk.picked);
        picked.sort_unstable();
        Some(picked)
    }

    /// Those of the picked choices that are not hidden.
    fn shown(&self, mut picked: Vec<Choice>) -> Vec<Choice> {
        picked.retain(|choice| choice.0 < self.own);
        picked
    }

    /// The place where the sorted list begins after the first `number` solutions. The way down ends
    /// when there are at most `few` solutions: `rest` of those are left out one by one.
    pub fn place(&self, number: &BigUint, few: u64) -> ListStart {
        let Some(mut walk) = Walk::new(self, number) else {
            return ListStart::default();
        };
        let few = BigUint::from(few);
        // Last to first: the parts after the way down, from the top, with their numbers.
        let mut parts = Vec::new();
        while walk.all > few {
            let before = walk.picked.clone();
            let Some(Step { edge, end, others }) = walk.step() else {
                break;
            };
            for edge in (edge + 1..end).rev() {
                let picks = self.graph.picks(edge).iter().map(|&c| Choice(c));
                let given: Vec<Choice> = before.iter().copied().chain(picks).collect();
                let number = self.graph.total(self.graph.edges[edge].child) * &others;
                parts.push((given, number));
            }
        }
        parts.push((walk.picked, walk.all));
        let all: BigUint = parts.iter().map(|(_, number)| number).sum();
        let parts = parts.into_iter().rev().map(|(given, number)| Part {
            given: self.shown(given),
            share: ratio(&number, &all),
        });
        ListStart {
            parts: parts.collect(),
            rest: walk.number,
        }
    }
}

/// One number as a share of another that is not smaller.
fn ratio(part: &BigUint, whole: &BigUint) -> f64 {
    // The first bits of both are enough.
    let shift = whole.bits().saturating_sub(32);
    let float = |number: &BigUint| u32::try_from(number >> shift).map_or(0.0, f64::from);
    float(part) / float(whole)
}

/// An edge that was taken.
struct Step {
    edge: usize,
    /// The end of its node's edges.
    end: usize,
    /// The number of solutions of the other open nodes together.
    others: BigUint,
}

/// A way down to the solution of a number.
struct Walk<'d> {
    graph: &'d Graph,
    /// Nodes that share nothing, none of which has parts. A path from each makes a solution.
    open: Vec<u32>,
    /// The number of solutions below.
    all: BigUint,
    /// The number of the wanted one.
    number: BigUint,
    picked: Vec<Choice>,
}

impl<'d> Walk<'d> {
    fn new(diagram: &'d Diagram, number: &BigUint) -> Option<Self> {
        if *number >= diagram.total {
            return None;
        }
        let mut walk = Self {
            graph: &diagram.graph,
            open: Vec::new(),
            all: diagram.total.clone(),
            number: number.clone(),
            picked: diagram.base.clone(),
        };
        for &top in &diagram.tops {
            walk.enter(top);
        }
        Some(walk)
    }

    fn enter(&mut self, node: u32) {
        let mut queue = vec![node];
        while let Some(node) = queue.pop() {
            if self.graph.nodes[node as usize].place == PARTS {
                let edges = self.graph.edges(node);
                queue.extend(self.graph.edges[edges].iter().map(|edge| edge.child));
            } else {
                self.open.push(node);
            }
        }
    }

    /// Takes the edge that leads to the number; `None` at the end.
    fn step(&mut self) -> Option<Step> {
        let place = |node: u32| self.graph.nodes[node as usize].place;
        let next = (0..self.open.len()).min_by_key(|&at| place(self.open[at]))?;
        let node = self.open.swap_remove(next);
        let others = &self.all / self.graph.total(node);
        let edges = self.graph.edges(node);
        let end = edges.end;
        for edge in edges {
            let child = self.graph.edges[edge].child;
            let here = self.graph.total(child) * &others;
            if self.number < here {
                let picks = self.graph.picks(edge).iter();
                self.picked.extend(picks.map(|&choice| Choice(choice)));
                self.all = here;
                self.enter(child);
                return Some(Step { edge, end, others });
            }
            self.number -= here;
        }
        unreachable!("the number is below the total of the node")
    }
}

/// The rule for the next item, and whether to split states that fall apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// The first with the fewest choices, with parts.
    Fewest,
    /// The first in order.
    InOrder,
    /// The first in order, with parts.
    InOrderOfParts,
    /// The first in an order that sweeps through the model.
    Sweep,
}

impl Order {
    fn ways(self) -> &'static [Way] {
        match self {
            Self::Sorted => &[Way::InOrder, Way::InOrderOfParts],
            Self::Any => &[Way::Fewest, Way::InOrder, Way::Sweep],
        }
    }
}

/// A part of a model that shares nothing with the others, laid out.
#[derive(Clone, Copy)]
struct Laid<'p> {
    pack: &'p Pack,
    ties: &'p Ties,
    /// The places of its items in the order of all.
    places: &'p [u32],
}

/// Lets the ways race until one ends, as `count` does; the top of its graph.
fn race(
    part: Laid<'_>,
    ways: &[Way],
    memory: u64,
    graph: &mut Graph,
    meter: &mut Meter,
) -> Result<u32, End> {
    let sweep = if ways.contains(&Way::Sweep) {
        level_order(part.pack)
    } else {
        Vec::new()
    };
    let memory = usize::try_from(memory).unwrap_or(usize::MAX);
    // Numbers of edges and picks are 32 bits wide.
    let memory = memory.min(u32::MAX as usize);
    let before = graph.size();
    let mut states = FIRST_ROUND;
    loop {
        let mut is_full = false;
        for &way in ways {
            graph.truncate(before);
            let mut making = Making::new(part, way, &sweep, graph);
            making.most_states = states;
            making.memory = memory;
            match making.run(meter) {
                Ok(top) => return Ok(top),
                Err(Stopped::States) => {}
                Err(Stopped::Memory) => is_full = true,
                Err(Stopped::End(end)) => return Err(end),
            }
        }
        if is_full {
            return Err(End::Memory);
        }
        states = states.saturating_mul(4);
    }
}

enum Stopped {
    /// More states than in this round.
    States,
    Memory,
    End(End),
}

impl From<End> for Stopped {
    fn from(end: End) -> Self {
        Self::End(end)
    }
}

/// A node in the making, for the state whose sets begin at `at` of [`Making::sets`]: `live`, and
/// where it is an item's `open` and `branch` as well.
struct Frame {
    at: usize,
    total: Number,
    place: u32,
    /// The beginning in [`Making::picks`] of the choices picked on the way here.
    arrival: usize,
    /// The beginning of this node's picks and edges.
    picks: usize,
    edges: usize,
    /// Parts that are still to be looked at.
    parts: Vec<Sets>,
    /// Its edges pick hidden choices: one is enough.
    is_hidden: bool,
}

/// One attempt at a graph.
struct Making<'p> {
    pack: &'p Pack,
    ties: &'p Ties,
    places: &'p [u32],
    /// Words of the key of a state: live choices, then labels.
    width: usize,
    way: Way,
    sweep: &'p [u32],
    graph: &'p mut Graph,
    most_states: usize,
    memory: usize,
    known: HashMap<Box<[u64]>, u32, BuildHasherDefault<WordHasher>>,
    frames: Vec<Frame>,
    sets: Vec<u64>,
    /// The edges of all frames: their targets, and the beginnings of their picks.
    edges: Vec<(u32, usize)>,
    /// The picks of the edges of all frames, and those on the way to the current state.
    picks: Vec<u32>,
    /// The key of the current state.
    live: Vec<u64>,
    open: Vec<u64>,
    labels: Labels,
}

impl<'p> Making<'p> {
    fn new(
        Laid { pack, ties, places }: Laid<'p>,
        way: Way,
        sweep: &'p [u32],
        graph: &'p mut Graph,
    ) -> Self {
        let (live, open) = pack.entry();
        Self {
            pack,
            ties,
            places,
            width: pack.widths().0 + ties.words(),
            way,
            sweep,
            graph,
            most_states: usize::MAX,
            memory: usize::MAX,
            known: HashMap::default(),
            frames: Vec::new(),
            sets: Vec::new(),
            edges: Vec::new(),
            picks: Vec::new(),
            live: [live, &ties.first()].concat(),
            open: open.to_vec(),
            labels: Labels::default(),
        }
    }

    fn run(&mut self, meter: &mut Meter) -> Result<u32, Stopped> {
        // The beginning of the picks on the way to the current state.
        let mut arrival = 0;
        loop {
            // The node of the current state, or a frame in which it is made.
            let mut reached = self.look(arrival, meter)?;
            // Hand nodes down until a frame has another state to look at.
            loop {
                if let Some(node) = reached.take() {
                    self.take(node, arrival);
                }
                if self.frames.is_empty() {
                    return Ok(self.top());
                }
                arrival = self.picks.len();
                if self.next_state(meter)? {
                    break;
                }
                let (node, picks) = self.finish_frame()?;
                (reached, arrival) = (Some(node), picks);
            }
        }
    }

    /// Adds an edge to the reached node to the current frame.
    fn take(&mut self, node: u32, arrival: usize) {
        let frame = self.frames.last_mut();
        if node == DEAD {
            self.picks.truncate(arrival);
            if let Some(frame) = frame.filter(|frame| frame.place == PARTS) {
                frame.total = Number::ZERO;
            }
            return;
        }
        let total = &self.graph.nodes[node as usize].total;
        match frame {
            Some(frame) if frame.place == PARTS => frame.total.multiply(total),
            Some(frame) if frame.is_hidden => frame.total = Number::ONE,
            Some(frame) => frame.total.add(total),
            None => {}
        }
        self.edges.push((node, arrival));
    }

    /// The node at the top, when all is done.
    fn top(&mut self) -> u32 {
        match self.edges.first() {
            None => DEAD,
            Some(&(node, _)) if self.picks.is_empty() => node,
            Some(&(node, _)) => {
                let total = self.graph.nodes[node as usize].total.clone();
                // Choices picked here are decided already: they come before all others.
                self.add_node(total, 0, 0, 0)
            }
        }
    }

    /// A node with the edges and picks from there on.
    fn add_node(&mut self, total: Number, place: u32, edges: usize, picks: usize) -> u32 {
        let graph = &mut *self.graph;
        let (first, start) = (graph.edges.len(), graph.picks.len());
        graph.picks.extend_from_slice(&self.picks[picks..]);
        let added = self.edges[edges..].iter();
        graph.edges.extend(added.map(|&(child, at)| Edge {
            child,
            picks: (start + at - picks) as u32,
        }));
        graph.nodes.push(Node {
            total,
            place,
            first: first as u32,
            end: graph.edges.len() as u32,
        });
        self.edges.truncate(edges);
        self.picks.truncate(picks);
        graph.nodes.len() as u32 - 1
    }

    /// Makes the node of the top frame, and remembers it; returns it with the beginning of the
    /// picks on the way to it.
    fn finish_frame(&mut self) -> Result<(u32, usize), Stopped> {
        if self.known.len() >= self.most_states {
            return Err(Stopped::States);
        }
        let width = self.width;
        let bytes = self.known.len() * (BYTES_BY_STATE + 8 * width) + self.graph.bytes();
        if bytes > self.memory {
            return Err(Stopped::Memory);
        }
        let frame = self.frames.pop().expect("a frame");
        let node = if frame.total == Number::ZERO {
            self.edges.truncate(frame.edges);
            self.picks.truncate(frame.picks);
            DEAD
        } else {
            self.add_node(frame.total, frame.place, frame.edges, frame.picks)
        };
        let key = &self.sets[frame.at..][..width];
        self.known.insert(key.into(), node);
        self.sets.truncate(frame.at);
        Ok((node, frame.arrival))
    }

    /// Goes to the next state that the top frame needs. Whether there is one.
    fn next_state(&mut self, meter: &mut Meter) -> Result<bool, Stopped> {
        let (w, (_, o)) = (self.width, self.pack.widths());
        let frame = self.frames.last_mut().expect("a frame");
        if frame.is_hidden && frame.total != Number::ZERO {
            return Ok(false);
        }
        if frame.place == PARTS {
            let part = frame.parts.pop().filter(|_| frame.total != Number::ZERO);
            let Some((live, open)) = part else {
                return Ok(false);
            };
            self.live.copy_from_slice(&live);
            self.open.copy_from_slice(&open);
            return Ok(true);
        }
        let (live, rest) = self.sets[frame.at..].split_at_mut(w);
        let (open, branch) = rest.split_at_mut(o);
        let Some(c) = take_lowest(branch) else {
            return Ok(false);
        };
        if let Some(end) = meter.node() {
            return Err(end.into());
        }
        self.live.copy_from_slice(live);
        self.open.copy_from_slice(open);
        and(&mut self.live, self.pack.goes(c));
        and(&mut self.open, self.pack.keeps(c));
        self.picks.push(self.pack.id(c));
        Ok(true)
    }

    /// Takes the forced choices of the current state, then looks it up, or else pushes a frame that
    /// splits it or branches.
    fn look(&mut self, arrival: usize, meter: &mut Meter) -> Result<Option<u32>, Stopped> {
        let (live, labels) = self.live.split_at_mut(self.pack.widths().0);
        let open = &mut self.open;
        let (size, tightest) = self.pack.take_forced(live, open, meter, &mut self.picks)?;
        let picked = &self.picks[arrival..];
        if size == 0 || !self.ties.follow(live, labels, picked, &mut self.labels) {
            return Ok(Some(DEAD));
        }
        if size == u32::MAX {
            return Ok(Some(END));
        }
        if let Some(&node) = self.known.get(self.live.as_slice()) {
            return Ok(Some(node));
        }
        if matches!(self.way, Way::Fewest | Way::InOrderOfParts) && self.ties.are_none() {
            let parts = self.pack.parts(&self.live, &self.open);
            if parts.len() > 1 {
                self.push_frame(arrival, Number::ONE, PARTS);
                self.frames.last_mut().expect("a frame").parts = parts;
                return Ok(None);
            }
        }
        let branching = self.ties.branching(self.pack, &self.live, &self.open);
        let (open, tightest, is_hidden) = match &branching {
            Some(shown) => (&*shown.open, shown.tightest, shown.is_hidden),
            None => (&*self.open, tightest, false),
        };
        let item = match self.way {
            Way::Fewest => tightest,
            Way::InOrder | Way::InOrderOfParts => each_one(open).next().expect("an open item"),
            Way::Sweep => first_of(self.sweep, open),
        };
        self.push_frame(arrival, Number::ZERO, self.places[item]);
        self.frames.last_mut().expect("a frame").is_hidden = is_hidden;
        self.sets.extend_from_slice(&self.open);
        let branch = self.live.iter().zip(self.pack.item(item));
        self.sets.extend(branch.map(|(live, item)| live & item));
        Ok(None)
    }

    fn push_frame(&mut self, arrival: usize, total: Number, place: u32) {
        self.frames.push(Frame {
            at: self.sets.len(),
            total,
            place,
            arrival,
            picks: self.picks.len(),
            edges: self.edges.len(),
            parts: Vec::new(),
            is_hidden: false,
        });
        self.sets.extend_from_slice(&self.live);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dance::Sorted;
    use crate::{Budget, Engine, solutions};
    use proptest::prelude::*;
    use tilewright_testkit::instances as make;
    use tilewright_testkit::random::{
        Question, hidden_model_and_question, lined_model_and_question, model_and_question,
    };

    fn models() -> impl Strategy<Value = (Model, Question)> {
        prop_oneof![
            model_and_question(),
            lined_model_and_question(true),
            hidden_model_and_question(),
        ]
    }

    fn ask(question: &Question) -> Ask {
        Ask::given(question.given.clone()).barred(question.barred.clone())
    }

    fn listed(model: &Model, ask: &Ask) -> Vec<Vec<Choice>> {
        let mut search = Sorted.prepare(model, &Budget::default()).unwrap();
        solutions(&mut *search, ask).collect()
    }

    fn made(model: &Model, ask: &Ask, order: Order, way: Way) -> Diagram {
        let meter = &mut ask.meter();
        Diagram::make(model, ask, order, &[way], meter).unwrap()
    }

    fn numbered(diagram: &Diagram) -> Vec<Vec<Choice>> {
        let total = u64::try_from(diagram.total()).unwrap();
        assert_eq!(diagram.solution(&total.into()), None);
        let numbers = 0..total;
        numbers
            .map(|number| diagram.solution(&number.into()).unwrap())
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn every_number_is_a_solution((model, question) in models()) {
            let ask = ask(&question);
            let expected = listed(&model, &ask);
            for way in [Way::InOrder, Way::InOrderOfParts] {
                let diagram = made(&model, &ask, Order::Sorted, way);
                prop_assert_eq!(&numbered(&diagram), &expected, "{:?}", way);
                for (from, few) in [(0, 0), (1, 0), (2, 3), (expected.len() / 2, 0), (7, 1000)] {
                    let place = diagram.place(&from.into(), few);
                    let after = place.parts.iter().flat_map(|part| {
                        listed(&model, &Ask::given(part.given.clone()).barred(ask.barred.clone()))
                    });
                    let rest = usize::try_from(&place.rest).unwrap();
                    let after: Vec<Vec<Choice>> = after.skip(rest).collect();
                    prop_assert_eq!(&after, &expected[from.min(expected.len())..]);
                    prop_assert!(place.rest <= few.into());
                    let shares: f64 = place.parts.iter().map(|part| part.share).sum();
                    prop_assert!(place.parts.is_empty() || (shares - 1.0).abs() < 1e-6);
                }
            }
            let mut expected = expected;
            expected.sort();
            for way in [Way::Fewest, Way::InOrder, Way::Sweep] {
                let mut found = numbered(&made(&model, &ask, Order::Any, way));
                found.sort();
                prop_assert_eq!(&found, &expected, "{:?}", way);
            }
        }

        #[test]
        fn a_diagram_that_was_stopped_is_none((model, question) in models(), nodes in 0u64..20) {
            let budget = crate::Budget::default().nodes(nodes);
            let ask = ask(&question);
            let (limited, stats) = Diagram::of(&model, &ask.clone().budget(budget), Order::Sorted);
            prop_assert!(stats.nodes <= nodes);
            match limited {
                Ok(diagram) => prop_assert_eq!(numbered(&diagram), listed(&model, &ask)),
                Err(end) => prop_assert_eq!(end, End::Nodes),
            }
        }
    }

    #[test]
    fn cycles_are_drawn_by_their_numbers() {
        for order in [Order::Sorted, Order::Any] {
            let model = make::cycles(6, 6);
            let (diagram, _) = Diagram::of(&model, &Ask::default(), order);
            let diagram = diagram.unwrap();
            assert_eq!(diagram.total(), &1_222_363u32.into());
            for number in (0u32..1_222_363).step_by(60_001) {
                let solution = diagram.solution(&number.into()).unwrap();
                assert_eq!(model.fault(&solution), None);
            }
        }
    }

    #[test]
    fn parts_may_take_turns() {
        // Three parts of two tiles each, whose tiles are far apart.
        let mut b = tilewright_model::ModelBuilder::new(18);
        for tile in 0..6 {
            b.tile(&[3 * tile, 3 * tile + 1, 3 * tile + 2]).unwrap();
        }
        for part in 0..3 {
            for value in 0..3 {
                let pair = [3 * part + value, 9 + 3 * part + value];
                b.item(tilewright_model::Demand::AtMostOne, &pair).unwrap();
            }
        }
        let model = b.build().unwrap();
        let expected = listed(&model, &Ask::default());
        assert_eq!(expected.len(), 6 * 6 * 6);
        for way in [Way::InOrder, Way::InOrderOfParts] {
            let diagram = made(&model, &Ask::default(), Order::Sorted, way);
            assert_eq!(diagram.tops.len(), 3);
            assert_eq!(numbered(&diagram), expected);
        }
    }

    /// Dominoes on a ring of cells: two ways to lay them.
    fn ring(cells: u32) -> Model {
        let mut b = tilewright_model::CoverBuilder::new(cells, 0);
        for cell in 0..cells {
            b.option(&[cell, (cell + 1) % cells]).unwrap();
        }
        b.build().unwrap()
    }

    #[test]
    fn more_choices_than_a_table_is_for_are_refused() {
        let (diagram, _) = Diagram::of(&ring(500), &Ask::default(), Order::Sorted);
        assert_eq!(diagram.unwrap().total(), &2u32.into());
        let large = ring(MOST_CHOICES as u32 + 2);
        let (diagram, _) = Diagram::of(&large, &Ask::default(), Order::Sorted);
        assert_eq!(diagram.unwrap_err(), End::Memory);
    }

    #[test]
    fn memory_is_bounded() {
        let model = tilewright_testkit::instances::latin(5).to_model();
        let budget = crate::Budget::default().memory(1 << 16);
        for order in [Order::Sorted, Order::Any] {
            let (diagram, _) = Diagram::of(&model, &Ask::default().budget(budget.clone()), order);
            assert_eq!(diagram.unwrap_err(), End::Memory);
            let (diagram, _) = Diagram::of(&model, &Ask::default(), order);
            assert_eq!(diagram.unwrap().total(), &161_280u32.into());
        }
    }
}
