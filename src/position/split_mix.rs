//! SplitMix64, a generator of random numbers (Steele, Lea, Flood 2014).

/// The increment of the state of the generator for each number drawn.
pub const SPLIT_MIX_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The number drawn in a state. The function is a permutation of the 64-bit numbers that destroys any
/// patterns in them.
pub const fn split_mix(state: u64) -> u64 {
    let mut mixed = state.wrapping_add(SPLIT_MIX_STEP);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
