//! Clauses that forbid a solution whose links are broken, and all others with the same gap.

use std::collections::HashMap;
use tilewright_model::{Choice, Cut, Link, Model, Node};

/// A cut with more clauses than this is said of the solution's own choices alone.
const MOST_CLAUSES: usize = 64;

/// The variables of a model's links.
#[derive(Debug, Default)]
pub(super) struct Cuts {
    values: HashMap<Choice, Value>,
}

/// The value of a choice that some link names; choices that are ruled out have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Picked,
    Variable(i32),
}

/// A node of a link as a disjunction.
enum Disjunction {
    True,
    Any(Vec<i32>),
}

impl Cuts {
    /// For a search in which these choices are picked, and those live, in the order of their variables.
    pub(super) fn new(model: &Model, picked: &[Choice], live: &[Choice]) -> Self {
        if model.links().next().is_none() {
            return Self::default();
        }
        let variables = (1..)
            .zip(live)
            .map(|(number, &choice)| (choice, Value::Variable(number)));
        let picked = picked.iter().map(|&choice| (choice, Value::Picked));
        Self {
            values: variables.chain(picked).collect(),
        }
    }

    /// The clauses that these choices break; none if every link holds.
    pub(super) fn of(&self, model: &Model, solution: &[Choice]) -> Vec<Vec<i32>> {
        let is_picked = |choice: Choice| solution.binary_search(&choice).is_ok();
        let mut clauses = Vec::new();
        for link in model.links() {
            let is_in = link.is_in(is_picked);
            if !link.may_be_empty() && !is_in.contains(&true) {
                clauses.push(self.any_of(link));
            }
            let is_sure = |node: u32| matches!(self.node(link, node), Disjunction::True);
            for cut in link.cuts(&is_in, is_sure) {
                self.add(link, &cut, is_picked, &mut clauses);
            }
        }
        clauses
    }

    /// "Something is in."
    fn any_of(&self, link: &Link) -> Vec<i32> {
        let mut any: Vec<i32> = link
            .choices()
            .filter_map(|choice| self.variable(choice))
            .collect();
        any.sort_unstable();
        any.dedup();
        any
    }

    fn node(&self, link: &Link, node: u32) -> Disjunction {
        let Node::If(choices) = &link.nodes()[node as usize] else {
            return Disjunction::True;
        };
        let mut any = Vec::new();
        for choice in choices {
            match self.values.get(choice) {
                Some(Value::Picked) => return Disjunction::True,
                Some(Value::Variable(number)) => any.push(*number),
                None => {}
            }
        }
        Disjunction::Any(any)
    }

    /// "Not one end, or not the other, or something between": a clause for each pair of choices that put the ends in.
    fn add(
        &self,
        link: &Link,
        cut: &Cut,
        is_picked: impl Fn(Choice) -> bool,
        clauses: &mut Vec<Vec<i32>>,
    ) {
        let between = cut
            .through
            .iter()
            .flat_map(|&node| match self.node(link, node) {
                Disjunction::True => unreachable!("nothing between two pieces is in"),
                Disjunction::Any(any) => any,
            });
        let between: Vec<i32> = between.collect();
        let (mut from, mut to) = (self.end(link, cut.from), self.end(link, cut.to));
        if from.len() * to.len() > MOST_CLAUSES {
            let picked = |node: u32| {
                let Node::If(choices) = &link.nodes()[node as usize] else {
                    return vec![None];
                };
                let picked = choices.iter().filter(|&&choice| is_picked(choice));
                picked
                    .take(1)
                    .map(|choice| self.variable(*choice))
                    .collect()
            };
            (from, to) = (picked(cut.from), picked(cut.to));
        }
        for &from in &from {
            for &to in &to {
                let ends = [from, to].into_iter().flatten().map(|variable| -variable);
                clauses.push(ends.chain(between.iter().copied()).collect());
            }
        }
    }

    /// The variables that put a node in, or none for one that is in already.
    fn end(&self, link: &Link, node: u32) -> Vec<Option<i32>> {
        match self.node(link, node) {
            Disjunction::True => vec![None],
            Disjunction::Any(any) => any.into_iter().map(Some).collect(),
        }
    }

    fn variable(&self, choice: Choice) -> Option<i32> {
        match self.values.get(&choice) {
            Some(Value::Variable(number)) => Some(*number),
            _ => None,
        }
    }
}
