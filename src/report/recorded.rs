//! A recorded length that differs from the proved one, as text and in JSON.

use super::text::plies_text;
use super::{Lang, Report};
use crate::analysis::LengthDifference;
use crate::problem::ExpectedPlies;
use serde::Serialize;

/// The recorded length of a tsume that differs from the proved one.
#[derive(Serialize)]
pub(super) struct Recorded {
    /// The length in plies; `None` for no mate.
    plies: Option<u64>,
    /// The kind of the difference.
    difference: &'static str,
}

impl Report<'_> {
    /// The length that the problem states, with the kind of its difference from the outcome, if they differ.
    fn recorded(&self) -> Option<(Option<u64>, LengthDifference)> {
        let plies = match self.problem.plies? {
            ExpectedPlies::Mate(plies) => Some(plies),
            ExpectedPlies::NoMate => None,
            ExpectedPlies::AtMost(_) => return None,
        };
        LengthDifference::of(self.question, self.outcome, plies).map(|difference| (plies, difference))
    }

    pub(super) fn recorded_json(&self) -> Option<Recorded> {
        self.recorded().map(|(plies, difference)| Recorded { plies, difference: difference.name() })
    }

    /// One line with its line end, if the problem states another length than was found.
    pub(super) fn recorded_text(&self, lang: Lang) -> Option<String> {
        let (recorded, difference) = self.recorded()?;
        let is_two_longer = recorded.is_some_and(|recorded| self.outcome.bounds.lower == recorded + 2);
        let (ja, en) = match difference {
            LengthDifference::NoMate => ("不詰", "there is no mate"),
            LengthDifference::Mate => ("詰みがある", "there is a mate"),
            LengthDifference::ShorterMate => ("早詰", "a shorter mate exists"),
            LengthDifference::ShorterUnderPolicy => (
                "早詰、または記録が無駄合を数えている (--futile none で分かる)",
                "a shorter mate exists, or the record counts futile interpositions (--futile none decides it)",
            ),
            LengthDifference::Surplus if is_two_longer => (
                "二手変長駒余り: 二手長い受けには攻方が駒を余して詰められ、記録は余らない受けを採る",
                "in the defences that last two plies longer the attacker can keep surplus pieces; the record has the longest defence that leaves none",
            ),
            LengthDifference::Surplus => (
                "変長駒余り: これより長い受けには攻方が駒を余して詰められ、記録は余らない受けを採る",
                "in the defences that last longer the attacker can keep surplus pieces; the record has the longest defence that leaves none",
            ),
            LengthDifference::LongerDefence => ("変長", "the defence lasts longer"),
            LengthDifference::Interposition => (
                "変長、または記録がここで数える合駒を無駄合とする",
                "the defence lasts longer, or the record leaves out an interposition that counts here",
            ),
            LengthDifference::Undecided => (
                "変長、または駒余りの変化 (駒余りは調べ切っていない)",
                "the defence lasts longer; it was not decided whether the attacker can keep surplus pieces in the longer defences",
            ),
        };
        let recorded = match recorded {
            Some(plies) => lang.pick(format!("{plies}手"), plies_text(plies, Lang::En)),
            None => lang.pick("不詰", "no mate").to_owned(),
        };
        Some(lang.pick(format!("記録は{recorded}: {ja}\n"), format!("recorded: {recorded}; {en}\n")))
    }
}
