//! Warnings that a problem may not have been meant as it was read.

use crate::position::{Illegality, NamedMove, SfenWarning};
use std::fmt;

/// A part of the text of a problem that may not have been meant as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemWarning {
    /// A part of its position is missing.
    Position(SfenWarning),
    /// A header about its rule contains unknown words.
    UnknownRule(UnknownRule),
    /// Two headers contradict each other.
    Contradiction(Contradiction),
}

/// A header that may name an unsupported rule or condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule {
    /// The header's key, such as 分類.
    pub key: String,
    /// Its value, cut if it is long.
    pub value: String,
    /// The words that were ignored, cut if they are long.
    pub words: String,
}

/// Two headers that contradict each other; the first one is used. Both are the same header if that names two
/// rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The header that is used.
    pub first: StatedHeader,
    /// The header that is ignored.
    pub second: StatedHeader,
}

/// A header, written as 条件：取禁.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedHeader {
    /// Its key.
    pub key: String,
    /// Its value, cut if it is long; or one of the two rules that it names.
    pub value: String,
}

/// An illegal move in a side line. The line was read up to the move before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalSideMove {
    /// The line of the text; in JSON the one on which the record begins.
    pub line: u64,
    /// The ply of the move, counted from the root.
    pub ply: usize,
    /// The move.
    pub mv: NamedMove,
    /// The reason why it is illegal.
    pub reason: Illegality,
}

impl fmt::Display for StatedHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}：{}", self.key, self.value)
    }
}

impl fmt::Display for IllegalSideMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalSideMove { line, ply, mv, reason } = self;
        write!(f, "line {line}: move {ply} of a side line, {mv}, is illegal ({reason})")
    }
}

impl ProblemWarning {
    /// The name in JSON.
    pub const fn name(&self) -> &'static str {
        match self {
            ProblemWarning::Position(warning) => warning.name(),
            ProblemWarning::UnknownRule(_) => "unknown-rule",
            ProblemWarning::Contradiction(_) => "contradicting-headers",
        }
    }
}

impl From<SfenWarning> for ProblemWarning {
    fn from(warning: SfenWarning) -> ProblemWarning {
        ProblemWarning::Position(warning)
    }
}

impl fmt::Display for ProblemWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemWarning::Position(warning) => warning.fmt(f),
            ProblemWarning::UnknownRule(UnknownRule { key, value, words }) => {
                write!(f, "`{words}` in the header {key}：{value} is not a known rule or condition")
            }
            ProblemWarning::Contradiction(Contradiction { first, second }) => {
                write!(f, "the headers {first} and {second} contradict each other")
            }
        }
    }
}
