//! Steps of an explanation, checked against solutions.
//!
//! The picks of a step are in all solutions, and its removals in none. So a search of another kind finds some
//! solutions beforehand (all of them, if there are few), and each step is compared with them. A step that rests on
//! assumptions is only about the solutions that have the assumed choices.
//!
//! Steps on lines and links are looked at more closely: their reasons are followed on the board (`reasons`).

use super::reasons;
use crate::asked::Asked;
use crate::explain::{Event, Manner, Outcome};
use crate::play::{Standing, with_clues};
use tilewright_engines::doubt::{Findings, Second, allowance};
use tilewright_engines::{Ask, Budget, End};
use tilewright_logic::{Board, Step};
use tilewright_model::Choice;
use tilewright_model::clock::Instant;

/// The solutions that steps are held against.
const MOST: u64 = 16;

/// Solutions of a puzzle, found by others than logic.
pub(crate) struct Witnesses {
    second: Second,
    ask: Ask,
    found: Findings,
    /// True if steps may use that there is one solution.
    is_unique: bool,
    assumed: Vec<Choice>,
    steps: u64,
}

impl Asked {
    /// Solutions to hold steps against, if answers are checked.
    pub(crate) fn witnesses(
        &self,
        standing: Standing<'_>,
        manner: Manner,
        budget: &Budget,
    ) -> Option<Witnesses> {
        let mut second = self.second()?;
        let ask =
            Ask::given(with_clues(&**self.puzzle(), standing.entries)).barred(standing.struck);
        let ask = self.within(ask, budget);
        let found = second.search(&ask, MOST, &allowance(budget, Instant::now()));
        Some(Witnesses {
            second,
            ask,
            found,
            is_unique: manner.unique,
            assumed: Vec::new(),
            steps: 0,
        })
    }
}

impl Witnesses {
    /// Returns true if nothing can be said about a step.
    fn is_blind(&self) -> bool {
        let Findings {
            found, is_complete, ..
        } = &self.found;
        let has_one = *is_complete && found.len() == 1;
        found.is_empty() || (self.is_unique && !has_one)
    }

    /// Something happened on the way.
    pub(crate) fn event(&mut self, event: &Event) -> Result<(), End> {
        match event {
            Event::Step(page) => self.step(&page.step, &page.telling.name, &page.before),
            Event::Assumed { choice, depth, .. } => {
                self.assumed.truncate(depth - 1);
                self.assumed.push(*choice);
                Ok(())
            }
            Event::Refuted { choice, depth, .. } => {
                self.assumed.truncate(depth - 1);
                self.steps += 1;
                self.hold("a refuted assumption", &[], &[*choice])
            }
        }
    }

    /// A step was found on a board, which may have less left by now.
    pub(crate) fn step(&mut self, step: &Step, name: &str, board: &Board) -> Result<(), End> {
        self.steps += 1;
        if let Some(fault) = reasons::fault(board, step) {
            let answer = format!("{name}: {:?}", step.reason);
            return Err(self.mismatch(&answer, &fault));
        }
        self.hold(name, &step.picked, &step.removed)
    }

    fn hold(&self, name: &str, picked: &[Choice], removed: &[Choice]) -> Result<(), End> {
        if self.is_blind() {
            return Ok(());
        }
        let agrees = |s: &&Vec<Choice>| self.assumed.iter().all(|choice| s.contains(choice));
        for solution in self.found.found.iter().filter(agrees) {
            let wrong = picked.iter().find(|choice| !solution.contains(choice));
            let wrong = wrong.or_else(|| removed.iter().find(|choice| solution.contains(choice)));
            let Some(wrong) = wrong else {
                continue;
            };
            let [picked, removed, wrong, solution] =
                [picked, removed, &[*wrong], solution].map(|choices| self.told(choices));
            let answer = format!("{name}: picks {picked}; removes {removed}");
            let check = format!("wrong about {wrong} in this solution: {solution}");
            return Err(self.mismatch(&answer, &check));
        }
        self.second.doubts().note(|done| done.steps += 1);
        Ok(())
    }

    fn told(&self, choices: &[Choice]) -> String {
        self.second.told(&self.ask, choices)
    }

    fn mismatch(&self, answer: &str, check: &str) -> End {
        let said = [("answer", answer), ("check", check)];
        self.second.mismatch(&self.ask, &said)
    }

    /// Checks the end of the explanation.
    pub(crate) fn outcome(&self, outcome: &Outcome) -> Result<(), End> {
        if self.is_blind() && self.steps > 0 && !self.found.is_complete {
            self.second.doubts().note(|done| done.unchecked += 1);
        }
        let found = &self.found.found;
        let said = match outcome {
            Outcome::Solved { solution, depth } => {
                self.second.solution(&self.ask, solution)?;
                let is_the_only_one = *depth == 0 && !self.is_unique;
                let mut solution = solution.clone();
                solution.sort_unstable();
                let other = found.iter().find(|found| **found != solution);
                let other = other.filter(|_| is_the_only_one);
                other.map(|other| ("solved, so there is one solution", other))
            }
            Outcome::Contradiction(_) if self.is_blind() => None,
            Outcome::Contradiction(_) => found
                .first()
                .map(|solution| ("there is no solution", solution)),
            Outcome::Stuck | Outcome::Stopped(_) => None,
        };
        match said {
            Some((answer, solution)) => {
                let check = format!("this is a solution: {}", self.told(solution));
                Err(self.mismatch(answer, &check))
            }
            None => Ok(()),
        }
    }
}
