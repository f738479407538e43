//! What a [`Finder`](super::Finder) knows of a position.

use super::super::number::{FREE, INFINITE, Thresholds};
use crate::store::Fact;

/// Proof and disproof number, and for a decided position the hand for which that holds.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Value {
    /// Proof number: 0 when there is a mate.
    pub pn: u32,
    /// Disproof number: 0 when there is none.
    pub dn: u32,
    /// A mate takes at most so many plies, with the hand and every larger one; where there is none within a bound, one takes at
    /// least so many with the hand and every smaller one.
    pub length: u16,
    /// The smallest hand known to mate, or the largest known not to.
    pub hand: u64,
    /// The place on the path of the highest position that the refutation repeats, [`FREE`] without any.
    pub reach: u32,
    /// The refutation relies on one that was found on another path, or on interpositions of which it is not known whether they
    /// are futile.
    pub is_guess: bool,
}

impl Value {
    /// Nothing decided.
    #[inline(always)]
    pub fn open(pn: u32, dn: u32) -> Value {
        Value { pn, dn, length: 0, hand: 0, reach: FREE, is_guess: false }
    }

    /// A mate.
    #[inline(always)]
    pub fn mate(length: u16, hand: u64) -> Value {
        Value { pn: 0, dn: INFINITE, length, hand, reach: FREE, is_guess: false }
    }

    /// No mate.
    #[inline(always)]
    pub fn none(hand: u64, reach: u32) -> Value {
        Value { pn: INFINITE, dn: 0, length: Fact::NO_MATE, hand, reach, is_guess: false }
    }

    /// Whether there is a mate.
    #[inline(always)]
    pub fn is_mate(&self) -> bool {
        self.pn == 0
    }

    /// Whether there is none.
    #[inline(always)]
    pub fn is_none(&self) -> bool {
        self.dn == 0
    }

    /// Whether a visit with these thresholds ends with it.
    #[inline(always)]
    pub fn reaches(&self, thresholds: Thresholds) -> bool {
        self.pn >= thresholds.pn || self.dn >= thresholds.dn
    }

    /// Whether it is known if there is a mate.
    #[inline(always)]
    pub fn is_decided(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }
}
