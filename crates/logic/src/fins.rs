//! *k* bases within *k* covers, but for some choices: the **fins**.
//!
//! **Why it holds.** Either a fin is picked, or the bases lie within the covers and the choices of the covers outside
//! the bases go. So a choice goes that the covers would remove and that conflicts with every fin: a finned or a
//! sashimi fish if the bases are lines of one symbol.
//!
//! **How it is found.** Bases are taken from one layer and covers from another (see `logic.rs`).
//! Bases may have up to [`EXTRA`] covers too many between them. Each choice that a cover has outside
//! the bases says which other covers could be left out for its sake: those in which it conflicts
//! with all that the bases have there, which are then the fins.

use crate::explain::{Finder, Found};
use crate::items::{Few, Items};
use crate::sets::InLayer;
use crate::{Board, Reason, Step, bits};
use std::ops::ControlFlow;
use tilewright_model::budget::Meter;
use tilewright_model::{Choice, Item};

/// The most covers that are left out: a box has two more columns beside the one that matters.
const EXTRA: usize = 2;

/// Finds `size` bases within as many covers but for fins.
pub(crate) fn find(
    board: &Board,
    size: usize,
    since: u64,
    finder: &mut Finder,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let layers = board.logic().layers();
    let (items, meter, _) = finder.items(board)?;
    let changed = items.changed(board, since);
    for from in 0..layers.len() {
        let mut changed = changed.clone();
        changed.retain(|&base| items.is_in_layer(base, from));
        if changed.is_empty() {
            continue;
        }
        for (to, table) in items.tables.iter().enumerate() {
            if to == from {
                continue;
            }
            let search = InLayer::new(items, table, size, size + EXTRA, Some(from));
            search.search(&changed, meter, &mut |bases, covers, meter| {
                let finned = Finned {
                    board,
                    items,
                    from: &layers[from],
                    layer: &layers[to],
                    bases,
                    covers,
                };
                finned.find(size, meter, found)
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Some bases and all their covers.
struct Finned<'a> {
    board: &'a Board,
    items: &'a Items,
    /// The item of each choice in the layer of the bases.
    from: &'a [Item],
    /// The items of the covers' layer.
    layer: &'a [Item],
    bases: &'a [usize],
    covers: &'a Few,
}

impl Finned<'_> {
    /// Finds the choices that go with any `size` of the covers.
    fn find(&self, size: usize, meter: &mut Meter, found: &mut Found<'_>) -> ControlFlow<()> {
        let covers = self.covers.as_slice();
        if covers.len() <= size {
            return ControlFlow::Continue(());
        }
        // The choices that go, and the covers that are left out for each, as bits.
        let mut goes: Vec<(u32, Choice)> = Vec::new();
        for (nth, &cover) in covers.iter().enumerate() {
            for choice in self.board.live(Item(cover)) {
                if self.is_of_base(choice) {
                    continue;
                }
                let out = self.could_be_left_out(choice, nth, size, meter)?;
                if out == 0 {
                    continue;
                }
                for left_out in 1u32..1 << covers.len() {
                    let is_enough = left_out.count_ones() as usize + size == covers.len();
                    if is_enough && left_out & !out == 0 {
                        goes.push((left_out, choice));
                    }
                }
            }
        }
        goes.sort_unstable();
        for same in goes.chunk_by(|a, b| a.0 == b.0) {
            let removed = same.iter().map(|&(_, choice)| choice).collect();
            found(self.step(same[0].0, removed))?;
        }
        ControlFlow::Continue(())
    }

    fn premises(&self) -> impl Iterator<Item = Choice> + '_ {
        let members = self.bases.iter().flat_map(|&b| self.items.members(b));
        members.copied()
    }

    fn is_of_base(&self, choice: Choice) -> bool {
        let item = self.from[choice.index()];
        self.bases.iter().any(|&base| self.items.ids[base] == item)
    }

    /// Bits of the covers, but for that of the choice itself, in which it conflicts with all that
    /// the bases have; none where those are too few.
    fn could_be_left_out(
        &self,
        choice: Choice,
        own: usize,
        size: usize,
        meter: &mut Meter,
    ) -> ControlFlow<(), u32> {
        let covers = self.covers.as_slice();
        let mut out = ((1 << covers.len()) - 1) & !(1u32 << own);
        let mut spare = size - 1;
        meter.spend(self.bases.len() + 1)?;
        let logic = self.board.logic();
        let row = logic.row(choice);
        let conflicts = |c: Choice| match row {
            Some(row) => bits::has(row, c),
            None => logic.are_in_conflict(choice, c),
        };
        for &base in self.bases {
            for &c in self.items.members(base) {
                if conflicts(c) {
                    continue;
                }
                let cover = self.layer[c.index()].0;
                let nth = covers.iter().position(|&of| of == cover);
                let bit = nth.map_or(0, |nth| 1 << nth);
                if out & bit != 0 {
                    if spare == 0 {
                        return ControlFlow::Continue(0);
                    }
                    spare -= 1;
                    out &= !bit;
                }
            }
        }
        ControlFlow::Continue(out)
    }

    /// The step that removes these.
    fn step(&self, left_out: u32, removed: Vec<Choice>) -> Step {
        let covers = self.covers.as_slice().iter().enumerate();
        let covers: Vec<Item> = covers
            .filter(|&(nth, _)| left_out >> nth & 1 == 0)
            .map(|(_, &cover)| Item(cover))
            .collect();
        let is_fin = |c: &Choice| !covers.contains(&self.layer[c.index()]);
        let mut bases: Vec<Item> = self.bases.iter().map(|&b| self.items.ids[b]).collect();
        bases.sort_unstable();
        let mut fins: Vec<Choice> = self.premises().filter(is_fin).collect();
        fins.sort_unstable();
        let reason = Reason::Sets {
            bases,
            covers,
            fins,
        };
        Step::removes(reason, self.items.all_members(self.bases), removed)
    }
}
