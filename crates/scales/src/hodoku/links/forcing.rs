//! Forcing chains and nets: a premise that refutes itself, or premises one of which must hold and which
//! agree.
//!
//! All consequences of all premises are known as sets (`closure`). A conclusion is a node that holds:
//! the opposite of a premise with contradictory consequences (contradiction), or what follows from
//! a candidate in and out, from all candidates of a cell, or from all places of a digit in a unit (verity).
//! A conclusion that places a digit goes first, then the first cell, then the lowest digit.
//!
//! A net is only taken for what no chain would show, so one of the chains that lead to the conclusion must
//! join several consequences; only then are single chains followed (`walks`).

use super::closure::{Closure, has, set};
use super::tables::{Node, Tables, is_in, node};
use super::walks::Walk;
use crate::Board;
use crate::cells::{Cells, PEERS, UNITS};
use crate::hodoku::{Candidate, Step, Technique};
use std::collections::HashMap;

/// The search of one board.
pub(super) struct Forcing<'a> {
    tables: &'a Tables,
    closure: &'a Closure,
    /// Sets of nodes that cannot all hold: every candidate of a cell out, or every place of a digit.
    exhausted: Vec<Vec<Node>>,
    /// Sets of nodes one of which holds: the candidates of a cell, the places of a digit in a unit.
    covers: Vec<Vec<Node>>,
    /// The premises with contradictory consequences, as a row.
    refuted: Vec<u64>,
    walks: HashMap<Node, Walk>,
    is_net: bool,
}

/// A conclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Conclusion {
    node: Node,
    is_contradiction: bool,
}

impl<'a> Forcing<'a> {
    /// A search with chains or with nets, as the tables are.
    pub(super) fn new(board: &Board, tables: &'a Tables, closure: &'a Closure) -> Self {
        let mut forcing = Self {
            tables,
            closure,
            exhausted: Vec::new(),
            covers: Vec::new(),
            refuted: vec![0; closure.words()],
            walks: HashMap::new(),
            is_net: tables.is_weighted,
        };
        forcing.cover(board);
        forcing.refute();
        forcing
    }

    /// Finds the premises from which both a node and its opposite follow, or all nodes of an exhausted set.
    fn refute(&mut self) {
        let words = self.closure.words();
        let columns = self.closure.transposed();
        let column =
            |node: Node| &columns[usize::from(node) * words..(usize::from(node) + 1) * words];
        for pair in 0..self.tables.candidates {
            let (out, within) = (column(node(pair, false)), column(node(pair, true)));
            for (at, word) in self.refuted.iter_mut().enumerate() {
                *word |= out[at] & within[at];
            }
        }
        let mut all = vec![0; words];
        for nodes in &self.exhausted {
            all.fill(u64::MAX);
            for &node in nodes {
                for (word, more) in all.iter_mut().zip(column(node)) {
                    *word &= more;
                }
            }
            join(&mut self.refuted, &all);
        }
    }

    fn cover(&mut self, board: &Board) {
        let mut at = 0;
        while at < self.tables.candidates {
            let cell = self.tables.pairs[at].cell;
            let end = at + board.candidates(cell).count_ones() as usize;
            self.exhausted
                .push((at..end).map(|pair| node(pair, false)).collect());
            self.covers
                .push((at..end).map(|pair| node(pair, true)).collect());
            at = end;
        }
        let open: Cells = (0..81).filter(|&cell| board.value(cell) == 0).collect();
        let taken = |digit: u8| {
            let with = (0..81).filter(move |&cell| board.value(cell) == digit + 1);
            with.fold(Cells::NONE, |taken, cell| taken | PEERS[cell])
        };
        for unit in UNITS {
            for digit in 0..9 {
                let places = unit & board.places(digit);
                if places.is_empty() {
                    continue;
                }
                let nodes = |is_in| {
                    let each = |cell| self.tables.candidate(cell, digit, is_in);
                    places.into_iter().map(each).collect::<Vec<_>>()
                };
                let (out, within) = (nodes(false), nodes(true));
                self.covers.push(within);
                // A unit counts as exhausted only if no step has removed the digit from it before.
                if places == (unit & open) - taken(digit) {
                    self.exhausted.push(out);
                }
            }
        }
    }

    /// The conclusion that is taken, as a step.
    pub(super) fn first(&mut self) -> Option<Step> {
        let conclusions = self.conclusions();
        let found = conclusions
            .into_iter()
            .find_map(|node| self.justified(node))?;
        Some(self.step(found))
    }

    /// All conclusions, the one that is taken first.
    pub(super) fn all(&mut self) -> Vec<Step> {
        let conclusions = self.conclusions();
        let found: Vec<_> = conclusions
            .into_iter()
            .filter_map(|node| self.justified(node))
            .collect();
        found.into_iter().map(|found| self.step(found)).collect()
    }

    fn step(&self, found: Conclusion) -> Step {
        let pair = self.tables.pair(found.node);
        let one = vec![Candidate {
            cell: u8::try_from(pair.cell).unwrap_or(u8::MAX),
            digit: pair.digit,
        }];
        let (placed, removed) = if is_in(found.node) {
            (one, Vec::new())
        } else {
            (Vec::new(), one)
        };
        let technique = match (self.is_net, found.is_contradiction) {
            (false, true) => Technique::ForcingChainContradiction,
            (false, false) => Technique::ForcingChainVerity,
            (true, true) => Technique::ForcingNetContradiction,
            (true, false) => Technique::ForcingNetVerity,
        };
        Step {
            technique,
            placed,
            removed,
        }
    }

    /// All nodes that hold: those that place a digit first.
    fn conclusions(&self) -> Vec<Node> {
        let mut holds = vec![0; self.closure.words()];
        let mut both = holds.clone();
        for pair in 0..self.tables.candidates {
            let (out, within) = (node(pair, false), node(pair, true));
            for premise in [out, within] {
                if self.is_refuted(premise) {
                    set(&mut holds, premise ^ 1);
                }
            }
            self.common(&[out, within], &mut both);
            self.clear_cell(pair, &mut both);
            join(&mut holds, &both);
        }
        for cover in &self.covers {
            self.common(cover, &mut both);
            join(&mut holds, &both);
        }
        let nodes = |is_in| {
            let pairs = 0..self.tables.candidates;
            pairs.map(move |pair| node(pair, is_in))
        };
        let chosen = nodes(true).chain(nodes(false));
        chosen.filter(|&node| has(&holds, node)).collect()
    }

    /// Nothing is concluded for the cell of the premise from the premise and its opposite.
    fn clear_cell(&self, pair: usize, row: &mut [u64]) {
        let cell = self.tables.pairs[pair].cell;
        let same = |at: &usize| self.tables.pairs[*at].cell == cell;
        let first = (0..pair).rev().take_while(same).last().unwrap_or(pair);
        for at in (first..self.tables.candidates).take_while(same) {
            row[at / 32] &= !(3 << (2 * (at % 32)));
        }
    }

    /// What follows from each of the premises.
    fn common(&self, premises: &[Node], common: &mut [u64]) {
        common.fill(u64::MAX);
        for &premise in premises {
            for (word, other) in common.iter_mut().zip(self.closure.row(premise)) {
                *word &= other;
            }
        }
    }

    fn is_refuted(&self, premise: Node) -> bool {
        has(&self.refuted, premise)
    }

    /// Why a node holds; none if a net is asked for and there are only chains.
    fn justified(&mut self, holds: Node) -> Option<Conclusion> {
        let conclusion = |is_contradiction| {
            Some(Conclusion {
                node: holds,
                is_contradiction,
            })
        };
        if self.is_refuted(holds ^ 1) && self.refutes_by_net(holds ^ 1) {
            return conclusion(true);
        }
        let cell = self.tables.pair(holds).cell;
        for pair in 0..self.tables.candidates {
            let premises = [node(pair, true), node(pair, false)];
            if self.tables.pairs[pair].cell != cell && self.agree(&premises, holds) {
                return conclusion(false);
            }
        }
        for at in 0..self.covers.len() {
            let premises = self.covers[at].clone();
            if self.agree(&premises, holds) {
                return conclusion(false);
            }
        }
        None
    }

    /// Whether all premises lead to the node, by a net where one is asked for.
    fn agree(&mut self, premises: &[Node], holds: Node) -> bool {
        let follows = |&premise: &Node| has(self.closure.row(premise), holds);
        if !premises.iter().all(follows) {
            return false;
        }
        !self.is_net || premises.iter().any(|&premise| self.joins(premise, holds))
    }

    /// Whether the premise leads to one of the ways in which it contradicts itself by a net.
    fn refutes_by_net(&mut self, premise: Node) -> bool {
        if !self.is_net {
            return true;
        }
        self.contradictions(premise)
            .into_iter()
            .any(|ends| ends.iter().any(|&end| self.joins(premise, end)))
    }

    /// The sets of consequences of a premise that contradict each other.
    fn contradictions(&self, premise: Node) -> Vec<Vec<Node>> {
        let row = self.closure.row(premise);
        let follow = |is_in: bool| {
            let nodes = (0..self.tables.candidates).map(move |pair| node(pair, is_in));
            nodes.filter(|&node| has(row, node)).collect::<Vec<_>>()
        };
        let mut ways = Vec::new();
        if has(row, premise ^ 1) {
            ways.push(vec![premise ^ 1]);
        }
        let within = follow(true);
        let pair = |node: Node| self.tables.pair(node);
        for digit in 0..9 {
            let both = |&&node: &&Node| pair(node).digit == digit && has(row, node ^ 1);
            // Of each digit, the first cell alone is looked at.
            if let Some(&first) = within.iter().find(both) {
                ways.push(vec![first ^ 1, first]);
            }
        }
        for one in 0..9 {
            for two in one + 1..9 {
                let other = |node: Node| {
                    let same = |&&other: &&Node| pair(other).cell == pair(node).cell;
                    within
                        .iter()
                        .filter(same)
                        .find(|&&other| pair(other).digit == two)
                };
                let mut firsts = within.iter().filter(|&&node| pair(node).digit == one);
                if let Some(way) = firsts.find_map(|&node| Some(vec![node, *other(node)?])) {
                    ways.push(way);
                }
            }
        }
        for unit in UNITS {
            for digit in 0..9 {
                let here = |&&node: &&Node| pair(node).digit == digit && unit.has(pair(node).cell);
                let twice: Vec<Node> = within.iter().filter(here).copied().collect();
                if twice.len() > 1 {
                    ways.push(twice);
                }
            }
        }
        let all_out = |nodes: &&Vec<Node>| nodes.iter().all(|&node| has(row, node));
        ways.extend(self.exhausted.iter().filter(all_out).cloned());
        ways
    }

    /// Whether the chain from the premise to the node joins several consequences somewhere.
    fn joins(&mut self, premise: Node, end: Node) -> bool {
        let tables = self.tables;
        let walk = self.walks.entry(premise).or_insert_with(|| {
            let mut walk = Walk::default();
            walk.start(tables, premise);
            walk
        });
        let mut chain = Vec::new();
        walk.chain(end, &mut chain);
        chain.windows(2).any(|link| {
            let links = &tables.links[usize::from(link[0])];
            links
                .iter()
                .any(|other| other.to == link[1] && other.is_joint)
        })
    }
}

fn join(row: &mut [u64], other: &[u64]) {
    for (word, more) in row.iter_mut().zip(other) {
        *word |= more;
    }
}
