//! Extracting all small numbers packed into a word at once.

/// The positions of sixteen numbers of at most eight bits in a word, none of them below bit 8.
pub(crate) struct Fields {
    /// The first bit of each number: those of the first result, then those of the second one.
    #[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
    at: [u8; FIELDS],
    masks: [u16; FIELDS],
    /// For each byte of sixteen words of 16 bits: the index of the byte of the input word to load. A number
    /// begins at bit 1 to 8 of its 16-bit word.
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    bytes: [u8; 2 * FIELDS],
    /// The factors that move the numbers to bit 16 by multiplication.
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    factors: [u16; FIELDS],
}

const FIELDS: usize = 16;

impl Fields {
    /// Fields by their first bit and their width in bits, which is zero when there is no number.
    pub(crate) const fn new(fields: [(usize, usize); FIELDS]) -> Fields {
        let mut made = Fields {
            #[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
            at: [8; FIELDS],
            masks: [0; FIELDS],
            #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
            bytes: [0; 2 * FIELDS],
            #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
            factors: [0; FIELDS],
        };
        let mut i = 0;
        while i < FIELDS {
            let (at, bits) = fields[i];
            if bits > 0 {
                assert!(at >= 8 && bits <= 8 && at + bits <= 64);
                made.masks[i] = (1 << bits) - 1;
                #[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
                {
                    made.at[i] = at as u8;
                }
                #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
                {
                    // The number begins at bit 1 to 8 of the two bytes from this one on. Bits beyond the last
                    // byte of the word are not used.
                    let byte = (at - 1) / 8;
                    made.bytes[2 * i] = byte as u8;
                    made.bytes[2 * i + 1] = byte as u8 + 1;
                    made.factors[i] = 1 << (16 - (at - 8 * byte));
                }
            }
            i += 1;
        }
        made
    }

    /// The numbers, one in each byte: the first eight and the last eight.
    #[inline(always)]
    pub(crate) fn take(&self, word: u64) -> [u64; 2] {
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        {
            use std::arch::x86_64::*;
            // SAFETY: AVX2 is there, or this would not be; each table is read in its length, and two words of 64 bits
            // are a vector.
            unsafe {
                let load = |table: *const u8| _mm256_loadu_si256(table.cast::<__m256i>());
                let words = _mm256_set1_epi64x(word as i64);
                let words = _mm256_shuffle_epi8(words, load(self.bytes.as_ptr()));
                let numbers = _mm256_mulhi_epu16(words, load(self.factors.as_ptr().cast()));
                let numbers = _mm256_and_si256(numbers, load(self.masks.as_ptr().cast()));
                let (first, second) =
                    (_mm256_castsi256_si128(numbers), _mm256_extracti128_si256::<1>(numbers));
                core::mem::transmute::<__m128i, [u64; 2]>(_mm_packus_epi16(first, second))
            }
        }
        #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
        self.take_plainly(word)
    }

    /// The same, one number at a time.
    #[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
    #[inline(always)]
    fn take_plainly(&self, word: u64) -> [u64; 2] {
        let mut taken = [0; 2];
        for (i, (&at, &mask)) in self.at.iter().zip(&self.masks).enumerate() {
            taken[i / 8] |= (word >> at & u64::from(mask)) << (8 * (i % 8));
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::super::rays::tests::occupancies;
    use super::*;

    #[test]
    fn numbers_are_taken_as_one_by_one() {
        // At every bit from 8 on, with every width.
        for bits in 1..=8 {
            for first in (8..64 - bits).step_by(3) {
                let at = |i| (first + 5 * i) % (57 - bits) + 8;
                let fields =
                    Fields::new(std::array::from_fn(|i| if i == 9 { (0, 0) } else { (at(i), bits) }));
                for word in occupancies().map(|board| (board.to_bits() >> 9) as u64) {
                    assert_eq!(fields.take(word), fields.take_plainly(word), "{bits} {first} {word:x}");
                    let number = word >> at(2) & ((1 << bits) - 1);
                    assert_eq!(fields.take(word)[0] >> 16 & 255, number);
                }
            }
        }
    }
}
