//! The board in four registers: sweeps that remove the candidates that the rules forbid, and the
//! choice of the cell to branch at.

use super::words::{Lanes, Words, order};

/// Ones in the nine cells of the first row of a band; the other rows are 10 and 20 bits further.
const ROW: u32 = 0x1ff;
/// The first cell of each row.
const FIRSTS: u32 = 1 | 1 << 10 | 1 << 20;
/// The bit above each row, never a cell: where sums carry to.
const GUARDS: u32 = FIRSTS << 9;
/// All cells of a band.
pub(super) const CELLS: u32 = ROW * FIRSTS;

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

    /// No symbol possible anywhere.
    pub(super) const EMPTY: Self = Self([Lanes([0; 8]); 4]);

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

/// The end of a propagation.
pub(super) enum Reached<W> {
    /// Some symbol has no place, or some cell no symbol.
    Dead,
    /// Every cell has one symbol.
    Solved,
    /// Nothing more follows: the cells with two symbols and with more than one, band by band.
    Stuck { pairs: W, open: W },
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
    let missing = v.none3(v.shr::<1>(), v.shr::<2>());
    let even = W::or_unless(W::splat(0), missing, WAYS[0], WAYS[0] * 7);
    let odd = W::or_unless(W::splat(0), missing, WAYS[3], WAYS[3] * 7);
    let even = W::or_unless(even, missing, WAYS[1], WAYS[1] * 7);
    let odd = W::or_unless(odd, missing, WAYS[4], WAYS[4] * 7);
    let even = W::or_unless(even, missing, WAYS[2], WAYS[2] * 7);
    let odd = W::or_unless(odd, missing, WAYS[5], WAYS[5] * 7);
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

/// One round of every rule but the cells' own. Gives the cells that are taken, band by band.
#[inline(always)]
fn sweep<W: Words>(x: &mut Board<W>) -> W {
    let m = [matched(x[0]), matched(x[1]), matched(x[2]), matched(x[3])];
    let single = [singles(m[0]), singles(m[1]), singles(m[2]), singles(m[3])];
    let taken = [
        any_of(single[0]).or(single[3].pick::<ALL_0>()),
        any_of(single[1]).or(single[3].pick::<ALL_1>()),
        any_of(single[2]).or(single[3].pick::<ALL_2>()),
    ];
    let by_band = by_band(taken);
    *x = [
        m[0].and_or_not(single[0], taken[0]),
        m[1].and_or_not(single[1], taken[1]),
        m[2].and_or_not(single[2], taken[2]),
        m[3].and_or_not(single[3], by_band),
    ];
    by_band
}

/// For the ninth symbol: the words of the bands side by side.
#[inline(always)]
pub(super) fn by_band<W: Words>(bands: [W; 3]) -> W {
    let two = bands[0].blend::<0b0010_0010>(bands[1]);
    let three = two.blend::<0b0100_0100>(bands[2]);
    three.blend::<0b1000_1000>(W::splat(0))
}

/// Each cell gets the bit of the next in its row of three, round and round.
#[inline(always)]
fn next_cell<W: Words>(v: W) -> W {
    W::splat(0o333 * FIRSTS).choose(v.shr::<1>(), v.shl::<2>())
}

/// The bit of the last one, which is the one after the next.
#[inline(always)]
fn last_cell<W: Words>(v: W) -> W {
    W::splat(0o666 * FIRSTS).choose(v.shl::<1>(), v.shr::<2>())
}

/// Each cell gets the bit of the one below in its band.
#[inline(always)]
fn next_row<W: Words>(v: W) -> W {
    v.shr::<10>().or(v.shl::<20>())
}

#[inline(always)]
fn last_row<W: Words>(v: W) -> W {
    v.shr::<20>().or(v.shl::<10>())
}

/// Each cell gets the bit of the one three further in its row.
#[inline(always)]
fn next_box<W: Words>(v: W) -> W {
    W::splat(0o077 * FIRSTS).choose(v.shr::<3>(), v.shl::<6>())
}

#[inline(always)]
fn last_box<W: Words>(v: W) -> W {
    W::splat(0o770 * FIRSTS).choose(v.shl::<3>(), v.shr::<6>())
}

/// The columns of a band where the symbol is possible, in every row: of the next cell's column
/// and of the last one's.
#[inline(always)]
fn columns<W: Words>(v: W) -> (W, W) {
    let c = v.or3(v.shr::<10>(), v.shr::<20>());
    let c = c.or3(v.shl::<10>(), v.shl::<20>());
    (next_cell(c), last_cell(c))
}

/// The cells of a band whose column the other two bands leave to it.
#[inline(always)]
fn left_by<W: Words>(v: W, one: (W, W), two: (W, W)) -> W {
    v.and(one.0.and(two.1).or_and(one.1, two.0))
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

/// The cells with at least one symbol, at least two, at least three, band by band.
#[inline(always)]
fn tallies<W: Words>(x: &Board<W>) -> Tally<W> {
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
    (
        two_and_last(two.0, last.0),
        two_and_last(two.1, last.1),
        two_and_last(two.2, last.2),
    )
}

/// Two bands in a half each and a third one, as words side by side.
#[inline(always)]
fn two_and_last<W: Words>(two: W, last: W) -> W {
    let both = two.blend::<0b0001_0010>(two.swap_halves());
    let all = both.blend::<0b0100_0100>(last);
    all.blend::<0b1000_1000>(W::splat(0))
}

#[inline(always)]
fn are_same<W: Words>(a: &Board<W>, b: &Board<W>) -> bool {
    let two = a[0].xor(b[0]).or_xor(a[1], b[1]);
    let four = a[2].xor(b[2]).or_xor(a[3], b[3]);
    two.or(four).is_zero()
}

/// Applies the rules until nothing more follows.
#[inline(always)]
pub(super) fn propagate<W: Words>(x: &mut Board<W>) -> Reached<W> {
    loop {
        sweep(x);
        let taken = loop {
            stacks(x);
            // Stacks once applied have no more to say until something else changes.
            let before = *x;
            let taken = sweep(x);
            if W::has_zero(x) {
                return Reached::Dead;
            }
            if are_same(x, &before) {
                break taken;
            }
        };
        let (once, twice, thrice) = tallies(x);
        let is_wrong = (once.xor(W::load(&BANDS))).or_and(taken, twice);
        if !is_wrong.is_zero() {
            return Reached::Dead;
        }
        let naked = once.without(twice).without(taken);
        if naked.is_zero() {
            if twice.is_zero() {
                return Reached::Solved;
            }
            let pairs = twice.without(thrice);
            return Reached::Stuck { pairs, open: twice };
        }
        // A cell with one symbol left takes it: the symbol leaves the rest of the row.
        let before = *x;
        *x = [
            settle(x[0], x[0].and(naked.pick::<ALL_0>())),
            settle(x[1], x[1].and(naked.pick::<ALL_1>())),
            settle(x[2], x[2].and(naked.pick::<ALL_2>())),
            settle(x[3], x[3].and(naked)),
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

/// Numbers, one for each cell, as binary digits, the lowest first.
type Two<W> = [W; 2];
type Three<W> = [W; 3];

/// The sum of two numbers of two digits.
#[inline(always)]
fn sum_of_two<W: Words>(a: Two<W>, b: Two<W>) -> Three<W> {
    let carry = a[0].and(b[0]);
    [
        a[0].xor(b[0]),
        a[1].xor3(b[1], carry),
        a[1].majority(b[1], carry),
    ]
}

/// The sum of four bits.
#[inline(always)]
fn sum_of_four<W: Words>(a: W, b: W, c: W, d: W) -> Three<W> {
    let (sum, carry) = (a.xor3(b, c), a.majority(b, c));
    let second = sum.and(d);
    [sum.xor(d), carry.xor(second), carry.and(second)]
}

/// For each cell: one for each open cell of its row and column outside its box, two for each open
/// cell of its box in neither, one for each cell of its box in one of them that is not open. At
/// most 24.
#[inline(always)]
fn scores<W: Words>(open: W) -> [W; 5] {
    // Bits that moved out of the rows must not come back when rows move.
    let right = next_cell(open).and(W::splat(CELLS));
    let left = last_cell(open);
    let three = [open.xor3(right, left), open.majority(right, left)];
    let row = sum_of_two(
        [next_box(three[0]), next_box(three[1])],
        [last_box(three[0]), last_box(three[1])],
    );
    let (below, above) = (next_row(open), last_row(open));
    let three = [open.xor3(below, above), open.majority(below, above)];
    let column = sum_of_two(
        [three[0].pick::<NEXT>(), three[1].pick::<NEXT>()],
        [three[0].pick::<LAST>(), three[1].pick::<LAST>()],
    );
    let apart = sum_of_four(
        next_row(right),
        next_row(left),
        last_row(right),
        last_row(left),
    );
    let all = W::splat(CELLS);
    let beside = sum_of_four(
        all.without(right),
        all.without(left),
        all.without(below),
        all.without(above),
    );
    // Digit by digit, with the carry; `apart` counts double.
    let first = row[0].xor3(column[0], beside[0]);
    let carry = row[0].majority(column[0], beside[0]);
    let sum = row[1].xor3(column[1], beside[1]);
    let second = sum.xor3(apart[0], carry);
    let carry = [
        row[1].majority(column[1], beside[1]),
        sum.majority(apart[0], carry),
    ];
    let sum = [
        row[2].xor3(column[2], beside[2]),
        apart[1].xor3(carry[0], carry[1]),
    ];
    let third = sum[0].xor(sum[1]);
    let carry = [
        row[2].majority(column[2], beside[2]),
        apart[1].majority(carry[0], carry[1]),
        sum[0].and(sum[1]),
    ];
    let sum = apart[2].xor3(carry[0], carry[1]);
    let fourth = sum.xor(carry[2]);
    let fifth = apart[2].majority(carry[0], carry[1]).or_and(sum, carry[2]);
    [first, second, third, fourth, fifth]
}

/// Among the cells with the fewest symbols the first of those with the highest score.
#[inline(always)]
pub(super) fn branch_at<W: Words>(x: &Board<W>, pairs: W, open: W) -> Cell {
    let fewest = if pairs.is_zero() {
        let mut rest = Rest::FULL;
        store(x, &mut rest);
        W::load(&fewest(&rest))
    } else {
        pairs
    };
    let scores = scores(open);
    let [mut low, mut high] = fewest.half();
    for digit in [4, 3, 2, 1, 0] {
        let [with_low, with_high] = scores[digit].half();
        let (with_low, with_high) = (low & with_low, high & with_high);
        if with_low | with_high != 0 {
            (low, high) = (with_low, with_high);
        }
    }
    let (band, bit) = if low == 0 {
        (2, high.trailing_zeros())
    } else {
        let bit = low.trailing_zeros();
        ((bit / 32) as usize, bit % 32)
    };
    Cell { band, bit }
}

/// The open cells with the fewest symbols, where none has two, band by band.
#[cold]
#[inline(never)]
fn fewest(rest: &Rest) -> Lanes {
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
        let mut cells = Lanes([0; 8]);
        for (band, counts) in counts.iter().enumerate() {
            for (bit, &count) in counts.iter().enumerate() {
                cells.0[band] |= u32::from(count == k) << bit;
            }
        }
        cells
    };
    (3..=9)
        .map(least)
        .find(|cells| cells.0 != [0; 8])
        .expect("an open cell has two symbols or more")
}

/// All cells, band by band.
const BANDS: Lanes = Lanes([CELLS, CELLS, CELLS, 0, CELLS, CELLS, CELLS, 0]);

/// Splits a board at a cell: the board where it has its lowest symbol, and at rest the one where
/// it has another.
#[inline(always)]
pub(super) fn split<W: Words>(x: &mut Board<W>, cell: Cell, other: &mut Rest) {
    let Cell { band, bit } = cell;
    store(x, other);
    let cell = 1u32 << bit;
    let among = x[3].meets(W::splat(cell));
    let eight = W::load(&other.0[band]).meets(W::splat(cell));
    let symbols = eight | (among >> band & 1) << 8;
    let symbol = symbols.trailing_zeros() as usize;
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
    let rest = symbols & (symbols - 1);
    if rest.is_power_of_two() {
        // It would follow, but only after all else.
        let symbol = rest.trailing_zeros() as usize;
        let word = other.word(band, symbol);
        other.set_word(band, symbol, word & !row | cell);
    }
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

/// Ones in the words that hold no band of the ninth symbol: they are always full.
pub(super) const NO_BAND: Lanes = Lanes([0, 0, 0, CELLS, 0, 0, 0, CELLS]);

/// For each binary digit ones where a symbol, from 1, does not have it.
pub(super) const NOT_DIGIT: [Lanes; 4] = {
    let mut digits = [Lanes([0; 8]); 4];
    let mut symbol = 0;
    while symbol < 8 {
        let mut digit = 0;
        while digit < 4 {
            if (symbol + 1) >> digit & 1 == 0 {
                digits[digit].0[symbol] = !0;
            }
            digit += 1;
        }
        symbol += 1;
    }
    digits
};
