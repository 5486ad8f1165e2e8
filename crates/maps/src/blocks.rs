//! Blocks: the way out for sets that look far ahead, as tiles that fill the plane without a period.
//!
//! The map is filled block by block, each by clause learning together with a margin to the right and below, which is then opened again: so
//! a block is one that can go on. Where that cannot be, the blocks before it are opened with it.

use crate::arcs::Halt;
use crate::exact::{self, Answer, Manner};
use crate::fill::Filling;
use crate::kinds::OPEN;
use std::ops::Range;

/// The side of a block, and its margin.
const SIDE: usize = 16;
const MARGIN: usize = 12;

/// Smaller maps are better taken as a whole.
const LEAST_PLACES: usize = 40 * 40;

/// How many blocks may fail in all.
const MOST_FAILED: usize = 12;

/// Conflicts that a block may take.
const CONFLICTS: u64 = 20_000;

impl Filling<'_> {
    /// Fills the map, all of which is open, block by block; whether that worked out.
    pub(crate) fn fill_blocks(&mut self) -> Result<bool, Halt> {
        let ground = self.arcs.ground;
        let (rows, columns) = (ground.rows(), ground.columns());
        if self.map.len() < LEAST_PLACES {
            return Ok(false);
        }
        let mut failed = 0;
        for top in (0..rows).step_by(SIDE) {
            for left in (0..columns).step_by(SIDE) {
                let mut back = 0;
                let part = |back: usize, ahead: usize| {
                    (
                        top.saturating_sub(back)..(top + ahead).min(rows),
                        left.saturating_sub(back)..(left + ahead).min(columns),
                    )
                };
                while !self.fill_block(&part(back, SIDE), &part(back, SIDE + MARGIN))? {
                    failed += 1;
                    back += SIDE / 2;
                    if failed == MOST_FAILED {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Fills the open places of a block with those of its margin, and opens the margin again.
    fn fill_block(&mut self, block: &Area, around: &Area) -> Result<bool, Halt> {
        let inside = self.places(block);
        let all = self.places(around);
        let before: Vec<u16> = inside.iter().map(|&place| self.map[place]).collect();
        self.open(&inside);
        match self.arcs.start_from(&self.map, &inside, &mut self.meter) {
            Ok(()) => {}
            Err(Halt::Clash) => return Ok(false),
            ended => ended?,
        }
        let window: Vec<usize> = all
            .into_iter()
            .filter(|&place| self.map[place] == OPEN)
            .collect();
        let mut random = self.random.clone();
        let mut answer = Answer::Undecided;
        for manner in [Manner::Weighted, Manner::Plain] {
            let task = self.task(&window, Vec::new());
            answer = exact::fill(
                &self.arcs,
                &task,
                manner,
                CONFLICTS,
                &mut random,
                self.budget,
            );
            if !matches!(answer, Answer::Undecided) {
                break;
            }
        }
        self.random = random;
        let (kinds, is_done) = match answer {
            Answer::Filled(kinds) => (kinds, true),
            Answer::Ended(end) => return Err(Halt::Ended(end)),
            Answer::None | Answer::Undecided => (Vec::new(), false),
        };
        if is_done {
            for (&place, kind) in window.iter().zip(kinds) {
                if inside.binary_search(&place).is_ok() {
                    self.put(place, kind);
                }
            }
        } else {
            for (&place, &kind) in inside.iter().zip(&before) {
                if kind != OPEN {
                    self.put(place, kind);
                }
            }
        }
        match self.arcs.start_from(&self.map, &inside, &mut self.meter) {
            Ok(()) => Ok(is_done),
            Err(Halt::Clash) => Ok(false),
            Err(ended) => Err(ended),
        }
    }

    /// The places of an area, ascending.
    fn places(&self, (rows, columns): &Area) -> Vec<usize> {
        let width = self.arcs.ground.columns();
        let of_row = |row: usize| columns.clone().map(move |column| row * width + column);
        rows.clone().flat_map(of_row).collect()
    }
}

/// Rows and columns.
type Area = (Range<usize>, Range<usize>);
