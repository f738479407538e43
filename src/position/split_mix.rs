//! SplitMix64, a generator of random numbers (Steele, Lea, Flood 2014).

/// What each number drawn adds to the state of the generator.
pub const SPLIT_MIX_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The number that the generator draws in a state: a permutation of all 64-bit numbers that leaves no pattern of theirs.
pub const fn split_mix(state: u64) -> u64 {
    let mut mixed = state.wrapping_add(SPLIT_MIX_STEP);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
