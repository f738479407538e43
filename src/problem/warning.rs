//! What may make a problem another one than its author meant.

use crate::position::SfenWarning;
use std::fmt;

/// Something in the text of a problem that may not mean what was read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemWarning {
    /// Its position lacks something.
    Position(SfenWarning),
    /// A header about its rule says something that is not known.
    UnknownRule(UnknownRule),
    /// Two headers contradict each other.
    Contradiction(Contradiction),
}

/// A header that may mean another rule, or a condition, than those that are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule {
    /// The header's key, such as 分類.
    pub key: String,
    /// What it says, cut when it is long.
    pub value: String,
    /// Those of its words that the problem is read without, cut when they are long.
    pub words: String,
}

/// Two headers that contradict each other; the problem is read by the first. Both are the same header where that names
/// two rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// What the problem is read by.
    pub first: StatedHeader,
    /// What it is read without.
    pub second: StatedHeader,
}

/// A header, written as 条件：取禁.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedHeader {
    /// Its key.
    pub key: String,
    /// What it says, cut when it is long; of one that names two rules one of these.
    pub value: String,
}

impl fmt::Display for StatedHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}：{}", self.key, self.value)
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
                write!(f, "`{words}` in the header {key}：{value} is no known rule and no known condition")
            }
            ProblemWarning::Contradiction(Contradiction { first, second }) => {
                write!(f, "the headers {first} and {second} contradict each other")
            }
        }
    }
}
