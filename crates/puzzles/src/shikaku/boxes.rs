//! The boxes that a clue may be given, and the model made of them.
//!
//! **Boxes.** A box around a clue grows axis by axis, from the outermost in. With its extents on
//! the axes before fixed and the later axes still at the clue's own place, the other clues leave a
//! *window* on the next axis: how far the box may reach either way without taking one in. The two
//! directions do not disturb each other, so every extent within the window will do, and on the
//! last axis the boxes of a window can be counted without walking through them. A table of sums
//! says in constant time how many clues a box holds; each end of a window is a binary search.
//!
//! **Order.** The boxes of a clue come from the outermost axis in: shorter before longer, then by
//! where they start. For a flat grid that is: height, first row, width, first column.
//!
//! **Model.** Item *k* is the tile of clue *k*, in row-major order of the clues, and its choices
//! are its boxes. After the clues comes an exactly-one item for each cell in row-major order: the
//! boxes that cover it. A cell out of every clue's reach has none, and then nothing solves the
//! model. (Where no clue is a `?` and the numbers do not add up to the number of cells, nothing
//! solves it either; that needs no rule of its own.)

use super::{Clue, MAX_AXES, Shape};
use std::ops::Range;
use tilewright_model::budget::{Budget, End, Meter};
use tilewright_model::{Demand, Model, ModelBuilder, ModelError};

/// The boxes of all clues and the model made of them.
#[derive(Debug)]
pub(super) struct Boxes {
    axes: usize,
    /// For each box its first place on each axis, then its last.
    extents: Vec<u32>,
    /// Clue *k* has the boxes from `start[k]` to `start[k + 1]`.
    start: Vec<u32>,
}

/// The number of boxes and of the cells that they cover together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) boxes: u64,
    pub(super) covered: u64,
}

/// Windows after which counting more than a model can hold ends: well below a second's worth, and
/// enough for the exact number in most grids that people would try.
const ENOUGH_WINDOWS: u64 = 1 << 20;

impl Tally {
    fn memberships(self) -> u64 {
        self.boxes.saturating_add(self.covered)
    }

    /// Returns true if a model can hold that much at all: it numbers its memberships with 32 bits.
    fn is_numberable(self) -> bool {
        u32::try_from(self.memberships()).is_ok()
    }
}

impl Boxes {
    /// The boxes of all clues, and their model: a tile for each clue, then an item for each cell.
    ///
    /// The boxes are counted before any is listed. A clue without a number may have 10^14 of them, so that listing them
    /// until the memory ends would take long, and the report could not say how much they need.
    pub(super) fn build(
        shape: &Shape,
        clues: &[Clue],
        budget: &Budget,
    ) -> Result<(Self, Model), ModelError> {
        let mut meter = budget.building();
        let sums = Sums::new(shape, clues, &mut meter)?;
        let tally = Self::tally(&sums, clues, &mut meter)?;
        let mut builder = ModelBuilder::within(budget, tally.boxes);
        // What this lacks, the model lacks too, and more.
        let extents = (tally.boxes).saturating_mul(8 * shape.axes() as u64);
        let _ = builder.meter().take(extents);
        let items = (clues.len() + shape.cells()) as u64;
        builder.reserve(items, tally.memberships())?;
        let boxes = Self::list(&sums, clues, tally, builder.meter())?;
        drop(sums);
        let model = boxes.model(shape, builder)?;
        Ok((boxes, model))
    }

    /// The number of boxes of the clues. If a model could not hold them, counting ends after a
    /// while with a part of the number.
    fn tally(sums: &Sums, clues: &[Clue], meter: &mut Meter) -> Result<Tally, End> {
        let mut tally = Tally::default();
        let mut windows = 0u64;
        for clue in clues {
            let finished = Growth::new(sums, *clue).grow(0, &mut |window| {
                tally = window.added_to(tally);
                windows += 1;
                meter.work(1)?;
                Ok(tally.is_numberable() || windows < ENOUGH_WINDOWS)
            })?;
            if !finished {
                break;
            }
        }
        Ok(tally)
    }

    /// Lists the boxes of all clues. A model can hold them.
    fn list(sums: &Sums, clues: &[Clue], tally: Tally, meter: &mut Meter) -> Result<Self, End> {
        debug_assert!(tally.is_numberable());
        let axes = sums.shape.axes();
        let mut extents = Vec::with_capacity(tally.boxes as usize * axes * 2);
        let mut start = Vec::with_capacity(clues.len() + 1);
        start.push(0);
        for clue in clues {
            Growth::new(sums, *clue).grow(0, &mut |window| {
                let before = extents.len();
                window.push_onto(&mut extents);
                meter.work(extents.len() - before)?;
                Ok(true)
            })?;
            start.push((extents.len() / (axes * 2)) as u32);
        }
        Ok(Self {
            axes,
            extents,
            start,
        })
    }

    /// The first and the last place of a box on each axis.
    pub(super) fn extent(&self, number: usize) -> (&[u32], &[u32]) {
        let at = number * self.axes * 2;
        self.extents[at..at + self.axes * 2].split_at(self.axes)
    }

    /// The boxes of a clue.
    pub(super) fn of_clue(&self, clue: usize) -> Range<usize> {
        self.start[clue] as usize..self.start[clue + 1] as usize
    }

    /// The clue that a box belongs to.
    pub(super) fn clue_of(&self, number: usize) -> usize {
        self.start
            .partition_point(|&start| start as usize <= number)
            - 1
    }

    /// Calls `visit` with each cell of a box, ascending.
    pub(super) fn for_each_cell(&self, shape: &Shape, number: usize, visit: impl FnMut(usize)) {
        let (first, last) = self.extent(number);
        for_each_cell(shape.sides(), first, last, visit);
    }

    fn model(&self, shape: &Shape, mut builder: ModelBuilder) -> Result<Model, ModelError> {
        let mut choices = Vec::new();
        for clue in 0..self.start.len() - 1 {
            choices.clear();
            choices.extend(self.start[clue]..self.start[clue + 1]);
            builder.tile(&choices)?;
        }
        let (start, covering) = self.covering(shape, builder.meter())?;
        for cell in 0..shape.cells() {
            let members = &covering[start[cell] as usize..start[cell + 1] as usize];
            builder.item(Demand::ExactlyOne, members)?;
        }
        builder
            .meter()
            .give_back(covering_bytes(&start, covering.len()));
        drop(covering);
        builder.build()
    }

    /// For each cell the boxes that cover it, flat: those of a cell lie between its start and the
    /// next.
    fn covering(&self, shape: &Shape, meter: &mut Meter) -> Result<(Vec<u32>, Vec<u32>), End> {
        let count = self.start.last().map_or(0, |&count| count as usize);
        let mut start = vec![0u32; shape.cells() + 1];
        for number in 0..count {
            let mut covered = 0;
            self.for_each_cell(shape, number, |cell| {
                start[cell + 1] += 1;
                covered += 1;
            });
            meter.work(covered)?;
        }
        for cell in 0..shape.cells() {
            start[cell + 1] += start[cell];
        }
        let all = start[shape.cells()] as usize;
        meter.take(covering_bytes(&start, all))?;
        let mut next = start.clone();
        let mut covering = vec![0; all];
        for number in 0..count {
            let mut covered = 0;
            self.for_each_cell(shape, number, |cell| {
                covering[next[cell] as usize] = number as u32;
                next[cell] += 1;
                covered += 1;
            });
            meter.work(covered)?;
        }
        Ok((start, covering))
    }
}

/// The bytes of the lists of boxes that cover each cell: their starts, twice while they are made, and their entries.
fn covering_bytes(start: &[u32], entries: usize) -> u64 {
    (size_of::<u32>() * (2 * start.len() + entries)) as u64
}

/// Calls `visit` with each cell from `first` to `last` on every axis, ascending.
fn for_each_cell(sides: &[usize], first: &[u32], last: &[u32], mut visit: impl FnMut(usize)) {
    let inner = sides.len() - 1;
    let mut place = [0; MAX_AXES];
    let place = &mut place[..sides.len()];
    place.copy_from_slice(first);
    loop {
        let line = sides.iter().zip(place.iter());
        let start = line.fold(0, |cell, (side, &at)| cell * side + at as usize);
        for step in 0..=(last[inner] - first[inner]) as usize {
            visit(start + step);
        }
        let Some(axis) = (0..inner).rev().find(|&axis| place[axis] < last[axis]) else {
            return;
        };
        place[axis] += 1;
        place[axis + 1..].copy_from_slice(&first[axis + 1..]);
    }
}

/// The number of clues in any box: the number of clues from the corner of the grid up to each cell.
struct Sums<'s> {
    shape: &'s Shape,
    /// The distance in number between neighbours on each axis.
    stride: Vec<usize>,
    up_to: Vec<u32>,
}

impl<'s> Sums<'s> {
    fn new(shape: &'s Shape, clues: &[Clue], meter: &mut Meter) -> Result<Self, End> {
        meter.take((size_of::<u32>() * shape.cells()) as u64)?;
        let mut up_to = vec![0u32; shape.cells()];
        for clue in clues {
            up_to[clue.cell as usize] = 1;
        }
        let mut stride = vec![1; shape.axes()];
        for axis in (0..shape.axes() - 1).rev() {
            stride[axis] = stride[axis + 1] * shape.sides()[axis + 1];
        }
        for (side, &step) in shape.sides().iter().zip(&stride) {
            meter.work(up_to.len())?;
            for cell in 0..up_to.len() {
                if (cell / step) % side > 0 {
                    up_to[cell] += up_to[cell - step];
                }
            }
        }
        Ok(Self {
            shape,
            stride,
            up_to,
        })
    }

    /// Returns true if the box holds no clue but the one around which it grows.
    fn holds_one(&self, first: &[usize], last: &[usize]) -> bool {
        self.add(0, 0, first, last) == 1
    }

    /// Inclusion and exclusion, an axis at a time.
    fn add(&self, axis: usize, cell: usize, first: &[usize], last: &[usize]) -> i64 {
        if axis == self.shape.axes() {
            return i64::from(self.up_to[cell]);
        }
        let step = self.stride[axis];
        let whole = self.add(axis + 1, cell + last[axis] * step, first, last);
        if first[axis] == 0 {
            return whole;
        }
        whole - self.add(axis + 1, cell + (first[axis] - 1) * step, first, last)
    }
}

/// A box that grows around a clue.
struct Growth<'s> {
    sums: &'s Sums<'s>,
    sides: &'s [usize],
    /// The place of the clue.
    heart: Vec<usize>,
    first: Vec<usize>,
    last: Vec<usize>,
    /// The volume wanted, or none where any will do.
    volume: Option<usize>,
}

/// A box fixed on all axes but the last, with its window there.
struct Window<'g> {
    first: &'g [usize],
    last: &'g [usize],
    heart: usize,
    from: usize,
    to: usize,
    /// The length wanted on the last axis, or none where any will do.
    length: Option<usize>,
}

impl<'s> Growth<'s> {
    fn new(sums: &'s Sums<'s>, clue: Clue) -> Self {
        let heart = sums.shape.point(clue.cell as usize);
        Self {
            sums,
            sides: sums.shape.sides(),
            first: heart.clone(),
            last: heart.clone(),
            heart,
            volume: clue.volume.map(|volume| volume as usize),
        }
    }

    /// Grows the box on `axis` and those after it, and shows each window of the last axis to
    /// `visit`, until that says no. Whether it never did.
    fn grow(
        &mut self,
        axis: usize,
        visit: &mut dyn FnMut(&Window) -> Result<bool, End>,
    ) -> Result<bool, End> {
        let heart = self.heart[axis];
        let reach = self.volume.unwrap_or(usize::MAX);
        let (from, to) = self.window(axis, reach);
        if axis + 1 == self.sides.len() {
            return visit(&Window {
                first: &self.first[..axis],
                last: &self.last[..axis],
                heart,
                from,
                to,
                length: self.volume,
            });
        }
        let inside: usize = self.sides[axis + 1..].iter().product();
        let volume = self.volume;
        for length in 1..=to - from + 1 {
            if volume.is_some_and(|volume| volume % length != 0 || volume / length > inside) {
                continue;
            }
            self.volume = volume.map(|volume| volume / length);
            for start in starts(heart, from, to, length) {
                self.first[axis] = start;
                self.last[axis] = start + length - 1;
                if !self.grow(axis + 1, visit)? {
                    return Ok(false);
                }
            }
        }
        (self.first[axis], self.last[axis]) = (heart, heart);
        self.volume = volume;
        Ok(true)
    }

    /// The range of the box on `axis` without another clue, at most `reach` cells with the clue's
    /// own.
    fn window(&mut self, axis: usize, reach: usize) -> (usize, usize) {
        let heart = self.heart[axis];
        let (mut from, mut clear) = ((heart + 1).saturating_sub(reach), heart);
        while from < clear {
            let middle = from.midpoint(clear);
            self.first[axis] = middle;
            if self.sums.holds_one(&self.first, &self.last) {
                clear = middle;
            } else {
                from = middle + 1;
            }
        }
        self.first[axis] = heart;
        let furthest = self.sides[axis] - 1;
        let (mut held, mut to) = (heart, furthest.min(heart.saturating_add(reach - 1)));
        while held < to {
            let middle = held + (to - held).div_ceil(2);
            self.last[axis] = middle;
            if self.sums.holds_one(&self.first, &self.last) {
                held = middle;
            } else {
                to = middle - 1;
            }
        }
        self.last[axis] = heart;
        (from, to)
    }
}

/// The possible starts of a run of `length` around `heart` within a window.
fn starts(heart: usize, from: usize, to: usize, length: usize) -> Range<usize> {
    let first = from.max((heart + 1).saturating_sub(length));
    let end = (heart + 1).min((to + 2).saturating_sub(length));
    first..end.max(first)
}

impl Window<'_> {
    /// Adds up the boxes of this window.
    fn added_to(&self, tally: Tally) -> Tally {
        let section: u128 = self
            .first
            .iter()
            .zip(self.last)
            .map(|(first, last)| (last - first + 1) as u128)
            .product();
        let (number, covered) = if let Some(length) = self.length {
            let number = starts(self.heart, self.from, self.to, length).len() as u128;
            (number, number * length as u128)
        } else {
            let before = (self.heart - self.from + 1) as u128;
            let after = (self.to - self.heart + 1) as u128;
            let number = before * after;
            // The mean length is (before + after) / 2, for the ends move on their own.
            (number, number * (before + after) / 2)
        };
        let add = |sum: u64, more: u128| {
            u64::try_from(more).map_or(u64::MAX, |more| sum.saturating_add(more))
        };
        Tally {
            boxes: add(tally.boxes, number),
            covered: add(tally.covered, covered * section),
        }
    }

    /// Lists the boxes of this window.
    fn push_onto(&self, extents: &mut Vec<u32>) {
        let lengths = match self.length {
            Some(length) => length..=length,
            None => 1..=self.to - self.from + 1,
        };
        for length in lengths {
            for start in starts(self.heart, self.from, self.to, length) {
                extents.extend(self.first.iter().map(|&place| place as u32));
                extents.push(start as u32);
                extents.extend(self.last.iter().map(|&place| place as u32));
                extents.push((start + length - 1) as u32);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A small grid of two or three axes with clues in some cells.
    fn grids() -> impl Strategy<Value = (Shape, Vec<Clue>)> {
        let sizes = prop_oneof![
            [1..7usize, 1..7usize].prop_map(|size| size.to_vec()),
            [1..4usize, 1..4usize, 1..4usize].prop_map(|size| size.to_vec()),
        ];
        sizes.prop_flat_map(|size| {
            let shape = Shape::new(&size).unwrap();
            let cell = prop_oneof![4 => Just(None), 2 => (1..13u32).prop_map(|n| Some(Some(n))), 1 => Just(Some(None))];
            let cells = proptest::collection::vec(cell, shape.cells());
            (Just(shape), cells.prop_map(|cells| clues_of(&cells)))
        })
    }

    #[expect(clippy::option_option, reason = "blank, unknown or a number")]
    fn clues_of(cells: &[Option<Option<u32>>]) -> Vec<Clue> {
        let clue = |(cell, volume): (usize, &Option<Option<u32>>)| {
            let cell = cell as u32;
            volume.map(|volume| Clue { cell, volume })
        };
        cells.iter().enumerate().filter_map(clue).collect()
    }

    /// Every box of the grid that suits the clue, by trying all pairs of corners.
    fn by_definition(shape: &Shape, clues: &[Clue], clue: Clue) -> Vec<(Vec<u32>, Vec<u32>)> {
        let point = |cell| -> Vec<u32> { shape.point(cell).iter().map(|&k| k as u32).collect() };
        let within = |cell: u32, first: &[u32], last: &[u32]| {
            let point = point(cell as usize);
            (0..shape.axes()).all(|axis| (first[axis]..=last[axis]).contains(&point[axis]))
        };
        let mut found = Vec::new();
        for (a, b) in (0..shape.cells()).flat_map(|a| (0..shape.cells()).map(move |b| (a, b))) {
            let (first, last) = (point(a), point(b));
            if first.iter().zip(&last).any(|(a, b)| a > b) || !within(clue.cell, &first, &last) {
                continue;
            }
            let volume: u32 = first.iter().zip(&last).map(|(a, b)| b - a + 1).product();
            let held = clues.iter().filter(|clue| within(clue.cell, &first, &last));
            if held.count() == 1 && clue.volume.is_none_or(|wanted| wanted == volume) {
                found.push((first, last));
            }
        }
        // The documented order: by length and start, from the outermost axis in.
        found.sort_by_key(|(first, last)| -> Vec<(u32, u32)> {
            first.iter().zip(last).map(|(&a, &b)| (b - a, a)).collect()
        });
        found
    }

    proptest! {
        #[test]
        fn the_boxes_are_those_of_the_definition((shape, clues) in grids()) {
            let budget = Budget::default();
            let mut meter = budget.building();
            let sums = Sums::new(&shape, &clues, &mut meter).unwrap();
            let tally = Boxes::tally(&sums, &clues, &mut meter).unwrap();
            let (boxes, model) = Boxes::build(&shape, &clues, &budget).unwrap();
            let mut count = Tally::default();
            for (k, &clue) in clues.iter().enumerate() {
                let listed = boxes.of_clue(k).map(|number| {
                    let (first, last) = boxes.extent(number);
                    (first.to_vec(), last.to_vec())
                });
                let listed: Vec<_> = listed.collect();
                prop_assert_eq!(&listed, &by_definition(&shape, &clues, clue));
                for number in boxes.of_clue(k) {
                    prop_assert_eq!(boxes.clue_of(number), k);
                    count.boxes += 1;
                    boxes.for_each_cell(&shape, number, |_| count.covered += 1);
                }
            }
            prop_assert_eq!(count, tally);
            prop_assert_eq!(model.incidence_count() as u64, tally.memberships());
            prop_assert_eq!(model.tiles().len(), clues.len());
        }
    }

    #[test]
    fn counting_what_no_model_can_hold_ends() {
        // One unknown clue in the middle of the largest grids has some 10^14 boxes.
        for size in [[8192, 8192], [1 << 26, 1], [1, 1 << 26]] {
            let shape = Shape::new(&size).unwrap();
            let cell = (shape.cells() / 2 + shape.width() / 2) as u32 % shape.cells() as u32;
            let clue = Clue { cell, volume: None };
            let mut meter = Budget::default().building();
            let sums = Sums::new(&shape, &[clue], &mut meter).unwrap();
            let tally = Boxes::tally(&sums, &[clue], &mut meter).unwrap();
            assert!(!tally.is_numberable(), "{size:?}");
        }
    }
}
