//! What is constant in a problem, as a part of every key: a table serves many problems.

use crate::position::Position;
use crate::problem::Futile;
use crate::types::{Color, HAND_KINDS};

/// A word for the attacker, the policy and the pieces that take part. (Stones are part of the board's key.)
pub(super) fn seed(position: &Position, attacker: Color, futile: Futile) -> u128 {
    let rest = position.piece_box();
    let mut word: u128 = 1 + attacker as u128 + 2 * u128::from(futile == Futile::Official);
    for kind in HAND_KINDS {
        word = word * 32 + u128::from(rest.count(kind));
    }
    let mixed = word.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    (mixed ^ mixed >> 67).wrapping_mul(0xda94_2042_e4dd_58b5_94d0_49bb_1331_11eb)
}
