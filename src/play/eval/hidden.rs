//! The hidden layer: what pieces are worth together. Each unit sums up what a king sees, and counts by the square of that sum between
//! 0 and 1.

use super::features::{CODES, Thing, WAYS};

/// The number of units.
pub const UNITS: usize = 32;
/// One in a unit's sum.
pub const ONE: i16 = 512;
const ONE_BITS: i32 = 9;

/// The units' sums for one king.
pub type Sums = [i16; UNITS];

/// The weights of the layer.
#[derive(Clone, PartialEq, Eq)]
pub struct Hidden {
    /// What the sums begin with.
    pub bias: Sums,
    /// By code of what is seen.
    pub codes: Vec<Sums>,
    /// By the way to it.
    pub ways: Vec<Sums>,
    /// What a unit that counts one is worth: of the king of the side to move, and of the other.
    pub worth: [Sums; 2],
}

impl Hidden {
    /// The number of 16-bit words.
    pub const WORDS: usize = (3 + CODES + WAYS) * UNITS;

    /// A layer that counts nothing.
    pub fn silent() -> Hidden {
        let none = [0; UNITS];
        Hidden { bias: none, codes: vec![none; CODES], ways: vec![none; WAYS], worth: [none; 2] }
    }

    /// All words in their order.
    pub fn words(&self) -> impl Iterator<Item = &i16> {
        let rows = [&self.bias, &self.worth[0], &self.worth[1]];
        rows.into_iter().chain(&self.codes).chain(&self.ways).flatten()
    }

    /// The inverse of [`words`](Hidden::words); words that are missing are zero.
    pub fn of_words(words: &mut impl Iterator<Item = i16>) -> Hidden {
        let mut row = || std::array::from_fn(|_| words.next().unwrap_or(0));
        let (bias, worth) = (row(), [row(), row()]);
        let codes = (0..CODES).map(|_| row()).collect();
        Hidden { bias, worth, codes, ways: (0..WAYS).map(|_| row()).collect() }
    }

    /// The sums with something that comes into sight. Diagrams far outside a game may overflow; what comes must go all the same.
    #[inline(always)]
    pub fn with(&self, sums: Sums, thing: Thing) -> Sums {
        // Everything by value: then it stays in registers, all units at once.
        let (code, way) = (self.codes[thing.code], self.ways[thing.way]);
        std::array::from_fn(|unit| sums[unit].wrapping_add(code[unit]).wrapping_add(way[unit]))
    }

    /// The sums without something that is seen no more.
    #[inline(always)]
    pub fn without(&self, sums: Sums, thing: Thing) -> Sums {
        let (code, way) = (self.codes[thing.code], self.ways[thing.way]);
        std::array::from_fn(|unit| sums[unit].wrapping_sub(code[unit]).wrapping_sub(way[unit]))
    }

    /// What the sums of the king of the side to move and of the other are worth.
    #[inline(always)]
    pub fn value(&self, own: &Sums, other: &Sums) -> i32 {
        let mut value = 0;
        for (sums, worth) in [(own, &self.worth[0]), (other, &self.worth[1])] {
            for (&sum, &worth) in sums.iter().zip(worth) {
                let count = i32::from(sum.clamp(0, ONE));
                value += ((count * count) >> ONE_BITS) * i32::from(worth);
            }
        }
        value >> ONE_BITS
    }
}
