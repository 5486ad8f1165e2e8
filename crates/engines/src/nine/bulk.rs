//! Many boards, rows of bytes in and out, translated where the model numbers its tiles or values in
//! another way.

use super::classic::Classic;
use crate::bulk::{Bulk, BulkAnswers};
use crate::{Budget, End};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tilewright_nine::Many;

/// Searches boards of a model, many at once.
pub(super) struct NineBulk {
    classic: Classic,
    many: Many,
    /// Boards and solutions in the numbering of the search, where the model has another.
    boards: Vec<[u8; 81]>,
    solutions: Vec<[u8; 81]>,
    stop: Option<Arc<AtomicBool>>,
}

impl NineBulk {
    pub(super) fn new(classic: Classic, many: Many) -> Self {
        Self {
            classic,
            many,
            boards: Vec::new(),
            solutions: Vec::new(),
            stop: None,
        }
    }

    /// Searches boards whose tiles or values are numbered otherwise; whether it came to the end.
    fn search_translated(
        &mut self,
        rows: &[[u8; 81]],
        limit: u32,
        answers: &mut BulkAnswers,
    ) -> bool {
        let mut boards = std::mem::take(&mut self.boards);
        boards.resize(rows.len(), [0; 81]);
        for (row, board) in rows.iter().zip(&mut boards) {
            self.classic.board(row, board);
        }
        let mut solutions = std::mem::take(&mut self.solutions);
        solutions.resize(rows.len(), [0; 81]);
        let (counts, stop) = (&mut answers.counts, self.stop.as_deref());
        let is_done = self.many.run(&boards, limit, counts, &mut solutions, stop);
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

    fn run(&mut self, boards: &[u8], limit: u32, answers: &mut BulkAnswers) -> End {
        let (rows, rest) = boards.as_chunks::<81>();
        assert!(rest.is_empty(), "whole boards");
        answers.resize(rows.len(), 81);
        let is_done = if self.classic.is_plain() {
            let (firsts, _) = answers.firsts.as_chunks_mut::<81>();
            let (counts, stop) = (&mut answers.counts, self.stop.as_deref());
            self.many.run(rows, limit, counts, firsts, stop)
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

    fn within(&mut self, budget: &Budget) {
        self.stop.clone_from(&budget.stop);
    }

    fn guesses(&self) -> u64 {
        self.many.guesses()
    }
}
