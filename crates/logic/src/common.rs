//! What conflicts with every one of some choices: whichever of them is picked, it is not.

use crate::budget::Meter;
use crate::{Board, bits};
use std::ops::ControlFlow;
use tilewright_model::Choice;

/// Finds it; a place to work in that is used again and again.
pub(crate) struct Common {
    words: Vec<u64>,
    /// In large models, the number of the last choice that each was seen to conflict with.
    seen: Vec<u64>,
    number: u64,
    /// What was found last, ascending.
    pub(crate) found: Vec<Choice>,
}

impl Common {
    pub(crate) fn new(board: &Board<'_>) -> Self {
        let logic = board.logic();
        let is_small = logic.words() == 0 || logic.row(Choice(0)).is_some();
        let large = if is_small {
            0
        } else {
            logic.model().choice_count()
        };
        Self {
            words: vec![0; if is_small { logic.words() } else { 0 }],
            seen: vec![0; large],
            number: 0,
            found: Vec::new(),
        }
    }

    /// Finds the live choices that conflict with all of these, into `found`.
    pub(crate) fn find(
        &mut self,
        board: &Board<'_>,
        of: impl Iterator<Item = Choice>,
        meter: &mut Meter,
    ) -> ControlFlow<()> {
        self.found.clear();
        if self.seen.is_empty() {
            return self.by_rows(board, of, meter);
        }
        for (nth, member) in of.enumerate() {
            self.number += 1;
            let number = self.number;
            let Self { seen, found, .. } = self;
            let work = board
                .logic()
                .for_live_conflicts(member, board.live_bits(), |other| {
                    let last = std::mem::replace(&mut seen[other.index()], number);
                    if nth == 0 && last != number {
                        found.push(other);
                    }
                });
            meter.spend(work)?;
            self.found
                .retain(|choice| self.seen[choice.index()] == number);
            if self.found.is_empty() {
                break;
            }
        }
        self.found.sort_unstable();
        ControlFlow::Continue(())
    }

    fn by_rows(
        &mut self,
        board: &Board<'_>,
        of: impl Iterator<Item = Choice>,
        meter: &mut Meter,
    ) -> ControlFlow<()> {
        let mut is_first = true;
        for member in of {
            let row = board.logic().row(member).unwrap_or_default();
            let mut any = 0;
            if std::mem::take(&mut is_first) {
                self.words.copy_from_slice(board.live_bits());
            }
            for (word, &row) in self.words.iter_mut().zip(row) {
                *word &= row;
                any |= *word;
            }
            meter.spend(self.words.len() / 4 + 1)?;
            if any == 0 {
                return ControlFlow::Continue(());
            }
        }
        if !is_first {
            self.found.extend(bits::choices(&self.words));
        }
        ControlFlow::Continue(())
    }
}
