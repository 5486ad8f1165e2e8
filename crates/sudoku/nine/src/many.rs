//! Many boards, rows of bytes in and out: in [lanes](crate::lanes) where there are enough of them
//! to fill some, and [one](crate::one) by one where there are not. Both give the same answers, so
//! that a board's answer does not depend on how many come with it.

use crate::lanes::{Lanes, Path};
use crate::one::One;
use std::sync::atomic::{AtomicBool, Ordering};

/// From this number of boards on they are searched in lanes. Measured: with fewer, most lanes would
/// be empty, and one board after the other is quicker.
const FEWEST_FOR_LANES: usize = 400;
/// Boards between two looks at the flag that stops it, one by one.
const LOOK_EVERY: usize = 16;

/// Searches boards, many at once.
pub struct Many {
    one: One,
    lanes: Lanes,
    fewest_for_lanes: usize,
}

impl Many {
    /// On a path of this machine.
    ///
    /// # Panics
    /// If this machine does not have the path.
    pub fn new(path: Path) -> Self {
        Self {
            one: One::default(),
            lanes: Lanes::new(path),
            fewest_for_lanes: FEWEST_FOR_LANES,
        }
    }

    /// Puts every board in a lane, however few there are: to test what else only many boards would
    /// come to.
    ///
    /// # Panics
    /// If this machine does not have the path.
    pub fn in_lanes(path: Path) -> Self {
        Self {
            one: One::default(),
            lanes: Lanes::to_the_last(path),
            fewest_for_lanes: 0,
        }
    }

    /// Searches each board (0 is an open cell) for up to `limit` solutions; `counts` are the
    /// numbers found and `firsts` the first solutions, which are left alone where there is none.
    /// Returns whether it came to the end before `stop` was set.
    pub fn run(
        &mut self,
        boards: &[[u8; 81]],
        limit: u32,
        counts: &mut [u32],
        firsts: &mut [[u8; 81]],
        stop: Option<&AtomicBool>,
    ) -> bool {
        if boards.len() >= self.fewest_for_lanes {
            let one = &mut self.one;
            return self.lanes.run(boards, limit, counts, firsts, one, stop);
        }
        let slots = counts.iter_mut().zip(firsts);
        for (number, (board, (count, first))) in boards.iter().zip(slots).enumerate() {
            let is_set = |stop: &AtomicBool| stop.load(Ordering::Relaxed);
            if number % LOOK_EVERY == 0 && stop.is_some_and(is_set) {
                return false;
            }
            let Some(found) = self.one.run_until(board, limit, first, stop) else {
                return false;
            };
            *count = found;
        }
        true
    }

    /// The number of times a board was split so far.
    pub fn guesses(&self) -> u64 {
        self.one.guesses() + self.lanes.guesses()
    }
}
