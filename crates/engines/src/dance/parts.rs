//! The search of one part: packs, each narrower than the one before.

use super::bits::{Event, Mode, Tally};
use super::pack::Pack;
use crate::{End, Meter};

/// A part that shares nothing with the others, being searched.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// The first `depth` are in use.
    packs: Vec<Pack>,
    depth: usize,
    picks: Vec<u32>,
}

impl Part {
    /// The pack to lay the part out in; then [`Part::restart`].
    pub(super) fn first_pack(&mut self) -> &mut Pack {
        if self.packs.is_empty() {
            self.packs.push(Pack::default());
        }
        &mut self.packs[0]
    }

    /// Back to before the first solution.
    pub(super) fn restart(&mut self) {
        self.packs[0].restart();
        self.depth = 1;
        self.picks.clear();
    }

    /// The choices picked in the last solution.
    pub(super) fn picks(&self) -> &[u32] {
        &self.picks
    }

    /// Goes to the next solution. Whether there is one.
    pub(super) fn advance(&mut self, meter: &mut Meter) -> Result<bool, End> {
        let mut tally = Tally::default();
        self.run(Mode::Visit, meter, &mut tally)
    }

    /// Counts the solutions that are left, up to `wanted`; with the end where it was cut off.
    pub(super) fn count(&mut self, meter: &mut Meter, wanted: u64) -> (u64, Option<End>) {
        let mut tally = Tally { found: 0, wanted };
        let outcome = self.run(Mode::Count, meter, &mut tally);
        (tally.found, outcome.err())
    }

    fn run(&mut self, mode: Mode, meter: &mut Meter, tally: &mut Tally) -> Result<bool, End> {
        while self.depth > 0 {
            let pack = &mut self.packs[self.depth - 1];
            match pack.run(mode, meter, &mut self.picks, tally) {
                Event::Exhausted => self.depth -= 1,
                Event::Narrow => self.narrow(),
                Event::Enough => return Ok(true),
                Event::Stop(end) => return Err(end),
            }
        }
        Ok(false)
    }

    fn narrow(&mut self) {
        if self.packs.len() == self.depth {
            self.packs.push(Pack::default());
        }
        let (above, below) = self.packs.split_at_mut(self.depth);
        below[0].narrow_from(&above[self.depth - 1]);
        self.depth += 1;
    }
}
