//! A turn of a candidate, and its result.

use super::candidates::Candidate;
use crate::compose::Judgement;
use crate::compose::sound::Patience;
use crate::problem::Problem;

/// A repaired problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired {
    /// The changes made, and the position.
    pub candidate: Candidate,
    /// The problem with its solution for the intended line.
    pub problem: Problem,
    /// Whether the solution is the intended line of the problem that was repaired.
    pub keeps_line: bool,
}

/// A turn of a candidate.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Its index among the candidates.
    pub(super) place: u64,
    pub(super) candidate: Candidate,
    /// The limit of work in this turn; `None` in the last turn, which only the general limits end.
    pub(super) patience: Option<Patience>,
}

/// The result of a candidate's turn.
#[derive(Clone, Debug)]
pub struct Tried {
    pub(super) place: u64,
    /// The number of positions expanded.
    pub(super) nodes: u64,
    /// The candidate, if the turn did not decide it.
    pub undecided: Option<Candidate>,
    /// The repair, or the judgement that it is not one.
    pub result: Result<Box<Repaired>, Judgement>,
}
