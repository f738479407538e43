//! Which bits of a key do what in the table.

/// Which bits of the keys a set goes by. A key that one choice of bits mistakes for another is told apart by the other
/// choice: some of the fingerprint's bits have no part in the first choice at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KeyBits {
    /// The choice for every search.
    #[default]
    First,
    /// The choice for a search that verifies another.
    Second,
}

impl KeyBits {
    /// The key in which the first choice looks at the bits that this choice looks at in `key`.
    #[inline(always)]
    pub fn arrange(self, key: u128) -> u128 {
        match self {
            KeyBits::First => key,
            KeyBits::Second => key.rotate_left(NARROW_BITS),
        }
    }
}

/// How much of a key is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KeyWidth {
    /// Fingerprints with 48 bits that have no part in choosing the bucket.
    #[default]
    Narrow,
    /// Fingerprints with 72 of them.
    Wide,
}

impl KeyWidth {
    /// The name in JSON and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            KeyWidth::Narrow => "narrow",
            KeyWidth::Wide => "wide",
        }
    }

    /// The low bytes of a key that a set by [`KeyBits::First`] looks at: with them alone it can be filled again.
    pub const fn key_bytes(self) -> usize {
        match self {
            KeyWidth::Narrow => 12,
            KeyWidth::Wide => 13,
        }
    }

    /// The probability that two keys which one choice of bits takes for the same are the same by the other choice too:
    /// two to the power of minus the number of bits that only the second choice looks at.
    pub fn independent_share(self) -> f64 {
        match self {
            // Bits 92 to 127.
            KeyWidth::Narrow => 0.5f64.powi(36),
            // Bits 100 to 127.
            KeyWidth::Wide => 0.5f64.powi(28),
        }
    }
}

const NARROW_BITS: u32 = 48;
/// A table consists of planes of 2¹² buckets, 2 MiB each: a huge page of most processors.
pub(super) const PLANE_BITS: u32 = 12;
/// Key bits kept to choose the plane and, the lowest of them, the home in the bucket.
pub(super) const SPARE_BITS: u32 = 16;
/// Lines of a bucket.
pub(super) const LINES: usize = 8;

/// A key as a table looks at it. From the lowest bit on, a key has 64 bits of fingerprint, those that choose a bucket
/// of a plane, the spare ones, and 8 more of fingerprint.
pub(super) struct KeyParts {
    /// What chooses the bucket of a plane, to be taken modulo their number.
    pub position: usize,
    /// What chooses the plane and the home.
    pub spare: usize,
    /// Fingerprint; a narrow one has the low 48 bits of it.
    pub low: u64,
    /// What a wide one has besides.
    pub high: u8,
}

impl KeyParts {
    /// `mask` selects bits of `low` and, above them, of `high`.
    #[inline(always)]
    pub fn new(key: u128, bits: KeyBits, mask: u128) -> KeyParts {
        let key = bits.arrange(key);
        let above = (key >> 64) as u64;
        KeyParts {
            position: above as usize & ((1 << PLANE_BITS) - 1),
            spare: (above >> PLANE_BITS) as usize & ((1 << SPARE_BITS) - 1),
            low: (key & mask) as u64,
            high: (above >> (PLANE_BITS + SPARE_BITS)) as u8 & (mask >> 64) as u8,
        }
    }
}
