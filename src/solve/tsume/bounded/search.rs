//! The bounded search: its state, and probing the table and the path.

use super::replies::Replies;
use super::value::BoundedValue;
use crate::solve::tsume::board::PositionKey;
use crate::solve::tsume::dfpn::{CheckingMove, FREE, SearchState, Thresholds, attack, defend};
use crate::store::{Fact, TableKey};
use crate::types::Move;

/// The answer to the question whether there is a mate within a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateWithin {
    /// There is one.
    Yes,
    /// There is none.
    No,
    /// The search ended before it was decided.
    Unknown,
}

impl From<BoundedValue> for MateWithin {
    fn from(value: BoundedValue) -> MateWithin {
        match (value.pn, value.dn) {
            (0, _) => MateWithin::Yes,
            (_, 0) => MateWithin::No,
            _ => MateWithin::Unknown,
        }
    }
}

/// A bounded search on one thread.
pub struct BoundedSearch<'s> {
    pub state: &'s mut SearchState,
    /// The checks of all attacker's nodes on the path.
    pub(super) checks: Vec<CheckingMove<Fact>>,
    /// Reply lists that nodes reuse.
    pub(super) spare: Vec<Replies>,
}

impl BoundedSearch<'_> {
    pub fn new(state: &mut SearchState) -> BoundedSearch<'_> {
        BoundedSearch { state, checks: Vec::new(), spare: Vec::new() }
    }

    /// The value of the present position from the table, the path and the number of moves, without a search.
    pub fn probe(&mut self, bound: u16) -> BoundedValue {
        let here = self.state.board.here();
        if self.state.board.attacks() {
            self.probe_table_attacking(here, bound).unwrap_or_else(|| self.initial_attacking(bound))
        } else {
            self.probe_defending(here, bound, false)
        }
    }

    /// The value of the present position with the defender to move, without a search. `by_pair`: see
    /// [`PathStep::by_pair`](crate::solve::tsume::dfpn::PathStep).
    pub(super) fn probe_defending(&mut self, here: PositionKey, bound: u16, by_pair: bool) -> BoundedValue {
        let known = self.probe_table_defending(here.table_key(), bound, by_pair);
        known.unwrap_or_else(|| self.initial_defending(bound))
    }

    /// The value of the present position; searches it if a probe does not decide it.
    pub fn search(&mut self, bound: u16) -> BoundedValue {
        let value = self.probe(bound);
        if value.is_decided() { value } else { self.search_unknown(bound) }
    }

    /// Searches the present position, which a probe must not have decided.
    pub fn search_unknown(&mut self, bound: u16) -> BoundedValue {
        let here = self.state.board.here();
        if self.state.board.attacks() {
            attack(self, here, bound, Thresholds::NONE)
        } else {
            defend(self, here, bound, Thresholds::NONE, false)
        }
    }

    /// The value of the present position, which was reached by a pair of drop and capture; searches it if a probe
    /// does not decide it.
    pub(super) fn search_after_pair(&mut self, bound: u16) -> BoundedValue {
        let here = self.state.board.here();
        let known = self.probe_defending(here, bound, true);
        if known.is_decided() { known } else { defend(self, here, bound, Thresholds::NONE, true) }
    }

    /// Plays a move, searches the position after it, and takes the move back.
    pub fn search_after(&mut self, mv: Move, bound: u16) -> BoundedValue {
        let undo = self.state.board.position.do_move(mv);
        let value = self.search(bound);
        self.state.board.position.undo_move(mv, undo);
        value
    }

    /// Calls `what` with a budget of at most `nodes` further nodes.
    #[inline]
    pub(super) fn with_nodes<T>(&mut self, nodes: u64, what: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.state.control.limit_nodes(nodes);
        let result = what(self);
        self.state.control.restore_budget(before);
        result
    }

    /// Probes the table for a position with the attacker to move.
    #[inline]
    pub(super) fn probe_table_attacking(&self, here: PositionKey, bound: u16) -> Option<BoundedValue> {
        if bound == 0 {
            return None;
        }
        let table_key = here.table_key();
        if self.state.board.avoids(table_key) {
            return Some(BoundedValue::none_before(Fact::NO_MATE));
        }
        self.probe_table(table_key, bound)
    }

    /// Probes the path and the table for a position with the defender to move.
    #[inline]
    pub(super) fn probe_table_defending(
        &self,
        table_key: TableKey,
        bound: u16,
        by_pair: bool,
    ) -> Option<BoundedValue> {
        if bound < 2 {
            return None;
        }
        let path = &self.state.path;
        if let Some(reach) = path.shuttles(table_key, bound, by_pair) {
            return Some(BoundedValue::repeated(reach));
        }
        let value = self.probe_table(table_key, bound);
        if by_pair || value.is_some_and(|value| value.is_decided()) {
            return value;
        }
        // A shortest mate repeats no position, because the number of plies left falls with each move. (By a pair
        // it does not fall, hence the exception above.)
        let repeated = path.returns_to(table_key).map(BoundedValue::repeated);
        if repeated.is_some() || value.is_none() {
            return repeated;
        }
        path.probe_refutation(table_key, bound).map(BoundedValue::from_path_refutation).or(value)
    }

    /// Probes the table.
    #[inline]
    pub(super) fn probe_table(&self, table_key: TableKey, bound: u16) -> Option<BoundedValue> {
        BoundedValue::of(self.state.table.probe(table_key), bound)
    }

    /// Stores a value, unless it is a refutation that holds on this path only or an open value of a search that
    /// is over.
    pub(super) fn store(&mut self, table_key: TableKey, bound: u16, value: BoundedValue, began: u64) {
        let SearchState { board, table, control, .. } = &mut *self.state;
        if control.is_over() && !value.is_decided() || value.is_refuted() && value.reach != FREE {
            return;
        }
        debug_assert!(!value.is_proved() || value.fact.upper <= bound);
        debug_assert!(!value.is_refuted() || value.fact.lower > bound);
        let numbers = Fact::searched(value.pn, value.dn);
        let fact = if value.is_decided() {
            Fact { pn: numbers.pn, dn: numbers.dn, is_searched: false, ..value.fact }
        } else {
            numbers
        };
        debug_assert!(!table.contradicts(table_key, fact), "{} within {bound}: {fact:?}", board.position);
        table.store(table_key, fact, control.own_nodes() - began);
    }
}
