//! A grid cut in rectangles, and how such a cut is changed.

use std::ops::RangeInclusive;
use tilewright_engines::Random;

/// A rectangle: its first and its last row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rect {
    pub(super) top: u32,
    pub(super) left: u32,
    pub(super) bottom: u32,
    pub(super) right: u32,
}

impl Rect {
    pub(super) fn height(self) -> u32 {
        self.bottom - self.top + 1
    }

    pub(super) fn width(self) -> u32 {
        self.right - self.left + 1
    }

    pub(super) fn area(self) -> u32 {
        self.height() * self.width()
    }

    pub(super) fn holds(self, row: u32, column: u32) -> bool {
        (self.top..=self.bottom).contains(&row) && (self.left..=self.right).contains(&column)
    }

    /// Its cells on a grid of that width, ascending.
    pub(super) fn cells(self, width: u32) -> impl Iterator<Item = u32> {
        let row = move |row: u32| (self.left..=self.right).map(move |column| row * width + column);
        (self.top..=self.bottom).flat_map(row)
    }

    /// The union of the two, if that is a rectangle. They do not overlap.
    fn joined(self, other: Self) -> Option<Self> {
        let around = Self {
            top: self.top.min(other.top),
            left: self.left.min(other.left),
            bottom: self.bottom.max(other.bottom),
            right: self.right.max(other.right),
        };
        (around.area() == self.area() + other.area()).then_some(around)
    }

    /// Mirrored along the diagonal.
    fn turned(self) -> Self {
        Self {
            top: self.left,
            left: self.top,
            bottom: self.right,
            right: self.bottom,
        }
    }

    /// The first columns, and the rest; there are more.
    fn split_columns(self, first: u32) -> [Self; 2] {
        let before = Self {
            right: self.left + first - 1,
            ..self
        };
        let after = Self {
            left: self.left + first,
            ..self
        };
        [before, after]
    }

    /// Two parts, cut across its longer side after `first` lines.
    fn split(self, first: u32) -> [Self; 2] {
        if self.width() >= self.height() {
            return self.split_columns(first);
        }
        self.turned().split_columns(first).map(Self::turned)
    }

    fn longer_side(self) -> u32 {
        self.width().max(self.height())
    }
}

/// The wanted areas of a cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) width: u32,
    pub(super) height: u32,
    /// The largest area.
    pub(super) largest: u32,
    /// The share of areas of one cell, in parts of 65,536.
    pub(super) ones: u64,
}

impl Plan {
    /// The number of `areas` areas that are to have one cell.
    pub(super) fn ones_of(self, areas: usize) -> usize {
        ((self.ones * areas as u64 + 0x8000) >> 16) as usize
    }
}

/// A grid cut in rectangles. Those that went leave a gap in the numbers.
#[derive(Debug)]
pub(super) struct Cut {
    pub(super) plan: Plan,
    rects: Vec<Option<Rect>>,
    free: Vec<u32>,
    ones: usize,
    /// For each cell the number of its rectangle.
    of: Vec<u32>,
}

/// A cell of no rectangle yet.
const NONE: u32 = u32::MAX;

impl Cut {
    /// A random cut. The cells are visited in a random order, and those that lie in no rectangle yet
    /// begin one, which grows to a random size as far as there is room. Then cells that were left alone
    /// are given to their neighbours, or the corners of others cut off, until their share is right.
    pub(super) fn random(plan: Plan, random: &mut Random) -> Self {
        let cells = plan.width * plan.height;
        let mut cut = Self {
            plan,
            rects: Vec::new(),
            free: Vec::new(),
            ones: 0,
            of: vec![NONE; cells as usize],
        };
        let mut order: Vec<u32> = (0..cells).collect();
        random.shuffle(&mut order);
        for &cell in &order {
            if cut.of[cell as usize] == NONE {
                let rect = cut.grown(cell, random);
                cut.add(rect);
            }
        }
        cut.balance(random);
        cut
    }

    pub(super) fn len(&self) -> usize {
        self.rects.len() - self.free.len()
    }

    /// The rectangles with their numbers.
    pub(super) fn rects(&self) -> impl Iterator<Item = (u32, Rect)> + '_ {
        let numbered = (0u32..).zip(&self.rects);
        numbered.filter_map(|(number, rect)| Some((number, (*rect)?)))
    }

    pub(super) fn rect(&self, number: u32) -> Rect {
        self.rects[number as usize].expect("it is still there")
    }

    /// The number of the rectangle that a cell lies in.
    pub(super) fn at(&self, cell: u32) -> u32 {
        self.of[cell as usize]
    }

    /// The number of rectangles with one cell.
    pub(super) fn ones(&self) -> usize {
        self.ones
    }

    /// A number that all rectangles are below.
    pub(super) fn numbers(&self) -> usize {
        self.rects.len()
    }

    fn add(&mut self, rect: Rect) -> u32 {
        let number = self.free.pop().unwrap_or_else(|| {
            self.rects.push(None);
            self.rects.len() as u32 - 1
        });
        self.rects[number as usize] = Some(rect);
        self.ones += usize::from(rect.area() == 1);
        for cell in rect.cells(self.plan.width) {
            self.of[cell as usize] = number;
        }
        number
    }

    fn remove(&mut self, number: u32) -> Rect {
        self.free.push(number);
        let rect = self.rects[number as usize].take();
        let rect = rect.expect("it was still there");
        self.ones -= usize::from(rect.area() == 1);
        rect
    }

    /// A rectangle of free cells around one of them.
    fn grown(&self, cell: u32, random: &mut Random) -> Rect {
        let (row, column) = (cell / self.plan.width, cell % self.plan.width);
        let mut rect = Rect {
            top: row,
            left: column,
            bottom: row,
            right: column,
        };
        let area = 1 + random.below(self.plan.largest);
        let short = 1 + random.below(area.isqrt());
        let (mut high, mut wide) = (short, area / short);
        if random.below(2) == 0 {
            std::mem::swap(&mut high, &mut wide);
        }
        let mut open = [true; 4];
        while open.contains(&true) {
            let side = random.below(4) as usize;
            let is_tall = rect.height() >= high;
            let is_broad = rect.width() >= wide;
            if !open[side] {
                continue;
            }
            match self.grown_once(rect, side) {
                Some(grown) if !(if side < 2 { is_tall } else { is_broad }) => rect = grown,
                _ => open[side] = false,
            }
        }
        rect
    }

    /// One line more on a side, if it is free: top, bottom, left, right.
    fn grown_once(&self, rect: Rect, side: usize) -> Option<Rect> {
        let mut line = rect;
        let mut grown = rect;
        match side {
            0 => {
                grown.top = rect.top.checked_sub(1)?;
                (line.top, line.bottom) = (grown.top, grown.top);
            }
            1 => {
                grown.bottom = Some(rect.bottom + 1).filter(|&row| row < self.plan.height)?;
                (line.top, line.bottom) = (grown.bottom, grown.bottom);
            }
            2 => {
                grown.left = rect.left.checked_sub(1)?;
                (line.left, line.right) = (grown.left, grown.left);
            }
            _ => {
                grown.right = Some(rect.right + 1).filter(|&column| column < self.plan.width)?;
                (line.left, line.right) = (grown.right, grown.right);
            }
        }
        let mut cells = line.cells(self.plan.width);
        cells
            .all(|cell| self.of[cell as usize] == NONE)
            .then_some(grown)
    }

    /// Gives areas of one cell away, or makes some, until their share is right or it goes no further.
    pub(super) fn balance(&mut self, random: &mut Random) {
        for _ in 0..20 {
            for number in self.numbers_of(|rect| rect.area() == 1) {
                let is_one = self.rects[number as usize].is_some_and(|rect| rect.area() == 1);
                if is_one && self.ones > self.plan.ones_of(self.len()) {
                    self.give_away(number, random);
                }
            }
            let mut larger = self.numbers_of(|rect| rect.area() > 1);
            random.shuffle(&mut larger);
            for number in larger {
                if self.ones < self.plan.ones_of(self.len()) {
                    self.cut_corner(number, random);
                }
            }
            if self.ones == self.plan.ones_of(self.len()) {
                return;
            }
        }
    }

    fn numbers_of(&self, is_wanted: impl Fn(Rect) -> bool) -> Vec<u32> {
        let wanted = self.rects().filter(|(_, rect)| is_wanted(*rect));
        wanted.map(|(number, _)| number).collect()
    }

    /// Makes an area of one cell longer, at the cost of a neighbour: the line of the neighbour that continues the
    /// cell joins it, and the rest of the neighbour falls in up to two parts.
    fn give_away(&mut self, number: u32, random: &mut Random) {
        let single = self.rect(number);
        let (row, column) = (single.top, single.left);
        let first = random.below(4);
        for turn in 0..4 {
            let side = (first + turn) % 4;
            let neighbour = match side {
                0 => row.checked_sub(1).map(|row| (row, column)),
                1 => Some((row + 1, column)).filter(|(row, _)| *row < self.plan.height),
                2 => column.checked_sub(1).map(|column| (row, column)),
                _ => Some((row, column + 1)).filter(|(_, column)| *column < self.plan.width),
            };
            let Some((r, c)) = neighbour else {
                continue;
            };
            let other = self.at(r * self.plan.width + c);
            let rect = self.rect(other);
            let parts = if side < 2 {
                let parts = lengthened(single.turned(), rect.turned(), self.plan.largest);
                parts.map(|parts| parts.into_iter().map(Rect::turned).collect())
            } else {
                lengthened(single, rect, self.plan.largest)
            };
            let Some(parts) = parts else {
                continue;
            };
            self.remove(number);
            self.remove(other);
            for part in parts {
                self.add(part);
            }
            return;
        }
    }

    /// Cuts a cell off an area of several.
    fn cut_corner(&mut self, number: u32, random: &mut Random) {
        let mut rest = self.remove(number);
        // A line at the short end first, unless it is just one.
        if rest.width() > 1 && rest.height() > 1 {
            let [line, others] = rest.split(1);
            self.add(others);
            rest = line;
        }
        let at_end = random.below(2) == 0;
        let first = if at_end { 1 } else { rest.longer_side() - 1 };
        for part in rest.split(first) {
            self.add(part);
        }
    }

    /// Joins two of these rectangles in one, if the largest area allows; returns the result.
    pub(super) fn join_some(&mut self, numbers: &[u32]) -> Option<u32> {
        for (k, &a) in numbers.iter().enumerate() {
            for &b in &numbers[k + 1..] {
                let joined = self.rect(a).joined(self.rect(b));
                if let Some(joined) = joined.filter(|rect| rect.area() <= self.plan.largest) {
                    self.remove(a);
                    self.remove(b);
                    return Some(self.add(joined));
                }
            }
        }
        None
    }

    /// Joins and splits rectangles until there is such a number of them, as far as that goes.
    pub(super) fn fit(&mut self, clues: &RangeInclusive<usize>, random: &mut Random) {
        while self.len() > *clues.end() {
            let before = self.len();
            let mut numbers = self.numbers_of(|_| true);
            random.shuffle(&mut numbers);
            for number in numbers {
                if self.len() > *clues.end() && self.rects[number as usize].is_some() {
                    self.join_neighbour(number);
                }
            }
            if self.len() == before {
                return;
            }
        }
        while self.len() < *clues.start() {
            let mut numbers = self.numbers_of(|rect| rect.area() > 1);
            random.shuffle(&mut numbers);
            // The largest of a few, so that they do not all end as single cells.
            numbers.truncate(8);
            let Some(number) = numbers.into_iter().max_by_key(|&n| self.rect(n).area()) else {
                return;
            };
            self.split(number, random);
        }
    }

    /// Joins a rectangle and its neighbour below or to the right, if they are one.
    fn join_neighbour(&mut self, number: u32) {
        let rect = self.rect(number);
        let width = self.plan.width;
        if rect.bottom + 1 < self.plan.height {
            let below = self.at((rect.bottom + 1) * width + rect.left);
            if self.join_some(&[number, below]).is_some() {
                return;
            }
        }
        if rect.right + 1 < width {
            let beside = self.at(rect.top * width + rect.right + 1);
            self.join_some(&[number, beside]);
        }
    }

    /// Splits a rectangle of several cells in two, in areas of more than one cell if it can be.
    pub(super) fn split(&mut self, number: u32, random: &mut Random) -> [u32; 2] {
        let rect = self.remove(number);
        let lines = rect.longer_side();
        let spare = u32::from(rect.area() == lines && lines > 3);
        let first = 1 + spare + random.below(lines - 1 - 2 * spare);
        rect.split(first).map(|part| self.add(part))
    }
}

/// A single cell and the line of a neighbour to its side joined, and the rest of the neighbour: if that is not too
/// large, and leaves no single cell behind.
fn lengthened(single: Rect, neighbour: Rect, largest: u32) -> Option<Vec<Rect>> {
    let row = single.top;
    let line = Rect {
        top: row,
        bottom: row,
        ..neighbour
    };
    let above = (neighbour.top < row).then(|| Rect {
        bottom: row - 1,
        ..neighbour
    });
    let below = (row < neighbour.bottom).then(|| Rect {
        top: row + 1,
        ..neighbour
    });
    let mut rest: Vec<Rect> = [above, below].into_iter().flatten().collect();
    if line.area() < largest {
        // A neighbour of two cells above each other leaves one of them: the single cell has moved.
        let leaves_several = rest.iter().filter(|rect| rect.area() == 1).count() < 2;
        rest.push(single.joined(line)?);
        return leaves_several.then_some(rest);
    }
    if !rest.is_empty() || line.area() < 3 || largest < 2 {
        return None;
    }
    // The line is as long as may be: half of it goes.
    let half = line.width() / 2;
    let parts = if single.left < line.left {
        line.split_columns(half)
    } else {
        let [far, near] = line.split_columns(line.width() - half);
        [near, far]
    };
    Some(vec![single.joined(parts[0])?, parts[1]])
}
