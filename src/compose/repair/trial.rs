//! A candidate's turn, and what becomes of it.

use super::candidates::Candidate;
use crate::compose::Judgement;
use crate::compose::sound::Patience;
use crate::problem::Problem;

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

/// A candidate's turn.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Its place among the candidates.
    pub(super) place: u64,
    pub(super) candidate: Candidate,
    /// What may be spent on it; `None` in its last turn, where the limits hold.
    pub(super) patience: Option<Patience>,
}

/// What became of a candidate in its turn.
#[derive(Clone, Debug)]
pub struct Tried {
    pub(super) place: u64,
    /// The positions that were expanded.
    pub(super) nodes: u64,
    /// The candidate, where this did not decide.
    pub undecided: Option<Candidate>,
    /// The repair, or why it is none.
    pub result: Result<Box<Repaired>, Judgement>,
}
