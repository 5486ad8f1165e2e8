//! Forcing chains and cycles: a candidate that leads to its own opposite, or a cycle of links.
//!
//! Of a forcing chain only its length and its end count, so no chain is built: the rounds of a search over rows of
//! bits give the length. A cycle is followed only if the rounds show that there may be one that is easier than the
//! best so far.
//!
//! Chains of one digit depend on the places of that digit alone; they are kept from step to step.

use std::ops::ControlFlow;

use super::Technique;
use super::cycles::{Cycle, Rounds};
use super::grid::Grid;
use super::links::{Links, Use};
use super::rank::{Family, Rank};
use super::reach::Reach;
use super::step::Step;
use crate::cells::{Cells, PEERS};
use crate::rows::{Row, join, meets, renew, spread};

#[derive(Clone)]
struct Found {
    rank: Rank,
    step: Step,
    /// The number of the candidate from which a chain was found, or the cell.
    source: usize,
}

impl Found {
    /// A chain that settles a candidate.
    fn chain(technique: Technique, rank: Rank, source: usize, end: (usize, usize, bool)) -> Self {
        let step = Step::settled(technique, rank.rating, end);
        Self { rank, step, source }
    }
}

pub(super) const X_CYCLE: Family = (65, 2);
pub(super) const X_CHAIN: Family = (66, 2);
pub(super) const Y_CYCLE: Family = (65, 3);
pub(super) const XY: Family = (70, 4);

/// The data kept from step to step.
#[derive(Default)]
pub(super) struct Memory {
    /// The best chain of each digit alone.
    digits: ByDigit<Option<Found>>,
    rounds: Rounds,
}

/// For each digit a result that depends on its places alone, and these places.
#[derive(Default)]
pub(super) struct ByDigit<T>([Option<(Cells, T)>; 9]);

impl<T> ByDigit<T> {
    /// The result for a digit, found anew if its places have changed.
    pub(super) fn of(&mut self, digit: usize, places: Cells, find: impl FnOnce() -> T) -> &T {
        let known = self.0[digit].take().filter(|known| known.0 == places);
        let known = known.unwrap_or_else(|| (places, find()));
        &self.0[digit].insert(known).1
    }
}

/// The search of one board.
struct Search<'a, const W: usize> {
    grid: &'a Grid,
    links: &'a Links<W>,
    rounds: &'a mut Rounds,
    best: Option<Found>,
}

/// The easiest chain or cycle. Where there is none, `reach` is complete.
pub(super) fn chain<const W: usize>(
    grid: &Grid,
    links: &Links<W>,
    reach: &mut Reach<W>,
    memory: &mut Memory,
) -> Option<Step> {
    let best = one_digit(grid, links, memory);
    let mut search = Search {
        grid,
        links,
        rounds: &mut memory.rounds,
        best,
    };
    if let Some((length, source, falls)) = reach.shortest(links, search.limit(XY)) {
        let (cell, digit) = links.whom(source);
        let rank = Rank::new(XY, length);
        let end = (cell, digit, !falls);
        search.best = Some(Found::chain(Technique::ForcingChain, rank, source, end));
    }
    // A cycle that removes something makes a chain from the removed candidate, so without any chain there is no
    // cycle.
    search.best.as_ref()?;
    search.two_candidate_cycles();
    search.mixed_cycles();
    search.best.map(|best| best.step)
}

/// The best chain or cycle of one digit; of equals that of the first cell.
fn one_digit<const W: usize>(grid: &Grid, links: &Links<W>, memory: &mut Memory) -> Option<Found> {
    let Memory { digits, rounds } = memory;
    for digit in 0..9 {
        digits.of(digit, grid.place[digit], || {
            let mut search = Search {
                grid,
                links,
                rounds,
                best: None,
            };
            search.of_digit(digit);
            search.best
        });
    }
    let found = digits
        .0
        .iter()
        .flatten()
        .filter_map(|known| known.1.as_ref());
    let easier = |one: &&Found, two: &&Found| {
        let order = one.rank.order(&two.rank);
        order.then(one.source.cmp(&two.source))
    };
    found.min_by(easier).cloned()
}

impl<const W: usize> Search<'_, W> {
    /// The greatest length with which a chain of this family would be the best.
    fn limit(&self, family: Family) -> u32 {
        let best = self.best.as_ref();
        best.map_or(u32::MAX, |best| best.rank.limit(family))
    }

    /// Searches the best chain or cycle of one digit alone; its source is a cell, since candidates are numbered anew
    /// for each board.
    fn of_digit(&mut self, digit: usize) {
        let places = self.grid.place[digit];
        let id = |cell: usize| usize::from(self.links.id[cell * 9 + digit]);
        let mut strong = [Cells::NONE; 81];
        for cell in places {
            let on = self.links.on(id(cell), Use::Units);
            strong[cell] = on.map(|on| self.links.whom(on).0).collect();
        }
        let union = |cells: Cells, of: &[Cells; 81]| {
            cells
                .into_iter()
                .fold(Cells::NONE, |all, cell| all | of[cell])
        };
        let mut onward = [Cells::NONE; 81];
        for cell in places {
            onward[cell] = union(PEERS[cell] & places, &strong);
        }
        let mut most = u32::MAX;
        for cell in places {
            let ends = [
                (Cells::of(cell), PEERS[cell] & places),
                (strong[cell], Cells::of(cell)),
            ];
            for (holds, (start, end)) in [false, true].into_iter().zip(ends) {
                let (mut seen, mut front) = (start, start);
                let mut length = 2;
                while !front.is_empty() && length < most.saturating_sub(1) {
                    length += 2;
                    front = union(front, &onward) - seen;
                    seen |= front;
                    if front.meets(end) {
                        let rank = Rank::new(X_CHAIN, length);
                        let end = (cell, digit, holds);
                        let technique = Technique::ForcingXChain;
                        self.best = Some(Found::chain(technique, rank, cell, end));
                        most = length - 1;
                        break;
                    }
                }
            }
        }
        // As with all links: without a chain there is no cycle.
        if self.best.is_none() {
            return;
        }
        let mut most = self.limit(X_CYCLE);
        for cell in places {
            if !strong[cell].is_empty() {
                let technique = Technique::XCycle;
                self.cycle(Use::Units, (technique, X_CYCLE), id(cell), &mut most);
            }
        }
    }

    /// Takes the first cycle from a candidate that removes something and is not too long.
    fn cycle(
        &mut self,
        allowed: Use,
        (technique, family): (Technique, Family),
        source: usize,
        most: &mut u32,
    ) {
        let Self {
            grid,
            links,
            rounds,
            best,
        } = self;
        rounds.cycles(links, allowed, source, *most, |cycle: &Cycle| {
            let rank = Rank::new(family, cycle.length);
            let off = cycle.excluded(grid, links);
            let Some(step) = Step::off(technique, rank.rating, off) else {
                return ControlFlow::Continue(());
            };
            let source = links.whom(source).0;
            *best = Some(Found { rank, step, source });
            *most = cycle.length - 1;
            ControlFlow::Break(())
        });
    }

    /// Cycles whose strong links are all within cells of two candidates.
    fn two_candidate_cycles(&mut self) {
        let mut most = self.limit(Y_CYCLE);
        if most < 4 || !is_forced_by_cells(self.links) {
            return;
        }
        for source in 0..self.links.len() {
            if self.links.on(source, Use::Cells).next().is_none() || most < 4 {
                continue;
            }
            let kind = (Technique::YCycle, Y_CYCLE);
            self.cycle(Use::Cells, kind, source, &mut most);
        }
    }

    /// Cycles of all links. One that is as long as the shortest chain comes first if its candidate is
    /// not after that of the chain.
    fn mixed_cycles(&mut self) {
        let chain = self
            .best
            .as_ref()
            .filter(|best| best.step.technique == Technique::ForcingChain)
            .map(|best| (best.rank.complexity, best.source));
        let mut most = chain.map_or_else(|| self.limit(XY), |(length, _)| length);
        for source in 0..self.links.len() {
            if let Some((length, from)) = chain
                && source > from
            {
                most = most.min(length - 1);
            }
            if most < 4 {
                return;
            }
            if Reach::is_in_cycle(self.links, source, most) {
                let kind = (Technique::BidirectionalCycle, XY);
                self.cycle(Use::All, kind, source, &mut most);
            }
        }
    }
}

/// Returns true if any candidate leads to its opposite by strong links of cells alone: a cycle of these that removes
/// something makes such a chain from the removed candidate.
fn is_forced_by_cells<const W: usize>(links: &Links<W>) -> bool {
    let leads = |id: usize| {
        let mut row = [0; W];
        for &off in links.leads(id, Use::Cells) {
            join(&mut row, &links.ons(usize::from(off), Use::Cells));
        }
        row
    };
    let onward: Vec<Row<W>> = (0..links.len()).map(leads).collect();
    (0..links.len()).any(|source| {
        let (mut front, mut seen) = (onward[source], [0; W]);
        while renew(&mut front, &mut seen) {
            if meets(&front, &links.weak[source]) {
                return true;
            }
            front = spread(&front, &onward);
        }
        false
    })
}
