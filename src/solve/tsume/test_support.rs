//! Helpers for the tests of all searches.

use super::board::Board;
use super::control::{Caller, CallerMessage, Control};
use super::dfpn::{RepetitionTable, SearchState};
use super::tables::Tables;
use crate::position::{Position, Rule};
use crate::problem::{Futile, default_attacker};
use crate::solve::limits::{Budget, Limits, StopFlag};
use std::sync::mpsc::channel;
use std::time::Instant;

/// Calls `check` with the state of a search of a position.
pub fn searching(root: &Position, futile: Futile, check: impl FnOnce(&mut SearchState)) {
    searching_with(root, futile, |mut state| check(&mut state));
}

/// The same, but `check` may keep the state.
pub fn searching_with(root: &Position, futile: Futile, check: impl FnOnce(SearchState)) {
    let attacker = default_attacker(root, Rule::Tsume).expect("a king");
    let (budgets, inbox) = channel();
    let (outbox, _reports) = channel();
    budgets.send(CallerMessage::GoOn(Budget::Unlimited)).expect("the other end is here");
    let caller = Caller::wait(inbox, outbox).expect("a budget was sent");
    let control = Control::new(Limits::default(), StopFlag::new(), Instant::now(), caller);
    let table = Tables::default().take(1 << 20, false);
    let repetitions = RepetitionTable::in_bytes(1 << 17);
    check(SearchState::new(Board::new(root.clone(), attacker, futile), control, table, repetitions));
}
