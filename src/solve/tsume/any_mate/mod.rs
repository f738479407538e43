//! The search for a mate of any length, or within a bound, whose results hold for as many hands as possible.
//!
//! Whether there is a mate does not depend on the policy for interpositions, and a larger hand of the attacker
//! never prevents one. So a mate is stored with the smallest hand that mates, and a refutation with the largest
//! that does not (proof pieces 証明駒, disproof pieces 反証駒; Nagai 2002). A refutation by repetition holds on some
//! paths only, and is kept with the positions that it repeats, see [`RepetitionHit`](super::dfpn::RepetitionHit).
//!
//! A mate comes with an upper bound of its length in plies, which holds for the proof pieces and every larger
//! hand. An interposition and its capture count as two plies unless the drop is futile at sight; to leave out
//! further futile drops never makes a mate longer.
//!
//! With a bound, the same search serves to shorten mates. There may still be a mate within the bound under the
//! policy where this search refutes one. So only its mates are facts; its refutations are guesses, which are
//! stored separately.

mod interpositions;
mod node;
mod piece_counts;
mod replies;
mod search;
mod table;
mod value;

pub(super) use search::AnyMateSearch;
pub(super) use value::AnyMateValue;

#[cfg(test)]
mod tests;
