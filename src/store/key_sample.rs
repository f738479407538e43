//! Estimates from a sample how many keys of a list were met before.

use super::reserve::fallible;
use hashbrown::HashSet;

/// A sample of the keys met so far: those whose lowest bits are zero. The number of these bits grows as the
/// sample fills up. (Distinct sampling, Gibbons 2001.)
pub struct KeySample {
    /// The low 64 bits of each key.
    keys: HashSet<u64>,
    /// The largest number of keys.
    capacity: usize,
    zeros: u32,
}

impl KeySample {
    /// An empty sample that will use at most about `bytes` bytes.
    pub fn in_bytes(bytes: u64) -> KeySample {
        // The set has a power of two of slots, with one byte each for its own use. After losing half of its keys
        // it does not grow again, as long as at most seven sixteenths of the slots are filled.
        let places = 1 << (bytes as usize / (size_of::<u64>() + 1)).max(1 << 9).ilog2();
        let capacity = places / 16 * 7 - 1;
        KeySample { keys: HashSet::new(), capacity, zeros: 0 }
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.keys.allocation_size() as u64
    }

    /// Adds keys that differ from each other. Returns an estimate of how many of them were met before: the number
    /// of those found in the sample, times the number of keys that each key of the sample represents.
    pub fn meet(&mut self, keys: impl Iterator<Item = u128>) -> f64 {
        let mut known = 0.0;
        for key in keys {
            let key = key as u64;
            if key.trailing_zeros() >= self.zeros {
                known += self.take(key);
            }
        }
        known
    }

    /// Adds a key that belongs into the sample. Returns how many known keys it represents: 0 if it is new.
    fn take(&mut self, key: u64) -> f64 {
        let weight = f64::from(self.zeros).exp2();
        if self.keys.contains(&key) {
            return weight;
        }
        // If the system refuses memory, the key is left out.
        if fallible(|| self.keys.try_reserve(1)).is_ok() {
            self.keys.insert(key);
        }
        while self.keys.len() > self.capacity {
            self.zeros += 1;
            self.keys.retain(|key| key.trailing_zeros() >= self.zeros);
        }
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(from: u64, to: u64) -> impl Iterator<Item = u128> {
        (from..to).map(|n| {
            u128::from(n.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ n >> 3).wrapping_mul(0xda94_2042_e4dd_58b5)
        })
    }

    #[test]
    fn few_keys_are_counted_and_many_estimated() {
        let mut sample = KeySample::in_bytes(1 << 16);
        assert_eq!(sample.meet(keys(0, 1000)), 0.0);
        assert_eq!(sample.meet(keys(600, 1600)), 400.0);
        assert_eq!(sample.meet(keys(2000, 1 << 20)), 0.0);
        let known = sample.meet(keys(300_000, 1_400_000));
        let expected = f64::from((1 << 20) - 300_000);
        assert!((known / expected - 1.0).abs() < 0.1, "{known} for {expected}");
        assert!(sample.bytes() <= 1 << 16, "{} bytes", sample.bytes());
    }
}
