//! Aligned exclusion: of two or three cells, the combinations that would empty a cell which sees
//! them all. A candidate that is in no combination left can go.

use super::Technique;
use super::grid::{Grid, PEER_BITS, SEEN, cells, ones};
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

pub(super) fn pair(grid: &Grid) -> Option<Step> {
    let bases = bases(grid, 2);
    for (count, &second) in bases.list.iter().enumerate() {
        for &first in &bases.list[..count] {
            let common = bases.seen[first] & bases.seen[second];
            if common.count_ones() < 2 {
                continue;
            }
            let step = exclude(grid, &[first, second], common);
            if step.is_some() {
                return step;
            }
        }
    }
    None
}

pub(super) fn triplet(grid: &Grid) -> Option<Step> {
    let bases = bases(grid, 3);
    if bases.list.len() < 3 {
        return None;
    }
    for (count, &second) in bases.list.iter().enumerate() {
        for &first in &bases.list[..count] {
            let common = bases.seen[first] & bases.seen[second];
            if common.count_ones() < 2 {
                continue;
            }
            let own = 1 << first | 1 << second;
            let mut done: u128 = own;
            for source in [first, second] {
                for part in SEEN[source] {
                    let thirds = part & bases.seen[source] & bases.bits & !done;
                    done |= thirds;
                    for third in cells(thirds) {
                        if was_seen(&bases, first, second, third) {
                            continue;
                        }
                        let common = common & bases.seen[third];
                        if common.count_ones() < 2 {
                            continue;
                        }
                        let step = exclude(grid, &[first, second, third], common);
                        if step.is_some() {
                            return step;
                        }
                    }
                }
            }
        }
    }
    None
}

/// Whether the same three cells have come up before in another order: what they exclude does not
/// depend on it.
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

fn exclude(grid: &Grid, cells_: &[usize], common: u128) -> Option<Step> {
    let mut traps = [0u16; 81];
    let mut count = 0;
    let all = cells_.iter().fold(0, |mask, &cell| mask | grid.cand[cell]);
    for cell in cells(common) {
        // Only an excluder whose candidates can all be taken away excludes anything.
        if grid.cand[cell] & !all == 0 {
            traps[count] = grid.cand[cell];
            count += 1;
        }
    }
    if count == 0 {
        return None;
    }
    let sees = |one: usize, two: usize| PEER_BITS[cells_[one]] >> cells_[two] & 1 == 1;
    let is_open = |chosen: u16| traps[..count].iter().all(|trap| trap & !chosen != 0);
    let mut open = [0u16; 3];
    if let [one, two] = *cells_ {
        for a in ones(grid.cand[one]) {
            for b in ones(grid.cand[two]) {
                if (a != b || !sees(0, 1)) && is_open(1 << a | 1 << b) {
                    open[0] |= 1 << a;
                    open[1] |= 1 << b;
                }
            }
        }
    } else {
        triplet_open(
            grid,
            cells_,
            [sees(0, 1), sees(0, 2), sees(1, 2)],
            is_open,
            &mut open,
        );
    }
    let off: Vec<_> = (0..cells_.len())
        .map(|at| (cells_[at] as u8, grid.cand[cells_[at]] & !open[at]))
        .filter(|&(_, lost)| lost != 0)
        .collect();
    let (technique, rating) = if cells_.len() == 2 {
        (Technique::AlignedPairExclusion, 62)
    } else {
        (Technique::AlignedTripletExclusion, 75)
    };
    Step::off(technique, rating, off)
}

/// The candidates of three cells that are in a combination which leaves every excluder something.
fn triplet_open(
    grid: &Grid,
    cells: &[usize],
    [one_two, one_three, two_three]: [bool; 3],
    is_open: impl Fn(u16) -> bool,
    open: &mut [u16; 3],
) {
    let [one, two, three] = [cells[0], cells[1], cells[2]].map(|cell| grid.cand[cell]);
    for c in ones(three) {
        for b in ones(two) {
            if two_three && b == c {
                continue;
            }
            for a in ones(one) {
                let known = open[0] >> a & open[1] >> b & open[2] >> c & 1 == 1;
                if known || one_two && a == b || one_three && a == c {
                    continue;
                }
                if is_open(1 << a | 1 << b | 1 << c) {
                    open[0] |= 1 << a;
                    open[1] |= 1 << b;
                    open[2] |= 1 << c;
                    if *open == [one, two, three] {
                        return;
                    }
                }
            }
        }
    }
}
