//! The packed form after moves that are not played: the few bits that they change.

use super::super::playing::{Moved, arrived};
use super::{HAND_BITS, HANDS_AT, PLANES, Packed, REST, count_bits};
use crate::types::{HAND_KINDS, Move, PieceKind, Square};

/// For each cell, its bits at the places that the planes of the 65th square have in the tail: its low and its high word.
static REST_BITS: [[u64; 2]; 32] = {
    let mut table = [[0; 2]; 32];
    let mut cell = 0;
    while cell < 32 {
        let mut bit = 0;
        while bit < 5 {
            table[cell][REST * bit / 64] |= (cell as u64 >> bit & 1) << (REST * bit % 64);
            bit += 1;
        }
        cell += 1;
    }
    table
};

/// One piece of a kind (by its number) in a hand, in the last word.
static IN_HAND: [[u64; 8]; 2] = {
    let mut table = [[0; 8]; 2];
    let mut at = HANDS_AT - 64;
    let mut i = 0;
    while i < HAND_KINDS.len() {
        table[0][HAND_KINDS[i] as usize] = 1 << at;
        table[1][HAND_KINDS[i] as usize] = 1 << (at + HAND_BITS);
        at += count_bits(HAND_KINDS[i]);
        i += 1;
    }
    table
};

const WHITE_TO_MOVE: u64 = 1 << 63;

/// For each cell, all bits of a word for each of its bits that is set.
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

impl Packed {
    /// Becomes the packed form after a pseudo-legal move of the given pieces.
    #[inline(always)]
    pub(crate) fn play(&mut self, mv: Move, Moved { piece, captured }: Moved) {
        let us = usize::from(self.0[6] & WHITE_TO_MOVE != 0);
        let in_hand = |kind: PieceKind| IN_HAND[us][kind.index() & 7];
        let mut change = WHITE_TO_MOVE;
        let mut bits = arrived(piece, mv.promotes()).index();
        if let Some(captured) = captured {
            change = change.wrapping_add(in_hand(captured.kind().unpromoted()));
            bits ^= captured.index();
        }
        match mv.from() {
            Some(from) => self.toggle(from, piece.index()),
            None => change = change.wrapping_sub(in_hand(piece.kind())),
        }
        self.toggle(mv.to(), bits);
        // The side is the highest bit: adding to it is turning it over.
        self.0[6] = self.0[6].wrapping_add(change);
    }

    /// Turns bits of the cell of a square over.
    ///
    /// In both places in which a square can be, so that no branch depends on the square: in one of them nothing changes.
    #[inline(always)]
    fn toggle(&mut self, square: Square, bits: usize) {
        let sq = square.index() as u32;
        let square = u64::from(sq < 64) << (sq % 64);
        for (word, mask) in self.0[..PLANES].iter_mut().zip(&ALL_OR_NONE[bits & 31]) {
            *word ^= mask & square;
        }
        let is_in_tail = 0u64.wrapping_sub(u64::from(sq / 64));
        let [low, high] = REST_BITS[bits & 31].map(|half| half & is_in_tail);
        let rest = (u128::from(low) | u128::from(high) << 64) << (sq % 32);
        self.0[5] ^= rest as u64;
        self.0[6] ^= (rest >> 64) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    /// The packed form after the moves is that of the position after them.
    fn check(sfen: &str, moves: &[&str]) {
        let before = Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"));
        let moves = moves.iter().map(|mv| mv.parse::<Move>().expect("a move"));
        let mut played = before.clone();
        let mut packed = before.pack().expect("a position that can be packed");
        for mv in moves {
            packed.play(mv, played.pieces_of(mv));
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
        // A promoted piece is taken by a drop's neighbour, drops of both sides, a king's move, what arrived is taken.
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
