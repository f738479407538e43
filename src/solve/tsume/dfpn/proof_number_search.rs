//! The interface between the two kinds of search and the common df-pn loop.

use super::checking_move::CheckingMove;
use super::search_state::SearchState;
use super::thresholds::{Law, Thresholds};
use super::value::{Proved, Value};
use crate::solve::tsume::board::PositionKey;

/// A kind of search: what it proves, how results are stored, and how the defender's nodes are searched.
pub trait ProofNumberSearch: Sized {
    /// The facts that the search proves about positions.
    type Fact: Proved;

    /// The state that is common to all searches.
    fn state(&self) -> &SearchState;

    /// How the attacker's nodes combine the proof numbers of their checks.
    fn law(&self) -> Law;

    /// The checks of all attacker's nodes on the path.
    fn checks(&self) -> &[CheckingMove<Self::Fact>];

    /// The common state and the checks, both mutable.
    fn parts(&mut self) -> (&mut SearchState, &mut Vec<CheckingMove<Self::Fact>>);

    /// Probes the path and the table for the position after a check.
    fn probe_after_check(&mut self, after: PositionKey, bound: u16) -> Option<Value<Self::Fact>>;

    /// The initial value of the present position with the defender to move. It is decided if the number of moves
    /// suffices for that.
    fn initial_value(&mut self, here: PositionKey, bound: u16) -> Value<Self::Fact>;

    /// The value of an attacker's node with a check that mates.
    fn value_if_mating(&self, here: PositionKey, check: &CheckingMove<Self::Fact>) -> Value<Self::Fact>;

    /// The value of an attacker's node whose checks, those from index `start` on, are all refuted.
    fn value_if_refuted(&mut self, here: PositionKey, start: usize) -> Value<Self::Fact>;

    /// Probes the table at the start of a visit; `Some` ends the visit. Implemented by a search that counts such
    /// a visit as a node; otherwise `None`.
    fn probe_on_entry(
        &self,
        here: PositionKey,
        bound: u16,
        thresholds: Thresholds,
    ) -> Option<Value<Self::Fact>>;

    /// Probes the table for the position after a check, before the move is made; `Some` makes the visit
    /// unnecessary. Implemented by a search that does not count such a visit as a node; otherwise `None`.
    fn probe_before_move(
        &mut self,
        after: PositionKey,
        bound: u16,
        thresholds: Thresholds,
    ) -> Option<Value<Self::Fact>>;

    /// The common state, mutable.
    fn state_mut(&mut self) -> &mut SearchState {
        self.parts().0
    }

    /// Searches the replies in the present position.
    fn search_replies(&mut self, here: PositionKey, bound: u16, thresholds: Thresholds) -> Value<Self::Fact>;

    /// Stores a refutation of a position with the defender to move that holds on the present path only and
    /// depends on a repetition above the position.
    fn store_refutation(&mut self, here: PositionKey, value: &mut Value<Self::Fact>);

    /// Stores the value after a visit; `began`: the node count at its start.
    fn store_visit(&mut self, here: PositionKey, bound: u16, value: Value<Self::Fact>, began: u64);
}
