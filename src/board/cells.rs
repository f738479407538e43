//! The cells of a board, made from planes of their bits.

use super::Bitboard;
use crate::types::Square;

/// The bits of a cell.
pub(crate) const CELL_BITS: usize = 5;
/// The number of cells written: those of the board, and further ones up to the end of the last register.
const WRITTEN: usize = 96;

/// Writes the cells of the 81 squares: bit *n* of each is in plane *n*. The other cells below 96 become zero.
#[inline(always)]
pub(crate) fn fill_cells(cells: &mut [u8; Square::TABLE], planes: &[Bitboard; CELL_BITS]) {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    vector::fill(cells, planes);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
    plain::fill(cells, planes);
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
mod plain {
    use super::*;

    /// For each byte, its bits spread over eight bytes, lowest bit first.
    static SPREAD: [u64; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut bit = 0;
            while bit < 8 {
                table[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
                bit += 1;
            }
            byte += 1;
        }
        table
    };

    /// Eight cells at a time.
    pub fn fill(cells: &mut [u8; Square::TABLE], planes: &[Bitboard; CELL_BITS]) {
        for (i, chunk) in cells[..WRITTEN].as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let mut word = 0;
            for (bit, plane) in planes.iter().enumerate() {
                word |= SPREAD[usize::from((plane.to_bits() >> (8 * i)) as u8)] << bit;
            }
            *chunk = word.to_le_bytes();
        }
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod vector {
    use super::*;
    use std::arch::x86_64::*;

    /// For each of 32 bytes: which byte of its plane holds its bit, in the first of the registers' chunks.
    const BYTES: [u8; 32] = {
        let mut table = [0; 32];
        let mut i = 0;
        while i < 32 {
            table[i] = i as u8 / 8;
            i += 1;
        }
        table
    };

    /// 32 cells at a time: each byte gets the byte of the plane that holds its bit, and is then its own bit or nothing.
    #[inline(always)]
    pub fn fill(cells: &mut [u8; Square::TABLE], planes: &[Bitboard; CELL_BITS]) {
        for (i, chunk) in cells[..WRITTEN].as_chunks_mut::<32>().0.iter_mut().enumerate() {
            // SAFETY: AVX2 is there, or the module would not be; all bytes are values of a vector, and the other way
            // round.
            unsafe {
                let first = core::mem::transmute::<[u8; 32], __m256i>(BYTES);
                let bytes = _mm256_add_epi8(first, _mm256_set1_epi8(4 * i as i8));
                let bits = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
                let mut sum = _mm256_setzero_si256();
                for (bit, plane) in planes.iter().enumerate() {
                    let plane = _mm256_broadcastsi128_si256(plane.to_vector());
                    let own = _mm256_and_si256(_mm256_shuffle_epi8(plane, bytes), bits);
                    let is_set = _mm256_cmpeq_epi8(own, bits);
                    sum = _mm256_or_si256(sum, _mm256_and_si256(is_set, _mm256_set1_epi8(1 << bit)));
                }
                *chunk = core::mem::transmute::<__m256i, [u8; 32]>(sum);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rays::tests::occupancies;
    use super::*;

    #[test]
    fn cells_are_the_bits_of_the_planes() {
        let boards: Vec<Bitboard> = occupancies().collect();
        for planes in boards.as_chunks::<CELL_BITS>().0 {
            let [mut cells, mut slow] = [[0xff; Square::TABLE]; 2];
            fill_cells(&mut cells, planes);
            plain::fill(&mut slow, planes);
            for sq in Square::all() {
                let bits = planes.iter().enumerate();
                let expected = bits.map(|(bit, plane)| u8::from(plane.contains(sq)) << bit).sum::<u8>();
                assert_eq!((cells[sq.index()], slow[sq.index()]), (expected, expected), "{sq} {planes:?}");
            }
            assert_eq!(cells[81..WRITTEN], [0; WRITTEN - 81]);
            assert_eq!(cells, slow);
        }
    }
}
