//! A small torus, repeated: a way out where the sides of a large torus do not meet, or a large grid cannot be finished.
//!
//! What a row-by-row filling leaves for its last rows may be impossible: the set may have something that is kept from row to
//! row, and comes back to the top with another value. A small torus has that solved. Repeated, it fills any grid, and each
//! torus whose sides are multiples of its own. Then windows are filled anew all over the map, so that nothing repeats itself.

use crate::arcs::Halt;
use crate::fill::{Filling, fill};
use crate::ground::{Ground, Joined};
use tilewright_model::budget::End;

/// The sides of a small torus that are tried on a grid, in turn; and the least and largest on a torus.
const SIDES_TRIED: [usize; 6] = [20, 24, 16, 32, 40, 12];
const LEAST: usize = 6;
const LARGEST: usize = 64;

/// How many small tori are tried, and the work on each of them.
const MOST_TRIED: usize = 8;
const NODES: u64 = 400_000;

impl Filling<'_> {
    /// Fills the map, all of which is open, with copies of a small torus that are then varied; whether that worked out.
    pub(crate) fn repeat(&mut self) -> Result<bool, Halt> {
        let ground = self.arcs.ground;
        if !ground.rules().is_empty() {
            return Ok(false);
        }
        let joined = ground.sides_joined();
        let heights = periods(ground.rows(), joined.down);
        let widths = periods(ground.columns(), joined.across);
        let mut pairs: Vec<(usize, usize)> = heights
            .iter()
            .flat_map(|&height| widths.iter().map(move |&width| (height, width)))
            .filter(|&(height, width)| 2 * height * width <= self.map.len())
            .collect();
        // Squares of a usual size first.
        pairs.sort_by_key(|&(height, width)| height.abs_diff(20) + width.abs_diff(20));
        for (height, width) in pairs.into_iter().take(MOST_TRIED) {
            if self.repeats(height, width) && self.repeat_torus(height, width)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the kinds that may stand on a place repeat themselves with these periods.
    fn repeats(&self, height: usize, width: usize) -> bool {
        let columns = self.arcs.ground.columns();
        (0..self.map.len()).all(|place| {
            let first = place / columns % height * columns + place % columns % width;
            self.arcs.ground.set(place) == self.arcs.ground.set(first)
        })
    }

    fn repeat_torus(&mut self, height: usize, width: usize) -> Result<bool, Halt> {
        let ground = self.arcs.ground;
        let kinds = self.arcs.kinds;
        let mut small = Ground::new(kinds, height, width).joined(Joined::TORUS);
        for row in 0..height {
            for column in 0..width {
                let place = ground.place(row, column);
                small.keep_as(row, column, ground, place);
                small.weigh_as(kinds, row, column, ground, place);
            }
        }
        let budget = self.budget.part(NODES);
        let seed = self.random.bits();
        let Ok(torus) = fill(kinds, &small, self.likeness, seed, &budget) else {
            return match self.meter.poll() {
                Some(end) if end != End::Complete => Err(Halt::Ended(end)),
                _ => Ok(false),
            };
        };
        for place in 0..self.map.len() {
            let (row, column) = (place / ground.columns(), place % ground.columns());
            self.put(place, torus.kinds()[row % height * width + column % width]);
        }
        self.vary()?;
        Ok(true)
    }
}

/// The sides of a small torus that fill a side of the map.
fn periods(count: usize, is_joined: bool) -> Vec<usize> {
    if is_joined {
        return (LEAST..=LARGEST.min(count))
            .filter(|side| count.is_multiple_of(*side))
            .collect();
    }
    SIDES_TRIED
        .into_iter()
        .filter(|&side| side < count)
        .collect()
}
