//! Problems that were checked: what an answer of `check` is about, and what it says.

use super::proof::{Answer, Proof, Question, Wanted};
use super::statement::{Stated, Statement};
use serde::Deserialize;

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
}

/// An answer of `check`.
#[derive(Debug, Clone)]
pub struct Checked {
    proof: Proof,
    /// The verdict.
    pub soundness: Soundness,
    /// Whether a backward check is part of it, without an open question.
    backward: bool,
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
        let Check { soundness, intended, backward } = answer.check.take()?;
        let Stated { question: problem, name, statement: proof } = answer.stated();
        let Intended { plies, line, solutions } = intended;
        let question = CheckQuestion { problem, line: line.unwrap_or_default(), plies, solutions };
        let is_decided =
            |backward: &Backward| !backward.probes.iter().any(|probe| probe.verdict == Soundness::Unknown);
        let backward = backward.as_ref().is_some_and(is_decided);
        Some(Stated { question, name, statement: Checked { proof, soundness, backward } })
    }

    fn is_unknown(&self) -> bool {
        self.soundness == Soundness::Unknown
    }

    fn is_enough(&self, wanted: &CheckWanted) -> bool {
        !self.is_unknown()
            && self.proof.rests_on(&wanted.search)
            && self.proof.lists(&wanted.search)
            && (self.backward || !wanted.backward)
    }

    fn covers(&self, other: &Checked) -> bool {
        if other.is_unknown() {
            return true;
        }
        !self.is_unknown() && (self.backward || !other.backward) && self.proof.is_as_firm_as(&other.proof)
    }
}
