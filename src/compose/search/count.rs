//! Counting the ways to place the pieces of groups, each piece on a square of its own.

use super::template::{Group, Template};
use crate::types::Square;
use num_bigint::BigUint;

/// A search over more fillings than this is refused unless it is explicitly permitted.
pub const MOST_FILLINGS: u64 = 1_000_000_000_000;

impl Template {
    /// The number of ways to fill the gaps, with each piece on a square of its own: the product of the
    /// numbers of choices. It includes fillings that are illegal or the mirror image of another one.
    pub fn count(&self) -> BigUint {
        let gaps = self.gaps.iter().map(|gap| BigUint::from(gap.choices.len()));
        let hands = self.hands.iter().map(|hands| BigUint::from(hands.len()));
        gaps.chain(hands).fold(BigUint::from(self.placements), |product, factor| product * factor)
    }
}

/// The largest number of combinations of numbers of pieces that groups may have, since [`placements`] keeps a
/// count for each.
const MOST_COMBINATIONS: usize = 1 << 18;

/// Whether groups have few enough combinations of numbers of pieces for [`placements`].
pub(super) fn can_be_counted(groups: &[Group]) -> bool {
    let numbers = groups.iter().map(|group| group.count.end() + 1);
    let combinations = numbers.into_iter().try_fold(1usize, usize::checked_mul);
    combinations.is_some_and(|combinations| combinations <= MOST_COMBINATIONS)
}

/// The number of ways to place the pieces of all groups; `None` if it does not fit in 128 bits.
///
/// Goes through the squares one by one. For each combination of the numbers of pieces of each group placed so
/// far, it keeps the number of ways to reach it.
pub(super) fn placements(groups: &[Group]) -> Option<u128> {
    // The numbers of pieces placed are encoded as one mixed-radix number, with a digit for each group.
    let radices: Vec<usize> = groups.iter().map(|group| group.count.end() + 1).collect();
    let steps: Vec<usize> = radices
        .iter()
        .scan(1, |step, radix| {
            let this = *step;
            *step *= radix;
            Some(this)
        })
        .collect();
    let mut ways = vec![0u128; radices.iter().product()];
    ways[0] = 1;
    for square in Square::all() {
        let before = ways.clone();
        for (group, (&step, &radix)) in groups.iter().zip(steps.iter().zip(&radices)) {
            let choices = group.places.iter().filter(|(place, _)| *place == square).count() as u128;
            if choices == 0 {
                continue;
            }
            for (placed, &count) in before.iter().enumerate().filter(|&(_, &count)| count > 0) {
                if placed / step % radix + 1 < radix {
                    let sum = &mut ways[placed + step];
                    *sum = sum.checked_add(count.checked_mul(choices)?)?;
                }
            }
        }
    }
    let is_enough = |placed: usize| {
        groups
            .iter()
            .zip(steps.iter().zip(&radices))
            .all(|(group, (step, radix))| placed / step % radix >= *group.count.start())
    };
    let mut enough = ways.iter().enumerate().filter(|&(placed, _)| is_enough(placed));
    enough.try_fold(0u128, |sum, (_, &count)| sum.checked_add(count))
}
