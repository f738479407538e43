//! Judging one changed position.

use super::candidates::Candidate;
use super::draft::Draft;
use super::line::KnownLines;
use crate::analysis::{CheckStep, CookCheck, FindingKind, Intended, Soundness, SoundnessCheck};
use crate::compose::sound::with_default;
use crate::compose::{Judge, Judgement, Solution, Wanted};
use crate::movegen::play_line;
use crate::position::Position;
use crate::problem::Problem;
use crate::solve::{Budget, Limits, Options};
use crate::types::{Color, Move};
use std::ops::RangeInclusive;

/// Positions expanded for each move in the first look for what is wrong with a tsume.
const FEW_NODES: u64 = 1000;

/// A repaired problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired {
    /// What was changed, and the position.
    pub candidate: Candidate,
    /// The problem with its solution for the intended line.
    pub problem: Problem,
    /// Whether the solution is the intended line of the problem that was repaired.
    pub keeps_line: bool,
}

/// What is wrong with the problem that is to be repaired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// Whether it is sound, and so needs no repair.
    pub is_sound: bool,
    /// Lines that should not be there: other solutions, cooks. Where several solutions are intended, also these. None
    /// of an illegal position.
    pub cooks: Vec<Vec<Move>>,
}

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
            judge: Judge::new(wanted, options),
            attacker: question.attacker(),
            intended: question.line().to_vec(),
            known,
        }
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

/// Finds out what is wrong with a problem, by `check`; an illegal one is not looked at. An intended line that is not
/// legal yet counts as none.
pub fn diagnose(draft: &Draft, plies: &RangeInclusive<u64>, options: &Options) -> Diagnosis {
    let Some(question) = draft.question() else {
        return Diagnosis { is_sound: false, cooks: Vec::new() };
    };
    let is_legal = play_line(&mut question.position().clone(), question.line()).is_ok();
    let line = if is_legal { question.line().to_vec() } else { Vec::new() };
    let stated = (plies.start() == plies.end()).then_some(*plies.start());
    let mut options = Options { max_solutions: 10, ..options.clone() };
    options.limits = with_default(options.limits);
    let longest = Some(*plies.end()).filter(|&most| most < u64::MAX);
    if question.rule().is_cooperative() {
        options.limits.plies = longest;
        let solutions = question.intended_solutions().cloned();
        let intended = Intended { line: line.clone(), plies: stated, solutions };
        let mut check = SoundnessCheck::new(question, intended, &options, false);
        let found = loop {
            if let CheckStep::Done(found) = check.advance(Budget::Unlimited) {
                break found;
            }
        };
        let mut cooks = found.outcome.solutions.listed;
        cooks.retain(|cook| *cook != line);
        return Diagnosis { is_sound: found.soundness == Soundness::Sound, cooks };
    }
    let intended = Intended { line, plies: stated, ..Intended::default() };
    // Flaws that are found at once are enough to begin with; that there is none is proved in full.
    let most = options.limits.nodes.unwrap_or(FEW_NODES);
    let few = Limits { nodes: Some(most.min(FEW_NODES)), ..options.limits };
    let first_look = CookCheck::new(question, intended.clone(), &options, few).run();
    let found = match first_look.soundness {
        Soundness::Unsound(_) => first_look,
        _ => {
            let options = Options { goes_on: true, ..options };
            CookCheck::new(question, intended, &options, options.limits).run()
        }
    };
    let is_wrong = |kind: FindingKind| kind.is_cook() || kind.is_longer() || kind == FindingKind::Escape;
    let cooks = found.plies.iter().flat_map(|ply| {
        let wrong = ply.findings.iter().filter(|finding| is_wrong(finding.kind));
        wrong.map(|finding| [&found.main[..ply.ply - 1], &finding.moves].concat())
    });
    Diagnosis { is_sound: found.soundness == Soundness::Sound, cooks: cooks.collect() }
}
