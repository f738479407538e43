//! Arithmetic on proof and disproof pieces (証明駒, 反証駒): hands with one byte per kind as in [`Hand`], for all kinds
//! at once.
//!
//! [`Hand`]: crate::types::Hand

const TOPS: u64 = 0x8080_8080_8080_8080;
const BELOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Spreads the highest bit of each byte over the byte.
#[inline(always)]
const fn spread_top_bits(tops: u64) -> u64 {
    (tops >> 7) * 0xff
}

/// The larger count for each kind.
#[inline(always)]
pub const fn max_counts(a: u64, b: u64) -> u64 {
    let larger = spread_top_bits(((a | TOPS) - b) & TOPS);
    a & larger | b & !larger
}

/// The smaller count for each kind.
#[inline(always)]
pub const fn min_counts(a: u64, b: u64) -> u64 {
    let larger = spread_top_bits(((a | TOPS) - b) & TOPS);
    b & larger | a & !larger
}

/// A mask of the kinds with count 0.
#[inline(always)]
pub const fn absent_kinds(hand: u64) -> u64 {
    spread_top_bits(!(hand + BELOW) & TOPS)
}

/// The hand with one piece less of the kind that `one` counts, if it has one.
#[inline(always)]
pub const fn minus_one(hand: u64, one: u64) -> u64 {
    hand - (one & !absent_kinds(hand))
}
