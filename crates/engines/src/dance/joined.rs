//! Links: what is picked stays in one piece, and can still be joined.
//!
//! **Idea.** A node of a link is *in*, *out*, or open. A walk from a node that is in, over all that are not out, says three
//! things. If it does not come to another node that is in, the two cannot be joined: a dead end. An open node that it does
//! not come to goes out. And an open node through which every walk to some node that is in leads (a *cut vertex* of
//! the graph) is in. The walk is the depth-first search of Tarjan, so all of this costs one visit to each edge.

use super::state::State;
use std::sync::Arc;
use tilewright_model::{Choice, Demand, Item, Link, Model, Node};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    In,
    Open,
    Out,
}

/// The links of a model.
#[derive(Debug)]
pub(super) struct Joined {
    links: Vec<OneLink>,
    /// For each choice, true if it is picked; filled for each look.
    is_picked: Vec<bool>,
}

#[derive(Debug)]
struct OneLink {
    link: Arc<Link>,
    /// For each node an exactly-one item that has all its choices.
    item: Vec<Option<Item>>,
    status: Vec<Status>,
    /// The number of a node in the order of the walk, or 0.
    number: Vec<u32>,
    /// The least number that is reached from the nodes below this one in the walk's tree.
    low: Vec<u32>,
    /// Nodes on the way of the walk, and the next neighbour to look at.
    way: Vec<(u32, u32)>,
    /// True if the node, or one below it, is in.
    leads_in: Vec<bool>,
    /// Open nodes that must be in.
    forced: Vec<u32>,
}

impl Joined {
    pub(super) fn new(model: &Model) -> Option<Self> {
        let links: Vec<OneLink> = model
            .links()
            .map(|link| OneLink::new(model, link))
            .collect();
        let is_picked = vec![false; model.choice_count()];
        (!links.is_empty()).then_some(Self { links, is_picked })
    }

    /// The choices that must be removed now, added to `doomed`. Returns false if something cannot be joined.
    pub(super) fn look(&mut self, model: &Model, state: &State, doomed: &mut Vec<Choice>) -> bool {
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
            number: vec![0; nodes],
            low: vec![0; nodes],
            way: Vec::new(),
            leads_in: vec![false; nodes],
            forced: Vec::new(),
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
        self.walk(first as u32);
        for node in 0..self.status.len() {
            if self.number[node] > 0 {
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
        for &node in &self.forced {
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

    /// Walks from a node that is in over all that are not out; notes the cut vertices that lead to something in.
    fn walk(&mut self, first: u32) {
        self.number.fill(0);
        self.leads_in.fill(false);
        self.forced.clear();
        let mut last = 0;
        self.enter(first, &mut last);
        while let Some(&(node, next)) = self.way.last() {
            if let Some(&neighbour) = self.link.neighbours(node).get(next as usize) {
                let top = self.way.len() - 1;
                self.way[top].1 += 1;
                let at = neighbour as usize;
                if self.status[at] == Status::Out {
                    continue;
                }
                if self.number[at] == 0 {
                    self.enter(neighbour, &mut last);
                } else {
                    self.low[node as usize] = self.low[node as usize].min(self.number[at]);
                }
                continue;
            }
            self.way.pop();
            let Some(&(above, _)) = self.way.last() else {
                return;
            };
            let (node, over) = (node as usize, above as usize);
            self.low[over] = self.low[over].min(self.low[node]);
            self.leads_in[over] |= self.leads_in[node];
            let is_cut = self.leads_in[node] && self.low[node] >= self.number[over];
            if is_cut && self.status[over] == Status::Open && self.forced.last() != Some(&above) {
                self.forced.push(above);
            }
        }
    }

    fn enter(&mut self, node: u32, last: &mut u32) {
        *last += 1;
        self.number[node as usize] = *last;
        self.low[node as usize] = *last;
        self.leads_in[node as usize] = self.status[node as usize] == Status::In;
        self.way.push((node, 0));
    }
}

/// The exactly-one item that has all these choices, the smallest if there are several.
fn item_of_all(model: &Model, choices: &[Choice]) -> Option<Item> {
    let has_all = |item: Item| {
        let is_in = |choice: &Choice| model.touches(*choice).iter().any(|(i, _)| *i == item);
        choices.iter().all(is_in)
    };
    let items = model
        .touches(*choices.first()?)
        .iter()
        .map(|&(item, _)| item);
    items
        .filter(|&item| model.demand(item) == Demand::ExactlyOne && has_all(item))
        .min_by_key(|&item| model.members(item).len())
}
