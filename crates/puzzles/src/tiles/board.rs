//! The board: its size, its shape and its border, and from these and the tile set the model.
//!
//! **Model.** A tile for each place, row by row, so that an item's number is its place. Its choices
//! are the kinds that may be there, in the order of the set: kinds that the border rules out are
//! not in the model, nor, on a torus one place wide, kinds that do not go with themselves. Each
//! edge between two places is a one-colour item, unless only one colour can show there; if colours
//! cannot express which kinds go together, it is a rule, and all edges between places of the same
//! choices share one table.
//!
//! **Numbers.** The kinds allowed on a place depend only on the sides of the board it lies at, so
//! the number of a choice is computed rather than stored: puzzles may be named and filled before or
//! without their model.

use super::set::{Joining, Side, TileSet, Way};
use crate::built::built;
use crate::size::rows_and_columns;
use crate::{ParseError, Unbuilt};
use std::sync::{Arc, OnceLock};
use tilewright_model::budget::Budget;
use tilewright_model::{Choice, Model, ModelBuilder, ModelError, Table};

/// The most places that a board may have.
pub(super) const MOST_PLACES: usize = 1 << 24;

/// The way in which a board closes in itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// It ends at its four sides.
    Grid,
    /// Its right side joins its left side and its bottom joins its top.
    Torus,
}

impl Shape {
    pub(super) const NAMES: [(&'static str, Self); 2] =
        [("grid", Self::Grid), ("torus", Self::Torus)];

    pub(super) fn name(self) -> &'static str {
        let mut names = Self::NAMES.iter();
        names
            .find(|(_, shape)| *shape == self)
            .map_or("grid", |(name, _)| name)
    }
}

/// The demand on the sides of tiles at the border of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Border {
    Free,
    /// They join this socket.
    Socket(u16),
}

/// A board with a tile set: everything about a puzzle but its fixed places.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) set: Arc<TileSet>,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) shape: Shape,
    pub(super) border: Border,
    /// The kinds allowed on a place, by the sides of the board that the place lies at.
    domains: [Vec<u16>; 16],
    emptied: Emptied,
    model: OnceLock<Model>,
}

/// The places whose fixed kind is not allowed there. Then nothing is: such a puzzle has a model of
/// its own, in which those places have no choice, and so no solution.
#[derive(Clone, Debug, Default)]
struct Emptied {
    /// Ascending.
    places: Vec<usize>,
    /// The number of choices that the first `n` of them would have had: one more entry than places.
    before: Vec<u64>,
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        (self.rows, self.columns) == (other.rows, other.columns)
            && (self.shape, self.border) == (other.shape, other.border)
            && self.set == other.set
    }
}

/// Checks a size before anything is made of it.
pub(super) fn check_size(rows: usize, columns: usize) -> Result<(), ParseError> {
    if rows == 0 || columns == 0 {
        return Err(ParseError::new(format!(
            "a board of {rows}×{columns} has no places; rows and columns are at least 1"
        )));
    }
    match rows.checked_mul(columns) {
        Some(places) if places <= MOST_PLACES => Ok(()),
        _ => Err(ParseError::new(format!(
            "a board of {rows}×{columns} has more than {MOST_PLACES} places"
        ))),
    }
}

/// Reads a size: `4x5` is 4 rows and 5 columns.
pub(super) fn parse_size(size: &str) -> Result<(usize, usize), ParseError> {
    let (rows, columns) = rows_and_columns(size)?;
    check_size(rows, columns)?;
    Ok((rows, columns))
}

impl Board {
    /// A board of a size that was checked.
    pub(super) fn new(
        set: Arc<TileSet>,
        (rows, columns): (usize, usize),
        shape: Shape,
        border: Border,
    ) -> Self {
        debug_assert!(check_size(rows, columns).is_ok());
        let mut board = Self {
            set,
            rows,
            columns,
            shape,
            border,
            domains: Default::default(),
            emptied: Emptied {
                places: Vec::new(),
                before: vec![0],
            },
            model: OnceLock::new(),
        };
        for mask in 0..board.domains.len() {
            let kinds = 0..board.set.kinds().len();
            let domain = kinds.filter(|&kind| board.may_stand(kind, mask));
            board.domains[mask] = domain.map(|kind| kind as u16).collect();
        }
        board
    }

    /// The board without choices for those places, which are ascending.
    pub(super) fn emptied_at(&self, places: Vec<usize>) -> Self {
        let mut before = vec![0];
        for &place in &places {
            let choices = self.domains[self.mask(place)].len() as u64;
            before.push(before.last().expect("it starts with 0") + choices);
        }
        Self {
            set: self.set.clone(),
            domains: self.domains.clone(),
            emptied: Emptied { places, before },
            model: OnceLock::new(),
            ..*self
        }
    }

    pub(super) fn emptied_places(&self) -> &[usize] {
        &self.emptied.places
    }

    pub(super) fn places(&self) -> usize {
        self.rows * self.columns
    }

    /// Returns true if the board's border and the kind itself allow the kind on a place at those
    /// sides of the board.
    fn may_stand(&self, kind: usize, mask: usize) -> bool {
        let meets_border = |side: &Side| {
            let (Border::Socket(border), Some(sockets)) = (self.border, self.set.sockets()) else {
                return true;
            };
            let shown = usize::from(sockets.sides[kind][*side as usize]);
            sockets.mates.allows(shown, usize::from(border))
        };
        let mut at_border = Side::ALL.iter().filter(|side| mask & side.bit() != 0);
        // Where a torus is one place wide, a place is its own neighbour.
        let own_neighbour = |way: &Way| {
            let count = match way {
                Way::Across => self.columns,
                Way::Down => self.rows,
            };
            self.shape == Shape::Torus && count == 1
        };
        let mut own_ways = Way::ALL.iter().filter(|way| own_neighbour(way));
        at_border.all(meets_border) && own_ways.all(|&way| self.set.goes(way, kind, kind))
    }

    /// The sides of a border with a rule that a place lies at, as bits.
    fn mask(&self, place: usize) -> usize {
        let (row, column) = (place / self.columns, place % self.columns);
        self.row_mask(row == 0, row + 1 == self.rows)
            | self.column_mask(column == 0, column + 1 == self.columns)
    }

    fn row_mask(&self, is_first: bool, is_last: bool) -> usize {
        self.masked([(is_first, Side::North), (is_last, Side::South)])
    }

    fn column_mask(&self, is_first: bool, is_last: bool) -> usize {
        self.masked([(is_first, Side::West), (is_last, Side::East)])
    }

    fn masked(&self, sides: [(bool, Side); 2]) -> usize {
        if self.border == Border::Free || self.shape == Shape::Torus {
            return 0;
        }
        let sides = sides.iter().filter(|(is_there, _)| *is_there);
        sides.map(|(_, side)| side.bit()).sum()
    }

    /// The kinds allowed on a place, ascending.
    fn domain(&self, place: usize) -> &[u16] {
        if self.emptied.places.binary_search(&place).is_ok() {
            return &[];
        }
        &self.domains[self.mask(place)]
    }

    /// Returns true if a kind is allowed on a place.
    pub(super) fn allows(&self, place: usize, kind: u16) -> bool {
        let domain = &self.domains[self.mask(place)];
        domain.binary_search(&kind).is_ok()
    }

    /// The number of the first choice of a place; of the place after the last, how many choices
    /// there are.
    fn first_choice(&self, place: usize) -> u64 {
        let (row, column) = (place / self.columns, place % self.columns);
        let in_row = |rows: usize, until: usize| {
            sum_before(until, self.columns, |is_first, is_last| {
                let mask = rows | self.column_mask(is_first, is_last);
                self.domains[mask].len() as u64
            })
        };
        let above = sum_before(row, self.rows, |is_first, is_last| {
            in_row(self.row_mask(is_first, is_last), self.columns)
        });
        let beside = in_row(self.row_mask(row == 0, row + 1 == self.rows), column);
        let emptied = self.emptied.places.partition_point(|&e| e < place);
        above + beside - self.emptied.before[emptied]
    }

    /// The choice of a kind for a place, if it is allowed there.
    pub(super) fn choice(&self, place: usize, kind: u16) -> Option<Choice> {
        let rank = self.domain(place).binary_search(&kind).ok()?;
        let number = self.first_choice(place) + rank as u64;
        u32::try_from(number).ok().map(Choice)
    }

    /// The place and the kind of a choice of this board's model.
    pub(super) fn meaning(&self, choice: Choice) -> (usize, u16) {
        let number = u64::from(choice.0);
        assert!(
            number < self.first_choice(self.places()),
            "{choice:?} is not a choice of this board"
        );
        let (mut place, mut after) = (0, self.places());
        while after - place > 1 {
            let middle = place.midpoint(after);
            if self.first_choice(middle) <= number {
                place = middle;
            } else {
                after = middle;
            }
        }
        let rank = number - self.first_choice(place);
        (place, self.domain(place)[rank as usize])
    }

    /// Every pair of neighbours, the second to the right of the first or below it.
    fn edges(&self) -> impl Iterator<Item = (usize, usize, Way)> {
        (0..self.places()).flat_map(move |place| {
            Way::ALL
                .into_iter()
                .filter_map(move |way| Some((place, self.neighbour(place, way)?, way)))
        })
    }

    fn neighbour(&self, place: usize, way: Way) -> Option<usize> {
        let (row, column) = (place / self.columns, place % self.columns);
        let (along, count, step, start) = match way {
            Way::Across => (column, self.columns, 1, row * self.columns),
            Way::Down => (row, self.rows, self.columns, column),
        };
        match self.shape {
            _ if along + 1 < count => Some(place + step),
            Shape::Torus if count > 1 => Some(start),
            _ => None,
        }
    }

    /// The two places of the `number`th edge that is an item of the model.
    pub(super) fn edge(&self, number: usize) -> Option<(usize, usize)> {
        let mut joints = Joints::new(self)?;
        let mut edges = self
            .edges()
            .filter(|&(a, b, way)| joints.between(a, b, way).is_some());
        edges.nth(number).map(|(a, b, _)| (a, b))
    }

    /// The model, or the reason why it is not built within the budget.
    pub(super) fn model(&self, budget: &Budget) -> Result<Model, Unbuilt> {
        let what = || {
            let kinds = self.set.kinds().len();
            let (rows, columns) = (self.rows, self.columns);
            format!("the {rows}×{columns} board with {kinds} kinds of tile")
        };
        built(&self.model, budget, what, |budget| self.build(budget)).cloned()
    }

    fn build(&self, budget: &Budget) -> Result<Model, ModelError> {
        let mut b = ModelBuilder::within(budget, self.first_choice(self.places()));
        b.meter().take(4 * self.places() as u64)?;
        let mut starts = Vec::with_capacity(self.places());
        let mut next = 0;
        let mut choices = Vec::new();
        for place in 0..self.places() {
            let count = self.domain(place).len() as u32;
            choices.clear();
            choices.extend(next..next + count);
            b.tile(&choices)?;
            starts.push(next);
            next += count;
        }
        match Joints::new(self) {
            Some(joints) => self.add_edges(&mut b, &starts, joints)?,
            None => self.add_rules(&mut b)?,
        }
        b.build()
    }

    fn add_edges(
        &self,
        b: &mut ModelBuilder,
        starts: &[u32],
        mut joints: Joints,
    ) -> Result<(), ModelError> {
        let mut members = Vec::new();
        for (first, second, way) in self.edges() {
            let Some(joint) = joints.between(first, second, way) else {
                continue;
            };
            members.clear();
            for (start, colours) in [
                (starts[first], &joint.first),
                (starts[second], &joint.second),
            ] {
                members.extend((start..).zip(colours.iter().copied()));
            }
            b.one_colour(&members)?;
        }
        Ok(())
    }

    fn add_rules(&self, b: &mut ModelBuilder) -> Result<(), ModelError> {
        let mut tables: Vec<Option<Arc<Table>>> = vec![None; ClassPair::COUNT];
        for (first, second, way) in self.edges() {
            let (from, to) = (self.domain(first), self.domain(second));
            if from.is_empty() || to.is_empty() {
                continue;
            }
            let class = ClassPair::of(self, first, second, way);
            let table = match &tables[class.0] {
                Some(table) => Arc::clone(table),
                None => b.table(from.len(), to.len(), |i, j| {
                    self.set.goes(way, usize::from(from[i]), usize::from(to[j]))
                })?,
            };
            tables[class.0] = Some(Arc::clone(&table));
            // A place's item has the place's number.
            let [from, to] = [first, second].map(|place| tilewright_model::Item(place as u32));
            b.pair(from, to, table)?;
        }
        Ok(())
    }
}

/// The sum over the first `until` of `count` places in a line, which differ only in being the
/// first or the last.
fn sum_before(until: usize, count: usize, value: impl Fn(bool, bool) -> u64) -> u64 {
    if until == 0 {
        return 0;
    }
    if count == 1 {
        return value(true, true);
    }
    let inner = (until - 1).min(count - 2) as u64;
    let last = if until == count {
        value(false, true)
    } else {
        0
    };
    value(true, false) + inner * value(false, false) + last
}

/// The kinds allowed on the two sides of an edge, and its direction, as one number.
struct ClassPair(usize);

impl ClassPair {
    const COUNT: usize = 16 * 16 * 2;

    fn of(board: &Board, first: usize, second: usize, way: Way) -> Self {
        Self((board.mask(first) * 16 + board.mask(second)) * 2 + way as usize)
    }
}

/// The colours that the choices of two neighbours show at their edge, in order.
#[derive(Debug)]
struct Joint {
    first: Vec<u32>,
    second: Vec<u32>,
    /// True if there is more than one colour, so that the neighbours could disagree.
    can_differ: bool,
}

/// The joints of a board, made once for each pair of classes.
struct Joints<'b> {
    board: &'b Board,
    colours: [Vec<u32>; 2],
    made: Vec<Option<Joint>>,
}

impl<'b> Joints<'b> {
    /// `None` if colours cannot express which kinds go together.
    fn new(board: &'b Board) -> Option<Self> {
        let Joining::Sockets(sockets) = board.set.joining() else {
            return None;
        };
        Some(Self {
            board,
            colours: sockets.colours()?,
            made: (0..ClassPair::COUNT).map(|_| None).collect(),
        })
    }

    /// The joint of two neighbours, if they could disagree.
    fn between(&mut self, first: usize, second: usize, way: Way) -> Option<&Joint> {
        let board = self.board;
        let domains = [first, second].map(|place| board.domain(place));
        if domains.iter().any(|domain| domain.is_empty()) {
            return None;
        }
        let class = ClassPair::of(board, first, second, way);
        let colours = &self.colours;
        let made = self.made[class.0].get_or_insert_with(|| {
            let sockets = board.set.sockets().expect("joints are made of sockets");
            let (near, far) = way.sides();
            let [first, second] = [(0, near), (1, far)].map(|(which, side)| {
                let socket = |&kind: &u16| sockets.sides[usize::from(kind)][side as usize];
                let shown = domains[which].iter().map(socket);
                shown
                    .map(|socket| colours[which][usize::from(socket)])
                    .collect::<Vec<u32>>()
            });
            let mut all = first.iter().chain(&second);
            let only = all.next().copied();
            let can_differ = all.any(|&colour| Some(colour) != only);
            Joint {
                first,
                second,
                can_differ,
            }
        });
        made.can_differ.then_some(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards() -> Vec<Board> {
        let sizes = [
            (1, 1),
            (1, 2),
            (2, 1),
            (1, 4),
            (3, 1),
            (2, 2),
            (3, 4),
            (5, 3),
        ];
        let mut boards = Vec::new();
        for size in sizes {
            for set in [TileSet::roads(), TileSet::loops()] {
                for border in [Border::Free, Border::Socket(0), Border::Socket(1)] {
                    boards.push(Board::new(set.clone(), size, Shape::Grid, border));
                }
                boards.push(Board::new(set, size, Shape::Torus, Border::Free));
            }
        }
        let emptied = boards[boards.len() - 3].emptied_at(vec![0, 4, 7, 14]);
        boards.push(emptied);
        boards
    }

    #[test]
    fn choices_are_numbered_place_by_place() {
        for board in boards() {
            let model = board.model(&Budget::default()).unwrap();
            let mut number = 0;
            for place in 0..board.places() {
                let members = model.members(tilewright_model::Item(place as u32));
                for (rank, &(choice, _)) in members.iter().enumerate() {
                    assert_eq!(choice.0, number);
                    let (found, kind) = board.meaning(choice);
                    assert_eq!((found, kind), (place, board.domain(place)[rank]));
                    assert_eq!(board.choice(place, kind), Some(choice));
                    number += 1;
                }
            }
            assert_eq!(model.choice_count() as u32, number);
        }
    }

    #[test]
    fn edges_without_a_choice_of_colour_are_left_out() {
        // One row of loops in a closed border: nothing is allowed at its ends, only ━ between.
        let board = Board::new(TileSet::loops(), (1, 4), Shape::Grid, Border::Socket(0));
        let model = board.model(&Budget::default()).unwrap();
        assert_eq!(model.choice_count(), 2);
        assert_eq!(model.item_count(), 4);
        // A torus of one row has an edge from each place to the next.
        let board = Board::new(TileSet::roads(), (1, 4), Shape::Torus, Border::Free);
        let model = board.model(&Budget::default()).unwrap();
        assert_eq!(model.item_count(), 4 + 4);
        assert_eq!(board.edge(3), Some((3, 0)));
        assert_eq!(board.edge(4), None);
    }

    #[test]
    fn what_is_too_large_is_said_before_it_is_made() {
        let board = Board::new(TileSet::roads(), (4096, 4096), Shape::Grid, Border::Free);
        let refused = board.model(&Budget::default().memory(1 << 20)).unwrap_err();
        let large = refused.too_large().unwrap();
        assert!(large.needed > 1 << 30, "{refused}");
        assert_eq!(large.allowed, 1 << 20);
        let text = refused.to_string();
        assert!(text.starts_with("the 4096×4096 board with 5 kinds of tile needs at least"));
    }

    #[test]
    fn sizes_are_checked() {
        assert_eq!(parse_size("4x5"), Ok((4, 5)));
        assert_eq!(parse_size(" 12 × 3 "), Ok((12, 3)));
        let message = |size| parse_size(size).unwrap_err().to_string();
        assert_eq!(
            message("4"),
            "\"4\" is not a size; expected rows x columns, such as 4x5"
        );
        assert!(message("4x-5").contains("is not a size"));
        assert!(message("x").contains("is not a size"));
        assert_eq!(
            message("0x5"),
            "a board of 0×5 has no places; rows and columns are at least 1"
        );
        assert_eq!(
            message("5000x5000"),
            "a board of 5000×5000 has more than 16777216 places"
        );
        assert!(message("99999999999999999999999x2").contains("more than 16777216 places"));
    }
}
