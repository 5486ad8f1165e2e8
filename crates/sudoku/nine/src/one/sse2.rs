//! Eight words in two registers of any x86-64.
#![allow(
    unsafe_code,
    clippy::inline_always,
    clippy::wildcard_imports,
    reason = "intrinsics, which are to be inlined"
)]

use super::words::{Lanes, Plain, Words};
use std::arch::x86_64::*;

/// The two halves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sse2(__m128i, __m128i);

/// Calls an intrinsic.
macro_rules! call {
    ($e:expr) => {
        // SAFETY: SSE2 is part of x86-64, and pointers come from references to as many bytes.
        unsafe { $e }
    };
}

/// Methods that do the same with both registers.
macro_rules! each {
    ($($name:ident $operation:ident;)*) => {$(
        #[inline(always)]
        fn $name<const N: i32>(self) -> Self {
            call!(Self($operation::<N>(self.0), $operation::<N>(self.1)))
        }
    )*};
}

/// Methods that do the same with both registers of two.
macro_rules! each_two {
    ($($name:ident $operation:ident;)*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            call!(Self($operation(self.0, other.0), $operation(self.1, other.1)))
        }
    )*};
}

impl Sse2 {
    #[inline(always)]
    fn mask<const MASK: i32>() -> Self {
        call!({
            let on = |k: i32| -(MASK >> k & 1);
            Self(
                _mm_setr_epi32(on(0), on(1), on(2), on(3)),
                _mm_setr_epi32(on(4), on(5), on(6), on(7)),
            )
        })
    }
}

/// All ones where a word is zero.
#[inline(always)]
fn zeros(v: __m128i) -> __m128i {
    call!(_mm_cmpeq_epi32(v, _mm_setzero_si128()))
}

impl Words for Sse2 {
    #[inline(always)]
    fn load(from: &Lanes) -> Self {
        call!({
            let first: *const __m128i = (&raw const from.0).cast();
            Self(_mm_load_si128(first), _mm_load_si128(first.add(1)))
        })
    }

    #[inline(always)]
    fn store(self, to: &mut Lanes) {
        call!({
            let first: *mut __m128i = (&raw mut to.0).cast();
            _mm_store_si128(first, self.0);
            _mm_store_si128(first.add(1), self.1);
        });
    }

    #[inline(always)]
    fn splat(word: u32) -> Self {
        let words = call!(_mm_set1_epi32(word.cast_signed()));
        Self(words, words)
    }

    each_two! {
        and _mm_and_si128;
        or _mm_or_si128;
        xor _mm_xor_si128;
        add _mm_add_epi32;
        sub _mm_sub_epi32;
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        call!(Self(
            _mm_andnot_si128(other.0, self.0),
            _mm_andnot_si128(other.1, self.1)
        ))
    }

    each! {
        shl _mm_slli_epi32;
        shr _mm_srli_epi32;
        pick _mm_shuffle_epi32;
    }

    #[inline(always)]
    fn or_unless(sum: Self, missing: Self, part: u32, whole: u32) -> Self {
        let missing = missing.and(Self::splat(part));
        sum.or_and(Self(zeros(missing.0), zeros(missing.1)), Self::splat(whole))
    }

    #[inline(always)]
    fn swap_halves(self) -> Self {
        Self(self.1, self.0)
    }

    #[inline(always)]
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        Self::mask::<MASK>().choose(other, self)
    }

    #[inline(always)]
    fn half(self) -> [u64; 2] {
        call!([
            _mm_cvtsi128_si64(self.0).cast_unsigned(),
            _mm_cvtsi128_si64(_mm_unpackhi_epi64(self.0, self.0)).cast_unsigned(),
        ])
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        call!(_mm_movemask_epi8(zeros(_mm_or_si128(self.0, self.1)))) == 0xffff
    }

    #[inline(always)]
    fn has_zero(four: &[Self; 4]) -> bool {
        let zero = |v: usize| Self(zeros(four[v].0), zeros(four[v].1));
        !(zero(0).or3(zero(1), zero(2)).or(zero(3))).is_zero()
    }

    #[inline(always)]
    fn meets(self, other: Self) -> u32 {
        let both = self.and(other);
        let zeros = call!(_mm_packs_epi32(zeros(both.0), zeros(both.1)));
        let zeros = call!(_mm_movemask_epi8(_mm_packs_epi16(zeros, zeros)));
        !zeros.cast_unsigned() & 0xff
    }

    #[inline(always)]
    fn digits(board: &[u8; 81]) -> Option<[[u32; 4]; 3]> {
        // 27 bytes as 16 and 16, five of them twice.
        let mut digits = [[0; 4]; 3];
        let mut any = call!(_mm_setzero_si128());
        for (band, digits) in digits.iter_mut().enumerate() {
            let (low, high) = call!({
                let first: *const u8 = board.as_ptr().add(27 * band);
                let low = _mm_loadu_si128(first.cast());
                (low, _mm_loadu_si128(first.add(11).cast()))
            });
            any = call!(_mm_or_si128(any, _mm_or_si128(low, high)));
            let bits = |low: i32, high: i32| (low | high << 11).cast_unsigned();
            *digits = call!([
                bits(
                    _mm_movemask_epi8(_mm_slli_epi16::<7>(low)),
                    _mm_movemask_epi8(_mm_slli_epi16::<7>(high))
                ),
                bits(
                    _mm_movemask_epi8(_mm_slli_epi16::<6>(low)),
                    _mm_movemask_epi8(_mm_slli_epi16::<6>(high))
                ),
                bits(
                    _mm_movemask_epi8(_mm_slli_epi16::<5>(low)),
                    _mm_movemask_epi8(_mm_slli_epi16::<5>(high))
                ),
                bits(
                    _mm_movemask_epi8(_mm_slli_epi16::<4>(low)),
                    _mm_movemask_epi8(_mm_slli_epi16::<4>(high))
                ),
            ]);
        }
        let above = call!(_mm_and_si128(any, _mm_set1_epi8(!15)));
        (call!(_mm_movemask_epi8(zeros(above))) == 0xffff).then_some(digits)
    }

    #[inline(always)]
    fn numbers(self) -> [u8; 32] {
        let mut lanes = Lanes([0; 8]);
        self.store(&mut lanes);
        Plain::load(&lanes).numbers()
    }
}
