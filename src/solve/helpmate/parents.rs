//! The parent log: for every stored position, the positions of the previous layer from which it was reached.
//!
//! Layers are numbered by the attacker's moves made, and a position is identified by its index in its layer (its
//! *place*). For a new position the log holds its parent (as a difference, mostly one byte) and one byte of its key
//! (its *tag*); for a position met again in its own layer, one more edge. Moves are not stored: they are found again by
//! expanding the few positions on lines to a mate. The log may hold wrong edges (see `layer_index`), which that
//! expansion discards.

use super::byte_log::{ByteLog, read_varint};

/// The indices in the log at which a layer's records begin.
#[derive(Clone, Copy, Default)]
pub(super) struct LayerStart {
    pub nodes: usize,
    pub edges: usize,
}

/// The parents of all stored positions, layer by layer.
#[derive(Default)]
pub(super) struct ParentLog {
    pub(super) nodes: ByteLog,
    pub(super) edges: ByteLog,
    /// The starts of layers 1, 2, and so on; the last of these layers is still growing.
    pub(super) starts: Vec<LayerStart>,
    last_node_parent: u32,
    last_edge_parent: u32,
}

/// The encoded records of a layer.
pub(super) struct LayerBytes<'a> {
    pub nodes: Vec<&'a [u8]>,
    pub edges: Vec<&'a [u8]>,
}

impl LayerBytes<'_> {
    /// Whether these can be the records of a layer of `positions` positions that follows a layer of `before`
    /// positions. Bytes read from a checkpoint are checked with this before they are used.
    pub fn fit(&self, positions: u64, before: u64) -> bool {
        let (mut found, mut parent) = (0, 0);
        let mut nodes = self.nodes.iter().copied().flatten().copied();
        while let Some(difference) = read_varint(&mut nodes) {
            parent += u64::from(difference);
            if parent >= before || nodes.next().is_none() {
                return false;
            }
            found += 1;
        }
        let mut parent = 0;
        let mut edges = self.edges.iter().copied().flatten().copied();
        while let Some(difference) = read_varint(&mut edges) {
            parent += u64::from(difference);
            let is_child = |child| u64::from(child) < positions;
            if parent >= before || !read_varint(&mut edges).is_some_and(is_child) {
                return false;
            }
        }
        found == positions
    }
}

/// A stored position's record: the position from which it was first reached, and one byte of its key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeRecord {
    pub parent: u32,
    pub tag: u8,
}

/// A further edge into a position: the places of parent and child in their layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EdgeRecord {
    pub parent: u32,
    pub child: u32,
}

/// The byte of a key that the log keeps.
pub(super) fn tag(key: u128) -> u8 {
    (key >> 120) as u8
}

impl ParentLog {
    /// Begins the next layer.
    pub fn open_layer(&mut self) {
        self.starts.push(self.end());
        self.last_node_parent = 0;
        self.last_edge_parent = 0;
    }

    /// Records the next new position of the layer. Parents must not decrease from call to call.
    #[inline(always)]
    pub fn push_node(&mut self, parent: u32, key: u128) {
        self.push_record(parent, tag(key));
    }

    /// Records the next new position, given its parent and the byte of its key.
    #[inline(always)]
    pub(super) fn push_record(&mut self, parent: u32, tag: u8) {
        match parent - self.last_node_parent {
            // Nearly always the difference fits into one byte.
            difference @ ..0x80 => self.nodes.push_all([difference as u8, tag]),
            difference => {
                self.nodes.push_varint(difference);
                self.nodes.push(tag);
            }
        }
        self.last_node_parent = parent;
    }

    /// Records a further edge into position `child` of the layer. Parents must not decrease from call to call.
    #[inline(always)]
    pub fn push_edge(&mut self, parent: u32, child: u32) {
        self.edges.push_varint(parent - self.last_edge_parent);
        self.edges.push_varint(child);
        self.last_edge_parent = parent;
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.nodes.bytes() + self.edges.bytes() + (self.starts.capacity() * size_of::<LayerStart>()) as u64
    }

    pub(super) fn end(&self) -> LayerStart {
        LayerStart { nodes: self.nodes.len(), edges: self.edges.len() }
    }

    fn range(&self, layer: usize) -> (LayerStart, LayerStart) {
        let end = self.starts.get(layer).copied().unwrap_or_else(|| self.end());
        (self.starts[layer - 1], end)
    }

    /// The bytes of a layer's records, in pieces. Layers count from 1; layer 0, that of the root, has no records.
    pub fn layer(&self, layer: usize) -> LayerBytes<'_> {
        let (start, end) = if layer == 0 { Default::default() } else { self.range(layer) };
        LayerBytes {
            nodes: self.nodes.slices(start.nodes, end.nodes).collect(),
            edges: self.edges.slices(start.edges, end.edges).collect(),
        }
    }

    /// Fills the layer just opened with the bytes of this layer from another parent log.
    pub fn extend_layer(&mut self, bytes: &LayerBytes<'_>) {
        bytes.nodes.iter().for_each(|piece| self.nodes.extend(piece));
        bytes.edges.iter().for_each(|piece| self.edges.extend(piece));
    }

    /// The records of a layer's positions (layers count from 1).
    pub fn node_records(&self, layer: usize) -> impl Iterator<Item = NodeRecord> + '_ {
        let (start, end) = self.range(layer);
        let mut bytes = self.nodes.read(start.nodes, end.nodes);
        let mut parent = 0;
        std::iter::from_fn(move || {
            parent += read_varint(&mut bytes)?;
            Some(NodeRecord { parent, tag: bytes.next()? })
        })
    }

    /// The further edges into a layer (layers count from 1).
    pub fn edge_records(&self, layer: usize) -> impl Iterator<Item = EdgeRecord> + '_ {
        let (start, end) = self.range(layer);
        let mut bytes = self.edges.read(start.edges, end.edges);
        let mut parent = 0;
        std::iter::from_fn(move || {
            parent += read_varint(&mut bytes)?;
            let child = read_varint(&mut bytes)?;
            Some(EdgeRecord { parent, child })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_are_read_back_as_written() {
        let mut parent_log = ParentLog::default();
        let nodes =
            |layer: u32| (0..5000u32).map(move |n| (n * n % 7 + n * layer, u128::from(n * 37) << 120));
        let edges = |layer: u32| (0..300u32).map(move |n| (n * 1000, n * layer));
        for layer in 1..=3 {
            parent_log.open_layer();
            let mut parent = 0;
            for (difference, key) in nodes(layer) {
                parent += difference % 300;
                parent_log.push_node(parent, key);
            }
            for (parent, child) in edges(layer) {
                parent_log.push_edge(parent, child);
            }
        }
        for layer in 1..=3 {
            let mut parent = 0;
            let expected: Vec<_> = nodes(layer)
                .map(|(difference, key)| {
                    parent += difference % 300;
                    NodeRecord { parent, tag: tag(key) }
                })
                .collect();
            assert_eq!(parent_log.node_records(layer as usize).collect::<Vec<_>>(), expected);
            let expected: Vec<_> = edges(layer).map(|(parent, child)| EdgeRecord { parent, child }).collect();
            assert_eq!(parent_log.edge_records(layer as usize).collect::<Vec<_>>(), expected);
        }
    }
}
