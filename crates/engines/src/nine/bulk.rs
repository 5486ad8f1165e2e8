//! Many boards, rows of bytes in and out.

use super::classic::Classic;
use super::one::One;
use crate::End;
use crate::bulk::{Answers, Bulk};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Boards between two looks at the flag that stops it.
const LOOK_EVERY: usize = 64;

/// Searches boards one after the other.
pub(super) struct NineBulk {
    classic: Classic,
    one: One,
    stop: Option<Arc<AtomicBool>>,
}

impl NineBulk {
    pub(super) fn new(classic: Classic) -> Self {
        Self {
            classic,
            one: One::new(),
            stop: None,
        }
    }

    fn is_stopped(&self) -> bool {
        let is_set = |stop: &Arc<AtomicBool>| stop.load(Ordering::Relaxed);
        self.stop.as_ref().is_some_and(is_set)
    }

    /// Searches one board, its bytes translated where tiles or values are numbered otherwise.
    fn search(&mut self, row: &[u8; 81], limit: u32, first: &mut [u8]) -> u32 {
        if self.classic.is_plain() {
            return self.one.run(row, limit, first);
        }
        let (mut board, mut solution) = ([0; 81], [0; 81]);
        self.classic.board(row, &mut board);
        let found = self.one.run(&board, limit, &mut solution);
        if found > 0 {
            self.classic.row(&solution, first);
        }
        found
    }
}

impl Bulk for NineBulk {
    fn tiles(&self) -> usize {
        81
    }

    fn run(&mut self, boards: &[u8], limit: u32, answers: &mut Answers) -> End {
        let (rows, rest) = boards.as_chunks::<81>();
        assert!(rest.is_empty(), "whole boards");
        answers.reset(rows.len(), 81);
        let firsts = answers.firsts.chunks_exact_mut(81);
        let slots = answers.counts.iter_mut().zip(firsts);
        for (number, (row, (count, first))) in rows.iter().zip(slots).enumerate() {
            if number % LOOK_EVERY == 0 && self.is_stopped() {
                return End::Interrupted;
            }
            *count = self.search(row, limit, first);
        }
        End::Complete
    }

    fn stop_at(&mut self, stop: Arc<AtomicBool>) {
        self.stop = Some(stop);
    }

    fn guesses(&self) -> u64 {
        self.one.guesses()
    }
}
