//! The packed form after moves that are not played: only a few bits change.

use super::super::playing::Moved;
use super::{HAND_BITS, HANDS_AT, PLANES, Packed, REST, count_bits};
use crate::board::Bitboard;
use crate::types::{HAND_KINDS, Move};

/// For each cell value, a word of all ones for each of its bits that is set, a word of zeros for each other
/// bit.
static ALL_OR_NONE: [[u64; 8]; 32] = {
    let mut table = [[0; 8]; 32];
    let mut cell = 0;
    while cell < 32 {
        let mut bit = 0;
        while bit < PLANES {
            table[cell][bit] = 0u64.wrapping_sub(cell as u64 >> bit & 1);
            bit += 1;
        }
        cell += 1;
    }
    table
};

/// For each cell value, its bits at the places in the tail where the planes keep the square with number 64.
static REST_BITS: [u128; 32] = {
    let mut table = [0; 32];
    let mut cell = 0;
    while cell < 32 {
        let mut bit = 0;
        while bit < PLANES {
            table[cell] |= (cell as u128 >> bit & 1) << (REST * bit);
            bit += 1;
        }
        cell += 1;
    }
    table
};

/// For each cell value, its piece added to a side's hand in the last word; 0 for an empty cell.
static IN_HAND: [[u64; 32]; 2] = {
    let mut table = [[0; 32]; 2];
    let mut at = HANDS_AT - 64;
    let mut i = 0;
    while i < HAND_KINDS.len() {
        // For pieces of either side, promoted or not; no cell has the number of a promoted gold.
        let mut cell = HAND_KINDS[i] as usize;
        while cell < 32 {
            table[0][cell] = 1 << at;
            table[1][cell] = 1 << (at + HAND_BITS);
            cell += 8;
        }
        at += count_bits(HAND_KINDS[i]);
        i += 1;
    }
    table
};

const WHITE_TO_MOVE: u64 = 1 << 63;

/// The changes by moves. They are collected first and applied at once, so that no word is read right after it
/// was written.
struct Change {
    planes: [u64; PLANES],
    /// The changes of the planes' squares from 64 on, laid out as in the tail.
    rest: u128,
    /// A number to be added to the last word: the changes of hands and of the side to move. The side is the
    /// highest bit, so adding 1 to it toggles it.
    sum: u64,
}

impl Change {
    /// Adds a pseudo-legal move of the given pieces; `us` is the number of the moving side.
    #[inline(always)]
    fn play(&mut self, us: usize, mv: Move, moved: Moved) {
        let (piece, taken) = (moved.piece(), usize::from(moved.taken() & 31));
        self.sum = self.sum.wrapping_add(WHITE_TO_MOVE).wrapping_add(IN_HAND[us][taken]);
        let to = Bitboard::square(mv.to());
        let mut squares = to;
        // The bits by which the destination changes in addition to those of the moving piece: usually none,
        // because most moves neither capture nor promote. The number of a promoted kind is that of its
        // unpromoted kind plus 8.
        let besides = usize::from(mv.promotes()) << 3 ^ taken;
        match mv.from() {
            Some(from) => squares |= Bitboard::square(from),
            None => self.sum = self.sum.wrapping_sub(IN_HAND[us][piece.index() & 31]),
        }
        self.toggle(squares, piece.index());
        if besides != 0 {
            self.toggle(to, besides);
        }
    }

    /// Toggles bits of the cells of some squares.
    #[inline(always)]
    fn toggle(&mut self, squares: Bitboard, bits: usize) {
        let squares = squares.to_bits();
        for (plane, mask) in self.planes.iter_mut().zip(&ALL_OR_NONE[bits & 31]) {
            *plane ^= mask & squares as u64;
        }
        // The product contains the last squares once for each bit that is set, at the place of its plane.
        self.rest ^= REST_BITS[bits & 31].wrapping_mul(squares >> 64);
    }
}

impl Packed {
    /// The packed form after successive pseudo-legal moves of the given pieces.
    #[inline(always)]
    pub(crate) fn after(&self, moves: impl IntoIterator<Item = (Move, Moved)>) -> Packed {
        let mut us = usize::from(self.0[6] & WHITE_TO_MOVE != 0);
        let mut change = Change { planes: [0; PLANES], rest: 0, sum: 0 };
        for (mv, moved) in moves {
            change.play(us, mv, moved);
            us ^= 1;
        }
        let [a, b, c, d, e, low, high] = self.0;
        let [p0, p1, p2, p3, p4] = change.planes;
        // In this word the bits of squares are below those of hands, so the addition does not affect them.
        let high = (high ^ (change.rest >> 64) as u64).wrapping_add(change.sum);
        Packed([a ^ p0, b ^ p1, c ^ p2, d ^ p3, e ^ p4, low ^ change.rest as u64, high])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    /// Checks that the packed form after the moves is that of the position after them.
    fn check(sfen: &str, moves: &[&str]) {
        let before = Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"));
        let moves = moves.iter().map(|mv| mv.parse::<Move>().expect("a move"));
        let mut played = before.clone();
        let mut packed = before.pack().expect("a position that can be packed");
        for mv in moves {
            packed = packed.after([(mv, played.pieces_of(mv))]);
            played.do_move(mv);
            assert_eq!(Some(packed), played.pack(), "{sfen} {mv}");
        }
    }

    #[test]
    fn it_is_that_of_the_position_after_the_moves() {
        // Black first and White first, in both parts of a plane.
        check("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", &["7g7f"]);
        check("lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1", &["8h2b+", "3a2b"]);
        let sfen = "4k4/1P5p1/9/4s4/3P1N3/4O4/9/9/K3R4 w RBGSNLP2rb3g2s3n3l14p 1";
        // A promoted piece is captured next to a drop, drops of both sides, a king's move, a piece that has
        // just moved is captured.
        check(sfen, &["5d4e", "P*5b"]);
        check(sfen, &["5d6e", "8b8a+"]);
        check(sfen, &["5a6b", "L*6c"]);
        check(sfen, &["G*5e", "4e3c+"]);
        check(sfen, &["P*8c", "8b8a"]);
        check(sfen, &["2b2c", "B*2b"]);
        check("9/2k6/9/2+P6/9/9/9/9/8K w - 1", &["7b8c", "7d7c"]);
        check("9/2k6/2+R6/9/9/9/9/9/8K w r 1", &["7b7c", "1i2i"]);
        check("k8/7+b1/9/9/9/9/9/9/7R1 w - 1", &["2b1b", "2i2b+"]);
        check("+B7k/9/9/9/9/9/9/9/K8 w r 1", &["R*9b", "9a9b"]);
        check("8k/9/9/9/9/9/9/1r7/K7+P w 4P17p 1", &["8h8i+", "9i8i"]);
    }
}
