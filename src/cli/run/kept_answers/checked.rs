//! Answers of `check` in a file of `--resume`: their questions, and what they state.

use super::proof::{Answer, Proof, Question, Wanted};
use super::statement::{Stated, Statement};
use crate::solve::{Limits, Reason};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::time::Duration;

/// A problem and its author's statements. Limits, memory and threads are not part of the question.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CheckQuestion {
    /// The question about the problem, as for `solve`.
    pub problem: Question,
    /// The intended line in USI notation; empty if none is stated.
    pub line: Vec<String>,
    /// The intended length in plies, if it is stated.
    pub plies: Option<u64>,
    /// The number of intended solutions, if it is stated.
    pub solutions: Option<String>,
}

/// What a run requires of an answer.
#[derive(Debug, Clone, Copy)]
pub struct CheckWanted {
    /// The requirements on the search.
    pub search: Wanted,
    /// Whether a backward check is required: from which move of the intended line on the problem is sound.
    pub backward: bool,
    /// Tsume: the limits of each search other than the first.
    pub limits: Limits,
}

/// An answer of `check`.
#[derive(Debug, Clone)]
pub struct Checked {
    proof: Proof,
    /// The verdict.
    pub soundness: Soundness,
    /// Whether it contains a backward check without an unknown verdict.
    backward: bool,
    /// Helpmate: whether it lists where the solutions differ, if there are any.
    differences: bool,
    /// Tsume: if a deviation from the intended line is undecided, the limits of the search that left it undecided.
    open_within: Option<CheckLimits>,
    /// Tsume: the number of deviations from the intended line that are decided.
    closed: u64,
}

/// Limits of the searches for deviations from the intended line.
#[derive(Debug, Clone, Copy, Deserialize)]
struct CheckLimits {
    nodes: Option<u64>,
    seconds: Option<f64>,
    plies: Option<u64>,
}

impl CheckLimits {
    /// Limits within which nothing is decided: for answers that do not state their limits, or that are undecided
    /// because of memory.
    const NONE: CheckLimits = CheckLimits { nodes: Some(0), seconds: Some(0.0), plies: Some(0) };

    fn of(limits: Limits) -> CheckLimits {
        let Limits { nodes, plies, .. } = limits;
        CheckLimits { nodes, seconds: limits.time.as_ref().map(Duration::as_secs_f64), plies }
    }

    /// The limits of the searches that left findings undecided for these reasons.
    fn of_answer(stated: Option<CheckLimits>, reasons: &[String]) -> CheckLimits {
        let is_one = |reason: Reason| reasons.iter().any(|name| name == reason.name());
        match stated {
            None => CheckLimits::NONE,
            Some(_) if is_one(Reason::Memory) => CheckLimits::NONE,
            // Earlier versions did not state the limit on plies.
            Some(stated) if is_one(Reason::Plies) => {
                CheckLimits { plies: stated.plies.or(Some(0)), ..stated }
            }
            Some(stated) => stated,
        }
    }

    /// Whether these limits are as large as `others`, so that a search within `others` cannot find more.
    fn are_as_large_as(&self, others: &CheckLimits) -> bool {
        let numbers = [(self.nodes, others.nodes), (self.plies, others.plies)];
        numbers.iter().all(|&(own, other)| own.is_none_or(|own| other.is_some_and(|other| own >= other)))
            && self.seconds.is_none_or(|own| others.seconds.is_some_and(|other| own >= other))
    }
}

/// The verdict of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Soundness {
    /// The problem is sound.
    Sound,
    /// The problem is unsound.
    Unsound,
    /// Neither was proved.
    Unknown,
}

/// The contents of the key of `docs/json.md` that only answers of `check` have.
#[derive(Deserialize)]
struct Check {
    soundness: Soundness,
    intended: Intended,
    backward: Option<Backward>,
    differences: Option<IgnoredAny>,
    limits: Option<CheckLimits>,
    #[serde(default)]
    plies: Vec<Ply>,
}

#[derive(Deserialize)]
struct Ply {
    findings: Vec<Finding>,
    #[serde(default)]
    refuted: u64,
}

#[derive(Deserialize)]
struct Finding {
    reason: Option<String>,
}

#[derive(Deserialize)]
struct Intended {
    plies: Option<u64>,
    line: Option<Vec<String>>,
    solutions: Option<String>,
}

#[derive(Deserialize)]
struct Backward {
    probes: Vec<Probe>,
}

#[derive(Deserialize)]
struct Probe {
    verdict: Soundness,
}

impl Statement for Checked {
    type Question = CheckQuestion;
    type Wanted = CheckWanted;
    const COMMAND: &'static str = "check";

    fn read(line: &[u8]) -> Option<Stated<Checked>> {
        let mut answer = Answer::read(line)?;
        let Check { soundness, intended, backward, differences, limits, plies } = answer.check.take()?;
        let findings = plies.iter().flat_map(|ply| &ply.findings);
        let reasons: Vec<String> = findings.clone().filter_map(|finding| finding.reason.clone()).collect();
        let decided = findings.filter(|finding| finding.reason.is_none()).count() as u64;
        let closed = decided + plies.iter().map(|ply| ply.refuted).sum::<u64>();
        let Stated { question: problem, name, statement: proof } = answer.stated();
        let Intended { plies, line, solutions } = intended;
        let question = CheckQuestion { problem, line: line.unwrap_or_default(), plies, solutions };
        let is_decided =
            |backward: &Backward| !backward.probes.iter().any(|probe| probe.verdict == Soundness::Unknown);
        let backward = backward.as_ref().is_some_and(is_decided);
        let differences = differences.is_some() || !question.problem.is_cooperative() || !proof.is_mate();
        let open_within = (!reasons.is_empty()).then(|| CheckLimits::of_answer(limits, &reasons));
        let statement = Checked { proof, soundness, backward, differences, open_within, closed };
        Some(Stated { question, name, statement })
    }

    fn is_unknown(&self) -> bool {
        self.soundness == Soundness::Unknown
    }

    fn is_enough(&self, wanted: &CheckWanted) -> bool {
        !self.is_unknown()
            && self.proof.rests_on(&wanted.search)
            && self.proof.lists(&wanted.search)
            && (self.backward || !wanted.backward)
            && self.proof.came_to_an_end(&wanted.search)
            && self.differences
            && self.open_within.is_none_or(|own| own.are_as_large_as(&CheckLimits::of(wanted.limits)))
    }

    fn covers(&self, other: &Checked) -> bool {
        if other.is_unknown() {
            let is_as_good = || self.proof.covers(&other.proof) && self.closed >= other.closed;
            return !self.is_unknown() || is_as_good() && (self.backward || !other.backward);
        }
        let is_as_closed = match (&self.open_within, &other.open_within) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(own), Some(other)) => own.are_as_large_as(other),
        };
        !self.is_unknown()
            && is_as_closed
            && (self.backward || !other.backward)
            && (self.differences || !other.differences)
            && (!self.proof.ended_early() || other.proof.ended_early())
            && self.proof.is_as_firm_as(&other.proof)
    }
}
