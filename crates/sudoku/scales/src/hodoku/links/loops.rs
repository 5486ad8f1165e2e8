//! Nice loops and alternating inference chains, plain and grouped.
//!
//! Each premise from which something that matters follows at all (`closure`) is followed to the end. A chain that comes back to the cell where it began is
//! a nice loop; one that begins with a candidate that is out and ends with one that is in is an alternating
//! inference chain: one of its ends is true. A chain that runs into itself is none. Of all of them,
//! the one with the most removals is taken, then the shortest.

use super::best::{Best, Rank};
use super::closure::Closure;
use super::tables::{Node, Tables, is_in, node};
use super::walks::Walk;
use crate::Board9;
use crate::cells::{Cells, PEERS};
use crate::digits::digits_of;
use crate::hodoku::step::candidates;
use crate::hodoku::{Candidate, Technique};
use crate::rows::has;

/// Searches one board.
pub(super) struct Loops<'a> {
    pub(super) board: &'a Board9,
    pub(super) tables: &'a Tables,
    pub(super) closure: &'a Closure,
    /// Leave out chains without a group or an almost locked set.
    pub(super) only_grouped: bool,
    /// The part of the search.
    part: u8,
    chain: Vec<Node>,
}

/// The techniques of a kind of chain: plain, and with groups.
type Kind = [Technique; 2];

const CONTINUOUS: Kind = [
    Technique::ContinuousNiceLoop,
    Technique::GroupedContinuousNiceLoop,
];
const DISCONTINUOUS: Kind = [
    Technique::DiscontinuousNiceLoop,
    Technique::GroupedDiscontinuousNiceLoop,
];
const AIC: Kind = [Technique::Aic, Technique::GroupedAic];

impl<'a> Loops<'a> {
    /// A search of these tables.
    pub(super) fn new(
        board: &'a Board9,
        tables: &'a Tables,
        closure: &'a Closure,
        only_grouped: bool,
    ) -> Self {
        Self {
            board,
            tables,
            closure,
            only_grouped,
            part: 0,
            chain: Vec::new(),
        }
    }

    /// Offers every loop and chain. Of equals, loops from candidates that are in come before the other
    /// loops, and those before chains; but chains tend to remove more and to spare loops the search.
    pub(super) fn search(&mut self, walk: &mut Walk, best: &mut Best) {
        for pair in 0..self.tables.candidates {
            let premise = node(pair, false);
            let (ends, closes) = (self.may_end(premise), self.may_close(premise, best));
            if !ends && !closes {
                continue;
            }
            walk.start(self.tables, premise);
            if ends {
                self.part = 2;
                self.aics(walk, best);
            }
            if closes {
                self.part = 1;
                self.loops(walk, best);
            }
        }
        self.part = 0;
        for pair in 0..self.tables.candidates {
            let premise = node(pair, true);
            if self.may_close(premise, best) {
                walk.start(self.tables, premise);
                self.loops(walk, best);
            }
        }
    }

    /// The pairs of the candidates of the cell.
    fn in_cell(&self, cell: usize) -> impl Iterator<Item = Node> {
        digits_of(self.board.candidates(cell))
            .map(move |digit| self.tables.candidate(cell, digit, false))
    }

    /// Returns true if something that matters follows in the cell of the premise.
    fn may_close(&self, premise: Node, best: &Best) -> bool {
        let row = self.closure.row(premise);
        let cell = self.tables.pair(premise).cell;
        if is_in(premise) {
            let closes = |out: Node| has(row, if out == premise ^ 1 { out } else { out | 1 });
            return best.may_take(1, 0) && self.in_cell(cell).any(closes);
        }
        let near = |node: Node| {
            let links = &self.tables.links[usize::from(premise)];
            links.iter().any(|link| link.to == node)
        };
        let closes = |out: Node| {
            let within = has(row, out | 1) && !near(out | 1);
            within || out != premise && has(row, out) && best.may_take(1, 0)
        };
        self.in_cell(cell).any(closes)
    }

    /// Returns true if a chain from the premise may end where its ends remove two candidates.
    fn may_end(&self, premise: Node) -> bool {
        let row = self.closure.row(premise);
        let start = self.tables.pair(premise);
        let places = self.board.places(start.digit);
        let follows = |cell: usize, digit: u8| {
            let end = self.tables.candidate(cell, digit, true);
            let links = &self.tables.links[usize::from(premise)];
            has(row, end) && !links.iter().any(|link| link.to == end)
        };
        let same = places.without(start.cell).into_iter().any(|cell| {
            follows(cell, start.digit) && (PEERS[start.cell] & PEERS[cell] & places).len() > 1
        });
        same || (PEERS[start.cell] & places).into_iter().any(|cell| {
            let common = self.board.candidates(start.cell) & self.board.candidates(cell);
            digits_of(common & !(1 << start.digit)).any(|digit| follows(cell, digit))
        })
    }

    fn loops(&mut self, walk: &Walk, best: &mut Best) {
        let premise = walk.order[0];
        let cell = self.tables.pair(premise).cell;
        for &end in &walk.order[1..] {
            let pair = self.tables.pair(end);
            if pair.is_candidate && pair.cell == cell && !walk.is_near(end) {
                self.close(walk, end, best);
            }
        }
    }

    /// A chain that is back in its first cell.
    fn close(&mut self, walk: &Walk, end: Node, best: &mut Best) {
        let tables = self.tables;
        let premise = walk.order[0];
        let (start, last) = (tables.pair(premise), tables.pair(end));
        let same = start.digit == last.digit;
        // A premise that is out begins with a strong link.
        let strong = (!is_in(premise), is_in(end));
        if strong == (true, true) && !same {
            return self.close_continuous(walk, end, best);
        }
        let all = self.board.candidates(start.cell);
        let removed = match strong {
            (true, true) => all & !(1 << start.digit),
            (false, false) if same => 1 << start.digit,
            (false, true) if !same => 1 << start.digit,
            (true, false) if !same => 1 << last.digit,
            _ => return,
        };
        let nodes = walk.nodes_to(tables, end);
        if removed == 0 || !best.may_take(removed.count_ones() as usize, nodes) {
            return;
        }
        walk.chain(end, &mut self.chain);
        if !self.is_loop() {
            return;
        }
        let removed = digits_of(removed).map(|digit| Candidate::new(start.cell, digit));
        self.offer(DISCONTINUOUS, removed.collect(), best);
    }

    /// Strong links on both sides of the first cell, with different digits: every weak link of the loop
    /// is strong as well.
    fn close_continuous(&mut self, walk: &Walk, end: Node, best: &mut Best) {
        walk.chain(end, &mut self.chain);
        if !self.is_loop() {
            return;
        }
        let mut removed = self.between();
        removed.sort_unstable_by_key(|one| (one.digit, one.cell));
        removed.dedup();
        if !removed.is_empty() {
            self.offer(CONTINUOUS, removed, best);
        }
    }

    /// Returns true if the chain leaves its first cell, comes back from another, and does not meet itself.
    fn is_loop(&self) -> bool {
        let cell = |at: usize| self.tables.pair(self.chain[at]).cell;
        let last = self.chain.len() - 1;
        cell(last) != cell(last - 1) && cell(0) != cell(1) && !self.meets_itself(Some(cell(0)))
    }

    /// Returns true if the chain comes to a cell where it has been before; `but` may be passed again.
    fn meets_itself(&self, but: Option<usize>) -> bool {
        let mut passed = Cells::NONE;
        let mut before: Option<Node> = None;
        for &node in &self.chain {
            let pair = self.tables.pair(node);
            if passed.has(pair.cell) {
                return true;
            }
            let last = before.map(|node| self.tables.pair(node));
            if let Some(last) = last.filter(|last| Some(last.cell) != but) {
                passed |= last.cells;
            }
            before = Some(node);
        }
        false
    }

    /// The removals of a continuous loop.
    fn between(&self) -> Vec<Candidate> {
        let chain = &self.chain;
        let (first, last) = (chain[0], chain[chain.len() - 1]);
        let pair = |at: usize| self.tables.pair(chain[at]);
        let start = pair(0).cell;
        let own = chain[..chain.len() - 1]
            .iter()
            .fold(Cells::NONE, |own, &node| own | self.tables.pair(node).cells);
        let mut removed = Vec::new();
        self.all_but(start, [first, last], &mut removed);
        for at in 1..chain.len() {
            if pair(at - 1).cell == pair(at).cell {
                continue;
            }
            if is_in(chain[at]) {
                if self.passes_cell(at) {
                    self.all_but(pair(at).cell, [chain[at], chain[at + 2]], &mut removed);
                }
                continue;
            }
            let digit = pair(at).digit;
            let seen =
                self.tables.seeing(chain[at - 1], digit) & self.tables.seeing(chain[at], digit);
            let seen = ((seen - own) & self.board.places(digit)).without(start);
            removed.extend(candidates(seen, digit));
            self.through_set(at, &mut removed);
        }
        removed
    }

    /// Returns true if a strong link leads into a cell and another one, after a weak one, out of it.
    fn passes_cell(&self, at: usize) -> bool {
        let chain = &self.chain;
        let cell = |at: usize| self.tables.pair(chain[at]).cell;
        at + 2 < chain.len()
            && !is_in(chain[at + 1])
            && cell(at) == cell(at + 1)
            && is_in(chain[at + 2])
            && cell(at + 1) != cell(at + 2)
    }

    fn all_but(&self, cell: usize, kept: [Node; 2], removed: &mut Vec<Candidate>) {
        let kept = kept.map(|node| self.tables.pair(node).digit);
        let others = digits_of(self.board.candidates(cell)).filter(|digit| !kept.contains(digit));
        removed.extend(others.map(|digit| Candidate::new(cell, digit)));
    }

    /// An almost locked set of the loop is locked for all digits but those of its two links.
    fn through_set(&self, at: usize, removed: &mut Vec<Candidate>) {
        let here = self.tables.pair(self.chain[at]);
        let (Some(set), Some(&next)) = (here.als, self.chain.get(at + 1)) else {
            return;
        };
        let als = &self.tables.sets[set];
        let exit = self.tables.pair(next);
        // A strong link out of a set: it takes all other candidates of the next cell at once.
        let forces = is_in(next);
        let exits = if forces {
            self.board.candidates(exit.cell) & !(1 << exit.digit)
        } else {
            1 << exit.digit
        };
        for digit in digits_of(als.digits & !(1 << here.digit)) {
            let mut seen = als.seen[usize::from(digit)];
            if exits >> digit & 1 == 1 {
                if !forces {
                    continue;
                }
                seen &= PEERS[exit.cell];
            }
            removed.extend(candidates(seen, digit));
        }
    }

    fn aics(&mut self, walk: &Walk, best: &mut Best) {
        let start = self.tables.pair(walk.order[0]);
        for &end in &walk.order[1..] {
            let last = self.tables.pair(end);
            if !is_in(end) || !last.is_candidate || last.cell == start.cell || walk.is_near(end) {
                continue;
            }
            let removed = self.ends(start.cell, start.digit, last.cell, last.digit);
            let nodes = walk.nodes_to(self.tables, end);
            if removed.len() < 2 || !best.may_take(removed.len(), nodes) {
                continue;
            }
            walk.chain(end, &mut self.chain);
            if !self.meets_itself(None) {
                self.offer(AIC, removed, best);
            }
        }
    }

    /// The removals of the two ends of a chain, sorted by digit and cell.
    fn ends(&self, start: usize, digit: u8, end: usize, last: u8) -> Vec<Candidate> {
        if digit == last {
            let seen = PEERS[start] & PEERS[end] & self.board.places(digit);
            return candidates(seen, digit).collect();
        }
        let mutual = PEERS[start].has(end)
            && self.board.places(digit).has(end)
            && self.board.places(last).has(start);
        if !mutual {
            return Vec::new();
        }
        let mut removed = vec![Candidate::new(start, last), Candidate::new(end, digit)];
        removed.sort_unstable_by_key(|one| (one.digit, one.cell));
        removed
    }

    fn offer(&self, kind: Kind, removed: Vec<Candidate>, best: &mut Best) {
        let pairs = || self.chain.iter().map(|&node| self.tables.pair(node));
        let grouped = pairs().any(|pair| !pair.is_candidate);
        if self.only_grouped && !grouped {
            return;
        }
        let sets = pairs().filter(|pair| pair.als.is_some()).count();
        // A set counts as three and a half nodes, rounded down over the chain.
        let rank = Rank::new(&removed, self.chain.len() + sets * 5 / 2).of_part(self.part);
        best.offer(rank, kind[usize::from(grouped)], removed);
    }
}
