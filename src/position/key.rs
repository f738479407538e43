//! Random words for the incremental 128-bit keys (Zobrist 1970).
//!
//! There is one word for each piece on each square (stones included), one for each side, kind **and count**
//! of pieces in hand, and one for White to move. The words are fixed, so the keys are the same in every run.

use super::split_mix::{SPLIT_MIX_STEP, split_mix};
use crate::types::{Color, Hand, PieceKind, Square};

/// The cell value of a stone; it uses a row that belongs to no piece.
pub(super) const STONE: usize = 15;

/// The words of pieces on the board, by piece number (or [`STONE`]) and square.
pub(super) static PIECES: [[u128; Square::TABLE]; 32] = make_pieces();
static HANDS: [[[u128; Hand::MAX as usize + 1]; 8]; 2] = make_hands();
/// The change of the key when one piece is added to a hand that holds `count` of its kind.
static GAINS: [[[u128; Hand::MAX as usize + 1]; 8]; 2] = make_gains();
/// The word for White to move.
pub(super) const WHITE_TO_MOVE: u128 = word(0x5157_0000);

/// The word for `count` pieces of an unpromoted kind in a hand; zero for none.
#[inline(always)]
pub(super) fn hand_word(color: Color, kind: PieceKind, count: u32) -> u128 {
    HANDS[color.index()][kind.index() & 7][count as usize & Hand::MAX as usize]
}

/// The change of the key when one piece of an unpromoted kind is added to a hand that holds `count` of it.
#[inline(always)]
pub(super) fn gain(color: Color, kind: PieceKind, count: u32) -> u128 {
    GAINS[color.index()][kind.index() & 7][count as usize & Hand::MAX as usize]
}

/// The change of the key when the piece of a cell is captured on its square: it leaves the board and joins
/// the hand of `us`.
#[inline(always)]
pub(super) fn taken_words(us: Color, hand: Hand, cell: u8, sq: Square) -> u128 {
    // The number of a promoted kind is that of its unpromoted kind plus 8.
    let kind = usize::from(cell & 7);
    let held = (hand.to_bits() >> (8 * kind)) as usize;
    PIECES[usize::from(cell & 31)][sq.index()] ^ GAINS[us.index()][kind][held & Hand::MAX as usize]
}

/// The words of a whole hand.
#[inline(always)]
pub(super) fn hand_words(color: Color, hand: Hand) -> u128 {
    let (mut rest, mut words) = (hand.to_bits(), 0);
    while rest != 0 {
        let kind = rest.trailing_zeros() as usize / 8;
        let count = (rest >> (8 * kind)) as usize;
        words ^= HANDS[color.index()][kind][count & Hand::MAX as usize];
        rest &= !(0xff << (8 * kind));
    }
    words
}

/// The `n`-th 128-bit word, made of two numbers of SplitMix64 with the seed 0.
const fn word(n: u64) -> u128 {
    const fn number(n: u64) -> u64 {
        split_mix(n.wrapping_mul(SPLIT_MIX_STEP))
    }
    (number(2 * n) as u128) << 64 | number(2 * n + 1) as u128
}

const fn make_pieces() -> [[u128; Square::TABLE]; 32] {
    let mut table = [[0; Square::TABLE]; 32];
    let mut piece = 0;
    while piece < 32 {
        let mut sq = 0;
        while sq < 81 {
            table[piece][sq] = word((piece * 81 + sq) as u64);
            sq += 1;
        }
        piece += 1;
    }
    table
}

const fn make_hands() -> [[[u128; Hand::MAX as usize + 1]; 8]; 2] {
    const COUNTS: usize = Hand::MAX as usize + 1;
    let mut table = [[[0; COUNTS]; 8]; 2];
    let mut color = 0;
    while color < 2 {
        let mut kind = 0;
        while kind < 8 {
            let mut count = 1;
            while count < COUNTS {
                table[color][kind][count] = word((0x10_0000 + (color * 8 + kind) * COUNTS + count) as u64);
                count += 1;
            }
            kind += 1;
        }
        color += 1;
    }
    table
}

const fn make_gains() -> [[[u128; Hand::MAX as usize + 1]; 8]; 2] {
    let mut table = make_hands();
    let mut row = 0;
    while row < 16 {
        let words = &mut table[row / 8][row % 8];
        let mut count = 0;
        while count < Hand::MAX as usize {
            words[count] ^= words[count + 1];
            count += 1;
        }
        // A count beyond the largest one is treated as zero.
        row += 1;
    }
    table
}
