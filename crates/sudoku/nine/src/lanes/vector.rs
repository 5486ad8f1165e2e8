//! Registers as sets of lanes, a bit each, in every width that machines have.
//!
//! The bulk engine is written once, over [`Vector`]; these are its registers. A register is just a
//! number of independent bits, so it needs only logic, two shifts (to [turn](super::turn) bit
//! matrices) and a view of registers as words. Functions of three operands have names of their own,
//! because AVX-512 does any of them in one instruction.
//!
//! | type | lanes | where |
//! | --- | ---: | --- |
//! | [`Words`] | 128 | everywhere, in safe code |
//! | `Sse2`, `Neon` | 128 | every x86-64, every AArch64 |
//! | `Avx2` | 256 | x86-64 with AVX2 |
//! | `Ternary256` | 256 | x86-64 with AVX-512VL: three operands, twice the registers |
//! | `Ternary512` | 512 | x86-64 with AVX-512F |

#![allow(
    unsafe_code,
    reason = "the instructions of a CPU are unsafe to name; each is used in functions for that CPU alone"
)]
// Inlined always: a function that is compiled for a CPU's features passes them only to functions
// that are inlined into it, and a lone instruction must not become a call.
#![allow(clippy::inline_always)]

/// A register full of lanes, one bit each.
///
/// # Safety
/// A value is [`Vector::WORDS`] words of 64 bits without padding, and every pattern of bits is one:
/// [`words`] and [`words_mut`] look at registers as words.
///
/// The methods of a type whose instructions the CPU lacks must not be called.
pub(super) unsafe trait Vector: Copy {
    /// 64-bit words in a register.
    const WORDS: usize;
    /// The number of lines of a band that are kept in registers between two uses; the others are
    /// loaded again. Measured.
    const KEPT_LINES: usize;

    /// No lane.
    fn zero() -> Self;
    /// `word`, again and again.
    fn splat(word: u64) -> Self;
    /// `self & b`
    fn and(self, b: Self) -> Self;
    /// `self | b`
    fn or(self, b: Self) -> Self;
    /// `self ^ b`
    fn xor(self, b: Self) -> Self;
    /// `self & !b`
    fn without(self, b: Self) -> Self;
    /// Every word shifted towards its high bits.
    fn shl(self, by: u32) -> Self;
    /// Every word shifted towards its low bits.
    fn shr(self, by: u32) -> Self;

    /// All lanes.
    #[inline(always)]
    fn ones() -> Self {
        Self::splat(!0)
    }
    /// `!self`
    #[inline(always)]
    fn not(self) -> Self {
        Self::ones().without(self)
    }
    /// `self & b & c`
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }
    /// `self | b | c`
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }
    /// `self | (b & c)`
    #[inline(always)]
    fn or_both(self, b: Self, c: Self) -> Self {
        self.or(b.and(c))
    }
    /// `self | (b & !c)`
    #[inline(always)]
    fn or_without(self, b: Self, c: Self) -> Self {
        self.or(b.without(c))
    }
    /// `self & !(b & c)`
    #[inline(always)]
    fn without_both(self, b: Self, c: Self) -> Self {
        self.without(b.and(c))
    }
    /// `self & !(b | c)`
    #[inline(always)]
    fn without_either(self, b: Self, c: Self) -> Self {
        self.without(b.or(c))
    }
    /// `self & !(b & !c)`
    #[inline(always)]
    fn without_unless(self, b: Self, c: Self) -> Self {
        self.without(b.without(c))
    }
    /// `(self ^ b) & c`
    #[inline(always)]
    fn differs_in(self, b: Self, c: Self) -> Self {
        self.xor(b).and(c)
    }
    /// `b` where `self` is set, `c` elsewhere
    #[inline(always)]
    fn choose(self, b: Self, c: Self) -> Self {
        c.without(self).or_both(self, b)
    }
    /// At least two of three.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or_both(self.or(b), c)
    }
    /// The sum of three bits: its lower and its higher digit.
    #[inline(always)]
    fn sum(self, b: Self, c: Self) -> (Self, Self) {
        let either = self.xor(b);
        (either.xor(c), self.and(b).or_both(either, c))
    }
    /// The sum of two bits: its lower and its higher digit.
    #[inline(always)]
    fn sum2(self, b: Self) -> (Self, Self) {
        (self.xor(b), self.and(b))
    }
    /// Returns true if no lane is set.
    #[inline(always)]
    fn is_zero(self) -> bool {
        words(&[self]).iter().all(|&word| word == 0)
    }
}

/// Registers as words, the low lanes first.
#[inline(always)]
pub(super) fn words<V: Vector>(registers: &[V]) -> &[u64] {
    let length = registers.len() * V::WORDS;
    // SAFETY: a `Vector` is that many words without padding, at least as strictly aligned.
    unsafe { std::slice::from_raw_parts(registers.as_ptr().cast(), length) }
}

/// Registers as words that can be written.
#[inline(always)]
pub(super) fn words_mut<V: Vector>(registers: &mut [V]) -> &mut [u64] {
    let length = registers.len() * V::WORDS;
    // SAFETY: as in `words`, and any pattern of bits is a register.
    unsafe { std::slice::from_raw_parts_mut(registers.as_mut_ptr().cast(), length) }
}

/// Plain words: the portable register.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Words([u64; 2]);

// SAFETY: two words, no padding, any bits.
unsafe impl Vector for Words {
    const WORDS: usize = 2;
    const KEPT_LINES: usize = 0;

    #[inline(always)]
    fn zero() -> Self {
        Self([0; 2])
    }
    #[inline(always)]
    fn splat(word: u64) -> Self {
        Self([word; 2])
    }
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        Self([self.0[0] & b.0[0], self.0[1] & b.0[1]])
    }
    #[inline(always)]
    fn or(self, b: Self) -> Self {
        Self([self.0[0] | b.0[0], self.0[1] | b.0[1]])
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self([self.0[0] ^ b.0[0], self.0[1] ^ b.0[1]])
    }
    #[inline(always)]
    fn without(self, b: Self) -> Self {
        Self([self.0[0] & !b.0[0], self.0[1] & !b.0[1]])
    }
    #[inline(always)]
    fn shl(self, by: u32) -> Self {
        Self(self.0.map(|word| word << by))
    }
    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        Self(self.0.map(|word| word >> by))
    }
}

/// A register of a CPU: its type, its size, and the names of its instructions.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! register {
    (
        $(#[$doc:meta])* $name:ident($register:ty), $words:literal words, $kept:literal lines,
        zero $zero:expr, splat $splat:expr, and $and:path, or $or:path, xor $xor:path,
        without $without:expr, shl $shl:expr, shr $shr:expr,
        { $($more:tt)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        pub(in crate::lanes) struct $name($register);

        // SAFETY: a register is a number of words, no padding, any bits. Its instructions are
        // there: the caller of these methods has asked the CPU (`slices.rs`).
        unsafe impl Vector for $name {
            const WORDS: usize = $words;
            const KEPT_LINES: usize = $kept;

            #[inline(always)]
            fn zero() -> Self {
                // SAFETY: as said at the top of this block, here and below.
                Self(unsafe { $zero })
            }
            #[inline(always)]
            fn splat(word: u64) -> Self {
                Self(unsafe { $splat(word) })
            }
            #[inline(always)]
            fn and(self, b: Self) -> Self {
                Self(unsafe { $and(self.0, b.0) })
            }
            #[inline(always)]
            fn or(self, b: Self) -> Self {
                Self(unsafe { $or(self.0, b.0) })
            }
            #[inline(always)]
            fn xor(self, b: Self) -> Self {
                Self(unsafe { $xor(self.0, b.0) })
            }
            #[inline(always)]
            fn without(self, b: Self) -> Self {
                Self(unsafe { $without(self.0, b.0) })
            }
            #[inline(always)]
            fn shl(self, by: u32) -> Self {
                Self(unsafe { $shl(self.0, by) })
            }
            #[inline(always)]
            fn shr(self, by: u32) -> Self {
                Self(unsafe { $shr(self.0, by) })
            }
            $($more)*
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Vector;
    use std::arch::x86_64::{
        __m128i, __m256i, __m512i, _mm_and_si128, _mm_andnot_si128, _mm_cvtsi32_si128,
        _mm_or_si128, _mm_set1_epi64x, _mm_setzero_si128, _mm_sll_epi64, _mm_srl_epi64,
        _mm_xor_si128, _mm256_and_si256, _mm256_andnot_si256, _mm256_or_si256, _mm256_set1_epi64x,
        _mm256_setzero_si256, _mm256_sll_epi64, _mm256_srl_epi64, _mm256_ternarylogic_epi64,
        _mm256_testz_si256, _mm256_xor_si256, _mm512_and_si512, _mm512_andnot_si512,
        _mm512_or_si512, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_sll_epi64,
        _mm512_srl_epi64, _mm512_ternarylogic_epi64, _mm512_test_epi64_mask, _mm512_xor_si512,
    };

    register! {
        /// 128 lanes; every x86-64 has it.
        Sse2(__m128i), 2 words, 0 lines,
        zero _mm_setzero_si128(),
        splat |word: u64| _mm_set1_epi64x(word.cast_signed()),
        and _mm_and_si128, or _mm_or_si128, xor _mm_xor_si128,
        without |a, b| _mm_andnot_si128(b, a),
        shl |a, by: u32| _mm_sll_epi64(a, _mm_cvtsi32_si128(by.cast_signed())),
        shr |a, by: u32| _mm_srl_epi64(a, _mm_cvtsi32_si128(by.cast_signed())),
        {}
    }

    register! {
        /// 256 lanes with AVX2.
        Avx2(__m256i), 4 words, 0 lines,
        zero _mm256_setzero_si256(),
        splat |word: u64| _mm256_set1_epi64x(word.cast_signed()),
        and _mm256_and_si256, or _mm256_or_si256, xor _mm256_xor_si256,
        without |a, b| _mm256_andnot_si256(b, a),
        shl |a, by: u32| _mm256_sll_epi64(a, _mm_cvtsi32_si128(by.cast_signed())),
        shr |a, by: u32| _mm256_srl_epi64(a, _mm_cvtsi32_si128(by.cast_signed())),
        {
            #[inline(always)]
            fn is_zero(self) -> bool {
                unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
            }
        }
    }

    /// Every function of three operands as one instruction. The number is its truth table: bit
    /// 4a + 2b + c.
    macro_rules! ternary {
        ($ternary:ident $($name:ident $table:literal;)+) => {$(
            #[inline(always)]
            fn $name(self, b: Self, c: Self) -> Self {
                Self(unsafe { $ternary::<$table>(self.0, b.0, c.0) })
            }
        )+};
        ($ternary:ident) => {
            ternary! {
                $ternary
                and3 0x80; or3 0xfe; or_both 0xf8; or_without 0xf4; without_both 0x70; without_either 0x10;
                without_unless 0xb0; differs_in 0x28; choose 0xca; majority 0xe8;
            }
            #[inline(always)]
            fn sum(self, b: Self, c: Self) -> (Self, Self) {
                let low = Self(unsafe { $ternary::<0x96>(self.0, b.0, c.0) });
                (low, self.majority(b, c))
            }
        };
    }

    register! {
        /// 256 lanes with the instructions and registers of AVX-512.
        Ternary256(__m256i), 4 words, 2 lines,
        zero _mm256_setzero_si256(),
        splat |word: u64| _mm256_set1_epi64x(word.cast_signed()),
        and _mm256_and_si256, or _mm256_or_si256, xor _mm256_xor_si256,
        without |a, b| _mm256_andnot_si256(b, a),
        shl |a, by: u32| _mm256_sll_epi64(a, _mm_cvtsi32_si128(by.cast_signed())),
        shr |a, by: u32| _mm256_srl_epi64(a, _mm_cvtsi32_si128(by.cast_signed())),
        {
            ternary!(_mm256_ternarylogic_epi64);
            #[inline(always)]
            fn is_zero(self) -> bool {
                unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
            }
        }
    }

    register! {
        /// 512 lanes with AVX-512.
        Ternary512(__m512i), 8 words, 2 lines,
        zero _mm512_setzero_si512(),
        splat |word: u64| _mm512_set1_epi64(word.cast_signed()),
        and _mm512_and_si512, or _mm512_or_si512, xor _mm512_xor_si512,
        without |a, b| _mm512_andnot_si512(b, a),
        shl |a, by: u32| _mm512_sll_epi64(a, _mm_cvtsi32_si128(by.cast_signed())),
        shr |a, by: u32| _mm512_srl_epi64(a, _mm_cvtsi32_si128(by.cast_signed())),
        {
            ternary!(_mm512_ternarylogic_epi64);
            #[inline(always)]
            fn is_zero(self) -> bool {
                unsafe { _mm512_test_epi64_mask(self.0, self.0) == 0 }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2, Sse2, Ternary256, Ternary512};

#[cfg(target_arch = "aarch64")]
mod arm {
    use super::Vector;
    use std::arch::aarch64::{
        uint64x2_t, vandq_u64, vbicq_u64, vdupq_n_s64, vdupq_n_u64, veorq_u64, vorrq_u64, vshlq_u64,
    };

    register! {
        /// 128 lanes; every AArch64 has it.
        Neon(uint64x2_t), 2 words, 2 lines,
        zero vdupq_n_u64(0),
        splat |word: u64| vdupq_n_u64(word),
        and vandq_u64, or vorrq_u64, xor veorq_u64,
        without |a, b| vbicq_u64(a, b),
        shl |a, by: u32| vshlq_u64(a, vdupq_n_s64(i64::from(by))),
        shr |a, by: u32| vshlq_u64(a, vdupq_n_s64(-i64::from(by))),
        {}
    }
}

#[cfg(target_arch = "aarch64")]
pub(super) use arm::Neon;

#[cfg(test)]
mod tests {
    use super::*;

    /// Every function against plain words. The three words have every combination of bits.
    #[allow(clippy::many_single_char_names, reason = "as in the descriptions")]
    fn check<V: Vector>() {
        let (a, b, c) = (
            0xf0f0_1234_f0f0_00ff,
            0xcccc_5678_cccc_0f0f,
            0xaaaa_9abc_aaaa_3333,
        );
        let [x, y, z] = [a, b, c].map(V::splat);
        let is = |register: V, word: u64| {
            assert_eq!(words(&[register]), vec![word; V::WORDS]);
        };
        is(V::zero(), 0);
        is(V::ones(), !0);
        is(x.not(), !a);
        is(x.and(y), a & b);
        is(x.or(y), a | b);
        is(x.xor(y), a ^ b);
        is(x.without(y), a & !b);
        is(x.shl(7), a << 7);
        is(x.shr(9), a >> 9);
        is(x.and3(y, z), a & b & c);
        is(x.or3(y, z), a | b | c);
        is(x.or_both(y, z), a | b & c);
        is(x.or_without(y, z), a | b & !c);
        is(x.without_both(y, z), a & !(b & c));
        is(x.without_either(y, z), a & !(b | c));
        is(x.without_unless(y, z), a & !(b & !c));
        is(x.differs_in(y, z), (a ^ b) & c);
        is(x.choose(y, z), a & b | !a & c);
        is(x.majority(y, z), a & b | a & c | b & c);
        is(x.sum(y, z).0, a ^ b ^ c);
        is(x.sum(y, z).1, a & b | a & c | b & c);
        is(x.sum2(y).0, a ^ b);
        is(x.sum2(y).1, a & b);
        assert!(V::zero().is_zero());
        for word in 0..V::WORDS {
            let mut one = [V::zero()];
            words_mut(&mut one)[word] = 1 << 63;
            assert!(!one[0].is_zero());
        }
    }

    #[test]
    fn plain_words() {
        check::<Words>();
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn registers_that_this_machine_has() {
        check::<Sse2>();
        if is_x86_feature_detected!("avx2") {
            check::<Avx2>();
        }
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
            check::<Ternary256>();
            check::<Ternary512>();
        }
    }

    #[cfg(target_arch = "aarch64")]
    #[test]
    fn registers_that_this_machine_has() {
        check::<Neon>();
    }
}
