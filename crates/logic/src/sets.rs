//! *k* bases within *k* covers.
//!
//! **Why it holds.** Let the bases share no choice. Then they need *k* different picked choices,
//! each of which lies in at least one cover, and the covers take *k* at most. So each picked choice
//! lies in exactly as many covers as bases: one of each, or none of either. Whatever lies in more
//! covers than bases can go: a choice of a cover outside the bases, and also a choice of a base where
//! two covers meet.
//!
//! **How it is found.** Two bases: every base is covered by two items in all possible ways, and a
//! second base is looked for within the same two; nothing is left out. Three and four: covers are
//! taken from one layer (see `logic.rs`), so that each choice has one cover and each base a set of
//! them; then bases are added as long as their sets have at most *k* covers together, each sharing a
//! cover with those before it. Bases that share none would be two smaller finds.
//!
//! Items with the same live choices say the same, so one of them stands for all: the first
//! exactly-one item among them, or else the first.

use crate::budget::Meter;
use crate::{Board, Reason, Step};
use std::collections::HashSet;
use std::ops::ControlFlow;
use tilewright_model::{Choice, Item};

/// Receives the steps.
pub(crate) type Found<'f> = dyn FnMut(Step) -> ControlFlow<()> + 'f;

/// The open items that differ, by numbers of their own, bases first.
pub(crate) struct Items {
    pub(crate) ids: Vec<Item>,
    /// How many of them are bases.
    bases: usize,
    /// The live choices of each, ascending.
    pub(crate) members: Vec<Vec<Choice>>,
    /// The items of each choice.
    touches: Vec<Vec<usize>>,
}

impl Items {
    /// All that are open.
    fn of(board: &Board<'_>) -> Self {
        let logic = board.logic();
        let others = logic.model().items().filter(|&item| {
            logic.is_cover(item) && !logic.is_base(item) && !board.is_settled(item)
        });
        Self::among(board, board.open_bases().chain(others))
    }

    /// Those of these, bases first, that have a choice to make and that differ.
    pub(crate) fn among(board: &Board<'_>, ids: impl Iterator<Item = Item>) -> Self {
        let logic = board.logic();
        let mut known: HashSet<Vec<Choice>> = HashSet::new();
        let mut items = Self {
            ids: Vec::new(),
            bases: 0,
            members: Vec::new(),
            touches: vec![Vec::new(); logic.model().choice_count()],
        };
        for item in ids {
            let mut members: Vec<_> = board.live(item).collect();
            members.sort_unstable();
            if members.len() < 2 || !known.insert(members.clone()) {
                continue;
            }
            for choice in &members {
                items.touches[choice.index()].push(items.ids.len());
            }
            items.ids.push(item);
            items.members.push(members);
        }
        items.bases = items.ids.partition_point(|&item| logic.is_base(item));
        items
    }

    fn contains(&self, item: usize, choice: Choice) -> bool {
        self.touches[choice.index()].contains(&item)
    }

    fn are_disjoint(&self, a: usize, b: usize) -> bool {
        !self.members[a].iter().any(|&c| self.contains(b, c))
    }
}

/// What follows from these bases and covers; `None` where it is nothing.
fn conclude(
    board: &Board<'_>,
    items: &Items,
    bases: &[usize],
    mut covers: Vec<Item>,
    meter: &mut Meter,
) -> ControlFlow<(), Option<Step>> {
    let model = board.logic().model();
    meter.spend(covers.iter().map(|&item| model.members(item).len()).sum())?;
    let mut premises: Vec<Choice> = (bases.iter())
        .flat_map(|&b| items.members[b].iter().copied())
        .collect();
    premises.sort_unstable();
    let removed = if covers.len() < bases.len() {
        premises.clone()
    } else {
        let mut covered: Vec<Choice> = covers.iter().flat_map(|&item| board.live(item)).collect();
        covered.sort_unstable();
        let more_than_bases = |same: &[Choice]| {
            let of_bases = usize::from(premises.binary_search(&same[0]).is_ok());
            (same.len() > of_bases).then_some(same[0])
        };
        (covered.chunk_by(|a, b| a == b))
            .filter_map(more_than_bases)
            .collect()
    };
    if removed.is_empty() {
        return ControlFlow::Continue(None);
    }
    let mut bases: Vec<Item> = bases.iter().map(|&b| items.ids[b]).collect();
    bases.sort_unstable();
    covers.sort_unstable();
    ControlFlow::Continue(Some(Step {
        reason: Reason::Sets {
            bases,
            covers,
            fins: Vec::new(),
        },
        premises,
        picked: Vec::new(),
        removed,
    }))
}

/// Two bases within any two covers.
pub(crate) fn find_pairs(
    board: &Board<'_>,
    meter: &mut Meter,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let items = Items::of(board);
    meter.spend(board.logic().model().incidence_count())?;
    for base in 0..items.bases {
        let members = &items.members[base];
        for &x in &items.touches[members[0].index()] {
            meter.spend(members.len())?;
            // A cover that has the whole base has nothing else, or it would have been found as
            // an item that excludes.
            let Some(&rest) = members.iter().find(|&&c| !items.contains(x, c)) else {
                continue;
            };
            for &y in &items.touches[rest.index()] {
                meter.spend(members.len())?;
                let is_within = |b: usize| {
                    let mut members = items.members[b].iter();
                    members.all(|&c| items.contains(x, c) || items.contains(y, c))
                };
                if y == base || !is_within(base) {
                    continue;
                }
                for &choice in &items.members[x] {
                    if items.contains(base, choice) {
                        continue;
                    }
                    for &second in &items.touches[choice.index()] {
                        meter.spend(1)?;
                        if second <= base || second >= items.bases || second == x || second == y {
                            continue;
                        }
                        meter.spend(items.members[second].len())?;
                        if !is_within(second) || !items.are_disjoint(base, second) {
                            continue;
                        }
                        let covers = vec![items.ids[x], items.ids[y]];
                        if let Some(step) = conclude(board, &items, &[base, second], covers, meter)?
                        {
                            found(step)?;
                        }
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// `size` bases within as many covers of one layer.
pub(crate) fn find_in_layers(
    board: &Board<'_>,
    size: usize,
    meter: &mut Meter,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let items = Items::of(board);
    for layer in board.logic().layers() {
        meter.spend(board.logic().model().incidence_count())?;
        InLayer::new(board, &items, layer, size, size).search(
            meter,
            &mut |bases, covers, meter| {
                let step = conclude(board, &items, bases, covers.to_vec(), meter)?;
                step.map_or(ControlFlow::Continue(()), &mut *found)
            },
        )?;
    }
    ControlFlow::Continue(())
}

/// Receives bases and all their covers.
type Leaf<'f> = dyn FnMut(&[usize], &[Item], &mut Meter) -> ControlFlow<()> + 'f;

/// The search for bases with few covers of one layer between them. Each set of bases is met once:
/// what was tried at a node is barred for what comes after it.
pub(crate) struct InLayer<'a> {
    items: &'a Items,
    /// How many bases.
    size: usize,
    /// How many covers at most.
    most: usize,
    /// The covers of each base, ascending.
    covers: Vec<Vec<Item>>,
    /// The bases that have a choice in the item.
    by_cover: Vec<Vec<usize>>,
    is_barred: Vec<bool>,
    chosen: Vec<usize>,
}

impl<'a> InLayer<'a> {
    /// A search for `size` bases with at most `most` covers of `layer`, which has the item of each
    /// choice.
    pub(crate) fn new(
        board: &Board<'_>,
        items: &'a Items,
        layer: &[Item],
        size: usize,
        most: usize,
    ) -> Self {
        let covers_of = |base: usize| {
            let members = items.members[base].iter();
            let mut covers: Vec<Item> = members.map(|c| layer[c.index()]).collect();
            covers.sort_unstable();
            covers.dedup();
            covers
        };
        let covers: Vec<_> = (0..items.bases).map(covers_of).collect();
        let mut by_cover = vec![Vec::new(); board.logic().model().item_count()];
        let mut is_barred = vec![false; items.bases];
        for (base, covers) in covers.iter().enumerate() {
            // With one cover alone it would add nothing, and with more it cannot be among them.
            is_barred[base] = !(2..=most).contains(&covers.len());
            for cover in covers.iter().filter(|_| !is_barred[base]) {
                by_cover[cover.index()].push(base);
            }
        }
        Self {
            items,
            size,
            most,
            covers,
            by_cover,
            is_barred,
            chosen: Vec::new(),
        }
    }

    /// Calls `leaf` for each set of bases.
    pub(crate) fn search(mut self, meter: &mut Meter, leaf: &mut Leaf<'_>) -> ControlFlow<()> {
        for base in 0..self.items.bases {
            if self.is_barred[base] {
                continue;
            }
            self.chosen.push(base);
            let covers = self.covers[base].clone();
            self.extend(&covers, meter, leaf)?;
            self.chosen.pop();
            self.is_barred[base] = true;
        }
        ControlFlow::Continue(())
    }

    /// Adds bases to those chosen, which lie within `covers`.
    fn extend(
        &mut self,
        covers: &[Item],
        meter: &mut Meter,
        leaf: &mut Leaf<'_>,
    ) -> ControlFlow<()> {
        if self.chosen.len() == self.size {
            return leaf(&self.chosen, covers, meter);
        }
        let mut tried = Vec::new();
        for cover in covers {
            for nth in 0..self.by_cover[cover.index()].len() {
                let base = self.by_cover[cover.index()][nth];
                meter.spend(1)?;
                if self.is_barred[base] || self.chosen.contains(&base) {
                    continue;
                }
                let is_new = |cover: &&Item| !covers.contains(cover);
                let new = self.covers[base].iter().filter(is_new);
                if covers.len() + new.clone().count() > self.most {
                    continue;
                }
                meter.spend(self.items.members[base].len())?;
                let are_disjoint = |&other: &usize| self.items.are_disjoint(base, other);
                if !self.chosen.iter().all(are_disjoint) {
                    continue;
                }
                let together: Vec<Item> = covers.iter().chain(new).copied().collect();
                self.chosen.push(base);
                self.extend(&together, meter, leaf)?;
                self.chosen.pop();
                self.is_barred[base] = true;
                tried.push(base);
            }
        }
        for base in tried {
            self.is_barred[base] = false;
        }
        ControlFlow::Continue(())
    }
}
