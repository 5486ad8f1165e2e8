//! Chains within chains: when nothing else follows in a dynamic chain, the board as it is then is searched for
//! chains, and their removals follow too.
//!
//! An inner chain counts only if it rests on something that the outer one took off. Inner chains
//! that remove the same count once, with the easiest of them; they are used in the order of their
//! ranks.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use super::branch::{BY_OTHER, Branch, OFF, ON};
use super::cycles::{Cycle, Rounds};
use super::dynamic::{Context, Depth, Effect, Ends, Hints, complexity_if, search};
use super::forcing::{X_CHAIN, X_CYCLE, XY, Y_CYCLE};
use super::grid::{Grid, Off};
use super::links::{Links, NONE, Use};
use super::proof::{Origin, Proof};
use super::rank::{Family as Kind, Rank};
use super::reach::Reach;

/// A chain that may be part of another.
pub(super) struct Hint {
    off: Off,
    proof: Rc<Proof>,
}

type Known = HashMap<[u16; 81], Rc<Vec<Hint>>>;

/// The number of boards remembered for each family.
const REMEMBERED: usize = 4096;

/// The inner chains of boards that were searched: forcing chains and cycles, multiple, dynamic ones,
/// and dynamic ones with forcing chains within.
#[derive(Default)]
pub(super) struct Inner {
    known: [Known; 4],
}

impl Inner {
    pub(super) fn clear(&mut self) {
        self.known.iter_mut().for_each(HashMap::clear);
    }
}

#[derive(Clone, Copy)]
enum Family {
    Forcing,
    Multiple,
    Dynamic,
    Nested,
}

/// Adds the removals of chains on the board as it is now; returns true if there are any.
pub(super) fn follow(
    branch: &mut Branch,
    base: &Grid,
    now: &Grid,
    level: u8,
    context: &mut Context,
) -> bool {
    let families: &[Family] = match level {
        2 => &[Family::Forcing],
        3 => &[Family::Forcing, Family::Multiple],
        4 => &[Family::Dynamic],
        5 => &[Family::Dynamic, Family::Nested],
        _ => &[],
    };
    families.iter().any(|&family| {
        let hints = inner(now, family, context);
        let mut added = false;
        for hint in hints.iter() {
            let parents = hint.proof.parents(branch, base, now);
            if !parents.is_empty() {
                added |= branch.remove_all(&hint.off, &parents, Some(&hint.proof));
            }
        }
        added && !context.is_out()
    })
}

fn inner(grid: &Grid, family: Family, context: &mut Context) -> Rc<Vec<Hint>> {
    if let Some(hints) = context.inner.known[family as usize].get(&grid.cand) {
        return Rc::clone(hints);
    }
    let depth = match family {
        Family::Forcing | Family::Multiple => Depth::Static,
        Family::Dynamic => Depth::Level(0),
        Family::Nested => Depth::Level(2),
    };
    let mut collector = Collector {
        grid,
        depth,
        by_effect: HashMap::new(),
        found: Vec::new(),
    };
    if matches!(family, Family::Forcing) {
        let count = grid.total();
        context.spend(8 * count);
        match count {
            ..=256 => collector.forcing::<4>(),
            257..=384 => collector.forcing::<6>(),
            _ => collector.forcing::<12>(),
        }
    } else {
        search(grid, depth, context, &mut collector);
    }
    let hints = Rc::new(collector.finish());
    let known = &mut context.inner.known[family as usize];
    if known.len() >= REMEMBERED {
        known.clear();
    }
    known.insert(grid.cand, Rc::clone(&hints));
    hints
}

/// Collects chains: of those that remove the same, the easiest.
struct Collector<'g> {
    grid: &'g Grid,
    depth: Depth,
    by_effect: HashMap<Off, usize>,
    /// In the order of the offers.
    found: Vec<(Rank, Hint)>,
}

impl Collector<'_> {
    /// Returns true if chains that remove the same have been no easier so far.
    fn is_better(&self, rank: Rank, off: &Off) -> bool {
        let known = self.by_effect.get(off);
        known.is_none_or(|&at| rank.precedes(&self.found[at].0))
    }

    fn put(&mut self, rank: Rank, off: Off, proof: Proof) {
        // Its place among equals is that of the offer: the old one goes, the new one is last.
        if let Some(at) = self.by_effect.insert(off.clone(), self.found.len()) {
            self.found[at].1.off.clear();
        }
        let proof = Rc::new(proof);
        self.found.push((rank, Hint { off, proof }));
    }

    fn finish(mut self) -> Vec<Hint> {
        self.found.retain(|(_, hint)| !hint.off.is_empty());
        self.found.sort_by(|(one, _), (two, _)| one.order(two));
        self.found.into_iter().map(|(_, hint)| hint).collect()
    }

    /// The candidates that a conclusion takes from its cell.
    fn lost(&self, (cell, digit, side): Effect) -> Off {
        let lost = if side == ON {
            !(1 << digit)
        } else {
            1 << digit
        };
        vec![(cell, self.grid.cand[cell] & lost)]
    }
}

impl Hints for Collector<'_> {
    fn offer(
        &mut self,
        context: &mut Context,
        (kind, origin): (u8, Origin),
        ends: &Ends<'_>,
        effect: Effect,
    ) {
        let off = self.lost(effect);
        if off[0].1 == 0 {
            return;
        }
        let rank = |complexity: u32| Rank::new(self.depth.family(kind), complexity);
        let is_better = |complexity| self.is_better(rank(complexity), &off);
        let level = self.depth.level();
        if let Some(complexity) = complexity_if(is_better, &mut context.marks, ends, level) {
            let proof = Proof::of(origin, ends, complexity);
            self.put(rank(complexity), off, proof);
        }
    }
}

impl Collector<'_> {
    fn forcing<const W: usize>(&mut self) {
        let links = Links::<W>::new(self.grid);
        // A cycle that removes something makes a chain from the removed candidate.
        if !Reach::is_any_forced(&links) {
            return;
        }
        let mut rounds = Rounds::default();
        let families = [
            (Use::Units, X_CYCLE, Some(X_CHAIN)),
            (Use::Cells, Y_CYCLE, None),
            (Use::All, XY, Some(XY)),
        ];
        for (allowed, cycle, chain) in families {
            for source in 0..links.len() {
                let (cell, digit) = links.whom(source);
                let count = self.grid.count(cell);
                if count < 2 || allowed == Use::Cells && count > 2 {
                    continue;
                }
                if links.on(source, allowed).next().is_some() {
                    rounds.cycles(&links, allowed, source, u32::MAX, |found| {
                        self.cycle(&links, cycle, found);
                        ControlFlow::Continue(())
                    });
                }
                for (chain, side) in chain
                    .into_iter()
                    .flat_map(|chain| [(chain, ON), (chain, OFF)])
                {
                    if let Some(way) = forcing_way(&links, allowed, source, side) {
                        let off = self.lost((cell, digit, 1 - side));
                        self.linear(&links, chain, off, &way);
                    }
                }
            }
        }
    }

    fn linear<const W: usize>(
        &mut self,
        links: &Links<W>,
        family: Kind,
        off: Off,
        way: &[(u16, bool)],
    ) {
        let rank = Rank::new(family, way.len() as u32);
        if !self.is_better(rank, &off) {
            return;
        }
        let mut proof = Proof::new(rank.complexity);
        proof.begin_chain();
        for (at, &(id, holds)) in way.iter().enumerate() {
            let before = way.get(at + 1);
            let cause = before.map_or(BY_OTHER, |&(from, _)| links.strong_cause(from, id));
            let side = if holds { ON } else { OFF };
            proof.add(links.whom(usize::from(id)), side, cause);
        }
        self.put(rank, off, proof);
    }

    fn cycle<const W: usize>(&mut self, links: &Links<W>, family: Kind, cycle: &Cycle) {
        let off = cycle.excluded(self.grid, links);
        let rank = Rank::new(family, cycle.length);
        if off.is_empty() || !self.is_better(rank, &off) {
            return;
        }
        let way = cycle.way();
        let before = |at: usize| way[(at + 1) % way.len()].0;
        let mut proof = Proof::new(cycle.length);
        proof.begin_chain();
        for (at, &(id, holds)) in way.iter().enumerate() {
            let side = if holds { ON } else { OFF };
            let cause = links.strong_cause(before(at), id);
            proof.add(links.whom(usize::from(id)), side, cause);
        }
        // Then the other way round: from the start, where every candidate is on its other side.
        proof.begin_chain();
        for at in std::iter::once(0).chain((1..way.len()).rev()) {
            let (id, holds) = way[at];
            let side = if holds { OFF } else { ON };
            let cause = links.weak_cause(before(at), id);
            proof.add(links.whom(usize::from(id)), side, cause);
        }
        self.put(rank, off, proof);
    }
}

/// The chain from one side of a candidate to the other, backwards, and whether each holds.
fn forcing_way<const W: usize>(
    links: &Links<W>,
    allowed: Use,
    source: usize,
    side: usize,
) -> Option<Vec<(u16, bool)>> {
    let mut before = [vec![NONE; links.len()], vec![NONE; links.len()]];
    let (mut front, mut from) = (vec![source as u16], side);
    // The source itself is never reached anew on its own side.
    before[side][source] = source as u16;
    while !front.is_empty() && before[1 - side][source] == NONE {
        let to = 1 - from;
        let mut next = Vec::new();
        for &id in &front {
            links.follow(usize::from(id), from, allowed, |target| {
                if before[to][target] == NONE {
                    before[to][target] = id;
                    next.push(target as u16);
                }
            });
        }
        (front, from) = (next, to);
    }
    if before[1 - side][source] == NONE {
        return None;
    }
    let mut way = vec![(source as u16, side == OFF)];
    let mut at = before[1 - side][source];
    let mut on = side;
    while usize::from(at) != source || on != side {
        way.push((at, on == ON));
        at = before[on][usize::from(at)];
        on = 1 - on;
    }
    way.push((source as u16, side == ON));
    Some(way)
}
