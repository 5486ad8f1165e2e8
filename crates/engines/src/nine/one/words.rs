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

    /// The first word of each half.
    fn firsts(self) -> (u32, u32);
    fn is_zero(self) -> bool;
    fn has_zero_word(self) -> bool;
    /// A bit for each word that shares a bit with the other's.
    fn meets(self, other: Self) -> u32;
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
    fn firsts(self) -> (u32, u32) {
        (self.0[0], self.0[4])
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
}
