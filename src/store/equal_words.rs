//! Comparing eight words with one value at once, with vector instructions where the build has them.

/// Compares eight words with a value: bit `n` of the result is set if word `n` equals it.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline(always)]
pub fn equal_words(words: &[u64; 8], wanted: u64) -> u32 {
    use std::arch::x86_64::*;
    let half = |first: usize| {
        // SAFETY: this function is compiled only for targets with AVX2; four words within the eight are read.
        unsafe {
            let four = _mm256_loadu_si256(words[first..first + 4].as_ptr().cast());
            let equal = _mm256_cmpeq_epi64(four, _mm256_set1_epi64x(wanted as i64));
            _mm256_movemask_pd(_mm256_castsi256_pd(equal)) as u32
        }
    };
    half(0) | half(4) << 4
}

/// Compares eight words with a value: bit `n` of the result is set if word `n` equals it.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
#[inline(always)]
pub fn equal_words(words: &[u64; 8], wanted: u64) -> u32 {
    words.iter().enumerate().fold(0, |mask, (n, &word)| mask | u32::from(word == wanted) << n)
}

/// Compares eight 32-bit words with a value: bit `n` of the result is set if word `n` equals it.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline(always)]
pub fn equal_halves(words: &[u32; 8], wanted: u32) -> u32 {
    use std::arch::x86_64::*;
    // SAFETY: this function is compiled only for targets with AVX2; exactly the eight words are read.
    unsafe {
        let all = _mm256_loadu_si256(words.as_ptr().cast());
        let equal = _mm256_cmpeq_epi32(all, _mm256_set1_epi32(wanted as i32));
        _mm256_movemask_ps(_mm256_castsi256_ps(equal)) as u32
    }
}

/// Compares eight 32-bit words with a value: bit `n` of the result is set if word `n` equals it.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
#[inline(always)]
pub fn equal_halves(words: &[u32; 8], wanted: u32) -> u32 {
    words.iter().enumerate().fold(0, |mask, (n, &word)| mask | u32::from(word == wanted) << n)
}

#[cfg(test)]
mod tests {
    use super::{equal_halves, equal_words};

    #[test]
    fn each_word_has_its_bit() {
        for mask in 0..=255u32 {
            let words = std::array::from_fn(|n| if mask >> n & 1 != 0 { u64::MAX / 3 } else { n as u64 });
            assert_eq!(equal_words(&words, u64::MAX / 3), mask);
            assert_eq!(equal_halves(&words.map(|word| word as u32), u32::MAX / 3), mask);
        }
        // Every bit counts.
        for bit in 0..64 {
            assert_eq!(equal_words(&[7; 8], 7 ^ 1 << bit), 0);
            assert_eq!(equal_halves(&[7; 8], 7 ^ 1 << (bit % 32)), 0);
        }
    }
}
