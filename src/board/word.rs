//! 128 bits in the type of register that suits the processor.
//!
//! Two general-purpose registers for each set of squares are too many: most of them would have to be spilled
//! to memory.

#[cfg(not(target_arch = "x86_64"))]
pub(super) use plain::Word;
#[cfg(target_arch = "x86_64")]
pub(super) use vector::Word;

#[cfg(target_arch = "x86_64")]
mod vector {
    use std::arch::x86_64::{
        __m128i, _mm_and_si128, _mm_andnot_si128, _mm_or_si128, _mm_slli_epi64, _mm_slli_si128,
        _mm_srli_epi64, _mm_srli_si128, _mm_xor_si128,
    };

    /// 128 bits.
    #[derive(Clone, Copy)]
    #[repr(transparent)]
    pub struct Word(pub __m128i);

    impl Word {
        #[inline(always)]
        pub const fn new(bits: u128) -> Word {
            // SAFETY: both types have the same size and no invalid values.
            Word(unsafe { core::mem::transmute::<u128, __m128i>(bits) })
        }

        #[inline(always)]
        pub const fn bits(self) -> u128 {
            // SAFETY: both types have the same size and no invalid values.
            unsafe { core::mem::transmute::<__m128i, u128>(self.0) }
        }

        #[inline(always)]
        pub fn and(self, other: Word) -> Word {
            // SAFETY: SSE2 is part of x86-64.
            Word(unsafe { _mm_and_si128(self.0, other.0) })
        }

        #[inline(always)]
        pub fn or(self, other: Word) -> Word {
            // SAFETY: SSE2 is part of x86-64.
            Word(unsafe { _mm_or_si128(self.0, other.0) })
        }

        #[inline(always)]
        pub fn xor(self, other: Word) -> Word {
            // SAFETY: SSE2 is part of x86-64.
            Word(unsafe { _mm_xor_si128(self.0, other.0) })
        }

        #[inline(always)]
        pub fn and_not(self, other: Word) -> Word {
            // SAFETY: SSE2 is part of x86-64.
            Word(unsafe { _mm_andnot_si128(other.0, self.0) })
        }

        /// Shifted towards higher bits by `N`, which is 64 less `REST`.
        #[inline(always)]
        pub fn shifted_up<const N: i32, const REST: i32>(self) -> Word {
            const { assert!(N + REST == 64) };
            // SAFETY: SSE2 is part of x86-64.
            Word(unsafe {
                let carried = _mm_slli_si128::<8>(_mm_srli_epi64::<REST>(self.0));
                _mm_or_si128(_mm_slli_epi64::<N>(self.0), carried)
            })
        }

        /// Shifted towards lower bits by `N`, which is 64 less `REST`.
        #[inline(always)]
        pub fn shifted_down<const N: i32, const REST: i32>(self) -> Word {
            const { assert!(N + REST == 64) };
            // SAFETY: SSE2 is part of x86-64.
            Word(unsafe {
                let carried = _mm_srli_si128::<8>(_mm_slli_epi64::<REST>(self.0));
                _mm_or_si128(_mm_srli_epi64::<N>(self.0), carried)
            })
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod plain {
    /// 128 bits.
    #[derive(Clone, Copy)]
    pub struct Word(u128);

    impl Word {
        #[inline(always)]
        pub const fn new(bits: u128) -> Word {
            Word(bits)
        }

        #[inline(always)]
        pub const fn bits(self) -> u128 {
            self.0
        }

        #[inline(always)]
        pub fn and(self, other: Word) -> Word {
            Word(self.0 & other.0)
        }

        #[inline(always)]
        pub fn or(self, other: Word) -> Word {
            Word(self.0 | other.0)
        }

        #[inline(always)]
        pub fn xor(self, other: Word) -> Word {
            Word(self.0 ^ other.0)
        }

        #[inline(always)]
        pub fn and_not(self, other: Word) -> Word {
            Word(self.0 & !other.0)
        }

        /// Shifted towards higher bits by `N`, which is 64 less `REST`.
        #[inline(always)]
        pub fn shifted_up<const N: i32, const REST: i32>(self) -> Word {
            const { assert!(N + REST == 64) };
            Word(self.0 << N)
        }

        /// Shifted towards lower bits by `N`, which is 64 less `REST`.
        #[inline(always)]
        pub fn shifted_down<const N: i32, const REST: i32>(self) -> Word {
            const { assert!(N + REST == 64) };
            Word(self.0 >> N)
        }
    }
}
