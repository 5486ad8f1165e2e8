//! A tile set learnt from a sample: the overlapping model.
//!
//! The kinds are the **patterns** of the sample, all its squares of a few pixels, and their weights are how often each is seen.
//! Two patterns may be neighbours where they agree on all pixels in which they overlap. So every square of that size in a
//! map is one that the sample has.

use crate::image::{Image, Pixel};
use crate::kinds::{Kinds, MOST_KINDS};
use crate::set::{Flaw, Look, Set};
use std::collections::HashMap;

/// How a sample is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Learning {
    /// The side of a pattern in pixels.
    pub side: usize,
    /// The number of symmetries under which the sample is seen, from 1, as it is, to 8: with its mirror image (2), the quarter turn of
    /// both (4), and so on.
    pub symmetry: usize,
    /// Patterns may run over the right and lower side of the sample, and go on at the other side.
    pub is_periodic: bool,
    /// The bottom row of a map has the pattern that was found last, which is nowhere else: ground under a landscape.
    pub has_floor: bool,
}

impl Default for Learning {
    fn default() -> Self {
        Self {
            side: 3,
            symmetry: 8,
            is_periodic: true,
            has_floor: false,
        }
    }
}

impl Set {
    /// The patterns of a sample.
    pub fn from_sample(sample: &Image, learning: Learning) -> Result<Self, Flaw> {
        Self::from_sample_beside(sample, learning, None)
    }

    /// The patterns of a sample in which nothing is of the colour of a hole.
    pub(crate) fn from_sample_beside(
        sample: &Image,
        learning: Learning,
        hole: Option<Pixel>,
    ) -> Result<Self, Flaw> {
        let Learning { side, symmetry, .. } = learning;
        if !(1..=16).contains(&side) {
            return Err(Flaw(format!(
                "patterns of {side}×{side} pixels; expected a side of 1 to 16"
            )));
        }
        if !(1..=8).contains(&symmetry) {
            return Err(Flaw(format!("a symmetry of {symmetry}; expected 1 to 8")));
        }
        if sample.width().min(sample.height()) < side {
            return Err(Flaw(format!(
                "the sample has {}×{} pixels, and the patterns {side}×{side}; expected a larger sample",
                sample.width(),
                sample.height()
            )));
        }
        let (pixels, counts) = patterns(sample, learning, hole);
        if pixels.is_empty() {
            return Err(Flaw(format!(
                "no square of {side}×{side} is drawn without a hole, so nothing can be learnt"
            )));
        }
        if pixels.len() > MOST_KINDS {
            return Err(Flaw(format!(
                "the sample has {} patterns, but {MOST_KINDS} is the most; expected a smaller sample or smaller patterns",
                pixels.len()
            )));
        }
        let mut kinds = Kinds::new(counts);
        join(&mut kinds, &pixels, side);
        let (across, down) = pairs(sample, learning, &pixels);
        kinds.see(&across, &down);
        Ok(Self {
            names: (0..pixels.len())
                .map(|number| format!("p{number}"))
                .collect(),
            labels: Vec::new(),
            sides: Vec::new(),
            mirrors: None,
            floor: learning.has_floor.then(|| pixels.len() - 1),
            kinds,
            look: Look::Patterns { side, pixels },
            is_counted: true,
        })
    }
}

/// The different patterns in the order in which they are found, and how often each is.
fn patterns(
    sample: &Image,
    learning: Learning,
    hole: Option<Pixel>,
) -> (Vec<Vec<Pixel>>, Vec<f64>) {
    let Learning {
        side,
        symmetry,
        is_periodic,
        ..
    } = learning;
    let (width, height) = (sample.width(), sample.height());
    let over = if is_periodic { 0 } else { side - 1 };
    let mut numbers: HashMap<Vec<Pixel>, usize> = HashMap::new();
    let mut found = Vec::new();
    let mut counts = Vec::new();
    for top in 0..height - over {
        for left in 0..width - over {
            let mut seen = Image::new(side, side, |x, y| {
                sample.at((left + x) % width, (top + y) % height)
            });
            if hole.is_some_and(|hole| seen.has(hole)) {
                continue;
            }
            for number in 0..symmetry {
                let pattern = if number % 2 == 0 {
                    seen.clone()
                } else {
                    seen.mirrored()
                };
                if number % 2 == 1 {
                    seen = seen.turned();
                }
                let pixels: Vec<Pixel> = (0..side * side)
                    .map(|at| pattern.at(at % side, at / side))
                    .collect();
                let number = *numbers.entry(pixels).or_insert_with_key(|pixels| {
                    found.push(pixels.clone());
                    counts.push(0.0);
                    found.len() - 1
                });
                counts[number] += 1.0;
            }
        }
    }
    (found, counts)
}

type Pairs = HashMap<(usize, usize), f64>;

/// How often patterns are seen to the right of each other, and below.
fn pairs(sample: &Image, learning: Learning, patterns: &[Vec<Pixel>]) -> (Pairs, Pairs) {
    let side = learning.side;
    let numbers: HashMap<&[Pixel], usize> = patterns
        .iter()
        .enumerate()
        .map(|(number, pixels)| (pixels.as_slice(), number))
        .collect();
    let (mut across, mut down) = (Pairs::new(), Pairs::new());
    let mut seen = sample.clone();
    for number in 0..learning.symmetry {
        let image = if number % 2 == 0 {
            seen.clone()
        } else {
            seen.mirrored()
        };
        if number % 2 == 1 {
            seen = seen.turned();
        }
        let (width, height) = (image.width(), image.height());
        let over = if learning.is_periodic { 0 } else { side - 1 };
        let (columns, rows) = (width - over, height - over);
        let kind = |left: usize, top: usize| {
            let pixels = (0..side * side)
                .map(|at| image.at((left + at % side) % width, (top + at / side) % height));
            // A square with a hole is not a pattern.
            numbers
                .get(pixels.collect::<Vec<Pixel>>().as_slice())
                .copied()
        };
        let kinds: Vec<Option<usize>> = (0..rows * columns)
            .map(|at| kind(at % columns, at / columns))
            .collect();
        for row in 0..rows {
            for column in 0..columns {
                let Some(here) = kinds[row * columns + column] else {
                    continue;
                };
                if column + 1 < columns || learning.is_periodic {
                    let right = kinds[row * columns + (column + 1) % columns];
                    if let Some(right) = right {
                        *across.entry((here, right)).or_default() += 1.0;
                    }
                }
                if row + 1 < rows || learning.is_periodic {
                    let below = kinds[(row + 1) % rows * columns + column];
                    if let Some(below) = below {
                        *down.entry((here, below)).or_default() += 1.0;
                    }
                }
            }
        }
    }
    (across, down)
}

/// Lets patterns be neighbours that agree where they overlap.
fn join(kinds: &mut Kinds, patterns: &[Vec<Pixel>], side: usize) {
    let part =
        |pattern: &[Pixel], columns: std::ops::Range<usize>, rows: std::ops::Range<usize>| {
            let pixels = rows.flat_map(|y| columns.clone().map(move |x| y * side + x));
            pixels.map(|at| pattern[at]).collect::<Vec<Pixel>>()
        };
    let mut lefts: HashMap<Vec<Pixel>, Vec<usize>> = HashMap::new();
    let mut tops: HashMap<Vec<Pixel>, Vec<usize>> = HashMap::new();
    for (kind, pattern) in patterns.iter().enumerate() {
        lefts
            .entry(part(pattern, 0..side - 1, 0..side))
            .or_default()
            .push(kind);
        tops.entry(part(pattern, 0..side, 0..side - 1))
            .or_default()
            .push(kind);
    }
    for (kind, pattern) in patterns.iter().enumerate() {
        for &right in lefts
            .get(&part(pattern, 1..side, 0..side))
            .into_iter()
            .flatten()
        {
            kinds.allow_across(kind, right);
        }
        for &lower in tops
            .get(&part(pattern, 0..side, 1..side))
            .into_iter()
            .flatten()
        {
            kinds.allow_down(kind, lower);
        }
    }
}
