//! The next guess: for every board at once, the cell to branch on and its lowest digit.
//!
//! The rule is the same for all of `nine` (its [head](crate) gives the reasons): of the cells with
//! the fewest digits left, the one with the highest score, and of those the first. With the open
//! cells of a cell's row and column outside its box *R* and *C*, of its box *B*, of its minirow *r*
//! and of its minicolumn *c*, the score of an open cell is
//!
//! ```text
//!   R + C  +  2 (B - r - c + 1)  +  (3 - r) + (3 - c)
//!   └─┬─┘     └───────┬───────┘     └───────┬───────┘
//!   lines      rest of the box      taken beside it
//! ```
//!
//! which is (R + g(r)) + 2 B + (C + g(c)) with g(1) = 1, g(2) = -2, g(3) = -5, from 0 to 24, so
//! that binary digits above the fifth may be dropped on the way. All of it is arithmetic on planes:
//! a number is five planes, a binary digit each, and the largest is found digit by digit, from the
//! highest on: where some wanted cell has the digit 1, those with 0 are wanted no more.

#![allow(clippy::inline_always, reason = "see vector.rs")]
#![allow(
    clippy::needless_range_loop,
    reason = "indices are rows and columns, and several arrays share them"
)]

use super::planes::{Few, OTHERS, Planes};
use super::vector::Vector;

/// Bits of a guess, once turned into a word for each lane: one of nine for the digit, for the row
/// and for the column. The bits in between mean nothing.
pub(super) const ROW_BIT: u32 = 16;
pub(super) const COLUMN_BIT: u32 = 32;

/// Room to pick on, kept because clearing it each time would take longer than picking.
pub(super) struct Desk<V> {
    /// The cells that may be picked.
    wanted: [V; 81],
    /// For each open cell its score, in five binary digits.
    scores: [[V; 5]; 81],
    /// For each line and box how many of the three cells are open, in two binary digits.
    minirows: [[[V; 2]; 3]; 9],
    minicolumns: [[[V; 2]; 3]; 9],
}

impl<V: Vector> Desk<V> {
    pub(super) fn new() -> Self {
        Self {
            wanted: [V::zero(); 81],
            scores: [[V::zero(); 5]; 81],
            minirows: [[[V::zero(); 2]; 3]; 9],
            minicolumns: [[[V::zero(); 2]; 3]; 9],
        }
    }
}

impl<V: Vector> Planes<V> {
    /// Writes the guess for each lane of `ready` into `guesses`, as planes. Where `apply` is set,
    /// the board takes it: the cell is left that digit alone.
    #[inline(always)]
    pub(super) fn pick(
        &mut self,
        ready: V,
        few: &Few<V>,
        apply: bool,
        desk: &mut Desk<V>,
        guesses: &mut [V; 64],
    ) {
        self.with_fewest(ready, few, &mut desk.wanted);
        self.score(desk);
        with_highest_score(desk);
        let wanted = &mut desk.wanted;
        let mut seen = V::zero();
        let mut columns = [V::zero(); 9];
        for row in 0..9 {
            let before = seen;
            for c in 0..9 {
                let cell = &mut wanted[row * 9 + c];
                let first = cell.without(seen);
                seen = seen.or(*cell);
                *cell = first;
                columns[c] = columns[c].or(first);
            }
            guesses[ROW_BIT as usize + row] = seen.without(before);
        }
        guesses[COLUMN_BIT as usize..][..9].copy_from_slice(&columns);
        let mut digits = [V::zero(); 9];
        for cell in 0..81 {
            let here = wanted[cell];
            let mut lower = V::zero();
            for digit in 0..9 {
                let open = self.open[cell * 9 + digit];
                digits[digit] = digits[digit].or_both(here, open.without(lower));
                if apply {
                    self.open[cell * 9 + digit] = open.without_both(here, lower);
                }
                lower = lower.or(open);
            }
        }
        guesses[..9].copy_from_slice(&digits);
    }

    /// The cells with the fewest digits, two at least.
    #[inline(always)]
    fn with_fewest(&self, ready: V, few: &Few<V>, wanted: &mut [V; 81]) {
        let mut has = V::zero();
        for cell in 0..81 {
            wanted[cell] = few.two[cell].and(ready);
            has = has.or(wanted[cell]);
        }
        let mut lacking = ready.without(has);
        if !lacking.is_zero() {
            lacking = want(wanted, lacking, &few.three);
        }
        let mut number = 4;
        while !lacking.is_zero() && number <= 9 {
            lacking = want(wanted, lacking, &self.with_digits(number));
            number += 1;
        }
    }

    /// The cells that have `number` digits.
    #[inline(always)]
    fn with_digits(&self, number: usize) -> [V; 81] {
        let mut cells = [V::ones(); 81];
        for cell in 0..81 {
            let digits = count(&self.cell(cell));
            for bit in 0..4 {
                cells[cell] = if number >> bit & 1 == 1 {
                    cells[cell].and(digits[bit])
                } else {
                    cells[cell].without(digits[bit])
                };
            }
        }
        cells
    }

    /// Works out the score of every cell.
    #[inline(always)]
    fn score(&self, desk: &mut Desk<V>) {
        let Desk {
            scores,
            minirows,
            minicolumns,
            ..
        } = desk;
        for line in 0..9 {
            for b in 0..3 {
                minirows[line][b] = self.open_of_three(line * 9 + b * 3, 1);
                minicolumns[line][b] = self.open_of_three(b * 27 + line, 9);
            }
        }
        for b in 0..9 {
            let (band, stack) = (b / 3, b % 3);
            let square = sum_of_three(
                &minirows[band * 3][stack],
                &minirows[band * 3 + 1][stack],
                &minirows[band * 3 + 2][stack],
            );
            let mut columns = [[V::zero(); 5]; 3];
            for c in 0..3 {
                columns[c] = of_line(&minicolumns[stack * 3 + c], band);
            }
            for r in 0..3 {
                let row = of_line(&minirows[band * 3 + r], stack);
                let row = add_twice(&row, &square);
                for c in 0..3 {
                    let cell = (band * 3 + r) * 9 + stack * 3 + c;
                    scores[cell] = add(&row, &columns[c]);
                }
            }
        }
    }

    /// The number of open cells among three, in two binary digits.
    #[inline(always)]
    fn open_of_three(&self, first: usize, apart: usize) -> [V; 2] {
        let [a, b, c] = [0, 1, 2].map(|i| first + i * apart);
        let (taken, carry) = self.taken[a].sum(self.taken[b], self.taken[c]);
        // Three less the number: each binary digit is the other one.
        [taken.not(), carry.not()]
    }
}

/// Leaves of the wanted cells those with the highest score.
#[inline(always)]
fn with_highest_score<V: Vector>(desk: &mut Desk<V>) {
    let Desk { wanted, scores, .. } = desk;
    for bit in (0..5).rev() {
        let mut some = V::zero();
        for cell in 0..81 {
            some = some.or_both(wanted[cell], scores[cell][bit]);
        }
        for cell in 0..81 {
            wanted[cell] = wanted[cell].without_unless(some, scores[cell][bit]);
        }
    }
}

/// Wants some cells in lanes of `lacking`; the lanes that still lack one.
#[inline(always)]
fn want<V: Vector>(wanted: &mut [V; 81], lacking: V, cells: &[V; 81]) -> V {
    let mut has = V::zero();
    for cell in 0..81 {
        let here = cells[cell].and(lacking);
        has = has.or(here);
        wanted[cell] = wanted[cell].or(here);
    }
    lacking.without(has)
}

/// The part of a line in the score of a cell in one of its boxes: its open cells elsewhere, and for
/// those in the box, `own`, g of their number.
#[inline(always)]
fn of_line<V: Vector>(line: &[[V; 2]; 3], own: usize) -> [V; 5] {
    let (p, q) = OTHERS[own];
    let (s0, carry) = line[p][0].sum2(line[q][0]);
    let (s1, s2) = line[p][1].sum(line[q][1], carry);
    // 1 is 00001, -2 is 11110, -5 is 11011; the number itself is 01, 10, 11.
    let [low, high] = line[own];
    let (t0, carry) = s0.sum2(low);
    let (t1, carry) = s1.sum(high, carry);
    let (t2, carry) = s2.sum(high.without(low), carry);
    let (t3, carry) = high.sum2(carry);
    [t0, t1, t2, t3, high.xor(carry)]
}

/// The sum of three numbers of two binary digits.
#[inline(always)]
fn sum_of_three<V: Vector>(a: &[V; 2], b: &[V; 2], c: &[V; 2]) -> [V; 4] {
    let (ones, carry) = a[0].sum(b[0], c[0]);
    let (twos, fours) = a[1].sum(b[1], c[1]);
    let (twos, carry) = twos.sum2(carry);
    let (fours, eights) = fours.sum2(carry);
    [ones, twos, fours, eights]
}

/// `a` and twice `b`.
#[inline(always)]
fn add_twice<V: Vector>(a: &[V; 5], b: &[V; 4]) -> [V; 5] {
    let (s1, carry) = a[1].sum2(b[0]);
    let (s2, carry) = a[2].sum(b[1], carry);
    let (s3, carry) = a[3].sum(b[2], carry);
    [a[0], s1, s2, s3, a[4].xor(b[3]).xor(carry)]
}

/// `a` and `b`.
#[inline(always)]
fn add<V: Vector>(a: &[V; 5], b: &[V; 5]) -> [V; 5] {
    let (s0, carry) = a[0].sum2(b[0]);
    let (s1, carry) = a[1].sum(b[1], carry);
    let (s2, carry) = a[2].sum(b[2], carry);
    let (s3, carry) = a[3].sum(b[3], carry);
    [s0, s1, s2, s3, a[4].xor(b[4]).xor(carry)]
}

/// The number of set ones among nine, in four binary digits.
#[inline(always)]
fn count<V: Vector>(nine: &[V; 9]) -> [V; 4] {
    let (s1, c1) = nine[0].sum(nine[1], nine[2]);
    let (s2, c2) = nine[3].sum(nine[4], nine[5]);
    let (s3, c3) = nine[6].sum(nine[7], nine[8]);
    let (ones, c4) = s1.sum(s2, s3);
    let (twos, f1) = c1.sum(c2, c3);
    let (twos, f2) = twos.sum2(c4);
    let (fours, eights) = f1.sum2(f2);
    [ones, twos, fours, eights]
}
