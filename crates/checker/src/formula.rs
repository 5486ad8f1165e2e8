//! The clauses that a puzzle and a claim about it come to, derived from the model alone.
//!
//! Engines and the export of models have a translation of their own (`model::cnf`). This one shares
//! no line with it: a mistake there would otherwise be a mistake here, and a proof about the wrong
//! formula would pass. The two must agree clause by clause, or no proof is accepted.
//!
//! Variable *c* + 1 says that choice *c* is picked. In order: each given; then item by item, if one is
//! demanded, that one of its choices is picked, and for each two choices of it that do not go
//! together that not both are; then the same for each two that a rule forbids; and last, where a
//! solution is claimed to be the only one, that not all of it is picked.

use std::collections::HashMap;
use tilewright_model::{Choice, Colour, Demand, Model};

/// A formula of a puzzle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Formula<'m> {
    pub(crate) model: &'m Model,
    pub(crate) givens: &'m [Choice],
    /// The solution that is claimed to be the only one.
    pub(crate) only: Option<&'m [Choice]>,
}

fn is(choice: Choice) -> i64 {
    i64::from(choice.0) + 1
}

impl Formula<'_> {
    pub(crate) fn variables(self) -> u64 {
        self.model.choice_count() as u64
    }

    /// The number of clauses. It is computed and not counted, since a folder may hold a puzzle with more of them than
    /// any program could visit; the end of the file that [`Formula::each`] is compared with then stops it.
    pub(crate) fn clauses(self) -> u64 {
        let mut number = self.givens.len() as u128 + u128::from(self.only.is_some());
        let pairs = |size: usize| (size as u128) * (size as u128).saturating_sub(1) / 2;
        for item in self.model.items() {
            let members = self.model.members(item);
            number += pairs(members.len());
            match self.model.demand(item) {
                Demand::ExactlyOne => number += 1,
                Demand::AtMostOne => {}
                Demand::OneColour => {
                    let mut of_colour: HashMap<Colour, usize> = HashMap::new();
                    for &(_, colour) in members {
                        *of_colour.entry(colour).or_default() += 1;
                    }
                    number -= of_colour.values().map(|&size| pairs(size)).sum::<u128>();
                }
            }
        }
        for rule in self.model.pairs() {
            for row in 0..rule.table.rows() {
                let allowed = rule.table.row(row).iter().map(|word| word.count_ones());
                number += rule.table.columns() as u128 - u128::from(allowed.sum::<u32>());
            }
        }
        u64::try_from(number).unwrap_or(u64::MAX)
    }

    /// Visits the clauses in order, until `visit` objects.
    pub(crate) fn each<E>(self, visit: &mut dyn FnMut(&[i64]) -> Result<(), E>) -> Result<(), E> {
        for &given in self.givens {
            visit(&[is(given)])?;
        }
        for item in self.model.items() {
            let members = self.model.members(item);
            let demand = self.model.demand(item);
            if demand == Demand::ExactlyOne {
                let any: Vec<i64> = members.iter().map(|member| is(member.0)).collect();
                visit(&any)?;
            }
            let go_together = |one: Colour, other: Colour| match demand {
                Demand::ExactlyOne | Demand::AtMostOne => false,
                Demand::OneColour => one == other,
            };
            for (later, &(first, colour)) in (1..).zip(members) {
                for &(second, other) in &members[later..] {
                    if !go_together(colour, other) {
                        visit(&[-is(first), -is(second)])?;
                    }
                }
            }
        }
        for rule in self.model.pairs() {
            for (row, &(first, _)) in self.model.members(rule.from).iter().enumerate() {
                for (column, &(second, _)) in self.model.members(rule.to).iter().enumerate() {
                    if !rule.table.allows(row, column) {
                        visit(&[-is(first), -is(second)])?;
                    }
                }
            }
        }
        let Some(only) = self.only else {
            return Ok(());
        };
        let another: Vec<i64> = only.iter().map(|&choice| -is(choice)).collect();
        visit(&another)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::sync::Arc;
    use tilewright_model::{ModelBuilder, Table};

    #[test]
    fn every_demand_has_its_clauses_and_they_are_as_many_as_is_said() {
        let mut b = ModelBuilder::new(4);
        let left = b.tile(&[0, 1]).unwrap();
        let right = b.tile(&[2, 3]).unwrap();
        b.item(Demand::AtMostOne, &[0, 2]).unwrap();
        b.one_colour(&[(1, 5), (2, 5), (3, 6)]).unwrap();
        let table = Table::new(2, 2, |a, b| a == 0 || b == 0);
        b.pair(left, right, Arc::new(table)).unwrap();
        let model = b.build().unwrap();
        let formula = Formula {
            model: &model,
            givens: &model.choice_ids([1]),
            only: Some(&model.choice_ids([1, 2])),
        };
        let mut clauses = Vec::new();
        let Ok(()) = formula.each(&mut |clause| {
            clauses.push(clause.to_vec());
            Ok::<(), Infallible>(())
        });
        let expected: [&[i64]; 10] = [
            &[2],
            &[1, 2],
            &[-1, -2],
            &[3, 4],
            &[-3, -4],
            &[-1, -3],
            &[-2, -4],
            &[-3, -4],
            &[-2, -4],
            &[-2, -3],
        ];
        assert_eq!(clauses, expected);
        assert_eq!((formula.clauses(), formula.variables()), (10, 4));
    }
}
