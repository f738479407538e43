//! Four sets of squares that are compared with four others at once.

use super::Bitboard;

/// Four sets of squares.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub struct Four(pub [Bitboard; 4]);

impl Four {
    /// Whether one of the sets shares a square with the corresponding one of the others.
    #[inline(always)]
    pub fn meets(&self, others: &Four) -> bool {
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        {
            use std::arch::x86_64::*;
            let half = |sets: &Four, half: usize| {
                // SAFETY: AVX2 is there, or this would not be; four sets are two times 32 bytes, aligned to as many.
                unsafe { _mm256_load_si256(std::ptr::from_ref(sets).cast::<__m256i>().add(half)) }
            };
            // SAFETY: AVX2 is there, or this would not be.
            unsafe {
                let first = _mm256_and_si256(half(self, 0), half(others, 0));
                let second = _mm256_and_si256(half(self, 1), half(others, 1));
                let shared = _mm256_or_si256(first, second);
                _mm256_testz_si256(shared, shared) == 0
            }
        }
        #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
        self.0.iter().zip(others.0).any(|(set, other)| set.intersects(other))
    }
}

#[cfg(test)]
mod tests {
    use super::super::rays::tests::occupancies;
    use super::*;

    #[test]
    fn they_meet_when_a_pair_does() {
        let sets: Vec<Bitboard> = occupancies().take(40).collect();
        for at in 0..8 {
            for bit in [0, 5, 63, 64, 80] {
                let mut four = [Bitboard::EMPTY; 4];
                four[at % 4] = Bitboard::from_bits(1 << bit);
                for others in sets.as_chunks::<4>().0 {
                    let expected = !(four[at % 4] & others[at % 4]).is_empty();
                    assert_eq!(Four(four).meets(&Four(*others)), expected, "{four:?} {others:?}");
                }
            }
        }
    }
}
