//! Problems that were checked: what an answer of `check` is about, and what it says.

use super::proof::{Answer, Proof, Question, Wanted};
use super::statement::{Stated, Statement};
use crate::solve::Limits;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::time::Duration;

/// A problem, and what its author says of it. Limits, memory and threads are no part of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CheckQuestion {
    /// The problem as `solve` is asked about it.
    pub problem: Question,
    /// The intended line in USI form; empty when none is stated.
    pub line: Vec<String>,
    /// The intended length in plies, where it is stated.
    pub plies: Option<u64>,
    /// The number of solutions that are intended, where it is stated.
    pub solutions: Option<String>,
}

/// What a run wants an answer to say.
#[derive(Debug, Clone, Copy)]
pub struct CheckWanted {
    /// What is wanted of the search.
    pub search: Wanted,
    /// From which move of the intended line on the problem is sound.
    pub backward: bool,
    /// Tsume: the limits of each search but the first.
    pub limits: Limits,
}

/// An answer of `check`.
#[derive(Debug, Clone)]
pub struct Checked {
    proof: Proof,
    /// The verdict.
    pub soundness: Soundness,
    /// Whether a backward check is part of it, without an open question.
    backward: bool,
    /// Helpmate: whether it says where the solutions differ, if there are any.
    differences: bool,
    /// Tsume: where something is open about the moves beside the line, the limits within which it was left open.
    open_within: Option<CheckLimits>,
}

/// Limits of the searches for moves beside the line.
#[derive(Debug, Clone, Copy, Deserialize)]
struct CheckLimits {
    nodes: Option<u64>,
    seconds: Option<f64>,
}

impl CheckLimits {
    /// Those of answers that do not say them.
    const NONE: CheckLimits = CheckLimits { nodes: Some(0), seconds: Some(0.0) };

    fn of(limits: Limits) -> CheckLimits {
        CheckLimits { nodes: limits.nodes, seconds: limits.time.as_ref().map(Duration::as_secs_f64) }
    }

    /// Whether a search within the others can find no more.
    fn are_as_large_as(&self, others: &CheckLimits) -> bool {
        let nodes = self.nodes.is_none_or(|own| others.nodes.is_some_and(|other| own >= other));
        nodes && self.seconds.is_none_or(|own| others.seconds.is_some_and(|other| own >= other))
    }
}

/// What was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Soundness {
    /// It is sound.
    Sound,
    /// It is not.
    Unsound,
    /// Neither was proved.
    Unknown,
}

/// The key of `docs/json.md` that answers of `check` have and others have not.
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
}

#[derive(Deserialize)]
struct Finding {
    reason: Option<IgnoredAny>,
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
        let is_open = plies.iter().flat_map(|ply| &ply.findings).any(|finding| finding.reason.is_some());
        let Stated { question: problem, name, statement: proof } = answer.stated();
        let Intended { plies, line, solutions } = intended;
        let question = CheckQuestion { problem, line: line.unwrap_or_default(), plies, solutions };
        let is_decided =
            |backward: &Backward| !backward.probes.iter().any(|probe| probe.verdict == Soundness::Unknown);
        let backward = backward.as_ref().is_some_and(is_decided);
        let differences = differences.is_some() || !question.problem.is_cooperative() || !proof.is_mate();
        let open_within = is_open.then(|| limits.unwrap_or(CheckLimits::NONE));
        let statement = Checked { proof, soundness, backward, differences, open_within };
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
            && !self.proof.ended_early()
            && self.differences
            && self.open_within.is_none_or(|own| own.are_as_large_as(&CheckLimits::of(wanted.limits)))
    }

    fn covers(&self, other: &Checked) -> bool {
        if other.is_unknown() {
            return true;
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
