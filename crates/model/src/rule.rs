//! Rules: what must hold between tiles beyond the demands of items.
//!
//! A **pair** is two tiles and a shared [`Table`] of allowed pairs. A **line** is a sequence of tiles whose values, read in
//! order, are a word of a shared [`Language`]: a sum, a count, the runs of a nonogram. A **link** says that what is
//! picked among its nodes is one connected piece of a graph: all shaded cells, a loop, the islands of a map.
//!
//! This file has the data and the definition of each; [`Model::fault`](crate::Model::fault) asks them, and every
//! engine answers to that. Pairs and lines can be turned into items ([`Model::lower`](crate::Model::lower)); links cannot.

use crate::{Choice, Item, Language, Table};
use std::sync::Arc;

/// Something that must hold between tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Two tiles go together.
    Pair(Pair),
    /// Tiles spell a word.
    Line(Line),
    /// The picked nodes are connected.
    Link(Arc<Link>),
}

/// A relation between two tiles: `from` with its *i*th choice allows `to` its *j*th choice where
/// the table says so. Many rules share one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The tile whose choices are the table's rows.
    pub from: Item,
    /// The tile whose choices are the table's columns.
    pub to: Item,
    /// The allowed pairs.
    pub table: Arc<Table>,
}

/// Exactly-one items whose picked choices spell a word of a language.
///
/// An item may be read more than once. Lines with the same clue share their language, and places with the same
/// values share their letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The letters read at each place of the word.
    pub tiles: Arc<[Item]>,
    /// For each place, the letter of each choice of its item, in the order of the members.
    pub letters: Arc<[Arc<[u32]>]>,
    /// The words that may be read.
    pub language: Arc<Language>,
    /// It is the set of the letters that is read, in ascending order: they differ from each other, and their order along the
    /// line does not matter.
    pub as_set: bool,
}

/// A node of a [`Link`]: a place that may be in the piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// It is in, whatever is picked.
    Always,
    /// It is in if one of these choices is picked.
    If(Vec<Choice>),
}

/// A graph of nodes, of which those that are in must form one connected piece. Nothing at all is one, too, unless the
/// link demands [something](Link::not_empty).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    nodes: Vec<Node>,
    neighbour_start: Vec<u32>,
    neighbours: Vec<u32>,
    may_be_empty: bool,
}

/// Two nodes of a [`Link`] that are both in only if one of some others is, since each walk between them comes through
/// these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// One end.
    pub from: u32,
    /// The other end.
    pub to: u32,
    /// The nodes between them, ascending.
    pub through: Vec<u32>,
}

impl Link {
    /// A link over these nodes and the edges between them. An edge that is listed twice counts once.
    ///
    /// # Panics
    /// If an edge has an end that is not a node.
    pub fn new(nodes: Vec<Node>, edges: &[(u32, u32)]) -> Self {
        let mut lists = vec![Vec::new(); nodes.len()];
        for &(a, b) in edges {
            lists[a as usize].push(b);
            lists[b as usize].push(a);
        }
        let mut neighbour_start = vec![0];
        let mut neighbours = Vec::new();
        for mut list in lists {
            list.sort_unstable();
            list.dedup();
            neighbours.append(&mut list);
            neighbour_start.push(neighbours.len() as u32);
        }
        Self {
            nodes,
            neighbour_start,
            neighbours,
            may_be_empty: true,
        }
    }

    /// The same link, which demands that something is in.
    #[must_use]
    pub fn not_empty(mut self) -> Self {
        self.may_be_empty = false;
        self
    }

    /// Returns true if nothing needs to be in.
    pub fn may_be_empty(&self) -> bool {
        self.may_be_empty
    }

    /// The nodes, in order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes that have an edge to this one, ascending.
    pub fn neighbours(&self, node: u32) -> &[u32] {
        let at = node as usize;
        let (from, to) = (self.neighbour_start[at], self.neighbour_start[at + 1]);
        &self.neighbours[from as usize..to as usize]
    }

    /// The neighbours of all nodes one after the other, and where those of each node begin, with the end.
    pub fn all_neighbours(&self) -> (&[u32], &[u32]) {
        (&self.neighbour_start, &self.neighbours)
    }

    /// The choices that put a node in, node after node; one may come several times.
    pub fn choices(&self) -> impl Iterator<Item = Choice> {
        self.nodes
            .iter()
            .flat_map(|node| match node {
                Node::Always => &[][..],
                Node::If(choices) => choices,
            })
            .copied()
    }

    /// For each node, whether it is in.
    pub fn is_in(&self, is_picked: impl Fn(Choice) -> bool) -> Vec<bool> {
        let is_in = |node: &Node| match node {
            Node::Always => true,
            Node::If(choices) => choices.iter().any(|&choice| is_picked(choice)),
        };
        self.nodes.iter().map(is_in).collect()
    }

    /// The connected pieces of the nodes that are in: for each node its piece, and the number of pieces.
    pub fn pieces(&self, is_in: &[bool]) -> (Vec<Option<u32>>, u32) {
        let mut piece_of = vec![None; self.nodes.len()];
        let mut pieces = 0;
        for first in 0..self.nodes.len() as u32 {
            if !is_in[first as usize] || piece_of[first as usize].is_some() {
                continue;
            }
            piece_of[first as usize] = Some(pieces);
            let mut flooded = vec![first];
            while let Some(node) = flooded.pop() {
                for &next in self.neighbours(node) {
                    if is_in[next as usize] && piece_of[next as usize].is_none() {
                        piece_of[next as usize] = Some(pieces);
                        flooded.push(next);
                    }
                }
            }
            pieces += 1;
        }
        (piece_of, pieces)
    }

    /// Demands that what is in breaks, if it is more than one piece: at least one for each piece but the largest. Of the
    /// nodes of a piece, one that `is_sure` is preferred as the end of a cut.
    pub fn cuts(&self, is_in: &[bool], is_sure: impl Fn(u32) -> bool) -> Vec<Cut> {
        let (piece_of, pieces) = self.pieces(is_in);
        if pieces <= 1 {
            return Vec::new();
        }
        let mut members = vec![Vec::new(); pieces as usize];
        for node in 0..self.nodes.len() as u32 {
            if let Some(piece) = piece_of[node as usize] {
                members[piece as usize].push(node);
            }
        }
        let largest = (0..members.len())
            .rev()
            .max_by_key(|&piece| members[piece].len());
        let largest = largest.expect("there are pieces");
        let end = |piece: &[u32]| {
            *piece
                .iter()
                .find(|&&node| is_sure(node))
                .unwrap_or(&piece[0])
        };
        let to = end(&members[largest]);
        let mut cuts = Vec::new();
        for (number, piece) in members.iter().enumerate() {
            if number == largest {
                continue;
            }
            let from = end(piece);
            cuts.push(self.cut(from, to, is_in));
            let other_side = self.cut(to, from, is_in);
            if other_side.through != cuts[cuts.len() - 1].through {
                cuts.push(other_side);
            }
        }
        cuts
    }

    fn cut(&self, from: u32, to: u32, is_in: &[bool]) -> Cut {
        let through = self.between(to, from, |node| !is_in[node as usize]);
        Cut { from, to, through }
    }

    /// The closed nodes beside the piece of `to` by which a walk from `from` comes to it first, ascending: no walk between the
    /// two avoids these. Each of the two is open, and closed nodes lie between them.
    pub fn between(&self, from: u32, to: u32, is_closed: impl Fn(u32) -> bool) -> Vec<u32> {
        const INSIDE: u8 = 1;
        const BESIDE: u8 = 2;
        const WALKED: u8 = 3;
        let mut mark = vec![0u8; self.nodes.len()];
        mark[to as usize] = INSIDE;
        let mut walk = vec![to];
        while let Some(node) = walk.pop() {
            for &next in self.neighbours(node) {
                let mark = &mut mark[next as usize];
                if *mark > 0 {
                    continue;
                }
                *mark = if is_closed(next) {
                    BESIDE
                } else {
                    walk.push(next);
                    INSIDE
                };
            }
        }
        mark[from as usize] = WALKED;
        walk.push(from);
        let mut through = Vec::new();
        while let Some(node) = walk.pop() {
            for &next in self.neighbours(node) {
                let mark = &mut mark[next as usize];
                match *mark {
                    0 => walk.push(next),
                    BESIDE => through.push(next),
                    _ => continue,
                }
                *mark = WALKED;
            }
        }
        through.sort_unstable();
        through
    }

    /// The definition: returns true if what is in is one piece, or nothing where that is allowed.
    pub fn holds(&self, is_picked: impl Fn(Choice) -> bool) -> bool {
        match self.pieces(&self.is_in(is_picked)).1 {
            0 => self.may_be_empty,
            pieces => pieces == 1,
        }
    }

    /// Returns true if these nodes can be joined by others that may be in: they lie in one piece of all that may be.
    pub fn may_hold(&self, is_in: &[bool], may_be_in: &[bool]) -> bool {
        let (piece_of, pieces) = self.pieces(may_be_in);
        let mut reached = piece_of.iter().zip(is_in).filter(|(_, is_in)| **is_in);
        let first = reached.next().map(|(piece, _)| piece);
        reached.all(|(piece, _)| Some(piece) == first) && (self.may_be_empty || pieces > 0)
    }

    /// The bytes of memory that it takes.
    pub fn bytes(&self) -> usize {
        let of_choices = |node: &Node| match node {
            Node::Always => 0,
            Node::If(choices) => size_of_val(&**choices),
        };
        size_of::<Self>()
            + size_of_val(&*self.nodes)
            + self.nodes.iter().map(of_choices).sum::<usize>()
            + size_of_val(&*self.neighbour_start)
            + size_of_val(&*self.neighbours)
    }
}

impl Line {
    /// The definition: returns true if the letters are a word of the language. `letters` has for each place those that may
    /// be there; where each place has one letter, that is the word. Of a set that is not known yet, only what is known is
    /// looked at.
    pub fn allows(&self, letters: &[Vec<u32>]) -> bool {
        if !self.as_set {
            return self.reads(letters);
        }
        let mut known: Vec<Vec<u32>> = letters.iter().filter(|l| l.len() == 1).cloned().collect();
        known.sort_unstable();
        let are_known = known.len() == letters.len();
        known.windows(2).all(|two| two[0] != two[1])
            && letters.iter().all(|letters| !letters.is_empty())
            && (!are_known || self.reads(&known))
    }

    fn reads(&self, letters: &[Vec<u32>]) -> bool {
        let states = letters
            .iter()
            .fold(vec![0], |states, letters| self.after(&states, letters));
        states.iter().any(|&state| self.language.is_end(state))
    }

    /// The states after one of these letters.
    fn after(&self, states: &[u32], letters: &[u32]) -> Vec<u32> {
        let steps = states.iter().flat_map(|&state| {
            let next = move |&letter: &u32| self.language.step(state, letter as usize);
            letters.iter().filter_map(next)
        });
        let mut after: Vec<u32> = steps.collect();
        after.sort_unstable();
        after.dedup();
        after
    }

    /// For each place the letters that a word can have there, where `letters` are those that may be there, ascending. Of a
    /// set, the letters that are there for certain at another place are left out.
    pub fn supported(&self, letters: &[Vec<u32>]) -> Vec<Vec<u32>> {
        if self.as_set {
            let is_taken = |place: usize, letter: u32| {
                let others = letters
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != place);
                others
                    .into_iter()
                    .any(|(_, letters)| letters[..] == [letter])
            };
            let left = |(place, letters): (usize, &Vec<u32>)| {
                let left = letters
                    .iter()
                    .copied()
                    .filter(|&letter| !is_taken(place, letter));
                left.collect::<Vec<u32>>()
            };
            let left: Vec<Vec<u32>> = letters.iter().enumerate().map(left).collect();
            return if self.allows(&left) {
                left
            } else {
                vec![Vec::new(); letters.len()]
            };
        }
        let mut reached = vec![vec![0]];
        for letters in letters {
            reached.push(self.after(&reached[reached.len() - 1], letters));
        }
        let mut ends = reached.pop().expect("one more than places");
        ends.retain(|&state| self.language.is_end(state));
        let mut supported = Vec::with_capacity(letters.len());
        for (letters, states) in letters.iter().zip(&reached).rev() {
            let leads = |state: u32, letter: u32| {
                let to = self.language.step(state, letter as usize);
                to.is_some_and(|to| ends.binary_search(&to).is_ok())
            };
            let is_read = |letter: &u32| states.iter().any(|&state| leads(state, *letter));
            supported.push(letters.iter().copied().filter(is_read).collect());
            let before = states.iter().copied();
            ends = before
                .filter(|&state| letters.iter().any(|&letter| leads(state, letter)))
                .collect();
        }
        supported.reverse();
        supported
    }
}

impl Rule {
    /// The items that it names, in order; those of a line as often as they are read.
    pub fn items(&self) -> Vec<Item> {
        match self {
            Self::Pair(pair) => vec![pair.from, pair.to],
            Self::Line(line) => line.tiles.to_vec(),
            Self::Link(_) => Vec::new(),
        }
    }

    /// The bytes of its data, without those that it shares with the rule before it.
    pub(crate) fn bytes_beside(&self, before: Option<&Self>) -> usize {
        match (self, before) {
            (Self::Pair(pair), Some(Self::Pair(other)))
                if Arc::ptr_eq(&pair.table, &other.table) =>
            {
                0
            }
            (Self::Pair(pair), _) => pair.table.bytes(),
            (Self::Line(line), Some(Self::Line(other)))
                if Arc::ptr_eq(&line.language, &other.language) =>
            {
                line.list_bytes()
            }
            (Self::Line(line), _) => line.list_bytes() + line.language.bytes(),
            (Self::Link(link), _) => link.bytes(),
        }
    }
}

impl Line {
    /// The bytes of its lists; letters are shared by all places with the same values.
    fn list_bytes(&self) -> usize {
        size_of_val(&*self.tiles) + size_of_val(&*self.letters)
    }
}
