//! History bonuses with gravity: a bonus adds the less, the larger the entry already is.

/// Adds a bonus whose size is at most `BOUND`, so that the entry stays between ±`BOUND`.
#[inline(always)]
pub fn add_within<const BOUND: i32>(entry: &mut i16, bonus: i32) {
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / BOUND) as i16;
}
