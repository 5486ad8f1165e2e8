//! Boards of any size and number of dimensions.
//!
//! **The group.** As for `enumerate --classes`: values are renamed in any way; along each axis the
//! places of a band may change, and the bands; axes with bands of the same length may be exchanged.
//!
//! **Idea.** The smallest copy is written line by line, and the search follows: the next line of the board, and then
//! its slots from the left, each with the smallest value that it can have. An empty cell is smallest, then a value
//! that has a name, then a new one. Decisions that do not matter yet are left open: columns that look alike so far
//! stay in one cell of slots (`columns.rs`), and new values in one cell are *tied* to their columns, so that the
//! value is named when its column gets its slot. So the first line of a full board, which can be ordered in any way,
//! costs nothing. The search branches only if two columns would give a slot the same smallest value.
//!
//! **Pruning.** A branch ends where it is larger than the best that is known. Where it ends as an
//! equal of the best, an automorphism is found: the whole branch then is an image of the one that the
//! best is in, and it is left at the node where the two part (as programs for canonical graphs do).
//! Empty rows and empty bands are interchangeable, so one of them stands for all.
//!
//! Before that, the smallest first line is looked for, then the smallest first two, and so on as
//! long as it is quick.
//!
//! The work is counted in cells that are looked at, and there is a limit to it: some boards look so regular that the
//! search would take too long.

mod write;

use crate::board::{Form, Geometry, TooRegular, Way};
use crate::columns::Columns;
use crate::permutations;

/// The smallest copy of a board, cell by cell, empty cells being 0. `work` limits how many cells are
/// looked at; a second is enough for about 10^8.
///
/// ```
/// use tilewright_canonical::{Geometry, canonical_of};
/// let board = Geometry::new(4, &[2, 2]).unwrap();
/// let form = canonical_of(&board, &[0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0], 1 << 20)?;
/// assert_eq!(form.values, [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0]);
/// assert_eq!(form.automorphisms, Some(4));
/// # Ok::<(), tilewright_canonical::TooRegular>(())
/// ```
///
/// # Panics
/// If there is not a value for each cell, or one is above the side.
pub fn canonical_of(geometry: &Geometry, values: &[u16], work: u64) -> Result<Form, TooRegular> {
    let (side, cells) = (geometry.side, geometry.cells());
    assert_eq!(values.len(), cells, "a value for each cell");
    assert!(values.iter().all(|&value| usize::from(value) <= side));
    let mut search = Search::new(geometry, values, work);
    search.look_ahead();
    let (root, choices) = search.root();
    let Outcome::Best(count) = search.branch(&root, choices)? else {
        unreachable!("the first branch is never worse than what is known");
    };
    let found = search.found.take().expect("a best was found");
    Ok(found.form(&search, count))
}

/// The search looks ahead fewer lines than this.
const MOST_AHEAD: usize = 5;

/// The number of times the board may be written to find out how small its first lines can be.
const TIMES_AHEAD: usize = 64;

/// The name of a value.
#[derive(Clone, Copy, Debug)]
enum Name {
    None,
    /// The name written on that line, in the slot that this column gets.
    Tied {
        line: usize,
        column: usize,
    },
    Known(u16),
}

/// A board that is written as far as `line` and `slot`.
#[derive(Clone, Debug)]
struct State {
    /// The axis of the board for each of its axes.
    exchange: Vec<usize>,
    /// Along each axis but the first, the places of the board that come first.
    orders: Vec<Vec<u16>>,
    columns: Columns,
    names: Vec<Name>,
    next: u16,
    line: usize,
    slot: usize,
    /// True if it is smaller than the best already.
    is_better: bool,
}

/// The candidates for the next step.
#[derive(Clone, Copy, Debug)]
enum Choice {
    Exchange(usize),
    /// A place of the board along an axis.
    Place {
        axis: usize,
        place: u16,
    },
    Stack(usize),
    /// A value in the cell at the slot; `name` is `None` if it is new.
    Value {
        value: u16,
        name: Option<u16>,
    },
}

enum Step {
    Worse,
    Done,
    Branch(Vec<Choice>),
}

/// A line of the board.
struct Line {
    /// The value in each column.
    values: Vec<u16>,
    /// The number of times each value is there.
    counts: Vec<u16>,
}

enum Outcome {
    /// All is larger than the best.
    Worse,
    /// The best is here, this many times.
    Best(u128),
    /// An equal of the best, which is below another branch of the node at this depth.
    Equal(usize),
}

struct Search<'b> {
    geometry: &'b Geometry,
    values: &'b [u16],
    /// For each axis the places at which the whole slab is empty.
    empty: Vec<Vec<bool>>,
    best: Vec<u16>,
    best_path: Vec<usize>,
    path: Vec<usize>,
    found: Option<State>,
    exchanges: Vec<Vec<usize>>,
    /// The number of written lines.
    lines: usize,
    work: u64,
}

impl<'b> Search<'b> {
    fn new(geometry: &'b Geometry, values: &'b [u16], work: u64) -> Self {
        let (side, axes) = (geometry.side, geometry.bands.len());
        let mut empty = vec![vec![true; side]; axes];
        for (cell, _) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
            let mut rest = cell;
            for places in &mut empty {
                places[rest % side] = false;
                rest /= side;
            }
        }
        let bands = &geometry.bands;
        let exchanges = permutations(axes).into_iter().filter(|exchange| {
            let mut pairs = exchange.iter().enumerate();
            pairs.all(|(axis, &other)| bands[axis] == bands[other])
        });
        Self {
            geometry,
            values,
            exchanges: exchanges.collect(),
            empty,
            best: vec![u16::MAX; values.len()],
            best_path: Vec::new(),
            path: Vec::new(),
            found: None,
            lines: values.len() / side,
            work,
        }
    }

    /// The beginning, and the ways to exchange axes.
    fn root(&self) -> (State, Vec<Choice>) {
        let side = self.geometry.side;
        let root = State {
            exchange: Vec::new(),
            orders: vec![Vec::new(); self.geometry.bands.len()],
            columns: Columns::new(side, self.geometry.band(0)),
            names: vec![Name::None; side + 1],
            next: 1,
            line: 0,
            slot: 0,
            is_better: false,
        };
        let choices = (0..self.exchanges.len()).map(Choice::Exchange);
        (root, choices.collect())
    }

    fn chosen(&self, parent: &State, choice: Choice) -> State {
        let mut child = parent.clone();
        match choice {
            Choice::Exchange(number) => child.exchange.clone_from(&self.exchanges[number]),
            Choice::Place { axis, place } => child.orders[axis].push(place),
            Choice::Stack(stack) => child.columns.settle_stack(stack),
            Choice::Value { value, name } => {
                let line = self.line(parent);
                Self::settle_value(&mut child, &line, value, name);
            }
        }
        child
    }

    fn spend(&mut self, work: usize) -> Result<(), TooRegular> {
        self.work = self.work.checked_sub(work as u64).ok_or(TooRegular)?;
        Ok(())
    }

    fn branch(&mut self, parent: &State, choices: Vec<Choice>) -> Result<Outcome, TooRegular> {
        let depth = self.path.len();
        let (mut total, mut each) = (0u128, 0);
        for (number, choice) in choices.into_iter().enumerate() {
            let mut child = self.chosen(parent, choice);
            // Once a first branch came to its end the best is as small as this node.
            child.is_better &= number == 0;
            self.spend(self.geometry.side)?;
            self.path.push(number);
            let outcome = match self.advance(&mut child)? {
                Step::Worse => Outcome::Worse,
                Step::Done => self.done(child),
                Step::Branch(choices) => self.branch(&child, choices)?,
            };
            self.path.pop();
            match outcome {
                Outcome::Worse => {}
                Outcome::Best(count) => (total, each) = (count, count),
                Outcome::Equal(at) if at == depth => total = total.saturating_add(each),
                Outcome::Equal(at) => return Ok(Outcome::Equal(at)),
            }
        }
        Ok(match total {
            0 => Outcome::Worse,
            count => Outcome::Best(count),
        })
    }

    /// Finds out how small the first lines can be, as long as that is quick: a search that knows it
    /// does not lose itself where they are larger.
    fn look_ahead(&mut self) {
        let (side, lines) = (self.geometry.side, self.lines);
        for number in 1..lines.min(MOST_AHEAD) {
            let quick = (TIMES_AHEAD * side * self.values.len()) as u64;
            let allowed = quick.min(self.work / 256);
            let rest = self.work - allowed;
            self.work = allowed;
            self.lines = number;
            let (root, choices) = self.root();
            let outcome = self.branch(&root, choices);
            self.work += rest;
            if outcome.is_err() {
                // Of this line something may be written that no board has.
                self.best[(number - 1) * side..].fill(u16::MAX);
                self.path.clear();
                break;
            }
        }
        self.lines = lines;
    }

    fn done(&mut self, state: State) -> Outcome {
        if self.lines * self.geometry.side < self.values.len() {
            return Outcome::Worse;
        }
        if !state.is_better {
            let pairs = self.path.iter().zip(&self.best_path);
            return Outcome::Equal(pairs.take_while(|(one, other)| one == other).count());
        }
        self.best_path.clone_from(&self.path);
        self.found = Some(state);
        Outcome::Best(1)
    }

    /// Writes the next value; whether the board is still no larger than the best.
    fn write(&mut self, state: &mut State, value: u16) -> bool {
        let best = &mut self.best[state.line * self.geometry.side + state.slot];
        state.slot += 1;
        if !state.is_better {
            if value > *best {
                return false;
            }
            state.is_better = value < *best;
        }
        *best = value;
        true
    }

    /// Continues until there is something to choose.
    fn advance(&mut self, state: &mut State) -> Result<Step, TooRegular> {
        let side = self.geometry.side;
        while state.line < self.lines {
            if state.slot == 0
                && let Some(axis) = self.open_axis(state)
            {
                return Ok(Step::Branch(self.next_places(state, axis)));
            }
            let line = self.line(state);
            while state.slot < side {
                self.spend(side)?;
                if let Some(step) = self.write_cell(state, &line) {
                    return Ok(step);
                }
            }
            state.line += 1;
            state.slot = 0;
        }
        Ok(Step::Done)
    }

    /// The places of a line along the axes but the first.
    fn place(&self, state: &State, axis: usize) -> usize {
        state.line / self.geometry.side.pow(axis as u32 - 1) % self.geometry.side
    }

    /// An axis along which the line is at a place that is not known.
    fn open_axis(&self, state: &State) -> Option<usize> {
        let mut axes = 1..self.geometry.bands.len();
        axes.find(|&axis| state.orders[axis].len() <= self.place(state, axis))
    }

    /// All that may come next along an axis.
    fn next_places(&self, state: &State, axis: usize) -> Vec<Choice> {
        let (side, band) = (self.geometry.side, self.geometry.band(axis));
        let empty = &self.empty[state.exchange[axis]];
        let order = &state.orders[axis];
        let is_used = |place: usize| order.contains(&(place as u16));
        let starts = (0..side).step_by(band);
        let bands: Vec<usize> = match order.last() {
            Some(&last) if !order.len().is_multiple_of(band) => {
                vec![usize::from(last) / band * band]
            }
            _ => starts
                .filter(|&start| !(start..start + band).any(is_used))
                .collect(),
        };
        let mut choices = Vec::new();
        let mut had_empty_band = false;
        for start in bands {
            let is_empty = empty[start..start + band].iter().all(|empty| *empty);
            if is_empty && std::mem::replace(&mut had_empty_band, true) {
                continue;
            }
            let mut had_empty = false;
            for place in (start..start + band).filter(|&place| !is_used(place)) {
                if empty[place] && std::mem::replace(&mut had_empty, true) {
                    continue;
                }
                choices.push(place as u16);
            }
        }
        // Lines with few values are small: those come first, for a good best is found soon.
        choices.sort_by_cached_key(|&place| self.weight(state, axis, place));
        let choice = |place| Choice::Place { axis, place };
        choices.into_iter().map(choice).collect()
    }

    /// The number of values that the line would have with this place along an axis, as far as that is known.
    fn weight(&self, state: &State, axis: usize, place: u16) -> usize {
        let child = self.chosen(state, Choice::Place { axis, place });
        if self.open_axis(&child).is_some() {
            return usize::from(!self.empty[state.exchange[axis]][usize::from(place)]);
        }
        self.geometry.side - usize::from(self.line(&child).counts[0])
    }

    fn line(&self, state: &State) -> Line {
        let side = self.geometry.side;
        let stride = |axis: usize| side.pow(state.exchange[axis] as u32);
        let parts = (1..state.orders.len())
            .map(|axis| usize::from(state.orders[axis][self.place(state, axis)]) * stride(axis));
        let start: usize = parts.sum();
        let values = (0..side).map(|column| self.values[start + column * stride(0)]);
        let mut line = Line {
            values: values.collect(),
            counts: vec![0; side + 1],
        };
        for &value in &line.values {
            line.counts[usize::from(value)] += 1;
        }
        line
    }
}

impl State {
    fn form(&self, search: &Search<'_>, count: u128) -> Form {
        let geometry = search.geometry;
        let (side, cells) = (geometry.side, geometry.cells());
        let order = |axis: usize| match axis {
            0 => self.columns.order(),
            _ => &self.orders[axis][..],
        };
        let from = (0..cells).map(|cell| {
            let parts = (0..geometry.bands.len()).map(|axis| {
                let place = cell / side.pow(axis as u32) % side;
                usize::from(order(axis)[place]) * side.pow(self.exchange[axis] as u32)
            });
            parts.sum::<usize>() as u32
        });
        Form {
            way: Way {
                from: from.collect(),
                names: self.final_names(search),
            },
            values: search.best.clone(),
            automorphisms: self.freedom(search).and_then(|free| {
                let count = (count < u128::MAX).then_some(count)?;
                count.checked_mul(free)
            }),
        }
    }

    /// The new name of each value; those that do not occur get the remaining names.
    fn final_names(&self, search: &Search<'_>) -> Vec<u16> {
        let mut next = self.next;
        let name = |(value, name): (usize, &Name)| match *name {
            _ if value == 0 => 0,
            Name::Known(name) => name,
            Name::Tied { line, column } => {
                search.best[line * search.geometry.side + self.columns.slot(column)]
            }
            Name::None => {
                next += 1;
                next - 1
            }
        };
        self.names.iter().enumerate().map(name).collect()
    }

    /// The number of orders of the parts left open.
    fn freedom(&self, search: &Search<'_>) -> Option<u128> {
        let mut sizes: Vec<usize> = self.columns.freedom().collect();
        for axis in 1..self.orders.len() {
            let empty = &search.empty[self.exchange[axis]];
            let bands = empty.chunks(search.geometry.band(axis));
            let blanks = |band: &[bool]| band.iter().filter(|empty| **empty).count();
            sizes.extend(bands.clone().map(blanks));
            sizes.push(bands.filter(|band| blanks(band) == band.len()).count());
        }
        let factorial = |size: usize| (1..=size as u128).try_fold(1u128, u128::checked_mul);
        sizes
            .into_iter()
            .try_fold(1u128, |product, size| product.checked_mul(factorial(size)?))
    }
}
