//! The choices that conflict with every one of some choices: whichever of those is picked, they are
//! not.

use crate::{Board, bits};
use std::ops::ControlFlow;
use tilewright_model::Choice;
use tilewright_model::budget::Meter;

/// Finds it; a place to work in that is used again and again.
pub(crate) struct Common {
    /// The remaining choices, in models with rows of bits.
    words: Vec<u64>,
    /// In larger ones, the number of the last choice that each was seen to conflict with, or of the
    /// search that it was one of the choices of.
    seen: Vec<u64>,
    number: u64,
    /// The choices found last, ascending.
    pub(crate) found: Vec<Choice>,
}

/// Up to this many are asked one by one whether they conflict.
const FEW: usize = 16;

impl Common {
    pub(crate) fn new(board: &Board) -> Self {
        let logic = board.logic();
        let is_small = logic.words() == 0 || logic.row(Choice(0)).is_some();
        let (words, count) = (logic.words(), logic.model().choice_count());
        Self {
            words: vec![0; if is_small { words } else { 0 }],
            seen: vec![0; if is_small { 0 } else { count }],
            number: 0,
            found: Vec::new(),
        }
    }

    /// Finds the live choices that conflict with all of these, into `found`.
    pub(crate) fn find(
        &mut self,
        board: &Board,
        of: impl Iterator<Item = Choice> + Clone,
        meter: &mut Meter,
    ) -> ControlFlow<()> {
        self.found.clear();
        if self.seen.is_empty() {
            return self.by_rows(board, of, meter);
        }
        let logic = board.logic();
        self.number += 1;
        let own = self.number;
        for member in of.clone() {
            self.seen[member.index()] = own;
        }
        // The first is that with the fewest items, which tends to have the fewest conflicts.
        let items = |c: &Choice| logic.model().touches(*c).len();
        let Some(first) = of.clone().min_by_key(items) else {
            return ControlFlow::Continue(());
        };
        let others = of.filter(|&member| member != first);
        for member in std::iter::once(first).chain(others) {
            if member != first && self.found.len() <= FEW {
                meter.spend(self.found.len())?;
                (self.found).retain(|&choice| logic.are_in_conflict(member, choice));
            } else {
                self.number += 1;
                let number = self.number;
                let Self { seen, found, .. } = self;
                let work = logic.for_live_conflicts(member, board.live_bits(), |other| {
                    let seen = &mut seen[other.index()];
                    if member != first {
                        *seen = number;
                    } else if *seen != own && *seen != number {
                        *seen = number;
                        found.push(other);
                    }
                });
                meter.spend(work)?;
                if member != first {
                    self.found
                        .retain(|choice| self.seen[choice.index()] == number);
                }
            }
            if self.found.is_empty() {
                break;
            }
        }
        self.found.sort_unstable();
        ControlFlow::Continue(())
    }

    fn by_rows(
        &mut self,
        board: &Board,
        of: impl Iterator<Item = Choice> + Clone,
        meter: &mut Meter,
    ) -> ControlFlow<()> {
        if of.clone().next().is_none() {
            return ControlFlow::Continue(());
        }
        // None of them conflicts with itself; without them, soon nothing is left.
        self.words.copy_from_slice(board.live_bits());
        for member in of.clone() {
            bits::clear(&mut self.words, member);
        }
        for member in of {
            let row = board.logic().row(member).unwrap_or_default();
            let mut any = 0;
            for (word, &row) in self.words.iter_mut().zip(row) {
                *word &= row;
                any |= *word;
            }
            meter.spend(self.words.len() / 4 + 1)?;
            if any == 0 {
                return ControlFlow::Continue(());
            }
        }
        self.found.extend(bits::choices(&self.words));
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Logic};
    use tilewright_puzzles::Puzzle;
    use tilewright_puzzles::sudoku::Sudoku;

    /// Large models have no rows of bits, and another way to the same.
    #[test]
    fn both_ways_find_the_same() {
        let board: Sudoku = "1...".repeat(4).parse().unwrap();
        let model = Sudoku::on(board.shape().clone())
            .model(&Budget::default())
            .unwrap();
        let logic = Logic::new(&model, &Budget::default()).unwrap();
        let board = logic.board(&[Choice(0), Choice(30)]);
        let mut meter = Budget::default().meter();
        let mut rows = Common::new(&board);
        let mut lists = Common {
            words: Vec::new(),
            seen: vec![0; model.choice_count()],
            number: 0,
            found: Vec::new(),
        };
        let mut number = 0;
        for a in model.choices().filter(|&c| board.is_live(c)) {
            for b in model.choices().filter(|&c| board.is_live(c)) {
                for of in [vec![a], vec![a, b]] {
                    let _ = rows.find(&board, of.iter().copied(), &mut meter);
                    let _ = lists.find(&board, of.iter().copied(), &mut meter);
                    assert_eq!(rows.found, lists.found, "{of:?}");
                    number += rows.found.len();
                }
            }
        }
        assert!(number > 1000, "{number}");
    }
}
