//! Chains: either the first node is on or the last one is (see `links.rs` for nodes and links).
//!
//! **Why it holds.** A chain begins and ends with a strong link and has weak ones between, so that
//! "the first is not on" leads to "the last is on":
//!
//! ```text
//! first ══ x ── y ══ … ── z ══ last        ══ strong, ── weak
//! ```
//!
//! So one of both ends is on, and what conflicts with all choices of both can go. Where both ends
//! are the same node, it is on. A chain whose ends have a weak link is a loop: begun at any other of
//! its links it is a chain of the same length, so all that a loop says is found in one round.
//!
//! **How it is found.** Breadth first from every node. Only the shortest chains that conclude
//! anything are given, all of them: how long those are, and between which ends they lead, depends on
//! no numbers. Of several chains of that length between the same ends, the first is given.

use crate::budget::Meter;
use crate::explain::{Finder, Found};
use crate::items::Items;
use crate::links::{Graph, Kind};
use crate::step::Strong;
use crate::{Board, Reason, Step};
use std::ops::ControlFlow;
use tilewright_model::{Choice, Item};

/// Finds the shortest, in the order of their first nodes.
pub(crate) fn find(
    board: &Board<'_>,
    kind: Kind,
    finder: &mut Finder,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let (items, meter, common) = finder.items(board)?;
    let Some(graph) = Graph::of(board, items, kind, common, meter)? else {
        return ControlFlow::Continue(());
    };
    // What one item in two parts excludes is found before; what an almost locked set does is not.
    let fewest = if kind == Kind::Almost { 1 } else { 2 };
    let mut search = Search::new(board, &graph);
    let mut ends: Vec<(usize, usize)> = Vec::new();
    let mut shortest = 0;
    // Most chains are short, and then nothing is to be followed far.
    for most in [2, 3, 4, 8, usize::MAX] {
        shortest = most;
        let is_whole = search.shortest(fewest, &mut shortest, &mut ends, meter)?;
        if is_whole || !ends.is_empty() {
            break;
        }
    }
    for same_first in ends.chunk_by(|a, b| a.0 == b.0) {
        search.reach(same_first[0].0, shortest, meter)?;
        for &(first, last) in same_first {
            search.concludes(first, last, meter)?;
            found(search.step(items, first, last))?;
        }
    }
    ControlFlow::Continue(())
}

/// Nothing leads there.
const NONE: u32 = u32::MAX;

/// What follows from "the first node is not on", by links alone.
struct Search<'b> {
    board: &'b Board<'b>,
    graph: &'b Graph,
    /// How each node was reached as on: by which link, from which other node.
    to_on: Vec<(u32, u32)>,
    /// How each node was reached as not on: from which node that is. The first was reached from
    /// itself.
    to_off: Vec<u32>,
    /// The nodes reached as on, each with the number of strong links; the nearest first.
    ends: Vec<(usize, usize)>,
    /// Everything reached as not on.
    offs: Vec<usize>,
    /// The last first node whose choices a choice was seen to conflict with.
    sees: Vec<u32>,
    /// What the last question to `concludes` found: what conflicts with both ends.
    removed: Vec<Choice>,
}

impl<'b> Search<'b> {
    fn new(board: &'b Board<'b>, graph: &'b Graph) -> Self {
        Self {
            board,
            graph,
            to_on: vec![(NONE, NONE); graph.len()],
            to_off: vec![NONE; graph.len()],
            ends: Vec::new(),
            offs: Vec::new(),
            sees: vec![NONE; board.logic().model().choice_count()],
            removed: Vec::new(),
        }
    }

    /// Finds the ends of the shortest chains of at least `fewest` and at most `shortest` strong
    /// links that conclude anything, and makes that their number; whether no longer ones are left.
    fn shortest(
        &mut self,
        fewest: usize,
        shortest: &mut usize,
        found: &mut Vec<(usize, usize)>,
        meter: &mut Meter,
    ) -> ControlFlow<(), bool> {
        let mut is_whole = true;
        for first in 0..self.graph.len() {
            if self.graph.kills.get(first).is_empty() && self.graph.members(first).len() > 1 {
                continue;
            }
            is_whole &= self.reach(first, *shortest, meter)?;
            // Ends are reached in the order of their distance.
            for nth in 0..self.ends.len() {
                let (last, links) = self.ends[nth];
                if links > *shortest {
                    break;
                }
                if last >= first && links >= fewest && self.concludes(first, last, meter)? {
                    if links < *shortest {
                        found.clear();
                        *shortest = links;
                    }
                    found.push((first, last));
                }
            }
        }
        ControlFlow::Continue(is_whole)
    }

    /// Finds all that chains of at most `most` strong links reach from `first`; whether longer ones
    /// would reach no more.
    fn reach(&mut self, first: usize, most: usize, meter: &mut Meter) -> ControlFlow<(), bool> {
        for (node, _) in self.ends.drain(..) {
            self.to_on[node] = (NONE, NONE);
        }
        for node in self.offs.drain(..) {
            self.to_off[node] = NONE;
        }
        for &choice in self.graph.kills.get(first) {
            self.sees[choice as usize] = first as u32;
        }
        self.to_off[first] = first as u32;
        self.offs.push(first);
        let (mut next_off, mut next_on) = (0, 0);
        for links in 1..=most {
            for nth in next_off..self.offs.len() {
                let off = self.offs[nth];
                for (other, link) in self.graph.strong(off) {
                    if self.to_on[other].1 == NONE {
                        self.to_on[other] = (link, off as u32);
                        self.ends.push((other, links));
                    }
                }
            }
            next_off = self.offs.len();
            if next_on == self.ends.len() {
                return ControlFlow::Continue(true);
            }
            if links == most {
                break;
            }
            for nth in next_on..self.ends.len() {
                let (on, _) = self.ends[nth];
                let weak = self.graph.weak.get(on);
                meter.spend(weak.len() + 1)?;
                for &other in weak {
                    if self.to_off[other as usize] == NONE {
                        self.to_off[other as usize] = on as u32;
                        self.offs.push(other as usize);
                    }
                }
            }
            next_on = self.ends.len();
        }
        ControlFlow::Continue(false)
    }

    /// Whether anything follows from "`first`, from which was reached, or `last`". What is to be
    /// removed is left in `removed`.
    fn concludes(&mut self, first: usize, last: usize, meter: &mut Meter) -> ControlFlow<(), bool> {
        self.removed.clear();
        if first == last && self.graph.members(first).len() == 1 {
            return ControlFlow::Continue(true);
        }
        let kills = self.graph.kills.get(last);
        meter.spend(kills.len() + 1)?;
        let both = kills
            .iter()
            .filter(|&&c| self.sees[c as usize] == first as u32);
        self.removed.extend(both.map(|&c| Choice(c)));
        ControlFlow::Continue(!self.removed.is_empty())
    }

    /// The step that was just found to conclude something.
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
            if off == first {
                break;
            }
            on = self.to_off[off] as usize;
        }
        nodes.reverse();
        links.reverse();
        let bases = links.iter().flat_map(|link| &link.bases);
        let mut premises: Vec<Choice> = bases.flat_map(|&base| self.board.live(base)).collect();
        premises.sort_unstable();
        premises.dedup();
        let is_picked = first == last && nodes[0].len() == 1;
        Step {
            premises,
            picked: if is_picked {
                nodes[0].clone()
            } else {
                Vec::new()
            },
            removed: self.removed.clone(),
            reason: reason(nodes, links),
        }
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
