//! Planes of the bits of all cells, whose last squares are packed together in a separate number.

use super::{Bitboard, CELL_BITS};

/// The number of squares of a plane that do not fit in a word of 64 bits.
pub(crate) const REST: usize = 81 - 64;

/// Planes from their first 64 squares, and from their other squares, which are `REST` bits of `rest` each,
/// from the lowest on.
#[inline(always)]
pub(crate) fn join_planes(words: &[u64; CELL_BITS], rest: u128) -> [Bitboard; CELL_BITS] {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    return vector::join(words, rest);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
    plain::join(words, rest)
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
mod plain {
    use super::*;

    pub fn join(words: &[u64; CELL_BITS], rest: u128) -> [Bitboard; CELL_BITS] {
        let last = |i| (rest >> (REST * i)) & ((1 << REST) - 1);
        std::array::from_fn(|i| Bitboard::from_bits(u128::from(words[i]) | last(i) << 64))
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod vector {
    use super::*;
    use std::arch::x86_64::*;

    /// For the bytes of four words of 32 bits: the byte of the rest that each is. A plane's squares begin at bit 0 to 3
    /// of its word.
    const BYTES: [u8; 16] = [0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 8, 9];
    const _: () = assert!(REST == 17);

    /// Four planes at a time, and one.
    #[inline(always)]
    pub fn join(words: &[u64; CELL_BITS], rest: u128) -> [Bitboard; CELL_BITS] {
        // SAFETY: AVX2 is there, or the module would not be; all bytes are values of a vector, and there are more than
        // the four words that are read.
        unsafe {
            let parts = core::mem::transmute::<u128, __m128i>(rest);
            let parts = _mm_shuffle_epi8(parts, core::mem::transmute::<[u8; 16], __m128i>(BYTES));
            let parts = _mm_srlv_epi32(parts, _mm_set_epi32(3, 2, 1, 0));
            let parts = _mm_and_si128(parts, _mm_set1_epi32((1 << REST) - 1));
            let parts = _mm256_cvtepu32_epi64(parts);
            let firsts = _mm256_loadu_si256(words.as_ptr().cast());
            let even = _mm256_unpacklo_epi64(firsts, parts);
            let odd = _mm256_unpackhi_epi64(firsts, parts);
            let last = (rest >> (REST * 4)) as i64 & ((1 << REST) - 1);
            [
                _mm256_castsi256_si128(even),
                _mm256_castsi256_si128(odd),
                _mm256_extracti128_si256::<1>(even),
                _mm256_extracti128_si256::<1>(odd),
                _mm_set_epi64x(last, words[4] as i64),
            ]
            .map(Bitboard::from_vector)
        }
    }
}

#[cfg(all(test, target_arch = "x86_64", target_feature = "avx2"))]
mod tests {
    use super::super::rays::tests::occupancies;
    use super::*;

    #[test]
    fn planes_are_their_parts() {
        let boards: Vec<Bitboard> = occupancies().collect();
        for boards in boards.as_chunks::<CELL_BITS>().0 {
            let words = boards.map(|board| board.to_bits() as u64);
            // All bits, also those that belong to no plane.
            let rest = boards[0].to_bits() << 47 ^ boards[1].to_bits();
            assert_eq!(join_planes(&words, rest), plain::join(&words, rest), "{words:x?} {rest:x}");
        }
    }
}
