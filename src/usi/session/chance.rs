//! Random numbers for playing.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A random number; each call returns another one.
pub(super) fn draw() -> u64 {
    RandomState::new().build_hasher().finish()
}
