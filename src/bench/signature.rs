//! The number that shows whether two runs did the same work.

use std::fmt;

/// A hash (FNV-1a) of numbers in a fixed order; the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature(u64);

impl Signature {
    /// The signature of a sequence of numbers.
    pub fn of(numbers: impl IntoIterator<Item = u64>) -> Signature {
        let bytes = numbers.into_iter().flat_map(u64::to_le_bytes);
        Signature(bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        }))
    }
}

impl fmt::Display for Signature {
    /// Sixteen hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
