//! Solutions that are written on several threads, looked at where they are written.
//!
//! A fault is kept until the thread that hands out the lines asks for it. A solution may be written more than once,
//! by a search that is then begun again on more threads; so solutions are counted where lines are handed out, and one
//! that comes twice is one too many.

use crate::solver::Solver;
use num_bigint::BigUint;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tilewright_engines::dance::Dance;
use tilewright_engines::doubt::{Second, allowance, fault};
use tilewright_engines::{Ask, Budget, Count, End, Engine};
use tilewright_model::clock::Instant;
use tilewright_model::{Choice, Model};
use tilewright_puzzles::Puzzle;

/// Lines that are kept in mind, at most.
const MOST_KEPT: usize = 1 << 20;

/// A line, told apart by 128 bits.
type Mark = (u64, u64);

/// Looks at each solution of a list, if answers are checked.
#[derive(Default)]
pub(crate) struct Proofreader(Option<Reader>);

/// The reader of a list.
struct Reader {
    model: Model,
    ask: Ask,
    begun: Instant,
    /// Solutions that are looked at, at most.
    most: u64,
    state: Mutex<State>,
    second: Mutex<Second>,
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

impl Proofreader {
    /// Begins to read the list of a puzzle.
    pub(crate) fn new(
        solver: &Solver,
        puzzle: &dyn Puzzle,
        model: &Model,
        budget: &Budget,
    ) -> Self {
        let second = solver.second(Dance.name(), model);
        Self(second.map(|second| Reader {
            model: model.clone(),
            ask: Ask {
                subject: solver.subject(puzzle),
                ..Ask::given(puzzle.givens()).budget(budget.clone())
            },
            begun: Instant::now(),
            most: second.doubts().most_solutions(),
            state: Mutex::default(),
            second: Mutex::new(second),
        }))
    }

    /// Checks a solution and its line; as one of a class it represents that many.
    pub(crate) fn look(&self, solution: &[Choice], line: &[u8], class: u128) {
        if let Some(reader) = &self.0 {
            reader.look(solution, line, class);
        }
    }

    /// Checks lines that are about to be handed out.
    pub(crate) fn give(&self, text: &[u8]) -> Result<(), End> {
        self.0.as_ref().map_or(Ok(()), |reader| reader.give(text))
    }

    /// Checks the end of a list: all lines were handed out after the first `from`, if their number is known.
    pub(crate) fn finish(&self, from: Option<&BigUint>) -> Result<(), End> {
        self.0.as_ref().map_or(Ok(()), |reader| reader.finish(from))
    }
}

impl Reader {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn second(&self) -> MutexGuard<'_, Second> {
        self.second.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look(&self, solution: &[Choice], line: &[u8], class: u128) {
        let is_looked_at = {
            let mut state = self.state();
            state.looked += 1;
            if class != 1 && state.sizes.len() < MOST_KEPT {
                state.sizes.insert(mark(line), class);
            }
            state.looked <= self.most
        };
        if is_looked_at && let Some(wrong) = fault(&self.model, &self.ask, solution) {
            self.state().wrong.get_or_insert((solution.to_vec(), wrong));
        }
    }

    fn give(&self, text: &[u8]) -> Result<(), End> {
        let second = self.second();
        self.any_wrong(&second)?;
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
        second.doubts().note(|done| done.solutions += new);
        Ok(())
    }

    fn any_wrong(&self, second: &Second) -> Result<(), End> {
        match &self.state().wrong {
            Some((solution, wrong)) => Err(second.wrong(&self.ask, solution, wrong)),
            None => Ok(()),
        }
    }

    fn finish(&self, from: Option<&BigUint>) -> Result<(), End> {
        let mut second = self.second();
        self.any_wrong(&second)?;
        let state = self.state();
        let is_known = state.looked < MOST_KEPT as u64 && !state.is_ambiguous;
        let is_whole = is_known || state.sizes.is_empty();
        let allowance = allowance(&self.ask.budget, self.begun);
        match from {
            // The piece begins at the end of the list or anywhere after it.
            Some(from) if state.number == 0 => match u64::try_from(from).unwrap_or(u64::MAX) {
                0 => second.no_other(&self.ask, &[], &allowance),
                from => second.no_more_than(&self.ask, from, &allowance),
            },
            Some(from) if is_whole => {
                let count = Count::new(from + &state.sum, End::Complete);
                second.count(&self.ask, &count, &allowance)
            }
            _ => {
                second.doubts().note(|done| done.unchecked += 1);
                Ok(())
            }
        }
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

    /// A list of all 288 boards that hands out no line after the first `from`.
    fn an_empty_piece(from: u32) -> Result<u64, String> {
        let puzzle = crate::board("sudoku", "2,2").unwrap();
        let solver = Solver::new().paranoid(true);
        let model = solver.model(&*puzzle).unwrap();
        let budget = solver.question();
        let reader = Proofreader::new(&solver, &*puzzle, &model, &budget);
        match reader.finish(Some(&from.into())) {
            Ok(()) => Ok(solver.self_checks().verdicts),
            Err(end) => {
                assert_eq!(end, End::Failed);
                Err(budget.failure().unwrap().to_owned())
            }
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
