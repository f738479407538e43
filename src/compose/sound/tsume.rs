//! Judging a tsume: its length first, then what `check` finds.

use super::{Judge, Judgement, Patience, Rejection, Solution, Wanted};
use crate::analysis::{
    CookCheck, CookExamination, Doubt, FIRST_LOOK_NODES, Flaw, Intended, Soundness, is_cooked_in_each_line,
    with_meant_line,
};
use crate::position::Position;
use crate::problem::Question;
use crate::solve::{Limits, Options, Outcome, Reason, Solver, Verdict};
use crate::types::{Color, Move};

/// What may be spent on a tsume.
#[derive(Clone, Copy, Debug)]
struct Allowance {
    /// The most positions for the search of the problem itself.
    of_the_problem: Option<u64>,
    /// The most positions for the search after each other move.
    of_a_move: Option<u64>,
    /// The number of positions, with those that were expanded before, behind which it is given up.
    end: u64,
}

/// How far other checks are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thoroughness {
    /// As far as a first look goes.
    Look,
    /// To their end.
    Whole,
}

impl Judge {
    pub(super) fn judge_tsume(&mut self, position: &Position, attacker: Color) -> Judgement {
        let Some(question) = self.question(position, attacker) else {
            return Judgement::Rejected(Rejection::Illegal);
        };
        let limit = self.options.limits.nodes;
        let is_less = |nodes: u64| limit.is_none_or(|limit| limit > nodes);
        let (of_each, end) = match self.patience {
            Some(Patience::Together(nodes)) if is_less(nodes) => {
                (Some(nodes), self.nodes.saturating_add(nodes))
            }
            Some(Patience::OfEachSearch(nodes)) if is_less(nodes) => (Some(nodes), u64::MAX),
            _ => (limit, u64::MAX),
        };
        let judgement =
            self.judge_question(&question, Allowance { of_the_problem: of_each, of_a_move: of_each, end });
        self.gave_up = of_each != limit && matches!(judgement, Judgement::Unknown(_));
        judgement
    }

    fn judge_question(&mut self, question: &Question, allowance: Allowance) -> Judgement {
        let limits = Limits { nodes: allowance.of_the_problem, ..self.options.limits };
        let outcome = Solver::new(question, Options { limits, ..self.options.clone() }).run();
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
        if self.looks_cooked(question, allowance) {
            return Judgement::Rejected(Rejection::Unsound);
        }
        let Some(found) = self.check_cooks(question, &[], Thoroughness::Whole, allowance) else {
            return Judgement::Unknown(Doubt::Limit(Reason::Nodes));
        };
        let preferred = self.preferred.clone();
        let check = |line: &[Move]| self.check_cooks(question, line, Thoroughness::Whole, allowance);
        conclude(&with_meant_line(found, &preferred, check), &self.wanted)
    }

    /// Whether a first look tells of a cook, whichever line is meant.
    fn looks_cooked(&mut self, question: &Question, allowance: Allowance) -> bool {
        // Few positions for replies, too, first: whether one lasts as long matters only before a cook.
        let few = Some(allowance.of_a_move.map_or(FIRST_LOOK_NODES, |most| most.min(FIRST_LOOK_NODES)));
        [Allowance { of_a_move: few, ..allowance }, allowance]
            .into_iter()
            .map_while(|allowance| self.look(question, allowance))
            .any(|is_cooked| is_cooked)
    }

    /// Whether a look tells of a cook, whichever line is meant; `None` where it tells of none at all.
    fn look(&mut self, question: &Question, allowance: Allowance) -> Option<bool> {
        let found = self.check_cooks(question, &[], Thoroughness::Look, allowance)?;
        if conclude(&found, &self.wanted) == Judgement::Rejected(Rejection::Unsound) {
            return Some(true);
        }
        found.first_cooked()?;
        let look = |line: &[Move]| self.check_cooks(question, line, Thoroughness::Look, allowance);
        Some(is_cooked_in_each_line(&found, look))
    }

    /// The check of a tsume whose length is right, up to its first flaw; the table still knows how it is mated.
    /// `line`: what is meant, empty for what is found. `None` when nothing may be spent any more.
    fn check_cooks(
        &mut self,
        question: &Question,
        line: &[Move],
        thoroughness: Thoroughness,
        allowance: Allowance,
    ) -> Option<Box<CookExamination>> {
        let left = allowance.end.checked_sub(self.nodes).filter(|&left| left > 0)?;
        let mut options = Options { goes_on: true, ..self.options.clone() };
        // Of any length: a cook may be longer.
        let of_the_problem = Some(allowance.of_the_problem.map_or(left, |most| most.min(left)));
        options.limits = Limits { plies: None, nodes: of_the_problem, ..options.limits };
        let limits = Limits { nodes: allowance.of_a_move, ..options.limits };
        let intended = Intended { line: line.to_vec(), ..Intended::default() };
        let mut check = CookCheck::new(question, intended, &options, limits).until_flaw().within(left);
        if thoroughness == Thoroughness::Look {
            check = check.only_looking();
        }
        let found = check.run();
        self.nodes += found.nodes;
        Some(found)
    }
}

/// What an examination says of a problem.
fn conclude(found: &CookExamination, wanted: &Wanted) -> Judgement {
    let plies = match length(&found.outcome, wanted) {
        Ok(plies) => plies,
        Err(judgement) => return judgement,
    };
    match &found.soundness {
        Soundness::Sound => Judgement::Good(Solution { plies, line: found.main.clone(), is_sound: true }),
        Soundness::Unsound(flaws) => {
            let is_surplus = flaws.iter().all(|flaw| matches!(flaw, Flaw::Surplus(_)));
            Judgement::Rejected(if is_surplus { Rejection::Surplus } else { Rejection::Unsound })
        }
        Soundness::Unknown(doubt) => Judgement::Unknown(*doubt),
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
