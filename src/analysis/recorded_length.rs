//! The difference between the proved length of a tsume and a recorded length.

use crate::movegen::in_check;
use crate::problem::{Futile, Question};
use crate::solve::{Outcome, Verdict};

/// The kind of difference between the proved length of a tsume and its recorded length.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LengthDifference {
    /// There is no mate (不詰).
    NoMate,
    /// There is a mate where none is recorded.
    Mate,
    /// There is a shorter mate even when every interposition counts (早詰; or the recorded line is not a
    /// shortest one).
    ShorterMate,
    /// The mate is shorter when futile interpositions are left out. Either there is a shorter mate (早詰), or
    /// the record counts interpositions that the policy calls futile; the policy that counts all of them
    /// decides which.
    ShorterUnderPolicy,
    /// The record is the traditional length: where the defence lasts longer, the attacker can keep pieces in
    /// hand (駒余り変化長手数; with two plies more 二手変長駒余り).
    Surplus,
    /// The defence lasts longer, on a line without an interposition by a drop (変長).
    LongerDefence,
    /// The defence lasts longer (変長), on a line in which the defender interposes by a drop: the record may
    /// leave out an interposition that counts here.
    Interposition,
    /// The defence lasts longer, but it is not known whether the longest defence leaves pieces in the
    /// attacker's hand, or which line the record takes in that case.
    Undecided,
}

impl LengthDifference {
    /// The difference between a tsume's outcome and its recorded length in plies (`None`: no mate is
    /// recorded). Returns `None` when they agree, or nothing is proved.
    pub fn of(question: &Question, outcome: &Outcome, recorded: Option<u64>) -> Option<LengthDifference> {
        let policy = outcome.policy()?;
        let Some(recorded) = recorded else {
            return matches!(outcome.verdict, Verdict::Mate { .. }).then_some(LengthDifference::Mate);
        };
        let shorter = match policy {
            Futile::None => LengthDifference::ShorterMate,
            Futile::Official => LengthDifference::ShorterUnderPolicy,
        };
        match outcome.verdict {
            Verdict::NoMate if outcome.is_exact() => Some(LengthDifference::NoMate),
            // The mate is certain even if it is not proved shortest.
            Verdict::Mate { plies, .. } if plies < recorded => Some(shorter),
            Verdict::Mate { plies, exact: true } if plies > recorded => {
                Some(LengthDifference::of_longer(question, outcome, recorded))
            }
            _ => None,
        }
    }

    fn of_longer(question: &Question, outcome: &Outcome, recorded: u64) -> LengthDifference {
        if outcome.traditional().is_some_and(|line| line.len() as u64 == recorded) {
            return LengthDifference::Surplus;
        }
        let leaves_something = outcome.solutions.surplus.first().is_some_and(|hand| !hand.is_empty());
        let is_decided = outcome.surplus_is_decided() == Some(true) && outcome.traditional_is_decided();
        if !is_decided || leaves_something && outcome.traditional().is_none() {
            return LengthDifference::Undecided;
        }
        match interposes(question, outcome) {
            true => LengthDifference::Interposition,
            false => LengthDifference::LongerDefence,
        }
    }

    /// The word used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            LengthDifference::NoMate => "no-mate",
            LengthDifference::Mate => "mate",
            LengthDifference::ShorterMate => "shorter-mate",
            LengthDifference::ShorterUnderPolicy => "shorter",
            LengthDifference::Surplus => "surplus",
            LengthDifference::LongerDefence => "longer-defence",
            LengthDifference::Interposition => "interposition",
            LengthDifference::Undecided => "longer",
        }
    }
}

/// Whether the defender answers a check by a drop on the first line of an outcome.
fn interposes(question: &Question, outcome: &Outcome) -> bool {
    let mut position = question.position().clone();
    outcome.solutions.listed.first().into_iter().flatten().any(|&mv| {
        let defends = position.side_to_move() != question.attacker() && in_check(&position);
        position.do_move(mv);
        defends && mv.dropped().is_some()
    })
}
