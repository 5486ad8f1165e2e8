//! Everything that follows from one premise, and by which chain.

use super::tables::{Node, Tables};

/// The consequences of a premise in the order in which they are found, breadth first.
#[derive(Default)]
pub(super) struct Walk {
    /// The premise, then its consequences.
    pub(super) order: Vec<Node>,
    distance: Vec<u16>,
    parent: Vec<Node>,
    /// The walk that has reached a node last.
    reached: Vec<u32>,
    number: u32,
}

/// The distance of the premise from itself.
const START: u16 = 1;

impl Walk {
    /// Walks from a premise. A chain to a node is never longer than one found before it, unless links
    /// differ in length: then a shorter one takes the place of a longer.
    pub(super) fn start(&mut self, tables: &Tables, premise: Node) {
        let nodes = tables.links.len();
        if self.reached.len() < nodes {
            self.distance.resize(nodes, 0);
            self.parent.resize(nodes, 0);
            self.reached.resize(nodes, 0);
        }
        self.number += 1;
        self.order.clear();
        self.add(premise, premise, START);
        for link in &tables.links[usize::from(premise)] {
            if !self.has(link.to) {
                self.add(link.to, premise, u16::from(link.length));
            }
        }
        let mut at = 1;
        while let Some(&from) = self.order.get(at) {
            at += 1;
            let base = self.distance[usize::from(from)];
            for link in &tables.links[usize::from(from)] {
                let distance = base.saturating_add(u16::from(link.length));
                if !self.has(link.to) {
                    self.add(link.to, from, distance);
                } else if tables.is_weighted && distance < self.distance[usize::from(link.to)] {
                    self.shorten(link.to, from, distance);
                }
            }
        }
    }

    fn add(&mut self, node: Node, parent: Node, distance: u16) {
        let at = usize::from(node);
        self.reached[at] = self.number;
        self.parent[at] = parent;
        self.distance[at] = distance;
        self.order.push(node);
    }

    /// Immediate consequences of the premise stay as they are.
    fn shorten(&mut self, node: Node, parent: Node, distance: u16) {
        if self.parent[usize::from(node)] != self.order[0] {
            self.parent[usize::from(node)] = parent;
            self.distance[usize::from(node)] = distance;
        }
    }

    /// Returns true if a node follows.
    pub(super) fn has(&self, node: Node) -> bool {
        self.reached[usize::from(node)] == self.number
    }

    /// Returns true if a node follows at once.
    pub(super) fn is_near(&self, node: Node) -> bool {
        self.distance[usize::from(node)] <= START + 1
    }

    /// The chain to a node has at least as many nodes: as many, if all links have the same length.
    pub(super) fn nodes_to(&self, tables: &Tables, node: Node) -> usize {
        if tables.is_weighted {
            return 0;
        }
        usize::from(self.distance[usize::from(node)] / 2) + 1
    }

    /// The chain from the premise to a consequence.
    pub(super) fn chain(&self, end: Node, chain: &mut Vec<Node>) {
        chain.clear();
        let mut node = end;
        while node != self.order[0] && chain.len() <= self.order.len() {
            chain.push(node);
            node = self.parent[usize::from(node)];
        }
        chain.push(node);
        chain.reverse();
    }
}
