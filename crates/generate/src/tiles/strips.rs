//! A strip of a map, one or two places wide and as long as the board, drawn anew at once.
//!
//! Across the strip lie slices of one or two places. The fillings of neighbouring slices form a chain, whatever lies
//! beside the strip: sums over all ways to continue come first, from the far end, and then each slice is drawn in
//! proportion to them.

use super::ground::{Ground, OPEN, ones};
use super::map::pick;
use std::ops::Range;
use tilewright_engines::Random;

/// Ways to fill a slice; with more of them a strip is not worth its time.
const MOST_WAYS: usize = 64;

/// The kinds of a slice, and their weight.
#[derive(Clone, Copy)]
struct Way {
    kinds: [u16; 2],
    weight: f64,
}

/// Draws one or two rows or columns anew, from the first to before the last; two that have too many ways one by one,
/// and one that has too many not at all. Their number depends on the neighbours of the strip alone.
pub(super) fn redraw(
    ground: &Ground,
    map: &mut [u16],
    random: &mut Random,
    is_along_rows: bool,
    lines: Range<usize>,
) {
    let strip = Strip::new(ground, random, is_along_rows, lines.clone());
    if strip.redraw(map, random) || lines.len() == 1 {
        return;
    }
    for line in lines {
        Strip::new(ground, random, is_along_rows, line..line + 1).redraw(map, random);
    }
}

struct Strip<'g> {
    ground: &'g Ground,
    /// The sides on which the next slice, and the next place of a slice, lie.
    along: usize,
    across: usize,
    /// The places of each slice.
    slices: Vec<Vec<usize>>,
}

impl<'g> Strip<'g> {
    /// The slices of a strip. That of a torus ends where it began: one slice of it stays as it is.
    fn new(
        ground: &'g Ground,
        random: &mut Random,
        is_along_rows: bool,
        lines: Range<usize>,
    ) -> Self {
        let (length, (along, across)) = if is_along_rows {
            (ground.columns, (1, 2))
        } else {
            (ground.rows, (2, 1))
        };
        let place = |line: usize, at: usize| {
            if is_along_rows {
                line * ground.columns + at
            } else {
                at * ground.columns + line
            }
        };
        let first = if ground.is_torus() {
            random.below(length as u32) as usize
        } else {
            0
        };
        let slices = length - usize::from(ground.is_torus() && length > 1);
        let slice = |at: usize| {
            let lines = lines.clone();
            lines
                .map(|line| place(line, (first + at) % length))
                .collect()
        };
        Self {
            ground,
            along,
            across,
            slices: (0..slices).map(slice).collect(),
        }
    }

    /// Draws the strip anew, unless it has too many ways.
    fn redraw(&self, map: &mut [u16], random: &mut Random) -> bool {
        let places = || self.slices.iter().flatten();
        let before: Vec<u16> = places().map(|&place| map[place]).collect();
        for &place in places() {
            map[place] = OPEN;
        }
        let ways: Option<Vec<Vec<Way>>> = (self.slices.iter())
            .map(|slice| self.ways(map, slice))
            .collect();
        let Some(mut ways) = ways else {
            for (&place, kind) in places().zip(before) {
                map[place] = kind;
            }
            return false;
        };
        for at in (0..ways.len() - 1).rev() {
            let (here, after) = ways[at..].split_at_mut(1);
            self.look_ahead(&mut here[0], &after[0]);
        }
        let mut last: Option<Way> = None;
        for (slice, ways) in self.slices.iter().zip(&ways) {
            let share = |way: &Way| {
                let fits = last.is_none_or(|last| self.go_together(&last, way));
                if fits { way.weight } else { 0.0 }
            };
            let chosen = pick(ways.iter().map(share), random);
            let chosen = ways[usize::from(chosen.expect("the old filling was a way"))];
            for (&place, kind) in slice.iter().zip(chosen.kinds) {
                map[place] = kind;
            }
            last = Some(chosen);
        }
        true
    }

    /// The ways to fill a slice beside the neighbours of the strip, unless they are too many.
    fn ways(&self, map: &[u16], slice: &[usize]) -> Option<Vec<Way>> {
        let ground = self.ground;
        let mut allowed = vec![0; ground.words];
        let mut ways = vec![Way {
            kinds: [OPEN; 2],
            weight: 1.0,
        }];
        for (at, &place) in slice.iter().enumerate() {
            ground.allowed(map, place, &mut allowed);
            let mut more = Vec::new();
            for way in &ways {
                for kind in ones(&allowed) {
                    if at > 0 && !ground.goes(self.across, way.kinds[at - 1], kind) {
                        continue;
                    }
                    let mut way = *way;
                    way.kinds[at] = kind;
                    way.weight *= ground.weights[usize::from(kind)];
                    more.push(way);
                }
            }
            if more.len() > MOST_WAYS {
                return None;
            }
            ways = more;
        }
        // Two places of a torus of two rows are neighbours on both sides.
        let closes = |way: &Way| {
            let is_closed = ground.is_torus() && slice.len() == 2;
            let next = ground.neighbours(slice[slice.len() - 1])[self.across];
            !is_closed
                || next != Some(slice[0])
                || ground.goes(self.across, way.kinds[1], way.kinds[0])
        };
        ways.retain(closes);
        Some(ways)
    }

    /// Multiplies each weight by those of all ways to continue.
    fn look_ahead(&self, here: &mut [Way], after: &[Way]) {
        let mut total = 0.0;
        for way in here.iter_mut() {
            let onwards = after.iter().filter(|next| self.go_together(way, next));
            let onwards: f64 = onwards.map(|next| next.weight).sum();
            way.weight *= onwards;
            total += way.weight;
        }
        for way in here {
            way.weight /= total;
        }
    }

    fn go_together(&self, way: &Way, next: &Way) -> bool {
        let pairs = way.kinds.iter().zip(next.kinds);
        let mut pairs = pairs.filter(|(kind, _)| **kind != OPEN);
        pairs.all(|(&kind, next)| self.ground.goes(self.along, kind, next))
    }
}
