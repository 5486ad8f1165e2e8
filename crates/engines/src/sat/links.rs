//! The links of a model over the variables of a solver, and the clauses that forbid a broken one.
//!
//! Each node is known by one literal, so that a cut is one clause. A node that several choices put in gets a variable of
//! its own, unless all but one of its tile's choices do: then it is in where that one is not picked.

use super::solver::Solver;
use crate::walk::item_of_all;
use std::collections::HashMap;
use std::sync::Arc;
use tilewright_model::{Choice, Cut, Link, Literals, Model, Node};

/// The links of a model.
#[derive(Debug, Default)]
pub(super) struct Links(Vec<Linked>);

/// A link, and what puts each of its nodes in.
#[derive(Clone, Debug)]
pub(super) struct Linked {
    pub(super) link: Arc<Link>,
    pub(super) nodes: Vec<Place>,
}

/// When a node is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    In,
    Out,
    /// If this literal is true.
    If(i32),
}

/// The value of a choice before the solver begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Picked,
    Out,
    If(i32),
}

impl Links {
    /// For a search in which these choices are picked, and those with a literal are left. Adds to the solver what can be
    /// said beforehand.
    pub(super) fn new(
        model: &Model,
        picked: &[Choice],
        literals: &Literals,
        solver: &mut dyn Solver,
    ) -> Self {
        if model.links().next().is_none() {
            return Self::default();
        }
        let mut values = vec![Value::Out; model.choice_count()];
        for choice in model.choices() {
            if let Some(literal) = literals.get(choice) {
                values[choice.index()] = Value::If(literal);
            }
        }
        for choice in picked {
            values[choice.index()] = Value::Picked;
        }
        let mut builder = Builder {
            model,
            values,
            joint: HashMap::new(),
            solver,
        };
        Self(model.links().map(|link| builder.linked(link)).collect())
    }

    /// Each of them.
    pub(super) fn iter(&self) -> std::slice::Iter<'_, Linked> {
        self.0.iter()
    }

    /// The clauses that a solution breaks; none if every link holds.
    pub(super) fn cuts(&self, is_true: impl Fn(i32) -> bool) -> Vec<Vec<i32>> {
        let mut clauses = Vec::new();
        for linked in &self.0 {
            let is_in = |place: &Place| match *place {
                Place::In => true,
                Place::Out => false,
                Place::If(literal) => is_true(literal.abs()) == (literal > 0),
            };
            let is_in: Vec<bool> = linked.nodes.iter().map(is_in).collect();
            let is_sure = |node: u32| linked.nodes[node as usize] == Place::In;
            let cuts = linked.link.cuts(&is_in, is_sure);
            clauses.extend(cuts.iter().map(|cut| linked.clause(cut)));
        }
        clauses
    }
}

impl Linked {
    /// "Not one end, or not the other, or something between."
    fn clause(&self, cut: &Cut) -> Vec<i32> {
        let literal = |&node: &u32| match self.nodes[node as usize] {
            Place::If(literal) => Some(literal),
            Place::In | Place::Out => None,
        };
        let ends = [cut.from, cut.to];
        let ends = ends.iter().filter_map(literal).map(|literal| -literal);
        ends.chain(cut.through.iter().filter_map(literal)).collect()
    }
}

struct Builder<'m> {
    model: &'m Model,
    /// For each choice.
    values: Vec<Value>,
    /// The variables of nodes that several choices put in, by the variables of these.
    joint: HashMap<Vec<i32>, i32>,
    solver: &'m mut dyn Solver,
}

impl Builder<'_> {
    fn linked(&mut self, link: &Arc<Link>) -> Linked {
        let nodes = link.nodes().iter().map(|node| self.place(node));
        let nodes: Vec<Place> = nodes.collect();
        let is_in: Vec<bool> = nodes.iter().map(|&place| place == Place::In).collect();
        let may_be_in: Vec<bool> = nodes.iter().map(|&place| place != Place::Out).collect();
        if !link.may_hold(&is_in, &may_be_in) {
            self.solver.add(&[]);
        }
        if !link.may_be_empty() && !is_in.contains(&true) {
            let any = nodes.iter().filter_map(|&place| match place {
                Place::If(literal) => Some(literal),
                Place::In | Place::Out => None,
            });
            let any: Vec<i32> = any.collect();
            self.solver.add(&any);
        }
        let link = Arc::clone(link);
        Linked { link, nodes }
    }

    fn place(&mut self, node: &Node) -> Place {
        let Node::If(choices) = node else {
            return Place::In;
        };
        let mut any = Vec::new();
        for choice in choices {
            match self.values[choice.index()] {
                Value::Picked => return Place::In,
                Value::If(literal) => any.push(literal),
                Value::Out => {}
            }
        }
        any.sort_unstable();
        any.dedup();
        match any[..] {
            [] => Place::Out,
            [one] => Place::If(one),
            _ => self.place_of_several(choices, any),
        }
    }

    fn place_of_several(&mut self, choices: &[Choice], any: Vec<i32>) -> Place {
        if let Some(item) = item_of_all(self.model, choices) {
            let members = self.model.members(item).iter();
            let values = members.map(|(choice, _)| self.values[choice.index()]);
            let mut others = values.filter_map(|value| match value {
                Value::If(literal) if any.binary_search(&literal).is_err() => Some(literal),
                _ => None,
            });
            match (others.next(), others.next()) {
                (None, _) => return Place::In,
                (Some(other), None) => return Place::If(-other),
                _ => {}
            }
        }
        if let Some(&joint) = self.joint.get(&any) {
            return Place::If(joint);
        }
        let joint = self.solver.variable();
        for &one in &any {
            self.solver.add(&[-one, joint]);
        }
        let mut clause = any.clone();
        clause.push(-joint);
        self.solver.add(&clause);
        self.joint.insert(any, joint);
        Place::If(joint)
    }
}
