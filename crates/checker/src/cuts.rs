//! What links demand: clauses that come to the formula while a proof is searched for.
//!
//! A link says that all nodes that are in are joined. Two of them are in, then, only if one of some others is, provided
//! that every walk between the two comes through these. That is all that is believed of links, and it is believed after
//! a walk alone: from one end to every node that can be reached without those between. If the other end is reached, the
//! clause is refused. So it does not matter who found the nodes, or how. A walk takes as long as the graph is large.

use crate::folder::{CutEnd, Demanded};
use std::collections::BTreeSet;
use std::sync::Arc;
use tilewright_model::{Choice, Link, Model, Node};

/// The links of a model.
pub(crate) struct Graphs<'m> {
    links: Vec<&'m Arc<Link>>,
}

impl<'m> Graphs<'m> {
    pub(crate) fn of(model: &'m Model) -> Self {
        Self {
            links: model.links().collect(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// At least as many bytes as any good line has.
    pub(crate) fn longest_line(&self) -> u64 {
        const WORD: u64 = 12;
        let nodes = self.links.iter().map(|link| link.nodes().len() as u64);
        (nodes.max().unwrap_or(0) + 10) * WORD
    }

    /// The clause that is demanded, or why it does not follow from the link.
    pub(crate) fn clause(&self, demanded: &Demanded) -> Result<Vec<i64>, String> {
        match demanded {
            Demanded::Something { link } => something(self.link(*link)?),
            Demanded::Cut {
                link,
                from,
                to,
                through,
            } => cut(self.link(*link)?, *from, *to, through),
        }
    }

    fn link(&self, number: u64) -> Result<&'m Link, String> {
        let place = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
        let link = place.and_then(|place| self.links.get(place));
        let absent = || format!("there is no link {number}, only 1 to {}", self.links.len());
        link.map(|link| &***link).ok_or_else(absent)
    }
}

/// "One of the choices that put a node in is picked."
fn something(link: &Link) -> Result<Vec<i64>, String> {
    if link.may_be_empty() {
        return Err("this link may be empty".to_owned());
    }
    if link.nodes().contains(&Node::Always) {
        return Err("this link has a node that is in always".to_owned());
    }
    Ok(one_of(link.choices()))
}

fn cut(link: &Link, from: CutEnd, to: CutEnd, through: &[u64]) -> Result<Vec<i64>, String> {
    let node = |number: u64| {
        let nodes = link.nodes().len();
        let place = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
        let place = place.filter(|&place| place < nodes);
        place.ok_or_else(|| format!("there is no node {number}, only 1 to {nodes}"))
    };
    let (start, goal) = (node(from.node)?, node(to.node)?);
    let mut is_met = vec![false; link.nodes().len()];
    let mut between = Vec::new();
    for (number, before) in through.iter().zip(std::iter::once(&0).chain(through)) {
        if number <= before {
            return Err(format!("node {number} is out of order"));
        }
        let place = node(*number)?;
        let Node::If(choices) = &link.nodes()[place] else {
            return Err(format!("node {number} is in always, so it cuts nothing"));
        };
        between.extend(choices);
        is_met[place] = true;
    }
    if is_met[start] || is_met[goal] {
        return Err("an end lies between the ends".to_owned());
    }
    // Everywhere that a walk can go without those between.
    let mut walk = vec![start];
    is_met[start] = true;
    while let Some(here) = walk.pop() {
        for &next in link.neighbours(here as u32) {
            let next = next as usize;
            if !is_met[next] {
                is_met[next] = true;
                walk.push(next);
            }
        }
    }
    if is_met[goal] {
        let (from, to) = (from.node, to.node);
        return Err(format!("a walk from node {from} to node {to} gets through"));
    }
    let mut clause: Vec<i64> = Vec::new();
    for (end, place) in [(from, start), (to, goal)] {
        clause.extend(not_in(link, end, place)?);
    }
    clause.dedup();
    clause.extend(one_of(between.into_iter()));
    Ok(clause)
}

/// "This end is not in by this variable", or nothing if it is in always.
fn not_in(link: &Link, end: CutEnd, place: usize) -> Result<Option<i64>, String> {
    let number = end.node;
    match (&link.nodes()[place], end.variable) {
        (Node::Always, None) => Ok(None),
        (Node::Always, Some(_)) => Err(format!("node {number} is in by no variable, but always")),
        (Node::If(_), None) => Err(format!("node {number} is not in always")),
        (Node::If(choices), Some(variable)) => {
            let choice = choices
                .iter()
                .find(|&&choice| is(choice) == variable.cast_signed());
            let absent = || format!("variable {variable} does not put node {number} in");
            choice.map(|&choice| Some(-is(choice))).ok_or_else(absent)
        }
    }
}

fn is(choice: Choice) -> i64 {
    i64::from(choice.0) + 1
}

/// "One of these is picked": each once, ascending.
fn one_of(choices: impl Iterator<Item = Choice>) -> Vec<i64> {
    let variables: BTreeSet<i64> = choices.map(is).collect();
    variables.into_iter().collect()
}
