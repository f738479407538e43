//! The origins of a layer's positions. A position is named by its finder and its place in the finder's log.

use super::message::{Reader, Writer};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The name of a position in a layer: its finder, and its place among the positions that the finder found in the
/// layer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Origin {
    pub process: u8,
    pub place: u32,
}

/// An edge into a position that this process found, from a position of another process.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct CrossEdge {
    /// The child's place in this process's log.
    pub child: u32,
    pub parent: Origin,
}

/// Positions that are consecutive both in a layer and in the log of their finder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Segment {
    pub finder: u8,
    pub places: Range<u32>,
}

impl Segment {
    pub fn write(&self, to: &mut Writer) {
        to.put([self.finder]);
        to.put(self.places.start.to_le_bytes());
        to.put(self.places.end.to_le_bytes());
    }

    pub fn read(from: &mut Reader<'_>) -> Segment {
        let finder = from.u8();
        let start = from.u32();
        Segment { finder, places: start..from.u32().max(start) }
    }
}

/// The data on one layer that the parent log does not hold.
#[derive(Clone, Default)]
pub(super) struct LayerOrigins {
    /// The names of the positions that a process expands, in the order of expansion.
    pub segments: Vec<Segment>,
    /// Edges from positions of other processes, sorted by child.
    pub cross_edges: Vec<CrossEdge>,
}

impl LayerOrigins {
    /// The origins of the positions that `process` found, before any of them moves.
    pub fn found(process: usize, found: u32, mut cross_edges: Vec<CrossEdge>) -> LayerOrigins {
        cross_edges.sort_unstable();
        cross_edges.shrink_to_fit();
        LayerOrigins { segments: vec![Segment { finder: process as u8, places: 0..found }], cross_edges }
    }

    /// The number of positions.
    pub fn len(&self) -> u64 {
        self.segments.iter().map(|segment| segment.places.len() as u64).sum()
    }

    /// The name of the position at an index of the layer.
    pub fn place(&self, index: u32) -> Origin {
        let mut behind = index;
        for Segment { finder, places } in &self.segments {
            let len = places.end - places.start;
            if behind < len {
                return Origin { process: *finder, place: places.start + behind };
            }
            behind -= len;
        }
        unreachable!("a position of the layer was found or received")
    }

    /// The names of the positions in a range of indices.
    pub fn names(&self, indices: Range<u32>) -> Vec<Segment> {
        let mut at = 0;
        let mut names = Vec::new();
        for Segment { finder, places } in &self.segments {
            let end = at + (places.end - places.start);
            let (from, to) = (indices.start.max(at), indices.end.min(end));
            if from < to {
                names.push(Segment {
                    finder: *finder,
                    places: places.start + from - at..places.start + to - at,
                });
            }
            at = end;
        }
        names
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        (self.cross_edges.capacity() * size_of::<CrossEdge>()
            + self.segments.capacity() * size_of::<Segment>()) as u64
    }

    /// The encoded names, and the encoded edges.
    pub fn to_bytes(&self) -> [Vec<u8>; 2] {
        let [mut names, mut edges] = [Writer::default(), Writer::default()];
        self.segments.iter().for_each(|segment| segment.write(&mut names));
        for CrossEdge { child, parent } in &self.cross_edges {
            edges.put(child.to_le_bytes());
            edges.put([parent.process]);
            edges.put(parent.place.to_le_bytes());
        }
        [names.0, edges.0]
    }

    /// Decodes the result of [`to_bytes`](Self::to_bytes).
    pub fn from_bytes(names: &[u8], edges: &[u8]) -> LayerOrigins {
        let (mut names, mut edges) = (Reader::new(names), Reader::new(edges));
        let mut origins = LayerOrigins::default();
        while !names.is_empty() {
            origins.segments.push(Segment::read(&mut names));
        }
        while !edges.is_empty() {
            let child = edges.u32();
            let parent = Origin { process: edges.u8(), place: edges.u32() };
            origins.cross_edges.push(CrossEdge { child, parent });
        }
        origins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origins(segments: &[(u8, Range<u32>)]) -> LayerOrigins {
        let segment = |&(finder, ref places): &(u8, Range<u32>)| Segment { finder, places: places.clone() };
        let parent = Origin { process: 3, place: 70_000 };
        LayerOrigins {
            segments: segments.iter().map(segment).collect(),
            cross_edges: vec![CrossEdge { child: 1, parent }, CrossEdge { child: 8, parent }],
        }
    }

    #[test]
    fn every_index_has_a_name() {
        let origins = origins(&[(2, 0..3), (0, 7..10), (5, 4..4), (1, 50..51)]);
        let expected = [(2, 0), (2, 1), (2, 2), (0, 7), (0, 8), (0, 9), (1, 50)]
            .map(|(process, place)| Origin { process, place });
        assert_eq!(origins.len(), 7);
        assert!((0..7).map(|index| origins.place(index)).eq(expected));
        for start in 0..=7 {
            for end in start..=7 {
                let names = LayerOrigins { segments: origins.names(start..end), ..LayerOrigins::default() };
                let found: Vec<Origin> = (0..names.len() as u32).map(|index| names.place(index)).collect();
                assert_eq!(found, expected[start as usize..end as usize]);
            }
        }
    }

    #[test]
    fn they_are_read_as_they_were_written() {
        let origins = origins(&[(2, 0..3), (0, 70_000..100_000)]);
        let [names, edges] = origins.to_bytes();
        let read = LayerOrigins::from_bytes(&names, &edges);
        assert_eq!((read.segments, read.cross_edges), (origins.segments, origins.cross_edges));
    }
}
