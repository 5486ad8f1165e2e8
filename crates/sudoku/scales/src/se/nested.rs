//! Chains within chains: when nothing else follows in a dynamic chain, the board as it is then is searched for
//! chains, and their removals follow too.
//!
//! An inner chain counts only if it rests on something that the outer one took off. Inner chains
//! that remove the same count once, with the easiest of them; they are used in the order of their
//! ranks.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use super::branch::{Branch, OFF, ON};
use super::cycles::{Cycle, Rounds};
use super::dynamic::{Context, Depth, Ends, Hints, complexity, search};
use super::forcing::{X_CHAIN, X_CYCLE, XY, Y_CYCLE};
use super::grid::Grid;
use super::links::{Links, Use};
use super::proof::{Origin, Print, Proof, Reason};
use super::rank::Rank;
use super::reach::Reach;

/// A chain that may be part of another.
pub(super) struct Hint {
    off: Vec<(u8, u16)>,
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
        let count: usize = grid
            .cand
            .iter()
            .map(|mask| mask.count_ones() as usize)
            .sum();
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
    by_effect: HashMap<Vec<(u8, u16)>, usize>,
    /// With the number of the offer.
    found: Vec<(Rank, Hint)>,
}

impl Collector<'_> {
    fn known(&self, off: &Vec<(u8, u16)>) -> Option<(usize, Rank)> {
        let &at = self.by_effect.get(off)?;
        Some((at, self.found[at].0))
    }

    fn put(&mut self, rank: Rank, off: Vec<(u8, u16)>, proof: Proof) {
        let hint = Hint {
            off,
            proof: Rc::new(proof),
        };
        if let Some(&at) = self.by_effect.get(&hint.off) {
            // Its place among equals is that of the offer: the old one goes, the new one is last.
            self.by_effect.insert(hint.off.clone(), self.found.len());
            self.found[at].1.off.clear();
        } else {
            self.by_effect.insert(hint.off.clone(), self.found.len());
        }
        self.found.push((rank, hint));
    }

    fn finish(mut self) -> Vec<Hint> {
        self.found.retain(|(_, hint)| !hint.off.is_empty());
        self.found.sort_by(|(one, _), (two, _)| one.order(two));
        self.found.into_iter().map(|(_, hint)| hint).collect()
    }
}

impl Hints for Collector<'_> {
    fn offer(
        &mut self,
        context: &mut Context,
        (kind, origin): (u8, Origin),
        ends: &Ends<'_>,
        (cell, digit, side): (usize, usize, usize),
    ) {
        let lost = if side == ON {
            self.grid.cand[cell] & !(1 << digit)
        } else {
            self.grid.cand[cell] & 1 << digit
        };
        if lost == 0 {
            return;
        }
        let off = vec![(cell as u8, lost)];
        let known = self.known(&off);
        let least: u32 = ends
            .iter()
            .map(|&(branch, end)| u32::from(branch.nodes[usize::from(end)].least))
            .sum();
        let is_better = |complexity: u32| {
            let rank = Rank::new(self.depth.base(), complexity, kind);
            known
                .is_none_or(|(_, best)| rank.precedes(&best))
                .then_some(rank)
        };
        if is_better(least).is_none() {
            return;
        }
        let complexity = complexity(&mut context.marks, ends, self.depth.level());
        if let Some(rank) = is_better(complexity) {
            self.put(rank, off, Proof::new(origin, ends, complexity));
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
        let mut rounds = Rounds::new();
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
                let Some(chain) = chain else {
                    continue;
                };
                for side in [ON, OFF] {
                    if let Some(way) = forcing_way(&links, allowed, source, side) {
                        let lost = if side == ON {
                            1 << digit
                        } else {
                            self.grid.cand[cell] & !(1 << digit)
                        };
                        self.linear(&links, chain, vec![(cell as u8, lost)], &way);
                    }
                }
            }
        }
    }

    fn linear<const W: usize>(
        &mut self,
        links: &Links<W>,
        (base, kind): ((u16, f64), u8),
        off: Vec<(u8, u16)>,
        way: &[(u16, bool)],
    ) {
        let rank = Rank::new(base, way.len() as u32, kind);
        if self
            .known(&off)
            .is_some_and(|(_, best)| !rank.precedes(&best))
        {
            return;
        }
        let mut print = Print::new();
        print.add(1458);
        let mut reasons = Vec::new();
        for (at, &(id, holds)) in way.iter().enumerate() {
            let (cell, digit) = links.whom(usize::from(id));
            print.add((cell * 9 + digit) * 2 + usize::from(!holds));
            if holds && let Some(&(from, _)) = way.get(at + 1) {
                let cause = links.strong_cause(usize::from(from), id);
                reasons.extend(Reason::new(cause, cell, digit));
            }
        }
        let proof = Proof {
            print: print.value(),
            complexity: way.len() as u32,
            reasons,
        };
        self.put(rank, off, proof);
    }

    fn cycle<const W: usize>(
        &mut self,
        links: &Links<W>,
        (base, kind): ((u16, f64), u8),
        cycle: &Cycle,
    ) {
        let off = cycle.excluded(self.grid, links);
        let rank = Rank::new(base, cycle.length, kind);
        if off.is_empty()
            || self
                .known(&off)
                .is_some_and(|(_, best)| !rank.precedes(&best))
        {
            return;
        }
        let way = cycle.way();
        let before = |at: usize| way[(at + 1) % way.len()].0;
        let mut print = Print::new();
        let mut reasons = Vec::new();
        print.add(1458);
        for (at, &(id, holds)) in way.iter().enumerate() {
            let (cell, digit) = links.whom(usize::from(id));
            print.add((cell * 9 + digit) * 2 + usize::from(!holds));
            if holds {
                let cause = links.strong_cause(usize::from(before(at)), id);
                reasons.extend(Reason::new(cause, cell, digit));
            }
        }
        // Then the other way round: from the start, where every candidate is on its other side.
        print.add(1458);
        let backwards = std::iter::once(0).chain((1..way.len()).rev());
        for at in backwards {
            let (id, holds) = way[at];
            let (cell, digit) = links.whom(usize::from(id));
            print.add((cell * 9 + digit) * 2 + usize::from(holds));
            if !holds {
                let cause = links.weak_cause(usize::from(before(at)), usize::from(id));
                reasons.extend(Reason::new(cause, cell, digit));
            }
        }
        let proof = Proof {
            print: print.value(),
            complexity: cycle.length,
            reasons,
        };
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
    const FREE: u16 = u16::MAX;
    let mut before = [vec![FREE; links.len()], vec![FREE; links.len()]];
    let mut front = vec![source as u16];
    let mut from = side;
    // The source itself is never reached anew on its own side.
    before[side][source] = source as u16;
    while !front.is_empty() {
        let to = 1 - from;
        let mut next = Vec::new();
        for &id in &front {
            let mut visit = |target: u16| {
                if before[to][usize::from(target)] == FREE {
                    before[to][usize::from(target)] = id;
                    next.push(target);
                }
            };
            if from == ON {
                links
                    .off(usize::from(id), allowed)
                    .iter()
                    .for_each(|&target| visit(target));
            } else {
                links
                    .on(usize::from(id), allowed)
                    .for_each(|target| visit(target as u16));
            }
        }
        if before[1 - side][source] != FREE {
            break;
        }
        front = next;
        from = to;
    }
    if before[1 - side][source] == FREE {
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
