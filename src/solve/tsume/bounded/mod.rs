//! The search for a mate within a bound of plies under the policy for interpositions: what it answers is proved.
//!
//! Along a shortest mate the value falls from move to move, so it comes to no position twice: where one on the path is repeated, the
//! answer is no. The bound alone would end the loops too, but only after going round as often as it allows.

mod conclude;
mod futile;
mod list;
mod node;
mod replies;
mod search;
mod value;

pub(super) use futile::length_of;
pub(super) use search::{Answer, Exact};
pub(super) use value::Number;

#[cfg(test)]
mod tests;
