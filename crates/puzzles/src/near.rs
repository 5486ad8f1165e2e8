//! The nearness of a text to a format that it is not in.
//!
//! A text with a slip of the keyboard belongs to no family, strictly speaking. Its author wants to know the mistake
//! in the Shikaku, and not that it is not a puzzle. So each family reports how near a text comes to one of its
//! formats, as a percentage of its parts, and the reader of the nearest one reports the mistake.

use crate::format::without_remarks;
use crate::lines::{Line, lines};
use crate::{Families, Format, Reading};

/// The nearness of a text to a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Near {
    /// The format.
    pub format: Format,
    /// From 0 to 100.
    pub percent: u32,
}

impl Near {
    /// A text that comes near a format.
    pub fn new(format: &Format, percent: u32) -> Self {
        let format = format.clone();
        Self { format, percent }
    }
}

/// A text farther away than this was never meant.
const NEAR_ENOUGH: u32 = 60;

/// Longer texts are not looked at: no person typed them.
const LONGEST: usize = 1 << 20;

/// The reading that a text comes nearest to, where one is near enough.
pub(crate) fn nearest(families: &Families, text: &str) -> Option<Reading> {
    let text = &*without_remarks(text);
    if text.len() > LONGEST {
        return None;
    }
    let near = families.iter().filter_map(|family| {
        let near = family.nearest(text).filter(|n| n.percent >= NEAR_ENOUGH)?;
        let (family, format) = (family.clone(), near.format);
        Some((near.percent, Reading { family, format }))
    });
    // The first of two equals stays.
    let best = near.reduce(|best, near| if best.0 < near.0 { near } else { best });
    best.map(|(_, reading)| reading)
}

/// The nearest of several.
pub(crate) fn best(all: impl IntoIterator<Item = Option<Near>>) -> Option<Near> {
    let nearer = |best: Near, near: Near| {
        if best.percent < near.percent {
            near
        } else {
            best
        }
    };
    all.into_iter().flatten().reduce(nearer)
}

/// The share of several things that are as they should be.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Share {
    pub(crate) fitting: usize,
    pub(crate) all: usize,
}

impl Share {
    pub(crate) fn of<T>(things: impl IntoIterator<Item = T>, fits: impl Fn(T) -> bool) -> Self {
        let mut share = Self::default();
        for thing in things {
            share.note(fits(thing));
        }
        share
    }

    pub(crate) fn note(&mut self, fits: bool) {
        self.fitting += usize::from(fits);
        self.all += 1;
    }

    /// From 0 to 100, 0 where there is nothing.
    pub(crate) fn percent(self) -> u32 {
        match self.all {
            0 => 0,
            all => (self.fitting * 100 / all) as u32,
        }
    }
}

/// The closeness of a number to another one, from 0 to 100.
pub(crate) fn closeness(found: usize, expected: usize) -> u32 {
    let most = found.max(expected).max(1);
    (100 - found.abs_diff(expected) * 100 / most) as u32
}

/// Both percentages together.
pub(crate) fn times(one: u32, other: u32) -> u32 {
    one * other / 100
}

/// The nearness of a text to a size on the first line and rows of words after it, from 0 to 100. `sides` returns the
/// number of cells in a row of a size, and the number of rows.
pub(crate) fn sized_rows(
    text: &str,
    sides: impl Fn(&[usize]) -> Option<[usize; 2]>,
    is_cell: impl Fn(&str) -> bool,
) -> u32 {
    let mut lines = lines(text);
    let words = |line: Line<'_>| line.words().count();
    let Some(header) = lines.next().filter(|header| words(*header) <= 4) else {
        return 0;
    };
    let numbers: Vec<usize> = header
        .words()
        .filter_map(|word| word.text.parse().ok())
        .collect();
    if numbers.is_empty() || words(header) > numbers.len() + 1 {
        return 0;
    }
    let widths: Vec<usize> = lines.clone().map(words).collect();
    let usual = widths
        .iter()
        .max_by_key(|&width| widths.iter().filter(|w| *w == width).count());
    let Some(&usual) = usual else {
        return 0;
    };
    let slips = widths.iter().filter(|width| **width != usual).count();
    let is_even = slips <= (widths.len() / 8).max(1) && widths.len() > slips;
    let cells = lines.flat_map(Line::words);
    let cells = Share::of(cells, |word| is_cell(word.text)).percent();
    let [fits_width, fits_height] = match sides(&numbers) {
        Some([width, height]) => [width == usual, height == widths.len()],
        None => [false; 2],
    };
    match (fits_width, fits_height) {
        (true, true) => cells,
        (true, false) | (false, true) if is_even => times(cells, 90),
        (false, false) if is_even && widths.len() > 1 => times(cells, 65),
        _ => 0,
    }
}
