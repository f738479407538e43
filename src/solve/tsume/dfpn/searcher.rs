//! What one kind of search adds to the loop that all share.

use super::check::Check;
use super::search::Search;
use super::thresholds::Thresholds;
use super::value::{Proved, Value};
use crate::solve::tsume::board::Here;

/// A kind of search: what it proves, how it keeps that, and how the defender's nodes are searched.
pub trait Searcher: Sized {
    /// What it proves of positions.
    type Fact: Proved;

    /// What it works with.
    fn base(&self) -> &Search;

    /// The checks of all attacker's nodes on the path.
    fn checks(&self) -> &[Check<Self::Fact>];

    /// What it works with, and those checks, to be changed.
    fn parts(&mut self) -> (&mut Search, &mut Vec<Check<Self::Fact>>);

    /// What the path and the table know of the position after a check.
    fn known_after_check(&self, after: Here, bound: u16) -> Option<Value<Self::Fact>>;

    /// The numbers that the present position starts with, the defender to move; or its value, where the number of moves tells.
    fn initial_value(&mut self, here: Here, bound: u16) -> Value<Self::Fact>;

    /// The value of a node of which a check is known to mate.
    fn won(&self, here: Here, check: &Check<Self::Fact>) -> Value<Self::Fact>;

    /// The value of a node of which all checks, those from `base` on, are refuted.
    fn lost(&self, here: Here, base: usize) -> Value<Self::Fact>;

    /// What the table knows of a position that is visited, if that ends the visit before it begins. For a search that counts such a visit
    /// as a node; others return `None`.
    fn known_on_entry(&self, here: Here, bound: u16, thresholds: Thresholds) -> Option<Value<Self::Fact>>;

    /// What is known by now of the position after a check, if that makes a visit needless. For a search that looks there before it makes
    /// the move; others return `None`.
    fn known_before_move(&self, after: Here, bound: u16, thresholds: Thresholds)
    -> Option<Value<Self::Fact>>;

    /// What it works with, to be changed.
    fn base_mut(&mut self) -> &mut Search {
        self.parts().0
    }

    /// Searches the replies in the present position.
    fn search_replies(&mut self, here: Here, bound: u16, thresholds: Thresholds) -> Value<Self::Fact>;

    /// Remembers a refutation that holds below the present path only.
    fn remember(&mut self, here: Here, value: &Value<Self::Fact>);

    /// Stores what a visit of a position came to, which began at so many nodes.
    fn keep(&mut self, here: Here, bound: u16, value: Value<Self::Fact>, began: u64);
}
