//! Clause learning as an engine: that of the prover, which no other engine uses.

use std::io;
use tilewright_engines::{Ask, Branch, Budget, Declined, End, Engine, Search, Stats};
use tilewright_model::{Choice, Clauses, Model};
use tilewright_prover::{Prover, Satisfiability, cuts};

/// The clause learning of the prover.
pub(super) struct Learner;

impl Engine for Learner {
    fn name(&self) -> &'static str {
        "the prover's clause learning"
    }

    fn about(&self) -> &'static str {
        "settles what other searches are doubted for"
    }

    fn prepare(&self, model: &Model, _: &Budget) -> Result<Box<dyn Search>, Declined> {
        // The page has no self-check, and its module is to be small.
        if cfg!(target_family = "wasm") {
            return Err(Declined::new(self.name(), "it is not in a browser"));
        }
        Ok(Box::new(LearnerSearch {
            model: model.clone(),
            ask: Ask::default(),
            found: None,
            given: 0,
            nodes: 0,
        }))
    }
}

struct LearnerSearch {
    model: Model,
    ask: Ask,
    /// All solutions up to the limit, and the end, once the first is asked for.
    found: Option<(Vec<Vec<Choice>>, End)>,
    given: usize,
    nodes: u64,
}

impl LearnerSearch {
    /// All solutions up to the limit, each ascending. Within the budget there may be fewer.
    fn all(&mut self) -> (Vec<Vec<Choice>>, End) {
        let mut found = Vec::new();
        let Ask { budget, limit, .. } = &self.ask;
        let clauses = match Clauses::of(&self.model, budget) {
            Ok(clauses) => clauses,
            Err(end) => return (found, end),
        };
        let bytes = Prover::bytes_of(clauses.variables());
        let bytes = bytes.saturating_add(clauses.literals().saturating_mul(16));
        if bytes > budget.memory.unwrap_or(u64::MAX) || clauses.variables() > 1 << 30 {
            return (found, budget.needs(bytes));
        }
        let mut nowhere = io::sink();
        let variables = clauses.variables() as u32;
        let mut prover = Prover::new(variables, u64::MAX / 2, &mut nowhere, &budget.apart());
        let mut number = 0;
        let mut add = |prover: &mut Prover<'_>, clause: &[i64]| {
            number += 1;
            prover.add(number, clause)
        };
        let literal = |choice: &Choice| i64::from(choice.0) + 1;
        let given = self.ask.given.iter().map(literal);
        let barred = self.ask.barred.iter().map(|choice| -literal(choice));
        let mut added = clauses
            .each(|clause| add(&mut prover, clause))
            .and_then(|()| {
                let mut units = given.chain(barred);
                units.try_for_each(|unit| add(&mut prover, &[unit]))
            });
        let end = loop {
            if let Err(end) = added {
                break end;
            }
            if limit.is_some_and(|limit| found.len() as u64 >= limit) {
                break End::Limit;
            }
            let picked: Vec<Choice> = match prover.run() {
                Ok(Satisfiability::Satisfiable(picked)) => picked.into_iter().map(Choice).collect(),
                Ok(Satisfiability::Unsatisfiable) => break End::Complete,
                Ok(Satisfiability::Stopped(end)) => break end,
                Err(error) => break budget.fail(error.to_string()),
            };
            let broken = cuts(&self.model, &self.ask.given, &picked);
            let mut clauses: Vec<Vec<i64>> = broken.into_iter().map(|(_, clause)| clause).collect();
            if clauses.is_empty() {
                // It does not fall apart, so it is a solution.
                let own = |choice: &Choice| self.model.is_own(*choice);
                let picked: Vec<Choice> = picked.into_iter().filter(own).collect();
                clauses.push(picked.iter().map(|choice| -literal(choice)).collect());
                found.push(picked);
            }
            added = clauses
                .iter()
                .try_for_each(|clause| add(&mut prover, clause));
        };
        self.nodes = prover.conflicts();
        (found, end)
    }
}

impl Search for LearnerSearch {
    fn start(&mut self, ask: &Ask) {
        self.ask = ask.clone();
        (self.found, self.given, self.nodes) = (None, 0, 0);
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        if self.found.is_none() {
            self.found = Some(self.all());
        }
        let (found, end) = self.found.as_ref().expect("it was just found");
        let solution = found.get(self.given).ok_or(*end)?;
        self.given += 1;
        Ok(solution)
    }

    fn choice_count(&self) -> usize {
        self.model.choice_count()
    }

    fn stats(&self) -> Stats {
        Stats {
            nodes: self.nodes,
            solutions: self.given as u64,
        }
    }

    fn branches(&mut self) -> Vec<Branch> {
        Vec::new()
    }

    fn searches_in_parts(&self, _: &Ask) -> bool {
        false
    }

    fn counts_in_parts(&self) -> bool {
        false
    }

    fn possible(&mut self) -> Vec<Choice> {
        self.model.choices().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Solver, board};
    use tilewright_engines::solutions;
    use tilewright_model::{Language, Link, ModelBuilder, Node};

    #[test]
    fn all_solutions_of_a_small_board_and_no_more() {
        let board = board("sudoku", "2,2").unwrap();
        let model = Solver::new().model(&*board).unwrap();
        let mut learner = Learner.prepare(&model, &Budget::default()).unwrap();
        let mut solutions = |ask: Ask| {
            let mut found = solutions(&mut *learner, &ask);
            let all: Vec<Vec<Choice>> = found.by_ref().collect();
            (all, found.end().unwrap())
        };
        let (all, end) = solutions(Ask::default().limit(1000));
        assert_eq!((all.len(), end), (288, End::Complete));
        assert!(all.iter().all(|found| model.is_solution(found)));
        let (some, end) = solutions(Ask::default().limit(3));
        assert_eq!((some.len(), end), (3, End::Limit));
        let one = Ask::given([Choice(0)]).barred([Choice(5)]).limit(1000);
        let (fewer, _) = solutions(one.clone());
        assert!(
            fewer
                .iter()
                .all(|s| s.contains(&Choice(0)) && !s.contains(&Choice(5)))
        );
        assert_eq!(fewer.len(), 48);
        let little = Budget::default().memory(100);
        assert_eq!(solutions(one.budget(little)), (Vec::new(), End::Memory));
    }

    /// All solutions of a model.
    fn all(model: &Model, ask: &Ask) -> Vec<Vec<Choice>> {
        let mut learner = Learner.prepare(model, &Budget::default()).unwrap();
        let mut found = solutions(&mut *learner, ask);
        let mut all: Vec<Vec<Choice>> = found.by_ref().collect();
        assert_eq!(found.end(), Some(End::Complete));
        all.sort_unstable();
        all.dedup();
        all
    }

    /// A row of cells, each white (choice 2c) or black (2c + 1), of which the black ones are connected.
    fn row(cells: u32) -> ModelBuilder {
        let mut b = ModelBuilder::new(2 * cells + 4);
        let nodes = (0..cells).map(|cell| Node::If(vec![Choice(2 * cell + 1)]));
        let edges: Vec<(u32, u32)> = (1..cells).map(|cell| (cell - 1, cell)).collect();
        let link = Link::new(nodes.collect(), &edges).not_empty();
        b.link(link).unwrap();
        b
    }

    #[test]
    fn what_falls_apart_is_no_solution() {
        let mut b = row(6);
        for cell in 0..8 {
            b.tile(&[2 * cell, 2 * cell + 1]).unwrap();
        }
        let model = b.build().unwrap();
        let found = all(&model, &Ask::default());
        // From one cell to another; the last two cells are free.
        assert_eq!(found.len(), (6 * 7 / 2) * 4);
        assert!(found.iter().all(|solution| model.is_solution(solution)));
        let apart = Ask::given([Choice(1), Choice(7)]).barred([Choice(3)]);
        assert!(all(&model, &apart).is_empty());
    }

    #[test]
    fn hidden_choices_are_left_out_and_lines_are_read() {
        let mut b = row(4);
        b.hidden_from(8);
        let tiles: Vec<_> = (0..4)
            .map(|cell| b.tile(&[2 * cell, 2 * cell + 1]).unwrap())
            .collect();
        // Two hidden tiles that may be anything.
        b.tile(&[8, 9]).unwrap();
        b.tile(&[10, 11]).unwrap();
        let two = Language::count(&[false, true], 2..=2).unwrap();
        b.line(&tiles, two, |_, choice| choice.0 % 2).unwrap();
        let model = b.build().unwrap();
        let found = all(&model, &Ask::default());
        assert_eq!(found.len(), 3);
        assert!(found.iter().all(|solution| model.is_solution(solution)));
    }
}
