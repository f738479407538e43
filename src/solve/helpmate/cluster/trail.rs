//! The trail of a search: for each layer, the parent log and the origins that the log does not hold.

use super::layer_origins::{LayerOrigins, Origin};
use crate::solve::helpmate::parents::{LayerBytes, ParentLog};

/// An edge that may lie on a shortest line, with a byte of the child's key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FoundEdge {
    pub parent: Origin,
    pub child: Origin,
    pub tag: u8,
}

/// The trail of one finder in one run of the search.
pub(super) struct Trail {
    finder: u8,
    /// The layer that the run began with.
    first: u64,
    /// The first layer in this log is the one after `first`.
    pub parent_log: ParentLog,
    /// The origins of the layer `first` and of each later layer.
    origins: Vec<LayerOrigins>,
}

impl Trail {
    /// A trail that begins with the positions of a layer.
    pub fn new(finder: usize, first: u64, origins: LayerOrigins) -> Trail {
        let mut parent_log = ParentLog::default();
        parent_log.open_layer();
        Trail { finder: finder as u8, first, parent_log, origins: vec![origins] }
    }

    /// Closes the layer whose records are being written.
    pub fn close_layer(&mut self, origins: LayerOrigins) {
        self.origins.push(origins);
        self.parent_log.open_layer();
    }

    /// Adds a whole layer.
    pub fn add_layer(&mut self, bytes: &LayerBytes<'_>, origins: LayerOrigins) {
        self.parent_log.extend_layer(bytes);
        self.close_layer(origins);
    }

    /// The last complete layer.
    pub fn last(&self) -> u64 {
        self.first + self.origins.len() as u64 - 1
    }

    /// The origins of the positions of a layer.
    pub fn origins(&self, layer: u64) -> &LayerOrigins {
        &self.origins[(layer - self.first) as usize]
    }

    /// The records of the layer that is being written.
    pub fn open_records(&self) -> LayerBytes<'_> {
        self.parent_log.layer(self.origins.len())
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.parent_log.bytes() + self.origins.iter().map(LayerOrigins::bytes).sum::<u64>()
    }

    fn has(&self, layer: u64, finder: u8) -> bool {
        self.finder == finder && self.first < layer && layer <= self.last()
    }

    /// Appends the edges into the positions of a layer at the given places, which are sorted. `one_line`: only
    /// the edge over which each was first reached.
    fn edges_into(&self, layer: u64, places: &[u32], one_line: bool, edges: &mut Vec<FoundEdge>) {
        let (before, records) = (self.origins(layer - 1), (layer - self.first) as usize);
        let mut tags = Vec::with_capacity(places.len());
        let mut next = places.iter().copied().peekable();
        let child = |place| Origin { process: self.finder, place };
        for (place, record) in (0u32..).zip(self.parent_log.node_records(records)) {
            if next.next_if_eq(&place).is_some() {
                tags.push(record.tag);
                let parent = before.place(record.parent);
                edges.push(FoundEdge { parent, child: child(place), tag: record.tag });
            } else if next.peek().is_none() {
                break;
            }
        }
        if one_line {
            return;
        }
        let found = |place| places.binary_search(&place).ok().and_then(|at| tags.get(at).copied());
        for record in self.parent_log.edge_records(records) {
            if let Some(tag) = found(record.child) {
                edges.push(FoundEdge {
                    parent: before.place(record.parent),
                    child: child(record.child),
                    tag,
                });
            }
        }
        for edge in &self.origins(layer).cross_edges {
            if let Some(tag) = found(edge.child) {
                edges.push(FoundEdge { parent: edge.parent, child: child(edge.child), tag });
            }
        }
    }
}

/// For an earlier run, the processes that have its trails now, indexed by the finders' numbers in that run.
#[derive(Clone, Debug)]
pub(super) struct RunHosts {
    /// The last layer of the run.
    pub last: u64,
    pub hosts: Vec<usize>,
}

/// All trails that a process has.
pub(super) struct Trails {
    /// The trails of earlier runs.
    pub earlier: Vec<Trail>,
    /// The trail of the current run, which is being written.
    pub own: Trail,
    /// The earlier runs, the first run first.
    pub runs: Vec<RunHosts>,
}

impl Trails {
    /// The trails of a search that begins at its root.
    pub fn new(own: Trail) -> Trails {
        Trails { earlier: Vec::new(), own, runs: Vec::new() }
    }

    /// The process that has the trail of a finder for a layer.
    pub fn host(&self, layer: u64, finder: u8) -> usize {
        let run = self.runs.iter().find(|run| layer <= run.last);
        run.and_then(|run| run.hosts.get(usize::from(finder)).copied()).unwrap_or(finder.into())
    }

    /// The edges into positions of a layer. The positions are sorted, and this process has the trails of their
    /// finders.
    pub fn edges_into(&self, layer: u64, children: &[Origin], one_line: bool) -> Vec<FoundEdge> {
        let mut edges = Vec::new();
        for children in children.chunk_by(|one, other| one.process == other.process) {
            let finder = children[0].process;
            let mut trails = self.earlier.iter().chain([&self.own]);
            if let Some(trail) = trails.find(|trail| trail.has(layer, finder)) {
                let places: Vec<u32> = children.iter().map(|child| child.place).collect();
                trail.edges_into(layer, &places, one_line, &mut edges);
            }
        }
        edges
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.earlier.iter().map(Trail::bytes).sum::<u64>() + self.own.bytes()
    }
}
