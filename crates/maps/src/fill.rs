//! Fills a ground: the ways out of being stuck, each of which ends in a map, in a proof or at a limit.
//!
//! 1. **Scan.** Places are filled row by row, from the top, or from the bottom if there is a floor. Each takes a kind at random by its weight, of those that it can still have
//!    (`arcs.rs`); one that leads to a contradiction at once is removed, and another is taken. Most maps need no more.
//! 2. **Windows.** Where a place has no kind left, a window around it is opened. It is scanned anew a few times, and then
//!    filled by clause learning (`exact.rs`), which finds a filling or that there is none. If that does not help, the window
//!    grows.
//! 3. **A small torus,** repeated and then varied (`repeat.rs`): for large tori, whose sides may not meet otherwise.
//! 4. **Blocks,** each with a look ahead (`blocks.rs`): for tiles that fill the plane without a period.
//! 5. **Afresh.** If large windows do not help, all is begun anew with other random numbers, a few times.
//! 6. **All of it.** At last the window is the whole map: first in the weighted manner, then in the plain one. That is a
//!    complete search, so where it finds nothing, there is no map. A map of the plain manner is dull; its windows are scanned anew,
//!    one after the other, to bring variety back.
//!
//! **Likeness.** Weights that were counted in a sample are wishes: the scan prefers kinds that are behind their share
//! ([`Likeness::Shares`]), and pairs that the sample has ([`Kinds::see`]). Otherwise each pick follows the weights alone.
//!
//! A map that is still far from its shares has its windows scanned anew, and those that bring it nearer are kept.
//!
//! The same seed gives the same map on every machine, however many threads there are: there is one.

use crate::arcs::{Arcs, Halt};
use crate::control::Tally;
use crate::exact::{self, Answer, Manner};
use crate::film::Film;
use crate::ground::{Ground, Joined, Map};
use crate::kinds::{Kinds, OPEN, members};
use crate::number::{exponential, number};
use crate::ruled::Net;
use crate::rules::Rule;
use std::fmt;
use std::ops::Range;
use tilewright_model::budget::{Budget, End, Meter};
use tilewright_model::random::Random;

/// How the weights are to be understood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Likeness {
    /// As the shares that the kinds are to have of all places: as often as in the sample.
    #[default]
    Shares,
    /// As the odds of each pick, whatever the shares will be.
    Odds,
}

/// There is no map: because none exists, or because a limit was reached first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfilled(
    /// [`End::Complete`] where there is no map; any other end leaves that open.
    pub End,
);

impl fmt::Display for Unfilled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            End::Complete => f.write_str("there is no map of that size"),
            end => write!(f, "{end}: neither a map was found, nor that there is none"),
        }
    }
}

impl std::error::Error for Unfilled {}

/// Half the sides of the windows, in turn. After the last comes the whole map.
pub(crate) const REACHES: [usize; 7] = [2, 3, 5, 8, 12, 18, 27];

/// The first of them, which are tried before all is begun afresh.
const FIRST_REACHES: usize = 4;

/// The number of times all is begun afresh: what one beginning makes impossible on a torus, another may not.
const FRESH_STARTS: usize = 4;

/// The number of times a window is scanned before clause learning takes it.
const SCANS: usize = 3;

/// The number of windows that may fail before all is begun afresh, but for the last time.
const PATIENCE: usize = 60;

/// Conflicts that a window may take.
pub(crate) const WINDOW_CONFLICTS: u64 = 3_000;

/// Conflicts that the whole map may take in the weighted manner.
const WEIGHTED_CONFLICTS: u64 = 20_000;

/// The part of a map that may have other kinds than it should before windows of it are scanned anew.
const FAR: f64 = 0.12;

/// How often all windows may be scanned anew for that.
const MOST_IMPROVED: usize = 3;

/// The reach of windows that bring variety back.
const VARIED_REACH: usize = 8;

/// How strongly the scan prefers kinds that are behind their share: the logarithm of what their odds are multiplied by, if they are behind by
/// as much as they would have of so many places.
const PULL: f64 = 2.0;
const PULL_PLACES: f64 = 400.0;

/// The most that logarithm can be.
const MOST_PULL: f64 = 6.0;

/// A random map on a ground: all its places are filled, neighbours go together.
pub fn fill(
    kinds: &Kinds,
    ground: &Ground,
    likeness: Likeness,
    seed: u64,
    budget: &Budget,
) -> Result<Map, Unfilled> {
    let open = Map::open(ground.rows(), ground.columns());
    complete(kinds, ground, &open, likeness, seed, budget)
}

/// Fills the open places of a map; the others stay as they are.
pub fn complete(
    kinds: &Kinds,
    ground: &Ground,
    map: &Map,
    likeness: Likeness,
    seed: u64,
    budget: &Budget,
) -> Result<Map, Unfilled> {
    complete_filmed(kinds, ground, map, likeness, seed, budget, None)
}

/// Fills the open places of a map before a film.
pub(crate) fn complete_filmed(
    kinds: &Kinds,
    ground: &Ground,
    map: &Map,
    likeness: Likeness,
    seed: u64,
    budget: &Budget,
    film: Option<&mut Film>,
) -> Result<Map, Unfilled> {
    assert_eq!(
        (map.rows(), map.columns()),
        (ground.rows(), ground.columns()),
        "a map of the size of its ground"
    );
    let mut fixed = ground.clone();
    for place in (0..ground.places()).filter(|&place| map.kinds()[place] != OPEN) {
        let (row, column) = (place / ground.columns(), place % ground.columns());
        fixed.fix(kinds, row, column, map.kinds()[place].into());
    }
    let ended = |halt: Halt| match halt {
        Halt::Clash => Unfilled(End::Complete),
        Halt::Ended(end) => Unfilled(end),
    };
    let mut meter = budget.meter();
    let arcs = Arcs::new(kinds, &fixed, &mut meter).map_err(ended)?;
    let mut filling = Filling::new(arcs, likeness, seed, budget, meter);
    filling.film = film;
    filling.run().map_err(ended)?;
    Ok(Map::new(ground.rows(), ground.columns(), filling.map))
}

/// Fills a part of a map anew; the rest stays as it is. If that cannot be, the map stays as it was.
///
/// # Panics
/// If the part does not lie on the map, or the map is not of the size of its ground.
pub fn redo(
    kinds: &Kinds,
    ground: &Ground,
    map: &mut Map,
    part: (Range<usize>, Range<usize>),
    likeness: Likeness,
    seed: u64,
    budget: &Budget,
) -> Result<(), Unfilled> {
    let (rows, columns) = part;
    assert!(
        rows.end <= map.rows() && columns.end <= map.columns(),
        "a part of the map"
    );
    if !ground.rules().is_empty() {
        // Rules are about the whole map.
        let mut open = map.clone();
        for row in rows {
            for column in columns.clone() {
                open.put(row, column, None);
            }
        }
        *map = complete(kinds, ground, &open, likeness, seed, budget)?;
        return Ok(());
    }
    let joined = ground.sides_joined();
    let tall = with_margin(&rows, map.rows(), joined.down);
    let wide = with_margin(&columns, map.columns(), joined.across);
    let mut open = Map::open(tall.len(), wide.len());
    let mut piece = Ground::new(kinds, tall.len(), wide.len()).joined(Joined {
        down: joined.down && tall.len() == map.rows(),
        across: joined.across && wide.len() == map.columns(),
    });
    for (at_row, &row) in tall.iter().enumerate() {
        for (at_column, &column) in wide.iter().enumerate() {
            if rows.contains(&row) && columns.contains(&column) {
                let place = ground.place(row, column);
                piece.keep_as(at_row, at_column, ground, place);
                piece.weigh_as(kinds, at_row, at_column, ground, place);
            } else {
                open.put(at_row, at_column, map.at(row, column));
            }
        }
    }
    let filled = complete(kinds, &piece, &open, likeness, seed, budget)?;
    for (at_row, &row) in tall.iter().enumerate() {
        for (at_column, &column) in wide.iter().enumerate() {
            map.put(row, column, filled.at(at_row, at_column));
        }
    }
    Ok(())
}

/// The rows or columns of a part and those beside it, in their order; all of them where the part nearly has all.
fn with_margin(part: &Range<usize>, count: usize, is_joined: bool) -> Vec<usize> {
    if !is_joined {
        return (part.start.saturating_sub(1)..(part.end + 1).min(count)).collect();
    }
    if part.len() + 2 >= count {
        return (0..count).collect();
    }
    (part.start + count - 1..=part.end + count)
        .map(|at| at % count)
        .collect()
}

pub(crate) struct Filling<'a> {
    pub(crate) arcs: Arcs<'a>,
    pub(crate) map: Vec<u16>,
    pub(crate) random: Random,
    pub(crate) budget: &'a Budget,
    pub(crate) meter: Meter,
    pub(crate) likeness: Likeness,
    /// The share of each kind in all weights, and the places that have it.
    shares: Vec<f64>,
    had: Vec<f64>,
    filled: f64,
    /// How many places of each kind there would be by the shares on the filled places; only where places have weights of their own.
    wanted: Vec<f64>,
    pub(crate) tallies: Vec<Tally>,
    /// How many more windows may fail before all is begun afresh.
    patience: usize,
    /// The odds of the kinds of a place, while one is picked.
    odds: Vec<(usize, f64)>,
    /// Rows are filled from the bottom to the top.
    is_upwards: bool,
    film: Option<&'a mut Film>,
}

impl<'a> Filling<'a> {
    fn new(
        arcs: Arcs<'a>,
        likeness: Likeness,
        seed: u64,
        budget: &'a Budget,
        meter: Meter,
    ) -> Self {
        let kinds = arcs.kinds;
        let total: f64 = kinds.weights().iter().sum();
        let weights = kinds.weights().iter();
        let shares: Vec<f64> = weights.map(|weight| weight / total.max(1e-300)).collect();
        let tallies = Tally::all(kinds, arcs.ground, &shares);
        Self {
            map: vec![OPEN; arcs.ground.places()],
            random: Random::new(seed),
            budget,
            meter,
            likeness,
            shares,
            had: vec![0.0; kinds.count()],
            filled: 0.0,
            wanted: vec![0.0; kinds.count()],
            tallies,
            patience: PATIENCE,
            odds: Vec::new(),
            is_upwards: is_settled_below(&arcs),
            film: None,
            arcs,
        }
    }

    fn run(&mut self) -> Result<(), Halt> {
        let mut all: Vec<usize> = (0..self.map.len()).collect();
        self.sort(&mut all);
        for start in 0..=FRESH_STARTS {
            let is_last = start == FRESH_STARTS;
            if !self.sow()? {
                self.arcs.begin(&mut self.meter)?;
                continue;
            }
            let mut reach = Reach::new(if is_last {
                REACHES.len()
            } else {
                FIRST_REACHES
            });
            self.patience = PATIENCE;
            loop {
                let Some(stuck) = self.scan(&all)? else {
                    if self.are_counts_kept() && self.link_up()? {
                        return self.improve();
                    }
                    break;
                };
                reach.at(self.rank(stuck));
                if !self.make_way(stuck, &mut reach)? {
                    break;
                }
            }
            self.open(&all);
            if !self.arcs.ground.rules().is_empty() {
                self.arcs.begin(&mut self.meter)?;
            } else if start == 0 && self.repeat()? || start == 1 && self.fill_blocks()? {
                return Ok(());
            } else if !is_last {
                self.open(&all);
                self.arcs.start_from(&self.map, &all, &mut self.meter)?;
            }
        }
        self.fill_all()
    }

    /// Fills the open places of a list in its order; the first that has no kind left.
    fn scan(&mut self, places: &[usize]) -> Result<Option<usize>, Halt> {
        for &place in places {
            if self.map[place] == OPEN && !self.fill_place(place)? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// Fills a place; whether it had a kind left.
    fn fill_place(&mut self, place: usize) -> Result<bool, Halt> {
        let kind = match self.arcs.only(place) {
            Some(kind) if self.may_put(kind) => kind,
            Some(_) => return Ok(false),
            None => match self.pick(place)? {
                Some(kind) => kind,
                None => return Ok(false),
            },
        };
        self.put(place, kind as u16);
        Ok(true)
    }

    /// Picks kinds until one leads to no contradiction at once.
    fn pick(&mut self, place: usize) -> Result<Option<usize>, Halt> {
        self.weigh(place);
        while let Some(at) = self.draw() {
            let (kind, _) = self.odds.swap_remove(at);
            match self.arcs.choose(place, kind, &mut self.meter) {
                Ok(()) => {
                    self.arcs.settle();
                    return Ok(Some(kind));
                }
                Err(Halt::Clash) => self.arcs.take_back(),
                ended => ended?,
            }
            if self.odds.is_empty() {
                break;
            }
            match self.arcs.remove(place, kind, &mut self.meter) {
                Ok(()) => self.arcs.settle(),
                Err(Halt::Clash) => {
                    self.arcs.take_back();
                    break;
                }
                ended => ended?,
            }
            let set = self.arcs.set(place);
            self.odds
                .retain(|&(kind, _)| crate::kinds::holds(set, kind));
        }
        Ok(None)
    }

    /// The odds of the kinds that a place can still have.
    fn weigh(&mut self, place: usize) {
        let neighbours = self.arcs.ground.neighbours(place);
        let beside = neighbours.map(|other| match self.map[other?] {
            OPEN => None,
            kind => Some(usize::from(kind)),
        });
        let mut all = std::mem::take(&mut self.odds);
        all.clear();
        for kind in members(self.arcs.set(place)).filter(|&kind| self.may_put(kind)) {
            let mut odds = self.arcs.weight(place, kind).max(1e-9);
            for (side, other) in beside.iter().enumerate() {
                odds *= other.map_or(1.0, |other| self.arcs.kinds.seen(side, kind, other));
            }
            for tally in &self.tallies {
                odds *= tally.factor(kind);
            }
            if self.likeness == Likeness::Shares {
                odds *= self.lift(place, kind);
            }
            all.push((kind, odds));
        }
        self.odds = all;
    }

    /// What the odds of a kind are multiplied by, as it is behind its share or ahead of it. That is counted in places and not relative to
    /// all that are filled: a kind that stays behind is lifted more and more, until it comes.
    fn lift(&self, place: usize, kind: usize) -> f64 {
        let share = self.shares[kind];
        let wanted = match self.arcs.ground.factors(place) {
            Some(_) => self.wanted[kind],
            None => share * self.filled,
        };
        let behind = (wanted - self.had[kind]) / (share * PULL_PLACES + 1.0);
        exponential((PULL * behind).clamp(-MOST_PULL, MOST_PULL))
    }

    /// The number of one of the odds, drawn by them.
    fn draw(&mut self) -> Option<usize> {
        let total: f64 = self.odds.iter().map(|(_, odds)| odds).sum();
        let part = f64::from((self.random.bits() >> 32) as u32) / 4_294_967_296.0;
        let mut rest = part * total;
        for (at, (_, odds)) in self.odds.iter().enumerate() {
            rest -= odds;
            if rest < 0.0 {
                return Some(at);
            }
        }
        self.odds.len().checked_sub(1)
    }

    pub(crate) fn put(&mut self, place: usize, kind: u16) {
        debug_assert_eq!(self.map[place], OPEN);
        self.map[place] = kind;
        self.tell(place, kind, true);
        if let Some(film) = &mut self.film {
            film.see(&self.map);
        }
    }

    pub(crate) fn open(&mut self, places: &[usize]) {
        for &place in places {
            let kind = std::mem::replace(&mut self.map[place], OPEN);
            if kind != OPEN {
                self.tell(place, kind, false);
            }
        }
    }

    /// Counts a kind that was put on a place, or taken from it.
    fn tell(&mut self, place: usize, kind: u16, is_put: bool) {
        let one = if is_put { 1.0 } else { -1.0 };
        let kind = usize::from(kind);
        self.had[kind] += one;
        self.filled += one;
        for tally in &mut self.tallies {
            tally.add(kind, is_put);
        }
        if let Some(factors) = self.arcs.ground.factors(place) {
            let shares = self
                .shares
                .iter()
                .zip(factors)
                .map(|(share, factor)| share * factor);
            let total = shares.clone().sum::<f64>().max(1e-12);
            for (wanted, share) in self.wanted.iter_mut().zip(shares) {
                *wanted += one * share / total;
            }
        }
    }

    /// Fills a place that has no kind left, by changing those around it; whether that worked out.
    fn make_way(&mut self, stuck: usize, reach: &mut Reach) -> Result<bool, Halt> {
        while let Some(half) = reach.next() {
            let window = self.window(stuck, half);
            if window.len() == self.map.len() {
                break;
            }
            let before: Vec<u16> = window.iter().map(|&place| self.map[place]).collect();
            let mut chosen: Vec<usize> = window
                .iter()
                .copied()
                .filter(|&place| self.map[place] != OPEN)
                .collect();
            chosen.push(stuck);
            self.sort(&mut chosen);
            if self.refill(&window, &chosen)? {
                return Ok(true);
            }
            self.patience = self.patience.saturating_sub(1);
            if self.patience == 0 && !reach.is_last() {
                break;
            }
            self.open(&window);
            for (&place, &kind) in window
                .iter()
                .zip(&before)
                .filter(|(_, kind)| **kind != OPEN)
            {
                self.put(place, kind);
            }
        }
        Ok(false)
    }

    /// Fills chosen places of a window anew; whether it could be.
    fn refill(&mut self, window: &[usize], chosen: &[usize]) -> Result<bool, Halt> {
        for _ in 0..SCANS {
            self.open(window);
            match self.arcs.start_from(&self.map, window, &mut self.meter) {
                Ok(()) => {}
                Err(Halt::Clash) => return Ok(false),
                ended => ended?,
            }
            if self.scan(chosen)?.is_none() {
                return Ok(true);
            }
        }
        self.open(window);
        match self.arcs.start_from(&self.map, window, &mut self.meter) {
            Ok(()) => {}
            Err(Halt::Clash) => return Ok(false),
            ended => ended?,
        }
        let mut random = self.random.clone();
        let task = self.task(window, Vec::new());
        let answer = exact::fill(
            &self.arcs,
            &task,
            Manner::Weighted,
            WINDOW_CONFLICTS,
            &mut random,
            self.budget,
        );
        self.random = random;
        match answer {
            Answer::None | Answer::Undecided => Ok(false),
            Answer::Ended(end) => Err(Halt::Ended(end)),
            Answer::Filled(kinds) => {
                for (&place, kind) in window.iter().zip(kinds) {
                    if chosen.contains(&place) {
                        self.put(place, kind);
                    }
                }
                match self.arcs.start_from(&self.map, window, &mut self.meter) {
                    Ok(()) => Ok(true),
                    Err(Halt::Clash) => Ok(false),
                    Err(ended) => Err(ended),
                }
            }
        }
    }

    /// Fills the whole map by clause learning, or finds that there is none.
    fn fill_all(&mut self) -> Result<(), Halt> {
        let all: Vec<usize> = (0..self.map.len()).collect();
        for (manner, conflicts) in [
            (Manner::Weighted, WEIGHTED_CONFLICTS),
            (Manner::Plain, u64::MAX),
        ] {
            self.open(&all);
            self.arcs.start_from(&self.map, &all, &mut self.meter)?;
            let mut random = self.random.clone();
            let task = self.task(&all, Net::of(self.arcs.ground));
            let answer = exact::fill(
                &self.arcs,
                &task,
                manner,
                conflicts,
                &mut random,
                self.budget,
            );
            self.random = random;
            match answer {
                Answer::None => return Err(Halt::Clash),
                Answer::Ended(end) => return Err(Halt::Ended(end)),
                Answer::Undecided => {}
                Answer::Filled(kinds) => {
                    for (place, kind) in kinds.into_iter().enumerate() {
                        self.put(place, kind);
                    }
                    // What is scanned anew knows nothing of links, and of counts only the most.
                    return if manner == Manner::Plain && self.arcs.ground.rules().is_empty() {
                        self.vary()
                    } else {
                        Ok(())
                    };
                }
            }
        }
        Err(Halt::Ended(End::Limit))
    }

    /// Scans windows of a full map anew, one after the other; those that do not work out stay as they were.
    pub(crate) fn vary(&mut self) -> Result<(), Halt> {
        let (rows, columns) = (self.arcs.ground.rows(), self.arcs.ground.columns());
        let all: Vec<usize> = (0..self.map.len()).collect();
        self.arcs.start_from(&self.map, &all, &mut self.meter)?;
        for round in 0..2 {
            let first = round * VARIED_REACH;
            for row in (first..rows + VARIED_REACH).step_by(2 * VARIED_REACH) {
                for column in (first..columns + VARIED_REACH).step_by(2 * VARIED_REACH) {
                    let middle = self
                        .arcs
                        .ground
                        .place(row.min(rows - 1), column.min(columns - 1));
                    let window = self.window(middle, VARIED_REACH);
                    self.redo(&window)?;
                }
            }
        }
        Ok(())
    }

    /// Scans windows of a full map anew, where its shares are far from those that are wished.
    fn improve(&mut self) -> Result<(), Halt> {
        // Windows know nothing of links and counts, and where places have weights of their own, shares mean something else.
        let ground = self.arcs.ground;
        let is_plain = ground.rules().is_empty() && ground.factors(0).is_none();
        if self.likeness != Likeness::Shares || !is_plain {
            return Ok(());
        }
        for _ in 0..MOST_IMPROVED {
            let before = self.excess();
            if before <= FAR * self.filled {
                break;
            }
            self.vary()?;
            if self.excess() > 0.9 * before {
                break;
            }
        }
        Ok(())
    }

    /// How many places have a kind that other kinds should have.
    fn excess(&self) -> f64 {
        let pairs = self.shares.iter().zip(&self.had);
        pairs
            .map(|(share, had)| (had - share * self.filled).max(0.0))
            .sum()
    }

    /// Scans a window of a full map anew; if that does not work out, it stays as it was.
    fn redo(&mut self, window: &[usize]) -> Result<(), Halt> {
        let before: Vec<u16> = window.iter().map(|&place| self.map[place]).collect();
        let excess = self.excess();
        self.open(window);
        self.arcs.start_from(&self.map, window, &mut self.meter)?;
        let is_stuck = self.scan(window)?.is_some();
        // A map that is near its shares may leave them a little, for variety.
        let is_worse = self.likeness == Likeness::Shares
            && self.arcs.ground.factors(0).is_none()
            && self.excess() > excess.max(FAR / 2.0 * number(self.map.len()));
        if is_stuck || is_worse {
            self.open(window);
            for (&place, kind) in window.iter().zip(before) {
                self.put(place, kind);
            }
            self.arcs.start_from(&self.map, window, &mut self.meter)?;
        }
        Ok(())
    }

    /// The places at most so far from a place along rows and columns, with those that mirror them, in the order of the scan.
    pub(crate) fn window(&self, place: usize, reach: usize) -> Vec<usize> {
        let ground = self.arcs.ground;
        let joined = ground.sides_joined();
        let line = |at: usize, count: usize, is_joined: bool| -> Vec<usize> {
            if 2 * reach + 1 >= count {
                return (0..count).collect();
            }
            // A map of `count` places more, so that nothing lies before its start.
            let along = (at + count - reach..=at + count + reach)
                .filter(|&along| is_joined || (count..2 * count).contains(&along));
            along.map(|along| along % count).collect()
        };
        let columns = line(place % ground.columns(), ground.columns(), joined.across);
        let rows = line(place / ground.columns(), ground.rows(), joined.down);
        let mut places: Vec<usize> = rows
            .iter()
            .flat_map(|row| {
                columns
                    .iter()
                    .map(move |column| row * ground.columns() + column)
            })
            .collect();
        for rule in ground.rules() {
            if let Rule::Mirror { is_across, .. } = rule {
                let mirrored = places
                    .iter()
                    .map(|&place| ground.mirrored(place, *is_across));
                places.extend(mirrored.collect::<Vec<_>>());
            }
        }
        places.sort_unstable();
        places.dedup();
        self.sort(&mut places);
        places
    }

    /// The number of a place in the order of the scan.
    fn rank(&self, place: usize) -> usize {
        if !self.is_upwards {
            return place;
        }
        let columns = self.arcs.ground.columns();
        let row = self.arcs.ground.rows() - 1 - place / columns;
        row * columns + place % columns
    }

    /// Puts places in the order of the scan.
    fn sort(&self, places: &mut [usize]) {
        places.sort_unstable_by_key(|&place| self.rank(place));
    }
}

/// Returns true if the bottom row has far fewer kinds to choose from than the top: what stands on a floor grows upwards.
fn is_settled_below(arcs: &Arcs) -> bool {
    let columns = arcs.ground.columns();
    let choices = |first: usize| -> usize {
        let row = first..first + columns;
        row.map(|place| members(arcs.set(place)).count()).sum()
    };
    2 * choices(arcs.ground.places() - columns) < choices(0)
}

/// How far the next window reaches: further, as long as no place after the last that was stuck is reached.
#[derive(Debug, Default)]
struct Reach {
    furthest: Option<usize>,
    next: usize,
    /// How many reaches are tried.
    count: usize,
}

impl Reach {
    fn new(count: usize) -> Self {
        Self {
            count,
            ..Self::default()
        }
    }

    /// Whether all reaches are tried.
    fn is_last(&self) -> bool {
        self.count == REACHES.len()
    }

    /// A place is stuck.
    fn at(&mut self, place: usize) {
        if self.furthest.is_none_or(|furthest| place > furthest) {
            self.next = 0;
            self.furthest = Some(place);
        }
    }

    fn next(&mut self) -> Option<usize> {
        let reach = REACHES[..self.count].get(self.next).copied();
        self.next += 1;
        reach
    }
}
