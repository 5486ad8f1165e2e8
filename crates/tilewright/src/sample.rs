//! Random solutions: each equally likely where they can be counted, and any otherwise.
//!
//! **Idea.** Where the solutions can be counted, a random number below their count picks one of the
//! [sorted list](crate::Solver::list), which is found by the counts of the branches on the way to
//! it. All numbers are equally likely, so all solutions are, however the branches are cut.
//!
//! Where counting takes too long, a search in a random order gives its first solution. That is
//! quick, but solutions with fewer others near them come more often.

use crate::list::Ranks;
use crate::session::Purse;
use crate::solver::{Refusal, Solver};
use num_bigint::BigUint;
use std::ops::ControlFlow;
use tilewright_engines::{Ask, Count, End, Random, Stats};
use tilewright_puzzles::Puzzle;

/// Nodes for the count of all solutions, where the solver has no limit of its own.
const NODES_FOR_COUNT: u64 = 40_000_000;

/// Which solutions are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fairness {
    /// Each equally likely where they can be counted, any otherwise.
    #[default]
    IfCountable,
    /// Each equally likely, or none.
    Always,
    /// Any, without counting.
    Never,
}

/// What was sampled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampled {
    /// The solutions that were given.
    pub found: u64,
    /// Whether each solution was equally likely, each time.
    pub is_uniform: bool,
    /// How many solutions there are, where they were counted.
    pub of: Option<BigUint>,
    /// [`End::Complete`] where all that were wanted were given, or there is no solution at all.
    pub end: End,
    /// What it cost.
    pub stats: Stats,
}

impl Solver {
    /// Gives so many random solutions to `visit`, each drawn anew, so that one may come again. The
    /// same seed gives the same ones.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilewright::{Fairness, Solver, board};
    ///
    /// let sudoku = board("sudoku", "2,2")?;
    /// let mut lines = Vec::new();
    /// let solver = Solver::new().seed(1);
    /// let sampled = solver.sample(&*sudoku, 3, Fairness::IfCountable, |solution| {
    ///     lines.push(solution.to_vec());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(lines.len(), 3);
    /// assert!(sampled.is_uniform);
    /// assert_eq!(sampled.of, Some(288u32.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sample(
        &self,
        puzzle: &dyn Puzzle,
        number: u64,
        fairness: Fairness,
        mut visit: impl FnMut(&[tilewright_model::Choice]) -> ControlFlow<()>,
    ) -> Result<Sampled, Refusal> {
        let model = self.model(puzzle)?;
        let mut session = self.session(&model)?;
        let mut purse = Purse::new(self);
        let mut random = Random::new(self.order().unwrap_or(0));
        let mut sampled = Sampled {
            found: 0,
            is_uniform: fairness != Fairness::Never,
            of: None,
            end: End::Complete,
            stats: Stats::default(),
        };
        let whole = Ask::given(puzzle.givens());
        if fairness != Fairness::Never {
            // What is left of a limit is for the search that may follow.
            let share = if fairness == Fairness::Always { 1 } else { 2 };
            let Count { number, end } =
                session.count_within(&whole, &mut purse, NODES_FOR_COUNT, share);
            sampled.is_uniform = end == End::Complete;
            sampled.of = sampled.is_uniform.then_some(number);
            if end == End::Interrupted || end != End::Complete && fairness == Fairness::Always {
                sampled.end = end;
                sampled.stats = session.stats();
                return Ok(sampled);
            }
        }
        let mut ranks = Ranks::new(&model)?;
        if let Some(total) = &sampled.of {
            ranks.know(&whole, total);
        }
        for _ in 0..number {
            let found = match &sampled.of {
                Some(total) if *total == BigUint::ZERO => break,
                Some(total) => {
                    let chosen = below(&mut random, total);
                    ranks.solution_at(&whole, &chosen, &mut purse)
                }
                None => {
                    session.reseed(random.bits());
                    let answer = session.any(whole.clone(), &mut purse);
                    match answer.end {
                        End::Complete => Ok(answer.solution),
                        end => Err(end),
                    }
                }
            };
            match found {
                Ok(Some(solution)) => {
                    sampled.found += 1;
                    if visit(&solution).is_break() {
                        sampled.end = End::Limit;
                        break;
                    }
                }
                // There is none at all.
                Ok(None) => break,
                Err(end) => {
                    sampled.end = end;
                    break;
                }
            }
        }
        sampled.stats = session.stats();
        sampled.stats.nodes += ranks.stats.nodes;
        sampled.stats.solutions = sampled.found;
        Ok(sampled)
    }
}

/// A random number below `bound`, all equally likely: numbers of as many bits are drawn until one
/// is below it.
fn below(random: &mut Random, bound: &BigUint) -> BigUint {
    let bits = bound.bits();
    loop {
        let mut words = Vec::new();
        for word in 0..bits.div_ceil(32) {
            let mask = u32::MAX >> (32 - (bits - word * 32).min(32));
            words.push((random.bits() >> 32) as u32 & mask);
        }
        let number = BigUint::new(words);
        if number < *bound {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_below_a_bound_are_equally_likely() {
        let mut random = Random::new(3);
        for bound in [1u64, 2, 5, 37, 64] {
            let mut seen = vec![0u32; bound as usize];
            for _ in 0..bound * 1000 {
                let number = u64::try_from(below(&mut random, &bound.into())).unwrap();
                seen[number as usize] += 1;
            }
            // Within five standard deviations of a thousand.
            assert!(seen.iter().all(|&n| (840..1160).contains(&n)), "{seen:?}");
        }
        let large = BigUint::from(1u32) << 100;
        assert!(below(&mut random, &large) < large);
        assert!(below(&mut random, &large).bits() > 80);
    }
}
