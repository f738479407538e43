//! The backtrace: the edges of the parent log that may lie on a shortest line, found by following the log from the
//! mates to the root.

use super::parents::{NodeRecord, ParentLog};
use crate::store::reserve::fallible;

/// A position of a layer that may lie on a shortest line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct BacktraceNode {
    place: u32,
    tag: u8,
}

/// An edge between two such positions of neighbouring layers, with the child's tag.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BacktraceEdge {
    pub parent: u32,
    pub child: u32,
    pub tag: u8,
}

/// For each layer from 1 on, the edges into positions that may lie on a shortest line, in the order of their parents.
pub(super) struct Backtrace {
    pub edges: Vec<Vec<BacktraceEdge>>,
}

impl Backtrace {
    /// All such edges. `None` when there are more than `max_edges`, when the system refuses memory for them, or
    /// when the search has to end.
    pub fn walk_back(
        parent_log: &ParentLog,
        last: usize,
        mates: &[u32],
        max_edges: u64,
        must_end: &dyn Fn() -> bool,
    ) -> Option<Backtrace> {
        let mut edges = Vec::with_capacity(last);
        let mut places = collected(mates.iter().copied())?;
        let mut total = 0;
        for layer in (1..=last).rev() {
            let mut into = first_edges(parent_log, layer, &places)?;
            let children =
                collected(into.iter().map(|edge| BacktraceNode { place: edge.child, tag: edge.tag }))?;
            for edge in parent_log.edge_records(layer) {
                if let Ok(found) = children.binary_search_by_key(&edge.child, |child| child.place) {
                    if total + into.len() as u64 > max_edges {
                        return None;
                    }
                    fallible(|| into.try_reserve(1)).ok()?;
                    into.push(BacktraceEdge {
                        parent: edge.parent,
                        child: edge.child,
                        tag: children[found].tag,
                    });
                }
            }
            into.sort_unstable();
            into.dedup();
            places = collected(into.iter().map(|edge| edge.parent))?;
            places.dedup();
            total += into.len() as u64;
            if total > max_edges || must_end() {
                return None;
            }
            edges.push(into);
        }
        edges.reverse();
        Some(Backtrace { edges })
    }

    /// A single line to a mate: an edge into a mate, an edge into that edge's parent, and so on back to the root.
    pub fn first_line(&self) -> Backtrace {
        let mut wanted = None;
        let mut edges: Vec<_> = self
            .edges
            .iter()
            .rev()
            .map(|into| {
                let edge = into.iter().find(|edge| wanted.is_none_or(|child| edge.child == child)).copied();
                wanted = edge.map(|edge| edge.parent);
                Vec::from_iter(edge)
            })
            .collect();
        edges.reverse();
        Backtrace { edges }
    }

    /// The line on which one mate was first reached, if there is memory for it.
    pub fn one_line(parent_log: &ParentLog, last: usize, mate: u32) -> Option<Backtrace> {
        let mut edges = Vec::with_capacity(last);
        let mut place = mate;
        for layer in (1..=last).rev() {
            let into = first_edges(parent_log, layer, &[place])?;
            place = into[0].parent;
            edges.push(into);
        }
        edges.reverse();
        Some(Backtrace { edges })
    }
}

/// Collects into a vector, if there is memory for it.
fn collected<T>(items: impl ExactSizeIterator<Item = T>) -> Option<Vec<T>> {
    let mut all = Vec::new();
    fallible(|| all.try_reserve_exact(items.len())).ok()?;
    all.extend(items);
    Some(all)
}

/// The edges by which the positions at the given places (ascending) were first reached, if there is memory for them.
fn first_edges(parent_log: &ParentLog, layer: usize, places: &[u32]) -> Option<Vec<BacktraceEdge>> {
    let mut wanted = places.iter().copied().peekable();
    let mut edges = Vec::new();
    fallible(|| edges.try_reserve_exact(places.len())).ok()?;
    for (place, NodeRecord { parent, tag }) in (0u32..).zip(parent_log.node_records(layer)) {
        if wanted.next_if_eq(&place).is_some() {
            edges.push(BacktraceEdge { parent, child: place, tag });
        } else if wanted.peek().is_none() {
            break;
        }
    }
    Some(edges)
}
