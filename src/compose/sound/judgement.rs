//! The judgement on a position: whether it is a problem as wanted.

use super::Wanted;
use crate::analysis::Doubt;
use crate::position::{Futile, Position};
use crate::problem::{ExpectedPlies, ExpectedSolutions, Problem, default_attacker};
use crate::record::Record;
use crate::types::{Color, Move};

/// The reason why a position is rejected. The order is that of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rejection {
    /// It is illegal, or not a problem under the rule.
    Illegal,
    /// The attacker has no check.
    NoCheck,
    /// The mate is shorter than wanted.
    Shorter,
    /// There is no mate, or only one longer than wanted.
    NoMate,
    /// There are more or fewer shortest solutions than wanted; in a tsume, cooks or other flaws.
    Unsound,
    /// Pieces are left in the attacker's hand.
    Surplus,
}

impl Rejection {
    /// All reasons, in their order.
    pub const ALL: [Rejection; 6] = [
        Rejection::Illegal,
        Rejection::NoCheck,
        Rejection::Shorter,
        Rejection::NoMate,
        Rejection::Unsound,
        Rejection::Surplus,
    ];

    /// The word used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Rejection::Illegal => "illegal",
            Rejection::NoCheck => "no-check",
            Rejection::Shorter => "shorter-mate",
            Rejection::NoMate => "no-mate",
            Rejection::Unsound => "unsound",
            Rejection::Surplus => "surplus",
        }
    }
}

/// The result of judging a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It is a problem as wanted.
    Good(Solution),
    /// It is rejected.
    Rejected(Rejection),
    /// A limit was reached, or soundness cannot be decided.
    Unknown(Doubt),
}

/// The solution of a problem that was judged good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The length in plies.
    pub plies: u64,
    /// The line; it is the only solution, unless several were allowed or wanted.
    pub line: Vec<Move>,
    /// Whether the problem is proved to be sound.
    pub is_sound: bool,
}

impl Solution {
    /// The problem with its solution as the intended line, and the results of the judgement as statements.
    pub fn problem(&self, position: &Position, attacker: Color, wanted: &Wanted) -> Problem {
        let Wanted { rule, policy, conditions, ref solutions, .. } = *wanted;
        let record = Record::new(position.clone(), self.line.clone());
        let is_implied = default_attacker(position, rule) == Some(attacker);
        let counts = rule.is_cooperative() && self.is_sound;
        Problem {
            rule: Some(rule),
            attacker: (!is_implied).then_some(attacker),
            policy: (!rule.is_cooperative() && policy != Futile::default()).then_some(policy),
            plies: Some(ExpectedPlies::Mate(self.plies)),
            conditions: (!conditions.is_empty()).then_some(conditions),
            solutions: counts.then(|| ExpectedSolutions::Exactly(solutions.clone())),
            intended_solutions: wanted.has_several().then(|| solutions.clone()),
            ..Problem::new(record)
        }
    }
}
