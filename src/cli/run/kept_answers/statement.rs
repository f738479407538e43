//! What a line in a file of answers states: a trait, because each command has its own kind of answers.

use std::hash::Hash;

/// What an answer states about its question.
pub trait Statement: Clone + Send {
    /// The question of an answer.
    type Question: Eq + Hash + Send;
    /// What a run requires of an answer.
    type Wanted;
    /// The command that writes these answers.
    const COMMAND: &'static str;

    /// What a line states; `None` if it does not answer a question of the command.
    fn read(line: &[u8]) -> Option<Stated<Self>>;

    /// Whether the answer states that the result is unknown.
    fn is_unknown(&self) -> bool;

    /// Whether the answer states everything that a run wants.
    fn is_enough(&self, wanted: &Self::Wanted) -> bool;

    /// Whether this answer is enough wherever the other one is.
    fn covers(&self, other: &Self) -> bool;
}

/// What a line states, with its question.
pub struct Stated<S: Statement> {
    /// The question of the answer.
    pub question: S::Question,
    /// The problem's id or place.
    pub name: String,
    /// What the answer states.
    pub statement: S,
}
