//! The squares that bishops and rooks attack along their lines.
//!
//! A ray whose squares have rising numbers ends at its lowest obstacle *b*: it is `ray & (b ^ (b − 1))`, and the bits
//! of the further obstacles do no harm. With the board turned round the same is true of the rays with falling numbers.
//! Where the processor can hold two boards in a register, a slider's four rays are found two at a time.
//!
//! To turn the board round for a diagonal it is enough to reverse its bytes: squares of a diagonal are eight or ten
//! apart, so that no two are in one byte.

use super::Bitboard;
use super::rays::Direction;
use crate::types::Square;

/// Sliders that move along the same lines.
#[derive(Clone, Copy)]
pub(super) enum Family {
    /// Bishops and horses.
    Bishop,
    /// Rooks and dragons.
    Rook,
}

impl Family {
    /// Two directions with rising numbers; the other two are their opposites.
    const fn rising(self) -> [Direction; 2] {
        match self {
            Family::Bishop => [Direction::SouthWest, Direction::NorthWest],
            Family::Rook => [Direction::South, Direction::West],
        }
    }

    const fn falling(self) -> [Direction; 2] {
        match self {
            Family::Bishop => [Direction::NorthEast, Direction::SouthEast],
            Family::Rook => [Direction::North, Direction::East],
        }
    }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
mod plain {
    use super::super::rays::ray_attacks;
    use super::*;

    #[inline(always)]
    pub fn slide(family: Family, from: Square, occupied: Bitboard) -> Bitboard {
        let rays = family.rising().into_iter().chain(family.falling());
        rays.fold(Bitboard::EMPTY, |all, direction| all | ray_attacks(direction, from, occupied))
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod vector {
    use super::super::rays::full_ray;
    use super::*;
    use std::arch::x86_64::*;

    /// A ray, and the opposite ray on the board turned by [`turn`].
    #[repr(C, align(32))]
    #[derive(Clone, Copy)]
    struct Pair([u128; 2]);

    static PAIRS: [[[Pair; 2]; Square::TABLE]; 2] = make_pairs();

    const fn make_pairs() -> [[[Pair; 2]; Square::TABLE]; 2] {
        const FAMILIES: [Family; 2] = [Family::Bishop, Family::Rook];
        let mut table = [[[Pair([0; 2]); 2]; Square::TABLE]; 2];
        let mut row = 0;
        while row < 4 {
            let (family, half) = (FAMILIES[row / 2], row % 2);
            let mut from = 0;
            while from < 81 {
                let pair = &mut table[family as usize][from][half].0;
                pair[0] = full_ray(family.rising()[half], from).to_bits();
                let falling = full_ray(family.falling()[half], from).to_bits();
                pair[1] = match family {
                    Family::Bishop => falling.swap_bytes(),
                    Family::Rook => falling.reverse_bits(),
                };
                from += 1;
            }
            row += 1;
        }
        table
    }

    #[inline(always)]
    pub fn slide(family: Family, from: Square, occupied: Bitboard) -> Bitboard {
        let [first, second] = &PAIRS[family as usize][from.index()];
        let occupied = occupied.to_vector();
        // SAFETY: AVX2 is there, or the module would not be.
        unsafe {
            let both = _mm256_set_m128i(turn(family, occupied), occupied);
            let rays = _mm256_or_si256(cut(both, first), cut(both, second));
            let falling = turn(family, _mm256_extracti128_si256::<1>(rays));
            Bitboard::from_vector(_mm_or_si128(_mm256_castsi256_si128(rays), falling))
        }
    }

    /// Two rays, up to and including their first obstacles.
    #[inline(always)]
    fn cut(occupied: __m256i, rays: &Pair) -> __m256i {
        // SAFETY: AVX2 is there, or the module would not be; a pair is 32 bytes, aligned to as many.
        unsafe {
            let rays = _mm256_load_si256(std::ptr::from_ref(rays).cast());
            let obstacles = _mm256_and_si256(occupied, rays);
            // One less, in 128 bits: where the lower half is zero the upper one lends.
            let zeros = _mm256_cmpeq_epi64(obstacles, _mm256_setzero_si256());
            let less = _mm256_add_epi64(obstacles, _mm256_set_epi64x(0, -1, 0, -1));
            let less = _mm256_add_epi64(less, _mm256_slli_si256::<8>(zeros));
            _mm256_and_si256(rays, _mm256_xor_si256(obstacles, less))
        }
    }

    /// Turns a board by 180°, as far as a family of sliders needs it; its own inverse.
    #[inline(always)]
    fn turn(family: Family, bits: __m128i) -> __m128i {
        match family {
            Family::Bishop => reverse_bytes(bits),
            Family::Rook => reverse_bytes(reverse_within_bytes(bits)),
        }
    }

    #[inline(always)]
    fn reverse_bytes(bits: __m128i) -> __m128i {
        // SAFETY: AVX2 is there, or the module would not be.
        unsafe { _mm_shuffle_epi8(bits, _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)) }
    }

    #[cfg(target_feature = "gfni")]
    #[inline(always)]
    fn reverse_within_bytes(bits: __m128i) -> __m128i {
        // SAFETY: GFNI is there, or this would not be.
        unsafe {
            // The matrix that turns the bits of a byte round.
            let matrix = _mm_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
            _mm_gf2p8affine_epi64_epi8::<0>(bits, matrix)
        }
    }

    #[cfg(not(target_feature = "gfni"))]
    #[inline(always)]
    fn reverse_within_bytes(bits: __m128i) -> __m128i {
        /// The bits of a number below 16 in the opposite order, and the same in the upper half of the byte.
        const LOW: [u8; 16] = [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15];
        const HIGH: [u8; 16] = {
            let mut table = LOW;
            let mut n = 0;
            while n < 16 {
                table[n] <<= 4;
                n += 1;
            }
            table
        };
        // SAFETY: AVX2 is there, or the module would not be; all bytes are values of a vector.
        unsafe {
            let nibbles = _mm_set1_epi8(15);
            let low = _mm_and_si128(bits, nibbles);
            let high = _mm_and_si128(_mm_srli_epi16::<4>(bits), nibbles);
            let low = _mm_shuffle_epi8(core::mem::transmute::<[u8; 16], __m128i>(HIGH), low);
            let high = _mm_shuffle_epi8(core::mem::transmute::<[u8; 16], __m128i>(LOW), high);
            _mm_or_si128(low, high)
        }
    }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(super) use plain::slide;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(super) use vector::slide;

#[cfg(test)]
mod tests {
    use super::super::rays::{ray_attacks, tests::occupancies};
    use super::*;

    #[test]
    fn slides_are_their_rays() {
        for occupied in occupancies() {
            let families = [Family::Bishop, Family::Rook];
            for (sq, family) in Square::all().flat_map(|sq| families.map(|family| (sq, family))) {
                let rays = family.rising().into_iter().chain(family.falling());
                let expected =
                    rays.fold(Bitboard::EMPTY, |all, direction| all | ray_attacks(direction, sq, occupied));
                assert_eq!(slide(family, sq, occupied), expected, "{sq} {occupied:?}");
            }
        }
    }
}
