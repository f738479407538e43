//! The walk from the mates back to the root, by all processes together.

use super::super::backtrace::{Backtrace, BacktraceEdge};
use super::exchange::{Exchange, HostLost};
use super::layer_origins::Origin;
use super::message::{Reader, Writer};
use super::trail::{FoundEdge, Trails};
use std::collections::BTreeMap;

/// One process's part of a walk back.
pub(super) struct WalkBack<'a> {
    pub trails: &'a Trails,
    /// The largest number of edges, over all processes.
    pub max_edges: u64,
    pub must_end: &'a dyn Fn() -> bool,
}

impl WalkBack<'_> {
    /// Walks back from positions of the last layer; each process gives its own `mates`. The first process gets
    /// the edges found, the others an empty result. All get `None` if one of them must end, or if there are too
    /// many edges. `one_line`: follows only the edge over which each position was first reached.
    ///
    /// # Errors
    /// A process was lost.
    pub fn run(
        &self,
        exchange: &mut dyn Exchange,
        last: u64,
        mates: &[Origin],
        one_line: bool,
    ) -> Result<Option<Backtrace>, HostLost> {
        let processes = exchange.processes();
        let mut wanted: Vec<Origin> = mates.to_vec();
        let mut own_edges: Vec<FoundEdge> = Vec::new();
        let mut layers: Vec<Vec<FoundEdge>> = Vec::new();
        let mut total = 0u64;
        for layer in (0..=last).rev() {
            // Each process sends the edges that it found to the first process. For each position of this layer
            // into which it wants the edges, it asks the process that has the log of the position's finder.
            let mut messages: Vec<Writer> = (0..processes).map(|_| Writer::default()).collect();
            // Ask once, so that all processes are sent the same answer.
            let ends = (self.must_end)();
            for (process, message) in messages.iter_mut().enumerate() {
                message.put([u8::from(ends)]);
                message.put((own_edges.len() as u64).to_le_bytes());
                let wanted: Vec<&Origin> =
                    wanted.iter().filter(|place| self.trails.host(layer, place.process) == process).collect();
                message.put((wanted.len() as u32).to_le_bytes());
                wanted.iter().for_each(|place| put_place(message, place));
                if process == 0 {
                    own_edges.iter().for_each(|edge| put_edge(message, edge));
                }
            }
            let messages = exchange.exchange(messages.into_iter().map(|message| message.0).collect())?;
            let mut places = Vec::new();
            let mut edges = Vec::new();
            let mut ends = false;
            for message in &messages {
                let mut message = Reader::new(message);
                ends |= message.u8() != 0;
                total += message.u64();
                places.extend((0..message.u32()).map(|_| read_place(&mut message)));
                while !message.is_empty() {
                    edges.push(read_edge(&mut message));
                }
            }
            if ends || total > self.max_edges {
                return Ok(None);
            }
            if layer < last {
                edges.sort_unstable();
                edges.dedup();
                layers.push(edges);
            }
            if layer == 0 {
                break;
            }
            places.sort_unstable();
            places.dedup();
            own_edges = self.trails.edges_into(layer, &places, one_line);
            wanted = own_edges.iter().map(|edge| edge.parent).collect();
            wanted.sort_unstable();
            wanted.dedup();
        }
        layers.reverse();
        Ok(Some(numbered(&layers)))
    }
}

/// Converts the edges, with positions numbered within each layer.
fn numbered(layers: &[Vec<FoundEdge>]) -> Backtrace {
    // The root's place in its layer is 0.
    let mut parents: BTreeMap<Origin, u32> = BTreeMap::from([(Origin::default(), 0)]);
    let mut edges = Vec::with_capacity(layers.len());
    for layer in layers {
        let mut children = BTreeMap::new();
        for edge in layer {
            let number = children.len() as u32;
            children.entry(edge.child).or_insert(number);
        }
        let numbered = layer.iter().filter_map(|edge| {
            let parent = *parents.get(&edge.parent)?;
            Some(BacktraceEdge { parent, child: children[&edge.child], tag: edge.tag })
        });
        let mut numbered: Vec<BacktraceEdge> = numbered.collect();
        numbered.sort_unstable();
        numbered.dedup();
        edges.push(numbered);
        parents = children;
    }
    Backtrace { edges }
}

fn put_place(message: &mut Writer, place: &Origin) {
    message.put([place.process]);
    message.put(place.place.to_le_bytes());
}

fn read_place(message: &mut Reader<'_>) -> Origin {
    Origin { process: message.u8(), place: message.u32() }
}

fn put_edge(message: &mut Writer, edge: &FoundEdge) {
    put_place(message, &edge.parent);
    put_place(message, &edge.child);
    message.put([edge.tag]);
}

fn read_edge(message: &mut Reader<'_>) -> FoundEdge {
    let [parent, child] = [(); 2].map(|()| read_place(message));
    FoundEdge { parent, child, tag: message.u8() }
}
