//! What the search keeps besides the parent log, to determine afterwards which starts lead to a mate.

use super::super::byte_log::{ByteLog, read_varint};
use super::super::chunked::Chunked;

const CHUNK: usize = 1 << 13;

/// The indices at which a layer's records begin.
#[derive(Clone, Copy, Default)]
struct RecordsStart {
    keys: usize,
    parents: usize,
}

/// Half the key of every position, by layer and place, and the moves from each layer into earlier layers.
#[derive(Default)]
pub(super) struct Records {
    keys: Chunked<u64, CHUNK>,
    /// The index at which each layer's keys begin.
    layers: Vec<usize>,
    /// For each move into an earlier layer, the half key of the position that it leads to.
    earlier_keys: Chunked<u64, CHUNK>,
    /// For each such move, the place in its layer of the position that it leads from, as the difference to the
    /// previous place.
    earlier_parents: ByteLog,
    /// The indices at which the records of each layer's moves begin.
    begins: Vec<RecordsStart>,
    last_parent: u32,
}

/// The half of a key that is kept.
pub(super) fn half_key(key: u128) -> u64 {
    key as u64
}

impl Records {
    /// Begins the next layer, whose positions have these keys.
    pub fn open_layer(&mut self, keys: impl Iterator<Item = u128>) {
        self.layers.push(self.keys.len());
        keys.for_each(|key| self.keys.push(half_key(key)));
        self.begins.push(RecordsStart { keys: self.earlier_keys.len(), parents: self.earlier_parents.len() });
        self.last_parent = 0;
    }

    /// The half key of a position.
    pub fn key(&self, layer: u64, place: u32) -> u64 {
        *self.keys.get(self.layers[layer as usize] + place as usize)
    }

    /// Records a move from a position of the last layer into an earlier layer. Places must not decrease from call
    /// to call.
    #[inline(always)]
    pub fn push_earlier(&mut self, parent: u32, key: u128) {
        self.earlier_keys.push(half_key(key));
        self.earlier_parents.push_varint(parent - self.last_parent);
        self.last_parent = parent;
    }

    /// The moves from positions of a layer into earlier layers: for each, the place of its origin and the half
    /// key of its target.
    pub fn earlier(&self, layer: u64) -> impl Iterator<Item = (u32, u64)> + '_ {
        let begin = self.begins[layer as usize];
        let end = self.begins.get(layer as usize + 1);
        let end = end
            .copied()
            .unwrap_or(RecordsStart { keys: self.earlier_keys.len(), parents: self.earlier_parents.len() });
        let mut parents = self.earlier_parents.read(begin.parents, end.parents);
        let keys = self.earlier_keys.slices(begin.keys, end.keys).flatten();
        let mut parent = 0;
        keys.map_while(move |&key| {
            parent += read_varint(&mut parents)?;
            Some((parent, key))
        })
    }

    /// The number of layers.
    pub fn layers(&self) -> u64 {
        self.layers.len() as u64
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        let begins = (self.begins.capacity() * size_of::<RecordsStart>()) as u64;
        let layers = (self.layers.capacity() * size_of::<usize>()) as u64;
        self.keys.bytes() + self.earlier_keys.bytes() + self.earlier_parents.bytes() + begins + layers
    }
}
