//! The board in four registers: sweeps that take away what the rules forbid, and the choice of
//! the cell to branch at.

use super::words::{Lanes, Words, order};

/// Ones in the nine cells of the first row of a band; the other rows are 10 and 20 bits further.
const ROW: u32 = 0x1ff;
/// The first cell of each row.
const FIRSTS: u32 = 1 | 1 << 10 | 1 << 20;
/// The bit above each row, never a cell: where sums carry to.
const GUARDS: u32 = FIRSTS << 9;
/// All cells of a band.
pub(super) const CELLS: u32 = ROW * FIRSTS;
/// The first cell of each row of three of a band's first box; the other boxes are 3 and 6 further.
const BOX: u32 = 7 * FIRSTS;

/// The six ways to put a symbol's three rows of a band in three boxes, as first cells.
const WAYS: [u32; 6] = {
    const fn way(a: u32, b: u32, c: u32) -> u32 {
        1 << (3 * a) | 1 << (10 + 3 * b) | 1 << (20 + 3 * c)
    }
    [
        way(0, 1, 2),
        way(1, 2, 0),
        way(2, 0, 1),
        way(0, 2, 1),
        way(1, 0, 2),
        way(2, 1, 0),
    ]
};

/// A board at rest: see the [module above](super).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Rest(pub(super) [Lanes; 4]);

impl Rest {
    /// Every symbol possible everywhere.
    pub(super) const FULL: Self = Self([Lanes([CELLS; 8]); 4]);

    /// The cells of a band where a symbol is possible.
    #[inline(always)]
    pub(super) fn word(&self, band: usize, symbol: usize) -> u32 {
        if symbol < 8 {
            self.0[band].0[symbol]
        } else {
            self.0[3].0[band]
        }
    }

    #[inline(always)]
    pub(super) fn set_word(&mut self, band: usize, symbol: usize, word: u32) {
        if symbol < 8 {
            self.0[band].0[symbol] = word;
        } else {
            self.0[3].0[band] = word;
            self.0[3].0[band + 4] = word;
        }
    }
}

/// A board in registers.
pub(super) type Board<W> = [W; 4];

#[inline(always)]
pub(super) fn load<W: Words>(rest: &Rest) -> Board<W> {
    [
        W::load(&rest.0[0]),
        W::load(&rest.0[1]),
        W::load(&rest.0[2]),
        W::load(&rest.0[3]),
    ]
}

#[inline(always)]
pub(super) fn store<W: Words>(board: &Board<W>, rest: &mut Rest) {
    board[0].store(&mut rest.0[0]);
    board[1].store(&mut rest.0[1]);
    board[2].store(&mut rest.0[2]);
    board[3].store(&mut rest.0[3]);
}

/// Where propagation ended.
pub(super) enum Reached {
    /// Some symbol has no place, or some cell no symbol.
    Dead,
    /// Every cell has one symbol.
    Solved,
    /// Nothing more follows: the cells with two symbols and with more than one.
    Stuck { pairs: [u32; 3], open: [u32; 3] },
}

/// The cells that a symbol's rows with a cell in `some` may keep: those cells alone.
#[inline(always)]
pub(super) fn settle<W: Words>(words: W, some: W) -> W {
    let is_set = some.add(W::splat(CELLS)).and(W::splat(GUARDS));
    let rows = is_set.sub(is_set.shr::<9>());
    words.and_or_not(some, rows)
}

/// Rows of three that lie on some way to place the symbol in the band.
#[inline(always)]
fn matched<W: Words>(v: W) -> W {
    let has = v.or3(v.shr::<1>(), v.shr::<2>());
    let even = W::or_if_all(W::splat(0), has, WAYS[0], WAYS[0] * 7);
    let odd = W::or_if_all(W::splat(0), has, WAYS[3], WAYS[3] * 7);
    let even = W::or_if_all(even, has, WAYS[1], WAYS[1] * 7);
    let odd = W::or_if_all(odd, has, WAYS[4], WAYS[4] * 7);
    let even = W::or_if_all(even, has, WAYS[2], WAYS[2] * 7);
    let odd = W::or_if_all(odd, has, WAYS[5], WAYS[5] * 7);
    v.and_or(even, odd)
}

/// The cells of rows that are down to one: taking away the lowest leaves nothing.
#[inline(always)]
fn singles<W: Words>(v: W) -> W {
    let rest = v.and(v.sub(W::splat(FIRSTS)));
    let is_single = W::splat(GUARDS).without(rest.add(W::splat(CELLS)));
    v.and(is_single.sub(is_single.shr::<9>()))
}

/// In each word what any word has.
#[inline(always)]
fn any_of<W: Words>(v: W) -> W {
    let v = v.or(v.swap_halves());
    let v = v.or(v.pick::<SECOND>());
    v.or(v.pick::<NEIGHBOUR>())
}

const SECOND: i32 = order(2, 3, 0, 1);
const NEIGHBOUR: i32 = order(1, 0, 3, 2);
const ALL_0: i32 = order(0, 0, 0, 0);
const ALL_1: i32 = order(1, 1, 1, 1);
const ALL_2: i32 = order(2, 2, 2, 2);
/// Each band gets the word of the next one, and of the one after that.
const NEXT: i32 = order(1, 2, 0, 3);
const LAST: i32 = order(2, 0, 1, 3);

/// One round of every rule but the cells' own. Gives the cells that are taken, in each word.
#[inline(always)]
fn sweep<W: Words>(x: &mut Board<W>) -> [W; 3] {
    let m = [matched(x[0]), matched(x[1]), matched(x[2]), matched(x[3])];
    let single = [singles(m[0]), singles(m[1]), singles(m[2]), singles(m[3])];
    let taken = [
        any_of(single[0]).or(single[3].pick::<ALL_0>()),
        any_of(single[1]).or(single[3].pick::<ALL_1>()),
        any_of(single[2]).or(single[3].pick::<ALL_2>()),
    ];
    *x = [
        m[0].and_or_not(single[0], taken[0]),
        m[1].and_or_not(single[1], taken[1]),
        m[2].and_or_not(single[2], taken[2]),
        m[3].and_or_not(single[3], by_band(taken)),
    ];
    stacks(x);
    taken
}

/// For the ninth symbol: the words of the bands side by side.
#[inline(always)]
fn by_band<W: Words>(bands: [W; 3]) -> W {
    let two = bands[0].blend::<0b0010_0010>(bands[1]);
    let three = two.blend::<0b0100_0100>(bands[2]);
    three.blend::<0b1000_1000>(W::splat(0))
}

/// The columns of a band where the symbol is possible, and what stands one and two columns
/// further in the same box, round and round.
#[inline(always)]
fn columns<W: Words>(v: W) -> (W, W) {
    let c = v.or3(v.shr::<10>(), v.shr::<20>()).and(W::splat(ROW));
    let next = W::splat(0o333).choose(c.shr::<1>(), c.shl::<2>());
    let last = W::splat(0o666).choose(c.shl::<1>(), c.shr::<2>());
    (next, last)
}

/// The cells of a band whose column the other two bands leave to it.
#[inline(always)]
fn left_by<W: Words>(v: W, one: (W, W), two: (W, W)) -> W {
    let a = one.0.and(two.1).or_and(one.1, two.0);
    v.and(a.or3(a.shl::<10>(), a.shl::<20>()))
}

/// Columns of three that lie on no way to place the symbol in the stack.
#[inline(always)]
fn stacks<W: Words>(x: &mut Board<W>) {
    let c = [columns(x[0]), columns(x[1]), columns(x[2]), columns(x[3])];
    *x = [
        left_by(x[0], c[1], c[2]),
        left_by(x[1], c[2], c[0]),
        left_by(x[2], c[0], c[1]),
        left_by(
            x[3],
            (c[3].0.pick::<NEXT>(), c[3].1.pick::<NEXT>()),
            (c[3].0.pick::<LAST>(), c[3].1.pick::<LAST>()),
        ),
    ];
}

/// Cells with at least one symbol, at least two, at least three.
type Tally<W> = (W, W, W);

/// Both together, where no cell has three in either.
#[inline(always)]
fn sum_of_few<W: Words>(a: (W, W), b: (W, W)) -> Tally<W> {
    (
        a.0.or(b.0),
        a.1.or(b.1).or_and(a.0, b.0),
        a.0.and(b.1).or_and(a.1, b.0),
    )
}

#[inline(always)]
fn sum<W: Words>(a: Tally<W>, b: Tally<W>) -> Tally<W> {
    let few = sum_of_few((a.0, a.1), (b.0, b.1));
    (few.0, few.1, few.2.or3(a.2, b.2))
}

/// Adds up the words of each half, and one more symbol.
#[inline(always)]
fn sum_of_half<W: Words>(a: (W, W), ninth: W) -> Tally<W> {
    let a = sum_of_few(a, (a.0.pick::<SECOND>(), a.1.pick::<SECOND>()));
    let b = (
        a.0.pick::<NEIGHBOUR>(),
        a.1.pick::<NEIGHBOUR>(),
        a.2.pick::<NEIGHBOUR>(),
    );
    let a = sum(a, b);
    (
        a.0.or(ninth),
        a.1.or_and(a.0, ninth),
        a.2.or_and(a.1, ninth),
    )
}

/// The cells of each band with at least one symbol, at least two, at least three.
#[inline(always)]
fn tallies<W: Words>(x: &Board<W>) -> [[u32; 3]; 3] {
    // The two halves added up are the same in both halves, so two bands fit in one register.
    let swapped = [x[0].swap_halves(), x[1].swap_halves(), x[2].swap_halves()];
    let or = [
        x[0].or(swapped[0]),
        x[1].or(swapped[1]),
        x[2].or(swapped[2]),
    ];
    let and = [
        x[0].and(swapped[0]),
        x[1].and(swapped[1]),
        x[2].and(swapped[2]),
    ];
    let ninth = x[3].pick::<ALL_0>().blend::<0xf0>(x[3].pick::<ALL_1>());
    let two = (or[0].blend::<0xf0>(or[1]), and[0].blend::<0xf0>(and[1]));
    let two = sum_of_half(two, ninth);
    let last = sum_of_half((or[2], and[2]), x[3].pick::<ALL_2>());
    [
        by_bands(two.0, last.0),
        by_bands(two.1, last.1),
        by_bands(two.2, last.2),
    ]
}

#[inline(always)]
fn by_bands<W: Words>(two: W, last: W) -> [u32; 3] {
    let (a, b) = two.firsts();
    [a, b, last.firsts().0]
}

#[inline(always)]
fn are_same<W: Words>(a: &Board<W>, b: &Board<W>) -> bool {
    let two = a[0].xor(b[0]).or_xor(a[1], b[1]);
    let four = a[2].xor(b[2]).or_xor(a[3], b[3]);
    two.or(four).is_zero()
}

/// Applies the rules until nothing more follows.
#[inline(always)]
pub(super) fn propagate<W: Words>(x: &mut Board<W>) -> Reached {
    loop {
        let taken = loop {
            let before = *x;
            let taken = sweep(x);
            if x[0].min(x[1]).min(x[2].min(x[3])).has_zero_word() {
                return Reached::Dead;
            }
            if are_same(x, &before) {
                break taken;
            }
        };
        let [once, twice, thrice] = tallies(x);
        let taken = [
            taken[0].firsts().0,
            taken[1].firsts().0,
            taken[2].firsts().0,
        ];
        let mut naked = [0; 3];
        for b in 0..3 {
            if once[b] != CELLS || taken[b] & twice[b] != 0 {
                return Reached::Dead;
            }
            naked[b] = once[b] & !twice[b] & !taken[b];
        }
        if naked == [0; 3] {
            if twice == [0; 3] {
                return Reached::Solved;
            }
            let pairs = [
                twice[0] & !thrice[0],
                twice[1] & !thrice[1],
                twice[2] & !thrice[2],
            ];
            return Reached::Stuck { pairs, open: twice };
        }
        // A cell with one symbol left takes it: the symbol leaves the rest of the row.
        let before = *x;
        let naked = [W::splat(naked[0]), W::splat(naked[1]), W::splat(naked[2])];
        *x = [
            settle(x[0], x[0].and(naked[0])),
            settle(x[1], x[1].and(naked[1])),
            settle(x[2], x[2].and(naked[2])),
            settle(x[3], x[3].and(by_band(naked))),
        ];
        if are_same(x, &before) {
            // Two such cells in one row, of one symbol.
            return Reached::Dead;
        }
    }
}

/// A cell to branch at, as its band and its bit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) band: usize,
    pub(super) bit: u32,
}

/// Among the cells with the fewest symbols the first of those with the most open cells in their
/// row, their column and their box.
#[inline(always)]
pub(super) fn branch_at<W: Words>(x: &Board<W>, pairs: [u32; 3], open: [u32; 3]) -> Cell {
    let fewest = if pairs == [0; 3] {
        fewest(x, open)
    } else {
        pairs
    };
    let mut rows = [0; 9];
    let mut boxes = [0; 9];
    let mut columns = [0; 9];
    for b in 0..3 {
        for k in 0..3 {
            rows[3 * b + k] = (open[b] & ROW << (10 * k)).count_ones();
            boxes[3 * b + k] = (open[b] & BOX << (3 * k)).count_ones();
        }
    }
    let two = u64::from(open[0]) | u64::from(open[1]) << 32;
    for (c, column) in columns.iter_mut().enumerate() {
        let mask = FIRSTS << c;
        let masks = u64::from(mask) | u64::from(mask) << 32;
        *column = (two & masks).count_ones() + (open[2] & mask).count_ones();
    }
    let mut best = 0;
    let mut at = Cell { band: 0, bit: 0 };
    for (band, mut cells) in fewest.into_iter().enumerate() {
        while cells != 0 {
            let bit = cells.trailing_zeros();
            cells &= cells - 1;
            let (row, column) = ((bit / 10) as usize, (bit % 10) as usize);
            let score = rows[3 * band + row] + columns[column % 9] + boxes[3 * band + column / 3];
            if score > best {
                best = score;
                at = Cell { band, bit };
            }
        }
    }
    at
}

/// The open cells with the fewest symbols, where none has two.
#[cold]
#[inline(never)]
fn fewest<W: Words>(x: &Board<W>, open: [u32; 3]) -> [u32; 3] {
    let mut rest = Rest::FULL;
    store(x, &mut rest);
    let mut counts = [[0u8; 30]; 3];
    for (band, counts) in counts.iter_mut().enumerate() {
        for symbol in 0..9 {
            let word = rest.word(band, symbol);
            for (bit, count) in counts.iter_mut().enumerate() {
                *count += (word >> bit & 1) as u8;
            }
        }
    }
    let least = |k: u8| {
        let cells = |b: usize| {
            let is = |bit: usize| u32::from(counts[b][bit] == k) << bit;
            (0..30).map(is).sum::<u32>() & open[b]
        };
        [cells(0), cells(1), cells(2)]
    };
    (3..=9)
        .map(least)
        .find(|cells| *cells != [0; 3])
        .expect("an open cell has two symbols or more")
}

/// Splits a board at a cell: the board where it has its lowest symbol, and at rest the one where
/// it has another.
#[inline(always)]
pub(super) fn split<W: Words>(x: &mut Board<W>, cell: Cell, other: &mut Rest) {
    let Cell { band, bit } = cell;
    store(x, other);
    let cell = 1u32 << bit;
    let among = x[3].meets(W::splat(cell));
    let eight = W::load(&other.0[band]).meets(W::splat(cell));
    let symbol = (eight | (among >> band & 1) << 8).trailing_zeros() as usize;
    let row = ROW << (bit / 10 * 10);
    let is_it = W::load(&WORD[symbol]);
    for (v, words) in x[..3].iter_mut().enumerate() {
        let here = if v == band { !0 } else { 0 };
        let gone = is_it.choose(W::splat(row & !cell & here), W::splat(cell & here));
        *words = words.without(gone);
    }
    let ninth = if symbol == 8 { row & !cell } else { cell };
    x[3] = x[3].without(W::load(&BAND[band]).and(W::splat(ninth)));
    let word = other.word(band, symbol);
    other.set_word(band, symbol, word & !cell);
}

/// Ones in the word of a symbol.
const WORD: [Lanes; 9] = {
    let mut words = [Lanes([0; 8]); 9];
    let mut k = 0;
    while k < 8 {
        words[k].0[k] = !0;
        k += 1;
    }
    words
};

/// Ones in the words of a band where the ninth symbol is.
const BAND: [Lanes; 3] = [
    Lanes([!0, 0, 0, 0, !0, 0, 0, 0]),
    Lanes([0, !0, 0, 0, 0, !0, 0, 0]),
    Lanes([0, 0, !0, 0, 0, 0, !0, 0]),
];
