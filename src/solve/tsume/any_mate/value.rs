//! The values in the search for any mate, with the hands for which they hold.

use crate::solve::tsume::dfpn::{FREE, Proved, RepeatedSet, Value};
use crate::store::Fact;

/// The value of a position in the search for any mate.
pub type AnyMateValue = Value<AnyMateFact>;

/// A proved mate or refutation: its length and its proof or disproof pieces.
#[derive(Clone, Copy, Debug)]
pub struct AnyMateFact {
    /// For a mate, an upper bound of its length in plies with this hand and every larger one. For a refutation, a
    /// lower bound of the length of any mate with this hand and every smaller one.
    pub length: u16,
    /// Whether a refutation is unproved, because interpositions may be futile.
    pub is_guess: bool,
    /// For a refutation that holds on this path only: the positions on the path whose repetition it depends on.
    pub repeated: RepeatedSet,
    /// The proof pieces of a mate, or the disproof pieces of a refutation.
    pub hand: u64,
}

impl Proved for AnyMateFact {
    const NOTHING: AnyMateFact =
        AnyMateFact { length: 0, is_guess: false, repeated: RepeatedSet::NONE, hand: 0 };
}

impl AnyMateValue {
    /// A mate.
    #[inline(always)]
    pub fn mate(length: u16, hand: u64) -> AnyMateValue {
        AnyMateValue::proved_by(AnyMateFact { length, is_guess: false, repeated: RepeatedSet::NONE, hand })
    }

    /// No mate.
    #[inline(always)]
    pub fn none(hand: u64, reach: u32) -> AnyMateValue {
        AnyMateValue::none_before(Fact::NO_MATE, hand, reach)
    }

    /// No mate in fewer than `length` plies.
    #[inline(always)]
    pub fn none_before(length: u16, hand: u64, reach: u32) -> AnyMateValue {
        AnyMateValue::refuted_by(
            AnyMateFact { length, is_guess: false, repeated: RepeatedSet::NONE, hand },
            reach,
        )
    }

    /// No mate as long as these positions are on the path; `reach`: the number of the first of them.
    pub fn none_on_path(hand: u64, repeated: RepeatedSet, reach: u32) -> AnyMateValue {
        let none = AnyMateValue::none(hand, reach);
        AnyMateValue { fact: AnyMateFact { repeated, ..none.fact }, ..none }
    }

    /// The same value as a guess.
    #[inline(always)]
    pub fn guessed(self) -> AnyMateValue {
        AnyMateValue { fact: AnyMateFact { is_guess: true, ..self.fact }, ..self }
    }

    /// Whether it is proved that there is no mate, on any path and under any policy.
    pub fn is_no_mate_for_sure(&self) -> bool {
        self.is_refuted() && self.reach == FREE && !self.fact.is_guess
    }
}
