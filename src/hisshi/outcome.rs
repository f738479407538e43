//! What a search for a brinkmate found.

use super::attack::Attack;
use crate::solve::Reason;
use crate::types::Move;

/// The answer. The values are never confused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The position is a tsume itself: a line into a mate, not always the shortest one.
    Tsume(Vec<Move>),
    /// A brinkmate in so many plies. That there is none in fewer, and no tsume, is proved.
    Hisshi(u16),
    /// Neither a tsume nor a brinkmate in at most so many plies: both are proved.
    None(u16),
    /// Not known.
    Unknown(Reason),
}

/// Figures of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// Positions expanded, those in the searches for tsume included.
    pub nodes: u64,
    /// Positions with the attacker to move of which it was asked whether they are tsume.
    pub positions: u64,
    /// Wall time in seconds.
    pub seconds: f64,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The answer.
    pub verdict: Verdict,
    /// Every first move found that is a brinkmate, in canonical order: all of the same length. There may be some
    /// without a verdict, when it is not known whether the position is a tsume.
    pub solutions: Vec<Attack>,
    /// First moves of which it is not known whether they are brinkmates of the length in question.
    pub undecided: Vec<Move>,
    /// Whether the position is proved to be no tsume.
    pub is_no_tsume: bool,
    /// Proved: no brinkmate in at most so many plies; 0 when nothing is.
    pub none_within: u16,
    /// The number of false hits of fingerprints to be expected in the searches for tsume.
    pub false_hits_expected: f64,
    /// Why the verdict, or the list of first moves, is not complete.
    pub reason: Option<Reason>,
    /// Figures.
    pub stats: Stats,
}

impl Outcome {
    /// Of a brinkmate: whether one first move alone leads to it; `None` while that is not known.
    pub fn is_unique(&self) -> Option<bool> {
        match (&self.verdict, self.solutions.len()) {
            (Verdict::Hisshi(_), 2..) => Some(false),
            (Verdict::Hisshi(_), 1) if self.undecided.is_empty() => Some(true),
            _ => None,
        }
    }

    /// Whether there is an answer.
    pub fn is_decided(&self) -> bool {
        !matches!(self.verdict, Verdict::Unknown(_))
    }
}
