//! The consequences of each premise when singles are played out.
//!
//! The premise is made on a copy of the board, and four times over all naked and then all hidden
//! singles are placed. Each consequence is noted with what brought it about: of several causes that
//! had to come together, the latest is followed back, and the consequence counts as joint.
//!
//! An impossible premise leads to an impossible board. It is played to the end all the same: the lists of singles
//! keep their entries, and a count that a candidate vanished from is not always corrected, just as in the scale's own
//! program. The outcome on such a board decides which step is found.

use super::tables::{Link, Node, Tables, is_in, node};
use crate::Board9;
use crate::cells::{Cells, PEERS, UNITS, units_of};
use crate::digits::{digits_of, single};
use crate::hodoku::singles::Singles;

/// The number of rounds in which all singles are placed.
const ROUNDS: usize = 4;
/// The most causes that are noted.
const CAUSES: usize = 5;

/// Tables with nets instead of the plain links between candidates, and with groups.
pub(super) fn start(board: &Board9, tables: &mut Tables) {
    tables.start_without_links(board);
    tables.add_groups(board);
    let mut net = Net::new(board, tables);
    for pair in 0..tables.candidates {
        for premise in [node(pair, false), node(pair, true)] {
            net.play(tables, premise);
            let links = &mut tables.links[usize::from(premise)];
            let to_groups = links.len();
            links.extend(&net.entries[1..]);
            links.rotate_left(to_groups);
        }
    }
    tables.is_weighted = true;
}

/// The reason why a cell gets a value.
enum Reason {
    Premise,
    Naked,
    Hidden,
}

struct Net<'a> {
    board: &'a Board9,
    start: Singles,
    state: Singles,
    /// The premise and its consequences as they came up; they are joint if they or something that led to them had
    /// several causes.
    entries: Vec<Link>,
    /// The position of each node among the entries, plus one.
    position: Vec<u16>,
}

impl<'a> Net<'a> {
    fn new(board: &'a Board9, tables: &Tables) -> Self {
        let start = Singles::none(board);
        Self {
            board,
            state: start.clone(),
            start,
            entries: Vec::new(),
            position: vec![0; 2 * tables.candidates],
        }
    }

    fn play(&mut self, tables: &Tables, premise: Node) {
        for entry in self.entries.drain(..) {
            self.position[usize::from(entry.to)] = 0;
        }
        self.state.restart(&self.start);
        let pair = tables.pair(premise);
        if is_in(premise) {
            self.place(tables, pair.cell, pair.digit, &Reason::Premise);
        } else {
            self.state.remove(pair.cell, pair.digit);
            self.add(premise, &[]);
            if let Some(left) = single(self.state.board.candidates(pair.cell)) {
                self.place(tables, pair.cell, left as u8, &Reason::Premise);
            }
        }
        for _ in 0..ROUNDS {
            if !self.play_singles(tables) {
                return;
            }
        }
    }

    /// Places all singles that there are now.
    fn play_singles(&mut self, tables: &Tables) -> bool {
        let state = &self.state;
        let empty = |&&(cell, _): &&(usize, u8)| state.board.value(cell) == 0;
        let naked: Vec<_> = state.naked.iter().filter(empty).copied().collect();
        let mut listed = Cells::NONE;
        let mut hidden = Vec::new();
        for &(cell, digit) in &state.hidden {
            if !listed.has(cell) && state.is_hidden(cell, digit) {
                listed = listed.with(cell);
                hidden.push((cell, digit));
            }
        }
        for &(cell, digit) in &naked {
            self.place(tables, cell, digit, &Reason::Naked);
        }
        for &(cell, digit) in &hidden {
            self.place(tables, cell, digit, &Reason::Hidden);
        }
        !naked.is_empty() || !hidden.is_empty()
    }

    fn place(&mut self, tables: &Tables, cell: usize, digit: u8, reason: &Reason) {
        let counts = |unit: usize| self.state.counts[unit][usize::from(digit)];
        let [row, column, block] = units_of(cell);
        let mut unit = row;
        for other in [column, block] {
            if counts(other) < counts(unit) {
                unit = other;
            }
        }
        let own = self.state.board.candidates(cell);
        if self.state.board.value(cell) != digit + 1 {
            self.state.place(cell, digit);
        }
        let causes = match reason {
            Reason::Premise => Vec::new(),
            Reason::Naked => digits_of(self.board.candidates(cell) & !(1 << digit))
                .take(CAUSES)
                .map(|other| self.index(tables.candidate(cell, other, false)))
                .collect(),
            Reason::Hidden => (UNITS[unit] & self.board.places(digit))
                .without(cell)
                .into_iter()
                .take(CAUSES)
                .map(|other| self.index(tables.candidate(other, digit, false)))
                .collect(),
        };
        let at = self.entries.len();
        self.add(tables.candidate(cell, digit, true), &causes);
        for peer in PEERS[cell] & self.board.places(digit) {
            self.add(tables.candidate(peer, digit, false), &[at]);
        }
        for other in digits_of(own & !(1 << digit)) {
            self.add(tables.candidate(cell, other, false), &[at]);
        }
    }

    /// The position of a node among the entries; 0, the premise, if it is not there.
    fn index(&self, node: Node) -> usize {
        usize::from(self.position[usize::from(node)]).saturating_sub(1)
    }

    fn add(&mut self, node: Node, causes: &[usize]) {
        if self.position[usize::from(node)] != 0 {
            return;
        }
        // The premise is at distance 1 from itself, and the first cause gives the distance of a consequence.
        let first = causes.first().copied().unwrap_or(0);
        let length = self.entries.get(first).map_or(0, |entry| entry.length);
        let latest = causes.iter().copied().max().unwrap_or(0);
        let several = causes.iter().filter(|&&cause| cause != 0).count() > 1;
        let is_joint = several || self.entries.get(latest).is_some_and(|entry| entry.is_joint);
        self.entries.push(Link {
            to: node,
            length: length.saturating_add(1),
            is_joint,
        });
        self.position[usize::from(node)] = u16::try_from(self.entries.len()).unwrap_or(0);
    }
}
