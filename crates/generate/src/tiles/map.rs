//! Random maps of any size that follow the weights of their tile set.
//!
//! **Distribution.** A map is as likely as the product of the weights of its tiles: on any place,
//! given all others, each kind that fits has a share in proportion to its weight. That is where the
//! last step below leads to; how near it comes is a matter of how many rounds there are and how freely
//! the tiles can be exchanged. (Wave function collapse has no such law: its maps depend on the order in
//! which it fills places.)
//!
//! **Start.** `tilewright_maps` fills the board: row by row, and where that is stuck by clause learning in windows that grow up to the
//! whole board. That is a complete search, and if it finds nothing, there is no map.
//!
//! **Rounds.** Parts of the map are drawn anew, one after the other, each in proportion to the weights
//! of all its ways within its surroundings: strips along rows and columns (`strips.rs`), and small blocks,
//! whose ways are all gone through. That keeps the distribution as it is, and leads to it.

use super::ground::{Ground, OPEN};
use super::strips;
use crate::Missed;
use crate::patience::Patience;
use std::ops::Range;
use tilewright_engines::{Budget, End, Random};
use tilewright_maps::{Likeness, Unfilled};
use tilewright_puzzles::tiles::Tiles;

/// The number of times each place is drawn anew if all weights are equal, and at least.
const ROUNDS: usize = 8;

/// The most times, if they are not: maps that weights keep apart change slowly into each other.
const MOST_ROUNDS: usize = 100;

/// The number of places drawn anew in all beyond [`ROUNDS`]: some seconds' worth.
const MOST_DRAWN: usize = 4_000_000;

/// Ways that a block may have before a smaller one is taken.
const MOST_STEPS: usize = 3000;

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
        ground,
        map: vec![OPEN; ground.places()],
        random: Random::new(seed),
        budget,
    };
    drawing.fill()?;
    drawing.run_rounds()?;
    let kinds = drawing.map.iter().map(|&kind| Some(usize::from(kind)));
    Ok(board.with_kinds(&kinds.collect::<Vec<_>>()))
}

/// A part of the board: from its first row and column to before its last.
type Window = (Range<usize>, Range<usize>);

struct Drawing<'g> {
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

    /// Fills the whole board.
    fn fill(&mut self) -> Result<(), Missed> {
        let (kinds, places) = self.ground.to_fill();
        // Nodes are puzzles to try, and this is one.
        let budget = self.budget.for_work(None);
        let filled =
            tilewright_maps::fill(kinds, places, Likeness::Odds, self.random.bits(), &budget);
        match filled {
            Ok(map) => {
                self.map.copy_from_slice(map.kinds());
                Ok(())
            }
            Err(Unfilled(End::Complete)) => Err(Missed::because(
                "there is no map of that size",
                End::Complete,
            )),
            Err(Unfilled(end)) => {
                self.check()?;
                let why = "no map of that size was found, nor that there is none";
                Err(Missed::because(why, end))
            }
        }
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
