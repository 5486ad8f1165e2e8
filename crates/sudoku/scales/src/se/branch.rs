//! The consequences of one candidate that holds, or falls, with everything that follows along the way taken off the
//! board: a dynamic chain.
//!
//! Two queues, one of candidates that hold and one of those that fall. Those that hold are followed first. A
//! candidate that falls is taken off the board after it was followed, so that later candidates see fewer; a candidate
//! that then holds alone in its cell or unit has as parents all that were taken off there. The order decides which
//! parents a candidate gets, hence how long its chain is, so it is kept.
//!
//! **Invariants.** `order[side]` has the nodes of one side as they were found; `sets[side]` has their
//! candidates by digit, `index` their numbers. A node's parents have smaller numbers.

use std::rc::Rc;

use super::grid::{Grid, SEEN, cell_at, cells, ones, position_of, single, unit_of};
use super::proof::Proof;

/// Sides of a candidate.
pub(super) const ON: usize = 0;
pub(super) const OFF: usize = 1;

/// The reason why a candidate holds or falls: because of its cell, of a unit of one of the three kinds, or something
/// else.
pub(super) const BY_CELL: u8 = 3;
pub(super) const BY_OTHER: u8 = 4;

pub(super) type NodeId = u16;

#[derive(Clone)]
pub(super) struct Node {
    pub(super) cell: u8,
    pub(super) digit: u8,
    pub(super) side: u8,
    pub(super) cause: u8,
    /// Its only parent, or where its parents are.
    parent: NodeId,
    start: u32,
    count: u16,
    /// Not more than the number of its ancestors.
    pub(super) least: u16,
    /// The place of its nested chain in the list of these, plus one.
    nested: u16,
}

impl Node {
    pub(super) fn key(&self) -> usize {
        (usize::from(self.cell) * 9 + usize::from(self.digit)) * 2 + usize::from(self.side)
    }
}

/// A candidate that would have to hold and to fall.
#[derive(Clone, Copy)]
pub(super) struct Clash {
    pub(super) on: NodeId,
    pub(super) off: NodeId,
}

/// The features that a branch may use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Rules {
    /// Links within cells.
    pub(super) cells: bool,
    /// True if candidates that fall are taken off the board.
    pub(super) dynamic: bool,
}

pub(super) struct Branch {
    pub(super) nodes: Vec<Node>,
    parents: Vec<NodeId>,
    pub(super) order: [Vec<NodeId>; 2],
    next: [usize; 2],
    pub(super) sets: [[u128; 9]; 2],
    index: Box<[[NodeId; 729]; 2]>,
    proofs: Vec<Rc<Proof>>,
    pub(super) clash: Option<Clash>,
}

impl Branch {
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            parents: Vec::new(),
            order: [Vec::new(), Vec::new()],
            next: [0; 2],
            sets: [[0; 9]; 2],
            index: Box::new([[0; 729]; 2]),
            proofs: Vec::new(),
            clash: None,
        }
    }

    pub(super) fn start(&mut self, cell: usize, digit: usize, side: usize) {
        self.nodes.clear();
        self.parents.clear();
        self.order[ON].clear();
        self.order[OFF].clear();
        self.next = [0; 2];
        self.sets = [[0; 9]; 2];
        self.proofs.clear();
        self.clash = None;
        let source = self.add(cell, digit, side, BY_OTHER, 0);
        self.enqueue(source, cell, digit, side);
    }

    pub(super) fn has(&self, side: usize, cell: usize, digit: usize) -> bool {
        self.sets[side][digit] >> cell & 1 == 1
    }

    pub(super) fn node(&self, side: usize, cell: usize, digit: usize) -> NodeId {
        self.index[side][cell * 9 + digit]
    }

    pub(super) fn parents(&self, node: NodeId) -> &[NodeId] {
        let node = &self.nodes[usize::from(node)];
        if node.count == 1 {
            return std::slice::from_ref(&node.parent);
        }
        &self.parents[node.start as usize..node.start as usize + usize::from(node.count)]
    }

    pub(super) fn proof(&self, node: NodeId) -> Option<&Rc<Proof>> {
        let nested = self.nodes[usize::from(node)].nested;
        nested
            .checked_sub(1)
            .map(|at| &self.proofs[usize::from(at)])
    }

    /// A node with the parents from `start` on.
    fn add(&mut self, cell: usize, digit: usize, side: usize, cause: u8, start: usize) -> NodeId {
        let parents = &self.parents[start..];
        let most = parents
            .iter()
            .map(|&parent| self.nodes[usize::from(parent)].least)
            .max();
        let node = Node {
            cell: cell as u8,
            digit: digit as u8,
            side: side as u8,
            cause,
            parent: parents.first().copied().unwrap_or(0),
            start: start as u32,
            count: parents.len() as u16,
            least: 1 + most.unwrap_or(0),
            nested: 0,
        };
        self.nodes.push(node);
        (self.nodes.len() - 1) as NodeId
    }

    /// A node with one parent that falls.
    fn add_fallen(&mut self, cell: usize, digit: usize, parent: NodeId, cause: u8) -> NodeId {
        let node = Node {
            cell: cell as u8,
            digit: digit as u8,
            side: OFF as u8,
            cause,
            parent,
            start: 0,
            count: 1,
            least: 1 + self.nodes[usize::from(parent)].least,
            nested: 0,
        };
        self.nodes.push(node);
        (self.nodes.len() - 1) as NodeId
    }

    fn enqueue(&mut self, id: NodeId, cell: usize, digit: usize, side: usize) {
        self.index[side][cell * 9 + digit] = id;
        self.sets[side][digit] |= 1 << cell;
        self.order[side].push(id);
    }

    /// Follows the candidates in the queues. It stops at a candidate that would have to hold and to fall.
    pub(super) fn follow(&mut self, base: &Grid, now: &mut Grid, rules: Rules) {
        while self.clash.is_none() {
            if let Some(&id) = self.order[ON].get(self.next[ON]) {
                self.next[ON] += 1;
                self.clash = self.follow_on(id, now, rules);
            } else if let Some(&id) = self.order[OFF].get(self.next[OFF]) {
                self.next[OFF] += 1;
                self.clash = self.follow_off(id, base, now, rules);
                if rules.dynamic {
                    let node = &self.nodes[usize::from(id)];
                    now.remove(usize::from(node.cell), usize::from(node.digit));
                }
            } else {
                return;
            }
        }
    }

    fn follow_on(&mut self, id: NodeId, now: &Grid, rules: Rules) -> Option<Clash> {
        let node = &self.nodes[usize::from(id)];
        let (cell, digit) = (usize::from(node.cell), usize::from(node.digit));
        if rules.cells {
            for other in ones(now.cand[cell] & !(1 << digit)) {
                if self.has(ON, cell, other) {
                    return Some(self.clash_off(cell, other, id));
                }
                if !self.has(OFF, cell, other) {
                    self.fall(cell, other, id, BY_CELL);
                }
            }
        }
        for (kind, part) in SEEN[cell].into_iter().enumerate() {
            let targets = part & now.place[digit];
            let both = targets & self.sets[ON][digit];
            // Without a clash all new candidates are taken, else those before it.
            let before = if both == 0 {
                u128::MAX
            } else {
                (both & both.wrapping_neg()) - 1
            };
            for target in cells(targets & before & !self.sets[OFF][digit]) {
                self.fall(target, digit, id, kind as u8);
            }
            if both != 0 {
                return Some(self.clash_off(both.trailing_zeros() as usize, digit, id));
            }
        }
        None
    }

    fn fall(&mut self, cell: usize, digit: usize, parent: NodeId, cause: u8) {
        let id = self.add_fallen(cell, digit, parent, cause);
        self.enqueue(id, cell, digit, OFF);
    }

    fn clash_off(&mut self, cell: usize, digit: usize, parent: NodeId) -> Clash {
        Clash {
            on: self.node(ON, cell, digit),
            off: self.add_fallen(cell, digit, parent, BY_OTHER),
        }
    }

    fn follow_off(&mut self, id: NodeId, base: &Grid, now: &Grid, rules: Rules) -> Option<Clash> {
        let node = &self.nodes[usize::from(id)];
        let (cell, digit) = (usize::from(node.cell), usize::from(node.digit));
        if rules.cells && now.count(cell) == 2 {
            let other = (now.cand[cell] & !(1 << digit)).trailing_zeros() as usize;
            if !self.has(ON, cell, other) || self.has(OFF, cell, other) {
                let start = self.parents.len();
                self.parents.push(id);
                for gone in ones(base.cand[cell] & !now.cand[cell]) {
                    self.parents.push(self.index[OFF][cell * 9 + gone]);
                }
                if let Some(clash) = self.hold(cell, other, BY_CELL, start) {
                    return Some(clash);
                }
            }
        }
        let mut done = [usize::MAX; 3];
        for kind in 0..3 {
            let unit = unit_of(cell, kind);
            let rest = now.spot[unit][digit] & !(1 << position_of(cell, kind));
            let Some(position) = single(rest) else {
                continue;
            };
            let target = cell_at(unit, position);
            if done.contains(&target) {
                continue;
            }
            done[kind] = target;
            if self.has(ON, target, digit) && !self.has(OFF, target, digit) {
                continue;
            }
            let start = self.parents.len();
            self.parents.push(id);
            for gone in ones(base.spot[unit][digit] & !now.spot[unit][digit]) {
                self.parents
                    .push(self.index[OFF][cell_at(unit, gone) * 9 + digit]);
            }
            if let Some(clash) = self.hold(target, digit, kind as u8, start) {
                return Some(clash);
            }
        }
        None
    }

    fn hold(&mut self, cell: usize, digit: usize, cause: u8, start: usize) -> Option<Clash> {
        let id = self.add(cell, digit, ON, cause, start);
        if self.has(OFF, cell, digit) {
            let off = self.node(OFF, cell, digit);
            return Some(Clash { on: id, off });
        }
        self.enqueue(id, cell, digit, ON);
        None
    }

    /// Adds the removals of a pattern or a nested chain, all with the same parents; returns true if there was
    /// anything new.
    pub(super) fn remove_all(
        &mut self,
        off: &[(u8, u16)],
        parents: &[NodeId],
        proof: Option<&Rc<Proof>>,
    ) -> bool {
        let start = self.parents.len();
        self.parents.extend_from_slice(parents);
        let mut is_new = false;
        for &(cell, digits) in off {
            for digit in ones(digits) {
                if self.has(OFF, usize::from(cell), digit) {
                    continue;
                }
                if !is_new && let Some(proof) = proof {
                    self.proofs.push(Rc::clone(proof));
                }
                is_new = true;
                let id = self.add(usize::from(cell), digit, OFF, BY_OTHER, start);
                if proof.is_some() {
                    self.nodes[usize::from(id)].nested = self.proofs.len() as u16;
                }
                self.enqueue(id, usize::from(cell), digit, OFF);
            }
        }
        if !is_new {
            self.parents.truncate(start);
        }
        is_new
    }
}

/// Marks for walks over ancestors.
pub(super) struct Marks {
    walk: u32,
    marked: Box<[u32; 1458]>,
    stack: Vec<NodeId>,
}

impl Marks {
    pub(super) fn new() -> Self {
        Self {
            walk: 0,
            marked: Box::new([0; 1458]),
            stack: Vec::new(),
        }
    }

    /// The number of different candidates and sides among a node and its ancestors; each node is
    /// handed over.
    pub(super) fn ancestors(
        &mut self,
        branch: &Branch,
        node: NodeId,
        mut visit: impl FnMut(NodeId),
    ) -> u32 {
        if self.walk == u32::MAX {
            self.marked.fill(0);
            self.walk = 0;
        }
        self.walk += 1;
        self.stack.clear();
        self.stack.push(node);
        let mut count = 0;
        while let Some(id) = self.stack.pop() {
            let key = branch.nodes[usize::from(id)].key();
            if self.marked[key] == self.walk {
                continue;
            }
            self.marked[key] = self.walk;
            count += 1;
            visit(id);
            self.stack.extend_from_slice(branch.parents(id));
        }
        count
    }
}
