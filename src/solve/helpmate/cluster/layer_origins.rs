//! Where the positions of a layer come from: a position is named by its finder and its place in the finder's log.

use super::balance::Transfer;

/// A position of a layer: its finder, and its place among the positions that the finder found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Place {
    pub process: u8,
    pub place: u32,
}

/// A way into a position of this process from one of another process.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct CrossEdge {
    /// The place in this process's log.
    pub child: u32,
    pub parent: Place,
}

/// What the log of one layer does not hold.
#[derive(Default)]
pub(super) struct LayerOrigins {
    /// Positions that were found here and stayed: they come first.
    kept: u32,
    /// Positions that others found, in the order in which they stand behind these.
    received: Vec<Transfer>,
    /// Edges from other processes, by child.
    pub cross_edges: Vec<CrossEdge>,
}

impl LayerOrigins {
    /// `found`: the positions found by `process`. `transfers`: all that moved between processes.
    pub fn new(
        process: usize,
        found: u32,
        transfers: &[Transfer],
        mut cross_edges: Vec<CrossEdge>,
    ) -> LayerOrigins {
        let given = transfers.iter().filter(|transfer| transfer.from == process);
        let received = transfers.iter().filter(|transfer| transfer.to == process).cloned().collect();
        cross_edges.sort_unstable();
        cross_edges.shrink_to_fit();
        LayerOrigins {
            kept: given.map(|given| given.places.start).min().unwrap_or(found),
            received,
            cross_edges,
        }
    }

    /// The name of the position that this process, number `process`, has at an index of the layer.
    pub fn place(&self, process: usize, index: u32) -> Place {
        if index < self.kept {
            return Place { process: process as u8, place: index };
        }
        let mut behind = index - self.kept;
        for Transfer { from, places, .. } in &self.received {
            let len = places.end - places.start;
            if behind < len {
                return Place { process: *from as u8, place: places.start + behind };
            }
            behind -= len;
        }
        unreachable!("a position of the layer was found or received")
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        (self.cross_edges.capacity() * size_of::<CrossEdge>()
            + self.received.capacity() * size_of::<Transfer>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_has_a_name() {
        let transfer = |from, to, places| Transfer { from, to, places };
        let transfers = [transfer(0, 1, 7..10), transfer(2, 1, 50..51), transfer(0, 2, 4..7)];
        let name = |process, found, index| {
            let Place { process, place } =
                LayerOrigins::new(process, found, &transfers, vec![]).place(process, index);
            (process, place)
        };
        assert_eq!([name(0, 10, 0), name(0, 10, 3)], [(0, 0), (0, 3)]);
        assert_eq!(
            [name(1, 5, 4), name(1, 5, 5), name(1, 5, 7), name(1, 5, 8)],
            [(1, 4), (0, 7), (0, 9), (2, 50)]
        );
        assert_eq!([name(2, 51, 49), name(2, 51, 50), name(2, 51, 52)], [(2, 49), (0, 4), (0, 6)]);
    }
}
