//! Clauses that forbid what breaks a link, and everything else with the same gap.
//!
//! A search knows the clauses of a model and not its links. When it finds a solution that falls apart, each loose piece and
//! the largest one give cuts ([`Link::cuts`]): "this node and that one are in only if one of those between them is". As
//! clauses these are added to the others, and the search continues.
//!
//! A node may be put in by one of several choices, and so may the other end: then there is a clause for each two, and
//! if that were too many, for those two that are picked. The solution breaks the clause of these in any case.

use std::collections::BTreeSet;
use tilewright_checker::folder::{CutEnd, Demanded};
use tilewright_model::{Choice, Cut, Link, Model, Node};

/// The most clauses for one cut.
const MOST_CLAUSES: usize = 64;

/// The clauses that break a solution: that which links demand, with variable *c* + 1 for choice *c*.
///
/// `picked` has all choices of a solution but for the links, ascending, the hidden ones among them. Nodes that are in by
/// `given` choices are the best ends of a cut. There are none if each link holds.
pub fn cuts(model: &Model, given: &[Choice], picked: &[Choice]) -> Vec<(Demanded, Vec<i64>)> {
    let is_picked = |choice: Choice| picked.binary_search(&choice).is_ok();
    let mut cuts = Vec::new();
    for (number, link) in (1..).zip(model.links()) {
        let is_in = link.is_in(is_picked);
        if !link.may_be_empty() && !is_in.contains(&true) {
            let something = Demanded::Something { link: number };
            cuts.push((something, one_of(link.choices())));
        }
        let is_sure = |node: u32| match &link.nodes()[node as usize] {
            Node::Always => true,
            Node::If(choices) => choices.iter().any(|choice| given.contains(choice)),
        };
        for cut in link.cuts(&is_in, is_sure) {
            add(number, link, &cut, &is_picked, &mut cuts);
        }
    }
    cuts
}

fn add(
    number: u64,
    link: &Link,
    cut: &Cut,
    is_picked: &impl Fn(Choice) -> bool,
    cuts: &mut Vec<(Demanded, Vec<i64>)>,
) {
    let choices = |node: u32| match &link.nodes()[node as usize] {
        Node::Always => &[][..],
        Node::If(choices) => choices,
    };
    let between = cut.through.iter().flat_map(|&node| choices(node));
    let between = one_of(between.copied());
    // None for a node that is in always.
    let ways = |node: u32, is_wanted: &dyn Fn(Choice) -> bool| -> Vec<Option<i64>> {
        if link.nodes()[node as usize] == Node::Always {
            return vec![None];
        }
        let wanted = choices(node).iter().filter(|&&choice| is_wanted(choice));
        wanted.map(|&choice| Some(variable(choice))).collect()
    };
    let (mut from, mut to) = (ways(cut.from, &|_| true), ways(cut.to, &|_| true));
    if from.len() * to.len() > MOST_CLAUSES {
        (from, to) = (ways(cut.from, is_picked), ways(cut.to, is_picked));
    }
    let end = |node: u32, variable: Option<i64>| CutEnd {
        node: u64::from(node) + 1,
        variable: variable.map(i64::unsigned_abs),
    };
    let through: Vec<u64> = cut
        .through
        .iter()
        .map(|&node| u64::from(node) + 1)
        .collect();
    for &first in &from {
        for &second in &to {
            let demanded = Demanded::Cut {
                link: number,
                from: end(cut.from, first),
                to: end(cut.to, second),
                through: through.clone(),
            };
            let ends = [first, second].into_iter().flatten();
            let mut clause: Vec<i64> = ends.map(|variable| -variable).collect();
            clause.dedup();
            clause.extend(&between);
            cuts.push((demanded, clause));
        }
    }
}

/// The variables of choices, each once and ascending.
fn one_of(choices: impl Iterator<Item = Choice>) -> Vec<i64> {
    let variables: BTreeSet<i64> = choices.map(variable).collect();
    variables.into_iter().collect()
}

fn variable(choice: Choice) -> i64 {
    i64::from(choice.0) + 1
}
