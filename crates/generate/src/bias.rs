//! Minimal puzzles whose bias is known.
//!
//! **Rule.** Take the units of clues (single ones, or orbits of the symmetry) of a full board away in a random order,
//! until there would be several solutions. If the rest then is minimal, it is taken; if not, everything is thrown
//! away, the board too, and done anew.
//!
//! **Weight.** Let a board have `U` units, and let `P` be a minimal puzzle of it with `u` of them. After `U - u`
//! steps the order leaves a set of `u` units, each as likely as any other, so `P` with probability `1 / C(U, u)`. All
//! sets on the way there contain `P`, so they are unique and the way does not end before; and they are not minimal,
//! so none of them is taken; and at `P` it ends. So `P` comes with probability `p(board) / C(U, u)`, and a puzzle
//! that comes represents `C(U, u)` ones: this is its weight. From `n` to `n + 1` of the 81 clues of a 9×9 the weight
//! grows by `(81 - n) / (n + 1)`: the plain way to make puzzles, which puts a clue back and continues, has an unknown
//! bias to few clues.
//!
//! The other factor is the probability of the board: see `sudoku/fill.rs`. If the boards are uniform, the weighted
//! puzzles are a uniform sample of all minimal puzzles. Further requirements leave out the puzzles that do not meet
//! them, and change no weight.
//!
//! **Cost.** Of 9×9 tries hardly any is taken, so that a puzzle takes about a second. As sets that contain a unique
//! one are unique, halving finds the end of the way, and if the model has an engine in bulk many tries run together.

use crate::clues::ClueSet;
use crate::generator::{Whole, Workshop, order};
use crate::judge::{Asker, Question, Verdict};
use crate::patience::Patience;
use crate::thin::{Thinner, Unavoidable};
use crate::{Made, Missed, seed_of};
use tilewright_engines::{Budget, Random};

/// This many tries run together.
const TOGETHER: u64 = 1024;
/// The default number of tries.
const TRIES: u64 = 100_000_000;

/// A try on its way.
struct Fall {
    whole: Whole,
    /// The order in which units go.
    order: Vec<u32>,
    /// After this many units there is one solution, as far as it is known.
    one: usize,
    /// After this many there are several; one more than there are units if it is not known.
    several: usize,
    stage: Stage,
    /// The clues that it asks about.
    trial: ClueSet,
}

enum Stage {
    /// Are the allowed clues enough?
    Allowed,
    /// At which unit does it end?
    Halving,
    /// Is the rest minimal?
    Minimal(Box<Thinner>),
    Thrown,
    Taken(ClueSet),
}

impl Fall {
    fn new(whole: Whole, order: Vec<u32>) -> Self {
        let is_all = whole.units.all.len() == whole.count;
        Self {
            one: 0,
            several: order.len() + 1,
            order,
            stage: if is_all {
                Stage::Halving
            } else {
                Stage::Allowed
            },
            trial: whole.units.all.clone(),
            whole,
        }
    }

    /// The clues after `gone` units are gone.
    fn after(&self, gone: usize) -> ClueSet {
        let units = &self.whole.units;
        let mut clues = units.all.clone();
        let gone = self.order[..gone].iter();
        for &clue in gone.flat_map(|&unit| units.clues(unit)) {
            clues.remove(clue as usize);
        }
        clues
    }

    /// The number of units it asks about.
    fn middle(&self) -> usize {
        if self.one == 0 && self.several > self.order.len() {
            return (self.order.len() * 3 / 5).max(1).min(self.order.len());
        }
        usize::midpoint(self.one, self.several)
    }

    /// The number of puzzles that one with these clues represents.
    fn weight(&self, clues: &ClueSet) -> f64 {
        let units = &self.whole.units;
        binomial(units.len(), units.within(clues).count())
    }
}

impl Asker for Fall {
    /// Its question; `None` if it is thrown away or taken.
    fn question(&mut self) -> Option<Question<'_>> {
        if matches!(self.stage, Stage::Halving) {
            if self.several == self.one + 1 {
                let clues = self.after(self.one);
                // The first of these cannot go.
                let rest = self.order.get(self.one + 1..).unwrap_or_default().to_vec();
                let thinner = Thinner::new(clues, rest, Unavoidable::default(), 0);
                self.stage = Stage::Minimal(Box::new(thinner));
            } else {
                self.trial = self.after(self.middle());
            }
        }
        let clues = match &mut self.stage {
            Stage::Thrown | Stage::Taken(_) => return None,
            Stage::Allowed | Stage::Halving => &self.trial,
            Stage::Minimal(thinner) => {
                if let Some(clues) = thinner.question(&self.whole.units) {
                    self.trial.clone_from(clues);
                    &self.trial
                } else {
                    self.stage = Stage::Taken(thinner.clues.clone());
                    return None;
                }
            }
        };
        Some(self.whole.question(clues))
    }

    fn told(&mut self, verdict: &Verdict) {
        let is_one = *verdict == Verdict::One;
        let middle = self.middle();
        match &mut self.stage {
            // A question without an answer would bend the weights; its try ends only with the time.
            _ if *verdict == Verdict::Unknown => self.stage = Stage::Thrown,
            Stage::Allowed if is_one => self.stage = Stage::Halving,
            Stage::Allowed => self.stage = Stage::Thrown,
            Stage::Halving if is_one => self.one = middle,
            Stage::Halving => self.several = middle,
            Stage::Minimal(_) if is_one => self.stage = Stage::Thrown,
            Stage::Minimal(thinner) => thinner.told(verdict),
            Stage::Thrown | Stage::Taken(_) => {}
        }
    }
}

impl Workshop<'_> {
    /// The puzzle of a seed, with its weight.
    pub(crate) fn fall(&mut self, seed: u64, budget: &Budget) -> Result<Made, Missed> {
        let most = budget.most_tries(TRIES);
        // Every question is to be answered.
        self.judge.nodes = u64::MAX;
        let together = if self.judge.is_in_bulk() { TOGETHER } else { 1 };
        let mut tries = 0;
        let mut nearest: Option<(f64, String, Made)> = None;
        while tries < most && !budget.is_over() {
            let end = (tries + together).min(most);
            let falls: Option<Vec<Fall>> = (tries..end)
                .map(|number| self.new_fall(seed_of(seed, number), budget))
                .collect();
            let Some(mut falls) = falls else { break };
            tries = end;
            while !budget.is_over() && self.judge.answer_each(&mut falls, budget) {}
            if budget.is_over() {
                break;
            }
            for fall in &falls {
                let Stage::Taken(clues) = &fall.stage else {
                    continue;
                };
                let facts = (self.rater).facts(self.craft, &fall.whole, clues, budget);
                let made = || {
                    let mut made = self.made(&fall.whole, clues);
                    made.weight = Some(fall.weight(clues));
                    self.claim(&mut made, &fall.whole, clues);
                    made
                };
                if facts.gap == 0.0 {
                    return Ok(made());
                }
                if nearest.as_ref().is_none_or(|(gap, ..)| facts.gap < *gap) {
                    nearest = Some((facts.gap, facts.misses.join(", "), made()));
                }
            }
        }
        let misses = nearest
            .as_ref()
            .map(|(_, misses, _)| format!("; the nearest has {misses}"));
        let (ending, misses) = (budget.ending(tries), misses.unwrap_or_default());
        Err(Missed {
            why: format!("no such puzzle was found: {ending}{misses}"),
            end: budget.given_up(),
            nearest: nearest.map(|(_, _, made)| Box::new(made)),
        })
    }

    /// A try on a new board; `None` if the budget is used up or the board has no solution.
    fn new_fall(&mut self, seed: u64, budget: &Budget) -> Option<Fall> {
        let mut random = Random::new(seed);
        let whole = self.craft.draw(&mut self.judge, &mut random, budget);
        let whole = whole.ok()??;
        let order = order(&whole.units, &mut random);
        Some(Fall::new(whole, order))
    }
}

/// The number of sets of that size.
fn binomial(all: usize, some: usize) -> f64 {
    let number = |number: usize| u32::try_from(number).map_or(f64::INFINITY, f64::from);
    let some = some.min(all - some);
    (0..some).fold(1.0, |product, at| {
        product * number(all - at) / number(at + 1)
    })
}
