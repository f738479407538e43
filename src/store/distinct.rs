//! Estimating the number of distinct keys in four kilobytes (HyperLogLog; Flajolet, Fusy, Gandouet, Meunier 2007).

const REGISTER_BITS: u32 = 12;
const REGISTERS: usize = 1 << REGISTER_BITS;

/// Estimates the number of different keys; the standard error is two percent.
pub struct DistinctCount {
    /// For each class of keys, the largest number of leading zeros in a key, plus one; 0 if there was none.
    registers: Vec<u8>,
    seen: u64,
}

impl Default for DistinctCount {
    fn default() -> DistinctCount {
        DistinctCount { registers: vec![0; REGISTERS], seen: 0 }
    }
}

impl DistinctCount {
    /// Counts a key. Uses only its low 64 bits, which are assumed to be random.
    #[inline]
    pub fn see(&mut self, key: u128) {
        let bits = key as u64;
        let register = &mut self.registers[bits as usize % REGISTERS];
        *register = (*register).max((bits >> REGISTER_BITS << REGISTER_BITS).leading_zeros() as u8 + 1);
        self.seen += 1;
    }

    /// The number of keys counted, repetitions included.
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// The estimated number of different keys.
    pub fn estimate(&self) -> f64 {
        let m = REGISTERS as f64;
        let sum: f64 = self.registers.iter().map(|&run| 0.5f64.powi(i32::from(run))).sum();
        let raw = 0.7213 / (1.0 + 1.079 / m) * m * m / sum;
        let free = self.registers.iter().filter(|&&run| run == 0).count();
        if raw <= 2.5 * m && free > 0 { m * (m / free as f64).ln() } else { raw }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::test_keys;

    #[test]
    fn repeated_keys_count_once() {
        let key = |n: u128| test_keys::key(n) >> 50;
        for different in [0u128, 1, 100, 5_000, 300_000] {
            let mut count = DistinctCount::default();
            for _ in 0..3 {
                (0..different).for_each(|n| count.see(key(n)));
            }
            assert_eq!(count.seen(), 3 * different as u64);
            let error = count.estimate() - different as f64;
            assert!(error.abs() <= 0.08 * different as f64, "{} for {different}", count.estimate());
        }
    }
}
