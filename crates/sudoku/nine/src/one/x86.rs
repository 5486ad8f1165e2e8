//! Eight words in a register of x86-64 with AVX2, and with AVX-512 on 256 bits: any operation on
//! three words at once, and words that are changed only where a test says so.
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
/// the features were detected; every call relies on that.
macro_rules! call {
    ($e:expr) => {
        // SAFETY: the features were detected before anything named the type (see the macro), and
        // pointers come from references to 32 bytes aligned to 32.
        unsafe { $e }
    };
}

/// Methods that are one instruction.
macro_rules! each {
    ($($name:ident $operation:ident;)*) => {$(
        #[inline(always)]
        fn $name<const N: i32>(self) -> Self {
            Self(call!($operation::<N>(self.0)))
        }
    )*};
}

/// Methods of two registers that are one instruction.
macro_rules! each_two {
    ($($name:ident $operation:ident;)*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            Self(call!($operation(self.0, other.0)))
        }
    )*};
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

        each_two! {
            and _mm256_and_si256;
            or _mm256_or_si256;
            xor _mm256_xor_si256;
            add _mm256_add_epi32;
            sub _mm256_sub_epi32;
        }

        #[inline(always)]
        fn without(self, other: Self) -> Self {
            Self(call!(_mm256_andnot_si256(other.0, self.0)))
        }

        each! {
            shl _mm256_slli_epi32;
            shr _mm256_srli_epi32;
            pick _mm256_shuffle_epi32;
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
        fn half(self) -> [u64; 2] {
            call!({
                let half = _mm256_castsi256_si128(self.0);
                let low = _mm_cvtsi128_si64(half);
                let high = _mm_extract_epi64::<1>(half);
                [low.cast_unsigned(), high.cast_unsigned()]
            })
        }

        #[inline(always)]
        fn is_zero(self) -> bool {
            call!(_mm256_testz_si256(self.0, self.0)) == 1
        }

        #[inline(always)]
        fn digits(board: &[u8; 81]) -> Option<[[u32; 4]; 3]> {
            digits(board)
        }

        #[inline(always)]
        fn numbers(self) -> [u8; 32] {
            numbers(self.0)
        }
    };
}

#[inline(always)]
fn digits(board: &[u8; 81]) -> Option<[[u32; 4]; 3]> {
    // The last 27 bytes are read with the five before them.
    let rows: [__m256i; 3] = call!({
        let first: *const u8 = board.as_ptr();
        [
            _mm256_loadu_si256(first.cast()),
            _mm256_loadu_si256(first.add(27).cast()),
            _mm256_loadu_si256(first.add(49).cast()),
        ]
    });
    let any = call!(_mm256_or_si256(_mm256_or_si256(rows[0], rows[1]), rows[2]));
    if call!(_mm256_testz_si256(any, _mm256_set1_epi8(!15))) == 0 {
        return None;
    }
    let mut all = [[0; 4]; 3];
    for (number, digits) in all.iter_mut().enumerate() {
        let (row, skipped) = (rows[number], [0, 0, 5][number]);
        *digits = call!([
            _mm256_movemask_epi8(_mm256_slli_epi16::<7>(row)),
            _mm256_movemask_epi8(_mm256_slli_epi16::<6>(row)),
            _mm256_movemask_epi8(_mm256_slli_epi16::<5>(row)),
            _mm256_movemask_epi8(_mm256_slli_epi16::<4>(row)),
        ])
        .map(|bits| bits.cast_unsigned() >> skipped & 0x7ff_ffff);
    }
    Some(all)
}

/// Exchanges the bits under the mask with those `PLACES` places further.
#[inline(always)]
fn exchange<const PLACES: i32>(x: __m256i, mask: i64) -> __m256i {
    call!({
        let other = _mm256_xor_si256(x, _mm256_srli_epi64::<PLACES>(x));
        let t = _mm256_and_si256(other, _mm256_set1_epi64x(mask));
        _mm256_xor_si256(x, _mm256_xor_si256(t, _mm256_slli_epi64::<PLACES>(t)))
    })
}

/// The bits as a matrix of 8 by 32, turned: a byte for each bit, with a one for the word.
#[inline(always)]
fn numbers(words: __m256i) -> [u8; 32] {
    call!({
        // Eight bytes at a time: the same byte of each word.
        let bytes = _mm256_broadcastsi128_si256(_mm_setr_epi8(
            0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15,
        ));
        let halves = _mm256_shuffle_epi8(words, bytes);
        let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
        let mut x = _mm256_permutevar8x32_epi32(halves, order);
        // Eight by eight bits, turned by exchanging squares of one, two and four.
        x = exchange::<7>(x, 0x00aa_00aa_00aa_00aa);
        x = exchange::<14>(x, 0x0000_cccc_0000_cccc);
        x = exchange::<28>(x, 0x0000_0000_f0f0_f0f0);
        let low = _mm256_broadcastsi128_si256(_mm_setr_epi8(
            0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0,
        ));
        let high = _mm256_broadcastsi128_si256(_mm_setr_epi8(
            0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0,
        ));
        let nibble = _mm256_set1_epi8(15);
        let number = _mm256_or_si256(
            _mm256_shuffle_epi8(low, _mm256_and_si256(x, nibble)),
            _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16::<4>(x), nibble)),
        );
        let is_none = _mm256_cmpeq_epi8(number, _mm256_setzero_si256());
        let number = _mm256_or_si256(number, _mm256_and_si256(is_none, _mm256_set1_epi8(9)));
        let mut numbers = [0; 32];
        _mm256_storeu_si256(numbers.as_mut_ptr().cast(), number);
        numbers
    })
}

impl Words for Avx2 {
    common!();

    #[inline(always)]
    fn or_unless(sum: Self, missing: Self, part: u32, whole: u32) -> Self {
        let missing = missing.and(Self::splat(part));
        let is_none = Self(call!(_mm256_cmpeq_epi32(missing.0, _mm256_setzero_si256())));
        sum.or_and(is_none, Self::splat(whole))
    }

    #[inline(always)]
    fn has_zero(four: &[Self; 4]) -> bool {
        call!({
            let least = _mm256_min_epu32(
                _mm256_min_epu32(four[0].0, four[1].0),
                _mm256_min_epu32(four[2].0, four[3].0),
            );
            let zeros = _mm256_cmpeq_epi32(least, _mm256_setzero_si256());
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

/// Methods of three registers that are one instruction.
macro_rules! three {
    ($($name:ident $table:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, b: Self, c: Self) -> Self {
            Self(call!(_mm256_ternarylogic_epi32::<{ table($table) }>(self.0, b.0, c.0)))
        }
    )*};
}

impl Words for Avx512 {
    common!();

    three! {
        or3 [0, 1, 1, 1, 1, 1, 1, 1];
        and_or [0, 0, 0, 0, 0, 1, 1, 1];
        and_or_not [0, 0, 0, 0, 1, 0, 1, 1];
        or_and [0, 0, 0, 1, 1, 1, 1, 1];
        or_xor [0, 1, 1, 0, 1, 1, 1, 1];
        xor3 [0, 1, 1, 0, 1, 0, 0, 1];
        majority [0, 0, 0, 1, 0, 1, 1, 1];
        choose [0, 1, 0, 1, 0, 0, 1, 1];
        none3 [1, 0, 0, 0, 0, 0, 0, 0];
    }

    #[inline(always)]
    fn or_unless(sum: Self, missing: Self, part: u32, whole: u32) -> Self {
        call!({
            let is_none = _mm256_testn_epi32_mask(missing.0, Self::splat(part).0);
            let whole = Self::splat(whole).0;
            Self(_mm256_mask_or_epi32(sum.0, is_none, sum.0, whole))
        })
    }

    #[inline(always)]
    fn has_zero(four: &[Self; 4]) -> bool {
        call!({
            let least = _mm256_min_epu32(
                _mm256_min_epu32(four[0].0, four[1].0),
                _mm256_min_epu32(four[2].0, four[3].0),
            );
            _mm256_testn_epi32_mask(least, least) != 0
        })
    }

    #[inline(always)]
    fn meets(self, other: Self) -> u32 {
        u32::from(call!(_mm256_test_epi32_mask(self.0, other.0)))
    }
}
