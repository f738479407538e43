//! Whether a problem can have a wanted length.

use crate::position::Rule;
use std::ops::RangeInclusive;
use thiserror::Error;

/// The error when no wanted length fits the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("with this side to move a {rule} takes an {parity} number of plies", parity = if *is_odd { "odd" } else { "even" })]
pub struct ImpossibleLength {
    /// The rule.
    pub rule: Rule,
    /// Whether a mate with this side to move takes an odd number of plies.
    pub is_odd: bool,
}

/// Whether a mate can take one of these numbers of plies.
///
/// # Errors
/// When all of them have the wrong parity.
pub fn possible_length(
    rule: Rule,
    attacker_begins: bool,
    plies: &RangeInclusive<u64>,
) -> Result<(), ImpossibleLength> {
    let parity = rule.parity(attacker_begins);
    let first = plies.start() + u64::from(plies.start() % 2 != parity);
    if plies.contains(&first) { Ok(()) } else { Err(ImpossibleLength { rule, is_odd: parity == 1 }) }
}
