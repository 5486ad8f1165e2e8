//! The receiver of a search's steps.
//!
//! Every technique has one search, written once: it reports steps in the order in which `HoDoKu`
//! meets them, and stops when the sink has seen enough. The path needs the first step alone, a list
//! of all steps needs every one.

use super::{Candidate, HodokuStep, Technique};
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

impl HodokuStep {
    /// A step that gives cells a digit.
    pub(super) fn placing(technique: Technique, cells: Cells, digit: u8) -> Self {
        let placed = candidates(cells, digit).collect();
        Self {
            technique,
            placed,
            removed: Vec::new(),
        }
    }

    /// A step that removes a digit from cells.
    pub(super) fn removing(technique: Technique, cells: Cells, digit: u8) -> Self {
        Self::of(technique, candidates(cells, digit).collect())
    }

    /// A step that removes candidates.
    pub(super) fn of(technique: Technique, removed: Vec<Candidate>) -> Self {
        Self {
            technique,
            placed: Vec::new(),
            removed,
        }
    }
}

/// One digit in several cells, as candidates.
pub(super) fn candidates(cells: Cells, digit: u8) -> impl Iterator<Item = Candidate> {
    cells.into_iter().map(move |cell| Candidate {
        cell: small(cell),
        digit,
    })
}

/// The candidates of one cell that are among these digits.
pub(super) fn in_cell(cell: usize, digits: u16) -> impl Iterator<Item = Candidate> {
    digits_of(digits).map(move |digit| Candidate {
        cell: small(cell),
        digit,
    })
}

/// The digits of a mask, ascending.
pub(super) fn digits_of(mut mask: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let digit = small(mask.trailing_zeros() as usize);
        mask &= mask - 1;
        Some(digit)
    })
}

/// The number of digits of a mask; a table, since not every processor counts bits in one go.
pub(super) fn count(mask: u16) -> usize {
    const COUNTS: [u8; 512] = {
        let mut counts = [0; 512];
        let mut mask = 1;
        while mask < 512 {
            counts[mask] = counts[mask / 2] + (mask % 2) as u8;
            mask += 1;
        }
        counts
    };
    usize::from(COUNTS[usize::from(mask & 0x1ff)])
}

/// A cell or a digit in the width that a step stores.
pub(super) fn small(number: usize) -> u8 {
    u8::try_from(number).expect("cells and digits are below 81")
}

/// Each candidate once, in the order of its first mention.
pub(super) fn distinct(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut seen = [0_u16; 81];
    candidates.retain(|candidate| {
        let digits = &mut seen[usize::from(candidate.cell)];
        let is_new = *digits >> candidate.digit & 1 == 0;
        *digits |= 1 << candidate.digit;
        is_new
    });
    candidates
}
