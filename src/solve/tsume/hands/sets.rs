//! The hands for which a result holds (証明駒, 反証駒), one byte for each kind as in [`Hand`].
//!
//! [`Hand`]: crate::types::Hand

const TOPS: u64 = 0x8080_8080_8080_8080;
const BELOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// All bits of the bytes whose highest bit is set, in a word of highest bits.
#[inline(always)]
const fn spread(tops: u64) -> u64 {
    (tops >> 7) * 0xff
}

/// The larger count of each kind.
#[inline(always)]
pub const fn most(a: u64, b: u64) -> u64 {
    let larger = spread(((a | TOPS) - b) & TOPS);
    a & larger | b & !larger
}

/// The smaller count of each kind.
#[inline(always)]
pub const fn least(a: u64, b: u64) -> u64 {
    let larger = spread(((a | TOPS) - b) & TOPS);
    b & larger | a & !larger
}

/// All bits of the bytes of the kinds of which there are none.
#[inline(always)]
pub const fn missing(hand: u64) -> u64 {
    spread(!(hand + BELOW) & TOPS)
}

/// One piece of a kind less, if there is one.
#[inline(always)]
pub const fn minus(hand: u64, one: u64) -> u64 {
    hand - (one & !missing(hand))
}
