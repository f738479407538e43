//! What a line of a file of answers states: a trait, for each command keeps answers of its own.

use std::hash::Hash;

/// What an answer says about its question.
pub trait Statement: Clone + Send {
    /// What an answer is about.
    type Question: Eq + Hash + Send;
    /// What a run wants an answer to say.
    type Wanted;
    /// The command that writes such answers.
    const COMMAND: &'static str;

    /// What a line states; `None` for one that answers no question of the command.
    fn read(line: &[u8]) -> Option<Stated<Self>>;

    /// Whether it says that nothing is known.
    fn is_unknown(&self) -> bool;

    /// Whether this is all that a run wants.
    fn is_enough(&self, wanted: &Self::Wanted) -> bool;

    /// Whether this is enough wherever the other is.
    fn covers(&self, other: &Self) -> bool;
}

/// A line that answers a question.
pub struct Stated<S: Statement> {
    /// What it is about.
    pub question: S::Question,
    /// The problem's id or place.
    pub name: String,
    /// What it says.
    pub statement: S,
}
