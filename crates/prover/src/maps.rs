//! Proofs that a tile set has no map of a size: clauses of pairs, and clause learning that logs its steps.
//!
//! The formula is described in `checker/src/maps.rs`, which derives it by code of its own and checks the proof.

#![expect(
    clippy::cast_possible_wrap,
    reason = "the number of variables is limited"
)]

use crate::learn::{Prover, Satisfiability};
use std::io::{self, Write};
use tilewright_maps::{Ground, Kinds};
use tilewright_model::budget::{Budget, End};

/// The outcome of a search for a proof that there is no map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoMap {
    /// There is none, and the proof has so many steps.
    Proved(u64),
    /// There is one.
    Exists,
    /// It was stopped before that was known.
    Stopped(End),
    /// The ground has rules beyond neighbours, of which the proof would not speak.
    Ruled,
}

/// Proves that there is no map on a ground, if so it is: the proof is written as LRAT.
///
/// # Errors
/// If the proof cannot be written.
pub fn prove_no_map(
    kinds: &Kinds,
    ground: &Ground,
    proof: &mut dyn Write,
    budget: &Budget,
) -> io::Result<NoMap> {
    if !ground.rules().is_empty() {
        return Ok(NoMap::Ruled);
    }
    let Some(clauses) = formula(kinds, ground) else {
        return Ok(NoMap::Stopped(End::Memory));
    };
    let variables = (ground.places() * kinds.count()) as u32;
    let mut prover = Prover::new(variables, clauses.len() as u64, proof, budget);
    for (number, clause) in (1..).zip(&clauses) {
        if let Err(end) = prover.add(number, clause) {
            return Ok(NoMap::Stopped(end));
        }
    }
    drop(clauses);
    Ok(match prover.run()? {
        Satisfiability::Unsatisfiable => NoMap::Proved(prover.steps()),
        Satisfiability::Satisfiable(_) => NoMap::Exists,
        Satisfiability::Stopped(end) => NoMap::Stopped(end),
    })
}

/// The clauses, unless they are too many.
fn formula(kinds: &Kinds, ground: &Ground) -> Option<Vec<Vec<i64>>> {
    let (places, count) = (ground.places(), kinds.count());
    let about = (places as u64).checked_mul((count * count / 2 + 4 * count) as u64)?;
    if about > tilewright_checker::maps::MOST_CLAUSES {
        return None;
    }
    let variable = |place: usize, kind: usize| (place * count + kind) as i64 + 1;
    let mut clauses = Vec::new();
    for place in 0..places {
        let (row, column) = (place / ground.columns(), place % ground.columns());
        for kind in (0..count).filter(|&kind| !ground.allows(row, column, kind)) {
            clauses.push(vec![-variable(place, kind)]);
        }
        clauses.push((0..count).map(|kind| variable(place, kind)).collect());
        for one in 0..count {
            let others = one + 1..count;
            clauses
                .extend(others.map(|other| vec![-variable(place, one), -variable(place, other)]));
        }
    }
    for place in 0..places {
        for is_across in [true, false] {
            let goes = |one: usize, other: usize| {
                if is_across {
                    kinds.goes_across(one, other)
                } else {
                    kinds.goes_down(one, other)
                }
            };
            let Some(next) = next(ground, place, is_across) else {
                continue;
            };
            if next == place {
                let alone = (0..count).filter(|&kind| !goes(kind, kind));
                clauses.extend(alone.map(|kind| vec![-variable(place, kind)]));
                continue;
            }
            for (from, to, is_forwards) in [(place, next, true), (next, place, false)] {
                for kind in 0..count {
                    let mut clause = vec![-variable(from, kind)];
                    let fits = |&other: &usize| {
                        if is_forwards {
                            goes(kind, other)
                        } else {
                            goes(other, kind)
                        }
                    };
                    clause.extend((0..count).filter(fits).map(|other| variable(to, other)));
                    clauses.push(clause);
                }
            }
        }
    }
    Some(clauses)
}

/// The place to the right of a place, or below it.
fn next(ground: &Ground, place: usize, is_across: bool) -> Option<usize> {
    let columns = ground.columns();
    let joined = ground.sides_joined();
    if is_across {
        let is_last = place % columns + 1 == columns;
        return if is_last {
            joined.across.then(|| place + 1 - columns)
        } else {
            Some(place + 1)
        };
    }
    let is_last = place + columns >= ground.places();
    if is_last {
        joined.down.then_some(place % columns)
    } else {
        Some(place + columns)
    }
}
