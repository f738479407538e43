//! The frontier: the packed positions of a layer, in the order in which they were found.
//!
//! A packed position is a fifth of the size of an unpacked one. A child is made in packed form from its packed parent.

use super::chunked::Chunked;
use super::expand::Child;
use crate::board::Bitboard;
use crate::position::{Packed, Position};

/// Positions per chunk of memory.
const CHUNK: usize = 1 << 10;

struct Node {
    packed: Packed,
    /// Low and high half of the key; as one word it would be padded.
    key: [u64; 2],
}

impl Node {
    #[inline(always)]
    fn new(packed: Packed, key: u128) -> Node {
        Node { packed, key: [key as u64, (key >> 64) as u64] }
    }

    #[inline(always)]
    fn key(&self) -> u128 {
        u128::from(self.key[1]) << 64 | u128::from(self.key[0])
    }
}

/// A layer.
#[derive(Default)]
pub(super) struct Frontier {
    nodes: Chunked<Node, CHUNK>,
    /// A bit set of the positions that also occur in earlier layers; it may be shorter than the layer.
    duplicates: Vec<u64>,
}

/// The largest layer to which a step may still add positions: places have 32 bits.
pub(super) const MOST_POSITIONS: usize = u32::MAX as usize - (1 << 24);

impl Frontier {
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn clear(&mut self) {
        self.nodes.clear();
        self.duplicates.clear();
    }

    /// Drops all positions after the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.nodes.truncate(len);
    }

    /// Frees the memory of the positions before a place; they must not be accessed any more.
    pub fn free_before(&mut self, place: usize) {
        self.nodes.free_before(place);
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.nodes.bytes() + (self.duplicates.capacity() * size_of::<u64>()) as u64
    }

    /// Sets which positions are duplicates of earlier layers, as a bit set; duplicates are not expanded.
    pub fn set_duplicates(&mut self, duplicates: Vec<u64>) {
        self.duplicates = duplicates;
    }

    /// Whether the position at an index is a duplicate of an earlier layer.
    #[inline]
    pub fn is_duplicate(&self, place: usize) -> bool {
        is_set(&self.duplicates, place)
    }

    /// Appends a position.
    pub fn push(&mut self, position: &Position) {
        // The root was found to be legal, and no move lets a hand exceed the piece set.
        let packed = position.pack().expect("legal positions can be packed");
        self.nodes.push(Node::new(packed, position.key()));
    }

    /// Appends the child of a packed position.
    #[inline]
    pub fn push_after(&mut self, parent: &Packed, child: &Child) {
        let packed = child.packed(parent);
        debug_assert!({
            let mut position = parent.unpack(Bitboard::EMPTY);
            for mv in child.reply().into_iter().chain([child.check]) {
                position.do_move(mv);
            }
            position.pack() == Some(packed)
        });
        self.nodes.push(Node::new(packed, child.key));
    }

    /// The keys of the positions, in their order.
    pub fn keys(&self) -> impl Iterator<Item = u128> + Clone + '_ {
        self.nodes.iter().map(Node::key)
    }

    /// The key of the position at an index.
    #[inline(always)]
    pub fn key_at(&self, place: u32) -> u128 {
        self.nodes.get(place as usize).key()
    }

    /// The positions, in their order.
    pub fn packed(&self) -> impl Iterator<Item = &Packed> + '_ {
        self.nodes.iter().map(|node| &node.packed)
    }

    /// The packed position at an index.
    #[inline(always)]
    pub fn packed_at(&self, place: u32) -> &Packed {
        &self.nodes.get(place as usize).packed
    }

    /// Unpacks the position at an index into a position of the same problem.
    #[inline(always)]
    pub fn unpack(&self, place: u32, position: &mut Position) {
        let node = self.nodes.get(place as usize);
        node.packed.unpack_to(position, node.key());
    }
}

/// Whether a bit is set; beyond the end none is.
#[inline]
pub(super) fn is_set(bits: &[u64], place: usize) -> bool {
    bits.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
}
