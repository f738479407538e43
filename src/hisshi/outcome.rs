//! The result of a search for a brinkmate.

use super::attack::Attack;
use crate::solve::Reason;
use crate::types::Move;

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The position is itself a tsume: a line into a mate, not necessarily the shortest one.
    Tsume(Vec<Move>),
    /// A brinkmate in this number of plies. It is proved that there is no shorter one, and no tsume.
    Hisshi(u16),
    /// It is proved that there is neither a tsume nor a brinkmate in at most this number of plies.
    None(u16),
    /// Not known.
    Unknown(Reason),
}

/// Statistics of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// The number of positions expanded, including those in the searches for tsume.
    pub nodes: u64,
    /// The number of positions with the attacker to move that were tested for a tsume.
    pub positions: u64,
    /// Wall time in seconds.
    pub seconds: f64,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The answer.
    pub verdict: Verdict,
    /// Every first move found that makes a brinkmate, in canonical order; all have the same length. There may
    /// be some even when the verdict is unknown, because it is not known whether the position is a tsume.
    pub solutions: Vec<Attack>,
    /// First moves for which it is not known whether they make a brinkmate of the length searched.
    pub undecided: Vec<Move>,
    /// Whether it is proved that the position is not a tsume.
    pub is_no_tsume: bool,
    /// It is proved that there is no brinkmate in at most this number of plies; 0 when nothing is proved.
    pub none_within: u16,
    /// The number of false hits of fingerprints to be expected in the searches for tsume.
    pub false_hits_expected: f64,
    /// The reason why the verdict, or the list of first moves, is incomplete.
    pub reason: Option<Reason>,
    /// The statistics.
    pub stats: Stats,
}

impl Outcome {
    /// For a brinkmate: whether it has only one first move; `None` when that is not known.
    pub fn is_unique(&self) -> Option<bool> {
        match (&self.verdict, self.solutions.len()) {
            (Verdict::Hisshi(_), 2..) => Some(false),
            (Verdict::Hisshi(_), 1) if self.undecided.is_empty() => Some(true),
            _ => None,
        }
    }

    /// Whether the question is decided.
    pub fn is_decided(&self) -> bool {
        !matches!(self.verdict, Verdict::Unknown(_))
    }
}
