//! Keys for tests.

/// A permutation of the counter: distinct, well mixed keys.
pub fn key(n: u128) -> u128 {
    let n = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    (n ^ n >> 67).wrapping_mul(0xda94_2042_e4dd_58b5_94d0_49bb_1331_11eb)
}
