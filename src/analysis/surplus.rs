//! The attacker's hand at the end of each solution (駒余り).

use crate::solve::{SolutionGraph, StopFlag};
use crate::types::Hand;
use num_bigint::BigUint;

/// The attacker's hands at the ends of the solutions, each with the number of solutions, the most frequent
/// first; `None` when stopped.
pub fn hands_at_the_end(graph: &SolutionGraph, stop: &StopFlag) -> Option<Vec<(Hand, BigUint)>> {
    let mut walk = graph.walk();
    while walk.advance() {
        if stop.is_set() {
            return None;
        }
    }
    let mut hands: Vec<(Hand, BigUint)> = Vec::new();
    for (position, ways) in walk.positions().iter().zip(walk.ways()) {
        let hand = position.hand(graph.attacker());
        match hands.iter_mut().find(|(known, _)| *known == hand) {
            Some((_, count)) => *count += ways,
            None => hands.push((hand, ways.clone())),
        }
    }
    // Equally frequent hands are ordered by their text, so that the result does not depend on the order of
    // the mates.
    hands.sort_by(|(a, more), (b, less)| less.cmp(more).then_with(|| a.to_string().cmp(&b.to_string())));
    Some(hands)
}
