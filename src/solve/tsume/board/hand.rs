//! The attacker's hand packed into 32 bits for tables, with the guard bits between counts that [`TableKey`]
//! requires.
//!
//! [`TableKey`]: crate::store::TableKey

use crate::types::Hand;

/// For each kind: its byte in [`Hand::to_bits`], the width of its count, and the count's lowest bit in a packed
/// hand.
const FIELDS: [(u32, u32, u32); 7] =
    [(1, 5, 0), (2, 3, 6), (3, 3, 10), (4, 3, 14), (7, 3, 18), (5, 2, 22), (6, 2, 25)];

/// Packs a hand.
#[inline(always)]
pub fn pack(hand: Hand) -> u32 {
    pack_bits(hand.to_bits())
}

/// Packs counts given as one byte for each kind.
#[inline(always)]
pub fn pack_bits(counts: u64) -> u32 {
    let field =
        |(byte, width, at): (u32, u32, u32)| ((counts >> (8 * byte)) as u32 & ((1 << width) - 1)) << at;
    let [a, b, c, d, e, f, g] = FIELDS;
    field(a) | field(b) | field(c) | field(d) | field(e) | field(f) | field(g)
}

/// Unpacks a hand to one byte for each kind.
#[inline(always)]
pub fn unpack_bits(hand: u32) -> u64 {
    let hand = u64::from(hand);
    let byte = |(byte, width, at): (u32, u32, u32)| (hand >> at & ((1 << width) - 1)) << (8 * byte);
    let [a, b, c, d, e, f, g] = FIELDS;
    byte(a) | byte(b) | byte(c) | byte(d) | byte(e) | byte(f) | byte(g)
}
