//! Judging a tsume: its length first, then its soundness by `check`.

use super::{Judge, Judgement, Patience, Rejection, Solution, Wanted};
use crate::analysis::{
    CookCheck, CookExamination, Doubt, FIRST_LOOK_NODES, Flaw, Intended, Soundness, is_cooked_in_each_line,
    with_meant_line,
};
use crate::position::Position;
use crate::problem::Question;
use crate::solve::{Limits, Options, Outcome, Reason, Solver, Verdict};
use crate::types::{Color, Move};

/// The limits of work on a tsume.
#[derive(Clone, Copy, Debug)]
struct Allowance {
    /// The limits of the search of the problem itself.
    of_the_problem: Limits,
    /// The limits of the search after each other move.
    of_a_move: Limits,
    /// The problem is given up when the judge's count of expanded positions, which runs on from problem to problem,
    /// reaches this.
    end: u64,
}

impl Judge {
    pub(super) fn judge_tsume(&mut self, position: &Position, attacker: Color) -> Judgement {
        let Some(question) = self.question(position, attacker) else {
            return Judgement::Rejected(Rejection::Illegal);
        };
        let limits = self.options.limits;
        let (of_each, end) = match self.patience {
            Some(Patience::Together(nodes)) => (limits.within_nodes(nodes), self.nodes.saturating_add(nodes)),
            Some(Patience::OfEachSearch(nodes)) => (limits.within_nodes(nodes), u64::MAX),
            None => (limits, u64::MAX),
        };
        let is_less = of_each.nodes != limits.nodes;
        let end = if is_less { end } else { u64::MAX };
        let judgement =
            self.judge_question(&question, Allowance { of_the_problem: of_each, of_a_move: of_each, end });
        self.gave_up = is_less && matches!(judgement, Judgement::Unknown(_));
        judgement
    }

    fn judge_question(&mut self, question: &Question, allowance: Allowance) -> Judgement {
        let limits = allowance.of_the_problem;
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
        let meant = self.meant.clone();
        let Some(found) = self.check_cooks(question, &meant, allowance) else {
            return Judgement::Unknown(Doubt::Limit(Reason::Nodes));
        };
        if !meant.is_empty() {
            return conclude(&found, &self.wanted);
        }
        let preferred = self.preferred.clone();
        let check = |line: &[Move]| self.check_cooks(question, line, allowance);
        conclude(&with_meant_line(found, &preferred, check), &self.wanted)
    }

    /// Whether short searches suffice to find the problem cooked, whichever of its equally long lines is the
    /// intended one.
    fn looks_cooked(&mut self, question: &Question, allowance: Allowance) -> bool {
        // At first the searches after the defender's other replies are short as well. Whether such a reply lasts as
        // long as the line matters only if a cook comes after it: then the line through the reply may be free of cooks.
        let few = Allowance { of_a_move: allowance.of_a_move.within_nodes(FIRST_LOOK_NODES), ..allowance };
        let is_last = few.of_a_move.nodes == allowance.of_a_move.nodes;
        match self.look(question, few) {
            Some(false) if !is_last => self.look(question, allowance) == Some(true),
            is_cooked => is_cooked == Some(true),
        }
    }

    /// Whether one round of short searches finds a cook in each of the equally long lines; `None` when it finds no cook
    /// at all.
    fn look(&mut self, question: &Question, allowance: Allowance) -> Option<bool> {
        let found = self.look_for_cooks(question, &[], allowance)?;
        if conclude(&found, &self.wanted) == Judgement::Rejected(Rejection::Unsound) {
            return Some(true);
        }
        found.first_cooked()?;
        let look = |line: &[Move]| self.look_for_cooks(question, line, allowance);
        Some(is_cooked_in_each_line(&found, look))
    }

    /// Like [`check_cooks`](Judge::check_cooks), but the searches after the attacker's other moves are short,
    /// and those that remain undecided are not repeated with a larger limit.
    fn look_for_cooks(
        &mut self,
        question: &Question,
        line: &[Move],
        allowance: Allowance,
    ) -> Option<Box<CookExamination>> {
        let check = self.cook_check(question, line, allowance)?.only_looking();
        Some(self.run(check))
    }

    /// Checks a tsume that has the wanted length, up to its first flaw. `line` is the intended line; when
    /// empty, the line that the search finds is used. `None` when no more positions may be expanded.
    fn check_cooks(
        &mut self,
        question: &Question,
        line: &[Move],
        allowance: Allowance,
    ) -> Option<Box<CookExamination>> {
        let check = self.cook_check(question, line, allowance)?;
        Some(self.run(check))
    }

    /// Prepares a check for cooks. It uses the table of the search for the length, which still holds the
    /// mate.
    fn cook_check(&self, question: &Question, line: &[Move], allowance: Allowance) -> Option<CookCheck> {
        let left = allowance.end.checked_sub(self.nodes).filter(|&left| left > 0)?;
        // The length is not limited, because a cook may be longer.
        let of_the_problem = Limits { plies: None, ..allowance.of_the_problem.within_nodes(left) };
        let of_a_move = Limits { plies: None, ..allowance.of_a_move };
        let options = Options { goes_on: true, limits: of_the_problem, ..self.options.clone() };
        let intended = Intended { line: line.to_vec(), ..Intended::default() };
        Some(CookCheck::new(question, intended, &options, of_a_move).until_flaw().within(left))
    }

    fn run(&mut self, check: CookCheck) -> Box<CookExamination> {
        let found = check.run();
        self.nodes += found.nodes;
        found
    }
}

/// The judgement that follows from an examination.
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

/// The length of the mate, if it is as wanted.
///
/// # Errors
/// The judgement, when the problem has no mate of the wanted length, or that could not be decided.
fn length(outcome: &Outcome, wanted: &Wanted) -> Result<u64, Judgement> {
    let (least, most) = (*wanted.plies.start(), *wanted.plies.end());
    if outcome.bounds.upper.is_some_and(|upper| upper < least) {
        return Err(Judgement::Rejected(Rejection::Shorter));
    }
    if outcome.proved_lower() > most {
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
