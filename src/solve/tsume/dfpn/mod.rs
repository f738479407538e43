//! Depth-first proof-number search (df-pn, Nagai 2002), generic over the kind of value. [`thresholds`] describes
//! how the proof numbers of children are combined.
//!
//! The loop at a node ([`search_node`]), the attacker's nodes, the path and the thresholds are common to both
//! kinds of search. Each kind implements [`ProofNumberSearch`] and [`Node`], which define what it proves, how the
//! table stores that, and how the defender's nodes are searched.
//!
//! Each search answers a question: a position, and a bound on the plies. A repetition of a position on the path
//! is a refutation. A value that depends on a repetition holds only below the repeated position (see
//! [`Value::reach`]); a value that depends on no position above its own holds on every path.

mod attack;
mod checking_move;
mod defend;
mod node;
mod path;
mod proof_number_search;
mod repeated_sets;
mod repetition_table;
mod search_state;
mod thresholds;
mod value;
mod virtual_loss;

pub(super) use attack::attack;
pub(super) use checking_move::CheckingMove;
pub(super) use defend::defend;
pub(super) use node::{Node, NodeState, probe_or_search, search_node};
pub(super) use path::{Path, PathRefutation, PathStep, step_hash};
pub(super) use proof_number_search::ProofNumberSearch;
pub(super) use repeated_sets::RepeatedSet;
pub(super) use repetition_table::{RepetitionHit, RepetitionTable};
pub(super) use search_state::SearchState;
pub(super) use thresholds::{INFINITE, Law, MostProving, Tally, Thresholds, Weight, a_quarter_above, root};
pub(super) use value::{FREE, LONGEST, Proved, Value, longer, shorter};
pub(super) use virtual_loss::VirtualLoss;
