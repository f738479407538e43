//! The value of a position in a proof-number search.

use super::thresholds::{INFINITE, Thresholds};

/// The largest bound of a search.
pub const LONGEST: u16 = u16::MAX - 3;
/// The [`reach`](Value::reach) of a value that depends on no repetition.
pub const FREE: u32 = u32::MAX;

/// The bound that is left after one ply.
#[inline(always)]
pub fn shorter(bound: u16) -> u16 {
    bound - 1
}

/// The length plus one ply; the value for no mate stays unchanged.
#[inline(always)]
pub fn longer(value: u16) -> u16 {
    if value > LONGEST { value } else { value + 1 }
}

/// The value of a position for a bound. It is decided when one of its numbers is 0.
#[derive(Clone, Copy, Debug)]
pub struct Value<F> {
    /// Proof number: 0 when there is a mate within the bound.
    pub pn: u32,
    /// Disproof number: 0 when there is no mate within the bound.
    pub dn: u32,
    /// For a refutation that depends on repetitions, the number of the repeated step on the path that is nearest
    /// to the root; otherwise [`FREE`]. A refutation with a reach other than `FREE` holds on this path only (the
    /// graph-history interaction problem).
    pub reach: u32,
    /// The proved facts.
    pub fact: F,
}

/// The facts that one kind of search proves.
pub trait Proved: Copy {
    /// Nothing is proved.
    const NOTHING: Self;
}

impl<F: Proved> Value<F> {
    /// An undecided value.
    #[inline(always)]
    pub fn open(pn: u32, dn: u32) -> Value<F> {
        Value { pn, dn, reach: FREE, fact: F::NOTHING }
    }
}

impl<F> Value<F> {
    /// A mate within the bound.
    #[inline(always)]
    pub fn proved_by(fact: F) -> Value<F> {
        Value { pn: 0, dn: INFINITE, reach: FREE, fact }
    }

    /// No mate within the bound.
    #[inline(always)]
    pub fn refuted_by(fact: F, reach: u32) -> Value<F> {
        Value { pn: INFINITE, dn: 0, reach, fact }
    }

    /// Whether there is a mate within the bound.
    #[inline(always)]
    pub fn is_proved(&self) -> bool {
        self.pn == 0
    }

    /// Whether there is no mate within the bound.
    #[inline(always)]
    pub fn is_refuted(&self) -> bool {
        self.dn == 0
    }

    /// Whether it is proved or refuted.
    #[inline(always)]
    pub fn is_decided(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    /// Whether a visit with these thresholds would end at once.
    #[inline(always)]
    pub fn suffices(&self, thresholds: Thresholds) -> bool {
        self.is_decided() || self.reaches(thresholds)
    }

    /// Whether one of the numbers has reached its threshold.
    #[inline(always)]
    pub fn reaches(&self, thresholds: Thresholds) -> bool {
        self.pn >= thresholds.pn || self.dn >= thresholds.dn
    }
}
