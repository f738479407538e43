//! The interface of the two kinds of search to the common df-pn loop.

use super::check::Check;
use super::search::Search;
use super::thresholds::{Thresholds, Weight};
use super::value::{Proved, Value};
use crate::solve::tsume::board::PositionKey;

/// A kind of search: what it proves, how results are stored, and how the defender's nodes are searched.
pub trait Searcher: Sized {
    /// The facts that it proves about positions.
    type Fact: Proved;

    /// The common state.
    fn base(&self) -> &Search;

    /// How much a child counts beside the largest.
    fn weight(&self) -> Weight;

    /// The checks of all attacker's nodes on the path.
    fn checks(&self) -> &[Check<Self::Fact>];

    /// The common state and those checks, both mutable.
    fn parts(&mut self) -> (&mut Search, &mut Vec<Check<Self::Fact>>);

    /// Probes the path and the table for the position after a check.
    fn probe_after_check(&mut self, after: PositionKey, bound: u16) -> Option<Value<Self::Fact>>;

    /// The initial value of the present position, the defender to move; decided where the number of moves tells.
    fn initial_value(&mut self, here: PositionKey, bound: u16) -> Value<Self::Fact>;

    /// The value of a node with a check that mates.
    fn value_if_mating(&self, here: PositionKey, check: &Check<Self::Fact>) -> Value<Self::Fact>;

    /// The value of a node whose checks, those from `base` on, are all refuted.
    fn value_if_refuted(&mut self, here: PositionKey, base: usize) -> Value<Self::Fact>;

    /// Probes the table at the start of a visit; `Some` ends the visit. For a search that counts such a visit as a node; others return `None`.
    fn probe_on_entry(
        &self,
        here: PositionKey,
        bound: u16,
        thresholds: Thresholds,
    ) -> Option<Value<Self::Fact>>;

    /// Probes the table for the position after a check before the move is made; `Some` makes the visit needless. For a search that does so;
    /// others return `None`.
    fn probe_before_move(
        &mut self,
        after: PositionKey,
        bound: u16,
        thresholds: Thresholds,
    ) -> Option<Value<Self::Fact>>;

    /// The common state, mutable.
    fn base_mut(&mut self) -> &mut Search {
        self.parts().0
    }

    /// Searches the replies in the present position.
    fn search_replies(&mut self, here: PositionKey, bound: u16, thresholds: Thresholds) -> Value<Self::Fact>;

    /// Stores a refutation of a position that the defender is to move in, which holds on the present path only and not by the position itself.
    fn store_refutation(&mut self, here: PositionKey, value: &mut Value<Self::Fact>);

    /// Stores the value after a visit; `began`: the node count at its start.
    fn store_visit(&mut self, here: PositionKey, bound: u16, value: Value<Self::Fact>, began: u64);
}
