//! Eight 32-bit words side by side: the one kind of register that the engine computes with.
//!
//! The machine decides the implementation: AVX-512 on 256 bits, AVX2, two registers of SSE2, or
//! four plain numbers of 64 bits. All give the same bits.

/// Eight words in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub(super) struct Lanes(pub(super) [u32; 8]);

/// Eight words in a register. Two halves of four words: some operations move words within a half.
pub(super) trait Words: Copy {
    fn load(from: &Lanes) -> Self;
    fn store(self, to: &mut Lanes);
    fn splat(word: u32) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// `self & !other`.
    fn without(self, other: Self) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn shl<const N: i32>(self) -> Self;
    fn shr<const N: i32>(self) -> Self;

    /// `self | b | c`.
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }

    /// `self & (b | c)`.
    #[inline(always)]
    fn and_or(self, b: Self, c: Self) -> Self {
        self.and(b.or(c))
    }

    /// `self & (b | !c)`.
    #[inline(always)]
    fn and_or_not(self, b: Self, c: Self) -> Self {
        self.without(c.without(b))
    }

    /// `self | b & c`.
    #[inline(always)]
    fn or_and(self, b: Self, c: Self) -> Self {
        self.or(b.and(c))
    }

    /// `self | b ^ c`.
    #[inline(always)]
    fn or_xor(self, b: Self, c: Self) -> Self {
        self.or(b.xor(c))
    }

    /// `self ^ b ^ c`: with [`Words::majority`] the sum of three bits.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }

    /// The bits that two of the three have.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or_and(self.or(b), c)
    }

    /// The bits of `b` where `self` has ones and those of `c` where it has zeros.
    #[inline(always)]
    fn choose(self, b: Self, c: Self) -> Self {
        self.and(b).or(c.without(self))
    }

    /// The bits that none of the three has.
    #[inline(always)]
    fn none3(self, b: Self, c: Self) -> Self {
        self.or3(b, c).xor(Self::splat(!0))
    }

    /// For each word of `sum` the bits of `whole` too, where none of `part` is `missing`.
    fn or_unless(sum: Self, missing: Self, part: u32, whole: u32) -> Self;

    /// Word `k` of each half becomes word `A`, `B`, `C`, `D` of that half, for `k` = 0, 1, 2, 3.
    fn pick<const ABCD: i32>(self) -> Self;
    fn swap_halves(self) -> Self;
    /// The words of `other` where `MASK` has ones.
    fn blend<const MASK: i32>(self, other: Self) -> Self;

    /// The first half, its first word lowest.
    fn half(self) -> [u64; 2];
    fn is_zero(self) -> bool;
    /// Returns true if some word of the four is zero.
    fn has_zero(four: &[Self; 4]) -> bool;
    /// A bit for each word that shares a bit with the other's.
    fn meets(self, other: Self) -> u32;

    /// The four binary digits of each byte of a board, for each row of 27 bytes. None where a byte
    /// is above 15.
    fn digits(board: &[u8; 81]) -> Option<[[u32; 4]; 3]>;
    /// For each bit the number, from 1, of the only word that has it; 9 where none has.
    fn numbers(self) -> [u8; 32];
}

/// The order in which `pick` takes its words.
pub(super) const fn order(a: i32, b: i32, c: i32, d: i32) -> i32 {
    a | b << 2 | c << 4 | d << 6
}

/// The words for every machine: two words in each of four, which 64-bit machines compute with as
/// quickly as with one. Sums and differences stay within their word as long as no row of a board is
/// empty; if one is, the board is dead whatever the neighbour of that word becomes.
///
/// Eight words in an array look simpler and were slower; worse, LLVM 22 made wrong code of them
/// with all optimisations on (right without its SLP vectoriser). So the tests are to be run in
/// release too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain([u64; 4]);

/// A word twice.
const fn twice(word: u32) -> u64 {
    word as u64 | (word as u64) << 32
}

/// The lowest bit of both words.
const LOWEST: u64 = twice(1);

impl Plain {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let (a, b) = (self.0, other.0);
        Self([f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])])
    }

    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Self {
        Self([f(self.0[0]), f(self.0[1]), f(self.0[2]), f(self.0[3])])
    }

    /// A one, lowest in each word that is not zero. No word has the highest bit.
    #[inline(always)]
    fn some(self) -> Self {
        self.map(|a| (a + twice(u32::MAX >> 1)) >> 31 & LOWEST)
    }
}

/// Methods that do the same with every two numbers.
macro_rules! each_two {
    ($($name:ident $operation:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            self.zip(other, $operation)
        }
    )*};
}

impl Words for Plain {
    #[inline(always)]
    fn load(from: &Lanes) -> Self {
        let a = from.0.map(u64::from);
        Self([
            a[0] | a[1] << 32,
            a[2] | a[3] << 32,
            a[4] | a[5] << 32,
            a[6] | a[7] << 32,
        ])
    }

    #[inline(always)]
    fn store(self, to: &mut Lanes) {
        for (two, lanes) in self.0.iter().zip(to.0.as_chunks_mut::<2>().0) {
            *lanes = [*two as u32, (two >> 32) as u32];
        }
    }

    #[inline(always)]
    fn splat(word: u32) -> Self {
        Self([twice(word); 4])
    }

    each_two! {
        and |a, b| a & b;
        or |a, b| a | b;
        xor |a, b| a ^ b;
        without |a, b| a & !b;
        add u64::wrapping_add;
        sub u64::wrapping_sub;
    }

    #[inline(always)]
    fn shl<const N: i32>(self) -> Self {
        self.map(|a| a << N & twice(u32::MAX << N))
    }

    #[inline(always)]
    fn shr<const N: i32>(self) -> Self {
        self.map(|a| a >> N & twice(u32::MAX >> N))
    }

    #[inline(always)]
    fn or_unless(sum: Self, missing: Self, part: u32, whole: u32) -> Self {
        let is_missing = missing.and(Self::splat(part)).some();
        sum.or(is_missing.map(|a| (LOWEST - a) * u64::from(whole)))
    }

    #[inline(always)]
    fn pick<const ABCD: i32>(self) -> Self {
        let word = |half: usize, k: i32| {
            let from = ABCD.cast_unsigned() >> (2 * k) & 3;
            self.0[half + from as usize / 2] >> (from % 2 * 32) & u64::from(u32::MAX)
        };
        Self([
            word(0, 0) | word(0, 1) << 32,
            word(0, 2) | word(0, 3) << 32,
            word(2, 0) | word(2, 1) << 32,
            word(2, 2) | word(2, 3) << 32,
        ])
    }

    #[inline(always)]
    fn swap_halves(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([c, d, a, b])
    }

    #[inline(always)]
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        let ones = |k: i32| u64::from(u32::MAX) * u64::from(MASK >> k & 1 == 1);
        let both = |k: i32| ones(2 * k) | ones(2 * k + 1) << 32;
        Self([both(0), both(1), both(2), both(3)]).choose(other, self)
    }

    #[inline(always)]
    fn half(self) -> [u64; 2] {
        [self.0[0], self.0[1]]
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    #[inline(always)]
    fn has_zero(four: &[Self; 4]) -> bool {
        let [a, b, c, d] = four.map(Self::some);
        let all = a.and(b).and(c.and(d)).0;
        all[0] & all[1] & all[2] & all[3] != LOWEST
    }

    #[inline(always)]
    fn meets(self, other: Self) -> u32 {
        let [a, b, c, d] = self.and(other).some().0;
        let all = a | b << 2 | c << 4 | d << 6;
        (all | all >> 31) as u32 & 0xff
    }

    #[inline(always)]
    fn digits(board: &[u8; 81]) -> Option<[[u32; 4]; 3]> {
        let mut digits = [[0; 4]; 3];
        let mut any = 0;
        for (cell, &byte) in board.iter().enumerate() {
            any |= byte;
            for (k, digits) in digits[cell / 27].iter_mut().enumerate() {
                *digits |= u32::from(byte >> k & 1) << (cell % 27);
            }
        }
        (any < 16).then_some(digits)
    }

    #[inline(always)]
    fn numbers(self) -> [u8; 32] {
        let mut lanes = Lanes([0; 8]);
        self.store(&mut lanes);
        let mut numbers = [9; 32];
        for (number, mut word) in (1u8..).zip(lanes.0) {
            while word != 0 {
                numbers[word.trailing_zeros() as usize] = number;
                word &= word - 1;
            }
        }
        numbers
    }
}
