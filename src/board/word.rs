//! 128 bits in the kind of register that the processor has for them.
//!
//! Two general registers for each set of squares are too many: most of them would be on their way to memory and back.

#[cfg(not(target_arch = "x86_64"))]
pub(super) use plain::Word;
#[cfg(target_arch = "x86_64")]
pub(super) use vector::Word;

#[cfg(target_arch = "x86_64")]
mod vector {
    use std::arch::x86_64::{__m128i, _mm_and_si128, _mm_andnot_si128, _mm_or_si128, _mm_xor_si128};

    /// 128 bits.
    #[derive(Clone, Copy)]
    #[repr(transparent)]
    pub struct Word(pub __m128i);

    // SAFETY of all blocks below: SSE2 is part of x86-64, and neither type has invalid values.
    impl Word {
        #[inline(always)]
        pub const fn new(bits: u128) -> Word {
            Word(unsafe { core::mem::transmute::<u128, __m128i>(bits) })
        }

        #[inline(always)]
        pub const fn bits(self) -> u128 {
            unsafe { core::mem::transmute::<__m128i, u128>(self.0) }
        }

        #[inline(always)]
        pub fn and(self, other: Word) -> Word {
            Word(unsafe { _mm_and_si128(self.0, other.0) })
        }

        #[inline(always)]
        pub fn or(self, other: Word) -> Word {
            Word(unsafe { _mm_or_si128(self.0, other.0) })
        }

        #[inline(always)]
        pub fn xor(self, other: Word) -> Word {
            Word(unsafe { _mm_xor_si128(self.0, other.0) })
        }

        #[inline(always)]
        pub fn and_not(self, other: Word) -> Word {
            Word(unsafe { _mm_andnot_si128(other.0, self.0) })
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
    }
}
