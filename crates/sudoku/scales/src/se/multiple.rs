//! Multiple forcing chains: whatever candidate of a cell holds, or wherever a digit of a unit is,
//! the same follows.
//!
//! They are looked for only when there is no forcing chain. Then no candidate leads to both sides
//! of another (if it did, it would lead to its own opposite, because every link works both ways),
//! so the consequences of a candidate do not depend on the order of the search, and the length of a
//! chain is the number of rounds. The order counts only between targets of the same cell or unit
//! that are equally far.

use super::Technique;
use super::branch::{OFF, ON};
use super::grid::Grid;
use super::links::{Links, Use};
use super::rank::{Family, Rank};
use super::reach::Reach;
use super::step::Step;
use crate::digits::ones;
use crate::rows::{Row, has, meets, members, narrow, spread};

const CELL: Family = (80, 5);
const REGION: Family = (80, 6);

/// The search, over the consequences of the candidates.
struct Search<'r, const W: usize> {
    links: &'r Links<W>,
    /// The candidates that hold.
    on: &'r Reach<W>,
    /// For each candidate, all that falls.
    off: Vec<Row<W>>,
    best: Option<Best>,
}

struct Best {
    rank: Rank,
    technique: Technique,
    /// The candidate from which the order of the targets is seen.
    first: usize,
    side: usize,
    targets: Vec<usize>,
}

pub(super) fn chain<const W: usize>(
    grid: &Grid,
    links: &Links<W>,
    reach: &Reach<W>,
) -> Option<Step> {
    let mut search = Search {
        links,
        on: reach,
        off: reach
            .all
            .iter()
            .map(|row| spread(row, &links.weak))
            .collect(),
        best: None,
    };
    for cell in grid.with_at_least(3) {
        let id = |cell: usize, digit: usize| usize::from(links.id[cell * 9 + digit]);
        for digit in ones(grid.cand[cell]) {
            for (_, places) in grid.first_in(cell, digit) {
                let sources: Vec<usize> = places.into_iter().map(|cell| id(cell, digit)).collect();
                search.common(&sources, Technique::RegionForcingChains, REGION);
            }
        }
        let sources: Vec<usize> = ones(grid.cand[cell]).map(|digit| id(cell, digit)).collect();
        search.common(&sources, Technique::CellForcingChains, CELL);
    }
    let best = search.best?;
    let (cell, digit) = links.whom(first_reached(links, &best));
    let end = (cell, digit, best.side == ON);
    Some(Step::settled(best.technique, best.rank.rating, end))
}

impl<const W: usize> Search<'_, W> {
    fn all(&self, side: usize, source: usize) -> &Row<W> {
        let all = if side == ON { &self.on.all } else { &self.off };
        &all[source]
    }

    /// The number of candidates in the chain to this one.
    fn length(&self, side: usize, source: usize, target: usize) -> u32 {
        // A candidate falls one step after the first that holds and excludes it.
        let first = self.on.rounds.iter().position(|round| {
            let front = &round[source];
            if side == ON {
                has(front, target)
            } else {
                meets(front, &self.links.weak[target])
            }
        });
        (2 * first.unwrap_or(0) + 1 + side) as u32
    }

    /// Looks for the common consequences of all these.
    fn common(&mut self, sources: &[usize], technique: Technique, family: Family) {
        let mut own = false;
        for side in [ON, OFF] {
            let mut shared = *self.all(side, sources[0]);
            for &source in &sources[1..] {
                narrow(&mut shared, self.all(side, source));
            }
            for target in members(&shared) {
                let lengths = sources
                    .iter()
                    .map(|&source| self.length(side, source, target));
                let rank = Rank::new(family, lengths.sum());
                match &mut self.best {
                    Some(best) if own && best.side == side && best.rank == rank => {
                        best.targets.push(target);
                    }
                    Some(best) if !rank.precedes(&best.rank) => {}
                    _ => {
                        own = true;
                        self.best = Some(Best {
                            rank,
                            technique,
                            first: sources[0],
                            side,
                            targets: vec![target],
                        });
                    }
                }
            }
        }
    }
}

/// Of equally far targets the one that a search from the first candidate comes to first.
fn first_reached<const W: usize>(links: &Links<W>, best: &Best) -> usize {
    if let [target] = best.targets[..] {
        return target;
    }
    let mut seen = [vec![false; links.len()], vec![false; links.len()]];
    let mut order = [vec![best.first], Vec::new()];
    seen[ON][best.first] = true;
    let mut next = [0, 0];
    loop {
        // Candidates that hold are followed before any that fall.
        let side = usize::from(next[ON] == order[ON].len());
        let Some(&from) = order[side].get(next[side]) else {
            break;
        };
        next[side] += 1;
        let other = 1 - side;
        links.follow(from, side, Use::All, |id| {
            if !std::mem::replace(&mut seen[other][id], true) {
                order[other].push(id);
            }
        });
    }
    let mut reached = order[best.side].iter().copied();
    reached.find(|id| best.targets.contains(id)).unwrap_or(0)
}
