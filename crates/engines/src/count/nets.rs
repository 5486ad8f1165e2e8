//! What the links of a model ask of the choices that are left.
//!
//! A node of a link is in already, or out, or open: it has choices that are left. Nodes that are in and joined are made
//! one, nodes that are out are left out; what remains is a *net*, all whose nodes but the joined ones are open. A link
//! without open nodes is kept or broken, whatever comes.

use super::notes::Mark;
use crate::dance::root::Root;
use std::collections::HashSet;
use tilewright_model::{Choice, Link, Node};

/// A link, as far as it is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Net {
    /// For each node the choices that put it in; none where it is in already.
    pub(crate) nodes: Vec<Vec<u32>>,
    /// For each node those that it has an edge to, ascending.
    pub(crate) neighbours: Vec<Vec<u32>>,
    /// Nothing needs to be in.
    pub(crate) may_be_empty: bool,
}

/// The nets of a model after the givens and all that they force; `None` where a link is broken.
pub(crate) fn nets_of(root: &Root) -> Option<Vec<Net>> {
    let model = root.model();
    if model.links().next().is_none() {
        return Some(Vec::new());
    }
    let mut is_picked = vec![false; model.choice_count()];
    let mut is_live = is_picked.clone();
    for choice in root.picked() {
        is_picked[choice.index()] = true;
    }
    for choice in root.live() {
        is_live[choice as usize] = true;
    }
    let mut nets = Vec::new();
    for link in model.links() {
        let net = Net::of(link, &is_picked, &is_live);
        if net.is_open() {
            nets.push(net);
        } else if !net.is_kept() {
            return None;
        }
    }
    Some(nets)
}

/// Parts of the live choices that share nothing, once those that a net joins are one.
pub(crate) fn joined(parts: Vec<Vec<u32>>, nets: &[Net], choices: usize) -> Vec<Vec<u32>> {
    if nets.is_empty() {
        return parts;
    }
    let mut part_of = vec![0; choices];
    for (part, members) in parts.iter().enumerate() {
        for &choice in members {
            part_of[choice as usize] = part;
        }
    }
    let mut joined_to: Vec<usize> = (0..parts.len()).collect();
    for net in nets {
        let mut all = net.choices().map(|choice| part_of[choice as usize]);
        let first = all.next().expect("a net has choices");
        for other in all {
            let (a, b) = (top(&joined_to, first), top(&joined_to, other));
            joined_to[a.max(b)] = a.min(b);
        }
    }
    let mut whole: Vec<Vec<u32>> = vec![Vec::new(); parts.len()];
    let mut is_merged = vec![false; parts.len()];
    for (part, members) in parts.into_iter().enumerate() {
        let to = top(&joined_to, part);
        is_merged[to] |= to != part;
        whole[to].extend(members);
    }
    for (members, is_merged) in whole.iter_mut().zip(is_merged) {
        if is_merged {
            members.sort_unstable();
        }
    }
    whole.retain(|members| !members.is_empty());
    whole
}

/// The nets of one part.
pub(crate) fn within(part: &[u32], nets: &[Net]) -> Vec<Net> {
    if nets.is_empty() {
        return Vec::new();
    }
    let part: HashSet<u32> = part.iter().copied().collect();
    let is_within = |net: &&Net| {
        net.choices()
            .next()
            .is_some_and(|choice| part.contains(&choice))
    };
    nets.iter().filter(is_within).cloned().collect()
}

fn top(joined_to: &[usize], mut part: usize) -> usize {
    while joined_to[part] != part {
        part = joined_to[part];
    }
    part
}

impl Net {
    fn of(link: &Link, is_picked: &[bool], is_live: &[bool]) -> Self {
        let is_in = link.is_in(|choice| is_picked[choice.index()]);
        let (piece_of, pieces) = link.pieces(&is_in);
        // The joined nodes come first, a node for each piece.
        let mut nodes = vec![Vec::new(); pieces as usize];
        let mut place_of = piece_of;
        for (node, place) in link.nodes().iter().zip(&mut place_of) {
            let (Node::If(choices), None) = (node, *place) else {
                continue;
            };
            let live = choices.iter().map(|choice: &Choice| choice.0);
            let mut live: Vec<u32> = live.filter(|&choice| is_live[choice as usize]).collect();
            live.sort_unstable();
            live.dedup();
            if !live.is_empty() {
                *place = Some(nodes.len() as u32);
                nodes.push(live);
            }
        }
        let mut neighbours = vec![Vec::new(); nodes.len()];
        for (node, &place) in place_of.iter().enumerate() {
            let Some(place) = place else { continue };
            let near = link.neighbours(node as u32).iter();
            let near = near.filter_map(|&other| place_of[other as usize]);
            neighbours[place as usize].extend(near.filter(|&other| other != place));
        }
        for near in &mut neighbours {
            near.sort_unstable();
            near.dedup();
        }
        Self {
            nodes,
            neighbours,
            may_be_empty: link.may_be_empty(),
        }
    }

    /// Returns true if something is left to be decided.
    fn is_open(&self) -> bool {
        self.nodes.iter().any(|choices| !choices.is_empty())
    }

    /// Returns true if the nodes that are in already are as demanded, where no other is.
    fn is_kept(&self) -> bool {
        match self.nodes.len() {
            0 => self.may_be_empty,
            pieces => pieces == 1,
        }
    }

    /// The choices that are left in it; one may come several times.
    pub(crate) fn choices(&self) -> impl Iterator<Item = u32> {
        self.nodes.iter().flatten().copied()
    }

    /// The same net with other numbers for its choices.
    pub(crate) fn renumbered(&self, number: impl Fn(u32) -> u32) -> Self {
        let nodes = self.nodes.iter().map(|choices| {
            let choices = choices.iter().map(|&choice| number(choice));
            choices.collect()
        });
        Self {
            nodes: nodes.collect(),
            neighbours: self.neighbours.clone(),
            may_be_empty: self.may_be_empty,
        }
    }

    /// Adds it to a mark.
    pub(super) fn add_to(&self, mark: &mut Mark) {
        mark.add(u64::from(self.may_be_empty));
        for lists in [&self.nodes, &self.neighbours] {
            mark.add(lists.len() as u64);
            for list in lists {
                mark.add(list.len() as u64);
                for &number in list {
                    mark.add(number.into());
                }
            }
        }
    }

    /// The bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        let of = |lists: &[Vec<u32>]| {
            let lists = lists.iter().map(|list| 24 + 4 * list.len() as u64);
            lists.sum::<u64>()
        };
        of(&self.nodes) + of(&self.neighbours)
    }
}
