//! Solutions by clause learning: that of the prover, which no engine uses.

use std::io;
use tilewright_engines::{Ask, Budget};
use tilewright_model::{Choice, Clauses, Model};
use tilewright_prover::{Prover, Satisfiability};

/// The result of a search of another kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    /// Solutions, each ascending.
    pub(crate) found: Vec<Vec<Choice>>,
    /// True if there are no others.
    pub(crate) is_complete: bool,
}

/// Up to `most` solutions of an ask. If the limits do not suffice there are fewer.
pub(crate) fn solutions(model: &Model, ask: &Ask, most: u64, budget: &Budget) -> Findings {
    let mut findings = Findings::default();
    // The page has no self-check, and its module is to be small.
    if cfg!(target_family = "wasm") {
        return findings;
    }
    let clauses = Clauses::of(model);
    let memory = budget.memory.unwrap_or(u64::MAX);
    let bytes = Prover::bytes_of(clauses.variables());
    let bytes = bytes.saturating_add(clauses.literals().saturating_mul(16));
    if bytes > memory || clauses.variables() > 1 << 30 {
        return findings;
    }
    let mut nowhere = io::sink();
    let mut prover = Prover::new(
        clauses.variables() as u32,
        u64::MAX / 2,
        &mut nowhere,
        &budget.apart(),
    );
    let mut number = 0;
    let mut add = |prover: &mut Prover<'_>, clause: &[i64]| {
        number += 1;
        prover.add(number, clause)
    };
    let literal = |choice: &Choice| i64::from(choice.0) + 1;
    let given = ask.given.iter().map(literal);
    let barred = ask.barred.iter().map(|choice| -literal(choice));
    let is_added = clauses.each(|clause| add(&mut prover, clause)).is_ok()
        && given
            .chain(barred)
            .all(|unit| add(&mut prover, &[unit]).is_ok());
    if !is_added {
        return findings;
    }
    while (findings.found.len() as u64) < most {
        match prover.run() {
            Ok(Satisfiability::Satisfiable(picked)) => {
                let picked: Vec<Choice> = picked.into_iter().map(Choice).collect();
                let not_again: Vec<i64> = picked.iter().map(|choice| -literal(choice)).collect();
                findings.found.push(picked);
                if add(&mut prover, &not_again).is_err() {
                    return findings;
                }
            }
            Ok(Satisfiability::Unsatisfiable) => {
                findings.is_complete = true;
                return findings;
            }
            Ok(Satisfiability::Stopped(_)) | Err(_) => return findings,
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Solver, board};

    #[test]
    fn all_solutions_of_a_small_board_and_no_more() {
        let board = board("sudoku", "2,2").unwrap();
        let model = Solver::new().model(&*board).unwrap();
        let all = solutions(&model, &Ask::default(), 1000, &Budget::default());
        assert!(all.is_complete);
        assert_eq!(all.found.len(), 288);
        assert!(all.found.iter().all(|found| model.is_solution(found)));
        let some = solutions(&model, &Ask::default(), 3, &Budget::default());
        assert_eq!((some.found.len(), some.is_complete), (3, false));
        let one = Ask::given([Choice(0)]).barred([Choice(5)]);
        let fewer = solutions(&model, &one, 1000, &Budget::default());
        assert!(
            fewer
                .found
                .iter()
                .all(|s| s.contains(&Choice(0)) && !s.contains(&Choice(5)))
        );
        assert_eq!(fewer.found.len(), 48);
        let little = Budget::default().memory(100);
        assert!(!solutions(&model, &one, 1, &little).is_complete);
    }
}
