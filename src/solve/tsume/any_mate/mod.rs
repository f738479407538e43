//! The search for a mate of any length, or within a bound, whose results hold for as many hands as possible.
//!
//! Whether there is a mate does not depend on the policy for interpositions, and a larger hand never spoils one. So
//! results are stored with the smallest hand that mates and the largest that does not (proof pieces 証明駒, disproof
//! pieces 反証駒; Nagai 2002). A refutation by repetition holds on some paths only, and is kept with the positions that it
//! repeats, see [`RepetitionHit`](super::dfpn::RepetitionHit).
//!
//! A mate comes with an upper bound of its plies, for the proof pieces and every larger hand. An interposition and its
//! capture count as two plies unless the drop is futile at sight; leaving out further futile ones never makes a mate
//! longer.
//!
//! With a bound, the same search shortens mates. What it refutes may still be a mate within the bound under the policy,
//! so only its mates are facts; its refutations are guesses, which are stored apart.

mod interpositions;
mod node;
mod piece_counts;
mod replies;
mod search;
mod table;
mod value;

pub(super) use node::LAW;
pub(super) use search::AnyMateSearch;
pub(super) use value::AnyMateValue;

#[cfg(test)]
mod tests;
