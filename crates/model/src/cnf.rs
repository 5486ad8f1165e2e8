//! A model as clauses, for everything that speaks to a SAT solver.
//!
//! A variable says that a choice is picked. The clauses, in order: item by item, for exactly one
//! "at least one" and then "not both" for each pair, for at most one "not both" for each pair, for
//! one colour "not both" for each pair of different colours; then rule by rule "not both" for each
//! pair that its table forbids. So the clauses have exactly the model's solutions.
//!
//! If some choices are decided already, the clauses of the others are enough
//! ([`Clauses::among`]): that is a fraction of the whole for a puzzle with clues.

use crate::{Choice, Demand, Item, Model};
use std::convert::Infallible;

/// The clauses of a model. A literal is a variable's number, from 1, negative for "not".
#[derive(Debug)]
pub struct Clauses<'m> {
    model: &'m Model,
    /// For each choice its variable, or 0; without it choice *c* is variable *c* + 1.
    variable: Option<Vec<u32>>,
    variables: u64,
    clause_count: u64,
    literals: u64,
}

impl<'m> Clauses<'m> {
    /// The clauses of the whole model: variable *c* + 1 says that choice *c* is picked.
    pub fn of(model: &'m Model) -> Self {
        Self::measured(model, None, model.choice_count() as u64)
    }

    /// The clauses that these choices must satisfy where all others are decided: the *k*th of them
    /// is variable *k* + 1. An exactly-one item that has none of them is taken to be met, and the
    /// choices that were picked to exclude none of them.
    pub fn among(model: &'m Model, choices: &[Choice]) -> Self {
        let mut variable = vec![0; model.choice_count()];
        for (number, choice) in (1..).zip(choices) {
            variable[choice.index()] = number;
        }
        Self::measured(model, Some(variable), choices.len() as u64)
    }

    fn measured(model: &'m Model, variable: Option<Vec<u32>>, variables: u64) -> Self {
        let mut measured = Self {
            model,
            variable,
            variables,
            clause_count: 0,
            literals: 0,
        };
        let mut pairs = 0u64;
        let mut members = Vec::new();
        for item in model.items() {
            measured.collect(item, &mut members);
            let size = members.len() as u64;
            let all = size * size.saturating_sub(1) / 2;
            let demand = model.demand(item);
            pairs = pairs.saturating_add(match demand {
                Demand::OneColour => all - equal_pairs(&mut members),
                _ => all,
            });
            if demand == Demand::ExactlyOne && measured.is_demanded(size) {
                measured.clause_count += 1;
                measured.literals += size;
            }
        }
        if measured.variable.is_none() {
            for table in model.pairs().map(|pair| &pair.table) {
                let words = (0..table.rows()).flat_map(|row| table.row(row));
                let allowed: u64 = words.map(|word| u64::from(word.count_ones())).sum();
                let all = table.rows() as u64 * table.columns() as u64;
                pairs = pairs.saturating_add(all - allowed);
            }
        } else {
            let count = |_: &[i64]| {
                pairs += 1;
                Ok::<(), Infallible>(())
            };
            let Ok(()) = measured.each_of_rules(count);
        }
        measured.clause_count = measured.clause_count.saturating_add(pairs);
        measured.literals = measured.literals.saturating_add(pairs.saturating_mul(2));
        measured
    }

    /// The number of variables.
    pub fn variables(&self) -> u64 {
        self.variables
    }

    /// The number of clauses.
    pub fn clauses(&self) -> u64 {
        self.clause_count
    }

    /// The number of literals in all clauses together.
    pub fn literals(&self) -> u64 {
        self.literals
    }

    /// The variable of a choice, unless it has none.
    pub fn variable(&self, choice: Choice) -> Option<i64> {
        let number = match &self.variable {
            None => i64::from(choice.0) + 1,
            Some(variable) => i64::from(variable[choice.index()]),
        };
        (number > 0).then_some(number)
    }

    /// Gives each clause to `visit`, in order, until it fails.
    pub fn each<E>(&self, mut visit: impl FnMut(&[i64]) -> Result<(), E>) -> Result<(), E> {
        let (mut members, mut literals) = (Vec::new(), Vec::new());
        for item in self.model.items() {
            self.collect(item, &mut members);
            let demand = self.model.demand(item);
            if demand == Demand::ExactlyOne && self.is_demanded(members.len() as u64) {
                literals.clear();
                literals.extend(members.iter().map(|(variable, _)| *variable));
                visit(&literals)?;
            }
            for (place, (first, shown)) in members.iter().enumerate() {
                for (second, colour) in &members[place + 1..] {
                    if demand != Demand::OneColour || shown != colour {
                        visit(&[-first, -second])?;
                    }
                }
            }
        }
        self.each_of_rules(visit)
    }

    fn each_of_rules<E>(&self, mut visit: impl FnMut(&[i64]) -> Result<(), E>) -> Result<(), E> {
        for rule in self.model.pairs() {
            let to = self.model.members(rule.to);
            for (row, &(first, _)) in self.model.members(rule.from).iter().enumerate() {
                let Some(first) = self.variable(first) else {
                    continue;
                };
                for (column, &(second, _)) in to.iter().enumerate() {
                    if !rule.table.allows(row, column)
                        && let Some(second) = self.variable(second)
                    {
                        visit(&[-first, -second])?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns true if an exactly-one item with `size` of the choices still demands one of them.
    fn is_demanded(&self, size: u64) -> bool {
        size > 0 || self.variable.is_none()
    }

    /// The variables of an item with their colours, in the item's order.
    fn collect(&self, item: Item, members: &mut Vec<(i64, u32)>) {
        members.clear();
        for &(choice, colour) in self.model.members(item) {
            members.extend(self.variable(choice).map(|variable| (variable, colour.0)));
        }
    }
}

/// The number of pairs that show the same colour; the members come out in another order.
fn equal_pairs(members: &mut [(i64, u32)]) -> u64 {
    members.sort_unstable_by_key(|&(_, colour)| colour);
    let same = members.chunk_by(|a, b| a.1 == b.1);
    same.map(|group| {
        let size = group.len() as u64;
        size * (size - 1) / 2
    })
    .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ModelBuilder, Table};
    use std::sync::Arc;

    fn listed(clauses: &Clauses) -> Vec<Vec<i64>> {
        let mut all = Vec::new();
        let Ok(()) = clauses.each(|clause| {
            all.push(clause.to_vec());
            Ok::<(), Infallible>(())
        });
        assert_eq!(clauses.clauses(), all.len() as u64);
        let literals: usize = all.iter().map(Vec::len).sum();
        assert_eq!(clauses.literals(), literals as u64);
        all
    }

    /// Two tiles of two choices with every kind of demand between them.
    fn of_all_kinds() -> Model {
        let mut b = ModelBuilder::new(4);
        let left = b.tile(&[0, 1]).unwrap();
        let right = b.tile(&[2, 3]).unwrap();
        b.item(Demand::AtMostOne, &[0, 2]).unwrap();
        b.one_colour(&[(1, 5), (2, 5), (3, 6)]).unwrap();
        let table = Table::new(2, 2, |a, b| a == 0 || b == 0);
        b.pair(left, right, Arc::new(table)).unwrap();
        b.build().unwrap()
    }

    #[test]
    fn every_demand_has_its_clauses() {
        let model = of_all_kinds();
        let expected: [&[i64]; 8] = [
            &[1, 2],
            &[-1, -2],
            &[3, 4],
            &[-3, -4],
            &[-1, -3],
            &[-2, -4],
            &[-3, -4],
            &[-2, -4],
        ];
        assert_eq!(listed(&Clauses::of(&model)), expected);
    }

    #[test]
    fn what_is_decided_has_none() {
        let model = of_all_kinds();
        let among = Clauses::among(&model, &model.choice_ids([3, 1]));
        let expected: [&[i64]; 4] = [&[2], &[1], &[-2, -1], &[-2, -1]];
        assert_eq!(listed(&among), expected);
        assert_eq!(among.variables(), 2);
        assert_eq!(among.variable(Choice(3)), Some(1));
        assert_eq!(among.variable(Choice(0)), None);
        assert!(listed(&Clauses::among(&model, &[])).is_empty());
    }

    #[test]
    fn an_item_without_choices_cannot_be_met() {
        let mut b = ModelBuilder::new(1);
        b.tile(&[0]).unwrap();
        b.item(Demand::ExactlyOne, &[]).unwrap();
        let model = b.build().unwrap();
        assert_eq!(listed(&Clauses::of(&model)), [vec![1], vec![]]);
    }
}
