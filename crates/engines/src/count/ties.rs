//! What a remembered state is beside its live choices: the pieces of links, and what is hidden.
//!
//! **Links.** The number of solutions below a state depends on the live choices and, for each [net](super::nets), on
//! which nodes that are in hang together, of those that have an open neighbour: others can join nothing more. So a
//! state has a label for each node, numbered as they come, as at the edge of a [sweep](super::pieces).
//!
//! **Hidden choices** that are not a function of the shown ones are projected away: the search branches on items
//! without hidden choices as long as one is open. Below that it only asks whether there is a way to pick what is hidden.

use super::nets::Net;
use crate::dance::pack::Pack;
use crate::dance::words::each_one;
use std::collections::HashMap;

/// The label of a node that is in, has no open neighbour, and still has choices: they change nothing.
const INNER: u16 = u16::MAX;
/// The label of a node that has just come in.
const FRESH: u16 = INNER - 1;
/// More nodes than this have no labels: numbers of nodes, twice over, are below [`FRESH`].
const MOST_NODES: usize = 1 << 14;
/// Labels in a word.
const BY_WORD: usize = 4;

/// The ties between the choices of a pack.
#[derive(Debug, Default)]
pub(crate) struct Ties {
    nets: Vec<Tie>,
    /// For each choice of the model that puts nodes in, their slots among all labels.
    puts: HashMap<u32, Vec<u32>>,
    /// All labels: those of each net, and one more, which is not 0 if a piece is closed.
    slots: usize,
    /// The items without hidden choices, where the model is projected.
    shown: Option<Box<[u64]>>,
}

#[derive(Debug)]
struct Tie {
    /// Its first slot.
    first: usize,
    /// For each node its choices in the pack; none where it is in from the start.
    choices: Vec<Vec<u32>>,
    neighbours: Vec<Vec<u32>>,
    may_be_empty: bool,
}

/// Room to work out labels in.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    labels: Vec<u16>,
    numbers: Vec<u16>,
}

impl Ties {
    /// The ties of a pack, of whose choices those from `own` on are hidden and projected away. `None` where a net is too
    /// large.
    pub(crate) fn new(pack: &Pack, nets: &[Net], own: Option<u32>) -> Option<Self> {
        let (choices, items) = pack.counts();
        let mut ties = Self::default();
        let bits: HashMap<u32, u32> = if nets.is_empty() {
            HashMap::new()
        } else {
            (0..choices).map(|c| (pack.id(c), c as u32)).collect()
        };
        for net in nets {
            if net.nodes.len() > MOST_NODES {
                return None;
            }
            for (node, choices) in net.nodes.iter().enumerate() {
                for &choice in choices {
                    let slot = (ties.slots + node) as u32;
                    ties.puts.entry(choice).or_default().push(slot);
                }
            }
            let net = net.renumbered(|choice| bits[&choice]);
            let nodes = net.nodes.len();
            ties.nets.push(Tie {
                first: ties.slots,
                choices: net.nodes,
                neighbours: net.neighbours,
                may_be_empty: net.may_be_empty,
            });
            ties.slots += nodes + 1;
        }
        ties.shown = own.map(|own| {
            let mut shown = vec![0; pack.widths().1];
            for item in 0..items {
                if each_one(pack.item(item)).all(|c| pack.id(c) < own) {
                    shown[item / 64] |= 1 << (item % 64);
                }
            }
            shown.into()
        });
        Some(ties)
    }

    /// Returns true if states may be cut in parts that share no item.
    pub(crate) fn are_none(&self) -> bool {
        self.nets.is_empty()
    }

    /// The words of the labels of a state.
    pub(crate) fn words(&self) -> usize {
        self.slots.div_ceil(BY_WORD)
    }

    /// The bytes that they take.
    pub(crate) fn bytes(&self) -> u64 {
        let lists = self.nets.iter().map(|tie| {
            let lists = tie.choices.iter().chain(&tie.neighbours);
            lists.map(|list| 24 + 4 * list.len() as u64).sum::<u64>()
        });
        lists.sum::<u64>() + 48 * self.puts.len() as u64
    }

    /// The labels before anything is picked.
    pub(crate) fn first(&self) -> Vec<u64> {
        let mut labels = vec![0; self.slots];
        for tie in &self.nets {
            for (node, choices) in tie.choices.iter().enumerate() {
                if choices.is_empty() {
                    labels[tie.first + node] = node as u16 + 1;
                }
            }
        }
        let mut words = vec![0; self.words()];
        write(&labels, &mut words);
        words
    }

    /// Works out the labels after these choices of the model were picked, which left those live. Returns false if what is
    /// in can no longer be one piece.
    pub(crate) fn follow(
        &self,
        live: &[u64],
        words: &mut [u64],
        picked: &[u32],
        room: &mut Labels,
    ) -> bool {
        if self.nets.is_empty() {
            return true;
        }
        let Labels { labels, numbers } = room;
        labels.clear();
        let all = words
            .iter()
            .flat_map(|&word| (0..BY_WORD).map(move |k| (word >> (16 * k)) as u16));
        labels.extend(all.take(self.slots));
        for choice in picked {
            for &slot in self.puts.get(choice).into_iter().flatten() {
                let label = &mut labels[slot as usize];
                if *label == 0 {
                    *label = FRESH;
                }
            }
        }
        let mut nets = self.nets.iter();
        let is_joined = nets.all(|tie| {
            let labels = &mut labels[tie.first..=tie.first + tie.choices.len()];
            tie.follow(live, labels, numbers)
        });
        write(labels, words);
        is_joined
    }

    /// Where the search may branch; `None` where it may on any open item.
    pub(crate) fn branching(&self, pack: &Pack, live: &[u64], open: &[u64]) -> Option<Branching> {
        let shown = self.shown.as_ref()?;
        let of_both: Box<[u64]> = open.iter().zip(shown).map(|(a, b)| a & b).collect();
        let size = |&item: &usize| {
            let pairs = pack.item(item).iter().zip(live);
            pairs
                .map(|(item, live)| (item & live).count_ones())
                .sum::<u32>()
        };
        let tightest = |open: &[u64]| each_one(open).min_by_key(size);
        let (open, tightest, is_hidden) = match tightest(&of_both) {
            Some(tightest) => (of_both, tightest, false),
            None => (open.into(), tightest(open)?, true),
        };
        Some(Branching {
            open,
            tightest,
            is_hidden,
        })
    }
}

/// Where the search of a projected model may branch.
pub(crate) struct Branching {
    /// The open items to choose from.
    pub(crate) open: Box<[u64]>,
    /// The first of those with the fewest choices.
    pub(crate) tightest: usize,
    /// All that is shown is decided: it only matters if there is any way to go on.
    pub(crate) is_hidden: bool,
}

impl Tie {
    /// Works out the labels of the net, the last of which is that of a closed piece.
    fn follow(&self, live: &[u64], labels: &mut [u16], numbers: &mut Vec<u16>) -> bool {
        let nodes = self.choices.len();
        let (closed, labels) = labels.split_last_mut().expect("it has a slot of its own");
        for node in 0..nodes {
            if labels[node] != FRESH {
                continue;
            }
            if *closed != 0 {
                return false;
            }
            // Other labels are at most the number of the nodes.
            let own = (nodes + 1 + node) as u16;
            labels[node] = own;
            for &other in &self.neighbours[node] {
                let joined = labels[other as usize];
                if ![0, own, FRESH, INNER].contains(&joined) {
                    let others = labels.iter_mut().filter(|label| **label == joined);
                    others.for_each(|label| *label = own);
                }
            }
        }
        let has_choices = |node: usize| {
            let mut choices = self.choices[node].iter();
            choices.any(|&c| live[c as usize / 64] >> (c % 64) & 1 == 1)
        };
        let is_open = |labels: &[u16], node: usize| labels[node] == 0 && has_choices(node);
        let is_at_edge = |labels: &[u16], node: usize| {
            let mut near = self.neighbours[node].iter();
            near.any(|&other| is_open(labels, other as usize))
        };
        numbers.clear();
        numbers.resize(2 * nodes + 1, 0);
        let (mut pieces, mut ended) = (0, None);
        let is_in = |label: u16| label != 0 && label != INNER;
        for node in 0..nodes {
            let label = labels[node];
            if is_in(label) && numbers[usize::from(label)] == 0 && is_at_edge(labels, node) {
                pieces += 1;
                numbers[usize::from(label)] = pieces;
            }
        }
        for node in 0..nodes {
            let label = labels[node];
            if !is_in(label) {
                if label == INNER && !has_choices(node) {
                    labels[node] = 0;
                }
                continue;
            }
            let number = numbers[usize::from(label)];
            if number == 0 && *ended.get_or_insert(label) != label {
                return false;
            }
            labels[node] = if is_at_edge(labels, node) {
                number
            } else if has_choices(node) {
                INNER
            } else {
                0
            };
        }
        if ended.is_some() {
            *closed = 1;
            return pieces == 0;
        }
        let is_met = self.may_be_empty || pieces > 0 || *closed != 0;
        is_met || (0..nodes).any(|node| is_open(labels, node))
    }
}

/// Writes labels into words.
fn write(labels: &[u16], words: &mut [u64]) {
    for (word, labels) in words.iter_mut().zip(labels.chunks(BY_WORD)) {
        let labels = labels.iter().rev();
        *word = labels.fold(0, |word, &label| word << 16 | u64::from(label));
    }
}
