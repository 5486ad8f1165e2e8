//! Aligned exclusion: of two or three cells, the combinations that would empty a cell which sees
//! them all. A candidate that is in no combination left can go.

use super::Technique;
use super::grid::{Grid, PEER_BITS, SEEN, are_many, cells, ones, size};
use super::step::Step;

/// The cells that may be part of a base: two candidates or more, no single in sight, and some
/// excluder in sight.
struct Bases {
    list: Vec<usize>,
    bits: u128,
    /// The excluders that each sees.
    seen: [u128; 81],
}

fn bases(grid: &Grid, widest: u32) -> Bases {
    let with = |sizes: std::ops::RangeInclusive<u32>| {
        (0..81)
            .filter(|&cell| sizes.contains(&grid.count(cell)))
            .fold(0u128, |bits, cell| bits | 1 << cell)
    };
    let (singles, excluders) = (with(1..=1), with(2..=widest));
    let mut bases = Bases {
        list: Vec::new(),
        bits: 0,
        seen: std::array::from_fn(|cell| PEER_BITS[cell] & excluders),
    };
    for cell in cells(with(2..=9)) {
        if PEER_BITS[cell] & singles == 0 && bases.seen[cell] != 0 {
            bases.list.push(cell);
            bases.bits |= 1 << cell;
        }
    }
    bases
}

/// The candidates at the last look that excluded nothing. The exclusions of a base depend on its cells and on those
/// that see them all; while none of these changes there are still none.
#[derive(Default)]
pub(super) struct Memory {
    clean: Option<Box<[u16; 81]>>,
}

impl Memory {
    fn changed(&self, grid: &Grid) -> u128 {
        let Some(clean) = &self.clean else {
            return u128::MAX;
        };
        (0..81)
            .filter(|&cell| clean[cell] != grid.cand[cell])
            .fold(0, |bits, cell| bits | 1 << cell)
    }

    fn keep(&mut self, grid: &Grid) {
        self.clean = Some(Box::new(grid.cand));
    }
}

pub(super) fn pair(grid: &Grid, memory: &mut Memory) -> Option<Step> {
    let changed = memory.changed(grid);
    let bases = bases(grid, 2);
    for (count, &second) in bases.list.iter().enumerate() {
        for &first in &bases.list[..count] {
            let common = bases.seen[first] & bases.seen[second];
            if !are_many(common) || (common | 1 << first | 1 << second) & changed == 0 {
                continue;
            }
            let step = exclude(grid, [first, second, first], common, 2);
            if step.is_some() {
                return step;
            }
        }
    }
    memory.keep(grid);
    None
}

pub(super) fn triplet(grid: &Grid, memory: &mut Memory) -> Option<Step> {
    let changed = memory.changed(grid);
    let bases = bases(grid, 3);
    for (count, &second) in bases.list.iter().enumerate() {
        for &first in &bases.list[..count] {
            let common = bases.seen[first] & bases.seen[second];
            let own = 1 << first | 1 << second;
            if !are_many(common) {
                continue;
            }
            // Without a change around the first two, the third must have changed.
            let fit = if (common | own) & changed == 0 {
                bases.bits & changed
            } else {
                bases.bits
            };
            if (bases.seen[first] | bases.seen[second]) & fit & !own == 0 {
                continue;
            }
            let mut done: u128 = own;
            for source in [first, second] {
                for part in SEEN[source] {
                    let thirds = part & bases.seen[source] & fit & !done;
                    done |= thirds;
                    for third in cells(thirds) {
                        let common = common & bases.seen[third];
                        if !are_many(common)
                            || (common | own | 1 << third) & changed == 0
                            || was_seen(&bases, first, second, third)
                        {
                            continue;
                        }
                        let step = exclude(grid, [first, second, third], common, 3);
                        if step.is_some() {
                            return step;
                        }
                    }
                }
            }
        }
    }
    memory.keep(grid);
    None
}

/// Returns true if the same three cells have come up before in another order: their exclusions do not depend on it.
fn was_seen(bases: &Bases, first: usize, second: usize, third: usize) -> bool {
    let is_reached = |from: usize, to: usize, third: usize| {
        (bases.seen[from] | bases.seen[to]) >> third & 1 == 1
    };
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
    fn new(grid: &Grid, common: u128, all: u16) -> Option<Self> {
        let mut traps = Self {
            with: [0; 9],
            triples: [0; 81],
            count: 0,
        };
        let mut any = false;
        for cell in cells(common) {
            let own = grid.cand[cell];
            // Only a cell whose candidates can all be taken away excludes anything.
            if own & !all != 0 {
                continue;
            }
            any = true;
            if size(own) == 2 {
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

/// The exclusions of the first two or three of these cells.
fn exclude(grid: &Grid, bases: [usize; 3], common: u128, count: usize) -> Option<Step> {
    let cand = bases.map(|cell| grid.cand[cell]);
    let all = cand.iter().fold(0, |mask, own| mask | own);
    let traps = Traps::new(grid, common, all)?;
    let open = if count == 2 {
        open_pair(&traps, bases, cand)
    } else {
        open_triplet(&traps, bases, cand)
    };
    let off: Vec<_> = (0..count)
        .map(|at| (bases[at] as u8, cand[at] & !open[at]))
        .filter(|&(_, lost)| lost != 0)
        .collect();
    let (technique, rating) = if count == 2 {
        (Technique::AlignedPairExclusion, 62)
    } else {
        (Technique::AlignedTripletExclusion, 75)
    };
    Step::off(technique, rating, off)
}

fn sees(one: usize, two: usize) -> bool {
    PEER_BITS[one] >> two & 1 == 1
}

/// A mask of this digit if equal digits are excluded.
fn same(is_excluded: bool, digit: usize) -> u16 {
    u16::from(is_excluded) << digit
}

fn open_pair(traps: &Traps, bases: [usize; 3], cand: [u16; 3]) -> [u16; 3] {
    let near = sees(bases[0], bases[1]);
    let mut open = [0; 3];
    for digit in ones(cand[0]) {
        let others = cand[1] & !traps.with[digit] & !same(near, digit);
        if others != 0 {
            open[0] |= 1 << digit;
            open[1] |= others;
        }
    }
    open
}

/// For each of three cells, the candidates of combinations that are not excluded.
fn open_triplet(traps: &Traps, bases: [usize; 3], cand: [u16; 3]) -> [u16; 3] {
    let mut open = [0u16; 3];
    for at in 0..3 {
        let (one, two) = ((at + 1) % 3, (at + 2) % 3);
        let near_one = sees(bases[at], bases[one]);
        let near_two = sees(bases[at], bases[two]);
        let near = sees(bases[one], bases[two]);
        for digit in ones(cand[at] & !open[at]) {
            let firsts = cand[one] & !traps.with[digit] & !same(near_one, digit);
            let rest = cand[two] & !traps.with[digit] & !same(near_two, digit);
            // One combination is enough.
            for first in ones(firsts) {
                let seconds = rest & !traps.third(digit, first) & !same(near, first);
                if seconds != 0 {
                    open[at] |= 1 << digit;
                    open[one] |= 1 << first;
                    open[two] |= seconds;
                    break;
                }
            }
        }
    }
    open
}
