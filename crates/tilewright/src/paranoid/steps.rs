//! Steps of an explanation, checked against solutions.
//!
//! The picks of a step are in all solutions, and its removals in none. So a search of another kind finds some
//! solutions beforehand (all of them, if there are few), and each step is compared with them. A step that rests on
//! assumptions is only about the solutions that have the assumed choices.

use super::report::{Subject, told};
use super::second::{Reporter, Second};
use crate::explain::{Event, Outcome};
use std::sync::Arc;
use tilewright_engines::{Ask, Budget};
use tilewright_logic::Step;
use tilewright_model::Choice;
use tilewright_puzzles::Puzzle;

/// The solutions that steps are held against.
const MOST: u64 = 16;

/// Solutions of a puzzle, found by others than logic.
pub(crate) struct Witnesses {
    reporter: Reporter,
    puzzle: Arc<dyn Puzzle>,
    ask: Ask,
    solutions: Vec<Vec<Choice>>,
    is_complete: bool,
    /// True if steps may use that there is one solution.
    is_unique: bool,
    assumed: Vec<Choice>,
    steps: u64,
}

impl Witnesses {
    pub(crate) fn new(
        second: &mut Second,
        puzzle: &Arc<dyn Puzzle>,
        ask: Ask,
        is_unique: bool,
        allowance: &Budget,
    ) -> Self {
        let (_, findings) = second.search(&ask, MOST, allowance);
        Self {
            reporter: second.reporter.clone(),
            puzzle: Arc::clone(puzzle),
            ask,
            solutions: findings.found,
            is_complete: findings.is_complete,
            is_unique,
            assumed: Vec::new(),
            steps: 0,
        }
    }

    fn subject(&self) -> Subject<'_> {
        Subject::Puzzle(&*self.puzzle)
    }

    /// Returns true if nothing can be said about a step.
    fn is_blind(&self) -> bool {
        let has_one = self.is_complete && self.solutions.len() == 1;
        self.solutions.is_empty() || (self.is_unique && !has_one)
    }

    /// Something happened on the way.
    pub(crate) fn event(&mut self, event: &Event) {
        match event {
            Event::Step(page) => self.step(&page.step, &page.telling.name),
            Event::Assumed { choice, depth, .. } => {
                self.assumed.truncate(depth - 1);
                self.assumed.push(*choice);
            }
            Event::Refuted { choice, depth, .. } => {
                self.assumed.truncate(depth - 1);
                self.steps += 1;
                self.hold("a refuted assumption", &[], &[*choice]);
            }
        }
    }

    /// A step was found.
    pub(crate) fn step(&mut self, step: &Step, name: &str) {
        self.steps += 1;
        self.hold(name, &step.picked, &step.removed);
    }

    fn hold(&self, name: &str, picked: &[Choice], removed: &[Choice]) {
        if self.is_blind() {
            return;
        }
        let agrees = |s: &&Vec<Choice>| self.assumed.iter().all(|choice| s.contains(choice));
        for solution in self.solutions.iter().filter(agrees) {
            let wrong = picked.iter().find(|choice| !solution.contains(choice));
            let wrong = wrong.or_else(|| removed.iter().find(|choice| solution.contains(choice)));
            let Some(wrong) = wrong else {
                continue;
            };
            let subject = self.subject();
            let [picked, removed, wrong] = [picked, removed, &[*wrong]]
                .map(|choices| told(subject, choices, &self.reporter.model));
            let answer = format!("{name}: picks {picked}; removes {removed}");
            let solution = told(subject, solution, &self.reporter.model);
            let check = format!("wrong about {wrong} in this solution: {solution}");
            let said = [("answer", answer.as_str()), ("check", &check)];
            self.reporter.raise(subject, &self.ask, &said);
        }
        self.reporter.paranoia.note(|done| done.steps += 1);
    }

    /// Checks the end of the explanation.
    pub(crate) fn outcome(&self, outcome: &Outcome) {
        if self.is_blind() && self.steps > 0 && !self.is_complete {
            self.reporter.paranoia.note(|done| done.unchecked += 1);
        }
        let subject = self.subject();
        let said = match outcome {
            Outcome::Solved { solution, depth } => {
                self.reporter.solution(subject, &self.ask, solution);
                let is_the_only_one = *depth == 0 && !self.is_unique;
                let mut solution = solution.clone();
                solution.sort_unstable();
                let is_other = |found: &&Vec<Choice>| **found != solution;
                let other = self.solutions.iter().find(is_other);
                other.filter(|_| is_the_only_one).map(|other| {
                    let other = told(subject, other, &self.reporter.model);
                    ("solved, so there is one solution", other)
                })
            }
            Outcome::Contradiction(_) if self.is_blind() => None,
            Outcome::Contradiction(_) => self.solutions.first().map(|solution| {
                let solution = told(subject, solution, &self.reporter.model);
                ("there is no solution", solution)
            }),
            Outcome::Stuck | Outcome::Stopped(_) => None,
        };
        if let Some((answer, solution)) = said {
            let check = format!("this is a solution: {solution}");
            let said = [("answer", answer), ("check", check.as_str())];
            self.reporter.raise(subject, &self.ask, &said);
        }
    }
}
