//! Forcing chains and cycles: a candidate that leads to its own opposite, or a cycle of links.
//!
//! Of a forcing chain only its length and its end count, so no chain is built: the rounds of a
//! search over rows of bits tell the length. A cycle is followed only where the rounds show that
//! there may be one that is easier than the best so far.
//!
//! Chains of one digit depend on the places of that digit alone; they are kept from step to step.

use std::ops::ControlFlow;

use super::Technique;
use super::branch::OFF;
use super::cycles::Rounds;
use super::grid::{Grid, PEER_BITS, cells};
use super::links::{Links, Row, Use, add, has, meets, only};
use super::rank::Rank;
use super::step::Step;

/// What a chain comes to.
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

/// What is kept from step to step.
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

/// Keeps the better of two; the first of equals stays.
fn offer(best: &mut Option<Found>, found: Found) {
    if best
        .as_ref()
        .is_none_or(|best| found.rank.precedes(&best.rank))
    {
        *best = Some(found);
    }
}

fn limit(best: Option<&Found>, (base, kind): ((u16, f64), u8)) -> u32 {
    best.map_or(u32::MAX, |best| best.rank.limit(base, kind))
}

pub(super) fn chain<const W: usize>(
    grid: &Grid,
    links: &Links<W>,
    memory: &mut Memory,
) -> Option<Step> {
    let mut best = one_digit(grid, links, memory);
    two_candidate_cycles(grid, links, &mut memory.rounds, &mut best);
    mixed(grid, links, &mut memory.rounds, &mut best);
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
    for cell in cells(places) {
        let home = cells(strong[cell]).fold(0, |bits, off| bits | PEER_BITS[off] & places);
        if home != 0 {
            let most = limit(best.as_ref(), X_CYCLE);
            rounds.cycles(links, Use::Units, id(cell), most, |cycle| {
                let off = cycle.excluded(grid, links);
                if off.is_empty() {
                    return ControlFlow::Continue(());
                }
                let rank = Rank::new(X_CYCLE.0, cycle.length, X_CYCLE.1);
                offer(
                    &mut best,
                    Found {
                        rank,
                        technique: Technique::XCycle,
                        effect: Effect::Off(off),
                        source: cell,
                    },
                );
                ControlFlow::Break(())
            });
        }
        let ends = [
            (
                1 << cell,
                PEER_BITS[cell] & places,
                Effect::Off(vec![(cell as u8, 1 << digit)]),
            ),
            (strong[cell], 1 << cell, Effect::Set(cell, digit)),
        ];
        for (start, end, effect) in ends {
            let most = limit(best.as_ref(), X_CHAIN);
            let (mut seen, mut front) = (start, start);
            let mut length = 2;
            while front != 0 && length < most.saturating_sub(1) {
                length += 2;
                front = spread(front) & !seen;
                seen |= front;
                if front & end != 0 {
                    let found = Found {
                        rank: Rank::new(X_CHAIN.0, length, X_CHAIN.1),
                        technique: Technique::ForcingXChain,
                        effect,
                        source: cell,
                    };
                    offer(&mut best, found);
                    break;
                }
            }
        }
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
            offer(best, found);
            ControlFlow::Break(())
        });
        most = limit(best.as_ref(), Y_CYCLE);
    }
}

/// Chains and cycles of all links.
fn mixed<const W: usize>(
    grid: &Grid,
    links: &Links<W>,
    rounds: &mut Rounds,
    best: &mut Option<Found>,
) {
    let mut most = limit(best.as_ref(), XY);
    for source in 0..links.len() {
        if most < 4 {
            return;
        }
        let (cell, digit) = links.whom(source);
        let before = best.as_ref().map(|best| best.rank);
        let (chain, cycle) = out_and_back(links, source, most);
        if cycle.is_some_and(|length| length <= most) {
            rounds.cycles(links, Use::All, source, chain.unwrap_or(most), |cycle| {
                let off = cycle.excluded(grid, links);
                if off.is_empty() {
                    return ControlFlow::Continue(());
                }
                let found = Found {
                    rank: Rank::new(XY.0, cycle.length, XY.1),
                    technique: Technique::BidirectionalCycle,
                    effect: Effect::Off(off),
                    source,
                };
                offer(best, found);
                ControlFlow::Break(())
            });
        }
        let back = back_to_on(links, source, most);
        let ends = [
            (chain, Effect::Off(vec![(cell as u8, 1 << digit)])),
            (back, Effect::Set(cell, digit)),
        ];
        for (length, effect) in ends {
            if let Some(length) = length {
                let found = Found {
                    rank: Rank::new(XY.0, length, XY.1),
                    technique: Technique::ForcingChain,
                    effect,
                    source,
                };
                offer(best, found);
            }
        }
        if best.as_ref().map(|best| best.rank) != before {
            most = limit(best.as_ref(), XY);
        }
    }
}

/// From a candidate that holds: the length of the chain to where it falls, and a length below which
/// there is no cycle.
fn out_and_back<const W: usize>(
    links: &Links<W>,
    source: usize,
    most: u32,
) -> (Option<u32>, Option<u32>) {
    let mut home = [0; W];
    for off in links.on(source, Use::All) {
        add(&mut home, &links.weak[off]);
    }
    let end = links.weak[source];
    let mut front: Row<W> = only(source);
    let mut seen = front;
    let (mut chain, mut cycle) = (None, None);
    let mut length = 2;
    while length < most.saturating_sub(1) {
        length += 2;
        if !step_out(links, &mut front, &mut seen) {
            break;
        }
        // One round more leads home.
        if cycle.is_none() && meets(&front, &home) {
            cycle = Some(length);
        }
        if meets(&front, &end) {
            chain = Some(length);
            break;
        }
    }
    // Where the chain ended the search, longer cycles are no better than the chain.
    (chain, cycle)
}

/// Whether one side of a candidate leads to the other.
pub(super) fn is_forced<const W: usize>(links: &Links<W>, source: usize, side: usize) -> bool {
    if side == OFF {
        return back_to_on(links, source, u32::MAX).is_some();
    }
    let mut front: Row<W> = only(source);
    let mut seen = front;
    while step_out(links, &mut front, &mut seen) {
        if meets(&front, &links.weak[source]) {
            return true;
        }
    }
    false
}

fn back_to_on<const W: usize>(links: &Links<W>, source: usize, most: u32) -> Option<u32> {
    let mut front: Row<W> = [0; W];
    for on in links.on(source, Use::All) {
        add(&mut front, &only(on));
    }
    let mut seen = front;
    let mut length = 2;
    while length < most.saturating_sub(1) {
        length += 2;
        if !step_out(links, &mut front, &mut seen) {
            return None;
        }
        if has(&front, source) {
            return Some(length);
        }
    }
    None
}

/// One round; `false` if it leads nowhere.
pub(super) fn step_out<const W: usize>(
    links: &Links<W>,
    front: &mut Row<W>,
    seen: &mut Row<W>,
) -> bool {
    let mut next = links.spread(front);
    let mut any = 0;
    for word in 0..W {
        next[word] &= !seen[word];
        seen[word] |= next[word];
        any |= next[word];
    }
    *front = next;
    any != 0
}
