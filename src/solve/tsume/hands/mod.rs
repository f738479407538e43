//! The search for a mate of any length, or a shorter one, that proves what it finds for as many hands as it can.
//!
//! Whether there is a mate does not depend on the policy for interpositions, and more in the attacker's hand never
//! spoils it. So results are kept for the smallest hand that mates and the largest that does not (証明駒, 反証駒; Nagai
//! 2002). A repetition is a failure on this path only. In the first, credulous pass what rests on one is kept as if it held
//! everywhere; that can hide a mate but never invent one. When such a pass refutes the root, a scrupulous one follows,
//! which keeps what holds on every path, and the rest beside the path it holds on.
//!
//! A mate comes with a bound of its plies for the hand that it needs and every larger one. A piece that is put between and
//! taken counts as two plies unless that is futile at sight, and leaving further futile ones out never makes a mate longer.
//!
//! To shorten a mate, the same search asks for one within a bound. What it refutes may be a mate within the bound by the
//! policy, so only its mates are facts; the rest are guesses, kept apart.

mod interpositions;
mod node;
mod replies;
mod reply;
mod search;
mod sets;
mod table;
mod value;

pub(super) use search::HandSearch;
pub(super) use value::HandValue;

#[cfg(test)]
mod tests;
