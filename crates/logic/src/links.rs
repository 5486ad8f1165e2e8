//! The parts of chains: nodes, strong links and weak links.
//!
//! A **node** is some choices of which at most one is picked: one choice, or several of the same
//! item. It is *on* if one of them is picked.
//!
//! A **strong link** says that one of two nodes is on. It comes from *k* bases that lie within
//! *k* + 1 covers: the bases need *k* picked choices and each cover takes one at most, so of any
//! two covers one is used. For *k* = 1 the base is simply parted in two:
//!
//! | bases | the two nodes | Sudoku |
//! | --- | --- | --- |
//! | one, with two choices | each of them | a pair, a conjugate pair |
//! | one, of which a cover has a part | that part, and the rest | a grouped link; both lines of an empty rectangle |
//! | *k* ≥ 2 of one layer, *k* + 1 covers of another | what the bases have in two covers | an almost locked set |
//!
//! A **weak link** joins two nodes of which every choice of one conflicts with every choice of the
//! other, so that not both are on.

use crate::Board;
use crate::conflicts::Common;
use crate::hash::{Map, Set};
use crate::items::{Few, Items, Lists};
use crate::sets::InLayer;
use std::ops::ControlFlow;
use tilewright_model::Choice;
use tilewright_model::budget::Meter;

/// The kinds of links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Items with two choices.
    Pairs,
    /// Items in two parts as well.
    Grouped,
    /// Almost locked sets as well.
    Almost,
}

/// The most bases of an almost locked set.
const MOST_ALMOST: usize = 3;

/// The most nodes and the most weak links: chains are not looked for on larger boards, since no
/// person would find them there and memory is bounded.
const MOST_NODES: usize = 1 << 16;
const MOST_WEAK: usize = 1 << 24;

/// The source of a strong link: numbers of bases, and covers unless the base is just parted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) bases: Few,
    pub(crate) covers: Few,
}

/// Nodes and links of a board.
pub(crate) struct Graph {
    /// The choices of each node, ascending.
    members: Lists<Choice>,
    /// The choices that conflict with all choices of a node.
    pub(crate) kills: Lists<Choice>,
    /// The strong links of each node: the other node and the number of the link, in turn.
    strong: Lists,
    /// The nodes that have a weak link to a node, as far as they have a strong one.
    pub(crate) weak: Lists,
    /// The nodes of each choice.
    of_choice: Lists,
    pub(crate) links: Vec<Link>,
}

impl Graph {
    /// The graph of a board; `None` where it would be too large.
    pub(crate) fn of(
        board: &Board,
        items: &Items,
        kind: Kind,
        common: &mut Common,
        meter: &mut Meter,
    ) -> ControlFlow<(), Option<Self>> {
        let mut builder = Builder {
            board,
            items,
            common,
            groups: Map::default(),
            single: vec![u32::MAX; board.logic().model().choice_count()],
            members: Lists::default(),
            kills: Lists::default(),
            is_known: Set::default(),
            strong: Vec::new(),
            links: Vec::new(),
        };
        builder.pairs(meter)?;
        if kind >= Kind::Grouped {
            builder.parts(meter)?;
        }
        if kind >= Kind::Almost {
            for size in 2..=MOST_ALMOST {
                builder.almost(size, meter)?;
            }
        }
        builder.build(meter)
    }

    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    /// The choices of a node, ascending.
    pub(crate) fn members(&self, node: usize) -> &[Choice] {
        self.members.get(node)
    }

    /// The node of that choice alone, if there is one.
    pub(crate) fn single(&self, choice: Choice) -> Option<usize> {
        let nodes = self.of_choice.get(choice.index()).iter();
        let mut nodes = nodes.map(|&node| node as usize);
        nodes.find(|&node| self.members(node).len() == 1)
    }

    /// Calls `each` with every node of which all choices are among these, which are different;
    /// says how much work that was. `met` has a place for each node and is left as it was: zero.
    pub(crate) fn for_nodes_within(
        &self,
        choices: impl Iterator<Item = Choice> + Clone,
        met: &mut [u32],
        mut each: impl FnMut(usize),
    ) -> usize {
        let mut work = 1;
        for choice in choices.clone() {
            for &node in self.of_choice.get(choice.index()) {
                let node = node as usize;
                work += 1;
                met[node] += 1;
                if met[node] as usize == self.members(node).len() {
                    each(node);
                }
            }
        }
        for choice in choices {
            for &node in self.of_choice.get(choice.index()) {
                met[node as usize] = 0;
            }
        }
        work
    }

    /// The strong links of a node: the other node and the number of the link.
    pub(crate) fn strong(&self, node: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        let pairs = self.strong.get(node).chunks_exact(2);
        pairs.map(|pair| (pair[0] as usize, pair[1]))
    }
}

struct Builder<'a> {
    board: &'a Board,
    items: &'a Items,
    common: &'a mut Common,
    /// Nodes of several choices.
    groups: Map<Vec<Choice>, u32>,
    /// Nodes of one choice.
    single: Vec<u32>,
    /// The choices of each node, and those that conflict with all of them.
    members: Lists<Choice>,
    kills: Lists<Choice>,
    /// The pairs of nodes that have a link.
    is_known: Set<(u32, u32)>,
    /// Node, other node and link, both ways.
    strong: Vec<(u32, u32, u32)>,
    links: Vec<Link>,
}

impl Builder<'_> {
    /// The node of these choices, which ascend.
    fn node(&mut self, choices: &[Choice], meter: &mut Meter) -> ControlFlow<(), u32> {
        let number = self.kills.len() as u32;
        let known = if let [only] = *choices {
            let known = &mut self.single[only.index()];
            *known = number.min(*known);
            *known
        } else if let Some(&node) = self.groups.get(choices) {
            node
        } else {
            self.groups.insert(choices.to_vec(), number);
            number
        };
        if known == number {
            self.members.push(choices.iter().copied());
            (self.common).find(self.board, choices.iter().copied(), meter)?;
            self.kills.push(self.common.found.iter().copied());
        }
        ControlFlow::Continue(known)
    }

    /// A link between two nodes, unless there is one already.
    fn link(&mut self, a: u32, b: u32, link: Link) {
        if self.kills.len() > MOST_NODES || !self.is_known.insert((a.min(b), a.max(b))) {
            return;
        }
        let number = self.links.len() as u32;
        self.links.push(link);
        self.strong.extend([(a, b, number), (b, a, number)]);
    }

    fn bases(&self) -> impl Iterator<Item = usize> + use<> {
        let is_first = self.items.is_first[..self.items.bases].to_vec();
        (0..is_first.len()).filter(move |&base| is_first[base])
    }

    fn pairs(&mut self, meter: &mut Meter) -> ControlFlow<()> {
        let items = self.items;
        for base in self.bases() {
            if let &[a, b] = items.members(base) {
                let (a, b) = (self.node(&[a], meter)?, self.node(&[b], meter)?);
                self.link(a, b, Link::of_base(base));
            }
        }
        ControlFlow::Continue(())
    }

    /// Items in two parts: the choices shared with a cover, and the rest.
    fn parts(&mut self, meter: &mut Meter) -> ControlFlow<()> {
        let items = self.items;
        let mut tried: Vec<u32> = Vec::new();
        let (mut part, mut rest) = (Vec::new(), Vec::new());
        for base in self.bases() {
            let members = items.members(base);
            if members.len() < 3 {
                continue;
            }
            tried.clear();
            tried.push(base as u32);
            for &member in members {
                for &cover in items.touches(member) {
                    meter.spend(1)?;
                    if tried.contains(&cover) {
                        continue;
                    }
                    tried.push(cover);
                    part.clear();
                    rest.clear();
                    for &c in members {
                        let is_in = items.contains(cover as usize, c);
                        if is_in { &mut part } else { &mut rest }.push(c);
                    }
                    meter.spend(members.len())?;
                    if !rest.is_empty() && self.is_together(base, &rest) {
                        let (a, b) = (self.node(&part, meter)?, self.node(&rest, meter)?);
                        self.link(a, b, Link::of_base(base));
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns true if some other item has all these choices of an item, so that they matter
    /// together.
    fn is_together(&self, base: usize, part: &[Choice]) -> bool {
        let mut touches = self.items.touches(part[0]).iter();
        touches.any(|&item| {
            let has = |&c: &Choice| self.items.contains(item as usize, c);
            item as usize != base && part.iter().all(has)
        })
    }

    /// `size` bases of one layer within one cover more of another.
    fn almost(&mut self, size: usize, meter: &mut Meter) -> ControlFlow<()> {
        let (board, items) = (self.board, self.items);
        let layers = board.logic().layers();
        let all = items.changed(board, 0);
        for (to, table) in items.tables.iter().enumerate() {
            for from in (0..layers.len()).filter(|&from| from != to) {
                let search = InLayer::new(items, table, size, size + 1, Some(from));
                search.search(&all, meter, &mut |bases, covers, meter| {
                    if covers.len() == bases.len() + 1 && self.kills.len() <= MOST_NODES {
                        self.almost_links(&layers[to], bases, covers, meter)?;
                    }
                    ControlFlow::Continue(())
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The links between the choices that the bases have in any two of the covers.
    fn almost_links(
        &mut self,
        layer: &[tilewright_model::Item],
        bases: &[usize],
        covers: &Few,
        meter: &mut Meter,
    ) -> ControlFlow<()> {
        let all = self.items.all_members(bases);
        let mut nodes = [0; crate::items::MOST_COVERS];
        for (node, &cover) in nodes.iter_mut().zip(covers.as_slice()) {
            let is_in = |c: &Choice| layer[c.index()].0 == cover;
            let part: Vec<Choice> = all.iter().copied().filter(is_in).collect();
            *node = self.node(&part, meter)?;
        }
        let mut sorted: Vec<u32> = bases.iter().map(|&base| base as u32).collect();
        sorted.sort_unstable();
        let link = Link {
            bases: Few::of(&sorted).unwrap_or_default(),
            covers: *covers,
        };
        for a in 0..covers.len() {
            for b in 0..a {
                self.link(nodes[a], nodes[b], link);
            }
        }
        ControlFlow::Continue(())
    }

    fn build(self, meter: &mut Meter) -> ControlFlow<(), Option<Graph>> {
        let count = self.kills.len();
        if count > MOST_NODES {
            return ControlFlow::Continue(None);
        }
        let strong = self.strong.iter();
        let strong = strong.flat_map(|&(a, b, link)| [(a as usize, b), (a as usize, link)]);
        let strong = Lists::of(count, strong);
        let choice_count = self.board.logic().model().choice_count();
        let of_choice = (0..count).flat_map(|node| {
            let members = self.members.get(node).iter();
            members.map(move |c| (c.index(), node as u32))
        });
        let mut graph = Graph {
            of_choice: Lists::of(choice_count, of_choice),
            kills: self.kills,
            members: self.members,
            strong,
            weak: Lists::default(),
            links: self.links,
        };
        let mut met = vec![0; count];
        let mut weak = Vec::new();
        for node in 0..count {
            weak.clear();
            let kills = graph.kills.get(node).iter().copied();
            let work = graph.for_nodes_within(kills, &mut met, |node| weak.push(node as u32));
            meter.spend(work)?;
            graph.weak.push(weak.iter().copied());
            if graph.weak.total() > MOST_WEAK {
                return ControlFlow::Continue(None);
            }
        }
        ControlFlow::Continue(Some(graph))
    }
}

impl Link {
    fn of_base(base: usize) -> Self {
        Self {
            bases: Few::of(&[base as u32]).unwrap_or_default(),
            covers: Few::default(),
        }
    }
}
