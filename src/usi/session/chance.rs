//! Chance, where playing leaves something to it.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A random number, another one for each call.
pub(super) fn draw() -> u64 {
    RandomState::new().build_hasher().finish()
}
