//! Forcing chains and nets: a premise that refutes itself, or premises one of which must hold and which
//! agree.
//!
//! All consequences of all premises are known as sets (`closure`). A conclusion is a node that holds: the opposite of
//! a premise with contradictory consequences (contradiction), or the common consequence of a candidate in and out, of
//! all candidates of a cell, or of all places of a digit in a unit (verity). A conclusion that places a digit goes
//! first, then the first cell, then the lowest digit.
//!
//! A removal that both show is named after the one with the shorter chains (of nets, after the contradiction). A net
//! is only taken for a conclusion that no chain would show, so one of the chains that lead to the conclusion must
//! join several consequences; only then are single chains followed (`walks`).

use super::closure::Closure;
use super::tables::{Node, Tables, is_in, node};
use super::walks::Walk;
use crate::Board9;
use crate::cells::{Cells, UNITS, units_of};
use crate::hodoku::{HodokuStep, Technique};
use crate::rows::{has, join, narrow, put};
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

impl<'a> Forcing<'a> {
    /// A search with chains or with nets, as the tables are.
    pub(super) fn new(board: &Board9, tables: &'a Tables, closure: &'a Closure) -> Self {
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
                narrow(&mut all, column(node));
            }
            join(&mut self.refuted, &all);
        }
    }

    fn cover(&mut self, board: &Board9) {
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
        let allowed = board.allowed();
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
                if places == unit & allowed[usize::from(digit)] {
                    self.exhausted.push(out);
                }
            }
        }
    }

    /// All conclusions as steps, the one that is taken first.
    pub(super) fn steps(mut self) -> impl Iterator<Item = HodokuStep> {
        let conclusions = self.conclusions().into_iter();
        conclusions.filter_map(move |node| {
            let is_contradiction = self.contradiction(node)?;
            Some(self.step(node, is_contradiction))
        })
    }

    fn step(&self, found: Node, is_contradiction: bool) -> HodokuStep {
        let technique = match (self.is_net, is_contradiction) {
            (false, true) => Technique::ForcingChainContradiction,
            (false, false) => Technique::ForcingChainVerity,
            (true, true) => Technique::ForcingNetContradiction,
            (true, false) => Technique::ForcingNetVerity,
        };
        let pair = self.tables.pair(found);
        let cell = Cells::of(pair.cell);
        if is_in(found) {
            HodokuStep::placing(technique, cell, pair.digit)
        } else {
            HodokuStep::removing(technique, cell, pair.digit)
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
                    put(&mut holds, premise ^ 1);
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

    /// The common consequences of the premises.
    fn common(&self, premises: &[Node], common: &mut [u64]) {
        common.fill(u64::MAX);
        for &premise in premises {
            narrow(common, self.closure.row(premise));
        }
    }

    fn is_refuted(&self, premise: Node) -> bool {
        has(&self.refuted, premise)
    }

    /// True if a node holds by a contradiction, or else by a verity; none if a net is wanted and there are only
    /// chains.
    fn contradiction(&mut self, holds: Node) -> Option<bool> {
        if self.is_refuted(holds ^ 1) && self.refutes_by_net(holds ^ 1) {
            let shorter = !self.is_net && !is_in(holds) && self.is_shorter_as_verity(holds);
            return Some(!shorter);
        }
        let cell = self.tables.pair(holds).cell;
        let tables = self.tables;
        let mut elsewhere = (0..tables.candidates).filter(|&pair| tables.pairs[pair].cell != cell);
        if elsewhere.any(|pair| self.agree(&[node(pair, true), node(pair, false)], holds)) {
            return Some(false);
        }
        let covers = std::mem::take(&mut self.covers);
        let agree = covers.iter().any(|premises| self.agree(premises, holds));
        self.covers = covers;
        agree.then_some(false)
    }

    /// Returns true if all premises lead to the node, by a net if one is wanted.
    fn agree(&mut self, premises: &[Node], holds: Node) -> bool {
        let follows = |&premise: &Node| has(self.closure.row(premise), holds);
        if !premises.iter().all(follows) {
            return false;
        }
        !self.is_net || premises.iter().any(|&premise| self.joins(premise, holds))
    }

    /// Returns true if the premise leads by a net to one of its contradictions.
    fn refutes_by_net(&mut self, premise: Node) -> bool {
        if !self.is_net {
            return true;
        }
        self.contradictions(premise)
            .into_iter()
            .any(|ends| ends.iter().any(|&end| self.joins(premise, end)))
    }

    /// Returns true if premises that agree lead to the node by fewer nodes than its opposite to a contradiction.
    /// Chains go both ways: a premise leads to the node as its opposite leads to the opposite of the premise.
    fn is_shorter_as_verity(&mut self, holds: Node) -> bool {
        let refuted = holds ^ 1;
        let ways = self.contradictions(refuted);
        let mut walk = Walk::default();
        walk.start(self.tables, refuted);
        let nodes = |ends: &[Node]| {
            ends.iter()
                .map(|&end| walk.nodes_to(self.tables, end))
                .sum()
        };
        let contradiction: usize = ways.iter().map(|ends| nodes(ends)).min().unwrap_or(0);
        let cell = self.tables.pair(holds).cell;
        let agree = |premises: &[Node]| {
            let opposites: Vec<Node> = premises.iter().map(|premise| premise ^ 1).collect();
            let follow = opposites.iter().all(|&opposite| walk.has(opposite));
            follow && nodes(&opposites) < contradiction
        };
        let elsewhere = |&pair: &usize| self.tables.pairs[pair].cell != cell;
        let mut pairs = (0..self.tables.candidates).filter(elsewhere);
        pairs.any(|pair| agree(&[node(pair, true), node(pair, false)]))
            || self.covers.iter().any(|premises| agree(premises))
    }

    /// The sets of consequences of a premise that contradict each other. Of a digit that is both in and out,
    /// and of two digits that are both in, the first cell alone counts.
    fn contradictions(&self, premise: Node) -> Vec<Vec<Node>> {
        let row = self.closure.row(premise);
        let pair = |node: Node| self.tables.pair(node);
        let follows = |node: &Node| has(row, *node);
        let mut ways = Vec::new();
        ways.extend(
            [premise ^ 1]
                .into_iter()
                .filter(follows)
                .map(|node| vec![node]),
        );
        let within = (0..self.tables.candidates).map(|pair| node(pair, true));
        let within: Vec<Node> = within.filter(follows).collect();
        let mut clashing = 0;
        for &one in within.iter().filter(|&&one| has(row, one ^ 1)) {
            if clashing >> pair(one).digit & 1 == 0 {
                clashing |= 1 << pair(one).digit;
                ways.push(vec![one ^ 1, one]);
            }
        }
        let mut known = [[false; 9]; 9];
        for cell in within.chunk_by(|&a, &b| pair(a).cell == pair(b).cell) {
            for (at, &one) in cell.iter().enumerate() {
                for &two in &cell[at + 1..] {
                    let known =
                        &mut known[usize::from(pair(one).digit)][usize::from(pair(two).digit)];
                    if !*known {
                        *known = true;
                        ways.push(vec![one, two]);
                    }
                }
            }
        }
        let mut places: Vec<Vec<Node>> = vec![Vec::new(); 27 * 9];
        for &one in &within {
            for unit in units_of(pair(one).cell) {
                places[9 * unit + usize::from(pair(one).digit)].push(one);
            }
        }
        ways.extend(places.into_iter().filter(|places| places.len() > 1));
        let all_out = |nodes: &&Vec<Node>| nodes.iter().all(follows);
        ways.extend(self.exhausted.iter().filter(all_out).cloned());
        ways
    }

    /// Returns true if the chain from the premise to the node joins several consequences somewhere.
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
