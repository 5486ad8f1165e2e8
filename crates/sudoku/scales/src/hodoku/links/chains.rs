//! Chains through one digit (X-Chain), through cells with two candidates (XY-Chain), and through
//! cells with the same two (Remote Pair).
//!
//! A chain starts with a strong link, ends with one, and alternates; candidates that see both of its ends go. No cell
//! comes twice, but a chain through one digit may end where it began. Of all chains, the one with the most removals
//! is taken, then the shortest, then the one whose removals come first on the board. A depth-first search with that
//! order as its bound finds it: the distance of each place from a suitable end is known beforehand, so only promising
//! branches are walked.

use super::best::{Best, Rank};
use crate::Board9;
use crate::cells::{Cells, PEERS};
use crate::digits::digits_of;
use crate::hodoku::Technique;
use crate::hodoku::patterns::{strong, weak};
use crate::hodoku::step::candidates;

/// A chain has no more links than this.
const LONGEST: usize = 20;
/// The most extensions of a chain, over a whole search; puzzles need far less, and an artificial board must not take
/// for ever.
const MOST_VISITS: u32 = 2_000_000;
const FAR: u8 = u8::MAX;

/// All chains of this technique, the best first.
pub(super) fn search(board: &Board9, technique: Technique, best: &mut Best) {
    match technique {
        Technique::XChain => one_digit(board, best),
        Technique::XyChain => two_candidates(board, best),
        _ => remote_pairs(board, best),
    }
}

/// Candidates that chains of one kind go through, numbered from 0.
struct Places {
    cell: Vec<usize>,
    digit: Vec<u8>,
    /// For each, those that a strong link leads to, in order.
    strong: Vec<Vec<usize>>,
    /// The weak links.
    weak: Vec<Vec<usize>>,
    technique: Technique,
}

/// A depth-first search from one place.
struct Search<'a> {
    places: &'a Places,
    /// The removals of a chain from the start to each place; empty if it cannot end there.
    gain: Vec<Cells>,
    /// The fewest links from each place to a good end, after a weak and after a strong link.
    to_end: Vec<[u8; 2]>,
    /// The number of removals of the best end.
    most: usize,
    start: usize,
    visits: u32,
}

impl Search<'_> {
    /// Finds for each place how near a good end is, walking back from all of them.
    fn measure(&mut self) {
        let places = self.gain.len();
        self.to_end = vec![[FAR; 2]; places];
        let mut reached: Vec<(usize, bool)> = (0..places)
            .filter(|&place| !self.gain[place].is_empty())
            .map(|place| (place, true))
            .collect();
        for &(place, _) in &reached {
            self.to_end[place][1] = 0;
        }
        let mut at = 0;
        while let Some(&(place, after_strong)) = reached.get(at) {
            at += 1;
            let next = self.to_end[place][usize::from(after_strong)].saturating_add(1);
            // Links go both ways, so those that lead away also lead here.
            for &from in self.places.links(after_strong, place) {
                let to_end = &mut self.to_end[from][usize::from(!after_strong)];
                if *to_end == FAR {
                    *to_end = next;
                    reached.push((from, !after_strong));
                }
            }
        }
    }

    /// Walks on from a place that the last link led to; `cells` are those before it.
    fn extend(&mut self, place: usize, strong: bool, links: usize, cells: Cells, best: &mut Best) {
        self.visits += 1;
        if strong && links > 1 && !self.gain[place].is_empty() {
            self.report(place, links, best);
        }
        let cell = &self.places.cell;
        let (own, first) = (cell[place], cell[self.start]);
        let closed = own == first && links > 1;
        if closed || links >= LONGEST || self.visits > MOST_VISITS {
            return;
        }
        let ahead = usize::from(self.to_end[place][usize::from(strong)]);
        // A place that is an end itself may still lead to another one.
        let ahead = if ahead == 0 { 2 } else { ahead };
        if links + ahead > LONGEST || !best.may_take(self.most, links + ahead + 1) {
            return;
        }
        let cells = cells.with(own);
        for &to in self.places.links(!strong, place) {
            let is_passed = cell[to] != own && cells.has(cell[to]) && cell[to] != first;
            if !is_passed {
                self.extend(to, !strong, links + 1, cells, best);
            }
        }
    }

    fn report(&self, end: usize, links: usize, best: &mut Best) {
        let removed: Vec<_> = candidates(self.gain[end], self.places.digit[end]).collect();
        let rank = Rank::new(&removed, links + 1);
        best.offer(rank, self.places.technique, removed);
    }
}

impl Places {
    /// The strong or the weak links from a place.
    fn links(&self, strong: bool, place: usize) -> &[usize] {
        let links = if strong { &self.strong } else { &self.weak };
        &links[place]
    }

    /// Searches from one place; returns how often chains have been made longer by now.
    fn search(&self, board: &Board9, start: usize, visits: u32, best: &mut Best) -> u32 {
        let (first, digit) = (self.cell[start], self.digit[start]);
        let sees = PEERS[first] & board.places(digit);
        let may_end = |end: usize| {
            self.digit[end] == digit
                && (self.cell[end] != first || self.technique == Technique::XChain)
        };
        let gain = |end: usize| {
            if may_end(end) {
                sees & PEERS[self.cell[end]]
            } else {
                Cells::NONE
            }
        };
        let gain: Vec<Cells> = (0..self.cell.len()).map(gain).collect();
        let most = gain.iter().map(|gain| gain.len()).max().unwrap_or(0);
        if most == 0 || self.strong[start].is_empty() || !best.may_take(most, 4) {
            return visits;
        }
        let mut search = Search {
            places: self,
            gain,
            to_end: Vec::new(),
            most,
            start,
            visits,
        };
        search.measure();
        for &second in &self.strong[start] {
            search.extend(second, true, 1, Cells::of(first), best);
        }
        search.visits
    }
}

/// X-Chains.
fn one_digit(board: &Board9, best: &mut Best) {
    let mut visits = 0;
    for digit in 0..9 {
        let here = board.places(digit);
        let mut leads = [Cells::NONE; 81];
        for cell in here {
            leads[cell] = strong(here, cell).collect();
        }
        let starts = here.into_iter();
        let starts: Cells = starts
            .filter(|&start| may_gain(start, here, &leads))
            .collect();
        if starts.is_empty() {
            continue;
        }
        let number = |at: usize| here.before(at).len();
        let strong = |at: usize| strong(here, at).map(number).collect();
        let weak = |at: usize| weak(here, at).map(number).collect();
        let places = Places {
            cell: here.into_iter().collect(),
            digit: vec![digit; here.len()],
            strong: here.into_iter().map(strong).collect(),
            weak: here.into_iter().map(weak).collect(),
            technique: Technique::XChain,
        };
        for start in starts {
            visits = places.search(board, number(start), visits, best);
        }
    }
}

/// Returns true if some chain from here, if it may run into itself, would remove something.
fn may_gain(start: usize, places: Cells, strong: &[Cells; 81]) -> bool {
    let sees = PEERS[start] & places;
    // Where a strong link ends: the first one, then those of longer chains.
    let mut new = strong[start];
    let mut passed = Cells::NONE;
    let mut ends = Cells::NONE;
    while !new.is_empty() {
        passed |= new;
        let out = new.any_peers() & places;
        let next = out
            .into_iter()
            .fold(Cells::NONE, |next, cell| next | strong[cell]);
        ends |= next;
        new = next - passed;
    }
    ends.any_peers().meets(sees)
}

/// XY-Chains.
fn two_candidates(board: &Board9, best: &mut Best) {
    let pairs = board.with_count(2);
    let candidates = |at| digits_of(board.candidates(at)).map(move |digit| (at, digit));
    let (cell, digit): (Vec<usize>, Vec<u8>) = pairs.into_iter().flat_map(candidates).unzip();
    let number = |at: usize, digit: u8| {
        let lower = board.candidates(at) & ((1 << digit) - 1);
        2 * pairs.before(at).len() + usize::from(lower != 0)
    };
    let all = 0..cell.len();
    let strong: Vec<_> = all.clone().map(|place| vec![place ^ 1]).collect();
    let weak_links = |place: usize| {
        let weak = weak(pairs & board.places(digit[place]), cell[place]);
        weak.map(|at| number(at, digit[place])).collect()
    };
    let weak: Vec<_> = all.clone().map(weak_links).collect();
    let places = Places {
        cell,
        digit,
        strong,
        weak,
        technique: Technique::XyChain,
    };
    all.fold(0, |visits, start| places.search(board, start, visits, best));
}

/// Remote Pairs: four or more cells with the same two candidates, each seeing the next.
fn remote_pairs(board: &Board9, best: &mut Best) {
    let mut left = board.with_count(2);
    let mut visits = 0;
    while let Some(first) = left.first() {
        let same: Cells = left
            .into_iter()
            .filter(|&cell| board.candidates(cell) == board.candidates(first))
            .collect();
        left = left - same;
        if same.len() < 4 {
            continue;
        }
        for start in same {
            pair_chains(board, same, &mut vec![start], &mut visits, best);
        }
    }
}

fn pair_chains(
    board: &Board9,
    same: Cells,
    chain: &mut Vec<usize>,
    visits: &mut u32,
    best: &mut Best,
) {
    *visits += 1;
    // Two links for each cell but the last, which has one.
    let links = 2 * chain.len() - 1;
    if chain.len() >= 4 && chain.len().is_multiple_of(2) {
        report_pair(board, chain, links, best);
    }
    if links + 2 > LONGEST || *visits > MOST_VISITS {
        return;
    }
    let Some(&last) = chain.last() else { return };
    let used: Cells = chain.iter().copied().collect();
    for next in weak(same - used, last) {
        chain.push(next);
        pair_chains(board, same, chain, visits, best);
        chain.pop();
    }
}

/// Every two cells an odd number of links apart hold both digits between them.
fn report_pair(board: &Board9, chain: &[usize], links: usize, best: &mut Best) {
    let mut seen = Cells::NONE;
    for (at, &one) in chain.iter().enumerate() {
        for &other in chain[at..].iter().skip(3).step_by(2) {
            seen |= PEERS[one] & PEERS[other];
        }
    }
    let mask = board.candidates(chain[0]);
    let digits = || digits_of(mask);
    let ends = PEERS[chain[0]] & PEERS[chain[chain.len() - 1]];
    // Only a chain whose ends remove something is looked at.
    if !digits().any(|digit| ends.meets(board.places(digit))) {
        return;
    }
    let removed: Vec<_> = digits()
        .flat_map(|digit| candidates(seen & board.places(digit), digit))
        .collect();
    let rank = Rank::new(&removed, links + 1);
    best.offer(rank, Technique::RemotePair, removed);
}
