//! The receiver of a search's steps.
//!
//! Every technique has one search, written once: it reports steps in the order in which `HoDoKu`
//! meets them, and stops when the sink has seen enough. The path needs the first step alone, a list
//! of all steps needs every one.

use super::{HodokuStep, Technique};
use crate::Cells;
use std::ops::ControlFlow;

/// `Break` once no more steps are wanted.
pub(super) type Flow = ControlFlow<()>;

/// Takes the steps that a search finds.
pub(super) type Sink<'a> = dyn FnMut(HodokuStep) -> Flow + 'a;

/// The first step of a search.
pub(super) fn first(search: impl FnOnce(&mut Sink<'_>) -> Flow) -> Option<HodokuStep> {
    let mut found = None;
    let _ = search(&mut |step| {
        found = Some(step);
        Flow::Break(())
    });
    found
}

/// The most steps that are listed: on a board full of candidates there are millions of large fish.
const MAX_STEPS: usize = 10_000;

/// Every step of a search that is wanted, up to a number that no puzzle needs.
pub(super) fn all(
    is_wanted: impl Fn(&HodokuStep) -> bool,
    search: impl FnOnce(&mut Sink<'_>) -> Flow,
) -> Vec<HodokuStep> {
    let mut found = Vec::new();
    let _ = search(&mut |step| {
        if is_wanted(&step) {
            found.push(step);
        }
        if found.len() >= MAX_STEPS {
            return Flow::Break(());
        }
        Flow::Continue(())
    });
    found
}

/// Reports a step, if it places or removes anything.
pub(super) fn report(step: HodokuStep, sink: &mut Sink<'_>) -> Flow {
    if step.placed.is_empty() && step.removed.is_empty() {
        return Flow::Continue(());
    }
    sink(step)
}

/// Reports the removal of a digit from cells, if there are any.
pub(super) fn removal(technique: Technique, cells: Cells, digit: u8, sink: &mut Sink<'_>) -> Flow {
    report(HodokuStep::removing(technique, cells, digit), sink)
}

/// Every two of a list, the earlier one first.
pub(super) fn pairs<T>(list: &[T]) -> impl Iterator<Item = (&T, &T)> {
    let with_later = |(at, one)| list[at + 1..].iter().map(move |two| (one, two));
    list.iter().enumerate().flat_map(with_later)
}
