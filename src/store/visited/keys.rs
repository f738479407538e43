//! The division of a key's bits among their purposes in the table.

/// Selects which bits of the keys a set uses. Two keys that one choice confuses are distinguished by the other
/// one: some of the bits in the fingerprint of one choice are not used by the other choice at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KeyBits {
    /// The choice for every ordinary search.
    #[default]
    First,
    /// The choice for a search that verifies another.
    Second,
}

impl KeyBits {
    /// Rearranges the bits of `key`: the first choice, applied to the result, uses the bits that this choice uses
    /// in `key`.
    #[inline(always)]
    pub fn arrange(self, key: u128) -> u128 {
        match self {
            KeyBits::First => key,
            KeyBits::Second => key.rotate_left(NARROW_BITS),
        }
    }
}

/// The width of the fingerprints that a set stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KeyWidth {
    /// Fingerprints with 48 bits that have no part in choosing the bucket.
    #[default]
    Narrow,
    /// Fingerprints with 72 bits that have no part in choosing the bucket.
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

    /// The number of low bytes of a key that a set with [`KeyBits::First`] uses. They suffice to fill such a set
    /// again.
    pub const fn key_bytes(self) -> usize {
        match self {
            KeyWidth::Narrow => 12,
            KeyWidth::Wide => 13,
        }
    }

    /// The probability that two keys which one choice of bits confuses are confused by the other choice too: two
    /// to the power of minus the number of bits that only the second choice uses.
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
/// The number of key bits that choose a bucket in a plane. A table consists of planes of 2¹² buckets, 2 MiB each:
/// the size of a huge page on most processors.
pub(super) const PLANE_BITS: u32 = 12;
/// The number of spare bits: key bits that are stored to choose the plane and, the lowest of them, the home line
/// in the bucket.
pub(super) const SPARE_BITS: u32 = 16;
/// The number of lines in a bucket.
pub(super) const LINES: usize = 8;

/// A key divided into the parts that a table uses. From the lowest bit on, a key has 64 bits of fingerprint, the
/// bits that choose a bucket in a plane, the spare bits, and 8 more bits of fingerprint.
pub(super) struct KeyParts {
    /// The bits that choose the bucket in a plane, to be taken modulo the number of buckets.
    pub position: usize,
    /// The spare bits, which choose the plane and the home line.
    pub spare: usize,
    /// The fingerprint; a narrow one has only its low 48 bits.
    pub low: u64,
    /// The further bits of a wide fingerprint.
    pub high: u8,
}

impl KeyParts {
    /// Divides a key. `mask` selects the bits of `low` and, above them, of `high`.
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
