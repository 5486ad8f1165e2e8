//! A walk over a link: what is cut off, and what must be in.
//!
//! **Idea.** A node of a link is *in*, *out*, or open. A walk from a node that is in, over all that are not out, says three
//! things. If it does not come to another node that is in, the two cannot be joined. An open node that it does not come
//! to goes out. And an open node through which every walk to some node that is in leads (a *cut vertex* of the graph)
//! is in. The walk is the depth-first search of Tarjan, so all of this costs one visit to each edge.

use tilewright_model::{Choice, Demand, Item, Link, Model};

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    In,
    Open,
    Out,
}

/// What a walk has found; kept, so that the next one needs no memory.
#[derive(Debug)]
pub(crate) struct Walk {
    /// The number of a node in the order of the walk, or 0.
    number: Vec<u32>,
    /// The least number that is reached from the nodes below this one in the walk's tree.
    low: Vec<u32>,
    /// Nodes on the way of the walk, and the place of the next neighbour to look at.
    way: Vec<(u32, u32)>,
    /// A node that is in: this one, or one below it.
    leads_to: Vec<u32>,
    /// Open nodes that must be in, each with a node that is in and is cut off without it.
    forced: Vec<(u32, u32)>,
    /// The number of nodes that were reached.
    last: u32,
}

const NOWHERE: u32 = u32::MAX;

impl Walk {
    /// For a link with this many nodes.
    pub(crate) fn new(nodes: usize) -> Self {
        Self {
            number: vec![0; nodes],
            low: vec![0; nodes],
            way: Vec::new(),
            leads_to: vec![NOWHERE; nodes],
            forced: Vec::new(),
            last: 0,
        }
    }

    /// Walks from a node that is in over all that are not out.
    pub(crate) fn begin(&mut self, link: &Link, status: &[Status], first: u32) {
        let (starts, neighbours) = link.all_neighbours();
        self.number.fill(0);
        self.forced.clear();
        self.last = 0;
        self.enter(starts, status, first);
        while let Some(&(node, next)) = self.way.last() {
            let at = node as usize;
            let end = starts[at + 1];
            let mut low = self.low[at];
            let rest = &neighbours[next as usize..end as usize];
            let new = rest.iter().position(|&neighbour| {
                let number = self.number[neighbour as usize];
                if number > 0 {
                    low = low.min(number);
                }
                number == 0 && status[neighbour as usize] != Status::Out
            });
            self.low[at] = low;
            if let Some(place) = new {
                let last = self.way.len() - 1;
                self.way[last].1 = next + place as u32 + 1;
                self.enter(starts, status, rest[place]);
                continue;
            }
            self.way.pop();
            if let Some(&(above, _)) = self.way.last() {
                self.leave(status, at, above);
            }
        }
    }

    fn enter(&mut self, starts: &[u32], status: &[Status], node: u32) {
        let at = node as usize;
        self.last += 1;
        self.number[at] = self.last;
        self.low[at] = self.last;
        self.leads_to[at] = if status[at] == Status::In {
            node
        } else {
            NOWHERE
        };
        self.way.push((node, starts[at]));
    }

    /// Goes back to the node above; notes it if what is below leads elsewhere through it alone.
    fn leave(&mut self, status: &[Status], node: usize, above: u32) {
        let over = above as usize;
        self.low[over] = self.low[over].min(self.low[node]);
        let to = self.leads_to[node];
        if to == NOWHERE {
            return;
        }
        if status[over] == Status::Open
            && self.low[node] >= self.number[over]
            && self.forced.last().is_none_or(|&(last, _)| last != above)
        {
            self.forced.push((above, to));
        }
        if self.leads_to[over] == NOWHERE {
            self.leads_to[over] = to;
        }
    }

    /// Returns true if the walk came to this node.
    pub(crate) fn has_reached(&self, node: usize) -> bool {
        self.number[node] > 0
    }

    /// The number of nodes that it came to.
    pub(crate) fn reached(&self) -> usize {
        self.last as usize
    }

    /// The open nodes that must be in, each with a node that is in and is cut off without it. One may come twice.
    pub(crate) fn forced(&self) -> &[(u32, u32)] {
        &self.forced
    }
}

/// The exactly-one item that has all these choices, the smallest if there are several.
pub(crate) fn item_of_all(model: &Model, choices: &[Choice]) -> Option<Item> {
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
