//! Solutions that are written on several threads, looked at where they are written.
//!
//! A fault is kept until the thread that hands out the lines asks for it: a thread that panics by
//! itself would leave the others waiting. A solution may be written more than once, by a search
//! that is then begun again on more threads; so solutions are counted where lines are handed out,
//! and one that comes twice is one too many.

use super::report::{Subject, told};
use super::second::{Second, fault};
use num_bigint::BigUint;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tilewright_engines::{Ask, Budget, Count, End};
use tilewright_model::{Choice, Model};
use tilewright_puzzles::Puzzle;

/// Lines that are kept in mind, at most.
const MOST_KEPT: usize = 1 << 20;

/// A line, told apart by 128 bits.
type Mark = (u64, u64);

/// Looks at each solution of a list.
pub(crate) struct Proofreader<'m> {
    puzzle: &'m dyn Puzzle,
    model: &'m Model,
    ask: Ask,
    most: u64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Solutions that were looked at.
    looked: u64,
    /// For lines of classes, how many solutions each stands for.
    sizes: HashMap<Mark, u128>,
    wrong: Option<(Vec<Choice>, String)>,
    /// Lines that were handed out.
    given: HashSet<Mark>,
    /// True if two of them were alike: the content of a line is its writer's business.
    is_ambiguous: bool,
    number: u64,
    /// The number of solutions that they represent.
    sum: BigUint,
}

impl<'m> Proofreader<'m> {
    pub(crate) fn new(most: u64, (puzzle, model): (&'m dyn Puzzle, &'m Model), ask: Ask) -> Self {
        Self {
            puzzle,
            model,
            ask,
            most,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks a solution and its line; as one of a class it represents that many.
    pub(crate) fn look(&self, solution: &[Choice], line: &[u8], class: Option<u128>) {
        let is_looked_at = {
            let mut state = self.state();
            state.looked += 1;
            if let Some(size) = class
                && state.sizes.len() < MOST_KEPT
            {
                state.sizes.insert(mark(line), size);
            }
            state.looked <= self.most
        };
        let wrong = if is_looked_at {
            fault(self.model, &self.ask, solution)
        } else {
            None
        };
        if let Some(wrong) = wrong {
            self.state().wrong.get_or_insert((solution.to_vec(), wrong));
        }
    }

    /// Lines are about to be handed out: panics if one of them is wrong.
    pub(crate) fn give(&self, second: &Second, text: &[u8]) {
        self.stop_if_wrong(second);
        let mut state = self.state();
        let before = state.number.min(self.most);
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            let mark = mark(line);
            let size = state.sizes.get(&mark).copied();
            state.sum += size.unwrap_or(1);
            state.number += 1;
            if state.number > self.most || state.given.len() >= MOST_KEPT {
                continue;
            }
            if !state.given.insert(mark) {
                state.is_ambiguous = true;
            }
        }
        let new = state.number.min(self.most) - before;
        let paranoia = &second.reporter.paranoia;
        paranoia.note(|done| done.solutions += new);
    }

    fn stop_if_wrong(&self, second: &Second) {
        let Some((solution, wrong)) = self.state().wrong.clone() else {
            return;
        };
        let subject = Subject::Puzzle(self.puzzle);
        let answer = format!("a solution: {}", told(subject, &solution, self.model));
        let said = [("answer", answer.as_str()), ("by the definition", &wrong)];
        second.reporter.raise(subject, &self.ask, &said);
    }

    /// All lines were handed out after the first `from`.
    pub(crate) fn finish(&self, second: &mut Second, from: &BigUint, allowance: &Budget) {
        self.stop_if_wrong(second);
        let subject = Subject::Puzzle(self.puzzle);
        let (number, sum, is_whole) = {
            let state = self.state();
            let is_known = state.looked < MOST_KEPT as u64 && !state.is_ambiguous;
            let is_whole = is_known || state.sizes.is_empty();
            (state.number, state.sum.clone(), is_whole)
        };
        if number == 0 {
            // The piece begins at the end of the list or anywhere after it.
            let from = u64::try_from(from).unwrap_or(u64::MAX);
            match from {
                0 => second.no_other(subject, &self.ask, &[], allowance),
                _ => second.no_more_than(subject, &self.ask, from, allowance),
            }
        } else if is_whole {
            let count = Count::new(from + sum, End::Complete);
            second.count(subject, &self.ask, &count, allowance);
        } else {
            self.give_up(second);
        }
    }

    /// The end of the list cannot be checked.
    pub(crate) fn give_up(&self, second: &Second) {
        self.stop_if_wrong(second);
        second.reporter.paranoia.note(|done| done.unchecked += 1);
    }
}

fn mark(line: &[u8]) -> Mark {
    let hash = |key: u8| {
        let mut hasher = DefaultHasher::new();
        (key, line).hash(&mut hasher);
        hasher.finish()
    };
    (hash(1), hash(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paranoid::allowance;
    use crate::solver::Solver;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use tilewright_model::clock::Instant;

    /// A list of all 288 boards that hands out no line after the first `from`.
    fn an_empty_piece(from: u32) -> Result<u64, String> {
        let puzzle = crate::board("sudoku", "2,2").unwrap();
        let solver = Solver::new().paranoid(true);
        let model = solver.model(&*puzzle).unwrap();
        let ask = Ask::given(puzzle.givens());
        let reader = Proofreader::new(u64::MAX, (&*puzzle, &model), ask);
        let mut second = Second::new(&solver, &model).unwrap();
        let allowance = allowance(&solver, &solver.question(), Instant::now());
        let finished = catch_unwind(AssertUnwindSafe(|| {
            reader.finish(&mut second, &from.into(), &allowance);
        }));
        match finished {
            Ok(()) => Ok(solver.self_checks().verdicts),
            Err(panic) => Err(*panic.downcast::<String>().unwrap()),
        }
    }

    #[test]
    fn a_list_without_lines_is_doubted() {
        assert_eq!(an_empty_piece(288), Ok(1));
        assert_eq!(an_empty_piece(1000), Ok(1));
        let report = an_empty_piece(0).unwrap_err();
        assert!(report.contains("there is another solution"), "{report}");
        let report = an_empty_piece(287).unwrap_err();
        let answer = "answer: no more than 287 solutions";
        assert!(report.contains(answer), "{report}");
        assert!(report.contains("check: at least 288 solutions"), "{report}");
    }
}
