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
//! cover with those before it. Bases that share none would be two smaller finds; so would be bases
//! and covers where a cover has choices of one base alone, as without both the others are a smaller
//! find, which leaves that base nothing but that cover. Those are left out where easier levels had
//! nothing.
//!
//! Items with the same live choices say the same, so one of them stands for all: the first
//! exactly-one item among them, or else the first. Sets of bases of which none has changed since
//! the last search said all they can say, and are left out.

use crate::explain::{Finder, Found};
use crate::items::{Few, Items, MOST_COVERS, Table};
use crate::{Board, Reason, Step};
use std::ops::ControlFlow;
use tilewright_model::budget::Meter;
use tilewright_model::{Choice, Item};

/// The consequences of these bases and covers; `None` if there are none.
fn conclude(
    board: &Board,
    items: &Items,
    bases: &[usize],
    mut covers: Vec<Item>,
    meter: &mut Meter,
) -> ControlFlow<(), Option<Step>> {
    let model = board.logic().model();
    meter.spend(covers.iter().map(|&item| model.members(item).len()).sum())?;
    let premises = items.all_members(bases);
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
    let reason = Reason::Sets {
        bases,
        covers,
        fins: Vec::new(),
    };
    ControlFlow::Continue(Some(Step::removes(reason, premises, removed)))
}

/// Two bases within any two covers.
pub(crate) fn find_pairs(
    board: &Board,
    since: u64,
    finder: &mut Finder,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let is_tight = finder.is_in_order;
    let (items, meter, _) = finder.items(board)?;
    let has_changed = |base: usize| board.changed_since(items.ids[base], since);
    // The number of the last two covers that have the choice, which is not of their first base.
    let mut marks = vec![0u32; board.logic().model().choice_count()];
    let mut mark = 0;
    let mut rest: Vec<Choice> = Vec::new();
    for base in 0..items.bases {
        if !items.is_first[base] || !has_changed(base) {
            continue;
        }
        let members = items.members(base);
        for &x in items.touches(members[0]) {
            let x = x as usize;
            meter.spend(members.len())?;
            rest.clear();
            rest.extend(members.iter().filter(|&&c| !items.contains(x, c)));
            // A cover that has the whole base has nothing else, or it would have been found as
            // an item that excludes.
            let Some(&first) = rest.first() else {
                continue;
            };
            for &y in items.touches(first) {
                let y = y as usize;
                meter.spend(rest.len())?;
                if y == base || !rest.iter().all(|&c| items.contains(y, c)) {
                    continue;
                }
                mark += 1;
                for &choice in items.members(x).iter().chain(items.members(y)) {
                    marks[choice.index()] = mark;
                }
                for choice in members {
                    marks[choice.index()] = 0;
                }
                // The second has choices in both, or it would have been found before.
                let fewer = |a: usize, b: usize| items.members(a).len() < items.members(b).len();
                let side = if is_tight && fewer(y, x) { y } else { x };
                for &choice in items.members(side) {
                    if marks[choice.index()] != mark {
                        continue;
                    }
                    for &second in items.touches(choice) {
                        let second = second as usize;
                        meter.spend(1)?;
                        if second >= items.bases || second == x || second == y {
                            continue;
                        }
                        // Within both covers, and with nothing of the first base.
                        let mut of_second = items.members(second).iter();
                        if !of_second.all(|c| marks[c.index()] == mark)
                            || second <= base && has_changed(second)
                        {
                            continue;
                        }
                        // Every choice of the bases is covered; is anything else?
                        let of_covers = items.members(x).len() + items.members(y).len();
                        if of_covers == members.len() + items.members(second).len() {
                            continue;
                        }
                        let covers = vec![items.ids[x], items.ids[y]];
                        let mut bases = [base, second];
                        bases.sort_unstable();
                        if let Some(step) = conclude(board, items, &bases, covers, meter)? {
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
    board: &Board,
    size: usize,
    since: u64,
    finder: &mut Finder,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let is_tight = finder.is_in_order;
    let (items, meter, _) = finder.items(board)?;
    let changed = items.changed(board, since);
    for table in &items.tables {
        let mut search = InLayer::new(items, table, size, size, None);
        search.is_tight = is_tight;
        search.search(&changed, meter, &mut |bases, covers, meter| {
            let covers = covers.as_slice().iter().map(|&cover| Item(cover));
            let covered: usize = covers.clone().map(|cover| board.live_count(cover)).sum();
            let needed: usize = bases.iter().map(|&base| items.members(base).len()).sum();
            if covered == needed && covers.len() == bases.len() {
                return ControlFlow::Continue(());
            }
            let step = conclude(board, items, bases, covers.collect(), meter)?;
            step.map_or(ControlFlow::Continue(()), &mut *found)
        })?;
    }
    ControlFlow::Continue(())
}

/// Receives bases and all their covers.
type Leaf<'f> = dyn FnMut(&[usize], &Few, &mut Meter) -> ControlFlow<()> + 'f;

/// The search for bases with few covers of one layer between them. It meets each set of bases once: a base tried at a
/// node is barred for the nodes after it.
pub(crate) struct InLayer<'a> {
    items: &'a Items,
    table: &'a Table,
    /// The number of bases.
    size: usize,
    /// The most covers.
    most: usize,
    /// True if each cover must have choices of two bases or more.
    is_tight: bool,
    /// The layer of the bases; any where there is none.
    from: Option<usize>,
    is_barred: Vec<bool>,
    chosen: Vec<usize>,
    tried: Vec<usize>,
}

impl<'a> InLayer<'a> {
    /// A search for `size` bases of the layer `from` with at most `most` covers of another; for
    /// bases of any layer, but for those that repeat others, where there is none.
    pub(crate) fn new(
        items: &'a Items,
        table: &'a Table,
        size: usize,
        most: usize,
        from: Option<usize>,
    ) -> Self {
        Self {
            items,
            table,
            size,
            most: most.min(MOST_COVERS),
            is_tight: false,
            from,
            is_barred: vec![false; items.bases],
            chosen: Vec::new(),
            tried: Vec::new(),
        }
    }

    /// Returns true if the base can be one of them.
    fn is_usable(&self, base: usize) -> bool {
        let is_wanted = match self.from {
            Some(layer) => self.items.is_in_layer(base, layer),
            None => self.items.is_first[base],
        };
        is_wanted && (2..=self.most).contains(&self.table.covers[base].len())
    }

    /// Calls `leaf` for each set of bases of which one is among the changed ones.
    pub(crate) fn search(
        mut self,
        changed: &[usize],
        meter: &mut Meter,
        leaf: &mut Leaf<'_>,
    ) -> ControlFlow<()> {
        meter.spend(changed.len() + 1)?;
        for &base in changed {
            if !self.is_usable(base) {
                continue;
            }
            self.chosen.push(base);
            let covers = self.table.covers[base];
            self.extend(&covers, meter, leaf)?;
            self.chosen.pop();
            self.is_barred[base] = true;
        }
        ControlFlow::Continue(())
    }

    /// Adds bases to those chosen, which lie within `covers`.
    fn extend(&mut self, covers: &Few, meter: &mut Meter, leaf: &mut Leaf<'_>) -> ControlFlow<()> {
        if self.chosen.len() == self.size {
            if self.is_tight && self.lonely(covers).is_some() {
                return ControlFlow::Continue(());
            }
            return leaf(&self.chosen, &covers.sorted(), meter);
        }
        let first_tried = self.tried.len();
        let lonely = if self.is_tight {
            self.lonely(covers)
        } else {
            None
        };
        // Some base to come has the cover that one base alone has so far.
        let from = lonely
            .as_ref()
            .map_or(covers.as_slice(), std::slice::from_ref);
        for &cover in from {
            self.extend_in(cover, covers, meter, leaf)?;
        }
        for base in self.tried.drain(first_tried..) {
            self.is_barred[base] = false;
        }
        ControlFlow::Continue(())
    }

    /// A cover that has choices of one chosen base alone: that with the fewest bases.
    fn lonely(&self, covers: &Few) -> Option<u32> {
        let has = |base: &&usize, cover: u32| self.table.covers[**base].contains(cover);
        let is_lonely = |&cover: &u32| {
            let of_cover = self.chosen.iter().filter(|base| has(base, cover));
            of_cover.count() == 1
        };
        let covers = covers.as_slice().iter().copied().filter(is_lonely);
        covers.min_by_key(|&cover| self.table.bases(cover, self.from).len())
    }

    /// Adds bases that have choices in that cover.
    fn extend_in(
        &mut self,
        cover: u32,
        covers: &Few,
        meter: &mut Meter,
        leaf: &mut Leaf<'_>,
    ) -> ControlFlow<()> {
        let table = self.table;
        let bases = table.bases(cover, self.from);
        meter.spend(bases.len())?;
        for &base in bases {
            let base = base as usize;
            if self.is_barred[base] || self.from.is_none() && !self.items.is_first[base] {
                continue;
            }
            let Some(together) = covers.union(&table.covers[base], self.most) else {
                continue;
            };
            let are_disjoint = |&other: &usize| self.items.are_disjoint(base, other);
            if self.chosen.contains(&base) || !self.chosen.iter().all(are_disjoint) {
                continue;
            }
            self.chosen.push(base);
            self.extend(&together, meter, leaf)?;
            self.chosen.pop();
            self.is_barred[base] = true;
            self.tried.push(base);
        }
        ControlFlow::Continue(())
    }
}
