//! Eight words in a register of x86-64 with AVX2, and with AVX-512 (on 256 bits, where nine words
//! of nine digits fill the registers better than on 512).
#![allow(
    unsafe_code,
    clippy::inline_always,
    clippy::wildcard_imports,
    reason = "intrinsics, which are to be inlined in functions compiled for their features"
)]

use super::words::{Lanes, Words};
use std::arch::x86_64::*;

/// Only to be used where AVX2 was detected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(__m256i);

/// Only to be used where AVX-512 F, VL and BW were detected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(__m256i);

/// Calls an intrinsic. The types of this module are named only in functions that are called after
/// the features were detected, which is what every call relies on.
macro_rules! call {
    ($e:expr) => {
        // SAFETY: the features were detected before anything named the type (see the macro), and
        // pointers come from references to 32 bytes aligned to 32.
        unsafe { $e }
    };
}

macro_rules! common {
    () => {
        #[inline(always)]
        fn load(from: &Lanes) -> Self {
            Self(call!(_mm256_load_si256((&raw const from.0).cast())))
        }

        #[inline(always)]
        fn store(self, to: &mut Lanes) {
            call!(_mm256_store_si256((&raw mut to.0).cast(), self.0));
        }

        #[inline(always)]
        fn splat(word: u32) -> Self {
            Self(call!(_mm256_set1_epi32(word.cast_signed())))
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            Self(call!(_mm256_and_si256(self.0, other.0)))
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            Self(call!(_mm256_or_si256(self.0, other.0)))
        }

        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            Self(call!(_mm256_xor_si256(self.0, other.0)))
        }

        #[inline(always)]
        fn without(self, other: Self) -> Self {
            Self(call!(_mm256_andnot_si256(other.0, self.0)))
        }

        #[inline(always)]
        fn add(self, other: Self) -> Self {
            Self(call!(_mm256_add_epi32(self.0, other.0)))
        }

        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            Self(call!(_mm256_sub_epi32(self.0, other.0)))
        }

        #[inline(always)]
        fn shl<const N: i32>(self) -> Self {
            Self(call!(_mm256_slli_epi32::<N>(self.0)))
        }

        #[inline(always)]
        fn shr<const N: i32>(self) -> Self {
            Self(call!(_mm256_srli_epi32::<N>(self.0)))
        }

        #[inline(always)]
        fn min(self, other: Self) -> Self {
            Self(call!(_mm256_min_epu32(self.0, other.0)))
        }

        #[inline(always)]
        fn pick<const ABCD: i32>(self) -> Self {
            Self(call!(_mm256_shuffle_epi32::<ABCD>(self.0)))
        }

        #[inline(always)]
        fn swap_halves(self) -> Self {
            Self(call!(_mm256_permute4x64_epi64::<0b01_00_11_10>(self.0)))
        }

        #[inline(always)]
        fn blend<const MASK: i32>(self, other: Self) -> Self {
            Self(call!(_mm256_blend_epi32::<MASK>(self.0, other.0)))
        }

        #[inline(always)]
        fn firsts(self) -> (u32, u32) {
            call!({
                let low = _mm_cvtsi128_si32(_mm256_castsi256_si128(self.0));
                let high = _mm_cvtsi128_si32(_mm256_extracti128_si256::<1>(self.0));
                (low.cast_unsigned(), high.cast_unsigned())
            })
        }

        #[inline(always)]
        fn is_zero(self) -> bool {
            call!(_mm256_testz_si256(self.0, self.0)) == 1
        }
    };
}

impl Words for Avx2 {
    common!();

    #[inline(always)]
    fn or_if_all(sum: Self, word: Self, part: u32, whole: u32) -> Self {
        let part = Self::splat(part);
        let is_all = Self(call!(_mm256_cmpeq_epi32(word.and(part).0, part.0)));
        sum.or_and(is_all, Self::splat(whole))
    }

    #[inline(always)]
    fn has_zero_word(self) -> bool {
        call!({
            let zeros = _mm256_cmpeq_epi32(self.0, _mm256_setzero_si256());
            _mm256_testz_si256(zeros, zeros) == 0
        })
    }

    #[inline(always)]
    fn meets(self, other: Self) -> u32 {
        call!({
            let zeros = _mm256_cmpeq_epi32(self.and(other).0, _mm256_setzero_si256());
            !_mm256_movemask_ps(_mm256_castsi256_ps(zeros)).cast_unsigned() & 0xff
        })
    }
}

/// An operation on three bits as the table that the instruction takes: bit 4a + 2b + c.
const fn table(f: [u8; 8]) -> i32 {
    let mut bits = 0;
    let mut k = 0;
    while k < 8 {
        bits |= (f[k] as i32) << k;
        k += 1;
    }
    bits
}

impl Avx512 {
    #[inline(always)]
    fn three<const TABLE: i32>(self, b: Self, c: Self) -> Self {
        Self(call!(_mm256_ternarylogic_epi32::<TABLE>(self.0, b.0, c.0)))
    }
}

impl Words for Avx512 {
    common!();

    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.three::<{ table([0, 1, 1, 1, 1, 1, 1, 1]) }>(b, c)
    }

    #[inline(always)]
    fn and_or(self, b: Self, c: Self) -> Self {
        self.three::<{ table([0, 0, 0, 0, 0, 1, 1, 1]) }>(b, c)
    }

    #[inline(always)]
    fn and_or_not(self, b: Self, c: Self) -> Self {
        self.three::<{ table([0, 0, 0, 0, 1, 0, 1, 1]) }>(b, c)
    }

    #[inline(always)]
    fn or_and(self, b: Self, c: Self) -> Self {
        self.three::<{ table([0, 0, 0, 1, 1, 1, 1, 1]) }>(b, c)
    }

    #[inline(always)]
    fn or_xor(self, b: Self, c: Self) -> Self {
        self.three::<{ table([0, 1, 1, 0, 1, 1, 1, 1]) }>(b, c)
    }

    #[inline(always)]
    fn choose(self, b: Self, c: Self) -> Self {
        self.three::<{ table([0, 1, 0, 1, 0, 0, 1, 1]) }>(b, c)
    }

    #[inline(always)]
    fn or_if_all(sum: Self, word: Self, part: u32, whole: u32) -> Self {
        // With the word inverted one test would do; the compiler sees that it is shared.
        let missing = word.xor(Self::splat(!0));
        call!({
            let is_all = _mm256_testn_epi32_mask(missing.0, Self::splat(part).0);
            Self(_mm256_mask_or_epi32(
                sum.0,
                is_all,
                sum.0,
                Self::splat(whole).0,
            ))
        })
    }

    #[inline(always)]
    fn has_zero_word(self) -> bool {
        call!(_mm256_testn_epi32_mask(self.0, self.0)) != 0
    }

    #[inline(always)]
    fn meets(self, other: Self) -> u32 {
        u32::from(call!(_mm256_test_epi32_mask(self.0, other.0)))
    }
}
