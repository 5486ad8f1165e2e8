//! *k* bases within *k* covers, but for some choices: the **fins**.
//!
//! **Why it holds.** Either a fin is picked, or the bases lie within the covers and what the covers
//! have outside the bases goes. So a choice goes that the covers would remove and that conflicts
//! with every fin: a finned or a sashimi fish where the bases are lines of one symbol.
//!
//! **How it is found.** Bases are taken from one layer and covers from another (see `logic.rs`).
//! Bases may have up to [`EXTRA`] covers too many between them; each way to leave that many out
//! makes fins of the choices in those.

use crate::budget::Meter;
use crate::common::Common;
use crate::explain::{Finder, Found};
use crate::items::{Few, Items};
use crate::sets::InLayer;
use crate::{Board, Reason, Step};
use std::ops::ControlFlow;
use tilewright_model::{Choice, Item};

/// The most covers that are left out: a box has two more columns beside the one that matters.
const EXTRA: usize = 2;

/// Finds `size` bases within as many covers but for fins.
pub(crate) fn find(
    board: &Board<'_>,
    size: usize,
    since: u64,
    finder: &mut Finder,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let layers = board.logic().layers();
    let (items, meter, common) = finder.items(board)?;
    for from in 0..layers.len() {
        for (to, table) in items.tables.iter().enumerate() {
            if to == from {
                continue;
            }
            let is_usable = |base: usize| items.is_in_layer(base, from);
            let search = InLayer::new(board, items, table, size, size + EXTRA, is_usable);
            search.search(since, meter, &mut |bases, covers, meter| {
                let mut finned = Finned {
                    board,
                    items,
                    layer: &layers[to],
                    bases,
                    covers,
                    common,
                };
                finned.find(size, meter, found)
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Some bases and all their covers.
struct Finned<'a> {
    board: &'a Board<'a>,
    items: &'a Items,
    layer: &'a [Item],
    bases: &'a [usize],
    covers: &'a Few,
    common: &'a mut Common,
}

impl Finned<'_> {
    /// Tries each way to keep `size` of the covers.
    fn find(&mut self, size: usize, meter: &mut Meter, found: &mut Found<'_>) -> ControlFlow<()> {
        let count = self.covers.len();
        if count <= size {
            return ControlFlow::Continue(());
        }
        // Bits of the covers that have choices outside the bases.
        let mut more = 0u32;
        for (nth, &cover) in self.covers.as_slice().iter().enumerate() {
            let inside = self.premises().filter(|c| self.layer[c.index()].0 == cover);
            if self.board.live_count(Item(cover)) > inside.count() {
                more |= 1 << nth;
            }
        }
        meter.spend(count * self.bases.len())?;
        for kept in 0u32..1 << count {
            if kept.count_ones() as usize == size
                && kept & more != 0
                && let Some(step) = self.conclude(kept, meter)?
            {
                found(step)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn premises(&self) -> impl Iterator<Item = Choice> + Clone + '_ {
        let members = self.bases.iter().flat_map(|&b| self.items.members(b));
        members.copied()
    }

    /// What follows from the covers that are kept, `None` where it is nothing.
    fn conclude(&mut self, kept: u32, meter: &mut Meter) -> ControlFlow<(), Option<Step>> {
        let (layer, covers) = (self.layer, self.covers);
        let is_kept = |c: &Choice| {
            let mut covers = covers.as_slice().iter().enumerate();
            covers.any(|(nth, &cover)| kept >> nth & 1 == 1 && layer[c.index()].0 == cover)
        };
        let members = self.bases.iter().flat_map(|&b| self.items.members(b));
        let fins = members.copied().filter(|c| !is_kept(c));
        self.common.find(self.board, fins.clone(), meter)?;
        let premises = self.premises();
        let goes = |c: &Choice| is_kept(c) && premises.clone().all(|of_base| of_base != *c);
        let removed: Vec<Choice> = self.common.found.iter().copied().filter(goes).collect();
        if removed.is_empty() {
            return ControlFlow::Continue(None);
        }
        let mut bases: Vec<Item> = self.bases.iter().map(|&b| self.items.ids[b]).collect();
        bases.sort_unstable();
        let covers = (self.covers.as_slice().iter().enumerate())
            .filter(|&(nth, _)| kept >> nth & 1 == 1)
            .map(|(_, &cover)| Item(cover))
            .collect();
        let mut fins: Vec<Choice> = fins.collect();
        fins.sort_unstable();
        ControlFlow::Continue(Some(Step {
            reason: Reason::Sets {
                bases,
                covers,
                fins,
            },
            premises: self.items.all_members(self.bases),
            picked: Vec::new(),
            removed,
        }))
    }
}
