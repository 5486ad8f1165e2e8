//! Random solutions: each equally likely where they can be counted, and any otherwise.
//!
//! **Idea.** If the solutions can be counted, their [`Diagram`] is made once, and a random number below their count
//! picks a path in it. All numbers are equally likely, so all solutions are. The diagram is made of the states that
//! counting remembers, so drawing another costs next to nothing.
//!
//! If that takes too long, a search in a random order gives its first solution. That is quick,
//! but solutions with fewer others near them come more often. That a family can count its empty
//! boards by symmetry is of no help: such a count meets no solution.

use crate::solver::{Refusal, Solver};
use num_bigint::BigUint;
use std::ops::ControlFlow;
use tilewright_engines::diagram::{Diagram, Order};
use tilewright_engines::{Ask, Budget, Count, End, Random, Stats};
use tilewright_model::clock::Instant;
use tilewright_model::{Choice, Model};
use tilewright_puzzles::Puzzle;

/// Nodes for the diagram where any solutions would do and the solver has no limit of its own: a few
/// seconds.
const NODES_FOR_DIAGRAM: u64 = 1 << 24;

/// The wanted fairness of the solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fairness {
    /// Each equally likely where they can be counted within the limits of the solver, or a few
    /// seconds where it has none; any otherwise.
    #[default]
    IfCountable,
    /// Each equally likely, or none where the limits of the solver do not do.
    Always,
    /// Any, without counting.
    Never,
}

/// The result of a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampled {
    /// The solutions that were given.
    pub found: u64,
    /// True if each solution was equally likely, each time.
    pub is_uniform: bool,
    /// The number of solutions, if they were counted.
    pub of: Option<BigUint>,
    /// [`End::Complete`] where all that were wanted were given, or there is no solution at all.
    pub end: End,
    /// Its cost.
    pub stats: Stats,
}

impl Solver {
    /// Passes `number` random solutions to `visit`, each drawn anew, so that one may come again. The same seed gives
    /// the same ones.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilewright::{Solver, board};
    /// use tilewright::sample::Fairness;
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
        mut visit: impl FnMut(&[Choice]) -> ControlFlow<()>,
    ) -> Result<Sampled, Refusal> {
        let mut asked = self.ask(puzzle)?;
        let model = asked.model().clone();
        let budget = asked.solver().question();
        let mut random = Random::new(self.order().unwrap_or(0));
        let mut sampled = Sampled {
            found: 0,
            is_uniform: false,
            of: None,
            end: End::Complete,
            stats: Stats::default(),
        };
        let whole = asked.whole();
        let begun = Instant::now();
        let mut diagram = None;
        if fairness != Fairness::Never {
            match solutions_of(&model, &whole, fairness, &budget, &mut sampled.stats) {
                Ok(all) => {
                    sampled.is_uniform = true;
                    sampled.of = Some(all.total().clone());
                    let count = Count::new(all.total().clone(), End::Complete);
                    if let Err(end) = asked.vouch_count(&whole, &count, &budget, begun) {
                        sampled.end = end;
                        return Ok(sampled);
                    }
                    diagram = Some(all);
                }
                Err(end) if end == End::Interrupted || fairness == Fairness::Always => {
                    sampled.end = end;
                    return Ok(sampled);
                }
                Err(_) => {}
            }
        }
        for _ in 0..number {
            let found = match &diagram {
                Some(all) if *all.total() == BigUint::ZERO => break,
                Some(all) => match budget.clone().nodes(None).end() {
                    Some(end) => Err(end),
                    None => Ok(all.solution(&below(&mut random, all.total()))),
                },
                None => {
                    asked.set_order(Some(random.bits()));
                    let answer = asked.any(whole.clone(), &budget);
                    match answer.end {
                        End::Complete => Ok(answer.solution),
                        end => Err(end),
                    }
                }
            };
            match found {
                Ok(Some(solution)) => {
                    if diagram.is_some()
                        && let Err(end) = asked.vouch_solution(&whole, &solution, &budget)
                    {
                        sampled.end = end;
                        break;
                    }
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
        sampled.stats += asked.stats();
        sampled.stats.solutions = sampled.found;
        Ok(sampled)
    }
}

/// All solutions, to draw from.
fn solutions_of(
    model: &Model,
    whole: &Ask,
    fairness: Fairness,
    budget: &Budget,
    stats: &mut Stats,
) -> Result<Diagram, End> {
    let mut part = budget.apart().within_heap();
    if fairness == Fairness::IfCountable {
        if part.deadline.is_none() && part.nodes.is_none() {
            // Nodes cost more in a large model.
            let choices = model.choice_count() as u64;
            part.nodes = Some(NODES_FOR_DIAGRAM * 512 / choices.max(512));
        } else {
            // The rest of a limit is for the search that may follow.
            part.nodes = part.nodes.map(|nodes| nodes / 2);
            if let Some(time) = part.time_left() {
                part = part.time(time / 2);
            }
        }
    }
    let (diagram, cost) = Diagram::of(model, &whole.clone().budget(part), Order::Any);
    budget.spend(cost.nodes);
    *stats += cost;
    diagram
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
