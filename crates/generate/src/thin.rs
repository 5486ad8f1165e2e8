//! Takes clues away, one unit after the other in a given order, as long as one solution is left.
//!
//! The result is what asking for each unit by itself gives: a unit goes if the clues without it
//! have one solution. Two things save most of the questions.
//!
//! - **Blocks.** Clues that contain unique ones are unique. So where several units can go together,
//!   each of them could have gone in its turn; and where they cannot, the first that could not is
//!   found by halving.
//! - **Unavoidable sets.** Where another solution differs from the known one, a clue must stay:
//!   if all clues left there belong to one unit, that unit stays, without a question. Some are known
//!   beforehand (those of a classic Sudoku board can be read off it); the others are met on the way.
//!
//! **No answer** is neither yes nor no. Unanswered blocks are asked again in smaller ones, down to
//! each unit by itself, and a unit without an answer stays and is known to be
//! [unanswered](Thinner::unanswered). It may be asked [again](Thinner::again) with a larger budget;
//! the others need not be: a unit that cannot go cannot go with fewer clues either.

use crate::clues::{ClueSet, Units};
use crate::generator::Whole;
use crate::judge::{Judge, Question, Verdict};
use crate::patience::Patience;
use tilewright_engines::Budget;

/// Sets of places of a puzzle that each need a clue. The latest are kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unavoidable {
    /// One after the other.
    words: Vec<u64>,
    next: usize,
}

impl Unavoidable {
    pub(crate) fn insert(&mut self, set: &ClueSet) {
        let width = set.words().len();
        let most = if width <= 2 { 96 } else { 512 };
        if self.words.len() < most * width {
            self.words.extend(set.words());
            return;
        }
        self.words[self.next * width..][..width].copy_from_slice(set.words());
        self.next = (self.next + 1) % most;
    }

    /// The clues of each, of up to 128.
    #[cfg(test)]
    pub(crate) fn sets(&self) -> Vec<Vec<usize>> {
        let has = |set: &[u64; 2], clue: usize| set[clue / 64] >> (clue % 64) & 1 == 1;
        let clues = |set| (0..128).filter(|&clue| has(set, clue)).collect();
        self.words.as_chunks().0.iter().map(clues).collect()
    }

    /// Returns true if one of them would have no clue.
    fn forbid(&self, clues: &ClueSet) -> bool {
        let clues = clues.words();
        if let &[first, second] = clues {
            let (sets, _) = self.words.as_chunks::<2>();
            return sets.iter().any(|set| set[0] & first | set[1] & second == 0);
        }
        let mut sets = self.words.chunks_exact(clues.len());
        sets.any(|set| set.iter().zip(clues).all(|(set, clues)| set & clues == 0))
    }
}

/// Clues on their way to fewer. It asks a [question](Self::question) and [takes](Self::told) the
/// answer, so that many can run together.
#[derive(Debug)]
pub(crate) struct Thinner {
    /// The clues that are left: they have one solution.
    pub(crate) clues: ClueSet,
    pub(crate) known: Unavoidable,
    /// Units for which there was no answer.
    pub(crate) unanswered: Vec<u32>,
    /// The clues of the question.
    trial: ClueSet,
    order: Vec<u32>,
    at: usize,
    /// The number of units that the question is about.
    size: usize,
    /// The number of units of the next block.
    block: usize,
    /// The most that it may have: fewer after a block without an answer.
    most: usize,
    /// The most that any may have.
    widest: usize,
    /// The units up to here cannot all go.
    stuck_before: Option<usize>,
    /// Not fewer clues than this.
    floor: usize,
}

impl Thinner {
    /// Clues that have one solution, and the order in which their units are tried.
    pub(crate) fn new(clues: ClueSet, order: Vec<u32>, known: Unavoidable, floor: usize) -> Self {
        Self {
            trial: clues.clone(),
            block: 1,
            clues,
            known,
            unanswered: Vec::new(),
            order,
            at: 0,
            size: 0,
            most: usize::MAX,
            widest: usize::MAX,
            stuck_before: None,
            floor,
        }
    }

    /// The units that were not answered, to be asked again.
    pub(crate) fn again(self) -> Self {
        let again = Self::new(self.clues, self.unanswered, self.known, self.floor);
        let mut again = again.at_most(self.widest);
        again.most = 1;
        again
    }

    /// The number of units that were not answered, or not asked for yet.
    pub(crate) fn undecided(&self) -> usize {
        self.unanswered.len() + self.order.len() - self.at
    }

    /// All clues that may stay, where the first units can nearly always go together.
    pub(crate) fn from_all(
        units: &Units,
        order: Vec<u32>,
        known: Unavoidable,
        floor: usize,
    ) -> Self {
        let block = order.len() * 2 / 5;
        let mut thinner = Self::new(units.all.clone(), order, known, floor);
        thinner.block = block.max(1);
        thinner
    }

    /// No more units at once than this.
    pub(crate) fn at_most(mut self, widest: usize) -> Self {
        self.widest = widest;
        self.most = self.most.min(widest);
        self.block = self.block.min(widest);
        self
    }

    /// The clues that it must be known of whether they have one solution; `None` at the end.
    pub(crate) fn question(&mut self, units: &Units) -> Option<&ClueSet> {
        loop {
            let open = self.order.len() - self.at;
            if open == 0 {
                return None;
            }
            let most = self.stuck_before.map_or(open, |end| (end - self.at) / 2);
            if most == 0 {
                // The last of a block that cannot go.
                self.keep();
                continue;
            }
            self.size = self.block.min(most);
            self.try_units(units);
            while self.size > 1 && !self.is_possible() {
                self.size /= 2;
                self.try_units(units);
            }
            if self.is_possible() {
                return Some(&self.trial);
            }
            self.keep();
        }
    }

    /// The unit that the question is about, if it is about one.
    pub(crate) fn single(&self) -> Option<u32> {
        (self.size == 1).then(|| self.order[self.at])
    }

    /// The answer to the question.
    pub(crate) fn told(&mut self, verdict: &Verdict) {
        if *verdict == Verdict::One {
            self.clues.clone_from(&self.trial);
            self.at += self.size;
            if self.stuck_before == Some(self.at) {
                self.stuck_before = None;
            }
            if self.size == self.block {
                self.most = self.most.saturating_mul(2).min(self.widest);
                self.block = self.size_after_success().min(self.most);
            }
            return;
        }
        if let Verdict::Several(Some(set)) = verdict {
            self.known.insert(set);
        }
        let is_unknown = *verdict == Verdict::Unknown;
        if self.size > 1 {
            self.block = (self.size / 2).max(1);
            if is_unknown {
                self.most = self.block;
            } else {
                self.stuck_before = Some(self.at + self.size);
            }
            return;
        }
        if is_unknown {
            self.unanswered.push(self.order[self.at]);
        }
        self.keep();
    }

    /// Asks until the end, or until the budget is used up. Returns true if it came to the end.
    pub(crate) fn run(&mut self, whole: &Whole, judge: &mut Judge, budget: &Budget) -> bool {
        loop {
            if self.question(&whole.units).is_none() {
                return true;
            }
            if budget.is_over() {
                return false;
            }
            let without = self.single().map(|unit| whole.units.clues(unit));
            let question = Question {
                without: without.and_then(|clues| (clues.len() == 1).then(|| clues[0])),
                ..whole.question(&self.trial)
            };
            let verdict = judge.ask(&question, budget);
            self.told(&verdict);
        }
    }

    /// After a block that went, about as many units as are likely to go again.
    fn size_after_success(&self) -> usize {
        ((self.order.len() - self.at) / 12).max(1)
    }

    fn keep(&mut self) {
        self.at += 1;
        self.stuck_before = None;
        self.block = (self.block / 2).max(1);
    }

    fn is_possible(&self) -> bool {
        self.trial.len() >= self.floor && !self.known.forbid(&self.trial)
    }

    fn try_units(&mut self, units: &Units) {
        self.trial.clone_from(&self.clues);
        for &unit in &self.order[self.at..self.at + self.size] {
            for &clue in units.clues(unit) {
                self.trial.remove(clue as usize);
            }
        }
    }
}
