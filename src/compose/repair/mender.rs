//! Judging one changed position.

use super::candidates::Candidate;
use super::diagnosis::Diagnosis;
use super::draft::Draft;
use super::line::KnownLines;
use super::trial::{Repaired, Trial, Tried};
use crate::compose::{Judge, Judgement, Solution, Wanted};
use crate::position::Position;
use crate::solve::Options;
use crate::types::{Color, Move};
use std::ops::RangeInclusive;

/// Judges changed positions one after the other.
pub struct Mender {
    judge: Judge,
    attacker: Color,
    intended: Vec<Move>,
    known: KnownLines,
}

impl Mender {
    /// A judge of changed positions of a draft. `plies` is the range of lengths that a repaired problem may
    /// have.
    pub fn new(
        draft: &Draft,
        plies: RangeInclusive<u64>,
        diagnosis: &Diagnosis,
        options: &Options,
    ) -> Mender {
        let question = draft.asked();
        // The least length that fits the side to move; a known mate of that length rejects a candidate
        // without a search.
        let parity = question.rule().parity(question.attacks_first());
        let least = plies.start() + u64::from(plies.start() % 2 != parity);
        let wanted = Wanted { plies: least..=*plies.end(), ..Wanted::as_asked(question) };
        let mut known = KnownLines::default();
        known.add(diagnosis.cooks.iter().cloned());
        if diagnosis.cooks.iter().any(|cook| cook != question.line()) {
            known.add([question.line().to_vec()]);
        }
        Mender {
            judge: Judge::new(wanted, options).preferring(question.line().to_vec()),
            attacker: question.attacker(),
            intended: question.line().to_vec(),
            known,
        }
    }

    /// Judges the candidate of a trial.
    pub fn try_out(&mut self, trial: &Trial) -> Tried {
        let Trial { place, ref candidate, patience } = *trial;
        self.judge.give_up_behind(patience);
        let before = self.nodes();
        let result = self.mend(candidate);
        let nodes = self.nodes() - before;
        let undecided = self.judge.gave_up().then(|| candidate.clone());
        self.judge.give_up_behind(None);
        Tried { place, nodes, undecided, result }
    }

    /// Judges a candidate.
    ///
    /// # Errors
    /// The judgement, when the candidate is not a repair or could not be decided.
    pub fn mend(&mut self, candidate: &Candidate) -> Result<Box<Repaired>, Judgement> {
        let (position, wanted) = (&candidate.position, self.judge.wanted());
        if wanted.rule.is_cooperative()
            && let Some(rejection) = self.known.rejection(position, self.attacker, wanted)
        {
            return Err(Judgement::Rejected(rejection));
        }
        match self.judge.judge_legal(position, self.attacker) {
            Judgement::Good(mut solution) => {
                let wanted = self.judge.wanted();
                let keeps_line = self.keeps_line(position, &solution, wanted);
                if keeps_line {
                    solution.line.clone_from(&self.intended);
                }
                Ok(Box::new(Repaired {
                    candidate: candidate.clone(),
                    problem: solution.problem(position, self.attacker, wanted),
                    keeps_line,
                }))
            }
            other => {
                self.known.add(self.judge.take_lines());
                Err(other)
            }
        }
    }

    /// Whether the intended line solves a repaired problem; with several solutions, the solution found may be
    /// another one.
    fn keeps_line(&self, position: &Position, solution: &Solution, wanted: &Wanted) -> bool {
        let line = &self.intended;
        if line.is_empty() || !wanted.rule.is_cooperative() {
            return !line.is_empty() && solution.line == *line;
        }
        let flaw = || wanted.permitted(self.attacker).line_flaw(position, wanted.rule, line);
        line.len() as u64 == solution.plies && flaw().is_none()
    }

    /// The number of positions met or expanded so far.
    pub fn nodes(&self) -> u64 {
        self.judge.nodes()
    }
}
