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
use crate::cells::{Cells, PEERS, UNITS, units_of};
use crate::hodoku::{Candidate, HodokuStep, Technique};

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

/// The candidates of one digit in these cells.
fn candidates(cells: Cells, digit: u8) -> impl Iterator<Item = Candidate> {
    cells.into_iter().map(move |cell| Candidate {
        cell: u8::try_from(cell).unwrap_or(u8::MAX),
        digit,
    })
}

/// A depth-first search over one kind of place, numbered from 0.
struct Search<'a> {
    /// For each place, those that a strong link leads to, in order.
    strong: &'a [Vec<usize>],
    /// The weak links.
    weak: &'a [Vec<usize>],
    cell: &'a [usize],
    digit: &'a [u8],
    /// The removals of a chain from the start to each place; empty if it cannot end there.
    gain: Vec<Cells>,
    /// The fewest links from each place to a good end, after a weak and after a strong link.
    to_end: Vec<[u8; 2]>,
    /// The number of removals of the best end.
    most: usize,
    start: usize,
    technique: Technique,
    visits: u32,
}

impl Search<'_> {
    /// Finds for each place how near a good end is, walking back from all of them.
    fn measure(&mut self) {
        let places = self.cell.len();
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
            let links = if after_strong { self.strong } else { self.weak };
            for &from in &links[place] {
                let to_end = &mut self.to_end[from][usize::from(!after_strong)];
                if *to_end == FAR {
                    *to_end = next;
                    reached.push((from, !after_strong));
                }
            }
        }
    }

    fn run(&mut self, best: &mut Best) {
        for &second in &self.strong[self.start] {
            let cells = Cells::of(self.cell[self.start]);
            self.extend(second, true, 1, cells, best);
        }
    }

    /// Walks on from a place that the last link led to; `cells` are those before it.
    fn extend(&mut self, place: usize, strong: bool, links: usize, cells: Cells, best: &mut Best) {
        self.visits += 1;
        if strong && links > 1 && !self.gain[place].is_empty() {
            self.report(place, links, best);
        }
        let closed = self.cell[place] == self.cell[self.start] && links > 1;
        if closed || links >= LONGEST || self.visits > MOST_VISITS {
            return;
        }
        let ahead = usize::from(self.to_end[place][usize::from(strong)]);
        // A place that is an end itself may still lead to another one.
        let ahead = if ahead == 0 { 2 } else { ahead };
        if links + ahead > LONGEST || !best.may_take(self.most, links + ahead + 1) {
            return;
        }
        let next = if strong { self.weak } else { self.strong };
        let cells = cells.with(self.cell[place]);
        for &to in &next[place] {
            let cell = self.cell[to];
            let same = cell == self.cell[place];
            if !same && cells.has(cell) && cell != self.cell[self.start] {
                continue;
            }
            self.extend(to, !strong, links + 1, cells, best);
        }
    }

    fn report(&self, end: usize, links: usize, best: &mut Best) {
        let removed: Vec<_> = candidates(self.gain[end], self.digit[end]).collect();
        let rank = Rank::new(&removed, links + 1);
        best.offer(rank, || HodokuStep {
            technique: self.technique,
            placed: Vec::new(),
            removed,
        });
    }
}

/// X-Chains.
fn one_digit(board: &Board9, best: &mut Best) {
    let mut visits = 0;
    for digit in 0..9 {
        let places = board.places(digit);
        let strong = strong_links(places);
        let starts: Vec<usize> = places
            .into_iter()
            .filter(|&start| may_gain(start, places, &strong))
            .collect();
        if starts.is_empty() {
            continue;
        }
        let cell: Vec<usize> = places.into_iter().collect();
        let number = |at: usize| cell.iter().position(|&cell| cell == at).unwrap_or(0);
        let links = |here: Cells, at: usize| {
            let mut listed = Cells::of(at);
            let mut links = Vec::new();
            for unit in units_of(at) {
                links.extend(((UNITS[unit] & here) - listed).into_iter().map(number));
                listed |= UNITS[unit];
            }
            links
        };
        let strong: Vec<_> = cell.iter().map(|&at| links(strong[at], at)).collect();
        let weak: Vec<_> = cell.iter().map(|&at| links(places, at)).collect();
        let digits = vec![digit; cell.len()];
        for at in starts {
            let sees = PEERS[at] & places;
            let search = Search {
                strong: &strong,
                weak: &weak,
                cell: &cell,
                digit: &digits,
                gain: cell.iter().map(|&end| sees & PEERS[end]).collect(),
                to_end: Vec::new(),
                most: 0,
                start: number(at),
                technique: Technique::XChain,
                visits,
            };
            visits = start_search(search, best);
        }
    }
}

/// The other place of a digit in a unit with two, for each cell. Two places of a box that share a line are
/// linked by the line or not at all.
fn strong_links(places: Cells) -> [Cells; 81] {
    let mut strong = [Cells::NONE; 81];
    for cell in places {
        let [row, column, block] = units_of(cell);
        for unit in [row, column, block] {
            let here = UNITS[unit] & places;
            if let (2, Some(other)) = (here.len(), here.without(cell).first()) {
                let in_line = (UNITS[row] | UNITS[column]).has(other);
                if unit != block || !in_line {
                    strong[cell] = strong[cell].with(other);
                }
            }
        }
    }
    strong
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
        let out = new
            .into_iter()
            .fold(Cells::NONE, |out, cell| out | PEERS[cell])
            & places;
        let next = out
            .into_iter()
            .fold(Cells::NONE, |next, cell| next | strong[cell]);
        ends |= next;
        new = next - passed;
    }
    ends.into_iter().any(|end| PEERS[end].meets(sees))
}

/// XY-Chains.
fn two_candidates(board: &Board9, best: &mut Best) {
    let pairs: Vec<usize> = (0..81)
        .filter(|&cell| board.candidates(cell).count_ones() == 2)
        .collect();
    let mut cell = Vec::new();
    let mut digit = Vec::new();
    for &at in &pairs {
        for d in (0..9).filter(|&d| board.candidates(at) >> d & 1 == 1) {
            cell.push(at);
            digit.push(d);
        }
    }
    let all: Cells = pairs.iter().copied().collect();
    let mut strong = vec![Vec::new(); cell.len()];
    let mut weak = vec![Vec::new(); cell.len()];
    for place in 0..cell.len() {
        strong[place].push(place ^ 1);
        let mut listed = Cells::of(cell[place]);
        for unit in units_of(cell[place]) {
            let here = UNITS[unit] & all & board.places(digit[place]);
            for other in here - listed {
                weak[place].extend(
                    (0..cell.len()).filter(|&to| cell[to] == other && digit[to] == digit[place]),
                );
            }
            listed |= here;
        }
    }
    let mut visits = 0;
    for start in 0..cell.len() {
        let sees = PEERS[cell[start]] & board.places(digit[start]);
        let gain = (0..cell.len())
            .map(|end| {
                let ends = digit[end] == digit[start] && cell[end] != cell[start];
                if ends {
                    sees & PEERS[cell[end]]
                } else {
                    Cells::NONE
                }
            })
            .collect();
        let search = Search {
            strong: &strong,
            weak: &weak,
            cell: &cell,
            digit: &digit,
            gain,
            to_end: Vec::new(),
            most: 0,
            start,
            technique: Technique::XyChain,
            visits,
        };
        visits = start_search(search, best);
    }
}

/// Searches from one start; returns how often chains have been made longer by now.
fn start_search(mut search: Search<'_>, best: &mut Best) -> u32 {
    search.most = search.gain.iter().map(|gain| gain.len()).max().unwrap_or(0);
    if search.most == 0 || search.strong[search.start].is_empty() || !best.may_take(search.most, 4)
    {
        return search.visits;
    }
    search.measure();
    search.run(best);
    search.visits
}

/// Remote Pairs: four or more cells with the same two candidates, each seeing the next.
fn remote_pairs(board: &Board9, best: &mut Best) {
    let mut left: Cells = (0..81)
        .filter(|&cell| board.candidates(cell).count_ones() == 2)
        .collect();
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
    let mut listed = used;
    for unit in units_of(last) {
        let here = UNITS[unit] & same;
        for next in here - listed {
            chain.push(next);
            pair_chains(board, same, chain, visits, best);
            chain.pop();
        }
        listed |= here;
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
    let digits = || (0..9).filter(|&digit| mask >> digit & 1 == 1);
    let ends = PEERS[chain[0]] & PEERS[chain[chain.len() - 1]];
    // Only a chain whose ends remove something is looked at.
    if !digits().any(|digit| ends.meets(board.places(digit))) {
        return;
    }
    let removed: Vec<_> = digits()
        .flat_map(|digit| candidates(seen & board.places(digit), digit))
        .collect();
    let rank = Rank::new(&removed, links + 1);
    best.offer(rank, || HodokuStep {
        technique: Technique::RemotePair,
        placed: Vec::new(),
        removed,
    });
}
