//! A board as the maps' makers see it: the kinds that go together as bit sets, their weights, and
//! the kinds allowed on each place.

use std::collections::HashMap;
use std::sync::OnceLock;
use tilewright_maps::{Ground as Places, Joined, Kinds};
use tilewright_puzzles::tiles::{Shape, Tiles};

/// No kind yet.
pub(super) const OPEN: u16 = u16::MAX;

/// The weight of a kind whose weight is 0: it appears only where hardly anything else can.
const NEXT_TO_NOTHING: f64 = 1e-9;

/// The sides of a place: above, to the right, below, to the left.
pub(super) const SIDES: usize = 4;

/// Kinds, weights and places.
#[derive(Debug)]
pub(super) struct Ground {
    pub(super) rows: usize,
    pub(super) columns: usize,
    is_torus: bool,
    pub(super) weights: Vec<f64>,
    /// Words of a set of kinds.
    pub(super) words: usize,
    /// For each side and kind the kinds allowed there.
    beside: [Vec<u64>; SIDES],
    /// The different sets of kinds that places may have, and which of them each has.
    domains: Vec<Vec<u64>>,
    domain_of: Vec<u32>,
    /// The same, for the filling that maps begin with.
    to_fill: OnceLock<(Kinds, Places)>,
}

impl Ground {
    pub(super) fn new(board: &Tiles) -> Self {
        let set = board.set();
        let kinds = set.kinds().len();
        let words = kinds.div_ceil(64);
        // Only their proportions matter; within these bounds no product runs out of range.
        let most = set
            .kinds()
            .iter()
            .fold(0.0, |most, kind| kind.weight.max(most));
        let weigh = |weight: f64| (weight / most).max(NEXT_TO_NOTHING);
        let goes: [&dyn Fn(usize, usize) -> bool; SIDES] = [
            &|kind, other| set.goes_down(other, kind),
            &|kind, other| set.goes_across(kind, other),
            &|kind, other| set.goes_down(kind, other),
            &|kind, other| set.goes_across(other, kind),
        ];
        let beside = goes.map(|goes| {
            let rows = (0..kinds).flat_map(|kind| bits(kinds, |other| goes(kind, other)));
            rows.collect()
        });
        let mut ground = Self {
            rows: board.rows(),
            columns: board.columns(),
            is_torus: board.shape() == Shape::Torus,
            weights: set.kinds().iter().map(|kind| weigh(kind.weight)).collect(),
            words,
            beside,
            domains: Vec::new(),
            domain_of: Vec::new(),
            to_fill: OnceLock::new(),
        };
        ground.find_domains(board);
        ground
    }

    fn find_domains(&mut self, board: &Tiles) {
        let kinds = self.kinds();
        let mut known = HashMap::new();
        // The kinds allowed on an open place depend on the sides of the board that it lies at.
        let mut of_sides = HashMap::new();
        for row in 0..self.rows {
            for column in 0..self.columns {
                let sides = (
                    row == 0,
                    row + 1 == self.rows,
                    column == 0,
                    column + 1 == self.columns,
                );
                let open = of_sides.entry(sides).or_insert_with(|| {
                    let domain = bits(kinds, |kind| board.may_stand(row, column, kind));
                    add(domain, &mut known, &mut self.domains)
                });
                let number = match board.kind_number_at(row, column) {
                    None => *open,
                    Some(fixed) => {
                        let may = |kind| kind == fixed && board.may_stand(row, column, kind);
                        add(bits(kinds, may), &mut known, &mut self.domains)
                    }
                };
                self.domain_of.push(number);
            }
        }
    }

    /// The kinds and places as the crate of maps knows them.
    pub(super) fn to_fill(&self) -> &(Kinds, Places) {
        self.to_fill.get_or_init(|| {
            let mut kinds = Kinds::new(self.weights.clone());
            for kind in 0..self.kinds() as u16 {
                for right in ones(self.beside(1, kind)) {
                    kinds.allow_across(kind.into(), right.into());
                }
                for lower in ones(self.beside(2, kind)) {
                    kinds.allow_down(kind.into(), lower.into());
                }
            }
            let joined = if self.is_torus {
                Joined::TORUS
            } else {
                Joined::default()
            };
            let mut places = Places::new(&kinds, self.rows, self.columns).joined(joined);
            places.keep_each(&kinds, |row, column, kind| {
                let domain = self.domain(row * self.columns + column);
                domain[kind / 64] >> (kind % 64) & 1 == 1
            });
            (kinds, places)
        })
    }

    pub(super) fn kinds(&self) -> usize {
        self.weights.len()
    }

    pub(super) fn places(&self) -> usize {
        self.rows * self.columns
    }

    pub(super) fn is_torus(&self) -> bool {
        self.is_torus
    }

    /// The kinds allowed on a place by itself.
    pub(super) fn domain(&self, place: usize) -> &[u64] {
        &self.domains[self.domain_of[place] as usize]
    }

    /// The kinds allowed on a side of a kind.
    pub(super) fn beside(&self, side: usize, kind: u16) -> &[u64] {
        let at = usize::from(kind) * self.words;
        &self.beside[side][at..at + self.words]
    }

    pub(super) fn goes(&self, side: usize, kind: u16, other: u16) -> bool {
        let other = usize::from(other);
        self.beside(side, kind)[other / 64] >> (other % 64) & 1 == 1
    }

    /// The places beside a place; none where the board ends or a place is its own neighbour.
    pub(super) fn neighbours(&self, place: usize) -> [Option<usize>; SIDES] {
        let (row, column) = (place / self.columns, place % self.columns);
        let at = |row: usize, column: usize| row * self.columns + column;
        let (rows, columns) = (self.rows, self.columns);
        let before = |along: usize, count: usize| match along {
            0 => (self.is_torus && count > 1).then(|| count - 1),
            _ => Some(along - 1),
        };
        let after = |along: usize, count: usize| match along + 1 {
            next if next < count => Some(next),
            _ => (self.is_torus && count > 1).then_some(0),
        };
        [
            before(row, rows).map(|row| at(row, column)),
            after(column, columns).map(|column| at(row, column)),
            after(row, rows).map(|row| at(row, column)),
            before(column, columns).map(|column| at(row, column)),
        ]
    }

    /// The kinds allowed on a place beside its neighbours, into `allowed`.
    pub(super) fn allowed(&self, map: &[u16], place: usize, allowed: &mut [u64]) {
        allowed.copy_from_slice(self.domain(place));
        for (side, neighbour) in self.neighbours(place).into_iter().enumerate() {
            let Some(kind) = neighbour.map(|place| map[place]).filter(|&k| k != OPEN) else {
                continue;
            };
            // The place below this one has this place above it.
            for (word, beside) in allowed.iter_mut().zip(self.beside((side + 2) % 4, kind)) {
                *word &= beside;
            }
        }
    }
}

fn add(domain: Vec<u64>, known: &mut HashMap<Vec<u64>, u32>, domains: &mut Vec<Vec<u64>>) -> u32 {
    *known.entry(domain).or_insert_with_key(|domain| {
        domains.push(domain.clone());
        domains.len() as u32 - 1
    })
}

/// The numbers below `count` that are wanted, as bits.
fn bits(count: usize, is_wanted: impl Fn(usize) -> bool) -> Vec<u64> {
    let mut words = vec![0u64; count.div_ceil(64)];
    for number in (0..count).filter(|&number| is_wanted(number)) {
        words[number / 64] |= 1 << (number % 64);
    }
    words
}

/// The numbers of the bits that are set.
pub(super) fn ones(words: &[u64]) -> impl Iterator<Item = u16> + '_ {
    words.iter().enumerate().flat_map(|(at, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some((at * 64) as u16 + bit as u16)
        })
    })
}
