//! An outcome as a problem with its solutions as lines, for writing as a record.

use super::{Lang, Report};
use crate::problem::{Conditions, ExpectedPlies, ExpectedSolutions, Futile, Problem, default_attacker};
use crate::record::{Branch, Comment, Ending, Record};
use crate::solve::Verdict;

impl Report<'_> {
    /// The problem with the results: the listed solutions are its main line and side lines, and so are the
    /// defender's other replies in a tsume, if known. Length and number of solutions are those found, if
    /// proved; an unproved length is stated as an upper bound. When nothing is known, a comment says so.
    pub fn solved_problem(&self) -> Problem {
        let outcome = self.outcome;
        let mut record = Record::new(self.question.position().clone(), Vec::new());
        for line in &outcome.solutions.listed {
            record.add_line(line);
        }
        for side in self.side_lines {
            record.branches.push(Branch::new(None, side.ply, side.moves.clone()));
        }
        record.sort_branches();
        // In Japanese, like the headers of these formats.
        if let Some(text) = self.left_open(Lang::Ja) {
            record.comments.push(Comment { ply: 0, text });
        }
        let ending = match outcome.verdict {
            Verdict::Mate { .. } => Some(Ending::Mate),
            Verdict::NoMate if self.is_exact() => Some(Ending::NoMate),
            Verdict::NoMate | Verdict::Unknown(_) => None,
        };
        record.ending = ending;
        for branch in &mut record.branches {
            branch.ending = ending;
        }
        let plies = match outcome.verdict {
            Verdict::Mate { plies, .. } if self.is_exact() => Some(ExpectedPlies::Mate(plies)),
            Verdict::Mate { plies, .. } => Some(ExpectedPlies::AtMost(plies)),
            Verdict::NoMate if self.is_exact() => Some(ExpectedPlies::NoMate),
            _ => None,
        };
        let is_implied = default_attacker(self.question.position(), self.question.rule())
            == Some(self.question.attacker());
        Problem {
            record,
            rule: Some(self.question.rule()),
            conditions: self.stated_conditions(),
            attacker: if is_implied { self.problem.attacker } else { Some(self.question.attacker()) },
            policy: self.stated_policy(),
            plies,
            solutions: self
                .is_count_exact()
                .then(|| ExpectedSolutions::Exactly(outcome.solutions.count.clone())),
            rest: None,
            ..self.problem.clone()
        }
    }

    /// The message that neither a mate nor its absence is known, with the reason; `None` when one of them is
    /// known.
    pub fn left_open(&self, lang: Lang) -> Option<String> {
        let is_open = match self.outcome.verdict {
            Verdict::Mate { .. } => false,
            Verdict::NoMate => !self.is_exact(),
            Verdict::Unknown(_) => true,
        };
        is_open.then(|| self.verdict_line(lang))
    }

    /// The conditions of the question, if there are any or the problem states some.
    fn stated_conditions(&self) -> Option<Conditions> {
        let conditions = self.question.conditions();
        (!conditions.is_empty() || self.problem.conditions.is_some()).then_some(conditions)
    }

    /// The policy by which a tsume was solved, if the problem states one, or if leaving it out would imply
    /// another one.
    fn stated_policy(&self) -> Option<Futile> {
        let is_implied = self.problem.policy.is_none() && self.outcome.policy() == Some(Futile::default());
        self.outcome.policy().filter(|_| !is_implied)
    }
}
