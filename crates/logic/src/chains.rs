//! Chains: either the first node is on or the last one is (see `links.rs` for nodes and links).
//!
//! **Why it holds.** A chain begins and ends with a strong link and has weak ones between, so that
//! "the first is not on" leads to "the last is on":
//!
//! ```text
//! first ══ x ── y ══ … ── z ══ last        ══ strong, ── weak
//! ```
//!
//! So one of both ends is on, and choices that conflict with all choices of both can go. If both ends are the same
//! node, it is on. A chain whose ends have a weak link is a loop: begun at any other of its links it is a chain of
//! the same length, so one round finds all that a loop says.
//!
//! **How it is found.** Breadth first from every choice that may go: if it were picked, the nodes
//! that it conflicts with would not be on, and where links lead from there to one of those nodes
//! being on after all, that is the last node, and the one that led there is the first. Only the
//! shortest chains that conclude anything are given: how long those are, and which choices go by
//! chains of that length, depends on no numbers. Of several chains of that length for the same
//! choice, the first is given. Then, of that length, chains from a choice to itself.
//!
//! Mostly there is no chain at all for a choice. So the nodes reachable from each node, however far, are computed
//! first as bits, which the nodes that lead there share.

use crate::explain::{Finder, Found};
use crate::hash::Set;
use crate::items::Items;
use crate::links::{Graph, Kind};
use crate::step::Strong;
use crate::{Board, Reason, Step};
use std::ops::ControlFlow;
use tilewright_model::budget::Meter;
use tilewright_model::{Choice, Item};

/// Finds the shortest, in the order of their first nodes.
pub(crate) fn find(
    board: &Board,
    kind: Kind,
    finder: &mut Finder,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let (items, meter, common) = finder.items(board)?;
    let Some(graph) = Graph::of(board, items, kind, common, meter)? else {
        return ControlFlow::Continue(());
    };
    // Exclusions by one item in two parts are found before; those by an almost locked set are not.
    let fewest = if kind == Kind::Almost { 1 } else { 2 };
    let mut search = Search::new(board, &graph);
    let candidates = search.candidates(meter)?;
    let mut going: Vec<Choice> = Vec::new();
    let mut shortest = 0;
    // Most chains are short, and then nothing is to be followed far.
    for most in [2, 4, usize::MAX] {
        shortest = most;
        let is_whole = search.shortest(&candidates, fewest, &mut shortest, &mut going, meter)?;
        if is_whole || !going.is_empty() {
            break;
        }
    }
    let mut known: Set<(usize, usize)> = Set::default();
    for choice in going {
        search.follow_choice(choice, fewest, shortest, meter)?;
        let Some(last) = search.last else { continue };
        let first = search.first_of(last);
        if known.insert((first.min(last), first.max(last))) {
            found(search.step(items, first, last))?;
        }
    }
    if known.is_empty() {
        return ControlFlow::Continue(());
    }
    for choice in board.undecided() {
        let Some(node) = graph.single(choice) else {
            continue;
        };
        search.follow_node(node, fewest, shortest, meter)?;
        if search.last == Some(node) && known.insert((node, node)) {
            found(search.step(items, node, node))?;
        }
    }
    ControlFlow::Continue(())
}

/// Nothing leads there.
const NONE: u32 = u32::MAX;

/// The most nodes for which reachability is computed: two megabytes of bits.
const MOST_CLOSED: usize = 4096;

/// It is not on from the start.
const START: u32 = u32::MAX - 1;

/// The consequences of some nodes not being on, by links alone.
struct Search<'b> {
    board: &'b Board,
    graph: &'b Graph,
    /// The link and the other node by which each node was reached as on.
    to_on: Vec<(u32, u32)>,
    /// The node from which each node was reached as not on.
    to_off: Vec<u32>,
    /// The nodes reached as on, the nearest first.
    ons: Vec<usize>,
    /// Everything reached as not on.
    offs: Vec<usize>,
    /// A node that is not on from the start and was reached as on: the nearest, if any.
    last: Option<usize>,
    /// With how many strong links.
    links: usize,
    met: Vec<u32>,
    /// The choices that conflict with that from which is searched.
    conflicts: Vec<Choice>,
}

impl<'b> Search<'b> {
    fn new(board: &'b Board, graph: &'b Graph) -> Self {
        Self {
            board,
            graph,
            to_on: vec![(NONE, NONE); graph.len()],
            to_off: vec![NONE; graph.len()],
            ons: Vec::new(),
            offs: Vec::new(),
            last: None,
            links: 0,
            met: vec![0; graph.len()],
            conflicts: Vec::new(),
        }
    }

    /// Finds the choices that go by the shortest chains of at least `fewest` and at most `shortest`
    /// strong links, and makes that their number; whether no longer ones are left.
    fn shortest(
        &mut self,
        candidates: &[Choice],
        fewest: usize,
        shortest: &mut usize,
        going: &mut Vec<Choice>,
        meter: &mut Meter,
    ) -> ControlFlow<(), bool> {
        let mut is_whole = true;
        for &choice in candidates {
            is_whole &= self.follow_choice(choice, fewest, *shortest, meter)?;
            if self.last.is_none() {
                continue;
            }
            if self.links < *shortest {
                going.clear();
                *shortest = self.links;
            }
            going.push(choice);
        }
        ControlFlow::Continue(is_whole)
    }

    /// The choices that go by any chain, and in very large graphs all others as well.
    fn candidates(&mut self, meter: &mut Meter) -> ControlFlow<(), Vec<Choice>> {
        let mut choices = self.board.undecided();
        if self.graph.len() > MOST_CLOSED {
            return ControlFlow::Continue(choices);
        }
        let closure = self.closure(meter)?;
        let words = self.graph.len().div_ceil(64);
        let mut ons = vec![0u64; words];
        let mut any = Vec::new();
        for choice in choices.drain(..) {
            // Zero links: nothing is followed, but the nodes that are not on from the start are known.
            self.follow_choice(choice, 1, 0, meter)?;
            ons.fill(0);
            for &off in &self.offs {
                for (on, _) in self.graph.strong(off) {
                    if ons[on / 64] >> (on % 64) & 1 == 0 {
                        meter.spend(words)?;
                        let row = &closure[on * words..][..words];
                        ons.iter_mut().zip(row).for_each(|(on, row)| *on |= row);
                    }
                }
            }
            if self
                .offs
                .iter()
                .any(|off| ons[off / 64] >> (off % 64) & 1 == 1)
            {
                any.push(choice);
            }
        }
        ControlFlow::Continue(any)
    }

    /// For each node the nodes, itself among them, that are on if it is: a row of bits each.
    fn closure(&self, meter: &mut Meter) -> ControlFlow<(), Vec<u64>> {
        let count = self.graph.len();
        let words = count.div_ceil(64);
        let mut rows = vec![0u64; words * count];
        let mut row = vec![0u64; words];
        let mut next: Vec<usize> = Vec::new();
        for node in 0..count {
            row.fill(0);
            row[node / 64] |= 1 << (node % 64);
            next.push(node);
            while let Some(from) = next.pop() {
                let mut work = 1;
                for &off in self.graph.weak.get(from) {
                    for (on, _) in self.graph.strong(off as usize) {
                        work += 1;
                        if row[on / 64] >> (on % 64) & 1 == 1 {
                            continue;
                        }
                        if on < node {
                            work += words;
                            let known = &rows[on * words..][..words];
                            row.iter_mut()
                                .zip(known)
                                .for_each(|(row, known)| *row |= known);
                        } else {
                            row[on / 64] |= 1 << (on % 64);
                            next.push(on);
                        }
                    }
                }
                meter.spend(work)?;
            }
            rows[node * words..][..words].copy_from_slice(&row);
        }
        ControlFlow::Continue(rows)
    }

    fn clear(&mut self) {
        for node in self.ons.drain(..) {
            self.to_on[node] = (NONE, NONE);
        }
        for node in self.offs.drain(..) {
            self.to_off[node] = NONE;
        }
        self.last = None;
    }

    /// Follows the consequences of picking the choice.
    fn follow_choice(
        &mut self,
        choice: Choice,
        fewest: usize,
        most: usize,
        meter: &mut Meter,
    ) -> ControlFlow<(), bool> {
        self.clear();
        let Self {
            conflicts,
            graph,
            to_off,
            offs,
            met,
            ..
        } = self;
        conflicts.clear();
        let logic = self.board.logic();
        let work = logic.for_live_conflicts(choice, self.board.live_bits(), |c| conflicts.push(c));
        if logic.row(choice).is_none() {
            conflicts.sort_unstable();
            conflicts.dedup();
        }
        meter.spend(work)?;
        let work = graph.for_nodes_within(conflicts.iter().copied(), met, |node| {
            to_off[node] = START;
            offs.push(node);
        });
        meter.spend(work)?;
        self.reach(fewest, most, meter)
    }

    /// Follows the consequences of the node not being on.
    fn follow_node(
        &mut self,
        node: usize,
        fewest: usize,
        most: usize,
        meter: &mut Meter,
    ) -> ControlFlow<(), bool> {
        self.clear();
        self.to_off[node] = START;
        self.offs.push(node);
        self.reach(fewest, most, meter)
    }

    /// Follows links until a node is on that is not on from the start, for at most `most` strong
    /// links; whether more would lead no further.
    fn reach(&mut self, fewest: usize, most: usize, meter: &mut Meter) -> ControlFlow<(), bool> {
        let (mut next_off, mut next_on) = (0, 0);
        for links in 1..=most {
            meter.spend(self.offs.len() - next_off + 1)?;
            for nth in next_off..self.offs.len() {
                let off = self.offs[nth];
                for (other, link) in self.graph.strong(off) {
                    if self.to_on[other].1 != NONE {
                        continue;
                    }
                    self.to_on[other] = (link, off as u32);
                    self.ons.push(other);
                    if self.to_off[other] == START && links >= fewest {
                        self.last = Some(other);
                        self.links = links;
                        return ControlFlow::Continue(true);
                    }
                }
            }
            next_off = self.offs.len();
            if next_on == self.ons.len() {
                return ControlFlow::Continue(true);
            }
            if links == most {
                break;
            }
            for nth in next_on..self.ons.len() {
                let on = self.ons[nth];
                let weak = self.graph.weak.get(on);
                meter.spend(weak.len() + 1)?;
                for &other in weak {
                    if self.to_off[other as usize] == NONE {
                        self.to_off[other as usize] = on as u32;
                        self.offs.push(other as usize);
                    }
                }
            }
            next_on = self.ons.len();
        }
        ControlFlow::Continue(false)
    }

    /// The node from which the chain to that node begins.
    fn first_of(&self, last: usize) -> usize {
        let mut on = last;
        loop {
            let off = self.to_on[on].1 as usize;
            match self.to_off[off] {
                START => return off,
                before => on = before as usize,
            }
        }
    }

    /// The step of the chain that was found.
    fn step(&self, items: &Items, first: usize, last: usize) -> Step {
        let mut nodes: Vec<Vec<Choice>> = Vec::new();
        let mut links: Vec<Strong> = Vec::new();
        let mut on = last;
        loop {
            let (link, off) = self.to_on[on];
            let link = &self.graph.links[link as usize];
            let bases = link.bases.as_slice().iter();
            links.push(Strong {
                bases: bases.map(|&base| items.ids[base as usize]).collect(),
                covers: link.covers.as_slice().iter().map(|&c| Item(c)).collect(),
            });
            let off = off as usize;
            nodes.extend([on, off].map(|node| self.graph.members(node).to_vec()));
            if self.to_off[off] == START {
                break;
            }
            on = self.to_off[off] as usize;
        }
        nodes.reverse();
        links.reverse();
        let bases = links.iter().flat_map(|link| &link.bases);
        let premises = self.board.live_of(bases.copied());
        if first == last && nodes[0].len() == 1 {
            let picked = nodes[0].clone();
            return Step::picks(reason(nodes, links), premises, picked);
        }
        let (kills, of_last) = (self.graph.kills.get(first), self.graph.kills.get(last));
        let both = kills.iter().filter(|c| of_last.binary_search(c).is_ok());
        Step::removes(reason(nodes, links), premises, both.copied().collect())
    }
}

/// The plain form of a chain of choices and items with two choices, or the general one.
fn reason(nodes: Vec<Vec<Choice>>, links: Vec<Strong>) -> Reason {
    let are_plain = nodes.iter().all(|node| node.len() == 1)
        && links
            .iter()
            .all(|link| link.bases.len() == 1 && link.covers.is_empty());
    if !are_plain {
        return Reason::Links { nodes, links };
    }
    Reason::Chain {
        choices: nodes.concat(),
        items: links.into_iter().flat_map(|link| link.bases).collect(),
    }
}
