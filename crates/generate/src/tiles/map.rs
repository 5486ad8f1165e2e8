//! Random maps of any size that follow the weights of their tile set, and never fail.
//!
//! **Distribution.** A map is as likely as the product of the weights of its tiles: on any place,
//! given all others, each kind that fits has a share in proportion to its weight. That is where the
//! last step below leads to; how near it comes is a matter of how many rounds there are and how freely
//! the tiles can be exchanged. (Wave function collapse has no such law: its maps depend on the order in
//! which it fills places.)
//!
//! **Start.** A grid is filled row by row. A row under the one above it is a chain, and so a whole row is drawn at
//! once, in proportion to its weights: sums over all ways to continue to the right come first, then kinds from left
//! to right. A row that has no way is a contradiction; then a window of the rows above is emptied and filled by an
//! engine, so that the row can be. It begins small around the place where the row broke, and grows a few times. Some
//! contradictions lie further back than any window reaches (loops within a closed border have as many turns of one
//! kind as of another); then clause learning fills the whole board. That is a complete search, and if it finds
//! nothing, there is no map. A torus starts with it.
//!
//! **Rounds.** Parts of the map are drawn anew, one after the other, each in proportion to the weights
//! of all its ways within its surroundings: strips along rows and columns (`strips.rs`), and small blocks,
//! whose ways are all gone through. That keeps the distribution as it is, and leads to it.

use super::ground::{Ground, OPEN, ones};
use super::strips;
use crate::Missed;
use crate::patience::Patience;
use std::error::Error;
use std::ops::Range;
use std::sync::Arc;
use tilewright_engines::{Ask, Budget, End, Engine, Random, auto::Auto, sat::Sat, solutions};
use tilewright_model::{ModelBuilder, Table};
use tilewright_puzzles::{Filled, Puzzle, tiles::Tiles};

/// The number of times each place is drawn anew if all weights are equal, and at least.
const ROUNDS: usize = 8;

/// The most times, if they are not: maps that weights keep apart change slowly into each other.
const MOST_ROUNDS: usize = 100;

/// The number of places drawn anew in all beyond [`ROUNDS`]: some seconds' worth.
const MOST_DRAWN: usize = 4_000_000;

/// Ways that a block may have before a smaller one is taken.
const MOST_STEPS: usize = 3000;

/// Nodes that a window may take.
const WINDOW_NODES: u64 = 20_000;

/// Rows above the broken one that the largest window has.
const WIDEST_REACH: usize = 8;

/// Nodes that the whole board may take.
const NODES: u64 = 1 << 26;

/// A random map on a board: every place is filled, and fixed places stay. It is missed only if there is none, or a
/// limit was reached.
pub fn map(board: &Tiles, seed: u64, budget: &Budget) -> Result<Tiles, Missed> {
    draw(board, &Ground::new(board), seed, budget)
}

/// A random map on a board whose ground is known.
pub(super) fn draw(
    board: &Tiles,
    ground: &Ground,
    seed: u64,
    budget: &Budget,
) -> Result<Tiles, Missed> {
    let mut drawing = Drawing {
        board,
        ground,
        map: vec![OPEN; ground.places()],
        random: Random::new(seed),
        budget,
    };
    if ground.is_torus() || !drawing.fill_rows()? {
        drawing.fill_all()?;
    }
    drawing.run_rounds()?;
    let kinds = drawing.map.iter().map(|&kind| Some(usize::from(kind)));
    Ok(board.with_kinds(&kinds.collect::<Vec<_>>()))
}

/// A part of the board: from its first row and column to before its last.
type Window = (Range<usize>, Range<usize>);

struct Drawing<'g> {
    board: &'g Tiles,
    ground: &'g Ground,
    map: Vec<u16>,
    random: Random,
    budget: &'g Budget,
}

impl Drawing<'_> {
    fn check(&self) -> Result<(), Missed> {
        match self.budget.up() {
            None => Ok(()),
            Some(why) => {
                let why = format!("{why} before the map was done");
                Err(Missed::because(why, self.budget.given_up()))
            }
        }
    }

    /// Fills a grid row by row; whether all could be.
    fn fill_rows(&mut self) -> Result<bool, Missed> {
        let mut sums = vec![0.0; self.ground.columns * self.ground.kinds()];
        for row in 0..self.ground.rows {
            let mut broken_at = self.ground.columns;
            while let Err(column) = self.fill_row(row, &mut sums) {
                self.check()?;
                let is_further = column < std::mem::replace(&mut broken_at, column);
                if !is_further || !self.make_way(row, column, &sums) {
                    return Ok(false);
                }
            }
            self.check()?;
        }
        Ok(true)
    }

    /// Fills the whole board by clause learning.
    fn fill_all(&mut self) -> Result<(), Missed> {
        let model = self.board.model(&self.budget.for_model());
        let model = model.map_err(|unbuilt| Missed::unbuilt(&unbuilt))?;
        let search = Sat.prepare(&model, self.budget);
        let mut search = search.map_err(|declined| Missed::declined(&declined))?;
        let ask = Ask::given(self.board.givens()).limit(1);
        let ask = ask.seed(self.random.bits());
        let ask = ask.budget(self.budget.search(NODES));
        let mut found = solutions(&mut *search, &ask);
        let Some(solution) = found.next() else {
            found.by_ref().for_each(drop);
            self.check()?;
            let end = found.end().unwrap_or(End::Complete);
            let why = match end {
                End::Complete => "there is no map of that size",
                _ => "no map of that size was found, nor that there is none",
            };
            return Err(Missed::because(why, end));
        };
        let filled = self.board.filled(&solution);
        for place in 0..self.map.len() {
            let (row, column) = (place / self.ground.columns, place % self.ground.columns);
            let kind = filled.kind_number_at(row, column);
            self.map[place] = kind.expect("a solution fills every place") as u16;
        }
        Ok(())
    }

    /// Draws a row under the one above it, or says where it broke.
    fn fill_row(&mut self, row: usize, sums: &mut [f64]) -> Result<(), usize> {
        let ground = self.ground;
        let kinds = ground.kinds();
        let start = row * ground.columns;
        let mut allowed = vec![0; ground.words];
        self.map[start..start + ground.columns].fill(OPEN);
        for column in (0..ground.columns).rev() {
            let (here, after) = sums[column * kinds..].split_at_mut(kinds);
            here.fill(0.0);
            ground.allowed(&self.map, start + column, &mut allowed);
            let mut total = 0.0;
            for kind in ones(&allowed) {
                if !self.can_go_on(start + column, kind) {
                    continue;
                }
                let onwards = if column + 1 == ground.columns {
                    1.0
                } else {
                    let beside = ones(ground.beside(1, kind));
                    beside.map(|next| after[usize::from(next)]).sum()
                };
                let sum = ground.weights[usize::from(kind)] * onwards;
                here[usize::from(kind)] = sum;
                total += sum;
            }
            if total <= 0.0 {
                return Err(column);
            }
            for sum in here {
                *sum /= total;
            }
        }
        self.draw_row(row, 0, sums);
        Ok(())
    }

    /// Draws a row from a column on, by the sums of all ways to continue.
    fn draw_row(&mut self, row: usize, first: usize, sums: &[f64]) {
        let ground = self.ground;
        let kinds = ground.kinds();
        let start = row * ground.columns;
        for column in first..ground.columns {
            let here = &sums[column * kinds..(column + 1) * kinds];
            let left = (column > first).then(|| self.map[start + column - 1]);
            let fits = |kind: u16| left.is_none_or(|left| ground.goes(1, left, kind));
            let shares = (0..kinds as u16).map(|kind| {
                let share = here[usize::from(kind)];
                if fits(kind) { share } else { 0.0 }
            });
            let kind = pick(shares, &mut self.random);
            self.map[start + column] = kind.expect("the sums have found a way");
        }
    }

    /// Returns true if any kind is allowed below a kind.
    fn can_go_on(&self, place: usize, kind: u16) -> bool {
        let Some(below) = self.ground.neighbours(place)[2] else {
            return true;
        };
        let domain = self.ground.domain(below).iter();
        let mut both = domain.zip(self.ground.beside(2, kind));
        both.any(|(may, goes)| may & goes != 0)
    }

    /// Fills a window above a row anew, so that the row can be from where it broke on; returns true if some window
    /// could be. The part right of it stays possible, so that the row breaks further left if at all.
    fn make_way(&mut self, row: usize, column: usize, sums: &[f64]) -> bool {
        self.draw_row(row, column + 1, sums);
        let mut reach = 1;
        while reach <= WIDEST_REACH && self.budget.up().is_none() {
            let wide = 2 * reach;
            let end = (column + wide + 1).min(self.ground.columns);
            let rows = row.saturating_sub(reach)..row + 1;
            if self.search((rows, column.saturating_sub(wide)..end)) {
                return true;
            }
            reach *= 2;
        }
        false
    }

    /// Fills a window by an engine, in a random order, if it finds a way.
    fn search(&mut self, window: Window) -> bool {
        let (places, before) = self.opened(window);
        let found = self.solve(&places).ok().flatten();
        self.put(&places, found.as_ref().unwrap_or(&before));
        found.is_some()
    }

    /// The places of a window, all of which are open now, and the kinds that they had.
    fn opened(&mut self, (rows, columns): Window) -> (Vec<usize>, Vec<u16>) {
        let width = self.ground.columns;
        let of_row = |row: usize| columns.clone().map(move |column| row * width + column);
        let places: Vec<usize> = rows.flat_map(of_row).collect();
        let open = |&place: &usize| std::mem::replace(&mut self.map[place], OPEN);
        let before = places.iter().map(open).collect();
        (places, before)
    }

    fn put(&mut self, places: &[usize], kinds: &[u16]) {
        for (&place, &kind) in places.iter().zip(kinds) {
            self.map[place] = kind;
        }
    }

    /// The kinds of an engine for open places beside all their neighbours, if it finds any.
    fn solve(&mut self, places: &[usize]) -> Result<Option<Vec<u16>>, Box<dyn Error>> {
        let ground = self.ground;
        let mut domains: Vec<Vec<u16>> = Vec::with_capacity(places.len());
        let mut allowed = vec![0; ground.words];
        for &place in places {
            ground.allowed(&self.map, place, &mut allowed);
            // As for a row, which is drawn anew afterwards.
            let goes_on = |kind: &u16| self.can_go_on(place, *kind);
            domains.push(ones(&allowed).filter(goes_on).collect());
        }
        let count: usize = domains.iter().map(Vec::len).sum();
        let mut builder = ModelBuilder::new(u32::try_from(count)?);
        let mut tiles = Vec::with_capacity(places.len());
        let mut starts = vec![0u32];
        for domain in &domains {
            let first = starts[starts.len() - 1];
            let choices: Vec<u32> = (first..first + domain.len() as u32).collect();
            tiles.push(builder.tile(&choices)?);
            starts.push(first + domain.len() as u32);
        }
        for (at, &place) in places.iter().enumerate() {
            for side in [1, 2] {
                let next = ground.neighbours(place)[side];
                let Some(other) = next.and_then(|next| places.binary_search(&next).ok()) else {
                    continue;
                };
                let table = Table::new(domains[at].len(), domains[other].len(), |a, b| {
                    ground.goes(side, domains[at][a], domains[other][b])
                });
                builder.pair(tiles[at], tiles[other], Arc::new(table))?;
            }
        }
        let model = builder.build()?;
        let mut search = Auto.prepare(&model, self.budget)?;
        let ask = Ask::default().limit(1).seed(self.random.bits());
        let ask = ask.budget(self.budget.search(WINDOW_NODES));
        let solution = solutions(&mut *search, &ask).next();
        Ok(solution.map(|solution| {
            let kinds = solution.iter().zip(&starts).zip(&domains);
            let kinds = kinds.map(|((choice, &start), domain)| domain[(choice.0 - start) as usize]);
            kinds.collect()
        }))
    }

    /// The number of times every place is drawn anew.
    fn rounds(&self) -> usize {
        let weights = &self.ground.weights;
        if weights
            .iter()
            .all(|weight| weight.to_bits() == weights[0].to_bits())
        {
            return ROUNDS;
        }
        (MOST_DRAWN / self.ground.places().max(1)).clamp(ROUNDS, MOST_ROUNDS)
    }

    /// Draws every place anew, several times: in strips along rows, along columns, and in blocks.
    fn run_rounds(&mut self) -> Result<(), Missed> {
        let (rows, columns) = (self.ground.rows, self.ground.columns);
        let side = self.block_side();
        for _ in 0..self.rounds() {
            for is_along_rows in [true, false] {
                let lines = if is_along_rows { rows } else { columns };
                let first = self.random.below(2) as usize;
                for lines in cuts(lines, 2, first) {
                    self.check()?;
                    strips::redraw(
                        self.ground,
                        &mut self.map,
                        &mut self.random,
                        is_along_rows,
                        lines,
                    );
                }
            }
            let first_row = self.random.below(side as u32) as usize;
            let first_column = self.random.below(side as u32) as usize;
            for rows in cuts(rows, side, first_row) {
                self.check()?;
                for columns in cuts(columns, side, first_column) {
                    self.redraw_or_smaller(rows.clone(), columns);
                }
            }
        }
        Ok(())
    }

    /// The largest side of blocks that mostly have few enough ways.
    fn block_side(&mut self) -> usize {
        let (rows, columns) = (self.ground.rows as u32, self.ground.columns as u32);
        let mut is_small_enough = |side: usize| {
            let tries = (0..16).filter(|_| {
                let row = self.random.below(rows) as usize;
                let column = self.random.below(columns) as usize;
                let from = |at: usize, count: u32| at..(at + side).min(count as usize);
                self.redraw((from(row, rows), from(column, columns)))
            });
            tries.count() >= 12
        };
        let sides = [4, 3, 2].into_iter();
        sides
            .filter(|&side| is_small_enough(side))
            .max()
            .unwrap_or(1)
    }

    /// Draws a block anew, or its halves where it has too many ways.
    fn redraw_or_smaller(&mut self, rows: Range<usize>, columns: Range<usize>) {
        let (high, wide) = (rows.len(), columns.len());
        if self.redraw((rows.clone(), columns.clone())) || high * wide == 1 {
            return;
        }
        if high > wide {
            let middle = rows.start + high / 2;
            self.redraw_or_smaller(rows.start..middle, columns.clone());
            self.redraw_or_smaller(middle..rows.end, columns);
        } else {
            let middle = columns.start + wide / 2;
            self.redraw_or_smaller(rows.clone(), columns.start..middle);
            self.redraw_or_smaller(rows, middle..columns.end);
        }
    }

    /// Draws a block anew, unless it has too many ways. Their number depends on the neighbours of the block alone, so
    /// this does not favour any of them.
    fn redraw(&mut self, block: Window) -> bool {
        let (places, before) = self.opened(block);
        let mut ways = Ways {
            ground: self.ground,
            places: &places,
            steps: 0,
            total: 0.0,
            chosen: Vec::new(),
            allowed: vec![0; self.ground.words * places.len()],
        };
        let is_done = ways.each(&mut self.map, 0, 1.0, &mut self.random);
        let kinds = if is_done { ways.chosen } else { before };
        self.put(&places, &kinds);
        is_done
    }
}

/// All ways to fill a block, of which one is kept.
struct Ways<'a> {
    ground: &'a Ground,
    places: &'a [usize],
    steps: usize,
    total: f64,
    chosen: Vec<u16>,
    /// A set of kinds for each place.
    allowed: Vec<u64>,
}

impl Ways<'_> {
    /// Goes through the ways to fill the places from one on; whether it came to the end. Each way
    /// takes the place of the one that is kept in proportion to its weight.
    fn each(&mut self, map: &mut [u16], at: usize, weight: f64, random: &mut Random) -> bool {
        let Some(&place) = self.places.get(at) else {
            self.total += weight;
            if self.chosen.is_empty() || part(random) * self.total < weight {
                self.chosen = self.places.iter().map(|&place| map[place]).collect();
            }
            return true;
        };
        let words = self.ground.words;
        let set = at * words..(at + 1) * words;
        self.ground
            .allowed(map, place, &mut self.allowed[set.clone()]);
        for word in set.clone() {
            while self.allowed[word] != 0 {
                let bit = self.allowed[word].trailing_zeros();
                self.allowed[word] &= self.allowed[word] - 1;
                self.steps += 1;
                if self.steps > MOST_STEPS {
                    return false;
                }
                let kind = ((word - set.start) * 64) as u16 + bit as u16;
                map[place] = kind;
                let weight = weight * self.ground.weights[usize::from(kind)];
                if !self.each(map, at + 1, weight, random) {
                    return false;
                }
            }
        }
        map[place] = OPEN;
        true
    }
}

/// A line of that length cut in pieces of a length, the first being shorter.
fn cuts(length: usize, piece: usize, first: usize) -> impl Iterator<Item = Range<usize>> {
    let starts = (0..).map(move |number| (number * piece).saturating_sub(piece - 1 - first));
    let ends = (0..).map(move |number| (number + 1) * piece - (piece - 1 - first));
    let pieces = starts
        .zip(ends)
        .take_while(move |(start, _)| *start < length);
    pieces.map(move |(start, end)| start..end.min(length))
}

/// A random number from 0 to below 1.
pub(super) fn part(random: &mut Random) -> f64 {
    f64::from((random.bits() >> 32) as u32) / 4_294_967_296.0
}

/// One of these in proportion to its share, if any has one.
pub(super) fn pick(shares: impl Iterator<Item = f64> + Clone, random: &mut Random) -> Option<u16> {
    let total: f64 = shares.clone().sum();
    let mut rest = part(random) * total;
    let mut last = None;
    for (number, share) in (0u16..).zip(shares).filter(|(_, share)| *share > 0.0) {
        last = Some(number);
        rest -= share;
        if rest < 0.0 {
            break;
        }
    }
    last
}
