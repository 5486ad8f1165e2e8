//! Boards in slices, and conclusions about all of them at once.
//!
//! A board is 729 bits: may this cell be that digit? Bit *L* of plane (cell, digit) is that bit of
//! the board in lane *L*, so one instruction asks it of as many boards as a register has bits:
//!
//! ```text
//!                  lane  0 1 2 3 4 5 …      255
//!  cell 0, digit 1       1 0 0 1 0 1 …        0     plane 0
//!  cell 0, digit 2       0 1 0 1 0 0 …        1     plane 1
//!   ⋮                    ⋮
//!  cell 80, digit 9      1 0 0 0 1 0 …        1     plane 728
//!                        │
//!                        └ read downwards: one board
//! ```
//!
//! There is nothing to branch on and nothing to look up: every board takes the same steps. One
//! [sweep](Planes::sweep) goes through the nine digits. For each it
//!
//! 1. removes the digit from cells that another digit has taken;
//! 2. in every band keeps a *minirow* (the three cells of a row in a box) only if it lies on some
//!    way to put the band's three rows into its three boxes. Each row and each box of the band
//!    holds the digit once, so a minirow that lies on no such perfect matching cannot hold it.
//!    With three rows and boxes, a minirow does so if the other two rows fit the other two boxes, one
//!    way or the other: two products of two, the *minor* of the 3×3 grid of minirows;
//! 3. does the same in every stack with columns and *minicolumns*;
//! 4. notes where that leaves a box one row and one column: the digit has its cell there.
//!
//! That covers hidden singles and locked candidates of every kind. Cells with one digit left are
//! found by [`look`](Planes::look), which a driver runs when a sweep changes little, together with
//! cells that have two or three: those are where guesses are made (`pick.rs`).
//!
//! All rules only ever remove digits that no solution has, and each applies as long as it finds something; so when
//! the rules have nothing left to do, a board is the same, no matter in which order, in which company or on which
//! machine that happened. `solved`, `failed` and the next guess depend on such settled boards alone.

// Loops and no closures wherever registers are worked on: only code that is inlined for certain is compiled for the
// current CPU (see vector.rs).
#![allow(clippy::inline_always, reason = "see vector.rs")]
#![allow(
    clippy::needless_range_loop,
    reason = "indices are rows and columns, and several arrays share them"
)]

use super::vector::Vector;
use std::sync::atomic::{Ordering, compiler_fence};

/// Boards in slices, and the facts established about them.
pub(super) struct Planes<V> {
    /// `cell * 9 + digit`: the cell may be the digit.
    pub(super) open: [V; 729],
    /// The cell has its digit.
    pub(super) taken: [V; 81],
    /// `digit * 9 + row`: the digit has its cell in the row.
    pub(super) placed: [V; 81],
}

/// The results of a sweep.
pub(super) struct Swept<M> {
    /// The boards in which every digit still fits every band. The others have no solution.
    pub(super) alive: M,
    /// The boards about which something was concluded. The others will stay as they are.
    pub(super) changed: M,
    /// The boards in which every cell has its digit: these are solutions.
    pub(super) solved: M,
}

/// The results of a look at the cells.
pub(super) struct Looked<M> {
    /// The settled boards without a solution.
    pub(super) failed: M,
    /// The boards in which a cell had one digit left that was not noted before: there is more to conclude.
    pub(super) woken: M,
}

/// The cells with two and with three digits left.
pub(super) struct Few<V> {
    pub(super) two: [V; 81],
    pub(super) three: [V; 81],
}

/// Does something for 0, 1 and 2, written out: a loop that the compiler does not unroll would keep
/// its registers in memory.
macro_rules! three {
    ($index:ident $body:block) => {{
        {
            #[allow(non_upper_case_globals)]
            const $index: usize = 0;
            $body
        }
        {
            #[allow(non_upper_case_globals)]
            const $index: usize = 1;
            $body
        }
        {
            #[allow(non_upper_case_globals)]
            const $index: usize = 2;
            $body
        }
    }};
}

/// Of three, the two others.
pub(super) const OTHERS: [(usize, usize); 3] = [(1, 2), (0, 2), (0, 1)];

impl<V: Vector> Planes<V> {
    /// Room for boards: no cell of any may be anything yet.
    pub(super) fn new() -> Self {
        Self {
            open: [V::zero(); 729],
            taken: [V::zero(); 81],
            placed: [V::zero(); 81],
        }
    }

    /// Goes through the digits once. See the [module](self).
    ///
    /// A board that did not change is settled but for cells with one digit left: its digits are removed from all
    /// taken cells (none was taken in this sweep, and those taken before were processed). The conclusions of bands
    /// and stacks depend only on minirows and minicolumns, none of which is gone.
    #[inline(always)]
    pub(super) fn sweep(&mut self) -> Swept<V> {
        let mut alive = V::ones();
        let mut changed = V::zero();
        for digit in 0..9 {
            self.place(digit, &mut alive, &mut changed);
            // Told at once: to do it after three or nine digits saves stores and costs sweeps.
            self.take(digit);
        }
        // Each digit takes at most one cell of a row, so 81 cells are taken by 81 pairs of a digit
        // and a row, each by another one; and a digit's nine cells are in nine columns and boxes,
        // by the matchings.
        let mut solved = alive;
        for &taken in &self.taken {
            solved = solved.and(taken);
        }
        Swept {
            alive,
            changed,
            solved,
        }
    }

    /// Concludes where a digit can be.
    #[inline(always)]
    fn place(&mut self, digit: usize, alive: &mut V, changed: &mut V) {
        // `in_row[band][stack][r]`: the box has the digit in that row.
        let mut in_row = [[[V::zero(); 3]; 3]; 3];
        for (band, in_row) in in_row.iter_mut().enumerate() {
            // The planes of a digit are every ninth.
            let open = part_mut(&mut self.open, band * 243 + digit);
            let taken = part(&self.taken, band * 27);
            let placed = part(&self.placed, digit * 9 + band * 3);
            band_of(open, taken, placed, in_row, alive, changed);
        }
        let mut now_placed = [[V::zero(); 3]; 3];
        for stack in 0..3 {
            let open = part_mut(&mut self.open, stack * 27 + digit);
            let in_column = stack_of(open, changed);
            three!(band {
                three!(r {
                    now_placed[band][r] =
                        now_placed[band][r].or_both(in_row[band][stack][r], in_column[band]);
                });
            });
        }
        let placed: &mut [V; 9] = part_mut(&mut self.placed, digit * 9);
        for (placed, now) in placed.iter_mut().zip(now_placed.as_flattened()) {
            *changed = changed.or_without(*now, *placed);
            *placed = placed.or(*now);
        }
    }

    /// Notes the cells that a digit has taken.
    #[inline(always)]
    fn take(&mut self, digit: usize) {
        for row in 0..9 {
            let placed = self.placed[digit * 9 + row];
            for cell in row * 9..row * 9 + 9 {
                let taken = &mut self.taken[cell];
                *taken = taken.or_both(placed, self.open[cell * 9 + digit]);
            }
        }
    }

    /// Looks at every cell: cells with one digit left that is not noted yet pass it to their row; those with two and
    /// three are kept in `few`.
    ///
    /// What `failed` says holds for boards that did not change in the last sweep: there a taken
    /// cell with two digits has two digits that have no other place. Such a board that is woken has
    /// failed too if the next sweep does not change it: a digit that is left alone in its row is
    /// placed there, unless two cells of the row are left nothing but that digit.
    #[inline(always)]
    pub(super) fn look(&mut self, few: &mut Few<V>) -> Looked<V> {
        let mut failed = V::zero();
        let mut woken = V::zero();
        for row in 0..9 {
            let mut single = [V::zero(); 9];
            let mut any = V::zero();
            for c in 0..9 {
                let cell = row * 9 + c;
                let digits = digits_of(&self.cell(cell));
                few.two[cell] = digits.two_or_three.without(digits.is_odd);
                few.three[cell] = digits.two_or_three.and(digits.is_odd);
                failed = failed.or_both(self.taken[cell], digits.several);
                failed = failed.or(digits.is_odd.or(digits.several).not());
                single[c] = digits
                    .is_odd
                    .without_either(digits.several, self.taken[cell]);
                any = any.or(single[c]);
            }
            if any.is_zero() {
                continue;
            }
            woken = woken.or(any);
            for digit in 0..9 {
                let mut here = V::zero();
                for c in 0..9 {
                    here = here.or_both(self.open[(row * 9 + c) * 9 + digit], single[c]);
                }
                for c in 0..9 {
                    let open = &mut self.open[(row * 9 + c) * 9 + digit];
                    *open = open.without_unless(here, single[c]);
                }
            }
        }
        Looked { failed, woken }
    }

    /// The planes of a cell.
    #[inline(always)]
    pub(super) fn cell(&self, cell: usize) -> [V; 9] {
        self.open[cell * 9..cell * 9 + 9]
            .try_into()
            .expect("nine planes")
    }

    /// Gives a cell the binary digit 1 to 9 in four planes; 0 leaves it open.
    #[inline(always)]
    pub(super) fn give(&mut self, cell: usize, value: &[V]) {
        let &[b0, b1, b2, b3] = value else {
            unreachable!("four planes");
        };
        let low = b2.or(b3).not();
        let high = b2.without(b3);
        let open = low.without_either(b0, b1);
        let planes = &mut self.open[cell * 9..cell * 9 + 9];
        planes[0] = open.or(low.and(b0).without(b1));
        planes[1] = open.or(low.and(b1).without(b0));
        planes[2] = open.or(low.and3(b1, b0));
        planes[3] = open.or(high.without_either(b1, b0));
        planes[4] = open.or(high.and(b0).without(b1));
        planes[5] = open.or(high.and(b1).without(b0));
        planes[6] = open.or(high.and3(b1, b0));
        planes[7] = open.or(b3.without(b0));
        planes[8] = open.or_both(b3, b0);
    }

    /// The digit of a cell that has one, as a binary digit 1 to 9 in four planes.
    #[inline(always)]
    pub(super) fn value(&self, cell: usize) -> [V; 4] {
        let x = self.cell(cell);
        [
            x[0].or3(x[2], x[4]).or3(x[6], x[8]),
            x[1].or3(x[2], x[5]).or(x[6]),
            x[3].or3(x[4], x[5]).or(x[6]),
            x[7].or(x[8]),
        ]
    }
}

/// A stretch of an array, from `first` on.
#[inline(always)]
fn part<V, const N: usize>(planes: &[V], first: usize) -> &[V; N] {
    planes[first..].first_chunk().expect("within the planes")
}

/// A stretch of an array, from `first` on.
#[inline(always)]
fn part_mut<V, const N: usize>(planes: &mut [V], first: usize) -> &mut [V; N] {
    planes[first..]
        .first_chunk_mut()
        .expect("within the planes")
}

/// A band of one digit, its cell *i* in plane 9 *i*: removes the digit from taken cells and from minirows that are on
/// no matching, and returns the boxes that have it in one row only.
#[inline(always)]
fn band_of<V: Vector>(
    open: &mut [V; 26 * 9 + 1],
    taken: &[V; 27],
    placed: &[V; 3],
    in_row: &mut [[V; 3]; 3],
    alive: &mut V,
    changed: &mut V,
) {
    let mut cells = [[V::zero(); 9]; 3];
    let mut minirows = [[V::zero(); 3]; 3];
    three!(r {
        for c in 0..9 {
            let cell = r * 9 + c;
            // A cell is not taken from the digit that took it.
            cells[r][c] = open[cell * 9].without_unless(taken[cell], placed[r]);
        }
        three!(b {
            minirows[r][b] = cells[r][b * 3].or3(cells[r][b * 3 + 1], cells[r][b * 3 + 2]);
        });
    });
    let minors = minors(&minirows);
    // 27 cells are more than there are registers. Values that are loaded again after this fence need not be kept,
    // which would cost a store each.
    compiler_fence(Ordering::SeqCst);
    three!(r {
        for c in 0..9 {
            let cell = r * 9 + c;
            let now = if r < V::KEPT_LINES {
                cells[r][c]
            } else {
                open[cell * 9].without_unless(taken[cell], placed[r])
            };
            open[cell * 9] = now.and(minors[r][c / 3]);
        }
    });
    let left = keep(&minirows, &minors, changed);
    *alive = alive.and(left[0][0].or3(left[0][1], left[0][2]));
    three!(r {
        const OTHER: (usize, usize) = OTHERS[r];
        three!(b {
            in_row[b][r] = left[r][b].without_either(left[OTHER.0][b], left[OTHER.1][b]);
        });
    });
}

/// A stack of one digit, from the plane of its first cell on: removes the digit from minicolumns that are on no
/// matching, and returns those of its three boxes that have it in one column only.
#[inline(always)]
fn stack_of<V: Vector>(open: &mut [V; (8 * 9 + 2) * 9 + 1], changed: &mut V) -> [V; 3] {
    let mut cells = [[V::zero(); 9]; 3];
    let mut minicolumns = [[V::zero(); 3]; 3];
    three!(c {
        for row in 0..9 {
            cells[c][row] = open[(row * 9 + c) * 9];
        }
        three!(b {
            minicolumns[c][b] = cells[c][b * 3].or3(cells[c][b * 3 + 1], cells[c][b * 3 + 2]);
        });
    });
    let minors = minors(&minicolumns);
    compiler_fence(Ordering::SeqCst); // as in a band
    three!(c {
        for row in 0..9 {
            let now = if c < V::KEPT_LINES {
                cells[c][row]
            } else {
                open[(row * 9 + c) * 9]
            };
            open[(row * 9 + c) * 9] = now.and(minors[c][row / 3]);
        }
    });
    let left = keep(&minicolumns, &minors, changed);
    let mut in_column = [V::zero(); 3];
    three!(b {
        let any = left[0][b].or3(left[1][b], left[2][b]);
        in_column[b] = any.without(left[0][b].majority(left[1][b], left[2][b]));
    });
    in_column
}

/// For each place of a 3×3 grid, whether the other two lines can have the other two boxes.
#[inline(always)]
fn minors<V: Vector>(grid: &[[V; 3]; 3]) -> [[V; 3]; 3] {
    let mut minors = [[V::zero(); 3]; 3];
    three!(line {
        const LINES: (usize, usize) = OTHERS[line];
        three!(b {
            const BOXES: (usize, usize) = OTHERS[b];
            let (p, q) = (&grid[LINES.0], &grid[LINES.1]);
            minors[line][b] = p[BOXES.0].and(q[BOXES.1]).or_both(p[BOXES.1], q[BOXES.0]);
        });
    });
    minors
}

/// The places of a grid that are on a matching; `changed` where there were others.
#[inline(always)]
fn keep<V: Vector>(grid: &[[V; 3]; 3], minors: &[[V; 3]; 3], changed: &mut V) -> [[V; 3]; 3] {
    let mut left = [[V::zero(); 3]; 3];
    three!(line {
        three!(b {
            *changed = changed.or_without(grid[line][b], minors[line][b]);
            left[line][b] = grid[line][b].and(minors[line][b]);
        });
    });
    left
}

/// The number of digits of a cell, as far as it matters.
struct Digits<V> {
    /// An odd number.
    is_odd: V,
    /// Two or more.
    several: V,
    /// Two or three.
    two_or_three: V,
}

/// Counts the digits of a cell: four sums of three leave one binary digit and four carries, and
/// the number is odd by the former and two for each of the latter.
#[inline(always)]
fn digits_of<V: Vector>(cell: &[V; 9]) -> Digits<V> {
    let (s1, c1) = cell[0].sum(cell[1], cell[2]);
    let (s2, c2) = cell[3].sum(cell[4], cell[5]);
    let (s3, c3) = cell[6].sum(cell[7], cell[8]);
    let (is_odd, c4) = s1.sum(s2, s3);
    let one_of_three = c1.or3(c2, c3);
    let several = one_of_three.or(c4);
    let four_or_more = c1.majority(c2, c3).or_both(one_of_three, c4);
    Digits {
        is_odd,
        several,
        two_or_three: several.without(four_or_more),
    }
}
