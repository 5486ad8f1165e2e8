//! Forcing chains and cycles: a candidate that leads to its own opposite, or a cycle of links.
//!
//! Of a forcing chain only its length and its end count, so no chain is built: the rounds of a search over rows of
//! bits give the length. A cycle is followed only if the rounds show that there may be one that is easier than the
//! best so far.
//!
//! Chains of one digit depend on the places of that digit alone; they are kept from step to step.

use std::ops::ControlFlow;

use super::Technique;
use super::cycles::Rounds;
use super::grid::{Grid, PEER_BITS, cells};
use super::links::{Links, Row, Use, add, meets, members, only};
use super::rank::Rank;
use super::reach::Reach;
use super::step::Step;

/// The effect of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// This cell has this digit.
    Set(usize, usize),
    Off(Vec<(u8, u16)>),
}

#[derive(Clone)]
pub(super) struct Found {
    pub(super) rank: Rank,
    technique: Technique,
    effect: Effect,
    source: usize,
}

impl Found {
    pub(super) fn step(self) -> Step {
        let (set, off) = match self.effect {
            Effect::Set(cell, digit) => (Some((cell, digit)), Vec::new()),
            Effect::Off(off) => (None, off),
        };
        Step {
            technique: self.technique,
            rating: self.rank.rating,
            set,
            off,
        }
    }
}

/// Bases and kinds of the three families.
pub(super) const X_CYCLE: ((u16, f64), u8) = ((65, 6.5), 2);
pub(super) const X_CHAIN: ((u16, f64), u8) = ((66, 6.6), 2);
pub(super) const Y_CYCLE: ((u16, f64), u8) = ((65, 6.5), 3);
pub(super) const XY: ((u16, f64), u8) = ((70, 7.0), 4);

/// The data kept from step to step.
pub(super) struct Memory {
    /// For each digit, its places and the best chain of that digit alone.
    digits: [Option<(u128, Option<Found>)>; 9],
    rounds: Rounds,
}

impl Memory {
    pub(super) fn new() -> Self {
        Self {
            digits: [const { None }; 9],
            rounds: Rounds::new(),
        }
    }
}

fn limit(best: Option<&Found>, (base, kind): ((u16, f64), u8)) -> u32 {
    best.map_or(u32::MAX, |best| best.rank.limit(base, kind))
}

/// The easiest chain or cycle. Where there is none, `reach` is complete.
pub(super) fn chain<const W: usize>(
    grid: &Grid,
    links: &Links<W>,
    reach: &mut Reach<W>,
    memory: &mut Memory,
) -> Option<Step> {
    let mut best = one_digit(grid, links, memory);
    let most = limit(best.as_ref(), XY);
    if let Some((length, source, falls)) = reach.shortest(links, most) {
        let (cell, digit) = links.whom(source);
        let effect = if falls {
            Effect::Off(vec![(cell as u8, 1 << digit)])
        } else {
            Effect::Set(cell, digit)
        };
        best = Some(Found {
            rank: Rank::new(XY.0, length, XY.1),
            technique: Technique::ForcingChain,
            effect,
            source,
        });
    }
    // A cycle that removes something makes a chain from the removed candidate, so without any chain there is no
    // cycle.
    best.as_ref()?;
    two_candidate_cycles(grid, links, &mut memory.rounds, &mut best);
    mixed_cycles(grid, links, &mut memory.rounds, &mut best);
    best.map(Found::step)
}

fn one_digit<const W: usize>(grid: &Grid, links: &Links<W>, memory: &mut Memory) -> Option<Found> {
    let mut best: Option<Found> = None;
    for digit in 0..9 {
        let places = grid.place[digit];
        let known = memory.digits[digit]
            .take()
            .filter(|(then, _)| *then == places)
            .unwrap_or_else(|| (places, of_digit(grid, links, digit, &mut memory.rounds)));
        if let Some(found) = &known.1
            && best.as_ref().is_none_or(|best| {
                let order = found.rank.order(&best.rank);
                order.then(found.source.cmp(&best.source)).is_lt()
            })
        {
            best.clone_from(&known.1);
        }
        memory.digits[digit] = Some(known);
    }
    best
}

/// The best chain or cycle of one digit alone.
fn of_digit<const W: usize>(
    grid: &Grid,
    links: &Links<W>,
    digit: usize,
    rounds: &mut Rounds,
) -> Option<Found> {
    let places = grid.place[digit];
    let id = |cell: usize| usize::from(links.id[cell * 9 + digit]);
    let mut strong = [0u128; 81];
    for cell in cells(places) {
        strong[cell] = links
            .on(id(cell), Use::Units)
            .fold(0, |bits, on| bits | 1 << links.who[on].0);
    }
    let mut onward = [0u128; 81];
    for cell in cells(places) {
        onward[cell] = cells(PEER_BITS[cell] & places).fold(0, |bits, off| bits | strong[off]);
    }
    let spread = |front: u128| cells(front).fold(0, |bits, cell| bits | onward[cell]);
    let mut best = None;
    let mut most = u32::MAX;
    for cell in cells(places) {
        let ends = [
            (1 << cell, PEER_BITS[cell] & places),
            (strong[cell], 1 << cell),
        ];
        for (side, (start, end)) in ends.into_iter().enumerate() {
            let (mut seen, mut front) = (start, start);
            let mut length = 2;
            while front != 0 && length < most.saturating_sub(1) {
                length += 2;
                front = spread(front) & !seen;
                seen |= front;
                if front & end == 0 {
                    continue;
                }
                let effect = if side == 0 {
                    Effect::Off(vec![(cell as u8, 1 << digit)])
                } else {
                    Effect::Set(cell, digit)
                };
                best = Some(Found {
                    rank: Rank::new(X_CHAIN.0, length, X_CHAIN.1),
                    technique: Technique::ForcingXChain,
                    effect,
                    source: cell,
                });
                most = length - 1;
                break;
            }
        }
    }
    // As with all links: without a chain there is no cycle.
    most = limit(Some(best.as_ref()?), X_CYCLE);
    for cell in cells(places) {
        if strong[cell] == 0 {
            continue;
        }
        rounds.cycles(links, Use::Units, id(cell), most, |cycle| {
            let off = cycle.excluded(grid, links);
            if off.is_empty() {
                return ControlFlow::Continue(());
            }
            best = Some(Found {
                rank: Rank::new(X_CYCLE.0, cycle.length, X_CYCLE.1),
                technique: Technique::XCycle,
                effect: Effect::Off(off),
                source: cell,
            });
            most = cycle.length - 1;
            ControlFlow::Break(())
        });
    }
    best
}

/// Cycles whose strong links are all within cells of two candidates.
fn two_candidate_cycles<const W: usize>(
    grid: &Grid,
    links: &Links<W>,
    rounds: &mut Rounds,
    best: &mut Option<Found>,
) {
    let mut most = limit(best.as_ref(), Y_CYCLE);
    if most < 4 || !is_forced_by_cells(links) {
        return;
    }
    for source in 0..links.len() {
        if links.on(source, Use::Cells).next().is_none() || most < 4 {
            continue;
        }
        rounds.cycles(links, Use::Cells, source, most, |cycle| {
            let off = cycle.excluded(grid, links);
            if off.is_empty() {
                return ControlFlow::Continue(());
            }
            let found = Found {
                rank: Rank::new(Y_CYCLE.0, cycle.length, Y_CYCLE.1),
                technique: Technique::YCycle,
                effect: Effect::Off(off),
                source,
            };
            most = cycle.length - 1;
            *best = Some(found);
            ControlFlow::Break(())
        });
    }
}

/// Returns true if any candidate leads to its opposite by strong links of cells alone: a cycle of these that removes
/// something makes such a chain from the removed candidate.
fn is_forced_by_cells<const W: usize>(links: &Links<W>) -> bool {
    let onward: Vec<Row<W>> = (0..links.len())
        .map(|id| {
            let mut row = [0; W];
            for &off in links.leads(id, Use::Cells) {
                for on in links.on(usize::from(off), Use::Cells) {
                    add(&mut row, &only(on));
                }
            }
            row
        })
        .collect();
    (0..links.len()).any(|source| {
        let mut front: Row<W> = onward[source];
        let mut seen = front;
        loop {
            if meets(&front, &links.weak[source]) {
                return true;
            }
            let mut next = [0; W];
            for id in members(&front) {
                add(&mut next, &onward[id]);
            }
            let mut any = 0;
            for word in 0..W {
                next[word] &= !seen[word];
                seen[word] |= next[word];
                any |= next[word];
            }
            if any == 0 {
                return false;
            }
            front = next;
        }
    })
}

/// Cycles of all links. One that is as long as the shortest chain comes first if its candidate is
/// not after that of the chain.
fn mixed_cycles<const W: usize>(
    grid: &Grid,
    links: &Links<W>,
    rounds: &mut Rounds,
    best: &mut Option<Found>,
) {
    let chain = best
        .as_ref()
        .filter(|best| best.technique == Technique::ForcingChain)
        .map(|best| (best.rank.complexity, best.source));
    let mut most = chain.map_or_else(|| limit(best.as_ref(), XY), |(length, _)| length);
    for source in 0..links.len() {
        if let Some((length, from)) = chain
            && source > from
        {
            most = most.min(length - 1);
        }
        if most < 4 {
            return;
        }
        if !Reach::is_in_cycle(links, source, most) {
            continue;
        }
        rounds.cycles(links, Use::All, source, most, |cycle| {
            let off = cycle.excluded(grid, links);
            if off.is_empty() {
                return ControlFlow::Continue(());
            }
            *best = Some(Found {
                rank: Rank::new(XY.0, cycle.length, XY.1),
                technique: Technique::BidirectionalCycle,
                effect: Effect::Off(off),
                source,
            });
            most = cycle.length - 1;
            ControlFlow::Break(())
        });
    }
}
