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

use super::grid::{Grid, Off, cell_at, position_of, seen, unit_of};
use super::proof::Proof;
use crate::cells::Cells;
use crate::digits::{ones, single};

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
    /// The cell and the digit.
    pub(super) fn candidate(&self) -> (usize, usize) {
        (usize::from(self.cell), usize::from(self.digit))
    }

    pub(super) fn key(&self) -> usize {
        key(self.candidate(), usize::from(self.side))
    }
}

/// A number for a candidate and its side, below [`KEYS`].
pub(super) fn key((cell, digit): (usize, usize), side: usize) -> usize {
    (cell * 9 + digit) * 2 + side
}

pub(super) const KEYS: usize = 1458;

/// The parents of a new node: one, or those at the end of the list from a place on.
#[derive(Clone, Copy)]
enum Parents {
    One(NodeId),
    From(usize),
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
    pub(super) sets: [[Cells; 9]; 2],
    index: Box<[[NodeId; 729]; 2]>,
    proofs: Vec<Rc<Proof>>,
    pub(super) clash: Option<Clash>,
}

impl Default for Branch {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            parents: Vec::new(),
            order: [Vec::new(), Vec::new()],
            next: [0; 2],
            sets: [[Cells::NONE; 9]; 2],
            index: Box::new([[0; 729]; 2]),
            proofs: Vec::new(),
            clash: None,
        }
    }
}

impl Branch {
    pub(super) fn start(&mut self, cell: usize, digit: usize, side: usize) {
        self.nodes.clear();
        self.parents.clear();
        self.order.iter_mut().for_each(Vec::clear);
        self.next = [0; 2];
        self.sets = [[Cells::NONE; 9]; 2];
        self.proofs.clear();
        self.clash = None;
        let source = self.add((cell, digit), side, BY_OTHER, Parents::From(0));
        self.enqueue(source, (cell, digit), side);
    }

    pub(super) fn at(&self, node: NodeId) -> &Node {
        &self.nodes[usize::from(node)]
    }

    pub(super) fn has(&self, side: usize, cell: usize, digit: usize) -> bool {
        self.sets[side][digit].has(cell)
    }

    pub(super) fn node(&self, side: usize, cell: usize, digit: usize) -> NodeId {
        self.index[side][cell * 9 + digit]
    }

    pub(super) fn parents(&self, node: NodeId) -> &[NodeId] {
        let node = self.at(node);
        if node.count == 1 {
            return std::slice::from_ref(&node.parent);
        }
        &self.parents[node.start as usize..node.start as usize + usize::from(node.count)]
    }

    pub(super) fn proof(&self, node: NodeId) -> Option<&Rc<Proof>> {
        let nested = self.at(node).nested.checked_sub(1)?;
        Some(&self.proofs[usize::from(nested)])
    }

    fn add(
        &mut self,
        (cell, digit): (usize, usize),
        side: usize,
        cause: u8,
        parents: Parents,
    ) -> NodeId {
        let least = |&parent: &NodeId| self.at(parent).least;
        let (parent, start, count, most) = match parents {
            Parents::One(parent) => (parent, 0, 1, least(&parent)),
            Parents::From(start) => {
                let parents = &self.parents[start..];
                let most = parents.iter().map(least).max().unwrap_or(0);
                let first = parents.first().copied().unwrap_or(0);
                (first, start, parents.len(), most)
            }
        };
        self.nodes.push(Node {
            cell: cell as u8,
            digit: digit as u8,
            side: side as u8,
            cause,
            parent,
            start: start as u32,
            count: count as u16,
            least: 1 + most,
            nested: 0,
        });
        (self.nodes.len() - 1) as NodeId
    }

    fn enqueue(&mut self, id: NodeId, (cell, digit): (usize, usize), side: usize) {
        self.index[side][cell * 9 + digit] = id;
        self.sets[side][digit] = self.sets[side][digit].with(cell);
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
                    let (cell, digit) = self.at(id).candidate();
                    now.remove(cell, digit);
                }
            } else {
                return;
            }
        }
    }

    fn follow_on(&mut self, id: NodeId, now: &Grid, rules: Rules) -> Option<Clash> {
        let (cell, digit) = self.at(id).candidate();
        if rules.cells {
            for other in ones(now.cand[cell] & !(1 << digit)) {
                if self.has(ON, cell, other) {
                    return Some(self.clash_off((cell, other), id));
                }
                if !self.has(OFF, cell, other) {
                    self.fall((cell, other), id, BY_CELL);
                }
            }
        }
        for (kind, part) in seen(cell).into_iter().enumerate() {
            let targets = part & now.place[digit];
            // Without a clash all new candidates are taken, else those before it.
            let clash = (targets & self.sets[ON][digit]).first();
            let targets = clash.map_or(targets, |clash| targets.before(clash));
            for target in targets - self.sets[OFF][digit] {
                self.fall((target, digit), id, kind as u8);
            }
            if let Some(clash) = clash {
                return Some(self.clash_off((clash, digit), id));
            }
        }
        None
    }

    fn fall(&mut self, candidate: (usize, usize), parent: NodeId, cause: u8) {
        let id = self.add(candidate, OFF, cause, Parents::One(parent));
        self.enqueue(id, candidate, OFF);
    }

    fn clash_off(&mut self, (cell, digit): (usize, usize), parent: NodeId) -> Clash {
        Clash {
            on: self.node(ON, cell, digit),
            off: self.add((cell, digit), OFF, BY_OTHER, Parents::One(parent)),
        }
    }

    fn follow_off(&mut self, id: NodeId, base: &Grid, now: &Grid, rules: Rules) -> Option<Clash> {
        let (cell, digit) = self.at(id).candidate();
        if rules.cells && now.count(cell) == 2 {
            let other = (now.cand[cell] & !(1 << digit)).trailing_zeros() as usize;
            if !self.has(ON, cell, other) || self.has(OFF, cell, other) {
                let gone = ones(base.cand[cell] & !now.cand[cell]).map(|gone| (cell, gone));
                let clash = self.hold((cell, other), BY_CELL, id, gone);
                if clash.is_some() {
                    return clash;
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
            let gone = ones(base.spot[unit][digit] & !now.spot[unit][digit]);
            let gone = gone.map(|at| (cell_at(unit, at), digit));
            let clash = self.hold((target, digit), kind as u8, id, gone);
            if clash.is_some() {
                return clash;
            }
        }
        None
    }

    /// A candidate holds, because another fell after those that are gone.
    fn hold(
        &mut self,
        (cell, digit): (usize, usize),
        cause: u8,
        last: NodeId,
        gone: impl Iterator<Item = (usize, usize)>,
    ) -> Option<Clash> {
        let start = self.parents.len();
        self.parents.push(last);
        for (cell, digit) in gone {
            self.parents.push(self.index[OFF][cell * 9 + digit]);
        }
        let on = self.add((cell, digit), ON, cause, Parents::From(start));
        if self.has(OFF, cell, digit) {
            let off = self.node(OFF, cell, digit);
            return Some(Clash { on, off });
        }
        self.enqueue(on, (cell, digit), ON);
        None
    }

    /// Adds the removals of a pattern or a nested chain, all with the same parents; returns true if there was
    /// anything new.
    pub(super) fn remove_all(
        &mut self,
        off: &Off,
        parents: &[NodeId],
        proof: Option<&Rc<Proof>>,
    ) -> bool {
        let start = self.parents.len();
        self.parents.extend_from_slice(parents);
        let mut is_new = false;
        for &(cell, digits) in off {
            for digit in ones(digits) {
                if self.has(OFF, cell, digit) {
                    continue;
                }
                if !is_new && let Some(proof) = proof {
                    self.proofs.push(Rc::clone(proof));
                }
                is_new = true;
                let id = self.add((cell, digit), OFF, BY_OTHER, Parents::From(start));
                if proof.is_some() {
                    self.nodes[usize::from(id)].nested = self.proofs.len() as u16;
                }
                self.enqueue(id, (cell, digit), OFF);
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
    marked: Box<[u32; KEYS]>,
    stack: Vec<NodeId>,
}

impl Marks {
    pub(super) fn new() -> Self {
        Self {
            walk: 0,
            marked: Box::new([0; KEYS]),
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
            let key = branch.at(id).key();
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
