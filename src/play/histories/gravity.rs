//! Bonuses that add less the more there is.

/// Adds a bonus of at most `BOUND` in size, so that the entry stays within it.
#[inline(always)]
pub fn add_within<const BOUND: i32>(entry: &mut i16, bonus: i32) {
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / BOUND) as i16;
}
