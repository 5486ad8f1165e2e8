//! Aligned exclusion: of two or three cells, the combinations that would empty a cell which sees
//! them all. A candidate that is in no combination left can go.

use super::Technique;
use super::grid::{Grid, peers_in_order};
use super::step::Step;
use crate::cells::{Cells, PEERS, in_at_least};
use crate::digits::{count, ones};

/// The cells that may be part of a base: two candidates or more, no single in sight, and some
/// excluder in sight.
struct Bases {
    cells: Cells,
    /// The excluders that each sees.
    seen: [Cells; 81],
}

impl Bases {
    fn new(grid: &Grid, widest: usize) -> Self {
        let at_least = in_at_least(&grid.place);
        let (singles, excluders) = (
            at_least[1] - at_least[2],
            at_least[2] - at_least[widest + 1],
        );
        let seen: [Cells; 81] = std::array::from_fn(|cell| PEERS[cell] & excluders);
        let is_base = |&cell: &usize| !PEERS[cell].meets(singles) && !seen[cell].is_empty();
        Self {
            cells: at_least[2].into_iter().filter(is_base).collect(),
            seen,
        }
    }

    /// The first step from two of them that two excluders see, the first two cells of a base, and these excluders.
    fn find(&self, step: impl Fn([usize; 2], Cells) -> Option<Step>) -> Option<Step> {
        self.cells.into_iter().find_map(|second| {
            self.cells.before(second).into_iter().find_map(|first| {
                let common = self.seen[first] & self.seen[second];
                let are_enough = common.are_many();
                are_enough.then(|| step([first, second], common)).flatten()
            })
        })
    }
}

/// The candidates at the last look that excluded nothing. The exclusions of a base depend on its cells and on those
/// that see them all; while none of these changes there are still none.
#[derive(Default)]
pub(super) struct Memory {
    clean: Option<Box<[u16; 81]>>,
}

impl Memory {
    fn changed(&self, grid: &Grid) -> Cells {
        let Some(clean) = &self.clean else {
            return Cells::ALL;
        };
        (0..81)
            .filter(|&cell| clean[cell] != grid.cand[cell])
            .collect()
    }

    /// Remembers the candidates, if there is no step.
    fn keep(&mut self, grid: &Grid, step: Option<Step>) -> Option<Step> {
        if step.is_none() {
            self.clean = Some(Box::new(grid.cand));
        }
        step
    }
}

pub(super) fn pair(grid: &Grid, memory: &mut Memory) -> Option<Step> {
    let changed = memory.changed(grid);
    let step = Bases::new(grid, 2).find(|pair, common| {
        let is_new = (common | pair.into_iter().collect()).meets(changed);
        is_new.then(|| exclude(grid, &pair, common)).flatten()
    });
    memory.keep(grid, step)
}

pub(super) fn triplet(grid: &Grid, memory: &mut Memory) -> Option<Step> {
    let changed = memory.changed(grid);
    let bases = Bases::new(grid, 3);
    let step = bases.find(|pair, common| triplet_from(grid, &bases, changed, pair, common));
    memory.keep(grid, step)
}

/// The first step from a base with these first two cells.
fn triplet_from(
    grid: &Grid,
    bases: &Bases,
    changed: Cells,
    [first, second]: [usize; 2],
    common: Cells,
) -> Option<Step> {
    let own = Cells::of(first).with(second);
    // Without a change around the first two, the third must have changed.
    let fit = if (common | own).meets(changed) {
        bases.cells
    } else {
        bases.cells & changed
    };
    if !(bases.seen[first] | bases.seen[second]).meets(fit - own) {
        return None;
    }
    let near = (bases.seen[first] & fit) - own;
    let further = (bases.seen[second] & fit) - own - near;
    let thirds = peers_in_order(first, near).chain(peers_in_order(second, further));
    for third in thirds {
        let common = common & bases.seen[third];
        if common.are_many()
            && (common | own.with(third)).meets(changed)
            && !was_seen(bases, first, second, third)
        {
            let step = exclude(grid, &[first, second, third], common);
            if step.is_some() {
                return step;
            }
        }
    }
    None
}

/// Returns true if the same three cells have come up before in another order: their exclusions do not depend on it.
fn was_seen(bases: &Bases, first: usize, second: usize, third: usize) -> bool {
    let is_reached =
        |from: usize, to: usize, third: usize| (bases.seen[from] | bases.seen[to]).has(third);
    if third > second {
        return false;
    }
    // The second is the last of the three: the pair without it was visited earlier.
    let (low, high) = (first.min(third), first.max(third));
    is_reached(low, high, second) || third < first && is_reached(third, second, first)
}

/// The excluded combinations, by digit: the others that a digit cannot go with, and triples that cannot go together.
struct Traps {
    with: [u16; 9],
    triples: [u16; 81],
    count: usize,
}

impl Traps {
    fn new(grid: &Grid, common: Cells, all: u16) -> Option<Self> {
        let mut traps = Self {
            with: [0; 9],
            triples: [0; 81],
            count: 0,
        };
        let mut any = false;
        for cell in common {
            let own = grid.cand[cell];
            // Only a cell whose candidates can all be taken away excludes anything.
            if own & !all != 0 {
                continue;
            }
            any = true;
            if count(own) == 2 {
                for digit in ones(own) {
                    traps.with[digit] |= own & !(1 << digit);
                }
            } else {
                traps.triples[traps.count] = own;
                traps.count += 1;
            }
        }
        any.then_some(traps)
    }

    /// The digits that cannot go with these two.
    fn third(&self, one: usize, two: usize) -> u16 {
        if one == two {
            return self.with[one];
        }
        let both = 1 << one | 1 << two;
        let of_three = self.triples[..self.count]
            .iter()
            .filter(|&triple| triple & both == both)
            .fold(0, |mask, triple| mask | triple & !both);
        self.with[one] | self.with[two] | of_three
    }
}

/// The exclusions of two or three cells.
fn exclude(grid: &Grid, bases: &[usize], common: Cells) -> Option<Step> {
    let all = bases.iter().fold(0, |mask, &cell| mask | grid.cand[cell]);
    let traps = Traps::new(grid, common, all)?;
    let cand = |at: usize| grid.cand[bases[at]];
    // The candidates of combinations that are not excluded.
    let mut open = [0u16; 3];
    // Two equal digits are excluded from cells that see each other.
    let rest = |at: usize, one: usize, digit: usize| {
        let same = u16::from(PEERS[bases[at]].has(bases[one])) << digit;
        cand(at) & !same
    };
    let (technique, rating) = if bases.len() == 2 {
        for digit in ones(cand(0)) {
            let others = rest(1, 0, digit) & !traps.with[digit];
            if others != 0 {
                open[0] |= 1 << digit;
                open[1] |= others;
            }
        }
        (Technique::AlignedPairExclusion, 62)
    } else {
        for at in 0..3 {
            let (one, two) = ((at + 1) % 3, (at + 2) % 3);
            for digit in ones(cand(at) & !open[at]) {
                let seconds = rest(two, at, digit) & !traps.with[digit];
                // One combination is enough.
                for first in ones(rest(one, at, digit) & !traps.with[digit]) {
                    let seconds = seconds & rest(two, one, first) & !traps.third(digit, first);
                    if seconds != 0 {
                        open[at] |= 1 << digit;
                        open[one] |= 1 << first;
                        open[two] |= seconds;
                        break;
                    }
                }
            }
        }
        (Technique::AlignedTripletExclusion, 75)
    };
    let lost = (0..bases.len()).map(|at| (bases[at], cand(at) & !open[at]));
    Step::off(technique, rating, lost.filter(|lost| lost.1 != 0).collect())
}
