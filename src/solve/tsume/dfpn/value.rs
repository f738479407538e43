//! What a search knows of a position.

use super::thresholds::{INFINITE, Thresholds};

/// The longest mate that can be asked for.
pub const LONGEST: u16 = u16::MAX - 3;
/// No repetition was used.
pub const FREE: u32 = u32::MAX;

/// The bound after one more ply.
#[inline(always)]
pub fn shorter(bound: u16) -> u16 {
    bound - 1
}

/// One ply more than a value; no mate stays no mate.
#[inline(always)]
pub fn longer(value: u16) -> u16 {
    if value > LONGEST { value } else { value + 1 }
}

/// What is known of a position that is asked about with some bound. The question is answered when a number is 0.
#[derive(Clone, Copy, Debug)]
pub struct Value<F> {
    /// Proof number: 0 when there is a mate within the bound.
    pub pn: u32,
    /// Disproof number: 0 when there is none.
    pub dn: u32,
    /// The place on the path of the highest position that a refutation repeats, [`FREE`] without any: it holds on this
    /// path only.
    pub reach: u32,
    /// What is proved, and under which conditions.
    pub fact: F,
}

/// What a kind of search proves of positions.
pub trait Proved: Copy {
    /// Nothing is proved.
    const NOTHING: Self;
}

impl<F: Proved> Value<F> {
    /// Nothing decided.
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

    /// Whether there is none.
    #[inline(always)]
    pub fn is_refuted(&self) -> bool {
        self.dn == 0
    }

    /// Whether the question is answered.
    #[inline(always)]
    pub fn is_decided(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    /// Whether it makes a visit with these thresholds needless.
    #[inline(always)]
    pub fn suffices(&self, thresholds: Thresholds) -> bool {
        self.is_decided() || self.reaches(thresholds)
    }

    /// Whether a number has reached its threshold.
    #[inline(always)]
    pub fn reaches(&self, thresholds: Thresholds) -> bool {
        self.pn >= thresholds.pn || self.dn >= thresholds.dn
    }
}
