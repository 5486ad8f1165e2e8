//! Multiple forcing chains: whatever candidate of a cell holds, or wherever a digit of a unit is,
//! the same follows.
//!
//! They are looked for only when there is no forcing chain. Then no candidate leads to both sides
//! of another (if it did, it would lead to its own opposite, because every link works both ways),
//! so the consequences of a candidate do not depend on the order of the search, and the length of a
//! chain is the number of rounds. The order counts only between targets of the same cell or unit
//! that are equally far.

use super::Technique;
use super::grid::{Grid, cell_at, ones, size, unit_of};
use super::links::{Links, Row, Use, add, has, meets, members};
use super::rank::Rank;
use super::reach::Reach;
use super::step::Step;

const BASE: (u16, f64) = (80, 8.0);

/// The consequences of the candidates: those of `reach` for candidates that hold, and likewise for
/// those that fall.
struct Both<'r, const W: usize> {
    on: &'r Reach<W>,
    /// For each candidate, all that falls.
    off: Vec<Row<W>>,
    links: &'r Links<W>,
}

impl<'r, const W: usize> Both<'r, W> {
    fn new(links: &'r Links<W>, on: &'r Reach<W>) -> Self {
        let falls = |row: &Row<W>| {
            let mut off = [0; W];
            for on in members(row) {
                add(&mut off, &links.weak[on]);
            }
            off
        };
        let off = on.all.iter().map(falls).collect();
        Self { on, off, links }
    }

    fn all(&self, side: usize, source: usize) -> &Row<W> {
        if side == 0 {
            &self.on.all[source]
        } else {
            &self.off[source]
        }
    }

    /// The number of candidates in the chain to this one.
    fn length(&self, side: usize, source: usize, target: usize) -> u32 {
        // A candidate falls one step after the first that holds and excludes it.
        let first = self.on.rounds.iter().position(|round| {
            let front = &round[source];
            if side == 0 {
                has(front, target)
            } else {
                meets(front, &self.links.weak[target])
            }
        });
        (2 * first.unwrap_or(0) + 1 + side) as u32
    }
}

struct Best {
    rank: Rank,
    technique: Technique,
    /// The candidate from which the order of the targets is seen.
    first: usize,
    side: usize,
    targets: Vec<u16>,
}

pub(super) fn chain<const W: usize>(
    grid: &Grid,
    links: &Links<W>,
    reach: &Reach<W>,
) -> Option<Step> {
    let reach = Both::new(links, reach);
    let mut best: Option<Best> = None;
    for cell in 0..81 {
        if grid.count(cell) < 3 {
            continue;
        }
        let id = |cell: usize, digit: usize| usize::from(links.id[cell * 9 + digit]);
        for digit in ones(grid.cand[cell]) {
            for kind in 0..3 {
                let unit = unit_of(cell, kind);
                let spots = grid.spot[unit][digit];
                let first = cell_at(unit, spots.trailing_zeros() as usize);
                if size(spots) < 2 || first != cell {
                    continue;
                }
                let sources: Vec<usize> =
                    ones(spots).map(|at| id(cell_at(unit, at), digit)).collect();
                common(
                    &reach,
                    &sources,
                    Technique::RegionForcingChains,
                    6,
                    &mut best,
                );
            }
        }
        let sources: Vec<usize> = ones(grid.cand[cell]).map(|digit| id(cell, digit)).collect();
        common(&reach, &sources, Technique::CellForcingChains, 5, &mut best);
    }
    let best = best?;
    let target = first_reached(links, &best);
    let (cell, digit) = links.whom(target);
    if best.side == 0 {
        return Some(Step::set(best.technique, best.rank.rating, cell, digit));
    }
    let off = vec![(cell as u8, 1 << digit)];
    Step::off(best.technique, best.rank.rating, off)
}

/// Looks for the common consequences of all these.
fn common<const W: usize>(
    reach: &Both<'_, W>,
    sources: &[usize],
    technique: Technique,
    kind: u8,
    best: &mut Option<Best>,
) {
    let mut own = false;
    for side in 0..2 {
        let mut shared = *reach.all(side, sources[0]);
        for &source in &sources[1..] {
            for word in 0..W {
                shared[word] &= reach.all(side, source)[word];
            }
        }
        for target in members(&shared) {
            let complexity = sources
                .iter()
                .map(|&source| reach.length(side, source, target))
                .sum();
            let rank = Rank::new(BASE, complexity, kind);
            match best {
                Some(best) if own && best.side == side && best.rank == rank => {
                    best.targets.push(target as u16);
                }
                Some(best) if !rank.precedes(&best.rank) => {}
                _ => {
                    own = true;
                    *best = Some(Best {
                        rank,
                        technique,
                        first: sources[0],
                        side,
                        targets: vec![target as u16],
                    });
                }
            }
        }
    }
}

/// Of equally far targets the one that a search from the first candidate comes to first.
fn first_reached<const W: usize>(links: &Links<W>, best: &Best) -> usize {
    if let [target] = best.targets[..] {
        return usize::from(target);
    }
    let mut seen = [vec![false; links.len()], vec![false; links.len()]];
    let mut order = [vec![best.first], Vec::new()];
    seen[0][best.first] = true;
    let mut next = [0, 0];
    loop {
        // Candidates that hold are followed before any that fall.
        let side = usize::from(next[0] == order[0].len());
        let Some(&from) = order[side].get(next[side]) else {
            break;
        };
        next[side] += 1;
        let other = 1 - side;
        let mut visit = |id: usize| {
            if !std::mem::replace(&mut seen[other][id], true) {
                order[other].push(id);
            }
        };
        if side == 0 {
            links
                .off(from, Use::All)
                .iter()
                .for_each(|&id| visit(usize::from(id)));
        } else {
            links.on(from, Use::All).for_each(visit);
        }
    }
    let is_target = |id: &&usize| best.targets.contains(&(**id as u16));
    order[best.side]
        .iter()
        .find(is_target)
        .copied()
        .unwrap_or(0)
}
