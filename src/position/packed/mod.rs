//! The packed form: a lossless encoding of a position in 56 bytes, for the solvers' frontiers.
//!
//! It is not a file format, because its layout may change. It can hold any subset of the pieces, with or
//! without either king, and hands larger than usual. Data that is constant in a problem (stones, the piece
//! box) and the move number are not included. Two positions with the same stones are equal, apart from their
//! move numbers, exactly when their packed forms are equal.

mod after;

use super::Position;
use super::state::NO_KING;
use crate::board::{Bitboard, CELL_BITS, Fields, REST, fill_cells, join_planes};
use crate::types::{Color, HAND_KINDS, Hand, PieceKind, Square};

/// A position as five planes of 81 bits (four bits of the kind number, one of the colour), hands of 21 bits and
/// the side to move, 448 bits in all.
///
/// Words 0 to 4 are squares 0 to 63 of the planes. Words 5 and 6 are one number of 128 bits, lowest bits
/// first: the 17 remaining squares of each of the five planes, Black's hand, White's hand, and 1 when White
/// is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Packed([u64; 7]);

const _: () = assert!(size_of::<Packed>() == 56);

const PLANES: usize = CELL_BITS;
const HANDS_AT: usize = PLANES * REST;
const HAND_BITS: usize = 21;
const SIDE_AT: usize = HANDS_AT + 2 * HAND_BITS;
const _: () = assert!(SIDE_AT == 127);

/// The number of bits for the count of each kind in a packed hand.
const fn count_bits(kind: PieceKind) -> usize {
    match kind {
        PieceKind::Pawn => 5,
        PieceKind::Bishop | PieceKind::Rook => 2,
        _ => 3,
    }
}

/// The largest hand that fits.
pub(super) const FULLEST: Hand = {
    let mut hand = Hand::EMPTY;
    let mut i = 0;
    while i < HAND_KINDS.len() {
        hand.set(HAND_KINDS[i], (1 << count_bits(HAND_KINDS[i])) - 1);
        i += 1;
    }
    hand
};

impl Position {
    /// The packed form. `None` when a hand does not fit (at most 31 pawns, 7 lances, knights, silvers or
    /// golds, 3 bishops or rooks fit), or when a side has several kings; never for a legal position.
    #[doc(hidden)]
    pub fn pack(&self) -> Option<Packed> {
        let [black, white] = self.hands;
        if !FULLEST.contains(black) || !FULLEST.contains(white) {
            return None;
        }
        let pieces = (self.colors[0] | self.colors[1]).to_bits();
        let [p0, p1, p2, p3] = kind_planes(&self.cells).map(|plane| plane & pieces);
        let kings = Bitboard::from_bits(p3 & !(p0 | p1 | p2));
        if (kings & self.colors[0]).has_many() || (kings & self.colors[1]).has_many() {
            return None;
        }
        let planes = [p0, p1, p2, p3, self.colors[1].to_bits()];
        let mut tail = (self.side.index() as u128) << SIDE_AT;
        for (i, plane) in planes.into_iter().enumerate() {
            tail |= (plane >> 64) << (REST * i);
        }
        tail |= u128::from(pack_hand(black) | pack_hand(white) << HAND_BITS) << HANDS_AT;
        let [a, b, c, d, e] = planes.map(|plane| plane as u64);
        Some(Packed([a, b, c, d, e, tail as u64, (tail >> 64) as u64]))
    }
}

impl Packed {
    /// The number of bytes.
    pub const BYTES: usize = 56;

    /// The bytes of the words, in little-endian order.
    pub fn to_bytes(&self) -> [u8; Packed::BYTES] {
        let mut bytes = [0; Packed::BYTES];
        for (chunk, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(self.0) {
            *chunk = word.to_le_bytes();
        }
        bytes
    }

    /// The packed form with these bytes, for a problem with these stones. `None` when no position has this
    /// packed form. The legality of the position is not checked.
    pub fn from_bytes(bytes: &[u8; Packed::BYTES], stones: Bitboard) -> Option<Packed> {
        let mut packed = Packed([0; 7]);
        for (word, chunk) in packed.0.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*chunk);
        }
        let stands_on_stones = packed.planes()[..PLANES - 1].iter().any(|plane| plane.intersects(stones));
        // The planes can encode kinds that do not exist, and several kings.
        (!stands_on_stones && packed.unpack(stones).pack() == Some(packed)).then_some(packed)
    }

    /// The position with move number 1; `stones` must be those that it had when it was packed.
    pub fn unpack(&self, stones: Bitboard) -> Position {
        let mut position = Position { stones, ..Position::empty() };
        self.unpack_to(&mut position, 0);
        position.key = position.compute_key();
        position
    }

    /// Like [`Packed::unpack`], but into a position that already has the stones, when the caller knows the
    /// key.
    #[inline]
    pub fn unpack_to(&self, position: &mut Position, key: u128) {
        let planes = self.planes();
        let [p0, p1, p2, p3, white] = planes;
        let pieces = p0 | p1 | p2 | p3;
        let stones = position.stones;
        debug_assert!(!pieces.intersects(stones), "the stones are not those of the packed position");
        // The low three bits give the way of moving, except for promoted small pieces, which move like golds.
        let (bishops, rooks) = ((p2 & p0).without(p1), (p2 & p1).without(p0));
        let kings = p3.without(p0 | p1 | p2);
        let king_steps = kings | p3 & (bishops | rooks);
        let plain = pieces.without(p3);
        let golds = plain & p2 & p1 & p0 | p3.without(king_steps);
        let few = plain.without(p2);
        position.groups = [
            (few & p0).without(p1),
            (few & p1).without(p0),
            few & p1 & p0,
            (plain & p2).without(p1 | p0),
            bishops,
            rooks,
            golds,
            king_steps,
        ];
        position.colors = [pieces.without(white), white];
        // A stone's number has all four kind bits set, but not the colour bit.
        fill_cells(&mut position.cells, &[p0 | stones, p1 | stones, p2 | stones, p3 | stones, white]);
        const { assert!(NO_KING as u32 == 0u128.trailing_zeros()) };
        let king = |kings: Bitboard| kings.to_bits().trailing_zeros() as u8;
        position.kings = [king(kings.without(white)), king(kings & white)];
        position.hands = HANDS.take(self.0[6]).map(Hand::from_bits);
        position.side = Color::ALL[(self.tail() >> SIDE_AT) as usize];
        position.key = key;
        position.move_number = 1;
    }
}

impl Packed {
    #[inline(always)]
    fn tail(&self) -> u128 {
        let [.., low, high] = self.0;
        u128::from(low) | u128::from(high) << 64
    }

    #[inline(always)]
    fn planes(&self) -> [Bitboard; PLANES] {
        let [words @ .., _, _] = &self.0;
        join_planes(words, self.tail())
    }
}

/// The number of words of eight cells that contain squares; the last of them contains only the 81st square.
const CHUNKS: usize = 11;

/// The planes of the four lowest bits of the cells.
fn kind_planes(cells: &[u8; Square::TABLE]) -> [u128; 4] {
    /// Gathers the lowest bits of eight bytes in the highest byte of the product.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let mut planes = [[0u64; 2]; 4];
    for (i, &chunk) in cells.as_chunks::<8>().0[..CHUNKS].iter().enumerate() {
        let word = u64::from_le_bytes(chunk);
        for (bit, plane) in planes.iter_mut().enumerate() {
            let bits = (word >> bit & 0x0101_0101_0101_0101).wrapping_mul(GATHER) >> 56;
            plane[i / 8] |= bits << (8 * (i % 8));
        }
    }
    planes.map(|[low, high]| u128::from(low) | u128::from(high) << 64)
}

fn pack_hand(hand: Hand) -> u64 {
    let mut packed = 0;
    let mut at = 0;
    for kind in HAND_KINDS {
        packed |= u64::from(hand.count(kind)) << at;
        at += count_bits(kind);
    }
    packed
}

/// The bit fields in the last word of the counts of Black's hand by kind number, then of White's.
static HANDS: Fields = {
    let mut fields = [(0, 0); 16];
    let mut at = HANDS_AT - 64;
    let mut i = 0;
    while i < HAND_KINDS.len() {
        let (kind, bits) = (HAND_KINDS[i] as usize, count_bits(HAND_KINDS[i]));
        fields[kind] = (at, bits);
        fields[8 + kind] = (at + HAND_BITS, bits);
        at += bits;
        i += 1;
    }
    Fields::new(fields)
};

#[cfg(test)]
mod tests {
    use super::*;

    fn read(sfen: &str) -> Position {
        Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"))
    }

    #[test]
    fn packing_keeps_everything_but_stones_and_move_number() {
        for sfen in [
            "startpos",
            "9/9/9/9/9/9/9/9/9 b - 1",
            "9/9/9/9/9/9/9/9/9 w 3R3B7G7S7N7L31P3r3b7g7s7n7l31p 1",
            "k8/9/9/9/9/9/9/9/8K w - 1",
            "8k/9/9/9/4O4/9/9/9/9 b 2R2B4G4S4N4L18P 1",
            "OOOOOOOOO/O+P+pO+L+lO+N+n/+S+s+R+r+B+b3/9/9/9/9/9/+r7O w - 1",
            "PpLlNnSsG/gBbRrKk+P+p/+L+l+N+n+S+s+B+b+R/9/9/9/9/9/8+r b 4P 1",
        ] {
            let position = read(sfen);
            let packed = position.pack().unwrap_or_else(|| panic!("{sfen}"));
            assert_eq!(packed.unpack(position.stones()), position, "{sfen}");
            let mut room = Position { stones: position.stones(), ..read("startpos") };
            packed.unpack_to(&mut room, position.key());
            assert_eq!(room, position, "{sfen}");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for sfen in [
            "9/9/9/9/9/9/9/9/9 b 8G 1",
            "9/9/9/9/9/9/9/9/9 b 4r 1",
            "9/9/9/9/9/9/9/9/9 b 31L 1",
            "4k4/9/9/9/9/9/9/9/k8 b - 1",
            "8K/9/9/9/9/9/9/9/K8 b - 1",
        ] {
            assert_eq!(read(sfen).pack(), None, "{sfen}");
        }
    }

    #[test]
    fn stones_and_move_number_make_no_difference() {
        let plain = read("4k4/9/9/9/9/9/9/9/9 b G 1").pack();
        assert_eq!(plain, read("4k4/9/9/OOO6/9/9/9/9/9 b G 99").pack());
        assert_ne!(plain, read("4k4/9/9/9/9/9/9/9/9 w G 1").pack());
    }
}
