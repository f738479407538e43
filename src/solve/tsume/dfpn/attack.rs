//! The attacker's nodes (OR nodes).

use super::checking_move::{CheckingMove, UNPROMISING};
use super::defend::defend;
use super::node::{Node, NodeState, begin_visit, probe_or_search, search_node};
use super::proof_number_search::ProofNumberSearch;
use super::thresholds::{MostProving, Tally, Thresholds};
use super::value::{Value, shorter};
use crate::movegen::for_each_check;
use crate::solve::tsume::board::{PositionKey, distance};
use crate::types::Move;
use core::ops::ControlFlow;

/// Searches the present position, with the attacker to move.
pub fn attack<S: ProofNumberSearch>(
    search: &mut S,
    here: PositionKey,
    bound: u16,
    thresholds: Thresholds,
) -> Value<S::Fact> {
    let began = match begin_visit(search, here, bound, thresholds) {
        Ok(began) => began,
        Err(value) => return value,
    };
    let mut node = Checks { start: search.checks().len(), here, bound: shorter(bound) };
    let value = match node.list(search) {
        Some(mate) => mate,
        None => search_node(search, &mut node, thresholds),
    };
    search.parts().1.truncate(node.start);
    search.store_visit(here, bound, value, began);
    value
}

/// The checks of a node: those in the search's list from index `start` on.
struct Checks {
    start: usize,
    here: PositionKey,
    /// The bound of the positions after the checks.
    bound: u16,
}

impl Checks {
    /// Lists the checks and probes the table for them. Returns the value of the node if a check mates.
    fn list<S: ProofNumberSearch>(&self, search: &mut S) -> Option<Value<S::Fact>> {
        let Checks { start, here, bound } = *self;
        let (parts, checks) = search.parts();
        let board = &parts.board;
        // The closure never stops the iteration.
        let _ = for_each_check(&board.position, |set| {
            set.try_for_each(|mv| {
                let after = board.after_check(here, mv);
                parts.table.prefetch(after.board);
                checks.push(CheckingMove::new(mv, after, &board.position, &checks[start..]));
                ControlFlow::Continue(())
            })
        });
        for at in start..search.checks().len() {
            let CheckingMove { mv, after, .. } = search.checks()[at];
            let value = first_value(search, mv, after, bound);
            search.parts().1[at].value = value;
            if value.is_proved() {
                return Some(search.value_if_mating(here, &search.checks()[at]));
            }
        }
        None
    }
}

/// The value of the position after a check when the check is listed: from a probe, or its initial value. Drops
/// far from the king start with a higher proof number.
fn first_value<S: ProofNumberSearch>(
    search: &mut S,
    mv: Move,
    after: PositionKey,
    bound: u16,
) -> Value<S::Fact> {
    if let Some(value) = search.probe_after_check(after, bound) {
        return value;
    }
    let undo = search.state_mut().board.position.do_move(mv);
    let mut value = search.initial_value(after, bound);
    let board = &mut search.state_mut().board;
    board.position.undo_move(mv, undo);
    if mv.from().is_none() && !value.is_decided() {
        value.pn += u32::from(board.target().map_or(0, |king| distance(king, mv.to()).saturating_sub(2)));
    }
    value
}

impl<S: ProofNumberSearch> Node<S> for Checks {
    #[inline]
    fn evaluate(&mut self, search: &mut S) -> NodeState<S::Fact> {
        let mut tally = Tally::new(search.law());
        let checks = &search.checks()[self.start..];
        for (at, check) in checks.iter().enumerate() {
            let value = &check.value;
            if value.is_proved() {
                return NodeState::Decided(search.value_if_mating(self.here, check));
            }
            if value.is_refuted() {
                continue;
            }
            if check.waits(checks) {
                tally.hold_back(UNPROMISING);
                continue;
            }
            tally.add(self.start + at, value.pn, value.dn);
        }
        if tally.is_empty() {
            return NodeState::AllDecided;
        }
        let (pn, dn) = tally.numbers();
        NodeState::Open(Value::open(pn, dn), tally.most_proving())
    }

    fn conclude(&mut self, search: &mut S) -> Option<Value<S::Fact>> {
        Some(search.value_if_refuted(self.here, self.start))
    }

    #[inline]
    fn board(&self, search: &S, at: usize) -> u128 {
        search.checks()[at].after.board
    }

    #[inline]
    fn minimized_number<'a>(&'a mut self, search: &'a mut S, at: usize) -> &'a mut u32 {
        &mut search.parts().1[at].value.pn
    }

    #[inline]
    fn below(choice: &MostProving, thresholds: Thresholds) -> Thresholds {
        choice.below_attacker(thresholds)
    }

    #[inline]
    fn visit(&mut self, search: &mut S, at: usize, below: Thresholds, is_first: bool) {
        let CheckingMove { mv, after, value, .. } = search.checks()[at];
        debug_assert!(!value.reaches(below), "a visit that changes nothing: {below:?}");
        let known = if is_first { None } else { search.probe_before_move(after, self.bound, below) };
        let value =
            probe_or_search(search, known, mv, |search| defend(search, after, self.bound, below, false));
        search.parts().1[at].value = value;
    }
}
