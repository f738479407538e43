//! The positions of a layer, in the order in which they were found.
//!
//! The first ones, which are all of them in most problems, stand there whole: they need not be unpacked to be
//! expanded, nor packed to be stored. In a wide layer the others are packed, in a fifth of the room.

use super::chunked::Chunked;
use super::expand::Child;
use crate::board::Bitboard;
use crate::position::{Packed, Position};
use crate::store::prefetch_address;

/// The most positions kept whole, however much memory there is: beyond the size of the processor's caches, packing
/// costs less than it saves.
const MAX_WHOLE: u64 = 1 << 15;
/// The share of the memory budget that whole positions may take.
const WHOLE_SHARE: u64 = 32;

/// Whole positions that memory is taken for first.
const SMALLEST_WHOLE: usize = 4;
/// Packed positions that memory is taken for at a time.
const CHUNK: usize = 1 << 10;

struct PackedNode {
    packed: Packed,
    /// Low and high half of the key; as one word it would be padded.
    key: [u64; 2],
}

/// A layer.
pub(super) struct Frontier {
    stones: Bitboard,
    whole: Vec<Position>,
    packed: Chunked<PackedNode, CHUNK>,
    max_whole: usize,
}

impl Frontier {
    /// An empty layer of a problem with the given stones, for a search with `memory` bytes.
    pub fn new(stones: Bitboard, memory: u64) -> Frontier {
        let max_whole = (memory / WHOLE_SHARE / size_of::<Position>() as u64).min(MAX_WHOLE) as usize;
        Frontier { stones, whole: Vec::new(), packed: Chunked::default(), max_whole }
    }

    pub fn len(&self) -> usize {
        self.whole.len() + self.packed.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn clear(&mut self) {
        self.whole.clear();
        self.packed.clear();
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        (self.whole.capacity() * size_of::<Position>()) as u64 + self.packed.bytes()
    }

    /// Appends a position.
    pub fn push(&mut self, position: &Position) {
        if self.whole.len() < self.max_whole {
            self.push_whole(position);
        } else {
            let key = position.key();
            // The root was found to be legal, and no move makes a hand larger than the set.
            let packed = position.pack().expect("legal positions can be packed");
            self.packed.push(PackedNode { packed, key: [key as u64, (key >> 64) as u64] });
        }
    }

    /// Appends a position while fewer than the most are whole.
    #[inline(always)]
    fn push_whole(&mut self, position: &Position) {
        if self.whole.len() == self.whole.capacity() {
            // As a vector grows by itself, but not beyond what it can be needed for.
            let larger = (2 * self.whole.len()).max(SMALLEST_WHOLE).min(self.max_whole);
            self.whole.reserve_exact(larger - self.whole.len());
        }
        self.whole.push(position.clone());
        // The room of a later one is fetched: what is written to a position is read again while its moves are played.
        let later = self.whole.as_ptr().wrapping_add(self.whole.len() + 2).cast::<u8>();
        for line in 0..size_of::<Position>().div_ceil(64) {
            prefetch_address(later.wrapping_add(64 * line));
        }
    }

    /// Appends the position after a double move, or after a check alone.
    #[inline]
    pub fn push_after(&mut self, position: &Position, child: &Child) {
        if self.whole.len() < self.max_whole {
            self.push_whole(position);
            if let Some(place) = self.whole.last_mut() {
                child.play(place);
            }
        } else {
            let mut position = position.clone();
            child.play(&mut position);
            self.push(&position);
        }
    }

    /// The keys of the positions, in their order.
    pub fn keys(&self) -> impl Iterator<Item = u128> + Clone + '_ {
        let packed = self.packed.iter().map(|node| u128::from(node.key[1]) << 64 | u128::from(node.key[0]));
        self.whole.iter().map(Position::key).chain(packed)
    }

    /// The positions, packed, in their order.
    pub fn packed(&self) -> impl Iterator<Item = Packed> + '_ {
        // The root was found to be legal, and no move makes a hand larger than the set.
        let whole = self.whole.iter().map(|position| position.pack().expect("legal positions can be packed"));
        whole.chain(self.packed.iter().map(|node| node.packed))
    }

    /// Copies the position at a place.
    pub fn copy_to(&self, place: u32, room: &mut Position) {
        match self.whole.get(place as usize) {
            Some(position) => room.clone_from(position),
            None => *room = self.unpack_node(place),
        }
    }

    fn unpack_node(&self, place: u32) -> Position {
        let PackedNode { packed, key: [low, high] } = self.packed.get(place as usize - self.whole.len());
        packed.unpack_with_key(self.stones, u128::from(*high) << 64 | u128::from(*low))
    }

    /// The position at a place, unpacked into `room` if need be.
    #[inline]
    pub fn unpack<'a>(&'a mut self, place: u32, room: &'a mut Position) -> &'a mut Position {
        if place as usize >= self.whole.len() {
            *room = self.unpack_node(place);
            room
        } else {
            &mut self.whole[place as usize]
        }
    }

    /// The position at a place, unpacked into `room` if need be, to be looked at.
    pub fn read<'a>(&'a self, place: u32, room: &'a mut Position) -> &'a Position {
        match self.whole.get(place as usize) {
            Some(position) => position,
            None => {
                *room = self.unpack_node(place);
                room
            }
        }
    }

    /// The position at a place, which was unpacked into `room` if need be.
    #[inline]
    pub fn unpacked<'a>(&'a self, place: u32, room: &'a Position) -> &'a Position {
        self.whole.get(place as usize).unwrap_or(room)
    }
}
