//! Judging a tsume: its length first, then what `check` finds.

use super::{Judge, Judgement, Rejection, Solution, Wanted};
use crate::analysis::{CookCheck, Doubt, Flaw, Intended, Soundness};
use crate::position::Position;
use crate::problem::Question;
use crate::solve::{Limits, Options, Outcome, Solver, Verdict};
use crate::types::Color;

/// Positions expanded for each move in the first look for cooks. Mates are found sooner than refutations: of what is
/// cooked, that tells most.
const FEW_NODES: u64 = 500;

impl Judge {
    pub(super) fn judge_tsume(&mut self, position: &Position, attacker: Color) -> Judgement {
        let Some(question) = self.question(position, attacker) else {
            return Judgement::Rejected(Rejection::Illegal);
        };
        let outcome = Solver::new(&question, self.options.clone()).run();
        self.nodes += outcome.stats.nodes;
        let plies = match length(&outcome, &self.wanted) {
            Ok(plies) => plies,
            Err(judgement) => return judgement,
        };
        let leaves_some = outcome.solutions.surplus.first().is_some_and(|hand| !hand.is_empty());
        if leaves_some && (self.wanted.is_sound || self.wanted.leaves_nothing) {
            return match outcome.surplus_is_decided() {
                Some(true) => Judgement::Rejected(Rejection::Surplus),
                _ => Judgement::Unknown(Doubt::Surplus),
            };
        }
        if !self.wanted.is_sound {
            let line = outcome.solutions.listed.first().cloned().unwrap_or_default();
            return Judgement::Good(Solution { plies, line, is_sound: false });
        }
        let nodes = self.options.limits.nodes.map_or(FEW_NODES, |most| most.min(FEW_NODES));
        let first_look = self.check_cooks(&question, Some(nodes));
        if first_look == Judgement::Rejected(Rejection::Unsound) {
            return first_look;
        }
        self.check_cooks(&question, self.options.limits.nodes)
    }

    /// The check of a tsume whose length is right, up to its first flaw; the table still knows how it is mated.
    /// `nodes`: the most for each move.
    fn check_cooks(&mut self, question: &Question, nodes: Option<u64>) -> Judgement {
        let mut options = Options { goes_on: true, ..self.options.clone() };
        // Of any length: a cook may be longer.
        options.limits.plies = None;
        let limits = Limits { nodes, ..options.limits };
        let found = CookCheck::new(question, Intended::default(), &options, limits).until_flaw().run();
        self.nodes += found.nodes;
        let plies = match length(&found.outcome, &self.wanted) {
            Ok(plies) => plies,
            Err(judgement) => return judgement,
        };
        match found.soundness {
            Soundness::Sound => Judgement::Good(Solution { plies, line: found.main, is_sound: true }),
            Soundness::Unsound(flaws) => {
                let is_surplus = flaws.iter().all(|flaw| matches!(flaw, Flaw::Surplus(_)));
                Judgement::Rejected(if is_surplus { Rejection::Surplus } else { Rejection::Unsound })
            }
            Soundness::Unknown(doubt) => Judgement::Unknown(doubt),
        }
    }
}

/// The length of a mate that has the wanted length.
///
/// # Errors
/// The judgement on a problem that has none, or of which that is not known.
fn length(outcome: &Outcome, wanted: &Wanted) -> Result<u64, Judgement> {
    let (least, most) = (*wanted.plies.start(), *wanted.plies.end());
    if outcome.bounds.upper.is_some_and(|upper| upper < least) {
        return Err(Judgement::Rejected(Rejection::Shorter));
    }
    if outcome.bounds.lower > most {
        return Err(Judgement::Rejected(Rejection::NoMate));
    }
    match outcome.verdict {
        Verdict::Mate { plies, exact: true } if plies <= most => Ok(plies),
        Verdict::Mate { exact: true, .. } => Err(Judgement::Rejected(Rejection::NoMate)),
        Verdict::NoMate if outcome.is_exact() => Err(Judgement::Rejected(Rejection::NoMate)),
        Verdict::NoMate => Err(Judgement::Unknown(Doubt::FalseHits)),
        Verdict::Mate { .. } => {
            Err(Judgement::Unknown(outcome.reason.map_or(Doubt::Contradiction, Doubt::Limit)))
        }
        Verdict::Unknown(reason) => Err(Judgement::Unknown(Doubt::Limit(reason))),
    }
}
