//! What a map is drawn on: its size, the sides that are joined, and what may stand on each place. And the map itself.

use crate::kinds::{Kinds, OPEN, SIDES, holds};
use crate::rules::Rule;
use std::collections::HashMap;

/// The most places that a map may have.
pub const MOST_PLACES: usize = 1 << 24;

/// A rectangle of places, with the kinds that may stand on each. Rows and columns are counted from 0.
#[derive(Clone, Debug)]
pub struct Ground {
    rows: usize,
    columns: usize,
    joined: Joined,
    sets: Sets,
    set_of: Vec<u32>,
    /// Different lists of factors of the weights, and the one of each place; none where no place has any.
    factors: Vec<Box<[f64]>>,
    factors_of: Vec<u32>,
    rules: Vec<Rule>,
}

/// The sides of a map that meet: none on a grid, both pairs on a torus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joined {
    /// The bottom joins the top.
    pub down: bool,
    /// The right side joins the left one.
    pub across: bool,
}

impl Joined {
    /// Both pairs of sides.
    pub const TORUS: Self = Self {
        down: true,
        across: true,
    };
}

/// Different sets of kinds, each kept once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sets {
    sets: Vec<Box<[u64]>>,
    known: HashMap<Box<[u64]>, u32>,
}

impl Sets {
    /// The number of a set.
    pub(crate) fn number(&mut self, set: &[u64]) -> u32 {
        if let Some(&number) = self.known.get(set) {
            return number;
        }
        let number = self.sets.len() as u32;
        self.sets.push(set.into());
        self.known.insert(set.into(), number);
        number
    }

    pub(crate) fn get(&self, number: u32) -> &[u64] {
        &self.sets[number as usize]
    }
}

impl Ground {
    /// An open grid, on which every kind may stand everywhere.
    ///
    /// # Panics
    /// If there are no places, or more than [`MOST_PLACES`].
    pub fn new(kinds: &Kinds, rows: usize, columns: usize) -> Self {
        let places = rows.saturating_mul(columns);
        assert!(
            (1..=MOST_PLACES).contains(&places),
            "a map has 1 to {MOST_PLACES} places, not {rows}×{columns}"
        );
        let mut sets = Sets::default();
        let all = sets.number(&kinds.set_of(|_| true));
        Self {
            rows,
            columns,
            joined: Joined::default(),
            sets,
            set_of: vec![all; places],
            factors: Vec::new(),
            factors_of: Vec::new(),
            rules: Vec::new(),
        }
    }

    /// With these sides joined.
    #[must_use]
    pub fn joined(mut self, joined: Joined) -> Self {
        self.joined = joined;
        self
    }

    /// Keeps on a place only the kinds that are wanted.
    pub fn keep(
        &mut self,
        kinds: &Kinds,
        row: usize,
        column: usize,
        is_wanted: impl Fn(usize) -> bool,
    ) {
        let place = self.place(row, column);
        let old = self.set(place);
        let kept = kinds.set_of(|kind| holds(old, kind) && is_wanted(kind));
        self.set_of[place] = self.sets.number(&kept);
    }

    /// Keeps on each place only the kinds that are wanted there: of a row, a column and a kind.
    pub fn keep_each(&mut self, kinds: &Kinds, is_wanted: impl Fn(usize, usize, usize) -> bool) {
        for row in 0..self.rows {
            for column in 0..self.columns {
                self.keep(kinds, row, column, |kind| is_wanted(row, column, kind));
            }
        }
    }

    /// Keeps on a place only that kind.
    pub fn fix(&mut self, kinds: &Kinds, row: usize, column: usize, kind: usize) {
        self.keep(kinds, row, column, |other| other == kind);
    }

    /// Multiplies the weight of each kind on a place: more forest in the north, fewer towers near the border. A factor of 0 makes a
    /// kind the last choice there; [`Ground::keep`] bans it.
    ///
    /// # Panics
    /// If a factor is negative or not a number.
    pub fn weigh(
        &mut self,
        kinds: &Kinds,
        row: usize,
        column: usize,
        factor: impl Fn(usize) -> f64,
    ) {
        let place = self.place(row, column);
        if self.factors_of.is_empty() {
            self.factors = vec![vec![1.0; kinds.count()].into()];
            self.factors_of = vec![0; self.places()];
        }
        let old = &self.factors[self.factors_of[place] as usize];
        let new: Box<[f64]> = (0..kinds.count())
            .map(|kind| old[kind] * factor(kind))
            .collect();
        assert!(
            new.iter()
                .all(|factor| factor.is_finite() && *factor >= 0.0),
            "factors are numbers from 0 on"
        );
        // Levels of a picture come again and again, mostly the last one.
        let known = self.factors.iter().rposition(|known| *known == new);
        let number = known.unwrap_or_else(|| {
            self.factors.push(new);
            self.factors.len() - 1
        });
        self.factors_of[place] = number as u32;
    }

    /// The factors of the weights on a place, if any place has some.
    pub(crate) fn factors(&self, place: usize) -> Option<&[f64]> {
        let &number = self.factors_of.get(place)?;
        Some(&self.factors[number as usize])
    }

    /// Demands that maps keep a rule. All rules hold together.
    ///
    /// # Panics
    /// If the rule is about kinds or places that there are not.
    pub fn demand(&mut self, kinds: &Kinds, rule: Rule) {
        rule.check(kinds.count(), self);
        if let Rule::Linked { open, ends, .. } = &rule {
            for &(row, column) in ends {
                self.keep(kinds, row, column, |kind| open[kind].contains(&true));
            }
        }
        if let Rule::Mirror { images, .. } = &rule {
            self.keep_each(kinds, |_, _, kind| images[kind].is_some());
        }
        self.rules.push(rule);
    }

    /// The rules that maps must keep.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The steps along rows and columns from a place to another, the shorter way where sides are joined.
    pub(crate) fn steps(&self, one: (usize, usize), other: (usize, usize)) -> usize {
        let along = |a: usize, b: usize, count: usize, is_joined: bool| {
            let straight = a.abs_diff(b);
            if is_joined {
                straight.min(count - straight)
            } else {
                straight
            }
        };
        along(one.0, other.0, self.rows, self.joined.down)
            + along(one.1, other.1, self.columns, self.joined.across)
    }

    /// The place so many steps down and to the right; none where the map ends, or has fewer places.
    pub(crate) fn moved(
        &self,
        (row, column): (usize, usize),
        down: usize,
        across: usize,
    ) -> Option<(usize, usize)> {
        let along = |at: usize, steps: usize, count: usize, is_joined: bool| {
            let is_inside = at + steps < count || is_joined && steps < count;
            is_inside.then(|| (at + steps) % count)
        };
        Some((
            along(row, down, self.rows, self.joined.down)?,
            along(column, across, self.columns, self.joined.across)?,
        ))
    }

    /// The other places that are at most so many steps away.
    pub(crate) fn near(&self, place: usize, steps: usize) -> Vec<usize> {
        let here = (place / self.columns, place % self.columns);
        let line = |at: usize, count: usize, is_joined: bool| -> Vec<usize> {
            if 2 * steps + 1 >= count {
                return (0..count).collect();
            }
            let along = (at + count - steps..=at + count + steps)
                .filter(|&along| is_joined || (count..2 * count).contains(&along));
            along.map(|along| along % count).collect()
        };
        let columns = line(here.1, self.columns, self.joined.across);
        let rows = line(here.0, self.rows, self.joined.down);
        let all = rows
            .iter()
            .flat_map(|&row| columns.iter().map(move |&column| (row, column)));
        all.filter(|&other| other != here && self.steps(here, other) <= steps)
            .map(|(row, column)| row * self.columns + column)
            .collect()
    }

    /// All lines of so many places, along a row or a column, that a place is on.
    pub(crate) fn lines_through(&self, place: usize, length: usize) -> Vec<Vec<usize>> {
        let (row, column) = (place / self.columns, place % self.columns);
        let mut lines = Vec::new();
        for is_across in [true, false] {
            let (count, at, is_joined) = if is_across {
                (self.columns, column, self.joined.across)
            } else {
                (self.rows, row, self.joined.down)
            };
            for back in 0..length {
                let start = match at.checked_sub(back) {
                    Some(start) => start,
                    None if is_joined && back < count => at + count - back,
                    None => continue,
                };
                let step = |step: usize| {
                    if is_across {
                        self.moved((row, start), 0, step)
                    } else {
                        self.moved((start, column), step, 0)
                    }
                };
                let line: Option<Vec<(usize, usize)>> = (0..length).map(step).collect();
                lines.extend(line.map(|line| {
                    let number = |(row, column)| row * self.columns + column;
                    line.into_iter().map(number).collect()
                }));
            }
        }
        lines
    }

    /// The place that mirrors a place.
    pub(crate) fn mirrored(&self, place: usize, is_across: bool) -> usize {
        let (row, column) = (place / self.columns, place % self.columns);
        if is_across {
            row * self.columns + self.columns - 1 - column
        } else {
            (self.rows - 1 - row) * self.columns + column
        }
    }

    /// Keeps on a place the kinds that may stand on a place of another ground.
    pub(crate) fn keep_as(&mut self, row: usize, column: usize, other: &Self, place: usize) {
        let here = self.place(row, column);
        self.set_of[here] = self.sets.number(other.set(place));
    }

    /// Weighs a place as a place of another ground is.
    pub(crate) fn weigh_as(
        &mut self,
        kinds: &Kinds,
        row: usize,
        column: usize,
        other: &Self,
        place: usize,
    ) {
        if let Some(factors) = other.factors(place) {
            self.weigh(kinds, row, column, |kind| factors[kind]);
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The sides that are joined.
    pub fn sides_joined(&self) -> Joined {
        self.joined
    }

    /// The number of places.
    pub fn places(&self) -> usize {
        self.set_of.len()
    }

    /// Returns true if a kind may stand on a place, whatever its neighbours are.
    pub fn allows(&self, row: usize, column: usize, kind: usize) -> bool {
        holds(self.set(self.place(row, column)), kind)
    }

    pub(crate) fn place(&self, row: usize, column: usize) -> usize {
        assert!(row < self.rows && column < self.columns, "no such place");
        row * self.columns + column
    }

    /// The kinds that may stand on a place.
    pub(crate) fn set(&self, place: usize) -> &[u64] {
        self.sets.get(self.set_of[place])
    }

    /// The places above, to the right, below and to the left; none where the map ends. A place of a joined map of one
    /// row or column is its own neighbour.
    pub(crate) fn neighbours(&self, place: usize) -> [Option<usize>; SIDES] {
        let (row, column) = (place / self.columns, place % self.columns);
        let last = self.columns - 1;
        [
            if row > 0 {
                Some(place - self.columns)
            } else {
                self.joined
                    .down
                    .then(|| (self.rows - 1) * self.columns + column)
            },
            if column < last {
                Some(place + 1)
            } else {
                self.joined.across.then(|| place - last)
            },
            if row + 1 < self.rows {
                Some(place + self.columns)
            } else {
                self.joined.down.then_some(column)
            },
            if column > 0 {
                Some(place - 1)
            } else {
                self.joined.across.then(|| place + last)
            },
        ]
    }
}

/// A kind for each place, row by row; [`OPEN`] where there is none yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    rows: usize,
    columns: usize,
    kinds: Vec<u16>,
}

impl Map {
    /// A map without any kinds.
    pub fn open(rows: usize, columns: usize) -> Self {
        Self::new(rows, columns, vec![OPEN; rows * columns])
    }

    pub(crate) fn new(rows: usize, columns: usize, kinds: Vec<u16>) -> Self {
        Self {
            rows,
            columns,
            kinds,
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of the kind on each place, row by row; [`OPEN`] where there is none.
    pub fn kinds(&self) -> &[u16] {
        &self.kinds
    }

    /// The number of the kind on a place, if it has one.
    pub fn at(&self, row: usize, column: usize) -> Option<usize> {
        let kind = self.kinds[row * self.columns + column];
        (kind != OPEN).then_some(usize::from(kind))
    }

    /// Puts a kind on a place, or opens it.
    pub fn put(&mut self, row: usize, column: usize, kind: Option<usize>) {
        self.kinds[row * self.columns + column] = kind.map_or(OPEN, |kind| kind as u16);
    }

    /// The number of places of each kind.
    pub fn tally(&self, kinds: &Kinds) -> Vec<usize> {
        let mut tally = vec![0; kinds.count()];
        for &kind in self.kinds.iter().filter(|&&kind| kind != OPEN) {
            tally[usize::from(kind)] += 1;
        }
        tally
    }

    /// The definition: every place has a kind that may stand there, all neighbours go together, and every rule is kept. Slow and obviously
    /// right.
    pub fn is_whole(&self, kinds: &Kinds, ground: &Ground) -> bool {
        if (self.rows, self.columns) != (ground.rows, ground.columns) {
            return false;
        }
        if !ground.rules.iter().all(|rule| rule.is_kept(self, ground)) {
            return false;
        }
        let next = |at: usize, count: usize, is_joined: bool| match at + 1 {
            next if next < count => Some(next),
            _ => is_joined.then_some(0),
        };
        (0..self.rows).all(|row| {
            (0..self.columns).all(|column| {
                let Some(kind) = self.at(row, column) else {
                    return false;
                };
                let right = next(column, self.columns, ground.joined.across);
                let below = next(row, self.rows, ground.joined.down);
                let goes_across = |column| {
                    self.at(row, column)
                        .is_some_and(|k| kinds.goes_across(kind, k))
                };
                let goes_down = |row| {
                    self.at(row, column)
                        .is_some_and(|k| kinds.goes_down(kind, k))
                };
                ground.allows(row, column, kind)
                    && right.is_none_or(goes_across)
                    && below.is_none_or(goes_down)
            })
        })
    }
}
