//! Correction history: by how much searches of similar positions came out above or below their static
//! evaluation. Positions are similar when they share one of several keys; the entries of all keys are added
//! up.

use super::gravity::add_within;
use super::keys::{PIECE_TOS, PieceTo, hash_of};
use crate::position::{Group, Position};
use crate::types::Color;

/// Kinds of hashed keys: pawns, generals, hands.
const HASHED: usize = 3;
/// The number of entries for each kind of key and each side to move.
const ENTRIES: usize = 1 << 14;
/// The bound of an entry, and the number of its units in a centipawn.
const LIMIT: i32 = 2_048;
const UNIT: i32 = 16;

/// The tables, in units of 1/[`UNIT`] centipawn.
pub struct Corrections {
    /// By kind of key, then by side to move and hash.
    hashed: [Vec<i16>; HASHED],
    /// By the moves one and two plies before.
    moves: [Vec<i16>; 2],
}

/// The correction entries of a position: by its pawns, by its generals, by the hands, and by the moves one
/// and two plies before.
#[derive(Clone, Copy, Debug)]
pub struct CorrectionKeys {
    hashed: [usize; HASHED],
    earlier: [PieceTo; 2],
}

impl CorrectionKeys {
    /// The keys of a position that was reached by the moves `earlier`.
    #[inline]
    pub fn new(position: &Position, earlier: [PieceTo; 2]) -> CorrectionKeys {
        let [black, white] = Color::ALL.map(|color| position.hand(color).to_bits());
        let hands = black.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ white;
        let hashes =
            [hash_of(position, &[Group::Pawn]), hash_of(position, &[Group::Silver, Group::Gold]), hands];
        let side = position.side_to_move().index() * ENTRIES;
        let entry = |hash: u64| side + (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as usize;
        CorrectionKeys { hashed: hashes.map(entry), earlier }
    }
}

impl Corrections {
    /// The bytes of all tables.
    pub const BYTES: usize = size_of::<i16>() * (2 * HASHED * ENTRIES + 2 * PIECE_TOS);

    /// Tables of zeros.
    pub fn new() -> Corrections {
        Corrections {
            hashed: [(); HASHED].map(|()| vec![0; 2 * ENTRIES]),
            moves: [(); 2].map(|()| vec![0; PIECE_TOS]),
        }
    }

    /// The correction of the static evaluation, in centipawns: by how much searches of similar positions came
    /// out above their static evaluations. `weights` are the weights of the five keys, in 1/64.
    #[inline]
    pub fn of(&self, keys: CorrectionKeys, weights: [i32; HASHED + 2]) -> i32 {
        let mut sum = 0;
        for ((table, key), weight) in self.hashed.iter().zip(keys.hashed).zip(weights) {
            sum += weight * i32::from(table[key]);
        }
        for ((table, key), weight) in self.moves.iter().zip(keys.earlier).zip(&weights[HASHED..]) {
            sum += weight * i32::from(table[key.index()]);
        }
        sum / (64 * UNIT)
    }

    /// Records that a search to `depth` came out above the static evaluation by `error` centipawns.
    #[inline]
    pub fn update(&mut self, keys: CorrectionKeys, error: i32, depth: i32) {
        let bonus = (error * depth.min(16)).clamp(-LIMIT / 4, LIMIT / 4);
        for (table, key) in self.hashed.iter_mut().zip(keys.hashed) {
            add_within::<LIMIT>(&mut table[key], bonus);
        }
        for (table, key) in self.moves.iter_mut().zip(keys.earlier) {
            if key != PieceTo::NONE {
                add_within::<LIMIT>(&mut table[key.index()], bonus);
            }
        }
    }
}
