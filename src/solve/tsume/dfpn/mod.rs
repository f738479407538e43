//! Depth-first proof-number search (df-pn, Nagai 2002), for any kind of value. At a node the largest child counts, and the others a
//! little, see [`thresholds`].
//!
//! The loop at a node ([`search_node`]), the attacker's nodes, the path and the thresholds are common to both kinds of search. Each adds by
//! [`Searcher`] and [`Node`] what it proves, how the table keeps that, and how the defender's replies are listed, weighed and answered.
//!
//! A question is a position and a bound on the plies. Where a position on the path is repeated, the answer is no: what rests on that
//! holds below the repeated position (see [`Value::reach`]); a position above which nothing reaches has its answer on every path.

mod attack;
mod check;
mod defend;
mod node;
mod path;
mod search;
mod searcher;
mod thresholds;
mod value;
mod virtual_loss;

pub(super) use attack::attack;
pub(super) use check::Check;
pub(super) use defend::defend;
pub(super) use node::{Node, Weighed, known_or_found, search_node};
pub(super) use path::{PathStep, Repetition};
pub(super) use search::Search;
pub(super) use searcher::Searcher;
pub(super) use thresholds::{Choice, INFINITE, Tally, Thresholds, beyond};
pub(super) use value::{FREE, LONGEST, Proved, Value, longer, shorter};
pub(super) use virtual_loss::VirtualLoss;
