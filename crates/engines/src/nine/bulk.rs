//! Many boards, rows of bytes in and out: in [lanes](super::lanes) where there are enough of them
//! to fill some, and [one](super::one) by one where there are not. Both give the same answers, so
//! that a board's answer does not depend on how many come with it.

use super::classic::Classic;
use super::lanes::{Lanes, Path};
use super::one::One;
use crate::End;
use crate::bulk::{Answers, Bulk};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// From so many boards on they are searched in lanes. Measured: with fewer, most lanes would be
/// empty, and one board after the other is quicker.
const FEWEST_FOR_LANES: usize = 400;
/// Boards between two looks at the flag that stops it, one by one.
const LOOK_EVERY: usize = 16;

/// Searches boards, many at once.
pub(super) struct NineBulk {
    classic: Classic,
    one: One,
    lanes: Lanes,
    /// From so many boards on they are searched in lanes.
    fewest_for_lanes: usize,
    /// Boards and solutions in the numbering of this engine, where the model has another.
    boards: Vec<[u8; 81]>,
    solutions: Vec<[u8; 81]>,
    stop: Option<Arc<AtomicBool>>,
}

impl NineBulk {
    pub(super) fn new(classic: Classic, path: Path) -> Self {
        Self::with(classic, Lanes::new(path), FEWEST_FOR_LANES)
    }

    /// Every board in a lane.
    pub(super) fn in_lanes(classic: Classic, path: Path) -> Self {
        Self::with(classic, Lanes::to_the_last(path), 0)
    }

    fn with(classic: Classic, lanes: Lanes, fewest_for_lanes: usize) -> Self {
        Self {
            classic,
            one: One::new(),
            lanes,
            fewest_for_lanes,
            boards: Vec::new(),
            solutions: Vec::new(),
            stop: None,
        }
    }

    /// Searches boards in the numbering of this engine; whether it came to the end.
    fn search(
        &mut self,
        boards: &[[u8; 81]],
        limit: u32,
        counts: &mut [u32],
        firsts: &mut [[u8; 81]],
    ) -> bool {
        let stop = self.stop.as_deref();
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

    /// The same where tiles or values are numbered otherwise.
    fn search_translated(&mut self, rows: &[[u8; 81]], limit: u32, answers: &mut Answers) -> bool {
        let mut boards = std::mem::take(&mut self.boards);
        boards.resize(rows.len(), [0; 81]);
        for (row, board) in rows.iter().zip(&mut boards) {
            self.classic.board(row, board);
        }
        let mut solutions = std::mem::take(&mut self.solutions);
        solutions.resize(rows.len(), [0; 81]);
        let is_done = self.search(&boards, limit, &mut answers.counts, &mut solutions);
        let firsts = answers.firsts.chunks_exact_mut(81);
        let found = answers.counts.iter().zip(&solutions).zip(firsts);
        for ((_, solution), first) in found.filter(|((count, _), _)| **count > 0) {
            self.classic.row(solution, first);
        }
        (self.boards, self.solutions) = (boards, solutions);
        is_done
    }
}

impl Bulk for NineBulk {
    fn tiles(&self) -> usize {
        81
    }

    fn run(&mut self, boards: &[u8], limit: u32, answers: &mut Answers) -> End {
        let (rows, rest) = boards.as_chunks::<81>();
        assert!(rest.is_empty(), "whole boards");
        answers.resize(rows.len(), 81);
        let is_done = if self.classic.is_plain() {
            let (firsts, _) = answers.firsts.as_chunks_mut::<81>();
            self.search(rows, limit, &mut answers.counts, firsts)
        } else {
            self.search_translated(rows, limit, answers)
        };
        if is_done {
            answers.clear_unsolved(81);
            End::Complete
        } else {
            End::Interrupted
        }
    }

    fn stop_at(&mut self, stop: Arc<AtomicBool>) {
        self.stop = Some(stop);
    }

    fn guesses(&self) -> u64 {
        self.one.guesses() + self.lanes.guesses()
    }
}
