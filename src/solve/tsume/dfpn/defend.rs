//! The part of the defender's nodes (AND nodes) that is common to all searches: the path, and refutations by
//! repetition.

use super::node::begin_visit;
use super::path::PathStep;
use super::proof_number_search::ProofNumberSearch;
use super::thresholds::Thresholds;
use super::value::{FREE, Value};
use crate::solve::tsume::board::PositionKey;

/// Searches the present position, with the defender to move. `by_pair`: whether it was reached by a pair of drop
/// and capture, which takes no plies.
pub fn defend<S: ProofNumberSearch>(
    search: &mut S,
    here: PositionKey,
    bound: u16,
    thresholds: Thresholds,
    by_pair: bool,
) -> Value<S::Fact> {
    let began = match begin_visit(search, here, bound, thresholds) {
        Ok(began) => began,
        Err(value) => return value,
    };
    search.state_mut().path.push(PathStep { table_key: here.table_key(), bound, by_pair });
    let at = search.state().path.len();
    let mut value = search.search_replies(here, bound, thresholds);
    search.state_mut().path.pop();
    if value.is_refuted() && value.reach != FREE {
        if value.reach >= at {
            value.reach = FREE;
        } else {
            search.store_refutation(here, &mut value);
        }
    }
    search.store_visit(here, bound, value, began);
    value
}
