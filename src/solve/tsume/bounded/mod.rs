//! The bounded search: is there a mate within a number of plies, under the policy for futile interpositions? Both
//! answers are proofs.
//!
//! A shortest mate never repeats a position, because the number of plies left falls with each move. So a
//! repetition of a position on the path is a refutation on that path. (The bound alone would end such loops too,
//! but only after many rounds.)

mod conclude;
mod futile;
mod initial;
mod list;
mod node;
mod replies;
mod search;
mod value;

pub(super) use futile::length_of;
pub(super) use search::{BoundedSearch, MateWithin};
pub(super) use value::BoundedValue;

#[cfg(test)]
mod tests;
