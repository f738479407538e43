//! Keys whose owners answered recently, so that they need not be sent again.

use crate::store::prefetch;

/// The number of slots, which take 8 MiB.
const SLOTS: usize = 1 << 19;

/// A cache of keys, each with the layer that it belongs to as far as this process knows. A new key replaces the
/// one in its slot.
pub(super) struct RecentKeys {
    /// For each slot 64 bits of the key, none of which choose the slot, and the number of the layer.
    slots: Vec<(u64, u64)>,
}

impl RecentKeys {
    pub fn new() -> RecentKeys {
        RecentKeys { slots: vec![(0, u64::MAX); SLOTS] }
    }

    /// Whether a key is known to belong to a layer before `layer`.
    pub fn is_older(&self, key: u128, layer: u64) -> bool {
        let (low, of) = self.slots[slot(key)];
        low == key as u64 && of < layer
    }

    /// Notes that a key belongs to `layer` or to an earlier one.
    pub fn note(&mut self, key: u128, layer: u64) {
        let known = &mut self.slots[slot(key)];
        if known.0 != key as u64 || known.1 > layer {
            *known = (key as u64, layer);
        }
    }

    /// Starts fetching the memory that the other methods will access for a key.
    pub fn prefetch(&self, key: u128) {
        prefetch(&self.slots[slot(key)]);
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        (self.slots.capacity() * size_of::<(u64, u64)>()) as u64
    }
}

fn slot(key: u128) -> usize {
    (key >> 64) as usize % SLOTS
}
