//! Eight 32-bit words side by side: the one kind of register that the engine computes with.
//!
//! What a machine has decides who does it: AVX-512 on 256 bits, AVX2, or plain arrays, which any
//! compiler turns into whatever vectors its target has. All give the same bits.

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
    fn min(self, other: Self) -> Self;

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

    /// For each word `whole` where it has all the bits of `part`, or else zero; or-ed to `sum`.
    fn or_if_all(sum: Self, word: Self, part: u32, whole: u32) -> Self;

    /// Word `k` of each half becomes word `A`, `B`, `C`, `D` of that half, for `k` = 0, 1, 2, 3.
    fn pick<const ABCD: i32>(self) -> Self;
    fn swap_halves(self) -> Self;
    /// The words of `other` where `MASK` has ones.
    fn blend<const MASK: i32>(self, other: Self) -> Self;

    /// The first half, its first word lowest.
    fn half(self) -> [u64; 2];
    fn is_zero(self) -> bool;
    fn has_zero_word(self) -> bool;
    /// A bit for each word that shares a bit with the other's.
    fn meets(self, other: Self) -> u32;

    /// The four binary digits of each byte of a board, for each row of 27 bytes. None where a byte
    /// is above 15.
    fn digits(board: &[u8; 81]) -> Option<[[u32; 4]; 3]>;
    /// For each bit the number, from 1, of the only word that has it; 9 where none has.
    fn numbers(self) -> [u8; 32];
}

/// How `pick` takes its words.
pub(super) const fn order(a: i32, b: i32, c: i32, d: i32) -> i32 {
    a | b << 2 | c << 4 | d << 6
}

/// What every machine has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain([u32; 8]);

impl Plain {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        Self(std::array::from_fn(|k| f(self.0[k], other.0[k])))
    }

    #[inline(always)]
    fn map(self, f: impl Fn(u32) -> u32) -> Self {
        Self(self.0.map(f))
    }
}

impl Words for Plain {
    #[inline(always)]
    fn load(from: &Lanes) -> Self {
        Self(from.0)
    }

    #[inline(always)]
    fn store(self, to: &mut Lanes) {
        to.0 = self.0;
    }

    #[inline(always)]
    fn splat(word: u32) -> Self {
        Self([word; 8])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_add)
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_sub)
    }

    #[inline(always)]
    fn shl<const N: i32>(self) -> Self {
        self.map(|a| a << N)
    }

    #[inline(always)]
    fn shr<const N: i32>(self) -> Self {
        self.map(|a| a >> N)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.zip(other, u32::min)
    }

    #[inline(always)]
    fn or_if_all(sum: Self, word: Self, part: u32, whole: u32) -> Self {
        let all = word.map(|a| if a & part == part { whole } else { 0 });
        sum.or(all)
    }

    #[inline(always)]
    fn pick<const ABCD: i32>(self) -> Self {
        Self(std::array::from_fn(|k| {
            self.0[k / 4 * 4 + (ABCD.cast_unsigned() >> (k % 4 * 2) & 3) as usize]
        }))
    }

    #[inline(always)]
    fn swap_halves(self) -> Self {
        Self(std::array::from_fn(|k| self.0[k ^ 4]))
    }

    #[inline(always)]
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        let from = |k| if MASK >> k & 1 == 1 { other } else { self };
        Self(std::array::from_fn(|k| from(k).0[k]))
    }

    #[inline(always)]
    fn half(self) -> [u64; 2] {
        let two = |k| u64::from(self.0[k]) | u64::from(self.0[k + 1]) << 32;
        [two(0), two(2)]
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0.iter().fold(0, |all, a| all | a) == 0
    }

    #[inline(always)]
    fn has_zero_word(self) -> bool {
        self.0.contains(&0)
    }

    #[inline(always)]
    fn meets(self, other: Self) -> u32 {
        let bit = |k| u32::from(self.0[k] & other.0[k] != 0) << k;
        (0..8).map(bit).sum()
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
        let mut numbers = [9; 32];
        for (number, mut word) in (1u8..).zip(self.0) {
            while word != 0 {
                numbers[word.trailing_zeros() as usize] = number;
                word &= word - 1;
            }
        }
        numbers
    }
}
