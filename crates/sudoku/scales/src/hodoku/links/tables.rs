//! The immediate consequences of each premise: "this candidate is in" or "this candidate is out".
//!
//! Nodes come in pairs, *out* (even) and *in* (odd). First there is a pair for each candidate, by cell
//! and digit; then, on demand, one for each group (all the candidates of a digit where a line crosses
//! a box, if there are two or more; the group is in if one of them is); then, on demand, one for each
//! almost locked set and digit (out once the set no longer has that digit, which locks it).
//!
//! The order of a node's links is part of the look of a chain: of several chains of the same length the first one
//! found is kept.

use super::als::{self, Als};
use crate::Board9;
use crate::cells::{Cells, PEERS, UNITS, areas};
use crate::digits::{digits_of, mask_of, ones, single};

/// A node: twice the number of its pair, plus 1 for "in".
pub(super) type Node = u16;

/// No pair.
const NONE: u16 = u16::MAX;

/// The subject of a pair of nodes.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    /// The first cell; of an almost locked set, the first with the digit.
    pub(super) cell: usize,
    pub(super) cells: Cells,
    pub(super) digit: u8,
    /// The almost locked set, if it is one.
    pub(super) als: Option<usize>,
    /// True if it is a single candidate.
    pub(super) is_candidate: bool,
}

impl Pair {
    /// A candidate or a group.
    fn of(cells: Cells, digit: u8) -> Self {
        Self {
            cell: cells.first().unwrap_or(0),
            cells,
            digit,
            als: None,
            is_candidate: !cells.are_many(),
        }
    }
}

/// A consequence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) to: Node,
    /// Its distance: 2, and more through an almost locked set or a net.
    pub(super) length: u8,
    /// True if it takes several consequences of the premise together.
    pub(super) is_joint: bool,
}

/// A step from node to node counts 2.
const PLAIN: u8 = 2;

/// All nodes and their links.
#[derive(Default)]
pub(super) struct Tables {
    pub(super) pairs: Vec<Pair>,
    pub(super) links: Vec<Vec<Link>>,
    /// The number of pairs that are candidates; they come first.
    pub(super) candidates: usize,
    /// The pair of each candidate, by `9 * cell + digit`.
    numbers: Vec<u16>,
    /// The almost locked sets of two cells and more.
    pub(super) sets: Vec<Als>,
    groups: Vec<Group>,
    /// True if some link is longer than others.
    pub(super) is_weighted: bool,
    /// Lists of links of former boards, to be filled again.
    spare: Vec<Vec<Link>>,
}

/// A group node.
struct Group {
    pair: usize,
    cells: Cells,
    digit: u8,
    /// The row or column in which it lies.
    line: usize,
    block: usize,
    /// The cells that see all of it.
    seen: Cells,
}

/// The node of a pair.
pub(super) fn node(pair: usize, is_in: bool) -> Node {
    Node::try_from(2 * pair + usize::from(is_in)).unwrap_or(Node::MAX)
}

/// Returns true if the node says that something is in.
pub(super) fn is_in(node: Node) -> bool {
    node & 1 == 1
}

impl Tables {
    /// The links between single candidates of a new board.
    pub(super) fn start(&mut self, board: &Board9) {
        self.start_without_links(board);
        for number in 0..self.candidates {
            self.link_candidate(board, number);
        }
    }

    /// The candidates of a new board, without links.
    pub(super) fn start_without_links(&mut self, board: &Board9) {
        self.pairs.clear();
        self.groups.clear();
        self.sets.clear();
        self.is_weighted = false;
        self.spare.append(&mut self.links);
        self.numbers.clear();
        self.numbers.resize(729, NONE);
        for cell in 0..81 {
            for digit in digits_of(board.candidates(cell)) {
                let pair = self.add_pair(Pair::of(Cells::of(cell), digit));
                self.numbers[9 * cell + usize::from(digit)] = u16::try_from(pair).unwrap_or(NONE);
            }
        }
        self.candidates = self.pairs.len();
    }

    fn add_pair(&mut self, pair: Pair) -> usize {
        self.pairs.push(pair);
        for _ in 0..2 {
            let mut links = self.spare.pop().unwrap_or_default();
            links.clear();
            self.links.push(links);
        }
        self.pairs.len() - 1
    }

    /// The pair of a node.
    pub(super) fn pair(&self, node: Node) -> &Pair {
        &self.pairs[usize::from(node >> 1)]
    }

    /// The node of a candidate of the board.
    pub(super) fn candidate(&self, cell: usize, digit: u8, is_in: bool) -> Node {
        node(
            usize::from(self.numbers[9 * cell + usize::from(digit)]),
            is_in,
        )
    }

    fn link(&mut self, from: Node, to: Node) {
        self.link_far(from, to, PLAIN);
    }

    fn link_far(&mut self, from: Node, to: Node, length: u8) {
        self.is_weighted |= length != PLAIN;
        self.links[usize::from(from)].push(Link {
            to,
            length,
            is_joint: false,
        });
    }

    /// Links two nodes unless they are.
    fn link_once(&mut self, from: Node, to: Node, length: u8) {
        if !self.links[usize::from(from)]
            .iter()
            .any(|link| link.to == to)
        {
            self.link_far(from, to, length);
        }
    }

    fn link_candidate(&mut self, board: &Board9, number: usize) {
        let Pair { cell, digit, .. } = self.pairs[number];
        let (out, is_in) = (node(number, false), node(number, true));
        let others = board.candidates(cell) & !(1 << digit);
        for other in digits_of(others) {
            let to = self.candidate(cell, other, false);
            self.link(is_in, to);
            if others.is_power_of_two() {
                self.link(out, to | 1);
            }
        }
        let places = board.places(digit);
        for (unit, area) in areas(cell) {
            for other in area & places {
                let to = self.candidate(other, digit, false);
                self.link(is_in, to);
            }
            let here = UNITS[unit] & places;
            if let (2, Some(other)) = (here.len(), here.without(cell).first()) {
                let to = self.candidate(other, digit, true);
                self.link_once(out, to, PLAIN);
            }
        }
    }

    /// Adds group nodes to tables of candidates.
    pub(super) fn add_groups(&mut self, board: &Board9) {
        self.find_groups(board);
        let groups = std::mem::take(&mut self.groups);
        for group in &groups {
            self.link_group_to_candidates(board, group);
            self.link_group_to_groups(board, group, &groups);
        }
        self.groups = groups;
    }

    fn find_groups(&mut self, board: &Board9) {
        for (line, unit) in UNITS.into_iter().enumerate().take(18) {
            for digit in 0..9 {
                let here = unit & board.places(digit);
                for block in (18..27).filter(|_| here.len() >= 2) {
                    let cells = here & UNITS[block];
                    if !cells.are_many() {
                        continue;
                    }
                    let pair = self.add_pair(Pair::of(cells, digit));
                    self.groups.push(Group {
                        pair,
                        cells,
                        digit,
                        line,
                        block,
                        seen: cells.common_peers(),
                    });
                }
            }
        }
    }

    fn link_group_to_candidates(&mut self, board: &Board9, group: &Group) {
        let digit = group.digit;
        let (out, is_in) = (node(group.pair, false), node(group.pair, true));
        let seen = group.seen & board.places(digit);
        for cell in seen {
            let other = self.candidate(cell, digit, false);
            self.link(is_in, other);
            self.link(other | 1, out);
        }
        for unit in [group.block, group.line] {
            let here = seen & UNITS[unit];
            if let (1, Some(cell)) = (here.len(), here.first()) {
                let other = self.candidate(cell, digit, false);
                self.link_once(out, other | 1, PLAIN);
                self.link(other, is_in);
            }
        }
    }

    fn link_group_to_groups(&mut self, board: &Board9, group: &Group, groups: &[Group]) {
        let (out, is_in) = (node(group.pair, false), node(group.pair, true));
        let is_near = |other: &&Group| {
            let near = other.line == group.line || other.block == group.block;
            near && other.digit == group.digit && !other.cells.meets(group.cells)
        };
        let others: Vec<&Group> = groups.iter().filter(is_near).collect();
        for other in &others {
            self.link(is_in, node(other.pair, false));
        }
        let places = board.places(group.digit);
        for unit in [group.line, group.block] {
            let mut here = others
                .iter()
                .filter(|other| [other.line, other.block].contains(&unit));
            let (Some(other), None) = (here.next(), here.next()) else {
                continue;
            };
            if (places & UNITS[unit]).is_within(group.cells | other.cells) {
                self.link(out, node(other.pair, true));
            }
        }
    }

    /// Adds nodes of almost locked sets to tables with groups.
    pub(super) fn add_sets(&mut self, board: &Board9) {
        self.sets = als::all(board);
        self.sets.retain(|als| als.cells.len() > 1);
        let sets = std::mem::take(&mut self.sets);
        // The pair of each set and digit, made when it is first needed.
        let mut pairs = vec![[NONE; 9]; sets.len()];
        for (at, als) in sets.iter().enumerate() {
            for digit in digits_of(als.digits) {
                self.add_set(board, &sets, &mut pairs, (at, digit));
            }
        }
        self.sets = sets;
    }

    fn set_node(&mut self, sets: &[Als], pairs: &mut [[u16; 9]], (at, digit): (usize, u8)) -> Node {
        let known = pairs[at][usize::from(digit)];
        if known != NONE {
            return node(usize::from(known), false);
        }
        let pair = self.add_pair(Pair {
            cell: sets[at].places[usize::from(digit)].first().unwrap_or(0),
            als: Some(at),
            ..Pair::of(sets[at].cells, digit)
        });
        pairs[at][usize::from(digit)] = u16::try_from(pair).unwrap_or(NONE);
        node(pair, false)
    }

    /// Links a set that is without one of its digits: to its causes and to its consequences.
    fn add_set(
        &mut self,
        board: &Board9,
        sets: &[Als],
        pairs: &mut [[u16; 9]],
        which: (usize, u8),
    ) {
        let (at, digit) = which;
        let als = &sets[at];
        let mut removed = als.seen;
        removed[usize::from(digit)] = Cells::NONE;
        if removed.iter().all(|cells| cells.is_empty()) {
            return;
        }
        let from = self.set_node(sets, pairs, which);
        self.link_entries(als, digit, from);
        let length = PLAIN + als.penalty();
        for (other, &cells) in (0..9).zip(&removed) {
            for cell in cells {
                let to = self.candidate(cell, other, false);
                self.link_once(from, to, length);
            }
            for group in 0..self.groups.len() {
                let group = &self.groups[group];
                if group.digit == other && group.cells.is_within(cells) {
                    let to = node(group.pair, false);
                    self.link_far(from, to, length);
                }
            }
        }
        for (other, set) in sets.iter().enumerate() {
            if other == at || set.cells.meets(als.cells) {
                continue;
            }
            for digit in digits_of(set.digits) {
                let gone = removed[usize::from(digit)];
                if set.places[usize::from(digit)].is_within(gone) {
                    let to = self.set_node(sets, pairs, (other, digit));
                    self.link_far(from, to, length);
                }
            }
        }
        self.link_forced(board, als, &removed, from);
    }

    /// The causes that take the digit from a set: a candidate or a group that sees all of it.
    fn link_entries(&mut self, als: &Als, digit: u8, set: Node) {
        for cell in als.seen[usize::from(digit)] {
            let entry = self.candidate(cell, digit, true);
            self.link(entry, set);
        }
        for at in 0..self.groups.len() {
            let group = &self.groups[at];
            let fits = group.digit == digit
                && group.cells.meets(als.seen[usize::from(digit)])
                && !group.cells.meets(als.cells)
                && als.places[usize::from(digit)].is_within(group.seen);
            if fits {
                let entry = node(group.pair, true);
                self.link(entry, set);
            }
        }
    }

    /// A cell that keeps one of three or more candidates has it.
    fn link_forced(&mut self, board: &Board9, als: &Als, removed: &[Cells; 9], from: Node) {
        for cell in als.around {
            let candidates = board.candidates(cell);
            if candidates.count_ones() == 2 {
                continue;
            }
            let left = mask_of(ones(candidates).filter(|&digit| !removed[digit].has(cell)));
            if let Some(digit) = single(left) {
                let to = self.candidate(cell, digit as u8, true);
                self.link_once(from, to, PLAIN + als.penalty() + 1);
            }
        }
    }

    /// The cells that see all of a node, for a digit.
    pub(super) fn seeing(&self, node: Node, digit: u8) -> Cells {
        let pair = self.pair(node);
        match pair.als {
            Some(set) => self.sets[set].seen[usize::from(digit)],
            None if pair.is_candidate => PEERS[pair.cell],
            None => pair.cells.common_peers(),
        }
    }
}
