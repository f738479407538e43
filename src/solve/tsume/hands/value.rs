//! The values of the search for any mate: for which hands they hold.

use crate::solve::tsume::dfpn::{FREE, Proved, Value};
use crate::store::Fact;

/// What is known of whether there is a mate.
pub type HandValue = Value<HandFact>;

/// How long a mate takes, and with which hands.
#[derive(Clone, Copy, Debug)]
pub struct HandFact {
    /// A mate takes at most so many plies, with the hand and every larger one; where there is none within a bound, one takes at
    /// least so many with the hand and every smaller one.
    pub length: u16,
    /// The refutation relies on one that was found on another path, or on interpositions of which it is not known whether they
    /// are futile.
    pub is_guess: bool,
    /// The smallest hand known to mate, or the largest known not to.
    pub hand: u64,
}

impl Proved for HandFact {
    const NOTHING: HandFact = HandFact { length: 0, is_guess: false, hand: 0 };
}

impl HandValue {
    /// A mate.
    #[inline(always)]
    pub fn mate(length: u16, hand: u64) -> HandValue {
        HandValue::proved_by(HandFact { length, is_guess: false, hand })
    }

    /// No mate.
    #[inline(always)]
    pub fn none(hand: u64, reach: u32) -> HandValue {
        HandValue::none_before(Fact::NO_MATE, hand, reach)
    }

    /// No mate within fewer plies than these.
    #[inline(always)]
    pub fn none_before(length: u16, hand: u64, reach: u32) -> HandValue {
        HandValue::refuted_by(HandFact { length, is_guess: false, hand }, reach)
    }

    /// The same value as a guess.
    #[inline(always)]
    pub fn guessed(self) -> HandValue {
        HandValue { fact: HandFact { is_guess: true, ..self.fact }, ..self }
    }

    /// Whether there is no mate, whatever the path and the policy.
    pub fn is_no_mate_for_sure(&self) -> bool {
        self.is_refuted() && self.reach == FREE && !self.fact.is_guess
    }
}
