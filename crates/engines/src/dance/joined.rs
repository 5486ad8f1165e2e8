//! Links: what is picked stays in one piece, and can still be joined.
//!
//! **Idea.** Before each branch a [`Walk`] over every link says what is a dead end, which nodes go out, and which are in.

use super::state::State;
use crate::walk::{Status, Walk, item_of_all};
use std::sync::Arc;
use tilewright_model::{Choice, Item, Link, Model, Node};

/// The links of a model.
#[derive(Debug)]
pub(super) struct Joined {
    links: Vec<OneLink>,
    /// For each choice, true if it is picked; filled for each look.
    is_picked: Vec<bool>,
    /// The nodes and edges of all links, which a look goes through, and those gone through so far.
    whole: u64,
    pub(super) looked_at: u64,
}

#[derive(Debug)]
struct OneLink {
    link: Arc<Link>,
    /// For each node an exactly-one item that has all its choices.
    item: Vec<Option<Item>>,
    status: Vec<Status>,
    walk: Walk,
}

impl Joined {
    pub(super) fn new(model: &Model) -> Option<Self> {
        let links: Vec<OneLink> = model
            .links()
            .map(|link| OneLink::new(model, link))
            .collect();
        let is_picked = vec![false; model.choice_count()];
        let visits = model.links().map(|link| {
            let nodes = 0..link.nodes().len() as u32;
            let visits = nodes.map(|node| 1 + link.neighbours(node).len() as u64);
            visits.sum::<u64>()
        });
        let whole = is_picked.len() as u64 + visits.sum::<u64>();
        (!links.is_empty()).then_some(Self {
            links,
            is_picked,
            whole,
            looked_at: 0,
        })
    }

    /// The choices that must be removed now, added to `doomed`. Returns false if something cannot be joined.
    pub(super) fn look(&mut self, model: &Model, state: &State, doomed: &mut Vec<Choice>) -> bool {
        self.looked_at += self.whole;
        self.is_picked.fill(false);
        for choice in &state.picked {
            self.is_picked[choice.index()] = true;
        }
        let is_picked = &self.is_picked;
        let mut links = self.links.iter_mut();
        links.all(|link| link.look(model, state, is_picked, doomed))
    }
}

impl OneLink {
    fn new(model: &Model, link: &Arc<Link>) -> Self {
        let nodes = link.nodes().len();
        let item = |node: &Node| match node {
            Node::Always => None,
            Node::If(choices) => item_of_all(model, choices),
        };
        Self {
            item: link.nodes().iter().map(item).collect(),
            link: Arc::clone(link),
            status: vec![Status::Out; nodes],
            walk: Walk::new(nodes),
        }
    }

    fn look(
        &mut self,
        model: &Model,
        state: &State,
        is_picked: &[bool],
        doomed: &mut Vec<Choice>,
    ) -> bool {
        for node in 0..self.status.len() {
            self.status[node] = self.status_of(state, is_picked, node);
        }
        let Some(first) = self.status.iter().position(|&status| status == Status::In) else {
            return self.begins(model, state, doomed);
        };
        self.walk.begin(&self.link, &self.status, first as u32);
        for node in 0..self.status.len() {
            if self.walk.has_reached(node) {
                continue;
            }
            match (self.status[node], &self.link.nodes()[node]) {
                (Status::In, _) => return false,
                (Status::Open, Node::If(choices)) => {
                    doomed.extend(choices.iter().filter(|&&choice| state.is_live(choice)));
                }
                _ => {}
            }
        }
        for &(node, _) in self.walk.forced() {
            self.put_in(node as usize, model, state, doomed);
        }
        true
    }

    /// Nothing is in yet. If something must be, there is a node for it, and the only one is put in.
    fn begins(&self, model: &Model, state: &State, doomed: &mut Vec<Choice>) -> bool {
        if self.link.may_be_empty() {
            return true;
        }
        let nodes = 0..self.status.len();
        let mut open = nodes.filter(|&node| self.status[node] == Status::Open);
        let Some(first) = open.next() else {
            return false;
        };
        if open.next().is_none() {
            self.put_in(first, model, state, doomed);
        }
        true
    }

    /// Removes the other choices of an open node's tile.
    fn put_in(&self, node: usize, model: &Model, state: &State, doomed: &mut Vec<Choice>) {
        if let (Node::If(choices), Some(item)) = (&self.link.nodes()[node], self.item[node]) {
            let members = model.members(item).iter().map(|&(choice, _)| choice);
            doomed.extend(members.filter(|c| state.is_live(*c) && !choices.contains(c)));
        }
    }

    fn status_of(&self, state: &State, is_picked: &[bool], node: usize) -> Status {
        let Node::If(choices) = &self.link.nodes()[node] else {
            return Status::In;
        };
        if choices.iter().any(|choice| is_picked[choice.index()]) {
            return Status::In;
        }
        let live = choices
            .iter()
            .filter(|&&choice| state.is_live(choice))
            .count() as u32;
        match self.item[node] {
            _ if live == 0 => Status::Out,
            // All that its tile has left puts it in.
            Some(item) if state.is_open(item) && state.size(item) == live => Status::In,
            _ => Status::Open,
        }
    }
}
