//! Solutions that are written on several threads, looked at where they are written.
//!
//! What is wrong with one is kept until somebody asks on the thread that gives the lines away: a
//! thread that goes down by itself would leave the others waiting.

use super::one_more;
use super::report::{Subject, told};
use super::second::{Allowance, Distinct, Second, fault};
use num_bigint::BigUint;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tilewright_engines::{Ask, Count, End};
use tilewright_model::{Choice, Model};
use tilewright_puzzles::Puzzle;

/// Looks at each solution of a list.
pub(crate) struct Proofreader<'m> {
    puzzle: &'m dyn Puzzle,
    model: &'m Model,
    ask: Ask,
    most: u64,
    number: AtomicU64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    seen: Distinct,
    /// How many solutions those that were written stand for.
    sum: BigUint,
    wrong: Option<(Vec<Choice>, String)>,
}

impl<'m> Proofreader<'m> {
    pub(crate) fn new(most: u64, (puzzle, model): (&'m dyn Puzzle, &'m Model), ask: Ask) -> Self {
        Self {
            puzzle,
            model,
            ask,
            most,
            number: AtomicU64::new(0),
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A solution is about to be written; it stands for so many.
    pub(crate) fn look(&self, solution: &[Choice], stands_for: u128) {
        let number = self.number.fetch_add(1, Ordering::Relaxed);
        let wrong = if number < self.most {
            fault(self.model, &self.ask, solution)
        } else {
            None
        };
        let mut state = self.state();
        state.sum += stands_for;
        let is_new = number >= self.most || state.seen.is_new(solution, 1 << 20);
        let wrong = wrong.or_else(|| (!is_new).then(|| "it comes twice".to_owned()));
        if let Some(wrong) = wrong {
            state.wrong.get_or_insert((solution.to_vec(), wrong));
        }
    }

    /// Goes down where a solution that was written is wrong.
    pub(crate) fn stop_if_wrong(&self, second: &Second<'_>) {
        let Some((solution, wrong)) = self.state().wrong.clone() else {
            return;
        };
        let subject = Subject::Puzzle(self.puzzle);
        let answer = format!("a solution: {}", told(subject, &solution, self.model));
        let said = [("answer", answer.as_str()), ("check", &wrong)];
        second.raise(subject, &self.ask, &said);
    }

    /// All solutions were written after the first so many.
    pub(crate) fn finish(&self, second: &mut Second<'_>, from: &BigUint, allowance: &Allowance) {
        self.stop_if_wrong(second);
        let number = self.number.load(Ordering::Relaxed).min(self.most);
        let total = from + &self.state().sum;
        for _ in 0..number {
            one_more(&second.paranoia.done.solutions);
        }
        let count = Count::new(total, End::Complete);
        // Of classes, all solutions that they stand for are counted.
        let subject = Subject::Puzzle(self.puzzle);
        let whole = Ask::given(self.puzzle.givens());
        second.count(subject, &whole, &count, allowance);
    }
}
