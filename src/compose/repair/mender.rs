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

/// Judges changed positions, one after the other.
pub struct Mender {
    judge: Judge,
    attacker: Color,
    intended: Vec<Move>,
    known: KnownLines,
}

impl Mender {
    /// A judge of what a problem was changed to. `plies`: the length that it must have.
    pub fn new(
        draft: &Draft,
        plies: RangeInclusive<u64>,
        diagnosis: &Diagnosis,
        options: &Options,
    ) -> Mender {
        let question = draft.asked();
        // The least length that the side to move permits: known mates of that length reject without a search.
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

    /// Judges a candidate in its turn.
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
    /// Why it is no repair, or that this is not known.
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

    /// Whether the intended line solves a repaired problem: of several solutions it may be another one than that found.
    fn keeps_line(&self, position: &Position, solution: &Solution, wanted: &Wanted) -> bool {
        let line = &self.intended;
        if line.is_empty() || !wanted.rule.is_cooperative() {
            return !line.is_empty() && solution.line == *line;
        }
        let flaw = || wanted.permitted(self.attacker).line_flaw(position, wanted.rule, line);
        line.len() as u64 == solution.plies && flaw().is_none()
    }

    /// Positions met or expanded so far.
    pub fn nodes(&self) -> u64 {
        self.judge.nodes()
    }
}
