//! The number of full boards of a size, derived from the dimensions of its boxes.
//!
//! | board | how |
//! | --- | --- |
//! | Latin squares up to side 10 | row after row laid into the full graph (`rows`, `graph`) |
//! | boxes of 2×2 to 2×5, and 3×3 | band by band (`bands`), on its side where that is easier |
//!
//! The caller [watches](Watch): it is asked after each step whether to continue, and may keep the
//! results so far for another run.

mod bands;
mod graph;
mod rows;

use bands::Bands;
use graph::MOST_SYMBOLS;
use num_bigint::BigUint;

/// Counts the full boards of one size.
#[derive(Clone, Copy, Debug)]
pub struct Tally(Plan);

#[derive(Clone, Copy, Debug)]
enum Plan {
    /// Latin squares of that side.
    Latin(usize),
    Bands(Bands),
}

impl Tally {
    /// For boards with boxes of that width and height; a box that is a line adds nothing to a Latin
    /// square. None where counting them needs a search.
    pub fn of(width: usize, height: usize) -> Option<Self> {
        let side = width.checked_mul(height).filter(|&side| side > 0)?;
        if side > MOST_SYMBOLS {
            return None;
        }
        // A board on its side has as many solutions: the fewer bands, the better.
        match (width.min(height), width.max(height)) {
            (1, side) => Some(Self(Plan::Latin(side))),
            (width @ 2, boxes) | (width @ 3, boxes @ 3) => {
                Some(Self(Plan::Bands(Bands { width, boxes })))
            }
            _ => None,
        }
    }

    /// The number of boards, or `None` where the watch stopped it. It takes at most about `memory`
    /// bytes.
    ///
    /// ```
    /// let sudokus = tilewright_census::Tally::of(2, 2).unwrap();
    /// assert_eq!(sudokus.count(1 << 20, &mut || true), Some(288u32.into()));
    /// ```
    pub fn count(&self, memory: u64, watch: &mut dyn Watch) -> Option<BigUint> {
        match self.0 {
            Plan::Latin(side) => rows::squares(side, memory, watch),
            Plan::Bands(bands) => bands.count_all(memory, watch),
        }
        .ok()
    }
}

/// The caller of a [`Tally`]: says whether to continue, and keeps the results, so that another run
/// can resume there. A function that says whether to continue will do.
pub trait Watch {
    /// Asked after each small step, with the share of the work that is done, from 0 to 1.
    fn go_on(&mut self, done: f64) -> bool;

    /// The note of an earlier run for the same board.
    fn earlier(&mut self) -> Option<Vec<u8>> {
        None
    }

    /// Returns true if the results are to be noted now. They are in any case when the work is
    /// stopped.
    fn is_due(&mut self) -> bool {
        false
    }

    /// Notes the results, in place of the earlier note.
    fn note(&mut self, note: Vec<u8>) {
        drop(note);
    }
}

impl<F: FnMut() -> bool> Watch for F {
    fn go_on(&mut self, _done: f64) -> bool {
        self()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_needs_a_search_has_no_tally() {
        for (width, height) in [(0, 3), (3, 0), (3, 4), (2, 6), (11, 1), (usize::MAX, 2)] {
            assert!(Tally::of(width, height).is_none(), "{width}×{height}");
        }
        for (width, height) in [(1, 1), (10, 1), (1, 10), (5, 2), (3, 3)] {
            assert!(Tally::of(width, height).is_some(), "{width}×{height}");
        }
    }

    #[test]
    fn it_stops_when_told_at_whichever_step() {
        for dims in [[3, 3], [2, 4], [7, 1]] {
            let tally = Tally::of(dims[0], dims[1]).unwrap();
            let counted_within = |most: u32| {
                let mut steps = 0;
                let number = tally.count(1 << 20, &mut || {
                    steps += 1;
                    steps <= most
                });
                (number, steps)
            };
            let (number, all) = counted_within(u32::MAX);
            assert!(number.is_some() && all > 10);
            for most in [0, 1, all / 10, all / 2, all - 1] {
                // Nothing is asked after a no.
                assert_eq!(counted_within(most), (None, most + 1), "{dims:?}");
            }
            assert_eq!(counted_within(all), (number, all), "{dims:?}");
        }
    }

    /// Stops after `steps` steps, and keeps the notes.
    #[derive(Default)]
    struct Impatient {
        steps: u32,
        done: f64,
        notes: Option<Vec<u8>>,
    }

    impl Watch for Impatient {
        fn go_on(&mut self, done: f64) -> bool {
            assert!((0.0..1.0 + 1e-6).contains(&done), "{done}");
            self.done = done;
            self.steps = self.steps.saturating_sub(1);
            self.steps > 0
        }

        fn earlier(&mut self) -> Option<Vec<u8>> {
            self.notes.clone()
        }

        fn note(&mut self, note: Vec<u8>) {
            self.notes = Some(note);
        }
    }

    /// A checksum keeps damage away, but not who makes it again.
    #[test]
    fn notes_that_somebody_made_up_break_nothing() {
        for dims in [[2, 4], [7, 1]] {
            let tally = Tally::of(dims[0], dims[1]).unwrap();
            let mut watch = Impatient {
                steps: 5,
                ..Impatient::default()
            };
            assert!(tally.count(1 << 20, &mut watch).is_none());
            let notes = watch.notes.unwrap();
            for place in (0..notes.len()).step_by(notes.len() / 200 + 1) {
                for bit in [1, 8, 0x80] {
                    let mut changed = notes.clone();
                    changed[place] ^= bit;
                    let mut watch = Impatient {
                        steps: 400,
                        notes: Some(changed),
                        ..Impatient::default()
                    };
                    tally.count(1 << 20, &mut watch);
                }
            }
        }
    }

    #[test]
    fn what_was_stopped_goes_on_where_it_was() {
        for dims in [[2, 4], [7, 1]] {
            let tally = Tally::of(dims[0], dims[1]).unwrap();
            let mut all = Impatient {
                steps: u32::MAX,
                ..Impatient::default()
            };
            let right = tally.count(1 << 20, &mut all);
            assert!(all.done > 0.9, "{dims:?} ends at {}", all.done);
            let in_all = u32::MAX - all.steps;
            let mut notes = None;
            // The known part is passed again, so each time a little more has to be allowed.
            for percent in [1, 20, 40, 60, 80] {
                let mut watch = Impatient {
                    steps: in_all * percent / 100,
                    notes: notes.take(),
                    ..Impatient::default()
                };
                let stopped = tally.count(1 << 20, &mut watch);
                assert!(stopped.is_none() || percent > 1 && stopped == right);
                notes = watch.notes;
            }
            let mut watch = Impatient {
                steps: u32::MAX,
                notes,
                ..Impatient::default()
            };
            assert_eq!(tally.count(1 << 20, &mut watch), right);
            // Most of the work for the first is to find the work.
            let is_shorter = u32::MAX - watch.steps < in_all;
            assert!(is_shorter || dims == [2, 4], "what is known is found again");
        }
    }

    #[test]
    fn no_memory_takes_longer_and_changes_nothing() {
        let tally = Tally::of(6, 1).unwrap();
        let steps_with = |memory| {
            let mut steps = 0;
            let number = tally.count(memory, &mut || {
                steps += 1;
                true
            });
            assert_eq!(number, Some(812_851_200u32.into()));
            steps
        };
        assert!(steps_with(0) > steps_with(1 << 20));
    }
}
