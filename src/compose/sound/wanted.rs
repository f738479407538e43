//! The requirements on a problem that is searched for.

use crate::movegen::PermittedMoves;
use crate::position::{Conditions, Futile};
use crate::problem::{Question, Rule};
use crate::types::Color;
use num_bigint::BigUint;
use std::ops::RangeInclusive;

/// The requirements on a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The rule.
    pub rule: Rule,
    /// Its conditions on captures; a tsume has none.
    pub conditions: Conditions,
    /// The policy on futile interpositions; only for a tsume.
    pub policy: Futile,
    /// The number of shortest solutions that a sound problem has (n解); a tsume has one.
    pub solutions: BigUint,
    /// The length of the mate in plies.
    pub plies: RangeInclusive<u64>,
    /// Whether it must be sound (完全作); otherwise a mate of the right length is enough.
    pub is_sound: bool,
    /// Whether the attacker's hand must be empty at the end of a shortest solution (no 駒余り). In a sound
    /// problem it always is.
    pub leaves_nothing: bool,
}

impl Wanted {
    /// A sound problem of any length.
    pub fn sound(rule: Rule) -> Wanted {
        Wanted {
            rule,
            conditions: Conditions::NONE,
            policy: Futile::default(),
            solutions: 1u8.into(),
            plies: 1..=u64::MAX,
            is_sound: true,
            leaves_nothing: rule.forbids_surplus(),
        }
    }

    /// A sound problem, of any length, with the rule, conditions, policy and number of solutions of a
    /// question.
    pub fn as_asked(question: &Question) -> Wanted {
        Wanted {
            conditions: question.conditions(),
            policy: question.policy(),
            solutions: question.intended_solutions().cloned().unwrap_or(1u8.into()),
            ..Wanted::sound(question.rule())
        }
    }

    /// The moves that may be played.
    pub(in crate::compose) fn permitted(&self, attacker: Color) -> PermittedMoves {
        PermittedMoves::new(attacker, self.conditions)
    }

    /// Whether a sound problem must have more than one solution.
    pub(super) fn has_several(&self) -> bool {
        self.solutions > BigUint::from(1u8)
    }

    /// The longest mate to look for; `None` for any length.
    pub(super) fn longest(&self) -> Option<u64> {
        Some(*self.plies.end()).filter(|&plies| plies < u64::MAX)
    }
}
