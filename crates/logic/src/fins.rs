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
use crate::sets::{Found, InLayer, Items};
use crate::{Board, Reason, Step};
use std::ops::ControlFlow;
use tilewright_model::{Choice, Item};

/// The most covers that are left out: a box has two more columns beside the one that matters.
const EXTRA: usize = 2;

/// Finds `size` bases within as many covers but for fins.
pub(crate) fn find(
    board: &Board<'_>,
    size: usize,
    meter: &mut Meter,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let logic = board.logic();
    for (nth, from) in logic.layers().iter().enumerate() {
        let mut ids: Vec<Item> = from.clone();
        ids.sort_unstable();
        ids.dedup();
        let is_open = |&item: &Item| logic.is_base(item) && !board.is_settled(item);
        let items = Items::among(board, ids.into_iter().filter(is_open));
        for (_, layer) in logic.layers().iter().enumerate().filter(|&(m, _)| m != nth) {
            meter.spend(logic.model().choice_count())?;
            let search = InLayer::new(board, &items, layer, size, size + EXTRA);
            search.search(meter, &mut |bases, all, meter| {
                for_subsets(all, size, &mut |covers| {
                    let step = conclude(board, &items, layer, bases, covers, meter)?;
                    step.map_or(ControlFlow::Continue(()), &mut *found)
                })
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// What follows from these bases and covers, `None` where it is nothing.
fn conclude(
    board: &Board<'_>,
    items: &Items,
    layer: &[Item],
    bases: &[usize],
    covers: &[Item],
    meter: &mut Meter,
) -> ControlFlow<(), Option<Step>> {
    let model = board.logic().model();
    let premises = || bases.iter().flat_map(|&b| items.members[b].iter().copied());
    let is_fin = |c: &Choice| !covers.contains(&layer[c.index()]);
    meter.spend(bases.iter().map(|&b| items.members[b].len()).sum())?;
    let Some(first) = premises().find(is_fin) else {
        return ControlFlow::Continue(None);
    };
    let mut removed = Vec::new();
    for &cover in covers {
        meter.spend(model.members(cover).len())?;
        let mut goes = board.live(cover).filter(|&choice| {
            model.share_conflict(choice, first)
                && premises().all(|c| c != choice)
                && (premises().filter(is_fin)).all(|fin| model.share_conflict(choice, fin))
        });
        removed.extend(&mut goes);
    }
    if removed.is_empty() {
        return ControlFlow::Continue(None);
    }
    let sorted = |mut choices: Vec<Choice>| {
        choices.sort_unstable();
        choices
    };
    let mut of_bases: Vec<Item> = bases.iter().map(|&b| items.ids[b]).collect();
    of_bases.sort_unstable();
    let mut covers = covers.to_vec();
    covers.sort_unstable();
    ControlFlow::Continue(Some(Step {
        reason: Reason::Sets {
            bases: of_bases,
            fins: sorted(
                premises()
                    .filter(|c| !covers.contains(&layer[c.index()]))
                    .collect(),
            ),
            covers,
        },
        premises: sorted(premises().collect()),
        picked: Vec::new(),
        removed: sorted(removed),
    }))
}

/// Calls `each` with every way to take `size` of the items; none where there are no more than that.
fn for_subsets(
    all: &[Item],
    size: usize,
    each: &mut dyn FnMut(&[Item]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if all.len() <= size {
        return ControlFlow::Continue(());
    }
    for subset in 0u32..1 << all.len() {
        if subset.count_ones() as usize == size {
            let is_in = |&(nth, _): &(usize, &Item)| subset >> nth & 1 == 1;
            let taken = all.iter().enumerate().filter(is_in);
            each(&taken.map(|(_, &item)| item).collect::<Vec<_>>())?;
        }
    }
    ControlFlow::Continue(())
}
